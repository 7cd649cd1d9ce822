"""Random Wenzhou hands, winning and not, for the comparison with the brute-force judge."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from scoring.wenzhou.brute import FACES, WILD, Question

_FLAGS: Final = ((), (), ("self_draw",), ("rob_kong",), ("self_draw", "heavenly"), ("earthly",))
_CHOWS: Final = tuple(
    tuple(f"{rank + step}{suit}" for step in range(3)) for suit in "mps" for rank in range(1, 8)
)
_PUNGS: Final = tuple((face,) * 3 for face in FACES)


def random_question(random: Random) -> Question:
    """A hand that can exist: at most four of a face, three caishen, one of them perhaps a lone one."""
    while True:
        question = _try(random)
        if question is not None:
            return question


def _try(random: Random) -> Question | None:
    caishen = random.choice(FACES)
    shape = random.choice((_standard, _standard, _standard, _pungs, _pairs, _horse, _scattered))
    tiles, declared = shape(random)
    tiles = _settle_caishen(random, tiles, caishen)
    for _ in range(random.choice((0, 0, 0, 1, 2))):  # near misses
        tiles[random.randrange(len(tiles))] = random.choice(FACES)
    if shape is not _horse:
        random.shuffle(tiles)
    flags = random.choice(_FLAGS)
    counts = Counter(tiles)
    if counts[WILD] + counts[caishen] > 3 or counts[caishen] or max(counts.values()) > 4:
        return None
    if "rob_kong" in flags and (counts[tiles[-1]] > 1 or tiles[-1] == WILD):
        return None
    if declared and {"heavenly", "earthly"} & set(flags):
        return None
    return Question(tuple(tiles[:-1]), tiles[-1], declared, caishen, frozenset(flags))


def _settle_caishen(random: Random, tiles: list[str], caishen: str) -> list[str]:
    """A tile of the caishen's face is a caishen or, mostly, 白板 in its place; others become caishen too."""
    wild = random.choice((0, 0, 1, 1, 1, 2, 2, 3))
    places = random.sample(range(len(tiles)), wild) if len(tiles) >= wild else []
    tiles = [WILD if place in places else tile for place, tile in enumerate(tiles)]
    return [(WILD if random.random() < 0.4 or caishen == "P" else "P") if t == caishen else t for t in tiles]


def _melds(random: Random, kinds: Sequence[tuple[str, ...]], number: int) -> list[str]:
    return [tile for _ in range(number) for tile in random.choice(kinds)]


def _standard(random: Random) -> tuple[list[str], tuple[str, ...]]:
    exposed = random.choice((0, 0, 0, 1, 2, 3, 4, 5))
    kinds = random.choice((_CHOWS, _CHOWS + _PUNGS))
    return [*_melds(random, kinds, 5 - exposed), *[random.choice(FACES)] * 2], _declared(
        random, exposed, "cpk"
    )


def _pungs(random: Random) -> tuple[list[str], tuple[str, ...]]:
    exposed = random.randrange(5)
    return [*_melds(random, _PUNGS, 5 - exposed), *[random.choice(FACES)] * 2], _declared(
        random, exposed, "pk"
    )


def _declared(random: Random, number: int, kinds: str) -> tuple[str, ...]:
    return tuple(random.choice(kinds) for _ in range(number))


def _pairs(random: Random) -> tuple[list[str], tuple[str, ...]]:
    return [*(face for face in random.choices(FACES, k=8) for _ in range(2)), random.choice(FACES)], ()


def _horse(random: Random) -> tuple[list[str], tuple[str, ...]]:
    exposed = random.choice((0, 1, 3, 5))
    melds = _melds(random, random.choice((_CHOWS, _PUNGS, _CHOWS + _PUNGS)), 5 - exposed)
    return [*melds, WILD, random.choice(FACES)], _declared(random, exposed, "cpk")


def _scattered(random: Random) -> tuple[list[str], tuple[str, ...]]:
    return random.sample(FACES * 4, 17), ()
