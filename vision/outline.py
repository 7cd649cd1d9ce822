"""The four-sided outline of a face, from what the finder's cells say about the distance to its edge.

A parallelogram is fitted first: of all pairs of directions the one whose four sides explain the distances
from the face's middle best, where leaning from the right angle costs a little. Then each side may lean by
itself, as perspective makes it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

_ENOUGH_CELLS = 64
"""Cells of a face whose edge points make its outline; more cost time and change nothing."""

_BINS, _NEAR_SIDE = 32, 5
"""Profiles have so many directions; a side is measured on the ones so near to it: further off, the corners'
rounding shows."""

_NORMALS, _MOST_SKEW = 60, 8
"""Sides are tried in so many directions, and pairs of them that lean by so many steps (48°) at most."""

_SKEW_COST = 0.01
"""Mean log error that a parallelogram must save for leaning by 30°: faces on the tables of tables/dev hardly
lean, and what the distances say is rough."""

_MOST_LEAN, _MOST_SHIFT = 0.25, 0.5
"""Sides may lean by 14 degrees, and corners move by half the mean radius, against the parallelogram."""


@dataclass(frozen=True)
class _Sides:
    """What is known beforehand of every direction n of a side, and every parallelogram p.

    Attributes:
        normals: (n, 2) unit vectors out of the face, clockwise from +x.
        nearest: (n, near) bins of the profile nearest to a side.
        cosines: (n, near) of the angles between them.
        stretch: (n, bins) 1 / cosine of the angle between a side's normal and a bin; infinite beyond.
        pairs: (p, 4) the normals of a parallelogram's sides, clockwise.
        cost: (p,) of leaning.
    """

    normals: Floats
    nearest: npt.NDArray[np.intp]
    cosines: Floats
    stretch: Floats
    pairs: npt.NDArray[np.intp]
    cost: Floats

    @classmethod
    def all(cls) -> _Sides:
        """Every direction and parallelogram that is tried."""
        bins = (np.arange(_BINS) + 0.5) / _BINS * 2 * np.pi - np.pi
        angles = np.arange(_NORMALS) / _NORMALS * 2 * np.pi
        cosines = np.cos(bins - angles[:, None])
        nearest = np.argsort(-cosines, axis=1)[:, :_NEAR_SIDE]
        stretch = np.where(cosines > 0.05, 1 / np.maximum(cosines, 0.05), np.inf)
        half, quarter = _NORMALS // 2, _NORMALS // 4
        # The first normal and its opposite mean the same; so do the first and the second of a pair.
        pairs = [
            (a, a + quarter + skew, a + half, (a + quarter + skew + half) % _NORMALS, skew)
            for a in range(half)
            for skew in range(-_MOST_SKEW, _MOST_SKEW + 1)
            if a + quarter + skew < half
        ]
        skews = np.array([pair[4] for pair in pairs]) * 2 * np.pi / _NORMALS
        return cls(
            np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32),
            nearest,
            np.take_along_axis(cosines, nearest, 1).astype(np.float32),
            stretch.astype(np.float32),
            np.array([pair[:4] for pair in pairs]),
            (_SKEW_COST * (skews / np.radians(30)) ** 2).astype(np.float32),
        )


_SIDES = _Sides.all()


def outline(edges: Floats) -> Floats | None:
    """The quadrilateral through edge points that the cells of one face agree on.

    Args:
        edges: (K, R, 2) the points on the edge that K cells see in R directions.

    Returns:
        (4, 2) corners, clockwise; None where the points make no outline.
    """
    points = edges[:: 1 + len(edges) // _ENOUGH_CELLS].reshape(-1, 2)
    middle = _middle(points)
    offsets = points - middle
    radius = _profile(offsets)
    if radius.min() < 0.5:
        return None
    parallelogram = _parallelogram(radius)
    lines = [_leaning(offsets, parallelogram[i], parallelogram[(i + 1) % 4]) for i in range(4)]
    corners = np.array([_crossing(lines[i - 1], lines[i]) for i in range(4)], np.float32)
    shift = np.linalg.norm(corners - parallelogram, axis=1).max()
    if not shift <= _MOST_SHIFT * radius.mean() or not cv2.isContourConvex(corners):
        corners = parallelogram
    return (corners + middle).astype(np.float32)


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


def _parallelogram(radius: Floats) -> Floats:
    """The parallelogram around the origin that fits a profile best, (4, 2) clockwise."""
    distance = _middle((radius[_SIDES.nearest] * _SIDES.cosines).T)
    edge = (distance[:, None] * _SIDES.stretch)[_SIDES.pairs].min(axis=1)
    error = np.abs(np.log(radius / edge)).mean(axis=1) + _SIDES.cost
    sides = _SIDES.pairs[int(error.argmin())]
    lines = [np.array([*_SIDES.normals[side], distance[side]], np.float32) for side in sides]
    return np.array([_crossing(lines[i - 1], lines[i]) for i in range(4)], np.float32)


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
