"""The table between two hands: who sits at it, who deals, what the next hand is played for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from huopin.ledger.errors import EntryError
from huopin.scoring.table import Payment, Seat


@dataclass(frozen=True, slots=True)
class Table:
    """The table between two hands.

    Attributes:
        seats: Every player of the session, counter-clockwise, those who left too.
        players: Those who still play.
        dealer: Who deals the next hand.
        run: Hands the dealer has won in a row as dealer.
        bought: 买底 goes on.
        topped: Whose 顶底 goes on.
        dice_due: The dealer must be drawn by dice before the next hand [W28].
    """

    seats: tuple[str, ...]
    players: tuple[str, ...]
    dealer: str
    run: int = 0
    bought: bool = False
    topped: frozenset[str] = frozenset()
    dice_due: bool = False

    def seat(self, player: str) -> Seat:
        """The seat of a player: the first sits East, whoever deals.

        Raises:
            EntryError: nobody of that name plays, or does so any more.
        """
        if player not in self.players:
            left = " (who left)" if player in self.seats else ""
            raise EntryError(f"expected one of the players {', '.join(self.players)}, got {player!r}{left}")
        return list(Seat)[self.seats.index(player)]

    def player(self, seat: Seat) -> str:
        """Who sits on a seat."""
        return self.seats[seat.place]

    def seat_wind(self, player: str) -> Seat:
        """The wind of a player: the dealer is East, the next counter-clockwise South."""
        return Seat.EAST.after(self.players.index(player) - self.players.index(self.dealer))

    def dealt_by(self, dealer: str) -> Table:
        """The table with another dealer, or the same anew: run and stakes begin again."""
        self.seat(dealer)
        return replace(self, dealer=dealer, run=0, bought=False, topped=frozenset(), dice_due=False)

    def passed_on(self) -> Table:
        """The table with the deal passed counter-clockwise."""
        place = self.players.index(self.dealer) + 1
        return self.dealt_by(self.players[place % len(self.players)])

    def without(self, player: str) -> Table:
        """The table after a player left; a dealer's deal passes."""
        self.seat(player)
        table = self.passed_on() if player == self.dealer else self
        return replace(
            table,
            players=tuple(name for name in self.players if name != player),
            topped=table.topped - {player},
        )


@dataclass(frozen=True, slots=True)
class Transfer:
    """What one player pays another, and why.

    Attributes:
        payer: Who pays.
        receiver: Who gets it.
        amount: Points after doublings.
        why: The rule and what doubled it.
    """

    payer: str
    receiver: str
    amount: int
    why: str


def transfer(table: Table, payment: Payment) -> Transfer:
    """A payment between seats as one between players."""
    doublings = "".join(f", ×2 {reason}" for reason in payment.doubled_for)
    return Transfer(
        table.player(payment.payer), table.player(payment.receiver), payment.amount, payment.why + doublings
    )
