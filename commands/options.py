"""Every option that more than one command takes, in groups; the only place where their words stand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from huopin.scoring import Context, NotationError, Options, Tile
from huopin.scoring.hand import COPIES
from huopin.scoring.ruleset import RuleSet
from huopin.scoring.rulesets import HUOPIN, RULE_SETS
from huopin.scoring.tiles import EAST, WINDS

_UNSEEN: Final = "What a photo cannot tell"
_RULES: Final = "Rules"
_WENZHOU: Final = "Wenzhou"
_OUTPUT: Final = "Output"


MOST: Final = 999_999
"""More than any fan, coins or tile number can be: amounts beyond it are slips."""


def parse_number(text: str) -> int:
    """A number of 0 to `MOST` that stands within an option.

    Raises:
        ValueError: it is none.
    """
    if not text.isdecimal() or len(text) > len(str(MOST)):
        raise ValueError(f"expected a number of 0 to {MOST}, got {text!r}")
    return int(text)


def parse_tile(text: str) -> Tile:
    """A tile given as an option.

    Raises:
        typer.BadParameter: it is none.
    """
    try:
        return Tile.parse(text)
    except NotationError as error:
        raise typer.BadParameter(f"expected a tile such as 6m, E, C or 六万, got {text!r}") from error


def parse_face(text: str) -> Tile:
    """One of the 34 faces given as an option.

    Raises:
        typer.BadParameter: it is none.
    """
    tile = parse_tile(text)
    if tile.is_flower:
        raise typer.BadParameter(f"expected a suit tile, wind or dragon, got the flower {tile.zh}")
    return tile


def refuse_source(target: Path, source: Path, what: str, option: str) -> None:
    """Refuses to write over a file that is read, whatever names lead to it.

    Raises:
        typer.BadParameter: both are the same file.
    """
    if target.exists() and source.exists() and target.samefile(source):
        raise typer.BadParameter(
            f"expected a file other than {what}, got {target}: it would be lost; give another name",
            param_hint=option,
        )


def parse_copies(text: str) -> int:
    """The only limit of copies that there is [R5].

    Raises:
        typer.BadParameter: it is another.
    """
    if str(text) != str(COPIES):  # typer also sends the number of a settings file through here
        raise typer.BadParameter(f"expected {COPIES}, or no such limit, got {text!r}")
    return COPIES


def parse_wind(text: str) -> Tile:
    """A wind given as an option.

    Raises:
        typer.BadParameter: it is none.
    """
    named = {name: wind for wind in WINDS for name in (str(wind), str(wind).lower(), wind.zh, f"{wind.zh}风")}
    if str(text) not in named:  # typer also sends the default, which is a tile, through here
        raise typer.BadParameter(f"expected a wind E, S, W or N, got {text!r}")
    return named[str(text)]


class Format(StrEnum):
    """Output formats."""

    TEXT = "text"
    JSON = "json"


class RuleName(StrEnum):
    """The names of the rule sets in `scoring.rulesets`."""

    HUOPIN = "huopin"
    WENZHOU = "wenzhou"


@dataclass(frozen=True)
class Ruled:
    """By which rules."""

    rules: Annotated[RuleName, typer.Option(help="The rule set.", rich_help_panel=_RULES)] = RuleName.HUOPIN

    @property
    def rule_set(self) -> RuleSet[Any]:
        """The rule set of that name."""
        return RULE_SETS[self.rules]


@dataclass(frozen=True)
class Special:
    """Wins that only Wenzhou knows."""

    heavenly: Annotated[bool, typer.Option("--heavenly", help="天胡.", rich_help_panel=_WENZHOU)] = False
    earthly: Annotated[bool, typer.Option("--earthly", help="地胡.", rich_help_panel=_WENZHOU)] = False
    quanqiu: Annotated[
        bool,
        typer.Option("--quanqiu", help="全球神: one caishen left after a call.", rich_help_panel=_WENZHOU),
    ] = False


@dataclass(frozen=True)
class Caishen:
    """Which face is the caishen."""

    caishen: Annotated[
        Tile | None,
        typer.Option(parser=parse_face, metavar="TILE", help="Face of the caishen.", rich_help_panel=_UNSEEN),
    ] = None
    indicator: Annotated[
        Tile | None,
        typer.Option(
            parser=parse_face,
            metavar="TILE",
            help="The turned tile instead: the caishen is the next face (Wenzhou: this one).",
            rich_help_panel=_UNSEEN,
        ),
    ] = None

    def face(self, rules: RuleSet[Any] = HUOPIN) -> Tile | None:
        """The caishen's face, given or named by the indicator under a rule set.

        Raises:
            typer.BadParameter: both are given.
        """
        if self.caishen is not None and self.indicator is not None:
            raise typer.BadParameter("expected --caishen or --indicator, got both")
        return rules.caishen_of(self.indicator) if self.indicator is not None else self.caishen


@dataclass(frozen=True)
class Winds:
    """The winds of the round and the seat."""

    seat: Annotated[
        Tile,
        typer.Option(parser=parse_wind, metavar="WIND", help="The winner's wind.", rich_help_panel=_UNSEEN),
    ] = EAST
    round: Annotated[
        Tile,
        typer.Option(parser=parse_wind, metavar="WIND", help="The round's wind.", rich_help_panel=_UNSEEN),
    ] = EAST

    def context(self, caishen: Tile | None) -> Context:
        """The same for the scorer, with the caishen's face."""
        return Context(round_wind=self.round, seat_wind=self.seat, caishen=caishen)


@dataclass(frozen=True)
class Winning(Winds):
    """How the hand was won."""

    self_draw: Annotated[
        bool, typer.Option("--self-draw/--discard", help="How it was won.", rich_help_panel=_UNSEEN)
    ] = False
    last_tile: Annotated[
        bool,
        typer.Option(
            "--last-tile", help="Won on the wall's last tile or the last discard.", rich_help_panel=_UNSEEN
        ),
    ] = False
    kong: Annotated[
        bool,
        typer.Option(
            "--kong",
            help="Won on a kong's replacement tile (self-draw) or by robbing a kong.",
            rich_help_panel=_UNSEEN,
        ),
    ] = False
    last_of_kind: Annotated[
        bool,
        typer.Option(
            "--last-of-kind",
            help="The other three of the winning tile lie on the table.",
            rich_help_panel=_UNSEEN,
        ),
    ] = False

    def context(self, caishen: Tile | None) -> Context:
        """The same for the scorer, with the caishen's face."""
        return replace(
            super().context(caishen),
            self_draw=self.self_draw,
            last_of_kind=self.last_of_kind,
            wall_last=self.last_tile,
            kong=self.kong,
        )


@dataclass(frozen=True)
class TableRules:
    """Rules that tables differ on."""

    max_copies: Annotated[
        int | None,
        typer.Option(
            parser=parse_copies,
            metavar=str(COPIES),
            help=f"{COPIES}: a caishen may not stand for a fifth copy of a face.",
            rich_help_panel=_RULES,
        ),
    ] = None
    wufan_ignores_wucaishen: Annotated[
        bool,
        typer.Option(
            "--wufan-ignores-wucaishen", help="无番和 pays although 无财神 does.", rich_help_panel=_RULES
        ),
    ] = False

    def options(self) -> Options:
        """The same for the scorer."""
        return Options(self.max_copies, self.wufan_ignores_wucaishen)


@dataclass(frozen=True)
class Explain:
    """How much is told about a score."""

    explain: Annotated[
        bool,
        typer.Option(
            "--explain",
            help="Also show the next best reading and why it scores less.",
            rich_help_panel=_OUTPUT,
        ),
    ] = False


@dataclass(frozen=True)
class Output:
    """How results are written."""

    format: Annotated[
        Format,
        typer.Option(help="A table, or JSON (docs/json.md).", rich_help_panel=_OUTPUT),
    ] = Format.TEXT
