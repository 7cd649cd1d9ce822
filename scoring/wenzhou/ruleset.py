"""温州麻将 as a `RuleSet`."""

from __future__ import annotations

from typing import Final

from huopin.scoring.hand import Context, Hand, Options
from huopin.scoring.ruleset import RuleSet
from huopin.scoring.shapes import count_faces, wenzhou_distance
from huopin.scoring.tiles import Tile
from huopin.scoring.wenzhou.cases import load_wenzhou_cases
from huopin.scoring.wenzhou.checks import MELDS, TILES
from huopin.scoring.wenzhou.context import WenzhouContext
from huopin.scoring.wenzhou.scorer import WenzhouScore, wenzhou_score


def _turned(tile: Tile) -> Tile:
    """The turned tile is the caishen [W2]."""
    return tile


def _white_as(caishen: Tile | None) -> Tile | None:
    """白板 stands for the caishen [W3]."""
    return caishen


def _score(hand: Hand, context: Context, _options: Options) -> WenzhouScore | None:
    return wenzhou_score(hand, WenzhouContext.of(context))


def _distance(hand: Hand, context: Context) -> int:
    if context.caishen is not None:
        hand = hand.with_caishen(context.caishen, self_draw=True)
    counts, caishen = count_faces(hand.pieces)
    declared = len(hand.melds) + len(hand.unnamed_melds)
    return wenzhou_distance(counts, caishen, MELDS - declared, context.caishen)


WENZHOU: Final[RuleSet[WenzhouScore]] = RuleSet(
    name="wenzhou",
    zh="温州麻将",
    tiles=TILES,
    caishen_of=_turned,
    white_as=_white_as,
    score=_score,
    distance=_distance,
    load_cases=load_wenzhou_cases,
)
