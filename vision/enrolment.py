"""Enrolling: photos of a set laid out in a known order become a tile set."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from huopin.vision.classifier import Classifier
from huopin.vision.config import Config
from huopin.vision.errors import TileSetError
from huopin.vision.geometry import Quads, unit
from huopin.vision.labels import LABELS, NONE
from huopin.vision.photo import Photo, load_photo
from huopin.vision.pipeline import Reader
from huopin.vision.region import in_reading_order
from huopin.vision.rows import find_rows
from huopin.vision.table import Table
from huopin.vision.tileset import TileSet, learn


def enroll_photos(
    name: str, photos: Sequence[Path], faces: Sequence[str], reader: Reader | None = None
) -> TileSet:
    """Learn a set from photos of its tiles.

    Args:
        name: what to call the set.
        photos: each shows all the faces in order, or together they show them once, photo by photo.
        faces: the faces in reading order, row by row from the top.
        reader: finds and labels the tiles; one with the shipped networks when None.

    Raises:
        TileSetError: other than these numbers of tiles were found.
        PhotoError: a photo cannot be read.
    """
    reader = reader or Reader()
    loaded = [load_photo(path) for path in photos]
    seen = [tiles_in_order(photo, reader) for photo in loaded]
    counts = [len(quads) for quads in seen]
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
    pictures = [(photo.full, quads, own) for photo, quads, own in zip(loaded, seen, names, strict=True)]
    return learn(name, pictures, Classifier())


def tiles_in_order(photo: Photo, reader: Reader) -> Quads:
    """Every tile of a photo in reading order, (N, 4, 2) px from its own top left."""
    config: Config = reader.config
    faces = reader.find(photo)
    quads, labels = faces.quads, reader.label(reader.cut(photo, faces))
    kept = np.flatnonzero(labels.probabilities[:, LABELS.index(NONE)] < config.read.none)
    rows = find_rows(quads[kept], labels.turn_probabilities[kept].astype(np.float64), config.rows)
    if not rows.rows:
        return rows.quads
    table = Table.of(rows, labels.probabilities[kept].astype(np.float64), config.layout)
    right = unit(np.sum([row.right * len(row.tiles) for row in table.rows], axis=0))
    order = [
        tile for k in in_reading_order(table, range(len(table.rows)), right) for tile in table.rows[k].tiles
    ]
    return rows.quads[order]
