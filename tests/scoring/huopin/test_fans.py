"""The fan table and the fan book."""

from collections import Counter

import pytest

from huopin.scoring import Context, SettingsError, parse_hand
from huopin.scoring.huopin import BY_ID, FANS, score
from huopin.scoring.huopin.book import fan_book, fan_entry
from huopin.scoring.huopin.flags import ONE, WINDS, fan_counts, flag, settle
from huopin.scoring.situation import format_situation, parse_situation


def test_the_table_is_whole() -> None:
    """R8: 83 numbers are 82 fans, 81 repeats 75."""
    assert [fan.number for fan in FANS] == [number for number in range(1, 84) if number != 81]
    assert (
        len({fan.id for fan in FANS}) == len({fan.zh for fan in FANS}) == len({fan.en for fan in FANS}) == 82
    )
    assert [fan.value for fan in FANS] == sorted((fan.value for fan in FANS), reverse=True)


def test_values_by_rank_of_the_page() -> None:
    """`rules/huopin.md` §2, how many fans there are of each value."""
    assert Counter(fan.value for fan in FANS) == {
        88: 7, 64: 6, 48: 2, 32: 3, 24: 9, 16: 6, 12: 5, 8: 9, 6: 7, 4: 4, 2: 11, 1: 13
    }  # fmt: skip


def test_exclusions_exist_and_are_lower() -> None:
    for fan in FANS:
        for entry in fan.excludes:
            other = BY_ID[entry.removesuffix(WINDS).removesuffix(ONE)]
            assert other.value <= fan.value
            assert other != fan


@pytest.mark.parametrize("entry", fan_book(), ids=lambda entry: entry.fan.id)
def test_every_fan_has_an_example_and_a_near_miss(entry) -> None:  # type: ignore[no-untyped-def]
    assert entry.example.score is not None
    assert entry.fan.zh in entry.example.score.fan_counts
    near = entry.near_miss.score
    if near is None:
        assert entry.fan.zh == "十三幺"  # all but the shape is no win
    else:
        assert entry.fan.zh not in near.fan_counts
    for example in (entry.example, entry.near_miss):
        assert format_situation(example.hand, example.context) == example.text


@pytest.mark.parametrize("fan", FANS, ids=lambda fan: fan.id)
def test_a_set_of_one_fan_pays_its_value(fan) -> None:  # type: ignore[no-untyped-def]
    for count in range(1, fan.most + 1):
        flags = flag(fan.id, count)
        assert settle(flags) == (fan.value * count, flags)
        assert fan_counts(flags) == ((fan, count),)


def test_an_excluded_fan_excludes_nothing() -> None:
    """三杠 bars 双暗杠, so 双暗刻 pays (`huopin_rulings.jsonl`)."""
    flags = flag("three_kongs") | flag("two_concealed_kongs") | flag("two_concealed_pungs")
    assert settle(flags) == (34, flag("three_kongs") | flag("two_concealed_pungs"))


def test_exclusions_of_some_only() -> None:
    winds = flag("pung_of_terminals_or_honours" + WINDS, 3)
    terminals = flag("pung_of_terminals_or_honours", 2)
    assert settle(flag("big_three_winds") | winds | terminals)[0] == 12 + 2
    assert settle(flag("nine_gates") | terminals)[0] == 88 + 1
    assert settle(flag("all_honours") | winds)[0] == 64


@pytest.mark.parametrize("name", ["花龙", "Mixed Straight", "mixed straight", "mixed_straight", "39"])
def test_a_fan_goes_by_many_names(name: str) -> None:
    assert fan_entry(name).fan.zh == "花龙"


def test_the_repeated_number() -> None:
    assert fan_entry("81").fan is fan_entry("75").fan


def test_an_unknown_fan_is_one_clear_error() -> None:
    with pytest.raises(
        SettingsError, match="expected a fan by name or number, got '花龍龍'; did you mean 花龙"
    ):
        fan_entry("花龍龍")
    with pytest.raises(SettingsError, match="got '84'"):
        fan_entry("84")


def test_exclusions_are_told_apart() -> None:
    told = {(item.fan.zh, item.only) for item in fan_entry("九莲宝灯").excludes}
    assert ("幺九刻", "once") in told
    assert ("幺九刻", "of winds") in {(item.fan.zh, item.only) for item in fan_entry("三风刻").excludes}


def test_a_situation_is_one_line() -> None:
    hand, context = parse_situation("[123p]12m*5p+5p春 SD round=S seat=N K=5p wall-last")
    assert hand == parse_hand("[123p]12m**+*春")
    assert context.self_draw
    assert context.wall_last
    assert str(context.round_wind) + str(context.seat_wind) + str(context.caishen) == "SN5p"
    assert score(*parse_situation("[333m][555p][345s]66sWW+6s D")) is not None
    assert parse_situation("1m+2m D")[1] == Context()
