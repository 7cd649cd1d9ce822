"""The answer to a winning hand, the same for photos and for text: score, settlement, exit code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rich.console import RenderableType

from huopin.commands import settings
from huopin.commands.errors import message
from huopin.commands.exits import ExitCode
from huopin.commands.given import Given
from huopin.commands.money import FOR_COINS, Money
from huopin.commands.options import Explain, Format, Output, RuleName, Special, TableRules, Winds
from huopin.commands.records import score_record, settlement_record
from huopin.commands.show import console
from huopin.commands.show.score import score_parts
from huopin.commands.show.settlement import settlement_parts
from huopin.scoring import Context, Score
from huopin.scoring.huopin.settlement import NotEnoughFanError
from huopin.scoring.table import Seat


@dataclass(frozen=True)
class _Settled:
    """A settlement in both forms of output, and whether the hand may win at all."""

    parts: tuple[RenderableType, ...] = ()
    record: Mapping[str, Any] | None = None
    code: ExitCode = ExitCode.OK


def note_idle(given: Given, rules: RuleName, money: Money) -> None:
    """Tells which options have no effect on a hand under its rules, or for want of another option."""
    if rules is RuleName.WENZHOU:
        of_huopin = (type(money), TableRules, Explain, Winds, "last_tile", "last_of_kind")
        given.note_idle("under wenzhou rules", *of_huopin)
        return
    given.note_idle("under huopin rules", Special)
    if money.room is None:
        given.note_idle("without --room", type(money))
    elif money.coefficient is None:
        given.note_idle("without --coefficient", *FOR_COINS)


@dataclass(frozen=True)
class Answer:
    """How a score is to be told.

    Attributes:
        context: How the hand was won.
        money: How it is settled.
        explain: Whether the runner-up is told.
        form: Text or JSON.
    """

    context: Context
    money: Money
    explain: bool
    form: Format

    @classmethod
    def of(cls, given: Given, context: Context, money: Money, explain: Explain, output: Output) -> Answer:
        """The answer to what was said; a room of `huopin.toml` alone settles a win where that can be done.

        Raises:
            typer.BadParameter: a win cannot be settled as was said.
        """
        if money.room is not None:
            if "room" not in given and money.is_open(context.self_draw):
                console.note(
                    f"no settlement in the {money.room.value} room of {settings.FILE}: "
                    f"say who discarded with {money.by_option}, or --self-draw"
                )
                money = replace(money, room=None)
            else:
                money.check(context.self_draw)
        return cls(context, money, explain.explain, output.format)

    def show(self, score: Score, about: Mapping[str, Any]) -> ExitCode:
        """Prints the answer; `about` is what JSON says of the hand besides.

        Returns:
            `ExitCode.NO_WIN` when the hand may not win in the room.
        """
        settled = self._settle(score)
        if self.form is Format.JSON:
            console.show_json({**about, **score_record(score), **(settled.record or {})})
        else:
            console.show(*score_parts(score, self.context, self.explain), *settled.parts)
        return settled.code

    def _settle(self, score: Score) -> _Settled:
        if self.money.room is None:
            return _Settled()
        try:
            settlement = self.money.settle_score(score, Seat(str(self.context.seat_wind)))
        except NotEnoughFanError as error:
            refused = message(error)
            return _Settled(
                ("", f"Not enough fan: {refused}."), {"settlement": None, "refused": refused}, ExitCode.NO_WIN
            )
        coins = self.money.coins(settlement)
        return _Settled(
            ("", *settlement_parts(settlement, coins)), {"settlement": settlement_record(settlement, coins)}
        )
