"""Runs over copies of the samples, in this process and with the truth in place of the networks."""

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sample_oracle import SAMPLES, Oracle
from typer.testing import CliRunner, Result

from huopin.batch import score
from huopin.batch.pool import Pool
from huopin.cli import app
from huopin.commands import settings
from huopin.commands.workers import Workers
from huopin.vision.pipeline import Reader


@contextmanager
def _one_thread() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as executor:
        yield executor


@pytest.fixture
def oracle(monkeypatch: pytest.MonkeyPatch) -> Oracle:
    """The networks replaced by the samples' truth, the worker processes by one thread."""
    oracle = Oracle()
    reader = Reader(finder=oracle.find, classifier=oracle.label)
    monkeypatch.setattr(score, "worker_reader", lambda tile_set: reader)
    monkeypatch.setattr(Workers, "pool", lambda self, task: Pool(task, _one_thread, 1))
    return oracle


@pytest.fixture(autouse=True)
def _no_user_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "user_file", lambda: tmp_path / "no-such-folder" / settings.FILE)


@pytest.fixture
def huopin() -> Callable[..., Result]:
    """Runs a command line: `huopin("batch", folder)`."""
    return lambda *arguments: CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three samples of the four-player rules with their truth files as sidecars, below the current folder."""
    monkeypatch.chdir(tmp_path)
    photos = tmp_path / "photos"
    (photos / "sub").mkdir(parents=True)
    for name, place in (("melds", "."), ("seven-pairs", "."), ("one-row", "sub")):
        for suffix in (".jpg", ".json"):
            shutil.copy(SAMPLES / f"{name}{suffix}", photos / place)
    return photos


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The photos that are read, as they come."""
    read: list[str] = []
    score_with = score.score_with

    def noted(reader: Any, job: score.Job) -> dict[str, Any]:
        read.append(job.photo)
        return score_with(reader, job)

    monkeypatch.setattr(score, "score_with", noted)
    return read
