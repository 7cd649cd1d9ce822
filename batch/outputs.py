"""Rows as tables for spreadsheets and data frames: CSV and Parquet, made from the journal in one step."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from huopin.batch.errors import BatchError
from huopin.batch.journal import Row, replacing

Cell = str | int | float | None
Write = Callable[[Iterable[Row], Path], None]

_SEATS: Final = "ESWN"
COLUMNS: Final[Mapping[str, type]] = {
    "photo": str,
    "verdict_code": str,
    "verdict": str,
    "confidence": float,
    "tiles": str,
    "unsure": int,
    "hand": str,
    "total": int,
    "fans": str,
    "class": str,
    "multiplier": int,
    "caishen_as": str,
    "room": str,
    **dict.fromkeys(_SEATS, int),
    "refused": str,
    "problem": str,
    "seconds": float,
}
"""Columns and the type of their cells; `docs/batch.md` says what they hold."""


def cells(row: Row) -> dict[str, Cell]:
    """A row as one line of a table."""
    settlement = row.get("settlement") or {}
    fans = row["fans"] or {}
    return {
        "photo": _whole(row["photo"]),
        "verdict_code": row["verdict_code"],
        "verdict": _whole(row["verdict"]),
        "confidence": row["confidence"],
        "tiles": " ".join(tile["face"] for tile in row["tiles"]),
        "unsure": sum(not tile["sure"] for tile in row["tiles"]),
        "hand": row["hand"],
        "total": row["total"],
        "fans": "; ".join(f"{name} ×{many}" if many > 1 else name for name, many in fans.items()) or None,
        "class": row.get("class"),
        "multiplier": row.get("multiplier"),
        "caishen_as": " ".join(row.get("caishen_as") or ()) or None,
        "room": settlement.get("room"),
        **{seat: settlement.get("balances", {}).get(seat) for seat in _SEATS},
        "refused": row.get("refused"),
        "problem": row["problem"],
        "seconds": round(sum(row["seconds"].values()), 4),
    }


def _whole(text: str) -> str:
    """Text that any program can read: bytes of a file name that are no UTF-8 become escapes."""
    return text.encode("utf-8", "backslashreplace").decode()


def write_csv(rows: Iterable[Row], path: Path) -> None:
    """Writes rows as CSV in UTF-8.

    Raises:
        BatchError: It cannot be written.
    """
    with replacing(path) as draft, draft.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS)
        writer.writeheader()
        writer.writerows(map(cells, rows))


def write_parquet(rows: Iterable[Row], path: Path) -> None:
    """Writes rows as Parquet; the column `row` holds the whole row as JSON besides.

    Raises:
        BatchError: The extra is not installed, or it cannot be written.
    """
    require_parquet()
    from arro3.core import Array, DataType, Table
    from arro3.io import write_parquet as write

    kinds = {str: DataType.utf8(), int: DataType.int64(), float: DataType.float64()}
    columns: dict[str, list[Cell]] = {name: [] for name in (*COLUMNS, "row")}
    for row in rows:
        for name, cell in {**cells(row), "row": json.dumps(row)}.items():
            columns[name].append(cell)
    arrays = {name: Array(values, kinds[COLUMNS.get(name, str)]) for name, values in columns.items()}
    with replacing(path) as draft:
        write(Table.from_pydict(arrays), draft)


def require_parquet() -> None:
    """Refuses Parquet where it cannot be written.

    Raises:
        BatchError: The extra is not installed.
    """
    try:
        import arro3.core
        import arro3.io  # noqa: F401
    except ImportError:
        raise BatchError("Parquet needs the extra parquet: pip install 'huopin[parquet]'") from None


_WRITERS: Final[Mapping[str, Write | None]] = {
    ".jsonl": None,
    ".ndjson": None,
    ".csv": write_csv,
    ".parquet": write_parquet,
}


def writer(output: Path) -> Write | None:
    """What makes the output from its journal; None when the journal is the output.

    Raises:
        BatchError: Nobody knows the ending, or Parquet cannot be written here.
    """
    suffix = output.suffix.lower()
    if suffix not in _WRITERS:
        raise BatchError(f"{output}: expected an ending {', '.join(_WRITERS)}, got {suffix or 'none'!r}")
    if suffix == ".parquet":
        require_parquet()
    return _WRITERS[suffix]


def journal_path(output: Path) -> Path:
    """The journal of an output: itself, or a file beside it."""
    return output if writer(output) is None else output.with_name(f"{output.name}.jsonl")
