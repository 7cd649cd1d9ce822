"""The tiles of a photo as text: each part of the hand in a row, with the numbers that corrections use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
_WORTH_NAMING: Final = 0.01
"""Least probability of a runner-up that is named."""


def tile_rows(tiles: Iterable[ReadTile]) -> Iterator[Text]:
    """The tiles, part by part.

    `?` marks an unsure one, `!` one that the rules chose, `=` a corrected one; `##` is a tile face down.
    """
    parts: dict[tuple[str, int], list[ReadTile]] = {}
    for tile in tiles:
        parts.setdefault(_part(tile), []).append(tile)
    for (role, _), part in parts.items():
        for start in range(0, len(part), _ROW):
            yield from _row(_LABELS[role] if not start else "", part[start : start + _ROW])


def hand_rows(reading: Reading) -> Iterator[Text]:
    """The verdict, the tiles of the hand, and a line for each unsure one."""
    yield Text(f"{reading.photo}: {reading.verdict.text}")
    hand = tuple(tile for tile in reading.tiles if tile.role != "other")
    yield from tile_rows(hand)
    yield from doubts(hand)
    beside = len(reading.tiles) - len(hand)
    if beside:
        yield Text(f"{beside} {'tile lies' if beside == 1 else 'tiles lie'} beside the hand", style="dim")


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


def doubts(tiles: Iterable[ReadTile]) -> Iterator[Text]:
    """A line for each unsure tile: how sure it is, and what else it may be."""
    for tile in tiles:
        if not tile.sure:
            sure = probability(tile.confidence)
            yield Text(f"{_mark(tile)} tile {tile.id}: {tile.face} {sure}{_runners_up(tile)}")


def probability(p: float) -> str:
    """A probability for people: never 0 %, nor 100 % where there is doubt."""
    if p < 0.01:
        return "less than 1%"
    return "more than 99%" if 0.99 < p < 1 else f"{p:.0%}"


def _runners_up(tile: ReadTile) -> str:
    named = [f"{face} {probability(p)}" for face, p in tile.alternatives[:_DOUBTS] if p >= _WORTH_NAMING]
    listed = ", ".join(named)
    chosen = "; chosen by the rules" if tile.changed_by_rules else ""
    return f"{', perhaps ' if listed else ''}{listed}{chosen}"
