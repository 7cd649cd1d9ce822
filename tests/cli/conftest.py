"""Running command lines in tests."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from sample_oracle import SAMPLES, Oracle
from typer.testing import CliRunner, Result

from huopin.cli import app
from huopin.commands import photos
from huopin.vision.pipeline import Reader


@pytest.fixture
def oracle(monkeypatch: pytest.MonkeyPatch) -> Oracle:
    """The networks replaced by the samples' truth."""
    oracle = Oracle()
    reader = Reader(finder=oracle.find, classifier=oracle.label)
    monkeypatch.setattr(photos, "_reader", lambda _tile_set: reader)
    return oracle


@pytest.fixture
def huopin() -> Callable[..., Result]:
    """Runs a command line: `huopin("score", path, "--discard")`."""
    return lambda *arguments: CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the samples as the current folder, so that paths in the output are short."""
    for path in SAMPLES.iterdir():
        shutil.copy(path, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path
