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
    Step("pool-a", "pool DATA WORK/pool-a --count 2500 --seed 1 --drawn 0"),
    Step("pool-b", "pool DATA WORK/pool-b --count 3000 --seed 2 --drawn 60"),
    Step("pool-c", "pool DATA WORK/pool-c --count 2500 --seed 3 --drawn 80 --first 100"),
    Step("f1", "finder DATA WORK/f1 WORK/pool-a --steps 1500"),
    Step("relabelled-1", "relabel DATA WORK/f1/finder.pt WORK/relabelled-1.json"),
    Step(
        "f2",
        "finder DATA WORK/f2 WORK/pool-a WORK/pool-b --relabelled WORK/relabelled-1.json "
        "--start WORK/f1/finder.pt --steps 6000 --seed 2",
    ),
    Step("relabelled-2", "relabel DATA WORK/f2/finder.pt WORK/relabelled-2.json"),
    Step(
        "f3",
        "finder DATA WORK/f3 WORK/pool-b WORK/pool-c --relabelled WORK/relabelled-2.json "
        "--start WORK/f2/finder.pt --steps 2200 --rate 0.0015 --seed 3",
    ),
    Step("finder-exported", "export finder WORK/f3/finder.pt"),
)
CLASSIFIER = (
    *FINDER[:7],
    Step("cache-1", "crops DATA WORK/cache-1 WORK/pool-a"),
    Step("c1", "classifier WORK/cache-1 WORK/c1 --steps 1500"),
    Step("cache-2", "crops DATA WORK/cache-2 WORK/pool-a WORK/pool-b"),
    Step("c2", "classifier WORK/cache-2 WORK/c2 --start WORK/c1/classifier.pt --steps 8000 --seed 2"),
    Step("cache-3", "crops DATA WORK/cache-3 WORK/pool-b WORK/pool-c --relabelled WORK/relabelled-2.json"),
    Step(
        "c3",
        "classifier WORK/cache-3 WORK/c3 --start WORK/c2/classifier.pt --steps 2500 --rate 0.0012 --seed 3",
    ),
    Step("classifier-exported", f"export classifier WORK/c3/classifier.pt --temperature {TEMPERATURE}"),
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
    """Train and export a network; about two hours a network on two cores."""
    work.mkdir(parents=True, exist_ok=True)
    for marker, command in commands(network, data, work):
        if not marker.exists():
            print("+", *command[2:], flush=True)
            subprocess.run(command, check=True)
            marker.touch()


if __name__ == "__main__":
    typer.run(main)
