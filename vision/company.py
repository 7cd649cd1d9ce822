"""Company: tiles come together, so a doubtful face is believed among clear ones and dropped elsewhere.

Faces that lie near each other and are of one size keep company. A company is believed when a good share of it
is clear, or when it is large and mostly fair, as in a dark or blurred photo. What looks a little like a tile
in a picture without any has no such company. Nor are blank faces alone believed: walls and floors are tiled.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from huopin.vision.classifier import FaceLabels
from huopin.vision.config import CompanyConfig, Config
from huopin.vision.finder import Faces
from huopin.vision.geometry import Floats, Frames, Quads, are_faces
from huopin.vision.labels import BACK_INDEX, NONE_INDEX, WHITE_INDEX
from huopin.vision.sides import are_sides

Bools = npt.NDArray[np.bool_]


def believed_faces(faces: Faces, labels: FaceLabels, config: Config) -> npt.NDArray[np.int64]:
    """Indices of the faces to believe.

    Args:
        faces: N faces.
        labels: Of the same N faces.
        config: Thresholds.
    """
    probabilities = np.asarray(labels.probabilities, np.float64)
    evidence = faces.scores * labels.peaks
    pale_back = (probabilities.argmax(axis=1) == BACK_INDEX) & (faces.scores < config.read.back_score)
    no_tile = (probabilities[:, NONE_INDEX] >= config.read.none) | ~are_faces(faces.quads) | pale_back
    blank = probabilities[:, (WHITE_INDEX, BACK_INDEX)].sum(axis=1) > 0.5
    no_tile |= are_sides(faces.quads, blank | no_tile, config.sides)
    evidence[no_tile] = 0
    kept = believed(faces.quads, evidence, config.company)
    printed = np.count_nonzero(kept & ~blank & (evidence >= config.company.fair))
    if printed < config.company.printed * np.count_nonzero(kept & blank):
        kept &= ~blank
    return np.flatnonzero(kept)


def believed(quads: Quads, evidence: Floats, config: CompanyConfig) -> Bools:
    """Which faces to believe by their evidence and their company.

    Args:
        quads: (N, 4, 2) px.
        evidence: (N,) how clearly each is a face, 0-1: the finder's score times the classifier's probability
            of the likeliest face.
        config: Thresholds.

    Returns:
        (N,) flags.
    """
    kept = evidence >= config.least
    companies = _companies(quads, kept, config)
    for number in range(int(companies.max(initial=-1)) + 1):
        members = companies == number
        kept[members] = _is_believed(evidence[members], config)
    return np.asarray(kept)


def _is_believed(evidence: Floats, config: CompanyConfig) -> bool:
    fair = np.count_nonzero(evidence >= config.fair)
    return bool(
        np.mean(evidence >= config.clear) >= config.share
        or (fair >= config.many and fair >= config.fair_share * len(evidence))
    )


def _companies(quads: Quads, kept: Bools, config: CompanyConfig) -> npt.NDArray[np.int64]:
    """(N,) number of each kept face's company, from 0; -1 for the others."""
    frames = Frames.of(quads)
    sizes, middles = frames.size, frames.centre
    larger, smaller = np.maximum(sizes[:, None], sizes[None]), np.minimum(sizes[:, None], sizes[None])
    gaps = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    linked = (gaps < config.reach * larger) & (larger < config.size_ratio * smaller)
    numbers = np.full(len(quads), -1)
    for start in np.flatnonzero(kept):
        if numbers[start] < 0:
            number = numbers.max(initial=-1) + 1
            fresh = np.array([start])
            while len(fresh):
                numbers[fresh] = number
                fresh = np.flatnonzero(linked[fresh].any(axis=0) & kept & (numbers < 0))
    return numbers
