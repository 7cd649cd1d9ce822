"""Bodies of requests, taken from the stream piece by piece and never beyond their limits, all in memory."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.requests import ClientDisconnect, Request

from huopin.web.errors import RequestError, invalid
from huopin.web.limits import Limits

PHOTO: Final = "photo"
_NAME_LENGTH: Final = 100
_FORM_BYTES: Final = 64_000
"""Room for everything in a form but the photo."""
_DRAIN_SECONDS: Final = 5.0
"""How long the rest of a refused body is taken and forgotten: while it sends, a client reads no answer."""


@dataclass
class Form:
    """The fields of a form.

    Attributes:
        name: What the photo's file is called; used in messages only.
        photo: The bytes of the photo; None when it is missing.
        fields: The other fields.
    """

    name: str = PHOTO
    photo: bytes | None = None
    fields: dict[str, str] = field(default_factory=dict)


async def read_json(request: Request, limits: Limits) -> Mapping[str, Any]:
    """The JSON object of a body.

    Raises:
        RequestError: it is no JSON object, or too large or slow.
    """
    kind, _ = parse_options_header(request.headers.get("content-type"))
    if kind != b"application/json":
        raise RequestError(415, "not-json", f"expected application/json, got {_shown(kind)}")
    body = b"".join([chunk async for chunk in _body(request, limits.json_bytes, limits)])
    try:
        data = json.loads(body, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise RequestError(400, "bad-json", f"expected a JSON object, got something else ({error})") from None
    if not isinstance(data, dict):
        raise invalid(f"expected a JSON object, got {type(data).__name__}")
    return data


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


async def read_form(request: Request, limits: Limits) -> Form:
    """The photo and the fields of a body.

    Raises:
        RequestError: it is no form, or too large or slow.
    """
    kind, options = parse_options_header(request.headers.get("content-type"))
    if kind != b"multipart/form-data" or not options.get(b"boundary"):
        raise RequestError(
            415, "not-a-form", f"expected multipart/form-data with the field photo, got {_shown(kind)}"
        )
    reader = _FormReader(limits)
    try:
        parser = MultipartParser(options[b"boundary"], reader.callbacks)  # type: ignore[arg-type]
        async for chunk in _body(request, limits.photo_bytes, limits, _FORM_BYTES):
            parser.write(chunk)
        parser.finalize()
    except (FormParserError, UnicodeDecodeError) as error:
        raise RequestError(400, "bad-form", f"expected a complete form, got a broken one ({error})") from None
    if not reader.finished:
        raise RequestError(400, "bad-form", "expected a complete form, got one without its end")
    return reader.form


def _shown(kind: bytes) -> str:
    return repr(kind.decode("latin-1")[:_NAME_LENGTH]) if kind else "no content type"


def _too_large(limit: int) -> RequestError:
    advice = "; scale the photo down first" if limit >= 1e6 else ""
    size = f"{limit / 1e6:.3g} MB" if limit >= 1e6 else f"{limit / 1e3:.3g} kB"
    return RequestError(413, "too-large", f"expected at most {size}, got more{advice}")


async def _body(request: Request, limit: int, limits: Limits, around: int = 0) -> AsyncIterator[bytes]:
    """The chunks of a body.

    Raises:
        RequestError: they are more than `limit` bytes and what may lie `around` them, or take too long.
    """
    announced = request.headers.get("content-length", "")
    stream = request.stream()
    if announced.isdecimal() and len(announced) < 20 and int(announced) > limit + around:
        await _drain(stream)
        raise _too_large(limit)
    taken = 0
    try:
        async with asyncio.timeout(limits.upload_seconds):
            async for chunk in stream:
                taken += len(chunk)
                if taken > limit + around:
                    break
                yield chunk
    except TimeoutError:
        raise RequestError(
            408, "too-slow", f"expected the whole request within {limits.upload_seconds:.0f} seconds"
        ) from None
    except ClientDisconnect:
        raise RequestError(400, "gone", "expected the rest of the request, but the client has gone") from None
    if taken > limit + around:
        await _drain(stream)
        raise _too_large(limit)


async def _drain(stream: AsyncIterator[bytes]) -> None:
    try:
        async with asyncio.timeout(_DRAIN_SECONDS):
            async for _ in stream:
                pass
    except (TimeoutError, ClientDisconnect):
        return


class _FormReader:
    """Gathers the fields of a form as the parser meets them."""

    def __init__(self, limits: Limits) -> None:
        self.form = Form()
        self.finished = False
        self._limits = limits
        self._parts = 0
        self._header = (bytearray(), bytearray())
        self._headers: dict[bytes, bytes] = {}
        self._name = ""
        self._value = bytearray()
        self.callbacks = {
            "on_part_begin": self._begin,
            "on_header_field": lambda data, start, end: self._extend_header(0, data[start:end]),
            "on_header_value": lambda data, start, end: self._extend_header(1, data[start:end]),
            "on_header_end": self._end_header,
            "on_headers_finished": self._open,
            "on_part_data": self._extend,
            "on_part_end": self._close,
            "on_end": self._finish,
        }

    def _begin(self) -> None:
        self._parts += 1
        if self._parts > self._limits.parts:
            raise invalid(f"expected at most {self._limits.parts} fields, got more")
        self._headers, self._header, self._value = {}, (bytearray(), bytearray()), bytearray()

    def _extend_header(self, part: int, data: bytes) -> None:
        self._header[part].extend(data)

    def _end_header(self) -> None:
        name, value = self._header
        self._headers[bytes(name).lower()] = bytes(value)
        self._header = (bytearray(), bytearray())

    def _open(self) -> None:
        _, options = parse_options_header(self._headers.get(b"content-disposition"))
        self._name = options.get(b"name", b"").decode("utf-8", "replace")[:_NAME_LENGTH]
        if self._name in self.form.fields or (self._name == PHOTO and self.form.photo is not None):
            raise invalid(f"expected the field {self._name!r} once, got it again")
        if self._name == PHOTO:
            given = options.get(b"filename", b"").decode("utf-8", "replace")
            shown = "".join(letter for letter in given if letter.isprintable())[-_NAME_LENGTH:]
            self.form.name = shown or PHOTO

    def _extend(self, data: bytes, start: int, end: int) -> None:
        limit = self._limits.photo_bytes if self._name == PHOTO else self._limits.text_bytes
        if len(self._value) + end - start > limit:
            if self._name == PHOTO:
                raise _too_large(limit)
            raise invalid(f"expected the field {self._name!r} in at most {limit} bytes, got more")
        self._value += data[start:end]

    def _close(self) -> None:
        if self._name == PHOTO:
            self.form.photo = bytes(self._value)
        else:
            self.form.fields[self._name] = self._value.decode("utf-8")
        self._value = bytearray()

    def _finish(self) -> None:
        self.finished = True
