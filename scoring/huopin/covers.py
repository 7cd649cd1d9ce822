"""Every way to cover the natural tiles of one suit with melds and a pair, caishen filling the gaps.

This is where caishen are resolved: not tile by tile, but by the melds that can absorb them. Tiles of a suit
are packed a byte a rank, lowest rank lowest. A set is coded by its lowest rank: chow `r`, pung `16 + r`,
pair `32 + r`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

PUNG: Final = 16
PAIR: Final = 32
BITS: Final = 8
"""Bits of a rank in packed tiles."""
MASK: Final = (1 << BITS) - 1
_RANK: Final = 15  # the rank in a set's code

Cover = tuple[int, ...]
"""The codes of the sets that cover a suit."""


def pack(counts: Sequence[int]) -> int:
    """Counts by rank in one integer."""
    return int.from_bytes(bytes(counts), "little")


def rank_of(code: int) -> int:
    """The lowest rank of a set."""
    return code & _RANK


@lru_cache(maxsize=1 << 12)
def number_covers(tiles: int, melds: int, pairs: int) -> tuple[Cover, ...]:
    """Every multiset of `melds` chows and pungs and `pairs` pairs of a suit that holds all of `tiles`."""
    filled = 3 * melds + 2 * pairs - size_of(tiles)
    return _number_covers(tiles, 0, 0, 0, melds, pairs, filled) if filled >= 0 else ()


@lru_cache(maxsize=1 << 10)
def honour_covers(tiles: int, melds: int, pairs: int) -> tuple[Cover, ...]:
    """Every multiset of `melds` pungs and `pairs` pairs of honours that holds all of `tiles`."""
    filled = 3 * melds + 2 * pairs - size_of(tiles)
    return _honour_covers(tiles, 0, melds, pairs, filled) if filled >= 0 else ()


def size_of(tiles: int) -> int:
    """How many tiles are packed."""
    size = 0
    while tiles:
        size += tiles & MASK
        tiles >>= BITS
    return size


@lru_cache(maxsize=1 << 12)
def _number_covers(
    tiles: int, rank: int, last: int, middle: int, melds: int, pairs: int, filled: int
) -> tuple[Cover, ...]:
    """Covers of `rank` and above.

    Args:
        tiles: Natural tiles from `rank` up.
        rank: The lowest rank not yet covered.
        last: Chows begun two ranks below, which end here.
        middle: Chows begun one rank below.
        melds: Melds still to begin.
        pairs: Pairs still to place.
        filled: Tiles still to be filled by caishen.
    """
    if rank == 9:
        return ((),) if not (melds or pairs or filled) else ()
    begun = last + middle
    held = tiles & MASK
    covers: list[Cover] = []
    for pair in range(pairs + 1):
        for pungs in range(melds + 1):
            least = begun + 2 * pair + 3 * pungs
            if least > held + filled:
                break
            most = min(melds - pungs, held + filled - least) if rank < 7 else 0
            for chows in range(max(0, held - least), most + 1):
                rest = _number_covers(
                    tiles >> BITS,
                    rank + 1,
                    middle,
                    chows,
                    melds - pungs - chows,
                    pairs - pair,
                    filled - (least + chows - held),
                )
                if rest:
                    here = (rank,) * chows + (PUNG + rank,) * pungs + (PAIR + rank,) * pair
                    covers.extend([here + cover for cover in rest] if here else rest)
    return tuple(covers)


@lru_cache(maxsize=1 << 10)
def _honour_covers(tiles: int, rank: int, melds: int, pairs: int, filled: int) -> tuple[Cover, ...]:
    if rank == 7:
        return ((),) if not (melds or pairs or filled) else ()
    held = tiles & MASK
    covers: list[Cover] = []
    for pair in range(pairs + 1):
        for pungs in range(melds + 1):
            extra = 3 * pungs + 2 * pair - held
            if 0 <= extra <= filled:
                rest = _honour_covers(tiles >> BITS, rank + 1, melds - pungs, pairs - pair, filled - extra)
                here = (PUNG + rank,) * pungs + (PAIR + rank,) * pair
                covers.extend(here + cover for cover in rest)
    return tuple(covers)
