"""Sizes: faces found too short or too long, put right by the size of the faces around them.

The tiles of a set are all alike, so a face much shorter than those around it was cut off, and half of a 四饼
looks like a 二饼. Such a face is stretched to the usual size, at either end or at both; the classifier then
says which of these shows a tile best.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from huopin.vision.config import SizeConfig
from huopin.vision.geometry import Floats, Frames, Quads


@dataclass(frozen=True)
class Stretched:
    """Other outlines for faces of an odd size.

    Attributes:
        owner: (M,) index of the face each is for.
        quads: (M, 4, 2) px.
    """

    owner: npt.NDArray[np.int64]
    quads: Quads


def stretched(quads: Quads, config: SizeConfig | None = None) -> Stretched:
    """Propose outlines of the usual size for faces (N, 4, 2) too short or too long along one side."""
    config = config or SizeConfig()
    owner: list[int] = []
    outlines: list[Floats] = []
    if len(quads) >= config.enough:
        frames = Frames.of(quads)
        sides = np.stack([frames.width, frames.height], axis=1)
        usual = _usual_sides(frames.centre, np.sort(sides, axis=1), config)
        for k in range(len(quads)):
            for along in _wrong_sides(sides[k], usual[k], config):
                owner += [k] * 3
                outlines += _stretch(quads[k], along, float(usual[k, 1] / sides[k, along]))
    return Stretched(np.array(owner, np.int64), np.array(outlines, np.float32).reshape(-1, 4, 2))


def _usual_sides(centre: Floats, sides: Floats, config: SizeConfig) -> Floats:
    """(N, 2) short and long side of the faces around each, the medians of the nearest few."""
    apart = np.linalg.norm(centre[:, None] - centre[None], axis=2)
    nearest = np.argsort(apart, axis=1)[:, : config.neighbours]
    return np.asarray(np.median(sides[nearest], axis=1))


def _wrong_sides(sides: Floats, usual: Floats, config: SizeConfig) -> list[int]:
    """Sides (0: corners 0-1, 1: corners 1-2) that may be long ones of wrong length, the other being right."""

    def alike(side: float, other: float) -> bool:
        return 1 / config.tolerance < side / other < config.tolerance

    if any(alike(a, usual[0]) and alike(b, usual[1]) for a, b in (sides, sides[::-1])):
        return []
    return [k for k in (0, 1) if alike(sides[1 - k], usual[0]) and not alike(sides[k], usual[1])]


def _stretch(quad: Quads, along: int, factor: float) -> list[Floats]:
    """The quad with one pair of sides scaled from either end and from the middle."""
    a, b, c, d = np.roll(np.asarray(quad, np.float64), -along, axis=0)
    top, bottom = (factor - 1) * (b - a), (factor - 1) * (c - d)
    return [
        np.roll(
            np.stack([a - top * x, b + top * (1 - x), c + bottom * (1 - x), d - bottom * x]), along, axis=0
        )
        for x in (0.0, 0.5, 1.0)
    ]
