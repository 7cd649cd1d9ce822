"""Text files of data sets."""

from __future__ import annotations

from pathlib import Path

from huopin.validation.errors import DatasetError


def read_text(path: Path) -> str:
    """The text of a file in UTF-8, whatever its line ends.

    Raises:
        DatasetError: It cannot be read, or is no such text.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise DatasetError(f"{path}: cannot be read ({(error.strerror or str(error)).lower()})") from None
    except UnicodeDecodeError:
        raise DatasetError(f"{path}: expected text in UTF-8, got another encoding or no text") from None
