"""What the finder should answer for an image whose tiles are known."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from huopin.training.tables import FloatArray
from huopin.vision.finder import STRIDE, ray_directions

RAYS = 16
"""Directions in which the finder measures the distance from a point to the edge of its face."""

SHRINK = 0.6
"""The face target is the tile's face shrunk to this share, which keeps touching neighbours apart."""

SHRINK_LOOSE = 0.5
"""The same for axis-aligned boxes around turned tiles."""

_DIRECTIONS = ray_directions(RAYS)


@dataclass(frozen=True)
class Targets:
    """Maps of shape (h, w) in cells.

    Attributes:
        face: 1 inside a shrunken face, float32.
        weight: how much each cell counts for ``face``, float32.
        rays: (RAYS, h, w) log distance to the edge in cells, valid where ``ray_weight`` > 0.
        ray_weight: float32.
    """

    face: FloatArray
    weight: FloatArray
    rays: FloatArray
    ray_weight: FloatArray


def make_targets(
    quads: FloatArray,
    exact: NDArray[np.bool_],
    hidden: FloatArray,
    size: tuple[int, int],
    outside_weight: float,
) -> Targets:
    """Draw the maps.

    Args:
        quads: (N, 4, 2) faces in image pixels.
        exact: (N,) whether the quad's corners can be trusted.
        hidden: (M, 4, 2) faces to ignore.
        size: width, height of the image.
        outside_weight: weight of cells outside the hull of the faces (unlabelled tiles may lie there).
    """
    w, h = size[0] // STRIDE, size[1] // STRIDE
    cells = _in_cells(quads)
    face = np.zeros((h, w), np.float32)
    weight = np.full((h, w), outside_weight, np.float32)
    if outside_weight < 1 and len(quads):
        cv2.fillConvexPoly(weight, _grown_hull(cells), 1.0)
    for quad in _in_cells(hidden):
        cv2.fillConvexPoly(weight, quad.round().astype(np.int32), 0.0)
    rays = np.zeros((RAYS, h, w), np.float32)
    ray_weight = np.zeros((h, w), np.float32)
    for quad, sure in zip(cells, exact, strict=True):
        ys, xs = _cells_inside(quad, SHRINK if sure else SHRINK_LOOSE, (w, h))
        face[ys, xs] = 1.0
        weight[ys, xs] = 1.0
        if sure and len(ys):
            rays[:, ys, xs] = np.log(ray_lengths(quad, np.stack([xs, ys], axis=1).astype(np.float32))).T
            ray_weight[ys, xs] = 1.0
    return Targets(face, weight, rays, ray_weight)


def _in_cells(quads: FloatArray) -> FloatArray:
    """Pixels to cells; both count from the middle of the first one."""
    return ((quads + 0.5) / STRIDE - 0.5).astype(np.float32)


def ray_lengths(quad: FloatArray, points: FloatArray) -> FloatArray:
    """Distances (K, RAYS) from points (K, 2) inside a convex quad (4, 2) to its edge."""
    edges = np.roll(quad, -1, axis=0) - quad
    normals = np.stack([edges[:, 1], -edges[:, 0]], axis=1)
    gaps = np.einsum("ed,ked->ke", normals, quad[None] - points[:, None])
    speeds = normals @ _DIRECTIONS.T
    with np.errstate(divide="ignore", invalid="ignore"):
        times = gaps[:, :, None] / speeds[None]
    times = np.where(times > 1e-6, times, np.inf).min(axis=1)
    return np.asarray(np.clip(times, 0.2, 400), np.float32)


def _cells_inside(
    quad: FloatArray, shrink: float, size: tuple[int, int]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the cells whose middle lies in the shrunken quad."""
    centre = quad.mean(axis=0)
    inner = centre + (quad - centre) * shrink
    x0, y0 = np.maximum(np.floor(inner.min(axis=0)), 0).astype(int)
    x1, y1 = np.minimum(np.ceil(inner.max(axis=0)) + 1, size).astype(int)
    if x0 >= x1 or y0 >= y1:
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    ys, xs = np.mgrid[y0:y1, x0:x1]
    inside = np.ones(ys.shape, bool)
    edges = np.roll(inner, -1, axis=0) - inner
    orientation = np.sign(edges[0, 0] * edges[1, 1] - edges[0, 1] * edges[1, 0])
    for corner, edge in zip(inner, edges, strict=True):
        inside &= orientation * (edge[0] * (ys - corner[1]) - edge[1] * (xs - corner[0])) >= 0
    return ys[inside], xs[inside]


def _grown_hull(cells: FloatArray) -> NDArray[np.int32]:
    """Hull of the faces, each grown by half its size."""
    centre = cells.mean(axis=1, keepdims=True)
    grown = centre + (cells - centre) * 2.0
    return np.asarray(cv2.convexHull(grown.reshape(-1, 2)).round(), np.int32)
