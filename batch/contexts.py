"""Where each photo's own context stands: a table for all, a sidecar `NAME.json` or `NAME.toml` for one."""

from __future__ import annotations

import csv
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from huopin.batch.errors import BatchError
from huopin.commands.errors import ContextError
from huopin.commands.situation import ALIASES, Situation, option_names

_PHOTO_COLUMN: Final = "photo"
_EXTRA: Final = ""
"""Where the table's reader puts cells beyond the last column; no column can be called so."""

_TRUTH_ONLY: Final = frozenset(("photo", "size", "hand", "expected", "tiles"))


@dataclass(frozen=True)
class Context:
    """What is said about one photo.

    Attributes:
        values: By option name.
        source: Where it says so, for messages.
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""

    def over(self, situation: Situation) -> Situation:
        """The situation with these values.

        Raises:
            ContextError: a value cannot be; names the place.
        """
        try:
            return situation.overlaid(self.values)
        except ContextError as error:
            raise ContextError(f"{self.source}: {error}") from None


def read_table(path: Path) -> dict[str, Context]:
    """The contexts in a CSV with a column `photo` (path relative to the folder) and columns named as options.

    Raises:
        BatchError: It cannot be read, has a column that nobody knows or one twice, a row with more cells than
            columns or without a photo, or names a photo twice.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.DictReader(stream, restkey=_EXTRA, restval="")
            _check_columns(path, reader.fieldnames or ())
            return _unique(path, [_row(f"{path} line {reader.line_num}", row) for row in reader])
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BatchError(f"{path}: expected a CSV file in UTF-8, got {reason}") from None


def _check_columns(path: Path, columns: Sequence[str]) -> None:
    if _PHOTO_COLUMN not in columns:
        raise BatchError(
            f"{path}: expected a column {_PHOTO_COLUMN!r}, got {', '.join(columns) or 'nothing'}"
        )
    unknown = [name for name in columns if _option(name) not in {*option_names(), _PHOTO_COLUMN}]
    twice = [name for place, name in enumerate(columns) if _option(name) in map(_option, columns[:place])]
    if twice:
        raise BatchError(f"{path}: expected each column once, got {twice[0]!r} again")
    if unknown:
        raise BatchError(
            f"{path}: expected columns photo, {', '.join(sorted(option_names()))}, got {unknown[0]!r}"
        )


def _option(name: str) -> str:
    plain = name.strip().replace("-", "_")
    return ALIASES.get(plain, plain)


def _row(source: str, row: dict[str, Any]) -> tuple[str, Context]:
    """The photo of a row and what is said about it."""
    if extra := "".join(row.pop(_EXTRA, ())).strip():
        raise BatchError(f"{source}: expected a cell for each of the {len(row)} columns, got {extra!r} too")
    photo = row[_PHOTO_COLUMN].strip()
    if not photo:
        raise BatchError(f"{source}: expected a photo, got an empty cell in the column {_PHOTO_COLUMN}")
    values = {_option(name): text.strip() for name, text in row.items() if name != _PHOTO_COLUMN}
    return Path(photo).as_posix(), Context(values, source)


def _unique(path: Path, rows: list[tuple[str, Context]]) -> dict[str, Context]:
    table: dict[str, Context] = {}
    for photo, context in rows:
        if photo in table:
            raise BatchError(f"{path}: expected each photo once, got {photo!r} again ({context.source})")
        table[photo] = context
    return table


def read_sidecar(photo: Path) -> Context:
    """The context in the sidecar of a photo; an empty one when it has none.

    A truth file (`docs/truth.md`) is a sidecar too: its caishen and context count, its tiles do not.

    Raises:
        ContextError: It cannot be read, or there are two.
    """
    found = [path for suffix in (".json", ".toml") if (path := photo.with_suffix(suffix)).is_file()]
    if not found:
        return Context()
    path, *others = found
    if others:
        raise ContextError(f"{path}: expected one sidecar for a photo, got {others[0].name} too; keep one")
    data = _load(path)
    named = {_option(name): value for name, value in data.items() if name not in _TRUTH_ONLY}
    inner = named.pop("context", {})
    if not isinstance(inner, Mapping):
        raise ContextError(f"{path}: expected context to be an object, got {inner!r}")
    return Context({**named, **{_option(name): value for name, value in inner.items()}}, str(path))


def _load(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8-sig")
        data = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except (OSError, ValueError) as error:  # of JSON, TOML and Unicode alike
        raise ContextError(f"{path}: expected {path.suffix[1:].upper()}, got {error}") from None
    if not isinstance(data, dict):
        raise ContextError(f"{path}: expected an object, got {type(data).__name__}")
    return data
