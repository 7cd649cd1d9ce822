"""The file: crash-safe, shared, migrated, and refused untouched when it cannot be used."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from huopin.ledger import (
    ClassWin,
    Deal,
    Drawn,
    Entry,
    EntryError,
    Evidence,
    FanWin,
    Leave,
    Ledger,
    LedgerError,
    LedgerFileError,
    Setup,
    Undo,
    schema,
)
from huopin.ledger.entries import to_json
from huopin.scoring import SettingsError

TWO = Setup(("甲", "B"), "wenzhou", title="Friday")
PLAIN = Setup(("A", "B"), "wenzhou")
CRASH = Path(__file__).with_name("crash.py")


def run_crash(*arguments: object) -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, CRASH, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger with one session of A and B."""
    path = tmp_path / "evening.sqlite3"
    with Ledger(path, create=True) as ledger:
        ledger.begin(PLAIN)
    return path


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "evening.sqlite3"
    evidence = Evidence("4s+4s", {"class": "double", "tiles": ["四条"]}, "ab" * 32)
    with Ledger(path, create=True) as ledger:
        first, second = ledger.begin(PLAIN), ledger.begin(TWO)
        ledger.add(second, [ClassWin("甲", "soft", "B")], evidence)
        ledger.add(second, [Drawn(kong=True), Undo(1)])
    with Ledger(path) as ledger:
        assert ledger.sessions() == (first, second)
        assert ledger.session() == second
        assert ledger.session(1) == first
        assert ledger.records(first) == ()
        records = ledger.records(second)
        assert [record.entry for record in records] == [
            ClassWin("甲", "soft", "B"),
            Drawn(kong=True),
            Undo(1),
        ]
        assert [record.evidence for record in records] == [evidence, None, None]
        assert ledger.book(second).undone == (1,)
    assert [child.name for child in path.parent.iterdir()] == ["evening.sqlite3"]  # one file, no journal left


def test_entries_that_contradict_add_nothing(path: Path) -> None:
    with Ledger(path) as ledger:
        session = ledger.session()
        with pytest.raises(EntryError, match="got 'X'"):
            ledger.add(session, [ClassWin("A", "soft"), ClassWin("X", "soft")])
        for target, says in ((1, "of this session, which has none"), (0, "got 0")):
            with pytest.raises(EntryError, match=says):
                ledger.add(session, [Undo(target)])
        ledger.add(session, [ClassWin("A", "soft")] * 4)
        with pytest.raises(EntryError, match="expected the dealer drawn by dice"):
            ledger.add(session, [ClassWin("A", "soft")])
        ledger.add(session, [Deal("B"), ClassWin("A", "soft")])
        ledger.add(session, [Undo(6)])
        with pytest.raises(EntryError, match="entry 6 is undone already"):
            ledger.add(session, [Undo(6)])
        with pytest.raises(EntryError, match="an entry of 1 to 7 to undo, got 8"):
            ledger.add(session, [Undo(8)])
        assert len(ledger.records(session)) == 7


def test_an_undo_that_later_entries_forbid(path: Path) -> None:
    with Ledger(path) as ledger:
        session = ledger.begin(Setup(("A", "B", "C"), "wenzhou"))
        ledger.add(session, [Leave("C"), Undo(1), ClassWin("C", "soft")])
        with pytest.raises(
            EntryError, match=r"entry 2 cannot be undone, as a later one rests on it: .* \(who left\)"
        ):
            ledger.add(session, [Undo(2)])


def test_sessions_that_cannot_be(path: Path) -> None:
    with Ledger(path) as ledger:
        with pytest.raises(LedgerError, match="expected a session of 1 to 1, got 7"):
            ledger.session(7)
        for setup, says in (
            (Setup(("A",), "wenzhou"), "expected 2 to 4 players for wenzhou, got 1"),
            (Setup(("A", "B"), "huopin"), "expected 4 players for huopin, got 2"),
            (Setup(("A", "B"), "riichi"), "expected rules huopin or wenzhou, got 'riichi'"),
            (Setup(("A", "B"), "wenzhou", start=4), "expected a base that starts with 2 or 3"),
            (Setup(("A", "B"), "wenzhou", coefficient=5), "expected no coins N and A"),
            (Setup(tuple("ABCD"), "huopin", room="x"), "expected a room"),
            (Setup(tuple("ABCD"), "huopin", take=5), "expected coins a point"),
        ):
            with pytest.raises(SettingsError, match=says):
                ledger.begin(setup)
        assert len(ledger.sessions()) == 1


def test_a_kill_at_any_step_leaves_all_or_nothing(path: Path) -> None:
    """Two hands and their evidence are one transaction: after a kill -9 there are none of them, or all."""
    left = run_crash("steps", path, 9)
    assert len(left) > 30
    assert {(one["entries"], one["attached"], one["sum"]) for one in left} == {(0, 0, 0), (2, 1, 0)}
    assert left[-1] == {"entries": 2, "attached": 1, "sum": 0, "step": left[-1]["step"], "signal": 0}
    assert all(one["signal"] == 9 for one in left[:-1])


@pytest.mark.slow
def test_a_kill_at_every_single_step(path: Path) -> None:
    left = run_crash("steps", path, 1)
    assert {(one["entries"], one["attached"], one["sum"]) for one in left} == {(0, 0, 0), (2, 1, 0)}


def test_kills_in_full_run_lose_nothing_acknowledged(path: Path) -> None:
    left = run_crash("loop", path, 12)
    assert left[-1]["acknowledged"] > 0
    for one in left:
        assert one["sum"] == 0
        assert one["entries"] % 2 == 0
        # The last hand of each round may have been written without the word reaching the parent.
        assert one["entries"] // 2 >= one["acknowledged"]


def test_two_programs_adding_at_once_lose_nothing(path: Path) -> None:
    with Ledger(path) as ledger:
        ledger.begin(Setup(tuple("ABCD"), "huopin"))
    command = [sys.executable, str(CRASH), "add", str(path)]
    running = [subprocess.Popen([*command, name, "15"]) for name in "BD"]
    assert [process.wait(timeout=120) for process in running] == [0, 0]
    with Ledger(path) as ledger:
        session = ledger.session()
        records = ledger.records(session)
        assert [record.number for record in records] == list(range(1, 31))
        winners = [record.entry.winner for record in records if isinstance(record.entry, FanWin)]
        assert (winners.count("B"), winners.count("D")) == (15, 15)
        assert sum(ledger.book(session).totals.values()) == 0


def first_schema(path: Path) -> Path:
    """A ledger as the first schema left it: a session, a win, a draw."""
    connection = sqlite3.connect(path)
    for statement in schema.STEPS[0]:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    connection.execute("PRAGMA user_version = 1")
    connection.execute("INSERT INTO session VALUES (1, '2026-01-01', ?)", (json.dumps(PLAIN.to_json()),))
    entries: list[Entry] = [ClassWin("A", "hard"), Drawn()]
    for number, entry in enumerate(entries, start=1):
        connection.execute(
            "INSERT INTO entry VALUES (?, 1, ?, '2026-01-01', ?)",
            (number, number, json.dumps(to_json(entry))),
        )
    connection.commit()
    connection.close()
    return path


def test_an_older_schema_is_migrated_after_a_copy(tmp_path: Path) -> None:
    path = first_schema(tmp_path / "old.sqlite3")
    before = path.read_bytes()
    with Ledger(path) as ledger:
        session = ledger.session()
        assert ledger.book(session).totals == {"A": 4, "B": -4}
        ledger.add(session, [ClassWin("B", "soft", "A")], Evidence(hand="4s+4s"))
    with Ledger(path) as ledger:
        assert [record.number for record in ledger.records(session)] == [1, 2, 3]
    copy = tmp_path / "old.sqlite3.v1.bak"
    assert sorted(tmp_path.iterdir()) == [path, copy]
    connection = sqlite3.connect(copy)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert connection.execute("SELECT count(*) FROM entry").fetchone() == (2,)
    connection.close()
    # Migrated once more from a restored file: the first copy is kept.
    path.write_bytes(before)
    Ledger(path).__exit__(None, None, None)
    assert (tmp_path / "old.sqlite3.v1-2.bak").exists()


def test_a_kill_at_any_step_of_a_migration(tmp_path: Path) -> None:
    left = run_crash("migrate", first_schema(tmp_path / "old.sqlite3"), 41)
    assert len(left) > 10
    assert {(one["entries"], one["sum"]) for one in left} == {(2, 0)}
    assert not list(tmp_path.glob("*-journal"))


def _text(path: Path) -> None:
    path.write_text("not a database, but long enough to look like one\n" * 40)


def _truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: 4096 * 2 + 100])


def _zeroed(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096 : 4096 * 3] = bytes(4096 * 2)
    path.write_bytes(data)


def _changed_letter(path: Path) -> None:
    data = path.read_bytes()
    assert data.count(b'"win_class": "hard"') == 1
    path.write_bytes(data.replace(b'"win_class": "hard"', b'"win_class": "soft"'))


def _newer(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    connection.close()


def _foreign(path: Path) -> None:
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE other (id)")
    connection.close()


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _orphan(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("UPDATE entry SET session = 9")
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (_text, "is damaged or no ledger"),
        (_truncated, "is damaged or no ledger"),
        (_zeroed, "is damaged or no ledger"),
        (_changed_letter, "entry 1 of session 1 is not what was written"),
        (_orphan, "is damaged or no ledger (a row belongs to none)"),
        (
            _newer,
            f"was written by a newer huopin (schema {schema.VERSION + 1}, this one knows {schema.VERSION})",
        ),
        (_foreign, "is a database of another program, not a ledger"),
        (_empty, "is empty, not a ledger"),
    ],
)
def test_a_file_that_cannot_be_used_is_left_untouched(path: Path, spoil: Any, says: str) -> None:
    with Ledger(path) as ledger:
        ledger.add(ledger.session(), [ClassWin("A", "hard")])
    spoil(path)
    before = path.read_bytes()
    with pytest.raises(LedgerFileError) as caught, Ledger(path) as ledger:
        ledger.add(ledger.session(), [Drawn()])
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LedgerFileError, match="expected a ledger, found none at"):
        Ledger(tmp_path / "none.sqlite3")
    with pytest.raises(LedgerFileError, match="cannot use the ledger"):
        Ledger(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(LedgerFileError, match="cannot use the ledger"):
        Ledger(tmp_path / "file" / "ledger.sqlite3", create=True)
    assert sorted(child.name for child in tmp_path.iterdir()) == ["file"]


def test_an_empty_file_of_a_stopped_command_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "evening.sqlite3"
    path.touch()
    with Ledger(path, create=True) as ledger:
        assert ledger.begin(PLAIN).id == 1


def test_a_writer_that_does_not_end_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huopin.ledger.files.BUSY_SECONDS", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with Ledger(path) as ledger, pytest.raises(LedgerFileError, match="another program has been writing"):
        ledger.add(ledger.session(), [Drawn()])
    other.close()
