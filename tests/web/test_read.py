"""`POST /api/read`."""

import base64
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from sample_oracle import SAMPLES
from starlette.testclient import TestClient
from typer.testing import CliRunner

from huopin.cli import app
from huopin.commands import photos
from huopin.vision.pipeline import Reader

MakeClient = Callable[..., TestClient]
ReadSample = Callable[..., dict[str, Any]]


@pytest.mark.parametrize("name", ["melds", "concealed-kong", "discards"])
def test_the_object_is_that_of_the_command_line(
    read_sample: ReadSample, name: str, oracle_reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photos, "_reader", lambda *_: oracle_reader)
    monkeypatch.chdir(SAMPLES)
    told = CliRunner().invoke(app, ["read", f"{name}.jpg", "--format", "json"]).stdout
    record = read_sample(name)
    assert record.pop("sha256") == hashlib.sha256((SAMPLES / f"{name}.jpg").read_bytes()).hexdigest()
    assert record.pop("size") == json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))["size"]
    assert record == json.loads(told)


def test_wenzhou_hands_have_seventeen_tiles(read_sample: ReadSample) -> None:
    assert read_sample("wenzhou", rules="wenzhou", caishen="5s")["verdict_code"] == "ok"
    assert read_sample("wenzhou")["verdict_code"] != "ok"


def test_a_preview_for_browsers_that_cannot_show_the_format(read_sample: ReadSample) -> None:
    assert "preview" not in read_sample("melds")
    kind, _, data = read_sample("melds", preview="1")["preview"].partition(",")
    assert kind == "data:image/jpeg;base64"
    image = cv2.imdecode(np.frombuffer(base64.b64decode(data), np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert image.shape == (1200, 1600, 3)


def test_nothing_is_kept_unless_asked(client: TestClient, make_client: MakeClient, tmp_path: Path) -> None:
    photo = (SAMPLES / "melds.jpg").read_bytes()
    evil = "../../../escape.jpg"
    assert client.post("/api/read", files={"photo": (evil, photo)}).json()["photo"] == evil
    assert list(tmp_path.rglob("*")) == []
    make_client(keep=tmp_path).post("/api/read", files={"photo": (evil, photo)})
    kept = sorted(tmp_path.iterdir())
    assert [path.suffix for path in kept] == [".jpg", ".json"]
    assert kept[0].read_bytes() == photo
    assert json.loads(kept[1].read_text(encoding="utf-8"))["photo"] == evil
    assert not list(tmp_path.parent.parent.parent.glob("escape*"))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"rules": "riichi"}, "rules: expected huopin or wenzhou, got 'riichi'"),
        ({"caishen": "9z"}, "caishen: expected a tile such as 6m, E, C or 六万, got '9z'"),
        ({"caishen": "a1"}, "caishen: expected a suit tile, wind or dragon, got the flower 春"),
        ({"caishen": "1m", "indicator": "2m"}, "expected caishen or indicator, got both"),
        (
            {"path": "/etc/passwd"},
            "expected the fields photo, caishen, indicator, rules, preview, got 'path'",
        ),
        ({"caishen": "x" * 500}, "expected the field 'caishen' in at most 400 bytes, got more"),
    ],
)
def test_mistaken_fields(client: TestClient, fields: dict[str, str], words: str) -> None:
    answer = client.post("/api/read", files={"photo": ("a.jpg", b"x")}, data=fields)
    assert (answer.status_code, answer.json()) == (422, {"error": "invalid", "message": words})
