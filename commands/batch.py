"""`huopin batch`: a folder of photos, read and scored, one row each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Final

import typer

from huopin.commands import settings
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
    from huopin.batch.pool import Pool
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
        from huopin.batch.score import Job, score_photo
        from huopin.batch.targets import Targets
        from huopin.commands.situation import Situation
    tiles.load()
    situation = Situation(ruled, caishen, winning, special, rules, money)
    situation.context()  # refuses what cannot be before any work is done
    table = read_table(contexts) if contexts else {}
    photos = photos_below(folder, glob, annotated)
    if absent := sorted(table.keys() - set(photos)):
        console.note(f"{contexts}: {len(absent)} of its photos are not among these, such as {absent[0]!r}")
    targets = Targets(output, review, annotated, resume, force)
    targets.check(folder, photos, contexts)
    where, drawn = folder.absolute(), None if annotated is None else annotated.absolute()

    def job_of(photo: str) -> Job:
        return Job(where, photo, situation, table.get(photo, Context()), drawn, tiles.set)

    pool = workers.pool(score_photo)
    with targets.open_journal() as journal:
        summary = _run(photos, job_of, journal, pool)
        if journal is not None and output is not None:
            _finish(journal, output)
        for line in summary_parts(summary):
            console.note(line)
        if journal is not None and review is not None:
            _review(review, journal, {photo: where / photo for photo in photos}, workers)
    return ExitCode.OK


def _run(
    photos: Sequence[str], job_of: Callable[[str], Job], journal: Journal | None, pool: Pool[Job, Row]
) -> Summary:
    """Does what is not done yet; the summary covers the rows of earlier runs too.

    Raises:
        BatchError: the rows of earlier runs were made from other photos or with other options.
    """
    from huopin.batch.resume import left_to_do
    from huopin.batch.summary import Summary

    summary = Summary()
    waiting = [job_of(photo) for photo in photos]
    keep: Callable[[Row], None] = console.show_json
    if journal is not None:
        waiting, keep = left_to_do(journal, photos, job_of), journal.append
        again = {job.photo for job in waiting}
        for row in journal.rows():
            if row["photo"] not in again:
                summary.add(row)
    start, done = monotonic(), len(photos) - len(waiting)
    try:
        for row in with_progress(_rows(pool, waiting), len(photos), done):
            keep(row)
            summary.add(row)
            summary.timed += 1
    except KeyboardInterrupt:
        more = "; go on with --resume" if journal is not None else ""
        console.note(f"stopped after {done + summary.timed} of {len(photos)} photos{more}")
        raise
    summary.seconds = monotonic() - start
    return summary


def _rows(pool: Pool[Job, Row], jobs: list[Job]) -> Iterator[Row]:
    """A row for every job, as they finish.

    Raises:
        ModelError: the weights are missing or damaged: no photo can be read.
    """
    from huopin.batch.score import failure
    from huopin.models import ModelError

    with closing(pool(jobs)) as answers:
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


def _review(page: Path, journal: Journal, photos: Mapping[str, Path], workers: Workers) -> None:
    from huopin.batch.review import picture, write_review

    with_pictures = workers.pool(picture)
    write_review(page, journal, photos, with_pictures)
    console.note(f"review: {page}")
