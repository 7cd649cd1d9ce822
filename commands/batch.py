"""`huopin batch`: a folder of photos, read and scored, one row each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Final

import typer

from huopin.commands import settings
from huopin.commands.enroll import load_set
from huopin.commands.errors import vision_libraries
from huopin.commands.exits import ExitCode
from huopin.commands.grouping import with_groups
from huopin.commands.money import MoneyFrom
from huopin.commands.options import Caishen, Ruled, Special, TableRules, Winning
from huopin.commands.photos import OwnTiles
from huopin.commands.show import console
from huopin.commands.show.summary import summary_parts
from huopin.commands.workers import Workers, with_progress

if TYPE_CHECKING:
    from huopin.batch.journal import Journal, Row
    from huopin.batch.score import Job
    from huopin.batch.summary import Summary

_PANEL: Final = "Output"


@with_groups
def batch(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER",
            help="Photos, in it and its subfolders.",
            callback=settings.apply_folder,
            is_eager=True,
        ),
    ],
    *,
    glob: Annotated[
        str | None, typer.Option(metavar="PATTERN", help="Only photos like this: '2026-11/*.jpg'.")
    ] = None,
    contexts: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.csv",
            help="What the photos cannot tell: a column photo, others named as options.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Rows as .jsonl, .csv or .parquet; without it JSON lines on stdout.",
            rich_help_panel=_PANEL,
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the rows in the output.", rich_help_panel=_PANEL)
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Start anew over an older output.", rich_help_panel=_PANEL)
    ] = False,
    annotated: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write each photo with what was read.", rich_help_panel=_PANEL),
    ] = None,
    review: Annotated[
        Path | None,
        typer.Option(
            metavar="OUT.html", help="Write one page of all photos, the worst first.", rich_help_panel=_PANEL
        ),
    ] = None,
    ruled: Ruled,
    caishen: Caishen,
    winning: Winning,
    special: Special,
    rules: TableRules,
    money: MoneyFrom,
    tiles: OwnTiles,
    workers: Workers,
) -> ExitCode:
    """Read and score every photo of a folder; what photos cannot tell comes from a table or sidecar files."""
    if output is None and (resume or force or review is not None):
        raise typer.BadParameter("expected --output FILE with --resume, --force and --review")
    if resume and force:
        raise typer.BadParameter("expected --resume or --force, got both")
    with vision_libraries():
        from huopin.batch.contexts import Context, read_table
        from huopin.batch.photos import photos_below
        from huopin.batch.score import Job
        from huopin.commands.situation import Situation
    load_set(tiles.set)
    situation = Situation(ruled, caishen, winning, special, rules, money)
    situation.context()  # refuses what cannot be before any work is done
    table = read_table(contexts) if contexts else {}
    photos = photos_below(folder, glob, annotated)
    if absent := sorted(table.keys() - set(photos)):
        console.note(f"{contexts}: {len(absent)} of its photos are not among these, such as {absent[0]!r}")
    where, drawn = folder.absolute(), None if annotated is None else annotated.absolute()
    jobs = [Job(where, photo, situation, table.get(photo, Context()), drawn, tiles.set) for photo in photos]
    with _opened(output, resume, force) as journal:
        summary = _run(jobs, journal, workers)
        if journal is not None and output is not None:
            _finish(journal, output)
        for line in summary_parts(summary):
            console.note(line)
        if journal is not None and review is not None:
            _review(review, journal, jobs, workers)
    return ExitCode.OK


def _opened(output: Path | None, resume: bool, force: bool) -> AbstractContextManager[Journal | None]:
    """The journal of the output, opened; None when rows go to stdout."""
    from huopin.batch.journal import Journal
    from huopin.batch.outputs import journal_path

    if output is None:
        return nullcontext()
    return Journal(journal_path(output), resume, force)


def _run(jobs: list[Job], journal: Journal | None, workers: Workers) -> Summary:
    """Does what is not done yet; the summary covers the rows of earlier runs too."""
    from huopin.batch.summary import Summary

    summary = Summary()
    if journal is not None:
        for row in journal.rows():
            summary.add(row)
    keep: Callable[[Row], None] = console.show_json if journal is None else journal.append
    waiting = [job for job in jobs if journal is None or job.photo not in journal]
    start, before = monotonic(), summary.photos
    try:
        for row in with_progress(_rows(waiting, workers), len(jobs), len(jobs) - len(waiting)):
            keep(row)
            summary.add(row)
    except KeyboardInterrupt:
        more = "; go on with --resume" if journal is not None else ""
        console.note(f"stopped after {summary.photos} of {len(jobs)} photos{more}")
        raise
    summary.seconds, summary.timed = monotonic() - start, summary.photos - before
    return summary


def _rows(jobs: list[Job], workers: Workers) -> Iterator[Row]:
    """A row for every job, as they finish.

    Raises:
        ModelError: the weights are missing or damaged: no photo can be read.
    """
    from huopin.batch.score import failure, score_photo
    from huopin.models import ModelError

    with closing(workers.pool(score_photo)(jobs)) as answers:
        for job, answer in answers:
            if isinstance(answer, ModelError):
                raise answer
            yield failure(job.photo, answer) if isinstance(answer, Exception) else answer


def _finish(journal: Journal, output: Path) -> None:
    """Puts the rows in order and makes the output from them."""
    from huopin.batch.outputs import writer

    journal.sort()
    write = writer(output)
    if write is not None:
        write(journal.rows(), output)


def _review(page: Path, journal: Journal, jobs: list[Job], workers: Workers) -> None:
    from huopin.batch.review import picture, write_review

    with_pictures = workers.pool(picture)
    write_review(page, journal, {job.photo: job.path for job in jobs}, with_pictures)
    console.note(f"review: {page}")
