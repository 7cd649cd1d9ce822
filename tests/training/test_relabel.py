"""Better labels from an earlier finder."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from huopin.training.relabel import refined
from huopin.training.tables import LabelledPhoto

LOOSE = np.array([(0, 0, 50, 60), (100, 0, 150, 60)], np.float32)


def photo(*exact: bool) -> LabelledPhoto:
    quads = np.stack([[(x0, y0), (x1, y0), (x1, y1), (x0, y1)] for x0, y0, x1, y1 in LOOSE])
    return LabelledPhoto(Path("aug-1.jpg"), np.zeros(2, np.int64), LOOSE, quads, np.array(exact))


def turned(dx: float) -> np.ndarray:
    """A turned tile whose bounding box is the first loose one, moved."""
    return np.array([(0 + dx, 20), (32 + dx, 0), (50 + dx, 40), (18 + dx, 60)], np.float32)


def test_what_fits_a_loose_box_replaces_it_and_the_rest_is_hidden() -> None:
    better = refined(photo(False, False), np.stack([turned(0), turned(300)]))
    assert np.array_equal(better.quads[0], turned(0))
    assert better.exact.tolist() == [True, False]
    assert np.array_equal(better.quads[1], photo(False, False).quads[1])
    assert np.array_equal(better.hidden, turned(300)[None])


def test_exact_outlines_stay() -> None:
    better = refined(photo(True, True), turned(0)[None])
    assert np.array_equal(better.quads, photo(True, True).quads)
    assert len(better.hidden) == 0


def test_what_is_found_in_a_photo_without_tiles_is_a_decoy() -> None:
    better = refined(LabelledPhoto.without_tiles(Path("a.jpg")), turned(0)[None])
    assert np.array_equal(better.decoys, turned(0)[None])
    assert len(better.quads) == len(better.hidden) == 0
