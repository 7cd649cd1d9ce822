"""The fan book: every fan with what it excludes, a hand that has it and a near miss."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Final

from huopin.scoring.errors import SettingsError
from huopin.scoring.hand import Context, Hand
from huopin.scoring.huopin.examples import EXAMPLES
from huopin.scoring.huopin.fans import BY_ID, BY_ZH, FANS
from huopin.scoring.huopin.flags import ONE, WINDS
from huopin.scoring.huopin.scoring import score
from huopin.scoring.score import Fan, Score
from huopin.scoring.situation import parse_situation

_REPEATED: Final = 81
"""The page's number that repeats 75, 明杠 [R8]."""


@dataclass(frozen=True, slots=True)
class Example:
    """A hand of the book.

    Attributes:
        text: The hand and how it was won, as `situation` writes it.
        hand: The hand.
        context: How it was won.
        score: What it scores; None for a near miss that does not win.
    """

    text: str
    hand: Hand
    context: Context
    score: Score | None


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A fan that does not pay beside another.

    Attributes:
        fan: The fan that does not pay.
        only: "of winds" or "once" where it is excluded only so far; empty when altogether.
    """

    fan: Fan
    only: str = ""


@dataclass(frozen=True, slots=True)
class FanEntry:
    """One fan in the book.

    Attributes:
        fan: The fan.
        excludes: What does not pay beside it.
        example: A hand that has it.
        near_miss: A hand that all but has it.
    """

    fan: Fan
    excludes: tuple[Exclusion, ...]
    example: Example
    near_miss: Example


def _example(text: str) -> Example:
    hand, context = parse_situation(text)
    return Example(text, hand, context, score(hand, context))


def _exclusion(entry: str) -> Exclusion:
    for suffix, only in ((WINDS, "of winds"), (ONE, "once")):
        if entry.endswith(suffix):
            return Exclusion(BY_ID[entry.removesuffix(suffix)], only)
    return Exclusion(BY_ID[entry])


@cache
def _entry(fan: Fan) -> FanEntry:
    example, near_miss = map(_example, EXAMPLES[fan.id])
    return FanEntry(fan, tuple(map(_exclusion, fan.excludes)), example, near_miss)


def find_fan(name: str) -> Fan:
    """The fan of a Chinese name, an English name, an id or a number of the rule page; case does not matter.

    Raises:
        SettingsError: there is no such fan; names the nearest.
    """
    if name.isdecimal():
        numbers = {fan.number: fan for fan in FANS} | {_REPEATED: BY_ZH["明杠"]}
        if int(name) in numbers:
            return numbers[int(name)]
    names = {key.casefold(): fan for fan in FANS for key in (fan.zh, fan.en, fan.id)}
    wanted = name.strip().casefold()
    if wanted in names:
        return names[wanted]
    near = get_close_matches(wanted, names, n=1, cutoff=0.3)
    hint = f"; did you mean {names[near[0]].zh} ({names[near[0]].en})?" if near else ""
    raise SettingsError(f"expected a fan by name or number, got {name!r}{hint}")


def fan_entry(name: str) -> FanEntry:
    """The book's entry for a fan; see `find_fan` for the names it goes by.

    Raises:
        SettingsError: there is no such fan.
    """
    return _entry(find_fan(name))


def fan_book() -> tuple[FanEntry, ...]:
    """All 82 fans in the order of the page."""
    return tuple(map(_entry, FANS))
