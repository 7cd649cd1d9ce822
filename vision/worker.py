"""What a worker process reads photos with: one reader, loaded once, on one thread."""

from __future__ import annotations

from functools import cache

import cv2

from huopin.models import load_network
from huopin.vision.classifier import Classifier
from huopin.vision.clock import Clock
from huopin.vision.config import Config
from huopin.vision.finder import Finder
from huopin.vision.interpret import Request
from huopin.vision.photo import Photo
from huopin.vision.pipeline import Reader
from huopin.vision.reading import Reading
from huopin.vision.tileset import load_set


@cache
def worker_reader(tile_set: str | None = None) -> Reader:
    """The reader of this process, on one thread: the other cores have processes of their own.

    Args:
        tile_set: Name of an enrolled tile set that is read; any set when None.

    Raises:
        TileSetError: There is no such set.
    """
    cv2.setNumThreads(1)
    config = Config()
    finder = Finder(config.finder, load_network("finder", threads=1))
    classifier = Classifier(load_network("classifier", threads=1))
    return Reader(config, finder, classifier, load_set(tile_set))


def read_timed(reader: Reader, photo: Photo, request: Request | None, clock: Clock) -> Reading:
    """What `reader(photo, request)` gives, with the time of each stage."""
    with clock.stage("find"):
        faces = reader.find(photo)
    with clock.stage("label"):
        seen = reader.label(photo, faces)
    with clock.stage("interpret"):
        return reader.interpret(photo, seen, request)
