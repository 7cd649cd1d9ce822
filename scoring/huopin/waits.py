"""Which faces complete a hand that is one tile short, caishen wild and copies not limited [R13]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from huopin.scoring.huopin.covers import BITS, honour_covers, number_covers, pack
from huopin.scoring.shapes import KNITTED, huopin_distance
from huopin.scoring.tiles import FACES

_NEAR: Final = tuple(
    tuple(other for _distance, other in sorted((abs(other - face), other) for other in range(len(FACES))))
    for face in range(len(FACES))
)
"""All faces, nearest first: where a second wait is likely found soonest."""
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

    Looks around `near` first, and without caishen only where a tile can complete a hand of melds and a pair.
    """
    natural = not caishen and not _near_special(counts, melds)
    found = _natural_waits(counts, melds) if natural else _completes(counts, caishen, melds, _NEAR[near])
    first = next(found, None)
    return None if first is None or next(found, None) is not None else first


def _near_special(counts: Sequence[int], melds: int) -> bool:
    """Whether a tile could make a shape other than melds and a pair: a quick test that errs to yes."""
    if melds < 3:
        return False
    if melds == 4 and sum(count >> 1 for count in counts) == 6:
        return True
    if melds == 4 and max(counts) < 3 and sum(map(bool, counts)) >= 12:
        return True
    return any(sum(bool(counts[face]) for face in faces) >= 8 for faces in KNITTED)


def _natural_waits(counts: Sequence[int], melds: int) -> Iterator[int]:
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
