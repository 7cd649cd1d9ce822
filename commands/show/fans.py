"""The fan book as text: all fans in short, or one explained."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rich.console import RenderableType
from rich.table import Table

from huopin.commands.show.score import fan_list
from huopin.scoring.huopin.book import Example, Exclusion, FanEntry, fan_book

_NAME_WIDTH: Final = 22
"""Long English names take two lines, so that there is room for the examples."""


def book_table(entries: Iterable[FanEntry]) -> Table:
    """Every fan with its value, names, an example, and what does not pay beside it."""
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(max_width=_NAME_WIDTH)
    table.add_column(overflow="fold")
    for entry in entries:
        fan, excluded = entry.fan, " ".join(map(_exclusion, entry.excludes))
        details = entry.example.text + (f"\nnot {excluded}" if excluded else "")
        table.add_row(str(fan.value), fan.zh, fan.en, details)
    return table


def entry_parts(entry: FanEntry) -> Iterator[RenderableType]:
    """One fan explained."""
    fan = entry.fan
    each = " each" if fan.most > 1 else ""
    yield f"{fan.zh} {fan.en}: {fan.value} fan{each}, number {fan.number} of the rule page"
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("takes", fan.meaning)
    if fan.most > 1:
        table.add_row("counts", f"up to {fan.most} times")
    if entry.excludes:
        table.add_row("excludes", ", ".join(map(_exclusion, entry.excludes)))
    if beside := ", ".join(_excluded_by(entry)):
        table.add_row("not beside", beside)
    table.add_row("example", _example(entry.example))
    table.add_row("but not", _example(entry.near_miss))
    yield table


def _example(example: Example) -> str:
    if example.score is None:
        return f"{example.text}\nno win"
    return f"{example.text}\n{example.score.total} = {fan_list(example.score.fans)}"


def _exclusion(exclusion: Exclusion) -> str:
    return exclusion.fan.zh + (f" ({exclusion.only})" if exclusion.only else "")


def _excluded_by(entry: FanEntry) -> Iterator[str]:
    """The fans beside which this one does not pay."""
    for other in fan_book():
        for exclusion in other.excludes:
            if exclusion.fan is entry.fan:
                yield other.fan.zh + (f" ({exclusion.only})" if exclusion.only else "")
