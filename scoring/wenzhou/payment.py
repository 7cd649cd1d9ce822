"""Who pays whom for a Wenzhou hand: the win, and the caishen money 财神钱.

Source: `rules/wenzhou.md` §4. Points are those of the table; every result sums to zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from huopin.scoring.errors import SettingsError
from huopin.scoring.table import Payment, Seat
from huopin.scoring.wenzhou.checks import CAISHEN_IN_PLAY
from huopin.scoring.wenzhou.classes import WinClass

BUY: Final = "买底"
TOP: Final = "顶底"
_PLAYERS: Final = range(2, 5)


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a hand is played for.

    Attributes:
        dealer: The dealer's seat.
        base: 底, points before any doubling; see `rounds.base`.
        bought: 买底, the dealer doubled the stake.
        topped: 顶底, the opponents of the dealer who doubled theirs [W27].
    """

    dealer: Seat
    base: int
    bought: bool = False
    topped: frozenset[Seat] = frozenset()

    def doublings(self, one: Seat, other: Seat) -> tuple[str, ...]:
        """What doubles the stake between two players, whichever of them wins [W26].

        Both stakes are between the dealer and an opponent, so nothing doubles between two opponents [W27].
        """
        if self.dealer not in (one, other):
            return ()
        opponent = other if one is self.dealer else one
        return (BUY,) * self.bought + (TOP,) * (opponent in self.topped)


@dataclass(frozen=True, slots=True)
class WenzhouWin:
    """A win to settle.

    Attributes:
        winner: Who won.
        win_class: Soft, hard or double.
        discarder: Who discarded the winning tile or had a kong robbed; None for a self-draw.
        caishen: Physical caishen each player holds, losers too; none where a seat is missing.
    """

    winner: Seat
    win_class: WinClass
    discarder: Seat | None = None
    caishen: Mapping[Seat, int] = field(default_factory=dict)


def settle_wenzhou(players: Sequence[Seat], stakes: Stakes, win: WenzhouWin) -> tuple[Payment, ...]:
    """Every payment for a win: those of the losers, then the caishen money. A drawn hand pays nothing [W25].

    Args:
        players: The seats taken, 2 to 4, counter-clockwise.
        stakes: What the hand is played for.
        win: The win.

    Raises:
        SettingsError: a seat nobody sits on, a refused win, more caishen than there are.
    """
    _check(players, stakes, win)
    return (*_win_payments(players, stakes, win), *_caishen_payments(players, stakes, win))


def _check(players: Sequence[Seat], stakes: Stakes, win: WenzhouWin) -> None:
    if len(players) not in _PLAYERS or len(set(players)) != len(players):
        raise SettingsError(f"expected 2 to 4 players, got {len(players)}")
    for role, seat in (("dealer", stakes.dealer), ("winner", win.winner), ("discarder", win.discarder)):
        if seat is not None and seat not in players:
            raise SettingsError(f"expected a {role} among the players, got seat {seat.value}")
    for seat in (*stakes.topped, *win.caishen):
        if seat not in players:
            raise SettingsError(f"expected only players who take part, got seat {seat.value}")
    if win.discarder is win.winner:
        raise SettingsError("expected the winner and the discarder to differ, got the same player")
    if stakes.dealer in stakes.topped:
        raise SettingsError("expected an opponent of the dealer to 顶底, got the dealer, who may 买底")
    if win.win_class.multiplier is None:
        raise SettingsError("expected a soft, hard or double win, got a refused one [W13]")
    held = sum(win.caishen.values())
    if min(win.caishen.values(), default=0) < 0 or held > CAISHEN_IN_PLAY:
        raise SettingsError(f"expected 0 to {CAISHEN_IN_PLAY} caishen in all hands together, got {held} [W2]")


def _win_payments(players: Sequence[Seat], stakes: Stakes, win: WenzhouWin) -> Iterator[Payment]:
    """On a self-draw all pay, on a discard who discarded: with two players always the opponent [W29]."""
    times = _class_doublings(win.win_class)
    for payer in players:
        if payer is not win.winner and win.discarder in (None, payer):
            doubled_for = stakes.doublings(win.winner, payer) + times
            yield Payment(
                payer, win.winner, stakes.base, doubled_for, f"{win.win_class.zh}: base {stakes.base}"
            )


def _class_doublings(win_class: WinClass) -> tuple[str, ...]:
    """Hard doubles once, double twice [W18]."""
    return {WinClass.HARD: (WinClass.HARD.zh,), WinClass.DOUBLE: (WinClass.HARD.zh, WinClass.DOUBLE.zh)}.get(
        win_class, ()
    )


def _caishen_payments(players: Sequence[Seat], stakes: Stakes, win: WenzhouWin) -> Iterator[Payment]:
    """Each collects the base from each other per caishen held [W23], the winner of a double twice [W24]."""
    for receiver in players:
        held = win.caishen.get(receiver, 0)
        twice = receiver is win.winner and win.win_class is WinClass.DOUBLE
        for payer in players:
            if held and payer is not receiver:
                yield Payment(
                    payer,
                    receiver,
                    stakes.base * held,
                    (WinClass.DOUBLE.zh,) * twice,
                    f"财神钱: {held} × base {stakes.base}",
                )
