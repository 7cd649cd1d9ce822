"""What lamps, lenses and phones do to a picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from huopin.render.scene import ImageArray
from huopin.training.look import Rng


def spoil(image: ImageArray, rng: Rng) -> ImageArray:
    """Shadows, glare, colour casts, blur, noise and JPEG, each with some chance."""
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
