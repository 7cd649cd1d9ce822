"""The tiles of a photo as text: each part of the hand in a row, with the numbers that corrections use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from rich.text import Text

if TYPE_CHECKING:
    from huopin.vision.reading import Reading, ReadTile

_LABELS: Final = {"hand": "hand", "meld": "meld", "win": "win", "flower": "flowers", "other": "beside"}
_LABEL_WIDTH: Final = 9
_CELL: Final = 4
_FACE_DOWN: Final = "##"
_ROW: Final = 17
"""Tiles in a row of text: the longest hand, of the Wenzhou rules, just fits into 80 columns."""
_DOUBTS: Final = 3
"""Most runners-up named for an unsure tile."""


def tile_rows(reading: Reading) -> Iterator[Text]:
    """The tiles, part by part.

    `?` marks an unsure one, `!` one that the rules chose, `=` a corrected one; `##` is a tile face down.
    """
    for (role, _), part in groupby(reading.tiles, key=_part):
        tiles = tuple(part)
        for start in range(0, len(tiles), _ROW):
            yield from _row(_LABELS[role] if not start else "", tiles[start : start + _ROW])


def _part(tile: ReadTile) -> tuple[str, int]:
    """Tiles of one part share a row; only melds are told apart."""
    return tile.role.value, tile.group if tile.role == "meld" else 0


def _row(label: str, tiles: Sequence[ReadTile]) -> Iterator[Text]:
    faces = Text(label.ljust(_LABEL_WIDTH))
    numbers = Text(" " * _LABEL_WIDTH, style="dim")
    for tile in tiles:
        face = _FACE_DOWN if tile.face == "back" else tile.face
        faces.append(f"{face}{_mark(tile)}".ljust(_CELL), style="bold" if tile.sure else "bold yellow")
        numbers.append(str(tile.id).ljust(_CELL))
    faces.rstrip()
    numbers.rstrip()
    yield faces
    yield numbers


def _mark(tile: ReadTile) -> str:
    if tile.fixed:
        return "="
    return "!" if tile.changed_by_rules else "" if tile.sure else "?"


def doubts(reading: Reading) -> Iterator[Text]:
    """A line for each unsure tile of the hand: how sure it is, and what else it may be."""
    for tile in reading.tiles:
        if tile.role != "other" and not tile.sure:
            yield Text(f"{_mark(tile)} tile {tile.id}: {tile.face} {tile.confidence:.0%}{_runners_up(tile)}")


def _runners_up(tile: ReadTile) -> str:
    listed = ", ".join(f"{face} {p:.0%}" for face, p in tile.alternatives[:_DOUBTS])
    chosen = "; chosen by the rules" if tile.changed_by_rules else ""
    return f"{', perhaps ' if listed else ''}{listed}{chosen}"
