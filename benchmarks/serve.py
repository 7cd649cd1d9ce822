"""The server under load: photos from several clients at once, each answer compared with the one read alone.

    python benchmarks/serve.py [--reads 200] [--clients 8] [--scores 200] [PHOTO ...]

Starts `huopin serve` as users do, with worker processes and the shipped networks. Prints reads lost and
wrong, the time of a read (alone and under load) and its ratio to reading in this process, the time of a
score over HTTP, and the memory of the server's processes: resident before and after, and its peak.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

SAMPLES = Path(__file__).resolve().parent.parent / "samples"


def post(url: str, body: bytes, kind: str) -> dict[str, Any]:
    request = urllib.request.Request(url, body, {"content-type": kind})
    with urllib.request.urlopen(request, timeout=300) as answer:
        record: dict[str, Any] = json.load(answer)
        return record


def read(url: str, photo: Path) -> dict[str, Any]:
    boundary = uuid.uuid4().hex
    head = f'--{boundary}\r\ncontent-disposition: form-data; name="photo"; filename="{photo.name}"\r\n\r\n'
    body = head.encode() + photo.read_bytes() + f"\r\n--{boundary}--\r\n".encode()
    return post(f"{url}api/read", body, f"multipart/form-data; boundary={boundary}")


def timed(task: Callable[[], Any]) -> tuple[Any, float]:
    begun = time.perf_counter()
    try:
        result = task()
    except (urllib.error.URLError, OSError) as error:
        result = error
    return result, time.perf_counter() - begun


def memory_mb(pid: int, field: str = "VmRSS") -> float:
    """Resident memory of a process and those below it, MB (Linux); `VmHWM` for its peak."""
    total = 0.0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
        except OSError:
            continue
        if str(pid) in (fields["Pid"], fields["PPid"].strip()):
            total += int(fields.get(field, "0 kB").split()[0]) / 1024
    return total


def figures(seconds: Sequence[float]) -> str:
    ordered = sorted(seconds)
    return f"median {statistics.median(ordered):.3f} s, p90 {ordered[int(0.9 * (len(ordered) - 1))]:.3f} s"


def in_process(photos: Sequence[Path]) -> float:
    """Median seconds of a read by the reader of a worker, without a server."""
    from huopin.vision.worker import worker_reader
    from huopin.web.photos import ReadJob, read_with

    reader = worker_reader()
    jobs = [ReadJob(photo.read_bytes()) for photo in photos]
    read_with(reader, jobs[0])
    return statistics.median(timed(partial(read_with, reader, job))[1] for job in jobs * 2)


def run(url: str, server: int, options: argparse.Namespace) -> bool:
    photos = options.photos or sorted(SAMPLES.glob("*.jpg"))
    alone = {photo: timed(partial(read, url, photo)) for photo in photos}
    alone = {photo: timed(partial(read, url, photo)) for photo in photos}  # warm
    own = in_process(photos)
    before = memory_mb(server)
    jobs = [photos[place % len(photos)] for place in range(options.reads)]
    begun = time.perf_counter()
    with ThreadPoolExecutor(options.clients) as clients:
        answers = list(clients.map(lambda photo: timed(lambda: read(url, photo)), jobs))
    took = time.perf_counter() - begun
    after, peak = memory_mb(server), memory_mb(server, "VmHWM")
    lost = sum(isinstance(answer, Exception) for answer, _ in answers)
    wrong = sum(answer != alone[photo][0] for photo, (answer, _) in zip(jobs, answers, strict=True)) - lost
    first = alone[photos[0]][0]
    body = json.dumps({"tiles": first["tiles"], "room": "official", "discarder": "S"}).encode()
    scores = [
        timed(lambda: post(f"{url}api/score", body, "application/json"))[1] for _ in range(options.scores)
    ]
    single = [seconds for _, seconds in alone.values()]
    print(f"{options.reads} reads from {options.clients} clients: {lost} lost, {wrong} wrong, {took:.1f} s")
    print(f"a read alone: {figures(single)}, {statistics.median(single) / own:.2f} × that in one process")
    print(f"a read under load: {figures([seconds for _, seconds in answers])}")
    print(f"a score: {figures(scores)}")
    print(f"memory of the server: {before:.0f} MB before, {after:.0f} MB after, peak {peak:.0f} MB")
    return not lost and not wrong


def main() -> int:
    parser = argparse.ArgumentParser(description="The server under load.")
    parser.add_argument("photos", nargs="*", type=Path)
    parser.add_argument("--reads", type=int, default=200)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--scores", type=int, default=200)
    options = parser.parse_args()
    command = [sys.executable, "-c", "from huopin.cli import app; app()", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        try:
            return 0 if run(url, server.pid, options) else 1
        finally:
            server.terminate()


if __name__ == "__main__":
    sys.exit(main())
