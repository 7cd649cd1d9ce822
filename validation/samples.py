"""Labelled samples: photos with the tiles on them, or crops of single tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np

from huopin.batch.photos import is_picture
from huopin.validation.errors import DatasetError
from huopin.vision.geometry import Quads

WHOLE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
"""Corners of a crop that shows one tile, in units of its sides."""

Corners: TypeAlias = tuple[tuple[float, float], ...]
"""Four [x, y], clockwise."""

_OVERHANG: Final = 0.05
"""Labels of tiles that the picture's edge cuts may reach out of it by this share of its side."""


@dataclass(frozen=True)
class LabelledTile:
    """One labelled tile.

    Attributes:
        face: Class name; in a `Dataset` a token such as `5m`, or `back`.
        corners: Four of them, in the units of the sample's `size`.
        source: Where the label stands, such as `labels/a.txt line 3`.
    """

    face: str
    corners: Corners
    source: str


@dataclass(frozen=True)
class Sample:
    """A photo with its tiles, or a crop of one.

    Attributes:
        name: Relative to the data set.
        path: The picture.
        tiles: In the order of the labels.
        size: Width and height of the picture in the units of the corners; (1, 1) for relative ones.
        crop: Whether the picture is a crop that one tile fills.
    """

    name: str
    path: Path
    tiles: tuple[LabelledTile, ...]
    size: tuple[float, float] = (1.0, 1.0)
    crop: bool = False

    @property
    def group(self) -> str:
        """What the sample belongs to: its name up to the first dash, as in `green-d010.jpg`."""
        return Path(self.name).stem.partition("-")[0]

    def quads(self, width: int, height: int) -> Quads:
        """Corners of the tiles in pixels of the picture of that size, (N, 4, 2)."""
        scale = np.array([width / self.size[0], height / self.size[1]])
        corners = np.array([tile.corners for tile in self.tiles], np.float64).reshape(-1, 4, 2)
        return np.asarray(corners * scale, np.float32)


@dataclass(frozen=True)
class Dataset:
    """A data set.

    Attributes:
        path: Where it is.
        form: Its form, one of `huopin.validation.datasets.FORMS`.
        samples: Photos or crops, at least one.
    """

    path: Path
    form: str
    samples: tuple[Sample, ...]

    @property
    def of_crops(self) -> bool:
        """Whether it holds crops, with nothing to find."""
        return all(sample.crop for sample in self.samples)

    @property
    def unit(self) -> str:
        """What its samples are: `photo` or `crop`."""
        return "crop" if self.of_crops else "photo"

    def without(self, sources: Iterable[str]) -> Dataset:
        """The data set without the labels that stand in these places.

        Raises:
            DatasetError: There is no label in one of them.
        """
        left_out = set(sources)
        known = {tile.source for sample in self.samples for tile in sample.tiles}
        if unknown := sorted(left_out - known):
            raise DatasetError(f"expected places of labels such as {min(known)!r}, got {unknown[0]!r}")
        samples = tuple(
            replace(sample, tiles=tuple(tile for tile in sample.tiles if tile.source not in left_out))
            for sample in self.samples
        )
        return replace(self, samples=samples)


def pictures_below(folder: Path) -> Iterator[Path]:
    """Every photo in a folder and its subfolders, by name."""
    return iter(sorted(path for path in folder.rglob("*") if is_picture(path) and path.is_file()))


def box_corners(x0: float, y0: float, x1: float, y1: float) -> Corners:
    """The corners of a box, clockwise from the top left."""
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def outline_corners(points: list[tuple[float, float]]) -> Corners:
    """The corners of a polygon: its own four, made clockwise, or those of the box around it."""
    if len(points) != 4:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return box_corners(min(xs), min(ys), max(xs), max(ys))
    return tuple(points if _area(points) >= 0 else points[::-1])


def in_picture(corners: Corners, width: float = 1.0, height: float = 1.0) -> Corners:
    """The corners, when they can be those of a tile in a picture of that size.

    Raises:
        ValueError: One is no finite place or lies off the picture, or there is nothing between them.
    """
    for points, side in (([x for x, _ in corners], width), ([y for _, y in corners], height)):
        if not all(-_OVERHANG * side <= point <= (1 + _OVERHANG) * side for point in points):
            raise ValueError(f"off the picture of {width:g} x {height:g}")
    if not _area(corners) > 0:
        raise ValueError("nothing between the corners")
    return corners


def _area(corners: Sequence[tuple[float, float]]) -> float:
    """Above 0 when the corners go round clockwise, the y axis pointing down."""
    following = [*corners[1:], *corners[:1]]
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(corners, following, strict=True)) / 2
