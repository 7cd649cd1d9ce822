"""Going on with a run: never with rows made from other photos or with other options."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]
pytestmark = pytest.mark.usefixtures("oracle")


def _codes(output: Path) -> dict[str, str]:
    rows = [json.loads(line) for line in output.read_bytes().splitlines()]
    assert len(rows) == len({row["photo"] for row in rows})
    return {row["photo"]: row["verdict_code"] for row in rows}


@pytest.mark.parametrize(
    ("options", "difference"),
    [
        (["--seat", "S"], "others for 'melds.jpg': seat not given before, S now;"),
        (["--self-draw"], "self_draw not given before, True now"),
        (["--glob", "*/*.jpg", "--room", "popular"], "room not given before, popular now"),
        (["--contexts", "contexts.csv"], "others for 'seven-pairs.jpg': caishen 5m before, 6m now"),
    ],
)
def test_rows_of_other_options_are_refused(
    huopin: Run, folder: Path, options: list[str], difference: str, read: list[str]
) -> None:
    Path("first.csv").write_text("photo,caishen\nseven-pairs.jpg,5m\n")
    Path("contexts.csv").write_text("photo,caishen\nseven-pairs.jpg,6m\n")
    assert huopin("batch", "photos", "-o", "out.jsonl", "--contexts", "first.csv").exit_code == 0
    before = Path("out.jsonl").read_bytes()
    result = huopin("batch", "photos", "-o", "out.jsonl", "--resume", "--contexts", "first.csv", *options)
    assert (result.exit_code, len(read)) == (2, 3)
    assert "out.jsonl: expected the options of the first run, got others for " in result.stderr
    assert difference in result.stderr
    assert "give another --output, or --force to start anew" in result.stderr
    assert Path("out.jsonl").read_bytes() == before


def test_rows_of_another_folder_are_refused(huopin: Run, folder: Path, read: list[str]) -> None:
    shutil.copytree(folder, "fewer")
    Path("fewer/melds.jpg").unlink()
    shutil.copytree(folder, "changed")
    shutil.copy("changed/sub/one-row.jpg", "changed/melds.jpg")
    huopin("batch", "photos", "-o", "out.jsonl")
    for other, reason in (("fewer", "which lacks 'melds.jpg'"), ("changed", "'melds.jpg' had ")):
        result = huopin("batch", other, "-o", "out.jsonl", "--resume")
        assert (result.exit_code, len(read)) == (2, 3)
        assert reason in result.stderr
    shutil.move("photos", "moved")
    assert huopin("batch", "moved", "-o", "out.jsonl", "--resume").exit_code == 0
    assert len(read) == 3


def test_photos_that_were_not_read_are_tried_again(huopin: Run, folder: Path, read: list[str]) -> None:
    shutil.move(folder / "melds.jpg", "kept.jpg")
    (folder / "melds.jpg").write_text("no photo")
    (folder / "link.jpg").symlink_to("nowhere")
    (folder / "seven-pairs.toml").write_text('caishen = "6m"')
    huopin("batch", "photos", "-o", "out.jsonl")
    assert _codes(Path("out.jsonl")) == {
        "link.jpg": "unreadable",
        "melds.jpg": "unreadable",
        "seven-pairs.jpg": "bad-context",
        "sub/one-row.jpg": "ok",
    }
    shutil.move("kept.jpg", folder / "melds.jpg")
    (folder / "seven-pairs.toml").unlink()
    result = huopin("batch", "photos", "-o", "out.jsonl", "--resume")
    assert result.stderr.startswith("4 photos: 3 read, 0 unsure, 1 failed")
    assert read[4:] == ["link.jpg", "melds.jpg", "seven-pairs.jpg"]
    assert _codes(Path("out.jsonl"))["melds.jpg"] == "ok"


def test_pictures_that_are_missing_are_drawn(huopin: Run, folder: Path, read: list[str]) -> None:
    huopin("batch", "photos", "-o", "out.jsonl")
    drawing = ("batch", "photos", "-o", "out.jsonl", "--resume", "--annotated", "drawn")
    read.clear()
    assert huopin(*drawing).exit_code == 0
    assert read == ["melds.jpg", "seven-pairs.jpg", "sub/one-row.jpg"]
    read.clear()
    Path("drawn/sub/one-row.jpg").unlink()
    assert huopin(*drawing).exit_code == 0
    assert huopin(*drawing).exit_code == 0
    assert read == ["sub/one-row.jpg"]
    assert Path("drawn/sub/one-row.jpg").is_file()
