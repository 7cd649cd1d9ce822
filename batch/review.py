"""The review page: every photo with boxes, tiles and score, the worst first, in one file of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import cv2

from huopin.batch.journal import Journal, Row, replacing
from huopin.batch.pages import stream
from huopin.batch.photos import require_file
from huopin.vision.errors import PhotoError
from huopin.vision.photo import load_photo

SIDE_PX: Final = 640
"""Long side of a photo on the page; smaller when there are many, so that browsers can hold it."""

MANY_SIDE_PX: Final = 400
MANY: Final = 300

_JPEG_QUALITY: Final = 72

View = tuple[Path, int]
"""A photo and the long side of its picture on the page."""

ShowAll = Callable[[Iterable[View]], Iterable[tuple[View, bytes | Exception]]]


def picture(view: View) -> bytes:
    """A photo as JPEG, scaled down; nothing when it cannot be read."""
    path, side = view
    try:
        require_file(path)
        image, _ = load_photo(path).working(side)
    except PhotoError:
        return b""
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])[1])


def write_review(page: Path, journal: Journal, photos: Mapping[str, Path], show_all: ShowAll) -> None:
    """Writes the page.

    Args:
        page: Where.
        journal: The rows.
        photos: Which photos to show, and where each one is.
        show_all: Does `picture` for many, in any order.

    Raises:
        BatchError: It cannot be written.
    """
    order = [photo for _, photo in sorted(map(badness, journal.rows(photos)))]
    side = SIDE_PX if len(order) <= MANY else MANY_SIDE_PX
    views = [(photos[photo], side) for photo in order]
    cards = zip(journal.rows(order), in_order(views, show_all(views)), strict=True)
    with replacing(page) as draft, draft.open("wb") as file:
        for text in stream("review.html", title="Photos to review", photos=len(order), cards=_cards(cards)):
            file.write(text.encode("utf-8", "backslashreplace"))


def badness(row: Row) -> tuple[tuple[float, ...], str]:
    """Order of the page: not read, no whole hand, a problem, no win, then by confidence; the worst first."""
    whole = row["verdict_code"] in ("ok", "unsure")
    rank = (
        0
        if not row["tiles"]
        else 1
        if not whole
        else 2
        if row["problem"]
        else 3
        if row["total"] is None
        else 4
    )
    return (rank, row["confidence"]), row["photo"]


def in_order(views: Iterable[View], answers: Iterable[tuple[View, bytes | Exception]]) -> Iterator[bytes]:
    """The pictures in the order of their views; those that come early wait. A failed one is empty."""
    early: dict[View, bytes | Exception] = {}
    coming = iter(answers)
    for view in views:
        while view not in early:
            other, answer = next(coming)
            early[other] = answer
        answer = early.pop(view)
        yield b"" if isinstance(answer, Exception) else answer


def _cards(rows: Iterable[tuple[Row, bytes]]) -> Iterator[dict[str, Any]]:
    for row, jpeg in rows:
        yield {"row": row, "jpeg": jpeg, "rank": badness(row)[0][0], "settlement": row.get("settlement")}
