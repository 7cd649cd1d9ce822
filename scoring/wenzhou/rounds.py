"""The dealer's run, the base it gives, and where the deal goes. Source: `rules/wenzhou.md` §4 and §5."""

from __future__ import annotations

from typing import Final

from huopin.scoring.errors import SettingsError

STARTS: Final = (2, 3)
"""The bases a table may start with: 2, 4, 6, 8 or 3, 5, 7, 9."""
_STEP: Final = 2
_HIGHEST_RUN: Final = 3
WINS_IN_A_ROW: Final = 4
"""After so many the dealer is drawn again by dice [W28]."""
WALL_LEFT_AT_DRAW: Final = 8
"""Tiles left, the turned caishen not counted, at which the hand is drawn."""


def base(start: int, run: int) -> int:
    """底: `start + 2 × min(run, 3)`.

    Args:
        start: 2 or 3.
        run: Hands the dealer has won in a row as dealer, 0 or more.

    Raises:
        SettingsError: there is no such start or run.
    """
    if start not in STARTS:
        raise SettingsError(f"expected a base that starts with 2 or 3, got {start}")
    if run < 0:
        raise SettingsError(f"expected a run of 0 or more wins, got {run}")
    return start + _STEP * min(run, _HIGHEST_RUN)


def is_drawn_by_dice(run: int) -> bool:
    """Whether the dealer must be drawn again, after four wins in a row [W28]."""
    return run >= WINS_IN_A_ROW


def is_drawn_hand(wall_left: int) -> bool:
    """Whether so many tiles left, the turned caishen not counted, make a draw 流局."""
    return wall_left <= WALL_LEFT_AT_DRAW


def deal_passes_on_draw(kong_made: bool) -> bool:
    """A drawn hand in which a kong was made passes the deal; with none the dealer stays, the base too."""
    return kong_made
