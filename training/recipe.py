"""The whole training of a network, from the data folder to the shipped ONNX file.

python -m huopin.training.recipe finder DATA WORK
python -m huopin.training.recipe classifier DATA WORK

Steps whose result lies in WORK already are skipped, so an interrupted run goes on where it stopped; the
classifier needs what the finder's training leaves in WORK and makes it when it is missing.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

Network = Literal["finder", "classifier"]

TEMPERATURE = "0.56"
"""Of the classifier: calibrate finds 0.48 on tables/dev, and sets never seen want it less sure of itself."""


@dataclass(frozen=True)
class Step:
    """One command.

    Attributes:
        name: of the step; WORK/NAME.ok says that it is done.
        command: module below ``huopin.training`` and its arguments; DATA and WORK/… are filled in.
    """

    name: str
    command: str


FINDER = (
    Step("pool-1", "pool DATA WORK/pool-1 --count 3000 --seed 2 --drawn 60"),
    Step("pool-2", "pool DATA WORK/pool-2 --count 3000 --seed 3 --drawn 80 --first 100"),
    Step("first-finder", "finder DATA WORK/first-finder WORK/pool-1 WORK/pool-2 --steps 1500"),
    Step("relabelled", "relabel DATA WORK/first-finder/finder.pt WORK/relabelled.json"),
    Step(
        "finder",
        "finder DATA WORK/finder WORK/pool-1 WORK/pool-2 --relabelled WORK/relabelled.json "
        "--start WORK/first-finder/finder.pt --steps 9000 --seed 2",
    ),
    Step("finder-exported", "export finder WORK/finder/finder.pt --data DATA"),
)
CLASSIFIER = (
    *FINDER[:5],
    Step("crops", "crops DATA WORK/crops WORK/pool-1 WORK/pool-2 --relabelled WORK/relabelled.json"),
    Step("classifier", "classifier WORK/crops WORK/classifier --steps 10000"),
    # What the finished finder takes for tiles in photos without any are better examples of no tile.
    Step("relabelled-2", "relabel DATA WORK/finder/finder.pt WORK/relabelled-2.json"),
    Step("crops-2", "crops DATA WORK/crops-2 WORK/pool-1 WORK/pool-2 --relabelled WORK/relabelled-2.json"),
    Step(
        "classifier-2",
        "classifier WORK/crops-2 WORK/classifier-2 --start WORK/classifier/classifier.pt --steps 3000 "
        "--rate 0.0012 --seed 2",
    ),
    Step(
        "classifier-exported",
        f"export classifier WORK/classifier-2/classifier.pt --temperature {TEMPERATURE}",
    ),
)
RECIPES: dict[Network, tuple[Step, ...]] = {"finder": FINDER, "classifier": CLASSIFIER}


def commands(network: Network, data: Path, work: Path) -> Iterator[tuple[Path, list[str]]]:
    """The marker file and the command line of every step."""
    for step in RECIPES[network]:
        words = [word.replace("WORK/", f"{work}/") for word in step.command.split()]
        words = [str(data) if word == "DATA" else word for word in words]
        yield work / f"{step.name}.ok", [sys.executable, "-m", f"huopin.training.{words[0]}", *words[1:]]


def main(
    network: Annotated[Network, typer.Argument(help="which network")],
    data: Annotated[Path, typer.Argument(help="the shared data folder")],
    work: Annotated[Path, typer.Argument(help="scratch folder, about 25 GB")],
) -> None:
    """Train and export a network; about an hour and a half for both on two cores."""
    work.mkdir(parents=True, exist_ok=True)
    for marker, command in commands(network, data, work):
        if not marker.exists():
            print("+", *command[2:], flush=True)
            subprocess.run(command, check=True)
            marker.touch()


if __name__ == "__main__":
    typer.run(main)
