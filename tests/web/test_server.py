"""The running server: addresses, and clients that never finish."""

import socket
from collections.abc import Callable
from urllib.parse import urlsplit

import httpx2
import pytest
from typer.testing import CliRunner

from huopin.cli import app
from huopin.scoring import SettingsError
from huopin.web import server
from huopin.web.server import address, is_loopback, listen

Run = Callable[..., str]


def _connect(url: str) -> socket.socket:
    parts = urlsplit(url)
    return socket.create_connection((parts.hostname, parts.port), timeout=10)


def test_addresses() -> None:
    with listen("127.0.0.1", 0) as bound:
        port = bound.getsockname()[1]
        assert address(bound, None) == f"http://127.0.0.1:{port}/"
        assert address(bound, "abc") == f"http://127.0.0.1:{port}/?token=abc"
    with listen("0.0.0.0", 0) as bound:
        assert "0.0.0.0" not in address(bound, None) or not server._own_address()
    assert is_loopback("localhost")
    assert is_loopback("::1")
    assert not is_loopback("0.0.0.0")
    assert not is_loopback("192.168.1.20")


def test_a_port_that_is_taken() -> None:
    with listen("127.0.0.1", 0) as bound, pytest.raises(SettingsError, match="try another --port"):
        listen("127.0.0.1", bound.getsockname()[1])


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nhost: x\r\n"])
def test_headers_that_never_end(running: Run, sent: bytes) -> None:
    """The connection is closed in time, the first and the next request's alike; others are answered."""
    url = running(header_seconds=0.3)
    with _connect(url) as silent, _connect(url) as second:
        silent.sendall(sent)
        second.sendall(b"GET /icon.svg HTTP/1.1\r\nhost: x\r\n\r\n")
        assert second.recv(100).startswith(b"HTTP/1.1 200")
        assert httpx2.get(url).status_code == 200
        assert silent.recv(100) == b""
        second.sendall(sent or b"G")
        while second.recv(10_000):
            pass


def test_too_many_connections(running: Run) -> None:
    url = running(connections=3)
    crowd = [_connect(url) for _ in range(6)]
    assert httpx2.get(url).status_code == 503
    for one in crowd:
        one.close()


SHOWN = {
    (): ["http://127.0.0.1:", "Only this machine can open it"],
    ("--host", "0.0.0.0"): ["http://", "█", "Everybody on the network can open it"],
    ("--host", "0.0.0.0", "--token", "abc"): ["/?token=abc", "█"],
}


@pytest.mark.parametrize("options", SHOWN)
def test_what_the_command_shows(monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]) -> None:
    monkeypatch.setattr(server, "serve", lambda _settings, bound: bound.close())
    result = CliRunner().invoke(app, ["serve", "--port", "0", *options])
    assert result.exit_code == 0, result.output
    for words in SHOWN[options]:
        assert words in result.output


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--token", "a b"), "Invalid value for --token: expected letters, digits, - and _"),
        (("--token", ""), "Invalid value for --token: expected letters, digits, - and _"),
        (
            ("--host", "nowhere.invalid"),
            "expected an address and port to listen at, got nowhere.invalid port 8765",
        ),
        (("--port", "70000"), "Invalid value for '--port'"),
        (("--keep", "/dev/null/x"), "--keep /dev/null/x: expected a folder to write to"),
    ],
)
def test_mistaken_options(monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], words: str) -> None:
    def refuse(*_: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    if "nowhere.invalid" in options:
        monkeypatch.setattr(socket.socket, "bind", refuse)
    result = CliRunner().invoke(app, ["serve", *options])
    assert result.exit_code == 2
    assert words in result.output
