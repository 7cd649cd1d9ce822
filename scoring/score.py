"""What a rule set says about a winning hand: fans, the reading behind them, ties and the runner-up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from huopin.scoring.tiles import Tile


@dataclass(frozen=True, slots=True)
class Fan:
    """One fan of a rule set.

    Attributes:
        number: Its number on the rule page.
        id: Stable English identifier.
        zh: Chinese name.
        en: English name.
        value: Points for each time it counts.
        meaning: What it takes, in a few words.
        excludes: Ids of fans that do not pay beside it; `id:winds` only of wind pungs, `id:one` only once.
        most: How many times it can count in one hand.
    """

    number: int
    id: str
    zh: str
    en: str
    value: int
    meaning: str
    excludes: tuple[str, ...] = ()
    most: int = 1


class Shape(Enum):
    """The shapes of a win; the value is the Chinese name."""

    STANDARD = "基本和型"
    KNITTED_STRAIGHT = "组合龙"
    SEVEN_PAIRS = "七对"
    THIRTEEN_ORPHANS = "十三幺"
    UNRELATED = "全不靠"

    @property
    def en(self) -> str:
        """The English name."""
        return {
            Shape.STANDARD: "melds and a pair",
            Shape.KNITTED_STRAIGHT: "knitted straight",
            Shape.SEVEN_PAIRS: "seven pairs",
            Shape.THIRTEEN_ORPHANS: "thirteen orphans",
            Shape.UNRELATED: "honours and knitted tiles",
        }[self]


class GroupKind(Enum):
    """What a group of a reading is."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    PAIR = "pair"
    KNITTED = "knitted"
    SINGLES = "singles"


@dataclass(frozen=True, slots=True)
class Group:
    """A meld, pair or special group of a reading.

    Attributes:
        kind: What it is.
        tiles: The faces it stands for, ascending.
        caishen: For each tile whether a caishen stands in for it.
        declared: Whether it was laid down before the win.
        concealed: Whether it counts as concealed: not exposed, and no pung completed by a discard [R12].
        win: Place of the winning tile in `tiles`; None when it lies in another group.
    """

    kind: GroupKind
    tiles: tuple[Tile, ...]
    caishen: tuple[bool, ...]
    declared: bool = False
    concealed: bool = True
    win: int | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a winning hand.

    Attributes:
        shape: The shape of the win.
        groups: Declared melds in their order, then concealed groups in order, the pair last.
        win: The face that the winning tile stands for.
        caishen_as: What the caishen of the hand stand for, ascending, a drawn winning caishen included.
    """

    shape: Shape
    groups: tuple[Group, ...]
    win: Tile
    caishen_as: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class FanLine:
    """A fan that pays, how often, and what makes it.

    Attributes:
        fan: The fan.
        count: How many times it counts.
        groups: For each time, places in `Reading.groups` of the groups behind it; empty for fans that rest on
            how the hand was won.
    """

    fan: Fan
    count: int
    groups: tuple[tuple[int, ...], ...] = ()

    @property
    def points(self) -> int:
        """What it adds to the total."""
        return self.fan.value * self.count


@dataclass(frozen=True)
class ScoredReading:
    """A reading and what it pays; laid out only when it is looked at.

    Attributes:
        total: Points, flowers included.
        counts: The fans that pay with how often each counts, in the order of the rule page.
        lay_out: Lays the tiles out and finds what is behind each fan.
    """

    total: int
    counts: tuple[tuple[Fan, int], ...]
    lay_out: Callable[[], tuple[Reading, tuple[FanLine, ...]]] = field(repr=False, compare=False)

    @cached_property
    def _laid_out(self) -> tuple[Reading, tuple[FanLine, ...]]:
        return self.lay_out()

    @property
    def reading(self) -> Reading:
        """The reading."""
        return self._laid_out[0]

    @property
    def fans(self) -> tuple[FanLine, ...]:
        """The fans that pay, in the order of the rule page, with what is behind each."""
        return self._laid_out[1]

    @property
    def fan_counts(self) -> dict[str, int]:
        """Chinese names with how often each counts."""
        return {fan.zh: count for fan, count in self.counts}


@dataclass(frozen=True, slots=True)
class FanChange:
    """A fan that one reading has more often than another.

    Attributes:
        fan: The fan.
        count: How many times more.
    """

    fan: Fan
    count: int


@dataclass(frozen=True, slots=True)
class Score:
    """The highest reading of a winning hand (就高不就低) [R7].

    Attributes:
        best: The reading reported.
        ties: Other readings with the same total.
        runner_up: A reading with the next lower total; None when there is none or it was not asked for.
    """

    best: ScoredReading
    ties: tuple[ScoredReading, ...] = ()
    runner_up: ScoredReading | None = None

    @property
    def total(self) -> int:
        """Points, flowers included."""
        return self.best.total

    @property
    def fans(self) -> tuple[FanLine, ...]:
        """The fans that pay, in the order of the rule page."""
        return self.best.fans

    @property
    def fan_counts(self) -> dict[str, int]:
        """Chinese names with how often each counts."""
        return self.best.fan_counts

    @property
    def reading(self) -> Reading:
        """The reading reported."""
        return self.best.reading

    @property
    def caishen_as(self) -> tuple[Tile, ...]:
        """What the caishen stand for in the reading reported."""
        return self.best.reading.caishen_as


def gained(over: ScoredReading, under: ScoredReading) -> tuple[FanChange, ...]:
    """The fans that `over` counts more often than `under`; swapped, what `under` has instead."""
    return tuple(_gained(over, under))


def _gained(over: ScoredReading, under: ScoredReading) -> Iterator[FanChange]:
    others = {line.fan.id: line.count for line in under.fans}
    for line in over.fans:
        more = line.count - others.get(line.fan.id, 0)
        if more > 0:
            yield FanChange(line.fan, more)
