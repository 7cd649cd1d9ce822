"""What a run amounts to, counted row by row."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from huopin.batch.journal import Row, wins

SLOWEST: Final = 3
"""Photos named for their time."""


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
        timed: Photos of this run, without those of earlier runs.
        seconds: Time that they took, on the clock.
        slowest: Seconds and names of the slowest photos, the slowest first.
    """

    photos: int = 0
    sure: int = 0
    unsure: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    wins: int = 0
    scored: int = 0
    fan: int = 0
    no_wins: int = 0
    problems: int = 0
    timed: int = 0
    seconds: float = 0.0
    slowest: list[tuple[float, str]] = field(default_factory=list)

    def add(self, row: Row) -> None:
        """Counts a row."""
        self.photos += 1
        self.sure += row["verdict_code"] == "ok"
        self.unsure += row["verdict_code"] == "unsure"
        if row["verdict_code"] not in ("ok", "unsure"):
            self.failed[row["verdict_code"]] += 1
        if wins(row):
            self.wins += 1
            self.scored += row["total"] is not None
            self.fan += row["total"] or 0
        elif row["problem"]:
            self.problems += 1
        elif row["verdict_code"] in ("ok", "unsure"):
            self.no_wins += 1
        timed = (sum(row["seconds"].values()), row["photo"])
        self.slowest = sorted([*self.slowest, timed], reverse=True)[:SLOWEST]

    @property
    def mean_fan(self) -> float:
        """Mean points of the hands that win, in fan; 0 without any."""
        return self.fan / self.scored if self.scored else 0.0
