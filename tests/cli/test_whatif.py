"""`huopin waits` and `huopin whatif`: exact text, photos, mistakes."""

import json
from collections.abc import Callable

import pytest
from sample_oracle import Oracle
from typer.testing import Result

Huopin = Callable[..., Result]


def test_waits(huopin: Huopin) -> None:
    result = huopin("waits", "123456789m2344p", "--seen", "1p4p")
    assert result.stdout == (
        "tile     unseen  discard  self-draw  fan on a discard, else drawn\n"
        "1p 一饼       3       24         26  清龙 16, 门前清 2, 平和 2, 无财神 2, 喜相逢\n"
        "                                     1, 缺一门 1\n"
        "4p 四饼       1       23         25  清龙 16, 门前清 2, 平和 2, 无财神 2, 缺一门\n"
        "                                     1\n"
    )
    assert (result.exit_code, result.stderr) == (0, "")


def test_no_waits(huopin: Huopin) -> None:
    result = huopin("waits", "159m159p159sESWN")
    assert (result.exit_code, result.stdout) == (1, "No tile completes this hand.\n")


def test_waits_of_every_face(huopin: Huopin) -> None:
    """R13: `123456789m234p*` waits on all 34 faces."""
    record = json.loads(huopin("waits", "123456789m234p*", "--caishen", "9s", "--format", "json").stdout)
    assert len(record["waits"]) == 34


@pytest.mark.usefixtures("sample", "oracle")
def test_waits_of_a_photo(huopin: Huopin) -> None:
    """The winning tile left out of `melds.jpg`."""
    result = huopin("waits", "melds.jpg", "--role", "14=other", "--format", "json")
    assert result.stderr.startswith("melds.jpg: 13 tiles found, 14 needed")
    assert [wait["tile"] for wait in json.loads(result.stdout)["waits"]] == ["4s", "7s"]


def test_whatif(huopin: Huopin) -> None:
    result = huopin("whatif", "123456789m234pE+W", "--top", "1")
    assert result.stdout == (
        "now: no win\n"
        "\n"
        "swap a tile for a chosen one 偷天换日\n"
        "  E 东 → W 西  22 (+22)  清龙 16, 门前清 2, 无财神 2, 缺一门 1, 单钓将 1\n"
        "\n"
        "turn a tile into a caishen 财神到\n"
        "  E 东 → caishen  19 (+19)  清龙 16, 门前清 2, 缺一门 1\n"
        "\n"
        "swap a tile for a random one 移花接木\n"
        "  E 东  expected 0.54 (+0.54), wins 2.5%\n"
        "\n"
        "tiles away from 清一色 乾坤大挪移\n"
        "  万  5 to win, 5 of another suit\n"
        "  饼  11 to win, 11 of another suit\n"
        "  条  14 to win, 14 of another suit\n"
        "\n"
        "unseen copies 千里眼\n"
        "  万    1:3  2:3  3:3  4:3  5:3  6:3  7:3  8:3  9:3\n"
        "  饼    1:4  2:3  3:3  4:3  5:4  6:4  7:4  8:4  9:4\n"
        "  条    1:4  2:4  3:4  4:4  5:4  6:4  7:4  8:4  9:4\n"
        "  字  东:3  南:4  西:3  北:4  中:4  发:4  白:4\n"
    )
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("tile", "line"),
    [
        ("E", "E 东: 24 = 清龙 16, 不求人 4, 无财神 2, 缺一门 1, 单钓将 1\n"),
        ("5m", "5m 五万: no win, 1 tile away\n"),
    ],
)
def test_a_drawn_tile(huopin: Huopin, tile: str, line: str) -> None:
    assert huopin("whatif", "123456789m234pE", "--draw", tile).stdout == line


@pytest.mark.usefixtures("sample")
def test_whatif_of_a_photo(huopin: Huopin, oracle: Oracle) -> None:
    oracle.doubts = {9: {"9s": 1.0}}
    record = json.loads(huopin("whatif", "melds.jpg", "--format", "json").stdout)
    assert record["now"] is None
    assert record["swaps"][0]["out"] == "9s"


@pytest.mark.usefixtures("sample", "oracle")
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("waits", "123m"), 2, "expected 13 tiles with each kong counted as three, got 3"),
        (("waits", "123456789m234pE", "--seen", "9"), 2, "expected a suit m, p or s after the digits"),
        (("waits", "none.jpg"), 3, "none.jpg: no such file"),
        (("whatif", "123m"), 2, "expected 14 tiles with each kong counted as three, got 3"),
        (("whatif", "123456789m234pE+E", "--draw", "E"), 2, "expected 13 tiles"),
        (("whatif", "melds.png"), 3, "melds.png: no such file"),
    ],
)
def test_mistakes(huopin: Huopin, arguments: tuple[str, ...], code: int, words: str) -> None:
    result = huopin(*arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert words in result.stderr
