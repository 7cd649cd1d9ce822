"""Every ruling of rules/wenzhou.md that concerns a hand, and the published cases."""

import re
from pathlib import Path

import pytest

from huopin.scoring import HuopinError
from huopin.scoring.wenzhou import WenzhouScore, wenzhou_score
from huopin.scoring.wenzhou.cases import load_wenzhou_cases, parse_wenzhou_case

MULTIPLIERS = {"soft": 1, "hard": 2, "double": 4, "refused": None, None: None}


def score_of(hand: str, caishen: str, exposed: str = "", flags: str = "") -> WenzhouScore | None:
    case = parse_wenzhou_case(
        {
            "hand": hand,
            "caishen": caishen,
            "exposed": exposed.split(),
            "flags": dict.fromkeys(flags.split(), True),
        }
    )
    return wenzhou_score(case.hand, case.context)


@pytest.mark.parametrize(
    ("source", "hand", "caishen", "exposed", "flags", "win_class"),
    [
        # W1: seventeen: five melds and a pair, a kong counting as three; or eight pairs and a single.
        ("W1 natural", "123456789m234567p4s+4s", "9s", "", "", "hard"),
        ("W1 kongs count as three", "[1111m][3333s#]345m678p44s23p+4p", "9s", "", "", "hard"),
        ("W1 no win", "123456789m23467p45s+4s", "9s", "", "", None),
        # W3: 白板 for the caishen's face or itself, in an exposed meld too; if it is the caishen, just that.
        ("W3 as the caishen", "123456789m234p44s4pP+6p", "5p", "", "", "hard"),
        ("W3 as itself", "123456789m234p44sPP+P", "5p", "", "", "hard"),
        ("W3 one as each", "[46pP]123456789m44sPP+P", "5p", "", "", "hard"),
        ("W3 the caishen itself", "123456789m234p44s4pP+6p", "P", "", "", "soft"),
        ("W3 for no other face", "123456789m234p44s4pP+6p", "9s", "", "", None),
        # W4: soft only if a caishen stands for a foreign face; 白板 never makes it soft.
        ("W4 own face", "123456789m234p44s4p*+6p", "5p", "", "", "hard"),
        ("W4 foreign", "123456789m234p44s4p*+6p", "9s", "", "", "soft"),
        ("W4 own face and 白板 as it", "123456789m234p44sP*+4s", "5p", "", "", "hard"),
        # W5: any face, 白板 included.
        ("W5 as any face", "123456789m234p44sE*+E", "9s", "", "", "soft"),
        ("W5 a discarded caishen is one too", "123456789m234p44s46p+*", "9s", "", "", "soft"),
        # W20: a meld of caishen alone.
        ("W20", "123456789m234p4s***+4s", "9s", "", "self_draw", "double"),
        # W8: four alike are two pairs; no melds declared with eight pairs.
        ("W8", "1111m5577p3399s44s66m+E", "9p", "", "", "double"),
        ("W8 no melds", "5577p3399s44s66mE+E", "9p", "p", "", None),
        ("W8 no concealed kong", "[1111m#]5577p3399s44s66mE+E", "9p", "", "", None),
        # W18: never more than one double.
        ("W18", "111333555m777p99p1s*+1s", "2s", "", "self_draw heavenly", "double"),
        # W19: self-draw is always at least hard.
        ("W19", "123456789m2789p44s*+3p", "9s", "", "self_draw", "hard"),
        # W17: robbing a kong is always hard.
        ("W17", "123456789m2789p44s*+3p", "9s", "", "rob_kong", "hard"),
        # W7: eight pairs.
        ("W7 natural, discard", "1133557799m113355p+9s", "2s", "", "", "double"),
        ("W7 lone caishen, discard", "1133557799m11335p*+5p", "2s", "", "", "double"),
        ("W7 completing, self-draw", "1133557799m11335p*+9s", "2s", "", "self_draw", "hard"),
        ("W7 白板 and caishen", "1133557799m1133pP*+9s", "2s", "", "", "hard"),
        ("W7 robbed", "1133557799m11335p*+9s", "2s", "", "rob_kong", "hard"),
        # W6: eight pairs with exactly two caishen in any role.
        ("W6 one completing, one single", "1133557799m11335p*+*", "2s", "", "", "double"),
        ("W6 both completing", "1133557799m1135p**+9s", "2s", "", "", "double"),
        ("W6 a pair of them", "1133557799m1133p**+9s", "2s", "", "", "double"),
        # W10: three caishen without a shape, on an own draw only.
        ("W10 drawn", "1357m2468p1357sE***+9p", "9s", "", "self_draw", "hard"),
        ("W10 the third is drawn", "1357m2468p1357sE9p**+*", "2s", "", "self_draw", "hard"),
        ("W10 discard", "1357m2468p1357sE***+9p", "9s", "", "", None),
        ("W10 robbed", "1357m2468p1357sE***+9p", "9s", "", "rob_kong", None),
        ("W10 with melds", "1357m24pE***+9p", "9s", "c p", "self_draw", "hard"),
        # W9: three caishen with a shape, however won.
        ("W9 discard", "1234567m2p44s789p***+3p", "9s", "", "", "double"),
        ("W9 drawn", "1234567m2p44s789p**3p+*", "9s", "", "self_draw", "double"),
        ("W9 eight pairs", "1133557799m135p***+9s", "2s", "", "", "double"),
        # W11: heavenly and earthly, the latter also on a discard.
        ("W11 heavenly", "123456789m2789p44s*+3p", "9s", "", "heavenly", "double"),
        ("W11 earthly, drawn", "123456789m2789p44s*+3p", "9s", "", "earthly self_draw", "double"),
        ("W11 earthly, discard", "123456789m2789p44s*+3p", "9s", "", "earthly", "double"),
        ("W11 three caishen", "1357m2468p1357sE***+9p", "9s", "", "heavenly", "double"),
        ("W11 no win", "1357m2468p1357sEE**+9p", "9s", "", "heavenly", None),
        # W12: five declared melds and one natural tile.
        ("W12", "4s+4s", "9s", "c c p c p", "", "double"),
        ("W12 concealed kongs", "[1111m#][2222m#]4s+4s", "9s", "c c p", "", "double"),
        ("W12 won with the caishen", "4s+*", "9s", "c c c c k", "self_draw", "double"),
        ("W12 白板 waits", "P+P", "9s", "c c c c c", "", "double"),
        ("W12 four melds only", "45p44s+3p", "9s", "c c c c", "", "hard"),
        # W15: 全球神.
        ("W15", "*", "9s", "c c p c p", "quanqiu", "double"),
        ("W15 with the last discard", "*+3m", "9s", "c c c c c", "quanqiu", "double"),
        # W16: five pungs or kongs, caishen allowed.
        ("W16", "111333555m777p99p1s*+1s", "2s", "", "", "double"),
        ("W16 declared", "777p99p1s*+1s", "2s", "p k k#", "", "double"),
        ("W16 a chow declared", "777p99p1s*+1s", "2s", "p k c", "", "soft"),
        ("W16 白板", "111333555m99p22sPPP+9p", "7p", "", "", "double"),
        # W13: 财神马.
        ("W13 discard", "123456789m123789p*+5s", "9s", "", "", "refused"),
        ("W13 any discard", "123456789m123p444s*+5s", "9s", "", "", "refused"),
        ("W13 drawn", "123456789m123789p*+5s", "9s", "", "self_draw", "hard"),
        ("W13 robbed", "123456789m123789p*+5s", "9s", "", "rob_kong", "hard"),
        ("W13 not 单吊", "*+5s", "9s", "c c c c c", "self_draw", "hard"),
        ("W13 five declared, discard", "*+5s", "9s", "c c c c c", "", "refused"),
        ("W13 earthly, discard", "123456789m123789p*+5s", "9s", "", "earthly", "refused"),
        ("W13 白板 in a meld", "123456789m23789pP*+5s", "1p", "", "", "refused"),
        ("W13 白板 as itself", "123456789m23789p*P+P", "1p", "", "", "hard"),
        # W14: 碰碰胡 or three caishen still double it.
        ("W14 pungs", "111222333m444p555s*+6s", "9s", "", "self_draw", "double"),
        ("W14 pungs robbed", "111222333m444p555s*+6s", "9s", "", "rob_kong", "double"),
        ("W14 three caishen", "123456789m1p789p***+5s", "9s", "", "self_draw", "double"),
        ("W13 three caishen, discard", "123456789m1p789p***+5s", "9s", "", "", "refused"),
        ("W14 pungs, discard", "111222333m444p555s*+6s", "9s", "", "", "refused"),
        # W22: the best over all readings.
        ("W22 pairs better than melds", "112233m445566p777s*+7s", "9s", "", "self_draw", "double"),
        ("W22 chows or pungs", "111222333m55s444p5s*+5s", "9s", "", "", "refused"),
        ("W22 pungs better than chows", "111222333m44p555s6s*+6s", "9s", "", "", "double"),
    ],
)
def test_ruling(
    source: str, hand: str, caishen: str, exposed: str, flags: str, win_class: str | None
) -> None:
    score = score_of(hand, caishen, exposed, flags)
    found = (score.win_class.value, score.multiplier) if score else (None, None)
    assert found == (win_class, MULTIPLIERS[win_class]), (source, score and [*map(str, score.reasons)])


def test_published_cases(shared: Path) -> None:
    cases = list(load_wenzhou_cases(shared / "cases" / "wenzhou_rulings.jsonl"))
    assert len(cases) == 18
    for case in cases:
        score = wenzhou_score(case.hand, case.context)
        assert score is not None
        assert (score.win_class.value, score.multiplier) == (case.win_class, case.multiplier), case.id


@pytest.mark.parametrize(
    ("hand", "caishen", "exposed", "flags", "says"),
    [
        ("123456789m23467p44s+4s9s".replace("+4s9s", "9s9s+4s"), "9s", "", "", "expected 17 tiles"),
        ("123456789m234567p4s4s", "9s", "", "", "expected a winning tile after +, got none"),
        ("123456789m234567p4s+4s春", "9s", "", "", "expected no flowers, got 1 [W1]"),
        (
            "123456789m234p****+4s",
            "9s",
            "",
            "",
            "expected at most 3 caishen, as the turned tile is the fourth, got 4 [W2]",
        ),
        ("123456789m234p9s***+4s", "9s", "", "", "got 4 [W2]"),
        (
            "[789s]123456789m4567p+4p",
            "9s",
            "",
            "",
            "expected no caishen in a declared chow, got 7s 8s 9s [W5]",
        ),
        (
            "[999s]123456789m4567p+4p",
            "9s",
            "",
            "",
            "expected no caishen in a declared pung, got 9s 9s 9s [W5]",
        ),
        (
            "123456789m23467p4s*+4s",
            "9s",
            "",
            "heavenly earthly",
            "expected a heavenly or an earthly win, got both",
        ),
        (
            "456789m23467p4s*+4s",
            "9s",
            "c",
            "earthly",
            "expected no exposed melds in a heavenly or earthly win, got 1",
        ),
        ("4s+4s", "9s", "c c c c c", "quanqiu", "expected five declared melds and one caishen for 全球神"),
        ("44s+4s", "4s", "p p p p p", "rob_kong", "expected 17 tiles"),
        ("[11m*]23p", "9s", "", "", "expected no caishen in a declared meld"),
        ("[46mP]23p", "9s", "", "", "expected a chow, pung or kong, got 4m 6m P"),
    ],
)
def test_what_cannot_be(hand: str, caishen: str, exposed: str, flags: str, says: str) -> None:
    """W2, W5 and the other ways in which tiles and flags contradict the rules."""
    with pytest.raises(HuopinError) as caught:
        score_of(hand, caishen, exposed, flags)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("hand", "caishen", "reading", "caishen_as", "white_as"),
    [
        ("123456789m2789p44s*+3p", "9s", "123m 456m 789m *23p 789p 44s", "1p", ""),
        ("[46pP]123456789m44sPP+P", "5p", "[46pP] 123m 456m 789m PPP 44s", "", "5p P P P"),
        ("123456789m234p44s4pP+6p", "5p", "123m 456m 789m 234p 4pP6p 44s", "", "5p"),
        ("1133557799m11335p*+9s", "2s", "11m 33m 55m 77m 99m 11p 33p 5p* 9s", "5p", ""),
        ("1133557799m113355p+*", "2s", "11m 33m 55m 77m 99m 11p 33p 55p *", "", ""),
        ("[1111m#][222p]345m678p44s23p+*", "4p", "[1111m#] [222p] 345m 23p* 678p 44s", "4p", ""),
    ],
)
def test_the_reading_says_what_each_tile_stands_for(
    hand: str, caishen: str, reading: str, caishen_as: str, white_as: str
) -> None:
    """W3, W4: what every caishen and every 白板 is taken for."""
    score = score_of(hand, caishen, flags="self_draw")
    assert score is not None
    assert score.reading is not None
    assert str(score.reading) == reading
    assert [str(face) for face in score.caishen_as] == caishen_as.split()
    assert [str(face) for face in score.white_as] == white_as.split()


def test_all_reasons_of_the_best_class_are_told() -> None:
    score = score_of("111333555m777p99p1s*+1s", "2s", "", "self_draw heavenly")
    assert score is not None
    assert [f"{reason.zh} {reason.rule}" for reason in score.reasons] == ["天胡 W11", "碰碰胡 W16"]


def test_every_ruling_is_cited_by_code_and_tests(shared: Path) -> None:
    rulings = _rulings((shared / "rules" / "wenzhou.md").read_text(encoding="utf-8"))
    assert len(rulings) == 28  # W1 to W29; there is no W21
    here = Path(__file__).parent
    package = here.parents[2] / "scoring" / "wenzhou"
    for folder in (here, package):
        cited = set().union(*(_rulings(path.read_text(encoding="utf-8")) for path in folder.glob("*.py")))
        assert rulings <= cited, (folder, sorted(rulings - cited))


def _rulings(text: str) -> set[str]:
    ranges = re.findall(r"W(\d+)-(\d+)", text)
    numbers = {number for low, high in ranges for number in range(int(low), int(high) + 1)}
    return {f"W{number}" for number in numbers} | {f"W{number}" for number in re.findall(r"\bW(\d+)", text)}
