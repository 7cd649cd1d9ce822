"""`huopin fans`: the table, and one fan explained."""

import json
from collections.abc import Callable

import pytest
from typer.testing import Result

from huopin.scoring.huopin import FANS

Huopin = Callable[..., Result]


def test_table_lists_every_fan(huopin: Huopin) -> None:
    result = huopin("fans")
    for fan in FANS:
        assert f"{fan.value:>2}  {fan.zh}" in result.stdout
    assert result.stdout.startswith(
        "88  大四喜      Big Four Winds                  圈风刻 门风刻 三风刻 碰碰和\n"
        "                                                幺九刻 of winds\n"
    )
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize(
    "name", ["幺九刻", "pung of terminals or honours", "pung_of_terminals_or_honours", "74"]
)
def test_one_fan_by_any_name(huopin: Huopin, name: str) -> None:
    assert huopin("fans", name).stdout == (
        "幺九刻 Pung of Terminals or Honours: 1 fan each, number 74 of the page\n"
        "takes       pung of 1, 9 or a wind that pays nothing else\n"
        "counts      up to 4 times\n"
        "not beside  大四喜 (of winds), 九莲宝灯 (once), 清幺九, 小四喜 (of winds),\n"
        "            字一色, 混幺九, 三风刻 (of winds)\n"
    )


def test_json(huopin: Huopin) -> None:
    records = [json.loads(line) for line in huopin("fans", "--format", "json").stdout.splitlines()]
    assert [record["fan"] for record in records] == [fan.zh for fan in FANS]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("老小副", "expected the name of a fan, got '老小副'; did you mean 老少副?"),
        ("84", "expected the name of a fan, got '84'"),
        ("zzz", "expected the name of a fan, got 'zzz'; see huopin fans"),
    ],
)
def test_unknown_names(huopin: Huopin, name: str, words: str) -> None:
    result = huopin("fans", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr
