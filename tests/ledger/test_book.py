"""Undo, leaving, stakes, dice: what the entries of a session come to."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from huopin.ledger import ClassWin, Deal, Drawn, Entry, EntryError, FanWin, Leave, Setup, Undo, replay
from huopin.ledger.book import even_shares, undone_numbers
from huopin.ledger.entries import from_json, to_json
from huopin.ledger.errors import LedgerFileError
from huopin.scoring import HuopinError, SettingsError
from huopin.scoring.table import Seat

TWO = Setup(("A", "B"), "wenzhou")
FOUR = Setup(tuple("ABCD"), "huopin", room="popular")
A_WINS = ClassWin("A", "soft", "B")


def test_undo_works_out_dealer_run_and_base_anew() -> None:
    entries: list[Entry] = [A_WINS, ClassWin("B", "soft", "A"), ClassWin("B", "hard"), A_WINS]
    before, after = replay(TWO, entries), replay(TWO, [*entries, Undo(2)])
    assert [(row.dealer, row.base) for row in before.rows] == [("A", 2), ("A", 4), ("B", 2), ("B", 4)]
    assert [(row.dealer, row.base) for row in after.rows] == [("A", 2), ("A", 4), ("B", 2)]
    assert [row.number for row in after.rows] == [1, 3, 4]
    assert after.undone == (2,)
    assert (before.totals["A"], after.totals["A"]) == (2 - 4 - 4 + 4, 2 - 8 + 2)


def test_an_undo_can_be_undone() -> None:
    assert undone_numbers([A_WINS, Undo(1)]) == {1}
    assert undone_numbers([A_WINS, Undo(1), Undo(2)]) == {2}
    assert undone_numbers([A_WINS, Undo(1), Undo(2), Undo(3)]) == {1, 3}
    assert replay(TWO, [A_WINS, Undo(1), Undo(2)]).totals == replay(TWO, [A_WINS]).totals


def test_stakes_end_with_the_dealer() -> None:
    """W26: 买底 and 顶底 go on while the dealer stays, and no longer."""
    bought = ClassWin("A", "soft", bought=True, topped=("B",))
    book = replay(TWO, [bought, A_WINS, ClassWin("B", "soft"), ClassWin("B", "soft")])
    assert [row.changes["A"] for row in book.rows] == [2 * 4, 4 * 4, -6 * 4, -2]


def test_four_wins_in_a_row_call_for_the_dice() -> None:
    """W28."""
    four: list[Entry] = [A_WINS] * 4
    assert replay(TWO, four).table.dice_due
    assert not replay(TWO, four[:3]).table.dice_due
    same = replay(TWO, [*four, Deal("A"), A_WINS])
    assert (same.rows[-1].base, same.rows[-1].note, same.table.run) == (2, "", 1)
    # Undoing another's win may make four in a row of what was three: the book goes on, and says so.
    entries: list[Entry] = [*four[:3], ClassWin("B", "soft"), ClassWin("A", "soft"), A_WINS, Undo(4)]
    book = replay(TWO, entries)
    assert (book.rows[-1].dealer, book.rows[-1].base) == ("A", 2)
    assert "not drawn by dice" in book.rows[-1].note


def test_a_player_leaves() -> None:
    """R21: an explicit adjustment; the others play on where the rules let them."""
    three = Setup(("A", "B", "C"), "wenzhou", dealer="C")
    book = replay(three, [Leave("C", 9, {"A": 4, "B": 5}), ClassWin("B", "hard")])
    assert [dict(row.changes) for row in book.rows] == [{"A": 4, "B": 5, "C": -9}, {"A": -4, "B": 4, "C": 0}]
    assert (book.rows[0].dealer, book.rows[1].dealer) == ("C", "A")
    assert book.table.players == ("A", "B")
    assert replay(FOUR, [Leave("D", 30, even_shares("ABC", 30))]).totals == {
        "A": 10,
        "B": 10,
        "C": 10,
        "D": -30,
    }


def test_seat_winds_go_with_the_deal() -> None:
    table = replay(FOUR, [FanWin("B", 8, "A")]).table
    assert [table.seat_wind(player) for player in "BCDA"] == list(Seat)


@pytest.mark.parametrize(
    ("setup", "entries", "says"),
    [
        (TWO, [ClassWin("X", "soft")], "expected one of the players A, B, got 'X'"),
        (TWO, [ClassWin("A", "refused")], "expected a class soft, hard, double, got 'refused'"),
        (TWO, [ClassWin("A", "soft", "A")], "expected the winner and the discarder to differ"),
        (TWO, [ClassWin("A", "soft", topped=("A",))], "got the dealer A, who may 买底"),
        (TWO, [ClassWin("A", "soft", caishen={"A": 2, "B": 2})], "got 4 [W2]"),
        (TWO, [FanWin("A", 8)], "expected the class of a win under wenzhou rules"),
        (TWO, [Deal("X")], "expected one of the players A, B, got 'X'"),
        (TWO, [Leave("A"), Leave("B")], "expected at least one player to remain"),
        (TWO, [Leave("A", 5, {"B": 4})], "expected shares that sum to the charge 5, got 4"),
        (TWO, [Leave("A", -5, {"B": -5})], "expected a charge and shares of 0 or more"),
        (TWO, [Leave("A", 5, {"A": 5})], "expected shares of B, got one of A"),
        (FOUR, [ClassWin("A", "soft")], "expected the fan of a win under huopin rules"),
        (FOUR, [FanWin("A", 0)], "expected a fan of 1 or more, got 0"),
        (FOUR, [FanWin("A", 8, flowers=9)], "expected flowers of 0 to the 8 fan, got 9"),
        (FOUR, [FanWin("A", 8, bird="9z")], "expected 1z to 7z"),
        (FOUR, [Leave("D"), FanWin("A", 8)], "expected four players for huopin, but one has left"),
        (FOUR, [Leave("D"), Deal("D")], "got 'D' (who left)"),
        (Setup(tuple("ABCD"), "huopin"), [FanWin("A", 7)], "expected at least 8 fan"),
    ],
)
def test_what_cannot_be_entered(setup: Setup, entries: list[Entry], says: str) -> None:
    with pytest.raises(HuopinError) as caught:
        replay(setup, entries)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("players", "more", "says"),
    [
        (("A", "A"), {}, "expected names that differ"),
        (("A", " "), {}, "expected a name of 1 to 24 printable characters"),
        (("A", "B\n"), {}, "expected a name of 1 to 24 printable characters"),
        (("A", "=1+1"), {}, "expected a name without , and ="),
        (("A", "B"), {"dealer": "C"}, "expected a dealer among A, B, got 'C'"),
        (("A", "B"), {"take": -1}, "expected coins of 0 or more"),
    ],
)
def test_settings_that_cannot_be(players: tuple[str, ...], more: dict[str, object], says: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Setup(players, "wenzhou", **more)  # type: ignore[arg-type]  # settings by name
    assert says in str(caught.value)


def test_shares_that_do_not_come_out_even() -> None:
    with pytest.raises(EntryError, match="try 99 or 102, or say each share"):
        even_shares("ABC", 100)


ENTRIES: list[Entry] = [
    FanWin("A", 9, "B", 1, "9m"),
    ClassWin("A", "hard", None, {"A": 1}, True, ("B",)),
    Drawn(True, True, ("B",)),
    Deal("甲"),
    Leave("A", 3, {"B": 3}),
    Undo(1),
]


@pytest.mark.parametrize("entry", ENTRIES)
def test_entries_survive_json(entry: Entry) -> None:
    assert from_json(to_json(entry)) == entry


@pytest.mark.parametrize(
    "data", [{}, {"kind": "x"}, {"kind": "undo"}, {"kind": "undo", "entry": 1, "more": 2}]
)
def test_json_that_is_no_entry(data: dict[str, object]) -> None:
    with pytest.raises(LedgerFileError, match="expected an entry of the ledger"):
        from_json(data)


PLAYERS = st.sampled_from("ABCD")
FAN_WINS = st.builds(
    FanWin,
    PLAYERS,
    st.integers(8, 300),
    st.none() | PLAYERS,
    bird=st.none() | st.sampled_from(["5m", "E", "P", "a1"]),
)
CLASS_WINS = st.builds(
    ClassWin,
    PLAYERS,
    st.sampled_from(("soft", "hard", "double")),
    st.none() | PLAYERS,
    st.dictionaries(PLAYERS, st.integers(0, 1), max_size=3),
    st.booleans(),
)
OTHERS = st.builds(Drawn, st.booleans()) | st.builds(Deal, PLAYERS) | st.builds(Undo, st.integers(1, 12))


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.lists(FAN_WINS | OTHERS, max_size=12), st.sampled_from([None, 1, 200]), st.integers(0, 50))
def test_huopin_totals_sum_to_minus_the_houses_take(
    entries: list[Entry], coefficient: int | None, take: int
) -> None:
    entries = [entry for entry in entries if not isinstance(entry, FanWin) or entry.winner != entry.discarder]
    setup = Setup(
        tuple("ABCD"), "huopin", room="official", coefficient=coefficient, take=take if coefficient else 0
    )
    book = replay(setup, entries)
    assert sum(book.totals.values()) == -book.house


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.lists(CLASS_WINS | OTHERS, max_size=12))
def test_wenzhou_totals_sum_to_zero(entries: list[Entry]) -> None:
    entries = [e for e in entries if not isinstance(e, ClassWin) or e.winner != e.discarder]
    assert sum(replay(Setup(tuple("ABCD"), "wenzhou"), entries).totals.values()) == 0
