"""Every field of the JSON output is documented in docs/json.md."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

DOCUMENTED = set(
    re.findall(r"`(\w+)`", (Path(__file__).parents[2] / "docs" / "json.md").read_text(encoding="utf-8"))
)
NAMED = {"fans", "balances", "coins", "unseen"}
"""Objects whose keys are fans, seats or faces."""

COMMANDS = [
    ("read", "concealed-kong.jpg", "missing.jpg"),
    ("score", "concealed-kong.jpg", "--self-draw", "--explain"),
    (
        "score",
        "melds.jpg",
        "--room",
        "official",
        "--from",
        "S",
        "--bird",
        "1m",
        "--coefficient",
        "2",
        "--take",
        "1",
    ),
    ("score", "melds.jpg", "--room", "official", "--self-draw", "--fix", "9=8m", "--fix", "12=9s"),
    ("score", "melds.jpg", "--fix", "9=9s"),
    ("hand", "123456789m234p*+E", "--caishen", "9s", "--explain"),
    ("hand", "123456789m234pE+W"),
    ("hand", "--from", "cases.jsonl"),
    ("settle", "12", "--self-draw"),
    ("hand", "123456789m2789p44s*+3p", "--caishen", "9s", "--rules", "wenzhou"),
    ("score", "wenzhou.jpg", "--caishen", "5s", "--rules", "wenzhou"),
    ("score", "wenzhou.jpg", "--caishen", "5s", "--rules", "wenzhou", "--fix", "16=9p"),
    ("legal", "123m55pE*", "--caishen", "9s", "--pung", "5p"),
    ("waits", "123456789m2344p"),
    ("whatif", "123456789m234pE+E", "--self-draw", "--caishen", "5s"),
    ("whatif", "123456789m234pE", "--draw", "E"),
    ("fans", "74"),
    ("check",),
]


def _fields(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, below in value.items():
            yield key
            if key not in NAMED:
                yield from _fields(below)
    elif isinstance(value, list):
        for below in value:
            yield from _fields(below)


@pytest.mark.usefixtures("oracle", "sample")
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_fields_are_documented(huopin: Callable[..., Result], command: tuple[str, ...]) -> None:
    Path("cases.jsonl").write_text('{"hand": "123456789m234pE+E"}\n{"hand": "11m+1m"}\n', encoding="utf-8")
    records = [json.loads(line) for line in huopin(*command, "--format", "json").stdout.splitlines()]
    assert records
    assert set(_fields(records)) - DOCUMENTED == set()
