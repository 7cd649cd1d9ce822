"""Faces of an odd size are stretched to that of the faces around them, and only those."""

from __future__ import annotations

import numpy as np
import pytest
from tabletop import lay

from huopin.vision.geometry import Frames
from huopin.vision.sizes import stretched

ROW = "1m 2m 3m 4p 5m 6m 7m 8m 9m E E E C C"
GRID = " / ".join(["1m 2m 3m 4m 5m"] * 4)


@pytest.mark.parametrize("words", [ROW, GRID, "~1m 2m 3m _ C C ~C _ 5m 6m 7m 8m 9m"])
@pytest.mark.parametrize(("turn", "tilt"), [(0, 0), (30, 0), (75, 40), (200, 55)])
def test_faces_found_well_are_left_alone(words: str, turn: int, tilt: int) -> None:
    assert not len(stretched(lay(words, turn=turn, tilt=tilt).quads).owner)


@pytest.mark.parametrize("keep", [0.4, 0.55, 0.75, 1.4])
@pytest.mark.parametrize("end", [0, 1])
@pytest.mark.parametrize("start", range(4))
@pytest.mark.parametrize("words", [ROW, GRID])
def test_one_proposal_is_the_true_outline(keep: float, end: int, start: int, words: str) -> None:
    quads = lay(words, turn=25).quads.copy()
    true = quads[3].copy()
    top, bottom = quads[3, :2].copy(), quads[3, 3:1:-1].copy()
    if end:
        quads[3, :2] = bottom + (top - bottom) * keep
    else:
        quads[3, 3:1:-1] = top + (bottom - top) * keep
    quads[3] = np.roll(quads[3], start, axis=0)
    proposals = stretched(quads)
    assert set(proposals.owner) == {3}
    assert len(proposals.owner) >= 3
    size = float(Frames.of(true[None]).size[0])
    turned = np.stack([np.roll(proposals.quads, k, axis=1) for k in range(4)])
    off = np.abs(turned - true).max(axis=(2, 3)) / size
    assert off.min() < 0.02


def test_nothing_is_usual_among_a_few() -> None:
    quads = lay("1m 2m 3m 4m").quads.copy()
    quads[0, 2:] = (quads[0, 2:] + quads[0, 1::-1]) / 2
    assert not len(stretched(quads).owner)
    assert stretched(np.zeros((0, 4, 2), np.float32)).quads.shape == (0, 4, 2)
