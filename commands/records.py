"""Results as JSON objects: the contract of `docs/json.md`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from huopin.scoring import FanLine, Group, Reading, Score, ScoredReading
from huopin.scoring.huopin.book import Example, FanEntry
from huopin.scoring.huopin.settlement import CoinEntry, Settlement, coin_balances
from huopin.scoring.huopin.waiting import Wait
from huopin.scoring.huopin.whatif import Change, Draw, WhatIf
from huopin.scoring.table import Payment

if TYPE_CHECKING:
    from huopin.vision.reading import NonWin


def score_record(score: Score) -> dict[str, Any]:
    """A scored hand."""
    record = {**_scored(score.best), "ties": [_scored(tie) for tie in score.ties]}
    if score.runner_up is not None:
        record["runner_up"] = _scored(score.runner_up)
    return record


def no_win_record(distance: int) -> dict[str, Any]:
    """Tiles that do not win, and how far they are from it."""
    return {"total": None, "fans": None, "reading": None, "caishen_as": None, "distance": distance}


def non_win_record(non_win: NonWin) -> dict[str, Any]:
    """Why the tiles of a photo do not win."""
    misreadings = [
        {
            "id": one.tile.id,
            "read": one.tile.face,
            "face": one.face,
            "probability": round(one.probability, 6),
        }
        for one in non_win.misreadings
    ]
    return {"distance": non_win.distance, "misreadings": misreadings}


def fan_record(entry: FanEntry) -> dict[str, Any]:
    """One fan of the book."""
    fan = entry.fan
    return {
        "fan": fan.zh,
        "id": fan.id,
        "en": fan.en,
        "number": fan.number,
        "value": fan.value,
        "most": fan.most,
        "meaning": fan.meaning,
        "excludes": [{"fan": one.fan.zh, "id": one.fan.id, "only": one.only} for one in entry.excludes],
        "example": _example(entry.example),
        "near_miss": _example(entry.near_miss),
    }


def _example(example: Example) -> dict[str, Any]:
    score = example.score
    return {
        "hand": example.text,
        "total": score.total if score else None,
        "fans": score.fan_counts if score else None,
    }


def wait_record(wait: Wait) -> dict[str, Any]:
    """One tile that completes a hand."""
    return {
        "tile": str(wait.tile),
        "unseen": wait.unseen,
        "discard": _brief(wait.discard),
        "self_draw": _brief(wait.self_draw),
    }


def whatif_record(asked: WhatIf, top: int) -> dict[str, Any]:
    """What changes make of a hand, the best `top` of each kind."""
    return {
        "now": _brief(asked.score),
        "swaps": [_change(change) for change in asked.swaps()[:top]],
        "turned": [_change(change) for change in asked.turned()[:top]],
        "random_swaps": [
            {
                "out": str(swap.out),
                "expected": round(swap.expected, 4),
                "gain": round(swap.gain, 4),
                "win_chance": round(swap.win_chance, 4),
            }
            for swap in asked.random_swaps()[:top]
        ],
        "flush": [
            {"suit": one.suit.value, "foreign": one.foreign, "to_win": one.to_win}
            for one in asked.flush_distances()
        ],
        "unseen": {str(tile): copies for tile, copies in asked.unseen().items()},
    }


def draw_record(draw: Draw) -> dict[str, Any]:
    """What the next tile makes of a hand."""
    return {"tile": str(draw.tile), "score": _brief(draw.score), "distance": draw.distance}


def _change(change: Change) -> dict[str, Any]:
    return {
        "out": str(change.out),
        "into": str(change.into),
        "gain": change.gain,
        "score": _brief(change.score),
    }


def _brief(score: Score | None) -> dict[str, Any] | None:
    return None if score is None else {"total": score.total, "fans": score.fan_counts}


def settlement_record(settlement: Settlement, coins: Sequence[CoinEntry]) -> dict[str, Any]:
    """Who pays whom."""
    win = settlement.win
    record: dict[str, Any] = {
        "room": settlement.room.value,
        "fan": win.fan,
        "winner": win.winner.value,
        "discarder": win.discarder.value if win.discarder else None,
        "dealer": win.dealer.value,
        "bird": str(win.bird) if win.bird else None,
        "bird_seat": settlement.bird_seat.value if settlement.bird_seat else None,
        "payments": [payment_record(payment) for payment in settlement.payments],
        "balances": {seat.value: points for seat, points in settlement.balances.items()},
    }
    if coins:
        record["coins"] = {seat.value: amount for seat, amount in coin_balances(tuple(coins)).items()}
        record["ledger"] = [
            {"seat": entry.seat.value if entry.seat else None, "coins": entry.coins, "why": entry.why}
            for entry in coins
        ]
    return record


def payment_record(payment: Payment) -> dict[str, Any]:
    """What one player owes another."""
    return {
        "payer": payment.payer.value,
        "receiver": payment.receiver.value,
        "base": payment.base,
        "doubled_for": list(payment.doubled_for),
        "amount": payment.amount,
        "why": payment.why,
    }


def _scored(scored: ScoredReading) -> dict[str, Any]:
    return {
        "total": scored.total,
        "fans": scored.fan_counts,
        "reading": _reading(scored.reading),
        "caishen_as": [str(face) for face in scored.reading.caishen_as],
        "detail": [_fan_line(line) for line in scored.fans],
    }


def _reading(reading: Reading) -> dict[str, Any]:
    return {
        "shape": reading.shape.name.lower(),
        "groups": [_group(group) for group in reading.groups],
        "win": str(reading.win),
    }


def _group(group: Group) -> dict[str, Any]:
    return {
        "kind": group.kind.value,
        "tiles": [str(tile) for tile in group.tiles],
        "caishen": list(group.caishen),
        "declared": group.declared,
        "concealed": group.concealed,
        "win": group.win,
    }


def _fan_line(line: FanLine) -> dict[str, Any]:
    return {
        "fan": line.fan.zh,
        "id": line.fan.id,
        "en": line.fan.en,
        "value": line.fan.value,
        "count": line.count,
        "groups": [list(places) for places in line.groups],
    }
