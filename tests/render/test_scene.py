"""The renderer's ground truth."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from huopin.render.scene import TILE_MM, Box, Camera, Picture, Table, render, turn

CLOTH = np.full((8, 8, 3), 90, np.uint8)
PRINT = np.full((8, 6, 3), 250, np.uint8)


def tile(x: float, label: str | None = "5m", yaw: float = 0.0) -> Box:
    return Box(label, PRINT, np.array([x, 0.0, TILE_MM[2] / 2]), turn(yaw))


def seen_from(position: tuple[float, float, float], *boxes: Box) -> Picture:
    camera = Camera(np.array(position), np.zeros(3), 1200.0, (640, 480))
    return render(boxes, camera, Table(CLOTH, (600, 600)), CLOTH)


def test_from_the_front_the_print_and_the_front_are_seen() -> None:
    picture = seen_from((0, -300, 300), tile(0))
    (face,), (side,) = picture.faces, picture.sides
    assert (face.label, side.label, face.index, side.index) == ("5m", "5m", 0, 0)
    assert [face.visible, side.visible] == pytest.approx([1, 1], abs=0.05)
    # The side starts at the print's lower edge, run through the other way round.
    assert np.allclose(side.quad[:2], face.quad[[3, 2]], atol=0.01)
    assert side.quad[2:, 1].min() > side.quad[:2, 1].max()


def test_from_above_no_side_is_seen() -> None:
    assert seen_from((0, -0.1, 500), tile(0)).sides == ()


def test_a_side_behind_another_tile_is_not_visible() -> None:
    """The right side of the left of two touching tiles, seen from the right."""
    picture = seen_from((250, -5, 300), tile(-13.1), tile(13.1))
    left, right = sorted(picture.sides, key=lambda side: float(side.quad[:, 0].mean()))
    assert left.visible < 0.1
    assert right.visible == pytest.approx(1, abs=0.05)


def test_things_without_label_have_no_truth() -> None:
    picture = seen_from((0, -300, 300), tile(0, None))
    assert (picture.faces, picture.sides) == ((), ())
    assert cv2.absdiff(picture.image, seen_from((0, -300, 300)).image).any()
