"""Distances to a win, against the oracle and against plain recursion."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from MahjongGB import MahjongShanten
from scoring.oracle import names

from huopin.scoring import FACES, Tile, parse_hand
from huopin.scoring.shapes import (
    count_faces,
    huopin_distance,
    melds_distance,
    shared_with_bare_melds,
    shared_with_orphans,
    shared_with_pungs,
    shared_with_unrelated,
    wenzhou_distance,
)

DECK = [face for face in FACES for _ in range(4)]


def counts_of(text: str) -> tuple[list[int], int]:
    return count_faces(parse_hand(text).pieces)


@pytest.mark.parametrize(
    ("text", "melds", "distance"),
    [
        ("123456789m234pEE", 4, 0),
        ("123456789m234pE*", 4, 0),
        ("123456789m234pES", 4, 1),
        ("1133557799m2s**2s", 4, 0),  # seven pairs
        ("1111335577m2244s", 4, 0),  # four alike are two pairs
        ("19m19p19sESWNCF*P", 4, 0),
        ("147m258s36p*ESWNC", 4, 0),
        ("147m258s369p123mEE", 4, 0),
        ("147m258s369pEE", 3, 0),
        ("147m258s36p**E", 3, 0),
        ("55p", 0, 0),
        ("5p*", 0, 0),
        ("56p", 0, 1),
        ("****", 1, 1),
        ("1111m1p", 1, 1),
        ("1111m*", 1, 0),  # R5: the fifth 1m
        ("123456789m2789p44s*3p", 5, 0),  # Wenzhou: five melds
        ("123456789m2789p44s93p", 5, 1),
        ("EEEE**", 2, 2),
        ("EEEE****", 2, 0),
    ],
)
def test_distance(text: str, melds: int, distance: int) -> None:
    counts, caishen = counts_of(text)
    ask = melds_distance if melds == 5 else huopin_distance
    assert ask(counts, caishen, melds) == distance


def test_thirteen_and_fourteen_tiles_agree_with_the_oracle() -> None:
    """The oracle counts from 13 tiles: one less than the tiles still missing there."""
    generator = random.Random(3)
    for _ in range(600):
        some = generator.sample(FACES, generator.choice((34, 20, 12, 8)))
        tiles = generator.sample([face for face in some for _ in range(4)], 13)
        counts, _caishen = count_faces(tiles)
        assert huopin_distance(counts, 0, 4) == MahjongShanten((), names(tiles)) + 1


def _makes_melds(counts: list[int], melds: int, pairs: int) -> bool:
    """Plain recursion over the first tile, no caishen."""
    first = next((face for face, count in enumerate(counts) if count), None)
    if first is None:
        return melds == 0 and pairs == 0
    chow = first < 27 and first % 9 < 7
    options = [([first] * 3, 1, 0), ([first] * 2, 0, 1), ([first, first + 1, first + 2], 1, 0)][
        : 3 if chow else 2
    ]
    for faces, meld, pair in options:
        rest = list(counts)
        for face in faces:
            rest[face] -= 1
        if (
            min(rest) >= 0
            and melds >= meld
            and pairs >= pair
            and _makes_melds(rest, melds - meld, pairs - pair)
        ):
            return True
    return False


@given(st.lists(st.sampled_from([*FACES[:9], *FACES[25:29]]), min_size=17, max_size=17))
def test_five_melds_equal_plain_recursion(tiles: list[Tile]) -> None:
    counts, _caishen = count_faces(tiles)
    if max(counts) <= 4:
        assert (melds_distance(counts, 0, 5) == 0) is _makes_melds(counts, 5, 1)


@given(st.permutations(DECK), st.integers(0, 4), st.sampled_from((0, 1, 3, 4)))
def test_a_caishen_is_the_best_of_all_faces(deck: list[Tile], caishen: int, melds: int) -> None:
    """With a caishen the distance is that of the best face in its place, a fifth copy included (R5)."""
    counts, _caishen = count_faces(deck[: 3 * melds + 2 - caishen])
    if caishen:
        tried = []
        for face in range(34):
            counts[face] += 1
            tried.append(huopin_distance(counts, caishen - 1, melds))
            counts[face] -= 1
        assert huopin_distance(counts, caishen, melds) == min(tried)


@given(st.permutations(DECK))
def test_a_drawn_tile_moves_the_distance_by_one_at_most(deck: list[Tile]) -> None:
    before, _caishen = count_faces(deck[:13])
    after, _caishen = count_faces(deck[:14])
    assert 0 <= huopin_distance(before, 0, 4) - huopin_distance(after, 0, 4) <= 1


def test_orphans_and_unrelated_count_each_face_once() -> None:
    assert shared_with_orphans(counts_of("11199m19p19sESWN")[0]) == 11
    assert shared_with_unrelated(counts_of("1147m258s369pEESWNC")[0]) == 14


@pytest.mark.parametrize(
    ("text", "melds", "pairs", "bare", "pungs"),
    [("123456m", 2, 0, 6, 2), ("111222333m", 3, 0, 9, 9), ("11223m", 1, 1, 3, 4), ("EEEWW1m", 1, 1, 3, 5)],
)
def test_melds_without_a_pair_and_pungs_alone(
    text: str, melds: int, pairs: int, bare: int, pungs: int
) -> None:
    counts, _caishen = counts_of(text)
    assert shared_with_bare_melds(counts, melds) == bare
    assert shared_with_pungs(counts, melds, pairs) == pungs


@pytest.mark.parametrize(
    ("text", "face", "melds", "distance"),
    [
        ("123456789m234p44s46p5p", None, 5, 0),
        ("123456789m234p44s46pP", None, 5, 1),
        ("123456789m234p44s46pP", "5p", 5, 0),  # W3: 白板 for the caishen
        ("123456789m234p44s46pP", "6p", 5, 1),
        ("1133557799m113355pE", None, 5, 0),  # W1: eight pairs and a single
        ("1133557799m11335p*E", None, 5, 0),
        ("1358m*", None, 1, 1),
    ],
)
def test_distance_in_wenzhou(text: str, face: str | None, melds: int, distance: int) -> None:
    counts, caishen = counts_of(text)
    assert wenzhou_distance(counts, caishen, melds, None if face is None else Tile.parse(face)) == distance
