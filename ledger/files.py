"""Opening a ledger's file: checked before anything is written, copied before it is migrated.

The file keeps a rollback journal and no write-ahead log: a table writes a few rows an hour, so concurrent
reading gains nothing, while the ledger stays one file between commands, which can be copied, synchronised or
mailed, and needs no shared memory. `synchronous=EXTRA` makes a finished command survive a power cut.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from huopin.ledger import schema
from huopin.ledger.errors import LedgerFileError

BUSY_SECONDS: Final = 30.0
"""How long a command waits for another that is writing."""


def open_file(path: Path, *, create: bool = False) -> sqlite3.Connection:
    """A connection to a sound ledger of the current schema; transactions are begun explicitly.

    Args:
        path: The file.
        create: Make a new ledger where there is none.

    Raises:
        LedgerFileError: there is none, or it is damaged, newer than this program, another program's or
            locked. The file is left as it was.
    """
    if not path.exists() and not create:
        raise LedgerFileError(f"expected a ledger, found none at {path}: begin one with `huopin ledger new`")
    with told(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        uri = f"{path.absolute().as_uri()}?mode={'rwc' if create else 'rw'}"
        connection = sqlite3.connect(uri, timeout=BUSY_SECONDS, isolation_level=None, uri=True)
        try:
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA synchronous = EXTRA")
            _check(connection, path, create)
            if schema.version(connection) < schema.VERSION:
                _migrate(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turns what SQLite and the system say of a file into one clear line."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise LedgerFileError(
                f"another program has been writing to {path} for {BUSY_SECONDS:.0f} seconds: try again"
            ) from error
        raise LedgerFileError(f"cannot use the ledger {path}: {error}") from error
    except sqlite3.DatabaseError as error:
        raise _damaged(path, str(error)) from error
    except OSError as error:
        raise LedgerFileError(f"cannot use the ledger {path}: {error.strerror or error}") from error


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing; other writers wait from its beginning to its end."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def damaged_row(path: Path, what: str) -> LedgerFileError:
    """The error for a row that is not what was written."""
    return _damaged(path, f"{what} is not what was written")


def _damaged(path: Path, reason: str) -> LedgerFileError:
    return LedgerFileError(
        f"{path} is damaged or no ledger ({reason}); it was left as it is: restore a copy, or name another "
        "file with --db"
    )


def _check(connection: sqlite3.Connection, path: Path, create: bool) -> None:
    """Refuses a file that is not a sound ledger; reads only."""
    owner, version = schema.application_id(connection), schema.version(connection)
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if create and not (owner or version or tables):
        return  # new, or left empty by a command that was stopped before it wrote anything
    if owner != schema.APPLICATION_ID:
        what = "a database of another program" if tables else "empty"
        raise LedgerFileError(f"{path} is {what}, not a ledger: name another file, or begin one with `new`")
    if version > schema.VERSION:
        raise LedgerFileError(
            f"{path} was written by a newer huopin (schema {version}, this one knows {schema.VERSION}); "
            "it was left as it is: update huopin"
        )
    found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(1)")]
    if found != ["ok"]:
        raise _damaged(path, " ".join(found[0].split()))
    if connection.execute("PRAGMA foreign_key_check").fetchone():
        raise _damaged(path, "a row belongs to none")


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Takes the steps not yet taken in one transaction, after a copy of a file that holds something."""
    with transaction(connection):
        version = schema.version(connection)  # another program may have been first
        if version == schema.VERSION:
            return
        if version:
            _copy(path, version)
        schema.upgrade(connection)


def _copy(path: Path, version: int) -> None:
    """Keeps the file as it is beside it: `NAME.v1.bak`. No one else can write to it meanwhile."""
    numbers = ("", *map("-{}".format, range(2, 1000)))
    names = (path.with_name(f"{path.name}.v{version}{number}.bak") for number in numbers)
    target = next(name for name in names if not name.exists())
    partial = target.with_name(f"{target.name}.partial")
    source = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    copy = sqlite3.connect(partial)
    try:
        source.backup(copy)
    finally:
        copy.close()
        source.close()
    os.replace(partial, target)
