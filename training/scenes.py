"""Random table scenes for training: arrangements, cameras, lamps, backgrounds and camera faults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

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
from huopin.vision.labels import BACK

Rng = np.random.Generator
FaceSource = Callable[[Rng], tuple[str, ImageArray]]
"""Draws one printed side: its label and an upright BGR picture of 3:4."""

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


class SceneMaker:
    """Makes random pictures with truth.

    Args:
        faces: sources of printed sides; one is picked for a scene, so that a scene has one style.
        backdrops: BGR photos without tiles, for surroundings, table tops and prints of distractors.
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
        boxes += self._distractors(rng, look, points)
        camera = _camera(rng, points, long_side)
        table = Table(self._table_top(rng), (rng.uniform(700, 1500), rng.uniform(700, 1500)))
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

    def _distractors(self, rng: Rng, look: Look, points: FloatArray) -> list[Box]:
        """Dice, boxes, cards and phones beside the tiles, and tiles lying on their side."""
        low, high = points.min(axis=0)[:2] - 60, points.max(axis=0)[:2] + 60
        taken = points[:, :2]
        boxes = []
        for _ in range(int(rng.integers(0, 7))):
            xy = rng.uniform(low, high)
            kind = rng.random()
            if kind < 0.3:
                size = (rng.uniform(10, 18),) * 3
            elif kind < 0.55:
                size = (look.size[1], look.size[2], look.size[0])
            elif kind < 0.75:
                size = (rng.uniform(50, 80), rng.uniform(70, 160), rng.uniform(0.5, 9))
            else:
                size = (rng.uniform(15, 60), rng.uniform(15, 60), rng.uniform(2, 40))
            if np.hypot(*(taken - xy).T).min() < np.hypot(size[0], size[1]) / 2 + 8:
                continue
            boxes.append(self._distractor(rng, look, xy, size, kind))
        return boxes

    def _distractor(
        self, rng: Rng, look: Look, xy: FloatArray, size: tuple[float, float, float], kind: float
    ) -> Box:
        if kind < 0.3:
            texture = _die(rng)
            body = back = tuple(float(c) for c in texture[1, 1])
        elif kind < 0.55:
            texture = np.full((32, 48, 3), look.body, np.uint8)
            texture[int(32 * look.split) :] = look.back
            body, back = look.body, look.back
        else:
            texture = self._patch(rng)
            body = back = tuple(float(c) for c in rng.uniform(0, 255, 3))
        centre = np.array([xy[0], xy[1], size[2] / 2])
        rot = turn(rng.uniform(0, 2 * np.pi))
        return Box(
            None, texture, centre, rot, size, (body[0], body[1], body[2]), (back[0], back[1], back[2]), 0.6
        )

    # -- surroundings ---------------------------------------------------------------------------

    def _backdrop(self, rng: Rng) -> ImageArray:
        return self._backdrops[int(rng.integers(len(self._backdrops)))]

    def _patch(self, rng: Rng) -> ImageArray:
        photo = self._backdrop(rng)
        h, w = photo.shape[:2]
        size = int(rng.integers(30, min(h, w) // 2))
        y, x = int(rng.integers(h - size)), int(rng.integers(w - size))
        return photo[y : y + size, x : x + size]

    def _table_top(self, rng: Rng) -> ImageArray:
        """Cloth, wood, stone, or any photo laid flat."""
        kind = rng.random()
        if kind < 0.25:
            return cv2.resize(self._backdrop(rng), (1000, 1000)).astype(np.uint8)
        hue, saturation, value = rng.uniform(0, 180), rng.uniform(0, 230), rng.uniform(20, 245)
        if rng.random() < 0.3:
            hue, saturation = rng.uniform(40, 100), rng.uniform(80, 230)
        base = cv2.cvtColor(np.full((1, 1, 3), (hue, saturation, value), np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
        top = np.full((1000, 1000, 3), base, np.float32)
        if kind < 0.6:
            top += _weave(rng)
        elif kind < 0.85:
            top *= 1 + _grain(rng)
        else:
            top += _blotches(rng)
        return np.clip(top, 0, 255).astype(np.uint8)


def _overlap(a: NDArray[np.float32], b: NDArray[np.float32]) -> bool:
    return cv2.rotatedRectangleIntersection(cv2.minAreaRect(a), cv2.minAreaRect(b))[0] != cv2.INTERSECT_NONE


def _die(rng: Rng) -> ImageArray:
    light = rng.random() < 0.7
    base, spot = (235, 25) if light else (60, 235)
    die = np.full((48, 48, 3), base, np.uint8)
    for y, x in rng.permutation([(y, x) for y in (10, 24, 38) for x in (10, 24, 38)])[: rng.integers(1, 7)]:
        cv2.circle(
            die, (int(x), int(y)), 5, (spot, spot, spot if rng.random() < 0.7 else 200), -1, cv2.LINE_AA
        )
    return die


def _weave(rng: Rng) -> NDArray[np.float32]:
    cell = int(rng.integers(2, 9))
    fine = rng.normal(0, rng.uniform(2, 14), (1000 // cell + 1, 1000 // cell + 1, 1))
    return cv2.resize(fine, (1000, 1000), interpolation=cv2.INTER_LINEAR)[..., None].astype(np.float32)


def _grain(rng: Rng) -> NDArray[np.float32]:
    """Wood: noise stretched along one axis."""
    lines = cv2.GaussianBlur(rng.normal(0, 1, (1000, 40)), (0, 0), float(rng.uniform(1, 6)))
    lines = cv2.resize(lines / (lines.std() + 1e-6), (1000, 1000)) * rng.uniform(0.03, 0.15)
    if rng.random() < 0.5:
        lines = lines.T
    return np.ascontiguousarray(lines)[..., None].astype(np.float32)


def _blotches(rng: Rng) -> NDArray[np.float32]:
    """Granite: coloured noise of several sizes."""
    total = np.zeros((1000, 1000, 3), np.float32)
    for cells in (15, 60, 300):
        noise = rng.normal(0, rng.uniform(5, 25), (cells, cells, 1)) + rng.normal(0, 4, (cells, cells, 3))
        total += cv2.resize(noise, (1000, 1000), interpolation=cv2.INTER_CUBIC)
    return total


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


def spoil(image: ImageArray, rng: Rng) -> ImageArray:
    """What lamps, lenses and phones do to a picture: shadows, glare, casts, blur, noise, JPEG."""
    h, w = image.shape[:2]
    out = image.astype(np.float32)
    if rng.random() < 0.4:
        out *= 1 - rng.uniform(0.2, 0.6) * _patch_of_light(rng, h, w)[..., None]
    if rng.random() < 0.25:
        out += rng.uniform(20, 110) * _patch_of_light(rng, h, w)[..., None]
    across, down = np.linspace(-1, 1, w)[None, :], np.linspace(-1, 1, h)[:, None]
    slope = across * rng.normal(0, 0.15) + down * rng.normal(0, 0.15)
    out *= (1 + slope)[..., None]
    out *= rng.uniform(0.45, 1.25) * rng.normal(1, 0.06, 3)
    if rng.random() < 0.06:
        out[:] = out.mean(axis=2, keepdims=True)
    if rng.random() < 0.35:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.4, 1.4))).astype(np.float32)
    if rng.random() < 0.5:
        out += rng.normal(0, rng.uniform(1, 9), (h, w, 1)) + rng.normal(0, 2, out.shape)
    spoiled = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        quality = int(rng.integers(25, 95))
        _, data = cv2.imencode(".jpg", spoiled, [cv2.IMWRITE_JPEG_QUALITY, quality])
        spoiled = cv2.imdecode(data, cv2.IMREAD_COLOR).astype(np.uint8)  # type: ignore[union-attr]
    return spoiled


def _patch_of_light(rng: Rng, height: int, width: int) -> NDArray[np.float32]:
    """A soft polygon, 0..1: the shadow of a hand or the glare of a lamp."""
    mask = np.zeros((height // 8, width // 8), np.float32)
    points = rng.uniform(-0.2, 1.2, (int(rng.integers(3, 6)), 2)) * (width // 8, height // 8)
    cv2.fillPoly(mask, [points.astype(np.int32)], 1.0)
    soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.6, 8)))
    return cv2.resize(soft, (width, height)).astype(np.float32)
