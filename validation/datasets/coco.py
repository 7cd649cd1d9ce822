"""COCO JSON: `images`, `annotations` with `bbox` [x, y, width, height] in pixels, `categories`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from huopin.validation.datasets.json_files import Entry, as_length, as_text, json_objects
from huopin.validation.errors import DatasetError
from huopin.validation.samples import Corners, LabelledTile, Sample, box_corners, in_picture

_PICTURE_FOLDERS = (".", "images", "train", "val", "valid", "test", "../images", "..")

Id: TypeAlias = int | str


def recognises(path: Path) -> bool:
    """Whether this is a COCO file, or a folder with one."""
    return next(_files(path), None) is not None


def read(path: Path) -> tuple[Sample, ...]:
    """The pictures of all its COCO files, crowds left out.

    Raises:
        DatasetError: A field is missing or is not as it should be, or a picture is not there.
    """
    samples = [sample for whole in _files(path) for sample in _read_file(whole)]
    return tuple(sorted(samples, key=lambda sample: sample.name))


def _files(path: Path) -> Iterator[Entry]:
    return json_objects(path, _is_coco)


def _is_coco(data: Mapping[str, Any]) -> bool:
    return {"images", "annotations"} <= data.keys()


def _read_file(whole: Entry) -> list[Sample]:
    names = {
        _id(category): category.get("name", as_text, "the name of a class")
        for category in whole.entries("categories", "category")
    }
    images: dict[Id, tuple[Sample, list[LabelledTile]]] = {
        _id(image): (_sample(whole, image), []) for image in whole.entries("images", "image")
    }
    for annotation in whole.entries("annotations", "annotation"):
        if not annotation.optional("iscrowd"):
            sample, tiles = annotation.get("image_id", images.__getitem__, "the id of one of the images")
            tiles.append(_tile(annotation, names, sample.size))
    return [replace(sample, tiles=tuple(tiles)) for sample, tiles in images.values()]


def _id(entry: Entry) -> Id:
    def convert(value: Any) -> Id:
        if not isinstance(value, int | str):
            raise TypeError
        return value

    return entry.get("id", convert, "a whole number or a text")


def _tile(annotation: Entry, names: Mapping[Id, str], size: tuple[float, float]) -> LabelledTile:
    def box(value: Any) -> Corners:
        x, y, width, height = map(float, value)
        return in_picture(box_corners(x, y, x + width, y + height), *size)

    face = annotation.get("category_id", names.__getitem__, "the id of one of the categories")
    expected = f"[x, y, width, height] in pixels, on the picture of {size[0]:g} x {size[1]:g}"
    return LabelledTile(face, annotation.get("bbox", box, expected), annotation.where)


def _sample(whole: Entry, image: Entry) -> Sample:
    picture = _picture(whole.root / whole.where, image.get("file_name", as_text, "the picture's file name"))
    name = picture.relative_to(whole.root).as_posix() if picture.is_relative_to(whole.root) else picture.name
    width, height = (
        image.get(side, as_length, "that of the picture in pixels") for side in ("width", "height")
    )
    return Sample(name, picture, (), (width, height))


def _picture(file: Path, name: str) -> Path:
    candidates = [file.parent / folder / name for folder in _PICTURE_FOLDERS]
    found = next((path for path in candidates if path.is_file()), None)
    if found is None:
        raise DatasetError(f"{file}: expected the picture {name!r} beside it or in images/, found none")
    return found.resolve() if ".." in found.parts else found
