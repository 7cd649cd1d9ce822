"""The tables of the file, built and changed by numbered steps; `PRAGMA user_version` counts those taken.

A step is never edited once released: a change is a new step.
"""

from __future__ import annotations

import hashlib
import sqlite3
from typing import Final

APPLICATION_ID: Final = 0x4875506E
"""`HuPn`: marks the file as a ledger (`PRAGMA application_id`)."""

STEPS: Final = (
    # 1: sessions and their entries, which are only ever added.
    (
        "CREATE TABLE session (id INTEGER PRIMARY KEY, created TEXT NOT NULL, setup TEXT NOT NULL)",
        "CREATE TABLE entry (id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id), "
        "number INTEGER NOT NULL, created TEXT NOT NULL, body TEXT NOT NULL, UNIQUE (session, number))",
    ),
    # 2: what a hand rests on, and a digest of every row, as SQLite itself notices no changed letter.
    (
        "CREATE TABLE evidence (entry INTEGER PRIMARY KEY REFERENCES entry (id), photo_sha256 TEXT, "
        "hand TEXT, reading TEXT, digest TEXT NOT NULL)",
        "ALTER TABLE session ADD COLUMN digest TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE entry ADD COLUMN digest TEXT NOT NULL DEFAULT ''",
        "UPDATE session SET digest = digest_of(id, created, setup)",
        "UPDATE entry SET digest = digest_of(session, number, created, body)",
    ),
)
VERSION: Final = len(STEPS)


def digest_of(*values: str | int | None) -> str:
    """SHA-256 of the values of a row, in hexadecimal."""
    return hashlib.sha256("\x1f".join(map(str, values)).encode()).hexdigest()


def version(connection: sqlite3.Connection) -> int:
    """How many steps the file has taken."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def application_id(connection: sqlite3.Connection) -> int:
    """Whose file it is."""
    return int(connection.execute("PRAGMA application_id").fetchone()[0])


def upgrade(connection: sqlite3.Connection) -> None:
    """Takes the steps not yet taken; call it within a transaction, so that it takes all or none."""
    connection.create_function("digest_of", -1, digest_of, deterministic=True)
    for step in STEPS[version(connection) :]:
        for statement in step:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
