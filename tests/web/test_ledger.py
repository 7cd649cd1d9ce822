"""Hands of the page in the evening's ledger."""

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tiles_of import tiles_of
from typer.testing import CliRunner

from huopin.cli import app
from huopin.commands.exits import ExitCode
from huopin.ledger import Ledger, Setup
from huopin.web.limits import Limits

MakeClient = Callable[..., TestClient]
PLAYERS = ("Ann", "Bo", "Cy", "Di")
HAND = {"tiles": tiles_of("123456789m234pE+E"), "discarder": "S", "room": "official"}
"""22 fan; dealer Ann wins off Bo: (8 + 22) × 2, and 8 × 2 from each of the others."""
PHOTO = "0" * 63 + "f"


def _begin(path: Path, **setup: Any) -> Path:
    with Ledger(path, create=True) as ledger:
        ledger.begin(Setup(**{"players": PLAYERS, "rules": "huopin", **setup}))
    return path


def _totals(evening: dict[str, Any]) -> dict[str, int]:
    return {player["name"]: player["total"] for player in evening["players"]}


def test_a_hand_is_added_and_taken_back(make_client: MakeClient, tmp_path: Path) -> None:
    path = _begin(tmp_path / "book.db")
    client = make_client(ledger=path)
    evening = client.get("/api/ledger").json()
    assert (evening["dealer"], evening["last"], evening["room"]) == ("Ann", None, "official")
    assert [player["seat"] for player in evening["players"]] == ["E", "S", "W", "N"]
    evening = client.post("/api/ledger", json={**HAND, "photo_sha256": PHOTO}).json()
    assert _totals(evening) == {"Ann": 92, "Bo": -60, "Cy": -16, "Di": -16}
    assert evening["last"] == 1
    with Ledger(path) as ledger:
        (record,) = ledger.records(ledger.session())
    assert record.evidence is not None
    assert (record.evidence.hand, record.evidence.photo_sha256) == ("123456789m234pE+E", PHOTO)
    assert record.evidence.reading is not None
    assert record.evidence.reading["total"] == 22
    evening = client.delete("/api/ledger/1").json()
    assert (_totals(evening), evening["last"]) == (dict.fromkeys(PLAYERS, 0), None)


def test_seats_are_the_winds_of_the_hand(make_client: MakeClient, tmp_path: Path) -> None:
    """After a hand that the dealer loses the deal passes, and with it the winds."""
    client = make_client(ledger=_begin(tmp_path / "book.db", room="no-fan"))
    evening = client.post("/api/ledger", json={**HAND, "seat": "S", "discarder": "W"}).json()
    assert (evening["dealer"], _totals(evening)) == ("Bo", {"Ann": 0, "Bo": 10, "Cy": -10, "Di": 0})
    assert evening["players"][1]["seat"] == "E"
    evening = client.post("/api/ledger", json={**HAND, "seat": "N", "discarder": "E"}).json()
    assert _totals(evening) == {"Ann": 20, "Bo": -10, "Cy": -10, "Di": 0}


def test_wenzhou(make_client: MakeClient, tmp_path: Path) -> None:
    """The page's settlement and the ledger's agree, caishen money and stakes included."""
    client = make_client(ledger=_begin(tmp_path / "book.db", players=("Ann", "Bo"), rules="wenzhou"))
    body = {
        "rules": "wenzhou",
        "tiles": tiles_of("123m456m789m123p456p9s+9s"),
        "caishen": "C",
        "self_draw": True,
        "bought": True,
        "held": {"S": 2},
        "settle": True,
    }
    balances = client.post("/api/score", json=body).json()["settlement"]["balances"]
    assert balances == {"E": 4, "S": -4}, "base 2 × 买底 2 × hard 2, less 2 × base 2 for the caishen"
    assert _totals(client.post("/api/ledger", json=body).json()) == {"Ann": 4, "Bo": -4}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"tiles": tiles_of("123456789m234pE+W")}, "expected a winning hand, got one that does not win"),
        ({"tiles": tiles_of("123m+4m")}, "expected a winning hand, got one that does not win"),
        ({"tiles": tiles_of("[234m][555p]666s77sEE+7s"), "room": None}, "expected at least 8 fan"),
        ({"rules": "wenzhou", "caishen": "C"}, "expected the session's rules huopin, got wenzhou"),
        ({"discarder": None, "room": None}, "expected a seat of E, S, W, N, got None"),
        ({"photo_sha256": "../x"}, "expected photo_sha256 to be 64 hexadecimal digits, got '../x'"),
        ({"seat": "X"}, "seat: expected a wind"),
    ],
)
def test_what_is_not_added(
    make_client: MakeClient, tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    client = make_client(ledger=_begin(tmp_path / "book.db"))
    answer = client.post("/api/ledger", json={**HAND, **change})
    assert (answer.status_code, answer.json()["error"]) == (422, "invalid")
    assert words in answer.json()["message"]
    assert client.get("/api/ledger").json()["last"] is None


def test_an_entry_there_is_none_of(make_client: MakeClient, tmp_path: Path) -> None:
    answer = make_client(ledger=_begin(tmp_path / "book.db")).delete("/api/ledger/7")
    assert (answer.status_code, answer.json()["error"]) == (422, "invalid")


def test_a_ledger_that_is_gone(make_client: MakeClient, tmp_path: Path) -> None:
    path = _begin(tmp_path / "book.db")
    client = make_client(ledger=path)
    path.unlink()
    answer = client.get("/api/ledger")
    assert (answer.status_code, answer.json()["error"]) == (503, "ledger")


@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_a_ledger_that_stays_locked(
    make_client: MakeClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    monkeypatch.setattr("huopin.ledger.files.BUSY_SECONDS", 0.3)
    path = _begin(tmp_path / "book.db")
    client = make_client(ledger=path)
    if method == "DELETE":
        client.post("/api/ledger", json=HAND)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    answer = client.post("/api/ledger", json=HAND) if method == "POST" else client.delete("/api/ledger/1")
    other.rollback()
    assert (answer.status_code, answer.json()["error"]) == (503, "ledger")
    assert client.get("/api/ledger").json()["last"] == (None if method == "POST" else 1)


def test_a_hand_is_never_refused_and_added_all_the_same(make_client: MakeClient, tmp_path: Path) -> None:
    """A write is waited for, however little time scoring has."""
    path = _begin(tmp_path / "book.db")
    client = make_client(ledger=path, limits=Limits(score_seconds=0.05))
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN EXCLUSIVE")
    threading.Timer(0.6, other.rollback).start()
    answer = client.post("/api/ledger", json=HAND)
    assert (answer.status_code, answer.json()["last"]) == (200, 1)


def test_without_a_ledger(client: TestClient) -> None:
    assert (client.get("/api/ledger").status_code, client.get("/api/ledger").content) == (204, b"")
    for answer in (client.post("/api/ledger", json=HAND), client.delete("/api/ledger/1")):
        assert (answer.status_code, answer.json()["error"]) == (404, "no-ledger")


def test_the_command_wants_a_session(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["serve", "--port", "0", "--ledger", str(tmp_path / "none.db")])
    assert result.exit_code == ExitCode.LEDGER
    assert "expected a ledger, found none" in result.output
