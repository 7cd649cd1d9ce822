"""The solver against PyMahjongGB, side by side in one run: `python benchmarks/solver.py`.

Natural hands: time a hand of both. Hands with caishen: the solver against brute force over substitutions with
the oracle. The worst of many four-caishen hands stands alone. Times are of this process only; ratios are what
counts.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from scoring.huopin.deals import caishen_win, natural_win
from scoring.oracle import best_by_substitution, oracle_call

from huopin.scoring import Context, Hand, Options
from huopin.scoring.huopin import score

Dealt = tuple[Hand, Context]
LIMITED = Options(max_copies=4)
CHUNK = 50
"""Natural hands timed together, so that reading the clock does not count; both sides take turns."""


def timed(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def row(name: str, hands: int, ours: float, oracle: float) -> None:
    print(
        f"{name:<16}{hands:>7}{ours / hands * 1e6:>14.1f}{oracle / hands * 1e6:>14.1f}{oracle / ours:>11.2f}"
    )


def natural(random: Random, count: int) -> None:
    """Total and fan list of natural hands, warm; the oracle is handed its arguments ready-made."""
    dealt = [natural_win(random) for _ in range(count)]
    calls = [oracle_call(hand, context) for hand, context in dealt]
    for hand, context in dealt:
        score(hand, context)
    ours = oracle = 0.0
    for start in range(0, count, CHUNK):
        chunk = slice(start, start + CHUNK)
        ours += timed(partial(score_all, dealt[chunk]))
        oracle += timed(partial(call_all, calls[chunk]))
    row("natural", count, ours, oracle)
    print(f"{'':<16}{ours / oracle:.1f} times PyMahjongGB")


def score_all(dealt: Sequence[Dealt]) -> None:
    for hand, context in dealt:
        found = score(hand, context)
        assert found is not None
        _ = found.fan_counts


def call_all(calls: Sequence[Callable[[], object]]) -> None:
    for call in calls:
        call()


def with_caishen(random: Random, caishen: int, count: int, brute: int) -> None:
    """The solver on `count` hands, and brute force on the first `brute` of them."""
    dealt = [caishen_win(random, caishen) for _ in range(count)]
    ours = oracle = 0.0
    for hand, context in dealt[:brute]:
        ours += timed(partial(score, hand, context, LIMITED))
        oracle += timed(partial(best_by_substitution, hand, context))
    row(f"{caishen} caishen", brute, ours, oracle)


def worst(random: Random, count: int) -> None:
    dealt = [caishen_win(random, 4) for _ in range(count)]
    times = sorted(timed(partial(score, *one)) for one in dealt)
    mean = sum(times) / count
    print(
        f"four caishen, {count} hands: mean {mean * 1e3:.2f} ms, "
        f"p99 {times[int(count * 0.99)] * 1e3:.2f} ms, worst {times[-1] * 1e3:.1f} ms"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--quick", action="store_true", help="fewer hands")
    chosen = parser.parse_args(arguments)
    random = Random(chosen.seed)
    scale = 10 if chosen.quick else 1
    print(f"{'hands':<16}{'number':>7}{'solver µs':>14}{'oracle µs':>14}{'ratio':>11}")
    natural(random, 5000 // scale)
    for caishen, count in ((1, 200), (2, 100), (3, 40), (4, 10)):
        with_caishen(random, caishen, count, max(2, count // scale))
    worst(random, 2000 // scale)


if __name__ == "__main__":
    main()
