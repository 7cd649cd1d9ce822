"""Table tops and rooms for rendered photos: BGR uint8 textures made from noise."""

import cv2
import numpy as np
from numpy.typing import NDArray

from huopin.render.canvas import Colour, Image

Rng = np.random.Generator


def cloth(rng: Rng, colour: Colour, side: int = 2400) -> Image:
    """Returns a square of woven cloth: a fine grid of threads over slightly uneven dye."""
    threads = np.sin(np.arange(side, dtype=np.float32) * 1.05)
    weave = 9 * threads[:, None] * threads[None, :] + 5 * np.abs(threads)[:, None]
    return _tinted(colour, weave + 2 * _clouds(rng, side, 9) + rng.normal(0, 9, (side, side)))


def wood(rng: Rng, colour: Colour, side: int = 2400) -> Image:
    """Returns a square of boards with grain along x."""
    grain = cv2.resize(rng.normal(0, 1, (side // 3, 24)), (side, side), interpolation=cv2.INTER_CUBIC)
    waves = 5 * np.sin(np.arange(side)[:, None] / 31 + 3 * _clouds(rng, side, 5))
    seams = np.where(np.arange(side) % 480 < 3, -45.0, 0.0)[:, None]
    return _tinted(colour, 7 * grain + waves + seams + rng.normal(0, 2.5, (side, side)))


def room(rng: Rng, size: tuple[int, int] = (800, 600)) -> Image:
    """Returns an out-of-focus room of `size` (width, height) for what lies beyond the table."""
    coarse = rng.uniform(40, 170, (5, 7, 1)) + rng.normal(0, 14, (5, 7, 3))
    return np.clip(cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC), 0, 255).astype(np.uint8)


def _clouds(rng: Rng, side: int, cells: int) -> NDArray[np.float64]:
    """Smooth noise of about unit strength, float64 (side, side)."""
    coarse = rng.normal(0, 1, (cells, cells))
    return np.asarray(cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC), np.float64)


def _tinted(colour: Colour, relief: NDArray[np.float64]) -> Image:
    """The colour made lighter and darker by a relief in grey levels (at mid-grey)."""
    factor = 1 + relief[..., None] / 128
    return np.clip(np.array(colour, np.float64) * factor, 0, 255).astype(np.uint8)
