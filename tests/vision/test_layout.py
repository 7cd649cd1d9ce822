"""Layout: rows, groups and roles, whatever the angle of the photo."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tabletop import Tabletop, lay

from huopin.vision.geometry import are_faces
from huopin.vision.labels import LABELS
from huopin.vision.layout import Layout, lay_out
from huopin.vision.rows import find_rows
from huopin.vision.table import Wish

SAMPLES = Path(__file__).resolve().parents[2] / "samples"

# What lies on the table (see tabletop.py), and what it should be taken for.
TABLES = {
    "one row": (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C C",
        "hand: 1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C C",
    ),
    "some tiles upside down": (
        "1m !2m 3m 4m !5m 6m 7m 8m !9m E E E !C C",
        "hand: 1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C C",
    ),
    "winning tile apart": (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C _ C",
        "hand: 1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C | win: C",
    ),
    "winning tile turned": (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C ~C",
        "hand: 1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C | win: C",
    ),
    "melds in the row": (
        "1m 2m 3m 4m 5m _ C C C _ E E E _ 2p 3p 4p",
        "hand: 1m 2m 3m 4m 5m | meld: C C C | meld: E E E | meld: 2p 3p 4p",
    ),
    "melds in a row of their own": (
        "1m 2m 3m 4m _ _ 7p // C C C _ E E E _ 2p 3p 4p",
        "hand: 1m 2m 3m 4m | win: 7p | meld: C C C | meld: E E E | meld: 2p 3p 4p",
    ),
    "a tile too many": (
        "1m 2m 3m 4m 5m _ _ 7p // C C C _ E E E _ 2p 3p 4p",
        "hand: 1m 2m 3m 4m 5m | win: 7p | meld: C C C | meld: E E E | meld: 2p 3p 4p",
    ),
    "melds and flowers far aside": (
        "1m 2m 3m 4m 5m 5m 5m 7p" + " _" * 9 + " C C C _ E E E //// a1 b2",
        "hand: 1m 2m 3m 4m 5m 5m 5m 7p | meld: C C C | meld: E E E | flower: a1 b2",
    ),
    "touching melds": (
        "1m 2m 3m 4m 5m 5m 5m 5m _ C C C 3s 4s 5s",
        "hand: 1m 2m 3m 4m 5m 5m 5m 5m | meld: C C C | meld: 3s 4s 5s",
    ),
    "a meld with a turned tile, touching the hand": (
        "1m 2m 3m 4m 5m 6m 7m 8m C C C 3s ~4s 5s",
        "hand: 1m 2m 3m 4m 5m 6m 7m 8m C C C | meld: 3s 4s 5s",
    ),
    "kongs": (
        "1m 2m 3m 4m 5m 5m 5m _ 7p _ C C C C _ # E E #",
        "hand: 1m 2m 3m 4m 5m 5m 5m | win: 7p | meld: C C C C | meld: back E E back",
    ),
    "a concealed kong touching the hand": (
        "# E E # 1m 2m 3m 4m 5m 5m 5m 9p 9p 9p 7p",
        "meld: back E E back | hand: 1m 2m 3m 4m 5m 5m 5m 9p 9p 9p 7p",
    ),
    "a kong face down": (
        "# # # # _ 1m 2m 3m 4m 5m 5m 5m 3s 3s 3s 1p _ 1p",
        "meld: back back back back | hand: 1m 2m 3m 4m 5m 5m 5m 3s 3s 3s 1p | win: 1p",
    ),
    "a row of flowers": (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C C / a1 b1",
        "hand: 1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C C | flower: a1 b1",
    ),
    "flowers in the row": (
        "a1 a2 b3 1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C _ C",
        "flower: a1 a2 b3 | hand: 1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C | win: C",
    ),
    "two rows": (
        "1m 2m 3m 4m 5m 6m 7m / 8m 9m E E E C C",
        "hand: 1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C C",
    ),
    "the second row would make melds": (
        "1m 2m 3m 4m 5m 6m 7m 7m / 8m 8m 8m E E E",
        "hand: 1m 2m 3m 4m 5m 6m 7m 7m 8m 8m 8m E E E",
    ),
    "four exposed melds": (
        "C _ C _ 1m 2m 3m _ 4m 4m 4m _ 7m 8m 9m _ E E E",
        "hand: C | win: C | meld: 1m 2m 3m | meld: 4m 4m 4m | meld: 7m 8m 9m | meld: E E E",
    ),
    "discards": (
        "5p 3s 6p ~C F 9m //// 1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C C",
        "hand: 1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C C | other: 5p 3s 6p C F 9m",
    ),
    "discards in rows, melds": (
        "5p 3s 6p 9s / 5p 3s 6p C F 9m ////// 1m 2m 3m 4m 5m 6m 7m _ C C C _ E E E _ 7m",
        "hand: 1m 2m 3m 4m 5m 6m 7m | meld: C C C | meld: E E E | win: 7m"
        " | other: 5p 3s 6p 9s | other: 5p 3s 6p C F 9m",
    ),
    "a wall behind": (
        "# # # # # # # # # # # # # # # # # //// 1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C C",
        "hand: 1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C C | other:" + " back" * 17,
    ),
    "one tile missing": (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C",
        "hand: 1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C",
    ),
    "a grid": (
        "1m 2m 3m 4m 5m / 2m 3m 4m 5m 6m / 1p 2p 3p 4p 5p / E E S S W",
        "hand: 1m 2m 3m 4m 5m 2m 3m 4m 5m 6m 1p 2p 3p 4p 5p E E S S W",
    ),
}  # fmt: skip


def laid_out(table: Tabletop, seed: int = 0, wish: Wish | None = None) -> tuple[str, Layout]:
    """The layout of a table in words."""
    which, quads, probabilities, turns = table.found(seed)
    layout = lay_out(find_rows(quads, turns), probabilities, wish)
    words: list[str] = []
    before = None
    for found, role, group in zip(layout.order, layout.roles, layout.groups, strict=True):
        if (role, group) != before:
            words += ["|", f"{role}:"]
        words.append(table.tokens[which[found]])
        before = role, group
    return " ".join(words[1:]), layout


@pytest.mark.parametrize(("words", "wanted"), TABLES.values(), ids=TABLES.keys())
@pytest.mark.parametrize("turn", range(0, 360, 45))
@pytest.mark.parametrize(("tilt", "swing"), [(0, 0), (45, 0), (60, -40)])
def test_roles_at_every_angle(words: str, wanted: str, turn: int, tilt: int, swing: int) -> None:
    got, _ = laid_out(lay(words, turn=turn, tilt=tilt, swing=swing))
    assert got == wanted


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    st.sampled_from(sorted(TABLES)),
    st.floats(0, 360),
    st.floats(0, 60),
    st.floats(-60, 60),
    st.integers(0, 10**6),
)
def test_turning_the_photo_changes_nothing(
    name: str, turn: float, tilt: float, swing: float, seed: int
) -> None:
    words, wanted = TABLES[name]
    table = lay(words, turn=turn, tilt=tilt, swing=swing, jitter=0.5, seed=seed)
    got, layout = laid_out(table, seed)
    assert got == wanted
    which, quads, _, _ = table.found(seed)
    for place, found in enumerate(layout.order):
        if table.tokens[which[found]] != "back":
            np.testing.assert_allclose(layout.quads[place], table.quads[which[found]], atol=1e-3)
        else:
            assert {*map(tuple, layout.quads[place])} == {*map(tuple, quads[found])}


@pytest.mark.parametrize("turn", [0, 100, 200, 300])
def test_a_row_whose_prints_say_nothing_is_read_as_seen(turn: int) -> None:
    """Dots look the same upside down: left to right in the photo, or downward."""
    table = lay("1p 2p 4p 5p 8p 9p", turn=turn)
    which, quads, probabilities, turns = table.found(3)
    turns[:] = 0.25
    layout = lay_out(find_rows(quads, turns), probabilities)
    x, y = layout.quads.mean(axis=1).T
    assert np.all(np.diff(x) > 0) or np.all(np.diff(y) > 0)
    assert sorted(which[list(layout.order)]) == list(range(6))


@pytest.mark.parametrize(
    ("words", "melds", "wanted"),
    [
        ("1m 2m 3m 4m 5m 6m 7m 7m _ C C C _ E E E", 0, "hand: 1m 2m 3m 4m 5m 6m 7m 7m C C C E E E"),
        ("1m 2m 3m _ 4m 4m 4m _ E E E _ C C C _ 9s 9s", 0, "hand: 1m 2m 3m 4m 4m 4m E E E C C C 9s 9s"),
        (
            "1m 2m 3m _ 4m 5m 7m 7m 7m 8m 8m 8m 8m _ 6m",
            0,
            "hand: 1m 2m 3m 4m 5m 7m 7m 7m 8m 8m 8m 8m | win: 6m",
        ),
    ],
)
def test_the_user_says_how_many_melds(words: str, melds: int, wanted: str) -> None:
    assert laid_out(lay(words), wish=Wish(melds=melds))[0] == wanted


def test_seventeen_tiles_in_wenzhou() -> None:
    words = "7s 8s 9s 4m 6m E 3p 8p 8p 8p _ 3p _ 2s 2s 2s _ 5m 6m 7m"
    wanted = "hand: 7s 8s 9s 4m 6m E 3p 8p 8p 8p | win: 3p | meld: 2s 2s 2s | meld: 5m 6m 7m"
    assert laid_out(lay(words), wish=Wish(hand_tiles=17))[0] == wanted


@pytest.mark.parametrize("askew", [30, 45])
def test_a_box_found_askew_keeps_its_place_in_the_row(askew: int) -> None:
    table = lay("1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C C")
    quads = table.quads.copy()
    cos, sin = np.cos(np.radians(askew)), np.sin(np.radians(askew))
    middle = quads[5].mean(axis=0)
    quads[5] = (quads[5] - middle) @ np.array([[cos, sin], [-sin, cos]], np.float32) + middle
    assert laid_out(Tabletop(table.tokens, quads))[0] == "hand: 1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C C"


def test_scattered_tiles_are_one_hand() -> None:
    rng = np.random.default_rng(5)
    tokens = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "E", "C", "C")
    places = np.array([(i % 5, i // 5) for i in range(14)]) * 55 + rng.uniform(-8, 8, (14, 2))
    angles = rng.uniform(0, 2 * np.pi, 14)
    turns = np.stack([np.cos(angles), np.sin(angles), -np.sin(angles), np.cos(angles)], axis=1).reshape(
        -1, 2, 2
    )
    box = np.array([(-13, -17.5), (13, -17.5), (13, 17.5), (-13, 17.5)])
    table = Tabletop(tokens, (box @ turns + places[:, None]).astype(np.float32))
    got, layout = laid_out(table)
    assert sorted(got.split()) == sorted(["hand:", *tokens])
    assert len(set(layout.order)) == 14


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.integers(1, 60))
def test_whatever_is_found_every_tile_has_one_place(seed: int, count: int) -> None:
    """Strewn quads of all shapes, random labels and turns: nothing is lost, nothing is named twice."""
    rng = np.random.default_rng(seed)
    quads = rng.uniform(0, 1000, (count, 1, 2)) + rng.uniform(-40, 40, (count, 4, 2))
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * rng.uniform(2, 60, (count, 1, 2))
    quads = np.where(rng.random((count, 1, 1)) < 0.3, quads, quads.mean(axis=1, keepdims=True) + square)
    quads = quads[are_faces(quads.astype(np.float32))]
    probabilities = rng.dirichlet(np.full(len(LABELS), 0.05), len(quads))
    layout = lay_out(
        find_rows(quads.astype(np.float32), rng.dirichlet(np.ones(4), len(quads))), probabilities
    )
    assert sorted(layout.order) == list(range(len(quads)))
    assert len(layout.roles) == len(layout.groups) == len(layout.quads) == len(quads)
    for place, found in enumerate(layout.order):
        rolled = [np.roll(quads[found], k, axis=0) for k in range(4)]
        assert any(np.allclose(layout.quads[place], one, atol=1e-3) for one in rolled)
    for meld in layout.melds():
        assert len(meld) in (3, 4)


@pytest.mark.parametrize(
    ("quad", "face"),
    [
        ([(0, 0), (20, 0), (20, 30), (0, 30)], True),
        ([(0, 0), (0, 30), (20, 30), (20, 0)], False),
        ([(0, 0), (20, 0), (40, 0), (0, 30)], False),
        ([(0, 0), (2, 0), (2, 3), (0, 3)], False),
        ([(0, 0), (100, 0), (100, 5), (0, 5)], False),
        ([(5, 5), (5, 5), (5, 5), (5, 5)], False),
        ([(0, 0), (30, 30), (30, 0), (0, 30)], False),
    ],
)
def test_what_can_be_a_face(quad: list[tuple[int, int]], face: bool) -> None:
    assert are_faces(np.array([quad], np.float32))[0] == face


def test_nothing_found() -> None:
    layout = lay_out(find_rows(np.zeros((0, 4, 2), np.float32), np.zeros((0, 4))), np.zeros((0, len(LABELS))))
    assert not any((layout.order, layout.roles, layout.groups, layout.melds()))


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_the_samples(path: Path) -> None:
    """Every tile of the sample photos has the role of the ground truth, and melds keep together."""
    truth = json.loads(path.read_text(encoding="utf-8"))
    tiles = truth["tiles"]
    quads = np.array([tile["quad"] for tile in tiles], np.float32)
    which, quads, probabilities, turns = Tabletop(tuple(tile["face"] for tile in tiles), quads).found(1)
    wish = Wish(hand_tiles=14 if truth["rules"] == "huopin" else 17)
    layout = lay_out(find_rows(quads, turns), probabilities, wish)
    roles = {int(which[found]): role for found, role in zip(layout.order, layout.roles, strict=True)}
    assert [roles[k] for k in range(len(tiles))] == [tile["role"] for tile in tiles]
    melds = {frozenset(int(which[layout.order[place]]) for place in meld) for meld in layout.melds()}
    wanted: dict[int, set[int]] = {}
    for k, tile in enumerate(tiles):
        if tile["role"] == "meld":
            wanted.setdefault(tile["group"], set()).add(k)
    assert melds == {frozenset(meld) for meld in wanted.values()}


def test_rows_of_real_photos(shared: Path) -> None:
    """The hands of tables/dev lie in one straight row each, and are found as such from their boxes alone."""
    folder = shared / "data" / "tables" / "dev"
    for name, tiles in {"green-d005": 14, "green-d030": 14, "green-d034": 16, "green-d043": 14}.items():
        lines = (folder / "labels" / f"{name}.txt").read_text().split("\n")
        boxes = np.array([line.split()[1:] for line in lines if line], float)
        middle, half = boxes[:, None, :2], boxes[:, None, 2:] / 2
        quads = (middle + half * [(-1, -1), (1, -1), (1, 1), (-1, 1)]) * [1000, 750]
        rows = find_rows(quads.astype(np.float32), np.full((len(quads), 4), 0.25))
        longest = max(rows.rows, key=lambda row: len(row.tiles))
        assert len(longest.tiles) == tiles, name
        assert list(longest.tiles) == sorted(longest.tiles, key=lambda k: quads[k, 0, 0]), name
