"""Matching: which found tile is which labelled one, which are missed, and which are false."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from huopin.vision.geometry import Floats, Quads

LEAST_IOU = 0.5
"""Boxes that share this much are the same tile, wherever their centres lie."""


@dataclass(frozen=True)
class Match:
    """Found tiles matched to labelled ones.

    Attributes:
        owner: (labelled,) index of the found tile that is this labelled one, or -1.
        false: (found,) whether a found tile is none of the labelled ones though it lies among them.
    """

    owner: NDArray[np.int64]
    false: NDArray[np.bool_]


def match(boxes: Floats, outlines: Quads, found: Quads) -> Match:
    """Match by boxes, the nearest first, each tile once.

    A found tile is a labelled one when their boxes share an IoU of at least 0.5 or its centre lies in the
    labelled box. One that is no labelled tile counts as false only when its centre lies in the convex hull of
    the labelled tiles, each grown by half its size: people label the hand and leave other tiles unlabelled.
    Without any label every found tile is false.

    Args:
        boxes: (N, 4) x0 y0 x1 y1 of the labelled tiles, px.
        outlines: (N, 4, 2) corners of the labelled tiles, px.
        found: (M, 4, 2) corners of the found tiles, px.
    """
    owner = np.full(len(boxes), -1)
    free = np.ones(len(found), bool)
    if not len(boxes) or not len(found):
        return Match(owner, free & _within(outlines, found))
    distance = np.where(_fits(boxes, found), _distance(boxes, found), np.inf)
    for flat in np.argsort(distance, axis=None, kind="stable"):
        tile, quad = divmod(int(flat), len(found))
        if not np.isfinite(distance[tile, quad]):
            break
        if owner[tile] < 0 and free[quad]:
            owner[tile], free[quad] = quad, False
    return Match(owner, free & _within(outlines, found))


def boxes_of(quads: Quads) -> Floats:
    """Axis-aligned boxes (N, 4) x0 y0 x1 y1 around quads (N, 4, 2)."""
    return np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)


def iou(a: Floats, b: Floats) -> Floats:
    """Intersection over union of boxes (N, 4) and (M, 4) x0 y0 x1 y1, (N, M)."""
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    shared = np.prod(np.clip(high - low, 0, None), axis=2)
    areas = np.prod(a[:, 2:] - a[:, :2], axis=1)[:, None] + np.prod(b[:, 2:] - b[:, :2], axis=1)[None]
    return np.asarray(shared / np.maximum(areas - shared, 1e-6))


def _fits(boxes: Floats, found: Quads) -> NDArray[np.bool_]:
    """(N, M): may this found tile be that labelled one?"""
    centres = found.mean(axis=1)
    inside = (centres[None] > boxes[:, None, :2]).all(axis=2) & (centres[None] < boxes[:, None, 2:]).all(
        axis=2
    )
    return np.asarray(inside | (iou(boxes, boxes_of(found)) >= LEAST_IOU), bool)


def _distance(boxes: Floats, found: Quads) -> Floats:
    middle = (boxes[:, :2] + boxes[:, 2:]) / 2
    return np.asarray(np.linalg.norm(middle[:, None] - found.mean(axis=1)[None], axis=2))


def _within(outlines: Quads, found: Quads) -> NDArray[np.bool_]:
    """(M,): does the centre of a found tile lie among the labelled ones?"""
    if not len(outlines):
        return np.ones(len(found), bool)
    middle = outlines.mean(axis=1, keepdims=True)
    grown = middle + (outlines - middle) * 2
    hull = cv2.convexHull(grown.reshape(-1, 2).astype(np.float32))
    inside = [cv2.pointPolygonTest(hull, (float(x), float(y)), False) >= 0 for x, y in found.mean(axis=1)]
    return np.array(inside, bool)
