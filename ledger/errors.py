"""The errors of the ledger.

HuopinError
└── LedgerError          what the book cannot do
    ├── EntryError       an entry that contradicts the session or the entries before it
    └── LedgerFileError  a file that is no usable ledger: missing, damaged, newer, locked
"""

from __future__ import annotations

from huopin.scoring.errors import HuopinError


class LedgerError(HuopinError):
    """Something the book cannot do."""


class EntryError(LedgerError):
    """An entry that contradicts the session or the entries before it."""


class LedgerFileError(LedgerError):
    """A file that is no usable ledger; it was left as it is."""
