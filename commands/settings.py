"""Defaults of one's own: `huopin.toml` in the folder, and another in the user's config folder.

    rules = "huopin"
    room = "official"
    set = "my-tiles"

The folder's file goes before the user's, and what is given on the command line before both. A setting is the
default of the option with its name in every command that has one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import platformdirs
import typer
from typer.core import TyperGroup

from huopin.scoring import SettingsError

FILE: Final = "huopin.toml"

KEYS: Final = (
    "rules",
    "room",
    "set",
    "max_copies",
    "wufan_ignores_wucaishen",
    "coefficient",
    "take",
    "workers",
)
"""What may be set: what a table agrees on for good, and what the machine can bear."""


def user_file() -> Path:
    """The settings of the user."""
    return platformdirs.user_config_path("huopin") / FILE


def apply(context: typer.Context, *folders: Path) -> None:
    """Makes settings the defaults of the commands below a context: the user's, over them each folder's.

    Raises:
        SettingsError: A file cannot be read, or sets what cannot be set.
    """
    files = (user_file(), *(folder / FILE for folder in folders))
    settings = {name: (value, file) for file in files for name, value in _load(file).items()}
    context.default_map = {**(context.default_map or {}), **_defaults(context, context.command, settings)}


def apply_folder(context: typer.Context, folder: Path) -> Path:
    """The settings of the folder that an argument names; as the eager callback of that argument."""
    settings = {name: (value, folder / FILE) for name, value in _load(folder / FILE).items()}
    context.default_map = {**(context.default_map or {}), **_defaults(context, context.command, settings)}
    return folder


def _load(file: Path) -> Mapping[str, Any]:
    """The settings in a file; none when there is no such file."""
    if not file.is_file():
        return {}
    try:
        settings = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:  # of TOML and Unicode alike
        raise SettingsError(f'{file}: expected lines such as room = "official", got {error}') from None
    if unknown := [name for name in settings if name not in KEYS]:
        raise SettingsError(f"{file}: expected one of {', '.join(KEYS)}, got {unknown[0]!r}")
    return settings


def _defaults(
    context: typer.Context, command: Any, settings: Mapping[str, tuple[Any, Path]]
) -> dict[str, Any]:
    """The settings by parameter, for a command; by command and parameter, for a group."""
    if isinstance(command, TyperGroup):
        return {name: _defaults(context, one, settings) for name, one in command.commands.items()}
    return {
        parameter.name: _checked(context, parameter, name, *settings[name])
        for parameter in command.params
        for name in settings
        if f"--{name.replace('_', '-')}" in parameter.opts
    }


def _checked(context: typer.Context, parameter: Any, name: str, value: Any, file: Path) -> Any:
    """A value that the option takes."""
    try:
        parameter.process_value(context, value)
    except typer.BadParameter as error:
        raise SettingsError(f"{file}: {name}: {error.message} (got {value!r})") from None
    return value
