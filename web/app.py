"""The application: what each address answers."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from huopin.ledger import LedgerError
from huopin.web.answers import JsonAnswer, refusal
from huopin.web.errors import RequestError, invalid
from huopin.web.evening import Evening
from huopin.web.guard import Guard
from huopin.web.keeping import keep
from huopin.web.limits import Limits
from huopin.web.pages import TILES, Page, pages, tile_picture
from huopin.web.photos import ReadJob
from huopin.web.readers import Readers
from huopin.web.scores import answer, situation_of
from huopin.web.uploads import Form, read_form, read_json

_LOG: Final = logging.getLogger("huopin.web")
_READ_FIELDS: Final = ("caishen", "indicator", "rules", "preview")
_SCORERS: Final = 2
"""Threads that score; the rules are pure Python, so more would not be faster."""


@dataclass(frozen=True)
class Settings:
    """How a server is set up.

    Attributes:
        limits: What a request may cost.
        token: What every request must bring; None for no token.
        keep: Folder where photos and readings are kept; None to keep nothing.
        ledger: The ledger's file that hands are added to; None for no ledger.
    """

    limits: Limits = field(default_factory=Limits)
    token: str | None = None
    keep: Path | None = None
    ledger: Path | None = None


def create_app(settings: Settings | None = None, readers: Readers | None = None) -> ASGIApp:
    """The ASGI application.

    Args:
        settings: The defaults when None.
        readers: What reads photos; worker processes with the shipped networks when None.
    """
    settings = settings or Settings()
    server = _Server(settings, readers or Readers(settings.limits))
    routes = [
        Route("/api/read", server.read, methods=["POST"]),
        Route("/api/score", server.score, methods=["POST"]),
        Route("/api/ledger", server.ledger, methods=["GET", "POST"]),
        Route("/api/ledger/{entry:int}", server.undo, methods=["DELETE"]),
        Route("/tiles/{name}", server.tile),
        Route("/{path:path}", server.page),
    ]
    handlers: dict[Any, Any] = {HTTPException: _http_error, RequestError: _refused, Exception: _failed}
    return Starlette(
        routes=routes,
        exception_handlers=handlers,
        middleware=[Middleware(Guard, token=settings.token)],
        lifespan=server.lifespan,
    )


class _Server:
    """The endpoints and what they share."""

    def __init__(self, settings: Settings, readers: Readers) -> None:
        self._settings, self._readers = settings, readers
        self._scorers = ThreadPoolExecutor(_SCORERS, "score")
        self._evening = None if settings.ledger is None else Evening(settings.ledger)

    @asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        """Starts and stops the workers."""
        self._readers.start()
        try:
            yield
        finally:
            await asyncio.to_thread(self._readers.stop)
            self._scorers.shutdown(wait=False, cancel_futures=True)

    async def read(self, request: Request) -> Response:
        """`POST /api/read`: a photo becomes a reading."""
        limits = self._settings.limits
        with self._readers.place(request.client.host if request.client else ""):
            form = await read_form(request, limits)
            record = await self._readers(_job(form, limits))
            if form.photo is not None:
                record["sha256"] = hashlib.sha256(form.photo).hexdigest()
            if self._settings.keep is not None and form.photo is not None:
                await asyncio.to_thread(keep, self._settings.keep, form.photo, record)
        return JsonAnswer(record)

    async def score(self, request: Request) -> Response:
        """`POST /api/score`: tiles become a score."""
        body = await read_json(request, self._settings.limits)
        return await self._worked_out(answer, body)

    async def ledger(self, request: Request) -> Response:
        """`GET` and `POST /api/ledger`: the evening so far, and a hand more."""
        if request.method == "POST":
            evening = self._open_evening()
            body = await read_json(request, self._settings.limits)
            return await self._written(evening.add, body)
        return (
            Response(status_code=204)
            if self._evening is None
            else await self._worked_out(self._evening.state)
        )

    async def undo(self, request: Request) -> Response:
        """`DELETE /api/ledger/NUMBER`: an entry counts no more."""
        return await self._written(self._open_evening().undo, request.path_params["entry"])

    def _open_evening(self) -> Evening:
        if self._evening is None:
            raise RequestError(404, "no-ledger", "this server keeps no ledger; start it with --ledger FILE")
        return self._evening

    async def _worked_out(self, work: Callable[..., Any], *given: Any) -> Response:
        """What work on another thread gives, in limited time."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self._settings.limits.score_seconds):
                return JsonAnswer(await loop.run_in_executor(self._scorers, work, *given))
        except TimeoutError:
            raise RequestError(503, "busy", "the server is too busy; try again soon") from None
        except LedgerError as error:
            raise RequestError(503, "ledger", str(error)) from None

    async def _written(self, work: Callable[..., Any], *given: Any) -> Response:
        """The same for work that writes, waited for to its end: whoever is refused enters a hand again."""
        try:
            return JsonAnswer(await asyncio.to_thread(work, *given))
        except LedgerError as error:
            raise RequestError(503, "ledger", str(error)) from None

    async def tile(self, request: Request) -> Response:
        """A tile picture."""
        face, _, suffix = request.path_params["name"].rpartition(".")
        if face not in TILES or suffix != "png":
            raise HTTPException(404)
        return _served(request, await asyncio.to_thread(tile_picture, face))

    async def page(self, request: Request) -> Response:
        """The page and what belongs to it."""
        found = pages(self._settings.limits).get(request.url.path)
        if found is None:
            raise HTTPException(404)
        return _served(request, found)


def _job(form: Form, limits: Limits) -> ReadJob:
    if unknown := sorted(form.fields.keys() - set(_READ_FIELDS)):
        raise invalid(f"expected the fields photo, {', '.join(_READ_FIELDS)}, got {unknown[0]!a}")
    if form.photo is None:
        raise invalid("expected a photo in the field photo, got none")
    situation = situation_of({name: value for name, value in form.fields.items() if name != "preview"})
    return ReadJob(
        photo=form.photo,
        name=form.name,
        caishen=situation.face,
        hand_tiles=situation.ruled.rule_set.tiles,
        preview=form.fields.get("preview", "") not in ("", "0", "false"),
        seconds=limits.read_seconds,
    )


def _served(request: Request, page: Page) -> Response:
    headers = {"cache-control": "no-cache", "etag": page.tag}
    if request.headers.get("if-none-match") == page.tag:
        return Response(status_code=304, headers=headers)
    return Response(page.body, media_type=page.kind, headers=headers)


async def _refused(_request: Request, error: RequestError) -> Response:
    return refusal(error)


async def _http_error(_request: Request, error: HTTPException) -> Response:
    code = {404: "not-found", 405: "method"}.get(error.status_code, "http")
    text = {404: "there is no such address; see /docs", 405: "expected another method; see /docs"}
    headers = dict(error.headers or {})
    shown = text.get(error.status_code, error.detail)
    return JsonAnswer({"error": code, "message": shown}, error.status_code, headers)


async def _failed(_request: Request, error: Exception) -> Response:
    _LOG.error("a request failed", exc_info=error)
    return JsonAnswer(
        {"error": "bug", "message": "this is a bug of huopin: please report it with what the server printed"},
        500,
    )
