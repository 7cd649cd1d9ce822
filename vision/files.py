"""Files written whole or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def replaceable(path: Path) -> Path:
    """The file that `replacing` writes, there or not: a link stays, and what it leads to is written.

    Raises:
        OSError: It is no file, or its folder takes none.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():  # replacing /dev/full would take it from everybody
        raise OSError(errno.EINVAL, "a folder, pipe or device, expected a file", str(path))
    if not os.access(target.parent, os.W_OK | os.X_OK):
        code = errno.EACCES if target.parent.is_dir() else errno.ENOENT
        raise OSError(code, os.strerror(code), str(path))
    return target


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A draft beside a file, which takes the file's place when all went well and is removed otherwise.

    Raises:
        OSError: It cannot be written.
    """
    target = replaceable(path)
    draft = target.with_name(f".{target.name}.part")
    try:
        yield draft
        os.replace(draft, target)
    finally:
        with suppress(OSError):
            draft.unlink()
