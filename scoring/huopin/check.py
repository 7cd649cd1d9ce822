"""Whether a hand can be scored under the Huopin rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from huopin.scoring.errors import HandError, Problem
from huopin.scoring.hand import Context, Hand, Options, problems
from huopin.scoring.tiles import FLOWERS

COMPLETE: Final = 14
"""Tiles of a complete hand, each kong as three."""


def check(hand: Hand, context: Context, options: Options) -> tuple[Problem, ...]:
    """Everything that is wrong with a complete hand; empty when it can be scored."""
    return (*_size_problems(hand, COMPLETE), *_flower_problems(hand), *problems(hand, context, options))


def check_waiting(hand: Hand, context: Context, options: Options) -> tuple[Problem, ...]:
    """Everything that is wrong with a hand one tile short of complete."""
    return (*_size_problems(hand, COMPLETE - 1), *_flower_problems(hand), *problems(hand, context, options))


def refuse(found: tuple[Problem, ...]) -> None:
    """Raises when anything was found.

    Raises:
        HandError: with all problems.
    """
    if found:
        raise HandError(found)


def _size_problems(hand: Hand, size: int) -> Iterator[Problem]:
    if hand.unnamed_melds:
        yield Problem("unnamed-meld", "expected every declared meld with its tiles, got one without")
    if len(hand.melds) > 4:
        yield Problem("too-many-melds", f"expected at most 4 declared melds, got {len(hand.melds)}")
    if hand.size != size:
        yield Problem(
            "hand-size",
            f"expected {size} tiles with each kong counted as three, got {hand.size}",
            "check for a missing or an extra tile",
        )
    elif size == COMPLETE and hand.win is None:
        yield Problem("no-winning-tile", "expected a winning tile after +, got none", "write it as 123m…+5s")
    elif size != COMPLETE and hand.win is not None:
        yield Problem("winning-tile", f"expected a waiting hand without a winning tile, got +{hand.win}")


def _flower_problems(hand: Hand) -> Iterator[Problem]:
    if hand.flower_count > len(FLOWERS):
        yield Problem("flower-count", f"expected at most {len(FLOWERS)} flowers, got {hand.flower_count}")
