"""The Wenzhou scorer against plain substitution, side by side in one run: `python benchmarks/wenzhou.py`.

Random hands, winning and not, by the number of caishen held; the brute force is the judge of the tests.
Times are of this process only; ratios are what counts.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from scoring.wenzhou.brute import WILD, Question, judge
from scoring.wenzhou.deals import random_question
from scoring.wenzhou.test_brute_force import scored

HANDS = 300
SEED = 23


def seconds(work: Callable[[Question], object], question: Question) -> float:
    start = process_time()
    work(question)
    return process_time() - start


def main() -> None:
    random = Random(SEED)
    by_caishen: dict[int, list[Question]] = defaultdict(list)
    for _ in range(HANDS):
        question = random_question(random)
        by_caishen[[*question.sixteen, question.win].count(WILD)].append(question)
    print(
        f"{'caishen':<9}{'hands':>6}{'ours, µs':>12}{'worst, µs':>12}"
        f"{'brute force, µs':>18}{'times faster':>14}"
    )
    for caishen, questions in sorted(by_caishen.items()):
        ours = [seconds(scored, question) for question in questions]
        brute = [seconds(judge, question) for question in questions]
        print(
            f"{caishen:<9}{len(questions):>6}{sum(ours) / len(ours) * 1e6:>12.0f}{max(ours) * 1e6:>12.0f}"
            f"{sum(brute) / len(brute) * 1e6:>18.0f}{sum(brute) / sum(ours):>14.1f}"
        )


if __name__ == "__main__":
    main()
