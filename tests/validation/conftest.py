"""Small data sets of every form, made of one sample, and the truth in place of the networks."""

import csv
import json
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from sample_oracle import SAMPLES
from typer.testing import CliRunner, Result

from huopin.batch.pool import Pool
from huopin.cli import app
from huopin.commands import settings
from huopin.commands.workers import Workers
from huopin.validation import measure
from huopin.vision.classifier import FaceLabels
from huopin.vision.finder import Faces, FoundFace
from huopin.vision.labels import LABELS
from huopin.vision.photo import Photo
from huopin.vision.pipeline import Reader

WIDTH, HEIGHT = 60, 80
"""Of a tile in the photos made here, px."""


@dataclass
class Painted:
    """Photos whose tiles are plain colours, one for each label, and networks that know the colours.

    Attributes:
        hidden: Names of photos and places of tiles that are not found.
        added: Quads found besides, by name of the photo.
        renamed: What a label is taken for.
        confidence: Of every tile.
    """

    hidden: set[tuple[str, int]] = field(default_factory=set)
    added: dict[str, npt.NDArray[np.float32]] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    confidence: float = 0.9

    def find(self, photo: Photo) -> Faces:
        name = Path(photo.name).name
        quads = [quad for k, quad in enumerate(quads_of(HANDS[name])) if (name, k) not in self.hidden]
        return Faces.of([FoundFace(quad, 1.0) for quad in (*quads, *self.added.get(name, ()))])

    def label(self, crops: npt.NDArray[np.uint8]) -> FaceLabels:
        p = np.full((len(crops), len(LABELS)), (1 - self.confidence) / (len(LABELS) - 1), np.float32)
        for row, crop in zip(p, crops, strict=True):
            seen = _label(crop[24:40, 24:40].reshape(-1, 3).mean(axis=0))
            row[LABELS.index(self.renamed.get(seen, seen))] = self.confidence
        turns = np.tile(np.array([1, 0, 0, 0], np.float32), (len(crops), 1))
        code, corners = np.ones((len(crops), 1), np.float32), np.zeros((len(crops), 4, 2), np.float32)
        return FaceLabels(p, turns, code, corners)


HANDS: dict[str, list[str]] = {
    "north-1.jpg": ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "C", "C", "C"],
    "north-2.jpg": ["1m", "1m", "1m", "2p", "2p", "2p", "3s", "3s", "3s", "S", "S", "F", "F", "F"],
    "south-1.jpg": ["9m", "9m", "9m", "9p", "9p", "9p", "9s", "9s", "W", "W", "W", "N", "N", "P"],
}
"""Tiles of each photo, in a row."""


def quads_of(faces: list[str]) -> npt.NDArray[np.float32]:
    corners = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float32)
    return np.array(
        [corners + np.array((20 + k * WIDTH, 60), np.float32) for k in range(len(faces))], np.float32
    )


def _colour(face: str) -> tuple[int, int, int]:
    number = LABELS.index(face)
    return 40 + number % 4 * 55, 40 + number // 4 % 4 * 55, 40 + number // 16 * 55


def _label(colour: npt.NDArray[np.floating[Any]]) -> str:
    return min(LABELS, key=lambda label: float(np.abs(np.array(_colour(label)) - colour).sum()))


def _paint(faces: list[str]) -> npt.NDArray[np.uint8]:
    image = np.full((HEIGHT + 120, WIDTH * len(faces) + 40, 3), 10, np.uint8)
    for face, quad in zip(faces, quads_of(faces).astype(int), strict=True):
        image[quad[0][1] : quad[2][1], quad[0][0] : quad[2][0]] = _colour(face)
    return image


def _write_photos(folder: Path) -> None:
    folder.mkdir(parents=True)
    for name, faces in HANDS.items():
        cv2.imwrite(str(folder / name), _paint(faces), [cv2.IMWRITE_JPEG_QUALITY, 95])


def write_yolo(root: Path) -> None:
    _write_photos(root / "images")
    (root / "labels").mkdir()
    (root / "data.yaml").write_text("names: [" + ", ".join(f"'{label}'" for label in LABELS) + "]\n")
    for name, faces in HANDS.items():
        image = _paint(faces)
        lines = []
        for face, quad in zip(faces, quads_of(faces) / (image.shape[1], image.shape[0]), strict=True):
            (x0, y0), (x1, y1) = quad[0], quad[2]
            lines.append(f"{LABELS.index(face)} {(x0 + x1) / 2} {(y0 + y1) / 2} {x1 - x0} {y1 - y0}\n")
        (root / "labels" / name).with_suffix(".txt").write_text("".join(lines))


def write_coco(root: Path) -> None:
    _write_photos(root / "images")
    images: list[Any] = []
    annotations: list[Any] = []
    for name, faces in HANDS.items():
        height, width = _paint(faces).shape[:2]
        images.append({"id": len(images), "file_name": name, "width": width, "height": height})
        for face, quad in zip(faces, quads_of(faces).tolist(), strict=True):
            box = [*quad[0], WIDTH, HEIGHT]
            one = {"id": len(annotations), "image_id": images[-1]["id"], "bbox": box, "iscrowd": 0}
            annotations.append({**one, "category_id": LABELS.index(face) + 1})
    categories = [{"id": k, "name": label} for k, label in enumerate(LABELS, 1)]
    whole = {"images": images, "annotations": annotations, "categories": categories}
    (root / "_annotations.coco.json").write_text(json.dumps(whole))


def write_truth(root: Path) -> None:
    _write_photos(root)
    for name, faces in HANDS.items():
        height, width = _paint(faces).shape[:2]
        quads = quads_of(faces).tolist()
        tiles = [
            {"id": k, "face": f, "quad": q} for k, (f, q) in enumerate(zip(faces, quads, strict=True), 1)
        ]
        truth = {"photo": name, "size": [width, height], "tiles": tiles}
        (root / name).with_suffix(".json").write_text(json.dumps(truth))


def _crops() -> Iterator[tuple[str, str, npt.NDArray[np.uint8]]]:
    for name, faces in HANDS.items():
        image = _paint(faces)
        for k, (face, quad) in enumerate(zip(faces, quads_of(faces).astype(int), strict=True)):
            crop = image[quad[0][1] : quad[2][1], quad[0][0] : quad[2][0]]
            yield f"{Path(name).stem}-{k}.png", face, crop


def write_class_folders(root: Path) -> None:
    for name, face, crop in _crops():
        (root / face).mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(root / face / name), crop)


def write_crop_table(root: Path) -> None:
    root.mkdir()
    with (root / "labels.csv").open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["file", "face"])
        for name, face, crop in _crops():
            cv2.imwrite(str(root / name), crop)
            writer.writerow([name, face])


WRITERS: dict[str, Callable[[Path], None]] = {
    "yolo": write_yolo,
    "coco": write_coco,
    "truth": write_truth,
    "class-folders": write_class_folders,
    "crop-table": write_crop_table,
}


@pytest.fixture
def datasets(tmp_path: Path) -> Callable[[str], Path]:
    """Writes the data set in a form and says where."""

    def write(form: str) -> Path:
        WRITERS[form](tmp_path / form)
        return tmp_path / form

    return write


@contextmanager
def _one_thread() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as executor:
        yield executor


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> Painted:
    """The networks replaced by ones that know the colours, the worker processes by one thread."""
    painted = Painted()
    networks: Any = painted
    reader = Reader(finder=networks.find, classifier=networks.label)
    monkeypatch.setattr(measure, "worker_reader", lambda tile_set: reader)
    monkeypatch.setattr(Workers, "pool", lambda self, task: Pool(task, _one_thread, 1))
    return painted


@pytest.fixture(autouse=True)
def _no_user_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "user_file", lambda: tmp_path / "no-such-folder" / settings.FILE)


@pytest.fixture
def huopin() -> Callable[..., Result]:
    """Runs a command line: `huopin("validate", folder)`."""
    return lambda *arguments: CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def samples(tmp_path: Path) -> Path:
    """A sample with its truth."""
    for suffix in (".jpg", ".json"):
        shutil.copy(SAMPLES / f"melds{suffix}", tmp_path)
    return tmp_path
