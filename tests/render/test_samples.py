"""The sample photos agree with the renderer, their truth with what can be seen and with the rules."""

import json
from collections import defaultdict
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from huopin.render.faces import FACES, draw_back, draw_face
from huopin.render.samples import FOLDER, format_truth, shoot
from huopin.render.scenes import SAMPLES, Sample
from huopin.scoring import CAISHEN, Context, Tile, parse_hand
from huopin.scoring.huopin import BY_ZH, score

SIZE = (30, 40)
by_name = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)


def truth_of(sample: Sample) -> dict[str, Any]:
    truth: dict[str, Any] = json.loads((FOLDER / f"{sample.name}.json").read_text(encoding="utf-8"))
    return truth


def test_every_file_belongs_to_a_sample() -> None:
    expected = {f"{sample.name}.{ending}" for sample in SAMPLES for ending in ("jpg", "json")}
    assert {path.name for path in FOLDER.iterdir() if path.suffix in (".jpg", ".json")} == expected


@by_name
def test_photo_is_of_a_phone_s_shape_and_small(sample: Sample) -> None:
    path = FOLDER / f"{sample.name}.jpg"
    photo = cv2.imread(str(path))
    assert photo is not None
    assert photo.shape == (1500, 2000, 3)
    assert path.stat().st_size < 700_000
    assert truth_of(sample)["size"] == [2000, 1500]


@by_name
def test_every_quad_shows_the_named_face(sample: Sample) -> None:
    """Of all faces of the set the one in the truth is nearest to what is cut from the photo."""
    photo = cv2.imread(str(FOLDER / f"{sample.name}.jpg"))
    assert photo is not None
    faces = {face: draw_face(face, sample.style, 160) for face in FACES}
    faces["back"] = draw_back(sample.style, 160)
    flat = {
        face: normalized(cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA))
        for face, picture in faces.items()
    }
    corners = np.array([(0, 0), (SIZE[0], 0), SIZE, (0, SIZE[1])], np.float32) - 0.5
    for tile in truth_of(sample)["tiles"]:
        matrix = cv2.getPerspectiveTransform(np.array(tile["quad"], np.float32), corners * 4)
        cut = cv2.warpPerspective(photo, matrix, (SIZE[0] * 4, SIZE[1] * 4))
        seen = normalized(cv2.resize(cut, SIZE, interpolation=cv2.INTER_AREA))
        nearest = min(flat, key=lambda face: float(np.abs(flat[face] - seen).mean()))
        assert nearest == tile["face"], tile


@pytest.mark.parametrize(
    "sample", [other for other in SAMPLES if other.rules == "huopin"], ids=lambda sample: sample.name
)
def test_expected_score_is_what_the_rules_give(sample: Sample) -> None:
    """Totals and fans were worked out by hand from the rules; the solver and the fans' values agree."""
    truth = truth_of(sample)
    expected, tiles = truth["expected"], truth["tiles"]
    context = Context(caishen=Tile.parse(truth["caishen"]), **truth["context"])
    result = score(parse_hand(truth["hand"]), context)
    assert result is not None
    assert (result.total, result.fan_counts) == (expected["total"], expected["fans"])
    assert expected["total"] == sum(BY_ZH[name].value * times for name, times in expected["fans"].items())
    assert expected["fans"].get("花牌", 0) == sum(tile["role"] == "flower" for tile in tiles)


@by_name
def test_tiles_are_those_of_the_hand(sample: Sample) -> None:
    """A caishen shows its face, a concealed kong two backs; all else is as written."""
    truth = truth_of(sample)
    hand, faces = parse_hand(truth["hand"]), defaultdict(list)
    for tile in truth["tiles"]:
        faces[tile["role"]].append(tile["face"])
    assert faces["hand"] == [truth["caishen"] if piece is CAISHEN else str(piece) for piece in hand.concealed]
    assert faces["win"] == [str(hand.win)]
    assert faces["flower"] == [str(flower) for flower in hand.flowers]
    shown = [str(tile) for meld in hand.melds for tile in meld.tiles]
    assert len(faces["meld"]) == len(shown)
    backs = 2 * sum(meld.concealed for meld in hand.melds)
    assert (
        sum(a != b for a, b in zip(faces["meld"], shown, strict=True)) == faces["meld"].count("back") == backs
    )
    assert [tile["id"] for tile in truth["tiles"]] == list(range(1, len(truth["tiles"]) + 1))


def normalized(picture: NDArray[Any]) -> NDArray[np.float64]:
    """Middle of a picture (rims are shaded) relative to its paper, so that lamps do not matter."""
    middle = picture[3:-3, 3:-3].astype(float)
    return np.asarray(middle / np.maximum(np.percentile(middle, 90, axis=(0, 1)), 1), np.float64)


@pytest.mark.slow
@by_name
def test_files_are_what_the_renderer_makes(sample: Sample) -> None:
    shot, truth = shoot(sample), truth_of(sample)
    made = json.loads(format_truth(shot.truth))
    for tile, other in zip(truth.pop("tiles"), made.pop("tiles"), strict=True):
        np.testing.assert_allclose(tile.pop("quad"), other.pop("quad"), atol=0.2)
        assert tile == other
    assert truth == made
    photo = cv2.imread(str(FOLDER / f"{sample.name}.jpg"))
    assert photo is not None
    assert np.abs(photo.astype(float) - shot.photo).mean() < 4  # JPEG and grain


def test_one_file_is_what_the_renderer_makes() -> None:
    """The quick part of the test above."""
    test_files_are_what_the_renderer_makes(SAMPLES[0])
