"""The score of a hand: checked, solved, explained."""

from __future__ import annotations

from typing import Final

from huopin.scoring.hand import Context, Hand, Options
from huopin.scoring.huopin.check import check, refuse
from huopin.scoring.huopin.reading import scored_reading
from huopin.scoring.huopin.solver import solve
from huopin.scoring.score import Score

_DEFAULT: Final = Options()


def score(
    hand: Hand, context: Context, options: Options | None = None, *, explain: bool = False
) -> Score | None:
    """The highest reading of a complete hand [R7]; None when it is no win.

    Concealed tiles of the caishen's face are taken as caishen.

    Args:
        hand: The hand with its winning tile.
        context: How it was won.
        options: Options in force; the defaults otherwise.
        explain: Also look for the runner-up, which takes longer.

    Raises:
        HandError: the tiles or the circumstances cannot be; lists every problem.
    """
    chosen = options or _DEFAULT
    if context.caishen is not None:
        hand = hand.with_caishen(context.caishen, self_draw=context.self_draw)
    refuse(check(hand, context, chosen))
    return score_checked(hand, context, chosen, explain=explain)


def score_checked(hand: Hand, context: Context, options: Options, *, explain: bool = False) -> Score | None:
    """As `score`, for a hand that is known to be free of problems, its caishen applied."""
    best = solve(hand, context, options, keep_next=explain)
    if not best.found:
        return None
    readings = [scored_reading(hand, context, best.total, found) for found in best.found]
    runner_up = None
    if explain and best.next_found is not None:
        runner_up = scored_reading(hand, context, best.next_total, best.next_found)
    return Score(readings[0], tuple(readings[1:]), runner_up)
