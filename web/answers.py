"""Answers of the API: JSON, never kept by a browser."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from huopin.web.errors import RequestError


class JsonAnswer(Response):
    """JSON in UTF-8; half of a surrogate pair, which a request may bring, is escaped."""

    media_type = "application/json"

    def __init__(
        self, content: Any, status_code: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(content, status_code, {"cache-control": "no-store", **(headers or {})})

    def render(self, content: Any) -> bytes:
        """The body."""
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode("utf-8", "backslashreplace")


def refusal(error: RequestError) -> JsonAnswer:
    """The answer to a request that is refused."""
    return JsonAnswer(error.to_json(), error.status, error.headers)
