"""What a phone camera does to a clean rendering: uneven light, colour cast, blur, noise, JPEG."""

from dataclasses import dataclass

import cv2
import numpy as np

from huopin.render.canvas import Image


@dataclass(frozen=True)
class Lens:
    """Faults of one photo.

    Attributes:
        blur: standard deviation of the blur in pixels.
        noise: standard deviation of the grain in grey levels.
        vignette: loss of brightness in the corners, 0 to 1.
        cast: gains of blue, green and red.
        shade: darkness of a soft shadow that falls over one side, 0 to 1.
        shade_angle: where that shadow lies, degrees clockwise from the right.
    """

    blur: float = 0.6
    noise: float = 2.0
    vignette: float = 0.12
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    shade: float = 0.0
    shade_angle: float = 0.0


def photograph(picture: Image, lens: Lens, rng: np.random.Generator) -> Image:
    """Returns the picture as the lens would have taken it; BGR uint8 of the same shape."""
    height, width = picture.shape[:2]
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    light = 1 - lens.vignette * (x**2 + y**2) / 2
    angle = np.radians(lens.shade_angle)
    across = np.cos(angle) * x + np.sin(angle) * y
    light *= 1 - lens.shade / (1 + np.exp(-12 * (across - 0.15)))
    soft = cv2.GaussianBlur(picture, (0, 0), lens.blur) if lens.blur else picture
    grain = rng.normal(0, lens.noise, (height, width, 1)) + rng.normal(0, lens.noise / 3, (height, width, 3))
    taken = soft * light[..., None] * np.array(lens.cast) + grain
    return np.asarray(np.clip(taken, 0, 255), np.uint8)


def encode_jpeg(picture: Image, limit: int) -> bytes:
    """Returns the best JPEG file of at most `limit` bytes (quality 92 downwards).

    Raises:
        ValueError: even quality 40 is larger.
    """
    for quality in range(92, 39, -4):
        data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        if len(data) <= limit:
            return data
    raise ValueError(f"expected a picture that fits {limit} bytes as JPEG, got {len(data)} at quality 40")
