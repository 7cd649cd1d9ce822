"""Tiles laid out in words, seen by a pinhole camera: quads and label probabilities for layout tests.

A table is written in rows of tokens: `1m 2m 3m _ E E E / a1` puts a gap of half a tile before the pung and a
flower in the next row. `~5m` lies turned, `!5m` upside down, `#` is a face-down tile, each further `/` leaves
the height of a tile free.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from huopin.render.scene import TILE_MM, Camera
from huopin.vision.labels import BACK, LABELS

WIDTH, HEIGHT = TILE_MM[:2]


@dataclass(frozen=True)
class Tabletop:
    """What the stages before the layout would have found, in the order of the words.

    Attributes:
        tokens: Label of each tile.
        quads: (N, 4, 2) px, from the face's own top left.
    """

    tokens: tuple[str, ...]
    quads: np.ndarray

    def found(
        self, seed: int = 0, sure: float = 0.99
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Shuffled as a finder and classifier would give them.

        Returns:
            Which token each found tile is, quads from any corner, label and turn probabilities.
        """
        rng = np.random.default_rng(seed)
        order = rng.permutation(len(self.tokens))
        start = rng.integers(0, 4, len(order))
        quads = np.stack([np.roll(self.quads[i], -s, axis=0) for i, s in zip(order, start, strict=True)])
        turns = np.full((len(order), 4), 0.01)
        turns[np.arange(len(order)), (4 - start) % 4] = 0.97
        probabilities = np.full((len(order), len(LABELS)), (1 - sure) / (len(LABELS) - 1))
        for k, i in enumerate(order):
            probabilities[k, LABELS.index(self.tokens[i])] = sure
            if self.tokens[i] == BACK:
                turns[k] = 0.25
        return order, quads.astype(np.float32), probabilities, turns


def lay(
    words: str,
    turn: float = 0.0,
    tilt: float = 0.0,
    swing: float = 0.0,
    touch: float = 0.5,
    jitter: float = 0.0,
    seed: int = 0,
) -> Tabletop:
    """Put tiles on a table and photograph them.

    Args:
        words: The table; see the module.
        turn: How far the photo is turned, degrees.
        tilt: How far the camera leaves the vertical toward the player, degrees.
        swing: From which side it looks, degrees; only matters with a tilt.
        touch: Room between touching tiles, mm.
        jitter: Standard deviation of the tiles' places in mm and angles in half degrees.
        seed: Of the jitter.
    """
    rng = np.random.default_rng(seed)
    tokens: list[str] = []
    corners: list[np.ndarray] = []
    y = 0.0
    for row in words.split("/"):
        x = 0.0
        for word in row.split():
            if word == "_":
                x += WIDTH / 2
                continue
            token = BACK if word[-1] == "#" else word.lstrip("~!")
            lies = word.startswith("~")
            angle = np.radians(
                (90 if lies else 180 if word.startswith("!") else 0) + rng.normal(0, jitter / 2)
            )
            width, height = (HEIGHT, WIDTH) if lies else (WIDTH, HEIGHT)
            middle = np.array([x + width / 2, y + HEIGHT - height / 2]) + rng.normal(0, 1, 2) * jitter
            box = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array([WIDTH, HEIGHT]) / 2
            rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            tokens.append(token)
            corners.append(box @ rotation.T + middle)
            x += width + touch
        y += HEIGHT + touch
    plane = np.array(corners).reshape(-1, 4, 2)
    plane -= (plane.reshape(-1, 2).min(axis=0) + plane.reshape(-1, 2).max(axis=0)) / 2
    world = np.concatenate([plane * [1, -1], np.zeros((*plane.shape[:2], 1))], axis=2)
    reach = float(np.abs(plane).max()) * 3 + 100
    lean, side = np.radians(tilt), np.radians(swing)
    seat = np.array([np.sin(lean) * np.sin(side), -np.sin(lean) * np.cos(side), np.cos(lean)]) * reach
    camera = Camera(seat, np.zeros(3), 3000.0, (3000, 3000), roll=np.radians(turn))
    pixels, _ = camera.project(world.reshape(-1, 3))
    return Tabletop(tuple(tokens), pixels.reshape(-1, 4, 2).astype(np.float32))
