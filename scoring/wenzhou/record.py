"""A Wenzhou score as a JSON object; the contract is `docs/json.md`."""

from __future__ import annotations

from typing import Any, Final

from huopin.scoring.wenzhou.classes import Reason
from huopin.scoring.wenzhou.readings import Group, Reading
from huopin.scoring.wenzhou.scorer import WenzhouScore

NO_WIN: Final[dict[str, Any]] = {"class": None, "multiplier": None}
"""What is said of tiles that do not win."""


def record(score: WenzhouScore | None) -> dict[str, Any]:
    """The object: `class` (null for no win), `multiplier`, why, and what each caishen and 白板 stands for."""
    if score is None:
        return dict(NO_WIN)
    return {
        "class": score.win_class.value,
        "multiplier": score.multiplier,
        "reasons": [_reason(reason) for reason in score.reasons],
        "reading": None if score.reading is None else _reading(score.reading),
        "caishen_as": [str(face) for face in score.caishen_as],
        "white_as": [str(face) for face in score.white_as],
    }


def _reason(reason: Reason) -> dict[str, str]:
    return {"zh": reason.zh, "en": reason.en, "rule": reason.rule}


def _reading(reading: Reading) -> dict[str, Any]:
    return {"text": str(reading), "groups": [_group(group) for group in reading.groups]}


def _group(group: Group) -> dict[str, Any]:
    return {
        "kind": group.kind.value,
        "tiles": [str(placed.piece) for placed in group.placed],
        "as": [None if placed.face is None else str(placed.face) for placed in group.placed],
        "declared": group.declared,
        "concealed": group.concealed,
    }
