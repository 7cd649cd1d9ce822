"""Rows that survive: whatever is cut off, the whole rows before it stay, none lost and none twice."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from huopin.batch.errors import BatchError
from huopin.batch.journal import Journal, Row, encode, replacing

ROWS: list[Row] = [
    {"photo": name, "verdict": "好\n", "n": n}
    for n, name in enumerate(["b.jpg", "a\n.jpg", "胡.jpg", "c\udce9.jpg"])
]


def _written(path: Path) -> bytes:
    with Journal(path, resume=False) as journal:
        for row in ROWS:
            journal.append(row)
    return path.read_bytes()


@settings(derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cut=st.integers(0, 400))
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


@pytest.mark.parametrize("text", ["no json\n", '{"x": 1}\n', "[1]\n"])
def test_other_files_are_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(text)
    with pytest.raises(BatchError, match="expected rows of huopin batch"):
        Journal(path, resume=True)
    assert path.read_text() == text


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
