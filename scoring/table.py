"""The table: four seats, and a ledger of who pays whom and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from huopin.scoring.errors import SettingsError


class Seat(Enum):
    """A seat, counter-clockwise: the next (下家) of East is South."""

    EAST = "E"
    SOUTH = "S"
    WEST = "W"
    NORTH = "N"

    @classmethod
    def parse(cls, text: str) -> Seat:
        """The seat of a letter E, S, W, N or of 东南西北.

        Raises:
            SettingsError: anything else.
        """
        for seat in cls:
            if text in (seat.value, seat.zh):
                return seat
        raise SettingsError(f"expected a seat E, S, W or N, got {text!r}")

    @property
    def zh(self) -> str:
        """东, 南, 西 or 北."""
        return "东南西北"[self.place]

    @property
    def place(self) -> int:
        """0 for East to 3 for North."""
        return list(Seat).index(self)

    def after(self, steps: int) -> Seat:
        """The seat so many steps counter-clockwise."""
        return list(Seat)[(self.place + steps) % 4]


@dataclass(frozen=True, slots=True)
class Payment:
    """What one player owes another for a hand.

    Attributes:
        payer: Who pays.
        receiver: Who gets it.
        base: Points before doubling.
        doubled_for: What doubles it, in order, each twofold.
        why: The rule that sets the base.
    """

    payer: Seat
    receiver: Seat
    base: int
    doubled_for: tuple[str, ...] = ()
    why: str = ""

    @property
    def amount(self) -> int:
        """Points after doubling."""
        return self.base << len(self.doubled_for)


def balances(payments: Iterable[Payment]) -> dict[Seat, int]:
    """What each seat gains or loses by the payments; the sum is zero."""
    result = dict.fromkeys(Seat, 0)
    for payment in payments:
        result[payment.payer] -= payment.amount
        result[payment.receiver] += payment.amount
    return result
