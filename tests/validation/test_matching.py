"""Matching found tiles with labelled ones; the rules of `shared/data/README.md`."""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from huopin.validation.matching import boxes_of, iou, match

Quads = npt.NDArray[np.float32]


def _row(*xs: float, y: float = 0, size: float = 10) -> Quads:
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * size
    return np.array([square + np.array((x, y), np.float32) for x in xs], np.float32).reshape(-1, 4, 2)


@pytest.mark.parametrize(
    ("labelled", "found", "owner", "false"),
    [
        (_row(0, 10, 20), _row(21, 1, 9), [1, 2, 0], [False] * 3),
        (_row(0, 10, 20), _row(0, 20), [0, -1, 1], [False] * 2),
        (_row(0, 10, 20), _row(0, 1, 10, 20), [0, 2, 3], [False, True, False, False]),  # a double is false
        (_row(0, 10, 30), _row(0, 10, 20, 30), [0, 1, 3], [False, False, True, False]),  # within the hull
        (_row(0, 10), _row(0, 10, 21), [0, 1], [False, False, False]),  # beyond the hull grown by half a tile
        (_row(0, 10), _row(0, 10, 19), [0, 1], [False, False, True]),  # its middle just within it
        (_row(0), _row(2.6, size=16, y=2.6), [-1], [True]),  # centre outside, IoU 0.18
        (
            _row(0),
            _row(-3, -3, size=14),
            [0],
            [False, True],
        ),  # centre inside, IoU 0.51: the nearest only once
        (_row(), _row(0, 50), [], [True, True]),  # without labels everything is false
        (_row(0, 10), _row(), [-1, -1], []),
    ],
)
def test_rules(labelled: Quads, found: Quads, owner: list[int], false: list[bool]) -> None:
    matched = match(boxes_of(labelled).astype(np.float64), labelled, found)
    assert matched.owner.tolist() == owner
    assert matched.false.tolist() == false


def test_iou() -> None:
    a, b = np.array([[0.0, 0, 2, 2]]), np.array([[1.0, 0, 3, 2], [0, 0, 2, 2], [5, 5, 6, 6]])
    np.testing.assert_allclose(iou(a, b), [[1 / 3, 1, 0]])


@settings(derandomize=True, max_examples=80)
@given(st.integers(0, 2**32 - 1), st.integers(0, 12), st.integers(0, 12))
def test_each_tile_once_whatever_the_order(seed: int, labelled: int, found: int) -> None:
    rng = np.random.default_rng(seed)
    tiles = np.concatenate([_row(x, y=y) for x, y in rng.uniform(0, 60, (labelled, 2))] or [_row()])
    quads = np.concatenate([_row(x, y=y) for x, y in rng.uniform(0, 60, (found, 2))] or [_row()])
    boxes = boxes_of(tiles).astype(np.float64)
    matched = match(boxes, tiles, quads)
    used = matched.owner[matched.owner >= 0]
    assert len(set(used.tolist())) == len(used)
    assert not matched.false[used].any()
    order = rng.permutation(found)
    again = match(boxes, tiles, quads[order])
    np.testing.assert_array_equal(
        np.where(again.owner >= 0, order[again.owner] if found else -1, -1), matched.owner
    )
    np.testing.assert_array_equal(again.false, matched.false[order])
