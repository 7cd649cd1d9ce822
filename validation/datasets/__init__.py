"""Data sets: labelled photos and crops in every form that people keep them in.

`open_dataset` tells the form by itself; each form is a module with two functions, `recognises` (is this one
of mine?) and `read` (the samples, class names as they stand in the files).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final, Protocol

from huopin.validation.classnames import recognise
from huopin.validation.datasets import classfolders, coco, croptable, truth, yolo
from huopin.validation.errors import DatasetError
from huopin.validation.samples import Dataset, LabelledTile, Sample
from huopin.vision.labels import LABELS, NONE

KNOWN_FORMS: Final = (
    "YOLO (images/, labels/, data.yaml), COCO JSON, NAME.json with a tile list beside its photo "
    "(docs/truth.md), a CSV of crops with the columns file and face, or one folder of crops per class"
)


class Form(Protocol):
    """A module that reads one form of data set."""

    def recognises(self, path: Path) -> bool:
        """Whether a path holds a data set of this form."""

    def read(self, path: Path) -> tuple[Sample, ...]:
        """Its samples in order of their names, with class names as they stand in the files."""


FORMS: Final[Mapping[str, Form]] = {
    "yolo": yolo,
    "coco": coco,
    "truth": truth,
    "crop-table": croptable,
    "class-folders": classfolders,
}


def open_dataset(path: Path, names: Mapping[str, str] | None = None) -> Dataset:
    """Read a data set of whatever form, its class names translated to ours.

    Args:
        path: The data set's folder, or its `data.yaml`, COCO or truth JSON, or CSV.
        names: Meaning of class names that go before the recognised ones: a token, `back`, or `none` for
            labels to leave out.

    Raises:
        DatasetError: It is none of the known forms, is damaged, or holds class names that nobody knows.
    """
    if not path.exists():
        raise DatasetError(f"{path}: no such file or folder; expected a data set")
    form = next((name for name, form in FORMS.items() if form.recognises(path)), None)
    if form is None:
        raise DatasetError(f"{path}: no data set that huopin knows, expected {KNOWN_FORMS}")
    samples = FORMS[form].read(path)
    if not samples:
        raise DatasetError(f"{path}: expected photos in the data set ({form}), found none")
    return Dataset(path, form, _translated(path, samples, names or {}))


def _translated(path: Path, samples: tuple[Sample, ...], given: Mapping[str, str]) -> tuple[Sample, ...]:
    """The samples with our class names, without the tiles labelled as none."""
    first: dict[str, str] = {}
    for tile in (tile for sample in samples for tile in sample.tiles):
        first.setdefault(tile.face, tile.source)
    meaning = {**recognise(first), **given}
    if unknown := [f"{name!r} ({where})" for name, where in first.items() if meaning[name] is None]:
        raise DatasetError(
            f"{path}: expected class names that mean a tile, got {_listed(unknown)}; say what they mean with "
            "--names FILE (lines NAME,FACE such as 'wan 5,5m'; face none leaves a class out)"
        )
    if wrong := [repr(f"{name}={face}") for name, face in given.items() if face not in LABELS]:
        raise DatasetError(f"expected faces such as 5m, E, a1, back or none, got {_listed(wrong)}")
    faces = {name: face for name, face in meaning.items() if face is not None}
    return tuple(replace(sample, tiles=_renamed(sample, faces)) for sample in samples)


def _renamed(sample: Sample, faces: Mapping[str, str]) -> tuple[LabelledTile, ...]:
    named = (replace(tile, face=faces[tile.face]) for tile in sample.tiles)
    return tuple(tile for tile in named if tile.face != NONE)


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:8])
    return shown if len(names) <= 8 else f"{shown} and {len(names) - 8} more"
