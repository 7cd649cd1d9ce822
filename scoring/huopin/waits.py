"""Which faces complete a hand that is one tile short, caishen wild and copies not limited [R13]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from huopin.scoring.shapes import KNITTED, ORPHANS, huopin_distance, melds_distance
from huopin.scoring.tiles import FACES

_NEAR: Final = tuple(
    tuple(other for _distance, other in sorted((abs(other - face), other) for other in range(len(FACES))))
    for face in range(len(FACES))
)
"""All faces, nearest first: where a second wait is likely found soonest."""
_ORPHAN_BITS: Final = sum(1 << face for face in ORPHANS)
_STRAIGHT_BITS: Final = tuple(sum(1 << face for face in straight) for straight in KNITTED)
_BOUNDS: Final = tuple(pairwise((0, 9, 18, 27, 34)))
_HONOURS: Final = 3


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


def waits_only_on(win: int, counts: Sequence[int], melds: int) -> bool:
    """Whether no face but `win`, which does, completes a hand without caishen."""
    return all(face == win for face in _natural_waits(counts, melds, win))


def _natural_waits(counts: Sequence[int], melds: int, known: int = -1) -> Iterator[int]:
    """Every face that completes a hand without caishen, some twice; melds are not tried with `known`."""
    yield from _meld_waits(counts, known)
    if melds < 3:
        return
    held = odd = 0
    for face, count in enumerate(counts):
        if count:
            held |= 1 << face
            odd |= (count & 1) << face
    if melds == 4 and odd.bit_count() == 1:  # six pairs
        yield odd.bit_length() - 1
    if melds == 4 and (not held & ~_ORPHAN_BITS or held.bit_count() == 13):
        yield from _completes(counts, 0, melds, range(len(FACES)))
    for straight, bits in zip(KNITTED, _STRAIGHT_BITS, strict=True):
        if (bits & ~held).bit_count() < 2:
            yield from _straight_waits(counts, straight, bits & ~held, melds)


def _straight_waits(
    counts: Sequence[int], straight: Sequence[int], missing: int, melds: int
) -> Iterator[int]:
    """Waits for a knitted straight that lacks one face at most, with what else the hand needs."""
    rest = list(counts)
    for face in straight:
        rest[face] = max(0, rest[face] - 1)
    if not missing:
        yield from _meld_waits(rest)
    elif not melds_distance(rest, 0, melds - 3):
        yield missing.bit_length() - 1


def _meld_waits(counts: Sequence[int], known: int = -1) -> Iterator[int]:
    """Waits for melds and a pair without caishen: all suits but one are whole, and that one lacks a tile.

    The face `known` to complete the hand is left out.
    """
    suits = [list(counts[start:stop]) for start, stop in _BOUNDS]
    over = [sum(suit) % 3 for suit in suits]
    for place, suit in enumerate(suits):
        # With the tile, one suit holds the pair and so two tiles over, the others none.
        over[place] = (over[place] + 1) % 3
        if over.count(2) == 1 and over.count(0) == 3 and _others_whole(suits, over, place):
            start = _BOUNDS[place][0]
            for rank in _neighbours(suit, chows=place < _HONOURS):
                if start + rank == known:
                    continue
                suit[rank] += 1
                if _is_whole(suit, over[place] == 2, chows=place < _HONOURS):
                    yield start + rank
                suit[rank] -= 1
        over[place] = (over[place] + 2) % 3


def _others_whole(suits: Sequence[list[int]], over: Sequence[int], place: int) -> bool:
    return all(
        other == place or _is_whole(suits[other], over[other] == 2, chows=other < _HONOURS)
        for other in range(4)
    )


def _is_whole(suit: list[int], pair: bool, *, chows: bool) -> bool:
    """Whether the tiles of a suit make melds, and a pair if wanted, with none left over."""
    split = _splits_into_melds if chows else _splits_into_pungs
    if not pair:
        return split(suit)
    for rank, count in enumerate(suit):
        if count > 1:
            suit[rank] -= 2
            whole = split(suit)
            suit[rank] += 2
            if whole:
                return True
    return False


def _splits_into_melds(suit: Sequence[int]) -> bool:
    """From the lowest rank up: three alike may be a pung, what is over must begin chows."""
    begun = before = 0
    for count in suit:
        count -= begun
        if count < 0:
            return False
        count %= 3
        begun, before = before + count, count
    return not begun and not before


def _splits_into_pungs(suit: Sequence[int]) -> bool:
    return not any(count % 3 for count in suit)


def _neighbours(suit: Sequence[int], *, chows: bool) -> list[int]:
    """Ranks that could join a tile of the suit in a meld or pair."""
    reach = 2 if chows else 0
    return [rank for rank in range(len(suit)) if any(suit[max(0, rank - reach) : rank + reach + 1])]
