"""`huopin ledger`: the book of an evening."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from huopin.batch.journal import replacing
from huopin.commands.given import Given
from huopin.commands.grouping import with_groups
from huopin.commands.ledger_add import Adding, AtTable, Played, Scored
from huopin.commands.options import MOST, Caishen, Format, Output, Ruled, RuleName, Special, refuse_source
from huopin.commands.photos import Correction, OwnTiles
from huopin.commands.program import show_help
from huopin.commands.show import console
from huopin.commands.show.ledger import added_parts, book_parts, next_line, session_line, totals_line
from huopin.ledger import EntryError, Ledger, Setup, Undo, default_path
from huopin.ledger.export import FORMATS, session_record

app = typer.Typer(
    callback=show_help,
    invoke_without_command=True,
    help="Keep the book of an evening: hands, payments, dealers and totals (docs/ledger.md).",
)


@dataclass(frozen=True)
class Where:
    """The file and the session in it."""

    db: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The ledger's file.", show_default="in your data folder"),
    ] = None
    session: Annotated[
        int | None, typer.Option(metavar="N", help="The session.", show_default="the latest")
    ] = None

    @property
    def path(self) -> Path:
        """The ledger's file."""
        return self.db or default_path()


class ExportFormat(StrEnum):
    """Forms of a session."""

    CSV = "csv"
    JSON = "json"
    HTML = "html"


@app.command()
@with_groups
def new(
    context: typer.Context,
    players: Annotated[
        list[str], typer.Argument(metavar="NAME", help="The players, counter-clockwise, the dealer first.")
    ],
    *,
    ruled: Ruled,
    room: Annotated[str, typer.Option(help="Huopin: no-fan, official or popular.")] = "official",
    dealer: Annotated[str, typer.Option(metavar="NAME", help="Who deals first, when not the first.")] = "",
    coefficient: Annotated[
        int | None,
        typer.Option(min=0, max=MOST, metavar="N", help="Huopin: coins for each point; without it points."),
    ] = None,
    take: Annotated[
        int,
        typer.Option(
            min=0, max=MOST, metavar="A", help="Huopin: coins the house takes from each player a hand."
        ),
    ] = 0,
    base: Annotated[int, typer.Option(help="Wenzhou: the first base, 2 or 3.")] = 2,
    title: Annotated[str, typer.Option(help="What to call the evening.")] = "",
    db: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The ledger's file.", show_default="in your data folder"),
    ] = None,
) -> None:
    """Begin a session."""
    given = Given(context)
    if ruled.rules is RuleName.WENZHOU:  # which knows no coins, whatever settings say for huopin
        coefficient = coefficient if "coefficient" in given else None
        take = take if "take" in given else 0
        given.note_idle("under wenzhou rules", "room")
    else:
        given.note_idle("under huopin rules", "base")
    names = tuple(name for text in players for name in text.split(","))
    setup = Setup(names, ruled.rules.value, dealer, room, coefficient, take, base, title)
    with Ledger(db or default_path(), create=True) as ledger:
        session = ledger.begin(setup)
        console.show(session_line(session), next_line(ledger.book(session)))
        console.note(f"kept in {ledger.path}")


@app.command()
@with_groups
def add(
    context: typer.Context,
    played: Played,
    at_table: AtTable,
    scored: Scored,
    special: Special,
    caishen: Caishen,
    correction: Correction,
    tiles: OwnTiles,
    where: Where,
    output: Output,
) -> None:
    """Add a hand, a drawn hand, a dealer drawn by dice, or a player leaving."""
    adding = Adding(Given(context), played, at_table, scored, special, caishen, correction, tiles)
    with Ledger(where.path) as ledger:
        session = ledger.session(where.session)
        entries, evidence = adding.entries(ledger.book(session))
        book = ledger.add(session, entries, evidence)
        rows = book.rows[-len(entries) :]
        if output.format is Format.JSON:
            record = session_record(session, book, ledger.records(session))
            numbers = [row.number for row in rows]
            record["entries"] = [entry for entry in record["entries"] if entry["number"] in numbers]
            console.show_json(record)
        else:
            console.show(*added_parts(book, rows))


@app.command()
@with_groups
def undo(
    entry: Annotated[
        int | None,
        typer.Argument(metavar="N", help="The entry's number.", show_default="the last that counts"),
    ] = None,
    *,
    where: Where,
) -> None:
    """Undo an entry, an undo too; everything after it is worked out anew."""
    with Ledger(where.path) as ledger:
        session = ledger.session(where.session)
        if entry is None:
            rows = ledger.book(session).rows
            if not rows:
                raise EntryError("expected an entry to undo, the session has none that counts")
            entry = rows[-1].number
        book = ledger.add(session, [Undo(entry)])
        console.show(f"entry {entry} undone", totals_line(book), next_line(book))


@app.command()
@with_groups
def show(
    context: typer.Context,
    *,
    all_sessions: Annotated[bool, typer.Option("--list", help="List every session instead.")] = False,
    where: Where,
    output: Output,
) -> None:
    """Show the hands and totals of a session."""
    if all_sessions:
        Given(context).note_idle("with --list", "session")
    with Ledger(where.path) as ledger:
        sessions = ledger.sessions() if all_sessions else (ledger.session(where.session),)
        for session in sessions:
            book, records = ledger.book(session), ledger.records(session)
            if output.format is Format.JSON:
                console.show_json(session_record(session, book, records))
            elif all_sessions:
                console.show(session_line(session), f"  {totals_line(book)}")
            else:
                console.show(*book_parts(session, book))


@app.command()
@with_groups
def export(
    *,
    form: Annotated[
        ExportFormat | None,
        typer.Option("--format", help="The form.", show_default="as --output is named, else csv"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Where to: .csv, .json or .html.",
            show_default="stdout",
        ),
    ] = None,
    where: Where,
) -> None:
    """Write a session as CSV, JSON or a printable sheet."""
    written = _form(form, out)
    if out is not None:
        refuse_source(out, where.path, "the ledger", "--output")
    with Ledger(where.path) as ledger:
        session = ledger.session(where.session)
        text = FORMATS[written.value](session, ledger.book(session), ledger.records(session))
    if out is None:
        typer.echo(text, nl=False)
        return
    with replacing(out) as draft:
        draft.write_text(text, encoding="utf-8")
    console.note(f"written to {out}")


def _form(form: ExportFormat | None, out: Path | None) -> ExportFormat:
    """The form asked for, by name or by the name of the file.

    Raises:
        typer.BadParameter: the file is named as if it held something else.
    """
    if out is None:
        return form or ExportFormat.CSV
    suffix = out.suffix.lower().removeprefix(".")
    allowed = list(ExportFormat) if form is None else [form]
    if suffix not in allowed:
        raise typer.BadParameter(
            f"expected a file named {' or '.join(f'.{one}' for one in allowed)}, got {out}",
            param_hint="--output",
        )
    return ExportFormat(suffix)
