"""Shared fixtures."""

from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of rules, cases and photos beside the checkout; skips where it is absent."""
    path = REPO.parent / "shared"
    if not path.is_dir():
        pytest.skip("needs the shared data folder beside the checkout (../shared)")
    return path
