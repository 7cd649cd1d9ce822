"""Measure the finder and the classifier on labelled photos, per group of photos.

python -m huopin.training.evaluate DATA [--finder RUN/finder.pt] [--classifier RUN/classifier.pt]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer
from numpy.typing import NDArray

from huopin.models import Network, read_weights
from huopin.training.export import classifier_onnx, finder_onnx
from huopin.training.tables import FloatArray, LabelledPhoto, load_split
from huopin.vision.classifier import Classifier
from huopin.vision.config import FinderConfig
from huopin.vision.crops import cut_all, portrait
from huopin.vision.finder import Finder
from huopin.vision.labels import FACES, LABELS, NONE
from huopin.vision.photo import Photo

STRAY_LABELS = {
    "green-d010": (15, 16, 17, 18, 20),
    "green-d015": (16, 18, 19),
    "green-d024": (10,),
}
"""Labelled discards far from the hand, by photo: left out, for they stretch the hull (data/README.md)."""


@dataclass
class Tally:
    """Counts of one group of photos."""

    photos: int = 0
    tiles: int = 0
    found: int = 0
    right: int = 0
    false: int = 0
    exact: int = 0
    all_found: int = 0
    confused: Counter[str] = field(default_factory=Counter)

    def row(self) -> str:
        """One line of figures."""
        tiles = max(1, self.tiles)
        return (
            f"{self.photos:4d} photos {self.tiles:5d} tiles  found {self.found / tiles:7.2%}"
            f"  named {self.right / tiles:7.2%}  false/photo {self.false / max(1, self.photos):5.2f}"
            f"  exact photos {self.exact / max(1, self.photos):6.1%}"
            f"  all found {self.all_found / max(1, self.photos):6.1%}"
        )


def without_strays(photo: LabelledPhoto) -> LabelledPhoto:
    """The photo without its stray labels."""
    keep = np.setdiff1d(np.arange(len(photo.faces)), STRAY_LABELS.get(photo.path.stem, ()))
    return replace(
        photo,
        faces=photo.faces[keep],
        boxes=photo.boxes[keep],
        quads=photo.quads[keep],
        exact=photo.exact[keep],
    )


def match(photo: LabelledPhoto, quads: FloatArray) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Which found quad belongs to which labelled tile.

    A quad belongs to the tile whose box shares IoU >= 0.5 with the quad's bounding box or holds its centre,
    the nearest first, each once.

    Returns:
        for every tile the index of its quad or -1, and for every quad whether it is false: it belongs to no
        tile and its centre lies in the hull of the tiles grown by half a tile.
    """
    owner = np.full(len(photo.faces), -1)
    if len(quads) == 0:
        return owner, np.zeros(0, bool)
    centres = quads.mean(axis=1)
    boxes = np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)
    middle = (photo.boxes[:, :2] + photo.boxes[:, 2:]) / 2
    inside = (centres[None] > photo.boxes[:, None, :2]).all(axis=2)
    inside &= (centres[None] < photo.boxes[:, None, 2:]).all(axis=2)
    fits = inside | (iou(photo.boxes, boxes) >= 0.5)
    distance = np.linalg.norm(middle[:, None] - centres[None], axis=2)
    distance = np.where(fits, distance, np.inf)
    free = np.ones(len(quads), bool)
    for flat in np.argsort(distance, axis=None):
        tile, quad = divmod(int(flat), len(quads))
        if not np.isfinite(distance[tile, quad]):
            break
        if owner[tile] < 0 and free[quad]:
            owner[tile], free[quad] = quad, False
    grown = (
        photo.quads.mean(axis=1, keepdims=True) + (photo.quads - photo.quads.mean(axis=1, keepdims=True)) * 2
    )
    hull = cv2.convexHull(grown.reshape(-1, 2).astype(np.float32))
    within = [cv2.pointPolygonTest(hull, (float(x), float(y)), False) >= 0 for x, y in centres]
    return owner, free & np.array(within)


def iou(a: FloatArray, b: FloatArray) -> FloatArray:
    """Intersection over union of boxes (N, 4) and (M, 4) x0 y0 x1 y1, (N, M)."""
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    shared = np.prod(np.clip(high - low, 0, None), axis=2)
    areas = np.prod(a[:, 2:] - a[:, :2], axis=1)[:, None] + np.prod(b[:, 2:] - b[:, :2], axis=1)[None]
    return (shared / np.maximum(areas - shared, 1e-6)).astype(np.float32)


def name_true_boxes(photo: LabelledPhoto, classifier: Classifier) -> NDArray[np.int64]:
    """The classifier's face for every labelled tile."""
    quads = np.array([portrait(quad) for quad in photo.quads], np.float32)
    labels = classifier(cut_all(photo.image(), quads)).probabilities
    return labels[:, : len(FACES)].argmax(axis=1)


def read_photo(
    photo: LabelledPhoto, finder: Finder, classifier: Classifier | None
) -> tuple[FloatArray, NDArray[np.int64]]:
    """Quads and label indices that finder and classifier give, without any decoding."""
    image = photo.image()
    found = finder(Photo.of(image))
    quads = np.array([portrait(face.quad) for face in found], np.float32).reshape(-1, 4, 2)
    if classifier is None:
        return quads, np.zeros(len(quads), np.int64)
    labels = classifier(cut_all(image, quads)).probabilities.argmax(axis=1)
    kept = labels != LABELS.index(NONE)
    return quads[kept], labels[kept]


def tally(
    photo: LabelledPhoto, quads: FloatArray, labels: NDArray[np.int64], named: bool, into: Tally
) -> None:
    """Add one photo's counts."""
    owner, false = match(photo, quads)
    found = owner >= 0
    guesses = np.where(found, labels[owner] if len(labels) else 0, -1)
    right = found & (guesses == photo.faces)
    into.photos += 1
    into.tiles += len(photo.faces)
    into.found += int(found.sum())
    into.right += int(right.sum())
    into.false += int(false.sum())
    into.all_found += bool(found.all() and not false.any())
    into.exact += bool(right.all() and not false.any())
    if named:
        for truth, guess in zip(photo.faces[found & ~right], guesses[found & ~right], strict=True):
            into.confused[f"{LABELS[truth]}>{LABELS[guess]}"] += 1


def splits(data: Path) -> Iterator[tuple[str, list[LabelledPhoto]]]:
    """The measured photos, by group."""
    photos = [without_strays(p) for folder in ("tables", "unseen") for p in load_split(data / folder / "dev")]
    for group in sorted({p.group for p in photos}):
        yield group, [p for p in photos if p.group == group]


def main(
    data: Annotated[Path, typer.Argument(help="the shared data folder")],
    finder: Annotated[Path | None, typer.Option(help="checkpoint instead of the shipped weights")] = None,
    classifier: Annotated[Path | None, typer.Option(help="checkpoint instead of the shipped weights")] = None,
    long_side: int = FinderConfig.long_side,
    threads: int = 1,
) -> None:
    """Print a table: classifier on true boxes, then both together."""
    names = Classifier(
        Network(classifier_onnx(classifier, 1.0) if classifier else read_weights("classifier"), threads)
    )
    network = Network(finder_onnx(finder) if finder else read_weights("finder"), threads)
    finds = Finder(FinderConfig(long_side=long_side), network)
    for group, photos in splits(data):
        on_boxes, whole = Tally(), Tally()
        for photo in photos:
            tally(photo, photo.quads, name_true_boxes(photo, names), True, on_boxes)
            tally(photo, *read_photo(photo, finds, names), True, whole)
        print(f"{group:9s} true boxes {on_boxes.row()}\n{'':20s} {on_boxes.confused.most_common(12)}")
        print(f"{group:9s} whole      {whole.row()}\n{'':20s} {whole.confused.most_common(12)}")
    found = 0
    for path in sorted((data / "negatives" / "dev").iterdir()):
        photo = LabelledPhoto.without_tiles(path)
        found += len(read_photo(photo, finds, names)[0])
    print(f"negatives: {found} tiles found")


if __name__ == "__main__":
    typer.run(main)
