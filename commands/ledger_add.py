"""From the options of `huopin ledger add` to entries: by hand, from a hand in text, or from a photo."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from huopin.commands.errors import NoWinError
from huopin.commands.given import Given
from huopin.commands.options import MOST, Caishen, Special, parse_face, parse_number, parse_wind
from huopin.commands.photos import Correction, Drawing, OwnTiles, hand_of, read_photo, require_tiles
from huopin.commands.records import score_record
from huopin.ledger import Book, ClassWin, Deal, Drawn, Entry, EntryError, Evidence, FanWin, Leave
from huopin.ledger.book import even_shares
from huopin.ledger.table import Table
from huopin.scoring import CAISHEN, Context, Hand, Options, Tile, format_hand, parse_hand
from huopin.scoring import huopin as rules_of_huopin
from huopin.scoring.huopin.settlement import fan_without_flowers
from huopin.scoring.ruleset import RuleSet
from huopin.scoring.rulesets import WENZHOU, rule_set
from huopin.scoring.tiles import EAST
from huopin.scoring.wenzhou import WenzhouContext, WinClass, wenzhou_score
from huopin.scoring.wenzhou.record import record as wenzhou_record

_HAND: Final = "A hand by hand"
_SCORED: Final = "A hand from text or a photo"
_TABLE: Final = "At the table"


@dataclass(frozen=True)
class Played:
    """What happened in a hand."""

    winner: Annotated[str | None, typer.Option(metavar="NAME", help="Who won.", rich_help_panel=_HAND)] = None
    discarder: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="NAME",
            help="Who discarded the winning tile or had a kong robbed; without it a self-draw.",
            rich_help_panel=_HAND,
        ),
    ] = None
    self_draw: Annotated[
        bool, typer.Option("--self-draw", help="Say so outright.", rich_help_panel=_HAND)
    ] = False
    fan: Annotated[
        int | None,
        typer.Option(max=MOST, metavar="N", help="The fan, flowers included.", rich_help_panel=_HAND),
    ] = None
    flowers: Annotated[
        int, typer.Option(min=0, metavar="N", help="How much of it is flowers.", rich_help_panel=_HAND)
    ] = 0
    win_class: Annotated[
        WinClass | None,
        typer.Option("--class", help="Wenzhou: the class of the win.", rich_help_panel=_HAND),
    ] = None
    draw: Annotated[bool, typer.Option("--draw", help="Nobody won.", rich_help_panel=_HAND)] = False
    kong: Annotated[
        bool,
        typer.Option(
            "--kong",
            help="A drawn hand: a kong was made. A scored hand: won on its replacement or by robbing it.",
            rich_help_panel=_HAND,
        ),
    ] = False
    bird: Annotated[
        Tile | None,
        typer.Option(parser=parse_face, metavar="TILE", help="The bird 鸟牌.", rich_help_panel=_HAND),
    ] = None
    held: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=N", help="Wenzhou: caishen a player holds at the end.", rich_help_panel=_HAND
        ),
    ] = None


@dataclass(frozen=True)
class AtTable:
    """What changes at the table."""

    dealer: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Who deals from this hand on, by the dice.", rich_help_panel=_TABLE
        ),
    ] = None
    buy: Annotated[
        bool, typer.Option("--buy", help="Wenzhou: the dealer begins 买底.", rich_help_panel=_TABLE)
    ] = False
    top: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Wenzhou: an opponent begins 顶底.", rich_help_panel=_TABLE),
    ] = None
    leave: Annotated[
        str | None, typer.Option(metavar="NAME", help="A player leaves 逃跑.", rich_help_panel=_TABLE)
    ] = None
    charge: Annotated[
        int,
        typer.Option(min=0, max=MOST, metavar="N", help="What that costs in all.", rich_help_panel=_TABLE),
    ] = 0
    share: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=N",
            help="What one of the others gets of it; without any, all alike.",
            rich_help_panel=_TABLE,
        ),
    ] = None


@dataclass(frozen=True)
class Scored:
    """A hand to be scored."""

    hand: Annotated[
        str | None, typer.Option(metavar="HAND", help="The winning hand as text.", rich_help_panel=_SCORED)
    ] = None
    photo: Annotated[
        Path | None,
        typer.Option(metavar="PHOTO", help="A photo of the winning hand.", rich_help_panel=_SCORED),
    ] = None
    round: Annotated[
        Tile,
        typer.Option(parser=parse_wind, metavar="WIND", help="The round's wind.", rich_help_panel=_SCORED),
    ] = EAST
    last_tile: Annotated[
        bool,
        typer.Option(
            "--last-tile", help="On the wall's last tile or the last discard.", rich_help_panel=_SCORED
        ),
    ] = False
    last_of_kind: Annotated[
        bool,
        typer.Option("--last-of-kind", help="The other three lie on the table.", rich_help_panel=_SCORED),
    ] = False


@dataclass(frozen=True)
class Adding:
    """All that was said about a new entry."""

    given: Given
    played: Played
    at_table: AtTable
    scored: Scored
    special: Special
    caishen: Caishen
    correction: Correction
    tiles: OwnTiles

    def entries(self, book: Book) -> tuple[tuple[Entry, ...], Evidence | None]:
        """The entries, and what the last rests on.

        Raises:
            typer.BadParameter: options that do not go together, or say nothing.
            NoWinError: the hand does not win.
        """
        self._check()
        self._refuse_idle(book.setup.rules)
        deal = tuple(self._deal(book))
        table = book.table.dealt_by(deal[0].dealer) if deal else book.table
        if self.played.winner is not None:
            win, evidence = self._win(book, table, self.played.winner)
            return (*deal, win), evidence
        if self.played.draw:
            return (*deal, Drawn(self.played.kong, self.at_table.buy, tuple(self.at_table.top or ()))), None
        if self.at_table.leave is not None:
            return (self._leave(book, self.at_table.leave),), None
        if not deal:
            raise EntryError(f"expected another dealer, {book.table.dealer} deals already")
        return deal, None

    def _check(self) -> None:
        said = [self.played.winner is not None, self.played.draw, self.at_table.leave is not None]
        if sum(said) > 1 or not (any(said) or self.at_table.dealer):
            raise typer.BadParameter("expected one of --winner, --draw, --leave or --dealer")
        results = [self.played.fan, self.played.win_class, self.scored.hand, self.scored.photo]
        given = sum(result is not None for result in results)
        if self.played.winner is not None and given != 1:
            raise typer.BadParameter("expected with --winner one of --fan, --class, --hand or --photo")
        if self.played.winner is None and (given or self.played.discarder is not None):
            raise typer.BadParameter("expected --winner with --from, --fan, --class, --hand and --photo")
        if self.played.self_draw and self.played.discarder is not None:
            raise typer.BadParameter("expected --self-draw or --from, got both")

    def _refuse_idle(self, rules: str) -> None:
        """Refuses what would not be written down: the book must not lack what was said."""
        won, scored = self.played.winner is not None, (self.scored.hand or self.scored.photo) is not None
        of_score = ("round", "last_tile", "last_of_kind")
        idle = (
            ("--photo", self.scored.photo, (Correction, OwnTiles)),
            ("--hand or --photo", scored, (Caishen, Special, *of_score)),
            ("--draw, --hand or --photo", self.played.draw or scored, ("kong",)),
            ("--fan", self.played.fan is not None, ("flowers",)),
            ("--winner", won, ("self_draw", "bird", "held")),
            ("--winner or --draw", won or self.played.draw, ("buy", "top")),
            ("--leave", self.at_table.leave, ("charge", "share")),
            ("another entry", not self.at_table.leave, ("dealer",)),
            ("huopin rules", rules == "huopin", ("flowers", "bird", *of_score)),
            ("wenzhou rules", rules == "wenzhou", (Special, "held", "buy", "top")),
        )
        for wanted, is_so, asked in idle:
            if not is_so and (useless := self.given.among(*asked)):
                raise typer.BadParameter(
                    f"expected {wanted} with {', '.join(useless)}, which changes nothing here; leave it out"
                )

    def _deal(self, book: Book) -> Iterator[Deal]:
        """A new dealer; who deals already, or again, only where the dice are due."""
        dealer = self.at_table.dealer
        if dealer is not None and (dealer != book.table.dealer or book.table.dice_due):
            yield Deal(dealer)

    def _leave(self, book: Book, player: str) -> Leave:
        others = [name for name in book.table.players if name != player]
        shares = _amounts(self.at_table.share, "--share") or even_shares(others, self.at_table.charge)
        return Leave(player, self.at_table.charge, shares)

    def _win(self, book: Book, table: Table, winner: str) -> tuple[Entry, Evidence | None]:
        table.seat(winner)
        rules = rule_set(book.setup.rules)
        if self.played.fan is not None:
            return self._fan_win(winner, self.played.fan, self.played.flowers), None
        if self.played.win_class is not None:
            return self._class_win(winner, self.played.win_class, {}), None
        face = self.caishen.face(rules)
        hand, about, photo = self._hand(rules, face)
        seat = Tile.parse(table.seat_wind(winner).value)
        win, result = (
            self._scored_class(hand, winner, face)
            if rules is WENZHOU
            else self._scored_fan(hand, winner, face, seat)
        )
        return win, Evidence(format_hand(hand), {**about, **result}, photo)

    def _hand(self, rules: RuleSet[Any], face: Tile | None) -> tuple[Hand, dict[str, Any], str | None]:
        """The hand, what a photo tells besides, and the photo's SHA-256."""
        white_as = rules.white_as(face)
        if self.scored.photo is None:
            return parse_hand(self.scored.hand or "", white_as=white_as), {}, None
        reading = read_photo(self.scored.photo, face, self.correction, Drawing(), self.tiles, rules.tiles)
        require_tiles(reading)
        hand = hand_of(reading, face, self.played.discarder is None, white_as)
        return hand, reading.to_json(), hashlib.sha256(self.scored.photo.read_bytes()).hexdigest()

    def _scored_fan(
        self, hand: Hand, winner: str, face: Tile | None, seat: Tile
    ) -> tuple[Entry, dict[str, Any]]:
        context = Context(
            self_draw=self.played.discarder is None,
            round_wind=self.scored.round,
            seat_wind=seat,
            caishen=face,
            last_of_kind=self.scored.last_of_kind,
            wall_last=self.scored.last_tile,
            kong=self.played.kong,
        )
        score = rules_of_huopin.score(hand, context, Options())
        if score is None:
            raise NoWinError(f"no winning hand, nothing was added: {format_hand(hand)}")
        flowers = score.total - fan_without_flowers(score)
        return self._fan_win(winner, score.total, flowers), score_record(score)

    def _scored_class(self, hand: Hand, winner: str, face: Tile | None) -> tuple[Entry, dict[str, Any]]:
        context = WenzhouContext(
            self_draw=self.played.discarder is None,
            caishen=face,
            kong=self.played.kong,
            heavenly=self.special.heavenly,
            earthly=self.special.earthly,
            quanqiu=self.special.quanqiu,
        )
        score = wenzhou_score(hand, context)
        if score is None or score.win_class is WinClass.REFUSED:
            why = "no winning hand" if score is None else str(score.reasons[0])
            raise NoWinError(f"{why}; nothing was added: {format_hand(hand)}")
        count = sum(piece in (CAISHEN, face) for piece in hand.pieces)
        return self._class_win(winner, score.win_class, {winner: count} if count else {}), wenzhou_record(
            score
        )

    def _fan_win(self, winner: str, fan: int, flowers: int) -> FanWin:
        bird = None if self.played.bird is None else str(self.played.bird)
        return FanWin(winner, fan, self.played.discarder, flowers, bird)

    def _class_win(self, winner: str, win_class: WinClass, counted: dict[str, int]) -> ClassWin:
        held = {**counted, **_amounts(self.played.held, "--held")}
        top = tuple(self.at_table.top or ())
        return ClassWin(winner, win_class.value, self.played.discarder, held, self.at_table.buy, top)


def _amounts(texts: list[str] | None, option: str) -> dict[str, int]:
    """Amounts by name, of options such as `A=3`."""
    amounts = {}
    for text in texts or ():
        name, _, amount = text.partition("=")
        try:
            amounts[name] = parse_number(amount)
        except ValueError:
            raise typer.BadParameter(
                f"expected a name and a number up to {MOST} such as A=3, got {text!r}", param_hint=option
            ) from None
    return amounts
