"""Spreading work over processes, of this machine or a Dask cluster: one path over `concurrent.futures`."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import Final, Generic, TypeVar
from urllib.parse import urlsplit

from huopin.batch.errors import BatchError

Job = TypeVar("Job")
Result = TypeVar("Result")
OpenPool = Callable[[], AbstractContextManager[Executor]]

JOBS_PER_WORKER: Final = 2
"""Jobs handed out at a time: one at work and one waiting, so that no worker idles and little is pending."""

_CONNECT_SECONDS: Final = 10

_SCHEMES: Final = ("tcp", "tls", "ws", "wss")
"""Protocols of Dask schedulers."""


class Pool(Generic[Job, Result]):
    """Does a task for many jobs at once.

    A job whose task raises gets its exception as the answer. A job that brings its worker process down (out
    of memory, a crash in a decoder) is found by doing the unfinished jobs again one by one, and gets a
    `BrokenExecutor`; the others go on.

    Args:
        task: What to do; a function that other processes can import.
        open_pool: Opens the executor; called again after a crash.
        workers: How many jobs it does at a time.
    """

    def __init__(self, task: Callable[[Job], Result], open_pool: OpenPool, workers: int) -> None:
        self._task, self._open, self._window = task, open_pool, workers * JOBS_PER_WORKER

    def __call__(self, jobs: Iterable[Job]) -> Generator[tuple[Job, Result | Exception], None, None]:
        """Jobs with their answers, in the order in which they finish."""
        waiting = iter(jobs)
        unfinished: dict[Future[Result], Job] = {}
        while True:
            try:
                with self._open() as executor:
                    yield from self._flow(executor, waiting, unfinished)
                return
            except BrokenExecutor:
                suspects = list(unfinished.values())
                unfinished.clear()
            for job in suspects:
                yield job, self._alone(job)

    def _flow(
        self, executor: Executor, waiting: Iterator[Job], unfinished: dict[Future[Result], Job]
    ) -> Iterator[tuple[Job, Result | Exception]]:
        """Keeps the window full until no job is left.

        Raises:
            BrokenExecutor: A worker died; the jobs that it may have been at are still in `unfinished`.
        """
        while True:
            while len(unfinished) < self._window and (job := next(waiting, None)) is not None:
                unfinished[executor.submit(self._task, job)] = job
            if not unfinished:
                return
            wait(unfinished, return_when=FIRST_COMPLETED)
            for future in [future for future in unfinished if future.done()]:
                answer = _answer(future)
                yield unfinished.pop(future), answer

    def _alone(self, job: Job) -> Result | Exception:
        try:
            with self._open() as executor:
                return _answer(executor.submit(self._task, job))
        except BrokenExecutor as error:
            return error


def _answer(future: Future[Result]) -> Result | Exception:
    try:
        return future.result()
    except BrokenExecutor:
        raise
    except Exception as error:
        return error


def local_pool(workers: int) -> OpenPool:
    """Processes of this machine."""
    return partial(_open_processes, workers)


def dask_pool(address: str) -> tuple[OpenPool, int]:
    """A running Dask cluster, such as `tcp://10.0.0.5:8786`, and how many jobs it does at a time.

    Its workers need huopin installed and the photos under the same paths.

    Raises:
        BatchError: It is no address, `distributed` is not installed, the cluster does not answer, or has no
            workers.
    """
    require_address(address)
    try:
        from distributed import Client
    except ImportError:
        raise BatchError("--dask needs the extra cluster: pip install 'huopin[cluster]'") from None
    try:
        with Client(address, timeout=_CONNECT_SECONDS, set_as_default=False) as client:
            slots = sum(client.nthreads().values())
    except (OSError, ValueError, TimeoutError) as error:
        raise BatchError(
            f"--dask {address}: expected a running Dask scheduler, got {error}; start one with dask scheduler"
        ) from None
    if not slots:
        raise BatchError(
            f"--dask {address}: the cluster has no workers; start some with dask worker {address}"
        )
    return partial(_open_cluster, address), slots


def require_address(address: str) -> None:
    """Refuses what is no address of a Dask scheduler; `distributed` leaves threads behind that complain.

    Raises:
        BatchError: It is none.
    """
    try:
        parts = urlsplit(address)
        whole = parts.scheme in _SCHEMES and parts.hostname and parts.port
    except ValueError:  # of a port that is no number
        whole = False
    if not whole:
        raise BatchError(
            f"--dask: expected the address of a scheduler such as tcp://10.0.0.5:8786, got {address!r}"
        )


@contextmanager
def _open_processes(workers: int) -> Iterator[Executor]:
    executor = ProcessPoolExecutor(workers, get_context("spawn"), _prepare_process)
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _open_cluster(address: str) -> Iterator[Executor]:
    from distributed import Client

    with Client(address, timeout=_CONNECT_SECONDS, set_as_default=False) as client:
        yield client.get_executor(pure=False)


def _prepare_process() -> None:
    """Ctrl-C is for the parent to handle; when it is gone, even by kill -9, the worker goes too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_die_with, args=[parent], daemon=True).start()


def _die_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
