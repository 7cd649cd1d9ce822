"""Which faces complete a hand that is one tile short, caishen wild and copies not limited [R13]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from huopin.scoring.shapes import huopin_distance
from huopin.scoring.tiles import FACES

_NEAR: Final = tuple(
    tuple(other for _distance, other in sorted((abs(other - face), other) for other in range(len(FACES))))
    for face in range(len(FACES))
)
"""All faces, nearest first: where a second wait is likely found soonest."""


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
    """The one face that completes the hand, None when several or none do; looks around `near` first."""
    found = _completes(counts, caishen, melds, _NEAR[near])
    first = next(found, None)
    return None if first is None or next(found, None) is not None else first
