"""`huopin enroll`: the order of the faces, and what is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from sample_oracle import Oracle
from typer.testing import Result

from huopin.commands import enroll
from huopin.commands.exits import ExitCode
from huopin.vision import enrolment, tileset
from huopin.vision.pipeline import Reader

ONE_ROW = "1m 2m 3m 4p 5p 6p 7s 8s 9s 6s 7s E E 8s"
"""What lies on samples/one-row.jpg."""


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
        (" , ", "expected tiles and runs such as 1m-9m E S, got ' , '"),
    ],
)
def test_what_is_no_order_is_told(text: str, message: str) -> None:
    with pytest.raises(typer.BadParameter, match=message):
        enroll.parse_order(text)


def test_an_unknown_set_is_told(
    huopin: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tileset, "set_folder", lambda: tmp_path)
    result = huopin("read", "melds.jpg", "--set", "grandma")
    assert result.exit_code == ExitCode.USAGE
    assert (
        "tile set 'grandma': expected one of the enrolled sets (none yet); try huopin enroll" in result.stderr
    )


@pytest.fixture
def sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where sets are kept; the networks know the samples."""
    oracle = Oracle()
    reader = Reader(finder=oracle.find, classifier=oracle.label)
    monkeypatch.setattr(enrolment, "Reader", lambda: reader)
    monkeypatch.setattr(tileset, "set_folder", lambda: tmp_path / "sets")
    return tmp_path / "sets"


@pytest.mark.usefixtures("sample")
def test_a_set_is_learnt_and_what_it_replaces_told(huopin: Callable[..., Result], sets: Path) -> None:
    command = "enroll", "mine", "one-row.jpg", "--order", ONE_ROW
    for text in ("mine: 11 faces learnt", "mine: replaced, 11 faces learnt"):
        result = huopin(*command)
        assert (result.exit_code, result.stdout, result.stderr) == (0, f"{text}; use --set mine\n", "")
    assert [path.name for path in sets.iterdir()] == ["mine.npz"]


@pytest.mark.usefixtures("sample", "sets")
def test_an_order_that_does_not_fit_is_told(huopin: Callable[..., Result]) -> None:
    result = huopin("enroll", "mine", "one-row.jpg", "--order", "1m-9m 1p-4p E")
    assert result.exit_code == 0
    assert result.stderr.startswith(
        "warning: 11 of 14 tiles look like other faces than --order says, the first"
    )


@pytest.mark.usefixtures("sample", "sets")
def test_a_wrong_name_is_told_before_anything_is_read(huopin: Callable[..., Result]) -> None:
    result = huopin("enroll", "../x", "no-photo.jpg")
    assert result.exit_code == ExitCode.USAGE
    assert "expected a tile set name of letters, digits, - and _, got '../x'" in result.stderr
