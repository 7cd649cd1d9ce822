"""An independent Wenzhou judge: every caishen and every 白板 replaced by plain faces, one after another.

It shares no code with the product but the names of tiles: counting by letters, shapes by plain recursion, the
classes by the words of rules/wenzhou.md. For tests only.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product

FACES = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)) + tuple("ESWNCFP")
WILD = "*"


@dataclass(frozen=True)
class Question:
    """Concealed tiles (`*` a caishen), the winning tile, declared melds as `c`, `p`, `k`, and flags."""

    sixteen: tuple[str, ...]
    win: str
    declared: tuple[str, ...]
    caishen: str
    flags: frozenset[str]


def judge(question: Question) -> str | None:
    """The class of the question: soft, hard, double, refused; None for no win."""
    drawn = bool(question.flags & {"self_draw", "heavenly"})
    may_be_barred = not drawn and "rob_kong" not in question.flags
    wild = [*question.sixteen, question.win].count(WILD)
    classes, barred = set(), False
    for as_whites in product((question.caishen, "P"), repeat=question.sixteen.count("P")):  # W3
        sixteen = _whites(question.sixteen, as_whites)
        if may_be_barred and _is_horse(sixteen, len(question.declared)):  # W13
            barred = True
            continue
        for win in {question.win, question.caishen} if question.win == "P" else {question.win}:
            classes |= set(_classes(question, sixteen, win, wild, drawn))
    if wild == 3 and drawn and not classes:  # W10
        classes = {"double" if question.flags & {"heavenly", "earthly"} else "hard"}
    best = next((name for name in ("double", "hard", "soft") if name in classes), None)
    return best or ("refused" if barred else None)


def _whites(tiles: Sequence[str], as_whites: Sequence[str]) -> tuple[str, ...]:
    choices = iter(as_whites)
    return tuple(next(choices) if tile == "P" else tile for tile in tiles)


def _natural(tiles: Sequence[str]) -> tuple[str, ...]:
    return tuple(tile for tile in tiles if tile != WILD)


@cache
def _substitutions(wild: int) -> tuple[tuple[str, ...], ...]:
    return tuple(combinations_with_replacement(FACES, wild))


def _is_horse(sixteen: Sequence[str], declared: int) -> bool:
    """One caishen aside, the others any face: fifteen tiles that are melds."""
    wild = sixteen.count(WILD)
    return wild > 0 and any(
        _melds(_counted((*_natural(sixteen), *faces)), 5 - declared, False, True)
        for faces in _substitutions(wild - 1)
    )


def _classes(question: Question, sixteen: Sequence[str], win: str, wild: int, drawn: bool) -> Iterator[str]:
    """The class of every reading with 白板 settled."""
    natural = _natural((*sixteen, win))
    chows = "c" in question.declared
    for faces in _substitutions(wild):
        tiles = _counted((*natural, *faces))
        if _melds(tiles, 5 - len(question.declared), True, True):
            yield "soft"
            if drawn or "rob_kong" in question.flags or set(faces) <= {question.caishen}:
                yield "hard"
            single = len(question.declared) == 5 and tuple(sixteen) != (WILD,)  # W12
            if wild == 3 or question.flags & {"heavenly", "earthly"} or single:
                yield "double"
            if not chows and _melds(tiles, 5 - len(question.declared), True, False):  # W16
                yield "double"
    if not question.declared:
        yield from _pair_classes(natural, wild, question.flags)


def _pair_classes(natural: Sequence[str], wild: int, flags: frozenset[str]) -> Iterator[str]:
    """Eight pairs and a single: a caishen completes a pair, pairs up with another or stays alone."""
    counts = Counter(natural)
    pairs = sum(count // 2 for count in counts.values())
    singles = sum(count % 2 for count in counts.values())
    for completing in range(min(wild, singles) + 1):
        for own in range((wild - completing) // 2 + 1):
            alone = wild - completing - 2 * own + singles - completing
            if pairs + completing + own == 8 and alone == 1:
                yield "hard" if wild == 1 and completing else "double"  # W6, W7, W9
                if flags & {"heavenly", "earthly"}:
                    yield "double"


def _counted(tiles: Sequence[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(Counter(tiles).items()))


@lru_cache(maxsize=1 << 16)
def _melds(counted: tuple[tuple[str, int], ...], melds: int, pair: bool, chows: bool) -> bool:
    """Whether the tiles are exactly so many melds, and a pair when asked."""
    if not counted:
        return melds == 0 and not pair
    (tile, count), *others = counted
    rest = dict(others)
    if pair and count >= 2 and _melds(_left(rest, tile, count - 2), melds, False, chows):
        return True
    if melds and count >= 3 and _melds(_left(rest, tile, count - 3), melds - 1, pair, chows):
        return True
    if melds and chows and len(tile) == 2:
        run = [f"{int(tile[0]) + step}{tile[1]}" for step in (1, 2)]
        if all(rest.get(other) for other in run):
            for other in run:
                rest[other] -= 1
            return _melds(_left(rest, tile, count - 1), melds - 1, pair, chows)
    return False


def _left(rest: dict[str, int], tile: str, count: int) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((face, number) for face, number in {**rest, tile: count}.items() if number))
