"""What an installation needs, checked part by part: each check says what it found and how to mend it."""

from __future__ import annotations

import importlib
import json
import platform
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Final

import typer

from huopin import __version__
from huopin.commands import settings
from huopin.commands.errors import INSTALL_AGAIN, SetupError, message, vision_libraries
from huopin.scoring import Tile

_EXTRAS: Final = {"cluster": "distributed", "parquet": "arro3.io"}
_CODECS: Final = {"jpg": "JPEG", "zlib": "PNG", "webp": "WebP", "avif": "AVIF", "libtiff": "TIFF"}
_SELFTEST: Final = "selftest"


class _FaultError(Exception):
    """Something wrong, and how to mend it."""

    def __init__(self, found: str, mend: str) -> None:
        super().__init__(found)
        self.mend = mend


@dataclass(frozen=True)
class Finding:
    """The outcome of one check.

    Attributes:
        name: What was checked.
        ok: Whether it is as it should be.
        found: What was found.
        mend: How to mend it; empty when all is well.
    """

    name: str
    ok: bool
    found: str
    mend: str = ""


def run_checks(context: typer.Context) -> Iterator[Finding]:
    """Every check, in the order in which parts rest on each other, then the settings."""
    for name, check in CHECKS.items():
        yield _finding(name, check)
    yield _finding("settings", lambda: _settings(context))


def _finding(name: str, check: Callable[[], str]) -> Finding:
    try:
        return Finding(name, True, check())
    except _FaultError as fault:
        return Finding(name, False, str(fault), fault.mend)
    except SetupError as error:
        found, _, mend = message(error).partition("; ")
        return Finding(name, False, found, mend or INSTALL_AGAIN)
    except Exception as error:
        return Finding(name, False, message(error), INSTALL_AGAIN)


def _program() -> str:
    return (
        f"huopin {__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    )


def _packages() -> str:
    """Those that huopin itself asks for; OpenCV, which comes under several names, has a check of its own."""
    from importlib import metadata  # 20 ms, which no other command needs

    asked = [line for line in metadata.requires("huopin") or () if "extra ==" not in line]
    names = [re.split(r"[^\w.-]", line)[0] for line in asked if not line.startswith("opencv")]
    if missing := [name for name in names if not _version(name)]:
        raise _FaultError(f"missing: {', '.join(missing)}", INSTALL_AGAIN)
    return ", ".join(f"{name} {_version(name)}" for name in sorted(names))


def _version(package: str) -> str:
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _opencv() -> str:
    """OpenCV loads: on bare Linux its wheel wants libGL and GLib from the system."""
    with vision_libraries():
        import cv2
    return f"{cv2.__version__} loads ({cv2.getNumberOfCPUs()} cores)"


def _providers() -> str:
    with vision_libraries():
        import onnxruntime
    available = onnxruntime.get_available_providers()
    if "CPUExecutionProvider" not in available:
        raise _FaultError(
            f"no CPU provider among {', '.join(available)}", "pip install --force-reinstall onnxruntime"
        )
    return ", ".join(available)


def _weights() -> str:
    from huopin.models import manifest, read_weights

    sizes = {name: len(read_weights(name)) for name in manifest()}
    if not sizes:
        raise _FaultError("the manifest lists no weights", INSTALL_AGAIN)
    return ", ".join(f"{name} {size / 1e6:.1f} MB" for name, size in sizes.items()) + ", SHA-256 as listed"


def _codecs() -> str:
    import pi_heif
    from PIL import features

    lacking = [name for codec, name in _CODECS.items() if not features.check(codec)]
    if lacking:
        raise _FaultError(f"Pillow lacks {', '.join(lacking)}", "pip install --force-reinstall pillow")
    return f"{', '.join(_CODECS.values())}, HEIC (libheif {pi_heif.libheif_version()})"


def _fonts() -> str:
    from PIL import ImageFont

    folder = resources.files("huopin.render") / "fonts"
    names = sorted(font.name for font in folder.iterdir() if font.name.endswith((".ttf", ".otf")))
    if not names:
        raise _FaultError("no fonts", INSTALL_AGAIN)
    for name in names:
        with resources.as_file(folder / name) as path:
            ImageFont.truetype(path, 20).getbbox("萬")
    return ", ".join(names)


def _sample() -> str:
    """The whole path on a photo with known answer: finding, naming, layout, scoring."""
    from huopin.commands.photos import Correction, Drawing, hand_of, read_photo
    from huopin.scoring import Context
    from huopin.scoring import huopin as rules_of_huopin

    with resources.as_file(resources.files("huopin.commands") / _SELFTEST) as folder:
        truth: dict[str, Any] = json.loads((Path(folder) / "hand.json").read_text(encoding="utf-8"))
        context = Context(caishen=Tile.parse(truth["caishen"]))
        reading = read_photo(Path(folder) / truth["photo"], context.caishen, Correction(), Drawing())
    read, labelled = [tile.face for tile in reading.tiles], [tile["face"] for tile in truth["tiles"]]
    if read != labelled:
        raise _FaultError(f"expected {' '.join(labelled)}, read {' '.join(read)}", INSTALL_AGAIN)
    score = rules_of_huopin.score(hand_of(reading, context.caishen, context.self_draw), context)
    total = None if score is None else score.total
    if total != truth["expected"]["total"]:
        raise _FaultError(f"expected {truth['expected']['total']} fan, got {total}", INSTALL_AGAIN)
    return f"{len(read)} tiles read right, {total} fan"


def _settings(context: typer.Context) -> str:
    files = settings.files(Path.cwd())
    if problems := [problem for file in files for problem in settings.problems(context, file)]:
        raise _FaultError("; ".join(dict.fromkeys(problems)), "correct the file")
    return ", ".join(map(str, files)) or f"none ({settings.FILE} here, or {settings.user_file()})"


def _extras() -> str:
    """Extras are wanted by few: one that is missing is no fault."""
    return ", ".join(
        f"{extra} {'installed' if _importable(module) else f'not installed (huopin[{extra}])'}"
        for extra, module in _EXTRAS.items()
    )


def _importable(module: str) -> bool:
    try:
        importlib.import_module(module)
    except ImportError:
        return False
    return True


CHECKS: Final[dict[str, Callable[[], str]]] = {
    "program": _program,
    "packages": _packages,
    "OpenCV": _opencv,
    "onnxruntime": _providers,
    "weights": _weights,
    "codecs": _codecs,
    "fonts": _fonts,
    "sample": _sample,
    "extras": _extras,
}
"""The checks of the installation, by what is shown for them."""
