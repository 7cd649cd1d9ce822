"""A session as CSV, JSON or a printable HTML sheet: the same rows, three forms."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from huopin.ledger.book import Book, Row
from huopin.ledger.entries import to_json
from huopin.ledger.store import Record, Session
from huopin.ledger.words import describe


def to_csv(session: Session, book: Book, records: Sequence[Record]) -> str:
    """A header, then a line for each entry that counts: what each player gained, and their totals."""
    players = session.setup.players
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        ["number", "added", "entry", "dealer", "run", "base", *players, "house"]
        + [f"{player} total" for player in players]
        + ["note"]
    )
    added = {record.number: record.created for record in records}
    for row in book.rows:
        writer.writerow(
            [row.number, added[row.number], describe(row.entry), row.dealer, row.run]
            + ["" if row.base is None else row.base]
            + [row.changes[player] for player in players]
            + [row.house, *(row.totals[player] for player in players), row.note]
        )
    return text.getvalue()


def to_json_text(session: Session, book: Book, records: Sequence[Record]) -> str:
    """The whole session as one JSON object, undone entries and evidence too; see `docs/ledger.md`."""
    return json.dumps(session_record(session, book, records), ensure_ascii=False, indent=1) + "\n"


def session_record(session: Session, book: Book, records: Sequence[Record]) -> dict[str, Any]:
    """The same as an object of plain types."""
    rows = {row.number: row for row in book.rows}
    return {
        "session": session.id,
        "created": session.created,
        **session.setup.to_json(),
        "entries": [_entry(record, rows.get(record.number), book) for record in records],
        "totals": dict(book.totals),
        "house": book.house,
        "next": {
            "dealer": book.table.dealer,
            "run": book.table.run,
            "base": book.base,
            "bought": book.table.bought,
            "topped": sorted(book.table.topped),
            "dice_due": book.table.dice_due,
            "players": list(book.table.players),
        },
    }


def _entry(record: Record, row: Row | None, book: Book) -> dict[str, Any]:
    evidence = None if record.evidence is None else asdict(record.evidence)
    return {
        "number": record.number,
        "created": record.created,
        "entry": to_json(record.entry),
        "text": describe(record.entry),
        "undone": record.number in book.undone,
        **({} if row is None else _row(row)),
        "evidence": evidence,
    }


def _row(row: Row) -> Mapping[str, Any]:
    return {
        "dealer": row.dealer,
        "run": row.run,
        "base": row.base,
        "transfers": [asdict(transfer) for transfer in row.transfers],
        "changes": dict(row.changes),
        "house": row.house,
        "totals": dict(row.totals),
        "note": row.note,
    }


def to_html(session: Session, book: Book, _records: Sequence[Record]) -> str:
    """One printable page that fetches nothing and runs nothing."""
    from huopin.ledger.sheet import sheet  # loads the template engine, which no other command needs

    return sheet(session, book)


FORMATS: Final[Mapping[str, Callable[[Session, Book, Sequence[Record]], str]]] = {
    "csv": to_csv,
    "json": to_json_text,
    "html": to_html,
}
