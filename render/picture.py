"""Line pictures as data: a picture is a tuple of strokes and fills in the units of a face."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from huopin.render.canvas import WIDTH, Canvas, Colour, Point

Inks: TypeAlias = Mapping[str, Colour]


@dataclass(frozen=True)
class Shape:
    """One element of a picture.

    `kind`: `curve` smooth stroke, `line` straight strokes, `loop` closed smooth stroke, `blob` filled smooth
    outline, `disc` and `ring` circles (points: the centre). `ink` names a role the caller gives a colour.
    `size`: for strokes the width as a multiple of the style's line width, for circles the radius in units.
    """

    kind: Literal["curve", "line", "loop", "blob", "disc", "ring"]
    ink: str
    points: tuple[Point, ...]
    size: float = 1.0


Picture: TypeAlias = tuple[Shape, ...]


def curve(ink: str, *points: Point, size: float = 1.0) -> Shape:
    """Returns a smooth stroke."""
    return Shape("curve", ink, points, size)


def line(ink: str, *points: Point, size: float = 1.0) -> Shape:
    """Returns straight strokes."""
    return Shape("line", ink, points, size)


def loop(ink: str, *points: Point, size: float = 1.0) -> Shape:
    """Returns a closed smooth stroke."""
    return Shape("loop", ink, points, size)


def blob(ink: str, *points: Point) -> Shape:
    """Returns a filled smooth outline."""
    return Shape("blob", ink, points)


def disc(ink: str, centre: Point, radius: float) -> Shape:
    """Returns a filled circle."""
    return Shape("disc", ink, (centre,), radius)


def ring(ink: str, centre: Point, radius: float) -> Shape:
    """Returns a stroked circle."""
    return Shape("ring", ink, (centre,), radius)


def draw_picture(
    canvas: Canvas, picture: Sequence[Shape], inks: Inks, width: float, *, mirrored: bool = False
) -> None:
    """Draws the shapes in order; `width` is the line width in units, `mirrored` flips left and right."""
    for shape in picture:
        points = [(WIDTH - x, y) for x, y in shape.points] if mirrored else list(shape.points)
        ink = inks[shape.ink]
        match shape.kind:
            case "curve":
                canvas.curve(points, width * shape.size, ink)
            case "line":
                canvas.line(points, width * shape.size, ink)
            case "loop":
                canvas.curve(points, width * shape.size, ink, closed=True)
            case "blob":
                canvas.blob(points, ink)
            case "disc":
                canvas.disc(points[0], shape.size, ink)
            case "ring":
                canvas.ring(points[0], shape.size, width, ink)
