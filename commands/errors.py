"""From an exception to one clear line and an exit code: the only place that knows both.

HuopinError
├── SetupError    a part of the installation that is missing
├── ContextError  what is said about one photo, beside it or in a request, that cannot be
├── NoTilesError  a photo on which no tiles were found
└── NoWinError    tiles to be entered as a win that do not win
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import typer

from huopin.commands.exits import ExitCode
from huopin.scoring import HuopinError

DEBUG_VARIABLE: Final = "HUOPIN_DEBUG"
"""Environment variable that adds the traceback to an error, when set and not empty."""

# By name: importing the classes of `vision` and `models` would load OpenCV for every command.
_EXIT_CODES: Final = {
    "SetupError": ExitCode.SETUP,
    "ModelError": ExitCode.SETUP,
    "NoTilesError": ExitCode.PHOTO,
    "PhotoError": ExitCode.PHOTO,
    "NotEnoughFanError": ExitCode.NO_WIN,
    "NoWinError": ExitCode.NO_WIN,
    "LedgerFileError": ExitCode.LEDGER,
    "HuopinError": ExitCode.USAGE,
    "TyperException": ExitCode.USAGE,
    "OSError": ExitCode.SYSTEM,
}
_INSTALL_LIBRARIES: Final = "on Debian or Ubuntu: sudo apt-get install -y libgl1 libglib2.0-0"
INSTALL_AGAIN: Final = "install huopin again: pip install --force-reinstall ."


class SetupError(HuopinError):
    """A part of the installation that is missing; the text says how to mend it."""


class ContextError(HuopinError):
    """What was said about one photo cannot be; the text names the place and the value."""


class NoTilesError(HuopinError):
    """A photo on which no tiles were found; the text is the reader's verdict."""


class NoWinError(HuopinError):
    """Tiles to be entered as a win that do not win; the text says why not."""


@contextmanager
def vision_libraries() -> Iterator[None]:
    """Goes around the import of vision code, so that a missing library says how to install it.

    Raises:
        SetupError: instead of the `ImportError`.
    """
    try:
        yield
    except ImportError as error:
        raise SetupError(_missing(str(error))) from error


def _missing(reason: str) -> str:
    if ".so" in reason:
        library = reason.partition(":")[0]
        return f"OpenCV needs the system library {library}, which is missing; {_INSTALL_LIBRARIES}"
    return f"a package is missing or damaged ({reason}); {INSTALL_AGAIN}"


def exit_code(error: Exception) -> ExitCode:
    """The documented exit code of an error."""
    names = (base.__name__ for base in type(error).__mro__)
    return next((_EXIT_CODES[name] for name in names if name in _EXIT_CODES), ExitCode.BUG)


def message(error: Exception) -> str:
    """What to tell the user, on one line."""
    if isinstance(error, typer.TyperException):
        text = plain(error.format_message())
    elif isinstance(error, HuopinError):
        text = str(error)
    elif isinstance(error, OSError):
        text = (
            f"{error.filename or 'the output'}: cannot be read or written "
            f"({(error.strerror or str(error)).lower()}); free some space, look at the permissions, or name "
            "another place"
        )
    else:
        text = (
            f"unexpected {type(error).__name__}: {error}; this is a bug of huopin: please report it with the "
            f"command and the photo ({DEBUG_VARIABLE}=1 shows where it happened)"
        )
    return " ".join(text.split())


def plain(text: str) -> str:
    """What typer says of a value, without the words that it and pydantic put before it."""
    return text.removeprefix("Invalid value: ").replace("Value error, ", "")


def debugging() -> bool:
    """Whether the user asked for tracebacks."""
    return bool(os.environ.get(DEBUG_VARIABLE))
