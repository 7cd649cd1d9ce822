"""YOLO: `images/…/NAME.jpg` with `labels/…/NAME.txt`, class names in `data.yaml` or `classes.txt`.

The label file of a picture is found as Ultralytics does it: the last `images` in the path becomes `labels`; a
folder without either holds both side by side. A line is a class index and a box (centre x, centre y, width,
height) or a polygon (x1 y1 x2 y2 …), all relative to the picture. A picture without a label file has no
tiles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from huopin.validation.errors import DatasetError
from huopin.validation.files import read_text
from huopin.validation.samples import (
    Corners,
    LabelledTile,
    Sample,
    box_corners,
    in_picture,
    outline_corners,
    pictures_below,
)

_NAME_FILES = ("data.yaml", "data.yml", "dataset.yaml", "dataset.yml", "classes.txt", "obj.names")


def recognises(path: Path) -> bool:
    """Whether this is a YAML file, or a folder with label files for its pictures."""
    if path.is_file():
        return path.suffix in (".yaml", ".yml")
    return any(_label_file(picture).is_file() for picture in pictures_below(path))


def read(path: Path) -> tuple[Sample, ...]:
    """The pictures below the folder with their labels.

    Raises:
        DatasetError: There are no class names, or a label line is not as expected.
    """
    root = path.parent if path.is_file() else path
    names = _class_names(path if path.is_file() else _name_file(root))
    samples = [_sample(root, picture, names) for picture in pictures_below(root)]
    if not any(_label_file(sample.path).is_file() for sample in samples):
        raise DatasetError(
            f"{root}: expected label files such as labels/NAME.txt beside images/NAME.jpg, found none"
        )
    return tuple(samples)


def read_labels(path: Path) -> list[tuple[int, Corners, int]]:
    """Class index, corners (relative) and line number of every label in a file.

    Raises:
        DatasetError: A line is neither a box nor a polygon within the picture.
    """
    labels = []
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if line.strip():
            try:
                labels.append((*_label(line.split()), number))
            except ValueError:
                raise DatasetError(
                    f"{path} line {number}: expected a class (whole number) and a box (4 numbers) or a "
                    f"polygon (x y pairs) within the picture (0 to 1), got {line[:60]!r}"
                ) from None
    return labels


def _label(words: list[str]) -> tuple[int, Corners]:
    """Class index and corners.

    Raises:
        ValueError: They are none.
    """
    index, *values = map(float, words)
    if not index.is_integer():
        raise ValueError(f"a part of a class: {index}")
    if len(values) == 4:
        x, y, width, height = values
        corners = box_corners(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    elif len(values) >= 6 and len(values) % 2 == 0:
        corners = outline_corners(list(zip(values[::2], values[1::2], strict=True)))
    else:
        raise ValueError(f"{len(values)} numbers")
    return int(index), in_picture(corners)


def _sample(root: Path, picture: Path, names: Mapping[int, str]) -> Sample:
    file = _label_file(picture)
    labels = read_labels(file) if file.is_file() else []
    tiles = []
    for index, corners, line in labels:
        where = f"{file.relative_to(root)} line {line}"
        if index not in names:
            raise DatasetError(f"{root / where}: expected a class of {_range(names)}, got {index}")
        tiles.append(LabelledTile(names[index], corners, where))
    return Sample(picture.relative_to(root).as_posix(), picture, tuple(tiles))


def _range(names: Mapping[int, str]) -> str:
    return f"{min(names)} to {max(names)}" if names else "the names file, which is empty"


def _label_file(picture: Path) -> Path:
    parts = list(picture.parts)
    if "images" in parts:
        last = len(parts) - 1 - parts[::-1].index("images")
        parts[last] = "labels"
    return Path(*parts).with_suffix(".txt")


def _name_file(root: Path) -> Path:
    """The file of class names: in the data set or, for one split of a set, in the folder above."""
    candidates = [folder / name for folder in (root, root.parent) for name in _NAME_FILES]
    found = next((path for path in candidates if path.is_file()), None)
    if found is None:
        raise DatasetError(f"{root}: expected class names in data.yaml or classes.txt, found neither")
    return found


def _class_names(path: Path) -> Mapping[int, str]:
    try:
        text = read_text(path)
        if path.suffix not in (".yaml", ".yml"):
            return dict(enumerate(line.strip() for line in text.splitlines() if line.strip()))
        return _yaml_names(yaml.safe_load(text))
    except (yaml.YAMLError, TypeError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise DatasetError(
            f"{path}: expected a list or table of class names under names:, got {reason}"
        ) from None


def _yaml_names(data: Any) -> Mapping[int, str]:
    names = data.get("names") if isinstance(data, Mapping) else None
    if isinstance(names, Sequence) and not isinstance(names, str):
        names = dict(enumerate(names))
    if not isinstance(names, Mapping) or None in names.values():
        raise ValueError(f"{names!r}")
    return {int(index): str(name) for index, name in names.items()}
