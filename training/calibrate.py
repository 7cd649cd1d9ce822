"""The classifier's temperature: the one that makes its probabilities fit the photos kept for choosing.

python -m huopin.training.calibrate DATA RUN/classifier.pt
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from huopin.models import Network
from huopin.training.export import classifier_onnx
from huopin.training.splits import measured_samples
from huopin.training.tables import FloatArray
from huopin.vision.classifier import Classifier
from huopin.vision.crops import cut_all, portrait
from huopin.vision.labels import LABELS
from huopin.vision.photo import load_photo

TEMPERATURES = np.linspace(0.4, 2.5, 106)


def labelled_probabilities(
    data: Path, classifier: Classifier
) -> dict[str, tuple[FloatArray, NDArray[np.int64]]]:
    """Probabilities (N, labels) on the true boxes and true labels (N,), by group of photos."""
    rows = {}
    for group, samples in measured_samples(data).items():
        chances, faces = [], []
        for sample in samples:
            image = load_photo(sample.path).full
            quads = sample.quads(image.shape[1], image.shape[0])
            crops = cut_all(image, np.array([portrait(quad) for quad in quads], np.float32))
            chances.append(classifier(crops).probabilities)
            faces += [LABELS.index(tile.face) for tile in sample.tiles]
        rows[group] = np.concatenate(chances), np.array(faces, np.int64)
    return rows


def loss(probabilities: FloatArray, truth: NDArray[np.int64], temperature: float) -> float:
    """Mean negative log probability of the truth at a temperature."""
    logits = np.log(probabilities + 1e-12) / temperature
    top = logits.max(axis=1, keepdims=True)
    norm = top[:, 0] + np.log(np.exp(logits - top).sum(axis=1))
    return float((norm - logits[np.arange(len(truth)), truth]).mean())


def calibration_error(probabilities: FloatArray, truth: NDArray[np.int64], bins: int = 15) -> float:
    """Expected calibration error: confidence against accuracy, weighted by the size of each bin."""
    confidence, right = probabilities.max(axis=1), probabilities.argmax(axis=1) == truth
    which = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [
        abs(right[which == b].mean() - confidence[which == b].mean()) * (which == b).mean()
        for b in set(which)
    ]
    return float(sum(gaps))


def main(
    data: Annotated[Path, typer.Argument(help="the shared data folder")],
    checkpoint: Annotated[Path, typer.Argument(help="RUN/classifier.pt")],
    group: Annotated[str, typer.Option(help="groups to fit on, comma separated")] = "green,tray",
) -> None:
    """Print the best temperature and what it changes."""
    rows = labelled_probabilities(data, Classifier(Network(classifier_onnx(checkpoint, 1.0))))
    chances = np.concatenate([rows[name][0] for name in group.split(",")])
    truth = np.concatenate([rows[name][1] for name in group.split(",")])
    best = float(TEMPERATURES[np.argmin([loss(chances, truth, t) for t in TEMPERATURES])])
    print(f"temperature {best:.2f}: loss {loss(chances, truth, 1.0):.4f} -> {loss(chances, truth, best):.4f}")
    for name, (chance, label) in rows.items():
        print(f"{name}: calibration error {calibration_error(chance, label):.4f} of {len(label)} tiles")


if __name__ == "__main__":
    typer.run(main)
