"""A hand and how it was won in one line: `[123p]1235577899p+8p SD round=S K=9m`.

After the hand, in any order: `SD` self-draw or `D` discard, `round=` and `seat=` winds (E where absent), `K=`
the caishen's face, `wall-last`, `kong` (replacement tile or robbed kong), `last-of-kind`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from huopin.scoring.hand import Context, Hand
from huopin.scoring.notation import format_hand, parse_hand, parse_tile
from huopin.scoring.tiles import EAST

_FLAGS: Final[dict[str, dict[str, Any]]] = {
    "SD": {"self_draw": True},
    "D": {"self_draw": False},
    "wall-last": {"wall_last": True},
    "kong": {"kong": True},
    "last-of-kind": {"last_of_kind": True},
}
_TILES: Final[dict[str, str]] = {"round": "round_wind", "seat": "seat_wind", "K": "caishen"}


def parse_situation(text: str) -> tuple[Hand, Context]:
    """The hand, its caishen applied, and how it was won.

    Raises:
        NotationError: a part is not in the notation.
    """
    hand_text, *words = text.split()
    context = Context()
    flowers = ""
    for word in words:
        name, equals, value = word.partition("=")
        if word in _FLAGS:
            context = replace(context, **_FLAGS[word])
        elif equals and name in _TILES:
            tile: dict[str, Any] = {_TILES[name]: parse_tile(value)}
            context = replace(context, **tile)
        else:
            flowers += word
    hand = parse_hand(hand_text + flowers)
    if context.caishen is not None:
        hand = hand.with_caishen(context.caishen, self_draw=context.self_draw)
    return hand, context


def format_situation(hand: Hand, context: Context) -> str:
    """The line that `parse_situation` reads back."""
    words = [format_hand(hand), "SD" if context.self_draw else "D"]
    words += [
        f"{name}={wind}"
        for name, wind in (("round", context.round_wind), ("seat", context.seat_wind))
        if wind != EAST
    ]
    if context.caishen is not None:
        words.append(f"K={context.caishen}")
    words += [name for name, flag in _FLAGS.items() if name not in ("SD", "D") and _is_set(context, flag)]
    return " ".join(words)


def _is_set(context: Context, flag: dict[str, Any]) -> bool:
    return all(getattr(context, name) for name in flag)
