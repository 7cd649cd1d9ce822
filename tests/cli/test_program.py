"""The program around the commands: one clear line and a documented exit code, whatever happens."""

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from huopin.commands.errors import NoTilesError, SetupError, exit_code, vision_libraries
from huopin.commands.exits import ExitCode
from huopin.commands.program import Program
from huopin.scoring import CaseFileError, HandError, HuopinError, NotationError, Problem, SettingsError
from huopin.vision.errors import OverrideError, PhotoError


class ModelError(HuopinError):
    """Stands for `huopin.models.ModelError` without loading numpy."""


FAILURES = {
    "notation": NotationError("expected a tile", "9z", 0),
    "hand": HandError([Problem("a", "expected 14 tiles, got 13"), Problem("b", "expected E", rule="R1")]),
    "lines": HuopinError("first\n  second"),
    "full": OSError(errno.ENOSPC, "No space left on device"),
    "locked": PermissionError(errno.EACCES, "Permission denied", "out.csv"),
    "bug": KeyError("x"),
    "interrupt": KeyboardInterrupt(),
}


def _app() -> typer.Typer:
    app = typer.Typer(cls=Program)

    @app.command()
    def fail(name: str) -> None:
        raise FAILURES[name]

    @app.command()
    def answer(code: int = 0) -> ExitCode:
        typer.echo("done")
        return ExitCode(code)

    return app


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        ("fail notation", 2, "huopin: expected a tile (in '9z' at character 1)"),
        ("fail hand", 2, "huopin: expected 14 tiles, got 13; expected E [R1]"),
        ("fail lines", 2, "huopin: first second"),
        (
            "fail full",
            74,
            "huopin: the output: cannot be read or written (no space left on device); free some space, look "
            "at the permissions, or name another place",
        ),
        (
            "fail locked",
            74,
            "huopin: out.csv: cannot be read or written (permission denied); free some space, look at the "
            "permissions, or name another place",
        ),
        (
            "fail bug",
            70,
            "huopin: unexpected KeyError: 'x'; this is a bug of huopin: please report it with the command "
            "and the photo (HUOPIN_DEBUG=1 shows where it happened)",
        ),
        ("fail interrupt", 130, ""),
        ("fail", 2, "huopin: Missing argument 'name'. (see huopin fail --help)"),
        (
            "answer --cod 3",
            2,
            "huopin: No such option: --cod (Possible options: --code) (see huopin answer --help)",
        ),
        ("anser", 2, "huopin: No such command 'anser'. Did you mean 'answer'? (see huopin --help)"),
    ],
)
def test_failures_are_one_line(arguments: str, code: int, line: str) -> None:
    result = CliRunner().invoke(_app(), arguments.split())
    assert (result.exit_code, result.stdout, result.stderr.strip()) == (code, "", line)


def test_debug_adds_the_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HUOPIN_DEBUG", "1")
    result = CliRunner().invoke(_app(), ["fail", "bug"])
    assert result.exit_code == 70
    assert result.stderr.startswith("Traceback (most recent call last):")


@pytest.mark.parametrize("code", [0, 1, 3])
def test_a_command_returns_its_exit_code(code: int) -> None:
    result = CliRunner().invoke(_app(), ["answer", "--code", str(code)])
    assert (result.exit_code, result.stdout, result.stderr) == (code, "done\n", "")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (NotationError("expected a tile", "9z"), ExitCode.USAGE),
        (SettingsError("expected a room"), ExitCode.USAGE),
        (CaseFileError("expected an object"), ExitCode.USAGE),
        (OverrideError("no tile 99"), ExitCode.USAGE),
        (typer.BadParameter("no"), ExitCode.USAGE),
        (PhotoError("not a picture"), ExitCode.PHOTO),
        (NoTilesError("no tiles"), ExitCode.PHOTO),
        (ModelError("missing weights"), ExitCode.SETUP),
        (SetupError("missing library"), ExitCode.SETUP),
        (OSError(errno.ENOSPC, "No space left on device"), ExitCode.SYSTEM),
        (PermissionError(errno.EACCES, "Permission denied", "out.csv"), ExitCode.SYSTEM),
        (ZeroDivisionError(), ExitCode.BUG),
    ],
)
def test_exit_codes(error: Exception, code: ExitCode) -> None:
    assert exit_code(error) is code


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (
            "libGL.so.1: cannot open shared object file: No such file or directory",
            ("system library libGL.so.1", "sudo apt-get install -y libgl1 libglib2.0-0"),
        ),
        ("No module named 'cv2'", ("No module named 'cv2'", "pip install")),
    ],
)
def test_missing_libraries_say_how_to_install_them(reason: str, words: tuple[str, ...]) -> None:
    with pytest.raises(SetupError) as caught, vision_libraries():
        raise ImportError(reason)
    for word in words:
        assert word in str(caught.value)


def _run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        check=False,
    )


def test_a_closed_pipe_ends_the_program_quietly() -> None:
    program = (
        "import os, sys, typer\n"
        "from huopin.commands.program import Program\n"
        "app = typer.Typer(cls=Program)\n"
        "app.callback()(lambda: None)\n"
        "@app.command()\n"
        "def many() -> None:\n"
        "    for line in range(20000):\n"
        "        typer.echo(line)\n"
        "app(['many'])\n"
    )
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-c", program], stdout=writing, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (ExitCode.BROKEN_PIPE, "")


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
@pytest.mark.parametrize(
    ("redirected", "arguments", "code"),
    [
        ("stdout", ["fans"], ExitCode.SYSTEM),
        ("stdout", ["--help"], ExitCode.SYSTEM),
        ("stdout", ["--version"], ExitCode.SYSTEM),
        ("stderr", ["fans", "x"], ExitCode.USAGE),
    ],
)
def test_a_full_disk_is_no_bug(redirected: str, arguments: list[str], code: int) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", "from huopin.cli import app; app()", *arguments],
            stdout=full if redirected == "stdout" else subprocess.PIPE,
            stderr=full if redirected == "stderr" else subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == code
    assert (done.stderr or "").count("\n") == (redirected == "stdout")
    assert "bug" not in (done.stderr or "")


def test_a_closed_output_is_no_bug() -> None:
    again = "[sys.executable, '-c', 'from huopin.cli import app; app()', 'fans']"
    done = _run(f"import os, sys; os.close(1); os.execv(sys.executable, {again})")
    assert (done.returncode, done.stderr) == (ExitCode.OK, "")


def test_characters_that_the_terminal_lacks_are_escaped() -> None:
    done = _run(
        "from huopin.commands.show import console as c; c.prepare(); c.show('花龙')",
        PYTHONIOENCODING="latin-1",
    )
    assert (done.stdout, done.stderr) == ("\\u82b1\\u9f99\n", "")


def test_help_loads_no_numpy() -> None:
    """Starting must stay quick: numpy, OpenCV and onnxruntime load only in commands that read photos."""
    done = _run(
        "import sys, huopin.cli\n"
        "print(sorted({'numpy', 'cv2', 'onnxruntime', 'PIL', 'torch'} & set(sys.modules)))"
    )
    assert done.stdout == "[]\n"


def test_no_command_prints_the_help() -> None:
    from huopin.cli import app

    for group in ([], ["ledger"]):
        result = CliRunner().invoke(app, group)
        assert (result.exit_code, result.stderr) == (0, "")
        assert " ".join(["Usage: huopin", *group]) in result.stdout


def _commands(group: Any, *path: str) -> Iterator[tuple[str, ...]]:
    yield path
    for name, command in getattr(group, "commands", {}).items():
        yield from _commands(command, *path, name)


@pytest.mark.parametrize("columns", [80, 100, 120])
def test_help_is_not_cut(columns: int) -> None:
    from huopin.cli import app

    for command in _commands(typer.main.get_command(app)):
        result = CliRunner(env={"COLUMNS": str(columns)}).invoke(app, [*command, "--help"])
        assert result.exit_code == 0
        assert "…" not in result.stdout, command


def test_every_exit_code_is_documented() -> None:
    documented = (Path(__file__).parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")
    for code in ExitCode:
        assert f"| {code.value} |" in documented
