"""The printed top of every tile, drawn from scratch: 34 faces, 8 flowers and the back."""

import cv2
import numpy as np

from huopin.render.bamboo import draw_stick
from huopin.render.birds import BIRDS
from huopin.render.canvas import HEIGHT, WIDTH, Canvas, Colour, Image, Point
from huopin.render.dots import draw_dot, draw_one_dot
from huopin.render.flowers import flower_picture
from huopin.render.glyphs import Font, evenness, glyph, legible_weight
from huopin.render.picture import draw_picture
from huopin.render.style import CLASSIC, EXPORT, FaceStyle

__all__ = ["CLASSIC", "EXPORT", "FACES", "FaceStyle", "draw_back", "draw_face", "face_png"]

FACES: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *"ESWNCFP",
    *(f"{kind}{number}" for kind in "ab" for number in range(1, 5)),
)
"""Tokens of all 42 faces in the order of the notation."""

_NUMERALS = "一二三四五六七八九"
_WINDS = {"E": "東", "S": "南", "W": "西", "N": "北"}

# Ink letters: r red, g green, b blue (black in two-colour sets). Centres in units.
_DOTS: dict[int, tuple[float, tuple[tuple[float, float, str], ...]]] = {
    2: (62, ((150, 106, "g"), (150, 294, "b"))),
    3: (47, ((80, 84, "g"), (150, 200, "r"), (220, 316, "b"))),
    4: (50, ((88, 106, "b"), (212, 106, "g"), (88, 294, "g"), (212, 294, "b"))),
    5: (46, ((82, 92, "b"), (218, 92, "g"), (150, 200, "r"), (82, 308, "g"), (218, 308, "b"))),
    6: (44, tuple((x, y, ink) for y, ink in ((82, "g"), (228, "r"), (320, "r")) for x in (102, 198))),
    7: (
        41,
        (
            (74, 68, "g"),
            (150, 102, "g"),
            (226, 136, "g"),
            *((x, y, "r") for y in (238, 322) for x in (106, 194)),
        ),
    ),
    8: (42, tuple((x, y, "b") for y in (68, 156, 244, 332) for x in (104, 196))),
    9: (40, tuple((x, y, ink) for y, ink in ((86, "g"), (200, "r"), (314, "b")) for x in (66, 150, 234))),
}
# Upright sticks (centre x, centre y, ink); heights by the number of rows.
_STICKS: dict[int, tuple[tuple[float, float, str], ...]] = {
    2: ((150, 112, "g"), (150, 288, "m")),
    3: ((150, 112, "t"), (90, 288, "g"), (210, 288, "g")),
    4: ((92, 112, "g"), (208, 112, "g"), (92, 288, "m"), (208, 288, "m")),
    5: ((72, 112, "g"), (228, 112, "g"), (150, 200, "r"), (72, 288, "g"), (228, 288, "g")),
    6: tuple((x, y, ink) for y, ink in ((112, "g"), (288, "m")) for x in (74, 150, 226)),
    7: ((150, 80, "r"), *((x, y, "s" if x == 150 else "g") for y in (202, 322) for x in (74, 150, 226))),
    9: tuple((x, y, "r" if x == 150 else "g") for y in (80, 200, 320) for x in (74, 150, 226)),
}
_EIGHT = (
    ((70, 54), (70, 182)),
    ((230, 54), (230, 182)),
    ((84, 178), (150, 84)),
    ((216, 178), (150, 84)),
    ((70, 218), (70, 346)),
    ((230, 218), (230, 346)),
    ((84, 222), (150, 316)),
    ((216, 222), (150, 316)),
)
# Room for corner marks: the picture is shrunk and moved away from them (units).
_INDEX_ZOOM, _FRAME_ZOOM = 0.9, 0.8
_ROOM: dict[str, Point] = {"left": (9, 12), "right": (-9, 12), "both": (0, 0)}
_TALL, _SHORT = 152.0, 106.0  # stick lengths with two and with three rows


def draw_face(face: str, style: FaceStyle = CLASSIC, height: int = 320) -> Image:
    """Draws the printed top of a tile, upright, filled to its corners.

    Args:
        face: a token of `FACES`.
        style: the set it belongs to.
        height: pixels, at least 16.

    Returns:
        BGR uint8 (height, round(0.75 * height), 3).

    Raises:
        ValueError: for an unknown face or a height below 16.
    """
    if face not in FACES:
        raise ValueError(f"expected a tile face such as 5m, E or a1, got {face!r}")
    if height < 16:
        raise ValueError(f"expected a height of at least 16 pixels, got {height}")
    canvas = Canvas(height, style.paper, style.offset)
    indexed = _index_places(face, style)
    if indexed:
        dx, dy = _ROOM[style.index]
        canvas.frame(
            (style.offset[0] + dx, style.offset[1] + dy), _FRAME_ZOOM if face == "P" else _INDEX_ZOOM
        )
    match face[-1]:
        case "m":
            _draw_character(canvas, int(face[0]), style)
        case "p":
            _draw_dots(canvas, int(face[0]), style)
        case "s":
            _draw_bamboo(canvas, int(face[0]), style)
        case "E" | "S" | "W" | "N":
            _print(canvas, _WINDS[face], (150, 204), 212, _numeral_ink(style), style)
        case "C" | "F" | "P":
            _draw_dragon(canvas, face, style)
        case _:
            _draw_flower(canvas, face, style)
    canvas.frame(style.offset, 1.0)
    _draw_index(canvas, face, indexed, style)
    return _shaded(canvas.finish(), style)


def draw_back(style: FaceStyle = CLASSIC, height: int = 320) -> Image:
    """Draws the back of a tile, BGR uint8 (height, round(0.75 * height), 3)."""
    canvas = Canvas(height, style.back)
    light = _blend(style.back, (255, 255, 255), 0.3)
    match style.back_pattern:
        case "weave":
            for start in range(-HEIGHT, WIDTH, 40):
                canvas.line(((start, 0), (start + HEIGHT, HEIGHT)), 6, light)
                canvas.line(((start, HEIGHT), (start + HEIGHT, 0)), 6, light)
        case "bamboo":
            for x in (90, 150, 210):
                draw_stick(canvas, (x, 60), (x, 340), light, style.back, "knots", 30)
        case "emblem":
            canvas.ring((150, 200), 84, 10, light)
            canvas.disc((150, 200), 48, light)
            canvas.line(((30, 30), (270, 30), (270, 370), (30, 370)), 8, light, closed=True)
        case "plain":
            pass
    return _shaded(canvas.finish(), style)


def face_png(face: str, style: FaceStyle = CLASSIC, height: int = 320) -> bytes:
    """Returns a face (or `back`) as a PNG file; arguments and errors as `draw_face`."""
    picture = draw_back(style, height) if face == "back" else draw_face(face, style, height)
    return cv2.imencode(".png", picture)[1].tobytes()


def _draw_character(canvas: Canvas, rank: int, style: FaceStyle) -> None:
    numeral = style.five if rank == 5 else _NUMERALS[rank - 1]
    _print(canvas, numeral, (150, 112), 148, _numeral_ink(style), style)
    _print(canvas, style.wan, (150, 284), 164, style.palette.red, style)


def _draw_dots(canvas: Canvas, rank: int, style: FaceStyle) -> None:
    palette = style.palette
    if rank == 1:
        draw_one_dot(canvas, style)
        return
    radius, dots = _DOTS[rank]
    inks = {"r": palette.red, "g": palette.green, "b": palette.blue}
    if rank == 6 and style.six_red_top:
        inks["r"], inks["g"] = inks["g"], inks["r"]
    for x, y, ink in dots:
        draw_dot(canvas, (x, y), radius * style.dot_scale, inks[ink], style)


def _draw_bamboo(canvas: Canvas, rank: int, style: FaceStyle) -> None:
    palette = style.palette
    if rank == 1:
        _draw_bird(canvas, style)
        return
    thick = 39 * style.bamboo_scale
    if rank == 8:
        for start, end in _EIGHT:
            draw_stick(canvas, start, end, palette.green, style.paper, style.bamboo, thick * 0.86)
        return
    inks = {
        "r": palette.red,
        "g": palette.green,
        "m": palette.dark if style.bamboo_mixed else palette.green,
        "s": palette.blue if style.seven_blue else palette.green,
        "t": palette.red if style.three_red else palette.green,
    }
    half = (_SHORT if rank in (7, 9) else _TALL) * min(style.bamboo_scale, 1.0) / 2
    for x, y, ink in _STICKS[rank]:
        draw_stick(canvas, (x, y - half), (x, y + half), inks[ink], style.paper, style.bamboo, thick)


def _draw_bird(canvas: Canvas, style: FaceStyle) -> None:
    palette = style.palette
    inks = (palette.red, palette.green, palette.blue, palette.dark)
    body, tail, wing = (inks[i] for i in style.bird_inks)
    roles = {"body": body, "tail": tail, "wing": wing, "paper": style.paper, "eye": palette.dark}
    draw_picture(canvas, BIRDS[style.bird], roles, style.line, mirrored=style.bird_mirrored)


def _draw_dragon(canvas: Canvas, face: str, style: FaceStyle) -> None:
    if face == "C":
        _print(canvas, "中", (150, 200), 224, style.palette.red, style)
    elif face == "F":
        _print(canvas, style.fa, (150, 204), 212, style.palette.green, style)
    else:
        _draw_white(canvas, style)


def _draw_white(canvas: Canvas, style: FaceStyle) -> None:
    ink = style.palette.dark if style.white_dark else style.palette.blue
    wide, thin = style.line * 1.7, style.line
    if style.white == "glyph":
        _print(canvas, "白", (150, 204), 204, ink, style)
    if style.white in ("single", "letter"):
        canvas.line(_frame(58, 56), wide, ink, closed=True)
    if style.white in ("double", "ornate", "key"):
        canvas.line(_frame(54, 50), wide, ink, closed=True)
    if style.white == "double":
        canvas.line(_frame(80, 76, 22), thin, ink, closed=True)
    if style.white == "ornate":
        canvas.line(_frame(84, 80), thin, ink, closed=True)
        for x, y in _frame(69, 65):
            canvas.disc((x, y), 24, ink)
            canvas.disc((x, y), 11, style.paper)
    if style.white == "key":
        canvas.line(_frame(96, 92), thin, ink, closed=True)
        for y in range(72, 340, 32):
            canvas.line(((66, y), (84, y), (84, y + 14)), thin, ink)
            canvas.line(((234, y), (216, y), (216, y + 14)), thin, ink)
        for x in range(104, 206, 32):
            canvas.line(((x, 62), (x, 80), (x + 14, 80)), thin, ink)
            canvas.line(((x, 338), (x, 320), (x + 14, 320)), thin, ink)
    if style.white in ("letter", "key"):
        letter = style.dragon_letters[2]
        _print_with(
            canvas, style.letter_font, letter, (150, 200), 100, style.palette.red if style.index_red else ink
        )


def _frame(x: float, y: float, cut: float = 0.0) -> list[Point]:
    """Corners of a centred rectangle with the given margins; `cut` bevels the corners."""
    right, bottom = WIDTH - x, HEIGHT - y
    if not cut:
        return [(x, y), (right, y), (right, bottom), (x, bottom)]
    return [
        (x + cut, y),
        (right - cut, y),
        (right, y + cut),
        (right, bottom - cut),
        (right - cut, bottom),
        (x + cut, bottom),
        (x, bottom - cut),
        (x, y + cut),
    ]


def _draw_flower(canvas: Canvas, face: str, style: FaceStyle) -> None:
    palette, number = style.palette, int(face[1])
    season = face[0] == "a"
    roles = {"bloom": palette.red, "leaf": palette.green, "stem": palette.green, "paper": style.paper}
    shown = f"a{(number - 1 + style.season_shift) % 4 + 1}" if season else face
    draw_picture(canvas, flower_picture(shown, filled=style.flower_filled), roles, style.line)
    left, right = (70, 80), (224, 84)
    if style.flower_glyph:
        mark = "春夏秋冬"[number - 1] if season else f"梅{style.orchid}竹菊"[number - 1]
        ink = palette.red if season else _numeral_ink(style)
        _print(canvas, mark, right if season else left, 96, ink, style)
    if style.flower_digit:
        if not season and style.bamboo_is_four and number > 2:
            number = 7 - number
        place, ink = (left, _numeral_ink(style)) if season else (right, palette.red)
        if style.flower_chinese_digit:
            _print(canvas, _NUMERALS[number - 1], place, 84, ink, style)
        else:
            _print_with(canvas, style.letter_font, str(number), place, 100, ink)


def _index_places(face: str, style: FaceStyle) -> tuple[Point, ...]:
    """Where the corner marks go; flowers carry their own digit, lettered white dragons their letter."""
    if face[0] in "ab" or (face == "P" and style.white in ("letter", "key", "blank")):
        return ()
    left, right, below = (32.0, 42.0), (268.0, 42.0), (268.0, 358.0)
    return {"none": (), "left": (left,), "right": (right,), "both": (left, below)}[style.index]


def _draw_index(canvas: Canvas, face: str, places: tuple[Point, ...], style: FaceStyle) -> None:
    mark = style.dragon_letters["CFP".index(face)] if face in "CFP" else face[0]
    ink = style.palette.red if style.index_red else _numeral_ink(style)
    for place in places:
        _print_with(canvas, style.letter_font, mark, place, style.index_size, ink, turned=place[1] > 200)


def _numeral_ink(style: FaceStyle) -> Colour:
    return style.palette.blue if style.numeral_blue else style.palette.dark


def _print(canvas: Canvas, mark: str, centre: Point, size: float, ink: Colour, style: FaceStyle) -> None:
    """Prints a character of the set's own lettering; `size` is the em in units at scale 1."""
    mask, width, height = glyph(style.font, mark, legible_weight(style.font, mark, style.weight))
    em = size * style.letter_scale * evenness(style.font)
    canvas.stamp(mask, centre, (width * em * style.stretch, height * em), ink)


def _print_with(
    canvas: Canvas, font: Font, mark: str, centre: Point, size: float, ink: Colour, *, turned: bool = False
) -> None:
    """Prints a letter or digit; `turned` puts it upside down."""
    mask, width, height = glyph(font, mark)
    canvas.stamp(mask[::-1, ::-1] if turned else mask, centre, (width * size, height * size), ink)


def _shaded(picture: Image, style: FaceStyle) -> Image:
    """Returns the picture darkened along the style's gradient."""
    height, width = picture.shape[:2]
    across = style.shade[0] * np.linspace(-0.5, 0.5, width, dtype=np.float32)[None, :, None]
    down = style.shade[1] * np.linspace(-0.5, 0.5, height, dtype=np.float32)[:, None, None]
    return np.clip(picture * (1 - across - down), 0, 255).astype(np.uint8)


def _blend(colour: Colour, other: Colour, ratio: float) -> Colour:
    blue, green, red = (round(a + (b - a) * ratio) for a, b in zip(colour, other, strict=True))
    return (blue, green, red)
