"""Errors of a run over many photos.

HuopinError
├── BatchError    the folder, the table of contexts or the output is not as expected: the run cannot start
└── ContextError  what a photo's sidecar or table row says cannot be: only that photo fails
"""

from __future__ import annotations

from huopin.scoring import HuopinError


class BatchError(HuopinError):
    """A run that cannot start; the text says what was expected, what came and what to try."""


class ContextError(HuopinError):
    """What was said about one photo cannot be; the text names the place and the value."""
