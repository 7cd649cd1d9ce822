"""The reader of a worker process: loaded once, on one thread, however many photos it reads."""

from __future__ import annotations

from functools import cache

import cv2

from huopin.models import load_network
from huopin.vision.classifier import Classifier
from huopin.vision.config import Config
from huopin.vision.finder import Finder
from huopin.vision.pipeline import Reader


@cache
def worker_reader() -> Reader:
    """The reader of this process, on one thread: the other cores have processes of their own."""
    cv2.setNumThreads(1)
    config = Config()
    finder = Finder(config.finder, load_network("finder", threads=1))
    return Reader(config, finder, Classifier(load_network("classifier", threads=1)))
