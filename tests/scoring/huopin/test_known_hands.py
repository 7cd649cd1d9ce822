"""Hands with known answers: `../shared/cases`, and rulings cited by number."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from huopin.scoring import CAISHEN, Score, format_hand
from huopin.scoring.cases import Case, load_cases
from huopin.scoring.huopin import score


def _scored(case: Case) -> Score | None:
    # 无番和 beside 无财神 is the answer under the option of R9; the file has no field for it.
    ignores = {"无番和", "无财神"} <= set(case.fans or ())
    return score(case.hand, case.context, replace(case.options, wufan_ignores_wucaishen=ignores))


@pytest.mark.parametrize("name", ["published_hands.jsonl", "huopin_rulings.jsonl"])
def test_every_total_and_fan_list(shared: Path, name: str) -> None:
    wrong = []
    for case in load_cases(shared / "cases" / name):
        got = _scored(case)
        answers = [] if got is None else [reading.fan_counts for reading in (got.best, *got.ties)]
        if (got and got.total) != case.total or (case.fans is not None and case.fans not in answers):
            wrong.append((case.id, format_hand(case.hand), case.total, case.fans, answers[:1]))
    assert not wrong


def test_what_the_caishen_stand_for(shared: Path) -> None:
    """`wild_as`, with `win_as` for a drawn winning caishen, is one of the best readings."""
    path = shared / "cases" / "huopin_rulings.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    for answer, case in zip(map(json.loads, lines), load_cases(path), strict=True):
        got = _scored(case)
        if got is not None:
            drawn = [answer["win_as"]] if case.hand.win is CAISHEN else []
            tried = [sorted(map(str, one.reading.caishen_as)) for one in (got.best, *got.ties)]
            assert sorted(answer["wild_as"] + drawn) in tried, case.id
