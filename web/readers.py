"""Reading photos in worker processes: so many at once, in limited time, whatever a photo does to them."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final

from huopin.batch.pool import OpenPool, local_pool
from huopin.vision.worker import worker_reader
from huopin.web.errors import RequestError
from huopin.web.limits import Limits
from huopin.web.photos import ReadJob, read_job

ReadPhoto = Callable[[ReadJob], dict[str, Any]]

_MOST_WORKERS: Final = 4
"""Each worker takes about 200 MB."""


def usual_workers() -> int:
    """A process for each core, a few at most."""
    return min(_MOST_WORKERS, os.cpu_count() or 1)


def prepare_worker() -> bool:
    """Loads the networks of a worker process before its first photo."""
    worker_reader()
    return True


class Readers:
    """The workers.

    A photo that brings its process down takes others with it; each of them is read once more, alone, and the
    one that does it again is refused.

    Args:
        limits: How many photos at once, and for how long each.
        read: What to do with a photo; a function that other processes can import.
        open_pool: Opens the executor; called again after a crash. Processes, one a core, when None.
        prepare: What a worker does before its first photo.
    """

    def __init__(
        self,
        limits: Limits,
        read: ReadPhoto = read_job,
        open_pool: OpenPool | None = None,
        prepare: Callable[[], Any] = prepare_worker,
    ) -> None:
        self._limits, self._read, self._prepare = limits, read, prepare
        self._open = open_pool or local_pool(usual_workers())
        self._pool: AbstractContextManager[Executor] | None = None
        self._executor: Executor | None = None
        self._alone = asyncio.Lock()
        self._clients: Counter[str] = Counter()

    def start(self) -> None:
        """Opens the pool and has its workers prepare themselves meanwhile."""
        executor = self._running()
        for _ in range(usual_workers()):
            executor.submit(self._prepare)

    def stop(self) -> None:
        """Ends the workers."""
        pool, self._pool, self._executor = self._pool, None, None
        if pool is not None:
            pool.__exit__(None, None, None)

    @contextmanager
    def place(self, client: str) -> Iterator[None]:
        """A place for a photo of a client, from the first byte of its upload to the answer.

        Raises:
            RequestError: the server, or the client, has as many at once as it may.
        """
        if self._clients[client] >= self._limits.reads_per_client:
            raise RequestError(
                429,
                "too-many",
                f"expected at most {self._limits.reads_per_client} photos at once from one address; "
                "try again soon",
            )
        if self._clients.total() >= self._limits.reads:
            raise RequestError(
                503, "busy", f"the server is reading {self._limits.reads} photos; try again soon"
            )
        self._clients[client] += 1
        try:
            yield
        finally:
            self._clients[client] -= 1
            if not self._clients[client]:
                del self._clients[client]

    async def __call__(self, job: ReadJob) -> dict[str, Any]:
        """The reading of a photo.

        Raises:
            RequestError: it cannot be read, or not in time.
        """
        executor = self._running()
        try:
            return await self._submit(executor, job)
        except BrokenExecutor:
            await self._replace(executor)
        async with self._alone:
            return await self._read_alone(job)

    async def _read_alone(self, job: ReadJob) -> dict[str, Any]:
        pool = self._open()
        try:
            return await self._submit(pool.__enter__(), job)
        except BrokenExecutor:
            raise RequestError(
                422,
                "damaged",
                f"{job.name}: reading it takes too long or too much memory; take another photo",
            ) from None
        finally:
            await asyncio.to_thread(pool.__exit__, None, None, None)

    async def _submit(self, executor: Executor, job: ReadJob) -> dict[str, Any]:
        # A worker ends itself in time; this waits longer, for photos before it in the queue.
        patience = self._limits.read_seconds * (1 + self._limits.reads)
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(patience):
                return await loop.run_in_executor(executor, self._read, job)
        except TimeoutError:
            raise RequestError(503, "busy", "the server is too busy; try again soon") from None

    def _running(self) -> Executor:
        if self._executor is None:
            self._pool = self._open()
            self._executor = self._pool.__enter__()
        return self._executor

    async def _replace(self, broken: Executor) -> None:
        """Lets a broken pool go, unless that is done; the next photo opens another."""
        if self._executor is broken:
            pool, self._pool, self._executor = self._pool, None, None
            if pool is not None:
                await asyncio.to_thread(pool.__exit__, None, None, None)
