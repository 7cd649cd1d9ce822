"""Photos on the command line: their options, reading them, and turning a reading into a hand.

Vision code is imported when the first photo is read and not before: it loads numpy, OpenCV and onnxruntime.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from huopin.commands.errors import NoTilesError, vision_libraries
from huopin.commands.options import parse_number, refuse_source
from huopin.scoring import Hand, HandError, Meld, NotationError, Problem, Tile

if TYPE_CHECKING:
    from huopin.vision.pipeline import Reader
    from huopin.vision.reading import Reading, ReadTile
    from huopin.vision.roles import Role
    from huopin.vision.tileset import TileSet

_PANEL: Final = "Corrections"
HAND_TILES: Final = 14
BACK: Final = "back"
MOST_MELDS: Final = 5
"""Melds of the largest hand, of the Wenzhou rules."""
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
        int | None,
        typer.Option(
            min=0, max=MOST_MELDS, metavar="N", help="How many melds are declared.", rich_help_panel=_PANEL
        ),
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

    def roles(self) -> tuple[tuple[range, str], ...]:
        """Corrected roles and the tile numbers that they are meant for, a later one before an earlier.

        Raises:
            typer.BadParameter: a correction is not of the form.
        """
        return tuple(map(_parse_role, self.role or ()))


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

    def load(self) -> TileSet | None:
        """The set; None when none was named.

        Raises:
            typer.BadParameter: there is no such set, or its file is damaged.
            SetupError: a library is missing.
        """
        with vision_libraries():
            from huopin.vision.errors import TileSetError
            from huopin.vision.tileset import load_set
        try:
            return load_set(self.set)
        except TileSetError as error:
            raise typer.BadParameter(str(error), param_hint="--set") from error


def _parse_fix(text: str) -> tuple[int, str]:
    number, _, face = text.partition("=")
    try:
        return parse_number(number), BACK if face == BACK else str(Tile.parse(face))
    except (ValueError, NotationError):
        raise typer.BadParameter(
            f"expected a tile number and a tile such as 7=5s, got {text!r}", param_hint="--fix"
        ) from None


def _parse_role(text: str) -> tuple[range, str]:
    numbers, _, role = text.partition("=")
    first, dash, last = numbers.partition("-")
    try:
        numbered = range(parse_number(first), parse_number(last if dash else first) + 1)
    except ValueError:
        numbered = range(0)
    if not numbered or not numbered[0] or role not in ROLES:
        raise typer.BadParameter(
            f"expected ascending tile numbers and a role ({', '.join(ROLES)}) such as 3-5=meld, got {text!r}",
            param_hint="--role",
        )
    return numbered, role


@cache
def _reader(tiles: OwnTiles) -> Reader:
    with vision_libraries():
        from huopin.vision.pipeline import Reader
    return Reader(tile_set=tiles.load())


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
        typer.BadParameter: the drawing would replace the photo, or there is no such tile set.
        PhotoError: it is no readable photo.
        OverrideError: a correction does not fit it.
        SetupError: a library is missing.
    """
    if drawing.annotated is not None:
        refuse_source(drawing.annotated, photo, "the photo", "--annotated")
    faces, roles = correction.faces(), correction.roles()
    reader = _reader(tiles or OwnTiles())
    from huopin.vision.interpret import Request
    from huopin.vision.photo import load_photo
    from huopin.vision.reading import Overrides

    loaded = load_photo(photo)
    seen = reader.label(loaded, reader.find(loaded))
    overrides = Overrides(faces, _by_tile(roles, len(seen.faces)), correction.melds)
    request = Request(caishen, hand_tiles, overrides)
    reading = reader.interpret(loaded, seen, request)
    if correction.win is not None:
        number = _winning_number(correction.win, reading)
        request = replace(request, overrides=replace(overrides, win=number))
        reading = reader.interpret(loaded, seen, request)
    if drawing.annotated is not None:
        from huopin.vision.annotate import annotate, save_picture

        save_picture(annotate(loaded, reading), drawing.annotated)
    return reading


def _by_tile(roles: Iterable[tuple[range, str]], tiles: int) -> dict[int, Role]:
    """The role of each tile of a photo that shows so many.

    Raises:
        OverrideError: there are no such tiles.
    """
    from huopin.vision.errors import OverrideError
    from huopin.vision.roles import Role

    for numbers, _ in roles:
        if strange := range(max(numbers[0], tiles + 1), numbers.stop):
            span = f"tile {strange[0]}" if len(strange) == 1 else f"tiles {strange[0]}-{strange[-1]}"
            raise OverrideError(f"no {span}, the tiles are {f'1 to {tiles}' if tiles else 'none'}")
    return {number: Role(role) for numbers, role in roles for number in numbers}


def _winning_number(win: str, reading: Reading) -> int:
    """The number of the tile meant by `--win`: a number, or the last concealed tile of a face."""
    with suppress(ValueError):
        return parse_number(win)
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
