"""Tiles as a client sends them back, corrected: the same objects that a reading has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from huopin.vision.labels import LABELS, NONE
from huopin.vision.reading import Reading, ReadTile, Verdict
from huopin.vision.roles import Role
from huopin.web.errors import invalid
from huopin.web.fields import shown

MOST_TILES: Final = 200
"""More than a set has."""
_MOST_NUMBER: Final = 10**6
_NOWHERE: Final = np.zeros((4, 2), np.float32)
_EDITED: Final = Verdict("edited", "As the client says.")
_ROLES: Final = tuple(role.value for role in Role)


def reading_of(tiles: object, hand_tiles: int) -> Reading:
    """The reading that a client describes; where its tiles lie is of no account.

    Args:
        tiles: Objects with `face` and, where they differ from the default, `id` (place in the list), `role`
            (`hand`), `group` (0), `confidence` (1) and `alternatives` (none), as in `docs/json.md`.
        hand_tiles: Tiles of a winning hand, a kong counting as three.

    Raises:
        RequestError: they are not of that form.
    """
    if not isinstance(tiles, list) or len(tiles) > MOST_TILES:
        raise invalid(f"expected tiles to be an array of at most {MOST_TILES} tiles, got {shown(tiles)}")
    read = tuple(_tile(tile, place) for place, tile in enumerate(tiles, start=1))
    if len({tile.id for tile in read}) < len(read):
        raise invalid("expected a different id for each tile, got one twice")
    return Reading("", 0, 0, read, _EDITED, hand_tiles, posterior=_posterior(read))


def _tile(data: object, place: int) -> ReadTile:
    if not isinstance(data, dict):
        raise invalid(f"expected tile {place} to be an object, got {shown(data)}")
    face = data.get("face")
    if face not in LABELS or face == NONE:
        raise invalid(f"expected tile {place} to have a face such as 5m, E, a1 or back, got {shown(face)}")
    role = data.get("role", Role.HAND.value)
    if role not in _ROLES:
        raise invalid(
            f"expected the role of tile {place} to be one of {', '.join(_ROLES)}, got {shown(role)}"
        )
    return ReadTile(
        id=_number(data, "id", place, 1, place),
        face=str(face),
        quad=_NOWHERE,
        confidence=_probability(data.get("confidence", 1.0), place),
        sure=True,
        alternatives=_alternatives(data.get("alternatives", []), place),
        role=Role(role),
        group=_number(data, "group", place, 0, 0),
        fixed=data.get("fixed") is True,
    )


def _number(data: Mapping[str, Any], name: str, place: int, least: int, default: int) -> int:
    value = data.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= _MOST_NUMBER:
        raise invalid(f"expected {name} of tile {place} to be {least} to {_MOST_NUMBER}, got {shown(value)}")
    return value


def _probability(value: object, place: int) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise invalid(f"expected a probability of 0 to 1 for tile {place}, got {shown(value)}")
    return float(value)


def _alternatives(data: object, place: int) -> tuple[tuple[str, float], ...]:
    if not isinstance(data, list) or len(data) > len(LABELS):
        raise invalid(f"expected alternatives of tile {place} to be an array, got {shown(data)}")
    pairs = []
    for pair in data:
        if not isinstance(pair, list) or len(pair) != 2 or pair[0] not in LABELS:
            raise invalid(
                f"expected alternatives of tile {place} to be [face, probability], got {shown(pair)}"
            )
        pairs.append((str(pair[0]), _probability(pair[1], place)))
    return tuple(pairs)


def _posterior(tiles: Sequence[ReadTile]) -> Any:
    """(N, labels) probabilities as far as the client knows them."""
    posterior = np.zeros((len(tiles), len(LABELS)))
    for place, tile in enumerate(tiles):
        for face, probability in ((tile.face, tile.confidence), *tile.alternatives):
            posterior[place, LABELS.index(face)] = probability
    return posterior
