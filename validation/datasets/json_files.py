"""JSON objects of data sets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from huopin.validation.errors import DatasetError


def load_object(path: Path) -> dict[str, Any]:
    """The object in a JSON file.

    Raises:
        DatasetError: It cannot be read, or holds something else.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DatasetError(f"{path}: expected a JSON file, got {error}") from None
    if not isinstance(data, dict):
        raise DatasetError(f"{path}: expected a JSON object, got {type(data).__name__}")
    return data
