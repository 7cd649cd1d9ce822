"""The book a table keeps through an evening: hands, payments, dealers and totals, in one SQLite file.

Only what happened is written down, entry after entry; every dealer, run, base and total is worked out from
the entries each time, so undoing one corrects all that follows.
"""

from huopin.ledger.book import Book, Row, replay
from huopin.ledger.entries import ClassWin, Deal, Drawn, Entry, FanWin, Leave, Undo
from huopin.ledger.errors import EntryError, LedgerError, LedgerFileError
from huopin.ledger.location import default_path
from huopin.ledger.setup import Setup
from huopin.ledger.store import Evidence, Ledger, Record, Session

__all__ = [
    "Book",
    "ClassWin",
    "Deal",
    "Drawn",
    "Entry",
    "EntryError",
    "Evidence",
    "FanWin",
    "Leave",
    "Ledger",
    "LedgerError",
    "LedgerFileError",
    "Record",
    "Row",
    "Session",
    "Setup",
    "Undo",
    "default_path",
    "replay",
]
