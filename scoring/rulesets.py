"""The rule sets there are, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from huopin.scoring.errors import SettingsError
from huopin.scoring.huopin.ruleset import HUOPIN
from huopin.scoring.ruleset import RuleSet
from huopin.scoring.wenzhou.ruleset import WENZHOU

__all__ = ["HUOPIN", "RULE_SETS", "WENZHOU", "rule_set"]

RULE_SETS: Final[Mapping[str, RuleSet[Any]]] = {rules.name: rules for rules in (HUOPIN, WENZHOU)}


def rule_set(name: str) -> RuleSet[Any]:
    """The rule set of a name.

    Raises:
        SettingsError: there is none.
    """
    if name not in RULE_SETS:
        raise SettingsError(f"expected rules {' or '.join(RULE_SETS)}, got {name!r}")
    return RULE_SETS[name]
