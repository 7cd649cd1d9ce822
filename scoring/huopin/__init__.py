"""火拼麻将: the four-player rules. Source: `rules/huopin.md`."""

from huopin.scoring.huopin.check import check
from huopin.scoring.huopin.fans import BY_ID, BY_ZH, FANS
from huopin.scoring.huopin.scoring import score

__all__ = ["BY_ID", "BY_ZH", "FANS", "check", "score"]
