"""`huopin hand`: hands written as text, or files of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from huopin.commands.answer import Answer, note_idle
from huopin.commands.errors import message
from huopin.commands.exits import ExitCode
from huopin.commands.given import Given
from huopin.commands.grouping import with_groups
from huopin.commands.money import Money
from huopin.commands.options import (
    Caishen,
    Explain,
    Format,
    Output,
    Ruled,
    RuleName,
    Special,
    TableRules,
    Winning,
)
from huopin.commands.records import no_win_record, score_record
from huopin.commands.show import console
from huopin.commands.show.score import fan_list, no_win_text
from huopin.commands.wenzhou import WenzhouAnswer, answer_file
from huopin.scoring import Context, Hand, HandError, Options, Score, format_hand, parse_hand
from huopin.scoring import huopin as rules_of_huopin
from huopin.scoring.cases import load_cases
from huopin.scoring.rulesets import HUOPIN


@with_groups
def hand(
    context: typer.Context,
    text: Annotated[
        str | None,
        typer.Argument(metavar="HAND", help="Such as '\\[123m]456p78sEE*+9s' (docs/cli.md)."),
    ] = None,
    *,
    file: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="FILE.jsonl", help="Score every hand of a file instead (docs/json.md)."
        ),
    ] = None,
    ruled: Ruled,
    caishen: Caishen,
    winning: Winning,
    special: Special,
    rules: TableRules,
    money: Money,
    explain: Explain,
    output: Output,
) -> ExitCode:
    """Score a hand written as text."""
    if (text is None) == (file is None):
        raise typer.BadParameter("expected a hand or --from FILE, got " + ("both" if text else "neither"))
    given = Given(context)
    if file is not None:
        of_lines = (Caishen, Winning, Special, Money, Explain)
        given.note_idle("on the hands of a file, which say so themselves", *of_lines)
    else:
        note_idle(given, ruled.rules, money)
    if ruled.rules is RuleName.WENZHOU:
        if file is not None:
            return answer_file(file, output.format)
        face = caishen.face(ruled.rule_set)
        return WenzhouAnswer.of(winning, special, face, output.format).of_text(text or "")
    if file is not None:
        return _score_file(file, rules.options(), output.format)
    answer = Answer.of(given, winning.context(caishen.face()), money, explain, output)
    return _score_text(parse_hand(text or ""), answer, rules.options())


def _score_text(hand: Hand, answer: Answer, options: Options) -> ExitCode:
    score = rules_of_huopin.score(hand, answer.context, options, explain=answer.explain)
    about = {"hand": format_hand(hand)}
    if score is not None:
        return answer.show(score, about)
    distance = HUOPIN.distance(hand, answer.context)
    if answer.form is Format.JSON:
        console.show_json({**about, **no_win_record(distance)})
    else:
        console.show(no_win_text(distance))
    return ExitCode.NO_WIN


def _record(hand: Hand, context: Context, score: Score | None) -> dict[str, Any]:
    return no_win_record(HUOPIN.distance(hand, context)) if score is None else score_record(score)


def _score_file(file: Path, options: Options, form: Format) -> ExitCode:
    """Answers every hand of a file; one that cannot be is told and does not stop the others.

    The circumstances stand in the file; options of the command line hold beside those of each line.
    """
    code = ExitCode.OK
    for case in load_cases(file):
        try:
            score = rules_of_huopin.score(case.hand, case.context, _both(options, case.options))
        except HandError as error:
            code = ExitCode.USAGE
            console.error(f"{file} line {case.line}: {message(error)}")
            answer = {"total": None, "problems": [str(problem) for problem in error.problems]}
            line = "cannot be"
        else:
            answer = _record(case.hand, case.context, score)
            line = "no win" if score is None else f"{score.total} = {fan_list(score.fans)}"
        if form is Format.JSON:
            console.show_json({"id": case.id, "line": case.line, "hand": format_hand(case.hand), **answer})
        else:
            console.show(f"{case.id}: {line}")
    return code


def _both(one: Options, other: Options) -> Options:
    return Options(
        one.max_copies or other.max_copies, one.wufan_ignores_wucaishen or other.wufan_ignores_wucaishen
    )
