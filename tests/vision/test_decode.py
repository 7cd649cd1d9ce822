"""Joint decoding against brute force, and what its weights do."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from huopin.vision.config import DecodeConfig
from huopin.vision.decode import decode, single_changes
from huopin.vision.labels import FACES, LABELS

CONFIG = DecodeConfig()


def index(token: str) -> int:
    return LABELS.index(token)


def seen(*tiles: dict[str, float]) -> np.ndarray:
    """Label probabilities from the likely labels of each tile; the rest is spread evenly."""
    p = np.zeros((len(tiles), len(LABELS)))
    for row, likely in zip(p, tiles, strict=True):
        row[:] = (1 - sum(likely.values())) / len(LABELS)
        for token, chance in likely.items():
            row[index(token)] += chance
    return p


def tokens(labels: tuple[int, ...]) -> str:
    return " ".join(LABELS[label] for label in labels)


def alone(p: np.ndarray) -> np.ndarray:
    """Log probabilities as decode takes them: floored, never no-tile."""
    p = np.clip(p, CONFIG.floor, 1)
    p[:, -1] = CONFIG.floor
    return np.asarray(np.log(p / p.sum(axis=1, keepdims=True)))


def penalty(labels: tuple[int, ...]) -> float:
    spare = sum(
        max(0, labels.count(label) - (4 if label < 34 else 1 if label < 42 else 99)) for label in set(labels)
    )
    return CONFIG.spare_nats * spare


def brute_force(p: np.ndarray, few: list[int], bonus: set[tuple[int, ...]]) -> dict[tuple[int, ...], float]:
    """Log weight of every hand over a few labels."""
    nats = alone(p)
    return {
        hand: sum(nats[i, label] for i, label in enumerate(hand))
        - penalty(hand)
        + CONFIG.win_nats * (hand in bonus)
        for hand in product(few, repeat=len(p))
    }


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.sampled_from([0.2, 1.0, 3.0]))
def test_the_best_hand_is_the_one_of_brute_force(seed: int, spread: float) -> None:
    """Seven tiles over three labels: four copies bind often, winning hands are drawn at random."""
    rng = np.random.default_rng(seed)
    few = [index("5p"), index("6p"), index("a1")]
    p = np.full((7, len(LABELS)), 1e-9)
    p[:, few] = rng.dirichlet(np.full(3, spread), 7)
    wins = {tuple(few[k] for k in rng.integers(0, 2, 7)) for _ in range(6)}
    weights = brute_force(p, few, wins)
    decoded = decode(
        p, wins=lambda labels: labels in wins, config=DecodeConfig(search_steps=10**6, hands=10**6)
    )
    assert decoded.exact
    assert weights[decoded.labels] == pytest.approx(max(weights.values()))
    assert decoded.wins == (decoded.labels in wins)
    assert decoded.changed == tuple(
        label != own for label, own in zip(decoded.labels, alone(p).argmax(axis=1), strict=True)
    )


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.integers(0, 10**6))
def test_probabilities_are_exact_while_one_face_is_contested(seed: int) -> None:
    """Seven tiles that are 5p or each something of its own: the posterior is that of brute force."""
    rng = np.random.default_rng(seed)
    p = np.full((7, len(LABELS)), 1e-12)
    others = [index(token) for token in ("1m", "2m", "3m", "4m", "6m", "7m", "8m")]
    for row, other in zip(p, others, strict=True):
        chance = rng.uniform(0.3, 0.999)
        row[index("5p")], row[other] = chance, 1 - chance
    config = DecodeConfig(floor=1e-12)
    total, mine = 0.0, np.zeros(7)
    for takes in product([True, False], repeat=7):
        weight = np.exp(-config.spare_nats * max(0, sum(takes) - 4))
        for row, other, take in zip(p, others, takes, strict=True):
            weight *= row[index("5p")] if take else row[other]
        total += weight
        mine += weight * np.array(takes)
    got = decode(p, config=config).probabilities[:, index("5p")]
    assert got == pytest.approx(mine / total, abs=1e-6)


def test_five_copies_give_way_at_the_weakest_tile() -> None:
    decoded = decode(seen(*[{"5p": 0.99}] * 4, {"5p": 0.9, "6p": 0.09}))
    assert tokens(decoded.labels) == "5p 5p 5p 5p 6p"
    assert decoded.changed == (False, False, False, False, True)
    assert decoded.probabilities[4, index("6p")] == pytest.approx(0.66, abs=0.03)


def test_a_spare_tile_is_believed_when_everything_speaks_for_it() -> None:
    """Sets come with spare white dragons (five lie in one photo of tables/dev)."""
    decoded = decode(seen(*[{"P": 0.999999}] * 5))
    assert tokens(decoded.labels) == "P P P P P"


def test_one_flower_of_each() -> None:
    decoded = decode(seen({"a1": 0.95}, {"a1": 0.6, "b1": 0.38}))
    assert tokens(decoded.labels) == "a1 b1"


@pytest.mark.parametrize(
    ("tiles", "read"),
    [
        ([{"4s": 0.9}, {"5s": 0.5, "6s": 0.45}, {"6s": 0.6, "9s": 0.3}], "4s 5s 6s"),
        ([{"6s": 0.9}, {"3s": 0.55, "4s": 0.4}, {"5s": 0.9}], "6s 4s 5s"),
        ([{"C": 0.9}, {"C": 0.9}, {"F": 0.6, "C": 0.3}], "C C C"),
        ([{"8m": 0.9}, {"8m": 0.9}, {"6m": 0.6, "8m": 0.3}, {"8m": 0.9}], "8m 8m 8m 8m"),
        ([{"back": 0.9}, {"7p": 0.9}, {"9p": 0.6, "7p": 0.3}, {"back": 0.9}], "back 7p 7p back"),
        ([{"back": 0.9}, {"back": 0.9}, {"back": 0.9}, {"back": 0.9}], "back back back back"),
    ],
)
def test_a_meld_is_read_as_one(tiles: list[dict[str, float]], read: str) -> None:
    p = seen(*tiles)
    decoded = decode(p, melds=[range(len(tiles))])
    assert tokens(decoded.labels) == read
    changed = [LABELS[k] != token for k, token in zip(p.argmax(axis=1), read.split(), strict=True)]
    assert list(decoded.changed) == changed
    assert all(decoded.probabilities[i, label] > 0.9 for i, label in enumerate(decoded.labels))


@pytest.mark.parametrize(("chance", "wins"), [(0.1, True), (0.02, False)])
def test_a_winning_shape_weighs_twenty_to_one(chance: float, wins: bool) -> None:
    p = seen({"1m": 0.9}, {"2m": 0.99 - chance, "1m": chance})
    pair = (index("1m"), index("1m"))
    decoded = decode(p, wins=lambda labels: labels == pair)
    assert (decoded.labels == pair) is wins
    assert decoded.wins is wins
    assert decoded.changed == (False, wins)
    odds = chance / (0.99 - chance) * np.exp(CONFIG.win_nats)
    assert decoded.probabilities[1, index("1m")] == pytest.approx(odds / (1 + odds), abs=0.06)


def test_without_a_win_test_nothing_is_called_a_win() -> None:
    assert decode(seen({"1m": 0.9}, {"1m": 0.9})).wins is None


def test_nothing_to_decode() -> None:
    decoded = decode(np.zeros((0, len(LABELS))))
    assert decoded.labels == ()
    assert decoded.exact


def test_a_search_cut_short_says_so_and_still_obeys_the_rules() -> None:
    rng = np.random.default_rng(0)
    p = np.full((40, len(LABELS)), 1e-9)
    p[:, :12] = rng.dirichlet(np.ones(12), 40)
    decoded = decode(p, config=DecodeConfig(search_steps=50))
    assert not decoded.exact
    assert max(decoded.labels.count(face) for face in range(len(FACES))) <= 4


def test_single_changes_come_likeliest_first() -> None:
    p = seen({"1m": 0.8, "2m": 0.15}, {"5p": 0.7, "6p": 0.25})
    first, second, *rest = single_changes(p, (index("1m"), index("5p")))
    assert first == (1, index("6p"))
    assert second == (0, index("2m"))
    assert len(rest) == 2 * 33 - 2
