"""The best readings of a hand: melds and pairs that absorb the caishen, searched with a sound bound.

Not tile by tile: `covers` lists, for each suit alone, every way to cover its natural tiles with a given
number of melds and pairs, the gaps being caishen. A reading joins one cover of each suit. For every split of
the melds and the pair over the suits the search walks through the product of the four lists and leaves a
branch as soon as its bound is below the best total found.

The bound adds, for what is fixed so far and for what may still come: the most that common traits can pay
(`trait_bound` of the traits still possible), the most that each suit's own chows, pungs and honours pay
(`SuitSets.bound`), the most for concealed pungs, the most for fans across suits (`_cross_bound`), and what
the win itself pays. Every fan belongs to one of these parts, and no part is below what its fans pay in any
reading of the branch, so no branch that is left holds a better or an equal reading. See `docs/scoring.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Final, NamedTuple

from huopin.scoring.hand import Context, Hand, Meld, MeldKind, Options
from huopin.scoring.huopin import properties
from huopin.scoring.huopin.circumstances import circumstance_flags
from huopin.scoring.huopin.combinations import chow_flags, pung_flags
from huopin.scoring.huopin.covers import BITS, MASK, PUNG, pack
from huopin.scoring.huopin.flags import CHICKEN, NO_CAISHEN, flag, settle
from huopin.scoring.huopin.sets import (
    CONCEALED,
    HONOURS,
    KNITTED,
    KONG,
    SuitSets,
    honour_sets,
    number_sets,
    tally_flags,
)
from huopin.scoring.huopin.waits import only_wait
from huopin.scoring.score import Shape
from huopin.scoring.shapes import KNITTED as STRAIGHTS
from huopin.scoring.shapes import ORPHANS, count_faces
from huopin.scoring.tiles import FACES, Tile

_STARTS: Final = (0, 9, 18, 27, 34)
_UNLIMITED: Final = 15
_SUITS: Final = range(4)

# The suits that hold 1112345678999 and one more tile, with that tile's rank.
_GATES_BASE: Final = pack((3, 1, 1, 1, 1, 1, 1, 1, 3))
_GATES: Final = {_GATES_BASE + (1 << BITS * rank): rank for rank in range(9)}
_CONCEALED_BOUND: Final = tuple(settle(tally_flags(count * CONCEALED))[0] for count in range(5))
"""What a number of concealed pungs pays at most."""
_CHOW_LIMIT: Final = 9
"""花龙 or 三色三同顺 8, and one two-chow fan for the fourth chow."""
_ALL_TYPES: Final = 6


class Found(NamedTuple):
    """A reading as the search leaves it.

    Attributes:
        flags: Its fans, settled.
        shape: The shape of the win.
        sets: Its sets, by suit; empty in shapes without melds.
        faces: Its tiles outside melds: all fourteen, or the nine of a knitted straight.
    """

    flags: int
    shape: Shape
    sets: tuple[SuitSets, ...]
    faces: tuple[int, ...]


@dataclass(slots=True)
class Best:
    """The highest totals found, flowers apart.

    Attributes:
        total: The highest total; -1 while nothing was found.
        found: All readings that reach it.
        next_total: The second highest total; kept only when asked for.
        next_found: A reading that reaches it.
    """

    keep_next: bool = False
    total: int = -1
    found: list[Found] = field(default_factory=list)
    next_total: int = -1
    next_found: Found | None = None

    @property
    def threshold(self) -> int:
        """What a reading must reach to matter."""
        return self.next_total if self.keep_next else self.total

    def offer(self, total: int, reading: Found) -> None:
        """Keeps a reading that is among the best."""
        if total > self.total:
            if self.found:
                self.next_total, self.next_found = self.total, self.found[0]
            self.total, self.found = total, [reading]
        elif total == self.total:
            self.found.append(reading)
        elif total > self.next_total:
            self.next_total, self.next_found = total, reading


def _declared_code(meld: Meld, start: int) -> int:
    rank = meld.tiles[0].index - start
    return {MeldKind.CHOW: 0, MeldKind.PUNG: PUNG, MeldKind.KONG: KONG}[meld.kind] + rank


class _Choices(NamedTuple):
    """The covers of one suit, with what any of them can bring."""

    sets: tuple[SuitSets, ...]
    traits: int
    bound: int
    concealed: int


def _choices(sets: tuple[SuitSets, ...]) -> _Choices:
    traits = bound = concealed = 0
    for one in sets:
        traits |= one.traits
        if one.bound > bound:
            bound = one.bound
        if one.tally >> 8 > concealed:
            concealed = one.tally >> 8
    return _Choices(sets, traits, bound, concealed)


def _wait_flag(sets: SuitSets, rank: int) -> int:
    """The wait fan that a winning tile of a rank completes; the wait is known to be the only one."""
    if (rank == 2 and 0 in sets.cover) or (rank == 6 and 6 in sets.cover):
        return flag("edge_wait")
    return flag("closed_wait" if rank and rank - 1 in sets.cover else "single_wait")


@lru_cache(maxsize=1 << 10)
def _splits(sizes: tuple[int, ...], melds: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Every way to share melds and the pair among suits that hold so many tiles: (melds, pairs) by suit."""
    return tuple(_split(sizes, melds, 1))


def _split(sizes: tuple[int, ...], melds: int, pairs: int) -> Iterator[tuple[tuple[int, int], ...]]:
    if not sizes:
        if not melds and not pairs:
            yield ()
        return
    for pair in range(pairs + 1):
        for count in range(melds + 1):
            if 3 * count + 2 * pair >= sizes[0]:
                for rest in _split(sizes[1:], melds - count, pairs - pair):
                    yield ((count, pair), *rest)


@lru_cache(maxsize=1 << 10)
def _cross_bound(melds: tuple[int, ...]) -> int:
    """What fans across suits pay at most when the suits hold so many melds."""
    held = sorted((count for count in melds if count), reverse=True)
    if len(held) == 3:
        return 16  # 三同刻; or three suits of chows and a fourth: `_CHOW_LIMIT`
    if len(held) < 2:
        return 0
    # Two suits: 双同刻 for each pair of pungs, or 三色双龙会 with two chows in both.
    return max(2 * held[0] * held[1], 16 if held == [2, 2] else 0)


class Solver:
    """Searches the readings of one hand that is complete and free of problems."""

    def __init__(self, hand: Hand, context: Context, options: Options, best: Best) -> None:
        self._counts, self._caishen = count_faces(hand.pieces)
        self._melds = 4 - len(hand.melds)
        self._any_declared = bool(hand.melds)
        self._declared = tuple(
            tuple(
                sorted(
                    _declared_code(meld, start) for meld in hand.melds if start <= meld.tiles[0].index < stop
                )
            )
            for start, stop in pairwise(_STARTS)
        )
        kongs = sum(meld.concealed for meld in hand.melds)
        self._base_tally = kongs * CONCEALED
        self._winds = (context.round_wind.index - 27, context.seat_wind.index - 27)
        self._discard = not context.self_draw
        self._win = hand.win.index if isinstance(hand.win, Tile) else -1
        self._face = context.caishen.index if context.caishen is not None else -1
        self._most = options.max_copies or _UNLIMITED
        self._wufan_ignores = options.wufan_ignores_wucaishen
        self._flags = circumstance_flags(hand, context)
        self._sure = settle(self._flags)[0]
        bare = self._flags & ~NO_CAISHEN if self._wufan_ignores else self._flags
        self._floor = 0 if bare else 8 + (2 if self._wufan_ignores else 0)
        self._only_wait: int | None = -1
        self._best = best

    def search(self) -> Best:
        """All readings of the hand."""
        best = self._best
        self._search_sets(Shape.STANDARD, self._counts, self._declared, self._melds, ())
        if not self._any_declared:
            self._seven_pairs()
            self._thirteen_orphans()
            self._unrelated()
        if self._melds >= 3:
            self._knitted_straights()
        return best

    # What every reading has in common

    def _offer(self, flags: int, shape: Shape, sets: tuple[SuitSets, ...], faces: tuple[int, ...]) -> None:
        total, left = settle(flags | self._flags)
        best = self._best
        if not left or (self._wufan_ignores and left == NO_CAISHEN):
            total += 8
            left |= CHICKEN
        if total >= best.threshold:
            best.offer(total, Found(left, shape, sets, faces))

    def _wait(self) -> int:
        """The face that the other thirteen tiles wait on alone [R13], or -2."""
        if self._only_wait == -1:
            others = list(self._counts)
            caishen = self._caishen
            if self._win >= 0:
                others[self._win] -= 1
            else:
                caishen -= 1
            near = self._win if self._win >= 0 else max(range(len(FACES)), key=others.__getitem__)
            found = only_wait(others, caishen, self._melds, near)
            self._only_wait = -2 if found is None else found
        return self._only_wait if self._only_wait is not None else -2

    # Melds and a pair

    def _search_sets(
        self,
        shape: Shape,
        counts: Sequence[int],
        declared: Sequence[tuple[int, ...]],
        melds: int,
        straight: tuple[int, ...],
    ) -> None:
        packed = tuple(pack(counts[start:stop]) for start, stop in pairwise(_STARTS))
        sizes = tuple(sum(counts[start:stop]) for start, stop in pairwise(_STARTS))
        extra = flag("knitted_straight") if straight else 0
        left = 3 * melds + 2 - sum(sizes)
        # Caishen in the knitted straight itself: whether all of them stand for their own face [R10].
        home = all(self._counts[face] or face == self._face for face in straight)
        if home and self._caishen and not left:
            extra |= NO_CAISHEN
        joins: list[tuple[int, _Join]] = []
        for split in _splits(sizes, melds):
            choices = []
            for suit in _SUITS:
                one = self._suit_choices(suit, packed[suit], sizes[suit], declared[suit], split[suit])
                if home and left:
                    one = self._with_home(one, suit, packed[suit], left)
                if not one.sets:
                    break
                choices.append(one)
            else:
                cross = _cross_bound(tuple(split[suit][0] + len(declared[suit]) for suit in range(3)))
                join = _Join(self, shape, choices, cross, extra, straight)
                joins.append((join.bound(), join))
        joins.sort(key=_first, reverse=True)
        for bound, join in joins:
            if bound < self._best.threshold:
                break
            join.run()

    def _suit_choices(
        self,
        suit: int,
        tiles: int,
        size: int,
        declared: tuple[int, ...],
        share: tuple[int, int],
    ) -> _Choices:
        melds, pairs = share
        if suit == HONOURS:
            sets = honour_sets(tiles, declared, melds, pairs, self._most, *self._winds)
        else:
            sets = number_sets(suit, tiles, declared, melds, pairs, self._most)
        start = _STARTS[suit]
        stop = _STARTS[suit + 1]
        filled = 3 * melds + 2 * pairs - size
        if start <= self._win < stop:
            sets = tuple(self._with_win(one, self._win - start) for one in sets)
        elif self._win < 0 and filled:
            sets = tuple(self._with_drawn_caishen(one, suit, tiles) for one in sets)
        if melds == 4 and pairs and not self._any_declared and suit != HONOURS:
            sets = tuple(self._with_gates(one, suit, tiles) for one in sets)
        return _choices(sets)

    def _with_home(self, choices: _Choices, suit: int, tiles: int, left: int) -> _Choices:
        """Marks the sets in which all caishen that are left stand for their own face [R10]."""
        if not _STARTS[suit] <= self._face < _STARTS[suit + 1]:
            return choices
        home = tiles + (left << BITS * (self._face - _STARTS[suit]))
        sets = tuple(_raised(one, NO_CAISHEN, 2) if one.tiles == home else one for one in choices.sets)
        return _choices(sets)

    def _with_win(self, sets: SuitSets, rank: int) -> SuitSets:
        """Sets that hold a natural winning tile: its wait, and the pung that a discard opens [R12]."""
        bit = 1 << rank
        if sets.wait & bit and self._wait() == self._win:
            return _raised(sets, _wait_flag(sets, rank), 1)
        if self._discard and sets.tight & bit and not sets.loose & bit:
            return sets._replace(tally=sets.tally - CONCEALED)
        return sets

    def _with_drawn_caishen(self, sets: SuitSets, suit: int, tiles: int) -> SuitSets:
        """Sets that may hold the drawn caishen where it completes the only wait."""
        if not sets.wait:
            return sets
        rank = self._wait() - _STARTS[suit]
        if not 0 <= rank < 9 or not sets.wait >> rank & 1:
            return sets
        if (sets.tiles >> BITS * rank & MASK) > (tiles >> BITS * rank & MASK):
            return _raised(sets, _wait_flag(sets, rank), 1)
        return sets

    def _with_gates(self, sets: SuitSets, suit: int, tiles: int) -> SuitSets:
        """九莲宝灯: the tiles other than the winning one are 1112345678999."""
        rank = _GATES.get(sets.tiles)
        if rank is None:
            return sets
        drawn = (sets.tiles >> BITS * rank & MASK) > (tiles >> BITS * rank & MASK)
        if self._win == _STARTS[suit] + rank or (self._win < 0 and drawn):
            return _raised(sets, flag("nine_gates"), 88)
        return sets

    def _knitted_straights(self) -> None:
        for straight in STRAIGHTS:
            missing = sum(not self._counts[face] for face in straight)
            if missing > self._caishen:
                continue
            rest = list(self._counts)
            for face in straight:
                rest[face] = max(0, rest[face] - 1)
            declared = list(self._declared)
            for face in straight[::3]:
                suit, rank = divmod(face, 9)
                declared[suit] = (*declared[suit], KNITTED + rank)
            self._search_sets(Shape.KNITTED_STRAIGHT, rest, declared, self._melds - 3, straight)

    # Shapes without melds

    def _seven_pairs(self) -> None:
        counts = self._counts
        odd = [face for face, count in enumerate(counts) if count & 1]
        free, short = (self._caishen - len(odd)) // 2, self._caishen < len(odd)
        if short:
            return
        paired = [count + (count & 1) for count in counts]
        held = [face for face, count in enumerate(paired) if count]
        traits = properties.traits_of_tiles(held)
        bound = self._sure + 24 + 6 + 6 + properties.trait_bound(traits) + (88 if _in_a_row(held) else 0)
        if bound < self._best.threshold:
            return
        for pairs in combinations_with_replacement(range(len(FACES)), free):
            self._seven_pairs_with(paired, traits, odd, pairs)

    def _seven_pairs_with(
        self, paired: Sequence[int], traits: int, odd: Sequence[int], pairs: tuple[int, ...]
    ) -> None:
        counts = list(paired)
        for face in pairs:
            counts[face] += 2
            traits &= properties.TILE_TRAITS[face]
        if max(counts) > self._most:
            return
        flags = flag("seven_pairs") | properties.trait_flags(traits)
        flags |= flag("tile_hog", sum(count > 3 for count in counts))
        faces = tuple(face for face, count in enumerate(counts) for _ in range(count))
        if max(counts) == 2 and _in_a_row(faces):
            flags |= flag("seven_shifted_pairs")
        self._offer(flags | self._home((*odd, *pairs)), Shape.SEVEN_PAIRS, (), faces)

    def _home(self, filled: Sequence[int]) -> int:
        """无财神 where every caishen stands for its own face [R10]."""
        return NO_CAISHEN if filled and all(face == self._face for face in filled) else 0

    def _thirteen_orphans(self) -> None:
        counts = self._counts
        held = [counts[face] for face in ORPHANS]
        missing = tuple(face for face in ORPHANS if not counts[face])
        if sum(held) + self._caishen != 14 or max(held) > 2 or held.count(2) > 1:
            return
        flags = flag("thirteen_orphans") | properties.trait_flags(properties.traits_of_tiles(ORPHANS))
        if 2 in held:
            faces = tuple(sorted((*ORPHANS, ORPHANS[held.index(2)])))
            self._offer(flags | self._home(missing), Shape.THIRTEEN_ORPHANS, (), faces)
            return
        for pair in ORPHANS:
            faces = tuple(sorted((*ORPHANS, pair)))
            self._offer(flags | self._home((*missing, pair)), Shape.THIRTEEN_ORPHANS, (), faces)

    def _unrelated(self) -> None:
        held = [face for face, count in enumerate(self._counts) if count]
        if len(held) + self._caishen != 14:
            return
        seen = set()
        for straight in STRAIGHTS:
            pool = (*straight, *range(27, 34))
            if all(face in pool for face in held):
                spare = [face for face in pool if face not in held]
                for left_out in combinations(spare, 2):
                    filled = tuple(face for face in spare if face not in left_out)
                    seen.add(filled)
        for filled in sorted(seen):
            self._unrelated_with(tuple(sorted((*held, *filled))), filled)

    def _unrelated_with(self, faces: tuple[int, ...], filled: tuple[int, ...]) -> None:
        flags = flag("lesser_honours_and_knitted_tiles")
        flags |= properties.trait_flags(properties.traits_of_tiles(faces))
        honours = sum(face >= 27 for face in faces)
        if honours == 7:
            flags |= flag("greater_honours_and_knitted_tiles")
        if honours == 5:
            flags |= flag("knitted_straight")
        self._offer(flags | self._home(filled), Shape.UNRELATED, (), faces)


def _first(pair: tuple[int, object]) -> int:
    return pair[0]


def _raised(sets: SuitSets, flags: int, points: int) -> SuitSets:
    return sets._replace(flags=sets.flags | flags, bound=sets.bound + points)


def _in_a_row(faces: Sequence[int]) -> bool:
    """Whether faces lie within seven ranks of one suit."""
    return faces[-1] < 27 and faces[0] // 9 == faces[-1] // 9 and faces[-1] - faces[0] <= 6


class _Join:
    """The product of the four suits' covers for one split of the melds and the pair."""

    def __init__(
        self,
        solver: Solver,
        shape: Shape,
        choices: Sequence[_Choices],
        cross: int,
        flags: int,
        straight: tuple[int, ...],
    ) -> None:
        self._solver = solver
        self._shape = shape
        self._choices = choices
        self._flags = flags
        self._straight = straight
        all_types = 0 if choices[3].traits == properties.EVERYTHING else _ALL_TYPES
        self._fixed = cross + all_types + solver._sure + settle(flags)[0]
        # What the suits from a place on can still bring.
        self._traits = [properties.EVERYTHING] * 5
        self._bounds = [0] * 5
        self._concealed = [0] * 5
        for place in reversed(_SUITS):
            one = choices[place]
            self._traits[place] = self._traits[place + 1] & one.traits
            self._bounds[place] = self._bounds[place + 1] + one.bound
            self._concealed[place] = self._concealed[place + 1] + one.concealed

    def bound(self) -> int:
        """No reading of this product pays more."""
        concealed = _CONCEALED_BOUND[(self._solver._base_tally >> 8) + self._concealed[0]]
        total = properties.trait_bound(self._traits[0]) + self._bounds[0] + concealed + self._fixed
        return max(total, self._solver._floor)

    def run(self) -> None:
        """Offers every reading that its bound does not rule out."""
        self._descend(
            0, properties.EVERYTHING, self._solver._base_tally, self._flags, self._fixed, (), (), ()
        )

    def _descend(
        self,
        place: int,
        traits: int,
        tally: int,
        flags: int,
        bound: int,
        chows: tuple[int, ...],
        pungs: tuple[int, ...],
        picked: tuple[SuitSets, ...],
    ) -> None:
        solver = self._solver
        if place == 4:
            flags |= properties.trait_flags(traits) | tally_flags(tally)
            if len(chows) > 1:
                flags |= chow_flags(chows)
            if len(pungs) > 1:
                flags |= pung_flags(pungs)
            solver._offer(flags, self._shape, picked, self._straight)
            return
        above = place + 1
        for sets in self._choices[place].sets:
            common = traits & sets.traits
            concealed = tally + sets.tally
            local = bound + sets.bound
            if place < 3:
                most = (
                    properties.trait_bound(common & self._traits[above])
                    + local
                    + self._bounds[above]
                    + _CONCEALED_BOUND[(concealed >> 8) + self._concealed[above]]
                )
                if most < solver._best.threshold and solver._floor < solver._best.threshold:
                    continue
            self._descend(
                above,
                common,
                concealed,
                flags | sets.flags,
                local,
                chows + sets.chows if sets.chows else chows,
                pungs + sets.pungs if sets.pungs else pungs,
                (*picked, sets),
            )


def solve(hand: Hand, context: Context, options: Options, *, keep_next: bool = False) -> Best:
    """The best readings of a complete hand; `total` is -1 when it is no win.

    The hand must be free of problems and hold 14 tiles, kongs as three.
    """
    return Solver(hand, context, options, Best(keep_next)).search()
