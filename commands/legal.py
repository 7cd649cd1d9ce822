"""`huopin legal`: what a player of Wenzhou mahjong may do in the course of a hand."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from huopin.commands.given import Given
from huopin.commands.grouping import with_groups
from huopin.commands.options import Caishen, Format, Output, parse_face
from huopin.commands.show import console
from huopin.scoring import NotationError, Piece, Tile, parse_hand, parse_tiles
from huopin.scoring.rulesets import WENZHOU
from huopin.scoring.wenzhou.play import Pung, discard_rule, legal_discards, may_discard_caishen, may_pung


@with_groups
def legal(
    context: typer.Context,
    text: Annotated[
        str, typer.Argument(metavar="HAND", help="The concealed tiles, the drawn one among them.")
    ],
    *,
    seen: Annotated[
        str, typer.Option(metavar="TILES", help="Winds and dragons already discarded, such as EW.")
    ] = "",
    pung: Annotated[
        Tile | None,
        typer.Option(parser=parse_face, metavar="TILE", help="Also: may this discard be punged?"),
    ] = None,
    passed: Annotated[
        str, typer.Option(metavar="TILES", help="Faces the player let go by since drawing last.")
    ] = "",
    caishen: Caishen,
    output: Output,
) -> None:
    """Say which tiles may be discarded, and whether a discard may be punged (Wenzhou)."""
    if pung is None:
        Given(context).note_idle("without --pung", "passed")
    face = caishen.face(WENZHOU)
    hand = parse_hand(text, white_as=face)
    pieces = (hand if face is None else hand.with_caishen(face, self_draw=True)).pieces
    honours = _tiles(seen, "--seen")
    discards = legal_discards(pieces, honours)
    rule = discard_rule(pieces, honours)
    answer = None if pung is None else may_pung(pieces, pung, face, _tiles(passed, "--passed"))
    if output.format is Format.JSON:
        record: dict[str, Any] = {
            "discards": [str(piece) for piece in discards],
            "rule": rule.value,
            "why": rule.why,
            "may_discard_caishen": may_discard_caishen(pieces),
        }
        if answer is not None:
            record["pung"] = {"face": str(pung), "allowed": answer is Pung.ALLOWED, "why": answer.why}
        console.show_json(record)
        return
    console.show(f"may discard: {', '.join(map(_name, discards))} ({rule.why})")
    if answer is not None and pung is not None:
        may = "may" if answer is Pung.ALLOWED else "may not"
        console.show(f"{may} pung {_name(pung)}: {answer.why}")


def _tiles(text: str, option: str) -> tuple[Tile, ...]:
    try:
        pieces = parse_tiles(text)
    except NotationError as error:
        raise typer.BadParameter(str(error), param_hint=option) from error
    return tuple(piece for piece in pieces if isinstance(piece, Tile))


def _name(piece: Piece) -> str:
    return f"{piece} {piece.zh}" if isinstance(piece, Tile) else f"{piece} 财神"
