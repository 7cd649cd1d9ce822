"""The huopin program: parses, calls, formats; `docs/cli.md` explains it to users."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from huopin import __version__
from huopin.commands import (
    batch,
    check,
    enroll,
    fans,
    hand,
    ledger,
    legal,
    read,
    score,
    serve,
    settings,
    settle,
    validate,
    waits,
    whatif,
)
from huopin.commands.program import Program, show_help

app = typer.Typer(
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
    pretty_exceptions_enable=False,
)


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"huopin {__version__}")
        raise typer.Exit


@app.callback()
def huopin(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Reads a finished mahjong hand from a photo, scores it, explains every fan and says who pays whom."""
    show_help(context)
    if context.invoked_subcommand not in (None, "check"):  # which says itself what is wrong with them
        settings.apply(context, Path.cwd())


app.command()(score.score)
app.command()(hand.hand)
app.command()(read.read)
app.command()(settle.settle)
app.command()(waits.waits)
app.command()(whatif.whatif)
app.command()(fans.fans)
app.command()(legal.legal)
app.add_typer(ledger.app, name="ledger")
app.command()(batch.batch)
app.command()(enroll.enroll)
app.command()(check.check)
app.command()(validate.validate)
app.command()(serve.serve)
