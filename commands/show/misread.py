"""Tiles of a photo that do not win: how far they are, and which misread tile would explain it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from huopin.commands.show.score import no_win_text
from huopin.commands.show.tiles import probability

if TYPE_CHECKING:
    from huopin.vision.reading import NonWin, Reading


def no_win_sentences(reading: Reading, non_win: NonWin) -> Iterator[str]:
    """How far the tiles are from a win, and what would make them one."""
    too_many = reading.verdict.code == "too-many"
    yield "No winning hand." if too_many else no_win_text(non_win.distance)
    for one in non_win.misreadings:
        yield (
            f"It would win if tile {one.tile.id}, read as {one.tile.face}, were {one.face} "
            f"({probability(one.probability)}): --fix {one.tile.id}={one.face}"
        )
    if not non_win.misreadings and reading.verdict.whole:
        yield "No single misread tile would explain it."
