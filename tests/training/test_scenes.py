"""Synthetic scenes: the truth they come with."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from huopin.training.faces import drawn_set, source_of_set
from huopin.training.pool import MIN_VISIBLE, SIDES, read_pool, write_scene
from huopin.training.scenes import SceneMaker
from huopin.vision.labels import FACES, LABELS, NONE


@pytest.fixture(scope="module")
def maker() -> SceneMaker:
    backdrop = np.random.default_rng(0).integers(0, 255, (240, 320, 3), dtype=np.uint8)
    return SceneMaker([source_of_set(drawn_set(0, 96))], [backdrop])


@pytest.mark.parametrize("seed", range(6))
def test_truth_is_labelled_and_visible_faces_lie_in_the_picture(maker: SceneMaker, seed: int) -> None:
    picture = maker(np.random.default_rng(seed), 480)
    height, width = picture.image.shape[:2]
    assert max(height, width) == 480
    for face in picture.faces:
        assert face.label in LABELS
        if face.visible >= MIN_VISIBLE:
            middle = face.quad.mean(axis=0)
            assert (middle > 0).all()
            assert (middle < (width, height)).all()
            assert cv2.contourArea(face.quad, True) > 0


def test_the_same_seed_gives_the_same_picture(maker: SceneMaker) -> None:
    first, second = (maker(np.random.default_rng(5), 320) for _ in range(2))
    assert (first.image == second.image).all()


def test_a_pool_keeps_tiles_hidden_tiles_and_decoys_apart(maker: SceneMaker, tmp_path: Path) -> None:
    for seed in range(4):
        write_scene(maker(np.random.default_rng(seed), 480), tmp_path / f"scene-{seed}")
    photos = list(read_pool(tmp_path))
    assert len(photos) == 4
    for seed, photo in enumerate(photos):
        truth = maker(np.random.default_rng(seed), 480)
        seen = [face for face in truth.faces if face.visible >= MIN_VISIBLE]
        sides = [side for side in truth.sides if side.visible >= MIN_VISIBLE]
        assert len(photo.quads) == sum(face.label != NONE for face in seen)
        assert len(photo.decoys) == sum(face.label == NONE for face in seen) + min(SIDES, len(sides))
        areas = [cv2.contourArea(side.quad) for side in sides]
        assert not sides or cv2.contourArea(photo.decoys[-1]) == pytest.approx(
            sorted(areas)[-SIDES:][0], rel=0.1
        )
        assert photo.exact.all()
        assert photo.group == "scene"


def test_white_dragons_are_sometimes_blank() -> None:
    draw = source_of_set({"P": [drawn_set(0, 96)["P"][0]]})
    rng = np.random.default_rng(0)
    spread = [draw(rng)[1].std() for _ in range(40)]
    assert min(spread) < 20 < max(spread)


def test_own_drawings_show_every_face() -> None:
    assert set(drawn_set(3, 48)) == set(FACES)
