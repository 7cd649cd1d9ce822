"""Errors of a run over many photos."""

from __future__ import annotations

from huopin.scoring import HuopinError


class BatchError(HuopinError):
    """A run that cannot start; the text says what was expected, what came and what to try."""
