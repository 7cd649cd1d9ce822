"""`huopin score`: from a photo to a score."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from huopin.commands.answer import Answer
from huopin.commands.exits import ExitCode
from huopin.commands.grouping import with_groups
from huopin.commands.money import MoneyFrom
from huopin.commands.options import Caishen, Explain, Format, Output, TableRules, Winning
from huopin.commands.photos import Correction, Drawing, OwnTiles, hand_of, read_photo, require_tiles
from huopin.commands.records import misreading_records, no_win_record
from huopin.commands.show import console
from huopin.commands.show.score import no_win_text
from huopin.commands.show.tiles import hand_rows, probability
from huopin.scoring import Context, HandError, Options, Score, Tile
from huopin.scoring import huopin as rules_of_huopin

if TYPE_CHECKING:
    from huopin.vision.reading import Misreading, Reading


@with_groups
def score(
    photo: Annotated[Path, typer.Argument(metavar="PHOTO", help="A photo of one finished hand.")],
    caishen: Caishen,
    winning: Winning,
    correction: Correction,
    tiles: OwnTiles,
    rules: TableRules,
    money: MoneyFrom,
    explain: Explain,
    drawing: Drawing,
    output: Output,
) -> ExitCode:
    """Read the tiles of a photo and score the hand."""
    face = caishen.face()
    context = winning.context(face)
    answer = Answer(context, money, explain.explain, output.format)
    reading = read_photo(photo, face, correction, drawing, tiles)
    require_tiles(reading)
    if output.format is Format.TEXT:
        console.show(*hand_rows(reading), "")
    scored = _score(reading, context, rules.options(), explain.explain)
    if scored is not None:
        return answer.show(scored, reading.to_json())
    _show_no_win(reading, face, output.format)
    return ExitCode.NO_WIN


def _score(reading: Reading, context: Context, options: Options, explain: bool) -> Score | None:
    """The score; None when no whole hand was read, or it does not win.

    Raises:
        HandError: a whole hand was read, but it cannot be with what was said about it.
    """
    try:
        hand = hand_of(reading, context.caishen, context.self_draw)
        return rules_of_huopin.score(hand, context, options, explain=explain)
    except HandError:
        if reading.verdict.code in ("ok", "unsure"):
            raise
        return None


def _show_no_win(reading: Reading, caishen: Tile | None, form: Format) -> None:
    from huopin.vision.reading import explain_non_win

    distance = reading.win_question(caishen).distance(reading.labels())
    misreadings = explain_non_win(reading, caishen)
    if form is Format.JSON:
        explained = {"misreadings": misreading_records(misreadings)}
        console.show_json({**reading.to_json(), **no_win_record(distance), **explained})
    else:
        console.show(" ".join(_no_win_sentences(reading, distance, misreadings)))


def _no_win_sentences(reading: Reading, distance: int, misreadings: tuple[Misreading, ...]) -> Iterator[str]:
    """How far the tiles are from a win, and what would make them one."""
    too_many = reading.verdict.code == "too-many"
    yield "No winning hand." if too_many else no_win_text(distance)
    for one in misreadings:
        yield (
            f"It would win if tile {one.tile.id}, read as {one.tile.face}, were {one.face} "
            f"({probability(one.probability)}): --fix {one.tile.id}={one.face}"
        )
    if not misreadings and reading.verdict.code in ("ok", "unsure"):
        yield "No single misread tile would explain it."
