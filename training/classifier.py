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
from torch.nn import functional
from torch.utils.data import DataLoader

from huopin.training.crops import UNKNOWN_TURN, Tiles
from huopin.training.finder import to_input
from huopin.training.learner import Learner
from huopin.training.nets import ClassifierNet

TURN_WEIGHT = 0.2
"""Weight of the quarter-turn loss; many faces look alike upside down."""


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
    began, sums = time.time(), np.zeros(3)
    for step in range(1, steps + 1):
        images, labels, turns = next(batches)
        with torch.autocast("cpu", torch.bfloat16):
            names, ways, _ = learner.net(to_input(images))
        name_loss = functional.cross_entropy(names.float(), labels, label_smoothing=0.03)
        turn_loss = functional.cross_entropy(ways.float(), turns, ignore_index=UNKNOWN_TURN)
        learner.learn(name_loss + TURN_WEIGHT * turn_loss)
        right = (names.argmax(dim=1) == labels).float().mean()
        sums += (name_loss.item(), turn_loss.item(), right.item())
        if step % 100 == 0:
            row = {"step": step, "name": sums[0] / 100, "turn": sums[1] / 100, "right": sums[2] / 100}
            with (run / "log.jsonl").open("a") as log:
                log.write(json.dumps(row | {"seconds": time.time() - began}) + "\n")
            sums[:] = 0
        if step % 500 == 0 or step == steps:
            learner.save(run / "classifier.pt")


if __name__ == "__main__":
    typer.run(main)
