"""Turns what the search leaves into readings.

Groups, where the caishen and the winning tile lie in them, and what is behind each fan.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from huopin.scoring.hand import Context, Hand, Meld, MeldKind
from huopin.scoring.huopin.behind import groups_behind
from huopin.scoring.huopin.covers import PAIR, PUNG, rank_of
from huopin.scoring.huopin.fans import BY_ID
from huopin.scoring.huopin.flags import fan_counts, flag
from huopin.scoring.huopin.found import Found
from huopin.scoring.score import Fan, FanLine, Group, GroupKind, Reading, ScoredReading, Shape
from huopin.scoring.shapes import count_faces
from huopin.scoring.tiles import FACES, Tile

_STARTS: Final = (0, 9, 18, 27)
_DECLARED: Final = {
    MeldKind.CHOW: GroupKind.CHOW,
    MeldKind.PUNG: GroupKind.PUNG,
    MeldKind.KONG: GroupKind.KONG,
}
_EDGE, _CLOSED, _SINGLE = flag("edge_wait"), flag("closed_wait"), flag("single_wait")
_FLOWER: Final = BY_ID["flower"]


def _declared_group(meld: Meld) -> Group:
    return Group(_DECLARED[meld.kind], meld.tiles, (False,) * len(meld.tiles), True, meld.concealed)


def _concealed_group(suit: int, code: int) -> Group:
    first = _STARTS[suit] + rank_of(code)
    if code >= PAIR:
        return _group(GroupKind.PAIR, (first,) * 2)
    if code >= PUNG:
        return _group(GroupKind.PUNG, (first,) * 3)
    return _group(GroupKind.CHOW, (first, first + 1, first + 2))


def _group(kind: GroupKind, faces: Iterable[int]) -> Group:
    tiles = tuple(FACES[face] for face in faces)
    return Group(kind, tiles, (False,) * len(tiles))


def _groups(found: Found) -> list[Group]:
    """The concealed groups, the pair last."""
    if found.shape is Shape.SEVEN_PAIRS:
        return [
            _group(GroupKind.PAIR, pair) for pair in zip(found.faces[::2], found.faces[1::2], strict=True)
        ]
    if found.shape in (Shape.THIRTEEN_ORPHANS, Shape.UNRELATED):
        return [_group(GroupKind.SINGLES, found.faces)]
    groups = [_concealed_group(suit, code) for suit, sets in enumerate(found.sets) for code in sets.cover]
    groups.sort(key=lambda group: (group.kind is GroupKind.PAIR, group.tiles))
    if found.shape is Shape.KNITTED_STRAIGHT:
        groups.insert(0, _group(GroupKind.KNITTED, sorted(found.faces)))
    return groups


def _win_places(groups: Sequence[Group], win: Tile, flags: int) -> list[tuple[int, int]]:
    """Where the winning tile can lie, (group, place): at the wait that pays, else outside pungs [R12]."""
    return sorted(
        (
            (number, place)
            for number, group in enumerate(groups)
            for place, tile in enumerate(group.tiles)
            if tile == win and (place == 0 or group.tiles[place - 1] != win)
        ),
        key=lambda at: _win_rank(groups[at[0]], at[1], flags),
    )


def _win_rank(group: Group, place: int, flags: int) -> int:
    if group.kind is GroupKind.CHOW:
        pays = flags & _CLOSED if place == 1 else flags & _EDGE and _is_edge(group, place)
        return 0 if pays else 1
    if group.kind is GroupKind.PAIR:
        return 0 if flags & _SINGLE else 1
    return 2 if group.kind is GroupKind.PUNG else 1


def _is_edge(group: Group, place: int) -> bool:
    return group.tiles[place].rank == (3 if place == 2 else 7) and group.tiles[0].rank in (1, 7)


class _Layout:
    """Lays the natural tiles and the caishen of a hand into the groups of a reading."""

    def __init__(self, hand: Hand, groups: Sequence[Group], flags: int) -> None:
        self._groups = groups
        self._win = hand.win
        natural, _caishen = count_faces(hand.pieces)
        self._natural = natural
        needed, _none = count_faces(tile for group in groups for tile in group.tiles)
        self.filled = tuple(
            FACES[face] for face, count in enumerate(needed) for _ in range(count - natural[face])
        )
        self.face, self.at = self._place_win(flags)

    def _place_win(self, flags: int) -> tuple[Tile, tuple[int, int]]:
        if isinstance(self._win, Tile):
            return self._win, _win_places(self._groups, self._win, flags)[0]
        places = [
            (_win_rank(self._groups[at[0]], at[1], flags), face, at)
            for face in dict.fromkeys(self.filled)
            for at in _win_places(self._groups, face, flags)
        ]
        _rank, face, at = min(places)
        return face, at

    def laid(self) -> list[Group]:
        """The groups with their caishen and the winning tile marked."""
        left = list(self._natural)
        drawn_caishen = not isinstance(self._win, Tile)
        if not drawn_caishen:
            left[self.face.index] -= 1
        laid = []
        for number, group in enumerate(self._groups):
            marks = []
            for place, tile in enumerate(group.tiles):
                if (number, place) == self.at:
                    marks.append(drawn_caishen)
                else:
                    marks.append(left[tile.index] == 0)
                    left[tile.index] -= not marks[-1]
            win = self.at[1] if number == self.at[0] else None
            laid.append(replace(group, caishen=tuple(marks), win=win))
        return laid


def _opened(group: Group, discard: bool) -> Group:
    """A pung that a discard completes is not concealed [R12]."""
    if discard and group.win is not None and group.kind is GroupKind.PUNG:
        return replace(group, concealed=False)
    return group


def _lay_out(hand: Hand, context: Context, found: Found) -> tuple[Reading, tuple[FanLine, ...]]:
    layout = _Layout(hand, _groups(found), found.flags)
    concealed = [_opened(group, not context.self_draw) for group in layout.laid()]
    reading = Reading(
        found.shape, (*map(_declared_group, hand.melds), *concealed), layout.face, layout.filled
    )
    counts = _counts(hand, found)
    ids = {fan.id for fan, _count in counts}
    lines = (
        FanLine(fan, count, groups_behind(fan.id, count, reading, context, ids)) for fan, count in counts
    )
    return reading, tuple(lines)


def _counts(hand: Hand, found: Found) -> tuple[tuple[Fan, int], ...]:
    counts = fan_counts(found.flags)
    return (*counts, (_FLOWER, hand.flower_count)) if hand.flower_count else counts


def scored_reading(hand: Hand, context: Context, total: int, found: Found) -> ScoredReading:
    """The reading that the search found; `total` is without flowers."""
    return ScoredReading(
        total + hand.flower_count, _counts(hand, found), partial(_lay_out, hand, context, found)
    )
