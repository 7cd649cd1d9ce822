"""Run as a program: kills processes that write to a ledger and reports, one JSON object a line, what is left.

`steps FILE STRIDE`: a process for every STRIDEth step of SQLite's machine while two hands are added.
`migrate FILE STRIDE`: the same for a migration.
`loop FILE ROUNDS`: processes that add one pair of hands after another, killed after a few milliseconds each.
`add FILE NAME COUNT`: adds so many hands won by NAME.
"""

import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from unittest import mock

from huopin.ledger import ClassWin, Evidence, FanWin, Ledger

_CONNECT = sqlite3.connect


def _kill_at(step: int) -> Callable[..., sqlite3.Connection]:
    """A `sqlite3.connect` whose connections kill the process at the given step of SQLite's machine."""
    taken = 0

    def tick() -> int:
        nonlocal taken
        taken += 1
        if taken >= step:
            os.kill(os.getpid(), signal.SIGKILL)
        return 0

    def connect(*values: object, **named: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = _CONNECT(*values, **named)  # type: ignore[call-overload]
        connection.set_progress_handler(tick, 1)
        return connection

    return connect


def _forked(work: Callable[[], None]) -> int:
    """Runs work in a process of its own; the signal that ended it, 0 for none."""
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:
            os._exit(1)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise SystemExit("the process that writes failed")
    return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


def _report(path: Path, **more: object) -> None:
    with Ledger(path) as ledger:
        session = ledger.session()
        records = ledger.records(session)
        totals = ledger.book(session).totals
    attached = sum(record.evidence is not None for record in records)
    left = {"entries": len(records), "attached": attached, "sum": sum(totals.values())}
    print(json.dumps({**left, **more}), flush=True)


def _add(path: Path) -> None:
    with Ledger(path) as ledger:
        evidence = Evidence("4s+4s", {"class": "double"}, "00" * 32)
        ledger.add(ledger.session(), [ClassWin("A", "soft", "B"), ClassWin("B", "soft", "A")], evidence)


def _steps(path: Path, work: Callable[[Path], None], stride: int) -> None:
    """Every `stride`th step, from a fresh copy each time, until the work runs to its end."""
    original = path.with_suffix(".original")
    shutil.copyfile(path, original)
    step, ended = 1, 1
    while ended:
        shutil.copyfile(original, path)

        def killed(step: int = step) -> None:
            with mock.patch("sqlite3.connect", _kill_at(step)):
                work(path)

        ended = _forked(killed)
        _report(path, step=step, signal=ended)
        step += stride


def _loop(path: Path, rounds: int) -> None:
    """Every hand that was reported as added must be there."""
    chance = random.Random(1)
    told, reports = os.pipe()
    os.set_blocking(told, False)
    acknowledged = 0
    for _ in range(rounds):
        child = os.fork()
        if child == 0:
            while True:
                _add(path)
                os.write(reports, b".")
        time.sleep(chance.uniform(0.01, 0.12))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with suppress(BlockingIOError):
            acknowledged += len(os.read(told, 1 << 16))
        _report(path, acknowledged=acknowledged)


def _add_many(path: Path, name: str, count: int) -> None:
    for _ in range(count):
        with Ledger(path) as ledger:
            ledger.add(ledger.session(), [FanWin(name, 8)])


def main(task: str, file: str, *rest: str) -> None:
    """Runs one of the tasks."""
    path = Path(file)
    if task == "steps":
        _steps(path, _add, int(rest[0]))
    elif task == "migrate":
        _steps(path, lambda path: Ledger(path).__exit__(None, None, None), int(rest[0]))
    elif task == "loop":
        _loop(path, int(rest[0]))
    else:
        _add_many(path, rest[0], int(rest[1]))


if __name__ == "__main__":
    main(*sys.argv[1:])
