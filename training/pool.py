"""A folder of synthetic scenes, made once and read by both trainings.

python -m huopin.training.pool DATA POOL --count 3000 --seed 1
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer

from huopin.render.scene import Picture
from huopin.training.faces import all_sources
from huopin.training.scenes import SceneMaker
from huopin.training.tables import LabelledPhoto
from huopin.vision.labels import LABELS, NONE

LONG_SIDES = (640, 1100)
"""Range of the pictures' long side in pixels."""

MIN_VISIBLE = 0.55
"""A face less visible than this (share of its area) is left out of the truth and masked."""


SIDES = 6
"""So many blank sides of tiles, the largest ones, are decoys: they look much like white dragons and backs."""


def write_scene(picture: Picture, path: Path) -> None:
    """Save the picture as ``path``.jpg and its truth as ``path``.json."""
    cv2.imwrite(f"{path}.jpg", picture.image, [cv2.IMWRITE_JPEG_QUALITY, 93])
    sides = [replace(side, label=NONE) for side in picture.sides if side.visible >= MIN_VISIBLE]
    sides.sort(key=lambda side: -cv2.contourArea(side.quad))
    truth = [
        {"face": f.label, "quad": f.quad.round(2).tolist(), "visible": round(f.visible, 3)}
        for f in (*picture.faces, *sides[:SIDES])
    ]
    Path(f"{path}.json").write_text(json.dumps(truth))


def read_pool(folder: Path) -> Iterator[LabelledPhoto]:
    """Every scene of a pool."""
    for path in sorted(folder.glob("*.json")):
        truth = json.loads(path.read_text())
        tiles = [t for t in truth if t["face"] != NONE]
        seen = [t for t in tiles if t["visible"] >= MIN_VISIBLE]
        hidden = [t["quad"] for t in tiles if 0.05 < t["visible"] < MIN_VISIBLE]
        decoys = [t["quad"] for t in truth if t["face"] == NONE and t["visible"] >= MIN_VISIBLE]
        quads = np.array([t["quad"] for t in seen], np.float32).reshape(-1, 4, 2)
        faces = np.array([LABELS.index(t["face"]) for t in seen], np.int64)
        boxes = np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1).reshape(-1, 4)
        exact = np.ones(len(quads), bool)
        others = (np.array(some, np.float32).reshape(-1, 4, 2) for some in (hidden, decoys))
        yield LabelledPhoto(path.with_suffix(".jpg"), faces, boxes, quads, exact, *others)


def main(
    data: Annotated[Path, typer.Argument(help="the shared data folder")],
    pool: Annotated[Path, typer.Argument(help="where the scenes go")],
    count: int = 3000,
    seed: int = 1,
    left_out: Annotated[str, typer.Option(help="tile sets not to use, comma separated")] = "",
    drawn: Annotated[int, typer.Option(help="own drawn sets besides the tile sets")] = 30,
    first: Annotated[int, typer.Option(help="seed of the first own drawn set")] = 0,
) -> None:
    """Render scenes until the pool holds ``count`` of them."""
    pool.mkdir(parents=True, exist_ok=True)
    backdrops = [cv2.imread(str(p)) for p in sorted((data / "negatives" / "train").iterdir())]
    sources = all_sources(data / "tile-sets", left_out.split(","), range(first, first + drawn))
    maker = SceneMaker(sources, [b.astype(np.uint8) for b in backdrops if b is not None])
    for number in range(count):
        path = pool / f"scene-{seed}-{number:05d}"
        if not Path(f"{path}.json").exists():
            rng = np.random.default_rng([seed, number])
            write_scene(maker(rng, int(rng.integers(*LONG_SIDES))), path)


if __name__ == "__main__":
    typer.run(main)
