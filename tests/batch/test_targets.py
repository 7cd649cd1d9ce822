"""What a run may overwrite: nothing that the user had, and older output only when asked to."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]
pytestmark = pytest.mark.usefixtures("oracle")


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def mine(folder: Path) -> Path:
    """The current folder with photos and more of the user's own."""
    top = folder.parent
    (top / "mine.csv").write_text("photo,caishen\nmelds.jpg,9s\n")
    (top / "mine.html").write_text("<p>notes")
    (top / "others" / "sub").mkdir(parents=True)
    shutil.copy(folder / "melds.jpg", top / "others" / "sub" / "one-row.jpg")
    (top / "linked").mkdir()
    (top / "linked" / "sub").symlink_to(folder / "sub")
    return top


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "mine.csv"], "mine.csv: is there already; --resume goes on with its run, --force overwrites"),
        (
            ["-o", "mine.csv", "--resume"],
            "mine.csv: expected rows in mine.csv.jsonl to go on with, got none",
        ),
        (["-o", "mine.csv", "--contexts", "mine.csv", "--force"], "another file than that of --contexts"),
        (["-o", "x.csv", "--review", "photos/melds.jpg"], "photos/melds.jpg: expected an ending .html"),
        (["-o", "x.csv", "--review", "x.csv"], "expected an ending .html"),
        (["-o", "x.csv", "--review", "mine.html"], "mine.html: is there already"),
        (["-o", "x.csv", "--resume", "--review", "mine.html"], "mine.html: expected rows in x.csv.jsonl"),
        (["-o", "x.csv", "--review", "folder.html"], "a folder, pipe or device, expected a file"),
        (
            ["-o", "full.csv", "--force"],
            "full.csv: cannot be written (a folder, pipe or device, expected a file)",
        ),
        (["-o", "full.jsonl", "--force"], "full.jsonl: cannot be written (a folder, pipe or device"),
        (["--annotated", "photos"], "expected another folder than that of the photos"),
        (["--annotated", "photos", "--glob", "melds.*"], "expected another folder than that of the photos"),
        (["--annotated", "others"], "got others/sub/one-row.jpg, which would be overwritten"),
        (["--annotated", "linked"], "got linked/sub/one-row.jpg, which would be overwritten"),
        (["--annotated", "mine.csv"], "expected a folder for pictures (is a file)"),
        (["-o", "x.csv", "--force", "--annotated", "others"], "got others/sub/one-row.jpg, which would"),
    ],
)
def test_nothing_of_the_user_s_is_lost(huopin: Run, mine: Path, arguments: list[str], message: str) -> None:
    (mine / "folder.html").mkdir()
    (mine / "full.csv").symlink_to("/dev/full")
    (mine / "full.jsonl").symlink_to("/dev/full")
    before = _files(mine)
    result = huopin("batch", "photos", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert _files(mine) == before


def test_older_output_is_overwritten_when_asked_to(huopin: Run, mine: Path) -> None:
    arguments = ("batch", "photos", "-o", "mine.csv", "--review", "mine.html", "--annotated", "drawn")
    assert huopin(*arguments, "--force").exit_code == 0
    assert huopin(*arguments).exit_code == 2
    assert huopin(*arguments, "--resume").exit_code == 0
    assert huopin(*arguments, "--force").exit_code == 0
    assert "Photos to review" in (mine / "mine.html").read_text(encoding="utf-8")


def test_an_empty_file_is_no_older_output(huopin: Run, mine: Path) -> None:
    (mine / "x.csv").touch()
    assert huopin("batch", "photos", "-o", "x.csv").exit_code == 0
