"""Region: which rows of the photo are the hand, and the order in which rows are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from huopin.vision.config import LayoutConfig
from huopin.vision.geometry import Floats, unit
from huopin.vision.melds import MELD_SIZES
from huopin.vision.table import Table, Wish


@dataclass(frozen=True)
class Region:
    """The hand among the rows of a photo.

    Attributes:
        rows: Indices of its rows.
        arranged: Whether it lies as a hand does, so that gaps mean something; tiles strewn about or more of
            them than a hand has are a heap.
    """

    rows: tuple[int, ...]
    arranged: bool


def hand_region(table: Table, wish: Wish, config: LayoutConfig) -> Region:
    """The longest row of large tiles and what belongs to it; there must be a row."""
    return _Search(table, wish, config).region()


def in_reading_order(table: Table, rows: Sequence[int], right: Floats) -> list[int]:
    """Rows from top to bottom, those at one height from left to right."""
    down = np.array([-right[1], right[0]])
    middle = {k: table.frames.centre[list(table.rows[k].tiles)].mean(axis=0) for k in rows}
    ordered: list[int] = []
    band: list[int] = []
    for k in sorted(rows, key=lambda k: float(middle[k] @ down)):
        height = float(np.median(table.frames.height[list(table.rows[k].tiles)]))
        if band and (middle[k] - middle[band[0]]) @ down > height / 2:
            ordered += sorted(band, key=lambda k: float(middle[k] @ right))
            band = []
        band.append(k)
    return ordered + sorted(band, key=lambda k: float(middle[k] @ right))


class _Search:
    """One run of `hand_region`."""

    def __init__(self, table: Table, wish: Wish, config: LayoutConfig) -> None:
        self.table, self.wish, self.config = table, wish, config

    def region(self) -> Region:
        """The main row and what belongs to it."""
        main = max(range(len(self.table.rows)), key=self._weight)
        block = self._grown([main], self.config.touch_heights, coherent=True)
        if self.table.count(block) > self.wish.hand_tiles + self.config.spare_tiles:
            return Region(tuple(self._grown(block, self.config.near_heights, coherent=False)), False)
        hand = self._completed([main], main)
        if self.table.count(hand) >= self.wish.hand_tiles - 1:
            return Region(tuple(hand), True)
        strewn = self._grown([main], self.config.near_heights, coherent=False)
        if self.table.count(strewn) > self.table.count(hand):
            return Region(tuple(strewn), False)
        return Region(tuple(hand), True)

    def _weight(self, k: int) -> float:
        """How much a row looks like the hand: its length in large, face-up tiles."""
        tiles = list(self.table.rows[k].tiles)
        return float(np.sum(self.table.frames.size[tiles] * np.where(self.table.back[tiles], 0.2, 1.0)))

    def _distance(self, k: int, rows: Sequence[int]) -> float:
        """Free room between a row and the nearest of others, in the longer sides of their tiles."""
        mine = list(self.table.rows[k].tiles)
        theirs = [tile for other in rows for tile in self.table.rows[other].tiles]
        apart = np.linalg.norm(
            self.table.frames.centre[mine][:, None] - self.table.frames.centre[theirs][None], axis=2
        )
        longer = np.maximum(self.table.frames.height, self.table.frames.width)
        size = (longer[mine][:, None] + longer[theirs][None]) / 2
        return float((apart / size).min()) - 1

    def _coherent(self, k: int, main: int) -> bool:
        """Whether a row has the size and direction of the main one, and shows faces."""
        mine, theirs = list(self.table.rows[k].tiles), list(self.table.rows[main].tiles)
        ratio = np.median(self.table.frames.size[mine]) / np.median(self.table.frames.size[theirs])
        kong = any(len(group) == 4 and self.table.may_be_meld(group) for group in self.table.rows[k].groups)
        return bool(
            1 / self.config.size_ratio < ratio < self.config.size_ratio
            and self._slant(mine, self.table.rows[main].right) < self.config.slant_degrees
            and (kong or np.mean(self.table.back[mine]) <= 0.5)
        )

    def _slant(self, tiles: Sequence[int], right: Floats) -> float:
        """Angle between tiles and a direction, degrees, whichever of their sides lies nearer to it."""
        frames = self.table.frames
        sides = np.stack([unit(frames.across[list(tiles)]), unit(frames.down[list(tiles)])])
        nearest = np.abs(sides @ right).max(axis=0)
        return float(np.degrees(np.arccos(np.clip(np.median(nearest), 0, 1))))

    def _grown(self, rows: Sequence[int], reach: float, coherent: bool) -> list[int]:
        """Rows and all that lie within reach of them, again and again."""
        grown = list(rows)
        waiting = [k for k in range(len(self.table.rows)) if k not in grown]
        waiting = [k for k in waiting if not coherent or self._coherent(k, rows[0])]
        while near := [k for k in waiting if self._distance(k, grown) < reach]:
            grown += near
            waiting = [k for k in waiting if k not in near]
        return grown

    def _completed(self, rows: list[int], main: int) -> list[int]:
        """Rows and the nearest coherent ones that still fit into one hand; flowers always fit."""
        waiting = [k for k in range(len(self.table.rows)) if k not in rows and self._coherent(k, main)]
        while near := [k for k in waiting if self._distance(k, rows) < self._reach(k)]:
            nearest = min(near, key=lambda k: self._distance(k, rows))
            have = self.table.count(rows)
            slack = self.config.slack_tiles if have < self.wish.hand_tiles - 1 else 0
            if self.table.count([*rows, nearest]) <= max(self.wish.hand_tiles + slack, have):
                rows = [*rows, nearest]
            waiting.remove(nearest)
        return rows

    def _reach(self, k: int) -> float:
        """How far from the hand a row may lie, in tile heights: flowers and melds are set aside."""
        aside = all(map(self._is_set_aside, self.table.rows[k].groups))
        return self.config.aside_heights if aside else self.config.near_heights

    def _is_set_aside(self, group: tuple[int, ...]) -> bool:
        flowers = bool(self.table.flower[list(group)].all())
        return flowers or (len(group) in MELD_SIZES and self.table.may_be_meld(group))
