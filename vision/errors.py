"""Errors of reading a photo.

HuopinError
└── VisionError
    ├── PhotoError            a file that is no readable photo
    │   ├── PhotoFormatError  it is no picture, or of a format that is not read
    │   └── PhotoSizeError    it has too many pixels
    ├── OverrideError         a correction that does not fit the reading
    └── TileSetError          a tile set that cannot be learnt, saved or found
"""

from __future__ import annotations

from huopin.scoring.errors import HuopinError


class VisionError(HuopinError):
    """Base of the errors raised between a file and its tiles."""


class PhotoError(VisionError):
    """A file that cannot be read as a photo; the text names the file, what is wrong and what to try."""


class PhotoFormatError(PhotoError):
    """A file that is no picture, or one of a format that is not read."""


class PhotoSizeError(PhotoError):
    """A picture of too many pixels."""


class OverrideError(VisionError):
    """A correction by hand that does not fit the tiles that were read."""


class TileSetError(VisionError):
    """A tile set of one's own that cannot be learnt, saved or found."""
