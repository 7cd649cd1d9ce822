"""A supersampled drawing surface for one tile face, in a 300 x 400 unit space whatever the pixel size."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Colour: TypeAlias = tuple[int, int, int]
"""Blue, green, red, 0 to 255."""
Point: TypeAlias = tuple[float, float]
"""x, y in units: x 0 to 300 rightwards, y 0 to 400 downwards."""
Image: TypeAlias = NDArray[np.uint8]

WIDTH, HEIGHT = 300, 400
"""Units of a face: the 3:4 of real tiles."""
_SHIFT = 4  # OpenCV takes fixed-point coordinates with this many fractional bits
_MIN_PIXELS = 480  # work height at least this, so that small faces are averaged down, not drawn jagged


class Canvas:
    """Draws with anti-aliased primitives at two or more times the wanted size."""

    def __init__(self, height: int, paper: Colour, offset: Point = (0.0, 0.0)) -> None:
        """Starts a face of `height` output pixels filled with `paper`; drawings are shifted by `offset`."""
        self.height = height
        self.offset = offset
        self.zoom = 1.0
        work = max(2 * height, _MIN_PIXELS)
        self._work = work / HEIGHT
        self.pixels: Image = np.full((work, round(work * WIDTH / HEIGHT), 3), paper, np.uint8)

    def frame(self, offset: Point, zoom: float) -> None:
        """Draws what follows shifted by `offset` units and scaled about the middle by `zoom`."""
        self.offset, self.zoom = offset, zoom

    @property
    def scale(self) -> float:
        """Work pixels a unit."""
        return self._work * self.zoom

    def disc(self, centre: Point, radius: float, ink: Colour) -> None:
        """Fills a circle."""
        cv2.circle(
            self.pixels, self._fixed(centre), self._length(radius), ink, cv2.FILLED, cv2.LINE_AA, _SHIFT
        )

    def ring(self, centre: Point, radius: float, width: float, ink: Colour) -> None:
        """Strokes a circle; `radius` is that of the outer edge."""
        middle = max(0, self._length(radius - width / 2))
        cv2.circle(self.pixels, self._fixed(centre), middle, ink, self._thickness(width), cv2.LINE_AA, _SHIFT)

    def polygon(self, points: Sequence[Point], ink: Colour) -> None:
        """Fills a polygon."""
        cv2.fillPoly(self.pixels, [self._path(points)], ink, cv2.LINE_AA, _SHIFT)

    def line(self, points: Sequence[Point], width: float, ink: Colour, *, closed: bool = False) -> None:
        """Strokes straight segments with round ends and joints."""
        path = [self._path(points)]
        cv2.polylines(self.pixels, path, closed, ink, self._thickness(width), cv2.LINE_AA, _SHIFT)

    def curve(self, points: Sequence[Point], width: float, ink: Colour, *, closed: bool = False) -> None:
        """Strokes a smooth curve through the points."""
        self.line(smooth(points, closed=closed), width, ink, closed=closed)

    def blob(self, points: Sequence[Point], ink: Colour) -> None:
        """Fills the smooth closed outline through the points."""
        self.polygon(smooth(points, closed=True), ink)

    def stamp(self, mask: Image, centre: Point, size: tuple[float, float], ink: Colour) -> None:
        """Prints a coverage mask (h, w) uint8, stretched to `size` units around `centre`."""
        width, height = (max(1, round(side * self.scale)) for side in size)
        x, y = self._pixel(centre)
        left, top = round(x - width / 2), round(y - height / 2)
        stretched = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
        x0, y0 = max(left, 0), max(top, 0)
        x1, y1 = min(left + width, self.pixels.shape[1]), min(top + height, self.pixels.shape[0])
        if x0 >= x1 or y0 >= y1:
            return
        cover = stretched[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.uint16)
        under = self.pixels[y0:y1, x0:x1]
        under[:] = (under * (255 - cover) + np.array(ink, np.uint16) * cover + 127) // 255

    def finish(self) -> Image:
        """Returns the picture, BGR uint8 (height, 3/4 height, 3)."""
        size = (round(self.height * WIDTH / HEIGHT), self.height)
        return np.asarray(cv2.resize(self.pixels, size, interpolation=cv2.INTER_AREA), np.uint8)

    def _length(self, units: float) -> int:
        return round(units * self.scale * (1 << _SHIFT))

    def _thickness(self, units: float) -> int:
        return max(1, round(units * self.scale))

    def _fixed(self, point: Point) -> tuple[int, int]:
        x, y = self._pixel(point)
        return (round(x * (1 << _SHIFT)), round(y * (1 << _SHIFT)))

    def _pixel(self, point: Point) -> Point:
        x = WIDTH / 2 + (point[0] - WIDTH / 2) * self.zoom + self.offset[0]
        y = HEIGHT / 2 + (point[1] - HEIGHT / 2) * self.zoom + self.offset[1]
        return (x * self._work, y * self._work)

    def _path(self, points: Iterable[Point]) -> NDArray[np.int32]:
        return np.array([self._fixed(point) for point in points], np.int32)


def smooth(points: Sequence[Point], *, closed: bool = False, steps: int = 8) -> list[Point]:
    """Returns a Catmull-Rom curve through `points`, `steps` segments between neighbours."""
    if len(points) < 3:
        return list(points)
    knots = np.array(points, float)
    ends = (knots[-1:], knots[:2]) if closed else (knots[:1], knots[-1:])
    padded = np.concatenate([ends[0], knots, ends[1]])
    before, start, end, after = padded[:-3], padded[1:-2], padded[2:-1], padded[3:]
    t = np.linspace(0, 1, steps, endpoint=False)[None, :, None]
    b, s, e, a = (part[:, None] for part in (before, start, end, after))
    path = 0.5 * (2 * s + (e - b) * t + (2 * b - 5 * s + 4 * e - a) * t**2 + (3 * (s - e) + a - b) * t**3)
    flat = path.reshape(-1, 2).tolist()
    tail = [] if closed else [knots[-1].tolist()]
    return [(x, y) for x, y in flat + tail]
