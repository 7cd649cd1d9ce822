"""`--rules wenzhou`: hands in text, files and photos; exact text and the JSON contract."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sample_oracle import Oracle
from typer.testing import Result

from huopin.commands.options import RuleName
from huopin.scoring.rulesets import RULE_SETS

Huopin = Callable[..., Result]


def test_every_rule_set_has_its_name() -> None:
    assert [name.value for name in RuleName] == list(RULE_SETS)


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        (
            "123456789m2789p44s*+3p --caishen 9s",
            0,
            "reading  123m  456m  789m  *23p  789p  44s\n"
            "caishen  9s 九条, stands for 1p 一饼\n"
            "won      3p by discard\n"
            "\n"
            "软牌 soft ×1\n"
            "  财神替牌 a caishen stands for a foreign face [W4]\n",
        ),
        (
            "[46pP]123456789m44sPP+P --indicator 5p --self-draw",
            0,
            "reading  [46pP]  123m  456m  789m  PPP  44s\n"
            "caishen  5p 五饼\n"
            "white    P 白, stands for 5p 五饼, P 白, P 白, P 白\n"
            "won      P by self-draw\n"
            "\n"
            "硬牌 hard ×2\n"
            "  自摸 self-draw [W19]\n"
            "  无财神/归位 no caishen, or every caishen as its own face [W4]\n",
        ),
        (
            "123456789m123789p*+5s --caishen 9s",
            1,
            "won  5s by discard\n\n不能胡 refused\n"
            "  财神马 five melds and a lone caishen may not win on a discard [W13]\n",
        ),
        ("123456789m2789p4s*E+3p --caishen 9s", 1, "No winning hand: 1 tile away.\n"),
    ],
)
def test_hands_in_text(huopin: Huopin, arguments: str, code: int, text: str) -> None:
    result = huopin("hand", "--rules", "wenzhou", *arguments.split())
    assert (result.exit_code, result.stdout, result.stderr) == (code, text, "")


def test_json_of_a_hand(huopin: Huopin) -> None:
    result = huopin(
        *("hand", "1133557799m11335p*+9s", "--rules", "wenzhou", "--caishen", "2s", "--format", "json")
    )
    record = json.loads(result.stdout)
    assert (record["class"], record["multiplier"]) == ("hard", 2)
    assert record["hand"] == "1133557799m11335p*+9s"
    assert record["caishen_as"] == ["5p"]
    assert record["reasons"][0] == {
        "zh": "软8对",
        "en": "eight pairs, a caishen completing one",
        "rule": "W7",
    }
    lone = {"kind": "singles", "tiles": ["9s"], "as": ["9s"], "declared": False, "concealed": True}
    assert record["reading"]["groups"][-1] == lone


@pytest.mark.parametrize(
    ("flags", "answer"),
    [("--heavenly", ("double", 4)), ("--earthly", ("double", 4)), ("--kong", ("hard", 2)), ("", ("soft", 1))],
)
def test_circumstances(huopin: Huopin, flags: str, answer: tuple[str, int]) -> None:
    """W11, W17."""
    hand = ("123456789m2789p44s*+3p", "--caishen", "9s", "--rules", "wenzhou", "--format", "json")
    record = json.loads(huopin("hand", *hand, *flags.split()).stdout)
    assert (record["class"], record["multiplier"]) == answer


def test_files_of_hands(huopin: Huopin, shared: Path) -> None:
    file = shared / "cases" / "wenzhou_rulings.jsonl"
    result = huopin("hand", "--rules", "wenzhou", "--from", file, "--format", "json")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    cases = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert result.exit_code == 0
    assert [(one["id"], one["class"], one["multiplier"]) for one in answers] == [
        (case["id"], case["class"], case["multiplier"]) for case in cases
    ]


def test_a_file_with_hands_that_are_none(huopin: Huopin, tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text(
        '{"hand": "123m+4m"}\n{"hand": "13579m2468p1357sEEE+W"}\n{"hand": "4s+4s", "exposed": ["x"]}\n'
    )
    result = huopin("hand", "--rules", "wenzhou", "--from", file, "--format", "json")
    first, second = map(json.loads, result.stdout.splitlines())
    assert (first["class"], first["problems"][0].startswith("expected 17 tiles")) == (None, True)
    assert (second["class"], second["multiplier"]) == (None, None)
    assert "line 3: expected exposed melds c, p, k or k#, got 'x'" in result.stderr
    assert result.exit_code == 2


@pytest.mark.usefixtures("oracle", "sample")
@pytest.mark.parametrize("name", ["wenzhou", "wenzhou-melds"])
def test_photos(huopin: Huopin, name: str) -> None:
    truth = json.loads(Path(f"{name}.json").read_text(encoding="utf-8"))
    asked = (f"{name}.jpg", "--rules", "wenzhou", "--caishen", truth["caishen"])
    record = json.loads(huopin("score", *asked, "--format", "json").stdout)
    assert (record["class"], record["multiplier"]) == tuple(truth["expected"].values())
    assert record["verdict_code"] == "ok"
    text = huopin("score", *asked)
    assert (text.exit_code, text.stderr) == (0, "")
    assert f"{record['class']} ×{record['multiplier']}\n" in text.stdout
    assert f"{name}.jpg: 17 tiles read" in huopin("read", *asked).stdout


@pytest.mark.usefixtures("oracle", "sample")
def test_a_photo_that_does_not_win(huopin: Huopin, oracle: Oracle) -> None:
    oracle.doubts[16] = {"9p": 0.9, "2p": 0.09}
    result = huopin("score", "wenzhou.jpg", "--rules", "wenzhou", "--caishen", "5s", "--fix", "16=9p")
    assert (result.exit_code, result.stderr) == (1, "")
    assert "No winning hand: 1 tile away." in result.stdout
    record = json.loads(
        huopin(
            *("score", "wenzhou.jpg", "--rules", "wenzhou", "--caishen", "5s", "--fix", "16=9p"),
            *("--format", "json"),
        ).stdout
    )
    assert (record["class"], record["multiplier"], record["distance"]) == (None, None, 1)
