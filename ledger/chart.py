"""The totals as a line chart: geometry only, drawn by the sheet's template as inline SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 720
HEIGHT: Final = 300
_LEFT: Final = 60
_RIGHT: Final = 20
_TOP: Final = 15
_BOTTOM: Final = 25
_TICKS: Final = 6
# Told apart without colour too, as sheets are printed.
_STYLES: Final = (("#0072b2", ""), ("#d55e00", "8 3"), ("#009e73", "2 3"), ("#7b3294", "10 3 2 3"))


@dataclass(frozen=True, slots=True)
class Line:
    """A player's totals.

    Attributes:
        name: The player.
        colour: Of the line.
        dashes: SVG's `stroke-dasharray`; empty for a whole line.
        points: SVG's `points`.
    """

    name: str
    colour: str
    dashes: str
    points: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A horizontal line of the grid: its height in the drawing and its value."""

    y: float
    value: int


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything to be drawn, in the units of the drawing."""

    lines: tuple[Line, ...]
    ticks: tuple[Tick, ...]
    hands: int
    left: int = _LEFT
    right: int = WIDTH - _RIGHT
    bottom: int = HEIGHT - _BOTTOM
    width: int = WIDTH
    height: int = HEIGHT


def chart(players: Sequence[str], totals: Sequence[Mapping[str, int]]) -> Chart:
    """The lines of every player's total from 0 on, after each entry."""
    series = {player: [0, *(after[player] for after in totals)] for player in players}
    values = [value for line in series.values() for value in line]
    step = _step(max(values) - min(values))
    low, high = min(values) // step * step, -(-max(values) // step) * step
    high = max(high, low + step)

    def y(value: int) -> float:
        return round(_TOP + (high - value) / (high - low) * (HEIGHT - _TOP - _BOTTOM), 1)

    def x(place: int) -> float:
        return round(_LEFT + place / max(1, len(totals)) * (WIDTH - _LEFT - _RIGHT), 1)

    lines = (
        Line(player, colour, dashes, " ".join(f"{x(place)},{y(value)}" for place, value in enumerate(line)))
        for (player, line), (colour, dashes) in zip(series.items(), _STYLES, strict=False)
    )
    ticks = (Tick(y(value), value) for value in range(low, high + 1, step))
    return Chart(tuple(lines), tuple(ticks), len(totals))


def _step(span: int) -> int:
    """A round distance of the grid's lines: 1, 2 or 5 times a power of ten."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if span <= _TICKS * factor * power:
                return factor * power
        power *= 10
