"""Layout: which tiles are the hand, and what part each plays in it.

The hand is the longest row of large tiles with whatever lies close and straight to it; discards, walls and
other players' tiles are not. Within the hand a gap separates groups: three or four tiles set apart that can
be a chow, a pung or a kong are an exposed meld (a concealed kong shows backs), a single tile set apart or
turned is the winning tile, flowers are flowers wherever they lie, and the rest is the concealed hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from huopin.vision.config import LayoutConfig
from huopin.vision.geometry import Floats, Quads, unit
from huopin.vision.region import hand_region, in_reading_order
from huopin.vision.roles import Role, Tiles, cast, split_touching
from huopin.vision.rows import Rows
from huopin.vision.table import Table, Wish


@dataclass(frozen=True)
class Layout:
    """Where every tile belongs; the hand first, in reading order, then the others.

    Attributes:
        order: Index of each tile as it was found, in reading order.
        roles: Role of each tile, in reading order.
        groups: Number of each tile's group, from 1, by first appearance: the concealed tiles are one group,
            the flowers are one, each meld is one, and so is what lies together among the others.
        quads: (N, 4, 2) px in reading order, each from the face's own top left.
    """

    order: Tiles
    roles: tuple[Role, ...]
    groups: tuple[int, ...]
    quads: Quads

    def places(self, *roles: Role) -> Tiles:
        """Positions in reading order of the tiles with one of these roles."""
        return tuple(place for place, own in enumerate(self.roles) if own in roles)

    def melds(self) -> tuple[Tiles, ...]:
        """Positions in reading order of each meld's tiles."""
        found: dict[int, list[int]] = {}
        for place in self.places(Role.MELD):
            found.setdefault(self.groups[place], []).append(place)
        return tuple(map(tuple, found.values()))


def lay_out(
    rows: Rows, probabilities: Floats, wish: Wish | None = None, config: LayoutConfig | None = None
) -> Layout:
    """Give every tile its place and role.

    Args:
        rows: The rows of the photo.
        probabilities: (N, labels), of each label for each tile, in the order of the quads.
        wish: What the user said; nothing when None.
        config: Thresholds; the defaults when None.
    """
    wish, config = wish or Wish(), config or LayoutConfig()
    if not rows.rows:
        return Layout((), (), (), rows.quads)
    table = Table.of(rows, probabilities, config)
    region = hand_region(table, wish, config)
    others = [k for k in range(len(table.rows)) if k not in region.rows]
    right = unit(np.sum([table.rows[k].right * len(table.rows[k].tiles) for k in region.rows], axis=0))
    hand, others = in_reading_order(table, region.rows, right), in_reading_order(table, others, right)
    parts = _hand_parts(table, hand, wish if region.arranged else None)
    parts += [(Role.OTHER, group) for k in others for group in table.rows[k].groups]
    order = tuple(tile for k in (*hand, *others) for tile in table.rows[k].tiles)
    role = {tile: part for part, tiles in parts for tile in tiles}
    lead = {tile: tiles[0] for part, tiles in parts for tile in tiles if part in (Role.MELD, Role.OTHER)}
    number: dict[tuple[Role, int], int] = {}
    groups = [number.setdefault((role[tile], lead.get(tile, -1)), len(number) + 1) for tile in order]
    return Layout(order, tuple(role[tile] for tile in order), tuple(groups), rows.quads[list(order)])


def _hand_parts(table: Table, hand: Sequence[int], wish: Wish | None) -> list[tuple[Role, Tiles]]:
    """The hand's groups, each with its role; all concealed in a heap, without a wish."""
    flowers = [t for k in hand for t in table.rows[k].tiles if table.flower[t]]
    parts = [(Role.FLOWER, tuple(flowers))]
    shown = [
        [tuple(tile for tile in group if not table.flower[tile]) for group in table.rows[k].groups]
        for k in hand
    ]
    if wish is None:
        return parts + [(Role.HAND, group) for row in shown for group in row if group]
    split = [[piece for group in row for piece in split_touching(table, group)] for row in shown]
    return parts + [(part.role, piece) for part in cast(table, split, wish) for piece in part.pieces]
