"""What the tiles of a photo look like, gathered for deciding which belong where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from huopin.vision.config import LayoutConfig
from huopin.vision.geometry import Floats, Frames
from huopin.vision.labels import BACK_INDEX, NATURAL_FACES
from huopin.vision.melds import meld_likeness
from huopin.vision.rows import Row, Rows
from huopin.vision.winning import HUOPIN_TILES


@dataclass(frozen=True)
class Wish:
    """What the user knows better than the photo.

    Attributes:
        hand_tiles: Tiles of a winning hand, a kong counting as three: 14, or 17 in Wenzhou.
        melds: Number of declared melds, or None to judge by the gaps.
    """

    hand_tiles: int = HUOPIN_TILES
    melds: int | None = None


@dataclass(frozen=True)
class Table:
    """Rows of tiles and what their faces seem to be.

    Attributes:
        rows: The rows.
        frames: Where the tiles lie.
        turned: (N,) bool: lies a quarter turn to its row.
        nats: (N, labels) log probability of each label.
        flower: (N,) bool: shows a flower.
        back: (N,) bool: lies face down.
        meld_nats: Tiles are a meld unless that makes them less likely by more than this.
    """

    rows: tuple[Row, ...]
    frames: Frames
    turned: npt.NDArray[np.bool_]
    nats: Floats
    flower: npt.NDArray[np.bool_]
    back: npt.NDArray[np.bool_]
    meld_nats: float

    @classmethod
    def of(cls, rows: Rows, probabilities: Floats, config: LayoutConfig) -> Self:
        """Gather rows and label probabilities (N, labels)."""
        p = np.asarray(probabilities, np.float64)
        return cls(
            rows.rows,
            Frames.of(rows.quads),
            rows.turned,
            np.log(np.maximum(p, config.floor)),
            p[:, NATURAL_FACES:BACK_INDEX].sum(axis=1) > 0.5,
            p[:, BACK_INDEX] > 0.5,
            config.meld_nats,
        )

    def likeness(self, tiles: Sequence[int]) -> float:
        """How much less likely tiles are as a meld than as whatever they look like, in nats: 0 or below."""
        return meld_likeness(self.nats[list(tiles)])

    def may_be_meld(self, tiles: Sequence[int]) -> bool:
        """Whether three or four tiles can be taken for a chow, a pung or a kong."""
        return self.likeness(tiles) > -self.meld_nats

    def count(self, rows: Sequence[int]) -> int:
        """Tiles of a hand in these rows: no flowers, and a kong set apart counts as three."""
        groups = [[t for t in group if not self.flower[t]] for k in rows for group in self.rows[k].groups]
        return sum(len(group) - (len(group) == 4 and self.may_be_meld(group)) for group in groups)
