"""Payments, bases and rounds of rules/wenzhou.md §4 and §5, figures worked out by hand."""

from itertools import product

import pytest

from huopin.scoring import SettingsError
from huopin.scoring.table import Seat, balances
from huopin.scoring.wenzhou import Stakes, WenzhouWin, WinClass, settle_wenzhou
from huopin.scoring.wenzhou.rounds import base, deal_passes_on_draw, is_drawn_by_dice, is_drawn_hand

E, S, W, N = Seat
SOFT, HARD, DOUBLE = WinClass.SOFT, WinClass.HARD, WinClass.DOUBLE
ALL = frozenset((S, W, N))


@pytest.mark.parametrize(("start", "bases"), [(2, [2, 4, 6, 8, 8]), (3, [3, 5, 7, 9, 9])])
def test_base_grows_with_the_dealers_run(start: int, bases: list[int]) -> None:
    assert [base(start, run) for run in range(5)] == bases


def test_the_dealer_is_drawn_by_dice_after_four_wins() -> None:
    """W28."""
    assert [is_drawn_by_dice(run) for run in range(5)] == [False, False, False, False, True]


def test_drawn_hands() -> None:
    assert [is_drawn_hand(left) for left in (9, 8)] == [False, True]
    assert deal_passes_on_draw(kong_made=True)
    assert not deal_passes_on_draw(kong_made=False)


@pytest.mark.parametrize(
    ("source", "players", "stakes", "win", "expected"),
    [
        ("soft 2 × 1", 2, Stakes(E, 2), WenzhouWin(E, SOFT, S), (2, -2)),
        ("W29 self-draw the same", 2, Stakes(E, 2), WenzhouWin(E, HARD), (4, -4)),
        ("W29 discard the same", 2, Stakes(E, 2), WenzhouWin(E, HARD, S), (4, -4)),
        ("double 6 × 4", 2, Stakes(E, 6), WenzhouWin(S, DOUBLE, E), (-24, 24)),
        ("买底", 2, Stakes(E, 4, bought=True), WenzhouWin(E, SOFT, S), (8, -8)),
        (
            "W26 顶底 binds the dealer too",
            2,
            Stakes(E, 4, topped=frozenset([S])),
            WenzhouWin(E, SOFT, S),
            (8, -8),
        ),
        ("W26 买底 binds when the other wins", 2, Stakes(E, 4, bought=True), WenzhouWin(S, SOFT, E), (-8, 8)),
        ("both 4×", 2, Stakes(E, 4, True, frozenset([S])), WenzhouWin(S, HARD, E), (-32, 32)),
        ("W29 discarder alone", 4, Stakes(E, 2), WenzhouWin(W, HARD, N), (0, 0, 4, -4)),
        ("W29 all on self-draw", 4, Stakes(E, 2), WenzhouWin(W, HARD), (-4, -4, 12, -4)),
        # Dealer with 买底, S with 顶底: S 2×2×2×2 = 16, W and N 2×2×2 = 8.
        ("W27 per opponent", 4, Stakes(E, 2, True, frozenset([S])), WenzhouWin(E, HARD), (32, -16, -8, -8)),
        # W beats N: neither stake is theirs; E pays with 买底 only.
        (
            "W27 not between opponents",
            4,
            Stakes(E, 2, True, frozenset([S])),
            WenzhouWin(W, HARD),
            (-8, -4, 16, -4),
        ),
        # 财神钱: E holds 1, S 2, base 4: S pays 4, E pays 8; the soft win is 4 more.
        ("W23 losers collect too", 2, Stakes(E, 4), WenzhouWin(E, SOFT, S, {E: 1, S: 2}), (4 + 4 - 8, 0)),
        # The winner's caishen count twice: 4 × 4 + 2 × 4 = 24, S collects 2 × 4 = 8.
        ("W24 doubled for a double", 2, Stakes(E, 4), WenzhouWin(E, DOUBLE, S, {E: 1, S: 2}), (16, -16)),
        ("W24 not for the loser", 2, Stakes(E, 4), WenzhouWin(S, DOUBLE, E, {E: 1}), (-16 + 4, 12)),
        # Before 买底 and 顶底: 2 × 2 × 4 = 16 for the win, 2 × 1 for the caishen.
        (
            "W23 before the stakes",
            2,
            Stakes(E, 2, True, frozenset([S])),
            WenzhouWin(E, HARD, S, {E: 1}),
            (18, -18),
        ),
        # N pays the discard 2 × 2; W's two caishen bring 4 from each of three, E's one brings 2 from each.
        (
            "W23 from every other",
            4,
            Stakes(E, 2),
            WenzhouWin(W, HARD, N, {W: 2, E: 1}),
            (6 - 4, -6, 4 + 12 - 2, -4 - 6),
        ),
        ("three players", 3, Stakes(S, 3), WenzhouWin(S, DOUBLE, None, {S: 3}), (-12 - 18, 60, -30)),
    ],
)
def test_payments(
    source: str, players: int, stakes: Stakes, win: WenzhouWin, expected: tuple[int, ...]
) -> None:
    found = balances(settle_wenzhou(list(Seat)[:players], stakes, win))
    assert tuple(found.values())[:players] == expected, source
    assert sum(found.values()) == 0


def test_every_settlement_sums_to_zero() -> None:
    """W25 needs no case: a drawn hand has no win to settle."""
    for players, bought, win_class, winner, held in product(
        (2, 3, 4), (False, True), (SOFT, HARD, DOUBLE), Seat, (0, 2)
    ):
        seats = list(Seat)[:players]
        if winner not in seats:
            continue
        for discarder in (None, *(seat for seat in seats if seat is not winner)):
            win = WenzhouWin(winner, win_class, discarder, {seats[0]: held, seats[-1]: 1})
            found = balances(settle_wenzhou(seats, Stakes(E, 4, bought, ALL & set(seats)), win))
            assert sum(found.values()) == 0


@pytest.mark.parametrize(
    ("players", "stakes", "win", "says"),
    [
        ([E], Stakes(E, 2), WenzhouWin(E, SOFT), "expected 2 to 4 players, got 1"),
        ([E, S], Stakes(W, 2), WenzhouWin(E, SOFT), "expected a dealer among the players, got seat W"),
        ([E, S], Stakes(E, 2), WenzhouWin(N, SOFT), "expected a winner among the players, got seat N"),
        ([E, S], Stakes(E, 2), WenzhouWin(E, SOFT, N), "expected a discarder among the players, got seat N"),
        ([E, S], Stakes(E, 2), WenzhouWin(E, SOFT, E), "expected the winner and the discarder to differ"),
        ([E, S], Stakes(E, 2, topped=frozenset([E])), WenzhouWin(E, SOFT), "who may 买底"),
        ([E, S], Stakes(E, 2, topped=frozenset([N])), WenzhouWin(E, SOFT), "only players who take part"),
        ([E, S], Stakes(E, 2), WenzhouWin(E, WinClass.REFUSED), "got a refused one [W13]"),
        ([E, S], Stakes(E, 2), WenzhouWin(E, SOFT, None, {E: 2, S: 2}), "got 4 [W2]"),
        ([E, S], Stakes(E, 2), WenzhouWin(E, SOFT, None, {E: -1}), "got -1 [W2]"),
    ],
)
def test_what_cannot_be_settled(players: list[Seat], stakes: Stakes, win: WenzhouWin, says: str) -> None:
    with pytest.raises(SettingsError) as caught:
        settle_wenzhou(players, stakes, win)
    assert says in str(caught.value)


@pytest.mark.parametrize(("start", "run"), [(4, 0), (2, -1)])
def test_bases_that_do_not_exist(start: int, run: int) -> None:
    with pytest.raises(SettingsError):
        base(start, run)
