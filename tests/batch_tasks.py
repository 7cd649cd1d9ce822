"""Tasks that worker processes of the tests can import."""

import os
import signal
from pathlib import Path


def double(number: int) -> int:
    return 2 * number


def fail_on_odd(number: int) -> int:
    if number % 2:
        raise ValueError(f"odd {number}")
    return number


def die_on_three(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def process_id(_: int) -> int:
    return os.getpid()


def leave_a_mark(folder: Path) -> int:
    """Says which process it is, and waits much longer than any test."""
    import time

    (folder / str(os.getpid())).touch()
    time.sleep(60)
    return os.getpid()
