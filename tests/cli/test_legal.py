"""`huopin legal`: rules/wenzhou.md §6 on the command line."""

import json
from collections.abc import Callable

import pytest
from typer.testing import Result

Huopin = Callable[..., Result]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            "123456789m23p2sEWC --seen W",
            "may discard: W 西 (a loose honour that follows a face already discarded goes first)",
        ),
        (
            "123456789m23p2sEWC",
            "may discard: E 东, W 西, C 中 (winds and dragons that are neither pair nor pung go out first)",
        ),
        ("12m** --caishen 9s", "may discard: 1m 一万, 2m 二万, * 财神 (any tile)"),
        # The turned tile is the caishen itself [W2].
        (
            "1m55s --indicator 5s --pung 5p",
            "may discard: 1m 一万, * 财神 (any tile) "
            "may not pung 5p 五饼: fewer than two of the face are held",
        ),
        (
            "5m1pEE --caishen 5m --pung E --passed E",
            "may discard: 1p 一饼, E 东 (any tile but the caishen, of which only one of exactly two may go) "
            "may not pung E 东: the face was passed, and no tile drawn since",
        ),
        (
            "1mEE --pung E --passed 1m",
            "may discard: 1m 一万, E 东 (any tile) may pung E 东: two of the face are held",
        ),
    ],
)
def test_text(huopin: Huopin, arguments: str, line: str) -> None:
    result = huopin("legal", *arguments.split())
    assert (" ".join(result.stdout.split()), result.exit_code, result.stderr) == (line, 0, "")


def test_json(huopin: Huopin) -> None:
    result = huopin(
        "legal", "123m2sEWC", "--seen", "WN", "--pung", "2s", "--caishen", "2s", "--format", "json"
    )
    assert json.loads(result.stdout) == {
        "discards": ["W"],
        "rule": "follow",
        "why": "a loose honour that follows a face already discarded goes first",
        "may_discard_caishen": False,
        "pung": {"face": "2s", "allowed": False, "why": "the caishen is never part of an exposed meld [W5]"},
    }


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("12x", "expected a suit m, p or s after the digits"),
        ("12m3p --seen Q", "Invalid value for --seen: expected a tile such as 6m"),
        ("123456789m123456789p", "expected 1 to 17 concealed tiles, got 18"),
        ("12m3p --caishen 1m --indicator 2m", "expected --caishen or --indicator, got both"),
    ],
)
def test_mistakes_are_one_line(huopin: Huopin, arguments: str, says: str) -> None:
    result = huopin("legal", *arguments.split())
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert says in result.stderr
