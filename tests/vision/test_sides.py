"""Blank sides of tiles are told from blank faces: cuboids on a table, seen by a pinhole camera."""

from __future__ import annotations

import numpy as np
import pytest

from huopin.render.scene import TILE_MM, Box, Camera, turn
from huopin.vision.config import SideConfig
from huopin.vision.sides import are_sides

WIDTH, HEIGHT, THICK = TILE_MM
PRINTED, FRONT, RIGHT = (0, 1, 2, 3), (3, 2, 6, 7), (2, 1, 5, 6)
NO_PICTURE = np.zeros((1, 1, 3), np.uint8)


def camera(elevation: float, azimuth: float = 0.0) -> Camera:
    up, around = np.radians(elevation), np.radians(azimuth)
    away = np.array([np.sin(around) * np.cos(up), -np.cos(around) * np.cos(up), np.sin(up)])
    return Camera(away * 500, np.zeros(3), 2000, (2000, 1500))


def quads(view: Camera, x: float, y: float, *sides: tuple[int, ...], pitch: float = 0.0) -> list[np.ndarray]:
    box = Box("5m", NO_PICTURE, np.array([x, y, THICK / 2]), turn(0, pitch))
    pixels, _ = view.project(box.corners())
    return [pixels[list(side)].astype(np.float32) for side in sides]


@pytest.mark.parametrize(
    ("elevation", "azimuth"), [(55, 0), (65, 0), (35, 30), (45, 30), (60, 30), (45, -30)]
)
def test_the_front_of_a_tile_is_a_side_and_its_blank_neighbour_is_none(
    elevation: float, azimuth: float
) -> None:
    view = camera(elevation, azimuth)
    found = np.stack(
        [
            *quads(view, 0, 0, PRINTED, FRONT),
            *quads(view, WIDTH + 0.3, 0, PRINTED),
            *quads(view, 0, HEIGHT + 0.3, PRINTED),
        ]
    )
    blank = np.array([False, True, True, True])
    assert are_sides(found, blank, SideConfig()).tolist() == [False, True, False, False]


def test_the_right_side_of_a_tile_seen_from_the_right() -> None:
    found = np.stack(quads(camera(40, 60), 0, 0, PRINTED, RIGHT))
    assert are_sides(found, np.array([False, True]), SideConfig()).tolist() == [False, True]


def test_outlines_may_be_rough() -> None:
    view, rng = camera(40, 20), np.random.default_rng(1)
    exact = np.stack([*quads(view, 0, 0, PRINTED, FRONT), *quads(view, WIDTH + 0.3, 0, PRINTED)])
    size = np.linalg.norm(exact[0, 0] - exact[0, 1])
    blank = np.array([False, True, True])
    rough = [(exact + rng.normal(0, 0.03 * size, exact.shape)).astype(np.float32) for _ in range(50)]
    answers = [are_sides(outlines, blank, SideConfig()) for outlines in rough]
    assert np.mean(answers, axis=0) == pytest.approx([0, 1, 0], abs=0.06)


def test_the_top_of_a_standing_tile() -> None:
    view = camera(40)
    (printed,) = quads(view, 0, 0, PRINTED, pitch=np.pi / 2)
    (top,) = quads(view, 0, 0, (1, 0, 4, 5), pitch=np.pi / 2)
    found = are_sides(np.stack([printed, top]), np.array([False, True]), SideConfig())
    assert found.tolist() == [False, True]


def test_a_blank_tile_alone() -> None:
    (blank,) = quads(camera(40), 0, 0, PRINTED)
    assert are_sides(blank[None], np.array([True]), SideConfig()).tolist() == [False]
    assert are_sides(blank[None][:0], np.zeros(0, bool), SideConfig()).tolist() == []
