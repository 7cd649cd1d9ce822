"""The finder's outlines: the maps a perfect network would give lead back to the tiles they show."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from huopin.training.targets import make_targets
from huopin.vision.config import FinderConfig
from huopin.vision.crops import portrait
from huopin.vision.finder import faces_of_maps

SIZE = (640, 480)
NOTHING = np.zeros((0, 4, 2), np.float32)


def rectangle(x: float, y: float, width: float, height: float, degrees: float) -> np.ndarray:
    box = cv2.boxPoints(((x, y), (width, height), degrees))
    return np.asarray(box, np.float32)


def found(quads: np.ndarray) -> list[np.ndarray]:
    targets = make_targets(quads, np.ones(len(quads), bool), NOTHING, SIZE, 1.0)
    faces = faces_of_maps(targets.face, np.exp(targets.rays), FinderConfig())
    return [portrait(face.quad) for face in faces]


def off(quad: np.ndarray, others: list[np.ndarray]) -> float:
    """Largest distance of a corner from the nearest outline, whichever corner that starts at."""
    return min(
        float(np.linalg.norm(np.roll(other, k, axis=0) - quad, axis=1).max())
        for other in others
        for k in range(4)
    )


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.floats(0, 180),
    st.floats(22, 90),
    st.floats(1.2, 1.5),
    st.floats(200, 440),
    st.floats(150, 330),
)
def test_a_tile_at_any_angle(degrees: float, width: float, ratio: float, x: float, y: float) -> None:
    quad = rectangle(x, y, width, width * ratio, degrees)
    outlines = found(quad[None])
    assert len(outlines) == 1
    assert off(quad, outlines) < max(2.5, 0.07 * width)


@pytest.mark.parametrize("degrees", range(0, 180, 15))
def test_touching_tiles_in_a_row_stay_apart(degrees: int) -> None:
    turn = np.radians(degrees)
    along = np.array([np.cos(turn), np.sin(turn)]) * 30
    middles = [np.array([320, 240]) + along * k for k in range(-6, 7)]
    quads = np.stack([rectangle(float(x), float(y), 30, 40, degrees) for x, y in middles])
    outlines = found(quads)
    assert len(outlines) == len(quads)
    assert max(off(quad, outlines) for quad in quads) < 3


def test_perspective_is_followed() -> None:
    quad = np.array([[200, 150], [280, 160], [295, 270], [185, 262]], np.float32)
    assert off(quad, found(quad[None])) < 5


@pytest.mark.parametrize("degrees", range(0, 180, 15))
@pytest.mark.parametrize("flat", [0.5, 0.7])
def test_a_tile_seen_at_a_slant_from_any_side_leans(degrees: int, flat: float) -> None:
    """Turned on the table, then foreshortened by the camera: a parallelogram without right angles."""
    quad = rectangle(320, 240, 70, 94, degrees)
    quad = ((quad - (320, 240)) * (1, flat) + (320, 240)).astype(np.float32)
    assert off(quad, found(quad[None])) < 0.07 * 94


def test_an_empty_map_has_no_faces() -> None:
    assert found(NOTHING) == []


def test_the_weaker_of_two_on_one_spot_goes() -> None:
    quads = np.stack([rectangle(200, 200, 40, 54, 0), rectangle(206, 204, 40, 54, 0)])
    assert len(found(quads)) == 1
