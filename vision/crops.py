"""Upright square pictures of single tiles, warped from the full-resolution photo."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

ImageArray = NDArray[np.uint8]
FloatArray = NDArray[np.float32]

CROP = 64
"""Side of a crop in pixels."""

MARGIN = 1.2
"""The crop's side over the face's longer side: a little surrounding shows where the face ends."""


def upright_rectangle(quad: FloatArray, side: int, margin: float) -> FloatArray:
    """Where a quad's corners lie in a square crop: a centred rectangle of the quad's own proportions.

    Args:
        quad: (4, 2) corners, clockwise; the first becomes the rectangle's top left.
        side: the crop's side in pixels.
        margin: the crop's side over the rectangle's longer side.

    Returns:
        (4, 2) corners in crop pixels.
    """
    lengths = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    width, height = lengths[0] + lengths[2], lengths[1] + lengths[3]
    scale = side / margin / max(width, height, 1e-6)
    x, y = width * scale / 2, height * scale / 2
    middle = (side - 1) / 2
    return np.array([(-x, -y), (x, -y), (x, y), (-x, y)], np.float32) + np.float32(middle)


def moved(quad: FloatArray, offsets: FloatArray) -> FloatArray:
    """Where the corners of a face are that was cut at ``quad``.

    Args:
        quad: (4, 2) corners in pixels of the photo.
        offsets: (4, 2) from where the crop expects each corner, in sides of the crop.

    Returns:
        (4, 2) corners in pixels of the photo, from the same one on.
    """
    expected = upright_rectangle(quad, CROP, MARGIN)
    back = cv2.getPerspectiveTransform(expected, quad)
    corners = expected + offsets * np.float32(CROP)
    return np.asarray(cv2.perspectiveTransform(corners[None], back)[0], np.float32)


def portrait(quad: FloatArray) -> FloatArray:
    """The same corners, started so that the second side is the longer one."""
    lengths = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    lies = lengths[0] + lengths[2] > lengths[1] + lengths[3]
    return np.roll(quad, 1, axis=0) if lies else quad


def cut(image: ImageArray, quad: FloatArray, side: int = CROP, margin: float = MARGIN) -> ImageArray:
    """Warp one face to the middle of a square, (side, side, 3) BGR.

    A face much larger than the crop is first averaged down, so that fine strokes do not alias.
    """
    target = upright_rectangle(quad, side, margin)
    size = float(np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1).max())
    reach = size * margin
    h, w = image.shape[:2]
    low = np.clip(np.floor(quad.min(axis=0) - reach / 4), 0, (w - 1, h - 1)).astype(int)
    high = np.clip(np.ceil(quad.max(axis=0) + reach / 4) + 1, low + 1, (w, h)).astype(int)
    part = image[low[1] : high[1], low[0] : high[0]]
    source = quad - low.astype(np.float32)
    shrink = size / (side / margin)
    if shrink > 1.5:
        small = (max(1, round(part.shape[1] / shrink)), max(1, round(part.shape[0] / shrink)))
        factor = np.array([small[0] / part.shape[1], small[1] / part.shape[0]], np.float32)
        part = cv2.resize(part, small, interpolation=cv2.INTER_AREA).astype(np.uint8)
        source = (source + 0.5) * factor - 0.5
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), target)
    crop = cv2.warpPerspective(part, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return crop.astype(np.uint8)


def cut_all(image: ImageArray, quads: FloatArray) -> ImageArray:
    """Crops of every quad (N, 4, 2), (N, CROP, CROP, 3) BGR uint8."""
    crops = np.zeros((len(quads), CROP, CROP, 3), np.uint8)
    for crop, quad in zip(crops, quads, strict=True):
        crop[:] = cut(image, quad)
    return crops
