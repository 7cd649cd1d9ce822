"""Questions about a hand, given as text or as a photo: what `waits` and `whatif` share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from huopin.batch.photos import is_picture
from huopin.commands.given import Given
from huopin.commands.photos import Correction, Drawing, OwnTiles, hand_of, read_photo, require_tiles
from huopin.commands.show import console
from huopin.scoring import Hand, NotationError, Tile, parse_hand, parse_tiles

Asked = Annotated[
    str, typer.Argument(metavar="HAND|PHOTO", help="A hand such as '123m456p78sEE*', or a photo of one.")
]


@dataclass(frozen=True)
class Seen:
    """What lies on the table besides the hand."""

    seen: Annotated[
        str, typer.Option(metavar="TILES", help="Tiles seen elsewhere, such as 5m5mE: they are not unseen.")
    ] = ""

    def tiles(self) -> tuple[Tile, ...]:
        """The tiles.

        Raises:
            typer.BadParameter: they are none.
        """
        try:
            pieces = parse_tiles(self.seen)
        except NotationError as error:
            raise typer.BadParameter(str(error), param_hint="--seen") from error
        return tuple(piece for piece in pieces if isinstance(piece, Tile))


def asked_hand(
    given: Given, asked: str, caishen: Tile | None, self_draw: bool, correction: Correction, tiles: OwnTiles
) -> Hand:
    """The hand meant: a photo where it is the name of one, else text.

    Raises:
        HuopinError: it is neither.
    """
    photo = Path(asked)
    if not is_picture(photo):
        given.note_idle("without a photo", Correction, OwnTiles)
        return parse_hand(asked)
    reading = read_photo(photo, caishen, correction, Drawing(), tiles)
    require_tiles(reading)
    console.note(f"{asked}: {reading.verdict.text}")
    return hand_of(reading, caishen, self_draw)


def without_win(hand: Hand) -> Hand:
    """The hand with its last tile among the others: of thirteen tiles in a photo none has won."""
    if hand.win is None or hand.size != 13:
        return hand
    return replace(hand, concealed=(*hand.concealed, hand.win), win=None)
