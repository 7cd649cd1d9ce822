"""README.md shows what the program prints, and says how to set it up in the form that `.ci/run` extracts."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

REPO = Path(__file__).resolve().parents[2]
README = (REPO / "README.md").read_text(encoding="utf-8")


def _sessions() -> list[tuple[str, str]]:
    """Command lines and their output."""
    blocks = re.findall(r"```console\n(.*?)```", README, flags=re.DOTALL)
    return [
        (command, output)
        for block in blocks
        for command, output in re.findall(r"^\$ (huopin .*)\n((?:(?!\$ ).*\n)*)", block, flags=re.MULTILINE)
    ]


@pytest.mark.usefixtures("oracle")
@pytest.mark.parametrize(("command", "output"), _sessions())
def test_sessions(
    huopin: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, command: str, output: str
) -> None:
    monkeypatch.chdir(REPO)
    assert huopin(*shlex.split(command)[1:]).stdout == output


def test_there_are_sessions() -> None:
    assert len(_sessions()) >= 2


def test_the_commands_for_newcomers() -> None:
    score, tests = re.findall(r"```bash\n(.*?)```", README, flags=re.DOTALL)
    assert "huopin score samples/" in score
    assert "pytest" in tests


@pytest.mark.parametrize("page", sorted(path.name for path in (REPO / "docs").glob("*.md")))
def test_every_page_is_linked(page: str) -> None:
    """From the README, so that nobody has to guess where something is explained."""
    assert f"](docs/{page})" in README


def test_links_lead_somewhere() -> None:
    for document in (REPO / "README.md", *(REPO / "docs").glob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
            assert (document.parent / link).exists(), f"{document.name}: {link}"
