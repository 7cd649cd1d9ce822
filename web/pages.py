"""Everything a browser loads, held in memory from the start: no path of a request ever names a file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from jinja2 import Environment, PackageLoader, select_autoescape

from huopin import __version__
from huopin.render.faces import FACES, face_png
from huopin.web.limits import Limits

TILES: Final = (*FACES, "back")
TILE_HEIGHT: Final = 160
"""Pixels; twice what the page shows, for sharp screens."""
_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
    "svg": "image/svg+xml",
    "png": "image/png",
}
_INDEX: Final = "index.html"
_WORKER: Final = "worker.js"
"""The service worker; it is told what to keep."""


@dataclass(frozen=True)
class Page:
    """What one address answers.

    Attributes:
        body: Its bytes.
        kind: Its content type.
    """

    body: bytes
    kind: str

    @property
    def tag(self) -> str:
        """The entity tag: the same as long as the bytes are."""
        return f'"{hashlib.sha256(self.body).hexdigest()[:16]}"'


@cache
def tile_picture(face: str) -> Page:
    """A tile, drawn as in the renderer; a token of `TILES`."""
    return Page(face_png(face, height=TILE_HEIGHT), _TYPES["png"])


@cache
def pages(limits: Limits) -> Mapping[str, Page]:
    """Every address of the page but the tile pictures."""
    static = dict(_files(resources.files(__package__) / "static", "/"))
    found = {("/" if path == f"/{_INDEX}" else path): page for path, page in static.items()}
    api = openapi(limits)
    found["/openapi.json"] = Page(json.dumps(api, ensure_ascii=False).encode(), _TYPES["json"])
    found["/docs"] = Page(_documentation(api).encode(), _TYPES["html"])
    worker = found[f"/{_WORKER}"]
    kept = [path for path in found if path != f"/{_WORKER}"] + [f"/tiles/{face}.png" for face in TILES]
    digest = hashlib.sha256(b"".join(found[path].body for path in sorted(found))).hexdigest()[:16]
    told = f"const VERSION = {json.dumps(digest)};\nconst FILES = {json.dumps(kept)};\n"
    return {**found, f"/{_WORKER}": Page(told.encode() + worker.body, worker.kind)}


def _files(folder: Traversable, below: str) -> Iterator[tuple[str, Page]]:
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        if entry.is_dir():
            yield from _files(entry, f"{below}{entry.name}/")
        elif kind := _TYPES.get(entry.name.rpartition(".")[2]):
            yield below + entry.name, Page(entry.read_bytes(), kind)


def openapi(limits: Limits) -> dict[str, Any]:
    """The OpenAPI description of the API, with this server's limits."""
    text = (resources.files(__package__) / "openapi.json").read_text(encoding="utf-8")
    description: dict[str, Any] = json.loads(text)
    description["info"]["x-huopin-version"] = __version__
    description["info"]["x-limits"] = asdict(limits)
    return description


def _documentation(api: Mapping[str, Any]) -> str:
    loader = PackageLoader("huopin.web", "templates")
    environment = Environment(
        loader=loader, autoescape=select_autoescape(), trim_blocks=True, lstrip_blocks=True
    )
    return environment.get_template("docs.html").render(api=api)
