"""Settling on the command line: the room, the seats, the bird, the coins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final, TypeVar

import typer

from huopin.commands.options import MOST, parse_number, parse_tile
from huopin.scoring import Score, SettingsError, Tile
from huopin.scoring.huopin.settlement import (
    CoinEntry,
    Room,
    Settlement,
    Win,
    coin_ledger,
    fan_without_flowers,
)
from huopin.scoring.huopin.settlement import settle as settle_win
from huopin.scoring.table import Seat

_PANEL: Final = "Settlement"
FOR_COINS: Final = ("take", "left")
"""Options that only count beside a coefficient."""
_Parsed = TypeVar("_Parsed")


def _parser(parse: Callable[[str], _Parsed]) -> Callable[[str], _Parsed]:
    """A parser for typer: a wrong setting names its option."""

    def parsed(value: str | _Parsed) -> _Parsed:
        if not isinstance(value, str):  # typer also sends defaults through here
            return value
        try:
            return parse(value)
        except SettingsError as error:
            raise typer.BadParameter(str(error)) from error

    return parsed


parse_seat = _parser(lambda text: Seat.parse(text.upper()))
parse_room = _parser(Room.parse)


def _parse_charge(text: str) -> tuple[Seat, int]:
    seat, _, coins = text.partition("=")
    try:
        return Seat.parse(seat.upper()), parse_number(coins)
    except (SettingsError, ValueError):
        raise typer.BadParameter(
            f"expected a seat and coins up to {MOST} such as W=300, got {text!r}", param_hint="--left"
        ) from None


@dataclass(frozen=True)
class Money:
    """Who pays whom."""

    room: Annotated[
        Room | None,
        typer.Option(
            parser=parse_room,
            metavar="ROOM",
            help="The room: no-fan, official (at least 8 fan) or popular.",
            rich_help_panel=_PANEL,
        ),
    ] = None
    dealer: Annotated[
        Seat,
        typer.Option(
            parser=parse_seat,
            metavar="SEAT",
            help="The dealer's seat.",
            show_default="E",
            rich_help_panel=_PANEL,
        ),
    ] = Seat.EAST
    discarder: Annotated[
        Seat | None,
        typer.Option(
            "--discarder",
            parser=parse_seat,
            metavar="SEAT",
            help="Who discarded the winning tile or had a kong robbed.",
            rich_help_panel=_PANEL,
        ),
    ] = None
    bird: Annotated[
        Tile | None,
        typer.Option(
            parser=parse_tile,
            metavar="TILE",
            help="The bird 鸟牌, the next wall tile after the win.",
            rich_help_panel=_PANEL,
        ),
    ] = None
    coefficient: Annotated[
        int | None,
        typer.Option(min=0, max=MOST, metavar="N", help="Coins for each point.", rich_help_panel=_PANEL),
    ] = None
    take: Annotated[
        int,
        typer.Option(
            min=0,
            max=MOST,
            metavar="A",
            help="Coins the house takes from each player.",
            rich_help_panel=_PANEL,
        ),
    ] = 0
    left: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT=COINS", help="A player who left pays the others so much.", rich_help_panel=_PANEL
        ),
    ] = None

    @property
    def by_option(self) -> str:
        """The option that names the discarder."""
        return "--discarder"

    def is_open(self, self_draw: bool) -> bool:
        """Whether nobody has said yet who discarded the winning tile."""
        return not self_draw and self.discarder is None

    def check(self, self_draw: bool) -> None:
        """Refuses a win that cannot be settled, before any work is done.

        Raises:
            typer.BadParameter: the discarder is missing, or contradicts a self-draw; a charge is none.
        """
        if self_draw and self.discarder is not None:
            raise typer.BadParameter("expected --self-draw or a discarder, got both")
        if self.is_open(self_draw):
            raise typer.BadParameter(
                f"expected the discarder's seat ({self.by_option} S) to settle a win by discard, "
                "or --self-draw"
            )
        self._charges()

    def settle(self, fan: int, flowers: int, winner: Seat) -> Settlement:
        """The settlement of a win, in the official room when none was given.

        Raises:
            NotEnoughFanError: the hand may not win in the room.
        """
        win = Win(fan, winner, self.discarder, self.dealer, self.bird, flowers)
        return settle_win(self.room or Room.OFFICIAL, win)

    def settle_score(self, score: Score, winner: Seat) -> Settlement:
        """The settlement of a scored hand; as `settle`."""
        return self.settle(score.total, score.total - fan_without_flowers(score), winner)

    def coins(self, settlement: Settlement) -> tuple[CoinEntry, ...]:
        """The coin ledger; empty when no coefficient was given."""
        if self.coefficient is None:
            return ()
        return coin_ledger(settlement, self.coefficient, self.take, self._charges())

    def _charges(self) -> dict[Seat, int]:
        return dict(map(_parse_charge, self.left or ()))


@dataclass(frozen=True)
class MoneyFrom(Money):
    """The same, in commands where `--from` names the discarder and no file."""

    discarder: Annotated[
        Seat | None,
        typer.Option(
            "--from",
            "--discarder",
            parser=parse_seat,
            metavar="SEAT",
            help="Who discarded the winning tile or had a kong robbed.",
            rich_help_panel=_PANEL,
        ),
    ] = None

    @property
    def by_option(self) -> str:
        """The option that names the discarder."""
        return "--from"
