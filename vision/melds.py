"""Exposed melds as a reader meets them: which chow, pung or kong a few tiles set apart most likely are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
import numpy.typing as npt

from huopin.vision.geometry import Floats
from huopin.vision.labels import BACK_INDEX, NATURAL_FACES

SUIT_STARTS = (0, 9, 18)
MELD_SIZES = (3, 4)


@dataclass(frozen=True)
class MeldReading:
    """One way to read tiles as a meld.

    Attributes:
        nats: Log probability of the tiles under it.
        labels: Index into `LABELS` of each tile, in the order given; backs stay backs.
    """

    nats: float
    labels: tuple[int, ...]


@cache
def _chows() -> npt.NDArray[np.int64]:
    """(126, 3): every chow in every order."""
    starts = [s + r for s in SUIT_STARTS for r in range(7)]
    return np.array([[start + k for k in order] for start in starts for order in permutations(range(3))])


def read_meld(nats: Floats, keep: int = 8) -> tuple[MeldReading, ...]:
    """The likeliest chows and pungs of three tiles, or kongs of four, best first.

    A kong may have tiles face down (a concealed one, 暗杠); with all four face down it stays four backs.

    Args:
        nats: (3 or 4, labels) log probability of each label for each tile.
        keep: How many readings to return at most.
    """
    if len(nats) not in MELD_SIZES:
        return ()
    same = _same_face(nats, may_lie=len(nats) == 4)
    options = same if len(nats) == 4 else same + _chow_readings(nats)
    return tuple(sorted(options, key=lambda option: -option.nats)[:keep])


def _same_face(nats: Floats, may_lie: bool) -> list[MeldReading]:
    faces = nats[:, :NATURAL_FACES]
    down = nats[:, BACK_INDEX] if may_lie else np.full(len(nats), -np.inf)
    best = np.maximum(faces, down[:, None])
    options = [
        MeldReading(
            float(best[:, face].sum()),
            tuple(BACK_INDEX if lies else face for lies in down > faces[:, face]),
        )
        for face in range(NATURAL_FACES)
    ]
    unknown = {option.labels: option for option in options}
    return list(unknown.values())


def _chow_readings(nats: Floats) -> list[MeldReading]:
    chows = _chows()
    score = nats[np.arange(3)[None], chows].sum(axis=1)
    return [MeldReading(float(score[k]), tuple(map(int, chows[k]))) for k in np.argsort(-score)[:8]]


def meld_likeness(nats: Floats) -> float:
    """How much less likely the tiles are as a meld than as whatever they look like, in nats: 0 or below."""
    readings = read_meld(nats, keep=1)
    return readings[0].nats - float(nats.max(axis=1).sum()) if readings else -np.inf
