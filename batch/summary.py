"""What a run amounts to, counted row by row."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

from huopin.batch.journal import Row, wins
from huopin.vision.reading import WHOLE_HAND

SLOWEST: Final = 3
"""Photos named for their time."""

_NOT_WANTED: Final = object()


@dataclass
class Trouble:
    """Photos with the same trouble.

    Attributes:
        many: How many.
        photo: The first of them by name.
        reason: What its row says.
    """

    many: int = 0
    photo: str = ""
    reason: str = ""

    def add(self, photo: str, reason: str) -> None:
        """Counts a photo."""
        if not self.many or photo < self.photo:
            self.photo, self.reason = photo, reason
        self.many += 1


@dataclass
class Summary:
    """Counts over rows.

    Attributes:
        photos: Rows.
        sure: Photos read with every tile sure.
        unsure: Photos read whole, with tiles to look at.
        failed: Other photos, by verdict code.
        wins: Hands that win.
        scored: Those of them whose points are fan.
        fan: Their points together.
        no_wins: Hands read whole that do not win.
        problems: Hands read whole that cannot be as they are said to be.
        unsettled: Hands that win, for which nobody knows who pays whom.
        undrawn: Photos whose annotated picture could not be written.
        timed: Photos of this run, without those of earlier runs.
        seconds: Time that they took, on the clock.
        slowest: Seconds and names of the slowest photos, the slowest first.
    """

    photos: int = 0
    sure: int = 0
    unsure: int = 0
    failed: defaultdict[str, Trouble] = field(default_factory=lambda: defaultdict(Trouble))
    wins: int = 0
    scored: int = 0
    fan: int = 0
    no_wins: int = 0
    problems: Trouble = field(default_factory=Trouble)
    unsettled: Trouble = field(default_factory=Trouble)
    undrawn: Trouble = field(default_factory=Trouble)
    timed: int = 0
    seconds: float = 0.0
    slowest: list[tuple[float, str]] = field(default_factory=list)

    def add(self, row: Row) -> None:
        """Counts a row."""
        photo, problem, whole = row["photo"], row["problem"], row["verdict_code"] in WHOLE_HAND
        self.photos += 1
        self.sure += row["verdict_code"] == "ok"
        self.unsure += row["verdict_code"] == "unsure"
        if not whole:
            self.failed[row["verdict_code"]].add(photo, row["verdict"])
        if wins(row):
            self.wins += 1
            self.scored += row["total"] is not None
            self.fan += row["total"] or 0
            if row.get("settlement", _NOT_WANTED) is None and not row.get("refused"):
                self.unsettled.add(photo, problem)
        elif whole and "distance" in row:
            self.no_wins += 1
        elif whole:
            self.problems.add(photo, problem)
        if not row.get("drawn", True):
            self.undrawn.add(photo, problem)
        timed = (sum(row["seconds"].values()), photo)
        self.slowest = sorted([*self.slowest, timed], reverse=True)[:SLOWEST]

    @property
    def mean_fan(self) -> float:
        """Mean points of the hands that win, in fan; 0 without any."""
        return self.fan / self.scored if self.scored else 0.0
