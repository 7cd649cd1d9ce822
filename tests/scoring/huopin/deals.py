"""Random winning hands of every shape, drawn so that every fan occurs."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from huopin.scoring import CAISHEN, FACES, Context, Hand, Meld, MeldKind, Options, Tile
from huopin.scoring.huopin import check
from huopin.scoring.shapes import KNITTED, ORPHANS
from huopin.scoring.tiles import WINDS

_ALL: Final = tuple(range(34))
_HONOURS: Final = tuple(range(27, 34))


def _ranks(*ranks: int) -> tuple[int, ...]:
    return tuple(9 * suit + rank - 1 for suit in range(3) for rank in ranks)


_SUITS: Final = tuple(tuple(range(9 * suit, 9 * suit + 9)) for suit in range(3))
_GREEN: Final = (19, 20, 21, 23, 25, 32)
_REVERSIBLE: Final = (9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 33)

THEMES: Final[tuple[tuple[int, ...], ...]] = (
    *(_ALL,) * 6,
    *_SUITS * 2,
    *((*suit, *_HONOURS) for suit in _SUITS),
    (*_SUITS[0], *_SUITS[1]),
    (*_SUITS[1], *_SUITS[2]),
    _HONOURS,
    tuple(ORPHANS),
    _ranks(1, 9),
    _GREEN,
    _REVERSIBLE,
    _ranks(1, 2, 3),
    _ranks(4, 5, 6),
    _ranks(7, 8, 9),
    _ranks(1, 2, 3, 4),
    _ranks(6, 7, 8, 9),
    _ranks(2, 4, 6, 8),
    _ranks(3, 4, 5, 6, 7),
    _ranks(2, 3, 4, 5, 6, 7, 8),
    _ranks(1, 2, 3, 7, 8, 9),
    (*_ranks(1, 2, 3, 7, 8, 9), *_HONOURS),
    (27, 28, 29, 30, *_SUITS[0][:3]),
    (31, 32, 33, *_SUITS[1][4:], *_SUITS[2][:2]),
)


def _meld_at(random: Random, theme: Sequence[int], pungs: float) -> tuple[int, ...]:
    face = random.choice(theme)
    if random.random() < pungs or face >= 27:
        return (face,) * 3
    first = min(face, face // 9 * 9 + 6)
    chow = (first, first + 1, first + 2)
    return chow if all(tile in theme for tile in chow) else (face,) * 3


def _related(random: Random, meld: tuple[int, ...]) -> tuple[int, ...]:
    """A meld that goes with another: shifted in its suit, or the same or shifted in another."""
    if meld[0] >= 27:
        return ((random.randrange(27, 31) if meld[0] < 31 else random.randrange(31, 34)),) * 3
    suit = random.choice((meld[0] // 9, random.randrange(3)))
    rank = meld[0] % 9 + random.choice((0, 0, 1, 1, 2, 3, 3, 6, -6))
    moved = tuple(9 * suit + rank + tile - meld[0] for tile in meld)
    fits = rank >= 0 and rank + meld[-1] - meld[0] <= 8
    return moved if fits else meld


def _melds(random: Random, theme: Sequence[int], count: int) -> list[tuple[int, ...]]:
    pungs = random.choice((0.0, 0.15, 0.5, 1.0))
    related = random.random() < 0.5
    melds: list[tuple[int, ...]] = []
    for _ in range(count):
        again = related and melds and random.random() < 0.7
        melds.append(_related(random, random.choice(melds)) if again else _meld_at(random, theme, pungs))
    return melds


def _declare(random: Random, meld: tuple[int, ...]) -> Meld:
    tiles = [FACES[face] for face in meld]
    if meld[0] == meld[1] and random.random() < 0.4:
        return Meld.of(tiles + tiles[:1], concealed=random.random() < 0.5)
    return Meld.of(tiles)


def _standard(random: Random) -> tuple[list[int], tuple[Meld, ...]]:
    theme = random.choice(THEMES)
    melds = _melds(random, theme, 4)
    pair = random.choice(theme if random.random() < 0.8 else melds[0])
    if {melds[0][0] % 9, melds[1][0] % 9} == {0, 6} and random.random() < 0.8:
        pair = random.randrange(3) * 9 + 4
    declared = random.choice((0, 0, 0, 1, 2, 3, 4))
    tiles = [face for meld in melds[declared:] for face in meld] + [pair] * 2
    return tiles, tuple(_declare(random, meld) for meld in melds[:declared])


def _two_dragons(random: Random) -> tuple[list[int], tuple[Meld, ...]]:
    one, other = random.choice((random.sample(range(3), 2), [random.randrange(3)] * 2))
    pair = one if one == other else 3 - one - other
    chows = [
        (9 * suit + low, 9 * suit + low + 1, 9 * suit + low + 2) for suit in (one, other) for low in (0, 6)
    ]
    random.shuffle(chows)
    declared = random.choice((0, 0, 1, 2))
    tiles = [face for chow in chows[declared:] for face in chow] + [9 * pair + 4] * 2
    return tiles, tuple(Meld.of(FACES[face] for face in chow) for chow in chows[:declared])


def _gates(random: Random) -> tuple[list[int], tuple[Meld, ...]]:
    start = 9 * random.randrange(3)
    ranks = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, random.randrange(9)]
    return [start + rank for rank in ranks], ()


def _seven_pairs(random: Random) -> tuple[list[int], tuple[Meld, ...]]:
    theme = random.choice(THEMES)
    if random.random() < 0.15:
        first = 9 * random.randrange(3) + random.randrange(3)
        return [face for face in range(first, first + 7) for _ in range(2)], ()
    return [face for face in random.choices(theme, k=7) for _ in range(2)], ()


def _orphans(random: Random) -> tuple[list[int], tuple[Meld, ...]]:
    return [*ORPHANS, random.choice(ORPHANS)], ()


def _unrelated(random: Random) -> tuple[list[int], tuple[Meld, ...]]:
    pool = [*random.choice(KNITTED), *_HONOURS]
    if random.random() < 0.3:
        return [*random.sample(pool[:9], 7), *pool[9:]], ()
    if random.random() < 0.4:
        return [*pool[:9], *random.sample(pool[9:], 5)], ()
    return random.sample(pool, 14), ()


def _knitted_straight(random: Random) -> tuple[list[int], tuple[Meld, ...]]:
    meld = _meld_at(random, _ALL, 0.5)
    tiles = [*random.choice(KNITTED), *[random.choice(_ALL)] * 2]
    if random.random() < 0.5:
        return [*tiles, *meld], ()
    return tiles, (_declare(random, meld),)


def _plain(random: Random) -> tuple[list[int], tuple[Meld, ...]]:
    """Likely without any fan: 无番和."""
    suits = random.sample(range(3), 3)
    chow, pung, other, last = (9 * suit + random.randrange(1, 6) for suit in (*suits, suits[0]))
    declared = [(chow, chow + 1, chow + 2), (pung,) * 3, (other,) * 3]
    return [random.choice(_HONOURS)] * 2 + [last] * 3, tuple(
        Meld.of(FACES[face] for face in meld) for meld in declared
    )


_SHAPES: Final = (
    (_standard, 80),
    (_plain, 2),
    (_two_dragons, 3),
    (_gates, 2),
    (_seven_pairs, 7),
    (_orphans, 1),
    (_unrelated, 4),
    (_knitted_straight, 5),
)


def _context(random: Random, hand: Hand) -> Context:
    """Circumstances that the hand does not contradict."""
    assert isinstance(hand.win, Tile)
    self_draw = random.random() < 0.5
    alone = hand.win not in hand.concealed
    nowhere = alone and all(hand.win not in meld.tiles for meld in hand.melds)
    has_kong = any(meld.kind is MeldKind.KONG for meld in hand.melds)
    can_kong = has_kong if self_draw else nowhere
    kong = can_kong and random.random() < 0.15
    return Context(
        self_draw=self_draw,
        round_wind=random.choice(WINDS),
        seat_wind=random.choice(WINDS),
        last_of_kind=alone and random.random() < 0.08,
        wall_last=random.random() < 0.08,
        kong=kong,
    )


def with_caishen(random: Random, hand: Hand, context: Context, count: int) -> tuple[Hand, Context] | None:
    """The same hand with `count` tiles replaced by caishen; None when it cannot be."""
    face = random.choice(FACES)
    pieces = list(hand.pieces)
    last = len(pieces) - 1
    free = [place for place in range(last + context.self_draw) if random.random() < 0.9 or place < last]
    if len(free) < count:
        return None
    for place in random.sample(free, count):
        pieces[place] = CAISHEN
    caishen = Hand(tuple(pieces[:-1]), hand.melds, pieces[-1], (), hand.unnamed_flowers)
    waiting = replace(context, caishen=face)
    if face in caishen.tiles or check(caishen, waiting, Options()):
        return None
    return caishen, waiting


def caishen_win(random: Random, count: int) -> tuple[Hand, Context]:
    """A winning hand with so many caishen, none of their face in its melds or natural tiles."""
    while True:
        dealt = with_caishen(random, *natural_win(random), count)
        if dealt is not None:
            return dealt


def natural_win(random: Random) -> tuple[Hand, Context]:
    """A winning hand without caishen, no face more than four times, and how it was won."""
    shapes, weights = zip(*_SHAPES, strict=True)
    while True:
        tiles, melds = random.choices(shapes, weights)[0](random)
        copies = Counter([*tiles, *(tile.index for meld in melds for tile in meld.tiles)])
        if max(copies.values()) <= 4:
            break
    random.shuffle(tiles)
    flowers = random.choice((0, 0, 0, 0, random.randrange(9)))
    hand = Hand(tuple(FACES[face] for face in tiles[:-1]), melds, FACES[tiles[-1]], unnamed_flowers=flowers)
    return hand, _context(random, hand)
