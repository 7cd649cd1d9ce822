"""What all melds and the pair have in common, as bits that are and-ed, and the fans that follow from it.

Every meld or pair carries the bits of `Trait` that hold for it; those of a hand are the `&` of them all. So
the `|` over several candidates for one place is what is possible there: the basis of the solver's bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntFlag, auto
from functools import lru_cache
from typing import Final, NamedTuple

from huopin.scoring.huopin.flags import flag, settle
from huopin.scoring.tiles import FACES, GREEN, WHITE, Suit, Tile


class Trait(IntFlag):
    """What can hold for every tile of a meld or pair, or for the meld or pair as a whole."""

    TERMINAL = auto()
    TERMINAL_OR_HONOUR = auto()
    HONOUR = auto()
    GREEN = auto()
    REVERSIBLE = auto()
    R123 = auto()
    R456 = auto()
    R789 = auto()
    R1234 = auto()
    R6789 = auto()
    SIMPLE = auto()
    NUMBER = auto()
    NO_CHARACTERS = auto()
    NO_DOTS = auto()
    NO_BAMBOO = auto()
    NO_WINDS = auto()
    NO_DRAGONS = auto()
    HAS_TERMINAL_OR_HONOUR = auto()
    HAS_FIVE = auto()
    EVEN = auto()
    ALIKE = auto()
    """A pung, kong or pair."""
    IN_ORDER = auto()
    """A chow, a third of a knitted straight, or a pair of a suit."""


_REVERSIBLE: Final = {Suit.DOTS: (1, 2, 3, 4, 5, 8, 9), Suit.BAMBOO: (2, 4, 5, 6, 8, 9)}
_ABSENT: Final = {
    Suit.CHARACTERS: Trait.NO_CHARACTERS,
    Suit.DOTS: Trait.NO_DOTS,
    Suit.BAMBOO: Trait.NO_BAMBOO,
    Suit.WINDS: Trait.NO_WINDS,
    Suit.DRAGONS: Trait.NO_DRAGONS,
}
_ALL_ABSENT: Final = Trait.NO_CHARACTERS | Trait.NO_DOTS | Trait.NO_BAMBOO | Trait.NO_WINDS | Trait.NO_DRAGONS
_NO_SUIT: Final = (Trait.NO_CHARACTERS, Trait.NO_DOTS, Trait.NO_BAMBOO)
_NO_HONOUR: Final = Trait.NO_WINDS | Trait.NO_DRAGONS
EVERYTHING: Final = int(~Trait(0))
"""The traits of no meld at all: whatever can hold does."""

# A trait of tiles and the test that each tile passes.
_TILE_TESTS: Final[tuple[tuple[Trait, Callable[[Tile], bool]], ...]] = (
    (Trait.TERMINAL, lambda tile: tile.is_terminal_or_honour and not tile.is_honour),
    (Trait.TERMINAL_OR_HONOUR, lambda tile: tile.is_terminal_or_honour),
    (Trait.HONOUR, lambda tile: tile.is_honour),
    (Trait.GREEN, lambda tile: tile == GREEN or (tile.suit is Suit.BAMBOO and tile.rank in (2, 3, 4, 6, 8))),
    (Trait.REVERSIBLE, lambda tile: tile == WHITE or tile.rank in _REVERSIBLE.get(tile.suit, ())),
    (Trait.R123, lambda tile: not tile.is_honour and tile.rank <= 3),
    (Trait.R456, lambda tile: not tile.is_honour and 4 <= tile.rank <= 6),
    (Trait.R789, lambda tile: not tile.is_honour and tile.rank >= 7),
    (Trait.R1234, lambda tile: not tile.is_honour and tile.rank <= 4),
    (Trait.R6789, lambda tile: not tile.is_honour and tile.rank >= 6),
    (Trait.SIMPLE, lambda tile: not tile.is_terminal_or_honour),
    (Trait.NUMBER, lambda tile: not tile.is_honour),
)


def _of_tile(tile: Tile) -> Trait:
    traits = _ALL_ABSENT & ~_ABSENT[tile.suit]
    for trait, test in _TILE_TESTS:
        if test(tile):
            traits |= trait
    return traits


TILE_TRAITS: Final = tuple(int(_of_tile(face)) for face in FACES)
"""The traits of each face that concern single tiles."""
_FIVE: Final = tuple(not face.is_honour and face.rank == 5 for face in FACES)
_EVEN: Final = tuple(not face.is_honour and face.rank % 2 == 0 for face in FACES)


def traits_of_tiles(faces: Iterable[int]) -> int:
    """What holds for every one of these faces, apart from melds."""
    traits = EVERYTHING
    for face in faces:
        traits &= TILE_TRAITS[face]
    return traits


def traits_of_alike(face: int) -> int:
    """The traits of a pung, kong or pair."""
    traits = Trait(TILE_TRAITS[face]) | Trait.ALIKE
    if traits & Trait.TERMINAL_OR_HONOUR:
        traits |= Trait.HAS_TERMINAL_OR_HONOUR
    if _FIVE[face]:
        traits |= Trait.HAS_FIVE
    if _EVEN[face]:
        traits |= Trait.EVEN
    return int(traits)


def traits_of_pair(face: int) -> int:
    """The traits of a pair: of a suit it also fits 平和."""
    return traits_of_alike(face) | (int(Trait.IN_ORDER) if face < 27 else 0)


def traits_of_chow(first: int) -> int:
    """The traits of the chow that starts with the face `first`."""
    faces = range(first, first + 3)
    traits = Trait(traits_of_tiles(faces)) | Trait.IN_ORDER
    if any(TILE_TRAITS[face] & Trait.TERMINAL_OR_HONOUR for face in faces):
        traits |= Trait.HAS_TERMINAL_OR_HONOUR
    if any(_FIVE[face] for face in faces):
        traits |= Trait.HAS_FIVE
    return int(traits)


def traits_of_knitted(faces: Iterable[int]) -> int:
    """The traits of a third of a knitted straight."""
    return traits_of_tiles(faces) | int(Trait.IN_ORDER)


class _Rule(NamedTuple):
    """A fan that holds when a trait does."""

    fan: str
    needs: int


_RULES: Final = (
    _Rule("all_green", Trait.GREEN),
    _Rule("all_terminals", Trait.TERMINAL),
    _Rule("all_honours", Trait.HONOUR),
    _Rule("all_even_pungs", Trait.EVEN),
    _Rule("upper_tiles", Trait.R789),
    _Rule("middle_tiles", Trait.R456),
    _Rule("lower_tiles", Trait.R123),
    _Rule("all_fives", Trait.HAS_FIVE),
    _Rule("upper_four", Trait.R6789),
    _Rule("lower_four", Trait.R1234),
    _Rule("reversible_tiles", Trait.REVERSIBLE),
    _Rule("all_pungs", Trait.ALIKE),
    _Rule("outside_hand", Trait.HAS_TERMINAL_OR_HONOUR),
    _Rule("all_chows", Trait.IN_ORDER),
    _Rule("all_simples", Trait.SIMPLE),
    _Rule("no_honours", Trait.NUMBER),
)


def _suit_flags(traits: int) -> int:
    """清一色, 混一色, 缺一门, 五门齐: which suits there are."""
    absent = sum(bool(traits & trait) for trait in _NO_SUIT)
    honours = traits & _NO_HONOUR != _NO_HONOUR
    if absent == 2:
        return flag("half_flush" if honours else "full_flush")
    if absent == 1:
        return flag("one_voided_suit")
    return flag("all_types") if not traits & _ALL_ABSENT else 0


@lru_cache(maxsize=1 << 16)
def trait_flags(traits: int) -> int:
    """The fans that follow from what all melds and the pair of a hand have in common."""
    flags = _suit_flags(traits)
    for rule in _RULES:
        if traits & rule.needs == rule.needs:
            flags |= flag(rule.fan)
    if traits & Trait.TERMINAL_OR_HONOUR and not traits & (Trait.TERMINAL | Trait.HONOUR):
        flags |= flag("all_terminals_and_honours")
    return flags


@lru_cache(maxsize=1 << 16)
def trait_bound(traits: int) -> int:
    """No hand whose common traits are among these scores more than this by `trait_flags`, 五门齐 apart.

    Sound because every one of these fans pays at least what it excludes among them, so adding a trait never
    lowers what is settled.
    """
    return settle(trait_flags(traits) & ~flag("all_types"))[0]
