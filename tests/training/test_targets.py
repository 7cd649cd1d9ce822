"""What the finder is to answer."""

from __future__ import annotations

import numpy as np
import pytest

from huopin.training.targets import RAYS, make_targets, ray_lengths
from huopin.vision.finder import STRIDE, ray_directions

SQUARE = np.array([(40, 40), (80, 40), (80, 96), (40, 96)], np.float32)
FAR = SQUARE + np.float32(200)
NOTHING = np.zeros((0, 4, 2), np.float32)


def at(values: np.ndarray, x: float, y: float) -> float:
    """A map at a pixel."""
    return float(values[..., int(y / STRIDE), int(x / STRIDE)])


def test_a_face_counts_wherever_it_lies() -> None:
    targets = make_targets(np.stack([SQUARE, FAR]), np.ones(2, bool), NOTHING, (400, 400), 0.05)
    for quad in (SQUARE, FAR):
        middle = quad.mean(axis=0)
        assert (
            at(targets.face, *middle) == at(targets.weight, *middle) == at(targets.ray_weight, *middle) == 1
        )
        assert at(targets.face, *(quad[0] + 2)) == 0, "the face is shrunk, so that neighbours stay apart"


def test_outside_the_labelled_tiles_little_counts_and_hidden_ones_nothing() -> None:
    hidden = SQUARE + np.array((0, 250), np.float32)
    targets = make_targets(SQUARE[None], np.ones(1, bool), hidden[None], (400, 400), 0.05)
    assert at(targets.weight, 350, 30) == pytest.approx(0.05)
    assert at(targets.weight, 88, 60) == 1, "beside a tile it does"
    assert at(targets.weight, *hidden.mean(axis=0)) == 0


def test_distances_are_those_to_the_edge() -> None:
    targets = make_targets(SQUARE[None], np.ones(1, bool), NOTHING, (400, 400), 1.0)
    x, y = 14, 16  # a cell whose middle lies at pixel 57.5, 65.5
    right, down, left, up = np.exp(targets.rays[[0, 4, 8, 12], y, x]) * STRIDE
    assert [right, down, left, up] == pytest.approx([22.5, 30.5, 17.5, 25.5], abs=0.01)


def test_loose_boxes_teach_no_distances() -> None:
    targets = make_targets(SQUARE[None], np.zeros(1, bool), NOTHING, (400, 400), 1.0)
    assert targets.face.sum() > 0
    assert targets.ray_weight.sum() == 0


@pytest.mark.parametrize("turn", range(0, 90, 15))
def test_rays_end_on_the_edge(turn: int) -> None:
    angle = np.radians(turn)
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    quad = (np.array([(-3, -4), (3, -4), (3, 4), (-3, 4)]) @ rotation.T).astype(np.float32)
    ends = ray_directions(RAYS) * ray_lengths(quad, np.zeros((1, 2), np.float32))[0][:, None]
    own = np.abs(ends @ rotation)
    assert np.allclose(np.maximum(own[:, 0] / 3, own[:, 1] / 4), 1, atol=1e-5)
