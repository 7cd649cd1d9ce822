"""Sides: the blank side of a thick tile, taken for a white dragon or a back.

Seen at a slant, a tile shows its printed side and one or two others, which are blank rectangles of much the
same size. What tells them from a blank face is their neighbour: a side shares a whole edge with the printed
side of its own tile and leans away from it, while a face beside it lies in the same plane and goes on as it
does. A front seen from straight ahead and low does not lean; that is left to the classifier.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from huopin.vision.config import SideConfig
from huopin.vision.geometry import Floats, Quads

Bools = npt.NDArray[np.bool_]


def are_sides(quads: Quads, blank: Bools, config: SideConfig) -> Bools:
    """Which blank faces are sides of printed ones.

    Args:
        quads: (N, 4, 2) px, clockwise.
        blank: (N,) which show nothing printed.
        config: Thresholds.

    Returns:
        (N,) flags.
    """
    sides = np.zeros(len(quads), bool)
    for k in np.flatnonzero(blank):
        sides[k] = _leans_away(quads[k], quads[~blank], config)
    return sides


def _leans_away(blank: Quads, printed: Quads, config: SideConfig) -> bool:
    """Whether a blank quad (4, 2) shares an edge with one of printed ones (M, 4, 2) and leans away there."""
    start, end, into = _edges(blank[None])
    its_start, its_end, its_into = _edges(printed)
    # Both run clockwise, so a shared edge is run through in opposite directions.
    gaps = [
        np.linalg.norm(one[:, :, None] - other.reshape(1, 1, -1, 2), axis=-1)
        for one, other in ((start, its_end), (end, its_start))
    ]
    length = np.linalg.norm(its_end - its_start, axis=-1).reshape(1, 1, -1)
    shared = np.maximum(*gaps) < config.gap * length
    lean = np.linalg.norm(into[:, :, None] + its_into.reshape(1, 1, -1, 2), axis=-1)
    size = np.linalg.norm(its_into, axis=-1).reshape(1, 1, -1)
    return bool((shared & (lean > config.lean * size)).any())


def _edges(quads: Quads) -> tuple[Floats, Floats, Floats]:
    """Start, end and the vector into the quad of every edge, each (N, 4, 2)."""
    start = np.asarray(quads, np.float64)
    end = np.roll(start, -1, axis=1)
    into = (np.roll(start, 1, axis=1) - start + np.roll(end, -1, axis=1) - end) / 2
    return start, end, into
