"""What is installed: the listed packages are the found ones, and the wheel holds the files that it should."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parent.parent
PYPROJECT = tomllib.loads((REPO / "pyproject.toml").read_text(encoding="utf-8"))
NOT_SHIPPED = ("tests", "samples", "benchmarks", "docs", "build", "dist", "runs", "shared")
ROOT_MODULES = {"__init__.py", "cli.py"}


def _package_folders() -> set[Path]:
    """Folders with an `__init__.py`, relative to the repository; hidden ones and links are none of ours."""
    found = set()
    for folder, below, files in os.walk(REPO):
        path = Path(folder).relative_to(REPO)
        below[:] = [name for name in below if not name.startswith(".")]
        if path.parts and path.parts[0] in NOT_SHIPPED:
            below.clear()
        elif "__init__.py" in files:
            found.add(path)
    return found


def test_listed_packages_are_the_found_ones() -> None:
    found = {".".join(("huopin", *folder.parts)) for folder in _package_folders()}
    listed = PYPROJECT["tool"]["setuptools"]["packages"]
    assert sorted(listed) == listed, "keep the list sorted"
    assert set(listed) == found


def test_the_root_holds_two_modules() -> None:
    assert {path.name for path in REPO.glob("*.py")} == ROOT_MODULES


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Names of the files of the wheel, built from the sdist as an installer does."""
    folder = tmp_path_factory.mktemp("build")
    source = folder / "source"
    ignore = shutil.ignore_patterns(".*", "*.egg-info", "__pycache__", *NOT_SHIPPED)
    shutil.copytree(REPO, source, ignore=ignore)
    sdist = _build("build_sdist", source, folder)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    built = _build("build_wheel", folder / sdist.name.removesuffix(".tar.gz"), folder)
    with zipfile.ZipFile(built) as archive:
        return archive.namelist()


def _build(hook: str, source: Path, target: Path) -> Path:
    code = f"import setuptools.build_meta as b, sys; sys.stderr.write(b.{hook}({str(target)!r}))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=source,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return target / done.stderr.splitlines()[-1]


def test_the_wheel_holds_every_module_and_nothing_else(wheel: list[str]) -> None:
    expected = {
        str("huopin" / folder / module.name)
        for folder in _package_folders()
        for module in (REPO / folder).glob("*.py")
    }
    assert {name for name in wheel if name.endswith(".py")} == expected
    assert {name.split("/")[0].split("-")[0] for name in wheel} == {"huopin"}


def test_the_wheel_holds_the_data(wheel: list[str]) -> None:
    manifest = json.loads((REPO / "models" / "manifest.json").read_text(encoding="utf-8"))
    weights = {f"huopin/models/{network['file']}" for network in manifest["networks"].values()}
    fonts = {f"huopin/render/fonts/{path.name}" for path in (REPO / "render" / "fonts").iterdir()}
    beside = ("batch/templates", "validation/templates", "commands/selftest")
    others = {f"huopin/{folder}/{path.name}" for folder in beside for path in (REPO / folder).iterdir()}
    assert others <= set(wheel)
    assert {"huopin/py.typed", "huopin/models/manifest.json", *weights, *fonts} <= set(wheel)
    assert any(name.endswith("licenses/LICENSE") for name in wheel)


@pytest.mark.parametrize("module", ["huopin.scoring", "huopin.scoring.huopin"])
def test_scoring_is_pure_python(module: str) -> None:
    """The rules run where no photo is read: they load neither numpy nor OpenCV nor our own vision code."""
    code = (
        f"import sys, {module}\n"
        "heavy = ('numpy', 'cv2', 'onnxruntime', 'PIL', 'typer', 'huopin.vision', 'huopin.commands')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
