"""Train the finder.

python -m huopin.training.finder DATA RUN POOL… --steps 9000
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import torch
import typer
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from huopin.render.scene import ImageArray
from huopin.training.faults import spoil
from huopin.training.learner import Learner
from huopin.training.nets import FinderNet
from huopin.training.pool import read_pool
from huopin.training.relabel import photos_without_tiles, relabel
from huopin.training.tables import FloatArray, LabelledPhoto, load_split
from huopin.training.targets import Targets, make_targets

CROP = 416
"""Side of the training crops in pixels."""

TILE_PX = (13.0, 120.0)
"""Range of the shorter side of a tile in a crop, pixels."""

MIX = {"aug": 0.24, "green": 0.11, "tray": 0.06, "scene": 0.46, "negative": 0.13}
"""Share of each source in a batch; tray is one riichi set photographed again and again."""

OUTSIDE = 0.05
"""Weight of cells outside the labelled hull of real photos, where unlabelled tiles lie."""

OUTSIDE_RELABELLED = 0.6
"""The same once an earlier finder has marked those tiles, now ignored (huopin.training.relabel)."""

USUAL_GAIN, ANY_GAIN = (0.55, 1.35), (0.3, 2.1)
"""Ranges of the light's factor: the usual one, and the one of photos too dark or over-exposed."""

ANY_GAIN_SHARE = 0.3
"""Share of the crops with any light: blank tiles are missed in over-exposed photos otherwise."""

RAY_WEIGHT = 4.0
"""Weight of the distances' loss: crops that sit exactly on the face are worth more than a surer yes."""


class Crops(IterableDataset[tuple[Tensor, Tensor, Tensor, Tensor, Tensor]]):
    """Endless random crops with targets."""

    def __init__(self, data: Path, pools: Sequence[Path], relabelled: Path | None, seed: int) -> None:
        self._seed = seed
        photos = [photo for pool in pools for photo in read_pool(pool)]
        photos += relabel(load_split(data / "tables" / "train"), relabelled)
        self._groups: dict[str, list[LabelledPhoto]] = {}
        for photo in photos:
            self._groups.setdefault(photo.group, []).append(photo)
        self._groups["negative"] = photos_without_tiles(data)
        self._outside = OUTSIDE_RELABELLED if relabelled else OUTSIDE

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor, Tensor, Tensor, Tensor]]:
        """Crops for this worker: image, face, weight, rays, ray weight."""
        cv2.setNumThreads(1)
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self._seed, worker.id if worker else 0])
        names = [name for name in MIX if self._groups.get(name)]
        shares = np.array([MIX[name] for name in names])
        while True:
            group = self._groups[names[rng.choice(len(names), p=shares / shares.sum())]]
            image, targets = random_crop(group[rng.integers(len(group))], self._outside, rng)
            yield (
                torch.from_numpy(image).permute(2, 0, 1),
                torch.from_numpy(targets.face),
                torch.from_numpy(targets.weight),
                torch.from_numpy(targets.rays),
                torch.from_numpy(targets.ray_weight),
            )


def random_crop(photo: LabelledPhoto, outside: float, rng: np.random.Generator) -> tuple[ImageArray, Targets]:
    """A crop of CROP pixels turned, scaled, stretched, recoloured, with its targets.

    ``outside`` is the weight of cells outside the labelled hull of real photos.
    """
    image = photo.image()
    matrix = _random_affine(photo, image.shape[:2], rng)
    border = cv2.BORDER_REFLECT if len(photo.quads) == 0 else cv2.BORDER_CONSTANT
    fill = tuple(float(v) for v in rng.uniform(0, 255, 3))
    shrinks = np.sqrt(abs(np.linalg.det(matrix[:, :2])))
    if shrinks < 0.7:
        image = cv2.GaussianBlur(image, (0, 0), float(0.35 / shrinks)).astype(np.uint8)
    crop = cv2.warpAffine(
        image, matrix, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=border, borderValue=fill
    )
    crop = recolour(crop.astype(np.uint8), rng)
    synthetic = photo.group.startswith("scene")
    if not synthetic and rng.random() < 0.35:
        crop = spoil(crop, rng)
    outside = 1.0 if synthetic or len(photo.quads) == 0 else outside
    quads, hidden = _move(photo.quads, matrix), _move(photo.hidden, matrix)
    targets = make_targets(quads, photo.exact, hidden, (CROP, CROP), outside)
    return crop, targets


def _move(quads: FloatArray, matrix: FloatArray) -> FloatArray:
    moved = quads @ matrix[:, :2].T + matrix[:, 2]
    return moved.astype(np.float32)


def _random_affine(photo: LabelledPhoto, shape: tuple[int, ...], rng: np.random.Generator) -> FloatArray:
    """Photo to crop, (2, 3): a tile (or any point) near the middle, at a random scale, turn and stretch."""
    h, w = shape[:2]
    if len(photo.quads) and rng.random() < 0.85:
        middle = photo.quads[rng.integers(len(photo.quads))].mean(axis=0)
    else:
        middle = rng.uniform((0, 0), (w, h))
    if len(photo.quads):
        sides = np.linalg.norm(photo.quads - np.roll(photo.quads, 1, axis=1), axis=2)
        now = float(np.median(sides.min(axis=1)))
        wanted = np.exp(rng.uniform(*np.log(TILE_PX)))
        scale = float(np.clip(wanted / now, 0.3, 2.6))
    else:
        scale = float(np.exp(rng.uniform(np.log(0.5), np.log(2.5))))
    angle = float(rng.normal(0, 0.25) + rng.integers(4) * np.pi / 2)
    if rng.random() < 0.35:
        angle = rng.uniform(0, 2 * np.pi)
    cos, sin = np.cos(angle), np.sin(angle)
    stretch = np.exp(rng.normal(0, 0.12))
    shear = np.array([[1, rng.normal(0, 0.08)], [0, 1]])
    linear = np.array([[cos, -sin], [sin, cos]]) @ shear @ np.diag([scale * stretch, scale / stretch])
    place = rng.uniform(0.15, 0.85, 2) * CROP
    return np.column_stack([linear, place - linear @ middle]).astype(np.float32)


def recolour(image: ImageArray, rng: np.random.Generator) -> ImageArray:
    """Random light, contrast and saturation; sometimes grey."""
    out = image.astype(np.float32)
    if rng.random() < 0.08:
        out[:] = out.mean(axis=2, keepdims=True)
    elif rng.random() < 0.5:
        grey = out.mean(axis=2, keepdims=True)
        out = grey + (out - grey) * rng.uniform(0.5, 1.5)
    out = (out - 128) * rng.uniform(0.75, 1.25) + 128
    gain = np.exp(rng.uniform(*np.log(ANY_GAIN if rng.random() < ANY_GAIN_SHARE else USUAL_GAIN)))
    out *= gain * (1 + rng.normal(0, 0.05, 3))
    return np.clip(out, 0, 255).astype(np.uint8)


def loss_of(
    maps: Tensor, face: Tensor, weight: Tensor, rays: Tensor, ray_weight: Tensor
) -> tuple[Tensor, Tensor]:
    """Face loss (cross entropy and dice) and ray loss (smooth L1 of the log distances)."""
    logit = maps[:, 0]
    entropy = functional.binary_cross_entropy_with_logits(logit, face, reduction="none")
    entropy = (entropy * weight * (1 + 2 * face)).sum() / weight.sum().clamp(min=1)
    guess = torch.sigmoid(logit) * weight
    dice = 1 - (2 * (guess * face).sum() + 1) / ((guess**2).sum() + (face * weight).sum() + 1)
    error = functional.smooth_l1_loss(maps[:, 1:], rays, reduction="none", beta=0.05).mean(dim=1)
    ray = (error * ray_weight).sum() / ray_weight.sum().clamp(min=1)
    return 2 * entropy + 0.5 * dice, ray


def to_input(images: Tensor) -> Tensor:
    """uint8 to -1..1."""
    return images.float().div_(127.5).sub_(1).contiguous(memory_format=torch.channels_last)


def main(
    data: Annotated[Path, typer.Argument(help="the shared data folder")],
    run: Annotated[Path, typer.Argument(help="folder for checkpoints and the log")],
    pools: Annotated[list[Path] | None, typer.Argument(help="folders of synthetic scenes, or none")] = None,
    relabelled: Annotated[Path | None, typer.Option(help="file written by huopin.training.relabel")] = None,
    steps: int = 9000,
    batch: int = 8,
    rate: float = 3e-3,
    workers: Annotated[int, typer.Option(min=1, help="processes that prepare pictures")] = 1,
    seed: int = 1,
    start: Annotated[Path | None, typer.Option(help="checkpoint to go on from")] = None,
) -> None:
    """Train, writing ``RUN/finder.pt`` every 500 steps."""
    run.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(seed)
    learner = Learner(FinderNet(), steps, rate, 1e-3, start)
    batches = iter(
        DataLoader(Crops(data, pools or [], relabelled, seed), batch, num_workers=workers, prefetch_factor=4)
    )
    began, sums = time.time(), np.zeros(2)
    for step in range(1, steps + 1):
        images, *targets = next(batches)
        with torch.autocast("cpu", torch.bfloat16):
            maps = learner.net(to_input(images))
        face_loss, ray_loss = loss_of(maps.float(), *targets)
        learner.learn(face_loss + RAY_WEIGHT * ray_loss)
        sums += (face_loss.item(), ray_loss.item())
        if not math.isfinite(sums[0]):
            raise RuntimeError(f"the loss is no number at step {step}: lower --rate")
        if step % 100 == 0:
            row = {"step": step, "face": sums[0] / 100, "ray": sums[1] / 100, "seconds": time.time() - began}
            with (run / "log.jsonl").open("a") as log:
                log.write(json.dumps(row) + "\n")
            sums[:] = 0
        if step % 500 == 0 or step == steps:
            learner.save(run / "finder.pt")


if __name__ == "__main__":
    typer.run(main)
