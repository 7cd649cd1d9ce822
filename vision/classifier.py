"""Labelling: which of the 42 faces, a back, or no tile at all a crop shows."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from huopin.models import Network, load_network
from huopin.vision.crops import CROP
from huopin.vision.labels import LABELS, NONE_INDEX

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class FaceLabels:
    """What N crops show.

    Attributes:
        probabilities: float32 (N, len(LABELS)), calibrated, rows sum to 1.
        turn_probabilities: float32 (N, 4): how many quarter turns clockwise the print is turned in the crop.
        embedding: float32 (N, D) unit vectors; prints that look alike lie close.
        corners: float32 (N, 4, 2) how far the face's corners seem to be from where the crop was cut, in sides
            of the crop (`huopin.vision.crops.moved`); zeros where nothing is known.
    """

    probabilities: Floats
    turn_probabilities: Floats
    embedding: Floats
    corners: Floats

    @property
    def turns(self) -> npt.NDArray[np.int64]:
        """Likeliest quarter turns (N,): np.roll(quad, -turn, axis=0) starts at the print's own top left."""
        return np.asarray(self.turn_probabilities.argmax(axis=1), np.int64)

    @property
    def peaks(self) -> Floats:
        """(N,) probability of the likeliest face or back."""
        return np.asarray(self.probabilities[:, :NONE_INDEX].max(axis=1, initial=0.0))

    def at(self, index: npt.NDArray[np.int64]) -> FaceLabels:
        """The labels of some of the crops."""
        return FaceLabels(*(getattr(self, one.name)[index] for one in fields(self)))

    def updated(self, index: npt.NDArray[np.int64], others: FaceLabels) -> FaceLabels:
        """These labels with the ones at `index` (K,) replaced by K others."""
        mine = [getattr(self, one.name).copy() for one in fields(self)]
        for values, one in zip(mine, fields(self), strict=True):
            values[index] = getattr(others, one.name)
        return FaceLabels(*mine)


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
                np.zeros((0, 4, 2), np.float32),
            )
        probabilities, turns, embedding, corners = self._network(crops)
        return FaceLabels(probabilities, turns, embedding, corners.reshape(-1, 4, 2))
