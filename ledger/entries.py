"""What is written down: one frozen dataclass for each thing that can happen, and its JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from huopin.ledger.errors import LedgerFileError


@dataclass(frozen=True, slots=True)
class FanWin:
    """A hand won under rules that count fan.

    Attributes:
        winner: Who won.
        fan: The total, flowers included.
        discarder: Who discarded the winning tile or had a kong robbed; None for a self-draw.
        flowers: How much of the fan is flowers.
        bird: The bird 鸟牌, as a tile of the notation.
    """

    winner: str
    fan: int
    discarder: str | None = None
    flowers: int = 0
    bird: str | None = None


@dataclass(frozen=True, slots=True)
class ClassWin:
    """A hand won under rules that count classes.

    Attributes:
        winner: Who won.
        win_class: `soft`, `hard` or `double`.
        discarder: Who discarded the winning tile or had a kong robbed; None for a self-draw.
        caishen: Physical caishen that players hold at the end, losers too.
        bought: 买底 begins, or went on.
        topped: Who begins, or went on with, 顶底.
    """

    winner: str
    win_class: str
    discarder: str | None = None
    caishen: Mapping[str, int] = field(default_factory=dict)
    bought: bool = False
    topped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """A hand nobody won.

    Attributes:
        kong: A kong was made in it.
        bought: 买底 begins, or went on.
        topped: Who begins, or went on with, 顶底.
    """

    kong: bool = False
    bought: bool = False
    topped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """Who deals from now on, by the dice or by agreement; the run begins again."""

    dealer: str


@dataclass(frozen=True, slots=True)
class Leave:
    """A player who leaves the game (逃跑) and pays what the table says [R21].

    Attributes:
        player: Who leaves.
        charge: What they pay in all.
        shares: What each of the others gets of it.
    """

    player: str
    charge: int = 0
    shares: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Undo:
    """An earlier entry counts no more; an undo can itself be undone."""

    entry: int


Hand = FanWin | ClassWin | Drawn
"""An entry that stands for a hand played."""
Entry = Hand | Deal | Leave | Undo

_KINDS: Final[dict[str, type[Any]]] = {
    "fan-win": FanWin,
    "class-win": ClassWin,
    "drawn": Drawn,
    "deal": Deal,
    "leave": Leave,
    "undo": Undo,
}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}


def to_json(entry: Entry) -> dict[str, Any]:
    """The entry as a JSON object with its `kind`."""
    return {"kind": _NAMES[type(entry)], **asdict(entry)}


def from_json(data: Mapping[str, Any]) -> Entry:
    """The entry of a JSON object.

    Raises:
        LedgerFileError: it is none.
    """
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    try:
        entry: Entry = _KINDS[str(values.pop("kind"))](**values)
    except (KeyError, TypeError) as error:
        raise LedgerFileError(f"expected an entry of the ledger, got {dict(data)!r}") from error
    return entry
