"""Running the application: the socket, the address for people, and clients that never finish a request."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from huopin.scoring import SettingsError
from huopin.web.app import Settings, create_app
from huopin.web.guard import TOKEN_FIELD
from huopin.web.readers import Readers

_KEEP_ALIVE_SECONDS: Final = 15
_STOP_SECONDS: Final = 5
_ANYWHERE: Final = "192.0.2.1"
"""An address for documentation (RFC 5737): asking for the way there sends nothing."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at an address; port 0 takes any that is free.

    Raises:
        SettingsError: the address is none of this machine's, or is taken.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen()  # whoever comes before the server runs waits
    except (OSError, OverflowError) as error:
        bound.close()
        raise SettingsError(
            f"expected an address and port to listen at, got {host} port {port}: {error}; try another --port"
        ) from None
    return bound


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def address(bound: socket.socket, token: str | None) -> str:
    """Where people find the page; for a socket that listens everywhere, under this machine's own address."""
    host, port = bound.getsockname()[:2]
    if ipaddress.ip_address(host).is_unspecified:
        host = _own_address() or host
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/" + (f"?{TOKEN_FIELD}={token}" if token else "")


def _own_address() -> str:
    """This machine's address on its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_ANYWHERE, 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def make_server(settings: Settings, readers: Readers | None = None) -> uvicorn.Server:
    """The server, not yet running; arguments as those of `create_app`."""
    limits = settings.limits

    class Protocol(_ImpatientProtocol):
        header_seconds = limits.header_seconds

    config = uvicorn.Config(
        create_app(settings, readers),
        http=Protocol,
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=limits.connections,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=_STOP_SECONDS,
    )
    return uvicorn.Server(config)


def serve(settings: Settings, bound: socket.socket) -> None:
    """Serves until it is stopped with Ctrl-C or SIGTERM."""
    make_server(settings).run(sockets=[bound])


class _ImpatientProtocol(H11Protocol):
    """HTTP/1.1 that closes a connection whose request's header does not arrive in time."""

    header_seconds = 15.0
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begins to wait for the first header."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Waits for the rest of a header, no longer than for all of it."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
        elif self._deadline is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops waiting."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._deadline = self.loop.call_later(self.header_seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()
