"""Fields of a JSON request, read one by one with an error that names the field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from huopin.web.errors import invalid

_LONGEST: Final = 40
_MOST: Final = 10**9


class Fields:
    """The fields of one JSON object."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data

    def flag(self, name: str) -> bool:
        """A boolean; false where absent."""
        value = self._data.get(name, False)
        if not isinstance(value, bool):
            raise invalid(f"expected {name} to be true or false, got {shown(value)}")
        return value

    def number(self, name: str, least: int, most: int, default: int) -> int:
        """A whole number within its range."""
        value = self._data.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise invalid(f"expected {name} to be {least} to {most}, got {shown(value)}")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """An array of up to four texts."""
        value = self._data.get(name, [])
        if not isinstance(value, list) or len(value) > 4 or not all(isinstance(text, str) for text in value):
            raise invalid(f"expected {name} to be an array of seats, got {shown(value)}")
        return tuple(value)

    def counts(self, name: str) -> dict[str, int]:
        """Whole numbers of 0 to 9 by seat."""
        value = self._data.get(name, {})
        if not isinstance(value, dict) or not all(
            type(count) is int and 0 <= count < 10 for count in value.values()
        ):
            raise invalid(f"expected {name} to be an object of numbers by seat, got {shown(value)}")
        return value

    def plain(self, *without: str) -> dict[str, Any]:
        """The other fields, each a short text, a whole number, a boolean or null."""
        values = {name: value for name, value in self._data.items() if name not in without}
        for name, value in values.items():
            if not _is_plain(value):
                raise invalid(
                    f"expected {name[:_LONGEST]!a} to be a text, number or boolean, got {shown(value)}"
                )
        return values


def _is_plain(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= _LONGEST
    return value is None or isinstance(value, bool) or (isinstance(value, int) and abs(value) <= _MOST)


def shown(value: object) -> str:
    """A value in a message: short, and a container by its kind."""
    text = type(value).__name__ if isinstance(value, (list, dict)) else ascii(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
