"""Hands of the notation as the tiles that a client of the API sends."""

from typing import Any

from huopin.scoring import parse_hand


def tiles_of(hand: str) -> list[dict[str, Any]]:
    """The tiles of a hand in the notation, as a client would send them."""
    parsed = parse_hand(hand)
    tiles: list[dict[str, Any]] = [{"face": str(tile)} for tile in parsed.concealed]
    for group, meld in enumerate(parsed.melds, start=1):
        faces = [
            "back" if meld.concealed and place in (0, 3) else str(tile)
            for place, tile in enumerate(meld.tiles)
        ]
        tiles += [{"face": face, "role": "meld", "group": group} for face in faces]
    tiles += [{"face": str(tile), "role": "flower"} for tile in parsed.flowers]
    return [*tiles, {"face": str(parsed.win), "role": "win"}]
