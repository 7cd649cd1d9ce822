"""A settlement as text: what each seat gets or pays, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table

from huopin.scoring.huopin.settlement import CoinEntry, Settlement, coin_balances
from huopin.scoring.table import Payment, Seat


def settlement_parts(settlement: Settlement, coins: Sequence[CoinEntry] = ()) -> Iterator[RenderableType]:
    """Who pays whom, and the coins that change hands."""
    yield _heading(settlement)
    yield _table(settlement, coins)


def _heading(settlement: Settlement) -> str:
    win = settlement.win
    bird = ""
    if win.bird is not None:
        named = "nobody" if settlement.bird_seat is None else settlement.bird_seat.zh
        bird = f", bird {win.bird} → {named}"
    return f"{settlement.room.zh} {settlement.room.value} room, dealer {win.dealer.zh}{bird}"


def _table(settlement: Settlement, coins: Sequence[CoinEntry]) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    for _ in range(2 if coins else 1):
        table.add_column(justify="right", no_wrap=True)
    table.add_column()
    in_coins = coin_balances(tuple(coins))
    payments = {payment.payer: payment for payment in settlement.payments}
    for seat, points in settlement.balances.items():
        numbers = [f"{points:+d}" if points else "0"]
        if coins:
            numbers.append(f"{in_coins[seat]:+d} coins")
        table.add_row(f"{seat.value} {seat.zh}", *numbers, _why(settlement, seat, payments.get(seat)))
    return table


def _why(settlement: Settlement, seat: Seat, payment: Payment | None) -> str:
    if seat is settlement.win.winner:
        return "wins"
    if payment is None:
        return "pays nothing"
    return payment.why + "".join(f", ×2 {reason}" for reason in payment.doubled_for)
