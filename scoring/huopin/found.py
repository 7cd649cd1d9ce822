"""The best readings of a search as it goes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from huopin.scoring.huopin.sets import SuitSets
from huopin.scoring.score import Shape


class Found(NamedTuple):
    """A reading as the search leaves it.

    Attributes:
        flags: Its fans, settled.
        shape: The shape of the win.
        sets: Its sets, by suit; empty in shapes without melds.
        faces: Its tiles outside melds: all fourteen, or the nine of a knitted straight.
    """

    flags: int
    shape: Shape
    sets: tuple[SuitSets, ...]
    faces: tuple[int, ...]


@dataclass(slots=True)
class Best:
    """The highest totals found, flowers apart.

    Attributes:
        keep_next: Whether the second highest total is wanted too.
        total: The highest total; -1 while nothing was found.
        found: All readings that reach it.
        next_total: The second highest total.
        next_found: A reading that reaches it.
        threshold: What a reading must reach to matter.
    """

    keep_next: bool = False
    total: int = -1
    found: list[Found] = field(default_factory=list)
    next_total: int = -1
    next_found: Found | None = None
    threshold: int = -1

    def offer(self, total: int, reading: Found) -> None:
        """Keeps a reading that is among the best."""
        if total > self.total:
            if self.found:
                self.next_total, self.next_found = self.total, self.found[0]
            self.total, self.found = total, [reading]
        elif total == self.total:
            self.found.append(reading)
        elif total > self.next_total:
            self.next_total, self.next_found = total, reading
        self.threshold = self.next_total if self.keep_next else self.total
