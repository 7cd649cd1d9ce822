"""Finding photos."""

import os
from pathlib import Path

import pytest

from huopin.batch.errors import BatchError
from huopin.batch.photos import photos_below, require_file
from huopin.vision.errors import PhotoError


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in (
        "b.JPG",
        "a.heic",
        "x/c.png",
        "x/y/d.webp",
        "notes.txt",
        "a.json",
        "x/胡 了.jpg",
        "x/two\nlines.jpg",
    ):
        path = tmp_path / "tree" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return tmp_path / "tree"


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        (None, ["a.heic", "b.JPG", "x/c.png", "x/two\nlines.jpg", "x/y/d.webp", "x/胡 了.jpg"]),
        ("*.png", ["x/c.png"]),
        ("x/*.jpg", ["x/two\nlines.jpg", "x/胡 了.jpg"]),
        ("y/*", ["x/y/d.webp"]),
        ("notes.*", ["notes.txt"]),
    ],
)
def test_pictures_in_all_folders_in_order(tree: Path, pattern: str | None, found: list[str]) -> None:
    assert list(photos_below(tree, pattern)) == found


def test_links_are_followed_once(tree: Path) -> None:
    (tree / "x" / "loop").symlink_to(tree)
    (tree / "again").symlink_to(tree / "x" / "y")
    (tree / "gone.jpg").symlink_to(tree / "nowhere.jpg")
    (tree / "self.jpg").symlink_to(tree / "self.jpg")
    found = photos_below(tree)
    assert len(found) == len(set(found)) == 8
    assert sum(name.endswith("d.webp") for name in found) == 1
    assert {"gone.jpg", "self.jpg"} <= set(found)


def test_a_folder_for_results_is_left_out(tree: Path) -> None:
    assert "x/c.png" not in photos_below(tree, apart=tree / "x")
    assert "x/c.png" in photos_below(tree, apart=tree)
    assert "x/c.png" in photos_below(tree, apart=tree / "not-there-yet")


def test_a_folder_that_cannot_be_listed_is_told(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scandir = os.scandir

    def refuse(path: str) -> object:
        if str(path).endswith("y"):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert "x/y" in photos_below(tree)
    with pytest.raises(PhotoError, match="the folder cannot be listed; check its permissions"):
        require_file(tree / "x" / "y")


def test_names_that_are_no_utf8(tree: Path) -> None:
    (tree / os.fsdecode(b"caf\xe9.jpg")).touch()
    assert "caf\udce9.jpg" in photos_below(tree)


@pytest.mark.parametrize(("name", "reason"), [("none", "no such folder"), ("b.JPG", "is a file")])
def test_no_folder(tree: Path, name: str, reason: str) -> None:
    with pytest.raises(BatchError, match=f"{reason}; expected a folder of photos"):
        photos_below(tree / name)


def test_a_pipe_is_refused_before_it_is_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    with pytest.raises(PhotoError, match="a pipe, socket or device, expected a photo file"):
        require_file(tmp_path / "pipe.jpg")


@pytest.mark.parametrize(
    ("pattern", "wanted"), [(None, r"photos \(\.avif, .*\.webp\)"), ("*.xyz", r"files like '\*\.xyz'")]
)
def test_no_photos(tmp_path: Path, pattern: str | None, wanted: str) -> None:
    (tmp_path / "notes.txt").touch()
    with pytest.raises(BatchError, match=f"expected {wanted}, found none in it and its subfolders"):
        photos_below(tmp_path, pattern)
