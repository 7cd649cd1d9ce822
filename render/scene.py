"""A small 3-D renderer: thick tiles on a table seen by a pinhole camera, with exact ground truth.

World: millimetres, right handed, the table is the plane z = 0 and z points up. Images are BGR uint8.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

ImageArray = NDArray[np.uint8]
FloatArray = NDArray[np.float64]

TILE_MM = (26.0, 35.0, 20.0)
"""Width, height and thickness of a common tile."""

_CORNERS = np.array(
    [(-1, 1, 1), (1, 1, 1), (1, -1, 1), (-1, -1, 1), (-1, 1, -1), (1, 1, -1), (1, -1, -1), (-1, -1, -1)],
    float,
)
# Corner indices of each side, seen from outside, and its outward axis. The first is the printed one,
# clockwise from the print's own top left.
_SIDES = (
    ((0, 1, 2, 3), (0, 0, 1)),
    ((5, 4, 7, 6), (0, 0, -1)),
    ((1, 0, 4, 5), (0, 1, 0)),
    ((3, 2, 6, 7), (0, -1, 0)),
    ((2, 1, 5, 6), (1, 0, 0)),
    ((0, 3, 7, 4), (-1, 0, 0)),
)
_SUBPIXEL_BITS = 4


@dataclass(frozen=True)
class Box:
    """A cuboid with a picture on its local +z side.

    Attributes:
        label: the printed face ("5m"), "back", or None for a thing that is no tile.
        texture: BGR picture of the printed side, upright.
        centre: position of the middle, (3,) mm.
        rotation: (3, 3), local to world.
        size: width, height, thickness in mm.
        body: BGR of the sides next to the print.
        back: BGR of the sides and bottom far from the print.
        split: share of the thickness that has the body colour (the rest is back).
        corner: radius of the rounded printed side as a share of its width.
    """

    label: str | None
    texture: ImageArray
    centre: FloatArray
    rotation: FloatArray
    size: tuple[float, float, float] = TILE_MM
    body: tuple[float, float, float] = (225, 235, 238)
    back: tuple[float, float, float] = (60, 130, 40)
    split: float = 0.6
    corner: float = 0.1

    def corners(self) -> FloatArray:
        """The 8 corners in the world, (8, 3) mm."""
        return _CORNERS * (np.array(self.size) / 2) @ self.rotation.T + self.centre


@dataclass(frozen=True)
class Camera:
    """A pinhole camera.

    Attributes:
        position: (3,) mm.
        target: the point that appears in the middle of the picture, (3,) mm.
        focal: focal length in pixels.
        size: width, height of the picture in pixels.
        roll: turn about the viewing axis, radians.
    """

    position: FloatArray
    target: FloatArray
    focal: float
    size: tuple[int, int]
    roll: float = 0.0

    def rotation(self) -> FloatArray:
        """World to camera axes (x right, y down, z forward), (3, 3)."""
        forward = self.target - self.position
        forward = forward / np.linalg.norm(forward)
        up = np.array([0.0, 1.0, 0.0]) if abs(forward[2]) > 0.999 else np.array([0.0, 0.0, 1.0])
        right = np.cross(forward, up)
        right /= np.linalg.norm(right)
        down = np.cross(forward, right)
        cos, sin = np.cos(self.roll), np.sin(self.roll)
        return np.stack([cos * right + sin * down, -sin * right + cos * down, forward])

    def project(self, points: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Pixels (N, 2) and depths (N,) of world points (N, 3)."""
        local = (points - self.position) @ self.rotation().T
        depth = np.maximum(local[:, 2], 1e-6)
        middle = np.array(self.size, float) / 2
        return local[:, :2] / depth[:, None] * self.focal + middle, local[:, 2]


@dataclass(frozen=True)
class Light:
    """A lamp far away and the light from everywhere.

    Attributes:
        direction: (3,) from the table to the lamp; z must be positive.
        ambient: share of light that comes from everywhere, 0..1.
        shadow: darkness of cast shadows, 0..1.
        softness: blur of their edges in mm.
    """

    direction: FloatArray = field(default_factory=lambda: np.array([0.3, 0.4, 1.0]))
    ambient: float = 0.6
    shadow: float = 0.5
    softness: float = 6.0

    def shade(self, normal: FloatArray) -> float:
        """Brightness of a surface with this unit normal, relative to one that faces the lamp."""
        towards = self.direction / np.linalg.norm(self.direction)
        return self.ambient + (1 - self.ambient) * max(0.0, float(normal @ towards))


@dataclass(frozen=True)
class Table:
    """A rectangle of cloth or wood in the plane z = 0.

    Attributes:
        texture: BGR picture of the whole table top.
        size: width, depth in mm, centred on the origin.
    """

    texture: ImageArray
    size: tuple[float, float]


@dataclass(frozen=True)
class SeenFace:
    """Ground truth of one printed side.

    Attributes:
        label: as in Box.
        quad: (4, 2) pixels, clockwise from the print's own top left.
        visible: share of the side that is inside the picture and not hidden, 0..1.
        index: position of the box in the scene.
    """

    label: str
    quad: NDArray[np.float32]
    visible: float
    index: int


@dataclass(frozen=True)
class Picture:
    """A rendered photo, the printed sides of the labelled boxes seen in it, and their blank ones.

    The blank sides have the label of their box, and start at the edge that they share with the print.
    """

    image: ImageArray
    faces: tuple[SeenFace, ...]
    sides: tuple[SeenFace, ...] = ()


def turn(yaw: float, pitch: float = 0.0) -> FloatArray:
    """Rotation of a box: ``pitch`` lifts the print towards -y (pi/2 stands it up), then ``yaw`` about z."""
    cy, sy, cp, sp = np.cos(yaw), np.sin(yaw), np.cos(pitch), np.sin(pitch)
    about_z = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1.0]])
    about_x = np.array([[1.0, 0, 0], [0, cp, -sp], [0, sp, cp]])
    return np.asarray(about_z @ about_x, np.float64)


def render(
    boxes: Sequence[Box], camera: Camera, table: Table, backdrop: ImageArray, light: Light | None = None
) -> Picture:
    """Draw the scene, farthest box first.

    Args:
        boxes: tiles and other things.
        camera: the viewer.
        table: the plane they lie on.
        backdrop: what is seen beyond the table, BGR of any size.
        light: the lamp.

    Returns:
        the picture and the truth of every labelled box whose print faces the camera.
    """
    light = light or Light()
    image = _draw_table(camera, table, backdrop)
    _darken(image, _shadow_mask(boxes, camera, light), light.shadow)
    owner = np.zeros(image.shape[:2], np.int32)
    seen: dict[int, NDArray[np.float32]] = {}
    distance = [float(np.linalg.norm(box.centre - camera.position)) for box in boxes]
    for index in np.argsort(distance)[::-1]:
        first = int(index) * len(_SIDES)
        quads = _draw_box(image, owner, boxes[index], first + 1, camera, light)
        if boxes[index].label is not None:
            seen |= {first + which: quad for which, quad in quads.items()}
    counts = np.bincount(owner[owner > 0], minlength=len(boxes) * len(_SIDES) + 1)
    printed: list[SeenFace] = []
    blank: list[SeenFace] = []
    for number, quad in sorted(seen.items()):
        index, which = divmod(number, len(_SIDES))
        face = SeenFace(boxes[index].label or "", quad, _share(counts[number + 1], quad), index)
        (printed if which == 0 else blank).append(face)
    return Picture(image, tuple(printed), tuple(blank))


def _share(count: int, quad: NDArray[np.float32]) -> float:
    return min(1.0, float(count) / max(1.0, float(cv2.contourArea(quad))))


def _draw_table(camera: Camera, table: Table, backdrop: ImageArray) -> ImageArray:
    image = cv2.resize(backdrop, camera.size, interpolation=cv2.INTER_LINEAR)
    width, depth = table.size
    corners = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * np.array([width, depth, 0]) / 2
    outline = _clip_in_front(corners, camera)
    if len(outline) < 3:
        return image.astype(np.uint8)
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, outline.round().astype(np.int32), 255, cv2.LINE_AA)
    h, w = table.texture.shape[:2]
    to_table = np.array([[w / width, 0, w / 2], [0, -h / depth, h / 2], [0, 0, 1]])
    rotation = camera.rotation()
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], -rotation @ camera.position])
    lens = np.array([[camera.focal, 0, camera.size[0] / 2], [0, camera.focal, camera.size[1] / 2], [0, 0, 1]])
    matrix = lens @ plane @ np.linalg.inv(to_table)
    top = cv2.warpPerspective(table.texture, matrix, camera.size, borderMode=cv2.BORDER_REFLECT)
    return np.where(mask[..., None] > 127, top, image).astype(np.uint8)


def _clip_in_front(corners: FloatArray, camera: Camera, near: float = 1.0) -> FloatArray:
    """The part of a polygon before the camera, in pixels."""
    local = (corners - camera.position) @ camera.rotation().T
    kept: list[FloatArray] = []
    for a, b in zip(local, np.roll(local, -1, axis=0), strict=True):
        if a[2] >= near:
            kept.append(a)
        if (a[2] >= near) != (b[2] >= near):
            kept.append(a + (b - a) * (near - a[2]) / (b[2] - a[2]))
    if not kept:
        return np.zeros((0, 2))
    points = np.array(kept)
    pixels = points[:, :2] / points[:, 2:] * camera.focal + np.array(camera.size) / 2
    return np.clip(pixels, -1e5, 1e5)


def _shadow_mask(boxes: Sequence[Box], camera: Camera, light: Light) -> NDArray[np.float32]:
    mask = np.zeros((camera.size[1], camera.size[0]), np.uint8)
    slope = light.direction[:2] / light.direction[2]
    scale = camera.focal / float(np.linalg.norm(camera.target - camera.position))
    for box in boxes:
        corners = box.corners()
        ground = np.column_stack([corners[:, :2] - corners[:, 2:] * slope, np.zeros(8)])
        pixels, depth = camera.project(ground)
        if depth.min() <= 1:
            continue
        hull = cv2.convexHull(pixels.astype(np.float32)).round().astype(np.int32)
        cv2.fillConvexPoly(mask, hull, 255)
    blurred = cv2.GaussianBlur(mask, (0, 0), max(0.6, light.softness * scale / 2))
    return (blurred / 255).astype(np.float32)


def _darken(image: ImageArray, mask: NDArray[np.float32], strength: float) -> None:
    image[:] = (image * (1 - strength * mask[..., None])).astype(np.uint8)


def _draw_box(
    image: ImageArray, owner: NDArray[np.int32], box: Box, number: int, camera: Camera, light: Light
) -> dict[int, NDArray[np.float32]]:
    """Draw the visible sides, numbered on from ``number`` in the map of owners; their quads by side."""
    corners = box.corners()
    pixels, depth = camera.project(corners)
    seen: dict[int, NDArray[np.float32]] = {}
    if depth.min() <= 1:
        return seen
    for which, (indices, axis) in enumerate(_SIDES):
        side = corners[list(indices)]
        normal = box.rotation @ np.array(axis, float)
        if normal @ (camera.position - side.mean(axis=0)) <= 0:
            continue
        quad = pixels[list(indices)].astype(np.float32)
        shade = light.shade(normal)
        _fill(owner, quad, number + which)
        seen[which] = quad
        if which == 0:
            _fill(image, quad, _lit(box.body, shade * 0.93))
            _paste(image, box, quad, shade)
        elif which == 1:
            _fill(image, quad, _lit(box.back, shade))
        else:
            _fill(image, quad, _lit(box.back, shade))
            _fill(image, _upper_part(quad, box.split), _lit(box.body, shade))
    return seen


def _upper_part(quad: NDArray[np.float32], share: float) -> NDArray[np.float32]:
    """The strip of a lateral side next to the print (its first two corners touch the print)."""
    a, b, c, d = quad
    return np.stack([a, b, b + (c - b) * share, a + (d - a) * share])


def _lit(colour: tuple[float, float, float], shade: float) -> tuple[float, float, float]:
    b, g, r = (min(255.0, channel * shade) for channel in colour)
    return b, g, r


def _fill(image: NDArray[np.uint8] | NDArray[np.int32], quad: NDArray[np.float32], colour: object) -> None:
    points = (np.clip(quad, -4096, 65536) * (1 << _SUBPIXEL_BITS)).round().astype(np.int32)
    smooth = cv2.LINE_AA if image.dtype == np.uint8 else cv2.LINE_8
    cv2.fillConvexPoly(image, points, colour, smooth, _SUBPIXEL_BITS)  # type: ignore[call-overload]


def _paste(image: ImageArray, box: Box, quad: NDArray[np.float32], shade: float) -> None:
    """Warp the print with rounded corners onto the quad."""
    height, width = image.shape[:2]
    x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 1, (width, height))
    if x0 >= x1 or y0 >= y1:
        return
    seen = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).max())
    texture = box.texture
    shrink = seen * 1.4 / max(texture.shape[:2])
    if shrink < 1:
        texture = cv2.resize(texture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA).astype(
            np.uint8
        )
    h, w = texture.shape[:2]
    source = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, quad - np.array([x0, y0], np.float32))
    area = (int(x1 - x0), int(y1 - y0))
    lit = np.clip(texture * shade, 0, 255).astype(np.uint8)
    patch = cv2.warpPerspective(lit, matrix, area, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(_rounded(w, h, box.corner), matrix, area)[..., None].astype(np.float32) / 255
    target = image[y0:y1, x0:x1]
    target[:] = (target * (1 - alpha) + patch * alpha).astype(np.uint8)


def _rounded(width: int, height: int, corner: float) -> ImageArray:
    """A filled rectangle with rounded corners, uint8 (height, width)."""
    mask = np.zeros((height, width), np.uint8)
    radius = max(1, round(width * corner))
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask
