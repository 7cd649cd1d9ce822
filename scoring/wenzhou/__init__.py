"""温州火拼麻将: the seventeen-tile rules for 2 to 4 players. Source: `rules/wenzhou.md`."""

from huopin.scoring.wenzhou.classes import Reason, WinClass
from huopin.scoring.wenzhou.context import WenzhouContext
from huopin.scoring.wenzhou.payment import Stakes, WenzhouWin, settle_wenzhou
from huopin.scoring.wenzhou.scorer import WenzhouScore, wenzhou_score

__all__ = [
    "Reason",
    "Stakes",
    "WenzhouContext",
    "WenzhouScore",
    "WenzhouWin",
    "WinClass",
    "settle_wenzhou",
    "wenzhou_score",
]
