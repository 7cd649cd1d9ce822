"""`huopin fans`: the fan table."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated

import typer

from huopin.commands.exits import ExitCode
from huopin.commands.grouping import with_groups
from huopin.commands.options import Format, Output
from huopin.commands.records import fan_record
from huopin.commands.show import console
from huopin.commands.show.fans import fan_parts, fan_table
from huopin.scoring import Fan
from huopin.scoring.huopin import FANS


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
    chosen = FANS if name is None else (find_fan(name),)
    if output.format is Format.JSON:
        for fan in chosen:
            console.show_json(fan_record(fan))
    elif name is None:
        console.show(fan_table())
    else:
        console.show(*fan_parts(chosen[0]))
    return ExitCode.OK


def find_fan(name: str) -> Fan:
    """The fan of a name, id or number.

    Raises:
        typer.BadParameter: there is none; says which names are close.
    """
    named = {text.lower(): fan for fan in FANS for text in (fan.zh, fan.en, fan.id, str(fan.number))}
    if name.lower() in named:
        return named[name.lower()]
    close = get_close_matches(name.lower(), named, n=3, cutoff=0.5)
    hint = (
        f"; did you mean {' or '.join(named[text].zh for text in close)}?" if close else "; see huopin fans"
    )
    raise typer.BadParameter(f"expected the name of a fan, got {name!r}{hint}", param_hint="NAME")
