"""Better labels for the training photos, from an earlier finder.

The photos' boxes are axis-aligned and only the intended hand is labelled. A first finder, trained with
little weight outside the hand, gives the tiles' corners and marks the tiles nobody labelled, so that the
next one can learn from the whole photo. What it takes for tiles in photos without any is kept as well: the
classifier learns to refuse it.

python -m huopin.training.relabel DATA RUN/finder.pt RELABELLED.json
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from huopin.training.tables import FloatArray, LabelledPhoto, load_split
from huopin.validation.matching import boxes_of, iou, match

MIN_IOU = 0.72
"""A found outline replaces a loose box when their bounding boxes agree this well."""

INSIDE = 0.2
"""Probability from which cells outside the hand count as a tile that nobody labelled."""


def relabel(photos: Iterable[LabelledPhoto], path: Path | None) -> Iterator[LabelledPhoto]:
    """The photos with corners, hidden tiles and decoys from a file of this module, if there is one."""
    found = json.loads(path.read_text()) if path else {}
    for photo in photos:
        if row := found.get(photo.path.name):
            quads, hidden, decoys = (
                np.array(row[name], np.float32).reshape(-1, 4, 2) for name in ("quads", "hidden", "decoys")
            )
            exact = np.array(row["exact"], bool)
            photo = replace(photo, quads=quads, exact=exact, hidden=hidden, decoys=decoys)
        yield photo


def photos_without_tiles(data: Path) -> list[LabelledPhoto]:
    """The training photos that show no tile."""
    return [LabelledPhoto.without_tiles(path) for path in sorted((data / "negatives" / "train").iterdir())]


def refined(photo: LabelledPhoto, found: FloatArray) -> LabelledPhoto:
    """The photo with outlines from ``found`` (N, 4, 2) where they fit; what is left over becomes hidden.

    In a photo without tiles everything found is a decoy.
    """
    if not len(photo.quads):
        return replace(photo, decoys=found)
    boxes = photo.boxes.astype(np.float64)
    owner = match(boxes, photo.quads, found).owner
    quads, exact = photo.quads.copy(), photo.exact.copy()
    for tile, index in enumerate(owner):
        if index < 0 or exact[tile]:
            continue
        if iou(boxes[[tile]], boxes_of(found[[index]]))[0, 0] >= MIN_IOU:
            quads[tile], exact[tile] = found[index], True
    spare = np.setdiff1d(np.arange(len(found)), owner)
    return replace(photo, quads=quads, exact=exact, hidden=found[spare])


def main(
    data: Annotated[Path, typer.Argument(help="the shared data folder")],
    checkpoint: Annotated[Path, typer.Argument(help="the earlier finder")],
    out: Path,
) -> None:
    """Write the refined labels of all training photos."""
    from huopin.models import Network
    from huopin.training.export import finder_onnx
    from huopin.vision.config import FinderConfig
    from huopin.vision.finder import Finder
    from huopin.vision.photo import Photo

    config = FinderConfig(inside=INSIDE, min_score=INSIDE)
    finder = Finder(config, Network(finder_onnx(checkpoint)))
    rows = {}
    for photo in [*load_split(data / "tables" / "train"), *photos_without_tiles(data)]:
        better = refined(photo, finder(Photo.of(photo.image())).quads)
        rows[photo.path.name] = {
            "quads": better.quads.round(2).tolist(),
            "exact": better.exact.tolist(),
            "hidden": better.hidden.round(2).tolist(),
            "decoys": better.decoys.round(2).tolist(),
        }
    out.write_text(json.dumps(rows))


if __name__ == "__main__":
    typer.run(main)
