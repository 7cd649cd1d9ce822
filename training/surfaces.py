"""Table tops: cloth, wood, stone, sheets, or any photo laid flat."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from huopin.render.scene import ImageArray
from huopin.training.look import Rng

SIDE = 1000
"""Side of a table top in pixels."""


def table_top(rng: Rng, photo: ImageArray) -> ImageArray:
    """A random surface, BGR (SIDE, SIDE, 3); ``photo`` is used as one of the kinds."""
    kind = rng.random()
    if kind < 0.2:
        return cv2.resize(photo, (SIDE, SIDE)).astype(np.uint8)
    top = np.full((SIDE, SIDE, 3), _colour(rng), np.float32)
    if kind < 0.5:
        top += _weave(rng)
    elif kind < 0.75:
        top *= 1 + _grain(rng)
    elif kind < 0.87:
        top += _blotches(rng)
    else:
        sheet = rng.uniform(170, 250) * rng.normal(1, 0.03, 3)
        top = np.asarray(sheet * (1 + _folds(rng)) + _weave(rng) * 0.4, np.float32)
    return np.clip(top, 0, 255).astype(np.uint8)


def _colour(rng: Rng) -> NDArray[np.uint8]:
    """Any colour, green and blue cloth more often, light grey to white quite often."""
    hue, saturation, value = rng.uniform(0, 180), rng.uniform(0, 230), rng.uniform(20, 245)
    kind = rng.random()
    if kind < 0.3:
        hue, saturation = rng.uniform(40, 100), rng.uniform(80, 230)
    elif kind < 0.45:
        saturation, value = rng.uniform(0, 25), rng.uniform(170, 250)
    pixel = np.array([[[hue, saturation, value]]]).astype(np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0], np.uint8)


def _folds(rng: Rng) -> NDArray[np.float32]:
    """A bed sheet: broad soft waves of light."""
    total = np.zeros((SIDE, SIDE), np.float32)
    for cells in (4, 9):
        noise = rng.normal(0, rng.uniform(0.03, 0.1), (cells, cells)).astype(np.float32)
        total += cv2.resize(noise, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    return total[..., None]


def _weave(rng: Rng) -> NDArray[np.float32]:
    cell = int(rng.integers(2, 9))
    fine = rng.normal(0, rng.uniform(2, 14), (SIDE // cell + 1, SIDE // cell + 1, 1))
    return cv2.resize(fine, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)[..., None].astype(np.float32)


def _grain(rng: Rng) -> NDArray[np.float32]:
    """Wood: noise stretched along one axis."""
    lines = cv2.GaussianBlur(rng.normal(0, 1, (SIDE, 40)), (0, 0), float(rng.uniform(1, 6)))
    lines = cv2.resize(lines / (lines.std() + 1e-6), (SIDE, SIDE)) * rng.uniform(0.03, 0.15)
    if rng.random() < 0.5:
        lines = lines.T
    return np.ascontiguousarray(lines)[..., None].astype(np.float32)


def _blotches(rng: Rng) -> NDArray[np.float32]:
    """Granite: coloured noise of several sizes."""
    total = np.zeros((SIDE, SIDE, 3), np.float32)
    for cells in (15, 60, 300):
        noise = rng.normal(0, rng.uniform(5, 25), (cells, cells, 1)) + rng.normal(0, 4, (cells, cells, 3))
        total += cv2.resize(noise, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    return total
