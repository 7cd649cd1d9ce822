"""Options that change nothing where they stand are told in a note, and change nothing."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Huopin = Callable[..., Result]

WIN = "hand 123456789m234pE+E"
WENZHOU = "hand 123456789m2789p44s*+3p --caishen 9s --rules wenzhou"

IDLE = [
    (WIN, "--heavenly --earthly", "no effect under huopin rules: --heavenly, --earthly"),
    (WIN, "--bird 3p --coefficient 2", "no effect without --room: --bird, --coefficient"),
    (f"{WIN} --room official --self-draw", "--left S=3", "no effect without --coefficient: --left"),
    (WENZHOU, "--room official", "no effect under wenzhou rules: --room"),
    (WENZHOU, "--seat S --last-tile", "no effect under wenzhou rules: --seat, --last-tile"),
    ("hand --from cases.jsonl", "--self-draw", "no effect on the hands of a file, which say so themselves:"),
    ("settle 12 --self-draw", "--take 2", "no effect without --coefficient: --take"),
    ("legal 123m55pE", "--passed 5p", "no effect without --pung: --passed"),
    ("waits 123456789m2344p", "--fix 1=2m", "no effect without a photo: --fix"),
    ("whatif 123456789m234pE --draw E", "--seen 5m", "no effect with --draw: --seen"),
]


@pytest.mark.parametrize(("command", "options", "note"), IDLE)
def test_idle_options(
    huopin: Huopin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, options: str, note: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cases.jsonl").write_text('{"hand": "123456789m234pE+E"}', encoding="utf-8")
    plain, idle = huopin(*command.split()), huopin(*command.split(), *options.split())
    assert (plain.exit_code, plain.stderr) == (0, "")
    assert (idle.exit_code, idle.stdout) == (0, plain.stdout)
    assert idle.stderr.startswith(note)
    assert idle.stderr.count("\n") == 1


@pytest.mark.parametrize("coins", ["S=x", "X=3", "S", "S=9999999"])
def test_a_charge_is_read_even_when_it_is_idle(huopin: Huopin, coins: str) -> None:
    result = huopin("settle", "12", "--self-draw", "--left", coins)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"expected a seat and coins up to 999999 such as W=300, got '{coins}'" in result.stderr
