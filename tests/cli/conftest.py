"""Running command lines in tests."""

from collections.abc import Callable

import pytest
from sample_oracle import Oracle
from typer.testing import CliRunner, Result

from huopin.cli import app
from huopin.commands import photos
from huopin.vision.pipeline import Reader


@pytest.fixture
def oracle(monkeypatch: pytest.MonkeyPatch) -> Oracle:
    """The networks replaced by the samples' truth."""
    oracle = Oracle()
    reader = Reader(finder=oracle.find, classifier=oracle.label)
    monkeypatch.setattr(photos, "_reader", lambda: reader)
    return oracle


@pytest.fixture
def huopin() -> Callable[..., Result]:
    """Runs a command line: `huopin("score", path, "--discard")`."""
    return lambda *arguments: CliRunner().invoke(app, [str(argument) for argument in arguments])
