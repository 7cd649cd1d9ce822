"""Entries in words, for lists and sheets."""

from __future__ import annotations

from huopin.ledger.entries import ClassWin, Deal, Drawn, Entry, FanWin, Leave, Undo
from huopin.scoring.wenzhou.classes import WinClass
from huopin.scoring.wenzhou.payment import BUY, TOP


def describe(entry: Entry) -> str:
    """One entry in a few words: `A wins off B, 12 fan`."""
    return ", ".join(part for part in _parts(entry) if part)


def _parts(entry: Entry) -> tuple[str, ...]:
    match entry:
        case FanWin():
            flowers = f"{entry.flowers} of them flowers" if entry.flowers else ""
            bird = f"bird {entry.bird}" if entry.bird else ""
            return (_won(entry.winner, entry.discarder), f"{entry.fan} fan", flowers, bird)
        case ClassWin():
            win_class = WinClass(entry.win_class)
            held = [f"{player} {count}" for player, count in entry.caishen.items() if count]
            caishen = f"财神 {' '.join(held)}" if held else ""
            won = _won(entry.winner, entry.discarder)
            return (won, f"{win_class.zh} {win_class.value}", caishen, *_stakes(entry))
        case Drawn():
            return ("drawn 流局", "with a kong" if entry.kong else "", *_stakes(entry))
        case Deal():
            return (f"{entry.dealer} deals",)
        case Leave():
            shares = " ".join(f"{player} {share}" for player, share in entry.shares.items() if share)
            return (
                f"{entry.player} leaves 逃跑",
                f"charged {entry.charge}",
                f"shared {shares}" if shares else "",
            )
        case Undo():
            return (f"entry {entry.entry} undone",)


def _won(winner: str, discarder: str | None) -> str:
    return f"{winner} wins by self-draw" if discarder is None else f"{winner} wins off {discarder}"


def _stakes(hand: ClassWin | Drawn) -> tuple[str, str]:
    return BUY if hand.bought else "", f"{TOP} {' '.join(hand.topped)}" if hand.topped else ""
