"""Which of the photographed tiles make each group of a reading, so that a fan can be shown on the photo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from huopin.scoring import CAISHEN, Tile
from huopin.vision.reading import Reading, ReadTile
from huopin.vision.roles import Role


def add_ids(record: Mapping[str, Any], reading: Reading, caishen: Tile | None) -> None:
    """Adds `ids` to every group of every reading in a score's record: for each of its tiles an id, or null.

    Tiles of one face are interchangeable, but the winning tile goes to the group that it completes.

    Args:
        record: As `docs/json.md` describes it; changed in place.
        reading: The tiles it was made from.
        caishen: The caishen's face.
    """
    for scored in (record, *record.get("ties", ()), record.get("runner_up") or {}):
        if scored.get("reading"):
            _add(scored["reading"]["groups"], reading, caishen)


def _add(groups: Sequence[dict[str, Any]], reading: Reading, caishen: Tile | None) -> None:
    melds = list(reading.melds())
    pool = _Pool(reading, caishen)
    for group in groups:  # the winning tile before others of its face
        if group.get("win") is not None:
            pool.win_for(group)
    for group in groups:
        if group["declared"] and melds:
            meld = sorted(melds.pop(0), key=lambda tile: tile.face)
            group["ids"] = [tile.id for tile in meld]
        else:
            group["ids"] = [pool.take(group, place) for place in range(len(group["tiles"]))]


class _Pool:
    """The concealed tiles and the winning one, handed out one by one."""

    def __init__(self, reading: Reading, caishen: Tile | None) -> None:
        self._caishen = None if caishen is None else str(caishen)
        hand, win = reading.with_role(Role.HAND), reading.with_role(Role.WIN)
        self._win = (win or hand)[-1] if win or hand else None
        self._tiles = [tile for tile in (*hand, *win) if tile is not self._win]
        self._taker: tuple[int, int] | None = None

    def win_for(self, group: Mapping[str, Any]) -> None:
        """Keeps the winning tile for its place in a group."""
        self._taker = (id(group), group["win"])

    def take(self, group: Mapping[str, Any], place: int) -> int | None:
        """The tile at a place of a group; None when there is none like it left."""
        if self._taker == (id(group), place) and self._win is not None:
            tile, self._win = self._win, None
            return tile.id
        shown = self._shown(group, place)
        found = next((tile for tile in self._tiles if tile.face == shown), None)
        if found is not None:
            self._tiles.remove(found)
            return found.id
        return self._last(shown)

    def _last(self, shown: str | None) -> int | None:
        """The winning tile, where no group was said to take it."""
        tile: ReadTile | None = self._win
        if self._taker is not None or tile is None or tile.face != shown:
            return None
        self._win = None
        return tile.id

    def _shown(self, group: Mapping[str, Any], place: int) -> str | None:
        """The printed face of the physical tile at a place."""
        face = str(group["tiles"][place])
        wild = face == str(CAISHEN) if "as" in group else group["caishen"][place]
        return self._caishen if wild else face
