"""From the bytes of a photo to the object of `docs/json.md`: what a worker process does for a request."""

from __future__ import annotations

import base64
import faulthandler
import os
from dataclasses import dataclass
from typing import Any, Final

import cv2

from huopin.scoring import Tile
from huopin.vision.errors import PhotoError, PhotoFormatError, PhotoSizeError
from huopin.vision.interpret import Request
from huopin.vision.photo import Photo, decode_photo
from huopin.vision.pipeline import Reader
from huopin.vision.winning import HUOPIN_TILES
from huopin.vision.worker import worker_reader
from huopin.web.errors import RequestError

PREVIEW_SIDE: Final = 1600
"""Long side of a preview, px: sharp on a phone at twice its width."""
_PREVIEW_QUALITY: Final = 82


@dataclass(frozen=True)
class ReadJob:
    """A photo to read.

    Attributes:
        photo: The bytes of its file.
        name: What to call it in messages.
        caishen: The caishen's face, which helps to tell winning shapes.
        hand_tiles: Tiles of a winning hand, a kong counting as three.
        preview: Whether the answer holds the photo as a JPEG, for browsers that cannot show its format.
        seconds: After so long the process ends itself; 0 never.
    """

    photo: bytes
    name: str = "photo"
    caishen: Tile | None = None
    hand_tiles: int = HUOPIN_TILES
    preview: bool = False
    seconds: float = 0.0


def read_job(job: ReadJob) -> dict[str, Any]:
    """The reading of a photo by the reader of this process.

    Raises:
        RequestError: the bytes are no photo that can be read.
    """
    with open(os.devnull, "w", encoding="ascii") as nowhere:
        if job.seconds:  # works even when a decoder never comes back
            faulthandler.dump_traceback_later(job.seconds, exit=True, file=nowhere)
        try:
            return read_with(worker_reader(), job)
        finally:
            faulthandler.cancel_dump_traceback_later()


def read_with(reader: Reader, job: ReadJob) -> dict[str, Any]:
    """The same by a given reader; `job.seconds` is ignored."""
    try:
        photo = decode_photo(job.photo, job.name, reader.config.photo)
        reading = reader(photo, Request(job.caishen, job.hand_tiles))
        preview = {"preview": _preview(photo)} if job.preview else {}
    except PhotoFormatError as error:
        raise RequestError(415, "not-a-picture", str(error)) from None
    except PhotoSizeError as error:
        raise RequestError(413, "too-many-pixels", str(error)) from None
    except PhotoError as error:
        raise RequestError(422, "damaged", str(error)) from None
    except MemoryError:
        raise RequestError(422, "damaged", f"{job.name}: too large for the memory") from None
    return {**reading.to_json(), "size": [reading.width, reading.height], **preview}


def _preview(photo: Photo) -> str:
    """The upright photo as the `data:` address of a JPEG, its long side `PREVIEW_SIDE` at most."""
    image, _ = photo.working(PREVIEW_SIDE)
    jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _PREVIEW_QUALITY])[1]
    return "data:image/jpeg;base64," + base64.b64encode(jpeg.tobytes()).decode("ascii")
