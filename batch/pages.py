"""HTML pages and drawings from templates: every value escaped, one look, nothing fetched from anywhere."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined


def render(package: str, template: str, **values: Any) -> str:
    """The text of a template of a package, or else of this one, with these values."""
    return _environment(package).get_template(template).render(**values)


def stream(package: str, template: str, **values: Any) -> Iterator[str]:
    """The same piece by piece: values that are iterators are used up as the page grows."""
    return _environment(package).get_template(template).generate(**values)


@cache
def _environment(package: str) -> Environment:
    loader = ChoiceLoader([PackageLoader(package), PackageLoader("huopin.batch")])
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["jpeg_uri"] = _jpeg_uri
    environment.filters["percent"] = _percent
    return environment


def _jpeg_uri(data: bytes) -> str:
    return f"data:image/jpeg;base64,{b64encode(data).decode()}"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"
