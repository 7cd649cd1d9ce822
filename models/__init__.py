"""The network weights that ship with huopin, their manifest and loader."""
