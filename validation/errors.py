"""Errors of validation.

HuopinError
└── DatasetError  a data set, its labels or its class names are not as expected
"""

from __future__ import annotations

from huopin.scoring import HuopinError


class DatasetError(HuopinError):
    """A data set that cannot be used; the text names the file and line, what is wrong and what to try."""
