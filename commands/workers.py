"""Spreading work: the options that `batch` and `validate` share, and the progress bar."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from huopin.commands.errors import vision_libraries

if TYPE_CHECKING:
    from huopin.batch.pool import Pool

Job = TypeVar("Job")
Result = TypeVar("Result")
_PANEL: Final = "Speed"


@dataclass(frozen=True)
class Workers:
    """Who does the work."""

    workers: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Processes; without it one for each core.", rich_help_panel=_PANEL
        ),
    ] = None
    dask: Annotated[
        str | None,
        typer.Option(
            metavar="tcp://HOST:PORT",
            help="A Dask cluster that does the work instead (docs/batch.md).",
            rich_help_panel=_PANEL,
        ),
    ] = None

    def pool(self, task: Callable[[Job], Result]) -> Pool[Job, Result]:
        """Something that does a task for many jobs.

        Raises:
            BatchError: the cluster does not answer.
            typer.BadParameter: both processes and a cluster are asked for.
            SetupError: a library is missing.
        """
        with vision_libraries():
            from huopin.batch.pool import Pool, dask_pool, local_pool
        if self.dask is None:
            count = self.workers or _cores()
            return Pool(task, local_pool(count), count)
        if self.workers is not None:
            raise typer.BadParameter("expected --workers or --dask, got both")
        open_pool, slots = dask_pool(self.dask)
        return Pool(task, open_pool, slots)


def _cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Rate(ProgressColumn):
    """Photos a second."""

    def render(self, task: Task) -> Text:
        """The rate, once there is one."""
        return Text(f"{task.speed:.1f}/s" if task.speed else "", style="dim")


def with_progress(answers: Iterable[Result], total: int, done: int = 0) -> Iterator[Result]:
    """The same answers, with a progress bar on stderr when that is a terminal."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        bar = progress.add_task("photos", total=total, completed=done)
        for answer in answers:
            yield answer
            progress.advance(bar)
