"""The program around the commands: whatever happens, one clear line and a documented exit code."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import IO, Any

import typer
from typer.core import TyperGroup

from huopin.commands import settings
from huopin.commands.errors import debugging, exit_code, message
from huopin.commands.exits import ExitCode
from huopin.commands.show import console


class Program(TyperGroup):
    """The group of all commands. A command returns its `ExitCode`, or None for `ExitCode.OK`."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Runs a command line and ends the process with its exit code."""
        console.prepare()
        try:
            code = super().main(args, "huopin", complete_var, False, windows_expand_args, **extra)
        except Exception as error:
            code = _report(error)
        _let_go(sys.stdout)
        _let_go(sys.stderr)
        sys.exit(ExitCode.OK if code is None else code)

    def make_context(self, *args: Any, **extra: Any) -> Any:
        """Parses a command line, which may already print: a version, help."""
        with _to_a_reader():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]  # typer hides its base class
        """Runs the command of a parsed command line and its output to the end."""
        with _to_a_reader():
            return super().invoke(ctx)


def show_help(context: typer.Context) -> None:
    """As the callback of a group: without a command, tells which there are."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@contextmanager
def _to_a_reader() -> Iterator[None]:
    """Goes around what prints: when nobody reads it any more, that has an exit code of its own."""
    try:
        yield
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise typer.Exit(ExitCode.BROKEN_PIPE) from None


def _report(error: Exception) -> ExitCode:
    with suppress(OSError):  # stderr may be as full or as closed as stdout
        if debugging():
            traceback.print_exception(error)
        console.error(settings.blamed(error) or message(error) + _help_hint(error))
    return exit_code(error)


def _help_hint(error: Exception) -> str:
    """Where a mistaken command line is explained."""
    context = getattr(error, "ctx", None)
    return f" (see {context.command_path} --help)" if context is not None else ""


def _let_go(stream: IO[str] | None) -> None:
    """Lets Python close a stream at its end without another complaint about what cannot be written."""
    if stream is None:  # closed before the start, as by `>&-`
        return
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
