"""How far tiles are from a shape, caishen as jokers: fast enough to ask thousands of times for one photo.

A shape is a multiset of tiles. The natural tiles that a hand shares with a shape stay; every other tile of
the shape must come from a caishen or by exchange. So the distance to a family of shapes is
`tiles of the shape - most natural tiles shared with any shape of the family - caishen`, never below 0, and 0
is a win. The most tiles shared with `m` melds and `p` pairs is found for each suit alone, kept in a table,
and the four suits are joined by trying every split of the melds and the pair.

Copies are not limited here (a caishen may be a fifth copy [R5], and a wait whose copies are all used counts
as one [R13]), so a distance above 0 can be one too low where only a fifth copy would do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import permutations
from typing import Final

from huopin.scoring.tiles import FACES, WHITE, Piece, Tile

Counts = Sequence[int]
"""Natural tiles of each of the 34 faces, by `Tile.index`; caishen are counted apart.

Up to 7 of a face: in Wenzhou four white dragons and three caishen may all be one face."""

MAX_MELDS: Final = 5
_BITS: Final = 8  # a byte for each count
_MASK: Final = (1 << _BITS) - 1
_WIDTH: Final = 2 * (MAX_MELDS + 1)  # a table holds melds 0-5 without, then with, the pair
_NOTHING: Final = (0,) * _WIDTH
_Table = tuple[int, ...]
_SUIT_STARTS: Final = (0, 9, 18)
_HONOURS: Final = 27
_FACES: Final = len(FACES)

ORPHANS: Final = tuple(face.index for face in FACES if face.is_terminal_or_honour)
"""The thirteen faces of 十三幺."""
KNITTED: Final = tuple(
    tuple(
        start + rank for start, first in zip(_SUIT_STARTS, firsts, strict=True) for rank in range(first, 9, 3)
    )
    for firsts in permutations(range(3))
)
"""The six ways to hold 147, 258 and 369 in one suit each: nine faces."""


def count_faces(pieces: Iterable[Piece]) -> tuple[list[int], int]:
    """Natural tiles by face, and the number of caishen; flowers are left out."""
    counts = [0] * _FACES
    caishen = 0
    for piece in pieces:
        if not isinstance(piece, Tile):
            caishen += 1
        elif piece.index < _FACES:
            counts[piece.index] += 1
    return counts, caishen


def _key(counts: Counts, start: int, stop: int) -> int:
    return int.from_bytes(bytes(counts[start:stop]), "little") | 1 << _BITS * (
        stop - start
    )  # 1 marks the end


def _keys(counts: Counts) -> tuple[int, int, int, int]:
    return _key(counts, 0, 9), _key(counts, 9, 18), _key(counts, 18, 27), _key(counts, 27, 34)


def _shift(table: _Table, melds: int, pairs: int, gain: int, into: list[int]) -> None:
    """Raises `into` to what `table` gives with one more meld or pair that shares `gain` tiles."""
    step = 2 * melds + pairs
    for index in range(0, _WIDTH - 2 * melds, 1 + pairs):
        if table[index] + gain > into[index + step]:
            into[index + step] = table[index] + gain


@lru_cache(maxsize=1 << 18)
def _suit_table(key: int) -> _Table:
    """Most tiles shared with `m` chows or pungs and `p` pairs, at `2 * m + p`; the lowest rank is lowest."""
    if key == 1:
        return _NOTHING
    count = key & _MASK
    rest = key >> _BITS
    dropped = _suit_table(rest)
    if not count:
        return dropped
    best = list(dropped)
    # One meld or pair that holds the lowest rank takes all it can; more of them come by recursion.
    for size, melds in ((3, 1), (2, 0)):
        taken = min(size, count)
        _shift(_suit_table(rest << _BITS | count - taken), melds, 1 - melds, taken, best)
    _shift_chows(rest << _BITS | count - 1, best)
    return tuple(best)


def _shift_chows(key: int, best: list[int]) -> None:
    """Chows with the lowest rank first, in the middle or last: ranks above are shared where present."""
    for above in (2, 1, 0):
        taken, left = 1, key
        for step in range(1, above + 1):
            digit = _BITS * step
            if left >> digit > 1 and left >> digit & _MASK:
                left -= 1 << digit
                taken += 1
        _shift(_suit_table(left), 1, 0, taken, best)


@lru_cache(maxsize=1 << 16)
def _honour_table(key: int) -> _Table:
    """As `_suit_table`, without chows."""
    if key == 1:
        return _NOTHING
    count = key & _MASK
    rest = key >> _BITS
    dropped = _honour_table(rest)
    if not count:
        return dropped
    best = list(dropped)
    for size, melds in ((3, 1), (2, 0)):
        taken = min(size, count)
        _shift(_honour_table(rest << _BITS | count - taken), melds, 1 - melds, taken, best)
    return tuple(best)


def _join(one: _Table, other: _Table) -> _Table:
    best = list(_NOTHING)
    for index, shared in enumerate(one):
        _shift(other, index >> 1, index & 1, shared, best)
    return tuple(best)


@lru_cache(maxsize=1 << 18)
def _two_suits(one: int, other: int) -> _Table:
    return _join(_suit_table(one), _suit_table(other))


@lru_cache(maxsize=1 << 18)
def _suit_and_honours(suit: int, honours: int) -> _Table:
    return _join(_suit_table(suit), _honour_table(honours))


def shared_with_melds(counts: Counts, melds: int) -> int:
    """Most natural tiles shared with any `melds` (0-5) chows or pungs and a pair."""
    characters, dots, bamboo, honours = _keys(counts)
    one, other = _two_suits(characters, dots), _suit_and_honours(bamboo, honours)
    best = 0
    for index in range(2 * melds + 2):
        shared = one[index] + other[2 * melds + 1 - index]
        if shared > best:
            best = shared
    return best


def shared_with_bare_melds(counts: Counts, melds: int) -> int:
    """Most natural tiles shared with any `melds` (0-5) chows or pungs, without a pair."""
    characters, dots, bamboo, honours = _keys(counts)
    one, other = _two_suits(characters, dots), _suit_and_honours(bamboo, honours)
    return max(one[2 * here] + other[2 * (melds - here)] for here in range(melds + 1))


def shared_with_pungs(counts: Counts, melds: int, pairs: int = 1) -> int:
    """Most natural tiles shared with any `melds` (0-5) pungs and `pairs` (0-1) pairs."""
    return reduce(_join, map(_honour_table, _keys(counts)))[2 * melds + pairs]  # all faces as if honours


def shared_with_pairs(counts: Counts, pairs: int) -> int:
    """Most natural tiles shared with any `pairs` pairs; four alike are two pairs."""
    whole = min(pairs, sum(count >> 1 for count in counts))
    return 2 * whole + min(pairs - whole, sum(count & 1 for count in counts))


def shared_with_orphans(counts: Counts) -> int:
    """Natural tiles shared with 十三幺."""
    held = [counts[face] for face in ORPHANS]
    return sum(map(bool, held)) + any(count > 1 for count in held)


def shared_with_unrelated(counts: Counts) -> int:
    """Most natural tiles shared with 全不靠: fourteen of nine knitted faces and the seven honours."""
    honours = sum(map(bool, counts[_HONOURS:]))
    return min(14, honours + max(sum(bool(counts[face]) for face in faces) for faces in KNITTED))


def shared_with_knitted_straight(counts: Counts, melds: int, more_than: int = -1) -> int:
    """Most natural tiles shared with 组合龙, `melds` (0-1) chows or pungs and a pair.

    Straights that cannot share more than `more_than` tiles are not looked into.
    """
    best = more_than
    for faces in KNITTED:
        held = [face for face in faces if counts[face]]
        if len(held) + 3 * melds + 2 > best:
            rest = list(counts)
            for face in held:
                rest[face] -= 1
            best = max(best, len(held) + shared_with_melds(rest, melds))
    return best


def melds_distance(counts: Counts, caishen: int, melds: int) -> int:
    """Tiles to exchange before these make `melds` (0-5) chows or pungs and a pair; 0 is a win."""
    return max(0, 3 * melds + 2 - caishen - shared_with_melds(counts, melds))


def huopin_distance(counts: Counts, caishen: int, melds: int) -> int:
    """Tiles to exchange before the concealed tiles win in any shape of Huopin; 0 is a win.

    Args:
        counts: Natural concealed tiles, the winning tile included, by face.
        caishen: Caishen among the concealed tiles.
        melds: Melds still to be made: 4 less the declared ones.
    """
    shared = shared_with_melds(counts, melds)
    if melds >= 3:
        shared = shared_with_knitted_straight(counts, melds - 3, more_than=shared)
    if melds == 4:
        shared = max(
            shared, shared_with_pairs(counts, 7), shared_with_orphans(counts), shared_with_unrelated(counts)
        )
    return max(0, 3 * melds + 2 - caishen - shared)


def wenzhou_distance(counts: Counts, caishen: int, melds: int, face: Tile | None = None) -> int:
    """Tiles to exchange before the concealed tiles win in any shape of Wenzhou; 0 is a win.

    Args:
        counts: Natural concealed tiles, the winning tile included, by face.
        caishen: Caishen among the concealed tiles.
        melds: Melds still to be made: 5 less the declared ones.
        face: The caishen's face, for which 白板 may stand too [W3].
    """
    distance = min(melds_distance(chosen, caishen, melds) for chosen in _white_choices(counts, face))
    if melds == MAX_MELDS:
        distance = min(distance, max(0, 16 - caishen - shared_with_pairs(counts, 8)))
    return distance


def _white_choices(counts: Counts, face: Tile | None) -> Iterator[Counts]:
    """The counts with none, then more and more 白板 as another face."""
    yield counts
    if face is not None and face != WHITE:
        for whites in range(1, counts[WHITE.index] + 1):
            chosen = list(counts)
            chosen[WHITE.index] -= whites
            chosen[face.index] += whites
            yield chosen
