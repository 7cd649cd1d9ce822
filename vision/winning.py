"""Whether the tiles that were read win, as far as a photo tells: the shape, whatever it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from huopin.scoring import Tile
from huopin.scoring.shapes import huopin_distance, wenzhou_distance
from huopin.vision.decode import Labels
from huopin.vision.labels import NATURAL_FACES

HUOPIN_TILES = 14


@dataclass(frozen=True)
class WinQuestion:
    """Do these tiles win? Called with the labels of all decoded tiles, in their order.

    Attributes:
        concealed: Positions of the concealed tiles, the winning tile included.
        melds: Number of declared melds.
        caishen: The caishen's face: concealed tiles that show it stand for any tile. None for no caishen.
        hand_tiles: Tiles of a winning hand, a kong counting as three: 14, or 17 in Wenzhou.
    """

    concealed: tuple[int, ...]
    melds: int
    caishen: Tile | None = None
    hand_tiles: int = HUOPIN_TILES

    @property
    def may_win(self) -> bool:
        """Whether the number of tiles is that of a finished hand."""
        return len(self.concealed) + 3 * self.melds == self.hand_tiles

    def distance(self, labels: Labels) -> int:
        """Concealed tiles to exchange before the hand wins; 0 when it does."""
        counts, caishen = self._counts(labels)
        wanted = (self.hand_tiles - 2) // 3 - self.melds
        if self.hand_tiles == HUOPIN_TILES:
            return huopin_distance(counts, caishen, wanted)
        return wenzhou_distance(counts, caishen, wanted, self.caishen)

    def __call__(self, labels: Labels) -> bool:
        """Whether they win; tiles that are no natural face (flowers, backs) never do."""
        natural = all(labels[place] < NATURAL_FACES for place in self.concealed)
        return self.may_win and natural and self.distance(labels) == 0

    def _counts(self, labels: Labels) -> tuple[Sequence[int], int]:
        """Natural tiles by face, no more than four each, and caishen."""
        counts, caishen = [0] * NATURAL_FACES, 0
        for place in self.concealed:
            label = labels[place]
            if self.caishen is not None and label == self.caishen.index:
                caishen += 1
            elif label < NATURAL_FACES:
                counts[label] = min(4, counts[label] + 1)
        return counts, caishen
