"""Quads and the frames of tiles: centres, sides, turns.

A quad is float32 (4, 2), [x, y] in pixels, clockwise (y points down); unless said otherwise it starts at the
face's own top left, so corners 0-1 are its top edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Quads: TypeAlias = npt.NDArray[np.float32]


def turn_quads(quads: Quads, turns: npt.NDArray[np.int64]) -> Quads:
    """Start each quad `turn` corners further: (N, 4, 2) and (N,) quarter turns give (N, 4, 2)."""
    corner = (np.arange(4)[None, :] + turns[:, None]) % 4
    return np.take_along_axis(quads, corner[:, :, None], axis=1)


def are_faces(quads: Quads) -> npt.NDArray[np.bool_]:
    """(N,) whether quads (N, 4, 2) can be faces: convex, clockwise, no slivers, at least 3 px across."""
    q = np.asarray(quads, np.float64).reshape(-1, 4, 2)
    sides = np.roll(q, -1, axis=1) - q
    after = np.roll(sides, -1, axis=1)
    length = np.linalg.norm(sides, axis=2)
    bend = sides[..., 0] * after[..., 1] - sides[..., 1] * after[..., 0]
    sine = bend / np.maximum(length * np.roll(length, -1, axis=1), 1e-9)
    slim = length.min(axis=1) / np.maximum(length.max(axis=1), 1e-9)
    return np.asarray((sine.min(axis=1) > 0.2) & (slim > 0.15) & (length.min(axis=1) >= 3))


@dataclass(frozen=True)
class Frames:
    """Where tiles lie and how they are turned, one row per tile.

    Attributes:
        centre: (N, 2), px.
        across: (N, 2), px: the vector from the middle of the face's left edge to that of its right edge.
        down: (N, 2), px: the vector from the middle of its top edge to that of its bottom edge.
    """

    centre: Floats
    across: Floats
    down: Floats

    @classmethod
    def of(cls, quads: Quads) -> Frames:
        """The frames of quads of shape (N, 4, 2)."""
        q = np.asarray(quads, np.float64).reshape(-1, 4, 2)
        across = (q[:, 1] - q[:, 0] + q[:, 2] - q[:, 3]) / 2
        down = (q[:, 3] - q[:, 0] + q[:, 2] - q[:, 1]) / 2
        return cls(q.mean(axis=1), across, down)

    def __len__(self) -> int:
        return len(self.centre)

    @property
    def width(self) -> Floats:
        """(N,) length of `across`, px."""
        return np.asarray(np.linalg.norm(self.across, axis=1))

    @property
    def height(self) -> Floats:
        """(N,) length of `down`, px."""
        return np.asarray(np.linalg.norm(self.down, axis=1))

    @property
    def size(self) -> Floats:
        """(N,) square root of the area, px."""
        area = self.across[:, 0] * self.down[:, 1] - self.across[:, 1] * self.down[:, 0]
        return np.asarray(np.sqrt(np.maximum(np.abs(area), 1e-9)))


def unit(vectors: Floats) -> Floats:
    """Vectors of shape (..., 2) scaled to length 1; null vectors stay null."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(length, 1e-9))


def doubled(vectors: Floats) -> npt.NDArray[np.complex128]:
    """Directions without a sense: unit complex numbers of twice the angle, so opposite vectors agree."""
    v = unit(vectors)
    return (v[..., 0] + 1j * v[..., 1]) ** 2


def halved(numbers: npt.NDArray[np.complex128]) -> Floats:
    """The unit vectors whose `doubled` has these angles; the sense is arbitrary."""
    angle = np.angle(numbers) / 2
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)
