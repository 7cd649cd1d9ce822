"""`huopin waits`: which tiles complete a hand, and what they pay."""

from __future__ import annotations

import typer

from huopin.commands.asking import Asked, Seen, asked_hand, without_win
from huopin.commands.exits import ExitCode
from huopin.commands.given import Given
from huopin.commands.grouping import with_groups
from huopin.commands.options import Caishen, Format, Output, TableRules, Winds
from huopin.commands.photos import Correction, OwnTiles
from huopin.commands.records import wait_record
from huopin.commands.show import console
from huopin.commands.show.whatif import waits_table
from huopin.scoring import format_hand
from huopin.scoring.huopin.waiting import waits as waits_of


@with_groups
def waits(
    context: typer.Context,
    hand: Asked,
    caishen: Caishen,
    winds: Winds,
    seen: Seen,
    correction: Correction,
    tiles: OwnTiles,
    rules: TableRules,
    output: Output,
) -> ExitCode:
    """Say which tiles complete a hand of thirteen, what each pays, and how many are unseen."""
    face = caishen.face()
    waiting = without_win(asked_hand(Given(context), hand, face, False, correction, tiles))
    found = waits_of(waiting, winds.context(face), rules.options(), seen.tiles())
    if output.format is Format.JSON:
        console.show_json({"hand": format_hand(waiting), "waits": [wait_record(wait) for wait in found]})
    elif found:
        console.show(waits_table(found))
    else:
        console.show("No tile completes this hand.")
    return ExitCode.OK if found else ExitCode.NO_WIN
