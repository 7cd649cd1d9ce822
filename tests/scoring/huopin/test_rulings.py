"""The rulings of `rules/huopin.md`, each by its number. Those on rooms and coins are in `test_settlement`."""

import pytest

from huopin.scoring import CAISHEN, Context, HandError, NotationError, Options, Tile, caishen_of, parse_hand
from huopin.scoring.huopin import BY_ZH, FANS, score
from huopin.scoring.huopin.settlement import Room, fan_without_flowers, may_win
from huopin.scoring.situation import parse_situation

LIMITED = Options(max_copies=4)
IGNORING = Options(wufan_ignores_wucaishen=True)
FREE = Options()

CASES = [
    # rule, hand, options, total (None: no win), some fans with their counts (0: absent)
    ("R4", "[123m][456p]789s***5p+5p SD K=E", FREE, None, {"自摸": 1}),
    ("R5", "[5555m]46m123p789sE*+E D K=9p", FREE, 9, {"花龙": 1, "明杠": 1, "四归一": 0}),
    ("R6 discarded, it keeps its face", "234567m345p2388s+1s D K=1s", FREE, 13, {"无财神": 1}),
    ("R6 drawn, it is wild", "234567m345p2388s+1s SD K=1s", FREE, 15, {"无财神": 1}),
    ("R6 drawn, it is wild", "234567m345p2388s+E SD K=E", FREE, 13, {"无财神": 0, "三色三步高": 1}),
    ("R6 the claimed chow keeps its face", "[123m]567m345p2388s+1s D K=2m", FREE, None, {"无财神": 1}),
    ("R7", "45m234p567s789sE*+E D K=9p", LIMITED, 2, {"门前清": 1}),
    ("R9", "[234m][555p][666s]77sEE+7s D", FREE, 2, {"无番和": 0}),
    ("R9 option", "[234m][555p][666s]77sEE+7s D", IGNORING, 10, {"无番和": 1, "无财神": 1}),
    ("R9 caishen", "[234m][555p][666s]7sEE*+7s D K=9m", FREE, 8, {"无番和": 1, "无财神": 0}),
    ("R9 flowers beside", "[234m][555p][666s]7sEE*+7s春菊 D K=9m", FREE, 10, {"无番和": 1, "花牌": 2}),
    ("R10 all at home", "[234m]567m34s55pEE*+E D K=5s", FREE, 7, {"无财神": 1}),
    ("R10 one of two away", "[234m]56m34s55pEE**+E D K=5s", FREE, None, {"无财神": 0}),
    ("R10 other home", "[234m]567m34s55pEE*+E D K=2s", FREE, 8, {"无财神": 1, "喜相逢": 1}),
    ("R11", "[2222s#][3333p][666m]444m9s+9s D", FREE, None, {"暗杠": 1, "明杠": 1}),
    ("R11 two", "[2222s#][3333p#]444m789m9s+9s D", FREE, None, {"双暗杠": 1, "三暗刻": 1, "暗杠": 0}),
    ("R11 four", "[2222s#][3333p#]444m888m9s+9s D", FREE, None, {"双暗杠": 1, "四暗刻": 1}),
    ("R12", "44m77s444567pFFF+7s D", FREE, 8, {"双暗刻": 1, "三暗刻": 0}),
    ("R12 drawn", "44m77s444567pFFF+7s SD", FREE, 24, {"三暗刻": 1}),
    ("R12 read into a chow", "[123p]44456m777sEE+4m D", FREE, None, {"双暗刻": 1, "四归一": 1}),
    ("R12 with a caishen", "111m333p5577s99p*+7s D K=2m", LIMITED, 27, {"三暗刻": 1, "四暗刻": 0}),
    ("R12 concealed with one", "111m333p5577s99p*+7s SD K=2m", LIMITED, 68, {"四暗刻": 1}),
    ("R13 waits on all 34", "123456789m234p*+E D K=9s", FREE, 19, {"单钓将": 0, "清龙": 1}),
    ("R13 one wait", "123456789m234pE+E D", FREE, 22, {"单钓将": 1}),
    ("R13 an exhausted wait counts", "[111m]1234m456p789s+4m D", FREE, None, {"单钓将": 0}),
    ("R13 drawn caishen, one wait", "123456789m1255p+* SD K=E", FREE, None, {"边张": 1}),
    ("R13 drawn caishen, two waits", "123456789m2355p+* SD K=E", FREE, 24, {"边张": 0, "坎张": 0}),
    ("R14", "[234p]258m369p1478s+8s D", FREE, 17, {"组合龙": 1, "单钓将": 1}),
    ("R14 inside the straight", "[234p]25m369p14788s+8m D", FREE, 16, {"组合龙": 1, "坎张": 0}),
    ("R15", "[123p][888m]67m678sF*+8m SD K=2p last-of-kind", LIMITED, 8, {"和绝张": 1}),
    ("R15 drawn caishen", "[123p][888m]67m678s5p5p+* SD K=2p last-of-kind", FREE, None, {"和绝张": 0}),
    ("R15 own melds show three", "[888m]67m345p678s55s+8m D", FREE, None, {"和绝张": 1}),
    ("R15 robbed kong", "[345p]55m345p88856s+7s D kong last-of-kind", FREE, None, {"抢杠和": 1, "和绝张": 0}),
    ("R16", "[234m][555p][666s]77sEE+7s春夏秋 D", FREE, 5, {"花牌": 3}),
    ("R16 a flower's replacement", "[333m][555p][345s]66sWW+6s春 SD", FREE, 4, {"自摸": 1, "杠上开花": 0}),
    ("R17", "123456m789s1145p+3p SD wall-last", FREE, 17, {"妙手回春": 1, "不求人": 1, "自摸": 0}),
    ("R17", "[CCCC#]23456m789s11p+1m SD wall-last kong", FREE, None, {"妙手回春": 1, "杠上开花": 1}),
    ("R17 robbed", "[345p]55m345p88856s+7s D wall-last kong", FREE, None, {"海底捞月": 1, "抢杠和": 1}),
    ("R17", "[345p]55m345p88856s+7s D wall-last last-of-kind", FREE, None, {"海底捞月": 1, "和绝张": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "text", "options", "total", "fans"), CASES)
def test_ruling(rule: str, text: str, options: Options, total: int | None, fans: dict[str, int]) -> None:
    got = score(*parse_situation(text), options)
    assert got is not None, rule
    assert {name: got.fan_counts.get(name, 0) for name in fans} == fans, got.fan_counts
    assert total in (None, got.total), got.fan_counts


def test_caishen_faces() -> None:
    """R1."""
    assert str(caishen_of(Tile.parse("9s"))) == "1s"
    assert str(caishen_of(Tile.parse("P"))) == "E"
    with pytest.raises(NotationError, match="R1"):
        caishen_of(Tile.parse("春"))


def test_four_caishen_are_live_and_five_an_error() -> None:
    """R2."""
    assert score(*parse_situation("123456789m****+E D K=9s")) is not None
    with pytest.raises(HandError, match="R2"):
        score(*parse_situation("12345678m*****+E D K=9s"))


def test_no_caishen_in_a_declared_meld() -> None:
    """R3."""
    with pytest.raises(NotationError, match="R3"):
        parse_hand("[11m*]")
    with pytest.raises(HandError, match="R3"):
        score(*parse_situation("[1111m#]345m56s678pWW+7s D K=1m"))


def test_melds_and_pairs_of_caishen_alone() -> None:
    """R4."""
    for text in ("[123m][456p]789s***5p+5p D K=E", "[123m][456p][789s]23p**+1p D K=E"):
        got = score(*parse_situation(text))
        assert got is not None
        readings = [reading.reading for reading in (got.best, *got.ties)]
        assert any(all(group.caishen) for reading in readings for group in reading.groups)


def test_a_fifth_copy_only_without_the_option() -> None:
    """R5."""
    hand, context = parse_situation("[5555m]46m123p789sE*+E D K=9p")
    assert score(hand, context, LIMITED) is None
    got = score(hand, context)
    assert got is not None
    assert [str(tile) for tile in got.caishen_as] == ["5m"]


def test_a_discarded_caishen_is_not_wild() -> None:
    """R6."""
    assert score(*parse_situation("234567m345p2388s+E D K=E")) is None


def test_ties_are_listed() -> None:
    """R7: the gap in 45m takes 3m or 6m."""
    got = score(*parse_situation("45m234p567s789sE*+E D K=9p"), LIMITED)
    assert got is not None
    stand_for = {str(tile) for one in (got.best, *got.ties) for tile in one.reading.caishen_as}
    assert stand_for == {"3m", "6m"}
    assert {one.total for one in got.ties} == {2}


def test_eighty_two_fans() -> None:
    """R8."""
    assert len(FANS) == 82


def test_no_caishen_counts_toward_the_minimum() -> None:
    """R10: 碰碰和 6 and 无财神 2 may win in the official room."""
    got = score(*parse_situation("[555m][888s]22288pSS+S D"))
    assert got is not None
    assert may_win(Room.OFFICIAL, fan_without_flowers(got), 0)


def test_no_fan_for_a_heavenly_win() -> None:
    """R18."""
    assert not {"天和", "地和", "人和", "明暗杠"} & set(BY_ZH)


def test_a_drawn_caishen_is_told_what_it_stands_for() -> None:
    hand, context = parse_situation("123456789m2355p+* SD K=E")
    got = score(hand, context)
    assert got is not None
    assert hand.win is CAISHEN
    assert str(got.reading.win) == "1p"
    assert Context() == parse_situation("1m+1m D")[1]
