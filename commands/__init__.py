"""The command groups of the huopin program."""
