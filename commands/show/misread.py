"""Tiles of a photo that do not win: how far they are, and which misread tile would explain it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from huopin.commands.show.score import no_win_text
from huopin.commands.show.tiles import probability

if TYPE_CHECKING:
    from huopin.vision.reading import Misreading, Reading


def no_win_sentences(reading: Reading, distance: int, misreadings: tuple[Misreading, ...]) -> Iterator[str]:
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
