"""Where a run writes, checked as a whole before the first photo is read: nothing of the user's is lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from huopin.batch.errors import BatchError
from huopin.batch.journal import Journal, require_replaceable
from huopin.batch.outputs import journal_path
from huopin.batch.score import picture_path
from huopin.vision.annotate import is_drawing

_PAGES: Final = (".html", ".htm")


@dataclass(frozen=True)
class Targets:
    """What a run writes.

    Attributes:
        output: The rows; None for stdout.
        review: The page for review, if one is wanted.
        annotated: The folder for the pictures with what was read, if they are wanted.
        resume: Whether a run is gone on with.
        force: Whether older files are overwritten.
    """

    output: Path | None = None
    review: Path | None = None
    annotated: Path | None = None
    resume: bool = False
    force: bool = False

    def open_journal(self) -> AbstractContextManager[Journal | None]:
        """The journal of the output, opened; None when rows go to stdout.

        Raises:
            BatchError: It holds rows that are not wanted, something else, or cannot be written.
        """
        path = self._journal()
        return nullcontext() if path is None else Journal(path, self.resume, self.force)

    def check(self, folder: Path, photos: Iterable[str], contexts: Path | None) -> None:
        """Refuses what cannot be written or would overwrite what the run reads, or other pictures.

        Args:
            folder: The folder of photos.
            photos: Those of the run, relative to it.
            contexts: The table of contexts.

        Raises:
            BatchError: A target is not as it must be.
        """
        if self.review is not None and self.review.suffix.lower() not in _PAGES:
            raise BatchError(f"--review {self.review}: expected an ending .html")
        for path in self._files():
            if contexts is not None and path.exists() and path.samefile(contexts):
                raise BatchError(f"{path}: expected another file than that of --contexts, got the same")
            require_replaceable(path)
            self._check_older(path)
        if self.annotated is not None:
            self._check_pictures(self.annotated, folder, photos)

    def _check_older(self, path: Path) -> None:
        journal = self._journal()
        if self.force or path == journal or not _holds_something(path):
            return  # a journal looks after itself
        if not self.resume:
            raise BatchError(
                f"{path}: is there already; --resume goes on with its run, --force overwrites it"
            )
        if journal is not None and not _holds_something(journal):
            raise BatchError(
                f"{path}: expected rows in {journal} to go on with, got none; --force overwrites it"
            )

    def _files(self) -> Iterator[Path]:
        paths = (self.output, self._journal(), self.review)
        yield from dict.fromkeys(path for path in paths if path is not None)

    def _journal(self) -> Path | None:
        return None if self.output is None else journal_path(self.output)

    @staticmethod
    def _check_pictures(target: Path, folder: Path, photos: Iterable[str]) -> None:
        try:
            target.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = "is a file" if target.exists() else (error.strerror or str(error)).lower()
            raise BatchError(f"--annotated {target}: expected a folder for pictures ({reason})") from None
        if target.samefile(folder):
            raise BatchError(f"--annotated {target}: expected another folder than that of the photos")
        for path in (picture_path(target, photo) for photo in photos):
            if path.exists() and not is_drawing(path):
                raise BatchError(
                    f"--annotated {target}: expected no pictures there but those of an earlier run, "
                    f"got {path}, which would be overwritten; give another folder"
                )


def _holds_something(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0
