"""Fans made by chows with chows and by pungs with pungs, under the combination principles.

`rules/huopin.md` §2: the same pair of melds pays a fan once, and after the first combination every further
two-chow fan must bring in a chow not yet used. So the two-chow fans of a hand are a spanning forest of the
graph whose edges are the pairs of chows that make one: four chows give three at most, and beside a three-chow
fan, whose chows are one tree already, the fourth chow gives one at most.

A chow is coded 0-20, seven to a suit, by its lowest tile; a pung by its face 0-26.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from huopin.scoring.huopin.fans import BY_ID
from huopin.scoring.huopin.flags import flag

FIVES: Final = 21
"""Codes 21-23 stand for a pair of fives, 5万 5饼 5条, among the chows: two dragons need it."""


class Combined(NamedTuple):
    """A fan and the melds it is made of, as places in the sequence that was asked about."""

    fan: str
    members: tuple[int, ...]


_Melds = tuple[tuple[int, int], ...]
"""(suit, rank) of each meld; the rank of a chow is that of its lowest tile, from 0."""
_Test = Callable[[_Melds], bool]
_FanOf = Callable[[_Melds], tuple[int, str] | None]


def _one_suit(melds: _Melds) -> bool:
    return len({suit for suit, _rank in melds}) == 1


def _all_suits(melds: _Melds) -> bool:
    return len({suit for suit, _rank in melds}) == len(melds)


def _steps(melds: _Melds) -> set[int]:
    """The distances between neighbours in order of rank."""
    ranks = sorted(rank for _suit, rank in melds)
    return {high - low for low, high in pairwise(ranks)}


def is_pure_same(melds: _Melds) -> bool:
    """一般高, 一色三同顺, 一色四同顺: identical chows."""
    return _one_suit(melds) and _steps(melds) == {0}


def is_mixed_same(melds: _Melds) -> bool:
    """喜相逢, 三色三同顺 of chows, 双同刻, 三同刻 of pungs: one rank, each of its own suit."""
    return _all_suits(melds) and _steps(melds) == {0}


def is_pure_shifted(melds: _Melds) -> bool:
    """一色三节高, 一色四节高 of pungs: one suit, each one higher."""
    return _one_suit(melds) and _steps(melds) == {1}


def is_pure_shifted_chows(melds: _Melds) -> bool:
    """一色三步高, 一色四步高: one suit, each one higher or each two higher."""
    return _one_suit(melds) and _steps(melds) in ({1}, {2})


def is_mixed_shifted(melds: _Melds) -> bool:
    """三色三步高 of chows, 三色三节高 of pungs: each of its own suit, each one higher."""
    return _all_suits(melds) and _steps(melds) == {1}


def is_pure_straight(melds: _Melds) -> bool:
    """清龙: 123 456 789 of one suit; as two chows 连六."""
    return _one_suit(melds) and _steps(melds) == {3}


def is_mixed_straight(melds: _Melds) -> bool:
    """花龙: 123 456 789, each of its own suit."""
    return _all_suits(melds) and _steps(melds) == {3} and min(rank for _suit, rank in melds) == 0


def is_two_terminal(melds: _Melds) -> bool:
    """老少副: 123 and 789 of one suit."""
    return _one_suit(melds) and _steps(melds) == {6}


# Highest first among fans of as many melds.
_CHOW_FANS: Final[dict[int, tuple[tuple[str, _Test], ...]]] = {
    4: (("quadruple_chow", is_pure_same), ("four_pure_shifted_chows", is_pure_shifted_chows)),
    3: (
        ("pure_triple_chow", is_pure_same),
        ("pure_straight", is_pure_straight),
        ("pure_shifted_chows", is_pure_shifted_chows),
        ("mixed_straight", is_mixed_straight),
        ("mixed_triple_chow", is_mixed_same),
        ("mixed_shifted_chows", is_mixed_shifted),
    ),
    2: (
        ("pure_double_chow", is_pure_same),
        ("mixed_double_chow", is_mixed_same),
        ("short_straight", is_pure_straight),
        ("two_terminal_chows", is_two_terminal),
    ),
}
_PUNG_FANS: Final[dict[int, tuple[tuple[str, _Test], ...]]] = {
    4: (("four_pure_shifted_pungs", is_pure_shifted),),
    3: (
        ("pure_shifted_pungs", is_pure_shifted),
        ("triple_pung", is_mixed_same),
        ("mixed_shifted_pungs", is_mixed_shifted),
    ),
    2: (("double_pung", is_mixed_same),),
}


@lru_cache(maxsize=1 << 13)
def _chow_fan(chows: _Melds) -> tuple[int, str] | None:
    """The fan that two, three or four chows make all together, with its place in the table."""
    return _first(_CHOW_FANS[len(chows)], chows)


@lru_cache(maxsize=1 << 13)
def _pung_fan(pungs: _Melds) -> tuple[int, str] | None:
    return _first(_PUNG_FANS[len(pungs)], pungs)


def _first(fans: tuple[tuple[str, _Test], ...], melds: _Melds) -> tuple[int, str] | None:
    return next(((order, fan) for order, (fan, test) in enumerate(fans) if test(melds)), None)


def _found(melds: _Melds, size: int, fan_of: _FanOf) -> Iterator[tuple[int, Combined]]:
    """Every combination of `size` melds that makes a fan, with the fan's place in the table."""
    for members in combinations(range(len(melds)), size):
        fan = fan_of(tuple([melds[place] for place in members]))
        if fan is not None:
            yield fan[0], Combined(fan[1], members)


def _highest(melds: _Melds, size: int, fan_of: _FanOf) -> Iterator[Combined]:
    """The combinations of the highest fan that `size` melds make."""
    found = list(_found(melds, size, fan_of))
    best = min((order for order, _combined in found), default=None)
    return (combined for order, combined in found if order == best)


def _forest(pairs: Sequence[Combined], trees: Sequence[set[int]]) -> list[Combined]:
    """The pairs that each bring in a meld not yet used, starting from melds already joined in trees."""
    joined = [set(tree) for tree in trees]
    chosen = []
    for pair in pairs:
        one, other = (next(tree for tree in joined if place in tree) for place in pair.members)
        if one is not other:
            joined.remove(other)
            one |= other
            chosen.append(pair)
    return chosen


def _combine_two_chows(chows: _Melds, used: tuple[int, ...]) -> list[Combined]:
    # In the order of the page: 清龙 bars 连六 and 三色三同顺 bars 喜相逢, but a fourth chow that could make
    # one of those then repeats a chow, and 一般高 pays as much.
    pairs = [combined for _order, combined in sorted(_found(chows, 2, _chow_fan))]
    alone = [{place} for place in range(len(chows)) if place not in used]
    return _forest(pairs, [set(used), *alone] if used else alone)


def _two_dragons(chows: _Melds, fives: Sequence[int]) -> str | None:
    """一色双龙会 or 三色双龙会: 123 and 789 twice, and a pair of fives."""
    if not fives or sorted(rank for _suit, rank in chows) != [0, 0, 6, 6]:
        return None
    low, high = (sorted(suit for suit, rank in chows if rank == end) for end in (0, 6))
    if low != high:
        return None
    pair = fives[0] - FIVES
    if low[0] == low[1]:
        return "pure_terminal_chows" if pair == low[0] else None
    return "three_suited_terminal_chows" if pair not in low else None


@lru_cache(maxsize=1 << 10)
def combine_chows(codes: tuple[int, ...]) -> tuple[Combined, ...]:
    """The chow fans of a hand, highest first.

    Args:
        codes: Chows 0-20, and the pair when it is one of fives (`FIVES`).
    """
    chows = tuple(divmod(code, 7) for code in codes if code < FIVES)
    fives = [code for code in codes if code >= FIVES]
    # Members are places among all codes; a pair of fives, if any, is skipped.
    places = [place for place, code in enumerate(codes) if code < FIVES]
    dragons = _two_dragons(chows, fives)
    if dragons:
        return (Combined(dragons, tuple(range(len(codes)))),)
    if len(chows) == 4:
        for combined in _highest(chows, 4, _chow_fan):
            return (_placed(combined, places),)
    options = [
        (three, *_combine_two_chows(chows, three.members)) for three in _highest(chows, 3, _chow_fan)
    ] or [tuple(_combine_two_chows(chows, ()))]
    return tuple(_placed(combined, places) for combined in max(options, key=len))


def _placed(combined: Combined, places: Sequence[int]) -> Combined:
    return Combined(combined.fan, tuple(places[place] for place in combined.members))


@lru_cache(maxsize=1 << 10)
def combine_pungs(faces: tuple[int, ...]) -> tuple[Combined, ...]:
    """The fans that suit pungs make together; one of three or four pungs counts once, 双同刻 once a pair."""
    pungs = tuple(divmod(face, 9) for face in faces)
    chosen = [combined for _order, combined in _found(pungs, 2, _pung_fan)]
    for size in (3, 4):
        chosen.extend(list(_highest(pungs, size, _pung_fan))[:1] if len(pungs) >= size else ())
    return tuple(chosen)


def _flags(combined: Sequence[Combined]) -> int:
    flags = 0
    for fan in {item.fan for item in combined}:
        flags |= flag(fan, min(BY_ID[fan].most, sum(item.fan == fan for item in combined)))
    return flags


@lru_cache(maxsize=1 << 17)
def chow_flags(codes: tuple[int, ...]) -> int:
    """`combine_chows` as a set of fans."""
    return _flags(combine_chows(codes))


@lru_cache(maxsize=1 << 16)
def pung_flags(faces: tuple[int, ...]) -> int:
    """`combine_pungs` as a set of fans."""
    return _flags(combine_pungs(faces))
