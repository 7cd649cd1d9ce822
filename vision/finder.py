"""Finding: where the printed sides of tiles lie in a photo.

A small network says, for every cell of 4x4 pixels, whether it lies well inside a face (a face shrunk to 0.6,
so that touching neighbours stay apart) and how far the face's edge is in 16 directions. OpenCV does the rest:
connected components, and a four-sided outline fitted to the edge points that all cells of a face agree on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from huopin.models import Network, load_network
from huopin.vision.config import FinderConfig
from huopin.vision.crops import portrait
from huopin.vision.photo import Bgr, Photo

Floats = npt.NDArray[np.float32]

STRIDE = 4
"""Pixels of the network's input per cell of its maps."""

_PAD = 32
"""The network's input sides are multiples of this."""

_ENOUGH_CELLS = 128
"""Cells of a face whose edge points make its outline; more cost time and change nothing."""


@dataclass(frozen=True)
class FoundFace:
    """One printed side of a tile.

    Attributes:
        quad: float32 (4, 2) corners [x, y] in pixels of the full photo, clockwise, starting at any of them.
        score: mean probability of the cells inside, 0..1.
    """

    quad: Floats
    score: float


@dataclass(frozen=True)
class Faces:
    """All faces of a photo.

    Attributes:
        quads: float32 (N, 4, 2) px of the full photo, clockwise, the second side the longer one.
        scores: float64 (N,) as in `FoundFace`.
    """

    quads: Floats
    scores: npt.NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.quads)

    @classmethod
    def of(cls, found: Sequence[FoundFace]) -> Faces:
        """Gather what a finder gives."""
        quads = [portrait(face.quad) for face in found]
        scores = np.array([face.score for face in found], np.float64)
        return cls(np.array(quads, np.float32).reshape(-1, 4, 2), scores)


class Finder:
    """Photo to faces.

    Args:
        config: working size and thresholds.
        network: the network; the shipped one when None.
    """

    def __init__(self, config: FinderConfig | None = None, network: Network | None = None) -> None:
        self._config = config or FinderConfig()
        self._network = network or load_network("finder")

    def __call__(self, photo: Photo) -> tuple[FoundFace, ...]:
        """The faces of a photo, best first.

        Where tiles turn out small and the photo has more pixels to give, the part of it that holds tiles is
        looked at again, closer.
        """
        image, scale = photo.working(self._config.long_side)
        faces = self.in_image(image)
        closer = self._closer_look(photo, faces, scale)
        if closer is not None:
            return closer
        return tuple(FoundFace(rescaled(face.quad, 1 / scale), face.score) for face in faces)

    def _closer_look(
        self, photo: Photo, faces: list[FoundFace], scale: float
    ) -> tuple[FoundFace, ...] | None:
        """The faces found at a finer scale around those found first; None where that promises nothing."""
        if not faces:
            return None
        quads = np.stack([face.quad for face in faces])
        size = float(np.median(np.sqrt([cv2.contourArea(quad) for quad in quads])))
        low, high = quads.min(axis=(0, 1)) - 2 * size, quads.max(axis=(0, 1)) + 2 * size
        area = float(
            np.prod(np.minimum(high, (photo.width * scale, photo.height * scale)) - np.maximum(low, 0))
        )
        zoom = min(
            self._config.good_tile / size,
            1 / scale,
            float(np.sqrt(self._config.closer_megapixels * 1e6 / area)),
        )
        if size >= self._config.small_tile or zoom < self._config.least_zoom:
            return None
        picture, finer = photo.at_least(scale * zoom)
        x0, y0 = np.maximum(low / scale * finer, 0).astype(int)
        x1, y1 = (high / scale * finer).astype(int)
        part = picture[y0:y1, x0:x1]
        shrink = scale * zoom / finer
        if shrink < 1:
            part = cv2.resize(part, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA).astype(np.uint8)
        corner = np.array([x0, y0], np.float32)
        return tuple(
            FoundFace(rescaled(rescaled(face.quad, 1 / shrink) + corner, 1 / finer), face.score)
            for face in self.in_image(part)
        )

    def in_image(self, image: Bgr) -> list[FoundFace]:
        """The faces of a picture at working size, in its pixels."""
        face, rays = self.maps(image)
        return faces_of_maps(face, rays, self._config)

    def maps(self, image: Bgr) -> tuple[Floats, Floats]:
        """Face probability (h, w) and distances (rays, h, w) in cells for a BGR picture of any size."""
        height, width = image.shape[:2]
        padded = cv2.copyMakeBorder(
            image, 0, -height % _PAD, 0, -width % _PAD, cv2.BORDER_CONSTANT, value=(114, 114, 114)
        )
        face, rays = self._network(np.asarray(padded[None], np.uint8))
        return face[0], rays[0]


def faces_of_maps(face: Floats, rays: Floats, config: FinderConfig) -> list[FoundFace]:
    """Outline every face, best first, dropping the weaker of two on the same spot.

    Args:
        face: (h, w) probability of lying well inside a face.
        rays: (R, h, w) distance to the face's edge in cells, by direction from +x clockwise.
        config: thresholds.
    """
    directions = _directions(len(rays))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        (face > config.inside).astype(np.uint8), connectivity=4
    )
    found: list[FoundFace] = []
    for component in range(1, count):
        x, y, w, h, area = stats[component]
        if area < config.min_cells:
            continue
        ys, xs = np.nonzero(labels[y : y + h, x : x + w] == component)
        ys, xs = ys + y, xs + x
        points = np.stack([xs, ys], axis=1).astype(np.float32)
        edges = points[:, None] + directions * rays[:, ys, xs].T[..., None]
        found += _faces_of_component(points, edges, face[ys, xs], config)
    found.sort(key=lambda one: -one.score)
    return _without_doubles(found, config.same_overlap)


def _directions(count: int) -> Floats:
    angles = np.arange(count) * 2 * np.pi / count
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def _faces_of_component(
    points: Floats, edges: Floats, chance: Floats, config: FinderConfig
) -> list[FoundFace]:
    """Split a component by what its cells take for the middle of their face, and outline each part."""
    middles = edges.mean(axis=1)
    sizes = np.linalg.norm(edges - middles[:, None], axis=2).mean(axis=1)
    left = np.ones(len(points), bool)
    found: list[FoundFace] = []
    outlines: list[Floats] = []
    while left.sum() >= config.min_cells:
        seed = int(np.argmax(np.where(left, chance, -1)))
        near = left & (np.linalg.norm(middles - middles[seed], axis=1) < config.agree * sizes[seed])
        left &= ~near
        score = float(chance[near].mean())
        if near.sum() < config.min_cells or score < config.min_score or _covered(middles[seed], outlines):
            continue
        quad = _outline(edges[near])
        if quad is not None:
            outlines.append(quad)
            found.append(FoundFace(rescaled(quad, STRIDE), score))
    return found


def _covered(point: Floats, quads: Sequence[Floats]) -> bool:
    """Whether a point lies in one of the quads: cells that mean a face outlined already."""
    x, y = point.tolist()
    return any(cv2.pointPolygonTest(quad, (x, y), False) >= 0 for quad in quads)


def _outline(edges: Floats) -> Floats | None:
    """The quadrilateral through edge points (K, R, 2) that K cells of one face agree on.

    A rectangle is fitted first: of all tilts the one whose four sides explain the distances from the face's
    middle best. Then each side may lean a little, as perspective makes it.
    """
    points = edges[:: 1 + len(edges) // _ENOUGH_CELLS].reshape(-1, 2)
    middle = _middle(points)
    offsets = points - middle
    radius = _profile(offsets)
    if radius.min() < 0.5:
        return None
    rectangle = _rectangle(radius)
    lines = [_leaning(offsets, rectangle[i], rectangle[(i + 1) % 4]) for i in range(4)]
    corners = np.array([_crossing(lines[i - 1], lines[i]) for i in range(4)], np.float32)
    shift = np.linalg.norm(corners - rectangle, axis=1).max()
    if not shift <= _MOST_SHIFT * radius.mean():
        corners = rectangle
    return (corners + middle).astype(np.float32)


# Profiles have so many directions; rectangles are tried at so many tilts, and a side is measured on the
# directions so near to it: further off, the corners' rounding shows.
_BINS, _TILTS, _NEAR_SIDE = 32, 30, 5
# Sides may lean by 14 degrees, and corners move by half the mean radius, against the fitted rectangle.
_MOST_LEAN, _MOST_SHIFT = 0.25, 0.5


def _side_geometry() -> tuple[npt.NDArray[np.intp], Floats, Floats]:
    """For each tilt and side: the nearest directions and their cosines (T, 4, n), and 1/cosine (T, 4, B)."""
    angles = (np.arange(_BINS) + 0.5) / _BINS * 2 * np.pi - np.pi
    sides = (np.arange(_TILTS) / _TILTS * np.pi / 2)[:, None] + np.arange(4) * np.pi / 2
    cosines = np.cos(angles - sides[..., None])
    nearest = np.argsort(-cosines, axis=2)[..., :_NEAR_SIDE]
    stretch = np.where(cosines > 0.05, 1 / np.maximum(cosines, 0.05), np.inf)
    return nearest, np.take_along_axis(cosines, nearest, 2).astype(np.float32), stretch.astype(np.float32)


_NEAREST, _COSINES, _STRETCH = _side_geometry()


def _profile(offsets: Floats) -> Floats:
    """Median distance of the points from the middle by direction, (_BINS,) from -x clockwise."""
    angles = np.arctan2(offsets[:, 1], offsets[:, 0])
    distances = np.hypot(offsets[:, 0], offsets[:, 1])
    which = np.floor((angles + np.pi) / (2 * np.pi) * _BINS).astype(int) % _BINS
    order = np.lexsort((distances, which))
    ends = np.searchsorted(which[order], np.arange(_BINS + 1))
    known = ends[1:] > ends[:-1]
    medians = distances[order][np.minimum((ends[1:] + ends[:-1]) // 2, len(distances) - 1)]
    bins = np.arange(_BINS)
    return np.asarray(np.interp(bins, bins[known], medians[known], period=_BINS), np.float32)


def _rectangle(radius: Floats) -> Floats:
    """The rectangle about the origin that fits a profile best, (4, 2) clockwise."""
    distance = _middle(np.moveaxis(radius[_NEAREST] * _COSINES, 2, 0))
    edge = (distance[..., None] * _STRETCH).min(axis=1)
    best = int(np.abs(np.log(radius / edge)).mean(axis=1).argmin())
    right, down, left, up = distance[best]
    tilt = best / _TILTS * np.pi / 2
    along, across = np.array([np.cos(tilt), np.sin(tilt)]), np.array([-np.sin(tilt), np.cos(tilt)])
    ends = ((-left, -up), (right, -up), (right, down), (-left, down))
    return np.array([x * along + y * across for x, y in ends], np.float32)


def _leaning(points: Floats, start: Floats, end: Floats) -> Floats:
    """The line (a, b, c), a·x + b·y = c, through the points along the middle of a side, near the side."""
    along = end - start
    length = math.hypot(*along)
    along = along / length
    across = np.array([-along[1], along[0]], np.float32)
    offset = points - start
    share, distance = offset @ along / length - 0.5, offset @ across
    near = (np.abs(share) < 0.3) & (np.abs(distance) < 0.15 * length)
    slope, level = 0.0, 0.0
    if np.count_nonzero(near) >= 8:
        x, y = share[near], distance[near]
        centred = x - x.mean()
        slope = float(centred @ y / max(1e-9, float(centred @ centred)))
        slope = max(-_MOST_LEAN * length, min(_MOST_LEAN * length, slope))
        level = float(y.mean() - slope * x.mean())
    direction = along * length + across * slope
    normal = np.array([-direction[1], direction[0]]) / math.hypot(*direction)
    through = start + along * length / 2 + across * level
    return np.array([*normal, normal @ through], np.float32)


def _middle(values: npt.NDArray[np.floating[Any]]) -> Floats:
    """The upper median along the first axis; `np.median` takes several times as long on so few values."""
    half = len(values) // 2
    return np.asarray(np.partition(values, half, axis=0)[half], np.float32)


def _crossing(first: Floats, second: Floats) -> Floats:
    (a, b, c), (d, e, f) = first.tolist(), second.tolist()
    area = a * e - b * d
    if abs(area) < 1e-3:
        return np.full(2, np.inf, np.float32)
    return np.array([(c * e - b * f) / area, (a * f - c * d) / area], np.float32)


def _without_doubles(found: list[FoundFace], overlap: float) -> list[FoundFace]:
    kept: list[FoundFace] = []
    middles, reach = np.zeros((len(found), 2)), np.zeros(len(found))
    for face in found:
        middle = face.quad.mean(axis=0)
        own = float(np.abs(face.quad - middle).max())
        n = len(kept)
        near = np.flatnonzero(np.abs(middles[:n] - middle).max(axis=1) < reach[:n] + own)
        if all(_overlap(face.quad, kept[k].quad) < overlap for k in near):
            middles[n], reach[n] = middle, own
            kept.append(face)
    return kept


def _overlap(first: Floats, second: Floats) -> float:
    """Shared area over the smaller of the two."""
    shared, _ = cv2.intersectConvexConvex(first, second)
    return float(shared / max(1e-6, min(cv2.contourArea(first), cv2.contourArea(second))))


def rescaled(quad: Floats, factor: float) -> Floats:
    """Coordinates of pixel middles after scaling the picture by ``factor``."""
    return ((quad + 0.5) * factor - 0.5).astype(np.float32)
