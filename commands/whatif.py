"""`huopin whatif`: the item cards 道具 as questions on a hand."""

from __future__ import annotations

from typing import Annotated

import typer

from huopin.commands.asking import Asked, Seen, asked_hand, without_win
from huopin.commands.exits import ExitCode
from huopin.commands.given import Given
from huopin.commands.grouping import with_groups
from huopin.commands.options import Caishen, Format, Output, TableRules, Winning, parse_face
from huopin.commands.photos import Correction, OwnTiles
from huopin.commands.records import draw_record, whatif_record
from huopin.commands.show import console
from huopin.commands.show.whatif import draw_line, whatif_parts
from huopin.scoring import Tile, format_hand
from huopin.scoring.huopin.whatif import Draw, WhatIf
from huopin.scoring.huopin.whatif import draw as draw_tile


@with_groups
def whatif(
    context: typer.Context,
    hand: Asked,
    top: Annotated[int, typer.Option(min=1, metavar="N", help="How many of each to list.")] = 3,
    draw: Annotated[
        Tile | None,
        typer.Option(
            parser=parse_face,
            metavar="TILE",
            help="Of thirteen tiles: what drawing this makes of them 顺风耳.",
        ),
    ] = None,
    *,
    caishen: Caishen,
    winning: Winning,
    seen: Seen,
    correction: Correction,
    tiles: OwnTiles,
    rules: TableRules,
    output: Output,
) -> ExitCode:
    """Ask what a changed tile makes of a complete hand: swaps, a caishen, 清一色, unseen tiles."""
    face = caishen.face()
    given = Given(context)
    won = winning.context(face)
    complete = asked_hand(given, hand, face, winning.self_draw, correction, tiles)
    if draw is not None:
        given.note_idle("with --draw", "top", Seen)
        return _show_draw(draw_tile(without_win(complete), draw, won, rules.options()), output.format)
    asked = WhatIf(complete, won, rules.options(), seen.tiles())
    if output.format is Format.JSON:
        console.show_json({"hand": format_hand(complete), **whatif_record(asked, top)})
    else:
        console.show(*whatif_parts(asked, top))
    return ExitCode.OK


def _show_draw(drawn: Draw, form: Format) -> ExitCode:
    if form is Format.JSON:
        console.show_json(draw_record(drawn))
    else:
        console.show(draw_line(drawn))
    return ExitCode.OK
