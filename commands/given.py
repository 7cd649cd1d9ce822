"""What stands on the command line itself, and comes neither from `huopin.toml` nor from nobody."""

from __future__ import annotations

from dataclasses import dataclass, fields

import typer

from huopin.commands.show import console


@dataclass(frozen=True)
class Given:
    """The options that were written on a command line.

    Attributes:
        context: The command, parsed.
    """

    context: typer.Context

    def __contains__(self, name: str) -> bool:
        source = self.context.get_parameter_source(name)
        return source is not None and source.name == "COMMANDLINE"

    def among(self, *asked: str | type) -> tuple[str, ...]:
        """Those of these parameters, or of groups of them, that were given, as written: `--last-tile`."""
        names = {name for one in asked for name in _names(one) if name in self}
        return tuple(one.opts[0] for one in self.context.command.params if one.name in names)

    def note_idle(self, reason: str, *asked: str | type) -> None:
        """Tells which of these parameters and groups of options were given in vain."""
        if idle := self.among(*asked):
            console.note(f"no effect {reason}: {', '.join(idle)}")


def _names(asked: str | type) -> tuple[str, ...]:
    return (asked,) if isinstance(asked, str) else tuple(field.name for field in fields(asked))
