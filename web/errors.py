"""Answers that refuse a request: an HTTP status, a stable code, and one line that says what to do.

HuopinError
└── RequestError  a request that is refused
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from huopin.scoring import HuopinError

_BUSY_SECONDS: Final = "2"
"""When a busy server should be asked again: a read or two later."""


class RequestError(HuopinError):
    """A request that is refused.

    Attributes:
        status: HTTP status.
        code: Stable name, documented in `docs/web.md`.
    """

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code

    def __reduce__(self) -> tuple[type[RequestError], tuple[int, str, str]]:
        return type(self), (self.status, self.code, str(self))

    @property
    def headers(self) -> Mapping[str, str]:
        """Headers of the answer."""
        if self.status in (429, 503):
            return {"retry-after": _BUSY_SECONDS}
        return {"www-authenticate": "Bearer"} if self.status == 401 else {}

    def to_json(self) -> dict[str, Any]:
        """The answer's body."""
        return {"error": self.code, "message": str(self)}


def invalid(message: str) -> RequestError:
    """A request whose fields are not as expected."""
    return RequestError(422, "invalid", message)
