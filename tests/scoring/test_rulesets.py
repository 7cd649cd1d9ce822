"""The interface that every rule set offers."""

from pathlib import Path

import pytest

from huopin.scoring import Context, Options, SettingsError, Tile, parse_hand
from huopin.scoring.rulesets import RULE_SETS, rule_set


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_interface_is_whole(name: str) -> None:
    rules = rule_set(name)
    assert rules.name == name
    assert rules.zh.endswith("麻将")
    win = parse_hand("123456789m111p5s+5s" if rules.tiles == 14 else "123456789m111222p5s+5s")
    assert win.size == rules.tiles
    assert rules.score(win, Context(), Options()) is not None
    assert rules.distance(win, Context()) == 0
    near = parse_hand("123456789m11p5sE+5s" if rules.tiles == 14 else "123456789m111p22p5sE+5s")
    assert rules.score(near, Context(), Options()) is None
    assert rules.distance(near, Context()) == 1


def test_what_differs() -> None:
    """R1: the caishen follows the indicator. W2: it is the turned tile. W3: 白板 may stand for it."""
    turned = Tile.parse("5m")
    assert [str(rule_set(name).caishen_of(turned)) for name in ("huopin", "wenzhou")] == ["6m", "5m"]
    assert [rule_set(name).white_as(turned) for name in ("huopin", "wenzhou")] == [None, turned]


def test_files_of_hands(shared: Path) -> None:
    cases = {"huopin": "huopin_rulings.jsonl", "wenzhou": "wenzhou_rulings.jsonl"}
    for name, file in cases.items():
        assert all(
            case.hand.size == RULE_SETS[name].tiles
            for case in RULE_SETS[name].load_cases(shared / "cases" / file)
        )


def test_an_unknown_rule_set() -> None:
    with pytest.raises(SettingsError, match="expected rules huopin or wenzhou, got 'riichi'"):
        rule_set("riichi")
