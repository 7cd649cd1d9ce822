"""`huopin settle`: who pays whom for a hand whose fan are known."""

from __future__ import annotations

from typing import Annotated

import typer

from huopin.commands.exits import ExitCode
from huopin.commands.given import Given
from huopin.commands.grouping import with_groups
from huopin.commands.money import FOR_COINS, MoneyFrom, parse_seat
from huopin.commands.options import MOST, Format, Output
from huopin.commands.records import settlement_record
from huopin.commands.show import console
from huopin.commands.show.settlement import settlement_parts
from huopin.scoring.table import Seat


@with_groups
def settle(
    context: typer.Context,
    fan: Annotated[
        int, typer.Argument(min=0, max=MOST, metavar="FAN", help="The hand's total, flowers included.")
    ],
    money: MoneyFrom,
    output: Output,
    winner: Annotated[
        Seat, typer.Option("--seat", parser=parse_seat, metavar="SEAT", help="The winner.", show_default="E")
    ] = Seat.EAST,
    self_draw: Annotated[bool, typer.Option("--self-draw", help="Won on a drawn tile.")] = False,
    flowers: Annotated[int, typer.Option(min=0, help="How much of the total is flowers.")] = 0,
) -> ExitCode:
    """Say who pays whom for a hand of so many fan (official room without --room)."""
    money.check(self_draw)
    if money.coefficient is None:
        Given(context).note_idle("without --coefficient", *FOR_COINS)
    settled = money.settle(fan, flowers, winner)
    coins = money.coins(settled)
    if output.format is Format.JSON:
        console.show_json(settlement_record(settled, coins))
    else:
        console.show(*settlement_parts(settled, coins))
    return ExitCode.OK
