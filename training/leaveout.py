"""How the classifier does on tile sets it has not seen: each set is left out of a short training once.

python -m huopin.training.leaveout DATA WORK 0
python -m huopin.training.leaveout DATA WORK 1

The sets are split in two; sets that share artwork stay together. A fold trains from nothing on the photos of
tables and on scenes with the other fold's sets, then names the single tiles of its own.
"""

from __future__ import annotations

import csv
from collections import defaultdict
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
from huopin.vision.crops import cut_all, portrait
from huopin.vision.labels import FACES

FOLDS = (
    ("1", "3", "5", "7", "9", "11", "13", "bone", "tb268a", "tb268b", "tb2g6"),
    ("2", "4", "6", "8", "10", "12", "artrageous", "standard", "tb2bt", "ymi"),
)
SCENES, STYLES, STEPS = 600, 30, 900


def named_right(data: Path, sets: tuple[str, ...], names: Classifier) -> dict[str, tuple[int, int]]:
    """Tiles named right and tiles, by set."""
    counts: dict[str, list[bool]] = defaultdict(list)
    with (data / "tile-sets" / "labels.csv").open(newline="", encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            image = cv2.imread(str(data / "tile-sets" / row["file"]))
            if row["set"] not in sets or image is None:
                continue
            h, w = image.shape[:2]
            whole = portrait(np.array([(0, 0), (w - 1, 0), (w - 1, h - 1), (0, h - 1)], np.float32))
            chances = names(cut_all(image.astype(np.uint8), whole[None])).probabilities[0, : len(FACES)]
            counts[row["set"]].append(FACES[int(chances.argmax())] == row["face"])
    return {name: (sum(right), len(right)) for name, right in counts.items()}


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
    names = Classifier(Network(classifier_onnx(here / "run" / "classifier.pt", 1.0), 1))
    counts = named_right(data, sets, names)
    for name, (right, tiles) in sorted(counts.items()):
        print(f"{name:12s}{right:4d} of {tiles:4d}  {right / tiles:6.1%}")
    right, tiles = (sum(column) for column in zip(*counts.values(), strict=True))
    print(f"{'all':12s}{right:4d} of {tiles:4d}  {right / tiles:6.1%}")


if __name__ == "__main__":
    typer.run(main)
