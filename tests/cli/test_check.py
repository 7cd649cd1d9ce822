"""`huopin check`: a sound installation, and every part of it missing in turn."""

import builtins
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime
import pytest
import typer
from PIL import features
from sample_oracle import SAMPLES
from typer.testing import Result

from huopin import models
from huopin.commands import checks, settings

Run = Callable[..., Result]


def test_a_sound_installation(huopin: Run) -> None:
    """With the shipped weights: the bundled photo is read and scored."""
    result = huopin("check")
    assert result.exit_code == 0, result.stdout
    lines = result.stdout.splitlines()
    assert [line.split()[1] for line in lines if line.startswith("ok")] == [*checks.CHECKS, "settings"]
    assert "ok  sample       14 tiles read right, 10 fan" in lines
    assert all(len(line) <= 80 for line in lines)


def test_json(huopin: Run) -> None:
    findings = [json.loads(line) for line in huopin("check", "--format", "json").stdout.splitlines()]
    assert {finding["name"]: finding["ok"] for finding in findings} == dict.fromkeys(
        [*checks.CHECKS, "settings"], True
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("room", 'expected lines such as room = "official", got Expected'),
        ('set = "nope"', "set: tile set 'nope': expected one of the enrolled sets"),
        ('room = "roof"\ntake = -1', "room: expected a room no-fan"),
        ('room = "roof"\ntake = -1', "take: Input should be greater than or equal to 0"),
    ],
)
def test_settings_are_checked_and_hinder_no_other_check(
    huopin: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, found: str
) -> None:
    monkeypatch.setattr(checks, "CHECKS", {"program": checks._program})
    monkeypatch.setattr(settings, "user_file", lambda: tmp_path / "user.toml")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    Path(settings.FILE).write_text(text)
    result = huopin("check", "--format", "json")
    program, told = map(json.loads, result.stdout.splitlines())
    assert (result.exit_code, program["ok"], told["ok"], told["mend"]) == (4, True, False, "correct the file")
    assert f"{tmp_path / settings.FILE}: " in told["found"]
    assert found in told["found"]


def test_the_bundled_photo_is_a_small_copy_of_a_sample() -> None:
    folder = Path(checks.__file__).parent / "selftest"
    truth, sample = (json.loads(path.read_text()) for path in (folder / "hand.json", SAMPLES / "melds.json"))
    same = ("hand", "caishen", "context", "expected", "rules")
    assert {name: truth[name] for name in same} == {name: sample[name] for name in same}
    small, large = cv2.imread(str(folder / "hand.jpg")), cv2.imread(str(SAMPLES / "melds.jpg"))
    assert small is not None
    assert large is not None
    resized = cv2.resize(large, (small.shape[1], small.shape[0]), interpolation=cv2.INTER_AREA)
    assert np.abs(resized.astype(int) - small).mean() < 3
    np.testing.assert_allclose(
        np.array([tile["quad"] for tile in truth["tiles"]]) * 2,
        np.array([tile["quad"] for tile in sample["tiles"]]),
        atol=1,
    )


@pytest.fixture
def no_import(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Makes the import of a module fail with a message."""
    real = builtins.__import__

    def refuse(module: str, reason: str) -> None:
        def importing(name: str, *rest: Any) -> Any:
            if name == module:
                raise ImportError(reason)
            return real(name, *rest)

        monkeypatch.delitem(sys.modules, module, raising=False)
        monkeypatch.setattr(builtins, "__import__", importing)

    return refuse


def test_a_missing_system_library(huopin: Run, no_import: Callable[[str, str], None]) -> None:
    no_import("cv2", "libGL.so.1: cannot open shared object file: No such file or directory")
    finding = checks._finding("OpenCV", checks.CHECKS["OpenCV"])
    assert finding == checks.Finding(
        "OpenCV",
        False,
        "OpenCV needs the system library libGL.so.1, which is missing",
        "on Debian or Ubuntu: sudo apt-get install -y libgl1 libglib2.0-0",
    )


def _damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "models"
    shutil.copytree(Path(models.__file__).parent, folder)
    for weights in folder.glob("*.onnx"):
        weights.write_bytes(weights.read_bytes()[:-1] + b"?")
    monkeypatch.setattr(resources, "files", lambda _: folder)


def _no_provider(_: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onnxruntime, "get_available_providers", lambda: ["AzureExecutionProvider"])


def _no_avif(_: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check = features.check
    monkeypatch.setattr(features, "check", lambda codec: codec != "avif" and check(codec))


def _no_fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fonts").mkdir()
    files = resources.files
    monkeypatch.setattr(resources, "files", lambda name: tmp_path if name == "huopin.render" else files(name))


def _no_package(_: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    version = checks._version
    monkeypatch.setattr(checks, "_version", lambda name: "" if name == "pillow" else version(name))


@pytest.mark.parametrize(
    ("name", "damage", "found", "mend"),
    [
        ("weights", _damaged, "expected SHA-256", "install huopin again"),
        (
            "onnxruntime",
            _no_provider,
            "no CPU provider among Azure",
            "pip install --force-reinstall onnxruntime",
        ),
        ("codecs", _no_avif, "Pillow lacks AVIF", "pip install --force-reinstall pillow"),
        ("fonts", _no_fonts, "no fonts", "install huopin again"),
        ("packages", _no_package, "missing: pillow", "install huopin again"),
    ],
)
def test_each_fault_says_how_to_mend_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    damage: Callable[[Path, pytest.MonkeyPatch], None],
    found: str,
    mend: str,
) -> None:
    damage(tmp_path, monkeypatch)
    finding = checks._finding(name, checks.CHECKS[name])
    assert not finding.ok
    assert found in finding.found
    assert mend in finding.mend


def test_a_fault_is_the_exit_code(huopin: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(_context: typer.Context) -> Iterator[checks.Finding]:
        yield checks.Finding("weights", False, "missing", "install huopin again")

    monkeypatch.setattr("huopin.commands.check.run_checks", fault)
    result = huopin("check")
    assert result.exit_code == 4
    assert result.stdout == "BAD  weights  missing\n              to mend: install huopin again\n"
