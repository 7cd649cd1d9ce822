"""PyMahjongGB, the independent reference, spoken to in our terms. Never given five copies of a face."""

from collections.abc import Iterable
from typing import Final

from huopin.scoring import Tile

_LETTERS: Final = (*(f"W{rank}" for rank in range(1, 10)), *(f"T{rank}" for rank in range(1, 10)))
NAMES: Final = (
    *_LETTERS,
    *(f"B{rank}" for rank in range(1, 10)),
    *(f"F{rank}" for rank in range(1, 5)),
    *(f"J{rank}" for rank in range(1, 4)),
)
"""The oracle's name of each face, by `Tile.index`."""


def names(tiles: Iterable[Tile]) -> tuple[str, ...]:
    return tuple(NAMES[tile.index] for tile in tiles)
