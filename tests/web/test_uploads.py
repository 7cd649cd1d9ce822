"""Hostile, broken and slow requests: each refused in its own clear way, and the server goes on."""

import asyncio
import io
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpx2
import pytest
from PIL import Image
from sample_oracle import SAMPLES
from starlette.testclient import TestClient

from huopin.web.app import Settings, create_app
from huopin.web.limits import Limits
from huopin.web.readers import Readers

MakeClient = Callable[..., TestClient]
MELDS = (SAMPLES / "melds.jpg").read_bytes()
FORM = {"content-type": "multipart/form-data; boundary=x"}


def _picture(kind: str, size: tuple[int, int] = (64, 48)) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", size, "green").save(file, kind)
    return file.getvalue()


def _png_bomb(side: int) -> bytes:
    """A PNG that says it is huge, its pixels packed to next to nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")

    header = side.to_bytes(4, "big") * 2 + bytes((8, 2, 0, 0, 0))
    pixels = zlib.compress(bytes(10_000_000), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


HOSTILE = {
    "empty": (b"", 422, "damaged"),
    "text": (b"hello", 415, "not-a-picture"),
    "script with the head of a GIF": (b"GIF89a/*<script>alert(1)</script>", 415, "not-a-picture"),
    "zip": (b"PK\x03\x04" + bytes(100), 415, "not-a-picture"),
    "svg": (
        b'<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
        415,
        "not-a-picture",
    ),
    "PDF": (b"%PDF-1.4\n%", 415, "not-a-picture"),
    "truncated JPEG": (MELDS[: len(MELDS) // 2], 422, "damaged"),
    "head of a JPEG": (MELDS[:300], 422, "damaged"),
    "truncated PNG": (_picture("PNG")[:-40], 422, "damaged"),
    "head of a HEIC": (b"\0\0\0\x18ftypheic" + bytes(60), 422, "damaged"),
    "PNG bomb of 900 megapixels": (_png_bomb(30_000), 413, "too-many-pixels"),
    "PNG of 144 megapixels": (_png_bomb(12_000), 413, "too-many-pixels"),
    "JPEG of 51 megapixels": (_picture("JPEG", (8_500, 6_000)), 413, "too-many-pixels"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_photos(client: TestClient, name: str) -> None:
    photo, status, code = HOSTILE[name]
    answer = client.post("/api/read", files={"photo": ("x.jpg", photo)})
    assert (answer.status_code, answer.json()["error"]) == (status, code), answer.text
    assert answer.headers["content-type"] == "application/json"
    assert client.get("/").status_code == 200


def test_what_follows_a_picture_does_not_matter(client: TestClient) -> None:
    """A polyglot: a JPEG that is a page as well is a JPEG, and is never sent back as it came."""
    page = b"<html><script>alert(1)</script></html>"
    answer = client.post("/api/read", files={"photo": ("melds.html", MELDS + page)}, data={"preview": "1"})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert "script" not in answer.text


BODIES = {
    "no form": (b"photo", {"content-type": "application/octet-stream"}, 415, "not-a-form"),
    "no content type": (b"photo", {}, 415, "not-a-form"),
    "no boundary": (b"photo", {"content-type": "multipart/form-data"}, 415, "not-a-form"),
    "a boundary that is none": (b"--y", FORM, 400, "bad-form"),
    "without its end": (
        b'--x\r\ncontent-disposition: form-data; name="photo"\r\n\r\nabc',
        FORM,
        400,
        "bad-form",
    ),
    "without a photo": (
        b'--x\r\ncontent-disposition: form-data; name="rules"\r\n\r\nhuopin\r\n--x--\r\n',
        FORM,
        422,
        "invalid",
    ),
    "two photos": (
        b'--x\r\ncontent-disposition: form-data; name="photo"\r\n\r\na\r\n' * 2 + b"--x--\r\n",
        FORM,
        422,
        "invalid",
    ),
    "a text that is not UTF-8": (
        b'--x\r\ncontent-disposition: form-data; name="rules"\r\n\r\n\xff\xff\r\n--x--\r\n',
        FORM,
        400,
        "bad-form",
    ),
    "17 fields": (
        b"".join(b'--x\r\ncontent-disposition: form-data; name="%d"\r\n\r\na\r\n' % k for k in range(17))
        + b"--x--\r\n",
        FORM,
        422,
        "invalid",
    ),
    "an endless header": (b"--x\r\ncontent-disposition: " + b"a" * 100_000, FORM, 400, "bad-form"),
}


@pytest.mark.parametrize("name", BODIES)
def test_broken_forms(client: TestClient, name: str) -> None:
    body, headers, status, code = BODIES[name]
    answer = client.post("/api/read", content=body, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (status, code), answer.text


@pytest.mark.parametrize("announced", [True, False])
def test_a_hundred_megabytes(client: TestClient, announced: bool) -> None:
    """Refused whether or not the size is announced; what comes beyond the limit is never held."""
    head = b'--x\r\ncontent-disposition: form-data; name="photo"\r\n\r\n'

    def chunks() -> Iterator[bytes]:
        yield head
        for _ in range(100):
            yield bytes(1_000_000)

    length = {"content-length": str(len(head) + 100_000_000)} if announced else {}
    answer = client.post("/api/read", content=chunks(), headers={**FORM, **length})
    assert (answer.status_code, answer.json()["error"]) == (413, "too-large")


def test_slow_senders(make_readers: Callable[[Limits], Readers]) -> None:
    """A body that does not arrive in time is refused; others are answered meanwhile."""
    limits = Limits(upload_seconds=0.3)

    async def body() -> AsyncIterator[bytes]:
        yield b"--x\r\n"
        await asyncio.sleep(3600)

    async def run() -> tuple[httpx2.Response, httpx2.Response]:
        app: Any = create_app(Settings(limits), make_readers(limits))
        transport = httpx2.ASGITransport(app=app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://test") as sender:
            slow = asyncio.ensure_future(sender.post("/api/read", content=body(), headers=FORM))
            other = await sender.get("/")
            return await slow, other

    slow, other = asyncio.run(run())
    assert (slow.status_code, slow.json()["error"], other.status_code) == (408, "too-slow", 200)
