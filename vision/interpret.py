"""Interpreting: found and labelled faces become a reading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from huopin.scoring import Tile
from huopin.vision.classifier import FaceLabels
from huopin.vision.config import Config
from huopin.vision.decode import decode
from huopin.vision.errors import OverrideError
from huopin.vision.finder import Faces
from huopin.vision.geometry import Floats
from huopin.vision.labels import BACK_INDEX, LABELS, NATURAL_FACES, NONE_INDEX
from huopin.vision.layout import Layout, lay_out
from huopin.vision.reading import Overrides, ReadTile
from huopin.vision.roles import Role
from huopin.vision.rows import find_rows
from huopin.vision.table import Wish
from huopin.vision.winning import HUOPIN_TILES, WinQuestion

DECODED_ROLES = (Role.HAND, Role.WIN, Role.MELD, Role.FLOWER)


@dataclass(frozen=True)
class Request:
    """What the user says beside the photo.

    Attributes:
        caishen: The caishen's face, which then helps to tell winning shapes.
        hand_tiles: Tiles of a winning hand, a kong counting as three: 14, or 17 in Wenzhou.
        overrides: Corrections.
    """

    caishen: Tile | None = None
    hand_tiles: int = HUOPIN_TILES
    overrides: Overrides = field(default_factory=Overrides)


def interpret(
    faces: Faces, labels: FaceLabels, request: Request, config: Config
) -> tuple[tuple[ReadTile, ...], Floats]:
    """Read faces together as tiles on a table.

    Args:
        faces: The N tiles; the labels' turns count from the corner where their quads start.
        labels: Of the same N.
        request: What the user said.
        config: Thresholds.

    Returns:
        The tiles in reading order, and the (N, labels) probabilities of each.

    Raises:
        OverrideError: A correction names a tile or a face that does not exist; all such problems at once.
    """
    probabilities = np.asarray(labels.probabilities, np.float64)
    if problems := request.overrides.problems(len(faces)):
        raise OverrideError("; ".join(problems))
    rows = find_rows(faces.quads, np.asarray(labels.turn_probabilities, np.float64), config.rows)
    wish = Wish(request.hand_tiles, request.overrides.melds)
    layout = lay_out(rows, probabilities, wish, config.layout)
    probabilities = _as_fixed(probabilities[list(layout.order)], request.overrides)
    if request.overrides.faces:
        again = np.empty_like(probabilities)
        again[list(layout.order)] = probabilities
        layout = _numbered_as(layout, lay_out(rows, again, wish, config.layout))
    layout = _with_roles(layout, request.overrides)
    return _read(layout, probabilities, request, config)


def _as_fixed(probabilities: Floats, overrides: Overrides) -> Floats:
    """Probabilities in reading order, with certainty where the user named the face."""
    fixed = probabilities.copy()
    for number, face in overrides.faces.items():
        fixed[number - 1] = np.eye(len(LABELS))[LABELS.index(face)]
    return fixed


def _numbered_as(first: Layout, second: Layout) -> Layout:
    """The second layout with its tiles in the order of the first, so that ids keep their meaning."""
    place = {tile: k for k, tile in enumerate(second.order)}
    order = [place[tile] for tile in first.order]
    return Layout(
        first.order,
        tuple(second.roles[k] for k in order),
        tuple(second.groups[k] for k in order),
        second.quads[order],
    )


def _with_roles(layout: Layout, overrides: Overrides) -> Layout:
    """The layout with the roles the user gave; a run of tiles made a meld becomes one meld."""
    wanted = dict(overrides.roles)
    if overrides.win is not None:
        for place in layout.places(Role.WIN):
            wanted.setdefault(place + 1, Role.HAND)
        wanted[overrides.win] = Role.WIN
    roles, groups = list(layout.roles), list(layout.groups)
    previous, free = 0, max(groups, default=0) + 1
    for number in sorted(wanted):
        role = Role(wanted[number])
        joins = previous == number - 1 and wanted.get(previous) == role
        if role == Role.MELD and joins:
            groups[number - 1] = groups[number - 2]
        elif role in (Role.HAND, Role.FLOWER) and role in layout.roles:
            groups[number - 1] = layout.groups[layout.roles.index(role)]
        else:
            groups[number - 1], free = free, free + 1
        roles[number - 1] = role
        previous = number
    return replace(layout, roles=tuple(roles), groups=tuple(groups))


def _read(
    layout: Layout, probabilities: Floats, request: Request, config: Config
) -> tuple[tuple[ReadTile, ...], Floats]:
    """Decode the hand together and every other tile by itself."""
    fixed = request.overrides.faces
    allowed = _where_flowers_lie(layout, probabilities, fixed)
    hand = layout.places(*DECODED_ROLES)
    others = layout.places(Role.OTHER)
    asked = _question(layout, hand, request)
    melds = [tuple(hand.index(place) for place in meld) for meld in layout.melds() if len(meld) in (3, 4)]
    decoded = decode(allowed[list(hand)], melds, asked if asked.may_win else None, config.decode)
    posterior = allowed.copy()
    posterior[:, NONE_INDEX] = 0
    posterior /= np.maximum(posterior.sum(axis=1, keepdims=True), 1e-12)
    labels = dict(zip(others, map(int, posterior[list(others)].argmax(axis=1)), strict=True))
    labels |= dict(zip(hand, decoded.labels, strict=True))
    posterior[list(hand)] = decoded.probabilities
    changed = {place for place, by_rules in zip(hand, decoded.changed, strict=True) if by_rules}
    # It may be no tile at all, or a flower where none was taken for one: what was ruled out stays possible.
    posterior *= allowed[:, :NONE_INDEX].sum(axis=1, keepdims=True)
    tiles = tuple(
        _tile(layout, place, labels[place], posterior[place], place in changed, place + 1 in fixed, config)
        for place in range(len(layout.order))
    )
    return tiles, posterior


def _where_flowers_lie(layout: Layout, probabilities: Floats, fixed: Mapping[int, str]) -> Floats:
    """Probabilities with flowers only where a flower was made out, and nothing else there."""
    allowed = probabilities.copy()
    for place, role in enumerate(layout.roles):
        if role == Role.OTHER or place + 1 in fixed:
            continue
        if role == Role.FLOWER:
            allowed[place, :NATURAL_FACES] = allowed[place, BACK_INDEX] = 0
        else:
            allowed[place, NATURAL_FACES:BACK_INDEX] = 0
    return allowed


def _question(layout: Layout, hand: Sequence[int], request: Request) -> WinQuestion:
    """Whether the hand's tiles win, asked of labels in the order of `hand`."""
    concealed = [k for k, place in enumerate(hand) if layout.roles[place] in (Role.HAND, Role.WIN)]
    return WinQuestion(tuple(concealed), len(layout.melds()), request.caishen, request.hand_tiles)


def _tile(
    layout: Layout, place: int, label: int, posterior: Floats, changed: bool, fixed: bool, config: Config
) -> ReadTile:
    confidence = 1.0 if fixed else float(posterior[label])
    order = [int(k) for k in np.argsort(-posterior) if k != label and posterior[k] >= config.read.alternative]
    return ReadTile(
        id=place + 1,
        face=LABELS[label],
        quad=layout.quads[place],
        confidence=confidence,
        sure=fixed or (confidence >= config.read.sure and not changed),
        alternatives=tuple((LABELS[k], float(posterior[k])) for k in order[: config.read.alternatives]),
        role=layout.roles[place],
        group=layout.groups[place],
        changed_by_rules=changed and not fixed,
        fixed=fixed,
    )
