"""Exit codes: the same for every command; `docs/cli.md` is their table for users."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What a finished command tells its caller."""

    OK = 0
    NO_WIN = 1
    """The tiles are no winning hand, or one that may not win in the room."""
    USAGE = 2
    """The command line, a hand in text, or a file of hands is not as expected."""
    PHOTO = 3
    """A photo cannot be read, or shows no tiles."""
    SETUP = 4
    """The installation is incomplete: weights or a system library are missing."""
    BELOW = 5
    """The figures of a data set are below the limits that were asked for."""
    LEDGER = 6
    """The ledger's file is missing, damaged, newer than the program, or in use."""
    BUG = 70
    """An error nobody foresaw; EX_SOFTWARE of sysexits.h."""
    SYSTEM = 74
    """The system refuses to read or write: a full disk, no permission; EX_IOERR of sysexits.h."""
    INTERRUPTED = 130
    """Stopped with Ctrl-C; 128 + SIGINT."""
    BROKEN_PIPE = 141
    """Nobody reads the output any more; 128 + SIGPIPE."""
