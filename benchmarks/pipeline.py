"""What reading a photo costs, stage by stage, as ratios to decoding the same JPEG in the same run.

python benchmarks/pipeline.py [PHOTO ...] [--out FILE.csv]

Without photos the samples are enlarged to 12 megapixels, as a phone takes them, and saved as JPEG. Every
figure is taken on one thread after a warm-up; a round runs every stage once, and median and 90th percentile
are over rounds. `mahjong-detector`, when it is installed, reads the same files in the same rounds. Peak
memory and the cold start of `huopin score` are taken in fresh processes.
"""

from __future__ import annotations

import argparse
import csv
import importlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from huopin.models import load_network
from huopin.vision.classifier import Classifier
from huopin.vision.finder import Finder
from huopin.vision.photo import load_photo
from huopin.vision.pipeline import Reader

REPO = Path(__file__).resolve().parent.parent
STAGES = ("load", "find", "label", "interpret")
PHONE_SIZE = (4032, 3024)


def phone_photo(source: Path, folder: Path) -> Path:
    """A 12-megapixel JPEG of a smaller picture, with the sensor noise that makes real ones slow to decode."""
    image = load_photo(source).full
    tall = image.shape[0] > image.shape[1]
    large = cv2.resize(image, PHONE_SIZE[::-1] if tall else PHONE_SIZE, interpolation=cv2.INTER_CUBIC)
    noise = np.random.default_rng(0).normal(0, 3, large.shape)
    path = folder / source.with_suffix(".jpg").name
    cv2.imwrite(str(path), np.clip(large + noise, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 92])
    return path


def one_thread_reader() -> Reader:
    cv2.setNumThreads(1)
    return Reader(
        finder=Finder(network=load_network("finder", threads=1)),
        classifier=Classifier(load_network("classifier", threads=1)),
    )


def peer() -> Callable[[Path], Any] | None:
    """`mahjong-detector` on one thread, if it is installed."""
    try:
        import onnxruntime

        package = importlib.import_module("mahjong_detector")
        module = importlib.import_module("mahjong_detector.predict")
    except ImportError:
        return None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    module.threadlocal.session = onnxruntime.InferenceSession(module.model_path, options)
    return lambda path: package.detect_tiles(str(path))


def seconds(action: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    result = action()
    return time.perf_counter() - start, result


def one_round(path: Path, reader: Reader, other: Callable[[Path], Any] | None) -> dict[str, float]:
    """Seconds of every stage, of the full decode, and of the peer, each once."""
    data = np.fromfile(path, np.uint8)
    took: dict[str, float] = {}
    took["decode"], _ = seconds(lambda: cv2.imdecode(data, cv2.IMREAD_COLOR))
    took["load"], photo = seconds(lambda: load_photo(path))
    took["find"], faces = seconds(lambda: reader.find(photo))
    took["label"], seen = seconds(lambda: reader.label(photo, faces))
    took["interpret"], _ = seconds(lambda: reader.interpret(photo, seen))
    took["all"] = sum(took[stage] for stage in STAGES)
    if other is not None:
        took["peer"], _ = seconds(lambda: other(path))
    return took


def fresh_process(arguments: list[str]) -> tuple[float, float]:
    """Wall seconds and peak memory in MB of a command."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL,"
        " stderr=subprocess.DEVNULL); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    wall = time.perf_counter() - start
    return wall, int(done.stdout) / 1024


def peak_memory(path: Path) -> float:
    """MB that a process takes at most which reads the photo."""
    code = "import sys; from huopin.vision.pipeline import Reader; Reader()(sys.argv[1])"
    return fresh_process([sys.executable, "-c", code, str(path)])[1]


def cold_start(path: Path, times: int = 5) -> float:
    """Median wall seconds of `huopin score PHOTO` in a fresh process."""
    program = Path(sys.executable).with_name("huopin")
    return float(np.median([fresh_process([str(program), "score", str(path)])[0] for _ in range(times)]))


def measure(path: Path, reader: Reader, other: Callable[[Path], Any] | None, rounds: int) -> dict[str, Any]:
    """One row of the table: milliseconds, ratios, memory."""
    one_round(path, reader, other)
    took = [one_round(path, reader, other) for _ in range(rounds)]
    image = load_photo(path)
    row: dict[str, Any] = {
        "photo": path.name,
        "megapixels": round(image.width * image.height / 1e6, 1),
        "tiles": len(reader(image).tiles),
    }
    for stage in took[0]:
        values = np.array([one[stage] for one in took]) * 1000
        row[f"{stage}_ms"] = round(float(np.median(values)), 1)
        row[f"{stage}_p90_ms"] = round(float(np.percentile(values, 90)), 1)
    for name in ("all", "peer"):
        if name in took[0]:
            row[f"{name}_ratio"] = round(float(np.median([one[name] / one["decode"] for one in took])), 2)
    row["peak_mb"] = round(peak_memory(path))
    row["cold_score_s"] = round(cold_start(path), 2)
    return row


def commit() -> str:
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=REPO, capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def show(rows: Iterable[dict[str, Any]]) -> None:
    for row in rows:
        stages = "  ".join(f"{stage} {row[f'{stage}_ms']}" for stage in ("decode", *STAGES))
        line = f"{row['photo']}: {row['tiles']} tiles  {stages} ms  = {row['all_ratio']} x decode"
        if "peer_ratio" in row:
            line += f"  (mahjong-detector {row['peer_ratio']} x)"
        print(f"{line}  peak {row['peak_mb']} MB  cold score {row['cold_score_s']} s")


def main() -> None:
    parser = argparse.ArgumentParser(description="What reading a photo costs.")
    parser.add_argument("photos", nargs="*", type=Path)
    parser.add_argument("--out", type=Path, help="CSV file to append to, one row a photo")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    reader, other = one_thread_reader(), peer()
    with tempfile.TemporaryDirectory() as folder:
        samples = sorted((REPO / "samples").glob("*.jpg"))
        photos = options.photos or [phone_photo(sample, Path(folder)) for sample in samples]
        rows = [{"commit": commit(), **measure(path, reader, other, options.rounds)} for path in photos]
    show(rows)
    ratios = [row["all_ratio"] for row in rows]
    print(f"median of {len(rows)} photos: {np.median(ratios):.2f} x decode, largest {max(ratios):.2f} x")
    if options.out:
        new = not options.out.exists()
        with options.out.open("a", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            if new:
                writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
