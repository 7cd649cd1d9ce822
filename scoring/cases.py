"""Files of hands, one JSON object a line, in either of two forms.

Both forms: `self_draw`, `round_wind`, `seat_wind` (E where absent), `last_of_kind`, `wall_last`, `kong`
(at the top or under `flags`), `flowers` (a number or a list of tiles), `caishen`, `max_copies`,
`wufan_ignores_wucaishen`. The answer, where known, is `total` and `fans` (or `huopin_total`, `huopin_fans`).

- `hand`: the notation, as `[5555m]46m123p789sE*+E`.
- `concealed` (tiles without the winning one), `melds` (`type`, `tiles`, `concealed`) and `win`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from huopin.scoring.errors import CaseFileError, HuopinError
from huopin.scoring.hand import Context, Hand, Meld, Options
from huopin.scoring.notation import parse_hand, parse_tile, parse_tiles
from huopin.scoring.tiles import EAST, Piece, Tile

_T = TypeVar("_T")
_FLAGS: Final = ("self_draw", "last_of_kind", "wall_last", "kong")


@dataclass(frozen=True, slots=True)
class Case:
    """One line of a file of hands.

    Attributes:
        id: The line's `id` or `rule`, else its number.
        line: Line number, from 1.
        hand: The hand, its caishen applied.
        context: How it was won.
        options: The options in force.
        total: The published total without judging it; None for no win.
        fans: The published fans, name to count; None for no win.
        answered: Whether the line gives an answer at all.
    """

    id: str
    line: int
    hand: Hand
    context: Context
    options: Options
    total: int | None
    fans: Mapping[str, int] | None
    answered: bool


class Fields:
    """One JSON object, read field by field with an error that names the field; `flags` count as fields."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        flags = data.get("flags")
        self._data = {**(flags if isinstance(flags, Mapping) else {}), **data}

    def __contains__(self, name: str) -> bool:
        return name in self._data

    def get(self, name: str, kind: type[_T], default: _T) -> _T:
        """A field of one type, or the default when it is absent or null."""
        value = self._data.get(name)
        if value is None:
            return default
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise CaseFileError(f"expected {name} to be {kind.__name__}, got {value!r}")
        return value

    def first(self, *names: str) -> Any:
        """The first of these fields that is there."""
        return next((self._data[name] for name in names if name in self._data), None)

    def tile(self, name: str) -> Tile | None:
        """A field that is a tile; None when absent or empty."""
        text = self.get(name, str, "")
        return parse_tile(text) if text else None


def _piece(text: object) -> Piece:
    pieces = parse_tiles(text) if isinstance(text, str) else ()
    if len(pieces) != 1:
        raise CaseFileError(f"expected one tile, got {text!r}")
    return pieces[0]


def _tile(text: object) -> Tile:
    piece = _piece(text)
    if not isinstance(piece, Tile):
        raise CaseFileError(f"expected a tile and no caishen here, got {text!r}")
    return piece


def _meld(data: Any) -> Meld:
    if not isinstance(data, Mapping) or not isinstance(data.get("tiles"), list):
        raise CaseFileError(f"expected a meld with its tiles, got {data!r}")
    return Meld.of(map(_tile, data["tiles"]), concealed=bool(data.get("concealed", False)))


def _listed_hand(fields: Fields) -> Hand:
    win = fields.first("win")
    return Hand(
        tuple(map(_piece, fields.get("concealed", list, []))),
        tuple(map(_meld, fields.get("melds", list, []))),
        None if win is None else _piece(win),
    )


def _with_flowers(hand: Hand, flowers: object) -> Hand:
    if flowers is None:
        return hand
    if isinstance(flowers, int) and not isinstance(flowers, bool):
        return replace(hand, unnamed_flowers=flowers)
    if isinstance(flowers, list):
        return replace(hand, flowers=(*hand.flowers, *map(_tile, flowers)))
    raise CaseFileError(f"expected flowers to be a number or a list of tiles, got {flowers!r}")


def read_hand(fields: Fields, white_as: Tile | None = None) -> Hand:
    """The hand of a line in either form; `white_as` as in `parse_hand`."""
    if "hand" in fields:
        return parse_hand(fields.get("hand", str, ""), white_as=white_as)
    if "concealed" in fields:
        return _listed_hand(fields)
    raise CaseFileError('expected "hand", or "concealed" with "win", got neither')


def _read_context(fields: Fields) -> Context:
    return Context(
        round_wind=fields.tile("round_wind") or EAST,
        seat_wind=fields.tile("seat_wind") or EAST,
        caishen=fields.tile("caishen"),
        **{flag: fields.get(flag, bool, False) for flag in _FLAGS},
    )


def _read_options(fields: Fields) -> Options:
    copies = fields.get("max_copies", int, 0)
    return Options(copies or None, fields.get("wufan_ignores_wucaishen", bool, False))


def parse_case(data: Mapping[str, Any], line: int = 1) -> Case:
    """The case that one JSON object describes.

    Raises:
        HuopinError: a field is missing or has the wrong form.
    """
    fields = Fields(data)
    context = _read_context(fields)
    hand = _with_flowers(read_hand(fields), fields.first("flowers"))
    if context.caishen is not None:
        hand = hand.with_caishen(context.caishen, self_draw=context.self_draw)
    return Case(
        id=str(fields.first("id", "rule") or line),
        line=line,
        hand=hand,
        context=context,
        options=_read_options(fields),
        total=fields.first("huopin_total", "total"),
        fans=fields.first("huopin_fans", "fans"),
        answered="total" in fields or "huopin_total" in fields,
    )


def load_cases(path: Path | str) -> Iterator[Case]:
    """Every Huopin case of a file; see `load_lines`."""
    return load_lines(path, parse_case)


def load_lines(path: Path | str, parse: Callable[[Mapping[str, Any], int], _T]) -> Iterator[_T]:
    """What `parse` makes of every line that is not blank (JSON object, line number).

    Raises:
        CaseFileError: the file cannot be read, or a line is no JSON object that `parse` understands;
            names the file and the line.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CaseFileError(f"expected a text file of hands, got {str(path)!r}: {_reason(error)}") from None
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield _load_line(line, number, path, parse)


def _reason(error: OSError | UnicodeDecodeError) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else "not UTF-8"


def _load_line(line: str, number: int, path: Path | str, parse: Callable[[Mapping[str, Any], int], _T]) -> _T:
    where = f"{path} line {number}"
    try:
        data = json.loads(line)
    except ValueError as error:
        raise CaseFileError(f"{where}: expected a JSON object, got {line.strip()[:60]!r} ({error})") from None
    if not isinstance(data, Mapping):
        raise CaseFileError(f"{where}: expected a JSON object, got {line.strip()[:60]!r}")
    try:
        return parse(data, number)
    except HuopinError as error:
        raise CaseFileError(f"{where}: {error}") from None
