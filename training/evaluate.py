"""Measure the finder and the classifier on labelled photos, per group of photos.

python -m huopin.training.evaluate DATA [--finder RUN/finder.pt] [--classifier RUN/classifier.pt]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from huopin.models import Network, read_weights
from huopin.training.export import classifier_onnx, finder_onnx
from huopin.training.tables import FloatArray, LabelledPhoto, load_split
from huopin.validation.matching import match
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
    matched = match(photo.boxes.astype(np.float64), photo.quads, quads)
    owner, false = matched.owner, matched.false
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
