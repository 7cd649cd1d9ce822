"""A CSV of crops: a column with the file and one with the label, under any usual heading."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from huopin.validation.errors import DatasetError
from huopin.validation.files import read_text
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
    return () if table is None else tuple(_samples(table))


def _table(path: Path) -> Path | None:
    files = [path] if path.is_file() else sorted(path.glob("*.csv"))
    return next((file for file in files if _is_table(file, asked_for=file == path)), None)


def _is_table(file: Path, asked_for: bool) -> bool:
    """Whether a file has the columns; a damaged one is told only when it was asked for by name."""
    if file.suffix.lower() != ".csv" or not file.is_file():
        return False
    try:
        return all(_columns(_reader(file)))
    except DatasetError:
        if asked_for:
            raise
        return False


def _reader(file: Path) -> csv.DictReader[str]:
    return csv.DictReader(io.StringIO(read_text(file)))


def _columns(reader: csv.DictReader[str]) -> tuple[str, str]:
    """The headings of the file and the label column; empty where there is none."""
    try:
        headings = reader.fieldnames or []
    except csv.Error:
        headings = []
    return _first(headings, _FILE_COLUMNS), _first(headings, _FACE_COLUMNS)


def _first(headings: Sequence[str], wanted: Sequence[str]) -> str:
    named = {heading.strip().lower(): heading for heading in headings}
    return next((named[name] for name in wanted if name in named), "")


def _samples(table: Path) -> Iterator[Sample]:
    reader = _reader(table)
    columns = _columns(reader)
    try:
        for row in reader:
            yield _sample(table, reader.line_num, row, *columns)
    except csv.Error as error:
        raise DatasetError(f"{table} line {reader.line_num}: expected a row of CSV, got {error}") from None


def _sample(table: Path, line: int, row: Mapping[str, str | None], file: str, face: str) -> Sample:
    name, label = row.get(file) or "", row.get(face) or ""
    picture = table.parent / name
    if not name or not label or not picture.is_file():
        raise DatasetError(
            f"{table} line {line}: expected an existing file and its label, got {name!r}, {label!r}"
        )
    tile = LabelledTile(label.strip(), WHOLE, f"{table.name} line {line}")
    return Sample(Path(name).as_posix(), picture, (tile,), crop=True)
