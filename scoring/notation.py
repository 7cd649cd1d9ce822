"""The one notation for tiles and hands: parse and format side by side.

A hand is written `[123m][1111p#]45m678sE*+6m`: `[123m]` an exposed meld, `[1111p#]` a concealed
kong, then the concealed tiles, after `+` the winning tile, `*` a physical caishen, flowers
春夏秋冬梅兰竹菊 anywhere. Tiles are `1m`-`9m` 万, `1p`-`9p` 饼, `1s`-`9s` 条 (digits before one letter
share it: `123m`), `E S W N` 东南西北, `C F P` 中发白, flowers `a1`-`a4` 春夏秋冬 and `b1`-`b4` 梅兰竹菊.
Input may also use Chinese names (六万, 三饼 or 三筒, 七条 or 七索, 红中, 白板) and `1z`-`7z` in
tenhou's order, E S W N P F C. Spaces and commas are ignored.
Source: `rules/huopin.md`, "Notation".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from huopin.scoring.errors import NotationError
from huopin.scoring.hand import Hand, Meld
from huopin.scoring.tiles import CAISHEN, TILES, Piece, Tile, sort_key

_DIGITS: Final = {
    digit: value for digits in ("123456789", "一二三四五六七八九") for value, digit in enumerate(digits)
}
_SUIT_START: Final = {
    **dict.fromkeys("m万萬", 0),
    **dict.fromkeys("p饼餅筒", 9),
    **dict.fromkeys("s条條索", 18),
}
_Z_ORDER: Final = (27, 28, 29, 30, 33, 32, 31)
_NAMES: Final = {
    **{str(tile): tile for tile in TILES[27:]},
    **{tile.zh: tile for tile in TILES[27:]},
    **dict(zip(("东风", "南风", "西风", "北风", "红中", "发财", "白板"), TILES[27:34], strict=True)),
    **dict(zip(("東", "東風", "南風", "西風", "北風"), (TILES[27], *TILES[27:31]), strict=True)),
    **dict(zip(("紅中", "發", "發財", "発", "蘭"), (TILES[31], *[TILES[32]] * 3, TILES[39]), strict=True)),
}
_TOKEN: Final = re.compile(
    "|".join(
        (
            f"(?P<digits>[{''.join(_DIGITS)}]+)(?P<suit>[{''.join(_SUIT_START)}z])",
            f"(?P<name>{'|'.join(sorted(_NAMES, key=len, reverse=True))})",
            r"(?P<mark>[*\[\]#+])",
            r"(?P<space>[\s,，、]+)",
        )
    )
)


class _Token(NamedTuple):
    """A piece, or a mark of the notation, and where it stood."""

    item: Piece | str
    position: int


def _suit_tile(digit: str, suit: str) -> Tile | None:
    value = _DIGITS[digit]
    if suit != "z":
        return TILES[_SUIT_START[suit] + value]
    return TILES[_Z_ORDER[value]] if value < len(_Z_ORDER) else None


def _tokens(text: str) -> Iterator[_Token]:
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None and text[position] in _DIGITS:
            raise NotationError("expected a suit m, p or s after the digits, such as 123m", text, position)
        if match is None:
            raise NotationError(
                f"expected a tile such as 6m, E, a1 or 六万, got {text[position]!r}", text, position
            )
        if match["digits"]:
            for offset, digit in enumerate(match["digits"]):
                tile = _suit_tile(digit, match["suit"])
                if tile is None:
                    raise NotationError(f"expected 1z to 7z, got {digit}z", text, position + offset)
                yield _Token(tile, position + offset)
        elif match["name"]:
            yield _Token(_NAMES[match["name"]], position)
        elif match["mark"]:
            yield _Token(CAISHEN if match["mark"] == str(CAISHEN) else match["mark"], position)
        position = match.end()


def parse_tiles(text: str) -> tuple[Piece, ...]:
    """Tiles and caishen in the order written, without melds or a winning tile.

    Raises:
        NotationError: anything else is in the text.
    """
    pieces: list[Piece] = []
    for token in _tokens(text):
        if isinstance(token.item, str):
            raise NotationError(f"expected tiles only, got {token.item!r}", text, token.position)
        pieces.append(token.item)
    return tuple(pieces)


def parse_tile(text: str) -> Tile:
    """Exactly one tile; see `Tile.parse`.

    Raises:
        NotationError: `text` is no tile, more than one, or the caishen.
    """
    pieces = parse_tiles(text)
    if len(pieces) != 1 or not isinstance(pieces[0], Tile):
        raise NotationError(f"expected one tile such as 6m, E, a1 or 六万, got {text!r}", text)
    return pieces[0]


def _parse_meld(
    pieces: Sequence[_Token], concealed: bool, white_as: Tile | None, text: str, position: int
) -> Meld:
    tiles: list[Tile] = []
    for token in pieces:
        if not isinstance(token.item, Tile):
            raise NotationError("expected no caishen in a declared meld [R3]", text, token.position)
        tiles.append(token.item)
    try:
        return Meld.of(tiles, concealed=concealed, white_as=white_as)
    except NotationError as error:
        raise NotationError(error.args[0].partition(" (in ")[0], text, position) from None


class _HandReader:
    """Reads the tokens of one hand, a mark at a time."""

    def __init__(self, text: str, white_as: Tile | None) -> None:
        self._text = text
        self._white_as = white_as
        self._concealed: list[Piece] = []
        self._melds: list[Meld] = []
        self._flowers: list[Tile] = []
        self._win: Piece | None = None
        self._meld: list[_Token] | None = None
        self._meld_start = 0
        self._hash = False
        self._after_plus = False

    def read(self) -> Hand:
        for token in _tokens(self._text):
            if isinstance(token.item, str):
                self._mark(token.item, token.position)
            elif self._meld is not None:
                self._meld.append(token)
            else:
                self._piece(token.item, token.position)
        if self._meld is not None:
            raise self._error("expected ] to close the meld", self._meld_start)
        if self._after_plus and self._win is None:
            raise self._error("expected the winning tile after +", len(self._text))
        return Hand(tuple(self._concealed), tuple(self._melds), self._win, tuple(self._flowers))

    def _error(self, message: str, position: int) -> NotationError:
        return NotationError(message, self._text, position)

    def _mark(self, mark: str, position: int) -> None:
        if mark == "[" and self._meld is None:
            self._meld, self._meld_start, self._hash = [], position, False
        elif mark == "]" and self._meld is not None:
            self._melds.append(self._parsed_meld(self._meld))
            self._meld = None
        elif mark == "#" and self._meld and not self._hash:
            self._hash = True
        elif mark == "+" and self._meld is None and not self._after_plus:
            self._after_plus = True
        else:
            raise self._error(f"expected a tile, got {mark!r}", position)

    def _parsed_meld(self, pieces: Sequence[_Token]) -> Meld:
        return _parse_meld(pieces, self._hash, self._white_as, self._text, self._meld_start)

    def _piece(self, piece: Piece, position: int) -> None:
        if isinstance(piece, Tile) and piece.is_flower:
            self._flowers.append(piece)
        elif not self._after_plus:
            self._concealed.append(piece)
        elif self._win is None:
            self._win = piece
        else:
            raise self._error(f"expected one winning tile after +, got another: {piece}", position)


def parse_hand(text: str, *, white_as: Tile | None = None) -> Hand:
    """The hand that a text describes; see the module for the notation. Without `+` it has no winning tile.

    Args:
        text: The hand.
        white_as: The face that 白板 may stand for in a declared chow: with 5m, `[46mP]` is one (Wenzhou, W3).

    Raises:
        NotationError: the text is not in the notation; says where and what was expected.
    """
    return _HandReader(text, white_as).read()


def format_tiles(pieces: Iterable[Piece]) -> str:
    """Pieces in the order given, neighbours of one suit sharing its letter: `123m46pE*`."""
    return "".join(_format_run(letter, tuple(run)) for letter, run in groupby(pieces, _letter))


def _letter(piece: Piece) -> str:
    return piece.suit.value if isinstance(piece, Tile) and piece.suit.is_number else ""


def _format_run(letter: str, run: Sequence[Piece]) -> str:
    if letter:
        return "".join(str(piece)[0] for piece in run) + letter
    return "".join(piece.zh if isinstance(piece, Tile) and piece.is_flower else str(piece) for piece in run)


def format_meld(meld: Meld) -> str:
    """`[123m]`, or `[1111m#]` for a concealed kong."""
    return f"[{format_tiles(meld.tiles)}{'#' if meld.concealed else ''}]"


def format_hand(hand: Hand) -> str:
    """The hand in the notation: melds, concealed tiles in their order, winning tile, named flowers.

    `parse_hand(format_hand(hand)) == hand` for every hand whose flowers are all named.
    """
    win = "" if hand.win is None else f"+{format_tiles((hand.win,))}"
    flowers = f" {format_tiles(hand.flowers)}" if hand.flowers else ""
    return "".join(map(format_meld, hand.melds)) + format_tiles(hand.concealed) + win + flowers


def sort_pieces(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Pieces by tile index, caishen last."""
    return tuple(sorted(pieces, key=sort_key))
