"""Interpreting: sure and unsure, corrections, verdicts, explanations, JSON."""

from __future__ import annotations

import json

import numpy as np
import pytest
from tabletop import Tabletop, lay

from huopin.scoring import Tile
from huopin.vision.classifier import FaceLabels
from huopin.vision.config import Config
from huopin.vision.errors import OverrideError
from huopin.vision.finder import Faces
from huopin.vision.interpret import Request, interpret
from huopin.vision.labels import LABELS
from huopin.vision.reading import Overrides, Reading, explain_non_win
from huopin.vision.roles import Role
from huopin.vision.verdict import Light, judge

BRIGHT = Light(brightness=200, softness=0.5)
WIN = "1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C _ C"


def read(
    table: Tabletop | str,
    request: Request | None = None,
    doubts: dict[int, dict[str, float]] | None = None,
    light: Light = BRIGHT,
) -> Reading:
    """The reading of a table whose `doubts`, by place in its words, are unsure."""
    table = lay(table) if isinstance(table, str) else table
    which, quads, probabilities, turns = table.found(sure=0.9999)
    for place, likely in (doubts or {}).items():
        row = probabilities[list(which).index(place)]
        row[:] = (1 - sum(likely.values())) / len(LABELS)
        for token, chance in likely.items():
            row[LABELS.index(token)] += chance
    corners = np.zeros((len(turns), 4, 2))
    labels = FaceLabels(*(a.astype(np.float32) for a in (probabilities, turns, turns, corners)))
    request = request or Request()
    tiles, posterior = interpret(Faces(quads, np.ones(len(quads))), labels, request, Config())
    verdict = judge(tiles, request.hand_tiles, light)
    return Reading("t.jpg", 3000, 3000, tiles, verdict, request.hand_tiles, request.caishen, posterior)


def faces(reading: Reading) -> str:
    return " ".join(tile.face for tile in reading.tiles)


def test_a_clear_hand() -> None:
    reading = read(WIN)
    assert faces(reading) == WIN.replace("_ ", "")
    assert [tile.id for tile in reading.tiles] == list(range(1, 15))
    assert all(tile.sure and tile.confidence > 0.99 and not tile.alternatives for tile in reading.tiles)
    assert reading.verdict.code == "ok"
    assert reading.verdict.text == "14 tiles read, all sure."
    assert reading.verdict.ok
    assert reading.win_question()(reading.labels())
    assert explain_non_win(reading) == ()


def test_an_unsure_tile_is_marked_with_its_runners_up() -> None:
    reading = read("1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C N", doubts={13: {"N": 0.7, "S": 0.25}})
    tile = reading.tiles[13]
    assert (tile.face, tile.sure) == ("N", False)
    assert tile.confidence == pytest.approx(0.7, abs=0.02)
    assert tile.alternatives[0][0] == "S"
    assert tile.alternatives[0][1] == pytest.approx(0.25, abs=0.02)
    assert reading.verdict.text == "14 tiles read, 1 unsure: check tile 14."
    assert not reading.verdict.ok


def test_a_winning_shape_changes_a_doubtful_tile_and_says_so() -> None:
    doubts = {13: {"N": 0.6, "C": 0.35}}
    reading = read(WIN, doubts=doubts)
    tile = reading.tiles[13]
    assert (tile.face, tile.changed_by_rules, tile.sure) == ("C", True, False)
    assert tile.alternatives[0][0] == "N"


def test_the_caishen_counts_for_the_winning_shape() -> None:
    words = "1m 2m 3m 4m 5m 6m 7m 8m 9m E E 6p C _ C"
    doubts = {10: {"S": 0.6, "E": 0.35}}
    assert read(words, doubts=doubts).tiles[10].face == "S"
    assert read(words, Request(caishen=Tile.parse("6p")), doubts).tiles[10].face == "E"


def test_what_may_be_no_tile_at_all_is_unsure() -> None:
    tile = read(WIN, doubts={3: {"none": 0.3, "4m": 0.69}}).tiles[3]
    assert (tile.face, tile.sure) == ("4m", False)
    assert tile.confidence == pytest.approx(0.69, abs=0.02)


def test_what_may_be_a_flower_is_unsure() -> None:
    tile = read(WIN, doubts={3: {"a1": 0.3, "4m": 0.69}}).tiles[3]
    assert (tile.face, tile.role, tile.sure) == ("4m", Role.HAND, False)


def test_the_misreading_that_explains_a_hand_that_does_not_win() -> None:
    words = "1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C _ N"
    (found,) = explain_non_win(read(words, doubts={13: {"N": 0.93, "C": 0.004, "S": 0.02}}))
    assert (found.tile.id, found.face) == (14, "C")
    assert found.probability == pytest.approx(0.09, abs=0.02), "a winning shape is likelier to begin with"
    assert explain_non_win(read("1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C")) == ()
    assert explain_non_win(read("1m 2m 4m 5m 7m 8m 9m 1p 4p 7s E E C _ N")) == ()


def test_a_fixed_tile_is_never_the_misreading() -> None:
    words = "1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C _ N"
    fixed = read(words, Request(overrides=Overrides(faces={14: "N", 13: "S"})))
    assert explain_non_win(fixed) == ()


def test_fixing_a_face() -> None:
    reading = read(WIN, Request(overrides=Overrides(faces={4: "5s"})))
    tile = reading.tiles[3]
    assert (tile.face, tile.confidence, tile.sure, tile.fixed) == ("5s", 1.0, True, True)
    assert not tile.changed_by_rules


def test_corrections_keep_the_numbers() -> None:
    """A flower fixed to a face joins the hand, and a face fixed to a flower leaves it."""
    words = "1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C C _ a1"
    reading = read(words, Request(overrides=Overrides(faces={15: "9s", 3: "b2"})))
    assert [tile.id for tile in reading.tiles] == list(range(1, 16))
    assert (reading.tiles[14].face, reading.tiles[14].role) == ("9s", Role.WIN)
    assert (reading.tiles[2].face, reading.tiles[2].role) == ("b2", Role.FLOWER)


def test_roles_by_hand() -> None:
    words = "1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C C"
    overrides = Overrides(roles={10: Role.MELD, 11: Role.MELD, 12: Role.MELD}, win=3)
    reading = read(words, Request(overrides=overrides))
    assert [[tile.face for tile in meld] for meld in reading.melds()] == [["E", "E", "E"]]
    assert [tile.id for tile in reading.with_role(Role.WIN)] == [3]
    moved = read(WIN, Request(overrides=Overrides(win=1)))
    assert [tile.id for tile in moved.with_role(Role.WIN)] == [1]
    assert moved.tiles[13].role == Role.HAND


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        (Overrides(faces={99: "5s"}), "no tile 99, the tiles are 1 to 14"),
        (Overrides(faces={0: "5s"}), "no tile 0, the tiles are 1 to 14"),
        (Overrides(roles={15: Role.OTHER}), "no tile 15, the tiles are 1 to 14"),
        (Overrides(win=20), "no tile 20, the tiles are 1 to 14"),
        (Overrides(faces={3: "10m"}), "tile 3 cannot be '10m', expected a face such as 5m, E or a1, or back"),
        (Overrides(faces={99: "5s", 2: "x"}), "no tile 99, the tiles are 1 to 14; tile 2 cannot be 'x'"),
    ],
)
def test_corrections_that_do_not_fit(overrides: Overrides, message: str) -> None:
    with pytest.raises(OverrideError) as caught:
        read(WIN, Request(overrides=overrides))
    assert message in str(caught.value)


VERDICTS = {
    "one missing": (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C",
        "incomplete",
        "13 tiles found, 14 needed: is one hidden?",
    ),
    "many missing": (
        "1m 2m 3m 4m 5m 6m 7m",
        "incomplete",
        "7 tiles found, 14 needed: are the others in the picture, face up?",
    ),
    "missing with a kong": (
        "1m 2m 3m 4m 5m 5m 5m 6p 6p 6p _ C C C C",
        "incomplete",
        "14 tiles found, 15 needed with 1 kong: is one hidden?",
    ),
    "too many": (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C C C",
        "too-many",
        "15 tiles found, 14 needed: move away what is not in the hand.",
    ),
    "a heap": (
        "1m 2m 3m 4m 5m 6m / 1p 2p 3p 4p 5p 6p / 1s 2s 3s 4s 5s 6s / E S W N C F",
        "too-many",
        "24 tiles found, a hand has 14: photograph one hand alone.",
    ),
    "face down": (
        "1m 2m 3m 4m # 6m 7m 8m 9m E E E C C",
        "face-down",
        "Tile 5 lies face down: turn it over.",
    ),
    "a kong face down": (
        "# # # # _ 1m 2m 3m 4m 5m 5m 5m 3s 3s 1p _ 1p",
        "face-down",
        "Tiles 1-4 lie face down: turn them over.",
    ),
    "a spare tile": (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m P P P P P",
        "copies",
        "5 tiles read as P, a set has 4: check tiles 10-14.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("words", "code", "text"), VERDICTS.values(), ids=VERDICTS.keys())
def test_verdicts(words: str, code: str, text: str) -> None:
    verdict = read(words).verdict
    assert (verdict.code, verdict.text) == (code, text)


@pytest.mark.parametrize(
    ("light", "advice"),
    [
        (Light(30, 0.5), "The photo is too dark (brightness 30 of 255): add light."),
        (Light(200, 0.95), "The photo is blurred: hold still and let the camera focus."),
        (BRIGHT, "Lay the tiles face up and fill the frame with them."),
    ],
)
def test_nothing_found(light: Light, advice: str) -> None:
    verdict = judge((), 14, light)
    assert (verdict.code, verdict.text) == ("no-tiles", f"No tiles found. {advice}")


def test_small_tiles_are_told_to_go_closer() -> None:
    table = lay("1m 2m 3m 4m 5m 6m 7m")
    small = Tabletop(table.tokens, table.quads * 0.05)
    assert read(small).verdict.text.endswith("The tiles are small (10 px wide): go closer.")


def test_overlapping_tiles() -> None:
    table = lay(WIN)
    quads = table.quads.copy()
    quads[4] += (quads[5] - quads[4]) * 0.4
    verdict = read(Tabletop(table.tokens, quads)).verdict
    assert verdict.code == "overlap"
    assert verdict.text == "Tiles 5 and 6 overlap: move them apart."


def test_wenzhou_takes_seventeen_tiles() -> None:
    words = "7s 8s 9s 4m 6m E E 8p 8p 8p 5m _ 2s 2s 2s _ 5m 6m 7m"
    request = Request(hand_tiles=17)
    assert read(words, request).verdict.text == "17 tiles read, all sure."
    assert read(words, request, {5: {"E": 0.5, "W": 0.45}}).tiles[5].face == "E"


def test_json() -> None:
    reading = read(WIN, doubts={13: {"C": 0.6, "F": 0.39}})
    data = json.loads(json.dumps(reading.to_json()))
    assert list(data) == ["photo", "verdict", "verdict_code", "tiles"]
    assert data["photo"] == "t.jpg"
    assert data["verdict"] == reading.verdict.text
    assert len(data["tiles"]) == 14
    last = data["tiles"][13]
    assert {key: last[key] for key in ("id", "face", "sure", "role", "group")} == {
        "id": 14, "face": "C", "sure": False, "role": "win", "group": 2,
    }  # fmt: skip
    assert np.array(last["quad"]).shape == (4, 2)
    assert last["alternatives"][0][0] == "F"
    assert 0 <= last["alternatives"][0][1] <= 1
    assert not last["changed_by_rules"]
