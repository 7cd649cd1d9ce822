"""A hand one tile short: every face that wins, what it would pay and how many copies are unseen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from huopin.scoring.hand import COPIES, Context, Hand, Options
from huopin.scoring.huopin.check import check, check_waiting, refuse
from huopin.scoring.huopin.scoring import score_checked
from huopin.scoring.huopin.waits import waiting_faces
from huopin.scoring.score import Score
from huopin.scoring.shapes import count_faces
from huopin.scoring.tiles import CAISHEN, FACES, Piece, Tile


@dataclass(frozen=True, slots=True)
class Wait:
    """One face that completes a hand.

    Attributes:
        tile: The face, as printed.
        discard: What it pays won on a discard; None when it cannot be won so.
        self_draw: What it pays drawn: a drawn caishen is wild [R6].
        unseen: Copies neither in the hand nor among the tiles seen, 0-4.
    """

    tile: Tile
    discard: Score | None
    self_draw: Score | None
    unseen: int


def unseen_copies(hand: Hand, context: Context, seen: Iterable[Tile] = ()) -> dict[Tile, int]:
    """Copies of each face that are neither in the hand nor among the tiles `seen` elsewhere (千里眼)."""
    left = dict.fromkeys(FACES, COPIES)
    held = (context.caishen if piece is CAISHEN else piece for piece in hand.tiles)
    for tile in (*held, *seen):
        if isinstance(tile, Tile) and tile in left:
            left[tile] = max(0, left[tile] - 1)
    return left


def waits(
    hand: Hand, context: Context, options: Options | None = None, seen: Iterable[Tile] = ()
) -> tuple[Wait, ...]:
    """Every face that completes the hand, the caishen wild.

    A face whose copies are all in the hand is a wait too [R13], without a score.

    Args:
        hand: Thirteen tiles, kongs as three, without a winning tile.
        context: The winds and the caishen; the circumstances of a win are left out.
        options: Options in force; the defaults otherwise.
        seen: Tiles seen on the table outside the hand.

    Raises:
        HandError: the tiles cannot be; lists every problem.
    """
    chosen = options or Options()
    if context.caishen is not None:
        hand = hand.with_caishen(context.caishen)
    plain = replace(context, last_of_kind=False, wall_last=False, kong=False)
    refuse(check_waiting(hand, plain, chosen))
    return tuple(_waits(hand, plain, chosen, unseen_copies(hand, plain, seen)))


def _waits(hand: Hand, context: Context, options: Options, unseen: dict[Tile, int]) -> Iterator[Wait]:
    counts, caishen = count_faces(hand.concealed)
    melds = 4 - len(hand.melds)
    faces = {FACES[face] for face in waiting_faces(counts, caishen, melds)}
    if context.caishen is not None and faces:
        faces.add(context.caishen)  # drawn it is wild, and so completes any wait
    for face in sorted(faces):
        discard = _scored(hand, face, replace(context, self_draw=False), options)
        drawn = CAISHEN if face is context.caishen else face
        self_draw = _scored(hand, drawn, replace(context, self_draw=True), options)
        if discard or self_draw or not unseen[face]:
            yield Wait(face, discard, self_draw, unseen[face])


def _scored(hand: Hand, win: Piece, context: Context, options: Options) -> Score | None:
    """What a winning tile makes of a hand; None when there is no such copy or no win under the options."""
    complete = replace(hand, win=win)
    return None if check(complete, context, options) else score_checked(complete, context, options)
