"""What a photo cannot tell, as one value: the options of the command line, and what a photo says for itself.

A photo's own values, in a table or a sidecar of a run or in a request to the server, have the names of the
command line's options (`caishen`, `self_draw`, `seat`, `room`, …) and are read by the same parsers, so that
whatever `huopin score` takes is taken there too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cache
from typing import Any, Final, get_args, get_type_hints

import typer
from typer.models import OptionInfo

from huopin.commands.errors import ContextError, message
from huopin.commands.money import Money
from huopin.commands.options import (
    MOST,
    Caishen,
    Format,
    Ruled,
    RuleName,
    Special,
    TableRules,
    Winning,
    parse_number,
)
from huopin.commands.records import settlement_record
from huopin.commands.wenzhou import WenzhouAnswer
from huopin.scoring import Context, Score, Tile
from huopin.scoring.huopin.settlement import NotEnoughFanError
from huopin.scoring.table import Seat

ALIASES: Final[Mapping[str, str]] = {
    "from": "discarder",
    "round_wind": "round",
    "seat_wind": "seat",
    "wall_last": "last_tile",
}
"""Other names for options: those of `huopin score` and of files of hands."""

_TRUE: Final = ("true", "yes", "1", "x")
_FALSE: Final = ("false", "no", "0")


@dataclass(frozen=True)
class Situation:
    """The option groups of a photo.

    Attributes:
        ruled: By which rules.
        caishen: Which face is the caishen.
        winning: How the hand was won.
        special: Wins that only Wenzhou knows.
        rules: Rules that tables differ on.
        money: Who pays whom.
    """

    ruled: Ruled = field(default_factory=Ruled)
    caishen: Caishen = field(default_factory=Caishen)
    winning: Winning = field(default_factory=Winning)
    special: Special = field(default_factory=Special)
    rules: TableRules = field(default_factory=TableRules)
    money: Money = field(default_factory=Money)

    @property
    def face(self) -> Tile | None:
        """The caishen's face, given or named by the indicator."""
        return self.caishen.face(self.ruled.rule_set)

    @property
    def of_wenzhou(self) -> bool:
        """Whether the rules are those of Wenzhou: a class and a multiplier instead of fan."""
        return self.ruled.rules is RuleName.WENZHOU

    def context(self) -> Context:
        """How the hand was won, for the scorer of the rules."""
        if self.of_wenzhou:
            return WenzhouAnswer.of(self.winning, self.special, self.face, Format.JSON).context
        return self.winning.context(self.face)

    def settlement_record(self, score: Score) -> dict[str, Any]:
        """Who pays whom, or why not, as in `docs/json.md`; empty when no room was named.

        Raises:
            typer.BadParameter: the discarder is missing, or contradicts a self-draw.
            HuopinError: the win cannot be settled.
        """
        if self.money.room is None:
            return {}
        self.money.check(self.winning.self_draw)
        try:
            settlement = self.money.settle_score(score, Seat(str(self.winning.seat)))
        except NotEnoughFanError as error:
            return {"settlement": None, "refused": message(error)}
        return {"settlement": settlement_record(settlement, self.money.coins(settlement))}

    def overlaid(self, values: Mapping[str, Any]) -> Situation:
        """The situation with a photo's own values.

        Args:
            values: By option name, as text or as JSON values; None and empty text change nothing.

        Raises:
            ContextError: There is no such option, or it does not take such a value.
        """
        given = {ALIASES.get(name, name): value for name, value in values.items() if value not in (None, "")}
        if unknown := sorted(given.keys() - option_names()):
            raise ContextError(f"expected one of {', '.join(sorted(option_names()))}, got {unknown[0]!r}")
        if "caishen" in given or "indicator" in given:
            given = {"caishen": None, "indicator": None, **given}
        return replace(self, **{part.name: self._group(part.name, given) for part in fields(self)})

    def _group(self, name: str, given: Mapping[str, Any]) -> Any:
        group = getattr(self, name)
        options = _options(type(group))
        changed = {key: _value(key, options[key], value) for key, value in given.items() if key in options}
        return replace(group, **changed)

    def to_json(self) -> dict[str, Any]:
        """What differs from the program's defaults, by option name."""
        groups = [getattr(self, part.name) for part in fields(self)]
        return {
            option.name: _plain(value)
            for group in groups
            for option in fields(group)
            if (value := getattr(group, option.name)) != option.default
        }


@cache
def option_names() -> frozenset[str]:
    """Names that a table of contexts and a sidecar may use."""
    return frozenset(name for group in get_type_hints(Situation).values() for name in _options(group))


def _options(group: type) -> Mapping[str, tuple[Any, OptionInfo]]:
    """Type and typer option of every field of a group that one value can set."""
    hints = get_type_hints(group, include_extras=True)
    typed = {name: get_args(hint) for name, hint in hints.items()}
    return {name: (kind, option) for name, (kind, option) in typed.items() if list not in _kinds(kind)}


def _kinds(kind: Any) -> tuple[Any, ...]:
    """The types of a union, without what they hold."""
    return tuple(getattr(one, "__origin__", one) for one in (get_args(kind) or (kind,)))


def _value(name: str, option: tuple[Any, OptionInfo], value: Any) -> Any:
    if value is None:
        return None
    kind, info = option
    try:
        if info.parser is not None:
            return info.parser(str(value))
        if kind is bool:
            return _flag(value)
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            return _named(kind, value)
        return parse_number(str(value).strip())
    except typer.BadParameter as error:
        raise ContextError(f"{name}: {error.message}") from None
    except ValueError:
        raise ContextError(f"{name}: expected a number, got {value!r}; try one of 0 to {MOST}") from None


def _flag(value: Any) -> bool:
    text = str(value).strip().lower()
    if text not in (*_TRUE, *_FALSE):
        raise typer.BadParameter(f"expected yes or no, got {value!r}")
    return text in _TRUE


def _named(kind: type[StrEnum], value: Any) -> StrEnum:
    if value not in list(kind):
        raise typer.BadParameter(f"expected {' or '.join(kind)}, got {value!r}")
    return kind(value)


def _plain(value: Any) -> Any:
    """A value as JSON can hold it."""
    if value is None or isinstance(value, (bool, int)):
        return value
    return getattr(value, "value", str(value)) if not isinstance(value, (list, tuple)) else list(value)
