"""The classes of a win and every reason for one: data, with the ruling each rests on.

Source: `rules/wenzhou.md` §2.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final


class WinClass(Enum):
    """软牌, 硬牌, 双翻, or a win that the rules refuse."""

    SOFT = "soft"
    HARD = "hard"
    DOUBLE = "double"
    REFUSED = "refused"

    @property
    def multiplier(self) -> int | None:
        """Soft 1, hard 2, double 4, never more than one double [W18]; None when refused."""
        return _MULTIPLIERS.get(self)

    @property
    def zh(self) -> str:
        """The Chinese name."""
        return _ZH[self]


_MULTIPLIERS: Final = {WinClass.SOFT: 1, WinClass.HARD: 2, WinClass.DOUBLE: 4}
_ZH: Final = {
    WinClass.SOFT: "软牌",
    WinClass.HARD: "硬牌",
    WinClass.DOUBLE: "双翻",
    WinClass.REFUSED: "不能胡",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a win has its class.

    Attributes:
        zh: Chinese name.
        en: What it means, in a few words.
        rule: The ruling.
        win_class: The class it gives.
    """

    zh: str
    en: str
    rule: str
    win_class: WinClass

    def __str__(self) -> str:
        return f"{self.zh} {self.en} [{self.rule}]"


_SOFT, _HARD, _DOUBLE = WinClass.SOFT, WinClass.HARD, WinClass.DOUBLE

FOREIGN: Final = Reason("财神替牌", "a caishen stands for a foreign face", "W4", _SOFT)

NO_FOREIGN: Final = Reason("无财神/归位", "no caishen, or every caishen as its own face", "W4", _HARD)
SELF_DRAW: Final = Reason("自摸", "self-draw", "W19", _HARD)
ROBBED_KONG: Final = Reason("抢杠胡", "robbing a kong", "W17", _HARD)
SOFT_PAIRS: Final = Reason("软8对", "eight pairs, a caishen completing one", "W7", _HARD)
THREE_CAISHEN: Final = Reason("三财神无牌型", "three caishen without a winning shape", "W10", _HARD)
HORSE: Final = Reason("财神马自摸", "five melds and a lone caishen, self-drawn", "W13", _HARD)

HARD_PAIRS: Final = Reason("硬8对", "eight natural pairs and a single", "W7", _DOUBLE)
LONE_CAISHEN_PAIRS: Final = Reason("硬8对", "eight natural pairs, a lone caishen the single", "W7", _DOUBLE)
TWO_CAISHEN_PAIRS: Final = Reason("硬8对", "eight pairs with exactly two caishen", "W6", _DOUBLE)
THREE_CAISHEN_SHAPE: Final = Reason("三财神+牌型", "three caishen with a winning shape", "W9", _DOUBLE)
HEAVENLY: Final = Reason("天胡", "heavenly win", "W11", _DOUBLE)
EARTHLY: Final = Reason("地胡", "earthly win", "W11", _DOUBLE)
SINGLE_WAIT: Final = Reason("单吊", "five declared melds and one natural tile waiting", "W12", _DOUBLE)
QUANQIU: Final = Reason("全球神", "the last of four tiles discarded, one caishen left", "W15", _DOUBLE)
ALL_PUNGS: Final = Reason("碰碰胡", "five pungs or kongs", "W16", _DOUBLE)

HORSE_DISCARD: Final = Reason(
    "财神马", "five melds and a lone caishen may not win on a discard", "W13", WinClass.REFUSED
)
