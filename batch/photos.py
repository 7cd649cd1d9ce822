"""Finding photos: every picture in a folder and below, each once, whatever links and names there are."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import Final

from huopin.batch.errors import BatchError
from huopin.vision.errors import PhotoError

PICTURE_SUFFIXES: Final = frozenset(
    (".jpg", ".jpeg", ".jpe", ".png", ".heic", ".heif", ".webp", ".avif", ".tif", ".tiff", ".bmp", ".gif")
)
"""Endings of the files that are taken for photos, in lower case."""


def is_picture(path: PurePath) -> bool:
    """Whether a file's ending is that of a photo."""
    return path.suffix.lower() in PICTURE_SUFFIXES


def photos_below(folder: Path, pattern: str | None = None, apart: Path | None = None) -> tuple[str, ...]:
    """Photos in a folder and its subfolders, links to folders followed once.

    Args:
        folder: Where to look.
        pattern: Shell pattern of the photos to take, such as `2026-*/*.jpg`, matched from the right; every
            picture file when None.
        apart: A folder that is left out: one for results may lie among the photos.

    Returns:
        Paths relative to the folder with forward slashes, in order; also of folders that cannot be listed, so
        that nothing is left out in silence.

    Raises:
        BatchError: It is no folder, or there is no such photo.
    """
    if not folder.is_dir():
        reason = "is a file" if folder.exists() else "no such folder"
        raise BatchError(f"{folder}: {reason}; expected a folder of photos")
    unlisted: list[str] = []
    found = [
        name
        for path in _files(folder, unlisted, apart)
        if (name := path.relative_to(folder)).match(pattern or "*") and (pattern or is_picture(name))
    ]
    photos = sorted(name.as_posix() for name in (*found, *(Path(p).relative_to(folder) for p in unlisted)))
    if not photos:
        wanted = f"files like {pattern!r}" if pattern else f"photos ({', '.join(sorted(PICTURE_SUFFIXES))})"
        raise BatchError(f"{folder}: expected {wanted}, found none in it and its subfolders")
    return tuple(photos)


def require_file(path: Path) -> int:
    """Refuses what would never end or is no file: a pipe, a device, a folder that could not be listed.

    Returns:
        The file's size, bytes.

    Raises:
        PhotoError: It is no regular file.
    """
    try:
        status = path.stat()
    except OSError as error:
        raise PhotoError(f"{path}: cannot be read ({(error.strerror or str(error)).lower()})") from None
    if stat.S_ISDIR(status.st_mode):
        raise PhotoError(f"{path}: the folder cannot be listed; check its permissions")
    if not stat.S_ISREG(status.st_mode):
        raise PhotoError(f"{path}: a pipe, socket or device, expected a photo file")
    return status.st_size


def _files(folder: Path, unlisted: list[str], apart: Path | None) -> Iterator[Path]:
    """Files below a folder; the folders that cannot be listed are added to `unlisted`."""
    seen: set[tuple[int, int]] = set()
    _is_new(str(folder), seen)
    if apart is not None and apart.is_dir() and not apart.samefile(folder):
        _is_new(str(apart), seen)
    walk = os.walk(folder, followlinks=True, onerror=lambda error: unlisted.append(str(error.filename)))
    for here, below, names in walk:
        below[:] = [name for name in sorted(below) if _is_new(os.path.join(here, name), seen)]
        yield from (Path(here, name) for name in names)


def _is_new(folder: str, seen: set[tuple[int, int]]) -> bool:
    """Whether a folder was not met before: links may lead back, or to the same place twice."""
    status = os.stat(folder)
    key = status.st_dev, status.st_ino
    new = key not in seen
    seen.add(key)
    return new
