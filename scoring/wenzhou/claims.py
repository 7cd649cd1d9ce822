"""Who wins when several claim one discard. Source: `rules/wenzhou.md` §3."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from huopin.scoring.errors import SettingsError
from huopin.scoring.table import Seat
from huopin.scoring.wenzhou.classes import WinClass


def by_priority(
    players: Sequence[Seat], discarder: Seat, claims: Mapping[Seat, WinClass]
) -> tuple[Seat, ...]:
    """Those who may win a discard, the one who does first.

    Special (double) hands go before ordinary ones; within a class counter-clockwise from the discarder.

    Args:
        players: The seats taken, counter-clockwise.
        discarder: Who discarded.
        claims: The class of each claimant's hand; a refused one does not win.

    Raises:
        SettingsError: the discarder claims, or someone nobody knows.
    """
    start = players.index(discarder) if discarder in players else -1
    strange = [seat for seat in claims if seat not in players or seat is discarder]
    if start < 0 or strange:
        raise SettingsError(
            f"expected claims of the other players on a discard, got {[seat.value for seat in claims]} "
            f"on a discard of {discarder.value}"
        )
    order = (*players[start + 1 :], *players[:start])
    able = [seat for seat in order if claims.get(seat, WinClass.REFUSED) is not WinClass.REFUSED]
    return tuple(sorted(able, key=lambda seat: claims[seat] is not WinClass.DOUBLE))
