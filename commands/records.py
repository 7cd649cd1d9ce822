"""Results as JSON objects: the contract of `docs/json.md`."""

from __future__ import annotations

from typing import Any

from huopin.scoring import Score
from huopin.scoring.score import FanLine, Group, Reading, ScoredReading

NO_WIN: dict[str, Any] = {"total": None, "fans": None, "reading": None, "caishen_as": None}


def score_record(score: Score | None) -> dict[str, Any]:
    """A scored hand; `"total": null` when it is no win."""
    if score is None:
        return dict(NO_WIN)
    return {**_scored(score.best), "ties": [_scored(tie) for tie in score.ties]}


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
