"""One cover of each suit joined to a reading, and the bounded walk through all that can be joined.

The bound adds, for what is fixed so far and for what may still come: the most that common traits can pay
(`trait_bound` of the traits still possible), the most that each suit's own chows, pungs and honours pay
(`SuitSets.bound`), the most for concealed pungs, the most for fans across suits (`cross_bound`), and what
the win itself pays. Every fan belongs to one of these parts, and no part is below what its fans pay in any
reading of the branch, so no branch that is left holds a better or an equal reading. See `docs/scoring.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from huopin.scoring.huopin.combinations import chow_flags, pung_flags
from huopin.scoring.huopin.flags import settle
from huopin.scoring.huopin.frame import Frame
from huopin.scoring.huopin.properties import EVERYTHING, trait_bound, trait_flags
from huopin.scoring.huopin.sets import CONCEALED, SuitSets, tally_flags
from huopin.scoring.score import Shape

Row = tuple[SuitSets, ...]
"""The covers of one suit."""

_CONCEALED_BOUND: Final = tuple(settle(tally_flags(count * CONCEALED))[0] for count in range(5))
"""What a number of concealed pungs pays at most."""
_ALL_TYPES: Final = 6
_LAST: Final = 3


class Joint(NamedTuple):
    """What all readings of one search have in common beside the hand.

    Attributes:
        shape: The shape of the win.
        flags: Fans of the shape itself.
        straight: The faces of the knitted straight, if that is the shape.
    """

    shape: Shape
    flags: int
    straight: tuple[int, ...]


@lru_cache(maxsize=1 << 10)
def cross_bound(melds: tuple[int, ...]) -> int:
    """What fans across suits pay at most when the three suits hold so many melds."""
    held = sorted((count for count in melds if count), reverse=True)
    if len(held) == 3:
        return 16  # 三同刻; chows pay less: 花龙 or 三色三同顺 8, and 1 for a fourth
    if len(held) < 2:
        return 0
    # Two suits: 双同刻 for each pair of pungs, or 三色双龙会 with two chows in both.
    return max(2 * held[0] * held[1], 16 if held == [2, 2] else 0)


class Product:
    """All readings that take one cover from each row, and a bound on what they pay."""

    def __init__(self, frame: Frame, joint: Joint, rows: Sequence[Row], cross: int) -> None:
        self._frame = frame
        self._joint = joint
        self._rows = rows
        # What the rows from a place on can still bring.
        self._traits = [EVERYTHING] * 5
        self._bounds = [0] * 5
        self._concealed = [0] * 5
        for place in (3, 2, 1, 0):
            traits = bound = concealed = 0
            for one in rows[place]:
                traits |= one.traits
                bound = max(bound, one.bound)
                concealed = max(concealed, one.tally)
            self._traits[place] = self._traits[place + 1] & traits
            self._bounds[place] = self._bounds[place + 1] + bound
            self._concealed[place] = self._concealed[place + 1] + concealed // CONCEALED
        all_types = 0 if self._traits[_LAST] == EVERYTHING else _ALL_TYPES
        self._fixed = cross + all_types + frame.sure + settle(joint.flags)[0]
        self.bound = max(self._bound_at(0, EVERYTHING, frame.tally, self._fixed), frame.floor)

    def _bound_at(self, place: int, traits: int, tally: int, local: int) -> int:
        concealed = _CONCEALED_BOUND[tally // CONCEALED + self._concealed[place]]
        return trait_bound(traits & self._traits[place]) + local + self._bounds[place] + concealed

    def search(self) -> None:
        """Offers every reading that its bound does not rule out."""
        self._descend(0, EVERYTHING, self._frame.tally, self._fixed, ())

    def _descend(self, place: int, traits: int, tally: int, local: int, picked: Row) -> None:
        above = place + 1
        best, floor = self._frame.best, self._frame.floor
        for one in self._rows[place]:
            if place == _LAST:
                offer_joined(self._frame, self._joint, (*picked, one))
                continue
            common, counted, fixed = traits & one.traits, tally + one.tally, local + one.bound
            if max(floor, self._bound_at(above, common, counted, fixed)) >= best.threshold:
                self._descend(above, common, counted, fixed, (*picked, one))


def offer_joined(frame: Frame, joint: Joint, sets: Row) -> None:
    """Offers the reading that takes these sets, one cover of each suit."""
    one, two, three, four = sets
    flags = joint.flags | one.flags | two.flags | three.flags | four.flags
    flags |= trait_flags(one.traits & two.traits & three.traits & four.traits)
    flags |= tally_flags(frame.tally + one.tally + two.tally + three.tally + four.tally)
    chows = one.chows + two.chows + three.chows
    if len(chows) > 1:
        flags |= chow_flags(chows)
    pungs = one.pungs + two.pungs + three.pungs
    if len(pungs) > 1:
        flags |= pung_flags(pungs)
    frame.offer(flags, joint.shape, sets, joint.straight)
