"""Spreading work: answers, errors, crashes, orphans."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path

import batch_tasks
import pytest

from huopin.batch.errors import BatchError
from huopin.batch.pool import Pool, dask_pool, local_pool


def test_every_job_has_its_answer_and_one_that_fails_its_exception() -> None:
    answers = dict(Pool(batch_tasks.fail_on_odd, local_pool(2), 2)(range(7)))
    assert {job: answer for job, answer in answers.items() if job % 2 == 0} == {0: 0, 2: 2, 4: 4, 6: 6}
    assert [str(answers[job]) for job in (1, 3, 5)] == ["odd 1", "odd 3", "odd 5"]


def test_a_job_that_kills_its_process_stops_no_other() -> None:
    answers = list(Pool(batch_tasks.die_on_three, local_pool(2), 2)(range(6)))
    assert sorted(job for job, _ in answers) == list(range(6))
    assert [job for job, answer in answers if isinstance(answer, BrokenExecutor)] == [3]
    assert [answer for job, answer in sorted(answers, key=lambda pair: pair[0]) if job != 3] == [
        0,
        1,
        2,
        4,
        5,
    ]


def test_jobs_are_taken_as_they_are_needed() -> None:
    taken = []

    def jobs() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    answers = Pool(batch_tasks.double, local_pool(1), 1)(jobs())
    assert next(answers)[1] in (0, 2)
    answers.close()
    assert len(taken) < 10


def test_workers_do_not_outlive_a_killed_parent(tmp_path: Path) -> None:
    program = (
        "from pathlib import Path; import batch_tasks\n"
        "from huopin.batch.pool import Pool, local_pool\n"
        "if __name__ == '__main__':\n"
        f"    list(Pool(batch_tasks.leave_a_mark, local_pool(2), 2)([Path({str(tmp_path)!r})] * 2))\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(Path(batch_tasks.__file__).parent)},
    )
    try:
        _wait(lambda: len(list(tmp_path.iterdir())) == 2)
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    workers = [int(path.name) for path in tmp_path.iterdir()]
    _wait(lambda: not any(map(_alive, workers)))


def _wait(done: Callable[[], bool]) -> None:
    for _ in range(600):
        if done():
            return
        time.sleep(0.05)
    raise AssertionError("not within half a minute")


def _alive(process: int) -> bool:
    """Whether a process runs; one that waits to be buried does not."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except FileNotFoundError:
        return False


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huopin.batch.pool._CONNECT_SECONDS", 0.5)
    with pytest.raises(BatchError, match="expected a running Dask scheduler"):
        dask_pool("tcp://127.0.0.1:9")


def test_no_cluster_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BatchError, match=r"pip install 'huopin\[cluster\]'"):
        dask_pool("tcp://127.0.0.1:9")


@pytest.mark.parametrize(
    "address",
    ["foo", "", "10.0.0.5:8786", "tcp://10.0.0.5", "tcp://:8786", "tcp://a:b", "http://a:80", "tcp://a:0"],
)
def test_what_is_no_address_of_a_cluster(address: str) -> None:
    with pytest.raises(
        BatchError, match=r"expected the address of a scheduler such as tcp://10\.0\.0\.5:8786, got"
    ):
        dask_pool(address)
