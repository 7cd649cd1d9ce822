"""How fast `huopin batch` goes through a folder, and whether its memory stays flat.

python benchmarks/batch.py [PHOTO ...] [--rounds 3] [--memory 2000] [--out FILE.csv]

Throughput: photos a second with one worker, with two, and of two processes that only decode the same JPEGs at
full size, side by side in every round; the ratios are medians over the rounds. Starting the processes and
their first photos do not count. Without photos the samples are enlarged to 12 megapixels, as a phone takes
them. Memory: resident memory of the program and its workers together over so many photos, peak of each
quarter of the run. An otherwise idle machine is wanted: two workers cannot be faster on a core that is taken.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from huopin.batch.pool import Pool, local_pool
from huopin.batch.score import Job, score_photo
from huopin.vision.photo import load_photo

REPO = Path(__file__).resolve().parent.parent
PHONE_SIZE = (4032, 3024)
PHOTOS = 24
"""Photos of a round; the first few, for each worker, are its warm-up."""

WARM_UP = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("photos", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--memory", type=int, default=0, metavar="PHOTOS")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        photos = options.photos or [phone_photo(path, Path(folder)) for path in samples()]
        throughput(photos, options.rounds, options.out)
    if options.memory:
        memory(options.photos or samples(), options.memory)


def samples() -> list[Path]:
    return sorted((REPO / "samples").glob("*.jpg"))


def phone_photo(source: Path, folder: Path) -> Path:
    """A 12-megapixel JPEG of a sample, with the sensor noise that makes real ones slow to decode."""
    large = cv2.resize(load_photo(source).full, PHONE_SIZE, interpolation=cv2.INTER_CUBIC)
    noise = np.random.default_rng(0).normal(0, 3, large.shape)
    path = folder / source.name
    cv2.imwrite(str(path), np.clip(large + noise, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 92])
    return path


def decode(job: Job) -> int:
    """Only decodes a photo, at full size and on one thread."""
    cv2.setNumThreads(1)
    picture = cv2.imread(str(job.path))
    return 0 if picture is None else picture.size


def throughput(photos: list[Path], rounds: int, out: Path | None) -> None:
    jobs = [Job(path.parent, path.name) for path in (photos * PHOTOS)[:PHOTOS]]
    ways: dict[str, tuple[Callable[[Job], Any], int]] = {
        "one worker": (score_photo, 1),
        "two workers": (score_photo, 2),
        "decoding, two processes": (decode, 2),
    }
    rates: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, (task, workers) in ways.items():
            rates[name].append(rate(task, jobs, workers))
            print(f"{name:24s} {rates[name][-1]:6.2f} photos a second", flush=True)
    one, two, alone = rates.values()
    print(f"two workers over one:     {ratio(two, one):.2f} (wanted: at least 1.7)")
    print(f"two workers over decoding: {ratio(two, alone):.2f} (wanted: at least 0.5)")
    if out is not None:
        with out.open("w", newline="") as stream:
            csv.writer(stream).writerows([("way", "photos a second"), *flat(rates)])


def rate(task: Callable[[Job], Any], jobs: list[Job], workers: int) -> float:
    """Photos a second once every worker is warm."""
    ends = []
    for _, answer in Pool(task, local_pool(workers), workers)(jobs):
        if isinstance(answer, Exception):
            raise answer
        ends.append(time.perf_counter())
    warm = WARM_UP * workers
    return (len(ends) - warm) / (ends[-1] - ends[warm - 1])


def ratio(over: list[float], under: list[float]) -> float:
    return statistics.median(a / b for a, b in zip(over, under, strict=True))


def flat(rates: dict[str, list[float]]) -> Iterable[tuple[str, str]]:
    return ((name, f"{value:.3f}") for name, values in rates.items() for value in values)


def memory(photos: list[Path], count: int) -> None:
    """Peak resident memory of each quarter of a run over `count` photos."""
    jobs = [Job(path.parent, path.name) for path in (photos * (count // len(photos) + 1))[:count]]
    meter = Meter()
    meter.start()
    marks = [0.0]
    for done, _ in enumerate(Pool(score_photo, local_pool(2), 2)(jobs), 1):
        if done % (count // 4) == 0:
            marks.append(time.perf_counter())
    meter.ended.set()
    peaks = [
        max(size for when, size in meter.sizes if start <= when < end)
        for start, end in itertools.pairwise(marks)
    ]
    shown = ", ".join(f"{peak / 1e6:.0f}" for peak in peaks)
    print(f"peak memory of each quarter of {count} photos, two workers and the program, MB: {shown}")
    print(f"last quarter over second: {peaks[3] / peaks[1]:.3f} (wanted: at most 1.05)")


class Meter(threading.Thread):
    """Samples the resident memory of this process and its children."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.ended = threading.Event()
        self.sizes: list[tuple[float, int]] = []

    def run(self) -> None:
        while not self.ended.wait(0.1):
            processes = [os.getpid(), *children(os.getpid())]
            self.sizes.append((time.perf_counter(), sum(map(resident, processes))))


def children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def resident(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
    except (FileNotFoundError, ProcessLookupError):
        return 0


if __name__ == "__main__":
    main()
