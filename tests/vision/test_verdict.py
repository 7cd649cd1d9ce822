"""What is said of the light: measured on crops of a sample, made dark and soft."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from huopin.vision.config import VerdictConfig
from huopin.vision.photo import load_photo
from huopin.vision.verdict import Light

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "one-row.jpg"


@pytest.fixture(scope="module")
def tiles() -> list[np.ndarray]:
    photo = load_photo(SAMPLE)
    middle = photo.full[photo.height // 3 : photo.height * 2 // 3]
    return [np.ascontiguousarray(part) for part in np.array_split(middle, 6, axis=1)]


def test_a_good_picture(tiles: list[np.ndarray]) -> None:
    light, config = Light.of(tiles), VerdictConfig()
    assert light.brightness > config.dark
    assert light.softness < config.soft


def test_a_dark_picture(tiles: list[np.ndarray]) -> None:
    light, config = Light.of([(tile * 0.15).astype(np.uint8) for tile in tiles]), VerdictConfig()
    assert light.brightness < config.dark


def test_a_soft_picture(tiles: list[np.ndarray]) -> None:
    config = VerdictConfig()
    soft = [np.asarray(cv2.GaussianBlur(tile, (0, 0), 6), np.uint8) for tile in tiles]
    assert Light.of(soft).softness > config.soft
    assert Light.of(soft).brightness == pytest.approx(Light.of(tiles).brightness, rel=0.1)


def test_an_even_picture_is_soft() -> None:
    assert Light.of([np.full((64, 64, 3), 200, np.uint8)]) == Light(200.0, 1.0)
