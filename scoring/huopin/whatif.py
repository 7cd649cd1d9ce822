"""What if: the item cards 道具 as questions on a complete hand (`rules/huopin.md` §4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from operator import attrgetter

from huopin.scoring.hand import CAISHEN_UNKNOWN, Context, Hand, Options
from huopin.scoring.huopin.check import check, check_waiting, refuse
from huopin.scoring.huopin.scoring import score, score_checked
from huopin.scoring.huopin.waiting import unseen_copies
from huopin.scoring.score import Score
from huopin.scoring.shapes import count_faces, huopin_distance, melds_distance, shared_with_pairs
from huopin.scoring.tiles import CAISHEN, Piece, Suit, Tile


@dataclass(frozen=True, slots=True)
class Change:
    """One tile of the hand replaced by another.

    Attributes:
        out: The tile that goes.
        into: What comes in its place; `CAISHEN` for a tile of the caishen's face.
        score: What the hand then scores.
        gain: By how much that is more than before; a hand that did not win counts as 0.
    """

    out: Piece
    into: Piece
    score: Score
    gain: int


@dataclass(frozen=True, slots=True)
class RandomSwap:
    """One tile of the hand replaced by a random unseen one (移花接木), every copy as likely.

    Attributes:
        out: The tile that goes.
        expected: Mean total, a hand that does not win counting as 0.
        gain: By how much that is more than before.
        win_chance: The chance that the hand wins then, 0-1.
    """

    out: Piece
    expected: float
    gain: float
    win_chance: float


@dataclass(frozen=True, slots=True)
class FlushDistance:
    """How far a hand is from 清一色 in one suit (乾坤大挪移).

    Attributes:
        suit: The suit.
        foreign: Tiles of the hand outside the suit, caishen not counted.
        to_win: Tiles to exchange before it wins with 清一色; None when a declared meld is of another suit.
    """

    suit: Suit
    foreign: int
    to_win: int | None


@dataclass(frozen=True, slots=True)
class Draw:
    """What the next tile makes of a hand one tile short (顺风耳).

    Attributes:
        tile: The tile, as printed.
        score: What the hand scores with it; None when it is no win.
        distance: Tiles still to exchange with it; 0 for a win.
    """

    tile: Tile
    score: Score | None
    distance: int


class WhatIf:
    """Questions on one complete hand, whether it wins or not.

    Args:
        hand: The hand with its winning tile.
        context: How it was won.
        options: Options in force; the defaults otherwise.
        seen: Tiles seen on the table outside the hand.

    Raises:
        HandError: the tiles or the circumstances cannot be; lists every problem.
    """

    def __init__(
        self, hand: Hand, context: Context, options: Options | None = None, seen: Iterable[Tile] = ()
    ) -> None:
        self._options = options or Options()
        if context.caishen is not None:
            hand = hand.with_caishen(context.caishen, self_draw=context.self_draw)
        refuse(check(hand, context, self._options))
        self._hand = hand
        # A tile that was swapped in is no longer the last of its kind, nor robbed from a kong.
        self._context = context
        self._plain = replace(context, last_of_kind=False, kong=False)
        self._unseen = unseen_copies(hand, context, seen)
        self.score = score(hand, context, self._options)
        self._total = self.score.total if self.score else 0
        self._changes: dict[Piece, tuple[Change, ...]] = {}

    def unseen(self) -> dict[Tile, int]:
        """Copies of each face that are neither in the hand nor seen (千里眼)."""
        return dict(self._unseen)

    def swaps(self) -> tuple[Change, ...]:
        """Every swap of one tile for an unseen one that wins, best first (偷天换日)."""
        found = [change for out in self._pieces() for change in self._swaps_of(out)]
        return tuple(sorted(found, key=attrgetter("gain"), reverse=True))

    def random_swaps(self) -> tuple[RandomSwap, ...]:
        """For each tile what a random one in its place is worth, best first (移花接木)."""
        return tuple(sorted(map(self._random_swap, self._pieces()), key=attrgetter("expected"), reverse=True))

    def turned(self) -> tuple[Change, ...]:
        """Every tile turned into a caishen that wins, best first (财神到); none with four caishen in hand."""
        found = [
            change
            for out in self._pieces()
            if out is not CAISHEN and (change := self._replaced(out, CAISHEN)) is not None
        ]
        return tuple(sorted(found, key=attrgetter("gain"), reverse=True))

    def _pieces(self) -> list[Piece]:
        """The different tiles that can go: a discarded winning tile is not the player's to swap."""
        own = self._hand.pieces if self._context.self_draw else self._hand.concealed
        return list(dict.fromkeys(self._hand.sorted().concealed + own))

    def _swaps_of(self, out: Piece) -> tuple[Change, ...]:
        if out not in self._changes:
            self._changes[out] = tuple(self._find_swaps(out))
        return self._changes[out]

    def _find_swaps(self, out: Piece) -> Iterator[Change]:
        for face, copies in self._unseen.items():
            into: Piece = CAISHEN if face is self._context.caishen else face
            if copies and into is not out:
                change = self._replaced(out, into)
                if change is not None:
                    yield change

    def _replaced(self, out: Piece, into: Piece) -> Change | None:
        changed = _replace_piece(self._hand, out, into)
        context = self._context if changed.win is self._hand.win else self._plain
        # Where the caishen is not known, one still stands for any face, if never for its own.
        found = check(changed, context, self._options)
        if any(problem.code != CAISHEN_UNKNOWN for problem in found):
            return None
        result = score_checked(changed, context, self._options)
        return None if result is None else Change(out, into, result, result.total - self._total)

    def _random_swap(self, out: Piece) -> RandomSwap:
        copies = sum(self._unseen.values())
        totals = {change.into: change.score.total for change in self._swaps_of(out)}
        totals[out] = self._total  # another copy of the same tile
        expected = won = 0
        for face, count in self._unseen.items():
            total = totals.get(CAISHEN if face is self._context.caishen else face, 0)
            expected += count * total
            won += count if total else 0
        mean = expected / copies if copies else 0.0
        return RandomSwap(out, mean, mean - self._total, won / copies if copies else 0.0)

    def flush_distances(self) -> tuple[FlushDistance, ...]:
        """How far the hand is from 清一色 in each suit, nearest first."""
        distances = [self._flush(suit) for suit in (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO)]
        return tuple(sorted(distances, key=lambda one: (one.to_win is None, one.to_win or 0, one.foreign)))

    def _flush(self, suit: Suit) -> FlushDistance:
        foreign = sum(isinstance(tile, Tile) and tile.suit is not suit for tile in self._hand.tiles)
        if any(meld.tiles[0].suit is not suit for meld in self._hand.melds):
            return FlushDistance(suit, foreign, None)
        own = [piece for piece in self._hand.pieces if piece is CAISHEN or _is_of(piece, suit)]
        counts, caishen = count_faces(own)
        melds = 4 - len(self._hand.melds)
        distance = melds_distance(counts, caishen, melds)
        if melds == 4:
            distance = min(distance, max(0, 14 - caishen - shared_with_pairs(counts, 7)))
        return FlushDistance(suit, foreign, distance)


def _is_of(piece: Piece, suit: Suit) -> bool:
    return isinstance(piece, Tile) and piece.suit is suit


def _replace_piece(hand: Hand, out: Piece, into: Piece) -> Hand:
    """The hand with one piece replaced, a concealed one if there is one, else the winning tile."""
    if out not in hand.concealed:
        return replace(hand, win=into)
    place = hand.concealed.index(out)
    return replace(hand, concealed=(*hand.concealed[:place], into, *hand.concealed[place + 1 :]))


def draw(hand: Hand, tile: Tile, context: Context, options: Options | None = None) -> Draw:
    """What a drawn tile makes of a hand of thirteen tiles (顺风耳).

    Raises:
        HandError: the tiles cannot be; lists every problem.
    """
    chosen = options or Options()
    drawn = replace(context, self_draw=True)
    if context.caishen is not None:
        hand = hand.with_caishen(context.caishen, self_draw=True)
    refuse(check_waiting(hand, drawn, chosen))
    complete = replace(hand, win=CAISHEN if tile is context.caishen else tile)
    counts, caishen = count_faces(complete.pieces)
    result = score(complete, drawn, chosen)
    distance = 0 if result else max(1, huopin_distance(counts, caishen, 4 - len(hand.melds)))
    return Draw(tile, result, distance)
