"""`huopin validate`: how well the tiles of one's own labelled samples are read."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import BrokenExecutor
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from huopin.commands.errors import vision_libraries
from huopin.commands.exits import ExitCode
from huopin.commands.grouping import with_groups
from huopin.commands.options import Format, Output
from huopin.commands.photos import OwnTiles
from huopin.commands.show import console
from huopin.commands.show.validation import validation_parts
from huopin.commands.workers import Workers, with_progress

if TYPE_CHECKING:
    from huopin.validation.figures import Counts
    from huopin.validation.measure import Task
    from huopin.validation.outcomes import SampleOutcome
    from huopin.validation.samples import Dataset

_LIMITS: Final[Mapping[str, Callable[[Counts], float | None]]] = {
    "found": lambda counts: counts.found_rate,
    "tiles": lambda counts: counts.tile_rate,
    "photos": lambda counts: counts.photo_rate,
}
"""What `--fail-under` limits: tiles found, tiles found and named right, photos without an error."""


@with_groups
def validate(
    dataset: Annotated[
        Path,
        typer.Argument(
            metavar="DATASET",
            help="YOLO, COCO, truth files, a CSV of crops or class folders (docs/validate.md).",
        ),
    ],
    *,
    names: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", help="What class names mean: lines NAME,FACE.")
    ] = None,
    ignore: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Labels to leave out: lines as the report names them."),
    ] = None,
    classifier_only: Annotated[
        bool, typer.Option("--classifier-only", help="Name the labelled tiles where they are; find none.")
    ] = False,
    report: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a page with plots and every mistake.")
    ] = None,
    fail_under: Annotated[
        str | None,
        typer.Option(
            metavar="tiles=0.98,photos=0.85", help="Exit with 5 below one of these shares (also found=)."
        ),
    ] = None,
    tiles: OwnTiles,
    workers: Workers,
    output: Output,
) -> ExitCode:
    """Measure how well the tiles of labelled samples are read."""
    limits = _parse_limits(fail_under or "")
    with vision_libraries():
        from huopin.validation.datasets import open_dataset
        from huopin.validation.figures import Figures
        from huopin.validation.measure import Task, measure
        from huopin.validation.report import require_folder, write_report
    data = open_dataset(dataset, _read_names(names)).without(_read_lines(ignore, "--ignore"))
    _check_limits(data, limits)
    tiles.load()
    if report is not None:
        require_folder(report)
    tasks = [Task(sample, classifier_only, report is not None, tiles.set) for sample in data.samples]
    with closing(workers.pool(measure)(tasks)) as answers:
        outcomes = _in_order(with_progress(answers, len(tasks)))
    figures = Figures.of(outcomes)
    for sample in outcomes:
        if sample.error:
            console.error(sample.error)
    if report is not None:
        write_report(report, data, outcomes, figures, classifier_only)
        console.note(f"report: {report / 'index.html'}")
    if output.format is Format.JSON:
        console.show_json({"dataset": str(data.path), "form": data.form, **figures.to_json()})
    else:
        console.show(f"{data.path} ({data.form})", *validation_parts(figures, data.unit))
    return _judge(figures.counts, limits)


def _in_order(answers: Iterable[tuple[Task, SampleOutcome | Exception]]) -> list[SampleOutcome]:
    """The outcomes by name; a picture that brought its process down has missed its tiles.

    Raises:
        Exception: a sample's task failed in a way that nobody foresaw.
    """
    from huopin.validation.measure import unreadable

    outcomes = []
    for task, answer in answers:
        if isinstance(answer, BrokenExecutor):
            answer = unreadable(task.sample, f"{task.sample.path}: reading it brought the process down")
        if isinstance(answer, Exception):
            raise answer
        outcomes.append(answer)
    return sorted(outcomes, key=lambda outcome: outcome.name)


def _check_limits(data: Dataset, limits: Mapping[str, float]) -> None:
    """Refuses limits of shares that the data set cannot tell.

    Raises:
        typer.BadParameter: there is one.
    """
    labelled = any(sample.tiles for sample in data.samples)
    for name in limits:
        if name == "photos" and data.of_crops:
            reason = "the data set holds crops"
        elif name != "photos" and not labelled:
            reason = f"no tile is labelled in {data.path}"
        else:
            continue
        raise typer.BadParameter(f"expected no limit for {name}, as {reason}", param_hint="--fail-under")


def _judge(counts: Counts, limits: Mapping[str, float]) -> ExitCode:
    shares = {name: _LIMITS[name](counts) or 0.0 for name in limits}
    missed = [
        f"{name} {shares[name]:.4f}, expected at least {limit}"
        for name, limit in limits.items()
        if shares[name] < limit
    ]
    for line in missed:
        console.error(f"--fail-under: {line}")
    return ExitCode.BELOW if missed else ExitCode.OK


def _parse_limits(text: str) -> dict[str, float]:
    """`tiles=0.98,photos=0.85` as a table.

    Raises:
        typer.BadParameter: it is not of that form.
    """
    limits = {}
    for part in filter(None, text.split(",")):
        name, _, share = part.strip().partition("=")
        try:
            limits[name] = float(share)
        except ValueError:
            limits[name] = -1
        if name not in _LIMITS or not 0 <= limits[name] <= 1:
            raise typer.BadParameter(
                f"expected {', '.join(_LIMITS)} with a share of 0 to 1 such as tiles=0.98, got {part!r}",
                param_hint="--fail-under",
            )
    return limits


def _read_names(file: Path | None) -> dict[str, str]:
    """Class names and the faces that they mean.

    Raises:
        typer.BadParameter: the file is not of that form.
    """
    rows = list(csv.reader(_read_lines(file, "--names")))
    if wrong := next((row for row in rows if len(row) != 2), None):
        raise typer.BadParameter(
            f"{file}: expected lines NAME,FACE, got {','.join(wrong)!r}", param_hint="--names"
        )
    return {name.strip(): face.strip() for name, face in rows}


def _read_lines(file: Path | None, option: str) -> list[str]:
    """The lines of a text file that are neither blank nor comments (#); none without a file.

    Raises:
        typer.BadParameter: it cannot be read.
    """
    from huopin.validation.errors import DatasetError
    from huopin.validation.files import read_text

    if file is None:
        return []
    try:
        lines = map(str.strip, read_text(file).splitlines())
    except DatasetError as error:
        raise typer.BadParameter(str(error), param_hint=option) from None
    return [line for line in lines if line and not line.startswith("#")]
