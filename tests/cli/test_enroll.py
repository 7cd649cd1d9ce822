"""`huopin enroll`: the order of the faces, and what is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import Result

from huopin.commands import enroll
from huopin.commands.exits import ExitCode


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("1m-3m", "1m 2m 3m"),
        ("E-P", "E S W N C F P"),
        ("5s, 1p-2p a1", "5s 1p 2p a1"),
        ("9m-2p", "9m 1p 2p"),
        ("红中 1z", "C E"),
    ],
)
def test_orders(text: str, faces: str) -> None:
    assert " ".join(map(str, enroll.parse_order(text))) == faces


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1m-9x", "expected tiles and runs such as 1m-9m E S, got '1m-9x'"),
        ("hello", "expected tiles and runs such as 1m-9m E S, got 'hello'"),
        ("9m-1m", "expected a run that ascends, got '9m-1m'"),
    ],
)
def test_what_is_no_order_is_told(text: str, message: str) -> None:
    with pytest.raises(typer.BadParameter, match=message):
        enroll.parse_order(text)


def test_an_unknown_set_is_told(
    huopin: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(enroll, "set_folder", lambda: tmp_path)
    result = huopin("read", "melds.jpg", "--set", "grandma")
    assert result.exit_code == ExitCode.USAGE
    assert result.stderr == (
        "huopin: tile set 'grandma': expected one of the enrolled sets (none yet); try huopin enroll\n"
    )
