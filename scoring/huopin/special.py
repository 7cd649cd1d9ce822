"""Wins without melds: 七对 and 连七对, 十三幺, 全不靠 and 七星不靠."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Final

from huopin.scoring.huopin.flags import flag
from huopin.scoring.huopin.frame import Frame
from huopin.scoring.huopin.properties import TILE_TRAITS, trait_bound, trait_flags, traits_of_tiles
from huopin.scoring.score import Shape
from huopin.scoring.shapes import KNITTED, ORPHANS
from huopin.scoring.tiles import FACES

_HONOURS: Final = tuple(range(27, 34))
_SEVEN_PAIRS, _SHIFTED = flag("seven_pairs"), flag("seven_shifted_pairs")
_MAY_ADD: Final = 3 * 2 + 6 + 2
"""四归一 three times, 五门齐 and 无财神: what seven pairs may pay beside their traits."""


def _bits(faces: Iterable[int]) -> int:
    return sum(1 << face for face in faces)


_ORPHAN_BITS: Final = _bits(ORPHANS)
_POOLS: Final = tuple(((*faces, *_HONOURS), _bits((*faces, *_HONOURS))) for faces in KNITTED)
"""The sixteen faces of 全不靠 for each knitted straight, with their bits."""


def search_special(frame: Frame) -> None:
    """Offers every reading of a fully concealed hand without declared melds that makes no melds."""
    if frame.odd.bit_count() <= frame.caishen:
        _seven_pairs(frame)
    if not frame.held & ~_ORPHAN_BITS:
        _thirteen_orphans(frame)
    if frame.held.bit_count() + frame.caishen == 14:
        _unrelated(frame)


def _in_a_row(faces: Sequence[int]) -> bool:
    """Whether sorted faces lie within seven ranks of one suit."""
    return faces[-1] < 27 and faces[0] // 9 == faces[-1] // 9 and faces[-1] - faces[0] <= 6


def _seven_pairs(frame: Frame) -> None:
    odd = [face for face, count in enumerate(frame.counts) if count & 1]
    paired = [count + (count & 1) for count in frame.counts]
    held = [face for face, count in enumerate(paired) if count]
    traits = traits_of_tiles(held)
    bound = frame.sure + 24 + _MAY_ADD + trait_bound(traits) + (88 if _in_a_row(held) else 0)
    if bound < frame.best.threshold:
        return
    for pairs in combinations_with_replacement(range(len(FACES)), (frame.caishen - len(odd)) // 2):
        counts, common = list(paired), traits
        for face in pairs:
            counts[face] += 2
            common &= TILE_TRAITS[face]
        if max(counts) <= frame.most:
            _offer_pairs(frame, counts, common, (*odd, *pairs))


def _offer_pairs(frame: Frame, counts: Sequence[int], traits: int, filled: Sequence[int]) -> None:
    flags = _SEVEN_PAIRS | trait_flags(traits) | flag("tile_hog", sum(count > 3 for count in counts))
    faces = tuple(face for face, count in enumerate(counts) for _ in range(count))
    if max(counts) == 2 and _in_a_row(faces):
        flags |= _SHIFTED
    frame.offer(flags | frame.at_home(filled), Shape.SEVEN_PAIRS, (), faces)


def _thirteen_orphans(frame: Frame) -> None:
    missing = tuple(face for face in ORPHANS if not frame.counts[face])
    doubled = [face for face in ORPHANS if frame.counts[face] > 1]
    spare = frame.caishen - len(missing)
    if spare + len(doubled) != 1 or spare < 0 or any(frame.counts[face] > 2 for face in doubled):
        return
    flags = flag("thirteen_orphans") | trait_flags(traits_of_tiles(ORPHANS))
    for pair in doubled or ORPHANS:
        filled = (*missing, pair) if spare else missing
        faces = tuple(sorted((*ORPHANS, pair)))
        frame.offer(flags | frame.at_home(filled), Shape.THIRTEEN_ORPHANS, (), faces)


def _unrelated(frame: Frame) -> None:
    held = [face for face, count in enumerate(frame.counts) if count]
    ways = {
        tuple(face for face in spare if face not in left_out)
        for pool, bits in _POOLS
        if not frame.held & ~bits
        for spare in [[face for face in pool if face not in held]]
        for left_out in combinations(spare, len(pool) - 14)
    }
    for filled in sorted(ways):
        _offer_unrelated(frame, tuple(sorted((*held, *filled))), filled)


def _offer_unrelated(frame: Frame, faces: tuple[int, ...], filled: tuple[int, ...]) -> None:
    flags = flag("lesser_honours_and_knitted_tiles") | trait_flags(traits_of_tiles(faces))
    honours = sum(face in _HONOURS for face in faces)
    if honours == 7:
        flags |= flag("greater_honours_and_knitted_tiles")
    if honours == 5:
        flags |= flag("knitted_straight")
    frame.offer(flags | frame.at_home(filled), Shape.UNRELATED, (), faces)
