"""Our own truth: `NAME.json` with `tiles` beside the photo it names; `docs/truth.md` has the fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from huopin.validation.datasets.json_files import Entry, as_length, as_text, json_objects
from huopin.validation.errors import DatasetError
from huopin.validation.samples import Corners, LabelledTile, Sample, in_picture, outline_corners


def recognises(path: Path) -> bool:
    """Whether this is a truth file, or a folder with one."""
    return next(_truths(path), None) is not None


def read(path: Path) -> tuple[Sample, ...]:
    """The photos with their tiles.

    Raises:
        DatasetError: A field is missing or is not as it should be, or the photo is not there.
    """
    return tuple(map(_sample, _truths(path)))


def _truths(path: Path) -> Iterator[Entry]:
    return json_objects(path, _is_truth)


def _is_truth(data: Mapping[str, Any]) -> bool:
    return "tiles" in data and ("photo" in data or "size" in data)


def _sample(truth: Entry) -> Sample:
    file = truth.root / truth.where
    photo = truth.get("photo", as_text, "the file name of a photo beside it")
    picture = file.parent / photo
    if not picture.is_file():
        raise DatasetError(f"{file}: expected the photo {photo!r} beside it, found none")
    size = truth.get("size", _size, "[width, height] of the photo in pixels")
    tiles = tuple(_tile(tile, size) for tile in truth.entries("tiles", "tile"))
    return Sample(picture.relative_to(truth.root).as_posix(), picture, tiles, size)


def _size(value: Any) -> tuple[float, float]:
    width, height = map(as_length, value)
    return width, height


def _tile(tile: Entry, size: tuple[float, float]) -> LabelledTile:
    face = tile.get("face", as_text, "what the tile shows, such as 5m")

    def quad(value: Any) -> Corners:
        points = [(float(x), float(y)) for x, y in value]
        if len(points) != 4:
            raise ValueError
        return in_picture(outline_corners(points), *size)

    expected = f"four corners [x, y] in pixels, on the photo of {size[0]:g} x {size[1]:g}"
    return LabelledTile(face, tile.get("quad", quad, expected), tile.where)
