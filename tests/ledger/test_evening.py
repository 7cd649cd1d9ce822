"""Evenings of forty hands under each rule set, with every figure worked out by hand.

Each line: the entry, who deals, the base it is played with, and what each player gains. The sums were done on
paper from the tables of rules/huopin.md §3 and rules/wenzhou.md §4; no figure comes from the program.
"""

import pytest

from huopin.ledger import ClassWin, Deal, Drawn, Entry, FanWin, Setup, replay

# 火拼, 大众场 (popular: fan from each on a self-draw, from the discarder otherwise), dealer A first.
# With the dealer on either side ×2, the bird on winner or payer ×2; bird counted from the dealer.
POPULAR: list[tuple[Entry, str, tuple[int, int, int, int]]] = [
    (FanWin("A", 10, "B"), "A", (20, -20, 0, 0)),
    (FanWin("A", 8), "A", (48, -16, -16, -16)),
    (FanWin("B", 12, "C"), "A", (0, 12, -12, 0)),  # the deal passes to B
    (FanWin("A", 12, bird="2p"), "B", (60, -24, -24, -12)),  # bird on C: B 12×2, C 12×2, D 12
    (Drawn(), "C", (0, 0, 0, 0)),
    (FanWin("C", 6, "A", bird="1m"), "C", (-24, 0, 24, 0)),  # bird on the dealer, who wins: ×4
    (FanWin("D", 20, "C"), "C", (0, 0, -40, 40)),
    (FanWin("B", 9, bird="E"), "D", (-9, 9 + 9 + 36, -9, -36)),  # 东 is 1: bird on D, who deals: ×4
    (FanWin("C", 16, "B"), "A", (0, -16, 16, 0)),
    (FanWin("B", 5, "A", bird="3s"), "B", (-10, 10, 0, 0)),  # bird on D, no part of it
    (FanWin("B", 5, "A", bird="4s"), "B", (-20, 20, 0, 0)),  # bird on A, who discarded: ×4
    (Drawn(kong=True), "B", (0, 0, 0, 0)),
    (FanWin("C", 11), "B", (-11, -22, 44, -11)),
    (FanWin("C", 7, "D", bird="a1"), "C", (0, 0, 14, -14)),  # a flower hits nobody
    (FanWin("A", 24, "B"), "C", (24, -24, 0, 0)),
    (FanWin("D", 8, bird="P"), "D", (-16, -32, -16, 64)),  # 白 is 7: D 1, A 2, B 3, C 4, D 5, A 6, B 7
    (FanWin("D", 8, "A", flowers=2), "D", (-16, 0, 0, 16)),
    (FanWin("A", 30, "D"), "D", (60, 0, 0, -60)),
    (FanWin("B", 4, "C", bird="2m"), "A", (0, 8, -8, 0)),  # bird on B, who wins
    (FanWin("B", 10, "A", bird="9m"), "B", (-40, 40, 0, 0)),  # 9 is 1: bird on B
]

# 温州, two players, base from 2. Each line also says the base.
WENZHOU: list[tuple[Entry, str, int, tuple[int, int]]] = [
    (ClassWin("A", "soft", "B"), "A", 2, (2, -2)),
    (ClassWin("A", "hard"), "A", 4, (8, -8)),
    (Drawn(), "A", 6, (0, 0)),  # no kong: the same dealer, the same base
    (ClassWin("A", "double", "B"), "A", 6, (24, -24)),
    (ClassWin("B", "soft", "A"), "A", 8, (-8, 8)),  # the deal passes
    (ClassWin("B", "hard", bought=True), "B", 2, (-8, 8)),  # 买底
    (ClassWin("B", "soft", topped=("A",)), "B", 4, (-16, 16)),  # 买底 goes on, 顶底 begins: ×4
    (ClassWin("A", "soft", "B"), "B", 6, (24, -24)),  # both bind the dealer too
    (ClassWin("A", "soft", "B"), "A", 2, (2, -2)),  # a new dealer, no stakes
    (ClassWin("A", "soft", caishen={"A": 1, "B": 1}), "A", 4, (4, -4)),  # 财神钱 4 each way
    (ClassWin("A", "double", caishen={"A": 2}), "A", 6, (24 + 24, -48)),  # 6×2 caishen, doubled
    (ClassWin("A", "hard", "B", caishen={"B": 3}), "A", 8, (16 - 24, 8)),  # the loser collects 8×3
    (Deal("B"), "B", 2, (0, 0)),  # A won four in a row: the dice say B
    (Drawn(kong=True), "B", 2, (0, 0)),  # a kong: the deal passes
    (ClassWin("B", "hard", "A"), "A", 2, (-4, 4)),
    (ClassWin("B", "double", topped=("A",), caishen={"A": 1}), "B", 2, (-16 + 2, 14)),
    (Drawn(bought=True), "B", 4, (0, 0)),
    (ClassWin("B", "soft"), "B", 4, (-16, 16)),  # 买底 of the drawn hand and 顶底 go on
    (ClassWin("B", "hard", caishen={"A": 1, "B": 2}), "B", 6, (-48 + 6 - 12, 54)),
    (ClassWin("A", "double", caishen={"A": 1}), "B", 8, (128 + 16, -144)),
    (ClassWin("A", "soft", "B"), "A", 2, (2, -2)),
]

# 火拼, 国标场: 8 + fan from each on a self-draw; else 8 + fan from the discarder, 8 from the others.
OFFICIAL: list[tuple[Entry, str, tuple[int, int, int, int]]] = [
    (FanWin("B", 12, "C"), "A", (-16, 44, -20, -8)),
    (FanWin("B", 8), "B", (-32, 96, -32, -32)),
    (FanWin("A", 10, "B"), "B", (52, -36, -8, -8)),
    (FanWin("D", 16, bird="3m"), "C", (-48, -24, -48, 120)),  # bird on A
    (Drawn(), "D", (0, 0, 0, 0)),
    (FanWin("D", 9, "A", bird="1p"), "D", (-68, -16, -16, 100)),  # bird on D: only A's 17×2 doubles again
    (FanWin("C", 8, "D"), "D", (-8, -8, 48, -32)),
    (FanWin("A", 24), "A", (192, -64, -64, -64)),
    (FanWin("B", 11, "A", bird="4s"), "A", (-38, 54, -8, -8)),  # bird on D, no part of it
    (FanWin("C", 12, "D"), "B", (-8, -16, 44, -20)),
    (FanWin("C", 10, "B", flowers=2), "C", (-16, -36, 68, -16)),
    (FanWin("A", 20, bird="N"), "C", (140, -56, -56, -28)),  # 北 is 4: bird on B
    (FanWin("B", 8, "C", bird="2s"), "D", (-8, 40, -16, -16)),  # bird on A, a bystander
    (Drawn(), "A", (0, 0, 0, 0)),
    (FanWin("A", 13, "D"), "A", (74, -16, -16, -42)),
    (FanWin("D", 8), "A", (-32, -16, -16, 64)),
    (FanWin("B", 18, "C", bird="C"), "B", (-16, 136, -104, -16)),  # 中 is 5: bird on B
    (FanWin("C", 9), "B", (-17, -34, 68, -17)),
    (FanWin("D", 15, "A"), "C", (-23, -8, -16, 47)),
    (FanWin("A", 88, "D"), "D", (208, -8, -8, -192)),
]

# 温州, four players, base from 3; 买底 and 顶底 only between the dealer and an opponent.
WENZHOU_FOUR: list[tuple[Entry, str, int, tuple[int, int, int, int]]] = [
    (ClassWin("A", "soft", "B"), "A", 3, (3, -3, 0, 0)),
    (ClassWin("A", "hard"), "A", 5, (30, -10, -10, -10)),
    (ClassWin("C", "double", "D"), "A", 7, (0, 0, 28, -28)),
    (ClassWin("B", "soft", bought=True), "B", 3, (-6, 18, -6, -6)),
    (ClassWin("A", "hard", topped=("D",)), "B", 5, (40, -20, -10, -10)),  # 买底 between A and B alone
    (ClassWin("C", "double", topped=("A",)), "C", 3, (-24, -12, 48, -12)),
    (ClassWin("D", "soft", "A"), "C", 5, (-5, 0, 0, 5)),  # A's 顶底 is not between A and D
    (ClassWin("D", "hard", "B", caishen={"D": 1, "A": 1}), "D", 3, (6, -12, -6, 12)),
    (Drawn(), "D", 5, (0, 0, 0, 0)),
    (ClassWin("D", "double", caishen={"D": 2}), "D", 5, (-40, -40, -40, 120)),
    (ClassWin("D", "soft", "C"), "D", 7, (0, 0, -7, 7)),
    (ClassWin("D", "hard", "A"), "D", 9, (-18, 0, 0, 18)),
    (Deal("A"), "A", 3, (0, 0, 0, 0)),
    (ClassWin("B", "hard", "A", bought=True), "A", 3, (-12, 12, 0, 0)),
    (ClassWin("B", "double", "C", topped=("C", "D")), "B", 3, (0, 24, -24, 0)),
    (ClassWin("B", "soft", "A"), "B", 5, (-5, 5, 0, 0)),
    (Drawn(kong=True), "B", 7, (0, 0, 0, 0)),
    (ClassWin("D", "soft"), "C", 3, (-3, -3, -3, 9)),
    (ClassWin("A", "hard", "D", topped=("A",)), "D", 3, (12, 0, 0, -12)),
    # 3 × 4 × 4 from each, but B's three caishen bring 9 from each of the others.
    (
        ClassWin("A", "double", bought=True, topped=("B", "C", "D"), caishen={"B": 3}),
        "A",
        3,
        (144 - 9, -48 + 27, -48 - 9, -48 - 9),
    ),
    (ClassWin("A", "soft", "C"), "A", 5, (20, 0, -20, 0)),
]


@pytest.mark.parametrize(
    ("room", "hands", "totals"),
    [("popular", POPULAR, (66, -10, -27, -29)), ("official", OFFICIAL, (336, 32, -200, -168))],
)
def test_forty_hands_of_huopin(
    room: str, hands: list[tuple[Entry, str, tuple[int, ...]]], totals: tuple[int, ...]
) -> None:
    book = replay(Setup(tuple("ABCD"), "huopin", room=room), [entry for entry, *_ in hands])
    for row, (_entry, dealer, changes) in zip(book.rows, hands, strict=True):
        assert (row.dealer, tuple(row.changes.values())) == (dealer, changes), row
        assert sum(row.totals.values()) == 0
    assert tuple(book.totals.values()) == totals


def test_twenty_of_the_hands_for_coins() -> None:
    """R21: N = 50 coins a point, A = 30 from each player and hand won; 18 of the hands are won."""
    setup = Setup(tuple("ABCD"), "huopin", room="popular", coefficient=50, take=30)
    book = replay(setup, [entry for entry, *_ in POPULAR])
    assert book.totals == {
        "A": 66 * 50 - 540,
        "B": -10 * 50 - 540,
        "C": -27 * 50 - 540,
        "D": -29 * 50 - 540,
    }
    assert book.house == 4 * 540
    assert sum(book.totals.values()) == -book.house


@pytest.mark.parametrize(
    ("start", "hands", "totals", "dealer", "run"),
    [(2, WENZHOU, (130, -130), "A", 1), (3, WENZHOU_FOUR, (133, -62, -107, 36), "A", 2)],
)
def test_forty_hands_of_wenzhou(
    start: int,
    hands: list[tuple[Entry, str, int, tuple[int, ...]]],
    totals: tuple[int, ...],
    dealer: str,
    run: int,
) -> None:
    assert sum(not isinstance(entry, Deal) for entry, *_ in hands) == 20
    players = tuple("ABCD")[: len(totals)]
    book = replay(Setup(players, "wenzhou", start=start), [entry for entry, *_ in hands])
    for row, (entry, dealt_by, base, changes) in zip(book.rows, hands, strict=True):
        expected = None if isinstance(entry, Deal) else base
        assert (row.dealer, row.base, tuple(row.changes.values())) == (dealt_by, expected, changes), row
        assert sum(row.totals.values()) == 0
    assert tuple(book.totals.values()) == totals
    assert (book.table.dealer, book.table.run) == (dealer, run)


@pytest.mark.parametrize(
    ("room", "first", "changes"),
    [
        # rules/huopin.md §3, worked examples; the official room's bystanders pay 8.
        ("official", FanWin("B", 12, "C"), (-16, 44, -20, -8)),
        ("official", FanWin("A", 12, "C", bird="9m"), (112, -16, -80, -16)),
        ("popular", FanWin("B", 12, bird="2p"), (-48, 96, -24, -24)),
        ("no-fan", FanWin("A", 1, bird="P"), (80, -20, -40, -20)),
    ],
)
def test_worked_examples_of_the_rooms(room: str, first: Entry, changes: tuple[int, ...]) -> None:
    book = replay(Setup(tuple("ABCD"), "huopin", room=room), [first])
    assert tuple(book.rows[0].changes.values()) == changes


def test_worked_example_in_coins() -> None:
    """R21: N = 200, ten points from each of three losers, A = 20."""
    setup = Setup(tuple("ABCD"), "huopin", dealer="B", room="no-fan", coefficient=200, take=20)
    book = replay(setup, [Drawn(), Deal("C"), FanWin("B", 1)])
    # C deals and pays double: 10, 20, 10 points.
    assert book.totals == {"A": -2020, "B": 8000 - 20, "C": -4020, "D": -2020}
    assert book.house == 80
