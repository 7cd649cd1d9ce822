"""Going on with a run: which photos are left, and whether its rows were made as they would be now."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from huopin.batch.errors import BatchError
from huopin.batch.journal import Journal, Row
from huopin.batch.score import NOT_READ, Job, picture_path

_WAY_OUT: Final = "give another --output, or --force to start anew"


def left_to_do(journal: Journal, photos: Iterable[str], job_of: Callable[[str], Job]) -> list[Job]:
    """The jobs of photos without a row, not read at the last try, or without the picture that is wanted.

    Raises:
        BatchError: A row was made from another photo or with other options.
        ContextError: What is said about a photo cannot be.
    """
    done = set()
    for row in journal.rows():
        job = job_of(row["photo"])
        _check_photo(journal, row, job)
        if row["verdict_code"] in NOT_READ:
            continue
        _check_situation(journal, row, job)
        if job.annotated is None or picture_path(job.annotated, job.photo).is_file():
            done.add(job.photo)
    return [job_of(photo) for photo in photos if photo not in done]


def _check_photo(journal: Journal, row: Row, job: Job) -> None:
    """Photos are told by name and size, as another folder may hold the same names."""
    if not os.path.lexists(job.path):
        reason = f"expected the folder of the first run, got {job.folder}, which lacks {job.photo!r}"
    elif row.get("bytes") not in (None, size := _bytes(job.path)):
        reason = f"{job.photo!r} had {row['bytes']} bytes in the first run, it has {size} in {job.folder}"
    else:
        return
    raise BatchError(f"{journal.path}: {reason}; {_WAY_OUT}")


def _bytes(path: Path) -> int | None:
    """Size of a file; None when it cannot be reached."""
    try:
        return path.stat().st_size
    except OSError:
        return None


def _check_situation(journal: Journal, row: Row, job: Job) -> None:
    before, now = row["situation"], job.said(job.own_situation())
    if before != now:
        raise BatchError(
            f"{journal.path}: expected the options of the first run, got others for {job.photo!r}: "
            f"{_differences(before, now)}; {_WAY_OUT}"
        )


def _differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{name} {before.get(name, 'not given')} before, {now.get(name, 'not given')} now"
        for name in sorted({*before, *now})
        if before.get(name) != now.get(name)
    )
