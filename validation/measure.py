"""Measuring one sample: read it, match it with its labels, keep what became of every tile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from huopin.validation.matching import boxes_of, match
from huopin.validation.outcomes import Outcome, SampleOutcome
from huopin.validation.samples import Sample
from huopin.vision.clock import Clock
from huopin.vision.crops import portrait
from huopin.vision.errors import PhotoError
from huopin.vision.finder import Faces
from huopin.vision.geometry import Floats, Quads
from huopin.vision.labels import LABELS, NONE_INDEX
from huopin.vision.photo import Photo, load_photo
from huopin.vision.pipeline import Reader
from huopin.vision.worker import read_timed, worker_reader

SURROUNDINGS: Final = 1.6
"""Side of a gallery picture over the tile's longer side."""

GALLERY_PX: Final = 96
"""Side of a gallery picture."""


@dataclass(frozen=True)
class Task:
    """What to do with a sample.

    Attributes:
        sample: The sample.
        classifier_only: Name the labelled tiles where they are, instead of finding tiles.
        pictures: Whether to cut out the mistakes for the gallery.
        tile_set: Name of the enrolled tile set on the photo; any set when None.
    """

    sample: Sample
    classifier_only: bool = False
    pictures: bool = False
    tile_set: str | None = None


@dataclass(frozen=True)
class Seen:
    """Tiles that were read, in any order.

    Attributes:
        quads: (N, 4, 2) px.
        faces: Their N faces.
        confidence: (N,) 0-1.
        sure: N flags.
    """

    quads: Quads
    faces: tuple[str, ...]
    confidence: Floats
    sure: tuple[bool, ...]


def measure(task: Task) -> SampleOutcome:
    """Measure one sample with the reader of this process."""
    return measure_with(worker_reader(task.tile_set), task)


def measure_with(reader: Reader, task: Task) -> SampleOutcome:
    """Measure one sample; a picture that cannot be read has missed all its tiles."""
    sample, clock = task.sample, Clock()
    try:
        with clock.stage("load"):
            photo = load_photo(sample.path, reader.config.photo)
        outlines = sample.quads(photo.width, photo.height)
        if task.classifier_only or sample.crop:
            seen = _name_labelled(reader, photo, outlines, clock)
            tiles = tuple(_outcome(task, photo, k, outlines, seen, k) for k in range(len(outlines)))
        else:
            seen = _read(reader, photo, clock)
            tiles = tuple(_matched(task, photo, outlines, seen))
        return SampleOutcome(sample.name, sample.group, tiles, clock.seconds)
    except PhotoError as error:
        return unreadable(sample, str(error))


def unreadable(sample: Sample, error: str) -> SampleOutcome:
    """What becomes of a picture that cannot be read: all its tiles are missed."""
    tiles = tuple(Outcome(tile.face, None, 0.0, False, tile.source) for tile in sample.tiles)
    return SampleOutcome(sample.name, sample.group, tiles, error=error)


def _read(reader: Reader, photo: Photo, clock: Clock) -> Seen:
    """Find and name, as `Reader.__call__` does."""
    reading = read_timed(reader, photo, None, clock)
    tiles = reading.tiles
    return Seen(
        np.array([tile.quad for tile in tiles], np.float32).reshape(-1, 4, 2),
        tuple(tile.face for tile in tiles),
        np.array([tile.confidence for tile in tiles], np.float64),
        tuple(tile.sure for tile in tiles),
    )


def _name_labelled(reader: Reader, photo: Photo, outlines: Quads, clock: Clock) -> Seen:
    """Name the tiles where the labels say they are: no finding, no rules, none of them taken for no tile."""
    with clock.stage("label"):
        upright = np.array([portrait(quad) for quad in outlines], np.float32).reshape(-1, 4, 2)
        labels = reader.look_at(photo, Faces(upright, np.ones(len(upright)))).labels
        p = labels.probabilities.astype(np.float64)
    p[:, NONE_INDEX] = 0
    p /= np.maximum(p.sum(axis=1, keepdims=True), 1e-12)
    confidence = p.max(axis=1, initial=0)
    faces = tuple(LABELS[int(k)] for k in p.argmax(axis=1)) if len(p) else ()
    return Seen(outlines, faces, confidence, tuple(bool(c >= reader.config.read.sure) for c in confidence))


def _matched(task: Task, photo: Photo, outlines: Quads, seen: Seen) -> Iterator[Outcome]:
    matched = match(boxes_of(outlines).astype(np.float64), outlines, seen.quads)
    for tile, found in enumerate(matched.owner):
        yield _outcome(task, photo, tile, outlines, seen, int(found))
    for found in np.flatnonzero(matched.false):
        yield _outcome(task, photo, None, outlines, seen, int(found))


def _outcome(task: Task, photo: Photo, tile: int | None, outlines: Quads, seen: Seen, found: int) -> Outcome:
    """The outcome of a labelled tile (None for a false one) and the tile read for it (-1 for none)."""
    label = None if tile is None else task.sample.tiles[tile]
    quad = seen.quads[found] if tile is None else outlines[tile]
    face = None if label is None else label.face
    read = seen.faces[found] if found >= 0 else None
    return Outcome(
        face=face,
        read=read,
        confidence=float(seen.confidence[found]) if found >= 0 else 0.0,
        sure=found >= 0 and seen.sure[found],
        source="" if label is None else label.source,
        corners=tuple((float(x), float(y)) for x, y in quad),
        picture=_cut_out(photo, quad) if task.pictures and face != read else b"",
    )


def _cut_out(photo: Photo, quad: Quads) -> bytes:
    """A tile and its surroundings, the quad drawn in, as JPEG of GALLERY_PX squared."""
    middle = quad.mean(axis=0)
    side = max(float(np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1).max()), 1.0) * SURROUNDINGS
    scale = GALLERY_PX / side
    shift = GALLERY_PX / 2 - middle * scale
    matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]], np.float64)
    picture = cv2.warpAffine(photo.full, matrix, (GALLERY_PX, GALLERY_PX), flags=cv2.INTER_AREA)
    outline = np.round(quad * scale + shift).astype(np.int32)
    cv2.polylines(picture, [outline], True, (0, 160, 255), 1, cv2.LINE_AA)
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1])
