"""Sets of fans as the bits of one integer, and what they pay once exclusions are applied.

A fan that can count several times has that many bits, filled from the lowest. 幺九刻 has two groups of bits,
for terminals and for winds, because 三风刻 and its kin exclude it for winds only. A set of fans is settled
from the highest fan down; a fan that is excluded excludes nothing itself (三杠 bars 双暗杠, so 双暗刻 pays).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from huopin.scoring.huopin.fans import BY_ID, FANS
from huopin.scoring.score import Fan

WINDS: Final = ":winds"
ONE: Final = ":one"
_PUNG: Final = "pung_of_terminals_or_honours"


def _layout() -> dict[str, int]:
    """The lowest bit's position for every fan, and for the wind pungs of 幺九刻."""
    positions: dict[str, int] = {}
    position = 0
    for fan in FANS:
        positions[fan.id] = position
        position += fan.most
    positions[_PUNG + WINDS] = position
    return positions


_POSITIONS: Final = _layout()


def flag(fan_id: str, count: int = 1) -> int:
    """The bits of `count` times a fan; `id:winds` addresses the wind pungs of 幺九刻.

    Raises:
        KeyError: no such fan.
    """
    return (1 << count) - 1 << _POSITIONS[fan_id]


def _width(key: str) -> int:
    return BY_ID[key.removesuffix(WINDS)].most


def _excluded_bits(entry: str) -> int:
    if entry.endswith(ONE):
        return flag(entry.removesuffix(ONE))
    if entry == _PUNG:
        return flag(_PUNG, 4) | flag(_PUNG + WINDS, 4)
    return flag(entry, _width(entry))


def _masks() -> tuple[tuple[Fan, int, int], ...]:
    """Each fan with its own bits and the bits it excludes, in the order of the page."""
    masks = []
    for fan in FANS:
        own = flag(fan.id, fan.most) | (flag(_PUNG + WINDS, 4) if fan.id == _PUNG else 0)
        excluded = 0
        for entry in fan.excludes:
            excluded |= _excluded_bits(entry)
        masks.append((fan, own, excluded))
    return tuple(masks)


def _by_bit() -> tuple[tuple[int, int], ...]:
    """For each bit what it pays and the bits it excludes."""
    width = max(own.bit_length() for _fan, own, _excluded in _MASKS)
    table = [(0, 0)] * width
    for fan, own, excluded in _MASKS:
        for bit in range(width):
            if own >> bit & 1:
                table[bit] = fan.value, excluded
    return tuple(table)


_MASKS: Final = _masks()
_BITS: Final = _by_bit()
CHICKEN: Final = flag("chicken_hand")
NO_CAISHEN: Final = flag("no_caishen")


@lru_cache(maxsize=1 << 17)
def settle(flags: int) -> tuple[int, int]:
    """What a set of fans pays, and the fans left of it once exclusions are applied."""
    total = done = 0
    while flags:
        bit = flags & -flags  # bits lie in the order of the page: the highest fan first
        value, excluded = _BITS[bit.bit_length() - 1]
        total += value
        done |= bit
        flags &= ~(bit | excluded)
    return total, done


@lru_cache(maxsize=1 << 16)
def fan_counts(flags: int) -> tuple[tuple[Fan, int], ...]:
    """The fans of a set with how often each counts, in the order of the page."""
    return tuple((fan, (flags & own).bit_count()) for fan, own, _excluded in _MASKS if flags & own)
