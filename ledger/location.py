"""Where the ledger lies when nobody says: the user's data folder."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path


def default_path() -> Path:
    """`ledger.sqlite3` in the user's data folder for huopin."""
    return user_data_path("huopin", appauthor=False) / "ledger.sqlite3"
