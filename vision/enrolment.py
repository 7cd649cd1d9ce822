"""Enrolling: photos of a set laid out in a known order become a tile set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from huopin.vision.config import Config
from huopin.vision.errors import TileSetError
from huopin.vision.geometry import Floats, Quads, unit
from huopin.vision.labels import LABELS
from huopin.vision.photo import Photo, load_photo
from huopin.vision.pipeline import Reader
from huopin.vision.region import in_reading_order
from huopin.vision.rows import find_rows
from huopin.vision.table import Table
from huopin.vision.tileset import TileSet, learn


@dataclass(frozen=True)
class Doubt:
    """A tile that the classifier is sure shows another face than is said.

    Attributes:
        photo: The photo's name.
        place: Of the tile in the photo's reading order, from 1.
        said: The face that is said to lie there.
        seen: The face that the classifier sees.
    """

    photo: str
    place: int
    said: str
    seen: str


@dataclass(frozen=True)
class Enrolment:
    """What was learnt.

    Attributes:
        tile_set: The set.
        tiles: How many tiles it was learnt from.
        doubts: Tiles that look like another face: some in an unusual set, most when the order is wrong.
    """

    tile_set: TileSet
    tiles: int
    doubts: tuple[Doubt, ...]


def enroll_photos(
    name: str, photos: Sequence[Path], faces: Sequence[str], reader: Reader | None = None
) -> Enrolment:
    """Learn a set from photos of its tiles.

    Args:
        name: what to call the set.
        photos: each shows all the faces in order, or together they show them once, photo by photo.
        faces: the faces in reading order, row by row from the top.
        reader: finds and labels the tiles, without an enrolled set; one with the shipped networks when None.

    Raises:
        TileSetError: other than these numbers of tiles were found.
        PhotoError: a photo cannot be read.
    """
    reader = reader or Reader()
    loaded = [load_photo(path) for path in photos]
    seen = [tiles_in_order(photo, reader) for photo in loaded]
    counts = [len(quads) for quads, _ in seen]
    if all(count == len(faces) for count in counts):
        names = [list(faces) for _ in seen]
    elif sum(counts) == len(faces):
        starts = np.cumsum([0, *counts])
        names = [list(faces[start : start + count]) for start, count in zip(starts, counts, strict=False)]
    else:
        each = ", ".join(f"{count} in {path}" for count, path in zip(counts, photos, strict=True))
        raise TileSetError(
            f"tile set {name}: expected {len(faces)} tiles in every photo or in all of them together, "
            f"found {each}; lay the tiles apart on a plain table, or say with --order what lies there"
        )
    pictures = [(photo.full, quads, own) for photo, (quads, _), own in zip(loaded, seen, names, strict=True)]
    doubts = [
        doubt
        for photo, (_, probabilities), own in zip(loaded, seen, names, strict=True)
        for doubt in _doubts(photo.name, own, probabilities, reader.config.read.sure)
    ]
    return Enrolment(learn(name, pictures, reader.name), sum(counts), tuple(doubts))


def tiles_in_order(photo: Photo, reader: Reader) -> tuple[Quads, Floats]:
    """Every tile of a photo in reading order: (N, 4, 2) px from its own top left, and (N, labels) 0-1."""
    config: Config = reader.config
    seen = reader.label(photo, reader.find(photo))
    probabilities = seen.labels.probabilities.astype(np.float64)
    rows = find_rows(seen.faces.quads, seen.labels.turn_probabilities.astype(np.float64), config.rows)
    if not rows.rows:
        return rows.quads, probabilities
    table = Table.of(rows, probabilities, config.layout)
    right = unit(np.sum([row.right * len(row.tiles) for row in table.rows], axis=0))
    order = [
        tile for k in in_reading_order(table, range(len(table.rows)), right) for tile in table.rows[k].tiles
    ]
    return rows.quads[order], probabilities[order]


def _doubts(photo: str, faces: Sequence[str], probabilities: Floats, sure: float) -> Iterator[Doubt]:
    for place, (said, row) in enumerate(zip(faces, probabilities, strict=True), 1):
        seen = LABELS[int(row.argmax())]
        if seen != said and row.max() >= sure:
            yield Doubt(photo, place, said, seen)
