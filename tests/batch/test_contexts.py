"""What is said about single photos: tables, sidecars, and how they overlay the command line."""

from pathlib import Path
from typing import Any

import pytest
from sample_oracle import SAMPLES

from huopin.batch.contexts import Context, read_sidecar, read_table
from huopin.batch.errors import BatchError
from huopin.commands.errors import ContextError
from huopin.commands.options import Caishen, Winning
from huopin.commands.situation import Situation, option_names
from huopin.scoring import Tile
from huopin.scoring.huopin.settlement import Room
from huopin.scoring.table import Seat

DEFAULT = Situation(winning=Winning(self_draw=True), caishen=Caishen(indicator=Tile.parse("1p")))


@pytest.mark.parametrize(
    ("values", "changed"),
    [
        ({}, {"indicator": "1p", "self_draw": True}),
        ({"caishen": "6m"}, {"caishen": "6m", "self_draw": True}),
        ({"indicator": "五万", "self_draw": ""}, {"indicator": "5m", "self_draw": True}),
        ({"self_draw": "no", "from": "W"}, {"indicator": "1p", "discarder": "W"}),
        ({"self_draw": False, "kong": 1}, {"indicator": "1p", "kong": True}),
        (
            {"seat_wind": "S", "round_wind": "w"},
            {"indicator": "1p", "self_draw": True, "seat": "S", "round": "W"},
        ),
        (
            {"room": "国标场", "take": "3"},
            {"indicator": "1p", "self_draw": True, "room": "official", "take": 3},
        ),
        (
            {"rules": "wenzhou", "quanqiu": "yes"},
            {"indicator": "1p", "self_draw": True, "rules": "wenzhou", "quanqiu": True},
        ),
        ({"max_copies": 4}, {"indicator": "1p", "self_draw": True, "max_copies": 4}),
    ],
)
def test_values_overlay_the_command_line(values: dict[str, Any], changed: dict[str, Any]) -> None:
    assert DEFAULT.overlaid(values).to_json() == changed


def test_every_option_of_a_photo_can_be_said() -> None:
    assert {
        "caishen",
        "self_draw",
        "seat",
        "round",
        "last_tile",
        "kong",
        "last_of_kind",
        "room",
        "bird",
    } <= option_names()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"caishen": "9z"}, "caishen: expected a tile such as 6m, E, C or 六万, got '9z'"),
        ({"kong": "maybe"}, "kong: expected yes or no, got 'maybe'"),
        ({"room": "x"}, "room: expected a room"),
        ({"take": "much"}, "take: expected a number, got 'much'"),
        ({"rules": "riichi"}, "rules: expected huopin or wenzhou, got 'riichi'"),
        ({"colour": "red"}, "got 'colour'"),
    ],
)
def test_wrong_values(values: dict[str, Any], message: str) -> None:
    with pytest.raises(ContextError) as caught:
        Context(values, "here").over(DEFAULT)
    assert message in str(caught.value)
    assert str(caught.value).startswith("here: ")


def test_table(tmp_path: Path) -> None:
    path = tmp_path / "contexts.csv"
    path.write_text(
        "﻿photo,caishen,self-draw,room,from\na.jpg,6m,yes,,\nx/胡 1.jpg,,,popular,W\n", encoding="utf-8"
    )
    table = read_table(path)
    assert table["a.jpg"].over(Situation()).to_json() == {"caishen": "6m", "self_draw": True}
    settled = table["x/胡 1.jpg"].over(Situation())
    assert (settled.money.room, settled.money.discarder) == (Room.POPULAR, Seat.WEST)
    assert table["x/胡 1.jpg"].source == f"{path} line 3"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("caishen\n6m\n", "expected a column 'photo', got caishen"),
        ("", "expected a column 'photo', got nothing"),
        ("photo,hat\na.jpg,1\n", "got 'hat'"),
        ("photo,kong\na.jpg,1\na.jpg,0\n", "expected each photo once, got 'a.jpg' again"),
        (
            "photo,kong\na.jpg,1\nb.jpg,1,E\n",
            "line 3: expected a cell for each of the 2 columns, got 'E' too",
        ),
        ("photo,caishen\n ,6m\n", "line 2: expected a photo, got an empty cell in the column photo"),
        ("photo,kong,Kong\n", "got 'Kong'"),
        ("photo,from,discarder\n", "expected each column once, got 'discarder' again"),
        (b"photo\n\xff\xfe\n", "expected a CSV file in UTF-8"),
        (None, "No such file"),
    ],
)
def test_wrong_tables(tmp_path: Path, text: str | bytes | None, message: str) -> None:
    path = tmp_path / "contexts.csv"
    if text is not None:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BatchError, match=message):
        read_table(path)


def test_short_rows_and_empty_cells_beyond_the_columns_say_nothing(tmp_path: Path) -> None:
    path = tmp_path / "contexts.csv"
    path.write_text("photo,kong,caishen\na.jpg\nb.jpg,1,6m,, \n", encoding="utf-8")
    situations = {photo: context.over(Situation()).to_json() for photo, context in read_table(path).items()}
    assert situations == {"a.jpg": {}, "b.jpg": {"kong": True, "caishen": "6m"}}


@pytest.mark.parametrize(
    ("name", "text", "values"),
    [
        ("a.json", '{"caishen": "6m", "self_draw": true}', {"caishen": "6m", "self_draw": True}),
        ("a.toml", 'caishen = "6m"\nlast-tile = true\n', {"caishen": "6m", "last_tile": True}),
        ("a.json", '{"photo": "a.jpg", "context": {"seat_wind": "S"}, "tiles": []}', {"seat": "S"}),
        ("b.json", '{"caishen": "6m"}', {}),
    ],
)
def test_sidecars(tmp_path: Path, name: str, text: str, values: dict[str, Any]) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert read_sidecar(tmp_path / "a.jpg").values == values


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.json", "{", "expected JSON"),
        ("a.json", "[]", "expected an object, got list"),
        ("a.toml", "x", "expected TOML"),
        ("a.json", '{"context": 1}', "expected context to be an object, got 1"),
    ],
)
def test_wrong_sidecars(tmp_path: Path, name: str, text: str, message: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(ContextError) as caught:
        read_sidecar(tmp_path / "a.jpg")
    assert message in str(caught.value)
    assert str(tmp_path / name) in str(caught.value)


def test_two_sidecars_are_one_too_many(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"caishen": "6m"}')
    (tmp_path / "a.toml").write_text('caishen = "5m"')
    with pytest.raises(
        ContextError, match=r"a\.json: expected one sidecar for a photo, got a\.toml too; keep"
    ):
        read_sidecar(tmp_path / "a.jpg")


def test_the_truth_of_a_sample_is_a_sidecar() -> None:
    assert read_sidecar(SAMPLES / "melds.jpg").over(Situation()).caishen.face() == Tile.parse("9s")
