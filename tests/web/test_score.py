"""`POST /api/score`."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from sample_oracle import SAMPLES
from starlette.testclient import TestClient
from tiles_of import tiles_of
from typer.testing import CliRunner

from huopin.cli import app
from huopin.commands import photos
from huopin.scoring import Tile
from huopin.vision.pipeline import Reader

ReadSample = Callable[..., dict[str, Any]]

TRUTHS = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(SAMPLES.glob("*.json"))}
HUOPIN = [name for name, truth in TRUTHS.items() if truth["rules"] == "huopin"]
WENZHOU = [name for name, truth in TRUTHS.items() if truth["rules"] == "wenzhou"]
CONTEXT_NAMES = {"round_wind": "round", "seat_wind": "seat", "wall_last": "last_tile"}


def _context(truth: dict[str, Any]) -> dict[str, Any]:
    given = {CONTEXT_NAMES.get(name, name): value for name, value in truth["context"].items()}
    return {**given, "caishen": truth.get("caishen")}


@pytest.mark.parametrize("name", HUOPIN)
def test_samples(client: TestClient, read_sample: ReadSample, name: str) -> None:
    """Photo to score: totals and fans are those worked out by hand in the truth files."""
    truth = TRUTHS[name]
    tiles = read_sample(name, caishen=truth.get("caishen"))["tiles"]
    record = client.post("/api/score", json={"tiles": tiles, **_context(truth)}).json()
    assert {"total": record["total"], "fans": record["fans"]} == truth["expected"]


@pytest.mark.parametrize("name", WENZHOU)
def test_wenzhou_samples(client: TestClient, read_sample: ReadSample, name: str) -> None:
    truth = TRUTHS[name]
    tiles = read_sample(name, rules="wenzhou", caishen=truth["caishen"])["tiles"]
    body = {"rules": "wenzhou", "tiles": tiles, "settle": True, "discarder": "S", **_context(truth)}
    record = client.post("/api/score", json=body).json()
    assert {"class": record["class"], "multiplier": record["multiplier"]} == truth["expected"]
    assert sum(record["settlement"]["balances"].values()) == 0


def test_the_object_is_that_of_the_command_line(
    client: TestClient, read_sample: ReadSample, oracle_reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photos, "_reader", lambda *_: oracle_reader)
    monkeypatch.chdir(SAMPLES)
    options = ["--caishen", "9p", "--room", "official", "--from", "S", "--bird", "3p", "--explain"]
    line = ["score", "caishen-fifth-copy.jpg", *options, "--format", "json"]
    told = json.loads(CliRunner().invoke(app, line).stdout)
    body = {"caishen": "9p", "room": "official", "discarder": "S", "bird": "3p", "explain": True}
    tiles = read_sample("caishen-fifth-copy", caishen="9p")["tiles"]
    record = client.post("/api/score", json={"tiles": tiles, **body}).json()
    assert _without_ids(record) == {
        "rules": "huopin",
        "hand": record["hand"],
        **{name: value for name, value in told.items() if name in record and name != "tiles"},
    }
    assert {"total", "fans", "reading", "detail", "ties", "settlement"} <= told.keys()


def _without_ids(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_ids(below) for name, below in value.items() if name != "ids"}
    return [_without_ids(below) for below in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", HUOPIN + WENZHOU)
def test_ids_say_which_tiles_make_a_group(client: TestClient, read_sample: ReadSample, name: str) -> None:
    """Every tile of the hand is used once, and shows the face its place stands for, or the caishen's."""
    truth = TRUTHS[name]
    read = read_sample(name, rules=truth["rules"], caishen=truth.get("caishen"))
    body = {"rules": truth["rules"], "tiles": read["tiles"], **_context(truth)}
    groups = client.post("/api/score", json=body).json()["reading"]["groups"]
    used = [identity for group in groups for identity in group["ids"]]
    hand = [tile for tile in read["tiles"] if tile["role"] in ("hand", "meld", "win")]
    assert sorted(used) == [tile["id"] for tile in sorted(hand, key=lambda tile: tile["id"])]
    shown = {tile["id"]: tile["face"] for tile in hand}
    for group in groups:
        for place, identity in enumerate(group["ids"]):
            tile = group["tiles"][place]
            wild = tile == "*" if "as" in group else group["caishen"][place]
            assert shown[identity] in (truth["caishen"] if wild else tile, "back")


def test_the_winning_tile_is_in_the_group_it_completes(client: TestClient) -> None:
    tiles = tiles_of("123m55577p678sEE+5p")
    record = client.post("/api/score", json={"tiles": tiles_of("123m5577p678sEEE+5p")}).json()
    (group,) = [group for group in record["reading"]["groups"] if group["win"] is not None]
    assert group["ids"][group["win"]] == len(tiles)


@pytest.mark.parametrize(
    ("hand", "given", "source", "expected"),
    [
        ("123456789m234pE+E", {"self_draw": False}, "清龙 16, 门前清 2, 无财神 2, 缺一门 1, 单钓将 1", 22),
        ("123456789m234pE+E", {"self_draw": True}, "the same, drawn", None),
        ("[123m][1111p#]45m678sEE+6m", {}, "a concealed kong by its backs", None),
    ],
)
def test_hands(
    client: TestClient, hand: str, given: dict[str, Any], source: str, expected: int | None
) -> None:
    line = ["hand", hand, *(["--self-draw"] if given.get("self_draw") else []), "--format", "json"]
    told = json.loads(CliRunner().invoke(app, line).stdout)
    record = client.post("/api/score", json={"tiles": tiles_of(hand), **given}).json()
    assert record["total"] == told["total"], source
    assert record["fans"] == told["fans"]
    if expected is not None:
        assert record["total"] == expected


def test_no_win_says_what_would_explain_it(client: TestClient) -> None:
    tiles = tiles_of("123456789m234pE+W")
    tiles[-1] |= {"confidence": 0.6, "alternatives": [["S", 0.3], ["E", 0.1]]}
    record = client.post("/api/score", json={"tiles": tiles}).json()
    assert (record["total"], record["distance"]) == (None, 1)
    assert record["misreadings"] == [{"id": 14, "read": "W", "face": "E", "probability": 0.1}]


@pytest.mark.parametrize(
    ("hand", "codes"),
    [("123m+4m", ["hand-size"]), ("11111m222333p44s+4s", ["too-many-copies"])],
)
def test_problems_are_no_error(client: TestClient, hand: str, codes: list[str]) -> None:
    record = client.post("/api/score", json={"tiles": tiles_of(hand)}).json()
    assert record["total"] is None
    assert record["problem_codes"] == codes
    assert len(record["problems"]) == len(codes)


def test_too_few_fan_for_the_room(client: TestClient) -> None:
    body = {"tiles": tiles_of("[234m][555p]666s77sEE+7s"), "room": "official", "discarder": "W"}
    record = client.post("/api/score", json=body).json()
    assert (record["total"], record["settlement"]) == (2, None)
    assert record["refused"].endswith("got 2")


WENZHOU_HAND = "123m456m789m123p456p9s+9s"


@pytest.mark.parametrize(
    ("given", "source", "balances"),
    [
        ({"self_draw": True}, "hard: base 2 × 2, the opponent pays", {"E": 4, "S": -4}),
        ({"self_draw": True, "run": 2, "bought": True}, "base 6, 买底, hard", {"E": 24, "S": -24}),
        ({"players": 3, "discarder": "W"}, "the discarder alone [W29]", {"E": 4, "S": 0, "W": -4}),
        (
            {"players": 3, "discarder": "W", "topped": ["W"]},
            "顶底 of the discarder [W27]",
            {"E": 8, "S": 0, "W": -8},
        ),
        ({"held": {"S": 2}}, "hard, and 2 caishen of the loser [W23]", {"E": 0, "S": 0}),
    ],
)
def test_wenzhou_settlements(
    client: TestClient, given: dict[str, Any], source: str, balances: dict[str, int]
) -> None:
    body = {"rules": "wenzhou", "tiles": tiles_of(WENZHOU_HAND), "caishen": "C", "settle": True, **given}
    record = client.post("/api/score", json=body).json()
    assert record["class"] == "hard"
    assert record["settlement"]["balances"] == balances, source


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ([], "expected a JSON object, got list"),
        ({}, "expected tiles to be an array of at most 200 tiles, got None"),
        ({"tiles": [{}] * 201}, "expected tiles to be an array of at most 200 tiles, got list"),
        ({"tiles": ["1m"]}, "expected tile 1 to be an object, got '1m'"),
        ({"tiles": [{"face": "0m"}]}, "expected tile 1 to have a face such as 5m, E, a1 or back, got '0m'"),
        (
            {"tiles": [{"face": "none"}]},
            "expected tile 1 to have a face such as 5m, E, a1 or back, got 'none'",
        ),
        ({"tiles": [{"face": ["1m"]}]}, "expected tile 1 to have a face such as 5m, E, a1 or back, got list"),
        (
            {"tiles": [{"face": "1m", "role": "king"}]},
            "expected the role of tile 1 to be one of hand, meld, win",
        ),
        ({"tiles": [{"face": "1m", "id": 0}]}, "expected id of tile 1 to be 1 to 1000000, got 0"),
        ({"tiles": [{"face": "1m", "id": 7}] * 2}, "expected a different id for each tile, got one twice"),
        ({"tiles": [{"face": "1m", "confidence": 2}]}, "expected a probability of 0 to 1 for tile 1, got 2"),
        ({"tiles": [], "rules": "riichi"}, "rules: expected huopin or wenzhou, got 'riichi'"),
        ({"tiles": [], "seat": "X"}, "seat: expected a wind E, S, W or N, got 'X'"),
        ({"tiles": [], "room": "attic"}, "room: expected a room no-fan"),
        ({"tiles": [], "self_draw": 7}, "self_draw: expected yes or no, got 7"),
        ({"tiles": [], "coins": 7}, "expected one of"),
        ({"tiles": [], "seat": {"E": 1}}, "expected 'seat' to be a text, number or boolean, got dict"),
        ({"tiles": [], "explain": "yes"}, "expected explain to be true or false, got 'yes'"),
        ({"tiles": [], "rules": "wenzhou"}, "expected the caishen, which is the turned tile, got none [W2]"),
        ({"tiles": tiles_of("123456789m234pE+E"), "room": "official"}, "expected the discarder's seat"),
        (
            {"tiles": tiles_of("123456789m234pE+E"), "room": "official", "discarder": "E"},
            "expected the winner and the discarder to differ, got E for both",
        ),
        (
            {
                "rules": "wenzhou",
                "tiles": tiles_of(WENZHOU_HAND),
                "caishen": "C",
                "settle": True,
                "seat": "N",
            },
            "expected a winner among the players, got seat N",
        ),
    ],
)
def test_mistaken_requests(client: TestClient, body: Any, words: str) -> None:
    answer = client.post("/api/score", json=body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"] == "invalid"
    assert words in answer.json()["message"]


@pytest.mark.parametrize(
    ("content", "kind", "status", "code"),
    [
        (b"{}", "text/plain", 415, "not-json"),
        (b"{", "application/json", 400, "bad-json"),
        (b"\xff\xfe", "application/json", 400, "bad-json"),
        (b'{"tiles": NaN}', "application/json", 400, "bad-json"),
        (b"[" * 100_000, "application/json", 400, "bad-json"),
        (b'{"tiles": ' + b"9" * 5000 + b"}", "application/json", 400, "bad-json"),
        (b'{"tiles": "' + b"x" * 300_000 + b'"}', "application/json", 413, "too-large"),
        (b'{"tiles": [{"face": "\\ud800"}]}', "application/json", 422, "invalid"),
    ],
)
def test_bodies_that_are_no_request(
    client: TestClient, content: bytes, kind: str, status: int, code: str
) -> None:
    answer = client.post("/api/score", content=content, headers={"content-type": kind})
    assert (answer.status_code, answer.json()["error"]) == (status, code)


def test_every_face_is_taken(client: TestClient) -> None:
    for index in range(42):
        answer = client.post("/api/score", json={"tiles": [{"face": str(Tile(index))}]})
        assert answer.status_code == 200
