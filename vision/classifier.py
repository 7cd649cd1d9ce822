"""Labelling: which of the 42 faces, a back, or no tile at all a crop shows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from huopin.models import Network, load_network
from huopin.vision.crops import CROP
from huopin.vision.labels import LABELS

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class FaceLabels:
    """What N crops show.

    Attributes:
        probabilities: float32 (N, len(LABELS)), calibrated, rows sum to 1.
        turn_probabilities: float32 (N, 4): how many quarter turns clockwise the print is turned in the crop.
        embedding: float32 (N, D) unit vectors; prints that look alike lie close.
    """

    probabilities: Floats
    turn_probabilities: Floats
    embedding: Floats

    @property
    def turns(self) -> npt.NDArray[np.int64]:
        """Likeliest quarter turns (N,): np.roll(quad, -turn, axis=0) starts at the print's own top left."""
        return np.asarray(self.turn_probabilities.argmax(axis=1), np.int64)


class Classifier:
    """Crops to labels.

    Args:
        network: the network; the shipped one when None.
    """

    def __init__(self, network: Network | None = None) -> None:
        self._network = network or load_network("classifier")

    def __call__(self, crops: npt.NDArray[np.uint8]) -> FaceLabels:
        """Label crops (N, CROP, CROP, 3), BGR uint8, as ``huopin.vision.crops`` cuts them."""
        if crops.shape[1:] != (CROP, CROP, 3):
            raise ValueError(f"expected crops of shape (N, {CROP}, {CROP}, 3), got {crops.shape}")
        if not len(crops):
            return FaceLabels(
                np.zeros((0, len(LABELS)), np.float32),
                np.zeros((0, 4), np.float32),
                np.zeros((0, 1), np.float32),
            )
        return FaceLabels(*self._network(crops))
