"""Characters of the tile faces as coverage masks, from the fonts in this package or others on the machine."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as PilImage
from PIL import ImageDraw, ImageFont

from huopin.render.canvas import Image

_EM = 200  # pixels an em is drawn at; masks are scaled from there
_MAX_INK = 0.55  # share of its square a character may fill; above it the gaps close (seen on contact sheets)
_UNASSIGNED = "\U0010fffd"  # no font has it: shows what the font prints for a missing glyph


@dataclass(frozen=True, order=True)
class Font:
    """One face of a font file."""

    path: Path
    index: int = 0

    @property
    def name(self) -> str:
        """The file's stem."""
        return self.path.stem


_FOLDER = Path(__file__).parent / "fonts"
KAI = Font(_FOLDER / "kai.ttf")
BRUSH = Font(_FOLDER / "brush.ttf")
SERIF = Font(_FOLDER / "serif.otf")
SANS = Font(_FOLDER / "sans.otf")
PACKAGED = (KAI, BRUSH, SERIF, SANS)


def installed_fonts(root: Path = Path("/usr/share/fonts")) -> tuple[Font, ...]:
    """Returns the fonts under `root` that have 萬, 東, 發 and 菊, sorted by path (one a file)."""
    found = (Font(path) for ending in ("ttf", "ttc", "otf") for path in root.rglob(f"*.{ending}"))
    return tuple(sorted(font for font in found if all(has_glyph(font, mark) for mark in "萬東發菊")))


@lru_cache(maxsize=4096)
def has_glyph(font: Font, character: str) -> bool:
    """Tells whether the font draws the character rather than its missing-glyph box."""
    try:
        drawn, missing = _draw(font, character, 0), _draw(font, _UNASSIGNED, 0)
    except OSError:
        return False
    return bool(drawn.any()) and not np.array_equal(drawn, missing)


@lru_cache(maxsize=2048)
def glyph(font: Font, character: str, weight: float = 0.0) -> tuple[Image, float, float]:
    """Returns the ink of a character cropped to its bounds, and its width and height in ems.

    Args:
        font: the font; where it lacks the character the packaged kai font stands in.
        character: one character.
        weight: how far every outline is pushed outwards, in ems (0 to about 0.04).
    """
    sheet = _draw(font if has_glyph(font, character) else KAI, character, weight)
    rows, columns = np.nonzero(sheet.any(axis=1))[0], np.nonzero(sheet.any(axis=0))[0]
    ink = sheet[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return ink, ink.shape[1] / _EM, ink.shape[0] / _EM


@lru_cache(maxsize=4096)
def legible_weight(font: Font, character: str, weight: float) -> float:
    """Returns `weight`, or a smaller one that leaves the gaps of a dense character such as 萬 open."""
    while weight > 0:
        ink, width, height = glyph(font, character, weight)
        if ink.sum() / 255 <= _MAX_INK * (max(width, height) * _EM) ** 2:
            return weight
        weight = round(weight - 0.004, 4)
    return 0.0


@lru_cache(maxsize=256)
def evenness(font: Font) -> float:
    """Returns the ratio that brings the font's 東 to nine tenths of an em: fonts fill their em unequally."""
    return 0.9 / max(glyph(font, "東")[1:])


@lru_cache(maxsize=64)
def _load(font: Font) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font.path), _EM, font.index, layout_engine=ImageFont.Layout.BASIC)


def _draw(font: Font, character: str, weight: float) -> Image:
    sheet = PilImage.new("L", (2 * _EM, 2 * _EM))
    ImageDraw.Draw(sheet).text((_EM / 2, _EM / 2), character, 255, _load(font))
    # Grown as pixels: stroking outlines closes the counters of fonts with contours of mixed direction.
    size = 2 * round(weight * _EM) + 1
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return np.asarray(cv2.dilate(np.asarray(sheet, np.uint8), brush), np.uint8)
