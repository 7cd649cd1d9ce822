"""Tile sets of one's own: learning, keeping, reading with them."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import BinaryIO

import cv2
import numpy as np
import pytest

from huopin.render.faces import FaceStyle, draw_face
from huopin.render.scene import TILE_MM, Box, Camera, Table, render, turn
from huopin.vision.classifier import FaceLabels
from huopin.vision.enrolment import enroll_photos
from huopin.vision.errors import TileSetError
from huopin.vision.labels import FACES, LABELS
from huopin.vision.pipeline import Reader
from huopin.vision.tileset import TileSet, saved_sets

ORDER = FACES[:34]
STYLE = FaceStyle.random(np.random.default_rng(4711))


def table(faces: list[str], columns: int, path: Path) -> Path:
    """A photo of tiles laid out row by row."""
    width, height, thick = TILE_MM
    boxes = [
        Box(
            face,
            draw_face(face, STYLE, 240),
            np.array([(k % columns - columns / 2) * (width + 3), -(k // columns) * (height + 4), thick / 2]),
            turn(0.0),
        )
        for k, face in enumerate(faces)
    ]
    cloth = np.full((64, 64, 3), (70, 110, 40), np.uint8)
    middle = np.mean([box.centre for box in boxes], axis=0)
    camera = Camera(middle + np.array([0, -120.0, 520.0]), middle, 1500.0, (1400, 1000))
    cv2.imwrite(str(path), render(boxes, camera, Table(cloth, (1500, 1500)), cloth).image)
    return path


def labels_of(probabilities: np.ndarray, embedding: np.ndarray) -> FaceLabels:
    turns = np.full((len(probabilities), 4), 0.25, np.float32)
    corners = np.zeros((len(probabilities), 4, 2), np.float32)
    return FaceLabels(probabilities.astype(np.float32), turns, embedding.astype(np.float32), corners)


def test_likeness_to_a_prototype_turns_an_undecided_classifier() -> None:
    mine = TileSet("mine", ("5m", "6m"), np.eye(2, 4, dtype=np.float32))
    undecided = np.full((1, len(LABELS)), 1e-4)
    undecided[0, [LABELS.index("5m"), LABELS.index("6m")]] = 0.45, 0.55
    read = mine.relabel(labels_of(undecided, np.eye(1, 4)))
    assert LABELS[int(read.probabilities[0].argmax())] == "5m"
    assert read.probabilities.sum() == pytest.approx(1, abs=1e-5)


def test_a_set_is_kept_whole(tmp_path: Path) -> None:
    mine = TileSet("my-set", ("5m", "E"), np.eye(2, 4, dtype=np.float32))
    mine.save(tmp_path)
    again = TileSet.load("my-set", tmp_path)
    assert (again.name, again.faces) == ("my-set", ("5m", "E"))
    assert (again.prototypes == mine.prototypes).all()
    assert saved_sets(tmp_path) == ("my-set",)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("yours", r"tile set 'yours': expected one of the enrolled sets \(none yet\); try huopin enroll"),
        ("../x", r"expected a tile set name of letters, digits, - and _, got '../x'"),
    ],
)
def test_an_unknown_set_is_told(name: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(TileSetError, match=message):
        TileSet.load(name, tmp_path)


def test_a_set_that_cannot_be_written_leaves_the_old_one_and_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(stream: BinaryIO, **_: object) -> None:
        stream.write(b"PK")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    old = TileSet("mine", ("5m",), np.ones((1, 4), np.float32))
    old.save(tmp_path)
    monkeypatch.setattr(np, "savez", full)
    with pytest.raises(TileSetError, match=r"mine\.npz: the tile set cannot be written \(no space left"):
        TileSet("mine", ("E",), np.zeros((1, 4), np.float32)).save(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.npz"]
    assert TileSet.load("mine", tmp_path).faces == ("5m",)


def test_a_folder_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TileSetError, match=r"the tile set cannot be written \(not a directory\)"):
        TileSet("mine", ("E",), np.zeros((1, 4), np.float32)).save(tmp_path / "file" / "sets")


@pytest.mark.parametrize("content", [b"", b"PK nothing of the kind"])
def test_a_damaged_set_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "mine.npz").write_bytes(content)
    with pytest.raises(TileSetError, match="the tile set is damaged; enroll it again"):
        TileSet.load("mine", tmp_path)


def test_a_set_is_learnt_from_photos_and_read_with(tmp_path: Path) -> None:
    photos = [table(list(ORDER[:18]), 9, tmp_path / "a.png"), table(list(ORDER[18:]), 8, tmp_path / "b.png")]
    enrolment = enroll_photos("drawn", photos, ORDER)
    learnt = enrolment.tile_set
    assert (enrolment.tiles, set(learnt.faces)) == (34, set(ORDER))
    hand = ["1m", "9m", "7p", "8p", "9s", "6s", "E", "C", "P", "1s", "5p", "4m", "N", "F"]
    reading = Reader(tile_set=learnt)(table(hand, 7, tmp_path / "hand.png"))
    assert sorted(tile.face for tile in reading.tiles) == sorted(hand)


def test_another_number_of_tiles_is_told(tmp_path: Path) -> None:
    photo = table(list(ORDER[:9]), 9, tmp_path / "a.png")
    with pytest.raises(
        TileSetError, match=r"expected 34 tiles in every photo .* found 9 in .*a\.png; lay the"
    ):
        enroll_photos("drawn", [photo], ORDER)
