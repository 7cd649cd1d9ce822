"""`huopin read`: photos to tiles, and no further."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from huopin.commands.errors import exit_code, message
from huopin.commands.exits import ExitCode
from huopin.commands.grouping import with_groups
from huopin.commands.options import Caishen, Format, Output, Ruled
from huopin.commands.photos import Correction, Drawing, OwnTiles, read_photo
from huopin.commands.show import console
from huopin.commands.show.tiles import doubts, tile_rows
from huopin.scoring import HuopinError, Tile

if TYPE_CHECKING:
    from huopin.vision.reading import Reading


@with_groups
def read(
    photos: Annotated[list[Path], typer.Argument(metavar="PHOTO", help="Photos of one hand each.")],
    ruled: Ruled,
    caishen: Caishen,
    correction: Correction,
    tiles: OwnTiles,
    drawing: Drawing,
    output: Output,
) -> ExitCode:
    """Read the tiles of photos: faces, confidence, and the part that each tile plays."""
    if len(photos) > 1 and (correction.given or drawing.annotated):
        raise typer.BadParameter("expected one photo with --fix, --role, --melds, --win or --annotated")
    return max(
        _read_one(photo, ruled, caishen.face(ruled.rule_set), correction, tiles, drawing, output.format)
        for photo in photos
    )


def _read_one(
    photo: Path,
    ruled: Ruled,
    caishen: Tile | None,
    correction: Correction,
    tiles: OwnTiles,
    drawing: Drawing,
    form: Format,
) -> ExitCode:
    """Reads and shows one photo; an unreadable one is told, and gets its line of JSON."""
    try:
        reading = read_photo(photo, caishen, correction, drawing, tiles, ruled.rule_set.tiles)
    except HuopinError as error:
        code = exit_code(error)
        if code != ExitCode.PHOTO:
            raise
        console.error(message(error))
        if form is Format.JSON:
            console.show_json(_unreadable(photo, error))
        return code
    if form is Format.JSON:
        console.show_json(reading.to_json())
    else:
        show_tiles(reading)
    return ExitCode.OK if reading.tiles else ExitCode.PHOTO


def _unreadable(photo: Path, error: HuopinError) -> dict[str, Any]:
    """The JSON object of a photo that could not be read; `docs/json.md`."""
    return {"photo": str(photo), "verdict": message(error), "verdict_code": "unreadable", "tiles": []}


def show_tiles(reading: Reading) -> None:
    """Prints what was read."""
    verdict = Text(f"{reading.photo}: {reading.verdict.text}")
    console.show(verdict, *tile_rows(reading.tiles), *doubts(reading.tiles))
