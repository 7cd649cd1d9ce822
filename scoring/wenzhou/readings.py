"""How the tiles of a Wenzhou hand can be read: melds and a pair, or eight pairs, caishen and 白板 resolved.

Whether a shape can be made is looked up in the tables of `shapes`; a reading is then taken apart group by
group, each time one that leaves a shape that can still be made, so that nothing is ever tried twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from huopin.scoring.hand import Hand, MeldKind
from huopin.scoring.notation import format_tiles
from huopin.scoring.score import GroupKind
from huopin.scoring.shapes import (
    count_faces,
    shared_with_bare_melds,
    shared_with_melds,
    shared_with_pungs,
)
from huopin.scoring.tiles import CAISHEN, FACES, WHITE, Piece, Tile
from huopin.scoring.wenzhou.checks import MELDS

PAIRS: Final = 8
_FACES: Final = len(FACES)


@dataclass(frozen=True, slots=True)
class Placed:
    """A physical tile and what it stands for.

    Attributes:
        piece: The tile, or the caishen.
        face: The face it counts as; None for a caishen left alone.
    """

    piece: Piece
    face: Tile | None


@dataclass(frozen=True, slots=True)
class Group:
    """A meld, a pair or a single of a reading.

    Attributes:
        kind: What it is.
        placed: Its tiles; empty for a declared meld of which only the kind is known.
        declared: Whether it was laid down before the win.
        concealed: Whether it is not exposed: in hand, or a concealed kong.
    """

    kind: GroupKind
    placed: tuple[Placed, ...]
    declared: bool = False
    concealed: bool = True

    def __str__(self) -> str:
        tiles = format_tiles(placed.piece for placed in self.placed) or self.kind.value
        kong = "#" if self.declared and self.concealed else ""
        return f"[{tiles}{kong}]" if self.declared else tiles


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a winning hand: declared melds, then concealed groups, the pair or single last."""

    groups: tuple[Group, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.groups))

    @property
    def placed(self) -> Iterator[Placed]:
        """All known tiles, in the order of the groups."""
        return (placed for group in self.groups for placed in group.placed)

    @property
    def caishen_as(self) -> tuple[Tile, ...]:
        """What the caishen stand for, ascending; one left alone stands for nothing."""
        return tuple(sorted(each.face for each in self.placed if each.piece is CAISHEN and each.face))

    @property
    def white_as(self) -> tuple[Tile, ...]:
        """What every 白板 stands for, ascending: itself, or the caishen's face [W3]."""
        return tuple(sorted(each.face for each in self.placed if each.piece == WHITE and each.face))


class Held(NamedTuple):
    """The concealed tiles of a hand, counted.

    Attributes:
        counts: Natural tiles by `Tile.index`, 白板 left out where it may stand for the caishen.
        whites: 白板 that may stand for the caishen.
        caishen: Physical caishen.
        face: The caishen's face; None when it is not known.
        melds: Concealed melds to make.
        choices: How many of the 白板 stand for the caishen: the numbers to try, fewest first [W3].
    """

    counts: tuple[int, ...]
    whites: int
    caishen: int
    face: Tile | None
    melds: int
    choices: tuple[int, ...]


def hold(pieces: Iterable[Piece], face: Tile | None, declared: int) -> Held:
    """Counts the concealed tiles of a hand with `declared` melds."""
    counts, caishen = count_faces(pieces)
    whites = 0
    if face is not None and face != WHITE:  # when the caishen is 白板 it is simply the caishen [W3]
        whites, counts[WHITE.index] = counts[WHITE.index], 0
    return Held(tuple(counts), whites, caishen, face, MELDS - declared, tuple(range(whites + 1)))


def declared_groups(hand: Hand) -> tuple[Group, ...]:
    """The declared melds as groups."""
    named = (
        Group(
            GroupKind(meld.kind.value),
            tuple(
                Placed(tile, meld.white_as if meld.white_as and tile == WHITE else tile)
                for tile in meld.tiles
            ),
            declared=True,
            concealed=meld.concealed,
        )
        for meld in hand.melds
    )
    unnamed = (
        Group(GroupKind(kind.value), (), True, kind is not MeldKind.KONG) for kind in hand.unnamed_melds
    )
    return (*named, *unnamed)


# --- melds and a pair -------------------------------------------------------------------------------------

_Shared = Callable[[Sequence[int], int, int], int]
"""Most natural tiles shared with so many melds and pairs (0-1)."""


def _shared_with_any(counts: Sequence[int], melds: int, pairs: int) -> int:
    return shared_with_melds(counts, melds) if pairs else shared_with_bare_melds(counts, melds)


def meld_groups(held: Held, *, pungs: bool = False, own_face: bool = False) -> tuple[Group, ...] | None:
    """The concealed tiles as melds and a pair, the pair last; None when they are none.

    Args:
        held: The concealed tiles, the winning one among them.
        pungs: Only pungs count as melds [W16].
        own_face: Every caishen stands for its own face [W4].
    """
    shared: _Shared = shared_with_pungs if pungs else _shared_with_any
    for counts, whites in _white_choices(held):
        wild = held.caishen
        if own_face and held.face is not None:
            counts[held.face.index] += wild
            wild = 0
        if _can_be_made(shared, counts, wild, held.melds, 1):
            return tuple(_Takes(held, whites).groups(shared, counts, wild))
    return None


def horse_choices(held: Held) -> frozenset[int]:
    """The numbers of 白板 as the caishen with which sixteen tiles are five melds and a lone caishen [W13]."""
    return frozenset(
        whites
        for counts, whites in _white_choices(held)
        if held.caishen and _can_be_made(_shared_with_any, counts, held.caishen - 1, held.melds, 0)
    )


def _white_choices(held: Held) -> Iterator[tuple[list[int], int]]:
    """The counts with each choice of 白板 as the caishen's face, and how many they are [W3]."""
    for whites in held.choices:
        counts = list(held.counts)
        if held.face is not None:
            counts[WHITE.index] += held.whites - whites
            counts[held.face.index] += whites
        yield counts, whites


def _can_be_made(shared: _Shared, counts: Sequence[int], wild: int, melds: int, pairs: int) -> bool:
    natural = sum(counts)
    if min(melds, pairs) < 0:
        return False
    return natural + wild == 3 * melds + 2 * pairs and shared(counts, melds, pairs) == natural


class _Take(NamedTuple):
    """A group by faces: those of natural tiles, and those that caishen fill."""

    kind: GroupKind
    natural: tuple[int, ...]
    filled: tuple[int, ...]


def _takes(counts: Sequence[int], wild: int) -> Iterator[_Take]:
    """Every group that can hold the lowest natural tile, those with most natural tiles first."""
    lowest = next(face for face, count in enumerate(counts) if count)
    options = [
        *_alike(GroupKind.PUNG, 3, lowest, counts[lowest]),
        *_alike(GroupKind.PAIR, 2, lowest, counts[lowest]),
        *(take for low in _chow_starts(lowest) for take in _chows(low, lowest, counts)),
    ]
    return (take for take in sorted(options, key=lambda take: len(take.filled)) if len(take.filled) <= wild)


def _alike(kind: GroupKind, size: int, face: int, count: int) -> Iterator[_Take]:
    for natural in range(min(size, count), 0, -1):
        yield _Take(kind, (face,) * natural, (face,) * (size - natural))


def _chow_starts(face: int) -> range:
    """The lowest faces of the chows that hold a face."""
    start = face // 9 * 9
    return range(max(start, face - 2), min(face, start + 6) + 1) if face < 27 else range(0)


def _chows(low: int, lowest: int, counts: Sequence[int]) -> Iterator[_Take]:
    """The chows from `low` that hold the natural tile `lowest`, with all or some of the others natural."""
    others = [face for face in range(low, low + 3) if face > lowest and counts[face]]
    for size in range(len(others), -1, -1):
        for natural in combinations(others, size):
            kept = (lowest, *natural)
            yield _Take(GroupKind.CHOW, kept, tuple(face for face in range(low, low + 3) if face not in kept))


class _Takes:
    """Takes groups from the counted tiles and gives each place back its physical tile."""

    def __init__(self, held: Held, whites: int) -> None:
        """Of the tiles of the caishen's face, `whites` are 白板 and the others caishen."""
        self._melds = held.melds
        self._own = held.face.index if held.face is not None else -1
        self._whites = whites

    def groups(self, shared: _Shared, counts: list[int], wild: int) -> Iterator[Group]:
        """The groups that the tiles make, melds by face and the pair last.

        `counts` and `wild` must be able to make them.
        """
        takes: list[_Take] = []
        melds, pairs = self._melds, 1
        while any(counts):
            take = next(
                take
                for take in _takes(counts, wild)
                if _can_be_made(shared, *_without(counts, wild, take), *_less(melds, pairs, take))
            )
            takes.append(take)
            counts, wild = _without(counts, wild, take)
            melds, pairs = _less(melds, pairs, take)
        takes += [_Take(GroupKind.PUNG, (), (self._own,) * 3)] * melds  # of caishen alone [W20]
        takes += [_Take(GroupKind.PAIR, (), (self._own,) * 2)] * pairs
        return (self._group(take) for take in sorted(takes, key=_pair_last))

    def _group(self, take: _Take) -> Group:
        natural = [Placed(self._piece(face), FACES[face]) for face in take.natural]
        filled = [Placed(CAISHEN, FACES[face]) for face in take.filled]
        return Group(take.kind, tuple(sorted((*natural, *filled), key=_by_face)))

    def _piece(self, face: int) -> Piece:
        if face != self._own:
            return FACES[face]
        self._whites -= 1
        return WHITE if self._whites >= 0 else CAISHEN


def _without(counts: Sequence[int], wild: int, take: _Take) -> tuple[list[int], int]:
    rest = list(counts)
    for face in take.natural:
        rest[face] -= 1
    return rest, wild - len(take.filled)


def _less(melds: int, pairs: int, take: _Take) -> tuple[int, int]:
    """Melds and pairs still to make; -1 where there are none left to make."""
    return (melds, pairs - 1) if take.kind is GroupKind.PAIR else (melds - 1, pairs)


def _pair_last(take: _Take) -> tuple[bool, list[int]]:
    return take.kind is GroupKind.PAIR, sorted((*take.natural, *take.filled))


def _by_face(placed: Placed) -> int:
    return placed.face.index if placed.face is not None else _FACES


# --- eight pairs ------------------------------------------------------------------------------------------


class EightPairs(NamedTuple):
    """Eight pairs and a single.

    Attributes:
        groups: The pairs, then the single.
        completed: Pairs that a caishen completes.
    """

    groups: tuple[Group, ...]
    completed: int


def eight_pairs(held: Held) -> EightPairs | None:
    """The tiles as eight pairs and a single, no melds declared; None when they are not [W1, W8].

    白板 is paired as itself: as the caishen's face it would make as many pairs, with a caishen too [W7].
    """
    if held.melds != MELDS or not held.choices:
        return None
    counts = list(held.counts)
    counts[WHITE.index] += held.whites
    pairs = [
        face for face, count in enumerate(counts) for _ in range(count // 2)
    ]  # four alike are two pairs [W8]
    singles = [face for face, count in enumerate(counts) if count % 2]
    completed = min(len(singles), held.caishen, PAIRS - len(pairs))
    spare = held.caishen - completed
    alone = PAIRS - len(pairs) - completed  # pairs of caishen alone
    if 2 * alone > spare:
        return None
    spare -= 2 * alone
    groups = [_pair(FACES[face], FACES[face]) for face in pairs]
    groups += [_pair(FACES[face], CAISHEN) for face in singles[:completed]]
    groups.sort(key=lambda group: _by_face(group.placed[0]))
    groups += [Group(GroupKind.PAIR, (Placed(CAISHEN, held.face),) * 2)] * alone
    left = [Placed(CAISHEN, None)] * spare + [
        Placed(FACES[face], FACES[face]) for face in singles[completed:]
    ]
    return EightPairs((*groups, Group(GroupKind.SINGLES, tuple(left))), completed)


def _pair(face: Tile, other: Piece) -> Group:
    return Group(GroupKind.PAIR, (Placed(face, face), Placed(other, face)))
