"""What the melds and pair of one suit contribute to a hand, worked out once and kept in tables.

A `SuitSets` is one way to cover a suit, declared melds included, with everything the solver needs to join it
to the other suits: traits to and, tallies to add, chows and pungs to string together, and a bound on what
fans it can make by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from huopin.scoring.huopin import properties
from huopin.scoring.huopin.combinations import FIVES, chow_flags, pung_flags
from huopin.scoring.huopin.covers import (
    BITS,
    MASK,
    PAIR,
    PUNG,
    Cover,
    honour_covers,
    number_covers,
    pack,
    rank_of,
)
from huopin.scoring.huopin.flags import WINDS, flag, settle

HONOURS: Final = 3
"""The place of the honours after the three suits."""
KONG: Final = 48
KNITTED: Final = 64
"""Codes of declared kongs (`48 + rank`) and of a third of a knitted straight (`64 + first rank`)."""
_KIND: Final = ~15

_CHOW_TILES: Final = pack((1, 1, 1))
_KNITTED_TILES: Final = pack((1, 0, 0, 1, 0, 0, 1))

HOG: Final = 1
TERMINAL: Final = 1 << 4
CONCEALED: Final = 1 << 8
_TALLY: Final = 15


class SuitSets(NamedTuple):
    """One way to cover a suit.

    Attributes:
        traits: What all its sets have in common.
        tally: Four-alikes (`HOG`), pungs of 1 and 9 (`TERMINAL`) and concealed pungs (`CONCEALED`), each
            counted in its four bits.
        flags: Fans of its own, of winds and dragons.
        chows: Its chows as codes of `combinations`, and `FIVES` for a pair of fives.
        pungs: Its pungs and kongs as faces 0-26.
        bound: What the fans of this suit alone can pay at most, traits and concealed pungs apart.
        loose: Bits of the ranks at which a winning tile can lie outside a pung.
        tight: Bits of the ranks of concealed pungs.
        wait: Bits of the ranks at which a winning tile can complete an edge, closed or single wait.
        tiles: Its concealed tiles, packed as in `covers`.
        cover: The codes of its concealed sets.
    """

    traits: int
    tally: int
    flags: int
    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    bound: int
    loose: int
    tight: int
    wait: int
    tiles: int
    cover: Cover


NOTHING: Final = SuitSets(properties.EVERYTHING, 0, 0, (), (), 0, 0, 0, 0, 0, ())


@lru_cache(maxsize=1 << 14)
def tally_flags(tally: int) -> int:
    """四归一, 幺九刻 of terminals and the fans of concealed pungs."""
    flags = flag("tile_hog", tally & _TALLY) | flag("pung_of_terminals_or_honours", tally >> 4 & _TALLY)
    concealed = tally >> 8
    for least, fan in (
        (2, "two_concealed_pungs"),
        (3, "three_concealed_pungs"),
        (4, "four_concealed_pungs"),
    ):
        if concealed >= least:
            flags |= flag(fan)
    return flags


class _Kind(NamedTuple):
    """A set apart from where it lies: how it is made and where a winning tile can sit in it."""

    tiles: int
    loose: int
    wait: int


def _kind(code: int) -> _Kind:
    rank, kind = rank_of(code), code & _KIND
    bit = 1 << rank
    if kind == PUNG:
        return _Kind(3 << BITS * rank, 0, 0)
    if kind == PAIR:
        return _Kind(2 << BITS * rank, bit, bit)
    if kind == KONG:
        return _Kind(4 << BITS * rank, 0, 0)
    if kind == KNITTED:
        return _Kind(_KNITTED_TILES << BITS * rank, bit * 0o111, 0)
    edge = bit << 2 if rank == 0 else bit if rank == 6 else 0
    return _Kind(_CHOW_TILES << BITS * rank, bit * 7, bit << 1 | edge)


_KINDS: Final = {
    code: _kind(code)
    for code in (
        *range(7),
        *(kind + rank for kind in (PUNG, PAIR, KONG) for rank in range(9)),
        *(KNITTED + rank for rank in range(3)),
    )
}


def tiles_of(codes: Sequence[int]) -> int:
    """The tiles of sets of one suit, packed as in `covers`."""
    tiles = 0
    for code in codes:
        tiles += _KINDS[code].tiles
    return tiles


def _traits(code: int, start: int) -> int:
    face, kind = start + rank_of(code), code & _KIND
    if kind == PAIR:
        return properties.traits_of_pair(face)
    if kind in (PUNG, KONG):
        return properties.traits_of_alike(face)
    if kind == KNITTED:
        return properties.traits_of_knitted(range(face, face + 9, 3))
    return properties.traits_of_chow(face)


_TRAITS: Final = tuple(
    {
        code: _traits(code, 9 * suit)
        for code in _KINDS
        if suit < HONOURS or (PUNG <= code < KNITTED and code & 15 < 7)
    }
    for suit in range(4)
)


def _alike_count(tiles: int, declared: Sequence[int]) -> int:
    """Faces held four times or more and not as a kong (四归一)."""
    for code in declared:
        if code & _KIND == KONG:
            tiles &= ~(MASK << BITS * rank_of(code))
    count = 0
    while tiles:
        count += tiles & MASK > 3
        tiles >>= BITS
    return count


def _within(tiles: int, most: int) -> bool:
    while tiles:
        if tiles & MASK > most:
            return False
        tiles >>= BITS
    return True


def _number_sets(
    suit: int, tiles: int, declared: tuple[int, ...], melds: int, pairs: int, most: int
) -> tuple[SuitSets, ...]:
    """Every way to cover a suit's natural tiles, best bound first.

    Args:
        suit: 0-2.
        tiles: Natural concealed tiles, packed as in `covers`.
        declared: Codes of declared melds and of the knitted third in this suit.
        melds: Concealed melds to make.
        pairs: 1 when the pair is of this suit.
        most: Copies of a face that the hand may show [R5].
    """
    found = (_number_set(suit, cover, declared, most) for cover in number_covers(tiles, melds, pairs))
    return _by_bound(sets for sets in found if sets)


# Caishen make long rows, of which few are worth keeping; natural suits have one cover or two.
number_sets = lru_cache(maxsize=1 << 10)(_number_sets)
natural_sets = lru_cache(maxsize=1 << 14)(_number_sets)


def _by_bound(found: object) -> tuple[SuitSets, ...]:
    return tuple(sorted(found, key=_bound_of, reverse=True))  # type: ignore[call-overload]


def _bound_of(sets: SuitSets) -> int:
    return sets.bound


def _number_set(suit: int, cover: Cover, declared: tuple[int, ...], most: int) -> SuitSets | None:
    own = tiles_of(cover)
    held = own + tiles_of(declared) if declared else own
    if most < 15 and not _within(held, most):
        return None
    traits, loose, wait, tight, terminals, concealed = properties.EVERYTHING, 0, 0, 0, 0, 0
    chows: list[int] = []
    pungs: list[int] = []
    known = _TRAITS[suit]
    for code in cover:
        traits &= known[code]
        kind = _KINDS[code]
        loose |= kind.loose
        wait |= kind.wait
        if code < PUNG:
            chows.append(7 * suit + code)
        elif code < PAIR:
            rank = code - PUNG
            pungs.append(9 * suit + rank)
            tight |= 1 << rank
            concealed += 1
            terminals += rank in (0, 8)
        elif code == PAIR + 4:
            chows.append(FIVES + suit)
    for code in declared:
        traits &= known[code]
        if code < PUNG:
            chows.append(7 * suit + code)
        elif code >= KNITTED:
            loose |= _KINDS[code].loose
        else:
            pungs.append(9 * suit + rank_of(code))
            terminals += rank_of(code) in (0, 8)
    chows.sort()
    pungs.sort()
    hogs = _alike_count(held, declared)
    bound = 2 * hogs + terminals
    if len(chows) > 1:
        bound += settle(chow_flags(tuple(chows)))[0]
    if len(pungs) > 1:
        bound += settle(pung_flags(tuple(pungs)))[0]
    tally = hogs * HOG + terminals * TERMINAL + concealed * CONCEALED
    return SuitSets(traits, tally, 0, tuple(chows), tuple(pungs), bound, loose, tight, wait, own, cover)


@lru_cache(maxsize=1 << 10)
def honour_sets(
    tiles: int, declared: tuple[int, ...], melds: int, pairs: int, most: int, round_wind: int, seat_wind: int
) -> tuple[SuitSets, ...]:
    """As `number_sets`, for winds (ranks 0-3) and dragons (ranks 4-6); round and seat wind as ranks."""
    found = (
        _honour_set(cover, declared, most, round_wind, seat_wind)
        for cover in honour_covers(tiles, melds, pairs)
    )
    return _by_bound(sets for sets in found if sets)


def _honour_set(
    cover: Cover, declared: tuple[int, ...], most: int, round_wind: int, seat_wind: int
) -> SuitSets | None:
    own = tiles_of(cover)
    held = own + tiles_of(declared)
    if most < 15 and not _within(held, most):
        return None
    traits = properties.EVERYTHING
    for code in (*cover, *declared):
        traits &= _TRAITS[HONOURS][code]
    pungs = [rank_of(code) for code in (*cover, *declared) if code & _KIND != PAIR]
    pair = next((rank_of(code) for code in cover if code & _KIND == PAIR), -1)
    tight = sum({1 << rank_of(code) for code in cover if code & _KIND == PUNG})
    concealed = sum(code & _KIND == PUNG for code in cover)
    flags = _wind_flags(pungs, pair, round_wind, seat_wind) | _dragon_flags(pungs, pair)
    hogs = _alike_count(held, declared)
    bound = 2 * hogs + settle(flags)[0]
    single = 1 << pair if pair >= 0 else 0
    tally = hogs * HOG + concealed * CONCEALED
    return SuitSets(traits, tally, flags, (), (), bound, single, tight, single, own, cover)


def _wind_flags(pungs: Sequence[int], pair: int, round_wind: int, seat_wind: int) -> int:
    """大四喜, 小四喜, 三风刻, 圈风刻, 门风刻, and 幺九刻 of winds that pay neither."""
    winds = [rank for rank in pungs if rank < 4]
    kinds = set(winds)
    plain = sum(rank not in (round_wind, seat_wind) for rank in winds)
    flags = flag("pung_of_terminals_or_honours" + WINDS, plain)
    if round_wind in kinds:
        flags |= flag("prevalent_wind")
    if seat_wind in kinds:
        flags |= flag("seat_wind")
    if len(kinds) >= 3:
        flags |= flag("big_three_winds")
    if len(kinds) == 3 and 0 <= pair < 4 and pair not in kinds:
        flags |= flag("little_four_winds")
    return flags | (flag("big_four_winds") if len(kinds) == 4 else 0)


def _dragon_flags(pungs: Sequence[int], pair: int) -> int:
    """大三元, 小三元, 双箭刻, 箭刻."""
    kinds = {rank for rank in pungs if rank >= 4}
    flags = 0
    for least, fan in ((1, "dragon_pung"), (2, "two_dragon_pungs"), (3, "big_three_dragons")):
        if len(kinds) >= least:
            flags |= flag(fan)
    little = len(kinds) == 2 and pair >= 4 and pair not in kinds
    return flags | (flag("little_three_dragons") if little else 0)
