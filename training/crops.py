"""Single-tile pictures for the classifier: cut once with surroundings, then augmented without end.

python -m huopin.training.crops DATA CACHE POOL…
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

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
from huopin.vision.labels import BACK, BACK_INDEX, FACES, LABELS, NONE_INDEX

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

BADLY_FOUND = 0.3
"""Share of the crops whose outline is far off: turned, leaning, too wide."""

NONE_SHARE, BACK_SHARE = 0.13, 0.03
"""Share of not-a-tile and of face-down tiles in a batch; faces share the rest evenly."""


class Cache:
    """Cached pictures on disk, (N, WIDE, WIDE, 3) BGR uint8, with facts about each (`_Cut`)."""

    def __init__(self, folder: Path) -> None:
        facts = np.load(folder / "facts.npz")
        self.labels: NDArray[np.int64] = facts["labels"]
        self.turns: NDArray[np.int64] = facts["turns"]
        self.sources: NDArray[np.str_] = facts["sources"]
        self.shapes: FloatArray = facts["shapes"]
        self.exact: NDArray[np.bool_] = facts["exact"]
        shape = (len(self.labels), WIDE, WIDE, 3)
        self.pictures: NDArray[np.uint8] = np.memmap(folder / "pictures.bin", np.uint8, "r", shape=shape)


@dataclass(frozen=True)
class _Cut:
    """One picture: label, quarter turn, the face's rectangle in it (4, 2), and whether that is exact."""

    picture: ImageArray
    label: int
    turn: int
    shape: FloatArray
    exact: bool


def _cuts_of(photo: LabelledPhoto, rng: Rng) -> Iterator[_Cut]:
    """Every tile, and some non-tiles."""
    image = photo.image()
    known = photo.group.startswith("scene")
    loose = photo.group == "aug"
    for quad, label, exact in zip(photo.quads, photo.faces, photo.exact & (not loose), strict=True):
        start = portrait(quad)
        if np.linalg.norm(np.roll(quad, 1, axis=0) - quad, axis=1).min() < MIN_SIDE:
            continue
        turn = UNKNOWN_TURN
        if known and LABELS[label] != BACK:
            turn = int(np.argmin([np.abs(np.roll(quad, s, axis=0) - start).max() for s in range(4)]))
        rectangle = upright_rectangle(start, WIDE, WIDE_MARGIN)
        yield _Cut(cut(image, start, WIDE, WIDE_MARGIN), int(label), turn, rectangle, bool(exact))
    for quad in _quads_of_nothing(photo, image.shape[:2], rng):
        picture = cut(image, quad, WIDE, WIDE_MARGIN)
        rectangle = upright_rectangle(quad, WIDE, WIDE_MARGIN)
        yield _Cut(picture, NONE_INDEX, UNKNOWN_TURN, rectangle, False)


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
    facts: dict[str, list[Any]] = {name: [] for name in ("sources", "labels", "turns", "shapes", "exact")}
    with (folder / "pictures.bin").open("wb") as pictures:
        for photo in photos:
            for one in _cuts_of(photo, rng):
                pictures.write(one.picture.tobytes())
                row = (photo.group, one.label, one.turn, one.shape, one.exact)
                for values, value in zip(facts.values(), row, strict=True):
                    values.append(value)
    arrays: dict[str, Any] = {name: np.array(values) for name, values in facts.items()}
    np.savez(folder / "facts.npz", **arrays)


class Tiles(IterableDataset[tuple[Tensor, int, int, Tensor]]):
    """Endless augmented crops: image (3, CROP, CROP) uint8, label, turn, corners' offsets (8,) or nan."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._seed = seed

    def __iter__(self) -> Iterator[tuple[Tensor, int, int, Tensor]]:
        """Crops for this worker."""
        cv2.setNumThreads(1)
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self._seed, worker.id if worker else 0])
        cache = Cache(self._folder)
        chooser = _Chooser(cache)
        while True:
            index = chooser(rng)
            crop, extra, corners = augment(cache.pictures[index], cache.shapes[index], rng)
            turn = int(cache.turns[index])
            if turn != UNKNOWN_TURN:
                turn = (turn + extra) % 4
            if not cache.exact[index]:
                corners[:] = np.nan
            image = torch.from_numpy(crop).permute(2, 0, 1)
            yield image, int(cache.labels[index]), turn, torch.from_numpy(corners.reshape(8))


class _Chooser:
    """Picks a source, then a label, then a picture, so that rare faces and small sources are learnt too."""

    def __init__(self, cache: Cache) -> None:
        self._tables: list[dict[int, NDArray[np.intp]]] = []
        sources = [source for source in SOURCES if source in cache.sources]
        for source in sources:
            mine = np.flatnonzero(cache.sources == source)
            labels = cache.labels[mine]
            faces = (int(label) for label in np.unique(labels) if label < len(FACES))
            self._tables.append({face: mine[labels == face] for face in faces})
        shares = np.array([SOURCES[source] for source in sources])
        self._shares = shares / shares.sum()
        self._none = np.flatnonzero(cache.labels == NONE_INDEX)
        self._backs = np.flatnonzero(cache.labels == BACK_INDEX)

    def __call__(self, rng: Rng) -> int:
        chance = rng.random()
        if chance < NONE_SHARE:
            return self._pick(self._none, rng)
        if chance < NONE_SHARE + BACK_SHARE and len(self._backs):
            return self._pick(self._backs, rng)
        table = self._tables[rng.choice(len(self._tables), p=self._shares)]
        faces = list(table)
        return self._pick(table[faces[rng.integers(len(faces))]], rng)

    @staticmethod
    def _pick(indices: NDArray[np.intp], rng: Rng) -> int:
        return int(indices[rng.integers(len(indices))])


def augment(picture: ImageArray, rectangle: FloatArray, rng: Rng) -> tuple[ImageArray, int, FloatArray]:
    """One crop as a finder, wrong by a little or by much, and a bad camera would give it.

    Returns:
        The crop, the quarter turns added, and the offsets (4, 2) of the face's corners from where the crop
        expects them, in sides of the crop.
    """
    quad = _misfound(rectangle, rng)
    extra = int(rng.choice(4, p=[0.4, 0.1, 0.4, 0.1]))
    quad, truth = (np.roll(corners, extra, axis=0).astype(np.float32) for corners in (quad, rectangle))
    expected = upright_rectangle(quad, CROP, MARGIN)
    matrix = cv2.getPerspectiveTransform(quad, expected)
    crop = cv2.warpPerspective(picture, matrix, (CROP, CROP), borderMode=cv2.BORDER_REPLICATE)
    corners = cv2.perspectiveTransform(truth[None], matrix)[0]
    return _spoil(crop.astype(np.uint8), rng), extra, ((corners - expected) / CROP).astype(np.float32)


def _misfound(rectangle: FloatArray, rng: Rng) -> FloatArray:
    """Corners (4, 2) around those of a face."""
    side = np.linalg.norm(rectangle[2] - rectangle[0])
    quad = rectangle + rng.normal(0, 0.018, (4, 2)) * side
    centre = quad.mean(axis=0)
    bad = rng.random() < BADLY_FOUND
    angle = rng.uniform(-0.4, 0.4) if bad else rng.normal(0, 0.05)
    cos, sin = np.cos(angle), np.sin(angle)
    stretch = np.exp(rng.normal(0, 0.14 if bad else 0.07, 2)) * np.exp(rng.normal(0.01, 0.06))
    lean = np.array([[1, rng.normal(0, 0.2) if bad else 0], [0, 1]])
    shift = rng.normal(0, 0.05 if bad else 0.02, 2) * side
    moved = (quad - centre) * stretch @ lean @ np.array([[cos, sin], [-sin, cos]]) + centre + shift
    return np.asarray(moved, np.float32)


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
    out *= np.exp(rng.normal(-0.05, 0.36)) * (1 + rng.normal(0, 0.06, 3))
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
    pools: Annotated[list[Path] | None, typer.Argument(help="folders of synthetic scenes, or none")] = None,
    relabelled: Annotated[Path | None, typer.Option(help="file written by huopin.training.relabel")] = None,
) -> None:
    """Cut the pictures."""
    build(data, pools or [], cache, relabelled)


if __name__ == "__main__":
    typer.run(main)
