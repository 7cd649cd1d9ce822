"""Wins of melds and a pair, and of 组合龙 with what is left of them.

For every split of the melds and the pair over the suits, each suit lists its covers; those of the suit where
the winning tile lies are marked for what the win makes of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import Final

from huopin.scoring.huopin.covers import BITS, MASK, pack
from huopin.scoring.huopin.flags import NO_CAISHEN, flag
from huopin.scoring.huopin.frame import STARTS, Frame
from huopin.scoring.huopin.product import Joint, Product, Row, cross_bound, offer_joined
from huopin.scoring.huopin.sets import (
    CONCEALED,
    HONOURS,
    KNITTED,
    SuitSets,
    honour_sets,
    natural_sets,
    number_sets,
)
from huopin.scoring.score import Shape
from huopin.scoring.shapes import KNITTED as STRAIGHTS

Share = tuple[int, int]
"""Melds and pairs that a suit is to make."""

_BOUNDS: Final = tuple(pairwise(STARTS))
_FLUSH: Final = (4, 1)
"""The share of a suit that holds the whole concealed hand."""
_EDGE, _CLOSED, _SINGLE = flag("edge_wait"), flag("closed_wait"), flag("single_wait")
_NINE_GATES: Final = flag("nine_gates")
_KNITTED_STRAIGHT: Final = flag("knitted_straight")
_GATES_BASE: Final = pack((3, 1, 1, 1, 1, 1, 1, 1, 3))
_GATES: Final = {_GATES_BASE + (1 << BITS * rank): rank for rank in range(9)}
"""The suits that hold 1112345678999 and one more tile, with that tile's rank."""
_STRAIGHT_BITS: Final = tuple(sum(1 << face for face in straight) for straight in STRAIGHTS)


def search_melds(frame: Frame) -> None:
    """Offers the readings of melds and a pair that may be among the best."""
    _search(frame, Joint(Shape.STANDARD, 0, ()), frame.counts, frame.declared, frame.melds)


def search_knitted_straights(frame: Frame) -> None:
    """Offers the readings of a concealed knitted straight, at most one meld, and a pair."""
    for straight, bits in zip(STRAIGHTS, _STRAIGHT_BITS, strict=True):
        missing = bits & ~frame.held
        if missing.bit_count() <= frame.caishen:
            _search_straight(frame, straight, missing)


def _search_straight(frame: Frame, straight: tuple[int, ...], missing: int) -> None:
    rest = list(frame.counts)
    declared = list(frame.declared)
    for face in straight:
        rest[face] = max(0, rest[face] - 1)
    for face in straight[::3]:
        suit, rank = divmod(face, 9)
        declared[suit] = (*declared[suit], KNITTED + rank)
    flags = _KNITTED_STRAIGHT
    # R10: all caishen lie in the straight, and it lacked their own face alone.
    at_home = frame.home >= 0 and not missing & ~(1 << frame.home)
    if missing and at_home and missing.bit_count() == frame.caishen:
        flags |= NO_CAISHEN
    _search(frame, Joint(Shape.KNITTED_STRAIGHT, flags, straight), rest, declared, frame.melds - 3, at_home)


@lru_cache(maxsize=1 << 10)
def _splits(sizes: tuple[int, ...], melds: int) -> tuple[tuple[Share, ...], ...]:
    """Every way to share melds and the pair among suits that hold so many tiles."""
    return tuple(_split(sizes, melds, 1))


def _split(sizes: tuple[int, ...], melds: int, pairs: int) -> Iterator[tuple[Share, ...]]:
    if not sizes:
        if not melds and not pairs:
            yield ()
        return
    for pair in range(pairs + 1):
        for count in range(melds + 1):
            if 3 * count + 2 * pair >= sizes[0]:
                for rest in _split(sizes[1:], melds - count, pairs - pair):
                    yield ((count, pair), *rest)


def _search(
    frame: Frame,
    joint: Joint,
    counts: Sequence[int],
    declared: Sequence[tuple[int, ...]],
    melds: int,
    at_home: bool = True,
) -> None:
    suits = [counts[start:stop] for start, stop in _BOUNDS]
    sizes = tuple(map(sum, suits))
    left = 3 * melds + 2 - sum(sizes) if at_home else 0
    tiles = list(map(pack, suits))
    products = []
    for split in _splits(sizes, melds):
        rows = _rows(frame, tiles, declared, split)
        if rows:
            _mark(frame, rows, tiles, sizes, split, left)
            if sum(map(len, rows)) == len(rows):
                offer_joined(frame, joint, (rows[0][0], rows[1][0], rows[2][0], rows[3][0]))
            else:
                cross = cross_bound(tuple(split[suit][0] + len(declared[suit]) for suit in range(3)))
                products.append(Product(frame, joint, rows, cross))
    products.sort(key=attrgetter("bound"), reverse=True)
    for product in products:
        if product.bound < frame.best.threshold:
            break
        product.search()


def _rows(
    frame: Frame, tiles: Sequence[int], declared: Sequence[tuple[int, ...]], split: Sequence[Share]
) -> list[Row]:
    """The covers of each suit; empty when a suit has none."""
    rows = []
    sets_of = number_sets if frame.caishen else natural_sets
    for suit in range(4):
        melds, pairs = split[suit]
        if suit == HONOURS:
            row = honour_sets(tiles[suit], declared[suit], melds, pairs, frame.most, *frame.winds)
        else:
            row = sets_of(suit, tiles[suit], declared[suit], melds, pairs, frame.most)
        if not row:
            return []
        rows.append(row)
    return rows


def _mark(
    frame: Frame,
    rows: list[Row],
    tiles: Sequence[int],
    sizes: Sequence[int],
    split: tuple[Share, ...],
    left: int,
) -> None:
    """Marks in the rows what the winning tile and caishen at home make of them.

    Args:
        frame: The hand.
        rows: The covers of each suit, changed in place.
        tiles: The natural tiles of each suit.
        sizes: How many they are.
        split: The melds and pairs of each suit.
        left: Caishen that all suits take up, 0 when none of them can make the caishen at home.
    """
    if frame.win >= 0:
        suit, rank = divmod(frame.win, 9)
        rows[suit] = tuple([_with_win(frame, one, rank) for one in rows[suit]])
    else:
        for suit in range(4):
            if sizes[suit] < 3 * split[suit][0] + 2 * split[suit][1]:
                start = STARTS[suit]
                rows[suit] = tuple(
                    [_with_drawn_caishen(frame, one, start, tiles[suit]) for one in rows[suit]]
                )
    if _FLUSH in split:
        suit = split.index(_FLUSH)
        rows[suit] = tuple([_with_gates(frame, one, STARTS[suit], tiles[suit]) for one in rows[suit]])
    if left and frame.home >= 0:
        suit, rank = divmod(frame.home, 9)
        home = tiles[suit] + (left << BITS * rank)
        rows[suit] = tuple([_raised(one, NO_CAISHEN, 2) if one.tiles == home else one for one in rows[suit]])


def _raised(sets: SuitSets, flags: int, points: int) -> SuitSets:
    return sets._replace(flags=sets.flags | flags, bound=sets.bound + points)


def _wait_flag(sets: SuitSets, rank: int) -> int:
    """The wait fan that a winning tile of a rank completes; the wait is known to be the only one."""
    if (rank == 2 and 0 in sets.cover) or (rank == 6 and 6 in sets.cover):
        return _EDGE
    return _CLOSED if rank and rank - 1 in sets.cover else _SINGLE


def _with_win(frame: Frame, sets: SuitSets, rank: int) -> SuitSets:
    """Sets that hold a natural winning tile: its wait [R13], and the pung that a discard opens [R12]."""
    bit = 1 << rank
    if sets.wait & bit and frame.wait == frame.win:
        return _raised(sets, _wait_flag(sets, rank), 1)
    if frame.discard and sets.tight & bit and not sets.loose & bit:
        return sets._replace(tally=sets.tally - CONCEALED)
    return sets


def _filled(sets: SuitSets, tiles: int, rank: int) -> bool:
    """Whether a caishen stands for the rank."""
    return (sets.tiles >> BITS * rank & MASK) > (tiles >> BITS * rank & MASK)


def _with_drawn_caishen(frame: Frame, sets: SuitSets, start: int, tiles: int) -> SuitSets:
    """Sets that may hold the drawn caishen where it completes the only wait [R13]."""
    rank = frame.wait - start if sets.wait else -1
    if 0 <= rank < 9 and sets.wait >> rank & 1 and _filled(sets, tiles, rank):
        return _raised(sets, _wait_flag(sets, rank), 1)
    return sets


def _with_gates(frame: Frame, sets: SuitSets, start: int, tiles: int) -> SuitSets:
    """九莲宝灯: the tiles other than the winning one are 1112345678999."""
    rank = _GATES.get(sets.tiles)
    if rank is None:
        return sets
    completes = frame.win == start + rank if frame.win >= 0 else _filled(sets, tiles, rank)
    return _raised(sets, _NINE_GATES, 88) if completes else sets
