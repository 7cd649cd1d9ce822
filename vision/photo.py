"""Loading: a file becomes an upright BGR picture, decoded no larger than needed.

Pillow reads the header (format, size, mode) of every file, through an allow-list of formats. Plain JPEGs,
nearly all photos, are then decoded by OpenCV: the same pixels as Pillow's in half the time, and at a half or
a quarter of the size for a fraction of the work. Everything else is decoded by Pillow.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps, UnidentifiedImageError

from huopin.vision.config import PhotoConfig
from huopin.vision.errors import PhotoError, PhotoFormatError, PhotoSizeError

Bgr: TypeAlias = npt.NDArray[np.uint8]
"""Pixels: uint8 of shape (height, width, 3), blue first."""

FORMATS = ("JPEG", "PNG", "WEBP", "AVIF", "TIFF", "BMP", "GIF")
HEIF_BRANDS = (b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1")
FORMAT_NAMES = "JPEG, PNG, HEIC, WebP, AVIF, TIFF, BMP or GIF"

_REDUCED = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}
_SWAPPED_ORIENTATIONS = (5, 6, 7, 8)
_EXIF_ORIENTATION = 0x0112
_MARKER, _START_OF_SCAN, _END_OF_IMAGE = b"\xff", b"\xda", b"\xd9"


class Photo:
    """An upright photo whose pixels are decoded at the size asked for.

    Attributes:
        name: What to call the photo in messages, usually its path.
        width: Width of the full upright photo, px.
        height: Height of the full upright photo, px.
    """

    def __init__(self, name: str, width: int, height: int, decode: Callable[[int], Bgr]) -> None:
        """Wrap a decoder; use `load_photo` or `Photo.of` instead.

        Args:
            name: What to call the photo in messages.
            width: Width of the full upright photo, px.
            height: Height of the full upright photo, px.
            decode: Given a reduction (1, 2 or 4) returns the upright BGR picture at 1/reduction of the size,
                or at full size when it cannot do less.
        """
        self.name, self.width, self.height = name, width, height
        self._decode = decode
        self._levels: dict[int, Bgr] = {}

    @classmethod
    def of(cls, image: Bgr, name: str = "image") -> Photo:
        """A photo from pixels in memory: BGR uint8 of shape (height, width, 3), upright.

        Raises:
            PhotoError: The array has another shape or type.
        """
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or not image.size:
            raise PhotoError(
                f"{name}: expected BGR uint8 pixels of shape (height, width, 3), "
                f"got {image.dtype} of shape {image.shape}"
            )
        return cls(name, image.shape[1], image.shape[0], lambda _reduction: image)

    @property
    def long_side(self) -> int:
        """The longer side of the full upright photo, px."""
        return max(self.width, self.height)

    @property
    def full(self) -> Bgr:
        """All pixels: BGR uint8 of shape (height, width, 3), upright; decoded on first use and kept."""
        return self._level(1)

    def at_least(self, scale: float) -> tuple[Bgr, float]:
        """The smallest decoded picture that has at least `scale` of the full resolution.

        Args:
            scale: Wanted pixels per full-photo pixel, 0-1; more than 1 gives the full photo.

        Returns:
            The picture and its actual scale: full-photo coordinates times it are coordinates in the picture.
        """
        reduction = 4 if scale <= 0.25 else 2 if scale <= 0.5 else 1
        finer = [r for r in self._levels if r <= reduction]
        image = self._level(max(finer) if finer else reduction)
        return image, image.shape[1] / self.width

    def working(self, long_side: int) -> tuple[Bgr, float]:
        """The photo with its long side reduced to `long_side` px; never enlarged. Not to be drawn on.

        Returns:
            BGR uint8 picture and its scale: full-photo coordinates times it are coordinates in the picture.
        """
        scale = long_side / self.long_side
        image, _ = self.at_least(scale)
        if scale < 1 and max(image.shape[:2]) > long_side:
            while max(image.shape[:2]) >= 2 * long_side:  # halving costs a tenth of other reductions
                image = _resized(image, image.shape[1] // 2, image.shape[0] // 2)
            image = _resized(image, round(self.width * scale), round(self.height * scale))
        return image, image.shape[1] / self.width

    def _level(self, reduction: int) -> Bgr:
        if reduction not in self._levels:
            self._levels[reduction] = self._decode(reduction)
        return self._levels[reduction]


def load_photo(path: str | Path, config: PhotoConfig | None = None) -> Photo:
    """Open a photo file, upright, and decode it to its base size so that damage shows at once.

    EXIF orientation is applied (mirrored ones included), transparency is laid over white; 16-bit, grey, CMYK
    and palette pictures become 8-bit BGR; of an animation or a multi-picture file the first frame counts.

    Args:
        path: A file in one of the formats named by `FORMAT_NAMES`.
        config: Limits; the defaults when None.

    Returns:
        The photo; its full resolution is decoded only when asked for.

    Raises:
        PhotoError: The path is missing, a folder or unreadable; or the file is empty, no picture, truncated,
            or larger than `config.max_megapixels`.
    """
    path = Path(path)
    return decode_photo(_read(path), str(path), config)


def decode_photo(data: bytes, name: str, config: PhotoConfig | None = None) -> Photo:
    """The photo in the bytes of a file; as `load_photo`, without a file.

    Args:
        data: The bytes of a file.
        name: What to call the photo in messages.
        config: Limits; the defaults when None.

    Raises:
        PhotoFormatError: The bytes are none of the formats named by `FORMAT_NAMES`.
        PhotoSizeError: The picture has more pixels than `config.max_megapixels`.
        PhotoError: The bytes are empty, truncated or damaged.
    """
    config = config or PhotoConfig()
    if not data:
        raise PhotoError(f"{name}: the file is empty (0 bytes), expected a photo; copy it again")
    header = _header(name, data)
    width, height = header.size
    if width * height > config.max_megapixels * 1e6:
        raise PhotoSizeError(
            f"{name}: {width} x {height} is {width * height / 1e6:.0f} megapixels, expected at most "
            f"{config.max_megapixels:.0f}; scale the photo down first"
        )
    if header.format in ("JPEG", "MPO") and header.mode in ("RGB", "L"):
        if header.getexif().get(_EXIF_ORIENTATION) in _SWAPPED_ORIENTATIONS:
            width, height = height, width
        photo = Photo(name, width, height, lambda reduction: _decode_jpeg(name, data, reduction))
    else:
        photo = Photo.of(_decode_any(name, header), name)
    photo.at_least(config.base_long_side / photo.long_side)
    return photo


def _resized(image: Bgr, width: int, height: int) -> Bgr:
    """A reduced picture: averaged, or interpolated, which is faster, where no pixel would be skipped."""
    size = max(1, width), max(1, height)
    how = cv2.INTER_LINEAR if image.shape[1] < 1.5 * width else cv2.INTER_AREA
    return np.asarray(cv2.resize(image, size, interpolation=how), np.uint8)


def _read(path: Path) -> bytes:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise PhotoError(f"{path}: no such file; expected the path of a photo") from None
    except IsADirectoryError:
        raise PhotoError(f"{path}: is a folder, expected a photo file; try {path}/*.jpg") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PhotoError(f"{path}: cannot be read ({reason.lower()})") from None
    return data


def _header(name: str, data: bytes) -> Image.Image:
    """Format, size and mode of a file, without decoding its pixels."""
    formats: tuple[str, ...] = FORMATS
    heif = data[4:8] == b"ftyp" and data[8:12] in HEIF_BRANDS
    if heif:
        import pi_heif  # only iPhone photos need it, and it takes 30 ms to import

        pi_heif.register_heif_opener()
        formats = ("HEIF", "AVIF")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of large sizes (our limit is lower) and of odd metadata
            return Image.open(io.BytesIO(data), formats=formats)
    except UnidentifiedImageError:
        if heif:
            raise PhotoError(f"{name}: the picture is damaged (HEIC); copy it again") from None
        raise PhotoFormatError(f"{name}: not a picture, expected {FORMAT_NAMES}") from None
    except Image.DecompressionBombError:
        raise PhotoSizeError(f"{name}: more than 170 megapixels; scale the photo down first") from None
    except Exception as error:  # decoders raise whatever a damaged header makes them stumble over
        raise PhotoError(f"{name}: the picture is damaged ({_reason(error)}); copy it again") from None


def _decode_jpeg(name: str, data: bytes, reduction: int) -> Bgr:
    image = cv2.imdecode(np.frombuffer(data, np.uint8), _REDUCED[reduction])
    if image is None or not _jpeg_complete(data):
        raise PhotoError(f"{name}: the JPEG is truncated or damaged; copy it again")
    return np.asarray(image, np.uint8)


def _jpeg_complete(data: bytes) -> bool:
    """Whether an end-of-image marker follows the first scan (OpenCV 4 decodes without one).

    Segments before the scan are stepped over, for one may hold a whole JPEG, the thumbnail.
    """
    at = 2
    while data[at : at + 1] == _MARKER and (kind := data[at + 1 : at + 2]) != _START_OF_SCAN:
        at += 1 if kind == _MARKER else 2 + int.from_bytes(data[at + 2 : at + 4])
    return data.find(_MARKER + _END_OF_IMAGE, at) > 0


def _decode_any(name: str, header: Image.Image) -> Bgr:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            header.seek(0)
            header.load()
            image = ImageOps.exif_transpose(header)
            return _to_bgr(image)
    except MemoryError:
        raise PhotoError(f"{name}: too large for the memory; scale the photo down first") from None
    except Exception as error:  # decoders raise OSError, SyntaxError, struct.error, ... on damaged files
        raise PhotoError(
            f"{name}: the picture is truncated or damaged ({_reason(error)}); copy it again"
        ) from None


def _to_bgr(image: Image.Image) -> Bgr:
    if image.mode.startswith(("I", "F")):
        image = _eight_bit(image)
    if image.has_transparency_data:
        clear = image.convert("RGBA")
        image = Image.new("RGB", clear.size, "white")
        image.paste(clear, mask=clear.getchannel("A"))
    rgb = np.asarray(image.convert("RGB"))
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8)


def _eight_bit(image: Image.Image) -> Image.Image:
    """Grey of 16 or 32 bits or floats as 8 bits: by the type's range, or by the content where it has none."""
    values: npt.NDArray[Any] = np.nan_to_num(np.asarray(image, np.float64))
    top = (
        65535.0 if image.mode.startswith("I") and values.max(initial=0) <= 65535 else values.max(initial=1.0)
    )
    return Image.fromarray(np.clip(values * (255.0 / top), 0, 255).astype(np.uint8))


def _reason(error: Exception) -> str:
    text = str(error).strip().splitlines()
    return text[0][:80] if text else type(error).__name__
