"""The fan table as text: all fans in short, or one explained."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rich.console import RenderableType
from rich.table import Table

from huopin.scoring import Fan
from huopin.scoring.huopin import BY_ID, FANS

_PARTS: Final = {"": "", "winds": " of winds", "one": " once"}
"""What an exclusion is limited to, by the end of its entry in `Fan.excludes`."""


def fan_table(fans: Iterable[Fan] = FANS) -> Table:
    """Every fan with its value, names, and what does not pay beside it."""
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    table.add_column(overflow="fold")
    for fan in fans:
        table.add_row(str(fan.value), fan.zh, fan.en, " ".join(map(_excluded, fan.excludes)))
    return table


def fan_parts(fan: Fan) -> Iterator[RenderableType]:
    """One fan explained."""
    each = " each" if fan.most > 1 else ""
    yield f"{fan.zh} {fan.en}: {fan.value} fan{each}, number {fan.number} of the page"
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    table.add_row("takes", fan.meaning)
    if fan.most > 1:
        table.add_row("counts", f"up to {fan.most} times")
    if fan.excludes:
        table.add_row("excludes", ", ".join(map(_excluded, fan.excludes)))
    if beside := tuple(_excluded_by(fan)):
        table.add_row("not beside", ", ".join(beside))
    yield table


def _excluded(entry: str) -> str:
    fan_id, _, part = entry.partition(":")
    return BY_ID[fan_id].zh + _PARTS[part]


def _excluded_by(fan: Fan) -> Iterator[str]:
    """The fans beside which this one does not pay."""
    for other in FANS:
        for entry in other.excludes:
            fan_id, _, part = entry.partition(":")
            if fan_id == fan.id:
                yield other.zh + (f" ({_PARTS[part].strip()})" if part else "")
