"""`huopin score`: from a photo to a score."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from huopin.commands.answer import Answer, note_idle
from huopin.commands.exits import ExitCode
from huopin.commands.given import Given
from huopin.commands.grouping import with_groups
from huopin.commands.money import MoneyFrom
from huopin.commands.options import (
    Caishen,
    Explain,
    Format,
    Output,
    Ruled,
    RuleName,
    Special,
    TableRules,
    Winning,
)
from huopin.commands.photos import Correction, Drawing, OwnTiles, hand_of, read_photo, require_tiles
from huopin.commands.records import no_win_record, non_win_record
from huopin.commands.show import console
from huopin.commands.show.misread import no_win_sentences
from huopin.commands.show.tiles import hand_rows
from huopin.commands.wenzhou import WenzhouAnswer
from huopin.scoring import Context, Hand, HandError, Options, Score, Tile, format_hand
from huopin.scoring import huopin as rules_of_huopin

if TYPE_CHECKING:
    from huopin.vision.reading import Reading


@with_groups
def score(
    context: typer.Context,
    photo: Annotated[Path, typer.Argument(metavar="PHOTO", help="A photo of one finished hand.")],
    ruled: Ruled,
    caishen: Caishen,
    winning: Winning,
    special: Special,
    correction: Correction,
    tiles: OwnTiles,
    rules: TableRules,
    money: MoneyFrom,
    explain: Explain,
    drawing: Drawing,
    output: Output,
) -> ExitCode:
    """Read the tiles of a photo and score the hand."""
    given = Given(context)
    note_idle(given, ruled.rules, money)
    face = caishen.face(ruled.rule_set)
    answer: Answer | WenzhouAnswer = (
        WenzhouAnswer.of(winning, special, face, output.format)
        if ruled.rules is RuleName.WENZHOU
        else Answer.of(given, winning.context(face), money, explain, output)
    )
    reading = read_photo(photo, face, correction, drawing, tiles, ruled.rule_set.tiles)
    require_tiles(reading)
    if output.format is Format.TEXT:
        console.show(*hand_rows(reading), "")
    if isinstance(answer, WenzhouAnswer):
        return answer.of_photo(reading)
    found = _score(reading, answer.context, rules.options(), explain.explain)
    if found is not None:
        hand, scored = found
        return answer.show(scored, {**reading.to_json(), "hand": format_hand(hand)})
    _show_no_win(reading, face, output.format)
    return ExitCode.NO_WIN


def _score(reading: Reading, context: Context, options: Options, explain: bool) -> tuple[Hand, Score] | None:
    """The hand and its score; None when no whole hand was read, or it does not win.

    Raises:
        HandError: a whole hand was read, but it cannot be with what was said about it.
    """
    try:
        hand = hand_of(reading, context.caishen, context.self_draw)
        scored = rules_of_huopin.score(hand, context, options, explain=explain)
        return None if scored is None else (hand, scored)
    except HandError:
        if reading.verdict.whole:
            raise
        return None


def _show_no_win(reading: Reading, caishen: Tile | None, form: Format) -> None:
    from huopin.vision.reading import NonWin

    non_win = NonWin.of(reading, caishen)
    if form is Format.JSON:
        record = {**no_win_record(non_win.distance), **non_win_record(non_win)}
        console.show_json({**reading.to_json(), **record})
    else:
        console.show(" ".join(no_win_sentences(reading, non_win)))
