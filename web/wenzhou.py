"""Hands under the Wenzhou rules: the class of the win, why, and who pays whom."""

from __future__ import annotations

from typing import Any, Final

from huopin.batch.situation import Situation
from huopin.commands.photos import hand_of
from huopin.commands.records import misreading_records, no_win_record, payment_record
from huopin.scoring import CAISHEN, Hand, SettingsError, Tile, format_hand
from huopin.scoring.table import Seat, balances
from huopin.scoring.tiles import WHITE
from huopin.scoring.wenzhou import (
    Reason,
    Stakes,
    WenzhouContext,
    WenzhouScore,
    WenzhouWin,
    settle_wenzhou,
    wenzhou_score,
)
from huopin.scoring.wenzhou.readings import Group, Placed
from huopin.scoring.wenzhou.rounds import base
from huopin.vision.reading import Reading, explain_non_win
from huopin.web.errors import invalid
from huopin.web.fields import Fields
from huopin.web.groups import add_ids

FIELDS: Final = (
    "heavenly",
    "earthly",
    "quanqiu",
    "players",
    "start",
    "run",
    "bought",
    "topped",
    "held",
    "settle",
)
"""Fields of a request that only these rules have."""


def wenzhou_answer(reading: Reading, situation: Situation, fields: Fields) -> dict[str, Any]:
    """The record of a hand: class and settlement, or how far it is from a win.

    Raises:
        HandError: tiles or circumstances that cannot be.
        SettingsError: a win that cannot be settled.
    """
    caishen = situation.caishen.face()
    context = _context(situation, fields, caishen)
    hand = hand_of(reading, None, self_draw=True, white_as=caishen)
    score = wenzhou_score(hand, context)
    about = {"hand": format_hand(hand)}
    if score is None:
        distance = reading.win_question(caishen).distance(reading.labels())
        misreadings = misreading_records(explain_non_win(reading, caishen))
        return {
            **about,
            "class": None,
            "multiplier": None,
            **no_win_record(distance),
            "misreadings": misreadings,
        }
    record = {**about, **score_record(score, caishen)}
    add_ids(record, reading, caishen)
    if fields.flag("settle") and score.multiplier is not None:
        record["settlement"] = _settlement(hand, score, context, situation, fields)
    return record


def score_record(score: WenzhouScore, caishen: Tile | None) -> dict[str, Any]:
    """A scored hand; `docs/web.md`."""
    return {
        "class": score.win_class.value,
        "multiplier": score.multiplier,
        "reasons": [_reason(reason) for reason in score.reasons],
        "reading": None
        if score.reading is None
        else {"groups": [_group(group, caishen) for group in score.reading.groups]},
        "caishen_as": [str(face) for face in score.caishen_as],
        "white_as": [str(face) for face in score.white_as],
    }


def _reason(reason: Reason) -> dict[str, Any]:
    return {"reason": reason.zh, "en": reason.en, "rule": reason.rule, "class": reason.win_class.value}


def _group(group: Group, caishen: Tile | None) -> dict[str, Any]:
    """A caishen left alone has no face; 白板 that stands for the caishen's face is marked `white`."""
    return {
        "kind": group.kind.value,
        "tiles": [None if placed.face is None else str(placed.face) for placed in group.placed],
        "caishen": [_is_caishen(placed, caishen) for placed in group.placed],
        "white": [placed.piece == WHITE and placed.face != WHITE for placed in group.placed],
        "declared": group.declared,
        "concealed": group.concealed,
        "win": None,
    }


def _is_caishen(placed: Placed, caishen: Tile | None) -> bool:
    return placed.piece is CAISHEN or (placed.piece == caishen and caishen is not None)


def _context(situation: Situation, fields: Fields, caishen: Tile | None) -> WenzhouContext:
    if caishen is None:
        raise invalid("expected the caishen, which is the turned tile, got none [W2]")
    winning = situation.winning
    return WenzhouContext(
        self_draw=winning.self_draw,
        caishen=caishen,
        kong=winning.kong,
        heavenly=fields.flag("heavenly"),
        earthly=fields.flag("earthly"),
        quanqiu=fields.flag("quanqiu"),
    )


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
    own = hand.pieces.count(CAISHEN) + hand.pieces.count(context.caishen or CAISHEN)
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
