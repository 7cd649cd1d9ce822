"""JSON files of data sets: which are meant, and what exactly is wrong with one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from huopin.batch.photos import is_picture
from huopin.validation.errors import DatasetError
from huopin.validation.files import read_text

T = TypeVar("T")


@dataclass(frozen=True)
class Entry:
    """An object in a JSON file; a field that is not as it should be is told with its place.

    Attributes:
        root: The data set's folder.
        where: File, relative to it, and place in the file.
        value: What stands there.
    """

    root: Path
    where: str
    value: Any

    def get(self, name: str, convert: Callable[[Any], T], expected: str) -> T:
        """A field, converted; `expected` says in words what it should be.

        Raises:
            DatasetError: It is missing, or cannot be converted.
        """
        try:
            return convert(self.value[name])
        except (LookupError, TypeError, ValueError):
            got = json.dumps(self.optional(name), ensure_ascii=False)
            shown = (got if len(got) <= 60 else f"{got[:60]}…") if self._has(name) else "none"
            raise DatasetError(
                f"{self.root / self.where}: expected {name}: {expected}, got {shown}"
            ) from None

    def optional(self, name: str) -> Any:
        """A field as it stands; None when it is missing."""
        return self.value[name] if self._has(name) else None

    def entries(self, name: str, kind: str) -> Iterator[Entry]:
        """The objects of a list, each called after its kind and its own `id`, or else its place from 1."""
        for place, value in enumerate(self.get(name, as_list, f"a list, one object for each {kind}"), 1):
            number = value.get("id", place) if isinstance(value, Mapping) else place
            yield Entry(self.root, f"{self.where} {kind} {number}", value)

    def _has(self, name: str) -> bool:
        return isinstance(self.value, Mapping) and name in self.value


def json_objects(path: Path, is_meant: Callable[[Mapping[str, Any]], bool]) -> Iterator[Entry]:
    """The JSON objects of one kind: that of a file, or those of all files below a folder.

    Raises:
        DatasetError: A file is damaged that was asked for by name or lies beside a photo of its name.
    """
    files = [path] if path.is_file() else sorted(path.rglob("*.json"))
    for file in files:
        if file.suffix != ".json" or not file.is_file():
            continue
        try:
            data = json.loads(read_text(file))
        except (DatasetError, ValueError) as error:
            if file != path and not _beside_photo(file):
                continue
            raise DatasetError(f"{file}: expected a JSON file, got {error}") from None
        if isinstance(data, Mapping) and is_meant(data):
            root = path if path.is_dir() else path.parent
            yield Entry(root, file.relative_to(root).as_posix(), data)


def _beside_photo(file: Path) -> bool:
    return any(other.stem == file.stem and is_picture(other) for other in file.parent.iterdir())


def as_list(value: Any) -> list[Any]:
    """A list.

    Raises:
        TypeError: It is something else.
    """
    if not isinstance(value, list):
        raise TypeError
    return value


def as_text(value: Any) -> str:
    """A text that says something.

    Raises:
        TypeError: It is something else.
    """
    if not isinstance(value, str) or not value.strip():
        raise TypeError
    return value


def as_length(value: Any) -> float:
    """A length above 0.

    Raises:
        TypeError, ValueError: It is something else.
    """
    length = float(value)
    if not 0 < length < float("inf"):
        raise ValueError
    return length
