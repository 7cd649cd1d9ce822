"""`huopin score`: exact text for wins and for tiles that are none, and the JSON contract."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sample_oracle import SAMPLES, Oracle
from typer.testing import Result

from huopin.scoring import parse_hand

Huopin = Callable[..., Result]

pytestmark = pytest.mark.usefixtures("sample")

MELDS = (
    "melds.jpg: 14 tiles read, all sure.\n"
    "meld     3p  4p  5p\n"
    "         1   2   3\n"
    "meld     C   C   C\n"
    "         4   5   6\n"
    "hand     2m  2m  5m  6m  7m  5s  6s\n"
    "         7   8   9   10  11  12  13\n"
    "win      4s\n"
    "         14\n"
    "\n"
)


def _options(truth: dict[str, Any]) -> list[str]:
    caishen = ["--caishen", truth["caishen"]] if truth["caishen"] else []
    return [*caishen, *(f"--{name.replace('_', '-')}" for name in truth["context"])]


@pytest.mark.usefixtures("oracle")
def test_text_with_settlement(huopin: Huopin) -> None:
    result = huopin("score", "melds.jpg", "--room", "official", "--from", "N", "--bird", "4p")
    assert result.stdout == (
        MELDS + "reading  [345p]  [CCC]  567m  456s  22m\n"
        "won      4s 四条 by discard; seat 东, round 东\n"
        "\n"
        " 6  三色三步高  Mixed Shifted Chows  [345p] 567m 456s\n"
        " 2  箭刻        Dragon Pung          [CCC]\n"
        " 2  无财神      No Caishen\n"
        "10  total\n"
        "\n"
        "国标场 official room, dealer 东, bird 4p → 北\n"
        "E 东  +104  wins\n"
        "S 南   -16  bystander: 8, ×2 dealer\n"
        "W 西   -16  bystander: 8, ×2 dealer\n"
        "N 北   -72  discarder: 8 + 10 fan, ×2 dealer, ×2 bird\n"
    )
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.usefixtures("oracle")
def test_text_with_a_caishen(huopin: Huopin) -> None:
    """R5: the caishen is a fifth 5m."""
    assert huopin("score", "caishen-fifth-copy.jpg", "--indicator", "8p").stdout.partition("\n\n")[2] == (
        "reading  [5555m]  4(5)6m  123p  789s  EE\n"
        "caishen  9p 九饼, stands for 5m 五万\n"
        "won      E 东 by discard; seat 东, round 东\n"
        "\n"
        "8  花龙   Mixed Straight  4(5)6m 123p 789s\n"
        "1  明杠   Melded Kong     [5555m]\n"
        "9  total\n"
    )


def test_no_win_names_the_likeliest_misreading(huopin: Huopin, oracle: Oracle) -> None:
    oracle.doubts = {9: {"9s": 0.9995, "5m": 0.0004}}
    result = huopin("score", "melds.jpg")
    assert result.stdout == (
        MELDS.replace("5m", "9s")
        + "No winning hand: 1 tile away. It would win if tile 9, read as 9s, were 5m (less\n"
        "than 1%): --fix 9=5m\n"
    )
    assert (result.exit_code, result.stderr) == (1, "")


@pytest.mark.usefixtures("oracle")
@pytest.mark.parametrize(
    ("options", "last"),
    [
        (("--fix", "9=9s"), "No winning hand: 1 tile away. No single misread tile would explain it.\n"),
        (
            ("--fix", "9=9s", "--fix", "12=E"),
            "No winning hand: 2 tiles away. No single misread tile would explain it.\n",
        ),
        (("--role", "13=other"), "No winning hand: 1 tile away.\n"),
        (
            ("--fix", "5=back"),
            "No winning hand: 1 tile away.\n",
        ),
        (
            (
                "--room",
                "official",
                "--from",
                "S",
                "--fix",
                "5=F",
                "--fix",
                "4=F",
                "--fix",
                "6=F",
                "--fix",
                "12=2s",
                "--fix",
                "13=3s",
            ),
            "Not enough fan: expected at least 8 fan without flowers to win in the official\n"
            "room (国标场), got 4.\n",
        ),
    ],
)
def test_no_win(huopin: Huopin, options: tuple[str, ...], last: str) -> None:
    result = huopin("score", "melds.jpg", *options)
    assert result.stdout.endswith("\n\n" + last)
    assert (result.exit_code, result.stderr) == (1, "")


@pytest.mark.usefixtures("oracle")
def test_five_copies_are_no_hand(huopin: Huopin) -> None:
    result = huopin("score", "melds.jpg", *(option for n in (9, 10, 11) for option in ("--fix", f"{n}=2m")))
    assert result.exit_code == 1
    assert result.stdout.startswith("melds.jpg: 5 tiles read as 2m, a set has 4: check tiles 7-11.")


@pytest.mark.usefixtures("oracle")
@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--room", "official"), "expected the discarder's seat (--from S) to settle a win by discard"),
        (
            ("--room", "official", "--self-draw", "--from", "S"),
            "expected --self-draw or a discarder, got both",
        ),
        (("--room", "official", "--from", "E"), "expected the winner and the discarder to differ, got E"),
        (
            ("--room", "casino"),
            "expected a room no-fan (无番场), official (国标场), popular (大众场), got 'casino'",
        ),
        (("--seat", "X"), "expected a wind E, S, W or N, got 'X'"),
        (("--kong", "--self-draw"), "expected a declared kong for a win on its replacement tile, got none"),
        (("--max-copies", "5"), "'--max-copies': expected 4, or no such limit, got '5'"),
        (("--caishen", "C"), "expected no caishen in a declared pung, got C C C [R3]"),
        (
            ("--left", "W", "--room", "official", "--from", "S", "--coefficient", "1"),
            "such as W=300, got 'W'",
        ),
    ],
)
def test_mistaken_settings(huopin: Huopin, options: tuple[str, ...], words: str) -> None:
    result = huopin("score", "melds.jpg", *options)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert words in result.stderr


@pytest.mark.usefixtures("oracle")
@pytest.mark.parametrize(
    "name", sorted(path.stem for path in SAMPLES.glob("*.json") if "wenzhou" not in path.stem)
)
def test_json_agrees_with_the_truth(huopin: Huopin, name: str) -> None:
    truth = json.loads(Path(f"{name}.json").read_text(encoding="utf-8"))
    result = huopin("score", f"{name}.jpg", "--format", "json", *_options(truth))
    record = json.loads(result.stdout)
    assert result.exit_code == 0
    assert {name: record[name] for name in ("total", "fans")} == truth["expected"]
    assert record["photo"] == f"{name}.jpg"
    assert record["verdict_code"] == "ok"
    assert parse_hand(record["hand"]).sorted() == parse_hand(truth["hand"]).sorted()
    assert set(record) == {
        *("photo", "verdict", "verdict_code", "tiles", "hand"),
        *("total", "fans", "reading", "caishen_as", "detail", "ties"),
    }
    assert sum(line["value"] * line["count"] for line in record["detail"]) == record["total"]


@pytest.mark.usefixtures("oracle")
def test_json_of_no_win(huopin: Huopin) -> None:
    record = json.loads(huopin("score", "melds.jpg", "--fix", "9=9s", "--format", "json").stdout)
    del record["tiles"]
    assert record == {
        "photo": "melds.jpg",
        "verdict": "14 tiles read, all sure.",
        "verdict_code": "ok",
        "total": None,
        "fans": None,
        "reading": None,
        "caishen_as": None,
        "distance": 1,
        "misreadings": [],
    }


@pytest.mark.usefixtures("oracle")
def test_explain_adds_the_runner_up(huopin: Huopin) -> None:
    arguments = ("hand", "111222333m99pE*+E", "--caishen", "5s", "--explain")
    text = huopin(*arguments).stdout
    record = json.loads(huopin(*arguments, "--format", "json").stdout)
    assert f"Next best: {record['runner_up']['total']} as " in text
    assert record["runner_up"]["total"] < record["total"]
