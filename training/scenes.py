"""Random table scenes for training: how tiles lie, the camera and the lamp."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from huopin.render.scene import (
    Box,
    Camera,
    FloatArray,
    ImageArray,
    Light,
    Picture,
    Table,
    render,
    turn,
)
from huopin.training.clutter import clutter
from huopin.training.faults import spoil
from huopin.training.look import Look, Rng
from huopin.training.surfaces import table_top
from huopin.vision.labels import BACK

FaceSource = Callable[[Rng], tuple[str, ImageArray]]
"""Draws one printed side: its label and an upright BGR picture of 3:4."""


class SceneMaker:
    """Makes random pictures with truth.

    Args:
        faces: sources of printed sides; one is picked for a scene, so that a scene has one style.
        backdrops: BGR photos without tiles, for surroundings, table tops and prints of clutter.
    """

    def __init__(self, faces: Sequence[FaceSource], backdrops: Sequence[ImageArray]) -> None:
        self._faces = faces
        self._backdrops = backdrops

    def __call__(self, rng: Rng, long_side: int = 800) -> Picture:
        """One picture; the same generator state gives the same picture."""
        look = Look.random(rng)
        source = self._faces[int(rng.integers(len(self._faces)))]
        boxes = self._arrange(rng, look, source)
        points = np.concatenate([box.corners() for box in boxes])
        boxes += clutter(rng, look, points, self._backdrop(rng))
        camera = _camera(rng, points, long_side)
        table = Table(table_top(rng, self._backdrop(rng)), (rng.uniform(700, 1500), rng.uniform(700, 1500)))
        picture = render(boxes, camera, table, self._backdrop(rng), _light(rng))
        return replace(picture, image=spoil(picture.image, rng))

    # -- arrangements ---------------------------------------------------------------------------

    def _arrange(self, rng: Rng, look: Look, source: FaceSource) -> list[Box]:
        kinds: tuple[tuple[float, Callable[[Rng, Look, FaceSource], list[Box]]], ...] = (
            (0.26, self._hand),
            (0.12, self._standing_hand),
            (0.17, self._grid),
            (0.25, self._scatter),
            (0.20, self._whole_table),
        )
        make = kinds[rng.choice(len(kinds), p=[weight for weight, _ in kinds])][1]
        return make(rng, look, source)

    def _tile(
        self, rng: Rng, look: Look, source: FaceSource, x: float, y: float, rot: FloatArray, z: float
    ) -> Box:
        label, texture = source(rng)
        if rng.random() < 0.05:
            label, texture = self._back(rng, look)
        body, back = look.body, look.back
        if label == BACK:
            body, back = back, body
        centre = np.array([x, y, z])
        split = 1 - look.split if label == BACK else look.split
        return Box(label, texture, centre, rot, look.size, body, back, split, look.corner)

    def _back(self, rng: Rng, look: Look) -> tuple[str, ImageArray]:
        texture = np.full((64, 48, 3), look.back, np.float32) + rng.normal(0, 4, (1, 1, 3))
        gradient = np.linspace(-8, 8, 64)[:, None, None] * rng.uniform(-1, 1)
        return BACK, np.clip(texture + gradient, 0, 255).astype(np.uint8)

    def _row(
        self,
        rng: Rng,
        look: Look,
        source: FaceSource,
        count: int,
        y: float,
        gaps: bool = True,
        pitch: float = 0.0,
    ) -> list[Box]:
        """Tiles side by side along x, some turned, with gaps between groups."""
        w, h, d = look.size
        boxes: list[Box] = []
        x = -count * w / 2
        loose = rng.choice([0.2, 1.0, 3.0])
        upside = rng.random() < 0.15
        for _ in range(count):
            if gaps and rng.random() < 0.15:
                x += rng.uniform(0.2, 1.5) * w
            sideways = gaps and pitch == 0 and rng.random() < 0.04
            yaw = rng.normal(0, 0.02 * loose)
            if sideways:
                yaw += np.pi / 2 * rng.choice([-1, 1])
            if upside or (pitch == 0 and rng.random() < 0.04):
                yaw += np.pi
            step = h if sideways else w
            height = (h * np.sin(pitch) + d * np.cos(pitch)) / 2
            rot = turn(yaw, pitch)
            jitter = rng.normal(0, 0.5 * loose)
            boxes.append(self._tile(rng, look, source, x + step / 2, y + jitter, rot, height))
            x += step + abs(rng.normal(0, 0.25 * loose)) + 0.15
        return boxes

    def _hand(self, rng: Rng, look: Look, source: FaceSource) -> list[Box]:
        boxes = self._row(rng, look, source, int(rng.integers(9, 19)), 0)
        if rng.random() < 0.5:
            boxes += self._row(
                rng, look, source, int(rng.integers(2, 15)), look.size[1] * rng.uniform(1.02, 2.0)
            )
        if rng.random() < 0.3:
            boxes += self._wall(rng, look, look.size[1] * rng.uniform(3, 6))
        if rng.random() < 0.3:
            y = look.size[1] * 5
            boxes += self._pile(rng, look, source, int(rng.integers(4, 20)), (0, y), (250, 60))
        return boxes

    def _standing_hand(self, rng: Rng, look: Look, source: FaceSource) -> list[Box]:
        """Tiles standing on their edge, print towards the player, often with melds lying before them."""
        pitch = rng.uniform(0.8, np.pi / 2)
        boxes = self._row(
            rng, look, source, int(rng.integers(7, 19)), 0, gaps=rng.random() < 0.3, pitch=pitch
        )
        if rng.random() < 0.4:
            boxes += self._row(
                rng, look, source, int(rng.integers(2, 13)), -look.size[1] * rng.uniform(1.2, 2.5)
            )
        if rng.random() < 0.4:
            boxes += self._wall(rng, look, look.size[1] * rng.uniform(3, 7))
        return boxes

    def _grid(self, rng: Rng, look: Look, source: FaceSource) -> list[Box]:
        rows, columns = int(rng.integers(2, 8)), int(rng.integers(3, 15))
        w, h, d = look.size
        loose = rng.choice([0.0, 0.4, 2.5])
        mixed = rng.random() < 0.2
        boxes = []
        for i in range(rows):
            shift = rng.normal(0, loose)
            for j in range(columns):
                if rng.random() < 0.03:
                    continue
                yaw = rng.normal(0, 0.012 * loose) + (np.pi * rng.integers(2) if mixed else 0)
                x = (j - (columns - 1) / 2) * (w + 0.2 + loose * 0.3) + shift + rng.normal(0, 0.15 * loose)
                y = ((rows - 1) / 2 - i) * (h + 0.2 + loose * 0.4) + rng.normal(0, 0.15 * loose)
                boxes.append(self._tile(rng, look, source, x, y, turn(yaw), d / 2))
        return boxes

    def _scatter(self, rng: Rng, look: Look, source: FaceSource) -> list[Box]:
        count = int(rng.integers(5, 45))
        spread = look.size[1] * np.sqrt(count) * rng.uniform(0.62, 1.3)
        return self._pile(rng, look, source, count, (0, 0), (spread, spread * rng.uniform(0.5, 1)))

    def _whole_table(self, rng: Rng, look: Look, source: FaceSource) -> list[Box]:
        """Four sides and discards in the middle, as seen from above the table."""
        boxes = self._pile(rng, look, source, int(rng.integers(10, 40)), (0, 0), (130, 130))
        edge = rng.uniform(190, 290)
        for quarter in range(4):
            if rng.random() < 0.25:
                continue
            count = int(rng.integers(5, 15))
            standing = rng.random() < 0.2
            side = self._row(rng, look, source, count, -edge, pitch=1.4 if standing else 0.0)
            if rng.random() < 0.3:
                side = self._wall(rng, look, -edge)
            angle = quarter * np.pi / 2
            boxes += [
                replace(b, centre=turn(angle) @ b.centre, rotation=turn(angle) @ b.rotation) for b in side
            ]
        return boxes

    def _pile(
        self, rng: Rng, look: Look, source: FaceSource, count: int,
        middle: tuple[float, float], spread: tuple[float, float],
    ) -> list[Box]:  # fmt: skip
        """Tiles at random turns that do not run into each other."""
        w, h, d = look.size
        placed: list[tuple[FloatArray, NDArray[np.float32]]] = []
        boxes: list[Box] = []
        common = rng.uniform(0, 2 * np.pi)
        free = rng.random() < 0.7
        for _ in range(count * 6):
            if len(boxes) == count:
                break
            xy = np.array(middle) + rng.uniform(-1, 1, 2) * np.array(spread)
            yaw = rng.uniform(0, 2 * np.pi) if free else common + rng.normal(0, 0.2)
            outline = ((float(xy[0]), float(xy[1])), (w + 0.5, h + 0.5), float(np.degrees(yaw)))
            box = np.asarray(cv2.boxPoints(outline), np.float32)
            near = [other for at, other in placed if np.hypot(*(at - xy)) < np.hypot(w, h)]
            if any(_overlap(box, other) for other in near):
                continue
            placed.append((xy, box))
            boxes.append(self._tile(rng, look, source, xy[0], xy[1], turn(yaw), d / 2))
        return boxes

    def _wall(self, rng: Rng, look: Look, y: float) -> list[Box]:
        """A wall: face-down tiles, usually two high."""
        w, _, d = look.size
        count = int(rng.integers(3, 18))
        boxes = []
        for level in range(int(rng.integers(1, 3))):
            for i in range(count):
                _, texture = self._back(rng, look)
                centre = np.array([(i - count / 2) * (w + 0.2), y + rng.normal(0, 0.3), d * (level + 0.5)])
                boxes.append(
                    Box(
                        BACK,
                        texture,
                        centre,
                        turn(0),
                        look.size,
                        look.back,
                        look.body,
                        1 - look.split,
                        look.corner,
                    )
                )
        return boxes

    # -- surroundings ---------------------------------------------------------------------------

    def _backdrop(self, rng: Rng) -> ImageArray:
        return self._backdrops[int(rng.integers(len(self._backdrops)))]


def _overlap(a: NDArray[np.float32], b: NDArray[np.float32]) -> bool:
    return cv2.rotatedRectangleIntersection(cv2.minAreaRect(a), cv2.minAreaRect(b))[0] != cv2.INTERSECT_NONE


def _camera(rng: Rng, points: FloatArray, long_side: int) -> Camera:
    """A phone held over the table, near enough for the tiles to fill a good part of the picture."""
    short_side = int(long_side * rng.choice([0.75, 0.5625, 1.0]))
    size = (long_side, short_side) if rng.random() < 0.7 else (short_side, long_side)
    elevation = np.radians(rng.choice([rng.uniform(22, 50), rng.uniform(45, 89)], p=[0.4, 0.6]))
    azimuth = rng.normal(0, 0.35) if rng.random() < 0.75 else rng.uniform(-np.pi, np.pi)
    roll = rng.normal(0, 0.08) if rng.random() < 0.7 else rng.uniform(-np.pi, np.pi)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    target = middle + np.append(rng.normal(0, 12, 2), -middle[2])
    towards = np.array(
        [np.cos(elevation) * np.sin(azimuth), -np.cos(elevation) * np.cos(azimuth), np.sin(elevation)]
    )
    focal = long_side * rng.uniform(0.75, 1.3)
    radius = float(np.linalg.norm(points - middle, axis=1).max())
    distance = radius * focal / (long_side / 2) * rng.uniform(0.85, 1.9) + 60
    return Camera(target + towards * distance, target, focal, size, roll)


def _light(rng: Rng) -> Light:
    direction = np.array([rng.normal(0, 0.6), rng.normal(0, 0.6), 1.0])
    return Light(direction, rng.uniform(0.45, 0.85), rng.uniform(0.15, 0.7), rng.uniform(2, 25))
