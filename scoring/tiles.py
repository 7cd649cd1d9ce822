"""Tiles: 34 faces, 8 flowers, and the caishen, which is a role and not a face."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar, Final

from huopin.scoring.errors import NotationError, SettingsError


class Suit(Enum):
    """What a tile belongs to; the value is its letter in the notation ("" where a tile is its own letter)."""

    CHARACTERS = "m"
    DOTS = "p"
    BAMBOO = "s"
    WINDS = "w"
    DRAGONS = "d"
    FLOWERS = "f"

    @property
    def is_number(self) -> bool:
        """Whether tiles of this suit are numbered 1-9 and form chows."""
        return self in _NUMBER_SUITS


_NUMBER_SUITS: Final = (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO)
_WINDS: Final = ("E", "S", "W", "N")
_DRAGONS: Final = ("C", "F", "P")
_FLOWERS: Final = ("a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4")
_TOKENS: Final = (
    *(f"{rank}{suit.value}" for suit in _NUMBER_SUITS for rank in range(1, 10)),
    *_WINDS,
    *_DRAGONS,
    *_FLOWERS,
)
_NUMERALS: Final = "一二三四五六七八九"
_ZH: Final[tuple[str, ...]] = (
    *(f"{numeral}{suit}" for suit in "万饼条" for numeral in _NUMERALS),
    *"东南西北中发白",
    *"春夏秋冬梅兰竹菊",
)
_EN: Final[tuple[str, ...]] = (
    *(f"{rank} of {suit}" for suit in ("characters", "dots", "bamboo") for rank in range(1, 10)),
    *("East", "South", "West", "North", "red dragon", "green dragon", "white dragon"),
    *("spring", "summer", "autumn", "winter", "plum", "orchid", "bamboo flower", "chrysanthemum"),
)


def _place(index: int) -> tuple[Suit, int]:
    """The suit of a tile and its rank there, from 1."""
    if index < 27:
        return _NUMBER_SUITS[index // 9], index % 9 + 1
    if index < 31:
        return Suit.WINDS, index - 26
    return (Suit.DRAGONS, index - 30) if index < 34 else (Suit.FLOWERS, (index - 34) % 4 + 1)


class Tile:
    """One face of the set: a small value, interned, so that equal tiles are the same object.

    Attributes:
        index: 0-8 characters 万, 9-17 dots 饼, 18-26 bamboo 条, 27-30 winds 东南西北, 31-33 dragons 中发白,
            34-37 flowers 春夏秋冬, 38-41 flowers 梅兰竹菊. Tiles sort by it.
        suit: The suit, winds, dragons or flowers.
        rank: 1-9 in a suit; the place in 东南西北, 中发白, 春夏秋冬 or 梅兰竹菊, from 1, elsewhere.
    """

    __slots__ = ("index", "rank", "suit")
    index: int
    suit: Suit
    rank: int
    _interned: ClassVar[dict[int, Tile]] = {}

    def __new__(cls, index: int) -> Tile:
        """The tile of an index.

        Raises:
            SettingsError: there is no such tile.
        """
        if index not in cls._interned:
            if not 0 <= index < len(_TOKENS):
                raise SettingsError(f"expected a tile index of 0 to {len(_TOKENS) - 1}, got {index!r}")
            tile = super().__new__(cls)
            suit, rank = _place(index)
            for name, value in (("index", index), ("suit", suit), ("rank", rank)):
                object.__setattr__(tile, name, value)
            cls._interned[index] = tile
        return cls._interned[index]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a tile cannot change: {name}")

    def __reduce__(self) -> tuple[type[Tile], tuple[int]]:
        return Tile, (self.index,)

    def __lt__(self, other: Tile) -> bool:
        return self.index < other.index

    @classmethod
    def parse(cls, text: str) -> Tile:
        """The tile a token or a Chinese name stands for, such as `6m`, `E`, `a1`, `3z`, `六万` or `红中`.

        Raises:
            NotationError: `text` is not exactly one tile.
        """
        from huopin.scoring.notation import parse_tile  # the notation is written in terms of tiles

        return parse_tile(text)

    @property
    def is_honour(self) -> bool:
        """Whether it is a wind or a dragon."""
        return 27 <= self.index < 34

    @property
    def is_flower(self) -> bool:
        """Whether it is one of 春夏秋冬梅兰竹菊."""
        return self.index >= 34

    @property
    def is_terminal_or_honour(self) -> bool:
        """Whether it is a 1, a 9, a wind or a dragon (幺九)."""
        return self.is_honour or (self.index < 27 and self.index % 9 in (0, 8))

    @property
    def zh(self) -> str:
        """The Chinese name, such as 六万."""
        return _ZH[self.index]

    @property
    def en(self) -> str:
        """The English name, such as `6 of characters`."""
        return _EN[self.index]

    def __str__(self) -> str:
        return _TOKENS[self.index]

    def __repr__(self) -> str:
        return f"Tile({self})"


class Caishen(Enum):
    """The type of `CAISHEN`: a physical caishen 财神 of the concealed hand, whatever it stands for."""

    CAISHEN = "*"

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return "CAISHEN"


CAISHEN: Final = Caishen.CAISHEN
Piece = Tile | Caishen
"""What can lie in the concealed hand."""

TILES: Final = tuple(Tile(index) for index in range(len(_TOKENS)))
"""All 42 tiles, indexed by `Tile.index`."""
FACES: Final = TILES[:34]
"""The 34 faces a caishen may stand for."""
FLOWERS: Final = TILES[34:]
"""春夏秋冬梅兰竹菊."""
EAST, SOUTH, WEST, NORTH = WINDS = TILES[27:31]
RED, GREEN, WHITE = DRAGONS = TILES[31:34]


def sort_key(piece: Piece) -> int:
    """Orders pieces by tile index, caishen last."""
    return piece.index if isinstance(piece, Tile) else len(TILES)


def caishen_of(indicator: Tile) -> Tile:
    """The caishen's face that a turned indicator names: 1→2 … 9→1; 东→南→西→北→中→发→白→东 [R1].

    Raises:
        NotationError: the indicator is a flower.
    """
    if indicator.is_flower:
        raise NotationError(
            f"expected a suit tile, wind or dragon as indicator, got the flower {indicator.zh} [R1]",
            str(indicator),
        )
    if indicator.is_honour:
        return TILES[27 + (indicator.index - 27 + 1) % 7]
    return TILES[indicator.index // 9 * 9 + indicator.rank % 9]
