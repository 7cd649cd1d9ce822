"""The rules: tiles, hands, notation and the rule sets. Pure Python; knows nothing of photos."""

from huopin.scoring.errors import (
    CaseFileError,
    HandError,
    HuopinError,
    NotationError,
    Problem,
    SettingsError,
)
from huopin.scoring.hand import Context, Hand, Meld, MeldKind, Options, problems
from huopin.scoring.notation import (
    format_hand,
    format_meld,
    format_tiles,
    parse_hand,
    parse_tile,
    parse_tiles,
)
from huopin.scoring.tiles import CAISHEN, FACES, FLOWERS, TILES, Caishen, Piece, Suit, Tile, caishen_of

__all__ = [
    "CAISHEN",
    "FACES",
    "FLOWERS",
    "TILES",
    "Caishen",
    "CaseFileError",
    "Context",
    "Hand",
    "HandError",
    "HuopinError",
    "Meld",
    "MeldKind",
    "NotationError",
    "Options",
    "Piece",
    "Problem",
    "SettingsError",
    "Suit",
    "Tile",
    "caishen_of",
    "format_hand",
    "format_meld",
    "format_tiles",
    "parse_hand",
    "parse_tile",
    "parse_tiles",
    "problems",
]
