"""How the classifier does on tile sets it has not seen: each set is left out of a training once.

python -m huopin.training.leaveout DATA WORK 0
python -m huopin.training.leaveout DATA WORK 1

The sets are split in two; sets that share artwork stay together. A fold trains from nothing on the photos of
tables and on scenes with the other fold's sets, then names the single tiles of its own; the second and later
copies of a face also with the first copy enrolled (huopin enroll).
"""

from __future__ import annotations

import csv
from collections import defaultdict
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer

from huopin.models import Network
from huopin.training import classifier, pool
from huopin.training.crops import build
from huopin.training.export import classifier_onnx
from huopin.vision.classifier import Classifier
from huopin.vision.crops import FloatArray, ImageArray, cut_all, portrait
from huopin.vision.labels import FACES
from huopin.vision.tileset import learn

FOLDS = (
    ("1", "3", "5", "7", "9", "11", "13", "bone", "tb268a", "tb268b", "tb2g6"),
    ("2", "4", "6", "8", "10", "12", "artrageous", "standard", "tb2bt", "ymi"),
)
SCENES, STYLES, STEPS = 1500, 60, 4000


@dataclass(frozen=True)
class SingleTile:
    """A picture of one tile: BGR uint8 (H, W, 3), the outline (4, 2) of its face, and which face that is."""

    image: ImageArray
    quad: FloatArray
    face: str


@dataclass(frozen=True)
class Outcome:
    """Of one set: tiles named right, and second copies of a face named right before and after enrolment."""

    tiles: int
    right: int
    copies: int
    copies_right: int
    enrolled_right: int

    def __str__(self) -> str:
        """A line of figures."""
        named = f"{self.right:4d} of {self.tiles:4d} {self.right / max(1, self.tiles):6.1%}"
        copies = max(1, self.copies)
        return (
            f"{named}   second copies {self.copies:4d}: {self.copies_right / copies:6.1%}, "
            f"first ones enrolled {self.enrolled_right / copies:6.1%}"
        )

    def __add__(self, other: Outcome) -> Outcome:
        """Both sets together."""
        return Outcome(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


def single_tiles(data: Path, sets: tuple[str, ...]) -> dict[str, list[SingleTile]]:
    """The labelled pictures of single tiles, by set."""
    tiles: dict[str, list[SingleTile]] = defaultdict(list)
    with (data / "tile-sets" / "labels.csv").open(newline="", encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            image = cv2.imread(str(data / "tile-sets" / row["file"]))
            if row["set"] not in sets or image is None:
                continue
            h, w = image.shape[:2]
            whole = portrait(np.array([(0, 0), (w - 1, 0), (w - 1, h - 1), (0, h - 1)], np.float32))
            tiles[row["set"]].append(SingleTile(image.astype(np.uint8), whole, row["face"]))
    return tiles


def outcome(tiles: list[SingleTile], classifier: Classifier) -> Outcome:
    """How well the tiles of a set are named, as they are and with one tile of each face enrolled."""
    labels = classifier(np.concatenate([cut_all(tile.image, tile.quad[None]) for tile in tiles]))
    faces = np.array([tile.face for tile in tiles])
    first = {tile.face: tile for tile in reversed(tiles)}
    own = learn("own", [(tile.image, tile.quad[None], [face]) for face, tile in first.items()], classifier)
    again = np.array([tile is not first[tile.face] for tile in tiles])
    right, enrolled = (
        np.array(FACES)[one.probabilities[:, : len(FACES)].argmax(axis=1)] == faces
        for one in (labels, own.relabel(labels))
    )
    figures = (right.sum(), again.sum(), right[again].sum(), enrolled[again].sum())
    return Outcome(len(tiles), *(int(figure) for figure in figures))


def main(
    data: Annotated[Path, typer.Argument(help="the shared data folder")],
    work: Annotated[Path, typer.Argument(help="scratch folder")],
    fold: Annotated[int, typer.Argument(min=0, max=1)],
) -> None:
    """Train one fold and print how many tiles of each left-out set are named right."""
    cv2.setNumThreads(1)
    here, sets = work / f"fold-{fold}", FOLDS[fold]
    pool.main(data, here / "pool", SCENES, 10 + fold, ",".join(sets), STYLES, 500)
    build(data, [here / "pool"], here / "cache")
    classifier.main(here / "cache", here / "run", steps=STEPS)
    trained = Classifier(Network(classifier_onnx(here / "run" / "classifier.pt", 1.0), 1))
    outcomes = {name: outcome(tiles, trained) for name, tiles in single_tiles(data, sets).items()}
    for name, one in sorted(outcomes.items()):
        print(f"{name:12s}{one}")
    print(f"{'all':12s}{sum(outcomes.values(), Outcome(0, 0, 0, 0, 0))}")


if __name__ == "__main__":
    typer.run(main)
