"""The server in tests: real but for the networks, whose answers are the samples' truth."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from sample_oracle import SAMPLES, Oracle
from starlette.testclient import TestClient

from huopin.vision.pipeline import Reader
from huopin.web.app import Settings, create_app
from huopin.web.limits import Limits
from huopin.web.photos import ReadJob, read_with
from huopin.web.readers import Readers
from huopin.web.server import address, listen, make_server

ReadSample = Callable[..., dict[str, Any]]
MakeClient = Callable[..., TestClient]


@pytest.fixture(scope="session")
def oracle() -> Oracle:
    return Oracle()


@pytest.fixture(scope="session")
def oracle_reader(oracle: Oracle) -> Reader:
    return Reader(finder=oracle.find, classifier=oracle.label)


@pytest.fixture(scope="session")
def make_readers(oracle_reader: Reader) -> Callable[[Limits], Readers]:
    """Readers on one thread; the oracle knows the samples by the name of the file."""

    def read(job: ReadJob) -> dict[str, Any]:
        known = replace(job, name=str(SAMPLES / Path(job.name).name))
        return {**read_with(oracle_reader, known), "photo": job.name}

    return lambda limits: Readers(limits, read, lambda: ThreadPoolExecutor(1), threading.get_ident)


@pytest.fixture
def make_client(make_readers: Callable[[Limits], Readers]) -> Iterator[MakeClient]:
    """Makes clients of a server; keyword arguments are its settings."""
    with ExitStack() as stack:

        def make(**settings: Any) -> TestClient:
            made = Settings(**settings)
            return stack.enter_context(TestClient(create_app(made, make_readers(made.limits))))

        yield make


@pytest.fixture
def running(make_readers: Callable[[Limits], Readers]) -> Iterator[Callable[..., str]]:
    """Runs servers on a port of this machine, given the ledger and limits; returns their addresses."""
    servers: list[tuple[uvicorn.Server, threading.Thread]] = []

    def run(ledger: Path | None = None, **limits: Any) -> str:
        settings, bound = Settings(Limits(**limits), ledger=ledger), listen("127.0.0.1", 0)
        server = make_server(settings, make_readers(settings.limits))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
        servers.append((server, thread))
        thread.start()
        while not server.started:
            time.sleep(0.02)
        return address(bound, None)

    yield run
    for server, thread in servers:
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="session")
def client(make_readers: Callable[[Limits], Readers]) -> Iterator[TestClient]:
    """A client of a server with default settings."""
    with TestClient(create_app(readers=make_readers(Limits()))) as opened:
        yield opened


@pytest.fixture(scope="session")
def read_sample(client: TestClient) -> ReadSample:
    """Reads a sample over the API: `read_sample("melds", rules="huopin")`."""

    def read(name: str, **fields: str | None) -> dict[str, Any]:
        photo = (SAMPLES / f"{name}.jpg").read_bytes()
        given = {field: value for field, value in fields.items() if value is not None}
        answer = client.post("/api/read", files={"photo": (f"{name}.jpg", photo)}, data=given)
        assert answer.status_code == 200, answer.text
        record: dict[str, Any] = answer.json()
        return record

    return read
