"""Measure weights on the photos kept for it: the whole pipeline, and the classifier on the true boxes.

python -m huopin.training.evaluate DATA [--finder RUN/finder.pt] [--classifier RUN/classifier.pt] [--changes]
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import cv2
import typer

from huopin.models import Network, read_weights
from huopin.training.splits import CHANGES, changed, empty_samples, measured_samples
from huopin.validation.figures import Figures
from huopin.validation.measure import Task, measure_with
from huopin.validation.samples import Sample
from huopin.vision.classifier import Classifier
from huopin.vision.config import Config, DecodeConfig
from huopin.vision.finder import Finder
from huopin.vision.pipeline import Reader


def reader_of(finder: Path | None, classifier: Path | None, temperature: float, config: Config) -> Reader:
    """A reader on one thread with checkpoints, or the shipped weights where there is none."""
    from huopin.training.export import classifier_onnx, finder_onnx

    find = finder_onnx(finder) if finder else read_weights("finder")
    name = classifier_onnx(classifier, temperature) if classifier else read_weights("classifier")
    return Reader(config, Finder(config.finder, Network(find, 1)), Classifier(Network(name, 1)))


def figures_of(reader: Reader, samples: Iterable[Sample], classifier_only: bool = False) -> Figures:
    """Measure samples one after the other."""
    return Figures.of([measure_with(reader, Task(sample, classifier_only)) for sample in samples])


def line(figures: Figures) -> str:
    """One line of figures."""
    c = figures.counts
    tiles, photos = max(1, c.tiles), max(1, c.photos)
    sure = max(1, c.found - c.unsure)
    return (
        f"{c.photos:3d} photos {c.tiles:4d} tiles: found {c.found / tiles:7.2%}, "
        f"named {c.named / tiles:7.2%}, false/photo {c.false / photos:5.2f}, exact {c.exact / photos:6.1%}, "
        f"unsure {c.unsure / tiles:6.2%}, sure but wrong {1000 * c.sure_wrong / sure:5.2f} in 1000, "
        f"ECE {figures.calibration.error:.4f}"
    )


def main(
    data: Annotated[Path, typer.Argument(help="the shared data folder")],
    finder: Annotated[Path | None, typer.Option(help="checkpoint instead of the shipped weights")] = None,
    classifier: Annotated[Path | None, typer.Option(help="checkpoint instead of the shipped weights")] = None,
    temperature: Annotated[float, typer.Option(help="of the classifier checkpoint")] = 1.0,
    changes: Annotated[bool, typer.Option(help="also turned, darkened, blurred … photos")] = False,
    joint: Annotated[bool, typer.Option(help="decode the tiles of a hand together")] = True,
) -> None:
    """Print a table."""
    cv2.setNumThreads(1)
    config = Config() if joint else replace(Config(), decode=DecodeConfig(win_nats=0, spare_nats=0))
    reader = reader_of(finder, classifier, temperature, config)
    groups = measured_samples(data)
    for group, samples in groups.items():
        for name, only in (("true boxes", True), ("whole", False)):
            figures = figures_of(reader, samples, only)
            mistakes = " ".join(f"{face}>{read}:{count}" for face, read, count in figures.mistakes()[:12])
            print(f"{group:9s}{name:16s}{line(figures)}\n{'':25s}{mistakes}", flush=True)
    found = sum(len(measure_with(reader, Task(sample)).tiles) for sample in empty_samples(data))
    print(f"negatives: {found} tiles found", flush=True)
    if changes:
        for name, change in CHANGES.items():
            for group in ("green", "tray"):
                with tempfile.TemporaryDirectory() as folder:
                    samples = list(changed(groups[group], change, Path(folder)))
                    print(f"{group:9s}{name:16s}{line(figures_of(reader, samples))}", flush=True)


if __name__ == "__main__":
    typer.run(main)
