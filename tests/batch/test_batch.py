"""`huopin batch` as a user meets it: rows in every form, notes, resuming, bad files, the review page."""

import csv
import io
import json
import os
import re
import shutil
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from sample_oracle import SAMPLES, Oracle
from typer.testing import Result

from huopin.batch import score
from huopin.batch.outputs import COLUMNS
from huopin.batch.review import badness, shown_box

Run = Callable[..., Result]
pytestmark = pytest.mark.usefixtures("oracle")


def _rows(text: str) -> dict[str, dict[str, Any]]:
    rows = [json.loads(line) for line in text.splitlines()]
    assert len(rows) == len({row["photo"] for row in rows})
    return {row["photo"]: row for row in rows}


def test_rows_on_stdout_and_notes_on_stderr(huopin: Run, folder: Path) -> None:
    result = huopin("batch", folder)
    rows = _rows(result.stdout)
    assert result.exit_code == 0
    assert {name: (row["verdict_code"], row["total"], row["fans"]) for name, row in rows.items()} == {
        "melds.jpg": ("ok", 10, {"三色三步高": 1, "箭刻": 1, "无财神": 1}),
        "seven-pairs.jpg": ("ok", *_expected(folder / "seven-pairs.json")),
        "sub/one-row.jpg": ("ok", *_expected(folder / "sub" / "one-row.json")),
    }
    melds = rows["melds.jpg"]
    assert melds["hand"] == "[345p][CCC]22567m56s+4s"
    assert melds["situation"] == {"caishen": "9s"}
    assert set(melds["seconds"]) == {"load", "find", "label", "interpret", "score"}
    assert 0.9 < melds["confidence"] <= 1
    assert [tile["face"] for tile in melds["tiles"]][:3] == ["3p", "4p", "5p"]
    notes = re.sub(r"[\d.]+ (s|a second)\b", r"# \1", result.stderr)
    wins = [row["total"] for row in rows.values()]
    assert notes.splitlines()[:2] == [
        "3 photos: 3 read, 0 unsure, 0 failed (# a second)",
        f"3 winning, {sum(wins) / 3:.1f} fan on average; 0 no win; 0 that cannot be",
    ]
    assert notes.splitlines()[2].startswith("slowest: ")


def _expected(truth: Path) -> tuple[int, dict[str, int]]:
    expected = json.loads(truth.read_text(encoding="utf-8"))["expected"]
    return expected["total"], expected["fans"]


def test_command_line_table_and_sidecar_in_this_order(huopin: Run, folder: Path) -> None:
    table = folder.parent / "contexts.csv"
    table.write_text(
        "photo,self_draw,caishen\nmelds.jpg,yes,\nsub/one-row.jpg,,E\ngone.jpg,,\n", encoding="utf-8"
    )
    (folder / "seven-pairs.json").unlink()
    result = huopin("batch", folder, "--contexts", table, "--caishen", "1p", "--seat", "S")
    situations = {name: row["situation"] for name, row in _rows(result.stdout).items()}
    assert situations == {
        "melds.jpg": {"caishen": "9s", "seat": "S", "self_draw": True},
        "seven-pairs.jpg": {"caishen": "1p", "seat": "S"},
        "sub/one-row.jpg": {"caishen": "E", "seat": "S"},
    }
    assert f"{table}: 1 of its photos are not among these, such as 'gone.jpg'" in result.stderr


def test_wenzhou_by_option_and_by_sidecar(huopin: Run, folder: Path) -> None:
    for path in folder.rglob("*.*"):
        path.unlink()
    for name, suffixes in (("wenzhou", (".jpg", ".json")), ("wenzhou-melds", (".jpg", ".json"))):
        for suffix in suffixes:
            shutil.copy(SAMPLES / f"{name}{suffix}", folder)
    result = huopin("batch", folder)
    rows = _rows(result.stdout)
    truths = {
        path.name: json.loads(path.with_suffix(".json").read_text("utf-8")) for path in folder.glob("*.jpg")
    }
    assert {name: {"class": row["class"], "multiplier": row["multiplier"]} for name, row in rows.items()} == {
        name: truth["expected"] for name, truth in truths.items()
    }
    assert {row["situation"]["rules"] for row in rows.values()} == {"wenzhou"}
    assert "2 winning; 0 no win; 0 that cannot be" in result.stderr
    table = folder.parent / "contexts.csv"
    table.write_text("photo,rules,self_draw,caishen\nwenzhou.jpg,huopin,yes,E\n")
    row = _rows(huopin("batch", folder, "--contexts", table, "--rules", "wenzhou").stdout)["wenzhou.jpg"]
    assert (row["verdict_code"], row["situation"]) == ("too-many", {"caishen": "E", "self_draw": True})


def test_settlement_and_why_there_is_none(huopin: Run, folder: Path) -> None:
    table = folder.parent / "contexts.csv"
    table.write_text(
        "photo,self_draw,from,room\nmelds.jpg,,W,\nseven-pairs.jpg,yes,,popular\n", encoding="utf-8"
    )
    rows = _rows(huopin("batch", folder, "--contexts", table, "--room", "official").stdout)
    assert rows["melds.jpg"]["settlement"]["balances"] == {"E": 68, "S": -16, "W": -36, "N": -16}
    assert rows["seven-pairs.jpg"]["settlement"]["room"] == "popular"
    assert rows["sub/one-row.jpg"]["total"] is not None
    assert rows["sub/one-row.jpg"]["settlement"] is None
    assert "expected the discarder's seat" in rows["sub/one-row.jpg"]["problem"]


def test_no_win_says_how_far_and_what_would_explain_it(huopin: Run, folder: Path, oracle: Oracle) -> None:
    oracle.doubts = {14: {"9p": 0.98, "4s": 0.015}}
    row = _rows(huopin("batch", folder, "--glob", "melds.*").stdout)["melds.jpg"]
    assert (row["total"], row["distance"]) == (None, 1)
    assert [(one["id"], one["read"], one["face"]) for one in row["misreadings"]] == [(14, "9p", "4s")]


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_every_form_of_output_holds_the_same(huopin: Run, folder: Path, ending: str) -> None:
    output = folder.parent / f"out.{ending}"
    assert huopin("batch", folder, "-o", output).exit_code == 0
    journal = output if ending == "jsonl" else output.with_name(f"out.{ending}.jsonl")
    rows = list(_rows(journal.read_text(encoding="utf-8")).values())
    assert [row["photo"] for row in rows] == ["melds.jpg", "seven-pairs.jpg", "sub/one-row.jpg"]
    if ending == "csv":
        table = list(csv.DictReader(io.StringIO(output.read_text(encoding="utf-8"))))
        assert list(table[0]) == list(COLUMNS)
        assert [(line["photo"], int(line["total"])) for line in table] == [
            (r["photo"], r["total"]) for r in rows
        ]
        assert table[0]["fans"] == "三色三步高; 箭刻; 无财神"
    if ending == "parquet":
        import arro3.io

        columns = arro3.io.read_parquet(output).read_all()
        assert columns["total"].to_pylist() == [row["total"] for row in rows]
        assert [json.loads(text) for text in columns["row"].to_pylist()] == rows


def test_resuming_redoes_nothing(huopin: Run, folder: Path, read: list[str]) -> None:
    output = folder.parent / "out.csv"
    whole = folder.parent / "whole.csv"
    huopin("batch", folder, "-o", whole)
    huopin("batch", folder, "-o", output, "--glob", "*s.jpg")
    with output.with_name("out.csv.jsonl").open("ab") as stream:
        stream.write(b'{"photo": "sub/one-r')
    read.clear()
    result = huopin("batch", folder, "-o", output, "--resume")
    assert (result.exit_code, read) == (0, ["sub/one-row.jpg"])
    assert result.stderr.startswith("3 photos: 3 read")
    assert _without_seconds(output) == _without_seconds(whole)
    again = huopin("batch", folder, "-o", output, "--resume")
    assert (again.exit_code, len(read)) == (0, 1)
    assert _without_seconds(output) == _without_seconds(whole)


def _without_seconds(table: Path) -> list[str]:
    return [line.rpartition(",")[0] for line in table.read_text(encoding="utf-8").splitlines()]


def test_an_older_output_is_kept_unless_forced(huopin: Run, folder: Path) -> None:
    output = folder.parent / "out.jsonl"
    huopin("batch", folder, "-o", output, "--glob", "melds.jpg")
    before = output.read_bytes()
    refused = huopin("batch", folder, "-o", output)
    assert (refused.exit_code, output.read_bytes()) == (2, before)
    assert (
        refused.stderr
        == f"huopin: {output}: holds rows already; --resume goes on with them, --force starts anew\n"
    )
    assert huopin("batch", folder, "-o", output, "--force").exit_code == 0
    assert len(output.read_bytes().splitlines()) == 3


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["photos", "--resume"], 2, "expected --output FILE with --resume, --force and --review"),
        (["photos", "-o", "x.jsonl", "--resume", "--force"], 2, "expected --resume or --force, got both"),
        (
            ["photos", "-o", "x.xls"],
            2,
            "x.xls: expected an ending .jsonl, .ndjson, .csv, .parquet, got '.xls'",
        ),
        (["none"], 2, "none: no such folder; expected a folder of photos"),
        (["photos", "--contexts", "none.csv"], 2, "none.csv: expected a CSV file in UTF-8, got No such file"),
        (["photos", "--set", "none"], 2, "tile set 'none': expected one of the enrolled sets"),
        (["photos", "--caishen", "9z"], 2, "expected a tile such as 6m, E, C or 六万, got '9z'"),
        (["photos", "-o", "no/x.csv"], 2, "no/x.csv: cannot be written (no such file or directory)"),
        (["photos", "-o", "no/x.jsonl"], 2, "no/x.jsonl: cannot be written (no such file or directory)"),
        (["photos", "-o", "x.csv", "--review", "no/r.html"], 2, "no/r.html: cannot be written (no such file"),
        (["photos", "-o", "x.csv", "--review", "x.csv"], 2, "--review x.csv: expected an ending .html"),
        (["photos", "--glob", "*.xyz"], 2, "photos: expected files like '*.xyz', found none in it"),
        (["photos", "--annotated", "photos/melds.jpg"], 2, "expected a folder for pictures (is a file)"),
        (["photos", "--annotated", "photos/sub/.."], 2, "expected another folder than that of the photos"),
    ],
)
def test_wrong_command_lines(
    huopin: Run, folder: Path, arguments: list[str], code: int, message: str
) -> None:
    result = huopin("batch", *arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def _noise(path: Path, mode: str, **options: Any) -> None:
    Image.effect_noise((320, 240), 60).convert(mode).save(path, **options)


def _bad_files(folder: Path) -> dict[str, tuple[str, str]]:
    """Every kind of bad file in a folder, with verdict code and words of its row."""
    jpeg = (folder / "melds.jpg").read_bytes()
    (folder / "text.jpg").write_text("This is no photo.")
    (folder / "truncated.jpg").write_bytes(jpeg[: len(jpeg) // 2])
    (folder / "empty.jpg").touch()
    _noise(folder / "cmyk.jpg", "CMYK")
    _noise(folder / "moving.gif", "P", save_all=True, append_images=[Image.new("P", (320, 240))] * 3)
    Image.new("1", (10_000, 10_000)).save(folder / "bomb.png")
    (folder / "loop.jpg").symlink_to(folder / "loop.jpg")
    (folder / "gone.jpg").symlink_to(folder / "nowhere.jpg")
    (folder / "circle").symlink_to(folder)
    os.mkfifo(folder / "pipe.jpg")
    (folder / "folder.jpg").mkdir()
    for name in ("with space.jpg", "two\nlines.jpg", "胡了 自摸.jpg", os.fsdecode(b"caf\xe9.jpg")):
        _noise(folder / name, "RGB")
    shutil.copy(folder / "melds.jpg", folder / "said wrong.jpg")
    (folder / "said wrong.json").write_text('{"caishen": "9z"}')
    return {
        "text.jpg": ("unreadable", "not a picture, expected JPEG"),
        "truncated.jpg": ("unreadable", "the JPEG is truncated or damaged; copy it again"),
        "empty.jpg": ("unreadable", "the file is empty (0 bytes)"),
        "cmyk.jpg": ("no-tiles", "No tiles found."),
        "moving.gif": ("no-tiles", "No tiles found."),
        "bomb.png": ("unreadable", "megapixels, expected at most 50; scale the photo down first"),
        "loop.jpg": ("unreadable", "cannot be read (too many levels of symbolic links)"),
        "gone.jpg": ("unreadable", "cannot be read (no such file or directory)"),
        "pipe.jpg": ("unreadable", "a pipe, socket or device, expected a photo file"),
        "with space.jpg": ("no-tiles", "No tiles found."),
        "two\nlines.jpg": ("no-tiles", "No tiles found."),
        "胡了 自摸.jpg": ("no-tiles", "No tiles found."),
        "caf\udce9.jpg": ("no-tiles", "No tiles found."),
        "said wrong.jpg": ("bad-context", "caishen: expected a tile such as 6m, E, C or 六万, got '9z'"),
        "locked.jpg": ("unreadable", "cannot be read (permission denied)"),
    }


def test_no_bad_file_stops_the_run(huopin: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = _bad_files(folder)
    shutil.copy(folder / "melds.jpg", folder / "locked.jpg")
    read_bytes = Path.read_bytes

    def locked(path: Path) -> bytes:  # as root, who runs these tests in places, nothing is locked
        if path.name == "locked.jpg":
            raise PermissionError(13, "Permission denied", str(path))
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", locked)
    output, page = folder.parent / "out.csv", folder.parent / "review.html"
    result = huopin("batch", folder, "-o", output, "--review", page)
    rows = _rows(output.with_name("out.csv.jsonl").read_text(encoding="utf-8"))
    assert result.exit_code == 0, result.stderr
    assert set(rows) == {*expected, "melds.jpg", "seven-pairs.jpg", "sub/one-row.jpg"}
    for name, (code, words) in expected.items():
        assert rows[name]["verdict_code"] == code, name
        assert words in rows[name]["verdict"]
        assert rows[name]["total"] is None
    assert rows["melds.jpg"]["total"] == 10
    assert len(list(csv.DictReader(io.StringIO(output.read_text(encoding="utf-8"))))) == len(rows)
    assert result.stderr.splitlines()[0].startswith("18 photos: 3 read, 0 unsure, 15 failed")
    for line in (
        "  8 unreadable: such as 'bomb.png' (",
        "  6 no-tiles: such as 'caf\\udce9.jpg' (No tiles found. ",
        f"  1 bad-context: 'said wrong.jpg' ({folder / 'said wrong.json'}: caishen: expected a tile such as ",
    ):
        assert f"\n{line}" in result.stderr
    assert page.read_bytes().decode("utf-8").count('class="card"') == 18


def test_a_task_that_fails_in_an_unforeseen_way_is_a_row_too(
    huopin: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(reader: object, job: score.Job) -> dict[str, Any]:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(score, "score_with", fail)
    result = huopin("batch", folder, "--glob", "melds.jpg")
    row = _rows(result.stdout)["melds.jpg"]
    assert (result.exit_code, row["verdict_code"]) == (0, "bug")
    assert "unexpected ZeroDivisionError: division by zero; this is a bug of huopin" in row["verdict"]


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (
            BrokenProcessPool("A process was terminated"),
            "crashed",
            "brought the process down, perhaps for lack",
        ),
        (MemoryError(), "bug", "unexpected MemoryError"),
    ],
)
def test_what_brought_a_process_down_is_told(error: Exception, code: str, words: str) -> None:
    row = score.failure("a.jpg", error)
    assert (row["photo"], row["verdict_code"], row["total"], row["tiles"]) == ("a.jpg", code, None, [])
    assert words in row["verdict"]


def test_annotated_pictures_lie_as_the_photos_do(huopin: Run, folder: Path) -> None:
    shutil.copy(folder / "melds.jpg", folder / "melds.png")
    pictures = folder / "annotated"
    for _ in range(2):  # the pictures among the photos are no photos
        result = huopin("batch", folder, "--annotated", pictures)
        assert set(_rows(result.stdout)) == {"melds.jpg", "melds.png", "seven-pairs.jpg", "sub/one-row.jpg"}
    found = {path.relative_to(pictures).as_posix() for path in pictures.rglob("*.*")}
    assert found == {"melds.jpg", "melds.png.jpg", "seven-pairs.jpg", "sub/one-row.jpg"}
    with Image.open(pictures / "sub" / "one-row.jpg") as picture:
        assert picture.width == 1600


def test_a_picture_that_cannot_be_written_is_told(huopin: Run, folder: Path) -> None:
    pictures = folder.parent / "drawn"
    pictures.mkdir()
    (pictures / "sub").touch()
    result = huopin("batch", folder, "--annotated", pictures, "--room", "official")
    row = _rows(result.stdout)["sub/one-row.jpg"]
    assert (row["total"] is not None, row["drawn"]) == (True, False)
    settled, drawn = row["problem"].split("; ")
    assert settled.startswith("no settlement: expected the discarder's seat (from")
    assert "self_draw" in settled
    assert "--" not in settled
    assert drawn.startswith("no annotated picture: ")
    assert "\n  1 not drawn: 'sub/one-row.jpg' (no settlement: " in result.stderr
    assert "\n  2 not settled: such as 'melds.jpg' (no settlement: " in result.stderr
    assert "3 winning" in result.stderr
    assert "0 no win; 0 that cannot be" in result.stderr


def test_hands_that_cannot_be_are_told_from_those_that_do_not_win(
    huopin: Run, folder: Path, oracle: Oracle
) -> None:
    table = folder.parent / "contexts.csv"
    table.write_text("photo,last_of_kind\nseven-pairs.jpg,yes\n")
    result = huopin("batch", folder, "--contexts", table)
    assert "\n2 winning" in result.stderr
    assert "; 0 no win; 1 that cannot be\n  1 that cannot be: 'seven-pairs.jpg' (" in result.stderr
    assert _rows(result.stdout)["seven-pairs.jpg"]["problem"] in result.stderr
    oracle.doubts = {14: {"9p": 0.98, "4s": 0.015}}
    assert "0 winning; 1 no win; 0 that" in huopin("batch", folder, "--glob", "melds.*").stderr


def test_rows_begin_alike_whether_read_or_not(huopin: Run, folder: Path) -> None:
    (folder / "text.jpg").write_text("This is no photo.")
    rows = _rows(huopin("batch", folder).stdout)
    fields = list(rows["text.jpg"])
    assert fields[:4] == ["photo", "verdict", "verdict_code", "tiles"]
    assert {tuple(row)[: len(fields)] for row in rows.values()} == {tuple(fields)}


def test_review_page(huopin: Run, folder: Path, oracle: Oracle) -> None:
    (folder / "<b>bad & worse.jpg").write_text("no photo")
    oracle.doubts = {3: {"5p": 0.6, "6p": 0.4}}
    page = folder.parent / "review.html"
    result = huopin("batch", folder, "-o", folder.parent / "out.jsonl", "--review", page)
    html = page.read_text(encoding="utf-8")
    assert f"review: {page}" in result.stderr
    places = [
        html.index(f"<b>{name}</b>")
        for name in ("&lt;b&gt;bad &amp; worse.jpg", "melds.jpg", "sub/one-row.jpg")
    ]
    assert places[0] == min(places), "the photo that was not read comes first"
    assert "<b>bad" not in html
    assert html.count("data:image/jpeg;base64,") == 3
    assert html.count("<polygon") == 3 * 14
    assert re.findall(r'(?:src|href)="(?!data:)', html) == [], "nothing is fetched from anywhere"
    assert "无财神 2" in html


def test_the_worst_photo_comes_first() -> None:
    tile = {"quad": [[0, 0], [3, 0], [3, 4], [0, 4]], "role": "hand"}
    whole: dict[str, Any] = {"tiles": [tile], "verdict_code": "ok", "problem": None, "total": 8}
    rows: list[dict[str, Any]] = [
        {"photo": "not-read", "tiles": [], "verdict_code": "unreadable", "problem": None, "confidence": 1.0},
        {**whole, "photo": "no-hand", "verdict_code": "incomplete", "total": None, "confidence": 0.99},
        {**whole, "photo": "problem", "problem": "5 copies", "total": None, "confidence": 0.99},
        {**whole, "photo": "no-win", "total": None, "confidence": 0.99},
        {**whole, "photo": "doubtful", "verdict_code": "unsure", "confidence": 0.4},
        {**whole, "photo": "a-win", "confidence": 0.9},
        {**whole, "photo": "b-win", "confidence": 0.9},
    ]
    assert [name for _, name in sorted(map(badness, reversed(rows)))] == [row["photo"] for row in rows]


def test_a_hand_on_the_review_page_is_shown_close_up() -> None:
    quads = [[[x, 500], [x + 60, 500], [x + 60, 580], [x, 580]] for x in range(300, 1140, 60)]
    row = {
        "verdict_code": "ok",
        "size": [4000, 3000],
        "tiles": [{"quad": quad, "role": "hand"} for quad in quads]
        + [{"quad": [[3000, 2000], [3060, 2000], [3060, 2080], [3000, 2080]], "role": "other"}],
    }
    assert shown_box(row) == (204, 404, 1236, 676)
    assert shown_box({**row, "verdict_code": "incomplete"}) is None


def test_the_folder_s_settings_are_its_defaults(huopin: Run, folder: Path) -> None:
    (folder / "huopin.toml").write_text('room = "popular"\n', encoding="utf-8")
    rows = _rows(huopin("batch", folder, "--self-draw").stdout)
    assert {row["settlement"]["room"] for row in rows.values()} == {"popular"}
    rows = _rows(huopin("batch", folder, "--self-draw", "--room", "no-fan").stdout)
    assert {row["settlement"]["room"] for row in rows.values()} == {"no-fan"}


def test_missing_weights_stop_the_run(huopin: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from huopin.models import ModelError

    def fail(tile_set: str | None) -> None:
        raise ModelError("models/finder.onnx: missing weights; install huopin again")

    monkeypatch.setattr(score, "worker_reader", fail)
    result = huopin("batch", folder)
    assert (result.exit_code, result.stdout) == (4, "")
    assert "missing weights" in result.stderr


def test_ctrl_c_keeps_what_is_done(huopin: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    score_with = score.score_with

    def interrupted(reader: Any, job: score.Job) -> dict[str, Any]:
        if job.photo.startswith("seven"):
            raise KeyboardInterrupt
        return score_with(reader, job)

    monkeypatch.setattr(score, "score_with", interrupted)
    result = huopin("batch", folder, "-o", folder.parent / "out.jsonl")
    assert result.exit_code == 130
    assert "stopped after 1 of 3 photos; go on with --resume" in result.stderr
    assert len((folder.parent / "out.jsonl").read_bytes().splitlines()) == 1
