"""PyMahjongGB, the independent reference, spoken to in our terms. Never given five copies of a face.

What the translation takes out, because the rules differ: 明暗杠 5 is 暗杠 2 and 明杠 1 here [R11]; 无番和
does not pay beside 无财神 [R9]; 无财神 2 is unknown there [R10]; wait fans go by other names.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations_with_replacement
from typing import Final

from MahjongGB import MahjongFanCalculator

from huopin.scoring import CAISHEN, FACES, Context, Hand, Meld, MeldKind, Piece, Tile
from huopin.scoring.huopin import BY_ZH
from huopin.scoring.huopin.waits import only_wait
from huopin.scoring.shapes import count_faces

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


def oracle_call(hand: Hand, context: Context) -> Callable[[], tuple[tuple[int, int, str, str], ...]]:
    """The oracle's calculation for a natural hand, its arguments ready-made."""
    assert isinstance(hand.win, Tile)
    tiles = [piece for piece in hand.concealed if isinstance(piece, Tile)]
    assert len(tiles) == len(hand.concealed)
    return partial(
        MahjongFanCalculator,
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


def plain_fans(hand: Hand, context: Context) -> Counter[str] | None:
    """The oracle's fans for a natural hand, untranslated but for names; None for no win."""
    try:
        fans = oracle_call(hand, context)()
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


def _natural_hands(hand: Hand) -> Iterator[Hand]:
    """Every natural hand that caishen can make of a hand, no face more than four times."""
    natural = [piece for piece in hand.concealed if piece is not CAISHEN]
    caishen = len(hand.concealed) - len(natural)
    held = Counter(piece for piece in hand.tiles if piece is not CAISHEN)
    wins: Iterable[Piece | None] = FACES if hand.win is CAISHEN else (hand.win,)
    for win in wins:
        for faces in combinations_with_replacement(FACES, caishen):
            added = Counter(faces)
            if hand.win is CAISHEN:
                added[win] += 1  # type: ignore[index]
            if all(held[face] + count <= 4 for face, count in added.items()):
                yield replace(hand, concealed=(*natural, *faces), win=win)


def best_by_substitution(hand: Hand, context: Context) -> int | None:
    """The highest total over all substitutions of the caishen with copies limited to four; None for no win.

    The oracle takes its highest reading before it is told that a wait does not pay [R13], so the result can
    be one too low where a reading without that wait pays as much.
    """
    single = only_wait(*_others(hand), 4 - len(hand.melds), 0)
    totals = [
        total
        for natural in _natural_hands(hand)
        if (total := _substituted_total(hand, natural, context, single)) is not None
    ]
    return max(totals, default=None)


def _others(hand: Hand) -> tuple[list[int], int]:
    return count_faces(hand.concealed)


def _substituted_total(hand: Hand, natural: Hand, context: Context, single: int | None) -> int | None:
    robbed = context.kong and not context.self_draw
    # Flags that the oracle drops when a caishen imitates the winning tile are added here instead.
    asked = replace(context, last_of_kind=False, kong=context.kong and not robbed)
    fans = plain_fans(natural, asked)
    if fans is None:
        return None
    if fans.pop("明暗杠", 0):
        fans.update({"明杠": 1, "暗杠": 1})
    fans.pop("无番和", 0)
    fans["和绝张"] |= context.last_of_kind
    if robbed or hand.win is CAISHEN:  # R15
        fans.pop("和绝张")
    fans["抢杠和"] += robbed
    if isinstance(natural.win, Tile) and single != natural.win.index:  # R13
        for wait in ("边张", "坎张", "单钓将"):
            fans.pop(wait, None)
    caishen = [
        face for face, count in (Counter(natural.pieces) - Counter(hand.pieces)).items() for _ in range(count)
    ]
    fans["无财神"] += all(face == context.caishen for face in caishen)
    total = sum(BY_ZH[name].value * count for name, count in fans.items())
    return total + (8 if total == fans["花牌"] else 0)
