"""Rows that survive whatever happens: appended whole, one JSON object a line, none lost and none twice.

A row is appended with one write and only then counts as done, so a process killed at any moment leaves at
most one torn last line; opening the journal again cuts that off. Rows come in the order in which photos
finish, and of a photo that is done again the last row counts; `sort` leaves one row for each photo, in their
order, by replacing the file in one step.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import NoneType
from typing import Any, Final, TypeAlias

from huopin.batch.errors import BatchError
from huopin.vision import files

Row: TypeAlias = dict[str, Any]
"""One photo's result; `docs/batch.md` has the fields. `photo` tells rows apart."""

FIELDS: Final[Mapping[str, tuple[type, ...]]] = {
    "photo": (str,),
    "verdict": (str,),
    "verdict_code": (str,),
    "tiles": (list,),
    "hand": (str, NoneType),
    "confidence": (float, int),
    "total": (int, NoneType),
    "fans": (dict, NoneType),
    "problem": (str, NoneType),
    "situation": (dict,),
    "seconds": (dict,),
}
"""Fields that every row has, and what they hold: by these a file of other rows is told."""


def wins(row: Row) -> bool:
    """Whether the hand wins: it has a total, or a class in Wenzhou."""
    return row["total"] is not None or row.get("class") not in (None, "refused")


class Journal:
    """A file of rows, one for each photo; close it, or use it as a context.

    Args:
        path: The file; created when it is not there.
        resume: Whether rows that are already there are kept.
        force: Whether they are thrown away; with neither there must be none.

    Raises:
        BatchError: There are rows already and neither is set, it holds something else or is no file,
            another run writes to it, or it cannot be written.
    """

    def __init__(self, path: Path, resume: bool = False, force: bool = False) -> None:
        self.path = path
        self._places: dict[str, int] = {}
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as error:
            raise unwritable(path, error) from None
        try:
            if not stat.S_ISREG(os.fstat(self._file).st_mode):  # a device may be read and written without end
                raise BatchError(f"{path}: expected a file for the rows, got a pipe or device")
            self._lock()
            if force:
                os.ftruncate(self._file, 0)
            if not resume and os.fstat(self._file).st_size:
                raise BatchError(
                    f"{path}: holds rows already; --resume goes on with them, --force starts anew"
                )
            os.ftruncate(self._file, self._scan())
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def __contains__(self, photo: str) -> bool:
        return photo in self._places

    def __len__(self) -> int:
        return len(self._places)

    def append(self, row: Row) -> None:
        """Writes a row.

        Raises:
            BatchError: It cannot be written, as on a full disk.
        """
        line = memoryview(encode(row))
        place = os.fstat(self._file).st_size
        try:
            while line:
                line = line[os.write(self._file, line) :]
        except OSError as error:
            raise BatchError(f"{unwritable(self.path, error)}; --resume goes on") from None
        self._places[row["photo"]] = place

    def rows(self, photos: Iterable[str] | None = None) -> Iterator[Row]:
        """The rows of these photos in their order; in the order of the file when None."""
        with self.path.open("rb") as stream:
            for photo in self._places if photos is None else photos:
                stream.seek(self._places[photo])
                yield json.loads(stream.readline())

    def sort(self) -> None:
        """Leaves one row for each photo, in the order of the photos, in one step."""
        ordered = sorted(self._places)
        with replacing(self.path) as draft, draft.open("wb") as stream:
            stream.writelines(map(encode, self.rows(ordered)))
        self._places = {}
        self._file, old = os.open(self.path, os.O_RDWR | os.O_APPEND), self._file
        os.close(old)
        self._lock()
        self._scan()

    def _scan(self) -> int:
        """Learns where rows stand; returns where the last whole one ends."""
        end = 0
        with self.path.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                if not line.endswith(b"\n"):
                    break
                self._places[self._photo(number, line)] = end
                end += len(line)
        return end

    def _photo(self, number: int, line: bytes) -> str:
        try:
            row = json.loads(line)
            if all(isinstance(row[field], kinds) for field, kinds in FIELDS.items()):
                return str(row["photo"])
        except (ValueError, KeyError, TypeError, RecursionError):
            pass
        start = line[:40].decode("utf-8", "replace").strip()
        raise BatchError(
            f"{self.path}: expected rows of huopin batch, got {start!r} on line {number}; "
            "give another --output"
        )

    def _lock(self) -> None:
        """Keeps a second run out; the system frees the lock when the process ends, however it ends."""
        if sys.platform == "win32":
            return  # two runs there are kept apart by nobody
        import fcntl

        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BatchError(f"{self.path}: another run is writing to it; wait for it or stop it") from None


def encode(row: Mapping[str, Any]) -> bytes:
    """A row as a line of JSON in UTF-8; bytes of a file name that are no UTF-8 become JSON escapes."""
    return (json.dumps(row, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


def unwritable(path: Path, error: OSError) -> BatchError:
    """What is told of a file that cannot be written."""
    return BatchError(f"{path}: cannot be written ({(error.strerror or str(error)).lower()})")


def require_replaceable(path: Path) -> None:
    """Refuses a file that `replacing` cannot write, before any work is done.

    Raises:
        BatchError: It is no file, or its folder takes none.
    """
    try:
        files.replaceable(path)
    except OSError as error:
        raise unwritable(path, error) from None


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A draft beside a file, which takes the file's place when all went well and is removed otherwise.

    Raises:
        BatchError: It cannot be written.
    """
    try:
        with files.replacing(path) as draft:
            yield draft
    except OSError as error:
        raise unwritable(path, error) from None
