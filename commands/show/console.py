"""Where output goes: data to stdout, notes and errors to stderr; colour only on a terminal."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import typer
from rich.console import Console, RenderableType


def prepare() -> None:
    """Makes the streams take any character: one the terminal lacks is escaped, as in JSON."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def show(*parts: RenderableType) -> None:
    """Prints results; as wide as the terminal, 80 columns when piped; what cannot be narrower is not cut."""
    console = Console(highlight=False, markup=False, emoji=False)
    with console.capture() as capture:
        console.print(*parts, sep="\n", crop=False)
    typer.echo("\n".join(line.rstrip() for line in capture.get().splitlines()))


def show_json(record: Any) -> None:
    """Prints one JSON object on a line of its own."""
    typer.echo(json.dumps(record, ensure_ascii=False))


def note(text: str) -> None:
    """Tells something that is no result."""
    typer.echo(text, err=True)


def error(text: str) -> None:
    """Tells what went wrong, on one line."""
    note(f"huopin: {text}")
