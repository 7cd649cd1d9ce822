"""Printed sides for synthetic scenes: single-tile pictures of many sets, and the project's own drawings."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Collection
from pathlib import Path

import cv2
import numpy as np

from huopin.render.faces import FACES, FaceStyle, draw_face
from huopin.render.glyphs import installed_fonts
from huopin.render.scene import ImageArray
from huopin.training.look import Rng
from huopin.training.scenes import FaceSource

_TRIM = 0.02
"""The pictures of tile sets show a sliver of neighbour at the rim: this share is cut on every side."""

_BLANK_SHARE = 0.3
"""White dragons are framed in every picture, but blank in many sets: this share is wiped."""


def tile_sets(folder: Path, left_out: Collection[str] = ()) -> dict[str, dict[str, list[ImageArray]]]:
    """BGR pictures by set and face from ``labels.csv`` (file, face, set), without the sets left out."""
    sets: dict[str, dict[str, list[ImageArray]]] = defaultdict(lambda: defaultdict(list))
    with (folder / "labels.csv").open(newline="", encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            if row["set"] in left_out:
                continue
            image = cv2.imread(str(folder / row["file"]))
            if image is None:
                continue
            h, w = image.shape[:2]
            dy, dx = round(h * _TRIM), round(w * _TRIM)
            sets[row["set"]][row["face"]].append(image[dy : h - dy, dx : w - dx].astype(np.uint8))
    return {name: dict(faces) for name, faces in sets.items()}


def source_of_set(faces: dict[str, list[ImageArray]]) -> FaceSource:
    """Draws uniformly over the faces of one set."""
    names = sorted(faces)

    def draw(rng: Rng) -> tuple[str, ImageArray]:
        face = names[rng.integers(len(names))]
        pictures = faces[face]
        picture = pictures[rng.integers(len(pictures))]
        return face, _blank(picture) if face == "P" and rng.random() < _BLANK_SHARE else picture

    return draw


def _blank(picture: ImageArray) -> ImageArray:
    """The same white dragon without its frame: only the light falling on the tile stays."""
    tiny = cv2.resize(picture, (15, 20), interpolation=cv2.INTER_AREA)
    rim = np.concatenate([tiny[0], tiny[-1], tiny[:, 0], tiny[:, -1]])
    blank = np.full_like(picture, np.median(rim, axis=0))
    slope = np.linspace(-6, 6, picture.shape[0])[:, None, None]
    return np.clip(blank + slope, 0, 255).astype(np.uint8)


def drawn_set(seed: int, height: int = 224) -> dict[str, list[ImageArray]]:
    """The project's own drawings of all 42 faces in one random style, with any font of this machine."""
    style = FaceStyle.random(np.random.default_rng(seed), extra_fonts=installed_fonts())
    return {face: [draw_face(face, style, height)] for face in FACES}


def all_sources(folder: Path, left_out: Collection[str], styles: range) -> list[FaceSource]:
    """One source for every tile set of the folder, and one of own drawings for every style."""
    sets = [faces for _, faces in sorted(tile_sets(folder, left_out).items())]
    sets += [drawn_set(seed) for seed in styles]
    return [source_of_set(faces) for faces in sets]
