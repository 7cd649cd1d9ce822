"""The review page: every photo with boxes, tiles and score, the worst first, in one file of its own."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from huopin.batch.journal import Journal, Row, replacing, wins
from huopin.batch.pages import stream
from huopin.batch.photos import require_file
from huopin.vision.errors import PhotoError
from huopin.vision.photo import Bgr, Photo, load_photo
from huopin.vision.reading import WHOLE_HAND

SIDE_PX: Final = 640
"""Long side of a photo on the page; smaller when there are many, so that browsers can hold it."""

MANY_SIDE_PX: Final = 400
MANY: Final = 300

_JPEG_QUALITY: Final = 72

ROOM: Final = 1.2
"""Tile heights of room around a whole hand; photos that show no whole hand are shown whole."""


@dataclass(frozen=True)
class View:
    """A photo on the page.

    Attributes:
        path: The photo.
        box: The part that is shown, x0 y0 x1 y1 in pixels of the upright photo; None for all of it.
        side: Long side of its picture, px.
    """

    path: Path
    box: tuple[int, int, int, int] | None
    side: int


ShowAll = Callable[[Iterable[View]], Iterable[tuple[View, bytes | Exception]]]


def picture(view: View) -> bytes:
    """A part of a photo as JPEG; nothing when it cannot be read."""
    try:
        require_file(view.path)
        photo = load_photo(view.path)
        image = _part(photo, view.box or (0, 0, photo.width, photo.height), view.side)
    except PhotoError:
        return b""
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])[1])


def _part(photo: Photo, box: tuple[int, int, int, int], side: int) -> Bgr:
    x0, y0, x1, y1 = box
    wanted = min(1.0, side / max(x1 - x0, y1 - y0))
    image, scale = photo.at_least(wanted)
    part = image[round(y0 * scale) : round(y1 * scale), round(x0 * scale) : round(x1 * scale)]
    size = max(1, round((x1 - x0) * wanted)), max(1, round((y1 - y0) * wanted))
    return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)


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
    views = [View(photos[row["photo"]], shown_box(row), side) for row in journal.rows(order)]
    cards = zip(journal.rows(order), in_order(views, show_all(views)), strict=True)
    with replacing(page) as draft, draft.open("wb") as file:
        values = {"title": "Photos to review", "photos": len(order), "cards": _cards(cards)}
        for text in stream("huopin.batch", "review.html", **values):
            file.write(text.encode("utf-8", "backslashreplace"))


def shown_box(row: Row) -> tuple[int, int, int, int] | None:
    """The hand with some room around it; None when no whole hand was read: the rest may lie anywhere."""
    if row["verdict_code"] not in WHOLE_HAND:
        return None
    quads = np.array([tile["quad"] for tile in row["tiles"] if tile["role"] != "other"])
    room = ROOM * tile_px(row)
    low, high = quads.min(axis=(0, 1)) - room, quads.max(axis=(0, 1)) + room
    x0, y0 = np.maximum(low, 0).astype(int)
    x1, y1 = np.minimum(high, row["size"]).astype(int)
    return int(x0), int(y0), int(x1), int(y1)


def tile_px(row: Row) -> float:
    """Usual height of a tile, px; 0 without tiles."""
    sides = [max(math.dist(*tile["quad"][:2]), math.dist(*tile["quad"][1:3])) for tile in row["tiles"]]
    return statistics.median(sides) if sides else 0.0


def badness(row: Row) -> tuple[tuple[float, ...], str]:
    """Order of the page: not read, no whole hand, a problem, no win, then by confidence; the worst first."""
    whole = row["verdict_code"] in WHOLE_HAND
    rank = 0 if not row["tiles"] else 1 if not whole else 2 if row["problem"] else 4 if wins(row) else 3
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
        box = shown_box(row) or (0, 0, *row.get("size", (0, 0)))
        yield {
            "row": row,
            "jpeg": jpeg,
            "rank": badness(row)[0][0],
            "settlement": row.get("settlement"),
            "box": box,
            "letter": max(0.35 * tile_px(row), 0.018 * (box[2] - box[0])),
        }
