"""`huopin read`: exact text, and the JSON contract of docs/json.md."""

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from sample_oracle import SAMPLES, Oracle
from typer.testing import Result

Huopin = Callable[..., Result]

TILE_FIELDS = {
    "id": int,
    "face": str,
    "quad": list,
    "confidence": float,
    "sure": bool,
    "alternatives": list,
    "role": str,
    "group": int,
    "changed_by_rules": bool,
    "fixed": bool,
}


@pytest.mark.usefixtures("oracle", "sample")
def test_text(huopin: Huopin) -> None:
    result = huopin("read", "concealed-kong.jpg")
    assert result.stdout == (
        "concealed-kong.jpg: 15 tiles read, all sure.\n"
        "flowers  a2  b1\n"
        "         1   2\n"
        "meld     ##  8p  8p  ##\n"
        "         3   4   5   6\n"
        "hand     2m  3m  4m  2p  3p  2s  3s  4s  5s  5s\n"
        "         7   8   9   10  11  12  13  14  15  16\n"
        "win      4p\n"
        "         17\n"
    )
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.usefixtures("sample")
def test_unsure_and_corrected_tiles_are_marked(huopin: Huopin, oracle: Oracle) -> None:
    oracle.doubts = {9: {"5m": 0.6, "8m": 0.4}, 12: {"5s": 0.5, "6s": 0.5}}
    assert huopin("read", "melds.jpg", "--fix", "12=5s").stdout == (
        "melds.jpg: 14 tiles read, 1 unsure: check tile 9.\n"
        "meld     3p  4p  5p\n"
        "         1   2   3\n"
        "meld     C   C   C\n"
        "         4   5   6\n"
        "hand     2m  2m  5m? 6m  7m  5s= 6s\n"
        "         7   8   9   10  11  12  13\n"
        "win      4s\n"
        "         14\n"
        "? tile 9: 5m 60%, perhaps 8m 40%\n"
    )


@pytest.mark.usefixtures("oracle", "sample")
@pytest.mark.parametrize(
    ("options", "roles"),
    [
        (("--win", "2m"), {8: "win", 14: "hand"}),
        (("--win", "13"), {13: "win", 14: "hand"}),
        (("--role", "1-3=hand"), {1: "hand", 2: "hand", 3: "hand", 14: "win"}),
        (("--role", "9=other", "--role", "10=flower"), {9: "other", 10: "flower"}),
    ],
)
def test_roles_are_corrected(huopin: Huopin, options: tuple[str, ...], roles: dict[int, str]) -> None:
    tiles = json.loads(huopin("read", "melds.jpg", "--format", "json", *options).stdout)["tiles"]
    assert {tile["id"]: tile["role"] for tile in tiles if tile["id"] in roles} == roles


@pytest.mark.usefixtures("oracle", "sample")
def test_json_is_one_object_a_line(huopin: Huopin) -> None:
    result = huopin("read", "melds.jpg", "missing.jpg", "concealed-kong.jpg", "--format", "json")
    melds, missing, kong = map(json.loads, result.stdout.splitlines())
    assert missing == {
        "photo": "missing.jpg",
        "verdict": "missing.jpg: no such file; expected the path of a photo",
        "verdict_code": "unreadable",
        "tiles": [],
    }
    assert (melds["photo"], kong["photo"]) == ("melds.jpg", "concealed-kong.jpg")
    for tile in (*melds["tiles"], *kong["tiles"]):
        assert {name: type(value) for name, value in tile.items()} == TILE_FIELDS
        assert np.array(tile["quad"]).shape == (4, 2)
    assert (result.exit_code, result.stderr) == (
        3,
        "huopin: missing.jpg: no such file; expected the path of a photo\n",
    )


@pytest.mark.usefixtures("oracle", "sample")
def test_tiles_match_the_truth(huopin: Huopin) -> None:
    for name in ("melds", "concealed-kong"):
        truth = json.loads(Path(f"{name}.json").read_text(encoding="utf-8"))["tiles"]
        read = json.loads(huopin("read", f"{name}.jpg", "--format", "json").stdout)["tiles"]
        assert [(tile["face"], tile["role"]) for tile in read] == [
            (tile["face"], tile["role"]) for tile in truth
        ]


@pytest.mark.usefixtures("oracle", "sample")
def test_annotated_is_a_picture(huopin: Huopin) -> None:
    assert huopin("read", "melds.jpg", "--annotated", "out.jpg").exit_code == 0
    picture = cv2.imread("out.jpg")
    assert picture is not None
    assert picture.shape[1] == 1600


@pytest.mark.usefixtures("oracle", "sample")
@pytest.mark.parametrize("command", ["read", "score"])
@pytest.mark.parametrize("name", ["melds.jpg", "./melds.jpg", "soft.jpg", "hard.jpg"])
def test_the_photo_is_never_drawn_over(huopin: Huopin, command: str, name: str) -> None:
    photo = Path("melds.jpg")
    Path("soft.jpg").symlink_to(photo)
    Path("hard.jpg").hardlink_to(photo)
    before = photo.read_bytes()
    result = huopin(command, photo, "--annotated", name)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert "expected a file other than the photo" in result.stderr
    assert photo.read_bytes() == before


@pytest.mark.usefixtures("oracle", "sample")
def test_roles_of_a_range(huopin: Huopin) -> None:
    options = ("--role", "1-14=other", "--role", "7-9=hand", "--role", "8-8=flower")
    tiles = json.loads(huopin("read", "melds.jpg", *options, "--format", "json").stdout)["tiles"]
    roles = [tile["role"] for tile in tiles]
    assert roles == ["other"] * 6 + ["hand", "flower", "hand"] + ["other"] * 5


BAD_PHOTOS = {
    "text.jpg": b"not a picture\n",
    "empty.jpg": b"",
    "truncated.jpg": (SAMPLES / "melds.jpg").read_bytes()[:20000],
}


@pytest.mark.usefixtures("oracle", "sample")
@pytest.mark.parametrize("command", ["read", "score"])
@pytest.mark.parametrize(
    ("photo", "line"),
    [
        ("text.jpg", "text.jpg: not a picture, expected JPEG, PNG, HEIC, WebP, AVIF, TIFF, BMP or GIF"),
        ("empty.jpg", "empty.jpg: the file is empty (0 bytes), expected a photo; copy it again"),
        ("truncated.jpg", "truncated.jpg: the JPEG is truncated or damaged; copy it again"),
        ("folder", "folder: is a folder, expected a photo file; try folder/*.jpg"),
        ("missing.jpg", "missing.jpg: no such file; expected the path of a photo"),
        (
            "huge.png",
            "huge.png: 10000 x 6000 is 60 megapixels, expected at most 50; scale the photo down first",
        ),
    ],
)
def test_unreadable_photos(huopin: Huopin, command: str, photo: str, line: str) -> None:
    if photo in BAD_PHOTOS:
        Path(photo).write_bytes(BAD_PHOTOS[photo])
    Path("folder").mkdir()
    if photo == "huge.png":
        cv2.imwrite(photo, np.zeros((6000, 10000), np.uint8))
    result = huopin(command, photo)
    assert (result.exit_code, result.stdout, result.stderr) == (3, "", f"huopin: {line}\n")


@pytest.mark.usefixtures("oracle", "sample")
def test_a_photo_without_tiles(huopin: Huopin) -> None:
    cv2.imwrite("blank.jpg", np.full((600, 800, 3), 127, np.uint8))
    result = huopin("read", "blank.jpg")
    assert result.exit_code == 3
    assert result.stdout.startswith("blank.jpg: No tiles found. ")


@pytest.mark.usefixtures("oracle", "sample")
@pytest.mark.parametrize("command", ["read", "score"])
@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--fix", "99=5s"), "no tile 99, the tiles are 1 to 14"),
        (("--fix", "0=5s"), "no tile 0, the tiles are 1 to 14"),
        (("--fix", "7"), "expected a tile number and a tile such as 7=5s, got '7'"),
        (("--fix", "7=9z"), "expected a tile number and a tile such as 7=5s, got '7=9z'"),
        (("--role", "7=king"), "such as 3-5=meld, got '7=king'"),
        (("--role", "15=win"), "no tile 15, the tiles are 1 to 14"),
        (("--role", "3-99=meld"), "no tiles 15-99, the tiles are 1 to 14"),
        (("--role", "1-999999=meld"), "no tiles 15-999999, the tiles are 1 to 14"),
        (("--role", "1-99999999=meld"), "such as 3-5=meld, got '1-99999999=meld'"),
        (("--role", "5-3=meld"), "expected ascending tile numbers and a role"),
        (("--role", "3-=meld"), "such as 3-5=meld, got '3-=meld'"),
        (("--role", "0-3=meld"), "such as 3-5=meld, got '0-3=meld'"),
        (("--melds", "9"), "Invalid value for '--melds'"),
        (("--win", "9s"), "expected one of the concealed tiles that were read, got '9s'"),
        (("--win", "x"), "expected a tile such as 6m, E, a1 or 六万, got 'x'"),
        (("--win", "20"), "no tile 20, the tiles are 1 to 14"),
        (
            ("--caishen", "9z"),
            "Invalid value for '--caishen': expected a tile such as 6m, E, C or 六万, got '9z'",
        ),
        (("--indicator", "a1"), "Invalid value for '--indicator': expected a suit tile, wind or dragon"),
        (("--caishen", "6m", "--indicator", "5m"), "expected --caishen or --indicator, got both"),
        (("--annotated", "out.xyz"), "out.xyz: unknown picture suffix '.xyz', expected .jpg or .png"),
        (("--annotated", "none/out.jpg"), "none/out.jpg: cannot be written"),
        (("--format", "yaml"), "'yaml' is not one of 'text', 'json'"),
    ],
)
def test_mistaken_options(huopin: Huopin, command: str, options: tuple[str, ...], words: str) -> None:
    result = huopin(command, "melds.jpg", *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert words in result.stderr


@pytest.mark.usefixtures("sample")
def test_an_unknown_tile_set(huopin: Huopin) -> None:
    result = huopin("read", "melds.jpg", "--set", "nope")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert "Invalid value for --set: tile set 'nope': expected one of the enrolled sets" in result.stderr


@pytest.mark.usefixtures("oracle", "sample")
def test_corrections_need_one_photo(huopin: Huopin) -> None:
    result = huopin("read", "melds.jpg", "concealed-kong.jpg", "--fix", "1=2m")
    assert (result.exit_code, result.stderr) == (
        2,
        "huopin: expected one photo with --fix, --role, --melds, --win or --annotated "
        "(see huopin read --help)\n",
    )
