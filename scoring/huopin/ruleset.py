"""火拼麻将 as a `RuleSet`."""

from __future__ import annotations

from typing import Final

from huopin.scoring.cases import load_cases
from huopin.scoring.hand import Context, Hand
from huopin.scoring.huopin.check import COMPLETE
from huopin.scoring.huopin.scoring import score
from huopin.scoring.ruleset import RuleSet
from huopin.scoring.score import Score
from huopin.scoring.shapes import count_faces, huopin_distance
from huopin.scoring.tiles import Tile, caishen_of


def _white_as(_caishen: Tile | None) -> None:
    """白板 is itself."""


def _distance(hand: Hand, context: Context) -> int:
    if context.caishen is not None:
        hand = hand.with_caishen(context.caishen, self_draw=context.self_draw)
    counts, caishen = count_faces(hand.pieces)
    return huopin_distance(counts, caishen, (COMPLETE - 2) // 3 - len(hand.melds))


HUOPIN: Final[RuleSet[Score]] = RuleSet(
    name="huopin",
    zh="火拼麻将",
    tiles=COMPLETE,
    caishen_of=caishen_of,
    white_as=_white_as,
    score=score,
    distance=_distance,
    load_cases=load_cases,
)
