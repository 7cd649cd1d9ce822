"""Annotating: the reading drawn onto a copy of the photo."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from PIL import ExifTags, Image, ImageDraw, ImageFont

from huopin.vision.errors import VisionError
from huopin.vision.files import replacing
from huopin.vision.geometry import Frames, Quads
from huopin.vision.photo import Bgr, Photo
from huopin.vision.reading import Reading, ReadTile
from huopin.vision.roles import Role

Colour = tuple[int, int, int]

LONG_SIDE: Final = 1600
"""Long side of the drawing, px; small photos are enlarged so that the lettering can be read."""

SURE: Final[Colour] = (80, 200, 60)
UNSURE: Final[Colour] = (0, 165, 255)
BY_RULES: Final[Colour] = (220, 60, 220)
GREY: Final[Colour] = (170, 170, 170)
INK: Final[Colour] = (30, 30, 30)
"""Colours are BGR: green a sure tile, orange an unsure one, magenta one the rules changed, grey others."""

GROUPS: Final[dict[Role, Colour]] = {
    Role.MELD: (255, 120, 30),
    Role.WIN: (50, 50, 255),
    Role.FLOWER: (190, 120, 255),
}
"""Outlines: blue melds, red the winning tile, pink flowers."""

KEY: Final = (("sure", SURE), ("unsure", UNSURE), ("by the rules", BY_RULES), *(
    (role.value, colour) for role, colour in GROUPS.items()
))  # fmt: skip


_SOFTWARE: Final = "huopin annotate"
"""EXIF tag by which pictures made here are told from the user's own."""


def annotate(photo: Photo, reading: Reading) -> Bgr:
    """Draw boxes, numbers, faces, melds and the verdict.

    Returns:
        BGR uint8 copy of the photo with its long side `LONG_SIDE` px and a strip of text below.
    """
    image, scale = photo.working(LONG_SIDE)
    if max(image.shape[:2]) < LONG_SIDE:
        enlarge = LONG_SIDE / max(image.shape[:2])
        image = np.asarray(
            cv2.resize(image, None, fx=enlarge, fy=enlarge, interpolation=cv2.INTER_CUBIC), np.uint8
        )
        scale *= enlarge
    canvas = image.copy()
    quads = {tile.id: ((tile.quad + 0.5) * scale - 0.5).astype(np.float32) for tile in reading.tiles}
    for role, colour in GROUPS.items():
        for tiles in _groups(reading, role):
            _outline(canvas, np.concatenate([quads[tile.id] for tile in tiles]), colour)
    for tile in reading.tiles:
        _polygon(canvas, quads[tile.id], _colour(tile), 2)
    drawing = Image.fromarray(np.ascontiguousarray(canvas[..., ::-1]))
    pen = ImageDraw.Draw(drawing)
    for tile in reading.tiles:
        _chip(pen, tile, quads[tile.id])
    marked = np.asarray(drawing)[..., ::-1]
    return np.ascontiguousarray(np.concatenate([marked, _strip(reading, marked.shape[1])]))


def save_picture(image: Bgr, path: str | Path) -> None:
    """Write a BGR picture, whole or not at all; the format follows the suffix (JPEG, PNG, WebP, ...).

    Raises:
        VisionError: The suffix is unknown or the file cannot be written.
    """
    path = Path(path)
    form = Image.registered_extensions().get(path.suffix.lower())
    if form not in Image.SAVE:
        raise VisionError(f"{path}: unknown picture suffix {path.suffix!r}, expected .jpg or .png")
    mark = Image.Exif()
    mark[ExifTags.Base.Software] = _SOFTWARE
    try:
        with replacing(path) as draft:
            Image.fromarray(np.ascontiguousarray(image[..., ::-1])).save(draft, form, quality=90, exif=mark)
    except OSError as error:
        raise VisionError(f"{path}: cannot be written ({(error.strerror or str(error)).lower()})") from None


def is_drawing(path: Path) -> bool:
    """Whether a file is a picture that `save_picture` wrote, which may be drawn anew, and no photo."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of large sizes and odd metadata: it is looked at, not used
            with Image.open(path) as picture:
                return picture.getexif().get(ExifTags.Base.Software) == _SOFTWARE
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return False


def _groups(reading: Reading, role: Role) -> Iterable[Sequence[ReadTile]]:
    groups: dict[int, list[ReadTile]] = {}
    for tile in reading.with_role(role):
        groups.setdefault(tile.group, []).append(tile)
    return groups.values()


def _colour(tile: ReadTile) -> Colour:
    if tile.role == Role.OTHER:
        return GREY
    return BY_RULES if tile.changed_by_rules else SURE if tile.sure else UNSURE


def _polygon(canvas: Bgr, points: Quads, colour: Colour, width: int) -> None:
    """A closed line on a dark rim, so that it shows on bright and on dark ground."""
    outline = [points.round().astype(np.int32)]
    cv2.polylines(canvas, outline, True, INK, width + 2, cv2.LINE_AA)
    cv2.polylines(canvas, outline, True, colour, width, cv2.LINE_AA)


def _outline(canvas: Bgr, points: Quads, colour: Colour) -> None:
    """The hull of a group, a little larger than its tiles."""
    hull = cv2.convexHull(points)[:, 0]
    size = float(np.median(Frames.of(points.reshape(-1, 4, 2)).size))
    outward = hull - hull.mean(axis=0)
    outward /= np.maximum(np.linalg.norm(outward, axis=1, keepdims=True), 1e-6)
    _polygon(canvas, hull + outward * size * 0.16, colour, 4)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _chip(pen: ImageDraw.ImageDraw, tile: ReadTile, quad: Quads) -> None:
    """Number and face on a dark label within the tile, at its edge nearest to the top of the picture."""
    size = float(Frames.of(quad[None]).size[0])
    font = _font(int(np.clip(size * 0.24, 9, 26)))
    edges = (quad + np.roll(quad, -1, axis=0)) / 2
    edge = edges[edges[:, 1].argmin()]
    x, y = edge + (quad.mean(axis=0) - edge) * 0.26
    mark = "?" if not tile.sure and tile.role != Role.OTHER else ""
    text = f"{tile.id} {tile.face}{mark}"
    left, top, right, bottom = pen.textbbox((x, y), text, font=font, anchor="mm")
    pen.rounded_rectangle((left - 3, top - 2, right + 3, bottom + 2), 3, fill=INK)
    b, g, r = _colour(tile)
    pen.text((x, y), text, font=font, anchor="mm", fill=(r, g, b))


def _strip(reading: Reading, width: int) -> Bgr:
    """The verdict and the key to the colours."""
    font = _font(24)
    strip = Image.new("RGB", (width, 84), (25, 25, 25))
    pen = ImageDraw.Draw(strip)
    text = reading.verdict.text
    while len(text) > 4 and pen.textlength(text, font=font) > width - 24:
        text = text[:-4].rstrip() + "..."
    pen.text((12, 10), text, font=font, fill="white")
    x = 12.0
    for name, (b, g, r) in KEY:
        pen.rectangle((x, 52, x + 18, 70), fill=(r, g, b))
        pen.text((x + 26, 61), name, font=_font(20), anchor="lm", fill=(220, 220, 220))
        x += 48 + pen.textlength(name, font=_font(20))
    return np.asarray(strip)[..., ::-1]
