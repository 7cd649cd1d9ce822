"""A hand, how it was won, the options in force, and everything that can be wrong with the three together.

Nothing here fixes the number of tiles: that belongs to a rule set (14 in Huopin, 17 in Wenzhou).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from huopin.scoring.errors import NotationError, Problem
from huopin.scoring.tiles import CAISHEN, EAST, FACES, FLOWERS, TILES, WHITE, WINDS, Piece, Tile, sort_key

COPIES: Final = 4
"""Physical copies of each face in a set."""
CAISHEN_UNKNOWN: Final = "caishen-unknown"
"""The code of the problem that a hand holds a caishen and its face is not given."""


class MeldKind(Enum):
    """Chow 顺子, pung 刻子, kong 杠."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"


@dataclass(frozen=True, slots=True)
class Meld:
    """A declared meld; it never holds a caishen [R3].

    Attributes:
        kind: Chow, pung or kong.
        tiles: Three tiles, four of a kong, in ascending order.
        concealed: Whether it is a concealed kong.
        white_as: The face that 白板 stands for in a chow (Wenzhou, W3); None where tiles are what they show.

    Raises:
        NotationError: the tiles are no such meld, or a chow or pung is marked concealed.
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    concealed: bool = False
    white_as: Tile | None = None

    def __post_init__(self) -> None:
        if _kind_of(self.faces) is not self.kind:
            raise NotationError(f"expected a {self.kind.value}, got {_join(self.tiles)}", _join(self.tiles))
        if self.concealed and self.kind is not MeldKind.KONG:
            raise NotationError(
                f"expected # on a kong only, got it on a {self.kind.value} (others are never concealed)",
                _join(self.tiles),
            )

    @property
    def faces(self) -> tuple[Tile, ...]:
        """What the tiles count as, in ascending order."""
        return _with_white(self.tiles, self.white_as)

    @classmethod
    def of(cls, tiles: Iterable[Tile], *, concealed: bool = False, white_as: Tile | None = None) -> Meld:
        """The meld that three or four tiles make, in any order.

        Args:
            tiles: The physical tiles.
            concealed: Whether it is a concealed kong.
            white_as: The face that 白板 may stand for (Wenzhou, W3).

        Raises:
            NotationError: they make no chow, pung or kong.
        """
        ordered = tuple(sorted(tiles))
        kind = _kind_of(ordered)
        if kind is None and _kind_of(_with_white(ordered, white_as)) is MeldKind.CHOW:
            return cls(MeldKind.CHOW, ordered, concealed, white_as)
        if kind is None:
            raise NotationError(
                f"expected a chow, pung or kong, got {_join(ordered) or 'nothing'}", _join(ordered)
            )
        return cls(kind, ordered, concealed)


def _join(tiles: Iterable[Piece]) -> str:
    return " ".join(map(str, tiles))


def _with_white(tiles: Iterable[Tile], white_as: Tile | None) -> tuple[Tile, ...]:
    """The tiles with 白板 as the face it stands for, in ascending order."""
    return tuple(sorted(white_as if white_as and tile == WHITE else tile for tile in tiles))


def _kind_of(tiles: Sequence[Tile]) -> MeldKind | None:
    """The kind of meld that sorted tiles make."""
    if not tiles or any(tile.is_flower for tile in tiles):
        return None
    first = tiles[0]
    if all(tile == first for tile in tiles):
        return {3: MeldKind.PUNG, 4: MeldKind.KONG}.get(len(tiles))
    run = first.suit.is_number and [tile.index - first.index for tile in tiles] == [0, 1, 2]
    return MeldKind.CHOW if run and tiles[-1].suit is first.suit else None


@dataclass(frozen=True, slots=True)
class Hand:
    """The tiles of one player.

    Attributes:
        concealed: Concealed tiles and caishen without the winning tile, in the order given.
        melds: Declared melds, concealed kongs included.
        win: The winning tile, physical: a drawn caishen is `CAISHEN`; None while the hand waits.
        flowers: Flowers that were named.
        unnamed_flowers: How many more flowers there are of which only the number is known.
        unnamed_melds: More declared melds, of which only the kind is known.
    """

    concealed: tuple[Piece, ...] = ()
    melds: tuple[Meld, ...] = ()
    win: Piece | None = None
    flowers: tuple[Tile, ...] = ()
    unnamed_flowers: int = 0
    unnamed_melds: tuple[MeldKind, ...] = ()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The concealed tiles and the winning tile."""
        return self.concealed if self.win is None else (*self.concealed, self.win)

    @property
    def tiles(self) -> tuple[Piece, ...]:
        """Every tile but the flowers: concealed, winning, declared."""
        return (*self.pieces, *(tile for meld in self.melds for tile in meld.tiles))

    @property
    def flower_count(self) -> int:
        """Flowers in all, named or not."""
        return len(self.flowers) + self.unnamed_flowers

    @property
    def size(self) -> int:
        """Tiles with a kong counted as three and without flowers: 14 or 17 in a complete hand."""
        own = len(self.concealed) + (self.win is not None)
        return own + 3 * (len(self.melds) + len(self.unnamed_melds))

    def sorted(self) -> Hand:
        """The same hand with the concealed tiles in order."""
        return replace(self, concealed=tuple(sorted(self.concealed, key=sort_key)))

    def with_caishen(self, face: Tile, *, self_draw: bool = False) -> Hand:
        """The hand with concealed tiles of the caishen's face made `CAISHEN`.

        A winning tile of that face is wild only when it was drawn; discarded it keeps its printed face [R6].
        """
        win = self.win
        if self_draw and win == face:
            win = CAISHEN
        elif not self_draw and win is CAISHEN:
            win = face
        concealed = tuple(CAISHEN if piece == face else piece for piece in self.concealed)
        return replace(self, concealed=concealed, win=win)

    def with_last_as_win(self) -> Hand:
        """The hand with its last concealed tile as the winning tile, when it has none yet."""
        if self.win is not None or not self.concealed:
            return self
        return replace(self, concealed=self.concealed[:-1], win=self.concealed[-1])


@dataclass(frozen=True, slots=True)
class Context:
    """How the hand was won: what its tiles alone do not tell.

    Attributes:
        self_draw: Won on a drawn tile; otherwise on a discard or a robbed kong.
        round_wind: 圈风, the wind of the round.
        seat_wind: 门风, the wind of the winner's seat.
        caishen: The caishen's face K; None when no caishen is in play.
        last_of_kind: The winning tile is the fourth of its face, the other three visible on the table.
        wall_last: Won on the wall's last tile, or on the last discard.
        kong: Won on a kong's replacement tile; without self-draw, by robbing a kong.
    """

    self_draw: bool = False
    round_wind: Tile = EAST
    seat_wind: Tile = EAST
    caishen: Tile | None = None
    last_of_kind: bool = False
    wall_last: bool = False
    kong: bool = False


@dataclass(frozen=True, slots=True)
class Options:
    """Rules that tables differ on.

    Attributes:
        max_copies: 4 forbids a caishen to stand for a fifth copy of a face; None allows it [R5].
        wufan_ignores_wucaishen: 无番和 pays although 无财神 does [R9].
    """

    max_copies: int | None = None
    wufan_ignores_wucaishen: bool = False


def problems(hand: Hand, context: Context, options: Options | None = None) -> tuple[Problem, ...]:
    """Everything that cannot be about a hand, whatever the rule set; empty when all is well.

    The number of tiles, of caishen and of flowers is checked by the rule set.
    """
    return (
        *_tile_problems(hand, context),
        *_flower_problems(hand),
        *_caishen_problems(hand, context),
        *_wind_problems(context),
        *_win_problems(hand, context),
        *_option_problems(options or Options()),
    )


def _counts(hand: Hand, context: Context) -> list[int]:
    """Copies by tile index, caishen counted with their face."""
    counts = [0] * len(TILES)
    for piece in hand.pieces:
        face = piece if isinstance(piece, Tile) else context.caishen
        if face is not None:
            counts[face.index] += 1
    for meld in hand.melds:
        for tile in meld.tiles:
            counts[tile.index] += 1
    return counts


def _tile_problems(hand: Hand, context: Context) -> Iterator[Problem]:
    counts = _counts(hand, context)
    if max(counts) > COPIES:
        for face in FACES:
            if counts[face.index] > COPIES:
                yield _too_many(face, counts[face.index], is_caishen=face is context.caishen)
    if any(counts[len(FACES) :]):
        for flower in FLOWERS:
            if counts[flower.index]:
                yield Problem("flower-in-hand", f"expected {flower.zh} among the flowers, got it in the hand")


def _too_many(face: Tile, count: int, *, is_caishen: bool) -> Problem:
    what = "caishen and tiles of its face" if is_caishen else "copies"
    return Problem(
        "too-many-copies",
        f"expected at most {COPIES} {what} of {face} ({face.zh}), got {count}",
        "check whether one of them was misread",
        "R2" if is_caishen else "",
    )


def _flower_problems(hand: Hand) -> Iterator[Problem]:
    for tile in sorted(set(hand.flowers)):
        count = hand.flowers.count(tile)
        if not tile.is_flower:
            yield Problem("not-a-flower", f"expected flowers 春夏秋冬梅兰竹菊, got {tile} ({tile.zh})")
        elif count > 1:
            yield Problem("too-many-copies", f"expected one flower {tile.zh}, got {count}")
    if hand.unnamed_flowers < 0:
        yield Problem("flower-count", f"expected 0 or more flowers, got {hand.unnamed_flowers}")


def _caishen_problems(hand: Hand, context: Context) -> Iterator[Problem]:
    face = context.caishen
    if face is None:
        if CAISHEN in hand.pieces:
            yield Problem(
                CAISHEN_UNKNOWN,
                "expected the caishen's face, as the hand holds a caishen, got none",
                "give the caishen or its indicator",
            )
        return
    if face.is_flower:
        yield Problem(
            "caishen-flower", f"expected a caishen of the 34 faces, got the flower {face.zh}", rule="R1"
        )
    for meld in hand.melds:
        # A claimed discard keeps its printed face (R6), so one caishen's face may complete an exposed chow;
        # a pung or kong would need caishen from the hand.
        if meld.kind is not MeldKind.CHOW and face in meld.tiles:
            yield Problem(
                "caishen-in-meld",
                f"expected no caishen in a declared {meld.kind.value}, got {_join(meld.tiles)}",
                f"check the melds, or whether {face} is the caishen",
                "R3",
            )


def _wind_problems(context: Context) -> Iterator[Problem]:
    for name, wind in (("round", context.round_wind), ("seat", context.seat_wind)):
        if wind not in WINDS:
            yield Problem("not-a-wind", f"expected a {name} wind of E, S, W or N, got {wind}")


def _win_problems(hand: Hand, context: Context) -> Iterator[Problem]:
    """Flags that the tiles contradict."""
    win = context.caishen if hand.win is CAISHEN else hand.win
    if win is None:
        return
    held = win in hand.concealed or (win is context.caishen and CAISHEN in hand.concealed)
    if context.last_of_kind and held and hand.win is not CAISHEN:
        yield Problem(
            "last-of-kind",
            f"expected the other three {win} on the table for 和绝张, got one among the concealed tiles",
            "leave out the last-of-kind flag",
            "R15",
        )
    declared = (*hand.unnamed_melds, *(meld.kind for meld in hand.melds))
    if context.kong and context.self_draw and MeldKind.KONG not in declared:
        yield Problem(
            "kong-without-kong",
            "expected a declared kong for a win on its replacement tile, got none",
            "leave out the kong flag",
        )
    if context.kong and not context.self_draw:
        yield from _robbed_kong_problems(hand, context, win)


def _robbed_kong_problems(hand: Hand, context: Context, win: Piece) -> Iterator[Problem]:
    if win in hand.concealed or any(win in meld.tiles for meld in hand.melds):
        yield Problem(
            "robbed-kong",
            f"expected no other {win} in a hand that robs the kong of {win}, got one",
            "leave out the kong flag",
        )
    if win == context.caishen:
        yield Problem(
            "robbed-kong", f"expected no kong of the caishen {win} to rob", "leave out the kong flag", "R3"
        )


def _option_problems(options: Options) -> Iterator[Problem]:
    if options.max_copies not in (None, COPIES):
        yield Problem(
            "max-copies", f"expected max_copies of {COPIES} or none, got {options.max_copies}", rule="R5"
        )
