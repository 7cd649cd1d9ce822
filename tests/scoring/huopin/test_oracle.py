"""The solver against PyMahjongGB: natural hands, brute force over caishen, hands that do not win.

Each comes in a small size and, marked slow, in the size that `docs/scoring.md` reports.
"""

from collections import Counter
from random import Random

import pytest
from scoring.huopin.deals import THEMES, caishen_win, natural_win
from scoring.oracle import best_by_substitution, plain_fans, translated_fans

from huopin.scoring import FACES, Context, Hand, Options, format_hand
from huopin.scoring.huopin import BY_ZH, FANS, score

slow = pytest.mark.slow


@pytest.mark.parametrize(
    ("count", "least"), [(1500, 0), pytest.param(50_000, 20, marks=slow)], ids=["small", "full"]
)
def test_natural_hands_of_every_shape(count: int, least: int) -> None:
    """Total and fan list equal the oracle's after translation; in full every fan occurs `least` times."""
    random = Random(7)
    seen: Counter[str] = Counter()
    wrong = []
    for number in range(count):
        ignores = number % 2 == 1  # R9
        hand, context = natural_win(random)
        plain = plain_fans(hand, context)
        assert plain is not None
        expected = translated_fans(plain, wufan_ignores_wucaishen=ignores)
        got = score(hand, context, Options(wufan_ignores_wucaishen=ignores))
        assert got is not None
        seen.update(got.fan_counts.keys())
        lists = [reading.fan_counts for reading in (got.best, *got.ties)]
        total = sum(BY_ZH[name].value * times for name, times in expected.items())
        if got.total != total or dict(expected) not in lists:
            wrong.append((format_hand(hand), context, got.total, got.fan_counts, dict(expected)))
    assert not wrong
    assert {fan.zh for fan in FANS if seen[fan.zh] < least} == set()


@pytest.mark.parametrize(
    ("caishen", "count"),
    [
        (1, 200),
        (2, 30),
        (3, 4),
        pytest.param(1, 1500, marks=slow),
        pytest.param(2, 1500, marks=slow),
        pytest.param(3, 200, marks=slow),
        pytest.param(4, 50, marks=slow),
    ],
)
def test_caishen_equal_brute_force(caishen: int, count: int) -> None:
    """R5 with the option, R7, R9, R10, R12, R13, R15: the best of all substitutions."""
    random = Random(100 + caishen)
    wrong = []
    for _ in range(count):
        hand, context = caishen_win(random, caishen)
        got = score(hand, context, Options(max_copies=4))
        expected = best_by_substitution(hand, context)
        if (got and got.total) != expected:
            wrong.append((format_hand(hand), context, got and (got.total, got.fan_counts), expected))
    assert not wrong


@pytest.mark.parametrize("count", [800, pytest.param(50_000, marks=slow)], ids=["small", "full"])
def test_hands_that_may_not_win(count: int) -> None:
    """Fourteen random tiles, half of them from few faces so that some win: the verdict is the oracle's."""
    random = Random(9)
    verdicts: Counter[bool] = Counter()
    for number in range(count):
        theme = FACES if number % 2 else [FACES[face] for face in random.choice(THEMES)]
        tiles = random.sample([face for face in theme for _ in range(4)], 14)
        hand = Hand(tuple(tiles[:-1]), win=tiles[-1])
        wins = plain_fans(hand, Context()) is not None
        assert (score(hand, Context()) is not None) is wins, format_hand(hand)
        verdicts[wins] += 1
    assert verdicts[True] > count // 200
    assert verdicts[False] > count // 2
