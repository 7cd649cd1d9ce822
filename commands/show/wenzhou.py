"""A Wenzhou score as text."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table

from huopin.scoring import Tile
from huopin.scoring.wenzhou import WenzhouContext, WenzhouScore


def wenzhou_parts(score: WenzhouScore, context: WenzhouContext, win: str) -> Iterator[RenderableType]:
    """The reading, what each caishen and 白板 stands for, the class and every reason for it."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    if score.reading is not None:
        table.add_row("reading", "  ".join(map(str, score.reading.groups)))
        if context.caishen is not None:
            table.add_row("caishen", f"{context.caishen} {context.caishen.zh}{_stands(score.caishen_as)}")
        if score.white_as:
            table.add_row("white", f"P 白{_stands(score.white_as)}")
    table.add_row("won", f"{win} {_how(context)}")
    yield table
    yield ""
    yield wenzhou_line(score)
    yield from (f"  {reason}" for reason in score.reasons)


def wenzhou_line(score: WenzhouScore) -> str:
    """The class in a few words: `双翻 double ×4`."""
    times = "" if score.multiplier is None else f" ×{score.multiplier}"
    return f"{score.win_class.zh} {score.win_class.value}{times}"


def _stands(faces: tuple[Tile, ...]) -> str:
    return f", stands for {', '.join(f'{face} {face.zh}' for face in faces)}" if faces else ""


def _how(context: WenzhouContext) -> str:
    special = {
        "heavenly win": context.heavenly,
        "earthly win": context.earthly,
        "全球神": context.quanqiu,
    }
    how = "by self-draw" if context.drawn else "by robbing a kong" if context.robs_kong else "by discard"
    return ", ".join((how, *(name for name, is_so in special.items() if is_so)))
