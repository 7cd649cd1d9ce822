"""The best readings of a hand: melds and pairs that absorb the caishen, searched with a sound bound.

Not tile by tile: `covers` lists, for each suit alone, every way to cover its natural tiles with a given
number of melds and pairs, the gaps being caishen. A reading joins one cover of each suit (`melds`,
`product`), or is one of the shapes without melds (`special`).
"""

from __future__ import annotations

from huopin.scoring.hand import Context, Hand, Options
from huopin.scoring.huopin.found import Best
from huopin.scoring.huopin.frame import Frame
from huopin.scoring.huopin.melds import search_knitted_straights, search_melds
from huopin.scoring.huopin.special import search_special


def solve(hand: Hand, context: Context, options: Options, *, keep_next: bool = False) -> Best:
    """The best readings of a complete hand; `total` is -1 when it is no win.

    The hand must be free of problems and hold 14 tiles, kongs as three.
    """
    best = Best(keep_next)
    frame = Frame(hand, context, options, best)
    search_melds(frame)
    if frame.melds == 4:
        search_special(frame)
    if frame.melds >= 3:
        search_knitted_straights(frame)
    return best
