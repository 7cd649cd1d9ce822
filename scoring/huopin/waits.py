"""Which faces complete a hand that is one tile short, caishen wild and copies not limited [R13]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from huopin.scoring.huopin.covers import BITS, honour_covers, number_covers, pack
from huopin.scoring.shapes import KNITTED, ORPHANS, huopin_distance, melds_distance
from huopin.scoring.tiles import FACES

_NEAR: Final = tuple(
    tuple(other for _distance, other in sorted((abs(other - face), other) for other in range(len(FACES))))
    for face in range(len(FACES))
)
"""All faces, nearest first: where a second wait is likely found soonest."""
_ORPHAN_BITS: Final = sum(1 << face for face in ORPHANS)
_STRAIGHT_BITS: Final = tuple(sum(1 << face for face in straight) for straight in KNITTED)
_STARTS: Final = (0, 9, 18, 27, 34)


def _completes(counts: Sequence[int], caishen: int, melds: int, faces: Sequence[int]) -> Iterator[int]:
    tried = list(counts)
    for face in faces:
        tried[face] += 1
        if not huopin_distance(tried, caishen, melds):
            yield face
        tried[face] -= 1


def waiting_faces(counts: Sequence[int], caishen: int, melds: int) -> tuple[int, ...]:
    """Every face that completes the hand.

    Args:
        counts: Natural concealed tiles by face, one tile short of a complete hand.
        caishen: Caishen among the concealed tiles.
        melds: Melds still to be made: 4 less the declared ones.
    """
    return tuple(_completes(counts, caishen, melds, range(len(FACES))))


def only_wait(counts: Sequence[int], caishen: int, melds: int, near: int) -> int | None:
    """The one face that completes the hand, None when several or none do.

    With caishen it looks around the face `near` first; without, only where a tile can complete the hand.
    """
    found = _completes(counts, caishen, melds, _NEAR[near]) if caishen else _natural_waits(counts, melds)
    first = next(found, None)
    return None if first is None or any(face != first for face in found) else first


def _natural_waits(counts: Sequence[int], melds: int) -> Iterator[int]:
    """Every face that completes a hand without caishen, some twice."""
    yield from _meld_waits(counts, melds)
    held = sum([1 << face for face, count in enumerate(counts) if count])
    if melds == 4 and sum([count >> 1 for count in counts]) == 6:
        yield from (face for face, count in enumerate(counts) if count & 1)
    if melds == 4 and (not held & ~_ORPHAN_BITS or held.bit_count() == 13):
        yield from _completes(counts, 0, melds, range(len(FACES)))
    if melds >= 3:
        yield from _straight_waits(counts, held, melds)


def _straight_waits(counts: Sequence[int], held: int, melds: int) -> Iterator[int]:
    """Waits for a knitted straight with a meld and a pair, or a pair beside a declared meld."""
    for straight, bits in zip(KNITTED, _STRAIGHT_BITS, strict=True):
        missing = bits & ~held
        if missing.bit_count() > 1:
            continue
        rest = list(counts)
        for face in straight:
            rest[face] = max(0, rest[face] - 1)
        if not missing:
            yield from _meld_waits(rest, melds - 3)
        elif not melds_distance(rest, 0, melds - 3):
            yield missing.bit_length() - 1


def _meld_waits(counts: Sequence[int], melds: int) -> Iterator[int]:
    """Waits for melds and a pair without caishen: all suits but one are whole, and that one lacks a tile."""
    suits = [counts[start:stop] for start, stop in pairwise(_STARTS)]
    sizes = [sum(suit) for suit in suits]
    tiles = [pack(suit) for suit in suits]
    for place, suit in enumerate(suits):
        sizes[place] += 1
        if sorted(size % 3 for size in sizes) == [0, 0, 0, 2] and all(
            _is_whole(other, tiles[other], sizes[other]) for other in range(4) if other != place
        ):
            for rank in _neighbours(suit, chows=place < 3):
                if _is_whole(place, tiles[place] + (1 << BITS * rank), sizes[place]):
                    yield _STARTS[place] + rank
        sizes[place] -= 1


def _is_whole(suit: int, tiles: int, size: int) -> bool:
    covers = number_covers if suit < 3 else honour_covers
    return bool(covers(tiles, size // 3, size % 3 // 2))


def _neighbours(suit: Sequence[int], *, chows: bool) -> Iterator[int]:
    """Ranks that could join a tile of the suit in a meld or pair."""
    reach = 2 if chows else 0
    for rank in range(len(suit)):
        if any(suit[max(0, rank - reach) : rank + reach + 1]):
            yield rank
