"""Real processes and the shipped weights: kill -9 and resume, a Dask cluster, Ctrl-C, the progress bar."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest
from sample_oracle import SAMPLES

PHOTOS = 24
KILLS = 3


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copies of samples, small so that they are quickly read, and one that is none."""
    folder = tmp_path_factory.mktemp("photos")
    names = ("melds", "one-row", "two-rows")
    for number in range(PHOTOS - 1):
        image = cv2.imread(str(SAMPLES / f"{names[number % 3]}.jpg"), cv2.IMREAD_REDUCED_COLOR_2)
        assert image is not None
        cv2.imwrite(str(folder / f"{number:02d}.jpg"), image)
    (folder / "bad.jpg").write_text("no photo")
    return folder


def _start(folder: Path, output: Path, *options: str, **streams: Any) -> "subprocess.Popen[bytes]":
    # What a background job of a shell starts ignores Ctrl-C; these processes are to hear it all the same.
    heard = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    program = f"{heard}from huopin.cli import app\napp()\n"
    command = [sys.executable, "-c", program, "batch", str(folder), "-o", str(output), *options]
    return subprocess.Popen(command, **{"stderr": subprocess.DEVNULL, **streams})


def _rows(output: Path) -> list[dict[str, Any]]:
    """Rows without what differs from run to run: their times."""
    rows = [json.loads(line) for line in output.read_bytes().splitlines()]
    return [{name: value for name, value in row.items() if name != "seconds"} for row in rows]


@pytest.fixture(scope="module")
def uninterrupted(photos: Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    output = tmp_path_factory.mktemp("whole") / "out.jsonl"
    assert _start(photos, output, "--workers", "2").wait() == 0
    return _rows(output)


def test_killed_three_times_and_resumed(
    photos: Path, uninterrupted: list[dict[str, Any]], tmp_path: Path
) -> None:
    output = tmp_path / "out.jsonl"
    for kill in range(1, KILLS + 1):
        run = _start(photos, output, "--resume", "--workers", "2")
        _wait_for(output, kill * PHOTOS // (KILLS + 2), run)
        run.send_signal(signal.SIGKILL)
        run.wait()
        assert len(_whole_lines(output)) < PHOTOS, "killed too late to show anything"
    assert _start(photos, output, "--resume", "--workers", "2").wait() == 0
    assert _rows(output) == uninterrupted
    assert len(uninterrupted) == PHOTOS


def _whole_lines(output: Path) -> list[bytes]:
    return [line for line in output.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]


def _wait_for(output: Path, rows: int, run: "subprocess.Popen[bytes]") -> None:
    while run.poll() is None and (not output.exists() or len(_whole_lines(output)) < rows):
        time.sleep(0.01)
    assert run.poll() is None, "ended before it could be killed"


def test_ctrl_c_stops_workers_too_and_keeps_the_rows(
    photos: Path, uninterrupted: list[dict[str, Any]], tmp_path: Path
) -> None:
    output = tmp_path / "out.jsonl"
    run = _start(photos, output, "--workers", "1", stderr=subprocess.PIPE, start_new_session=True)
    _wait_for(output, 2, run)
    os.killpg(run.pid, signal.SIGINT)  # the whole group, as a terminal does
    _, notes = run.communicate(timeout=60)
    assert run.returncode == 130
    assert b"go on with --resume" in notes
    assert b"Traceback" not in notes
    rows = {row["photo"]: row for row in _rows(output)}
    assert rows
    assert all(row == rows[row["photo"]] for row in uninterrupted if row["photo"] in rows)


@pytest.fixture
def cluster() -> Iterator[str]:
    """A Dask cluster of two worker processes on this machine."""
    distributed = pytest.importorskip("distributed", reason="needs the extra cluster")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=50
    ) as local:
        yield local.scheduler_address


@pytest.mark.filterwarnings("default")
def test_a_dask_cluster_gives_the_same_rows(
    photos: Path, uninterrupted: list[dict[str, Any]], tmp_path: Path, cluster: str
) -> None:
    output = tmp_path / "out.jsonl"
    assert _start(photos, output, "--dask", cluster).wait() == 0
    assert _rows(output) == uninterrupted


def test_the_progress_bar_shows_on_a_terminal(photos: Path, tmp_path: Path) -> None:
    terminal, stderr = pty.openpty()
    run = _start(photos, tmp_path / "out.jsonl", "--workers", "2", "--glob", "0[0-3].jpg", stderr=stderr)
    os.close(stderr)
    shown = b""
    try:
        while chunk := os.read(terminal, 4096):
            shown += chunk
    except OSError:  # the other end is closed
        pass
    assert run.wait() == 0
    assert b"photos" in shown
    assert b"4/4" in shown
    assert b"/s" in shown
    assert shown.decode(errors="replace").count("4 photos: ") == 1
