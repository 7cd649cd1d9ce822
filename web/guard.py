"""Around every request: the token, requests from other sites, and the headers that keep a page to itself."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from huopin.web.answers import refusal
from huopin.web.errors import RequestError

API_VERSION: Final = "1"
"""Of the paths under `/api`; fields may be added to it, a change of meaning gets new paths."""
COOKIE: Final = "huopin-token"
TOKEN_FIELD: Final = "token"
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "api-version": API_VERSION,
}
_KEPT_SECONDS: Final = 30 * 24 * 3600


class Guard:
    """Lets a request through to the application, or refuses it.

    Args:
        app: The application.
        token: What every request must bring: as `Authorization: Bearer …`, or as the field `token` of the
            address, which then is kept in a cookie and taken out of the address. None for no token.
    """

    def __init__(self, app: ASGIApp, token: str | None) -> None:
        self._app, self._token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        answer = self._refusal(scope)
        await (answer or self._app)(scope, receive, guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if scope["method"] in ("POST", "DELETE") and headers.get("sec-fetch-site") in (
            "cross-site",
            "same-site",
        ):
            return refusal(RequestError(403, "cross-site", "expected a request of this page or of a program"))
        if self._token is None or self._knows(_bearer(headers)) or self._knows(_cookie(headers)):
            return None
        query = parse_qsl(scope["query_string"].decode("latin-1"))
        if scope["method"] == "GET" and self._knows(dict(query).get(TOKEN_FIELD, "")):
            return self._remember(scope["path"], [pair for pair in query if pair[0] != TOKEN_FIELD])
        return refusal(
            RequestError(401, "token", "expected the token of this server; open the address that it printed")
        )

    def _knows(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), (self._token or "").encode())

    def _remember(self, path: str, query: list[tuple[str, str]]) -> Response:
        """To the same address without the token, which a cookie keeps."""
        # One slash: "//host" would lead to another host.
        target = "/" + path.lstrip("/") + (f"?{urlencode(query)}" if query else "")
        answer = RedirectResponse(target, 303)
        answer.set_cookie(COOKIE, self._token or "", max_age=_KEPT_SECONDS, httponly=True, samesite="lax")
        return answer


def _bearer(headers: Headers) -> str:
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def _cookie(headers: Headers) -> str:
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return morsel.value if morsel else ""
