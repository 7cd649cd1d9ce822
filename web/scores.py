"""From corrected tiles to the object of `docs/json.md`: score, settlement, or what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import typer

from huopin.commands.errors import ContextError, message
from huopin.commands.photos import hand_of
from huopin.commands.records import no_win_record, non_win_record, score_record
from huopin.commands.situation import Situation
from huopin.scoring import HandError, HuopinError, format_hand
from huopin.scoring import huopin as rules_of_huopin
from huopin.vision.reading import NonWin, Reading
from huopin.web.errors import RequestError, invalid
from huopin.web.fields import Fields
from huopin.web.groups import add_ids
from huopin.web.tiles import reading_of
from huopin.web.wenzhou import FIELDS as SETTLING
from huopin.web.wenzhou import wenzhou_answer


def situation_of(values: Mapping[str, Any]) -> Situation:
    """What a photo cannot tell, from the fields named as the options of the command line.

    Raises:
        RequestError: there is no such field, or it does not take such a value.
    """
    try:
        situation = Situation().overlaid(values)
        situation.caishen.face()
    except (ContextError, typer.BadParameter) as error:
        raise invalid(_words(error)) from None
    return situation


def _words(error: Exception) -> str:
    """What the command line would say, with the fields in place of its options."""
    return message(error).removeprefix("Invalid value: ").replace("--", "")


def answer(body: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a hand.

    Args:
        body: `tiles` as a reading has them, `rules`, `explain`, and what a photo cannot tell; `docs/web.md`.

    Raises:
        RequestError: a field is not as expected, or the win cannot be settled.
    """
    fields = Fields(body)
    situation = situation_of(fields.plain("tiles", "explain", *SETTLING))
    reading = reading_of(body.get("tiles"), situation.ruled.rule_set.tiles)
    rules = {"rules": situation.ruled.rules.value}
    try:
        if situation.of_wenzhou:
            return {**rules, **wenzhou_answer(reading, situation, fields)}
        return {**rules, **_huopin_answer(reading, situation, explain=fields.flag("explain"))}
    except HandError as error:
        return {
            **rules,
            "total": None,
            "problems": [str(problem) for problem in error.problems],
            "problem_codes": [problem.code for problem in error.problems],
        }
    except RequestError:
        raise
    except (HuopinError, typer.BadParameter) as error:
        raise invalid(_words(error)) from None


def _huopin_answer(reading: Reading, situation: Situation, *, explain: bool) -> dict[str, Any]:
    context = situation.context()
    caishen = context.caishen
    hand = hand_of(reading, caishen, context.self_draw)
    score = rules_of_huopin.score(hand, context, situation.rules.options(), explain=explain)
    about = {"hand": format_hand(hand)}
    if score is None:
        non_win = NonWin.of(reading, caishen)
        return {**about, **no_win_record(non_win.distance), **non_win_record(non_win)}
    record = {**about, **score_record(score)}
    add_ids(record, reading, caishen)
    return {**record, **situation.settlement_record(score)}
