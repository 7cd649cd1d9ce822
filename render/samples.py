"""The sample photos of `samples/`: rendered hands with ground truth.

`python -m huopin.render.samples [FOLDER]` makes them again; see `docs/truth.md` for the truth files.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from huopin.render.canvas import Image
from huopin.render.faces import FaceStyle, draw_back, draw_face
from huopin.render.layout import BACK, Placed, river, set_out, wall
from huopin.render.lens import encode_jpeg, photograph
from huopin.render.scene import TILE_MM, Box, Light, Table, render, turn
from huopin.render.scenes import SAMPLES, Sample
from huopin.render.surfaces import cloth, room, wood
from huopin.scoring import parse_hand, parse_tile

FOLDER = Path(__file__).parent.parent / "samples"
_SIZE = (2000, 1500)
_TABLE_MM = (900.0, 900.0)
_MAX_BYTES = 420_000
_OVERSAMPLING = 2
_LEAST_VISIBLE = 0.9  # tiles outside the hand that show less of their face are not in the truth

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Shot:
    """A rendered sample: the photo, BGR uint8 (1500, 2000, 3), and its truth as in `docs/truth.md`."""

    photo: Image
    truth: Json


def shoot(sample: Sample) -> Shot:
    """Renders a sample; the same code gives the same photo."""
    rng = np.random.default_rng(sample.seed)
    placed = _placed(sample, rng)
    look = {"cloth": cloth, "wood": wood}[sample.surface]
    table = Table(look(rng, sample.colour), _TABLE_MM)
    camera = sample.view.camera(*(side * _OVERSAMPLING for side in _SIZE))
    light = Light(np.array([*sample.lamp, 1.0]))
    seen = render([_box(tile, sample.style) for tile in placed], camera, table, room(rng), light)
    small = np.asarray(cv2.resize(seen.image, _SIZE, interpolation=cv2.INTER_AREA), np.uint8)
    tiles = [
        (placed[face.index], np.asarray(face.quad, np.float64) / _OVERSAMPLING)
        for face in seen.faces
        if placed[face.index].role != "other" or face.visible >= _LEAST_VISIBLE
    ]
    return Shot(photograph(small, sample.lens, rng), _truth(sample, tiles))


def write_samples(folder: Path = FOLDER) -> None:
    """Writes NAME.jpg and NAME.json of every sample."""
    folder.mkdir(exist_ok=True)
    for sample in SAMPLES:
        shot = shoot(sample)
        (folder / f"{sample.name}.jpg").write_bytes(encode_jpeg(shot.photo, _MAX_BYTES))
        (folder / f"{sample.name}.json").write_text(format_truth(shot.truth), encoding="utf-8")


def format_truth(truth: Json) -> str:
    """Returns a truth file's text: one line a field, one line a tile."""
    lines = [
        f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in truth.items()
        if key != "tiles"
    ]
    rows = ",\n".join(f"    {json.dumps(tile)}" for tile in truth["tiles"])
    return "{\n" + ",\n".join(lines) + f',\n  "tiles": [\n{rows}\n  ]\n}}\n'


def _placed(sample: Sample, rng: np.random.Generator) -> tuple[Placed, ...]:
    hand = parse_hand(sample.hand)
    caishen = None if sample.caishen is None else parse_tile(sample.caishen)
    own = set_out(hand, caishen, sample.layout, rng)
    return (*own, *river(sample.discards, 20, rng), *wall(sample.walls, 21))


def _box(tile: Placed, style: FaceStyle) -> Box:
    centre = np.array([tile.x, tile.y, TILE_MM[2] / 2])
    if tile.face == BACK:
        return Box(
            BACK, draw_back(style), centre, turn(tile.yaw), body=style.back, back=style.paper, split=0.4
        )
    texture = draw_face(tile.face, style)
    return Box(tile.face, texture, centre, turn(tile.yaw), body=style.paper, back=style.back)


def _truth(sample: Sample, tiles: list[tuple[Placed, NDArray[np.float64]]]) -> Json:
    return {
        "photo": f"{sample.name}.jpg",
        "size": list(_SIZE),
        "rules": sample.rules,
        "hand": sample.hand,
        "caishen": sample.caishen,
        "context": dict(sample.context),
        "expected": dict(sample.expected),
        "tiles": [
            {
                "id": number,
                "face": tile.face,
                "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in quad],
                "role": tile.role,
                "group": tile.group,
            }
            for number, (tile, quad) in enumerate(tiles, 1)
        ],
    }


if __name__ == "__main__":
    write_samples(*map(Path, sys.argv[1:2]))
