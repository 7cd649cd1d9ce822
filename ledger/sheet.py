"""The printable sheet of a session: one HTML page without scripts or anything fetched from elsewhere."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from huopin.ledger.book import Book
from huopin.ledger.chart import chart
from huopin.ledger.store import Session
from huopin.ledger.words import describe


def sheet(session: Session, book: Book) -> str:
    """The page, with every value escaped."""
    return _template().render(
        session=session,
        setup=session.setup,
        book=book,
        chart=chart(session.setup.players, [row.totals for row in book.rows]),
        describe=describe,
    )


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("huopin.ledger"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("sheet.html")
