"""Photos on the command line: their options, reading them, and turning a reading into a hand.

Vision code is imported when the first photo is read and not before: it loads numpy, OpenCV and onnxruntime.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from huopin.commands.enroll import load_set
from huopin.commands.errors import NoTilesError, vision_libraries
from huopin.scoring import Hand, HandError, Meld, NotationError, Problem, Tile

if TYPE_CHECKING:
    from huopin.vision.pipeline import Reader
    from huopin.vision.reading import Overrides, Reading, ReadTile

_PANEL: Final = "Corrections"
HAND_TILES: Final = 14
BACK: Final = "back"
ROLES: Final = ("hand", "meld", "win", "flower", "other")


@dataclass(frozen=True)
class Correction:
    """What the user sees better than the program; tile numbers are those of the uncorrected output."""

    win: Annotated[
        str | None,
        typer.Option(
            metavar="TILE",
            help="The winning tile, by face or number. Without it: the tile set apart, else the hand's last.",
            rich_help_panel=_PANEL,
        ),
    ] = None
    fix: Annotated[
        list[str] | None,
        typer.Option(metavar="NUMBER=TILE", help="Correct a tile: 7=5s, 7=back.", rich_help_panel=_PANEL),
    ] = None
    role: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NUMBERS=ROLE",
            help=f"Correct the part of tiles: 3-5=meld. Roles: {', '.join(ROLES)}.",
            rich_help_panel=_PANEL,
        ),
    ] = None
    melds: Annotated[
        int | None, typer.Option(min=0, help="How many melds are declared.", rich_help_panel=_PANEL)
    ] = None

    @property
    def given(self) -> bool:
        """Whether anything is corrected."""
        return any(value is not None for value in (self.win, self.fix, self.role, self.melds))

    def faces(self) -> Mapping[int, str]:
        """Corrected faces by tile number.

        Raises:
            typer.BadParameter: a correction is not of the form.
        """
        return dict(map(_parse_fix, self.fix or ()))

    def roles(self) -> Mapping[int, str]:
        """Corrected roles by tile number.

        Raises:
            typer.BadParameter: a correction is not of the form.
        """
        return {number: role for text in self.role or () for number, role in _parse_role(text)}


@dataclass(frozen=True)
class Drawing:
    """The picture of what was read."""

    annotated: Annotated[
        Path | None,
        typer.Option(
            metavar="OUT.jpg",
            help="Write the photo with boxes, faces and confidence drawn in.",
            rich_help_panel="Output",
        ),
    ] = None


@dataclass(frozen=True)
class OwnTiles:
    """The tile set on the table."""

    set: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Read with a tile set learnt by huopin enroll.", rich_help_panel="Tile set"
        ),
    ] = None


def _parse_fix(text: str) -> tuple[int, str]:
    number, equals, face = text.partition("=")
    try:
        if not equals or not number.isdecimal():
            raise ValueError
        return int(number), BACK if face == BACK else str(Tile.parse(face))
    except (ValueError, NotationError):
        raise typer.BadParameter(
            f"expected a tile number and a tile such as 7=5s, got {text!r}", param_hint="--fix"
        ) from None


def _parse_role(text: str) -> Iterator[tuple[int, str]]:
    numbers, _, role = text.partition("=")
    first, _, last = numbers.partition("-")
    if not first.isdecimal() or not (last or first).isdecimal() or role not in ROLES:
        raise typer.BadParameter(
            f"expected tile numbers and a role ({', '.join(ROLES)}) such as 3-5=meld, got {text!r}",
            param_hint="--role",
        )
    return ((number, role) for number in range(int(first), int(last or first) + 1))


@cache
def _reader(tile_set: str | None) -> Reader:
    with vision_libraries():
        from huopin.vision.pipeline import Reader
    return Reader(tile_set=load_set(tile_set))


def read_photo(
    photo: Path,
    caishen: Tile | None,
    correction: Correction,
    drawing: Drawing,
    tiles: OwnTiles | None = None,
    hand_tiles: int = HAND_TILES,
) -> Reading:
    """Reads a photo, corrections applied, and draws the result where that is wanted.

    Raises:
        PhotoError: it is no readable photo.
        OverrideError: a correction does not fit it.
        TileSetError: there is no such tile set.
        SetupError: a library is missing.
    """
    reader = _reader(tiles.set if tiles else None)
    from huopin.vision.interpret import Request
    from huopin.vision.photo import load_photo

    overrides = _overrides(correction)
    request = Request(caishen, hand_tiles, overrides)
    loaded = load_photo(photo)
    faces = reader.find(loaded)
    crops = reader.cut(loaded, faces)
    labels = reader.label(crops)
    reading = reader.interpret(loaded, faces, crops, labels, request)
    if correction.win is not None:
        number = _winning_number(correction.win, reading)
        request = replace(request, overrides=replace(overrides, win=number))
        reading = reader.interpret(loaded, faces, crops, labels, request)
    if drawing.annotated is not None:
        from huopin.vision.annotate import annotate, save_picture

        save_picture(annotate(loaded, reading), drawing.annotated)
    return reading


def _overrides(correction: Correction) -> Overrides:
    from huopin.vision.reading import Overrides
    from huopin.vision.roles import Role

    roles = {number: Role(role) for number, role in correction.roles().items()}
    return Overrides(correction.faces(), roles, correction.melds)


def _winning_number(win: str, reading: Reading) -> int:
    """The number of the tile meant by `--win`: a number, or the last concealed tile of a face."""
    if win.isdecimal():
        return int(win)
    face = str(Tile.parse(win))
    numbers = [tile.id for tile in reading.tiles if tile.face == face and tile.role in ("hand", "win")]
    if not numbers:
        raise typer.BadParameter(
            f"expected one of the concealed tiles that were read, got {win!r}; "
            "give its number, or correct the tile with --fix",
            param_hint="--win",
        )
    return numbers[-1]


def require_tiles(reading: Reading) -> None:
    """Refuses a photo without any tile.

    Raises:
        NoTilesError: nothing was found; says what to do.
    """
    if not reading.tiles:
        raise NoTilesError(f"{reading.photo}: {reading.verdict.text}")


def hand_of(reading: Reading, caishen: Tile | None, self_draw: bool, white_as: Tile | None = None) -> Hand:
    """The hand that was read: the winning tile is the one set apart, else the last concealed one.

    Args:
        reading: The tiles.
        caishen: The caishen's face; None when none is in play.
        self_draw: Whether a winning tile of that face was drawn, and so is wild.
        white_as: The face that 白板 may stand for in a declared chow (Wenzhou, W3).

    Raises:
        HandError: a declared meld is none, or a tile lies face down.
    """
    problems = [*_face_down(reading), *_no_melds(reading, white_as)]
    if problems:
        raise HandError(problems)
    win = _tiles(reading, "win")
    hand = Hand(
        (*_tiles(reading, "hand"), *win[:-1]),
        tuple(_meld(tiles, white_as) for tiles in reading.melds()),
        win[-1] if win else None,
        _tiles(reading, "flower"),
    ).with_last_as_win()
    return hand if caishen is None else hand.with_caishen(caishen, self_draw=self_draw)


def _tiles(reading: Reading, role: str) -> tuple[Tile, ...]:
    return tuple(Tile.parse(tile.face) for tile in reading.tiles if tile.role == role)


def _meld(tiles: Iterable[ReadTile], white_as: Tile | None) -> Meld:
    """A meld; tiles face down mark a concealed kong and have the face of the others.

    Raises:
        NotationError: it is none.
    """
    faces = [tile.face for tile in tiles]
    shown = [Tile.parse(face) for face in faces if face != BACK]
    down = len(faces) - len(shown)
    return Meld.of([*shown, *shown[:1] * down], concealed=bool(down), white_as=white_as)


def _no_melds(reading: Reading, white_as: Tile | None) -> Iterator[Problem]:
    for tiles in reading.melds():
        try:
            _meld(tiles, white_as)
        except NotationError:
            faces = " ".join(tile.face for tile in tiles)
            yield Problem(
                "no-meld",
                f"expected a chow, pung or kong, got {faces} (tiles {tiles[0].id} to {tiles[-1].id})",
                "correct a tile with --fix, or the melds with --role",
            )


def _face_down(reading: Reading) -> Iterator[Problem]:
    for tile in reading.tiles:
        if tile.face == BACK and tile.role in ("hand", "win", "flower"):
            yield Problem(
                "face-down",
                f"expected a face, got a tile face down (tile {tile.id})",
                f"name it with --fix {tile.id}=…, or leave it out with --role {tile.id}=other",
            )
