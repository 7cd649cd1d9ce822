"""The drawn faces: shape, layouts, and that no two look alike."""

import tomllib
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

from huopin.render.birds import BIRDS
from huopin.render.faces import CLASSIC, EXPORT, FACES, FaceStyle, draw_back, draw_face, face_png
from huopin.render.glyphs import KAI, PACKAGED, glyph, has_glyph
from huopin.scoring import TILES

REPO = Path(__file__).resolve().parents[2]
CHARACTERS = "一二三四五伍六七八九萬万東南西北中發发白春夏秋冬梅蘭兰竹菊0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# No corner marks and prints in one piece a symbol, so that symbols can be counted.
COUNTABLE = replace(
    CLASSIC, dot="bullseye", dot_scale=0.85, bamboo="capsule", paper=(255, 255, 255), shade=(0.0, 0.0)
)


def styles() -> list[FaceStyle]:
    return [CLASSIC, EXPORT, *(FaceStyle.random(np.random.default_rng(seed)) for seed in range(6))]


def test_faces_are_the_tiles_of_the_notation() -> None:
    assert list(FACES) == [str(tile) for tile in TILES]


@pytest.mark.parametrize("height", [16, 100, 160, 321])
def test_size(height: int) -> None:
    for picture in (draw_face("7p", CLASSIC, height), draw_back(CLASSIC, height)):
        assert picture.shape == (height, round(height * 3 / 4), 3)
        assert picture.dtype == np.uint8


@pytest.mark.parametrize("style", styles(), ids=lambda style: f"{style.font.name}-{style.dot}")
def test_no_two_faces_look_alike(style: FaceStyle) -> None:
    pictures = {face: draw_face(face, style, 120).astype(float) for face in FACES}
    pictures["back"] = draw_back(style, 120).astype(float)
    distance = {(a, b): float(np.abs(pictures[a] - pictures[b]).mean()) for a, b in combinations(pictures, 2)}
    nearest = min(distance, key=distance.__getitem__)
    assert distance[nearest] > 2.0, (nearest, distance[nearest])


@pytest.mark.parametrize("face", [f"{n}p" for n in range(2, 10)] + [f"{n}s" for n in (2, 3, 4, 5, 6, 7, 9)])
def test_as_many_symbols_as_the_rank(face: str) -> None:
    """All but the eight bamboo, whose sticks join to a W and an M."""
    picture = draw_face(face, COUNTABLE, 640)
    ink = (picture.min(axis=2) < 200).astype(np.uint8)
    ink = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink)
    whole = [area for area in stats[1:, cv2.CC_STAT_AREA] if area > 600]
    # Rings hold a filled disc of their own: two pieces a dot.
    assert len(whole) == int(face[0]) * (2 if face[1] == "p" else 1)


def test_eight_bamboo_is_a_w_above_an_m() -> None:
    ink = draw_face("8s", COUNTABLE, 640).min(axis=2) < 200
    assert ink[:, :].any(axis=1).sum() > 400
    np.testing.assert_array_less(np.abs(ink[:320].mean() - ink[320:][::-1].mean()), 0.01)
    middle = slice(220, 260)  # the inner sticks meet at the top of the W and at the bottom of the M
    rows = np.nonzero(ink[:, middle].any(axis=1))[0]
    upper, lower = rows[rows < 320], rows[rows >= 320]
    assert upper.max() < 240
    assert lower.min() > 400


@pytest.mark.parametrize(
    ("face", "turned_alike"),
    [("2p", False), ("4p", True), ("8p", True), ("7p", False), ("3s", False), ("7s", False), ("6s", True)],
)
def test_layout_under_a_half_turn(face: str, turned_alike: bool) -> None:
    """Layouts that real sets print symmetrically are, colours of single rows apart."""
    picture = draw_face(face, COUNTABLE, 320)
    ink = (picture.min(axis=2) < 200).astype(float)
    if face == "2p":  # green above blue: only the colours differ
        assert np.abs(ink - ink[::-1, ::-1]).mean() < 0.02
        assert np.abs(picture - picture[::-1, ::-1].astype(float)).mean() > 5
    else:
        assert (np.abs(ink - ink[::-1, ::-1]).mean() < 0.02) == turned_alike


def test_every_bird_is_different() -> None:
    assert len(BIRDS) >= 6
    pictures = [draw_face("1s", replace(COUNTABLE, bird=bird), 120).astype(float) for bird in BIRDS]
    assert min(float(np.abs(a - b).mean()) for a, b in combinations(pictures, 2)) > 8


def test_random_style_is_set_by_its_generator() -> None:
    first, again, other = (FaceStyle.random(np.random.default_rng(seed)) for seed in (7, 7, 8))
    assert first == again
    assert first != other
    np.testing.assert_array_equal(draw_face("a3", first), draw_face("a3", again))


def test_plants_carry_the_digits_of_real_sets() -> None:
    """Bamboo prints 4 and chrysanthemum 3 on most sets, the other way round on some."""
    swapped, plain = (replace(CLASSIC, bamboo_is_four=four, flower_glyph=False) for four in (True, False))
    for face, alike in (("b1", True), ("b2", True), ("b3", False), ("b4", False)):
        assert np.array_equal(draw_face(face, swapped), draw_face(face, plain)) == alike


@pytest.mark.parametrize(
    ("face", "height", "message"),
    [
        ("10m", 320, "expected a tile face such as 5m, E or a1, got '10m'"),
        ("back", 320, "expected a tile face such as 5m, E or a1, got 'back'"),
        ("5m", 8, "expected a height of at least 16 pixels, got 8"),
    ],
)
def test_bad_input(face: str, height: int, message: str) -> None:
    with pytest.raises(ValueError, match="expected") as caught:
        draw_face(face, CLASSIC, height)
    assert str(caught.value) == message


@pytest.mark.parametrize("face", ["5m", "back"])
def test_png_holds_the_same_picture(face: str) -> None:
    decoded = cv2.imdecode(np.frombuffer(face_png(face, EXPORT, 96), np.uint8), cv2.IMREAD_COLOR)
    expected = draw_back(EXPORT, 96) if face == "back" else draw_face(face, EXPORT, 96)
    np.testing.assert_array_equal(decoded, expected)


def test_packaged_fonts() -> None:
    """The kai font draws everything; others lean on it for what they lack."""
    assert all(has_glyph(KAI, character) for character in CHARACTERS)
    for font in PACKAGED:
        assert all(glyph(font, character)[0].max() == 255 for character in CHARACTERS)


def test_fonts_ship_with_their_licence() -> None:
    project = tomllib.loads((REPO / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["huopin.render"]
    shipped = {path.name for pattern in patterns for path in (REPO / "render").glob(pattern)}
    assert {font.path.name for font in PACKAGED} <= shipped
    assert {"OFL.txt", "README.md"} <= shipped
    assert all(font.path.stat().st_size < 60_000 for font in PACKAGED)
