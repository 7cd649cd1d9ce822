"""The ledger on disk: sessions, and entries that are only ever added, one transaction each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from huopin.ledger.book import Book, replay, undone_numbers
from huopin.ledger.entries import Deal, Entry, Leave, Undo, from_json, to_json
from huopin.ledger.errors import EntryError, LedgerError, LedgerFileError
from huopin.ledger.files import damaged_row, open_file, told, transaction
from huopin.ledger.games import game
from huopin.ledger.schema import digest_of
from huopin.ledger.setup import Setup
from huopin.scoring.errors import HuopinError


@dataclass(frozen=True, slots=True)
class Session:
    """An evening.

    Attributes:
        id: Its number in the file, from 1.
        created: When it began, ISO 8601 with the offset from UTC.
        setup: Its settings.
    """

    id: int
    created: str
    setup: Setup


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a hand rests on.

    Attributes:
        hand: The hand in the notation, as it was scored.
        reading: The JSON of its score, and of the reading of its photo.
        photo_sha256: The SHA-256 of the photo's file, in hexadecimal.
    """

    hand: str | None = None
    reading: dict[str, Any] | None = None
    photo_sha256: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """An entry as it lies in the file.

    Attributes:
        number: Its number in the session, from 1.
        created: When it was added, ISO 8601 with the offset from UTC.
        entry: What it says.
        evidence: What it rests on, when it was scored from a photo or from text.
    """

    number: int
    created: str
    entry: Entry
    evidence: Evidence | None = None


class Ledger:
    """An open ledger file; use it in a `with` statement.

    Args:
        path: The file.
        create: Make a new one where there is none.

    Raises:
        LedgerFileError: see `files.open_file`.
    """

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self.path = path
        self._connection = open_file(path, create=create)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def sessions(self) -> tuple[Session, ...]:
        """Every session, the oldest first."""
        with told(self.path):
            return tuple(self._sessions())

    def session(self, number: int | None = None) -> Session:
        """A session; without a number the latest.

        Raises:
            LedgerError: there is none.
        """
        sessions = self.sessions()
        if not sessions:
            raise LedgerError(f"{self.path} holds no session: begin one with `huopin ledger new`")
        found = [session for session in sessions if number in (None, session.id)]
        if not found:
            raise LedgerError(f"expected a session of 1 to {sessions[-1].id}, got {number}")
        return found[-1]

    def begin(self, setup: Setup) -> Session:
        """Begins a session.

        Raises:
            SettingsError: the rule set cannot be played so.
        """
        game(setup.rules).check(setup)
        created, text = _now(), json.dumps(setup.to_json(), ensure_ascii=False)
        with self._writing():
            number = 1 + int(self._value("SELECT coalesce(max(id), 0) FROM session"))
            self._connection.execute(
                "INSERT INTO session (id, created, setup, digest) VALUES (?, ?, ?, ?)",
                (number, created, text, digest_of(number, created, text)),
            )
        return Session(number, created, setup)

    def records(self, session: Session) -> tuple[Record, ...]:
        """Every entry of a session, in order, the undone ones too."""
        with told(self.path):
            return tuple(self._records(session.id))

    def book(self, session: Session) -> Book:
        """The session worked out from its entries."""
        return replay(session.setup, [record.entry for record in self.records(session)])

    def add(self, session: Session, entries: Sequence[Entry], evidence: Evidence | None = None) -> Book:
        """Adds entries at the end, all or none of them; `evidence` belongs to the last.

        What they mean is checked and their numbers are given under the same lock that writes them, so that
        another program adding at the same time neither overwrites nor overtakes them.

        Returns:
            The book with them.

        Raises:
            HuopinError: an entry contradicts the session, the entries before it or those that come after what
                it undoes.
        """
        with self._writing():
            before = [record.entry for record in self._records(session.id)]
            for entry in entries:
                _check_entry(session.setup, before, entry)
                before.append(entry)
                number = self._insert(session.id, len(before), entry)
            if evidence is not None:
                self._attach(number, evidence)
        return replay(session.setup, before)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with told(self.path), transaction(self._connection):
            yield

    def _value(self, query: str) -> Any:
        return self._connection.execute(query).fetchone()[0]

    def _insert(self, session: int, number: int, entry: Entry) -> int:
        created, body = _now(), json.dumps(to_json(entry), ensure_ascii=False)
        cursor = self._connection.execute(
            "INSERT INTO entry (session, number, created, body, digest) VALUES (?, ?, ?, ?, ?)",
            (session, number, created, body, digest_of(session, number, created, body)),
        )
        return int(cursor.lastrowid or 0)

    def _attach(self, entry: int, evidence: Evidence) -> None:
        reading = None if evidence.reading is None else json.dumps(evidence.reading, ensure_ascii=False)
        row = (entry, evidence.photo_sha256, evidence.hand, reading)
        self._connection.execute(
            "INSERT INTO evidence (entry, photo_sha256, hand, reading, digest) VALUES (?, ?, ?, ?, ?)",
            (*row, digest_of(*row)),
        )

    def _sessions(self) -> Iterator[Session]:
        rows = self._connection.execute("SELECT id, created, setup, digest FROM session ORDER BY id")
        for number, created, text, digest in rows:
            if digest != digest_of(number, created, text):
                raise damaged_row(self.path, f"session {number}")
            yield Session(number, created, Setup.from_json(json.loads(text)))

    def _records(self, session: int) -> Iterator[Record]:
        rows = self._connection.execute(
            "SELECT entry.id, number, created, body, entry.digest, "
            "evidence.entry, photo_sha256, hand, reading, evidence.digest "
            "FROM entry LEFT JOIN evidence ON evidence.entry = entry.id WHERE session = ? ORDER BY number",
            (session,),
        )
        for place, (_id, number, created, body, digest, *attached) in enumerate(rows, start=1):
            if number != place or digest != digest_of(session, number, created, body):
                raise damaged_row(self.path, f"entry {place} of session {session}")
            evidence = self._evidence(number, attached)
            yield Record(number, created, from_json(json.loads(body)), evidence)

    def _evidence(self, number: int, attached: Sequence[Any]) -> Evidence | None:
        *row, digest = attached
        entry, photo, hand, reading = row
        if entry is None:
            return None
        if digest != digest_of(*row):
            raise damaged_row(self.path, f"the reading of entry {number}")
        return Evidence(hand, None if reading is None else json.loads(reading), photo)


def _now() -> str:
    return datetime.now(UTC).astimezone().isoformat(timespec="seconds")


def _check_entry(setup: Setup, before: Sequence[Entry], entry: Entry) -> None:
    """Refuses an entry that cannot follow those before it."""
    if isinstance(entry, Undo):
        _check_undo(setup, before, entry)
        return
    table = replay(setup, before).table
    if table.dice_due and not isinstance(entry, Deal | Leave):
        raise EntryError(
            f"expected the dealer drawn by dice after four wins in a row of {table.dealer} [W28]: "
            "name who deals with --dealer"
        )
    replay(setup, [*before, entry])


def _check_undo(setup: Setup, before: Sequence[Entry], entry: Undo) -> None:
    if not 1 <= entry.entry <= len(before):
        known = f"of 1 to {len(before)}" if before else "of this session, which has none"
        raise EntryError(f"expected an entry {known} to undo, got {entry.entry}")
    if entry.entry in undone_numbers(before):
        raise EntryError(f"expected an entry that counts, but entry {entry.entry} is undone already")
    try:
        replay(setup, [*before, entry])
    except LedgerFileError:
        raise
    except HuopinError as error:
        raise EntryError(
            f"entry {entry.entry} cannot be undone, as a later one rests on it: {error}"
        ) from error
