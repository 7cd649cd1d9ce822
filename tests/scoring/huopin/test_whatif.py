"""The item cards as questions on a hand, `rules/huopin.md` §4."""

import pytest

from huopin.scoring import CAISHEN, Context, HandError, Suit, Tile, parse_hand
from huopin.scoring.huopin import score
from huopin.scoring.huopin.whatif import WhatIf, draw
from huopin.scoring.situation import parse_situation


def asked(text: str) -> WhatIf:
    return WhatIf(*parse_situation(text))


def test_the_best_swap_of_a_hand_that_does_not_win() -> None:
    """Only the lone 1p can go, and 5p pairs it better than nothing: every swap wins by making the pair."""
    swaps = asked("[111m][222m]3334m555m+1p SD").swaps()
    assert swaps
    best = swaps[0]
    assert (str(best.out), str(best.into)) == ("1p", "4m")
    assert best.gain == best.score.total
    assert "一色四节高" not in best.score.fan_counts
    assert all(one.gain <= best.gain for one in swaps)


def test_a_swap_scores_what_the_changed_hand_scores() -> None:
    question = asked("12345678p55678m+6p SD")
    assert question.score is not None
    swaps = question.swaps()
    for change in swaps[:20]:
        assert change.gain == change.score.total - question.score.total
    assert [change.gain for change in swaps] == sorted((change.gain for change in swaps), reverse=True)
    # 234 456 678 and no terminal left; 清龙 by 6p → 9p pays as much, but not 断幺.
    assert (str(swaps[0].out), str(swaps[0].into)) == ("1p", "4p")
    assert {"一色三步高", "断幺"} <= set(swaps[0].score.fan_counts)
    assert swaps[0].gain > 0


def test_a_discarded_winning_tile_is_not_ours_to_swap() -> None:
    assert all(str(change.out) != "1s" for change in asked("234567m345p2388s+1s D").swaps())
    assert any(str(change.out) == "1s" for change in asked("234567m345p2388s+1s SD").swaps())


def test_the_best_tile_to_turn_into_a_caishen() -> None:
    """A 9m that stands in the way of 清一色."""
    turned = asked("[123p]234567899p9m+8p SD K=E").turned()
    assert str(turned[0].out) == "9m"
    assert turned[0].into is CAISHEN
    assert "清一色" in turned[0].score.fan_counts
    unknown = asked("[123p]234567899p9m+8p SD").turned()  # without an indicator it still stands for any face
    assert unknown[0].score.total == turned[0].score.total
    assert asked("[123p]2344p****88p+8p SD K=E").turned() == ()


def test_a_random_tile_is_worth_its_mean() -> None:
    question = asked("[123m][456m][789m]11pEE+P SD")
    worth = {str(one.out): one for one in question.random_swaps()}
    unseen = question.unseen()
    assert sum(unseen.values()) == 136 - 14
    # Only P can go, for one of the two E or of the two 1p that are left.
    assert worth["P"].win_chance == pytest.approx(4 / 122)
    assert worth["1p"].win_chance == worth["E"].win_chance == 0.0
    totals = {str(change.into): change.score.total for change in question.swaps()}
    assert worth["P"].expected == pytest.approx((2 * totals["E"] + 2 * totals["1p"]) / 122)
    assert worth["P"].gain == worth["P"].expected


def test_the_same_tile_again_keeps_the_hand() -> None:
    question = asked("[123m][456m][789m]11pEE+E SD")
    assert question.score is not None
    one = next(one for one in question.random_swaps() if str(one.out) == "E")
    # The E that is left restores the hand; the two 1p make their pung instead.
    other = next(change for change in question.swaps() if str(change.into) == "1p")
    assert one.win_chance == pytest.approx(3 / 122)
    assert one.expected == pytest.approx((question.score.total + 2 * other.score.total) / 122)


@pytest.mark.parametrize(
    ("text", "suit", "foreign", "to_win"),
    [
        ("1112345678999m+5m D", Suit.CHARACTERS, 0, 0),
        ("111234567899m1p+5m D", Suit.CHARACTERS, 1, 1),
        ("11223344556m1p2p+7m D", Suit.CHARACTERS, 2, 2),
        ("[123p]22345678p12m+9p D", Suit.DOTS, 2, 2),
    ],
)
def test_the_distance_to_a_full_flush(text: str, suit: Suit, foreign: int, to_win: int) -> None:
    nearest = asked(text).flush_distances()[0]
    assert (nearest.suit, nearest.foreign, nearest.to_win) == (suit, foreign, to_win)


def test_a_meld_of_another_suit_rules_a_flush_out() -> None:
    told = {one.suit: one.to_win for one in asked("[123p]22345678p12m+9p D").flush_distances()}
    assert told[Suit.BAMBOO] is None
    assert told[Suit.CHARACTERS] is None


def test_what_a_draw_makes_of_a_hand() -> None:
    hand = parse_hand("234567m345p2388s")
    won = draw(hand, Tile.parse("1s"), Context())
    assert won.score is not None
    assert (won.score.total, won.distance) == (15, 0)
    assert draw(hand, Tile.parse("E"), Context()).score is None
    assert draw(hand, Tile.parse("E"), Context()).distance == 1
    wild = draw(hand, Tile.parse("E"), Context(caishen=Tile.parse("E")))
    assert wild.score is not None
    assert wild.score.total == 15 - 2  # without 无财神


def test_the_circumstances_of_the_win_go_with_its_tile() -> None:
    """和绝张 belongs to the winning tile: swapped, it is gone; another tile swapped, it stays."""
    text = "[345p]55m345p88856s+7s SD last-of-kind"
    question = asked(text)
    assert question.score is not None
    assert "和绝张" in question.score.fan_counts
    swaps = question.swaps()
    assert all("和绝张" not in one.score.fan_counts for one in swaps if str(one.out) == "7s")
    assert any("和绝张" in one.score.fan_counts for one in swaps if str(one.out) != "7s")


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(HandError, match="expected 14 tiles"):
        asked("123m+4m D")
    with pytest.raises(HandError, match="expected 13 tiles"):
        draw(parse_hand("123m"), Tile.parse("1s"), Context())
    assert score(parse_hand("[123m][456m][789m]11pEE+P"), Context()) is None
