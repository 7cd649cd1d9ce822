"""Labelled photos: outlines from boxes, and label files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from huopin.training.tables import load_split, quads_from_boxes, read_yolo, tilt_of_rows


def row(degrees: float, width: float = 30, height: float = 40, count: int = 8) -> np.ndarray:
    """Tiles of a row turned by some degrees, (count, 4, 2)."""
    turn = np.radians(degrees)
    along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    middles = np.array([300.0, 300.0]) + along * width * np.arange(count)[:, None]
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.stack([middles + along * width / 2 * x + across * height / 2 * y for x, y in corners], axis=1)


def boxes_around(quads: np.ndarray) -> np.ndarray:
    return np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1).astype(np.float32)


@pytest.mark.parametrize("degrees", [-30, -15, -5, 0, 4, 12, 25])
def test_boxes_of_a_turned_row_give_back_its_tiles(degrees: float) -> None:
    quads = row(degrees)
    boxes = boxes_around(quads)
    tilt = tilt_of_rows(boxes)
    assert tilt == pytest.approx(np.radians(degrees), abs=0.01)
    assert np.abs(quads_from_boxes(boxes, tilt) - quads).max() < 1


def test_scattered_tiles_have_no_common_tilt() -> None:
    boxes = np.array([[0, 0, 30, 40], [200, 30, 230, 70], [90, 210, 120, 250]], np.float32)
    assert tilt_of_rows(boxes) is None
    assert (quads_from_boxes(boxes, None)[:, 0] == boxes[:, :2]).all()


def test_boxes_and_polygons_are_read(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("3 0.5 0.5 0.2 0.4\n\n33 0.1 0.1 0.3 0.2 0.2 0.5\n")
    faces, boxes = read_yolo(file, 100, 50)
    assert faces.tolist() == [3, 33]
    assert boxes.round(3).tolist() == [[40, 15, 60, 35], [10, 5, 30, 25]]


def test_the_training_photos_are_read(shared: Path) -> None:
    photos = list(load_split(shared / "data" / "tables" / "train"))
    assert len(photos) == 1226
    assert sum(len(photo.faces) for photo in photos) == 21326
    assert {photo.group for photo in photos} == {"aug", "green", "tray"}
