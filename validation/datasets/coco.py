"""COCO JSON: `images`, `annotations` with `bbox` [x, y, width, height] in pixels, `categories`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from huopin.validation.datasets.json_files import load_object
from huopin.validation.errors import DatasetError
from huopin.validation.samples import LabelledTile, Sample, box_corners

_PICTURE_FOLDERS = (".", "images", "train", "val", "valid", "test", "../images", "..")


def recognises(path: Path) -> bool:
    """Whether this is a COCO file, or a folder with one."""
    return bool(_files(path))


def read(path: Path) -> tuple[Sample, ...]:
    """The pictures of all its COCO files, crowds left out.

    Raises:
        DatasetError: A field is missing or has the wrong form, or a picture is not there.
    """
    root = path if path.is_dir() else path.parent
    samples = [sample for file in _files(path) for sample in _read_file(root, file)]
    return tuple(sorted(samples, key=lambda sample: sample.name))


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path] if path.suffix == ".json" and _is_coco(path) else []
    return [file for file in sorted(path.rglob("*.json")) if _is_coco(file)]


def _is_coco(path: Path) -> bool:
    try:
        return {"images", "annotations", "categories"} <= load_object(path).keys()
    except DatasetError:
        return False


def _read_file(root: Path, file: Path) -> list[Sample]:
    data = load_object(file)
    try:
        names = {category["id"]: str(category["name"]) for category in data["categories"]}
        tiles: dict[Any, list[LabelledTile]] = defaultdict(list)
        for place, annotation in enumerate(data["annotations"]):
            if not annotation.get("iscrowd"):
                tiles[annotation["image_id"]].append(_tile(root, file, place, annotation, names))
        return [_sample(root, file, image, tiles[image["id"]]) for image in data["images"]]
    except (KeyError, TypeError, ValueError) as error:
        raise DatasetError(f"{file}: expected COCO fields, got {type(error).__name__}: {error}") from None


def _tile(
    root: Path, file: Path, place: int, annotation: Mapping[str, Any], names: Mapping[Any, str]
) -> LabelledTile:
    x, y, width, height = map(float, annotation["bbox"])
    where = f"{file.relative_to(root)} annotation {annotation.get('id', place)}"
    return LabelledTile(names[annotation["category_id"]], box_corners(x, y, x + width, y + height), where)


def _sample(root: Path, file: Path, image: Mapping[str, Any], tiles: list[LabelledTile]) -> Sample:
    picture = _picture(file, str(image["file_name"]))
    name = picture.relative_to(root).as_posix() if picture.is_relative_to(root) else picture.name
    return Sample(name, picture, tuple(tiles), (float(image["width"]), float(image["height"])))


def _picture(file: Path, name: str) -> Path:
    candidates = [file.parent / folder / name for folder in _PICTURE_FOLDERS]
    found = next((path for path in candidates if path.is_file()), None)
    if found is None:
        raise DatasetError(f"{file}: expected the picture {name!r} beside it or in images/, found none")
    return found.resolve() if ".." in found.parts else found
