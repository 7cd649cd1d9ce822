"""Groups of options: a frozen dataclass whose fields are typer options, shared by several commands.

A command takes a group as one parameter; `with_groups` shows typer its fields one by one:

    @app.command()
    @with_groups
    def score(photo: PhotoArgument, winning: Winning, output: Output) -> ExitCode: ...
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, get_type_hints

_Result = TypeVar("_Result")


def with_groups(command: Callable[..., _Result]) -> Callable[..., _Result]:
    """The command with every parameter that is a dataclass replaced by the fields of the dataclass."""
    hints = get_type_hints(command, include_extras=True)
    hints.pop("return", None)
    groups: dict[str, type] = {
        name: hint for name, hint in hints.items() if isinstance(hint, type) and is_dataclass(hint)
    }

    def run(**values: Any) -> _Result:
        built = {
            name: group(**{field.name: values.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        return command(**built, **values)

    parameters = [
        parameter
        for name in inspect.signature(command).parameters
        for parameter in _parameters(command, name, hints, groups)
    ]
    run.__name__, run.__doc__, run.__module__ = command.__name__, command.__doc__, command.__module__
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # read by inspect
    return run


def _parameters(
    command: Callable[..., Any], name: str, hints: dict[str, Any], groups: dict[str, type]
) -> Iterator[inspect.Parameter]:
    """A parameter as typer shall see it: itself, or one for each field of its group."""
    if name not in groups:
        own = inspect.signature(command).parameters[name]
        yield own.replace(annotation=hints[name], kind=inspect.Parameter.KEYWORD_ONLY)
        return
    group = groups[name]
    annotations = get_type_hints(group, include_extras=True)
    for field in fields(group):
        yield inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=field.default,
            annotation=annotations[field.name],
        )
