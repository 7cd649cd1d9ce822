"""One bamboo stick, upright or slanted, in the manners of real sets."""

import math

from huopin.render.canvas import Canvas, Colour, Point
from huopin.render.style import BambooKind


def draw_stick(
    canvas: Canvas, start: Point, end: Point, ink: Colour, paper: Colour, kind: BambooKind, thick: float
) -> None:
    """Draws a stick from end to end.

    Args:
        canvas: where to draw.
        start: one end, in units.
        end: the other end.
        ink: colour of the stick.
        paper: colour of its gaps.
        kind: manner.
        thick: its greatest width in units.
    """
    length = math.dist(start, end)
    inset = min(0.45, thick / 2 / length)

    def at(ratio: float) -> Point:
        return (start[0] + (end[0] - start[0]) * ratio, start[1] + (end[1] - start[1]) * ratio)

    def across(ratio: float, half: float) -> tuple[Point, Point]:
        (x, y), dx, dy = at(ratio), (end[1] - start[1]) / length * half, (end[0] - start[0]) / length * half
        return ((x - dx, y + dy), (x + dx, y - dy))

    match kind:
        case "knots":
            canvas.line((at(0.04), at(0.96)), thick * 0.62, ink)
            for ratio in (inset, 0.5, 1 - inset):
                canvas.disc(at(ratio), thick * 0.5, ink)
            for ratio in (inset, 0.5, 1 - inset):
                canvas.line(across(ratio, thick * 0.2), thick * 0.1, paper)
            canvas.line((at(0.5 - inset * 0.6), at(inset * 1.7)), thick * 0.14, paper)
            canvas.line((at(0.5 + inset * 0.6), at(1 - inset * 1.7)), thick * 0.14, paper)
        case "capsule":
            canvas.line((at(inset), at(1 - inset)), thick, ink)
            canvas.line((at(inset * 1.4), at(0.5 - inset * 0.6)), thick * 0.2, paper)
            canvas.line((at(0.5 + inset * 0.6), at(1 - inset * 1.4)), thick * 0.2, paper)
        case "outline":
            canvas.line((at(inset), at(1 - inset)), thick, ink)
            canvas.line((at(inset), at(1 - inset)), thick * 0.5, paper)
            canvas.line(across(0.5, thick * 0.34), thick * 0.26, ink)
        case "segments":
            for ratio in (inset, 0.37, 0.63, 1 - inset):
                canvas.disc(at(ratio), thick * 0.48, ink)
                canvas.disc(at(ratio), thick * 0.2, paper)
            for ratio in (0, 0.5, 1):
                canvas.line(across(min(max(ratio, 0.04), 0.96), thick * 0.4), thick * 0.2, ink)
        case "plain":
            canvas.line((at(inset), at(0.47)), thick * 0.72, ink)
            canvas.line((at(0.53), at(1 - inset)), thick * 0.72, ink)
            canvas.line(across(0.5, thick * 0.48), thick * 0.16, paper)
