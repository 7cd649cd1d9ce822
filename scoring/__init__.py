"""The rules: tiles, hands, notation and the rule sets."""
