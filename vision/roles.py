"""Roles: which part each group of the hand plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from huopin.vision.melds import MELD_SIZES
from huopin.vision.table import Table, Wish

Tiles = tuple[int, ...]

OPEN_GROUPS = 8
"""So many groups have their roles searched together; any further ones are concealed."""


class Role(StrEnum):
    """The part a tile plays."""

    HAND = "hand"
    MELD = "meld"
    WIN = "win"
    FLOWER = "flower"
    OTHER = "other"


@dataclass(frozen=True)
class Part:
    """A group of tiles and the part it may play.

    Attributes:
        role: The part.
        pieces: The tiles, each meld apart.
        worth: What speaks for it beside the numbers.
    """

    role: Role
    pieces: tuple[Tiles, ...]
    worth: float = 0.0

    @property
    def size(self) -> int:
        """Number of tiles."""
        return sum(map(len, self.pieces))


def split_touching(table: Table, tiles: Tiles) -> Iterator[Tiles]:
    """Split melds off the ends of a touching row: those with a turned tile, and concealed kongs."""
    behind: list[Tiles] = []
    while len(tiles) > 4 and (piece := _end_piece(table, tiles)):
        if tiles[: len(piece)] == piece:
            yield piece
            tiles = tiles[len(piece) :]
        else:
            behind.insert(0, piece)
            tiles = tiles[: -len(piece)]
    if tiles:
        yield tiles
    yield from behind


def _end_piece(table: Table, tiles: Tiles) -> Tiles | None:
    """The likeliest meld with a turned tile or with backs, or else a turned tile alone, at either end."""
    pieces = [piece for size in MELD_SIZES for piece in (tiles[:size], tiles[-size:])]
    melds = [piece for piece in pieces if _looks_declared(table, piece) and table.may_be_meld(piece)]
    if melds:
        return max(melds, key=table.likeness)
    alone = [tile for tile in (tiles[-1], tiles[0]) if table.turned[tile] and not table.back[tile]]
    return (alone[0],) if alone else None


def _looks_declared(table: Table, piece: Tiles) -> bool:
    """Whether one tile lies turned, as a claimed one does, or two or more of four lie face down."""
    turned, down = table.turned[list(piece)].sum(), table.back[list(piece)].sum()
    return bool(turned == 1 or (len(piece) == 4 and down >= 2))


def cast(table: Table, rows: Sequence[Sequence[Tiles]], wish: Wish) -> list[Part]:
    """The best part for each group, rows after rows.

    The numbers must make a hand; beyond that a gap should mean something.

    Args:
        table: The tiles.
        rows: The groups of each row of the hand, flowers left out.
        wish: What the user said.
    """
    groups = [(group, k) for k, row in enumerate(rows) for group in row]
    if not groups:
        return []
    main, main_row = max(groups, key=lambda one: len(one[0]))
    options = [_options(table, group, row == main_row and group != main) for group, row in groups]
    searched = sorted(range(len(groups)), key=lambda k: -len(options[k]))[:OPEN_GROUPS]
    options = [parts if k in searched else parts[:1] for k, parts in enumerate(options)]
    return list(max(product(*options), key=lambda parts: _worth(parts, wish)))


def _options(table: Table, group: Tiles, beside_the_hand: bool) -> list[Part]:
    """Parts a group may play, the concealed hand first.

    Longer groups may be several melds, but only in the row of the concealed tiles: in a row of its own a long
    group is rather the second row of the hand.
    """
    options = [Part(Role.HAND, (group,))]
    if len(group) == 1 and not table.back[group[0]]:
        options.append(Part(Role.WIN, (group,), 1.5 + 0.5 * bool(table.turned[group[0]])))
    pieces = _as_melds(table, group) if beside_the_hand or len(group) in MELD_SIZES else ()
    if pieces:
        turned = sum(bool(table.turned[list(piece)].any()) for piece in pieces)
        doubt = sum(table.likeness(piece) for piece in pieces) / table.meld_nats
        kongs = sum(len(piece) == 4 for piece in pieces)  # hardly ever laid so for another reason
        options.append(Part(Role.MELD, pieces, len(pieces) + turned + 5 * kongs + doubt))
    return options


def _as_melds(table: Table, tiles: Tiles) -> tuple[Tiles, ...]:
    """Touching tiles as melds one after the other, or nothing."""
    for size in MELD_SIZES:
        if len(tiles) >= size and table.may_be_meld(tiles[:size]):
            rest = _as_melds(table, tiles[size:])
            if rest or len(tiles) == size:
                return tiles[:size], *rest
    return ()


def _worth(parts: Iterable[Part], wish: Wish) -> float:
    """How well parts make a hand: right in number first, then what the gaps say."""
    parts = tuple(parts)
    concealed = [part.size for part in parts if part.role == Role.HAND]
    wins = sum(part.role == Role.WIN for part in parts)
    melds = sum(len(part.pieces) for part in parts if part.role == Role.MELD)
    missing = abs(sum(concealed) + wins + 3 * melds - wish.hand_tiles)
    worth = sum(part.worth for part in parts) - 0.7 * max(0, len(concealed) - 1)
    worth += 8.0 if missing == 0 else 4.0 if missing == 1 else 0.0
    worth += 2.0 if (sum(concealed) + wins) % 3 == 2 else 0.0
    impossible = int(wins > 1) + int(not concealed) + int(3 * melds > wish.hand_tiles - 2)
    if wish.melds is not None:
        impossible += abs(melds - wish.melds)
    return float(worth - 100.0 * impossible)
