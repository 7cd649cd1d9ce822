"""Workers: photos at once, time limits, crashes."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import web_tasks

from huopin.batch.pool import local_pool
from huopin.web.errors import RequestError
from huopin.web.limits import Limits
from huopin.web.photos import ReadJob
from huopin.web.readers import Readers


def test_places(make_readers: Callable[[Limits], Readers]) -> None:
    readers = make_readers(Limits(reads=3, reads_per_client=2))
    with readers.place("a"), readers.place("a"):
        with pytest.raises(RequestError, match="from one address") as refused, readers.place("a"):
            pass
        assert (refused.value.status, refused.value.headers["retry-after"]) == (429, "2")
        with readers.place("b"):
            with pytest.raises(RequestError, match="is reading 3 photos") as refused, readers.place("c"):
                pass
            assert refused.value.status == 503
    with readers.place("a"), readers.place("c"):
        pass


def test_a_crash_takes_only_its_own_photo_down() -> None:
    """The process of one photo dies: it is refused, the photos beside and after it are read."""
    readers = Readers(Limits(), web_tasks.read, local_pool(1), web_tasks.idle)

    async def run() -> list[Any]:
        photos = (b"one", b"crash", b"two")
        jobs = [readers(ReadJob(photo, "x.jpg")) for photo in photos]
        answers = await asyncio.gather(*jobs, return_exceptions=True)
        return [*answers, await readers(ReadJob(b"four"))]

    try:
        one, crash, two, four = asyncio.run(run())
    finally:
        readers.stop()
    assert [answer["photo"] for answer in (one, two, four)] == ["one", "two", "four"]
    assert isinstance(crash, RequestError)
    assert (crash.status, crash.code) == (422, "damaged")


def test_impatience() -> None:
    """Whoever waits too long for a worker is told so."""
    limits = Limits(read_seconds=0.01, reads=4)
    readers = Readers(limits, web_tasks.read, lambda: ThreadPoolExecutor(1), web_tasks.idle)
    try:
        with pytest.raises(RequestError, match="too busy") as refused:
            asyncio.run(readers(ReadJob(b"sleep")))
    finally:
        readers.stop()
    assert refused.value.status == 503
