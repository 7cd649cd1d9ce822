"""The program around the commands: whatever happens, one clear line and a documented exit code."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup

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
        sys.exit(ExitCode.OK if code is None else code)

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]  # typer hides its base class
        """Runs the command of a parsed command line and its output to the end."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _discard_output()
            raise typer.Exit(ExitCode.BROKEN_PIPE) from None
        return result


def _report(error: Exception) -> ExitCode:
    if debugging():
        traceback.print_exception(error)
    console.error(message(error) + _help_hint(error))
    return exit_code(error)


def _help_hint(error: Exception) -> str:
    """Where a mistaken command line is explained."""
    context = getattr(error, "ctx", None)
    return f" (see {context.command_path} --help)" if context is not None else ""


def _discard_output() -> None:
    """Lets Python close stdout at its end without another complaint."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
