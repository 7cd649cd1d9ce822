"""What all tiles of one synthetic scene share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

Rng = np.random.Generator

_BACK_COLOURS = (
    (170, 110, 30), (60, 130, 40), (40, 150, 60), (200, 120, 60), (150, 60, 190), (50, 160, 230),
    (40, 40, 40), (60, 60, 170), (150, 140, 60), (110, 160, 190), (210, 190, 90),
)  # fmt: skip
"""BGR of common backs: blue, greens, light blue, magenta, orange, black, red, teal, bamboo, cyan.

Never white: a white back cannot be told from a blank white dragon."""


@dataclass(frozen=True)
class Look:
    """What all tiles of one scene share."""

    size: tuple[float, float, float]
    body: tuple[float, float, float]
    back: tuple[float, float, float]
    split: float
    corner: float

    @staticmethod
    def random(rng: Rng) -> Look:
        """A tile set's proportions and colours (23-33 mm wide, 12-26 mm thick)."""
        width = rng.uniform(22, 32)
        size = (width, width * rng.uniform(1.22, 1.48), width * rng.uniform(0.5, 1.0))
        ivory = np.array([rng.uniform(195, 245), rng.uniform(215, 245), rng.uniform(220, 248)])
        back = np.array(_BACK_COLOURS[rng.integers(len(_BACK_COLOURS))]) + rng.uniform(-20, 20, 3)
        body = (float(ivory[0]), float(ivory[1]), float(ivory[2]))
        colour = tuple(float(c) for c in np.clip(back, 0, 255))
        split = 1.0 if rng.random() < 0.25 else float(rng.uniform(0.4, 0.75))
        return Look(size, body, (colour[0], colour[1], colour[2]), split, float(rng.uniform(0.04, 0.16)))
