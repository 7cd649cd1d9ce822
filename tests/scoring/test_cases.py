"""Reading files of hands."""

import json
from pathlib import Path
from typing import Any

import pytest

from huopin.scoring import CAISHEN, CaseFileError, Options, Tile, parse_hand
from huopin.scoring.cases import load_cases, parse_case


def test_both_forms_describe_the_same_hand() -> None:
    text = parse_case({"hand": "[SSS][1111m#]78m55p+9m", "self_draw": True, "kong": True, "flowers": 2})
    listed = parse_case(
        {
            "concealed": ["7m", "8m", "5p", "5p"],
            "melds": [
                {"type": "pung", "tiles": ["S", "S", "S"], "concealed": False},
                {"type": "kong", "tiles": ["1m", "1m", "1m", "1m"], "concealed": True},
            ],
            "win": "9m",
            "self_draw": True,
            "flags": {"kong": True},
            "flowers": 2,
        }
    )
    assert (text.hand, text.context) == (listed.hand, listed.context)
    assert text.hand.flower_count == 2
    assert not text.answered


def test_caishen_is_applied_and_options_read() -> None:
    case = parse_case({"hand": "5m1p+5m", "caishen": "5m", "max_copies": 4, "total": None, "fans": None})
    assert case.hand == parse_hand("*1p+5m")  # R6: the discarded 5m is not wild
    assert case.options == Options(max_copies=4)
    assert case.answered
    drawn = parse_case({"hand": "5m1p+5m", "caishen": "5m", "self_draw": True})
    assert drawn.hand.win is CAISHEN
    assert drawn.context.caishen == Tile.parse("5m")


def test_flowers_by_name() -> None:
    assert parse_case({"hand": "1m+2m", "flowers": ["a1", "菊"]}).hand == parse_hand("1m+2m 春菊")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "expected a JSON object"),
        ("[1]", "expected a JSON object, got '[1]'"),
        ("{}", 'expected "hand", or "concealed" with "win", got neither'),
        ('{"hand": 5}', "expected hand to be str, got 5"),
        ('{"hand": "1x"}', "expected a suit m, p or s"),
        ('{"hand": "1m+2m", "self_draw": "yes"}', "expected self_draw to be bool, got 'yes'"),
        ('{"hand": "1m+2m", "flowers": "x"}', "expected flowers to be a number or a list of tiles, got 'x'"),
        ('{"hand": "1m+2m", "caishen": "9z"}', "expected 1z to 7z, got 9z"),
        ('{"concealed": ["12m"], "win": "1m"}', "expected one tile, got '12m'"),
        ('{"concealed": [], "melds": [{"tiles": [5]}], "win": "1m"}', "expected one tile, got 5"),
        ('{"hand": "1m+2m", "flowers": ["*"]}', "expected a tile and no caishen here, got '*'"),
        ('{"concealed": [], "melds": [5], "win": "1m"}', "expected a meld with its tiles, got 5"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, says: str) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(json.dumps({"hand": "1m+2m"}) + "\n\n" + line + "\n", encoding="utf-8")
    with pytest.raises(CaseFileError) as caught:
        list(load_cases(path))
    assert "hands.jsonl line 3: " in str(caught.value)
    assert says in str(caught.value)


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00"])
def test_an_unreadable_file_is_one_error(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "hands.jsonl"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CaseFileError, match="expected a text file of hands"):
        list(load_cases(path))


@pytest.mark.parametrize(("name", "count"), [("published_hands.jsonl", 188), ("huopin_rulings.jsonl", 37)])
def test_shared_files_are_read_whole(shared: Path, name: str, count: int) -> None:
    cases: list[Any] = list(load_cases(shared / "cases" / name))
    assert len(cases) == count
    assert all(case.answered and case.hand.size == 14 for case in cases)
