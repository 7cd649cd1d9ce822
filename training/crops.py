"""Single-tile pictures for the classifier: cut once with surroundings, then augmented without end.

python -m huopin.training.crops DATA CACHE POOL…
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import torch
import typer
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import IterableDataset

from huopin.training.look import Rng
from huopin.training.pool import read_pool
from huopin.training.relabel import photos_without_tiles, relabel
from huopin.training.tables import FloatArray, LabelledPhoto, load_split
from huopin.vision.crops import CROP, MARGIN, ImageArray, cut, portrait, upright_rectangle
from huopin.vision.labels import BACK, FACES, LABELS, NONE

WIDE = 112
"""Side of the cached pictures in pixels; the face's longer side fills WIDE / WIDE_MARGIN of it."""

WIDE_MARGIN = 1.96
"""Leaves the face as large as in the final crop, with room for shifts and turns."""

UNKNOWN_TURN = -1
"""The quarter turn of real tiles is not labelled."""

MIN_SIDE = 11.0
"""Faces with a shorter side than this (pixels) are not learnt from."""

SOURCES = {"aug": 0.27, "green": 0.13, "tray": 0.05, "scene": 0.55}
"""Share of each source in a batch."""

NONE_SHARE, BACK_SHARE = 0.13, 0.03
"""Share of not-a-tile and of face-down tiles in a batch; faces share the rest evenly."""


class Cache:
    """Cached pictures on disk: ``pictures.npy`` (N, WIDE, WIDE, 3), with label, turn, source and shape."""

    def __init__(self, folder: Path) -> None:
        self.pictures: NDArray[np.uint8] = np.load(folder / "pictures.npy", mmap_mode="r")
        facts = np.load(folder / "facts.npz")
        self.labels: NDArray[np.int64] = facts["labels"]
        self.turns: NDArray[np.int64] = facts["turns"]
        self.sources: NDArray[np.str_] = facts["sources"]
        self.shapes: FloatArray = facts["shapes"]


def _pictures_of(photo: LabelledPhoto, rng: Rng) -> Iterator[tuple[ImageArray, int, int, FloatArray]]:
    """Picture, label, turn, and the face's rectangle in the picture for every tile and some non-tiles."""
    image = photo.image()
    known = photo.group.startswith("scene")
    for quad, label in zip(photo.quads, photo.faces, strict=True):
        start = portrait(quad)
        if np.linalg.norm(np.roll(quad, 1, axis=0) - quad, axis=1).min() < MIN_SIDE:
            continue
        turn = UNKNOWN_TURN
        if known and LABELS[label] != BACK:
            turn = int(np.argmin([np.abs(np.roll(quad, s, axis=0) - start).max() for s in range(4)]))
        rectangle = upright_rectangle(start, WIDE, WIDE_MARGIN)
        yield cut(image, start, WIDE, WIDE_MARGIN), int(label), turn, rectangle
    for quad in _quads_of_nothing(photo, image.shape[:2], rng):
        picture = cut(image, quad, WIDE, WIDE_MARGIN)
        yield picture, LABELS.index(NONE), UNKNOWN_TURN, upright_rectangle(quad, WIDE, WIDE_MARGIN)


def _quads_of_nothing(photo: LabelledPhoto, shape: tuple[int, ...], rng: Rng) -> Iterator[FloatArray]:
    """Quads that hold no whole face: anywhere in photos without tiles and scenes, between tiles elsewhere."""
    yield from map(portrait, photo.decoys)
    if len(photo.quads) == 0:
        for _ in range(40):
            side = float(np.exp(rng.uniform(np.log(14), np.log(160))))
            centre = rng.uniform((0, 0), (shape[1], shape[0]))
            yield _rectangle(centre, side, side * rng.uniform(1.0, 1.5), rng.uniform(0, np.pi))
        return
    centres = photo.quads.mean(axis=1)
    for _ in range(4):
        model = photo.quads[rng.integers(len(photo.quads))]
        middle = model.mean(axis=0)
        if photo.group.startswith("scene") and rng.random() < 0.5:
            middle = middle + rng.normal(0, 1.2, 2) * np.ptp(model, axis=0)
        else:
            edge = model[rng.integers(4)] - model[rng.integers(4)]
            middle = middle + edge * rng.uniform(0.4, 0.62)
        size = np.linalg.norm(model[0] - model[2])
        away = np.linalg.norm(centres - middle, axis=1).min()
        if away > 0.26 * size:
            yield (model - model.mean(axis=0) + middle).astype(np.float32)


def _rectangle(centre: NDArray[np.float64], width: float, height: float, angle: float) -> FloatArray:
    box = cv2.boxPoints(((float(centre[0]), float(centre[1])), (width, height), float(np.degrees(angle))))
    return portrait(np.asarray(box, np.float32))


def build(data: Path, pools: list[Path], folder: Path, relabelled: Path | None = None, seed: int = 1) -> None:
    """Cut the pictures of the training photos, the pools and the photos without tiles into a cache."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(seed)
    photos = [*load_split(data / "tables" / "train"), *photos_without_tiles(data)]
    photos = [*relabel(photos, relabelled), *(photo for pool in pools for photo in read_pool(pool))]
    rows = [
        (picture, label, turn, photo.group, rectangle)
        for photo in photos
        for picture, label, turn, rectangle in _pictures_of(photo, rng)
    ]
    np.save(folder / "pictures.npy", np.stack([row[0] for row in rows]))
    np.savez(
        folder / "facts.npz",
        labels=np.array([row[1] for row in rows]),
        turns=np.array([row[2] for row in rows]),
        sources=np.array([row[3] for row in rows]),
        shapes=np.stack([row[4] for row in rows]),
    )


class Tiles(IterableDataset[tuple[Tensor, int, int]]):
    """Endless augmented crops: image (3, CROP, CROP) uint8, label, turn."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._seed = seed

    def __iter__(self) -> Iterator[tuple[Tensor, int, int]]:
        """Crops for this worker."""
        cv2.setNumThreads(1)
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self._seed, worker.id if worker else 0])
        cache = Cache(self._folder)
        chooser = _Chooser(cache)
        while True:
            index = chooser(rng)
            picture, turn = augment(cache.pictures[index], cache.shapes[index], int(cache.turns[index]), rng)
            yield torch.from_numpy(picture).permute(2, 0, 1), int(cache.labels[index]), turn


class _Chooser:
    """Picks a source, then a label, then a picture, so that rare faces and small sources are learnt too."""

    def __init__(self, cache: Cache) -> None:
        self._table: dict[str, dict[int, NDArray[np.intp]]] = {}
        for source in SOURCES:
            mine = np.flatnonzero(cache.sources == source)
            labels = cache.labels[mine]
            self._table[source] = {int(label): mine[labels == label] for label in np.unique(labels)}
        none = np.flatnonzero(cache.labels == LABELS.index(NONE))
        self._none = none

    def __call__(self, rng: Rng) -> int:
        chance = rng.random()
        if chance < NONE_SHARE:
            return int(self._none[rng.integers(len(self._none))])
        if chance < NONE_SHARE + BACK_SHARE:
            return self._pick(self._table["scene"][LABELS.index(BACK)], rng)
        names = list(SOURCES)
        table = self._table[names[rng.choice(len(names), p=list(SOURCES.values()))]]
        faces = [label for label in table if label < len(FACES)]
        return self._pick(table[faces[rng.integers(len(faces))]], rng)

    @staticmethod
    def _pick(indices: NDArray[np.intp], rng: Rng) -> int:
        return int(indices[rng.integers(len(indices))])


def augment(picture: ImageArray, rectangle: FloatArray, turn: int, rng: Rng) -> tuple[ImageArray, int]:
    """One crop as a wrong-by-a-little finder and a bad camera would give it, and its turn."""
    side = np.linalg.norm(rectangle[2] - rectangle[0])
    quad = rectangle + rng.normal(0, 0.018, (4, 2)).astype(np.float32) * side
    centre = quad.mean(axis=0)
    angle = rng.normal(0, 0.05) if rng.random() < 0.8 else rng.uniform(-0.35, 0.35)
    cos, sin = np.cos(angle), np.sin(angle)
    stretch = np.exp(rng.normal(0, 0.07, 2)) * np.exp(rng.normal(0.01, 0.06))
    quad = (
        (quad - centre) * stretch @ np.array([[cos, sin], [-sin, cos]])
        + centre
        + rng.normal(0, 0.02, 2) * side
    )
    extra = int(rng.choice(4, p=[0.4, 0.1, 0.4, 0.1]))
    quad = np.roll(quad, extra, axis=0).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(quad, upright_rectangle(quad, CROP, MARGIN))
    crop = cv2.warpPerspective(picture, matrix, (CROP, CROP), borderMode=cv2.BORDER_REPLICATE)
    return _spoil(crop.astype(np.uint8), rng), turn if turn == UNKNOWN_TURN else (turn + extra) % 4


def _spoil(crop: ImageArray, rng: Rng) -> ImageArray:
    """Small pictures, blur, casts, gamma, shadow, glare, noise, JPEG."""
    if rng.random() < 0.45:
        small = int(rng.integers(15, 56))
        tiny = cv2.resize(crop, (small, small), interpolation=cv2.INTER_AREA)
        crop = cv2.resize(tiny, (CROP, CROP), interpolation=cv2.INTER_LINEAR).astype(np.uint8)
    if rng.random() < 0.2:
        crop = cv2.GaussianBlur(crop, (0, 0), float(rng.uniform(0.5, 1.6))).astype(np.uint8)
    if rng.random() < 0.1:
        length = int(rng.integers(3, 8))
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1 / length
        if rng.random() < 0.5:
            kernel = kernel.T
        crop = cv2.filter2D(crop, -1, np.ascontiguousarray(kernel)).astype(np.uint8)
    out = crop.astype(np.float32)
    if rng.random() < 0.12:
        out[:] = out.mean(axis=2, keepdims=True)
    elif rng.random() < 0.5:
        grey = out.mean(axis=2, keepdims=True)
        out = grey + (out - grey) * rng.uniform(0.3, 1.6)
    out = 255 * (np.clip(out, 0, 255) / 255) ** np.exp(rng.normal(0, 0.25))
    out = (out - 128) * rng.uniform(0.6, 1.3) + 128
    out *= np.exp(rng.normal(-0.05, 0.28)) * (1 + rng.normal(0, 0.06, 3))
    if rng.random() < 0.3:
        slope = np.linspace(-1, 1, CROP)
        plane = slope[None] * rng.normal(0, 0.25) + slope[:, None] * rng.normal(0, 0.25)
        if rng.random() < 0.5:
            plane = np.where(plane > rng.normal(0, 0.1), rng.uniform(0.1, 0.4), 0.0)
        out *= (1 + plane)[..., None]
    if rng.random() < 0.1:
        spot = np.zeros((CROP, CROP), np.float32)
        at = (int(rng.integers(CROP)), int(rng.integers(CROP)))
        cv2.circle(spot, at, int(rng.integers(5, 20)), 1.0, -1)
        out += cv2.GaussianBlur(spot, (0, 0), 4)[..., None] * rng.uniform(40, 200)
    if rng.random() < 0.4:
        out += rng.normal(0, rng.uniform(2, 12), out.shape)
    crop = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.25:
        _, data = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(20, 90))])
        crop = cv2.imdecode(data, cv2.IMREAD_COLOR).astype(np.uint8)  # type: ignore[union-attr]
    return crop


def main(
    data: Annotated[Path, typer.Argument(help="the shared data folder")],
    cache: Annotated[Path, typer.Argument(help="where the pictures go")],
    pools: Annotated[list[Path], typer.Argument(help="folders of synthetic scenes")],
    relabelled: Annotated[Path | None, typer.Option(help="file written by huopin.training.relabel")] = None,
) -> None:
    """Cut the pictures."""
    build(data, pools, cache, relabelled)


if __name__ == "__main__":
    typer.run(main)
