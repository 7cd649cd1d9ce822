"""Rooms and settlement, `rules/huopin.md` §3."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huopin.scoring import TILES, Context, SettingsError, Tile, parse_hand
from huopin.scoring.huopin import score
from huopin.scoring.huopin.settlement import (
    NotEnoughFanError,
    Room,
    Win,
    bird_seat,
    coin_balances,
    coin_ledger,
    fan_without_flowers,
    may_win,
    settle,
)
from huopin.scoring.table import Seat

E, S, W, N = Seat


def bird(text: str) -> Tile | None:
    return Tile.parse(text) if text else None


@pytest.mark.parametrize(
    ("room", "win", "losses", "gain"),
    [
        # The worked examples of §3.
        (Room.OFFICIAL, Win(12, S, W), {E: 16, W: 20, N: 8}, 44),
        (Room.POPULAR, Win(12, S, bird=bird("2p")), {E: 48, W: 24, N: 24}, 96),
        (Room.OFFICIAL, Win(12, E, N, bird=bird("9m")), {S: 16, W: 16, N: 80}, 112),
        (Room.NO_FAN, Win(12, E, bird=bird("P")), {S: 20, W: 40, N: 20}, 80),
        # The table of §3, the winner and the payers away from the dealer.
        (Room.NO_FAN, Win(30, S, W), {E: 0, W: 10, N: 0}, 10),
        (Room.POPULAR, Win(30, S, W), {E: 0, W: 30, N: 0}, 30),
        (Room.OFFICIAL, Win(30, S), {E: 76, W: 38, N: 38}, 152),
        # R19: the bystander's 8 is doubled with the dealer as winner.
        (Room.OFFICIAL, Win(8, E, S), {S: 32, W: 16, N: 16}, 64),
        # R20, discard: the bird on the discarder, on a bystander, a flower.
        (Room.POPULAR, Win(10, S, W, bird=bird("3s")), {E: 0, W: 20, N: 0}, 20),
        (Room.POPULAR, Win(10, S, W, bird=bird("4s")), {E: 0, W: 10, N: 0}, 10),
        (Room.POPULAR, Win(10, S, W, bird=bird("a1")), {E: 0, W: 10, N: 0}, 10),
        (Room.OFFICIAL, Win(10, S, W, bird=bird("2m")), {E: 16, W: 36, N: 8}, 60),
        # R20, self-draw: the bird on one payer doubles that payer; with the dealer ×4.
        (Room.POPULAR, Win(10, S, bird=bird("E")), {E: 40, W: 10, N: 10}, 60),
        # Another dealer: the bird counts from him.
        (Room.POPULAR, Win(10, S, dealer=W, bird=bird("1m")), {E: 10, W: 40, N: 10}, 60),
    ],
)
def test_who_pays_what(room: Room, win: Win, losses: dict[Seat, int], gain: int) -> None:
    balances = settle(room, win).balances
    assert balances == {**{seat: -loss for seat, loss in losses.items()}, win.winner: gain}


def test_a_payment_says_why() -> None:
    settlement = settle(Room.OFFICIAL, Win(12, E, N, bird=bird("9m")))
    assert settlement.bird_seat is E
    assert [(p.payer, p.base, p.doubled_for, p.why) for p in settlement.payments] == [
        (S, 8, ("dealer",), "bystander: 8"),
        (W, 8, ("dealer",), "bystander: 8"),
        (N, 20, ("dealer", "bird"), "discarder: 8 + 12 fan"),
    ]


@pytest.mark.parametrize(
    ("tile", "steps"),
    [("1m", 0), ("2s", 1), ("5p", 0), ("9m", 0), ("E", 0), ("N", 3), ("C", 0), ("F", 1), ("P", 2)],
)
def test_the_bird_counts_from_the_dealer(tile: str, steps: int) -> None:
    """R20."""
    for dealer in Seat:
        assert bird_seat(Tile.parse(tile), dealer) is dealer.after(steps)


def test_every_settlement_sums_to_zero() -> None:
    """All rooms × dealer × bird × winner × discarder."""
    for room, dealer, winner, discarder in product(Room, Seat, Seat, (None, *Seat)):
        if discarder is winner:
            continue
        for tile in (None, *TILES):
            settlement = settle(room, Win(13, winner, discarder, dealer, tile, flowers=2))
            assert sum(settlement.balances.values()) == 0
            assert all(loss <= 0 for seat, loss in settlement.balances.items() if seat is not winner)
            assert settlement.balances[winner] > 0


def test_the_official_room_needs_eight_without_flowers() -> None:
    """R16, §3."""
    assert not may_win(Room.OFFICIAL, 9, 2)
    assert may_win(Room.OFFICIAL, 8, 0)
    assert may_win(Room.POPULAR, 2, 0)
    with pytest.raises(NotEnoughFanError, match=r"at least 8 fan without flowers .* got 7"):
        settle(Room.OFFICIAL, Win(9, E, S, flowers=2))
    got = score(parse_hand("[234m][555p][666s]77sEE+7s 春夏"), Context())
    assert got is not None
    assert (got.total, fan_without_flowers(got)) == (4, 2)


def test_coins() -> None:
    """R21: N=200, X=10 from each of three losers, A=20: 6000 - 20 and -2000 - 20 each."""
    entries = coin_ledger(settle(Room.NO_FAN, Win(5, S, dealer=E)), 200, 20)
    assert coin_balances(entries) == {E: -4020, S: 7980, W: -2020, N: -2020}  # the dealer pays double
    assert sum(entry.coins for entry in entries) == 0
    # Without the dealer among them: a popular-room hand of 5 fan that the dealer wins is 10 from each.
    assert coin_balances(coin_ledger(settle(Room.POPULAR, Win(5, E)), 200, 20)) == {
        E: 6000 - 20,
        S: -2020,
        W: -2020,
        N: -2020,
    }


def test_who_leaves_pays_the_others() -> None:
    """R21: an explicit entry, never guessed."""
    settlement = settle(Room.NO_FAN, Win(5, E))
    stayed = coin_balances(coin_ledger(settlement, 100, 10))
    left = coin_balances(coin_ledger(settlement, 100, 10, {N: 300}))
    assert {seat: left[seat] - stayed[seat] for seat in Seat} == {E: 100, S: 100, W: 100, N: -300}
    for wrong in ({N: 100}, {N: -3}, dict.fromkeys(Seat, 0)):
        with pytest.raises(SettingsError):
            coin_ledger(settlement, 100, 10, wrong)


@given(st.integers(0, 500), st.integers(0, 100), st.sampled_from(list(Room)), st.integers(8, 300))
def test_coins_sum_to_zero_with_the_house(coefficient: int, take: int, room: Room, fan: int) -> None:
    entries = coin_ledger(settle(room, Win(fan, W, E, S, Tile.parse("3m"))), coefficient, take, {N: 9})
    assert sum(entry.coins for entry in entries) == 0


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Win(5, E, E), "expected the winner and the discarder to differ, got E for both"),
        (lambda: Win(5, E, flowers=6), "expected flowers of 0 to the 5 fan, got 6"),
        (
            lambda: Room.parse("casino"),
            "expected a room no-fan (无番场), official (国标场), popular (大众场), got",
        ),
        (lambda: Seat.parse("X"), "expected a seat E, S, W or N, got 'X'"),
        (lambda: coin_ledger(settle(Room.NO_FAN, Win(5, E)), -1, 0), "expected a coefficient of 0 or more"),
    ],
)
def test_bad_settings_are_one_clear_error(make: object, says: str) -> None:
    with pytest.raises(SettingsError) as caught:
        make()  # type: ignore[operator]
    assert says in str(caught.value)


def test_names_parse() -> None:
    assert Room.parse("国标场") is Room.OFFICIAL
    assert Seat.parse("北") is N
