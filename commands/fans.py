"""`huopin fans`: the fan book."""

from __future__ import annotations

from typing import Annotated

import typer

from huopin.commands.exits import ExitCode
from huopin.commands.grouping import with_groups
from huopin.commands.options import Format, Output
from huopin.commands.records import fan_record
from huopin.commands.show import console
from huopin.commands.show.fans import book_table, entry_parts
from huopin.scoring.huopin.book import fan_book, fan_entry


@with_groups
def fans(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="Explain one: Chinese or English name, id, or number."),
    ] = None,
    *,
    output: Output,
) -> ExitCode:
    """List the fan, or explain one of them."""
    entries = fan_book() if name is None else (fan_entry(name),)
    if output.format is Format.JSON:
        for entry in entries:
            console.show_json(fan_record(entry))
    elif name is None:
        console.show(book_table(entries))
    else:
        console.show(*entry_parts(entries[0]))
    return ExitCode.OK
