"""Where the tiles of a finished hand lie on the table, as players set them out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from huopin.render.scene import TILE_MM
from huopin.scoring import CAISHEN, Hand, Meld, Tile
from huopin.scoring.tiles import Piece

Role: TypeAlias = Literal["hand", "meld", "win", "flower", "other"]
BACK = "back"


@dataclass(frozen=True)
class Placed:
    """A tile flat on the table.

    Attributes:
        face: the token of the side that shows, or `back`.
        role: its part in the hand; `other` for tiles outside it.
        group: equal for the tiles of one block: the hand, a meld, the winning tile, the flowers, ...
        x: middle, mm to the player's right of the table's centre.
        y: middle, mm away from the player.
        yaw: radians counter-clockwise from upright as the player sees it.
    """

    face: str
    role: Role
    group: int
    x: float
    y: float
    yaw: float = 0.0


@dataclass(frozen=True)
class Block:
    """Tiles that touch side by side."""

    role: Role
    group: int
    faces: tuple[str, ...]


@dataclass(frozen=True)
class Layout:
    """How a hand is set out.

    Attributes:
        rows: rows of concealed tiles, 1 or 2.
        melds: declared melds in a row of their own beyond the hand, or to its right.
        kong: which tiles of a concealed kong lie face down: the two ends or the two middle ones.
        gap: space between blocks, as a ratio of a tile's width.
        untidy: standard deviation of shifts in mm; turns follow it.
    """

    rows: Literal[1, 2] = 1
    melds: Literal["beyond", "right"] = "beyond"
    kong: Literal["ends", "middle"] = "ends"
    gap: float = 0.7
    untidy: float = 0.25


def set_out(hand: Hand, caishen: Tile | None, layout: Layout, rng: np.random.Generator) -> tuple[Placed, ...]:
    """Returns the tiles of a hand on the table, farthest row first, each row from the left.

    Args:
        hand: the finished hand.
        caishen: the face a `CAISHEN` of the hand is printed with.
        layout: the manner.
        rng: source of the untidiness.

    Raises:
        ValueError: the hand has a caishen and `caishen` is None.
    """
    numbers = iter(range(1, 20))
    half = -(-len(hand.concealed) // layout.rows)
    number = next(numbers)
    own = [
        Block(
            "hand", number, tuple(_printed(piece, caishen) for piece in hand.concealed[start : start + half])
        )
        for start in range(0, len(hand.concealed), half)
    ]
    win = [] if hand.win is None else [Block("win", next(numbers), (_printed(hand.win, caishen),))]
    melds = [Block("meld", next(numbers), _shown(meld, layout)) for meld in hand.melds]
    flowers = [Block("flower", next(numbers), tuple(map(str, hand.flowers)))] if hand.flowers else []
    if layout.melds == "right":
        rows = [flowers, *([block] for block in own[:-1]), [*own[-1:], *win, *melds]]
    else:
        rows = [flowers, melds, *([block] for block in own[:-1]), [*own[-1:], *win]]
    rows = [row for row in rows if row]
    return tuple(_rows(rows, layout, rng))


def river(faces: Sequence[str], group: int, rng: np.random.Generator) -> tuple[Placed, ...]:
    """Returns discards in rows of six in the middle of the table, beyond the hand."""
    width, depth, _ = TILE_MM
    return tuple(
        Placed(
            face,
            "other",
            group,
            (i % 6 - 2.5) * (width + 1.5) + rng.normal(0, 0.8),
            235 - i // 6 * (depth + 2.5) + rng.normal(0, 0.8),
            float(rng.normal(0, 0.05)),
        )
        for i, face in enumerate(faces)
    )


def wall(count: int, group: int, y: float = 330) -> tuple[Placed, ...]:
    """Returns face-down tiles in a straight line."""
    step = TILE_MM[0] + 0.3
    return tuple(Placed(BACK, "other", group, (i - (count - 1) / 2) * step, y) for i in range(count))


def _printed(piece: Piece, caishen: Tile | None) -> str:
    if piece is not CAISHEN:
        return str(piece)
    if caishen is None:
        raise ValueError("expected the face of the caishen for a hand that holds one, got None")
    return str(caishen)


def _shown(meld: Meld, layout: Layout) -> tuple[str, ...]:
    faces = tuple(map(str, meld.tiles))
    if not meld.concealed:
        return faces
    hidden = (0, 3) if layout.kong == "ends" else (1, 2)
    return tuple(BACK if i in hidden else face for i, face in enumerate(faces))


def _rows(rows: Sequence[Sequence[Block]], layout: Layout, rng: np.random.Generator) -> Iterable[Placed]:
    """Places rows of blocks, centred, the last one nearest to the player at y = 0."""
    width, depth, _ = TILE_MM
    step = width + 0.5 + layout.untidy
    for number, row in enumerate(rows):
        y = (len(rows) - 1 - number) * depth * 1.22
        count = sum(len(block.faces) for block in row)
        x = -(count * step + (len(row) - 1) * layout.gap * width) / 2
        for block in row:
            for face in block.faces:
                dx, dy = np.clip(rng.normal(0, layout.untidy, 2), -1, 1)
                yaw = float(np.clip(rng.normal(0, layout.untidy * 0.02), -0.02, 0.02))
                yield Placed(face, block.role, block.group, x + step / 2 + dx, y + 2 * dy, yaw)
                x += step
            x += layout.gap * width
