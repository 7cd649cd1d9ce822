"""How each rule set settles a hand and where the deal goes then: one `Game` for each, listed in `GAMES`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from huopin.ledger.entries import ClassWin, Drawn, FanWin, Hand
from huopin.ledger.errors import EntryError
from huopin.ledger.setup import Setup
from huopin.ledger.table import Table, Transfer, transfer
from huopin.scoring.errors import SettingsError
from huopin.scoring.huopin.settlement import Room, Win, coin_balances, coin_ledger, settle
from huopin.scoring.table import Seat, balances
from huopin.scoring.tiles import Tile
from huopin.scoring.wenzhou.classes import WinClass
from huopin.scoring.wenzhou.payment import Stakes, WenzhouWin, settle_wenzhou
from huopin.scoring.wenzhou.rounds import STARTS, base, deal_passes_on_draw, is_drawn_by_dice


@dataclass(frozen=True, slots=True)
class Played:
    """What a hand does.

    Attributes:
        table: The table after it.
        transfers: Who pays whom, in points.
        changes: What each player gains or loses, in the unit of the session.
        house: What the house takes.
        base: The base of the hand, for rules that have one.
    """

    table: Table
    transfers: tuple[Transfer, ...] = ()
    changes: Mapping[str, int] | None = None
    house: int = 0
    base: int | None = None


class Game(Protocol):
    """A rule set as the ledger sees it."""

    def check(self, setup: Setup) -> None:
        """Refuses settings it cannot be played by (`SettingsError`)."""

    def base(self, setup: Setup, table: Table) -> int | None:
        """The base of the next hand; None when the rules have none."""

    def play(self, setup: Setup, table: Table, hand: Hand) -> Played:
        """Settles a hand (`EntryError`, `SettingsError` or another `HuopinError` when it cannot be)."""


def game(rules: str) -> Game:
    """The game of a rule set.

    Raises:
        SettingsError: there is none.
    """
    if rules not in GAMES:
        raise SettingsError(f"expected rules {' or '.join(GAMES)}, got {rules!r}")
    return GAMES[rules]


def _count_players(setup: Setup, few: int, many: int) -> None:
    if not few <= len(setup.players) <= many:
        allowed = str(few) if few == many else f"{few} to {many}"
        raise SettingsError(f"expected {allowed} players for {setup.rules}, got {len(setup.players)}")


def _check_discarder(hand: FanWin | ClassWin) -> None:
    if hand.discarder == hand.winner:
        raise EntryError(f"expected the winner and the discarder to differ, got {hand.winner} for both")


def _by_player(table: Table, by_seat: Mapping[Seat, int]) -> dict[str, int]:
    return {player: by_seat[table.seat(player)] for player in table.players}


class HuopinGame:
    """火拼麻将: rooms, bird, coins.

    The rules name no rotation; the book keeps the usual one: a dealer who wins, or whose hand is drawn, deals
    again; else the deal passes counter-clockwise.
    """

    def check(self, setup: Setup) -> None:
        """Four players, a room, coins or points."""
        _count_players(setup, 4, 4)
        Room.parse(setup.room)
        if setup.take and setup.coefficient is None:
            raise SettingsError("expected coins a point (N) when the house takes a share (A), got none [R21]")

    def base(self, setup: Setup, table: Table) -> int | None:
        """There is none."""
        return None

    def play(self, setup: Setup, table: Table, hand: Hand) -> Played:
        """Settles a hand by room, dealer, bird and coins [R19-R21]."""
        if len(table.players) < len(setup.players):
            raise EntryError("expected four players for huopin, but one has left: begin a new session")
        if isinstance(hand, Drawn):
            return Played(table)
        if not isinstance(hand, FanWin):
            raise EntryError("expected the fan of a win under huopin rules, got a class")
        settlement = settle(Room.parse(setup.room), self._win(table, hand))
        changes, house = settlement.balances, 0
        if setup.coefficient is not None:
            changes = coin_balances(coin_ledger(settlement, setup.coefficient, setup.take))
            house = setup.take * len(setup.players)
        return Played(
            replace(table, run=table.run + 1) if hand.winner == table.dealer else table.passed_on(),
            tuple(transfer(table, payment) for payment in settlement.payments),
            _by_player(table, changes),
            house,
        )

    def _win(self, table: Table, hand: FanWin) -> Win:
        _check_discarder(hand)
        if hand.fan < 1:
            raise EntryError(f"expected a fan of 1 or more, got {hand.fan}")
        return Win(
            fan=hand.fan,
            winner=table.seat(hand.winner),
            discarder=None if hand.discarder is None else table.seat(hand.discarder),
            dealer=table.seat(table.dealer),
            bird=None if hand.bird is None else Tile.parse(hand.bird),
            flowers=hand.flowers,
        )


class WenzhouGame:
    """温州麻将: base by the dealer's run, 买底, 顶底, caishen money."""

    def check(self, setup: Setup) -> None:
        """Two to four players, a base of 2 or 3, points."""
        _count_players(setup, 2, 4)
        if setup.start not in STARTS:
            raise SettingsError(f"expected a base that starts with 2 or 3, got {setup.start}")
        if setup.coefficient is not None or setup.take:
            raise SettingsError("expected no coins N and A under wenzhou rules, which count points, got some")

    def base(self, setup: Setup, table: Table) -> int:
        """By the dealer's run; the first again where the dealer should have been drawn by dice."""
        return base(setup.start, 0 if table.dice_due else table.run)

    def play(self, setup: Setup, table: Table, hand: Hand) -> Played:
        """Settles a hand; the stakes go on while the dealer stays."""
        if isinstance(hand, FanWin):
            raise EntryError("expected the class of a win under wenzhou rules, got a fan")
        if table.dice_due:
            table = table.dealt_by(table.dealer)
        for player in hand.topped:
            table.seat(player)
        table = replace(
            table, bought=table.bought or hand.bought, topped=table.topped | frozenset(hand.topped)
        )
        if table.dealer in table.topped:
            raise EntryError(f"expected 顶底 of an opponent, got the dealer {table.dealer}, who may 买底")
        now = self.base(setup, table)
        if isinstance(hand, Drawn):
            return Played(table.passed_on() if deal_passes_on_draw(hand.kong) else table, base=now)
        payments = settle_wenzhou(self._seats(table), self._stakes(table, now), self._win(table, hand))
        return Played(
            self._after(table, hand),
            tuple(transfer(table, payment) for payment in payments),
            _by_player(table, balances(payments)),
            base=now,
        )

    def _seats(self, table: Table) -> Sequence[Seat]:
        return tuple(map(table.seat, table.players))

    def _stakes(self, table: Table, now: int) -> Stakes:
        return Stakes(table.seat(table.dealer), now, table.bought, frozenset(map(table.seat, table.topped)))

    def _win(self, table: Table, hand: ClassWin) -> WenzhouWin:
        names = [win_class.value for win_class in WinClass if win_class.multiplier]
        if hand.win_class not in names:
            raise EntryError(f"expected a class {', '.join(names)}, got {hand.win_class!r}")
        _check_discarder(hand)
        return WenzhouWin(
            winner=table.seat(hand.winner),
            win_class=WinClass(hand.win_class),
            discarder=None if hand.discarder is None else table.seat(hand.discarder),
            caishen={table.seat(player): count for player, count in hand.caishen.items()},
        )

    def _after(self, table: Table, hand: ClassWin) -> Table:
        """The dealer keeps the deal on a win, until the dice are due [W28]; else it passes."""
        if hand.winner != table.dealer:
            return table.passed_on()
        run = table.run + 1
        return replace(table, run=run, dice_due=is_drawn_by_dice(run))


GAMES: Final[dict[str, Game]] = {"huopin": HuopinGame(), "wenzhou": WenzhouGame()}
