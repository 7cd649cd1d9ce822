"""Labelled photos of real tables (../shared/data): images with a quad and a face for every tile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from huopin.validation.datasets.yolo import read_labels

FloatArray = NDArray[np.float32]
ImageArray = NDArray[np.uint8]

# A neighbour counts as touching within this many times the mean side of the two boxes.
_TOUCHING = 1.3
# Least agreement (0..1) of the neighbour directions for a photo to be called aligned.
_ALIGNED = 0.8
# Tilts above this (radians) make the box-to-rectangle equations ill conditioned.
_MAX_TILT = np.deg2rad(32)


def _no_quads() -> FloatArray:
    return np.zeros((0, 4, 2), np.float32)


@dataclass(frozen=True)
class LabelledPhoto:
    """A photo with its tiles.

    Attributes:
        path: the picture file.
        faces: one label index (order of ``huopin.vision.labels.LABELS``) per tile, shape (N,).
        boxes: axis-aligned boxes, (N, 4) x0 y0 x1 y1 in pixels.
        quads: (N, 4, 2) corners in pixels, clockwise; where they start is not known.
        exact: (N,) whether a quad follows the tile's edges; else it is the loose box around a turned tile.
        hidden: (M, 4, 2) quads of tiles without label or half hidden, which nobody should learn from.
        decoys: (K, 4, 2) quads of things that look like tiles and are none.
    """

    path: Path
    faces: NDArray[np.int64]
    boxes: FloatArray
    quads: FloatArray
    exact: NDArray[np.bool_]
    hidden: FloatArray = field(default_factory=_no_quads)
    decoys: FloatArray = field(default_factory=_no_quads)

    @staticmethod
    def without_tiles(path: Path) -> LabelledPhoto:
        """A photo that shows no tile."""
        none = np.zeros(0, np.int64)
        return LabelledPhoto(path, none, np.zeros((0, 4), np.float32), _no_quads(), none.astype(bool))

    @property
    def group(self) -> str:
        """Where it comes from: the file name's first part (aug, green, tray, redtable; or scene)."""
        return self.path.name.split("-")[0]

    def image(self) -> ImageArray:
        """The picture, BGR uint8 (H, W, 3)."""
        image = cv2.imread(str(self.path))
        if image is None:
            raise FileNotFoundError(f"expected a readable picture, got {self.path}")
        return image.astype(np.uint8, copy=False)


def read_yolo(path: Path, width: int, height: int) -> tuple[NDArray[np.int64], FloatArray]:
    """Label indices (N,) and boxes (N, 4) x0 y0 x1 y1 in pixels of a YOLO label file.

    Raises:
        DatasetError: a line is neither a box nor a polygon within the picture.
    """
    labels = read_labels(path)
    faces = np.array([face for face, _, _ in labels], np.int64)
    corners = np.array([corners for _, corners, _ in labels], np.float32).reshape(-1, 4, 2) * (width, height)
    return faces, np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1).astype(np.float32)


def tilt_of_rows(boxes: FloatArray) -> float | None:
    """The common tilt of touching neighbours modulo a quarter turn, in radians (-pi/4..pi/4).

    None where the tiles do not lie in rows (fewer than three pairs, or no agreement).
    """
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    sides = (boxes[:, 2:] - boxes[:, :2]).mean(axis=1)
    offsets = centres[None] - centres[:, None]
    distances = np.hypot(offsets[..., 0], offsets[..., 1])
    near = (distances < _TOUCHING * (sides[:, None] + sides[None]) / 2) & (distances > 0)
    if near.sum() < 6:
        return None
    angles = np.arctan2(offsets[..., 1], offsets[..., 0])[near]
    mean = np.exp(4j * angles).mean()
    if abs(mean) < _ALIGNED:
        return None
    return float(np.angle(mean) / 4)


def quads_from_boxes(boxes: FloatArray, tilt: float | None) -> FloatArray:
    """Rectangles turned by ``tilt`` whose bounding boxes are the given ones, (N, 4, 2) clockwise.

    With W = w·cos + h·sin and H = w·sin + h·cos both sides follow; a box that no turned
    rectangle fits stays as it is.
    """
    x0, y0, x1, y1 = boxes.T
    straight = np.stack([x0, y0, x1, y0, x1, y1, x0, y1], axis=1).reshape(-1, 4, 2)
    if tilt is None or abs(tilt) > _MAX_TILT:
        return straight.astype(np.float32)
    cos, sin = np.cos(tilt), abs(np.sin(tilt))
    width, height = x1 - x0, y1 - y0
    w = (width * cos - height * sin) / (cos**2 - sin**2)
    h = (height * cos - width * sin) / (cos**2 - sin**2)
    fits = (w > 0.4 * width) & (h > 0.4 * height)
    along = np.array([np.cos(tilt), np.sin(tilt)])
    across = np.array([-np.sin(tilt), np.cos(tilt)])
    centre = np.stack([x0 + x1, y0 + y1], axis=1) / 2
    corners = [
        centre + (sx * w / 2)[:, None] * along + (sy * h / 2)[:, None] * across
        for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    turned = np.stack(corners, axis=1)
    return np.where(fits[:, None, None], turned, straight).astype(np.float32)


def load_split(folder: Path) -> Iterator[LabelledPhoto]:
    """The photos of a split folder (``images/``, ``labels/``), sorted by name."""
    for path in sorted((folder / "images").iterdir()):
        width, height = _size(path)
        faces, boxes = read_yolo(folder / "labels" / f"{path.stem}.txt", width, height)
        tilt = tilt_of_rows(boxes)
        upright = tilt is None and not path.name.startswith("aug")
        exact = np.full(len(boxes), upright or (tilt is not None and abs(tilt) <= _MAX_TILT))
        yield LabelledPhoto(path, faces, boxes, quads_from_boxes(boxes, tilt), exact)


def _size(path: Path) -> tuple[int, int]:
    from PIL import Image

    with Image.open(path) as image:
        return image.size
