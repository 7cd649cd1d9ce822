"""Defaults of one's own: `huopin.toml` in the folder, and another in the user's config folder.

    rules = "huopin"
    room = "official"
    set = "my-tiles"

The folder's file goes before the user's, and what is given on the command line before both. A setting is the
default of the option with its name in every command that has one.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import platformdirs
import typer
from typer.core import TyperGroup

from huopin.commands.errors import plain
from huopin.commands.photos import OwnTiles
from huopin.scoring import SettingsError

FILE: Final = "huopin.toml"

KEYS: Final[Mapping[str, type]] = {
    "rules": str,
    "room": str,
    "set": str,
    "max_copies": int,
    "wufan_ignores_wucaishen": bool,
    "coefficient": int,
    "take": int,
    "workers": int,
}
"""What may be set, and its type in TOML: what a table agrees on for good, and what the machine can bear."""

_TYPES: Final = {str: "a text", int: "a whole number", bool: "true or false"}
_USED: Final = "huopin.settings"
"""Where a context keeps the settings in use: value and file by name."""


def user_file() -> Path:
    """The settings of the user."""
    return platformdirs.user_config_path("huopin") / FILE


def files(*folders: Path) -> tuple[Path, ...]:
    """The files of the user and of folders that there are, the nearest last."""
    return tuple(file for file in (user_file(), *(folder / FILE for folder in folders)) if file.is_file())


def apply(context: typer.Context, *folders: Path) -> None:
    """Makes settings the defaults of the commands below a context: the user's, over them each folder's.

    Raises:
        SettingsError: A file cannot be read, or sets what cannot be set.
    """
    for file in files(*folders):
        _use(context, file)


def apply_folder(context: typer.Context, folder: Path) -> Path:
    """The settings of the folder that an argument names; as the eager callback of that argument."""
    if (folder / FILE).is_file():
        _use(context, folder / FILE)
    return folder


def blamed(error: Exception) -> str:
    """What is wrong with a setting, when that is why an option has a wrong value; empty otherwise."""
    context = getattr(error, "ctx", None)
    if context is None or not isinstance(error, typer.BadParameter):
        return ""
    options = {str(error.param_hint)} if error.param is None else set(error.param.opts)
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name)
        if source is not None and source.name == "DEFAULT_MAP" and options & set(parameter.opts):
            name = next(name for name in context.meta[_USED] if _option(name) in parameter.opts)
            value, file = context.meta[_USED][name]
            return _told(name, value, file, error)
    return ""


def problems(context: typer.Context, file: Path) -> Iterator[str]:
    """Everything that is wrong with a file, whichever command it would hinder."""
    try:
        settings = _load(file)
    except SettingsError as error:
        yield str(error)
        return
    for parameter in _parameters(context.find_root().command):
        for name, value in settings.items():
            if _option(name) in parameter.opts:
                try:
                    parameter.process_value(context, value)
                    if name == "set":
                        OwnTiles(value).load()
                except typer.BadParameter as error:
                    yield _told(name, value, file, error)


def _load(file: Path) -> Mapping[str, Any]:
    """The settings in a file."""
    try:
        settings = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:  # of TOML and Unicode alike
        raise SettingsError(f'{file}: expected lines such as room = "official", got {error}') from None
    for name, value in settings.items():
        if name not in KEYS:
            raise SettingsError(f"{file}: expected one of {', '.join(KEYS)}, got {name!r}")
        if type(value) is not KEYS[name]:  # true is no number, though Python takes it for 1
            raise SettingsError(f"{file}: {name}: expected {_TYPES[KEYS[name]]}, got {_toml(value)}")
    return settings


def _use(context: typer.Context, file: Path) -> None:
    settings = _load(file)
    used = context.meta.setdefault(_USED, {})
    used |= {name: (value, file) for name, value in settings.items()}
    context.default_map = {**(context.default_map or {}), **_defaults(context.command, used)}


def _defaults(command: Any, used: Mapping[str, tuple[Any, Path]]) -> dict[str, Any]:
    """The settings by parameter, for a command; by command and parameter, for a group."""
    if isinstance(command, TyperGroup):
        return {name: _defaults(one, used) for name, one in command.commands.items()}
    return {
        parameter.name: used[name][0]
        for parameter in command.params
        for name in used
        if _option(name) in parameter.opts
    }


def _parameters(command: Any) -> Iterator[Any]:
    """The parameters of a command, or of all commands of a group."""
    for one in command.commands.values() if isinstance(command, TyperGroup) else ():
        yield from _parameters(one)
    yield from command.params


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _told(name: str, value: Any, file: Path, error: typer.BadParameter) -> str:
    """What is wrong with a setting, in the words of the option that refuses it."""
    text = plain(error.message)
    return f"{file}: {name}: {text}" + ("" if repr(value) in text else f", got {_toml(value)}")


def _toml(value: Any) -> str:
    """A value much as it stands in the file."""
    return json.dumps(value, ensure_ascii=False, default=str)
