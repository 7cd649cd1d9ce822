"""Readings: what a photo says, tile by tile, and as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from huopin.scoring import Tile
from huopin.vision.decode import Labels, single_changes
from huopin.vision.geometry import Floats, Quads
from huopin.vision.labels import FACES, LABELS
from huopin.vision.roles import Role
from huopin.vision.winning import HUOPIN_TILES, WinQuestion


@dataclass(frozen=True)
class ReadTile:
    """One tile of a photo.

    Attributes:
        id: Number in reading order, from 1; the hand's tiles come first. Corrections do not renumber.
        face: Token such as `5m`, or `back`.
        quad: float32 (4, 2) px of the upright photo, clockwise from the face's own top left.
        confidence: Probability that the face is right, 0-1, the rules taken into account.
        sure: Whether the confidence is high enough to need no second look.
        alternatives: Runners-up as (face, probability), likeliest first.
        role: The part the tile plays.
        group: Number of its group: the concealed tiles, the flowers, each meld.
        changed_by_rules: The picture alone said otherwise.
        fixed: The user said so.
    """

    id: int
    face: str
    quad: Quads
    confidence: float
    sure: bool
    alternatives: tuple[tuple[str, float], ...]
    role: Role
    group: int
    changed_by_rules: bool = False
    fixed: bool = False

    def to_json(self) -> dict[str, Any]:
        """The tile as in `docs/json.md`."""
        return {
            "id": self.id,
            "face": self.face,
            "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in self.quad],
            "confidence": round(self.confidence, 4),
            "sure": self.sure,
            "alternatives": [[face, round(p, 4)] for face, p in self.alternatives],
            "role": self.role.value,
            "group": self.group,
            "changed_by_rules": self.changed_by_rules,
            "fixed": self.fixed,
        }


WHOLE_HAND = ("ok", "unsure")
"""Codes of verdicts on a whole hand."""


@dataclass(frozen=True)
class Verdict:
    """Whether a photo was read, and what to do if not.

    Attributes:
        code: Stable name, one of those in `huopin.vision.verdict`.
        text: One or two sentences for the user.
    """

    code: str
    text: str

    @property
    def ok(self) -> bool:
        """Whether a whole hand was read and every tile is sure."""
        return self.code == "ok"

    @property
    def whole(self) -> bool:
        """Whether a whole hand was read, sure or not."""
        return self.code in WHOLE_HAND


@dataclass(frozen=True)
class Reading:
    """What a photo says.

    Attributes:
        photo: Name of the photo.
        width: Of the upright photo, px.
        height: Of the upright photo, px.
        tiles: All tiles, in reading order.
        verdict: Whether this is a whole hand, and what to do if not.
        hand_tiles: Tiles a hand was taken to have, a kong counting as three.
        caishen: The caishen's face if the user gave it.
        posterior: (N, labels) probability of each label for each tile, the rules taken into account.
    """

    photo: str
    width: int
    height: int
    tiles: tuple[ReadTile, ...]
    verdict: Verdict
    hand_tiles: int = HUOPIN_TILES
    caishen: Tile | None = None
    posterior: Floats = field(default_factory=lambda: np.zeros((0, len(LABELS))), repr=False, compare=False)

    def with_role(self, *roles: Role) -> tuple[ReadTile, ...]:
        """The tiles with one of these roles, in reading order."""
        return tuple(tile for tile in self.tiles if tile.role in roles)

    def melds(self) -> tuple[tuple[ReadTile, ...], ...]:
        """The tiles of each declared meld."""
        groups: dict[int, list[ReadTile]] = {}
        for tile in self.with_role(Role.MELD):
            groups.setdefault(tile.group, []).append(tile)
        return tuple(map(tuple, groups.values()))

    def to_json(self) -> dict[str, Any]:
        """The reading as in `docs/json.md`."""
        return {
            "photo": self.photo,
            "verdict": self.verdict.text,
            "verdict_code": self.verdict.code,
            "tiles": [tile.to_json() for tile in self.tiles],
        }

    def win_question(self, caishen: Tile | None = None) -> WinQuestion:
        """Whether the tiles win, as a question about the labels of all tiles."""
        concealed = [k for k, tile in enumerate(self.tiles) if tile.role in (Role.HAND, Role.WIN)]
        return WinQuestion(tuple(concealed), len(self.melds()), caishen or self.caishen, self.hand_tiles)

    def labels(self) -> Labels:
        """Index into `LABELS` of each tile."""
        return tuple(LABELS.index(tile.face) for tile in self.tiles)


@dataclass(frozen=True)
class Misreading:
    """One tile that may have been misread.

    Attributes:
        tile: As it was read.
        face: What it may be instead.
        probability: That it is, 0-1.
    """

    tile: ReadTile
    face: str
    probability: float


def explain_non_win(reading: Reading, caishen: Tile | None = None, limit: int = 1) -> tuple[Misreading, ...]:
    """The single misreadings that would each turn the tiles into a winning hand, likeliest first.

    Args:
        reading: Tiles that do not win; with tiles missing or too many there is nothing to explain.
        caishen: The caishen's face; that of the reading when None.
        limit: How many to return at most.
    """
    asked = reading.win_question(caishen)
    labels = reading.labels()
    if not asked.may_win or asked(labels):
        return ()
    found: list[Misreading] = []
    for place, label in single_changes(reading.posterior, labels):
        if place in asked.concealed and not reading.tiles[place].fixed:
            changed = (*labels[:place], label, *labels[place + 1 :])
            if asked(changed):
                p = float(reading.posterior[place, label])
                found.append(Misreading(reading.tiles[place], LABELS[label], p))
                if len(found) == limit:
                    break
    return tuple(found)


@dataclass(frozen=True)
class NonWin:
    """Why the tiles of a photo do not win.

    Attributes:
        distance: How many tiles they are from a win.
        misreadings: Single misreadings that would each explain it, likeliest first.
    """

    distance: int
    misreadings: tuple[Misreading, ...]

    @classmethod
    def of(cls, reading: Reading, caishen: Tile | None) -> NonWin:
        """Of a reading that does not win; the caishen is that of the reading when None."""
        distance = reading.win_question(caishen).distance(reading.labels())
        return cls(distance, explain_non_win(reading, caishen))


@dataclass(frozen=True)
class Overrides:
    """What the user corrects; tile numbers are the ids of an uncorrected reading of the same photo.

    Attributes:
        faces: Face of tiles by id: a token such as `5s`, or `back`.
        roles: Role of tiles by id; neighbours by id that are made a meld are one meld.
        melds: Number of declared melds.
        win: Id of the winning tile.
    """

    faces: Mapping[int, str] = field(default_factory=dict)
    roles: Mapping[int, Role] = field(default_factory=dict)
    melds: int | None = None
    win: int | None = None

    def problems(self, tiles: int) -> tuple[str, ...]:
        """Everything that does not fit a reading of so many tiles."""
        ids = [*self.faces, *self.roles, *([self.win] if self.win is not None else [])]
        range_text = f"1 to {tiles}" if tiles else "none, as no tile was found"
        unknown = [
            f"no tile {number}, the tiles are {range_text}" for number in ids if not 1 <= number <= tiles
        ]
        faces = [
            f"tile {number} cannot be {face!r}, expected a face such as 5m, E or a1, or back"
            for number, face in self.faces.items()
            if face not in FACES and face != "back"
        ]
        return (*dict.fromkeys(unknown), *faces)
