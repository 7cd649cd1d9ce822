"""Fans that follow from how the hand was won and from its kongs, whatever the reading."""

from __future__ import annotations

from functools import cache

from huopin.scoring.hand import COPIES, Context, Hand, MeldKind
from huopin.scoring.huopin.flags import flag
from huopin.scoring.tiles import CAISHEN, Tile


def circumstance_flags(hand: Hand, context: Context) -> int:
    """The fans of the win itself, of kongs, of nothing exposed and of no caishen in the hand."""
    concealed = sum(meld.concealed for meld in hand.melds)
    kongs = sum(meld.kind is MeldKind.KONG for meld in hand.melds)
    return _win_flags(
        context.self_draw, context.wall_last, context.kong, _is_last_copy(hand, context)
    ) | _hand_flags(
        context.self_draw, len(hand.melds) - concealed, kongs - concealed, concealed, CAISHEN in hand.pieces
    )


@cache
def _win_flags(self_draw: bool, wall_last: bool, kong: bool, last_copy: bool) -> int:
    flags = 0
    if self_draw:
        flags |= flag("self_drawn")
    if wall_last:
        flags |= flag("last_tile_draw" if self_draw else "last_tile_claim")
    if kong:
        flags |= flag("out_with_replacement_tile" if self_draw else "robbing_the_kong")
    return flags | (flag("last_tile") if last_copy else 0)


@cache
def _hand_flags(self_draw: bool, exposed: int, melded: int, concealed: int, caishen: bool) -> int:
    """Fans of the number of exposed melds, exposed kongs and concealed kongs.

    One exposed and one concealed kong are 明杠 and 暗杠 [R11].
    """
    flags = 0 if caishen else flag("no_caishen")
    if not exposed:
        flags |= flag("fully_concealed_hand" if self_draw else "concealed_hand")
    if exposed == 4 and not self_draw:
        flags |= flag("melded_hand")
    for count, least, fan in (
        (melded, 1, "melded_kong"),
        (melded, 2, "two_melded_kongs"),
        (concealed, 1, "concealed_kong"),
        (concealed, 2, "two_concealed_kongs"),
        (melded + concealed, 3, "three_kongs"),
        (melded + concealed, 4, "four_kongs"),
    ):
        if count >= least:
            flags |= flag(fan)
    return flags


def _is_last_copy(hand: Hand, context: Context) -> bool:
    """和绝张: as the caller says, or because the hand's own exposed melds show the other three.

    A drawn caishen is never the last copy of what it imitates [R15].
    """
    if not isinstance(hand.win, Tile):
        return False
    shown = [tile for meld in hand.melds if not meld.concealed for tile in meld.tiles]
    return context.last_of_kind or shown.count(hand.win) == COPIES - 1
