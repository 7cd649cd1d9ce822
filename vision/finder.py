"""Finding: where the printed sides of tiles lie in a photo.

A small network says, for every cell of 4x4 pixels, whether it lies well inside a face (a face shrunk to 0.6,
so that touching neighbours stay apart) and how far the face's edge is in 16 directions. OpenCV does the rest:
connected components, and a four-sided outline fitted to the edge points that all cells of a face agree on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from huopin.models import Network, load_network
from huopin.vision.config import FinderConfig
from huopin.vision.crops import portrait
from huopin.vision.outline import outline
from huopin.vision.photo import Bgr, Photo

Floats = npt.NDArray[np.float32]

STRIDE = 4
"""Pixels of the network's input per cell of its maps."""

PAD = 32
"""The network's input sides are multiples of this."""


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
        """Gather single ones."""
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

    def __call__(self, photo: Photo) -> Faces:
        """The faces of a photo, best first.

        Where tiles turn out small and the photo has more pixels to give, the part of it that holds tiles is
        looked at again, closer.
        """
        image, scale = photo.working(self._config.long_side)
        faces = self.in_image(image)
        closer = self._closer_look(photo, faces.quads, scale)
        return replace(faces, quads=rescaled(faces.quads, 1 / scale)) if closer is None else closer

    def _closer_look(self, photo: Photo, quads: Floats, scale: float) -> Faces | None:
        """The faces found at a finer scale around those found first; None where that promises nothing."""
        if not len(quads):
            return None
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
        faces = self.in_image(part)
        corner = np.array([x0, y0], np.float32)
        return replace(faces, quads=rescaled(rescaled(faces.quads, 1 / shrink) + corner, 1 / finer))

    def in_image(self, image: Bgr) -> Faces:
        """The faces of a picture at working size, in its pixels."""
        face, rays = self.maps(image)
        return Faces.of(faces_of_maps(face, rays, self._config))

    def maps(self, image: Bgr) -> tuple[Floats, Floats]:
        """Face probability (h, w) and distances (rays, h, w) in cells for a BGR picture of any size."""
        height, width = image.shape[:2]
        padded = cv2.copyMakeBorder(
            image, 0, -height % PAD, 0, -width % PAD, cv2.BORDER_CONSTANT, value=(114, 114, 114)
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
    directions = ray_directions(len(rays))
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


def ray_directions(count: int) -> Floats:
    """Unit vectors (count, 2), x right and y down, starting along +x."""
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
        quad = outline(edges[near])
        if quad is not None:
            outlines.append(quad)
            found.append(FoundFace(rescaled(quad, STRIDE), score))
    return found


def _covered(point: Floats, quads: Sequence[Floats]) -> bool:
    """Whether a point lies in one of the quads: cells that mean a face outlined already."""
    x, y = point.tolist()
    return any(cv2.pointPolygonTest(quad, (x, y), False) >= 0 for quad in quads)


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


def rescaled(points: Floats, factor: float) -> Floats:
    """Coordinates of pixel middles after scaling the picture by ``factor``."""
    return ((points + 0.5) * factor - 0.5).astype(np.float32)
