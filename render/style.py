"""How one tile set is printed: inks, lettering and ornament, fixed or drawn at random as real sets vary."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, TypeVar, get_args

import numpy as np

from huopin.render.canvas import Colour
from huopin.render.glyphs import BRUSH, KAI, PACKAGED, SERIF, Font, glyph

DotKind: TypeAlias = Literal["rings", "double", "bullseye", "wheel", "flower", "filled"]
OneDotKind: TypeAlias = Literal["rosette", "petals", "rings", "wheel", "coin", "daisy"]
BambooKind: TypeAlias = Literal["knots", "capsule", "outline", "segments", "plain"]
BirdKind: TypeAlias = Literal[
    "perched", "peacock", "crane", "phoenix", "owl", "swallow", "fan", "diving", "sparrow", "rooster"
]
WhiteKind: TypeAlias = Literal["blank", "single", "double", "ornate", "key", "letter", "glyph"]
IndexKind: TypeAlias = Literal["none", "left", "right", "both"]
DragonLetters: TypeAlias = Literal["CFP", "CFB"]
BackPattern: TypeAlias = Literal["plain", "weave", "bamboo", "emblem"]
T = TypeVar("T")


@dataclass(frozen=True)
class Palette:
    """The inks of a set, BGR. In two-colour sets `blue` is the same black as `dark`."""

    red: Colour
    green: Colour
    blue: Colour
    dark: Colour


THREE_COLOUR = Palette(red=(45, 35, 190), green=(60, 105, 25), blue=(165, 70, 25), dark=(45, 35, 30))
TWO_COLOUR = Palette(red=(40, 30, 200), green=(50, 85, 25), blue=(45, 45, 40), dark=(40, 38, 35))

# BGR ranges read off photographed sets: white, ivory, cream, greenish, bluish, grey.
PAPERS: tuple[tuple[Colour, Colour], ...] = (
    ((244, 246, 247), (252, 253, 254)),
    ((212, 228, 236), (228, 240, 247)),
    ((188, 216, 232), (208, 230, 243)),
    ((220, 230, 222), (240, 247, 241)),
    ((244, 236, 228), (254, 247, 240)),
    ((206, 208, 212), (226, 228, 230)),
)
BACKS: tuple[Colour, ...] = (
    (80, 140, 30),
    (170, 110, 20),
    (120, 70, 20),
    (60, 165, 235),
    (70, 110, 170),
    (150, 130, 225),
    (60, 60, 60),
    (150, 170, 60),
)


@dataclass(frozen=True)
class FaceStyle:
    """Everything that tells one printed tile set from another.

    Lengths are in units of the 300 x 400 face, weights in ems, scales and stretches are ratios around 1.
    """

    paper: Colour = (240, 246, 249)
    shade: tuple[float, float] = (0.0, 0.02)
    """Loss of brightness from left to right and from top to bottom, as ratios."""
    palette: Palette = THREE_COLOUR
    numeral_blue: bool = True
    """Numerals and winds in the blue ink, else in the dark one."""
    font: Font = KAI
    letter_font: Font = SERIF
    weight: float = 0.02
    letter_scale: float = 1.0
    stretch: float = 1.1
    """Width of a character over its natural width."""
    five: Literal["五", "伍"] = "伍"
    wan: Literal["萬", "万"] = "萬"
    fa: Literal["發", "发"] = "發"
    index: IndexKind = "none"
    index_red: bool = True
    index_size: float = 54.0
    dragon_letters: DragonLetters = "CFP"
    dot: DotKind = "rings"
    one_dot: OneDotKind = "rosette"
    dot_scale: float = 1.0
    six_red_top: bool = False
    bamboo: BambooKind = "knots"
    bamboo_scale: float = 1.0
    seven_blue: bool = False
    """Middle column of seven bamboo's lower rows in the blue ink."""
    bamboo_mixed: bool = False
    """Lower row of two, four and six bamboo in the dark ink."""
    three_red: bool = False
    bird: BirdKind = "perched"
    bird_inks: tuple[int, int, int] = (1, 0, 2)
    """Body, tail and wing as indices of red, green, blue, dark."""
    bird_mirrored: bool = False
    white: WhiteKind = "double"
    white_dark: bool = False
    line: float = 7.0
    """Width of the strokes of pictures and frames."""
    flower_digit: bool = True
    flower_glyph: bool = True
    flower_chinese_digit: bool = False
    bamboo_is_four: bool = True
    """Most sets print 4 on the bamboo flower and 3 on the chrysanthemum."""
    orchid: Literal["蘭", "兰"] = "蘭"
    flower_filled: bool = False
    season_shift: int = 0
    """Which season's picture each season tile shows: real sets agree on digit and character alone."""
    back: Colour = (80, 140, 30)
    back_pattern: BackPattern = "plain"
    offset: tuple[float, float] = field(default=(0.0, 0.0))
    """Shift of the whole print, in units."""

    @classmethod
    def random(cls, rng: np.random.Generator, extra_fonts: Sequence[Font] = ()) -> "FaceStyle":
        """Draws a style; the same generator state and fonts give the same style.

        Args:
            rng: source of all choices.
            extra_fonts: fonts to choose from beside the packaged ones (see `glyphs.installed_fonts`).
        """
        flower_clues = _pick(rng, ((True, True), (True, True), (True, True), (True, False), (False, True)))
        blue = bool(rng.random() < 0.5)
        font = _pick(rng, (*PACKAGED, KAI, BRUSH, *extra_fonts))
        low, high = _pick(rng, PAPERS)
        lift = rng.random()
        return cls(
            paper=_mix(low, high, lift),
            shade=(float(rng.normal(0, 0.02)), float(rng.normal(0.01, 0.03))),
            palette=_random_palette(rng, blue),
            numeral_blue=blue,
            font=font,
            letter_font=_pick(rng, PACKAGED),
            weight=_random_weight(rng, font),
            letter_scale=float(rng.uniform(0.86, 1.12)),
            stretch=float(rng.uniform(0.9, 1.22)),
            five="五" if rng.random() < 0.35 else "伍",
            wan="万" if rng.random() < 0.12 else "萬",
            fa="发" if rng.random() < 0.1 else "發",
            index=_pick(rng, ("none", "none", "left", "right", "both")),
            index_red=bool(rng.random() < 0.5),
            index_size=float(rng.uniform(40, 72)),
            dragon_letters=_pick(rng, get_args(DragonLetters)),
            dot=_pick(rng, get_args(DotKind)),
            one_dot=_pick(rng, get_args(OneDotKind)),
            dot_scale=float(rng.uniform(0.86, 1.05)),
            six_red_top=bool(rng.random() < 0.12),
            bamboo=_pick(rng, get_args(BambooKind)),
            bamboo_scale=float(rng.uniform(0.86, 1.06)),
            seven_blue=bool(rng.random() < 0.3),
            bamboo_mixed=bool(rng.random() < 0.15),
            three_red=bool(rng.random() < 0.2),
            bird=_pick(rng, get_args(BirdKind)),
            bird_inks=_pick(
                rng, ((1, 0, 2), (1, 1, 0), (2, 0, 1), (3, 0, 1), (1, 0, 1), (3, 3, 0), (2, 1, 0))
            ),
            bird_mirrored=bool(rng.random() < 0.4),
            white=_pick(rng, ("blank", "single", "double", "double", "ornate", "key", "letter", "glyph")),
            white_dark=bool(rng.random() < 0.4),
            line=float(rng.uniform(5.0, 9.5)),
            flower_digit=flower_clues[0],
            flower_glyph=flower_clues[1],
            flower_chinese_digit=bool(rng.random() < 0.15),
            bamboo_is_four=bool(rng.random() < 0.85),
            orchid="兰" if rng.random() < 0.4 else "蘭",
            season_shift=int(rng.integers(4)),
            flower_filled=bool(rng.random() < 0.4),
            back=_jitter(rng, _pick(rng, BACKS), 18),
            back_pattern=_pick(rng, ("plain", "plain", "plain", "weave", "bamboo", "emblem")),
            offset=(float(rng.normal(0, 4)), float(rng.normal(0, 5))),
        )


CLASSIC = FaceStyle()
"""Three inks, brush-like lettering, no corner marks."""
EXPORT = FaceStyle(
    palette=TWO_COLOUR,
    numeral_blue=False,
    font=SERIF,
    weight=0.0,
    index="left",
    index_red=True,
    dot="wheel",
    one_dot="petals",
    bamboo="segments",
    bird="owl",
    white="key",
    back=(60, 165, 235),
    paper=(228, 240, 247),
)
"""Two inks, corner digits and letters, as sets sold abroad."""


def _pick(rng: np.random.Generator, options: Sequence[T]) -> T:
    return options[int(rng.integers(len(options)))]


def _random_weight(rng: np.random.Generator, font: Font) -> float:
    """Returns the emboldening that brings the font's 東 to a random share of ink, between light and brush."""
    wanted = rng.uniform(0.36, 0.6)
    return next((w / 200 for w in range(8) if glyph(font, "東", w / 200)[0].mean() / 255 >= wanted), 0.035)


def _mix(low: Colour, high: Colour, ratio: float) -> Colour:
    blue, green, red = (round(a + (b - a) * ratio) for a, b in zip(low, high, strict=True))
    return (blue, green, red)


def _jitter(rng: np.random.Generator, colour: Colour, spread: int) -> Colour:
    blue, green, red = (int(np.clip(part + rng.integers(-spread, spread + 1), 0, 255)) for part in colour)
    return (blue, green, red)


def _random_palette(rng: np.random.Generator, three_inks: bool) -> Palette:
    red = _mix((30, 20, 150), (70, 60, 235), rng.random())
    green = _mix((35, 70, 15), (85, 150, 50), rng.random())
    dark = _jitter(rng, (40, 36, 32), 16)
    blue = _jitter(rng, _mix((110, 40, 20), (205, 95, 40), rng.random()), 14) if three_inks else dark
    return Palette(_jitter(rng, red, 12), _jitter(rng, green, 12), blue, dark)
