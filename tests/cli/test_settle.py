"""`huopin settle`: the worked examples of `rules/huopin.md` §3, R21's coins, and mistakes."""

import json
from collections.abc import Callable

import pytest
from typer.testing import Result

Huopin = Callable[..., Result]

WORKED = [
    ("12 --seat S --from W", {"E": -16, "S": 44, "W": -20, "N": -8}),
    ("12 --room popular --self-draw --bird 2p", {"E": 96, "S": -48, "W": -24, "N": -24}),
    ("12 --room 国标场 --from W --bird 9m", {"E": 112, "S": -16, "W": -80, "N": -16}),
    ("3 --room no-fan --self-draw --bird P", {"E": 80, "S": -20, "W": -40, "N": -20}),
]


@pytest.mark.parametrize(("arguments", "balances"), WORKED)
def test_worked_examples(huopin: Huopin, arguments: str, balances: dict[str, int]) -> None:
    result = huopin("settle", *arguments.split(), "--format", "json")
    assert json.loads(result.stdout)["balances"] == balances
    assert result.exit_code == 0


def test_text(huopin: Huopin) -> None:
    result = huopin("settle", "12", "--from", "W", "--bird", "9m")
    assert result.stdout == (
        "国标场 official room, dealer 东, bird 9m → 东\n"
        "E 东  +112  wins\n"
        "S 南   -16  bystander: 8, ×2 dealer\n"
        "W 西   -80  discarder: 8 + 12 fan, ×2 dealer, ×2 bird\n"
        "N 北   -16  bystander: 8, ×2 dealer\n"
    )
    assert (result.exit_code, result.stderr) == (0, "")


def test_coins(huopin: Huopin) -> None:
    """R21: N=200, X=10 from each, A=20."""
    result = huopin(
        *("settle", "10", "--room", "popular", "--self-draw", "--seat", "S", "--dealer", "S"),
        *("--coefficient", "200", "--take", "20", "--left", "W=300"),
    )
    assert result.stdout == (
        "大众场 popular room, dealer 南\n"
        "E 东  -20   -3920 coins  self-draw: 10 fan, ×2 dealer\n"
        "S 南  +60  +12080 coins  wins\n"
        "W 西  -20   -4320 coins  self-draw: 10 fan, ×2 dealer\n"
        "N 北  -20   -3920 coins  self-draw: 10 fan, ×2 dealer\n"
    )


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ("9", 2, "expected the discarder's seat"),
        ("9 --from E", 2, "expected the winner and the discarder to differ, got E for both"),
        ("9 --from X", 2, "expected a seat E, S, W or N, got 'X'"),
        (
            "9 --self-draw --left W=1 --coefficient 1",
            2,
            "expected a charge that 3 players can share evenly, got 1",
        ),
        ("9 --self-draw --flowers 10", 2, "expected flowers of 0 to the 9 fan, got 10"),
        ("9 --self-draw --flowers 2", 1, "expected at least 8 fan without flowers"),
        ("x --self-draw", 2, "Invalid value for 'FAN'"),
    ],
)
def test_mistakes(huopin: Huopin, arguments: str, code: int, words: str) -> None:
    result = huopin("settle", *arguments.split())
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.count("\n") == 1
    assert words in result.stderr
