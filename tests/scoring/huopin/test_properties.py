"""What must hold of every score: metamorphic properties, sound readings, a sound bound."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import overload

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scoring.huopin.deals import caishen_win, natural_win, with_caishen

from huopin.scoring import CAISHEN, FACES, Context, Hand, Meld, Options, Piece, Score, Tile
from huopin.scoring.huopin import score
from huopin.scoring.huopin.combinations import chow_flags, combine_chows
from huopin.scoring.huopin.flags import flag, settle
from huopin.scoring.huopin.product import Product
from huopin.scoring.huopin.properties import (
    trait_bound,
    trait_flags,
    traits_of_alike,
    traits_of_chow,
    traits_of_pair,
)

Dealt = tuple[Hand, Context]
NAMES_A_SUIT = {"绿一色", "推不倒"}
seeds = st.integers(0, 10**9)


def deal(seed: int) -> Dealt:
    """A natural hand, or one with up to four caishen."""
    random = Random(seed)
    count = random.choice((0, 1, 1, 2, 2, 3, 4))
    dealt: Dealt = caishen_win(random, count) if count else natural_win(random)
    return dealt


def scored(hand: Hand, context: Context, options: Options | None = None, *, explain: bool = False) -> Score:
    got = score(hand, context, options, explain=explain)
    assert got is not None
    return got


@given(seeds)
def test_the_order_of_tiles_and_melds_is_irrelevant(seed: int) -> None:
    hand, context = deal(seed)
    random = Random(seed)
    shuffled = replace(
        hand,
        concealed=tuple(random.sample(hand.concealed, len(hand.concealed))),
        melds=tuple(random.sample(hand.melds, len(hand.melds))),
    )
    before, after = scored(hand, context), scored(shuffled, context)
    assert (after.total, after.fan_counts, after.caishen_as) == (
        before.total,
        before.fan_counts,
        before.caishen_as,
    )


@overload
def _permuted(piece: Tile, order: tuple[int, ...]) -> Tile: ...
@overload
def _permuted(piece: Piece, order: tuple[int, ...]) -> Piece: ...
def _permuted(piece: Piece, order: tuple[int, ...]) -> Piece:
    if not isinstance(piece, Tile) or piece.index >= 27:
        return piece
    return FACES[9 * order[piece.index // 9] + piece.index % 9]


@given(seeds, st.permutations((0, 1, 2)))
def test_suits_are_alike_but_to_fans_that_name_one(seed: int, order: list[int]) -> None:
    hand, context = deal(seed)
    suits = tuple(order)
    moved = Hand(
        tuple(_permuted(piece, suits) for piece in hand.concealed),
        tuple(
            Meld.of([_permuted(tile, suits) for tile in meld.tiles], concealed=meld.concealed)
            for meld in hand.melds
        ),
        hand.win and _permuted(hand.win, suits),
        (),
        hand.unnamed_flowers,
    )
    other = replace(context, caishen=context.caishen and _permuted(context.caishen, suits))
    before, after = scored(hand, context), scored(moved, other)
    if not NAMES_A_SUIT & ({*before.fan_counts} | {*after.fan_counts}):
        assert after.total == before.total


@given(seeds)
def test_what_cannot_lower_the_best(seed: int) -> None:
    """A last tile, a last copy, a flower more; a fifth copy allowed."""
    hand, context = deal(seed)
    total = scored(hand, context).total
    assert scored(hand, replace(context, wall_last=True)).total >= total
    assert scored(hand, replace(context, last_of_kind=False)).total <= total
    more = replace(hand, unnamed_flowers=min(8, hand.unnamed_flowers + 1))
    assert scored(more, context).total == total + more.flower_count - hand.flower_count
    limited = score(hand, context, Options(max_copies=4))
    assert limited is None or limited.total <= total


@given(seeds)
def test_a_caishen_costs_no_more_than_the_fans_it_takes(seed: int) -> None:
    """With a tile turned into a caishen the old reading stands, but for 无财神 2 and a wait 1 (R10, R13).

    和绝张 and 抢杠和 concern the winning tile, which stays.
    """
    hand, context = natural_win(Random(seed))
    context = replace(context, self_draw=context.self_draw and not context.last_of_kind)
    dealt = with_caishen(Random(seed), hand, replace(context, kong=False), 1)
    if dealt is not None and dealt[0].win is not CAISHEN:
        assert scored(*dealt).total >= scored(hand, replace(context, kong=False)).total - 3


@given(seeds)
def test_the_reading_holds_the_hand(seed: int) -> None:
    hand, context = deal(seed)
    got = scored(hand, context, explain=True)
    readings = [got.best, *got.ties, *([got.runner_up] if got.runner_up else [])]
    for one in readings:
        laid = Counter(
            tile
            for group in one.reading.groups
            for tile, wild in zip(group.tiles, group.caishen, strict=True)
            if not wild
        )
        wild = sum(sum(group.caishen) for group in one.reading.groups)
        assert laid == Counter(tile for tile in hand.tiles if isinstance(tile, Tile))
        assert wild == len(one.reading.caishen_as) == hand.pieces.count(CAISHEN)
        assert sum(group.win is not None for group in one.reading.groups) == 1
        assert one.total == sum(line.points for line in one.fans)
        places = range(len(one.reading.groups))
        assert all(place in places for line in one.fans for group in line.groups for place in group)
        assert all(len(line.groups) in (0, 1, line.count) for line in one.fans)
    assert all(one.total == got.total for one in readings[: 1 + len(got.ties)])
    if got.runner_up:
        assert got.runner_up.total < got.total


@given(seeds)
def test_the_natural_hand_of_a_reading_pays_as_much(seed: int) -> None:
    """With what the caishen stand for in their places the hand pays at least the same fans."""
    hand, context = caishen_win(Random(seed), Random(seed).randint(1, 4))
    got = scored(hand, replace(context, last_of_kind=False, kong=False), Options(max_copies=4)) if (
        score(hand, context, Options(max_copies=4))
    ) else None  # fmt: skip
    if got is None:
        return
    stand_for = list(got.caishen_as)
    if hand.win is CAISHEN:
        stand_for.remove(got.reading.win)
    natural = replace(
        hand,
        concealed=(*(piece for piece in hand.concealed if piece is not CAISHEN), *stand_for),
        win=got.reading.win,
    )
    plain = scored(natural, replace(context, caishen=None, last_of_kind=False, kong=False))
    chicken = 8 if "无番和" in got.fan_counts else 0
    assert plain.total - 2 >= got.total - 2 * got.fan_counts.get("无财神", 0) - chicken


@given(seeds)
def test_the_bound_is_never_below_what_is_found(seed: int) -> None:
    """Without the bound the same readings are found."""
    hand, context = deal(seed)
    got = scored(hand, context, explain=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Product, "_bound_at", lambda *_arguments: 10**6)
        free = scored(hand, context, explain=True)
    assert free.total == got.total
    assert len(free.ties) == len(got.ties)
    assert (free.runner_up and free.runner_up.total) == (got.runner_up and got.runner_up.total)


def _traits_in(start: int) -> st.SearchStrategy[int]:
    """A set of one suit, or of the honours."""
    faces = st.integers(start, min(start + 8, 33))
    alike = faces.map(traits_of_alike) | faces.map(traits_of_pair)
    return alike if start == 27 else alike | st.integers(start, start + 6).map(traits_of_chow)


# Alternatives for one place are of one suit, as in the rows of a product.
alternatives = st.sampled_from((0, 9, 18, 27)).flatmap(
    lambda start: st.tuples(_traits_in(start), _traits_in(start))
)


@given(st.lists(alternatives, min_size=5, max_size=5))
def test_more_possible_traits_never_bound_lower(places: list[tuple[int, int]]) -> None:
    exact = possible = -1
    for one, other in places:
        exact &= one
        possible &= one | other
    assert trait_bound(possible) >= settle(trait_flags(exact) & ~flag("all_types"))[0]


@given(st.lists(st.integers(0, 20), max_size=4))
def test_chows_combine_once(chows: list[int]) -> None:
    """Four chows give at most three two-chow fans, beside a three-chow fan one; no pair pays twice."""
    combined = combine_chows(tuple(sorted(chows)))
    pairs = [item.members for item in combined if len(item.members) == 2]
    assert len(set(pairs)) == len(pairs)
    assert len(pairs) <= max(0, len(chows) - 1)
    if any(len(item.members) > 2 for item in combined):
        assert len(pairs) <= 1
        assert len(combined) == 1 + len(pairs)
    assert settle(chow_flags(tuple(sorted(chows))))[0] >= len(pairs)
