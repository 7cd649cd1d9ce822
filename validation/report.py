"""The report folder: figures, plots and a gallery of the mistakes, to open in any browser, offline."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final

from huopin.batch.pages import render
from huopin.validation.errors import DatasetError
from huopin.validation.figures import FALSE, MISSED, Figures
from huopin.validation.outcomes import Outcome, SampleOutcome
from huopin.validation.samples import Dataset
from huopin.vision.files import replacing
from huopin.vision.labels import LABELS

GALLERY: Final = 500
"""Most mistakes shown; a page of more loads slowly. `results.json` has them all."""

_PACKAGE: Final = "huopin.validation"
_PLOTS: Final = ("reliability.svg", "confusion.svg")  # written first: an earlier report is known by them

Mistake = tuple[SampleOutcome, Outcome]


def write_report(
    folder: Path,
    dataset: Dataset,
    samples: Sequence[SampleOutcome],
    figures: Figures,
    classifier_only: bool = False,
) -> None:
    """Writes `index.html` (self-contained), `reliability.svg`, `confusion.svg` and `results.json`.

    Raises:
        DatasetError: The folder cannot be written to.
    """
    mistakes = surest_mistakes(samples)
    values: dict[str, Any] = {"figures": figures, **_matrix(figures)}
    page = render(
        _PACKAGE,
        "report.html",
        title="How well the tiles are read",
        dataset=dataset,
        classifier_only=classifier_only,
        unreadable=[sample for sample in samples if sample.error],
        mistakes=mistakes[:GALLERY],
        mistakes_in_all=len(mistakes),
        **values,
    )
    results = {**figures.to_json(), "mistakes": [_mistake_json(mistake) for mistake in mistakes]}
    texts = {name: render(_PACKAGE, name, **values) for name in _PLOTS}
    texts |= {"results.json": json.dumps(results, indent=1), "index.html": page}
    require_folder(folder)
    try:
        for name, text in texts.items():
            with replacing(folder / name) as draft:
                draft.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise DatasetError(f"{folder / name}: cannot be written ({error.strerror})") from None


def require_folder(folder: Path) -> None:
    """Makes the report's folder, before the work for it is done.

    Raises:
        DatasetError: It cannot be written to, or holds other files of the names in a report.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise DatasetError(f"--report {folder}: expected a folder to write to ({error.strerror})") from None
    foreign = [name for name in ("results.json", "index.html") if (folder / name).exists()]
    if foreign and not (folder / _PLOTS[0]).exists():
        raise DatasetError(
            f"--report {folder}: expected an empty folder or an earlier report, got one with another "
            f"{foreign[0]}; name another folder"
        )


def surest_mistakes(samples: Sequence[SampleOutcome]) -> list[Mistake]:
    """Every mistake, the surest first and the missed tiles last."""
    mistakes = [(sample, tile) for sample in samples for tile in sample.tiles if not tile.right]
    return sorted(mistakes, key=lambda mistake: (-mistake[1].confidence, mistake[0].name, mistake[1].source))


def _matrix(figures: Figures) -> dict[str, Any]:
    """Rows and columns of the confusion matrix, and how many tiles a row has."""
    labelled: Counter[str] = Counter()
    for (face, _), many in figures.confusion.items():
        labelled[face] += many
    read = {seen for _, seen in figures.confusion}
    shown = [face for face in LABELS if face in labelled or face in read]
    return {
        "rows": [face for face in (*shown, FALSE) if labelled[face]],
        "columns": [*shown, *([MISSED] if MISSED in read else [])],
        "labelled": labelled,
    }


def _mistake_json(mistake: Mistake) -> dict[str, Any]:
    sample, tile = mistake
    return {
        "photo": sample.name,
        "label": tile.source or None,
        "face": tile.face,
        "read": tile.read,
        "confidence": round(tile.confidence, 4),
        "corners": [[round(x, 1), round(y, 1)] for x, y in tile.corners],
    }
