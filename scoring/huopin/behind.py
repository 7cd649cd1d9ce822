"""Which groups of a reading are behind each of its fans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

from huopin.scoring.hand import Context
from huopin.scoring.huopin.combinations import FIVES, combine_chows, combine_pungs
from huopin.scoring.score import Group, GroupKind, Reading
from huopin.scoring.tiles import DRAGONS, WINDS, Tile

Places = tuple[int, ...]
_ALIKE: Final = (GroupKind.PUNG, GroupKind.KONG)


def _where(reading: Reading, test: Callable[[Group], bool]) -> Places:
    return tuple(place for place, group in enumerate(reading.groups) if test(group))


def _is_alike(group: Group) -> bool:
    return group.kind in _ALIKE


def _chow_code(group: Group) -> int | None:
    """The code of a chow or of a pair of fives, as `combine_chows` takes them."""
    first = group.tiles[0]
    if group.kind is GroupKind.CHOW:
        return first.index // 9 * 7 + first.rank - 1
    fives = group.kind is GroupKind.PAIR and first.suit.is_number and first.rank == 5
    return FIVES + first.index // 9 if fives else None


def _combined(fan: str, reading: Reading) -> Iterator[Places]:
    """The chows or the suit pungs that make a fan together."""
    chows = sorted(
        (code, place) for place, group in enumerate(reading.groups) if (code := _chow_code(group)) is not None
    )
    pungs = sorted(
        (group.tiles[0].index, place)
        for place, group in enumerate(reading.groups)
        if _is_alike(group) and group.tiles[0].suit.is_number
    )
    for melds, combine in ((chows, combine_chows), (pungs, combine_pungs)):
        for item in combine(tuple(code for code, _place in melds)):
            if item.fan == fan:
                yield tuple(sorted(melds[member][1] for member in item.members))


def _alike_of(faces: Sequence[Tile]) -> Callable[[Reading], tuple[Places, ...]]:
    """Pungs, and a pair where it belongs to the fan, of the faces, together."""

    def find(reading: Reading) -> tuple[Places, ...]:
        kinds = (*_ALIKE, GroupKind.PAIR)
        return (_where(reading, lambda group: group.kind in kinds and group.tiles[0] in faces),)

    return find


def _pungs_of(faces: Sequence[Tile]) -> Callable[[Reading], tuple[Places, ...]]:
    def find(reading: Reading) -> tuple[Places, ...]:
        return (_where(reading, lambda group: _is_alike(group) and group.tiles[0] in faces),)

    return find


def _kongs(concealed: tuple[bool, ...]) -> Callable[[Reading], tuple[Places, ...]]:
    def find(reading: Reading) -> tuple[Places, ...]:
        return (_where(reading, lambda group: group.kind is GroupKind.KONG and group.concealed in concealed),)

    return find


def _concealed_pungs(reading: Reading) -> tuple[Places, ...]:
    return (_where(reading, lambda group: _is_alike(group) and group.concealed),)


def _all_groups(reading: Reading) -> tuple[Places, ...]:
    return (tuple(range(len(reading.groups))),)


def _of_win(reading: Reading) -> tuple[Places, ...]:
    return (_where(reading, lambda group: group.win is not None),)


def _knitted(reading: Reading) -> tuple[Places, ...]:
    return (_where(reading, lambda group: group.kind in (GroupKind.KNITTED, GroupKind.SINGLES)),)


def _nothing(_reading: Reading) -> tuple[Places, ...]:
    return ()


def _hogs(reading: Reading) -> tuple[Places, ...]:
    """四归一: for each face the groups that hold it."""
    counts = Counter(tile for group in reading.groups for tile in group.tiles)
    kongs = {group.tiles[0] for group in reading.groups if group.kind is GroupKind.KONG}
    return tuple(
        _where(reading, lambda group, face=face: face in group.tiles)  # type: ignore[misc]
        for face, count in sorted(counts.items())
        if count > 3 and face not in kongs
    )


_CONCEALED_FANS: Final = ("four_concealed_pungs", "three_concealed_pungs", "two_concealed_pungs")
_WIN_FANS: Final = ("edge_wait", "closed_wait", "single_wait", "last_tile", "melded_hand")
_CIRCUMSTANCE_FANS: Final = (
    "chicken_hand",
    "last_tile_draw",
    "last_tile_claim",
    "out_with_replacement_tile",
    "robbing_the_kong",
    "fully_concealed_hand",
    "concealed_hand",
    "no_caishen",
    "self_drawn",
    "flower",
)
_FINDERS: Final[dict[str, Callable[[Reading], tuple[Places, ...]]]] = {
    **{name: _pungs_of(WINDS) for name in ("big_four_winds", "big_three_winds")},
    **{name: _pungs_of(DRAGONS) for name in ("big_three_dragons", "two_dragon_pungs", "dragon_pung")},
    **{name: _kongs((True, False)) for name in ("four_kongs", "three_kongs")},
    **{name: _kongs((True,)) for name in ("two_concealed_kongs", "concealed_kong")},
    **{name: _kongs((False,)) for name in ("two_melded_kongs", "melded_kong")},
    **dict.fromkeys(_CONCEALED_FANS, _concealed_pungs),
    **dict.fromkeys(_WIN_FANS, _of_win),
    **dict.fromkeys(_CIRCUMSTANCE_FANS, _nothing),
    "little_four_winds": _alike_of(WINDS),
    "little_three_dragons": _alike_of(DRAGONS),
    "knitted_straight": _knitted,
    "tile_hog": _hogs,
}
_WIND_FANS: Final = frozenset(("big_four_winds", "little_four_winds", "big_three_winds"))


def _plain_pungs(reading: Reading, unpaid: Collection[Tile]) -> tuple[Places, ...]:
    """幺九刻: pungs of 1, 9 and winds, without those that pay a higher fan."""
    places = _where(
        reading,
        lambda group: (
            _is_alike(group)
            and group.tiles[0].is_terminal_or_honour
            and group.tiles[0] not in DRAGONS
            and group.tiles[0] not in unpaid
        ),
    )
    return tuple((place,) for place in places)


def groups_behind(
    fan: str, count: int, reading: Reading, context: Context, fans: Collection[str]
) -> tuple[Places, ...]:
    """For each of the `count` times that a fan pays, the places of the groups that make it.

    Args:
        fan: The fan's id.
        count: How often it pays.
        reading: The reading.
        context: How the hand was won, for the winds of the round and seat.
        fans: Ids of all fans that pay in the reading.
    """
    found: tuple[Places, ...]
    if fan == "prevalent_wind":
        found = _pungs_of((context.round_wind,))(reading)
    elif fan == "seat_wind":
        found = _pungs_of((context.seat_wind,))(reading)
    elif fan == "pung_of_terminals_or_honours":
        higher = _WIND_FANS.intersection(fans)
        found = _plain_pungs(reading, WINDS if higher else (context.round_wind, context.seat_wind))
    elif fan in _FINDERS:
        found = _FINDERS[fan](reading)
    else:
        found = tuple(_combined(fan, reading)) or _all_groups(reading)
    return found[-count:]
