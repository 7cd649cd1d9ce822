"""Hands under the Wenzhou rules: the class of the win, why, and who pays whom."""

from __future__ import annotations

from typing import Any, Final

from huopin.commands.photos import hand_of
from huopin.commands.records import non_win_record, payment_record
from huopin.commands.situation import Situation
from huopin.scoring import CAISHEN, Hand, SettingsError, format_hand
from huopin.scoring.table import Seat, balances
from huopin.scoring.wenzhou import (
    Stakes,
    WenzhouContext,
    WenzhouScore,
    WenzhouWin,
    settle_wenzhou,
    wenzhou_score,
)
from huopin.scoring.wenzhou.record import record
from huopin.scoring.wenzhou.rounds import base
from huopin.vision.reading import NonWin, Reading
from huopin.web.errors import invalid
from huopin.web.fields import Fields
from huopin.web.groups import add_ids

FIELDS: Final = ("players", "start", "run", "bought", "topped", "held", "settle")
"""Fields of a request that say how a win is settled under these rules."""


def wenzhou_answer(reading: Reading, situation: Situation, fields: Fields) -> dict[str, Any]:
    """The record of a hand: class and settlement, or how far it is from a win.

    Raises:
        HandError: tiles or circumstances that cannot be.
        SettingsError: a win that cannot be settled.
    """
    caishen = situation.face
    if caishen is None:
        raise invalid("expected the caishen, which is the turned tile, got none [W2]")
    context = WenzhouContext.of(situation.context())
    hand = hand_of(reading, caishen, self_draw=True, white_as=caishen)
    score = wenzhou_score(hand, context)
    about = {"hand": format_hand(hand)}
    if score is None:
        return {**about, **record(None), **non_win_record(NonWin.of(reading, caishen))}
    answer = {**about, **record(score)}
    add_ids(answer, reading, caishen)
    if fields.flag("settle") and score.multiplier is not None:
        answer["settlement"] = _settlement(hand, score, context, situation, fields)
    return answer


def _settlement(
    hand: Hand, score: WenzhouScore, context: WenzhouContext, situation: Situation, fields: Fields
) -> dict[str, Any]:
    players = list(Seat)[: fields.number("players", 2, 4, default=2)]
    winner, money = Seat(str(situation.winning.seat)), situation.money
    stakes = Stakes(
        money.dealer,
        base(fields.number("start", 2, 3, default=2), fields.number("run", 0, 99, default=0)),
        fields.flag("bought"),
        frozenset(map(Seat.parse, fields.texts("topped"))),
    )
    held = {Seat.parse(seat): count for seat, count in fields.counts("held").items() if count}
    own = hand.pieces.count(CAISHEN)
    win = WenzhouWin(
        winner, score.win_class, _discarder(context, situation, players, winner), {**held, winner: own}
    )
    payments = settle_wenzhou(players, stakes, win)
    changes = balances(payments)
    return {
        "base": stakes.base,
        "winner": winner.value,
        "dealer": stakes.dealer.value,
        "discarder": None if win.discarder is None else win.discarder.value,
        "payments": [payment_record(payment) for payment in payments],
        "balances": {seat.value: changes[seat] for seat in players},
    }


def _discarder(
    context: WenzhouContext, situation: Situation, players: list[Seat], winner: Seat
) -> Seat | None:
    """Who pays alone; with two players there is only one who can [W29]."""
    if context.drawn:
        return None
    if len(players) == 2:
        return next(seat for seat in players if seat is not winner)
    if situation.money.discarder is None:
        raise SettingsError("expected the discarder's seat to settle a win by discard, or a self-draw")
    return situation.money.discarder
