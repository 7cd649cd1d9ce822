"""A session of the ledger as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from huopin.ledger import Book, Row, Session
from huopin.ledger.words import describe
from huopin.scoring.wenzhou.payment import BUY, TOP


def session_line(session: Session) -> str:
    """A session in one line."""
    setup = session.setup
    title = f" {setup.title!r}" if setup.title else ""
    by = f"{setup.room} room" if setup.rules == "huopin" else f"base from {setup.start}"
    coins = "" if setup.coefficient is None else f", N = {setup.coefficient}, A = {setup.take}"
    players = ", ".join(setup.players)
    return f"session {session.id}{title} of {session.created[:10]}: {setup.rules}, {by}{coins}; {players}"


def book_parts(session: Session, book: Book) -> Iterator[RenderableType]:
    """Every hand, the totals and what comes next."""
    yield session_line(session)
    yield ""
    yield _table(book)
    if book.undone:
        yield f"undone: {', '.join(map(str, book.undone))}"
    yield next_line(book)


def added_parts(book: Book, rows: tuple[Row, ...]) -> Iterator[RenderableType]:
    """What new entries did, who pays whom, and what comes next."""
    for row in rows:
        yield f"{row.number}: {describe(row.entry)}"
        for transfer in row.transfers:
            yield f"   {transfer.payer} pays {transfer.receiver} {transfer.amount}: {transfer.why}"
        if row.house:
            yield f"   house {row.house}"
    yield totals_line(book)
    yield next_line(book)


def totals_line(book: Book) -> str:
    """Every player's total."""
    totals = ", ".join(f"{player} {total:+d}" for player, total in book.totals.items())
    house = f", house {book.house:+d}" if book.house else ""
    return f"totals: {totals}{house} {book.setup.unit}"


def next_line(book: Book) -> str:
    """What the next hand is played by."""
    table = book.table
    if table.dice_due:
        return f"next: the dealer is drawn by dice, after four wins in a row of {table.dealer} [W28]"
    words = [f"{table.dealer} deals", f"run {table.run}"]
    if book.base is not None:
        words.append(f"base {book.base}")
    words += [BUY] * table.bought
    words += [f"{TOP} {' '.join(player for player in table.players if player in table.topped)}"] * bool(
        table.topped
    )
    return f"next: {', '.join(words)}"


def _table(book: Book) -> Table:
    """The hands and the totals; where it gets narrow, names take several lines and amounts stay whole."""
    players, totals = book.setup.players, book.totals
    has_base, has_house = book.setup.rules == "wenzhou", bool(book.house)
    heads = ["", "", "dealer", *["base"] * has_base, *players, *["house"] * has_house]
    total = ["", "total", "", *[""] * has_base, *(f"{totals[player]:+d}" for player in players)]
    total += [str(book.house)] * has_house
    hands = [_cells(row, players, has_base, has_house) for row in book.rows]
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    for amounts in list(zip(*hands, total, strict=True))[3:]:
        table.add_column(justify="right", overflow="fold", min_width=max(map(len, amounts)))
    table.add_row(*(Text(head, style="bold") for head in heads))
    for cells in hands:
        table.add_row(*cells)
    table.add_row(*total, style="bold")
    return table


def _cells(row: Row, players: Sequence[str], has_base: bool, has_house: bool) -> list[str]:
    base = ["" if row.base is None else str(row.base)] * has_base
    changes = [f"{row.changes[player]:+d}" if row.changes[player] else "0" for player in players]
    words = describe(row.entry) + (f" ({row.note})" if row.note else "")
    return [str(row.number), words, row.dealer, *base, *changes, *[str(row.house)] * has_house]
