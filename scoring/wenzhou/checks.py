"""Everything that can be wrong with a Wenzhou hand, on top of what is wrong with any."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from huopin.scoring.errors import Problem
from huopin.scoring.hand import Hand, MeldKind, problems
from huopin.scoring.tiles import CAISHEN
from huopin.scoring.wenzhou.context import WenzhouContext

TILES: Final = 17
"""Sixteen tiles held and the winning one, a kong counting as three [W1]."""
MELDS: Final = 5
CAISHEN_IN_PLAY: Final = 3
"""The turned tile is the fourth [W2]."""
_RULES: Final = {"R2": "W2", "R3": "W5"}
"""The rulings here that say what those of Huopin say."""


def wenzhou_problems(hand: Hand, context: WenzhouContext) -> tuple[Problem, ...]:
    """Everything that cannot be about a hand and how it was won; empty when all is well."""
    checks = (_size_problems, _flower_problems, _caishen_problems, _flag_problems)
    common = (replace(found, rule=_RULES.get(found.rule, "")) for found in problems(hand, context))
    return (*common, *(found for check in checks for found in check(hand, context)))


def _size_problems(hand: Hand, context: WenzhouContext) -> Iterator[Problem]:
    if context.quanqiu:
        return  # sixteen tiles win, `_flag_problems` knows which
    if hand.size != TILES:
        yield Problem(
            "tile-count",
            f"expected {TILES} tiles with the winning one, a kong counted as three, got {hand.size}",
            "check for a tile too few or too many",
            "W1",
        )
    elif hand.win is None:
        yield Problem("no-winning-tile", "expected a winning tile after +, got none")


def _flower_problems(hand: Hand, _context: WenzhouContext) -> Iterator[Problem]:
    if hand.flower_count:
        yield Problem("flowers", f"expected no flowers, got {hand.flower_count}", rule="W1")


def _caishen_problems(hand: Hand, context: WenzhouContext) -> Iterator[Problem]:
    held = hand.tiles.count(CAISHEN) + sum(tile == context.caishen for tile in hand.tiles)
    if held > CAISHEN_IN_PLAY:
        yield Problem(
            "too-many-caishen",
            f"expected at most {CAISHEN_IN_PLAY} caishen, as the turned tile is the fourth, got {held}",
            "check the tiles, or whether that is the caishen",
            "W2",
        )
    for meld in hand.melds:
        if meld.kind is MeldKind.CHOW and context.caishen in meld.tiles:  # pungs and kongs: `problems`
            yield Problem(
                "caishen-in-meld",
                f"expected no caishen in a declared chow, got {' '.join(map(str, meld.tiles))}",
                "check the melds, or whether that is the caishen",
                "W5",
            )
        if meld.white_as is not None and meld.white_as != context.caishen:
            yield Problem(
                "white-in-meld",
                f"expected 白板 to stand for the caishen only, got {meld.white_as}",
                rule="W3",
            )


def _flag_problems(hand: Hand, context: WenzhouContext) -> Iterator[Problem]:
    if context.heavenly and context.earthly:
        yield Problem("two-first-wins", "expected a heavenly or an earthly win, got both", rule="W11")
    exposed = len(hand.unnamed_melds) + sum(not meld.concealed for meld in hand.melds)
    if (context.heavenly or context.earthly) and exposed:
        yield Problem(
            "first-win-with-melds",
            f"expected no exposed melds in a heavenly or earthly win, got {exposed}",
            "leave out the flag",
            "W11",
        )
    if context.quanqiu and not _is_quanqiu(hand):
        yield Problem(
            "quanqiu",
            "expected five declared melds and one caishen for 全球神, got another hand",
            "leave out the flag",
            "W15",
        )


def _is_quanqiu(hand: Hand) -> bool:
    """Five melds and a caishen; the last discard, which nobody won, may be given beside it."""
    declared = len(hand.melds) + len(hand.unnamed_melds)
    return declared == MELDS and len(hand.pieces) <= 2 and CAISHEN in hand.pieces
