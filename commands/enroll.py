"""`huopin enroll`: teach the program a tile set of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from huopin.commands.errors import vision_libraries
from huopin.commands.exits import ExitCode
from huopin.commands.show import console
from huopin.scoring import NotationError
from huopin.scoring.tiles import TILES, Tile

if TYPE_CHECKING:
    from huopin.vision.enrolment import Doubt


def parse_order(text: str) -> tuple[Tile, ...]:
    """Faces in the order in which they lie: single tiles and runs such as 1m-9m, apart by blanks or commas.

    Raises:
        typer.BadParameter: something is neither.
    """
    faces: list[Tile] = []
    for word in text.replace(",", " ").split():
        first, dash, last = word.partition("-")
        try:
            start = TILES.index(Tile.parse(first))
            end = TILES.index(Tile.parse(last)) if dash else start
        except NotationError:
            raise typer.BadParameter(
                f"expected tiles and runs such as 1m-9m E S, got {word!r}", param_hint="--order"
            ) from None
        if end < start:
            raise typer.BadParameter(f"expected a run that ascends, got {word!r}", param_hint="--order")
        faces += TILES[start : end + 1]
    if not faces:
        raise typer.BadParameter(
            f"expected tiles and runs such as 1m-9m E S, got {text!r}", param_hint="--order"
        )
    return tuple(faces)


def enroll(
    name: Annotated[str, typer.Argument(help="What to call the set: letters, digits, - and _.")],
    photos: Annotated[
        list[Path], typer.Argument(metavar="PHOTO...", help="Photos of the tiles laid out in order, face up.")
    ],
    order: Annotated[
        str,
        typer.Option(
            metavar="TILES", help="The faces in reading order: row by row from the top, left to right."
        ),
    ] = "1m-9m 1p-9p 1s-9s E-P",
) -> ExitCode:
    """Learn a tile set of your own from photos of its tiles laid out in order; read with it by --set NAME."""
    faces = [str(face) for face in parse_order(order)]
    with vision_libraries():
        from huopin.vision.enrolment import enroll_photos
        from huopin.vision.tileset import set_file, set_folder
    known = set_file(name, set_folder()).exists()
    learnt = enroll_photos(name, photos, faces)
    learnt.tile_set.save(set_folder())
    if learnt.doubts:
        console.note(_warning(learnt.doubts, learnt.tiles))
    how = "replaced, " if known else ""
    console.show(f"{name}: {how}{len(set(learnt.tile_set.faces))} faces learnt; use --set {name}")
    return ExitCode.OK


def _warning(doubts: Sequence[Doubt], tiles: int) -> str:
    first = doubts[0]
    return (
        f"warning: {len(doubts)} of {tiles} tiles look like other faces than --order says, the first is tile "
        f"{first.place} of {first.photo}: {first.said} expected, {first.seen} seen; if they do not lie "
        "as said, enroll again with the right --order"
    )
