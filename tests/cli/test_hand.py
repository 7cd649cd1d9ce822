"""`huopin hand`: hands in text and files of them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

Huopin = Callable[..., Result]


def test_text(huopin: Huopin) -> None:
    """R13: no 单钓将, for the thirteen tiles wait on all faces."""
    result = huopin("hand", "123456789m234p*+E", "--caishen", "9s")
    assert result.stdout == (
        "reading  123m  456m  789m  234p  E(E)\n"
        "caishen  9s 九条, stands for E 东\n"
        "won      E 东 by discard; seat 东, round 东\n"
        "\n"
        "16  清龙    Pure Straight    123m 456m 789m\n"
        " 2  门前清  Concealed Hand\n"
        " 1  缺一门  One Voided Suit  whole hand\n"
        "19  total\n"
    )
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        (("123456789m234pE+W",), 1, "No winning hand: 1 tile away.\n"),
        (
            ("[5555m]46m123p789sE*+E", "--caishen", "9p", "--max-copies", "4"),
            1,
            "No winning hand: it would take a fifth copy of a face, which --max-copies 4\nforbids [R5].\n",
        ),
    ],
)
def test_no_win(huopin: Huopin, arguments: tuple[str, ...], code: int, line: str) -> None:
    result = huopin("hand", *arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (code, line, "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "expected a hand or --from FILE, got neither"),
        (("11m", "--from", "cases.jsonl"), "expected a hand or --from FILE, got both"),
        (
            ("123x+1m",),
            "expected a suit m, p or s after the digits, such as 123m (in '123x+1m' at character 1)",
        ),
        (("123m",), "expected 14 tiles with each kong counted as three, got 3"),
        (("11122233344455m",), "expected a winning tile after +, got none; write it as 123m…+5s"),
        (("[12m]3m+4m",), "expected a chow, pung or kong, got 1m 2m"),
        (("[1m*1m]234p567p88s+1m",), "expected no caishen in a declared meld [R3]"),
        (("123456789m1111m+1m",), "expected at most 4 copies of 1m (一万), got 6"),
        (("123456789m123p*+*",), "expected the caishen's face, as the hand holds a caishen, got none"),
        (
            ("--from", "none.jsonl"),
            "expected a text file of hands, got 'none.jsonl': No such file or directory",
        ),
    ],
)
def test_mistakes(huopin: Huopin, arguments: tuple[str, ...], words: str) -> None:
    result = huopin("hand", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert words in result.stderr


@pytest.fixture
def cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a win, a no win, and a hand that cannot be, in both forms."""
    monkeypatch.chdir(tmp_path)
    concealed = [*("1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "2p", "3p", "4p", "E")]
    lines = [
        {"hand": "123456789m234p*+E", "caishen": "9s", "self_draw": False},
        {
            "id": "b",
            "concealed": concealed,
            "melds": [],
            "win": "W",
            "flags": {"wall_last": True},
            "flowers": 0,
        },
        {"id": "c", "hand": "11111m22233344m+5m"},
        {"id": "d", "concealed": concealed, "melds": [], "win": "E", "flags": {}, "flowers": 2},
    ]
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return path


@pytest.mark.usefixtures("cases")
def test_file_as_text(huopin: Huopin) -> None:
    result = huopin("hand", "--from", "cases.jsonl")
    assert result.stdout == (
        "1: 19 = 清龙 16, 门前清 2, 缺一门 1\n"
        "b: no win\n"
        "c: cannot be\n"
        "d: 24 = 清龙 16, 门前清 2, 无财神 2, 缺一门 1, 单钓将 1, 花牌 ×2 2\n"
    )
    assert result.exit_code == 2
    assert result.stderr == (
        "huopin: cases.jsonl line 3: expected at most 4 copies of 1m (一万), got 5; "
        "check whether one of them was misread\n"
    )


@pytest.mark.usefixtures("cases")
def test_file_as_json(huopin: Huopin) -> None:
    records = [
        json.loads(line)
        for line in huopin("hand", "--from", "cases.jsonl", "--format", "json").stdout.splitlines()
    ]
    assert [(record["id"], record["line"], record["total"]) for record in records] == [
        ("1", 1, 19),
        ("b", 2, None),
        ("c", 3, None),
        ("d", 4, 24),
    ]
    assert records[0]["fans"] == {"清龙": 1, "门前清": 1, "缺一门": 1}
    assert records[0]["caishen_as"] == ["E"]
    assert records[1]["distance"] == 1
    assert records[2]["problems"] == [
        "expected at most 4 copies of 1m (一万), got 5; check whether one of them was misread"
    ]
    assert records[3]["hand"] == "123456789m234pE+E"


@pytest.mark.parametrize(("options", "total"), [((), 2), (("--wufan-ignores-wucaishen",), 10)])
def test_options_hold_for_every_line(
    huopin: Huopin, cases: Path, options: tuple[str, ...], total: int
) -> None:
    """R9."""
    cases.write_text('{"hand": "[234m][555p][666s]77sEE+7s"}', encoding="utf-8")
    assert json.loads(huopin("hand", "--from", cases, "--format", "json", *options).stdout)["total"] == total


def test_a_broken_line_is_named(huopin: Huopin, cases: Path) -> None:
    cases.write_text('{"hand": "11m+1m"}\n{"hand"\n', encoding="utf-8")
    result = huopin("hand", "--from", "cases.jsonl")
    assert result.exit_code == 2
    assert "cases.jsonl line 2: expected a JSON object, got '{\"hand\"'" in result.stderr


@pytest.mark.parametrize("name", ["published_hands.jsonl", "huopin_rulings.jsonl"])
def test_shared_cases(huopin: Huopin, shared: Path, name: str) -> None:
    path = shared / "cases" / name
    truth = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    result = huopin("hand", "--from", path, "--format", "json")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert len(records) == len(truth)
    for expected, record in zip(truth, records, strict=True):
        assert record["total"] in _totals(expected, truth), expected


def _totals(case: dict[str, Any], cases: list[dict[str, Any]]) -> set[int | None]:
    """The totals given for a hand; one (R9) stands twice, once for an option that the file does not set."""
    return {
        one.get("huopin_total", one.get("total"))
        for one in cases
        if all(one.get(field) == case.get(field) for field in ("id", "hand", "caishen", "self_draw", "kong"))
    }
