"""A hand made ready for the search: counts, declared melds by suit, what holds for every reading."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from huopin.scoring.hand import Context, Hand, Meld, MeldKind, Options
from huopin.scoring.huopin.circumstances import circumstance_flags
from huopin.scoring.huopin.covers import PUNG
from huopin.scoring.huopin.flags import CHICKEN, NO_CAISHEN, settle
from huopin.scoring.huopin.found import Best, Found
from huopin.scoring.huopin.sets import CONCEALED, KONG, SuitSets
from huopin.scoring.huopin.waits import only_wait, waits_only_on
from huopin.scoring.score import Shape
from huopin.scoring.tiles import FACES, Tile

STARTS: Final = (0, 9, 18, 27, 34)
"""The first face of each suit, of the honours, and the end."""
_UNLIMITED: Final = 15
_CHICKEN_POINTS: Final = 8
_NO_DECLARED: Final[tuple[tuple[int, ...], ...]] = ((), (), (), ())


def _code(meld: Meld) -> int:
    if meld.kind is MeldKind.CHOW:
        return 0
    return KONG if meld.kind is MeldKind.KONG else PUNG


def _declared_codes(melds: Sequence[Meld]) -> tuple[tuple[int, ...], ...]:
    """The codes of declared melds by suit, as `sets` takes them."""
    if not melds:
        return _NO_DECLARED
    suits: tuple[list[int], ...] = ([], [], [], [])
    for meld in melds:
        suit, rank = divmod(meld.tiles[0].index, 9)
        suits[suit].append(_code(meld) + rank)
    return tuple(tuple(sorted(suit)) for suit in suits)


class Frame:
    """One complete hand that is free of problems.

    Attributes:
        counts: Natural concealed tiles by face, the winning tile included.
        held: Bits of the faces among them.
        odd: Bits of the faces held an odd number of times.
        caishen: Caishen in the hand, the winning tile included.
        melds: Melds still to be made: 4 less the declared ones.
        declared: Codes of the declared melds by suit.
        winds: The winds of the round and seat, 0-3.
        discard: Whether the win was not a self-draw.
        win: The face of a natural winning tile; -1 for a drawn caishen.
        home: The caishen's own face; -1 when there is none.
        most: Copies of a face that the hand may show [R5].
        tally: Concealed kongs, counted as `sets.CONCEALED`.
        sure: What the fans of every reading pay, exclusions by others apart.
        floor: What a reading without any fan pays; 0 when every reading has one.
    """

    def __init__(self, hand: Hand, context: Context, options: Options, best: Best) -> None:
        self.counts = [0] * len(FACES)
        self.held = self.odd = self.caishen = 0
        for piece in hand.pieces:
            if isinstance(piece, Tile):
                self.counts[piece.index] += 1
                self.held |= 1 << piece.index
                self.odd ^= 1 << piece.index
            else:
                self.caishen += 1
        self.melds = 4 - len(hand.melds)
        self.declared = _declared_codes(hand.melds)
        self.winds = (context.round_wind.index - STARTS[3], context.seat_wind.index - STARTS[3])
        self.discard = not context.self_draw
        self.win = hand.win.index if isinstance(hand.win, Tile) else -1
        self.home = -1 if context.caishen is None else context.caishen.index
        self.most = options.max_copies or _UNLIMITED
        self.tally = sum(meld.concealed for meld in hand.melds) * CONCEALED
        self._flags = circumstance_flags(hand, context)
        self.sure = settle(self._flags)[0]
        # R9: what may stand beside 无番和.
        self._unseen = NO_CAISHEN if options.wufan_ignores_wucaishen else 0
        bare = not self._flags & ~self._unseen
        self.floor = _CHICKEN_POINTS + settle(self._unseen)[0] if bare else 0
        self.best = best

    def offer(self, flags: int, shape: Shape, sets: tuple[SuitSets, ...], faces: tuple[int, ...]) -> None:
        """Settles the fans of a reading and keeps it when it is among the best."""
        total, left = settle(flags | self._flags)
        if not left & ~self._unseen:
            total += _CHICKEN_POINTS
            left |= CHICKEN
        if total >= self.best.threshold:
            self.best.offer(total, Found(left, shape, sets, faces))

    @cached_property
    def wait(self) -> int:
        """The face that the other thirteen tiles wait on alone [R13]; -2 when there are several."""
        others = list(self.counts)
        if self.win < 0:
            near = max(range(len(FACES)), key=others.__getitem__)
            found = only_wait(others, self.caishen - 1, self.melds, near)
        else:
            others[self.win] -= 1
            if not self.caishen:
                return self.win if waits_only_on(self.win, others, self.melds) else -2
            found = only_wait(others, self.caishen, self.melds, self.win)
        return -2 if found is None else found

    def at_home(self, filled: Sequence[int]) -> int:
        """无财神 where every caishen stands for its own face [R10].

        Args:
            filled: What the caishen stand for.
        """
        return NO_CAISHEN if filled and all(face == self.home for face in filled) else 0
