"""What the melds and pair of one suit contribute to a hand, worked out once and kept in tables.

A `SuitSets` is one way to cover a suit, declared melds included, with everything the solver needs to join it
to the other suits: traits to and, tallies to add, chows and pungs to string together, and a bound on what
fans it can make by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import attrgetter
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


class _Part(NamedTuple):
    """What one set brings, by its code.

    Attributes:
        tiles: Its tiles, packed as in `covers`.
        traits: Its traits.
        tally: `TERMINAL` for a pung of 1 or 9, `CONCEALED` for a concealed pung.
        chow: Its code among chows; -1 for none.
        pung: Its face among suit pungs; -1 for none.
        loose: As in `SuitSets`.
        tight: As in `SuitSets`.
        wait: As in `SuitSets`.
    """

    tiles: int
    traits: int
    tally: int = 0
    chow: int = -1
    pung: int = -1
    loose: int = 0
    tight: int = 0
    wait: int = 0


def _chow(suit: int, rank: int) -> _Part:
    bit = 1 << rank
    edge = bit << 2 if rank == 0 else bit if rank == 6 else 0
    traits = properties.traits_of_chow(9 * suit + rank)
    return _Part(
        _CHOW_TILES << BITS * rank, traits, chow=7 * suit + rank, loose=bit * 7, wait=bit << 1 | edge
    )


def _pair(suit: int, rank: int) -> _Part:
    bit = 1 << rank
    five = FIVES + suit if suit < HONOURS and rank == 4 else -1
    return _Part(2 << BITS * rank, properties.traits_of_pair(9 * suit + rank), chow=five, loose=bit, wait=bit)


def _pung(suit: int, rank: int, size: int) -> _Part:
    face = 9 * suit + rank
    terminal = TERMINAL if suit < HONOURS and rank in (0, 8) else 0
    pung = face if suit < HONOURS else -1
    return _Part(size << BITS * rank, properties.traits_of_alike(face), terminal, pung=pung)


def _knitted(suit: int, rank: int) -> _Part:
    face = 9 * suit + rank
    traits = properties.traits_of_knitted(range(face, face + 9, 3))
    return _Part(_KNITTED_TILES << BITS * rank, traits, loose=0o111 << rank)


def _concealed_parts(suit: int) -> dict[int, _Part]:
    """The sets that a cover can hold, by code."""
    parts = {}
    for rank in range(7 if suit == HONOURS else 9):
        pung = _pung(suit, rank, 3)
        parts[PUNG + rank] = pung._replace(tally=pung.tally + CONCEALED, tight=1 << rank)
        parts[PAIR + rank] = _pair(suit, rank)
    return parts if suit == HONOURS else {**parts, **{rank: _chow(suit, rank) for rank in range(7)}}


def _declared_parts(suit: int) -> dict[int, _Part]:
    """Declared melds, in which the winning tile cannot lie, and the concealed third of a knitted straight."""
    parts = {}
    for rank in range(7 if suit == HONOURS else 9):
        parts[PUNG + rank] = _pung(suit, rank, 3)
        parts[KONG + rank] = _pung(suit, rank, 4)
    if suit == HONOURS:
        return parts
    chows = {rank: _chow(suit, rank)._replace(loose=0, wait=0) for rank in range(7)}
    return {**parts, **chows, **{KNITTED + rank: _knitted(suit, rank) for rank in range(3)}}


_CONCEALED_PARTS: Final = tuple(map(_concealed_parts, range(4)))
_DECLARED_PARTS: Final = tuple(map(_declared_parts, range(4)))


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
    return _by_bound(found)


# Caishen make long rows, of which few are worth keeping; natural suits have one cover or two.
number_sets = lru_cache(maxsize=1 << 10)(_number_sets)
natural_sets = lru_cache(maxsize=1 << 14)(_number_sets)


def _by_bound(found: Iterable[SuitSets | None]) -> tuple[SuitSets, ...]:
    return tuple(sorted((sets for sets in found if sets), key=attrgetter("bound"), reverse=True))


def _joined(suit: int, cover: Cover, declared: tuple[int, ...], most: int) -> SuitSets | None:
    """A cover and the declared melds together, without flags and bound; None with too many copies [R5]."""
    own = [_CONCEALED_PARTS[suit][code] for code in cover]
    parts = [*own, *(_DECLARED_PARTS[suit][code] for code in declared)]
    traits = properties.EVERYTHING
    held = tally = loose = tight = wait = 0
    for part in parts:
        held += part.tiles
        traits &= part.traits
        tally += part.tally
        loose |= part.loose
        tight |= part.tight
        wait |= part.wait
    if not _within(held, most):
        return None
    return SuitSets(
        traits,
        tally + HOG * _alike_count(held, declared),
        flags=0,
        chows=tuple(sorted([part.chow for part in parts if part.chow >= 0])),
        pungs=tuple(sorted([part.pung for part in parts if part.pung >= 0])),
        bound=0,
        loose=loose,
        tight=tight,
        wait=wait,
        tiles=sum([part.tiles for part in own]),
        cover=cover,
    )


def _number_set(suit: int, cover: Cover, declared: tuple[int, ...], most: int) -> SuitSets | None:
    sets = _joined(suit, cover, declared, most)
    if sets is None:
        return None
    bound = 2 * (sets.tally & _TALLY) + (sets.tally >> 4 & _TALLY)
    if len(sets.chows) > 1:
        bound += settle(chow_flags(sets.chows))[0]
    if len(sets.pungs) > 1:
        bound += settle(pung_flags(sets.pungs))[0]
    return sets._replace(bound=bound)


@lru_cache(maxsize=1 << 10)
def honour_sets(
    tiles: int, declared: tuple[int, ...], melds: int, pairs: int, most: int, round_wind: int, seat_wind: int
) -> tuple[SuitSets, ...]:
    """As `number_sets`, for winds (ranks 0-3) and dragons (ranks 4-6); round and seat wind as ranks."""
    found = (
        _honour_set(cover, declared, most, round_wind, seat_wind)
        for cover in honour_covers(tiles, melds, pairs)
    )
    return _by_bound(found)


def _honour_set(
    cover: Cover, declared: tuple[int, ...], most: int, round_wind: int, seat_wind: int
) -> SuitSets | None:
    sets = _joined(HONOURS, cover, declared, most)
    if sets is None:
        return None
    pungs = [rank_of(code) for code in (*cover, *declared) if code & _KIND != PAIR]
    pair = next((rank_of(code) for code in cover if code & _KIND == PAIR), -1)
    flags = _wind_flags(pungs, pair, round_wind, seat_wind) | _dragon_flags(pungs, pair)
    return sets._replace(flags=flags, bound=2 * (sets.tally & _TALLY) + settle(flags)[0])


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
