"""Annotated pictures: every tile boxed in its colour, melds outlined, the photo itself untouched."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from huopin.vision.annotate import (
    BY_RULES,
    GREY,
    GROUPS,
    LONG_SIDE,
    SURE,
    UNSURE,
    Colour,
    annotate,
    is_drawing,
    save_picture,
)
from huopin.vision.errors import VisionError
from huopin.vision.photo import Photo
from huopin.vision.reading import Reading, ReadTile, Verdict
from huopin.vision.roles import Role


def tile(number: int, role: Role = Role.HAND, sure: bool = True, changed: bool = False) -> ReadTile:
    """A 60 x 80 tile; tiles stand 100 px apart."""
    x = 100.0 * number
    quad = np.array([(x, 100), (x + 60, 100), (x + 60, 180), (x, 180)], np.float32)
    return ReadTile(number, "5m", quad, 0.9, sure, (), role, number, changed)


def reading(*tiles: ReadTile, text: str = "4 tiles read.") -> Reading:
    return Reading("t.jpg", 800, 300, tiles, Verdict("ok", text))


def colour_at(image: np.ndarray, colour: Colour, x: float, y: float) -> bool:
    """Whether a colour occurs within 3 px of a point of the photo."""
    scale = LONG_SIDE / 800
    column, row = round(x * scale), round(y * scale)
    part = image[row - 6 : row + 7, column - 6 : column + 7]
    return bool((np.abs(part.astype(int) - colour).max(axis=2) < 12).any())


@pytest.mark.parametrize("ground", [0, 255])
def test_tiles_and_groups_are_outlined_in_their_colours(ground: int) -> None:
    pixels = np.full((300, 800, 3), ground, np.uint8)
    tiles = (
        tile(1),
        tile(2, sure=False),
        tile(3, changed=True, sure=False),
        tile(4, Role.OTHER),
        tile(5, Role.MELD),
        tile(6, Role.WIN),
    )
    image = annotate(Photo.of(pixels), reading(*tiles))
    assert image.shape[1] == LONG_SIDE
    assert image.shape[0] > LONG_SIDE * 300 / 800, "a strip of text is added below"
    for one, colour in zip(tiles, (SURE, UNSURE, BY_RULES, GREY, SURE, SURE), strict=True):
        x = float(one.quad[0, 0])
        assert colour_at(image, colour, x, 150), one
        assert colour_at(image, colour, x + 60, 150), one
    assert colour_at(image, GROUPS[Role.MELD], 530, 188)
    assert colour_at(image, GROUPS[Role.WIN], 630, 188)
    assert not colour_at(image, GROUPS[Role.MELD], 130, 188)
    assert (pixels == ground).all(), "the photo itself is untouched"


def test_large_photos_are_reduced_and_no_tiles_are_fine() -> None:
    image = annotate(Photo.of(np.zeros((3000, 4000, 3), np.uint8)), reading(text="No tiles found. " * 30))
    assert image.shape[1] == LONG_SIDE


@pytest.mark.parametrize("name", ["a.jpg", "a.JPEG", "a.png", "a.webp"])
def test_saving(tmp_path: Path, name: str) -> None:
    image = np.zeros((40, 60, 3), np.uint8)
    image[..., 2] = 255
    save_picture(image, tmp_path / name)
    with Image.open(tmp_path / name) as stored:
        assert stored.size == (60, 40)
        assert np.asarray(stored.convert("RGB"))[20, 30, 0] > 240
    assert is_drawing(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("content", [None, b"", b"no picture", b"\xff\xd8\xff\xe1\x00"])
def test_what_was_not_drawn_here_is_no_drawing(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "a.jpg"
    Image.new("RGB", (4, 4)).save(path)
    if content is not None:
        path.write_bytes(content)
    assert not is_drawing(path)
    assert not is_drawing(tmp_path / "none.jpg")


def test_an_older_picture_stays_when_the_new_one_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jpg"
    save_picture(np.zeros((4, 4, 3), np.uint8), path)
    before = path.read_bytes()

    def half(image: Image.Image, file: Path, *_: object, **__: object) -> None:
        file.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Image.Image, "save", half)
    with pytest.raises(VisionError, match=r"a.jpg: cannot be written \(no space left on device\)"):
        save_picture(np.ones((8, 8, 3), np.uint8), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a.txt", "unknown picture suffix '.txt', expected .jpg or .png"),
        ("a", "unknown picture suffix '', expected .jpg or .png"),
        ("missing/a.jpg", "cannot be written (no such file or directory)"),
        (".", "unknown picture suffix"),
        ("full.jpg", "cannot be written (a folder, pipe or device, expected a file)"),
    ],
)
def test_pictures_that_cannot_be_saved(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "full.jpg").symlink_to("/dev/full")
    with pytest.raises(VisionError) as caught:
        save_picture(np.zeros((4, 4, 3), np.uint8), tmp_path / name)
    assert message in str(caught.value)
