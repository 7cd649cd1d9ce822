"""The class of a Wenzhou win: the best over all readings, with every reason for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from huopin.scoring.errors import HandError
from huopin.scoring.hand import Hand
from huopin.scoring.score import GroupKind
from huopin.scoring.tiles import CAISHEN, Tile
from huopin.scoring.wenzhou import classes
from huopin.scoring.wenzhou.checks import CAISHEN_IN_PLAY, MELDS, wenzhou_problems
from huopin.scoring.wenzhou.classes import Reason, WinClass
from huopin.scoring.wenzhou.context import WenzhouContext
from huopin.scoring.wenzhou.readings import (
    EightPairs,
    Group,
    Held,
    Placed,
    Reading,
    declared_groups,
    eight_pairs,
    hold,
    horse_choices,
    meld_groups,
)

_RANKING: Final = (WinClass.DOUBLE, WinClass.HARD, WinClass.SOFT)


@dataclass(frozen=True, slots=True)
class WenzhouScore:
    """What the rules say of seventeen tiles.

    Attributes:
        win_class: The best class over all readings [W22].
        reasons: Why it has that class, each enough by itself.
        reading: A reading that shows it; None for three caishen without a shape and for a refused win.
    """

    win_class: WinClass
    reasons: tuple[Reason, ...]
    reading: Reading | None = None

    @property
    def multiplier(self) -> int | None:
        """What the stake is multiplied by: 1, 2 or 4; None when the win is refused."""
        return self.win_class.multiplier

    @property
    def caishen_as(self) -> tuple[Tile, ...]:
        """What the caishen stand for in the reading, ascending."""
        return self.reading.caishen_as if self.reading else ()

    @property
    def white_as(self) -> tuple[Tile, ...]:
        """What every 白板 stands for in the reading, ascending."""
        return self.reading.white_as if self.reading else ()


def wenzhou_score(hand: Hand, context: WenzhouContext) -> WenzhouScore | None:
    """The class of a win and why; None when the tiles do not win.

    A physical caishen is the caishen wherever it comes from, a discard too: the rules make no exception [W5].

    Args:
        hand: Seventeen tiles, kongs counted as three; caishen as `CAISHEN` or by their face.
        context: How it was won.

    Raises:
        HandError: tiles or circumstances that cannot be; lists every problem.
    """
    if context.caishen is not None:
        hand = hand.with_caishen(context.caishen, self_draw=True)
    found = wenzhou_problems(hand, context)
    if found:
        raise HandError(found)
    return _Judge(hand, context).score()


class _Judge:
    """One hand and what is asked about it more than once."""

    def __init__(self, hand: Hand, context: WenzhouContext) -> None:
        self._hand = hand
        self._context = context
        self._declared = declared_groups(hand)
        before = hold(hand.concealed, context.caishen, len(self._declared))
        self._horses = horse_choices(before)
        self._held = hold(hand.pieces, context.caishen, len(self._declared))
        if not (context.drawn or context.robs_kong):
            self._held = self._held._replace(choices=_without_horses(before, self._held, self._horses))

    def score(self) -> WenzhouScore | None:
        """The best over all readings that may win [W22]."""
        found = tuple(self._reasons())
        for win_class in _RANKING:  # never more than one double [W18]
            chosen = [(reason, reading) for reason, reading in found if reason.win_class is win_class]
            if chosen:
                reading = next((reading for _reason, reading in chosen if reading), None)
                return WenzhouScore(win_class, tuple(reason for reason, _reading in chosen), reading)
        return WenzhouScore(WinClass.REFUSED, (classes.HORSE_DISCARD,)) if self._horses else None

    def _reasons(self) -> Iterator[tuple[Reason, Reading | None]]:
        """Everything that gives the hand a class, with a reading that shows it.

        财神马 needs no case of its own: 碰碰胡 or three caishen double it like any win [W14].
        """
        shown = self._shown
        three = self._held.caishen == CAISHEN_IN_PLAY
        if self._context.quanqiu:
            yield classes.QUANQIU, shown
        if shown and three:
            yield classes.THREE_CAISHEN_SHAPE, shown
        if not shown and three and self._context.drawn:
            yield classes.THREE_CAISHEN, None
        if shown or (three and self._context.drawn):
            yield from self._first_wins()
        if self._pungs:
            yield classes.ALL_PUNGS, self._pungs
        if shown and self._is_single_wait():
            yield classes.SINGLE_WAIT, shown
        yield from self._pair_reasons()
        if shown:
            yield from self._common_reasons(shown)

    def _first_wins(self) -> Iterator[tuple[Reason, Reading | None]]:
        if self._context.heavenly:
            yield classes.HEAVENLY, self._shown
        if self._context.earthly:
            yield classes.EARTHLY, self._shown

    def _pair_reasons(self) -> Iterator[tuple[Reason, Reading | None]]:
        if self._eight_pairs is None:
            return
        reading = Reading(self._eight_pairs.groups)
        if self._held.caishen == 0:
            yield classes.HARD_PAIRS, reading
        elif self._held.caishen == 2:
            yield classes.TWO_CAISHEN_PAIRS, reading
        elif self._held.caishen == 1 and self._eight_pairs.completed:
            yield classes.SOFT_PAIRS, reading
        elif self._held.caishen == 1:
            yield classes.LONE_CAISHEN_PAIRS, reading

    def _common_reasons(self, shown: Reading) -> Iterator[tuple[Reason, Reading | None]]:
        if self._context.drawn:
            yield (classes.HORSE if self._horses else classes.SELF_DRAW), shown
        if self._context.robs_kong:
            yield classes.ROBBED_KONG, shown
        if self._own_face:
            yield classes.NO_FOREIGN, self._own_face
        yield classes.FOREIGN, shown

    @property
    def _shown(self) -> Reading | None:
        """The reading to show when any will do: caishen as their own face where they can be."""
        if self._context.quanqiu:
            lone = Group(GroupKind.SINGLES, (Placed(CAISHEN, None),))
            return Reading((*self._declared, lone))
        pairs = self._eight_pairs
        return self._own_face or self._melds or (Reading(pairs.groups) if pairs else None)

    @cached_property
    def _own_face(self) -> Reading | None:
        """Melds and a pair with every caishen as its own face; 白板 may be either [W4]."""
        return self._reading(meld_groups(self._held, own_face=True))

    @cached_property
    def _melds(self) -> Reading | None:
        return self._reading(meld_groups(self._held))

    @cached_property
    def _pungs(self) -> Reading | None:
        if any(group.kind is GroupKind.CHOW for group in self._declared):
            return None
        return self._reading(meld_groups(self._held, pungs=True))

    def _reading(self, groups: tuple[Group, ...] | None) -> Reading | None:
        return None if groups is None else Reading((*self._declared, *groups))

    @cached_property
    def _eight_pairs(self) -> EightPairs | None:
        return eight_pairs(self._held)

    def _is_single_wait(self) -> bool:
        """Five declared melds, concealed kongs among them, and one natural tile waiting [W12]."""
        return len(self._declared) == MELDS and self._hand.concealed != (CAISHEN,)


def _without_horses(before: Held, held: Held, horses: frozenset[int]) -> tuple[int, ...]:
    """The choices of 白板 that leave the sixteen tiles no 财神马, which wins on no discard [W13].

    白板 counts as what is better [W3], and so as what keeps the win possible: with 1p the caishen,
    `123456789m*23789pP+P` is a pair of 白板, although its first 白板 could make the caishen a lone one.
    """
    won = held.whites - before.whites  # 1 when the winning tile is a 白板, which is none of the sixteen
    kept = [choice for choice in before.choices if choice not in horses]
    return tuple(sorted({choice + own for choice in kept for own in range(won + 1)}))
