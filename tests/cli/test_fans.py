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
        "88  大四喜      Big Four Winds          [SSS][WWW]22pEENNN+E D seat=W\n"
        "                                        not 圈风刻 门风刻 三风刻 碰碰和 幺九刻\n"
        "                                        (of winds)\n"
    )
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize("name", ["四归一", "tile hog", "tile_hog", "64"])
def test_one_fan_by_any_name(huopin: Huopin, name: str) -> None:
    assert huopin("fans", name).stdout == (
        "四归一 Tile Hog: 2 fan each, number 64 of the rule page\n"
        "takes       four alike that are no kong\n"
        "counts      up to 3 times\n"
        "not beside  一色四同顺\n"
        "example     [345m][666p][333s]55mEE+5m D\n"
        "            4 = 四归一 2, 无财神 2\n"
        "but not     [345m][666p][333s]5mEEE+5m D\n"
        "            7 = 圈风刻 2, 门风刻 2, 无财神 2, 单钓将 1\n"
    )


def test_json(huopin: Huopin) -> None:
    records = [json.loads(line) for line in huopin("fans", "--format", "json").stdout.splitlines()]
    assert [record["fan"] for record in records] == [fan.zh for fan in FANS]
    for record in records:
        assert record["fan"] in record["example"]["fans"]
        assert record["fan"] not in (record["near_miss"]["fans"] or ())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "老小副",
            "expected a fan by name or number, got '老小副'; did you mean 老少副 (Two Terminal Chows)?",
        ),
        ("84", "expected a fan by name or number, got '84'"),
        ("zzz", "expected a fan by name or number, got 'zzz'"),
    ],
)
def test_unknown_names(huopin: Huopin, name: str, words: str) -> None:
    result = huopin("fans", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr
