"""Which faces are believed: clear ones, doubtful ones among them, and nothing that keeps no company."""

from __future__ import annotations

import numpy as np
import pytest

from huopin.vision.classifier import FaceLabels
from huopin.vision.company import believed, believed_faces
from huopin.vision.config import CompanyConfig, Config
from huopin.vision.finder import Faces
from huopin.vision.labels import BACK, BACK_INDEX, LABELS, NONE_INDEX


def row(count: int, apart: float = 32, size: float = 30, y: float = 100) -> np.ndarray:
    """Upright faces side by side, (count, 4, 2)."""
    corners = np.array([(0, 0), (size, 0), (size, size * 4 / 3), (0, size * 4 / 3)], np.float32)
    return np.stack([corners + np.array((50 + k * apart, y)) for k in range(count)]).astype(np.float32)


@pytest.mark.parametrize(
    ("quads", "evidence", "kept"),
    [
        pytest.param(row(1), [0.6], [], id="doubtful and alone"),
        pytest.param(row(1), [0.85], [0], id="clear and alone"),
        pytest.param(row(3), [0.9, 0.5, 0.4], [0, 1, 2], id="doubtful beside a clear one"),
        pytest.param(row(4), [0.9, 0.5, 0.4, 0.4], [], id="too few clear ones"),
        pytest.param(row(3), [0.9, 0.9, 0.2], [0, 1], id="hardly a face, whatever its company"),
        pytest.param(row(14), [0.62] * 14, range(14), id="a hand in bad light"),
        pytest.param(row(7), [0.62] * 7, [], id="too few for bad light"),
        pytest.param(row(14), [0.62] * 8 + [0.4] * 6, [], id="too few of them fair"),
        pytest.param(row(2, apart=200), [0.9, 0.5], [0], id="too far away"),
        pytest.param(np.concatenate([row(1), row(1, size=60, y=150)]), [0.9, 0.5], [0], id="of another size"),
    ],
)
def test_company(quads: np.ndarray, evidence: list[float], kept: list[int]) -> None:
    found = believed(quads, np.array(evidence), CompanyConfig())
    assert np.flatnonzero(found).tolist() == list(kept)


def labels(*likely: tuple[str, float]) -> FaceLabels:
    """Labels with the given probability; the rest is spread evenly."""
    p = np.stack([np.full(len(LABELS), (1 - chance) / (len(LABELS) - 1)) for _, chance in likely])
    p[np.arange(len(likely)), [LABELS.index(label) for label, _ in likely]] = [chance for _, chance in likely]
    n = len(likely)
    return FaceLabels(
        p.astype(np.float32),
        np.full((n, 4), 0.25, np.float32),
        np.ones((n, 1), np.float32),
        np.zeros((n, 4, 2), np.float32),
    )


@pytest.mark.parametrize(
    ("label", "score", "kept"),
    [
        (("5m", 0.99), 0.95, True),
        (("5m", 0.5), 0.5, False),
        ((LABELS[NONE_INDEX], 0.6), 0.95, False),
        ((LABELS[BACK_INDEX], 0.99), 0.95, True),
        ((LABELS[BACK_INDEX], 0.99), 0.65, False),
    ],
)
def test_what_finder_and_classifier_say_together(label: tuple[str, float], score: float, kept: bool) -> None:
    """Among three clear tiles, so that company is no question; cloth between tiles looks like a back."""
    faces = Faces(row(4), np.array([0.95, 0.95, 0.95, score]))
    found = believed_faces(faces, labels(("1m", 0.99), ("2m", 0.99), ("3m", 0.99), label), Config())
    assert found.tolist() == [0, 1, 2, 3] if kept else [0, 1, 2]
    assert (3 in found) is kept


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ([BACK] * 12, 0),
        (["P"] * 12, 0),
        (["1p", *[BACK] * 10], 11),
        (["1p", *[BACK] * 11], 1),
        (["1m", "2m", "3m", *["P"] * 7], 10),
    ],
)
def test_blank_faces_alone_are_a_tiled_wall(words: list[str], kept: int) -> None:
    faces = Faces(row(len(words)), np.full(len(words), 0.95))
    assert len(believed_faces(faces, labels(*[(word, 0.99) for word in words]), Config())) == kept


def test_slivers_are_no_faces() -> None:
    quads = row(2)
    quads[1, 2:] = np.add(quads[1, 1::-1], (0, 2))
    found = believed_faces(Faces(quads, np.full(2, 0.95)), labels(("1m", 0.99), (BACK, 0.99)), Config())
    assert found.tolist() == [0]
