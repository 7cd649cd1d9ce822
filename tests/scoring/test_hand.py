"""Hands: caishen applied, every problem reported at once."""

from dataclasses import replace

import pytest

from huopin.scoring import Context, Hand, Options, Tile, parse_hand, problems

SD = Context(self_draw=True)


def codes(hand: Hand, context: Context, options: Options | None = None) -> list[str]:
    return [problem.code for problem in problems(hand, context, options)]


def test_concealed_tiles_of_the_caishens_face_are_wild() -> None:
    hand = parse_hand("[123m]55pE+5p")
    assert hand.with_caishen(Tile.parse("5p")) == parse_hand("[123m]**E+5p")  # R6: discarded
    assert hand.with_caishen(Tile.parse("5p"), self_draw=True) == parse_hand("[123m]**E+*")


def test_a_discarded_caishen_keeps_its_face() -> None:
    """R6."""
    assert parse_hand("**E+*").with_caishen(Tile.parse("5p")) == parse_hand("**E+5p")


def test_size_counts_a_kong_as_three_and_fits_both_rule_sets() -> None:
    assert parse_hand("[1111m#]345m56s678pWW+7s 春").size == 14
    assert parse_hand("123456789m2789p44s*+3p").size == 17


def test_last_tile_as_win() -> None:
    assert parse_hand("123m4p").with_last_as_win() == parse_hand("123m+4p")
    assert parse_hand("123m+4p").with_last_as_win() == parse_hand("123m+4p")
    assert Hand().with_last_as_win() == Hand()


FIVE = Tile.parse("5m")


@pytest.mark.parametrize(
    ("text", "context", "expected"),
    [
        ("11111m", SD, ["too-many-copies"]),
        ("[111m]1m+1m", SD, ["too-many-copies"]),
        ("*****", replace(SD, caishen=FIVE), ["too-many-copies"]),  # R2
        ("****+5m", Context(caishen=FIVE), ["too-many-copies"]),  # R2
        ("12m*", SD, ["caishen-unknown"]),
        ("12m", replace(SD, caishen=Tile.parse("a1")), ["caishen-flower"]),  # R1
        ("[555m]12m", replace(SD, caishen=FIVE), ["caishen-in-meld"]),  # R3
        ("[5555m#]12m", replace(SD, caishen=FIVE), ["caishen-in-meld"]),  # R3
        ("12m春春", SD, ["too-many-copies"]),
        ("12m+3m", replace(SD, seat_wind=FIVE, round_wind=FIVE), ["not-a-wind", "not-a-wind"]),
        ("22m+2m", replace(SD, last_of_kind=True), ["last-of-kind"]),
        (
            "**2m+5m",
            Context(caishen=FIVE, last_of_kind=True),
            ["last-of-kind"],
        ),  # two of the other three held
        ("**2m+*", replace(SD, caishen=FIVE, last_of_kind=True), []),  # R15: it simply does not pay
        ("22m+2m", replace(SD, kong=True), ["kong-without-kong"]),
        ("[222m]5m+2m", Context(kong=True), ["robbed-kong"]),
        ("22m+3m", Context(kong=True, wall_last=True), []),  # the wall's last tile, robbed
        ("22m+5m", Context(kong=True, caishen=FIVE), ["robbed-kong"]),  # R3
        ("[EEEE]22m+2m", replace(SD, kong=True), []),
        ("[456m]22m+3m", replace(SD, caishen=FIVE), []),  # R6: the chow's 5m was claimed from a discard
        ("123456789m2789p44s*+3p", replace(SD, caishen=FIVE), []),
    ],
)
def test_problems(text: str, context: Context, expected: list[str]) -> None:
    hand = parse_hand(text)
    if context.caishen:
        hand = hand.with_caishen(context.caishen, self_draw=context.self_draw)
    assert codes(hand, context) == expected


def test_all_problems_come_at_once() -> None:
    hand = Hand((FIVE,) * 5, flowers=(FIVE,), unnamed_flowers=-1, win=FIVE)
    found = codes(
        hand, Context(seat_wind=FIVE, last_of_kind=True, caishen=Tile.parse("a1")), Options(max_copies=3)
    )
    assert found == [
        "too-many-copies",
        "not-a-flower",
        "flower-count",
        "caishen-flower",
        "not-a-wind",
        "last-of-kind",
        "max-copies",
    ]


def test_a_problem_reads_as_one_sentence() -> None:
    text = str(problems(parse_hand("22m+2m"), replace(SD, last_of_kind=True))[0])
    assert text == (
        "expected the other three 2m on the table for 和绝张, got one among the concealed tiles [R15]; "
        "leave out the last-of-kind flag"
    )
