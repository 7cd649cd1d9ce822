"""What a player may do in the course of a hand. Source: `rules/wenzhou.md` §6, W5 and W17."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final

from huopin.scoring.errors import SettingsError
from huopin.scoring.hand import Meld, MeldKind
from huopin.scoring.notation import sort_pieces
from huopin.scoring.tiles import CAISHEN, Piece, Tile
from huopin.scoring.wenzhou.checks import TILES

_DISCARDABLE_CAISHEN: Final = 2


def loose_honours(concealed: Iterable[Piece]) -> frozenset[Tile]:
    """Winds and dragons in hand that are neither pair nor pung; the caishen is none of them.

    白板 is a dragon like the others, although it may stand for the caishen.
    """
    counts = Counter(piece for piece in concealed if isinstance(piece, Tile) and piece.is_honour)
    return frozenset(tile for tile, count in counts.items() if count == 1)


def may_discard_caishen(concealed: Iterable[Piece]) -> bool:
    """With exactly two caishen left in hand one of them may be discarded; otherwise they may not."""
    return list(concealed).count(CAISHEN) == _DISCARDABLE_CAISHEN


class DiscardRule(Enum):
    """What restricts the discards of a hand."""

    FOLLOW = "follow"
    LOOSE_HONOURS = "loose-honours"
    CAISHEN_STAYS = "caishen-stays"
    ANY = "any"

    @property
    def why(self) -> str:
        """The rule, in a few words."""
        return {
            DiscardRule.FOLLOW: "a loose honour that follows a face already discarded goes first",
            DiscardRule.LOOSE_HONOURS: "winds and dragons that are neither pair nor pung go out first",
            DiscardRule.CAISHEN_STAYS: "any tile but the caishen, of which only one of exactly two may go",
            DiscardRule.ANY: "any tile",
        }[self]


def discard_rule(concealed: Sequence[Piece], seen: Iterable[Tile] = ()) -> DiscardRule:
    """What restricts the discards of a hand; arguments as for `legal_discards`."""
    loose = loose_honours(concealed)
    if loose:
        return DiscardRule.FOLLOW if loose & frozenset(seen) else DiscardRule.LOOSE_HONOURS
    stays = CAISHEN in concealed and not may_discard_caishen(concealed)
    return DiscardRule.CAISHEN_STAYS if stays else DiscardRule.ANY


def legal_discards(concealed: Sequence[Piece], seen: Iterable[Tile] = ()) -> tuple[Piece, ...]:
    """The tiles that may be discarded, each face once, in order.

    Loose honours go out first, and follow a face already discarded when one is held.

    Args:
        concealed: The concealed tiles, the drawn one among them, caishen as `CAISHEN`.
        seen: Faces already discarded; only honours matter.

    Raises:
        SettingsError: there are no tiles, or more than a player holds.
    """
    if not 1 <= len(concealed) <= TILES:
        raise SettingsError(f"expected 1 to {TILES} concealed tiles, got {len(concealed)}")
    loose = loose_honours(concealed)
    allowed: dict[DiscardRule, Iterable[Piece]] = {
        DiscardRule.FOLLOW: loose & frozenset(seen),
        DiscardRule.LOOSE_HONOURS: loose,
        DiscardRule.CAISHEN_STAYS: set(concealed) - {CAISHEN},
        DiscardRule.ANY: set(concealed),
    }
    return sort_pieces(allowed[discard_rule(concealed, seen)])


class Pung(Enum):
    """Whether a discard may be punged, and why not."""

    ALLOWED = "allowed"
    LATE = "late"
    TOO_FEW = "too-few"
    CAISHEN = "caishen"

    @property
    def why(self) -> str:
        """The rule, in a few words."""
        return {
            Pung.ALLOWED: "two of the face are held",
            Pung.LATE: "the face was passed, and no tile drawn since",
            Pung.TOO_FEW: "fewer than two of the face are held",
            Pung.CAISHEN: "the caishen is never part of an exposed meld [W5]",
        }[self]


def may_pung(
    concealed: Sequence[Piece], face: Tile, caishen: Tile | None, passed: Iterable[Tile] = ()
) -> Pung:
    """Whether a player may pung a discard.

    No late pung: who passed a face may not pung it until after drawing again.

    Args:
        concealed: The concealed tiles.
        face: The discard.
        caishen: The caishen's face.
        passed: Faces the player has let go by since drawing last.
    """
    if face == caishen:
        return Pung.CAISHEN
    if face in passed:
        return Pung.LATE
    return Pung.ALLOWED if list(concealed).count(face) >= 2 else Pung.TOO_FEW


def may_rob(kong: Meld) -> bool:
    """Whether a kong being made can be robbed: a concealed one cannot [W17]."""
    return kong.kind is MeldKind.KONG and not kong.concealed
