"""Keeping photos, when the owner of the server asks for it: under names of the server's own making."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

_SUFFIXES: Final = (
    (b"\xff\xd8\xff", 0, ".jpg"),
    (b"\x89PNG", 0, ".png"),
    (b"ftyp", 4, ".heic"),
    (b"WEBP", 8, ".webp"),
    (b"GIF8", 0, ".gif"),
    (b"BM", 0, ".bmp"),
    (b"II*\0", 0, ".tif"),
    (b"MM\0*", 0, ".tif"),
)
"""First bytes of a format, where they stand, and the suffix of its files."""


def keep(folder: Path, photo: bytes, record: Mapping[str, Any]) -> Path:
    """Writes a photo and its reading, `TIME-HASH.jpg` and `.json`, and returns the photo's path."""
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    stem = folder / f"{now}-{hashlib.sha256(photo).hexdigest()[:12]}"
    path = stem.with_suffix(_suffix(photo))
    path.write_bytes(photo)
    kept = {name: value for name, value in record.items() if name != "preview"}
    stem.with_suffix(".json").write_text(json.dumps(kept, ensure_ascii=False), encoding="utf-8")
    return path


def _suffix(photo: bytes) -> str:
    return next((suffix for mark, start, suffix in _SUFFIXES if photo[start:].startswith(mark)), ".photo")
