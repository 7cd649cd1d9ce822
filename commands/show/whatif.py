"""Waits and what-if answers as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rich.console import RenderableType
from rich.table import Table

from huopin.commands.show.score import fan_list
from huopin.scoring import CAISHEN, Piece, Score, Suit, Tile
from huopin.scoring.huopin.waiting import Wait
from huopin.scoring.huopin.whatif import Change, Draw, FlushDistance, RandomSwap, WhatIf

_SUITS: Final = {Suit.CHARACTERS: "万", Suit.DOTS: "饼", Suit.BAMBOO: "条"}


def waits_table(waits: Iterable[Wait]) -> Table:
    """A row for each tile that completes the hand."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    for _ in range(3):
        table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("tile", "unseen", "discard", "self-draw", "fan on a discard, else drawn")
    for wait in waits:
        best = wait.discard or wait.self_draw
        table.add_row(
            _piece(wait.tile),
            str(wait.unseen),
            _total(wait.discard),
            _total(wait.self_draw),
            fan_list(best.fans) if best else "",
        )
    return table


def whatif_parts(asked: WhatIf, top: int) -> Iterator[RenderableType]:
    """The answers, the best `top` of each kind."""
    score = asked.score
    yield f"now: {score.total} = {fan_list(score.fans)}" if score else "now: no win"
    yield from _section("swap a tile for a chosen one 偷天换日", map(_change, asked.swaps()[:top]))
    yield from _section("turn a tile into a caishen 财神到", map(_change, asked.turned()[:top]))
    yield from _section("swap a tile for a random one 移花接木", map(_random, asked.random_swaps()[:top]))
    yield from _section("tiles away from 清一色 乾坤大挪移", map(_flush, asked.flush_distances()))
    yield from _section("unseen copies 千里眼", _unseen(asked))


def draw_line(draw: Draw) -> str:
    """What the next tile makes of a hand."""
    if draw.score is not None:
        return f"{_piece(draw.tile)}: {draw.score.total} = {fan_list(draw.score.fans)}"
    return f"{_piece(draw.tile)}: no win, {draw.distance} {'tile' if draw.distance == 1 else 'tiles'} away"


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    found = [f"  {line}" for line in lines]
    yield ""
    yield title
    yield from found or ["  none makes it a win"]


def _change(change: Change) -> str:
    fans = fan_list(change.score.fans)
    return f"{_piece(change.out)} → {_piece(change.into)}  {change.score.total} ({change.gain:+d})  {fans}"


def _random(swap: RandomSwap) -> str:
    return f"{_piece(swap.out)}  expected {swap.expected:.2f} ({swap.gain:+.2f}), wins {swap.win_chance:.1%}"


def _flush(distance: FlushDistance) -> str:
    suit = _SUITS[distance.suit]
    if distance.to_win is None:
        return f"{suit}  out of reach: a declared meld is of another suit"
    return f"{suit}  {distance.to_win} to win, {distance.foreign} of another suit"


def _unseen(asked: WhatIf) -> Iterator[str]:
    """The unseen copies of each face, a suit a line."""
    unseen = asked.unseen()
    for suit, name in _SUITS.items():
        yield f"{name}    " + "  ".join(f"{tile.rank}:{n}" for tile, n in unseen.items() if tile.suit is suit)
    yield "字  " + "  ".join(f"{tile.zh}:{n}" for tile, n in unseen.items() if tile.is_honour)


def _piece(piece: Piece) -> str:
    return "caishen" if piece is CAISHEN else f"{piece} {piece.zh}" if isinstance(piece, Tile) else ""


def _total(score: Score | None) -> str:
    return str(score.total) if score else "-"
