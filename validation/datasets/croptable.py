"""A CSV of crops: a column with the file and one with the label, under any usual heading."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from huopin.validation.errors import DatasetError
from huopin.validation.samples import WHOLE, LabelledTile, Sample

_FILE_COLUMNS = ("file", "filename", "file_name", "image", "image_name", "path", "crop", "photo")
_FACE_COLUMNS = ("face", "label", "class", "class_name", "label_name", "name", "tile")


def recognises(path: Path) -> bool:
    """Whether this is a CSV with a file and a label column, or a folder with one."""
    return _table(path) is not None


def read(path: Path) -> tuple[Sample, ...]:
    """Every row as a crop of the tile that it names.

    Raises:
        DatasetError: A row is incomplete, or its picture is not there.
    """
    table = _table(path)
    if table is None:
        return ()
    return tuple(_samples(table))


def _table(path: Path) -> Path | None:
    files = [path] if path.is_file() else sorted(path.glob("*.csv"))
    return next((file for file in files if file.suffix.lower() == ".csv" and _columns(file)), None)


def _columns(file: Path) -> tuple[str, str] | None:
    """The headings of the file and the label column."""
    with file.open(encoding="utf-8-sig", newline="") as stream:
        try:
            headings = next(csv.reader(stream), [])
        except (UnicodeDecodeError, csv.Error):
            return None
    found = _first(headings, _FILE_COLUMNS), _first(headings, _FACE_COLUMNS)
    return (found[0], found[1]) if found[0] and found[1] else None


def _first(headings: Sequence[str], wanted: Sequence[str]) -> str:
    named = {heading.strip().lower(): heading for heading in headings}
    return next((named[name] for name in wanted if name in named), "")


def _samples(table: Path) -> Iterator[Sample]:
    columns = _columns(table)
    if columns is None:
        return
    with table.open(encoding="utf-8-sig", newline="") as stream:
        try:
            for row in (reader := csv.DictReader(stream)):
                yield _sample(table, reader.line_num, row, *columns)
        except (UnicodeDecodeError, csv.Error) as error:
            raise DatasetError(f"{table}: expected a CSV file in UTF-8, got {error}") from None


def _sample(table: Path, line: int, row: Mapping[str, str | None], file: str, face: str) -> Sample:
    name, label = row.get(file) or "", row.get(face) or ""
    picture = table.parent / name
    if not name or not label or not picture.is_file():
        raise DatasetError(
            f"{table} line {line}: expected an existing file and its label, got {name!r}, {label!r}"
        )
    tile = LabelledTile(label.strip(), WHOLE, f"{table.name} line {line}")
    return Sample(Path(name).as_posix(), picture, (tile,), crop=True)
