"""How a Wenzhou hand was won: the common circumstances and three of its own."""

from __future__ import annotations

from dataclasses import dataclass

from huopin.scoring.hand import Context


@dataclass(frozen=True, slots=True)
class WenzhouContext(Context):
    """As `Context`; winds, last tiles and last copies mean nothing here.

    Attributes:
        heavenly: 天胡, the dealer's first seventeen tiles win; always an own draw [W11].
        earthly: 地胡, another player wins in the first round, on a draw or a discard [W11].
        quanqiu: 全球神, right after a call from four tiles, the last discard not won by anyone, one caishen
            is left beside five declared melds; won as if self-drawn [W15].
    """

    heavenly: bool = False
    earthly: bool = False
    quanqiu: bool = False

    @classmethod
    def of(cls, context: Context) -> WenzhouContext:
        """Common circumstances, as those of a Wenzhou hand."""
        if isinstance(context, cls):
            return context
        return cls(self_draw=context.self_draw, caishen=context.caishen, kong=context.kong)

    @property
    def drawn(self) -> bool:
        """Whether the win counts as self-drawn."""
        return self.self_draw or self.heavenly or self.quanqiu

    @property
    def robs_kong(self) -> bool:
        """Whether the winning tile was another player's for a kong."""
        return self.kong and not self.drawn
