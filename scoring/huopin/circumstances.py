"""Fans that follow from how the hand was won and from its kongs, whatever the reading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from huopin.scoring.hand import COPIES, Context, Hand, Meld, MeldKind
from huopin.scoring.huopin.flags import flag
from huopin.scoring.tiles import CAISHEN, Tile


def circumstance_flags(hand: Hand, context: Context) -> int:
    """The fans of the win itself, of kongs, of nothing exposed and of no caishen in the hand."""
    flags = 0
    for fan in (*_win_fans(hand, context), *_kong_fans(hand.melds), *_exposure_fans(hand, context)):
        flags |= flag(fan)
    return flags


def _win_fans(hand: Hand, context: Context) -> Iterator[str]:
    if context.self_draw:
        yield "self_drawn"
    if context.wall_last:
        yield "last_tile_draw" if context.self_draw else "last_tile_claim"
    if context.kong:
        yield "out_with_replacement_tile" if context.self_draw else "robbing_the_kong"
    if _is_last_copy(hand, context):
        yield "last_tile"


def _is_last_copy(hand: Hand, context: Context) -> bool:
    """和绝张: as the caller says, or because the hand's own exposed melds show the other three.

    A drawn caishen is never the last copy of what it imitates [R15].
    """
    if not isinstance(hand.win, Tile):
        return False
    shown = [tile for meld in hand.melds if not meld.concealed for tile in meld.tiles]
    return context.last_of_kind or shown.count(hand.win) == COPIES - 1


def _kong_fans(melds: Sequence[Meld]) -> Iterator[str]:
    """R11: one exposed and one concealed kong are 明杠 and 暗杠."""
    kongs = [meld for meld in melds if meld.kind is MeldKind.KONG]
    concealed = sum(meld.concealed for meld in kongs)
    for count, least, fan in (
        (len(kongs) - concealed, 1, "melded_kong"),
        (len(kongs) - concealed, 2, "two_melded_kongs"),
        (concealed, 1, "concealed_kong"),
        (concealed, 2, "two_concealed_kongs"),
        (len(kongs), 3, "three_kongs"),
        (len(kongs), 4, "four_kongs"),
    ):
        if count >= least:
            yield fan


def _exposure_fans(hand: Hand, context: Context) -> Iterator[str]:
    exposed = sum(not meld.concealed for meld in hand.melds)
    if not exposed:
        yield "fully_concealed_hand" if context.self_draw else "concealed_hand"
    if exposed == 4 and not context.self_draw:
        yield "melded_hand"
    if CAISHEN not in hand.pieces:
        yield "no_caishen"
