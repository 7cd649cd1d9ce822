"""Where the tiles of a hand lie."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from huopin.render.layout import Layout, Placed, set_out
from huopin.render.scene import TILE_MM
from huopin.scoring import Tile, parse_hand

KONG = "[8888p#][123m]234s55s99sE+E 夏梅"


def placed(hand: str, layout: Layout, caishen: str | None = None) -> tuple[Placed, ...]:
    face = None if caishen is None else Tile.parse(caishen)
    return set_out(parse_hand(hand), face, layout, np.random.default_rng(1))


@pytest.mark.parametrize("layout", [Layout(), Layout(rows=2), Layout(melds="right"), Layout(kong="middle")])
def test_every_tile_lies_once_and_none_on_another(layout: Layout) -> None:
    tiles = placed(KONG, layout)
    assert Counter(tile.role for tile in tiles) == {"hand": 8, "meld": 7, "win": 1, "flower": 2}
    assert Counter(tile.face for tile in tiles if tile.role == "meld")["back"] == 2
    width, depth, _ = TILE_MM
    for a, b in combinations(tiles, 2):
        assert abs(a.x - b.x) > width or abs(a.y - b.y) > depth, (a, b)


@pytest.mark.parametrize(
    ("kong", "shown"),
    [("ends", ["back", "8p", "8p", "back"]), ("middle", ["8p", "back", "back", "8p"])],
)
def test_concealed_kong_shows_two_tiles(kong: str, shown: list[str]) -> None:
    tiles = placed(KONG, Layout(kong=kong))  # type: ignore[arg-type]
    meld = next(tile.group for tile in tiles if tile.face == "back")
    assert [tile.face for tile in tiles if tile.group == meld] == shown


def test_groups_part_hand_melds_win_and_flowers() -> None:
    tiles = placed(KONG, Layout(rows=2))
    roles = {tile.group: {other.role for other in tiles if other.group == tile.group} for tile in tiles}
    assert sorted(map(tuple, roles.values())) == [("flower",), ("hand",), ("meld",), ("meld",), ("win",)]


def test_caishen_is_printed_with_its_face() -> None:
    assert [tile.face for tile in placed("46m*+*", Layout(), "9p")] == ["4m", "6m", "9p", "9p"]


def test_caishen_without_a_face() -> None:
    with pytest.raises(
        ValueError, match="expected the face of the caishen for a hand that holds one, got None"
    ):
        placed("46m*+E", Layout())
