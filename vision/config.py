"""Every threshold of the path from photo to tiles, in one frozen place, with its unit and its reason."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class PhotoConfig:
    """What is accepted as a photo and how much of it is decoded.

    Attributes:
        max_megapixels: Largest photo taken, in millions of pixels; today's phones give up to 50.
        base_long_side: A JPEG is decoded at the smallest of 1/1, 1/2, 1/4 whose long side still has this
            many pixels: fourteen tiles across such a photo are over 100 px wide, twice what the classifier
            sees, and the decoder does half the work. Full resolution is decoded when somebody asks.
    """

    max_megapixels: float = 50.0
    base_long_side: int = 1600


@dataclass(frozen=True)
class Config:
    """The whole configuration of reading."""

    photo: PhotoConfig = field(default_factory=PhotoConfig)
