"""PyMahjongGB, the independent reference, spoken to in our terms. Never given five copies of a face.

What the translation takes out, because the rules differ: 明暗杠 5 is 暗杠 2 and 明杠 1 here [R11]; 无番和
does not pay beside 无财神 [R9]; 无财神 2 is unknown there [R10]; wait fans go by other names.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from MahjongGB import MahjongFanCalculator

from huopin.scoring import Context, Hand, Meld, MeldKind, Tile

NAMES: Final = (
    *(f"W{rank}" for rank in range(1, 10)),
    *(f"B{rank}" for rank in range(1, 10)),
    *(f"T{rank}" for rank in range(1, 10)),
    *(f"F{rank}" for rank in range(1, 5)),
    *(f"J{rank}" for rank in range(1, 4)),
)
"""The oracle's name of each face, by `Tile.index`: W 万, B 饼, T 条, F winds, J dragons."""
_OURS: Final = {
    "独听・边张": "边张",
    "独听・嵌张": "坎张",
    "独听・单钓": "单钓将",
}
_KINDS: Final = {MeldKind.CHOW: "CHI", MeldKind.PUNG: "PENG", MeldKind.KONG: "GANG"}


def names(tiles: Iterable[Tile]) -> tuple[str, ...]:
    return tuple(NAMES[tile.index] for tile in tiles)


def _pack(meld: Meld) -> tuple[str, str, int]:
    tile = meld.tiles[1] if meld.kind is MeldKind.CHOW else meld.tiles[0]
    return _KINDS[meld.kind], NAMES[tile.index], 0 if meld.concealed else 1


def plain_fans(hand: Hand, context: Context) -> Counter[str] | None:
    """The oracle's fans for a natural hand, untranslated but for names; None for no win."""
    assert isinstance(hand.win, Tile)
    tiles = [piece for piece in hand.concealed if isinstance(piece, Tile)]
    assert len(tiles) == len(hand.concealed)
    try:
        fans = MahjongFanCalculator(
            tuple(map(_pack, hand.melds)),
            names(tiles),
            NAMES[hand.win.index],
            hand.flower_count,
            context.self_draw,
            context.last_of_kind,
            context.kong,
            context.wall_last,
            context.seat_wind.index - 27,
            context.round_wind.index - 27,
            True,
        )
    except TypeError as error:
        if str(error) != "ERROR_NOT_WIN":
            raise
        return None
    return Counter({_OURS.get(name, name): count for _points, count, name, _english in fans})


def translated_fans(plain: Counter[str], *, wufan_ignores_wucaishen: bool = False) -> Counter[str]:
    """The oracle's fans of a natural hand in our rules."""
    fans = plain.copy()
    if fans.pop("明暗杠", 0):
        fans.update({"明杠": 1, "暗杠": 1})
    if not wufan_ignores_wucaishen:
        fans.pop("无番和", 0)
    fans["无财神"] += 1
    return fans
