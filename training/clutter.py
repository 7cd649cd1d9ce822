"""Things that are no tiles, however they look: labelled so that both networks learn to leave them alone."""

from __future__ import annotations

import string
from collections.abc import Callable

import cv2
import numpy as np

from huopin.render.scene import Box, FloatArray, ImageArray, turn
from huopin.training.look import Look, Rng
from huopin.vision.labels import NONE

Colour = tuple[float, float, float]

_CLEARANCE = 8.0
"""Least distance in mm between a thing and the nearest tile corner, beside half its own diagonal."""


def clutter(rng: Rng, look: Look, points: FloatArray, photo: ImageArray) -> list[Box]:
    """Things on the table beside the tiles.

    Args:
        rng: the scene's generator.
        look: the tiles', for tiles lying on their side.
        points: (N, 3) mm, all corners of the tiles.
        photo: pictures for cards, phones and boxes are cut from it.
    """
    low, high = points.min(axis=0)[:2] - 110, points.max(axis=0)[:2] + 110
    things: list[Box] = []
    taken = points[:, :2]
    for _ in range(int(rng.integers(0, 7))):
        made = _KINDS[int(rng.integers(len(_KINDS)))](rng, look, rng.uniform(low, high), photo)
        corners = np.concatenate([box.corners()[:, :2] for box in made])
        middle = corners.mean(axis=0)
        reach = float(np.hypot(*(corners - middle).T).max())
        if float(np.hypot(*(taken - middle).T).min()) > reach + _CLEARANCE:
            things += made
            taken = np.concatenate([taken, corners])
    return things


def _thing(
    texture: ImageArray, xy: FloatArray, yaw: float, size: Colour, body: Colour, back: Colour | None = None
) -> Box:
    centre = np.array([xy[0], xy[1], size[2] / 2])
    return Box(NONE, texture, centre, turn(yaw), size, body, back or body, 0.6, 0.08)


def _colour_of(texture: ImageArray) -> Colour:
    b, g, r = (float(c) for c in texture[1, 1])
    return b, g, r


def _dice(rng: Rng, look: Look, xy: FloatArray, photo: ImageArray) -> list[Box]:
    side = float(rng.uniform(10, 18))
    texture = _die(rng)
    return [_thing(texture, xy, float(rng.uniform(0, 7)), (side, side, side), _colour_of(texture))]


def _lying_tile(rng: Rng, look: Look, xy: FloatArray, photo: ImageArray) -> list[Box]:
    """A tile on its long side: two colours and no print."""
    texture = np.full((32, 48, 3), look.body, np.uint8)
    texture[int(32 * look.split) :] = look.back
    size = (look.size[1], look.size[2], look.size[0])
    return [_thing(texture, xy, float(rng.uniform(0, 7)), size, look.body, look.back)]


def _flat_thing(rng: Rng, look: Look, xy: FloatArray, photo: ImageArray) -> list[Box]:
    """A phone, a box, a picture: a patch of any photo."""
    h, w = photo.shape[:2]
    size = int(rng.integers(30, min(h, w) // 2))
    y, x = int(rng.integers(h - size)), int(rng.integers(w - size))
    patch = photo[y : y + size, x : x + size]
    thickness = float(rng.uniform(0.5, 9) if rng.random() < 0.6 else rng.uniform(2, 40))
    sides = (float(rng.uniform(15, 80)), float(rng.uniform(15, 150)), thickness)
    return [_thing(patch, xy, float(rng.uniform(0, 7)), sides, _colour_of(patch))]


def _cards(rng: Rng, look: Look, xy: FloatArray, photo: ImageArray) -> list[Box]:
    """A few playing cards, dominoes or number tiles side by side."""
    width = float(rng.uniform(18, 62))
    size = (width, width * float(rng.uniform(1.2, 2.0)), float(rng.choice([0.4, 7.0, 10.0])))
    yaw = float(rng.uniform(0, 7))
    step = np.array([np.cos(yaw), np.sin(yaw)]) * width * float(rng.uniform(1.02, 1.3))
    base = float(rng.uniform(200, 250))
    things = []
    for k in range(int(rng.integers(1, 6))):
        card = np.full((120, 84, 3), base, np.uint8)
        ink = _ink(rng)
        if rng.random() < 0.4:
            for y in range(18, 110, int(rng.integers(16, 40))):
                cv2.circle(card, (int(rng.choice([28, 42, 56])), y), 7, ink, -1, cv2.LINE_AA)
        else:
            mark = str(rng.integers(1, 14)) if rng.random() < 0.6 else str(rng.choice(list("AKQJ")))
            cv2.putText(card, mark, (8, 60), cv2.FONT_HERSHEY_TRIPLEX, 1.6, ink, 3, cv2.LINE_AA)
            cv2.circle(card, (42, 92), 10, ink, -1, cv2.LINE_AA)
        things.append(_thing(card, xy + step * k, yaw, size, (base, base, base)))
    return things


def _keyboard(rng: Rng, look: Look, xy: FloatArray, photo: ImageArray) -> list[Box]:
    """Rows of keys, light or dark, with letters."""
    dark = rng.random() < 0.5
    base, ink = (45, (220, 220, 220)) if dark else (225, (60, 60, 60))
    yaw = float(rng.uniform(0, 7))
    along, down = np.array([np.cos(yaw), np.sin(yaw)]), np.array([-np.sin(yaw), np.cos(yaw)])
    pitch = float(rng.uniform(15, 21))
    size = (pitch * 0.86, pitch * 0.86, 5.0)
    letters = list(string.ascii_uppercase + string.digits)
    keys = []
    for row in range(int(rng.integers(2, 6))):
        for column in range(int(rng.integers(5, 11))):
            key = np.full((40, 40, 3), base + rng.normal(0, 4), np.uint8)
            cv2.putText(
                key, str(rng.choice(letters)), (7, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.6, ink, 1, cv2.LINE_AA
            )
            at = xy + along * pitch * (column + row * 0.3) + down * pitch * row
            keys.append(_thing(key, at, yaw, size, (base, base, base)))
    return keys


def _ink(rng: Rng) -> Colour:
    choices = ((30.0, 30.0, 200.0), (30.0, 30.0, 30.0), (140.0, 60.0, 20.0), (40.0, 120.0, 40.0))
    return choices[int(rng.integers(len(choices)))]


def _die(rng: Rng) -> ImageArray:
    light = rng.random() < 0.7
    base, spot = (235, 25) if light else (60, 235)
    die = np.full((48, 48, 3), base, np.uint8)
    for y, x in rng.permutation([(y, x) for y in (10, 24, 38) for x in (10, 24, 38)])[: rng.integers(1, 7)]:
        cv2.circle(
            die, (int(x), int(y)), 5, (spot, spot, spot if rng.random() < 0.7 else 200), -1, cv2.LINE_AA
        )
    return die


_KINDS: tuple[Callable[[Rng, Look, FloatArray, ImageArray], list[Box]], ...] = (
    _dice,
    _lying_tile,
    _lying_tile,
    _flat_thing,
    _flat_thing,
    _cards,
    _keyboard,
)
