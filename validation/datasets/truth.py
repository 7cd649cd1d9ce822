"""Our own truth: `NAME.json` with `tiles` beside the photo it names; `docs/truth.md` has the fields."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from huopin.validation.datasets.json_files import load_object
from huopin.validation.errors import DatasetError
from huopin.validation.samples import LabelledTile, Sample, outline_corners


def recognises(path: Path) -> bool:
    """Whether this is a truth file, or a folder with one."""
    return bool(_files(path))


def read(path: Path) -> tuple[Sample, ...]:
    """The photos with their tiles.

    Raises:
        DatasetError: A tile has no face or no quad, or the photo is not there.
    """
    root = path if path.is_dir() else path.parent
    return tuple(_sample(root, file) for file in _files(path))


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path] if path.suffix == ".json" and _is_truth(path) else []
    return [file for file in sorted(path.rglob("*.json")) if _is_truth(file)]


def _is_truth(path: Path) -> bool:
    try:
        data = load_object(path)
    except DatasetError:
        return False
    return isinstance(data.get("tiles"), list) and "photo" in data and "size" in data


def _sample(root: Path, file: Path) -> Sample:
    data = load_object(file)
    picture = file.parent / str(data["photo"])
    if not picture.is_file():
        raise DatasetError(f"{file}: expected the photo {data['photo']!r} beside it, found none")
    try:
        width, height = map(float, data["size"])
        where = file.relative_to(root).as_posix()
        tiles = tuple(_tile(where, place, tile) for place, tile in enumerate(data["tiles"], 1))
    except (KeyError, TypeError, ValueError) as error:
        raise DatasetError(
            f"{file}: expected tiles with face and quad (docs/truth.md), got {type(error).__name__}: {error}"
        ) from None
    return Sample(picture.relative_to(root).as_posix(), picture, tiles, (width, height))


def _tile(where: str, place: int, tile: Mapping[str, Any]) -> LabelledTile:
    points = [(float(x), float(y)) for x, y in tile["quad"]]
    if len(points) != 4:
        raise ValueError(f"a quad of {len(points)} corners")
    return LabelledTile(str(tile["face"]), outline_corners(points), f"{where} tile {tile.get('id', place)}")
