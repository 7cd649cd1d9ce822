"""The whole path with a finder and a classifier that know the truth: everything between them is real."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from huopin.models import load_network
from huopin.scoring import Tile
from huopin.vision.classifier import FaceLabels
from huopin.vision.config import FinderConfig
from huopin.vision.crops import CROP, MARGIN, cut_all, upright_rectangle
from huopin.vision.finder import Faces, Finder, FoundFace
from huopin.vision.interpret import Request
from huopin.vision.labels import LABELS
from huopin.vision.photo import Photo, load_photo
from huopin.vision.pipeline import Reader

SAMPLES = Path(__file__).resolve().parents[2] / "samples"


class KnowingFinder:
    """Finds the faces of a ground truth, each from another corner."""

    def __init__(self, quads: np.ndarray) -> None:
        self.quads = quads

    def __call__(self, photo: Photo) -> Faces:
        return Faces.of([FoundFace(np.roll(quad, k, axis=0), 0.9) for k, quad in enumerate(self.quads)])


class KnowingClassifier:
    """Knows the faces in the order in which they were found, and sees how each crop is turned."""

    def __init__(self, faces: list[str], quads: np.ndarray) -> None:
        self.faces, self.quads = faces, quads
        self.crops = np.zeros((0, CROP, CROP, 3), np.uint8)
        self.corners: dict[int, np.ndarray] = {}
        self.calls: list[int] = []

    def __call__(self, crops: np.ndarray) -> FaceLabels:
        self.crops = crops
        p = np.full((len(crops), len(LABELS)), 1e-5, np.float32)
        p[np.arange(len(crops)), [LABELS.index(face) for face in self.faces[: len(crops)]]] = 0.999
        turns = np.full((len(crops), 4), 0.25, np.float32)
        corners = np.zeros((len(crops), 4, 2), np.float32)
        if not self.calls:
            for index, offsets in self.corners.items():
                corners[index] = offsets
        self.calls.append(len(crops))
        return FaceLabels(p, turns, p, corners)


def sample(name: str) -> tuple[Path, list[str], np.ndarray, dict[str, object]]:
    truth = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    faces = [tile["face"] for tile in truth["tiles"]]
    return SAMPLES / f"{name}.jpg", faces, np.array([t["quad"] for t in truth["tiles"]], np.float32), truth


def knowing_reader(faces: list[str], quads: np.ndarray) -> tuple[Reader, KnowingClassifier]:
    classifier = KnowingClassifier(faces, quads)
    return Reader(finder=KnowingFinder(quads), classifier=classifier), classifier  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["melds", "concealed-kong", "two-rows", "exposed-kong"])
def test_samples_with_the_truth_found_are_read_exactly(name: str) -> None:
    path, faces, quads, truth = sample(name)
    reader, _ = knowing_reader(faces, quads)
    reading = reader(path)
    assert reading.verdict.code == "ok"
    assert (reading.photo, [reading.width, reading.height]) == (str(path), truth["size"])
    read = {tuple(np.round(tile.quad.mean(axis=0))): (tile.face, tile.role.value) for tile in reading.tiles}
    wanted = {
        tuple(np.round(quad.mean(axis=0))): (tile["face"], tile["role"])
        for quad, tile in zip(quads, truth["tiles"], strict=True)  # type: ignore[call-overload]
    }
    assert read == wanted


def test_crops_of_a_reduced_picture_show_what_full_ones_do(tmp_path: Path) -> None:
    """Tiles 300 px wide are cut from a half-size picture, and the crops stay where they are."""
    path, faces, quads, _ = sample("one-row")
    large = cv2.resize(load_photo(path).full, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    cv2.imwrite(str(tmp_path / "large.jpg"), large, [cv2.IMWRITE_JPEG_QUALITY, 95])
    quads = (quads + 0.5) * 2 - 0.5
    reader, classifier = knowing_reader(faces, quads)
    photo = load_photo(tmp_path / "large.jpg")
    found = reader.find(photo)
    reduced = reader.label(photo, found).crops
    assert reduced.shape == (len(faces), CROP, CROP, 3)
    full = reader.label(Photo.of(photo.full), found).crops
    assert np.abs(reduced.astype(int) - full).mean() < 3
    assert reader(photo).verdict.code == "ok"
    assert np.array_equal(classifier.crops, reduced)


def corners_seen(cut_at: np.ndarray, true: np.ndarray) -> np.ndarray:
    """What a perfect classifier says of the crop of one quad when the face has another."""
    expected = upright_rectangle(cut_at, CROP, MARGIN)
    matrix = cv2.getPerspectiveTransform(cut_at, expected)
    return np.asarray((cv2.perspectiveTransform(true[None], matrix)[0] - expected) / CROP)


@pytest.mark.parametrize("shift", [(0.0, 0.0), (0.02, 0.01), (0.12, -0.2)])
def test_a_face_cut_at_wrong_corners_is_cut_again_at_those_the_classifier_sees(
    shift: tuple[float, float],
) -> None:
    path, faces, quads, _ = sample("one-row")
    photo = load_photo(path)
    size = np.linalg.norm(quads[2, 0] - quads[2, 2])
    wrong = quads.copy()
    wrong[2, 1] += size * np.array(shift, np.float32)
    reader, classifier = knowing_reader(faces, wrong)
    found = reader.find(photo)
    true = next(
        t for k in range(4) if np.abs((t := np.roll(quads[2], k, axis=0)) - found.quads[2]).sum() < size
    )
    classifier.corners = {2: corners_seen(found.quads[2], true)}
    seen = reader.label(photo, found)
    far = max(shift) > 0.1
    assert np.abs(seen.faces.quads[2] - (true if far else found.quads[2])).max() < 0.1
    assert np.array_equal(np.delete(seen.faces.quads, 2, axis=0), np.delete(found.quads, 2, axis=0))
    assert classifier.calls == ([len(quads), 1] if far else [len(quads)])
    assert np.array_equal(seen.crops, cut_all(photo.at_least(1)[0], seen.faces.quads))


def test_a_photo_without_tiles() -> None:
    reader, _ = knowing_reader([], np.zeros((0, 4, 2), np.float32))
    reading = reader(Photo.of(np.full((300, 400, 3), 200, np.uint8), "empty.jpg"))
    assert reading.tiles == ()
    assert reading.verdict.code == "no-tiles"
    assert json.dumps(reading.to_json()).startswith('{"photo": "empty.jpg", "verdict": "No tiles found.')


def test_the_request_reaches_the_interpretation() -> None:
    path, faces, quads, _ = sample("wenzhou")
    reader, _ = knowing_reader(faces, quads)
    assert reader(path).verdict.code == "too-many"
    assert reader(path, Request(hand_tiles=17)).verdict.code == "ok"


@pytest.fixture(scope="module")
def shipped() -> Reader:
    return Reader()


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_the_shipped_weights_read_the_samples_exactly(shipped: Reader, path: Path) -> None:
    """Every tile of the hand with its face and part, given the caishen as in `huopin score`."""
    truth = json.loads(path.read_text(encoding="utf-8"))
    caishen = Tile.parse(truth["caishen"]) if truth["caishen"] else None
    request = Request(caishen, 14 if truth["rules"] == "huopin" else 17)
    reading = shipped(path.with_suffix(".jpg"), request)
    read = sorted((tile.face, tile.role.value) for tile in reading.tiles if tile.role != "other")
    assert read == sorted((tile["face"], tile["role"]) for tile in truth["tiles"] if tile["role"] != "other")
    assert reading.verdict.whole


def test_small_tiles_are_looked_at_again_closer() -> None:
    """A hand on a quarter of a large photo: its outlines are finer with the closer look than without."""
    path, faces, quads, _ = sample("one-row")
    small = cv2.resize(load_photo(path).full, (1600, 1200), interpolation=cv2.INTER_AREA)
    wide = np.full((3000, 4000, 3), 96, np.uint8)
    wide[900:2100, 1200:2800] = small
    true = (quads + 0.5) * 0.8 - 0.5 + np.array((1200, 900), np.float32)
    photo = Photo.of(wide, "wide.jpg")
    config = FinderConfig()
    errors = []
    for look in (config, replace(config, small_tile=0.0)):
        found = Finder(look, load_network("finder", 1))(photo)
        assert len(found) == len(faces)
        errors.append(np.mean([off(quad, found.quads) for quad in true]))
    assert errors[0] < 0.8 * errors[1]


def off(quad: np.ndarray, others: np.ndarray) -> float:
    """Mean distance of the corners from those of the nearest outline, whichever corner that starts at."""
    return min(
        float(np.linalg.norm(np.roll(other, k, axis=0) - quad, axis=1).mean())
        for other in others
        for k in range(4)
    )
