"""From entries to a book: every hand with its dealer, base, payments and running totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from huopin.ledger.entries import Deal, Entry, Leave, Undo
from huopin.ledger.errors import EntryError
from huopin.ledger.games import Played, game
from huopin.ledger.setup import Setup
from huopin.ledger.table import Table, Transfer


@dataclass(frozen=True, slots=True)
class Row:
    """An entry that counts, and what it did.

    Attributes:
        number: The entry's number in its session, from 1.
        entry: What was written down.
        dealer: Who dealt the hand, or deals from this entry on.
        run: Hands the dealer had won in a row before it.
        base: The base of the hand, for rules that have one.
        transfers: Who pays whom, in points.
        changes: What each player gains or loses.
        house: What the house takes.
        totals: Each player's total after it.
        note: What the rules would have wanted and the entries do not tell.
    """

    number: int
    entry: Entry
    dealer: str
    run: int
    base: int | None
    transfers: tuple[Transfer, ...]
    changes: Mapping[str, int]
    house: int
    totals: Mapping[str, int]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """A session worked out from its entries.

    Attributes:
        setup: The session's settings.
        table: The table before the next hand.
        rows: The entries that count, in order.
        undone: Numbers of the entries that count no more.
    """

    setup: Setup
    table: Table
    rows: tuple[Row, ...] = ()
    undone: tuple[int, ...] = field(default=())

    @property
    def totals(self) -> Mapping[str, int]:
        """Each player's total; with the house's they sum to zero."""
        return self.rows[-1].totals if self.rows else dict.fromkeys(self.setup.players, 0)

    @property
    def house(self) -> int:
        """What the house has taken in all."""
        return sum(row.house for row in self.rows)

    @property
    def base(self) -> int | None:
        """The base of the next hand, for rules that have one."""
        return game(self.setup.rules).base(self.setup, self.table)


def replay(setup: Setup, entries: Sequence[Entry]) -> Book:
    """The book of a session's entries, the first of which is number 1.

    Raises:
        HuopinError: an entry contradicts the session or the entries before it; says which.
    """
    undone = undone_numbers(entries)
    table = Table(setup.players, setup.players, setup.first_dealer)
    totals = dict.fromkeys(setup.players, 0)
    rows: list[Row] = []
    for number, entry in enumerate(entries, start=1):
        if number in undone or isinstance(entry, Undo):
            continue
        played = _play(setup, table, entry)
        changes = {player: (played.changes or {}).get(player, 0) for player in setup.players}
        totals = {player: totals[player] + changes[player] for player in setup.players}
        before = played.table if isinstance(entry, Deal) else table
        rows.append(
            Row(
                number=number,
                entry=entry,
                dealer=before.dealer,
                run=0 if before.dice_due else before.run,
                base=played.base,
                transfers=played.transfers,
                changes=changes,
                house=played.house,
                totals=totals,
                note=_note(table, entry),
            )
        )
        table = played.table
    return Book(setup, table, tuple(rows), tuple(sorted(undone)))


def undone_numbers(entries: Sequence[Entry]) -> frozenset[int]:
    """The entries that count no more: undone by an entry that does."""
    undone: set[int] = set()
    for number in range(len(entries), 0, -1):
        entry = entries[number - 1]
        if isinstance(entry, Undo) and number not in undone:
            undone.add(entry.entry)
    return frozenset(undone)


def _play(setup: Setup, table: Table, entry: Entry) -> Played:
    if isinstance(entry, Deal):
        return Played(table.dealt_by(entry.dealer))
    if isinstance(entry, Leave):
        return _leave(table, entry)
    if isinstance(entry, Undo):
        raise EntryError("expected an entry to play, got an undo")
    return game(setup.rules).play(setup, table, entry)


def _leave(table: Table, entry: Leave) -> Played:
    """An explicit adjustment, never guessed: the charge and every share come from the table [R21]."""
    after = table.without(entry.player)
    if not after.players:
        raise EntryError("expected at least one player to remain, got the last one leaving")
    strange = [player for player in entry.shares if player not in after.players]
    if strange:
        raise EntryError(f"expected shares of {', '.join(after.players)}, got one of {', '.join(strange)}")
    if entry.charge < 0 or min(entry.shares.values(), default=0) < 0:
        raise EntryError("expected a charge and shares of 0 or more, got a negative one")
    if sum(entry.shares.values()) != entry.charge:
        raise EntryError(
            f"expected shares that sum to the charge {entry.charge}, got {sum(entry.shares.values())}"
        )
    transfers = tuple(
        Transfer(entry.player, player, share, "left the game")
        for player, share in entry.shares.items()
        if share
    )
    return Played(after, transfers, {entry.player: -entry.charge, **entry.shares})


def even_shares(players: Sequence[str], charge: int) -> dict[str, int]:
    """A charge shared evenly.

    Raises:
        EntryError: it cannot be.
    """
    share, rest = divmod(charge, max(1, len(players)))
    if rest or not players:
        raise EntryError(
            f"expected a charge that {len(players)} players can share evenly, got {charge}; "
            f"try {charge - rest} or {charge - rest + len(players)}, or say each share"
        )
    return dict.fromkeys(players, share)


def _note(table: Table, entry: Entry) -> str:
    if table.dice_due and not isinstance(entry, Deal | Leave):
        return f"dealer not drawn by dice after four wins in a row [W28]: {table.dealer} deals on, run 0"
    return ""
