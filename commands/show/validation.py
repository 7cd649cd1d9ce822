"""The figures of a data set as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rich.console import RenderableType
from rich.table import Table

if TYPE_CHECKING:
    from huopin.validation.figures import ClassFigures, Counts, Figures

_MISTAKES: Final = 12
"""Most kinds of mistakes listed; the report has them all."""


def validation_parts(figures: Figures, unit: str) -> Iterator[RenderableType]:
    """Counts, the faces with mistakes, what they were taken for, calibration, timings."""
    yield _counts(figures, unit)
    faulty = [face for face in figures.classes if face.f1 < 1]
    if faulty:
        yield ""
        yield _faces(faulty)
    yield from _rest(len(figures.classes) - len(faulty), bool(faulty))
    yield from _mistakes(figures)
    yield ""
    yield f"calibration error (ECE) {_share(figures.calibration_error, '.4f')}"
    yield f"seconds a {unit}, median (p90): {_timings(figures)}"


def _counts(figures: Figures, unit: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("")
    for heading in (f"{unit}s", "exact", "tiles", "found", "named", "false", "unsure", "sure, wrong"):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, counts in figures.telling_groups().items():
        table.add_row(name, *_count_cells(counts))
    table.add_row("all", *_count_cells(figures.counts))
    return table


def _count_cells(counts: Counts) -> tuple[str, ...]:
    return (
        str(counts.photos),
        _share(counts.photo_rate),
        str(counts.tiles),
        _share(counts.found_rate, ".2%"),
        _share(counts.tile_rate, ".2%"),
        str(counts.false),
        str(counts.unsure),
        str(counts.sure_wrong),
    )


def _faces(faulty: list[ClassFigures]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("face")
    for heading in ("labelled", "read", "right", "precision", "recall", "F1"):
        table.add_column(heading, justify="right")
    for face in faulty:
        rates = _share(face.precision), _share(face.recall), _share(face.f1)
        table.add_row(face.face, str(face.labelled), str(face.read), str(face.right), *rates)
    return table


def _share(share: float | None, form: str = ".1%") -> str:
    return "-" if share is None else format(share, form)


def _rest(faces: int, after: bool) -> Iterator[str]:
    """A line for the faces without a mistake."""
    if faces == 1:
        yield f"{'the other' if after else '1'} face: no mistake"
    elif faces:
        yield f"{'the other ' if after else ''}{faces} faces: no mistake"


def _mistakes(figures: Figures) -> Iterator[str]:
    listed = [f"{face}>{read}:{many}" for face, read, many in figures.mistakes()]
    if listed:
        more = f" and {len(listed) - _MISTAKES} more" if len(listed) > _MISTAKES else ""
        yield ""
        yield f"taken for another (labelled>read:tiles): {', '.join(listed[:_MISTAKES])}{more}"


def _timings(figures: Figures) -> str:
    return ", ".join(f"{stage} {t.median:.3f} ({t.p90:.3f})" for stage, t in figures.timings.items())
