"""The dots: the plain dot in six manners, and the large ornament of the one dot."""

import math

from huopin.render.canvas import Canvas, Colour, Point
from huopin.render.style import FaceStyle

_CENTRE: Point = (150, 200)


def draw_dot(canvas: Canvas, centre: Point, radius: float, ink: Colour, style: FaceStyle) -> None:
    """Draws one dot of the two to nine dots."""
    paper = style.paper
    match style.dot:
        case "rings":
            canvas.disc(centre, radius, ink)
            canvas.ring(centre, radius * 0.72, radius * 0.16, paper)
            canvas.disc(centre, radius * 0.28, paper)
            canvas.disc(centre, radius * 0.16, ink)
        case "double":
            canvas.ring(centre, radius, radius * 0.2, ink)
            canvas.ring(centre, radius * 0.62, radius * 0.18, ink)
            canvas.disc(centre, radius * 0.2, ink)
        case "bullseye":
            canvas.disc(centre, radius, ink)
            canvas.disc(centre, radius * 0.66, paper)
            canvas.disc(centre, radius * 0.42, ink)
        case "wheel":
            canvas.disc(centre, radius, ink)
            canvas.ring(centre, radius * 0.82, radius * 0.12, paper)
            for spoke in range(4):
                canvas.disc(_around(centre, radius * 0.4, spoke, 4, 0.5), radius * 0.17, paper)
        case "flower":
            canvas.disc(centre, radius, ink)
            canvas.disc(centre, radius * 0.8, paper)
            for petal in range(8):
                canvas.line((centre, _around(centre, radius * 0.62, petal, 8)), radius * 0.2, ink)
            canvas.disc(centre, radius * 0.24, paper)
            canvas.disc(centre, radius * 0.14, ink)
        case "filled":
            canvas.disc(centre, radius * 0.94, ink)
            canvas.disc(centre, radius * 0.3, paper)


def draw_one_dot(canvas: Canvas, style: FaceStyle) -> None:
    """Draws the large ornament of the one dot."""
    palette, paper = style.palette, style.paper
    radius = 108 * style.dot_scale
    outer, heart = palette.green, palette.red

    def studs(count: int, at: float, size: float, ink: Colour, turn: float = 0.0) -> None:
        for i in range(count):
            canvas.disc(_around(_CENTRE, radius * at, i, count, turn), radius * size, ink)

    match style.one_dot:
        case "rosette":
            canvas.disc(_CENTRE, radius, outer)
            canvas.ring(_CENTRE, radius * 0.9, radius * 0.05, paper)
            studs(16, 0.68, 0.09, paper)
            canvas.disc(_CENTRE, radius * 0.44, paper)
            canvas.disc(_CENTRE, radius * 0.38, heart)
            studs(4, 0.18, 0.09, paper, 0.5)
        case "petals":
            canvas.ring(_CENTRE, radius, radius * 0.1, outer)
            for i in range(12):
                near, far = _around(_CENTRE, radius * 0.48, i, 12), _around(_CENTRE, radius * 0.74, i, 12)
                canvas.line((near, far), radius * 0.22, outer)
                canvas.line((near, far), radius * 0.09, paper)
            canvas.ring(_CENTRE, radius * 0.38, radius * 0.1, heart)
            canvas.disc(_CENTRE, radius * 0.18, heart)
        case "rings":
            canvas.ring(_CENTRE, radius, radius * 0.16, palette.blue)
            canvas.ring(_CENTRE, radius * 0.76, radius * 0.24, outer)
            canvas.ring(_CENTRE, radius * 0.44, radius * 0.14, heart)
            canvas.disc(_CENTRE, radius * 0.14, heart)
        case "wheel":
            canvas.disc(_CENTRE, radius, outer)
            canvas.disc(_CENTRE, radius * 0.84, paper)
            for i in range(16):
                canvas.line((_CENTRE, _around(_CENTRE, radius * 0.74, i, 16)), radius * 0.06, outer)
            canvas.disc(_CENTRE, radius * 0.46, paper)
            canvas.ring(_CENTRE, radius * 0.4, radius * 0.08, heart)
            studs(5, 0.17, 0.1, heart)
        case "coin":
            canvas.ring(_CENTRE, radius, radius * 0.12, outer)
            canvas.ring(_CENTRE, radius * 0.8, radius * 0.04, outer)
            for i in range(8):
                start, end = (
                    _around(_CENTRE, radius * 0.44, i, 8),
                    _around(_CENTRE, radius * 0.66, i, 8, 0.36),
                )
                canvas.line((start, end, _around(_CENTRE, radius * 0.66, i, 8)), radius * 0.07, palette.blue)
            canvas.disc(_CENTRE, radius * 0.36, heart)
            canvas.line((_shift(-18, 0), _shift(18, 0)), 6, paper)
            canvas.line((_shift(0, -18), _shift(0, 18)), 6, paper)
        case "daisy":
            for i in range(14):
                far = _around(_CENTRE, radius * 0.8, i, 14)
                canvas.line((_CENTRE, far), radius * 0.3, outer)
            for i in range(14):
                near, far = _around(_CENTRE, radius * 0.6, i, 14), _around(_CENTRE, radius * 0.82, i, 14)
                canvas.line((near, far), radius * 0.13, paper)
            canvas.disc(_CENTRE, radius * 0.46, paper)
            canvas.disc(_CENTRE, radius * 0.4, heart)
            canvas.ring(_CENTRE, radius * 0.3, radius * 0.06, paper)


def _around(centre: Point, radius: float, index: int, count: int, turn: float = 0.0) -> Point:
    """The `index`-th of `count` points on a circle, from the top clockwise, turned by `turn` steps."""
    angle = 2 * math.pi * (index + turn) / count - math.pi / 2
    return (centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle))


def _shift(x: float, y: float) -> Point:
    return (_CENTRE[0] + x, _CENTRE[1] + y)
