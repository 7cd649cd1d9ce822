"""The photos that accuracy is measured on, and what a camera or a hand may do to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from huopin.render.scene import ImageArray
from huopin.validation.datasets import open_dataset
from huopin.validation.samples import LabelledTile, Sample

STRAY_LABELS = {
    "green-d010": (15, 16, 17, 18, 20),
    "green-d015": (16, 18, 19),
    "green-d024": (10,),
}
"""Labelled discards far from the hand, by photo and line from 0: left out, for they stretch the hull."""

Change: TypeAlias = Callable[[ImageArray], tuple[ImageArray, NDArray[np.float64]]]
"""A picture to the changed one, and the matrix (2, 3) that takes its pixels along."""


def measured_samples(data: Path) -> dict[str, list[Sample]]:
    """The labelled photos kept for measuring, by group: green, tray (tables/dev), redtable (unseen/dev)."""
    groups: dict[str, list[Sample]] = {}
    for split in ("tables", "unseen"):
        dataset = open_dataset(data / split / "dev")
        known = {tile.source for sample in dataset.samples for tile in sample.tiles}
        strays = {f"labels/{name}.txt line {n + 1}" for name, lines in STRAY_LABELS.items() for n in lines}
        for sample in dataset.without(strays & known).samples:
            groups.setdefault(sample.group, []).append(sample)
    return groups


def empty_samples(data: Path) -> list[Sample]:
    """Photos without a tile: whatever is found on them is false."""
    return [Sample(path.name, path, ()) for path in sorted((data / "negatives" / "dev").iterdir())]


def _same_place(image: ImageArray) -> NDArray[np.float64]:
    return np.eye(2, 3)


def turned(degrees: float) -> Change:
    """Turn counter-clockwise on a canvas that holds the whole picture."""

    def change(image: ImageArray) -> tuple[ImageArray, NDArray[np.float64]]:
        h, w = image.shape[:2]
        matrix = cv2.getRotationMatrix2D((w / 2, h / 2), degrees, 1.0)
        cos, sin = abs(matrix[0, 0]), abs(matrix[0, 1])
        size = round(h * sin + w * cos), round(h * cos + w * sin)
        matrix[:, 2] += (size[0] - w) / 2, (size[1] - h) / 2
        return cv2.warpAffine(image, matrix, size).astype(np.uint8), np.asarray(matrix, np.float64)

    return change


def brighter(factor: float) -> Change:
    """Multiply all values."""
    return lambda image: (np.clip(image * factor, 0, 255).astype(np.uint8), _same_place(image))


def jpeg(quality: int) -> Change:
    """Compress and decode."""

    def change(image: ImageArray) -> tuple[ImageArray, NDArray[np.float64]]:
        data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8), _same_place(image)

    return change


def blurred(sigma: float) -> Change:
    """Blur by a Gaussian of that many pixels."""
    return lambda image: (cv2.GaussianBlur(image, (0, 0), sigma).astype(np.uint8), _same_place(image))


def scaled(factor: float) -> Change:
    """Shrink."""

    def change(image: ImageArray) -> tuple[ImageArray, NDArray[np.float64]]:
        small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        return small.astype(np.uint8), np.eye(2, 3) * factor

    return change


CHANGES: Mapping[str, Change] = {
    "turned 15": turned(15),
    "turned 30": turned(30),
    "turned 45": turned(45),
    "turned 90": turned(90),
    "turned 180": turned(180),
    "brightness x0.5": brighter(0.5),
    "brightness x1.6": brighter(1.6),
    "JPEG quality 25": jpeg(25),
    "blur 1.5 px": blurred(1.5),
    "half size": scaled(0.5),
}


def changed(samples: list[Sample], change: Change, folder: Path) -> Iterator[Sample]:
    """The samples with changed pictures, written to a folder, and their tiles where they have gone."""
    for sample in samples:
        before = cv2.imread(str(sample.path))
        if before is None:
            raise FileNotFoundError(f"expected a picture, got {sample.path}")
        image, matrix = change(before.astype(np.uint8))
        path = folder / f"{sample.path.stem}.png"
        cv2.imwrite(str(path), image, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        corners = sample.quads(before.shape[1], before.shape[0]) @ matrix[:, :2].T + matrix[:, 2]
        tiles = tuple(
            LabelledTile(tile.face, tuple((float(x), float(y)) for x, y in quad), tile.source)
            for tile, quad in zip(sample.tiles, corners, strict=True)
        )
        yield replace(sample, path=path, tiles=tiles, size=(image.shape[1], image.shape[0]))
