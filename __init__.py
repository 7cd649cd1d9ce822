"""huopin: read a finished mahjong hand from a photo, score it and settle it."""

__version__ = "0.1.0"
