"""Rows that survive: whatever is cut off, the whole rows before it stay, none lost and none twice."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from huopin.batch.errors import BatchError
from huopin.batch.journal import Journal, Row, encode, replacing
from huopin.batch.score import failed_row

ROWS: list[Row] = [
    {**failed_row(name, "unreadable", "好\n"), "n": n}
    for n, name in enumerate(["b.jpg", "a\n.jpg", "胡.jpg", "c\udce9.jpg"])
]


def _written(path: Path) -> bytes:
    with Journal(path, resume=False) as journal:
        for row in ROWS:
            journal.append(row)
    return path.read_bytes()


@settings(derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cut=st.integers(0, 900))
def test_a_torn_last_row_is_cut_off_and_written_again(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "rows.jsonl"
    path.unlink(missing_ok=True)
    whole = _written(path)
    path.write_bytes(whole[:cut])
    with Journal(path, resume=True) as journal:
        kept = list(journal.rows())
        assert kept == ROWS[: len(kept)]
        assert len(kept) == whole[:cut].count(b"\n")
        for row in ROWS:
            if row["photo"] not in journal:
                journal.append(row)
    assert path.read_bytes() == whole


def test_sorted_by_photo_and_still_open(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    with Journal(path, resume=False) as journal:
        for row in ROWS[:3]:
            journal.append(row)
        journal.sort()
        assert [row["photo"] for row in journal.rows()] == ["a\n.jpg", "b.jpg", "胡.jpg"]
        assert list(journal.rows(["胡.jpg", "b.jpg"])) == [ROWS[2], ROWS[0]]
        journal.append(ROWS[3])
    assert len(path.read_bytes().splitlines()) == 4
    assert [path.name for path in tmp_path.iterdir()] == ["rows.jsonl"]


def test_rows_are_not_overwritten_unasked(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    before = _written(path)
    with pytest.raises(
        BatchError, match="holds rows already; --resume goes on with them, --force starts anew"
    ):
        Journal(path, resume=False)
    assert path.read_bytes() == before


def test_of_a_photo_done_again_the_last_row_counts(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    _written(path)
    again = {**ROWS[0], "verdict": "again"}
    with Journal(path, resume=True) as journal:
        journal.append(again)
        assert len(journal) == len(ROWS)
    with Journal(path, resume=True) as journal:
        assert list(journal.rows(["b.jpg"])) == [again]
        journal.sort()
    assert [json.loads(line) for line in path.read_bytes().splitlines()] == [ROWS[1], again, *ROWS[:1:-1]]


@pytest.mark.parametrize(
    ("text", "got"),
    [
        ("no json\n", "'no json' on line 1"),
        ("好" * 50 + "\n", "'好好"),
        ("[1]\n", "'[1]' on line 1"),
        ("3\n", "'3' on line 1"),
        ("[" * 100_000 + "\n", "'[[["),
        ('{"photo": "a.jpg"}\n', """'{"photo": "a.jpg"}' on line 1"""),
        ('{"photo": "a.jpg", "verdict": "No tiles.", "verdict_code": "no-tiles", "tiles": []}\n', "'{"),
        (json.dumps({**ROWS[0], "photo": 3}) + "\n", """'{"photo": 3,"""),
        (json.dumps({**ROWS[0], "seconds": None}) + "\n", "'{"),
        (json.dumps(ROWS[0]) + "\nrubbish\n", "'rubbish' on line 2"),
    ],
)
def test_other_files_are_left_alone(tmp_path: Path, text: str, got: str) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BatchError, match="expected rows of huopin batch") as caught:
        Journal(path, resume=True)
    assert f"got {got}" in str(caught.value)
    assert str(caught.value).endswith("; give another --output")
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("flags", [{}, {"resume": True}, {"force": True}])
def test_rows_go_to_a_file_only(tmp_path: Path, flags: dict[str, bool]) -> None:
    """A device may take and give bytes without end: one run wrote 23 GB through a link to /dev/full."""
    (tmp_path / "full.jsonl").symlink_to("/dev/full")
    os.mkfifo(tmp_path / "pipe.jsonl")
    for name in ("full.jsonl", "pipe.jsonl"):
        with pytest.raises(BatchError, match="expected a file for the rows, got a pipe or device"):
            Journal(tmp_path / name, **flags)


def test_two_runs_never_share_a_journal(tmp_path: Path) -> None:
    with (
        Journal(tmp_path / "rows.jsonl", resume=False),
        pytest.raises(BatchError, match="another run is writing to it"),
    ):
        Journal(tmp_path / "rows.jsonl", force=True)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BatchError, match=r"cannot be written \(no such file or directory\)"):
        Journal(tmp_path / "none" / "rows.jsonl", resume=False)


def test_a_row_is_one_line_of_json_whatever_the_name() -> None:
    for row in ROWS:
        line = encode(row)
        assert line.count(b"\n") == 1
        assert json.loads(line) == row


def test_a_draft_never_stays(tmp_path: Path) -> None:
    def fail(draft: Path) -> None:
        draft.write_text("half")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), replacing(tmp_path / "x") as draft:
        fail(draft)
    assert list(tmp_path.iterdir()) == []


def test_a_link_stays_and_its_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "x").symlink_to("far/y")
    for text in ("new", "newer"):
        with replacing(tmp_path / "x") as draft:
            draft.write_text(text)
        assert (tmp_path / "x").is_symlink()
        assert (tmp_path / "far" / "y").read_text() == text


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("none/x", "no such file or directory"),
        ("file/x", "not a directory|permission denied|no such file or directory"),
        ("folder", "a folder, pipe or device, expected a file"),
        ("full", "a folder, pipe or device, expected a file"),
    ],
)
def test_what_cannot_be_replaced_stays(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "full").symlink_to("/dev/full")
    with (
        pytest.raises(BatchError, match=rf"cannot be written \(({reason})\)"),
        replacing(tmp_path / name) as draft,
    ):
        draft.touch()
    assert Path("/dev/full").is_char_device()
    assert {path.name for path in tmp_path.iterdir()} == {"file", "folder", "full"}
