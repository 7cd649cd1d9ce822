"""Train the classifier.

python -m huopin.training.classifier CACHE RUN --steps 8000
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader

from huopin.training.crops import UNKNOWN_TURN, Tiles
from huopin.training.finder import to_input
from huopin.training.learner import Learner
from huopin.training.nets import ClassifierNet

TURN_WEIGHT = 0.2
"""Weight of the quarter-turn loss; many faces look alike upside down."""

CORNER_WEIGHT = 5.0
"""Weight of the corners' loss, which is in sides of the crop: a few hundredths."""


def corner_loss(found: Tensor, truth: Tensor) -> Tensor:
    """Smooth L1 distance of the corners (B, 8), of the crops whose truth is known (not nan)."""
    known = torch.isfinite(truth[:, 0])
    error = functional.smooth_l1_loss(found[known], truth[known], beta=0.02, reduction="sum")
    return error / (8 * known.sum().clamp(min=1))


def main(
    cache: Annotated[Path, typer.Argument(help="pictures cut by huopin.training.crops")],
    run: Annotated[Path, typer.Argument(help="folder for checkpoints and the log")],
    steps: int = 8000,
    batch: int = 96,
    rate: float = 3e-3,
    workers: Annotated[int, typer.Option(min=1, help="processes that prepare pictures")] = 1,
    seed: int = 1,
    start: Annotated[Path | None, typer.Option(help="checkpoint to go on from")] = None,
) -> None:
    """Train, writing ``RUN/classifier.pt`` every 500 steps."""
    run.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(seed)
    learner = Learner(ClassifierNet(), steps, rate, 5e-3, start)
    batches = iter(DataLoader(Tiles(cache, seed), batch, num_workers=workers, prefetch_factor=4))
    began, sums = time.time(), np.zeros(4)
    for step in range(1, steps + 1):
        images, labels, turns, corners = next(batches)
        with torch.autocast("cpu", torch.bfloat16):
            names, ways, _, found = learner.net(to_input(images))
        name_loss = functional.cross_entropy(names.float(), labels, label_smoothing=0.03)
        turn_loss = functional.cross_entropy(ways.float(), turns, ignore_index=UNKNOWN_TURN)
        place_loss = corner_loss(found.float(), corners)
        learner.learn(name_loss + TURN_WEIGHT * turn_loss + CORNER_WEIGHT * place_loss)
        right = (names.argmax(dim=1) == labels).float().mean()
        sums += (name_loss.item(), turn_loss.item(), place_loss.item(), right.item())
        if step % 100 == 0:
            row = dict(zip(("name", "turn", "corners", "right"), (sums / 100).tolist(), strict=True))
            with (run / "log.jsonl").open("a") as log:
                log.write(json.dumps({"step": step, **row, "seconds": time.time() - began}) + "\n")
            sums[:] = 0
        if step % 500 == 0 or step == steps:
            learner.save(run / "classifier.pt")


if __name__ == "__main__":
    typer.run(main)
