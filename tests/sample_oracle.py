"""Reading samples without weights: the truth file answers for the networks, all else is the real thing."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from huopin.vision.classifier import FaceLabels
from huopin.vision.crops import portrait
from huopin.vision.finder import Faces, FoundFace
from huopin.vision.labels import LABELS
from huopin.vision.photo import Photo

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
SURE = 0.9999


class Oracle:
    """Finds and names the tiles of the samples by their truth; `doubts` plants uncertainty by tile id.

    Attributes:
        doubts: Probability of faces by tile id; the rest is spread evenly.
    """

    def __init__(self) -> None:
        self.doubts: dict[int, Mapping[str, float]] = {}
        self._tiles: list[dict[str, Any]] = []

    def find(self, photo: Photo) -> Faces:
        truth = Path(photo.name).with_suffix(".json")
        self._tiles = json.loads(truth.read_text(encoding="utf-8"))["tiles"] if truth.exists() else []
        return Faces.of([FoundFace(np.array(tile["quad"], np.float32), 1.0) for tile in self._tiles])

    def label(self, crops: npt.NDArray[np.uint8]) -> FaceLabels:
        probabilities = [self._probabilities(tile) for tile in self._tiles]
        turns = [_turn(np.array(tile["quad"], np.float32)) for tile in self._tiles]
        return FaceLabels(
            np.array(probabilities, np.float32).reshape(-1, len(LABELS)),
            np.array(turns, np.float32).reshape(-1, 4),
            np.ones((len(crops), 1), np.float32),
            np.zeros((len(crops), 4, 2), np.float32),
        )

    def _probabilities(self, tile: Mapping[str, Any]) -> list[float]:
        known = self.doubts.get(tile["id"], {tile["face"]: SURE})
        rest = (1 - sum(known.values())) / (len(LABELS) - len(known))
        return [known.get(label, rest) for label in LABELS]


def _turn(quad: npt.NDArray[np.float32]) -> list[float]:
    """How the print lies in the crop that `portrait` starts."""
    turn = next(k for k in range(4) if np.allclose(np.roll(quad, k, axis=0), portrait(quad)))
    return [float(k == turn) for k in range(4)]
