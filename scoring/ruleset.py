"""What the rest of the program needs to know of a rule set: data and a few functions, one `RuleSet` for each.

`docs/adding-a-ruleset.md` shows how a third is added; `rulesets.py` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from huopin.scoring.hand import Context, Hand, Options
from huopin.scoring.tiles import Tile


class RuledCase(Protocol):
    """A line of a file of hands: what every rule set's own case has."""

    @property
    def id(self) -> str:
        """The line's `id` or `rule`, else its number."""

    @property
    def line(self) -> int:
        """Line number, from 1."""

    @property
    def hand(self) -> Hand:
        """The hand."""

    @property
    def context(self) -> Context:
        """How it was won."""

    @property
    def options(self) -> Options:
        """The options in force."""


ScoreT = TypeVar("ScoreT")


@dataclass(frozen=True, slots=True)
class RuleSet(Generic[ScoreT]):
    """A rule set.

    Attributes:
        name: The name on the command line, in settings and in files.
        zh: The Chinese name.
        tiles: Tiles of a winning hand, a kong counting as three.
        caishen_of: The caishen's face that a turned tile names.
        white_as: The face that 白板 may stand for, by the caishen's face; None where it may not.
        score: What the rules say of a complete hand; None when it does not win. `HandError` for hands and
            circumstances that cannot be.
        distance: Tiles to exchange before a hand wins; 0 when it does.
        load_cases: Every case of a file of hands; `CaseFileError` where it cannot be read.
    """

    name: str
    zh: str
    tiles: int
    caishen_of: Callable[[Tile], Tile]
    white_as: Callable[[Tile | None], Tile | None]
    score: Callable[[Hand, Context, Options], ScoreT | None]
    distance: Callable[[Hand, Context], int]
    load_cases: Callable[[Path], Iterator[RuledCase]]
