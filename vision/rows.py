"""Rows: tiles that lie side by side, split into groups at gaps, read from left to right.

Nothing here depends on how the photo was held: directions come from the tiles (their sides, the turn the
classifier saw, their neighbours), and gaps and offsets are measured in tile widths on the spot, so that
perspective changes little either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from huopin.vision.config import RowConfig
from huopin.vision.geometry import Floats, Frames, Quads, doubled, halved, turn_quads, unit

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Row:
    """Tiles side by side.

    Attributes:
        groups: Indices of the tiles from left to right, split where the gap is wide.
        right: (2,) unit vector in which the row is read.
    """

    groups: tuple[tuple[int, ...], ...]
    right: Floats

    @property
    def tiles(self) -> tuple[int, ...]:
        """All indices from left to right."""
        return tuple(tile for group in self.groups for tile in group)


@dataclass(frozen=True)
class Rows:
    """All rows of a photo.

    Attributes:
        rows: Each tile is in exactly one row; a tile alone is a row of one.
        quads: (N, 4, 2) px, each starting at the face's own top left as far as the face and its row tell.
        turned: (N,) bool: lies a quarter turn to its row.
    """

    rows: tuple[Row, ...]
    quads: Quads
    turned: Bools


def find_rows(quads: Quads, turn_probabilities: Floats, config: RowConfig | None = None) -> Rows:
    """Put tiles into rows.

    Args:
        quads: (N, 4, 2) px, clockwise, starting at any corner.
        turn_probabilities: (N, 4): probability that the face's own top left is corner 0, 1, 2, 3.
        config: Thresholds; the defaults when None.
    """
    config = config or RowConfig()
    if not len(quads):
        return Rows((), np.zeros((0, 4, 2), np.float32), np.zeros(0, np.bool_))
    quads, belief = _as_printed(np.asarray(quads, np.float32), turn_probabilities, config)
    frames = Frames.of(quads)
    bodies = _Bodies.of(frames, _row_axes(frames, belief, config))
    links = _link(_Sight.of(bodies, unit(bodies.along), config), {}, config.touch_widths, config)
    links = _link(_Sight.of(bodies, _chain_axes(bodies, links), config), links, config.reach_widths, config)
    chains = _filled(_chains(links, len(quads)), bodies, config)
    rows = _readable(chains, bodies, frames, belief, config)
    quads = _settle(rows, quads, belief, config)
    return Rows(rows, quads, _turned(rows, Frames.of(quads)))


def _as_printed(quads: Quads, turns: Floats, config: RowConfig) -> tuple[Quads, Floats]:
    """Quads from their likeliest own top left, and the beliefs (N, 4) in 0-3 quarter turns from there.

    A face is taller than wide, which helps where the print says nothing (backs, blank dragons, dots).
    """
    frames = Frames.of(quads)
    tall = np.clip(config.shape_nats * np.log(frames.height / frames.width), -1.5, 1.5)
    belief = (np.asarray(turns, np.float64) + 1e-4) * np.exp(np.outer(tall / 2, [1, -1, 1, -1]))
    best = belief.argmax(axis=1)
    belief = np.take_along_axis(belief, (np.arange(4)[None] + best[:, None]) % 4, axis=1)
    return turn_quads(quads, best), belief / belief.sum(axis=1, keepdims=True)


def _row_axes(frames: Frames, belief: Floats, config: RowConfig) -> Floats:
    """(N, 2) unit vectors along the row at each tile: the widths of the tiles around it, averaged.

    Where prints say nothing, neighbours do: they lie closer along a row than across it.
    """
    between = frames.centre[None] - frames.centre[:, None]
    apart = np.linalg.norm(between, axis=2) / frames.size[:, None]
    beside = np.exp(-0.5 * apart**2) * (apart > 0)
    own = doubled(frames.across) * (belief @ [1, -1, 1, -1])
    own += config.neighbour_weight * np.sum(beside * doubled(between), axis=1)
    return halved(np.exp(-0.5 * (apart / config.field_tiles) ** 2) @ own)


@dataclass(frozen=True)
class _Bodies:
    """Tiles as things in a row.

    Attributes:
        centre: (N, 2), px.
        along: (N, 2), px: the side of the tile that lies along its row, its height if it lies turned.
        aside: (N, 2), px: the other side.
        width: (N,), px: of the face, turned or not.
    """

    centre: Floats
    along: Floats
    aside: Floats
    width: Floats

    @classmethod
    def of(cls, frames: Frames, axes: Floats) -> _Bodies:
        across = np.abs(np.sum(unit(frames.across) * axes, axis=1))
        turned = (np.abs(np.sum(unit(frames.down) * axes, axis=1)) > across)[:, None]
        along, aside = (
            np.where(turned, frames.down, frames.across),
            np.where(turned, frames.across, frames.down),
        )
        return cls(frames.centre, along, aside, frames.width)


@dataclass(frozen=True)
class _Sight:
    """Where each tile j lies as seen along the row of each tile i; all (N, N).

    Attributes:
        end: 1 or 0: j lies ahead of i or behind it.
        gap: Free room between them along the row, in tile widths; below 0 when they overlap.
        offset: How far the middle of j lies beside the row of i, in tile heights, 0 or more.
        alike: They have like sizes and directions.
    """

    end: npt.NDArray[np.int64]
    gap: Floats
    offset: Floats
    alike: Bools

    @classmethod
    def of(cls, bodies: _Bodies, axes: Floats, config: RowConfig) -> _Sight:
        """What tiles see along `axes`, (N, 2) unit vectors, or along their own side where these are odd."""
        aside = unit(bodies.aside)
        odd = np.abs(axes[:, 0] * aside[:, 1] - axes[:, 1] * aside[:, 0]) < 0.3
        axes = np.where(odd[:, None], unit(bodies.along), axes)
        to_row = np.linalg.inv(np.stack([axes, aside], axis=2))
        moved = np.einsum("ikl,ijl->ijk", to_row, bodies.centre[None] - bodies.centre[:, None])
        reach = np.abs(np.einsum("il,jl->ij", to_row[:, 0], bodies.along))
        room = np.abs(moved[..., 0]) - (reach + np.diag(reach)[:, None]) / 2
        ratio = bodies.width[:, None] / bodies.width[None]
        parallel = np.abs(unit(bodies.along) @ unit(bodies.along).T)
        return cls(
            (moved[..., 0] > 0).astype(np.int64),
            2 * room / (bodies.width[:, None] + bodies.width[None]),
            np.abs(moved[..., 1]) / np.linalg.norm(bodies.aside, axis=1)[:, None],
            (np.maximum(ratio, 1 / ratio) < config.size_ratio)
            & (parallel > np.cos(np.radians(config.bend_degrees))),
        )


Links = dict[tuple[int, int], tuple[int, int]]
"""(tile, end) to the (tile, end) that it adjoins, in both directions; ends are 0 and 1."""


def _link(sight: _Sight, links: Links, reach: float, config: RowConfig) -> Links:
    """Add a link between free ends that are each other's nearest within `reach` tile widths."""
    gap = (sight.gap + sight.gap.T) / 2
    offset = (sight.offset + sight.offset.T) / 2
    near = sight.alike & (gap < reach) & (gap > -config.overlap_widths)
    near &= offset < config.offset_heights + config.offset_per_width * np.maximum(gap, 0)
    np.fill_diagonal(near, False)
    taken = _connected(links, len(gap))
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for i in range(len(gap)):
        for end in (0, 1):
            choices = np.flatnonzero(near[i] & (sight.end[i] == end) & (taken != taken[i]))
            if (i, end) not in links and len(choices):
                j = int(choices[np.argmin(gap[i, choices] + offset[i, choices])])
                found[i, end] = j, int(sight.end[j, i])
    new = {a: b for a, b in found.items() if b not in links and found.get(b) == a}
    return links | new


def _connected(links: Links, count: int) -> npt.NDArray[np.int64]:
    """(N,) number of the chain each tile is in."""
    number = np.full(count, -1, np.int64)
    for k, chain in enumerate(_chains(links, count)):
        number[chain] = k
    return number


def _chains(links: Links, count: int) -> list[list[int]]:
    """The tiles as chains of linked ones; a ring is cut where it is met first."""
    chains: list[list[int]] = []
    seen: set[int] = set()
    tips = [(i, end) for i in range(count) for end in (0, 1) if (i, end) not in links]
    for tile, end in [*tips, *((i, 0) for i in range(count))]:
        if tile in seen:
            continue
        chain = [tile]
        seen.add(tile)
        way: tuple[int, int] | None = links.get((tile, 1 - end))
        while way is not None and way[0] not in seen:
            chain.append(way[0])
            seen.add(way[0])
            way = links.get((way[0], 1 - way[1]))
        chains.append(chain)
    return chains


def _filled(chains: list[list[int]], bodies: _Bodies, config: RowConfig) -> list[list[int]]:
    """Put tiles alone, whose box must have been found askew, into the room they fill between two of a row."""
    alone = [chain for chain in chains if len(chain) == 1]
    longer = [list(chain) for chain in chains if len(chain) > 1]
    for (tile,) in alone:
        places = ((chain, k) for chain in longer for k in range(1, len(chain)))
        fits = next(((c, k) for c, k in places if _fills(tile, c[k - 1], c[k], bodies, config)), None)
        if fits:
            fits[0].insert(fits[1], tile)
        else:
            longer.append([tile])
    return longer


def _fills(tile: int, before: int, after: int, bodies: _Bodies, config: RowConfig) -> bool:
    """Whether a tile lies midway between two others of a row that leave room for it."""
    line = bodies.centre[after] - bodies.centre[before]
    length, width = float(np.linalg.norm(line)), float(bodies.width[[before, after]].mean())
    along, aside = line / length, float(np.linalg.norm(bodies.aside[[before, after]], axis=1).mean())
    offset = bodies.centre[tile] - bodies.centre[before]
    share = float(offset @ along) / length
    beside = abs(float(offset[0] * along[1] - offset[1] * along[0]))
    return length > 1.5 * width and 0.25 < share < 0.75 and beside < config.offset_heights * aside


def _chain_axes(bodies: _Bodies, links: Links) -> Floats:
    """(N, 2) unit vectors: the line through the nearest few tiles of a chain; a lone tile's own side."""
    axes = unit(bodies.along)
    for chain in _chains(links, len(axes)):
        for place, tile in enumerate(chain):
            near = chain[max(0, place - 3) : place + 4]
            line = bodies.centre[near[-1]] - bodies.centre[near[0]]
            if len(near) > 1:
                axes[tile] = unit(line if line @ axes[tile] >= 0 else -line)
    return axes


def _readable(
    chains: Sequence[list[int]], bodies: _Bodies, frames: Frames, belief: Floats, config: RowConfig
) -> tuple[Row, ...]:
    """Chains as rows read from left to right: as most of their prints stand, else as the other rows do."""
    up = belief[:, 0] - belief[:, 2]
    lines = np.array([_line(chain, bodies) for chain in chains])
    votes = np.array(
        [
            np.sum(up[chain] * (unit(frames.across[chain]) @ line))
            for chain, line in zip(chains, lines, strict=True)
        ]
    )
    common = np.sum(lines * votes[:, None], axis=0)
    rows = []
    for chain, line, vote in zip(chains, lines, votes, strict=True):
        if abs(vote) < config.vote_tiles:
            vote = line @ common if abs(line @ common) > config.vote_tiles / 2 else _as_seen(line)
        right, tiles = (line, chain) if vote > 0 else (-line, chain[::-1])
        rows.append(Row(_split(tiles, bodies, config), right))
    return tuple(rows)


def _line(chain: Sequence[int], bodies: _Bodies) -> Floats:
    """(2,) unit vector from the first tile of a chain to the last, or along a tile alone."""
    line = bodies.centre[chain[-1]] - bodies.centre[chain[0]]
    return unit(line if len(chain) > 1 else bodies.along[chain[0]])


def _as_seen(line: Floats) -> float:
    """1 if a line runs from left to right in the photo, or downward when it stands upright, else -1."""
    return float(np.sign(line[0] if abs(line[0]) > 0.2 else line[1]) or 1)


def _split(tiles: Sequence[int], bodies: _Bodies, config: RowConfig) -> tuple[tuple[int, ...], ...]:
    """Groups: a gap counts when it is wide and stands out from the narrower gaps of its row."""
    gaps = _gaps(tiles, bodies)
    limit = _gap_limit(gaps, config)
    groups: list[list[int]] = [[tiles[0]]]
    for tile, gap in zip(tiles[1:], gaps, strict=True):
        if gap >= limit:
            groups.append([])
        groups[-1].append(tile)
    return tuple(tuple(group) for group in groups)


def _gap_limit(gaps: Floats, config: RowConfig) -> float:
    """From which gap on groups are apart: the first clear step among the gaps, from narrow to wide."""
    ordered = np.sort(gaps)
    if len(gaps) < config.usual_gaps:
        ordered = np.concatenate([[0.0], ordered])
    wide = (ordered[1:] >= config.group_widths) & (np.diff(ordered) >= config.group_step)
    return float(ordered[1:][wide][0]) if wide.any() else np.inf


def _gaps(tiles: Sequence[int], bodies: _Bodies) -> Floats:
    """Free room between neighbours, in tile widths: (n - 1,) for n tiles in order."""
    t = np.asarray(tiles)
    between = bodies.centre[t[1:]] - bodies.centre[t[:-1]]
    line = unit(between)
    reach = np.abs(np.sum(bodies.along[t[1:]] * line, axis=1)) + np.abs(
        np.sum(bodies.along[t[:-1]] * line, axis=1)
    )
    room = np.linalg.norm(between, axis=1) - reach / 2
    return np.asarray(2 * room / (bodies.width[t[1:]] + bodies.width[t[:-1]]), np.float64)


def _settle(rows: Sequence[Row], quads: Quads, belief: Floats, config: RowConfig) -> Quads:
    """Turn tiles whose print is the same from several sides the way their row stands."""
    frames = Frames.of(quads)
    right = np.zeros((len(quads), 2))
    for row in rows:
        right[list(row.tiles)] = row.right
    sides = np.stack(
        [unit(frames.across), unit(frames.down), -unit(frames.across), -unit(frames.down)], axis=1
    )
    nearest = np.einsum("nkl,nl->nk", sides, right).argmax(axis=1)
    prior = np.asarray(config.turn_prior)[(np.arange(4)[None] - nearest[:, None]) % 4]
    return turn_quads(quads, (belief * prior).argmax(axis=1))


def _turned(rows: Sequence[Row], frames: Frames) -> Bools:
    turned = np.zeros(len(frames), np.bool_)
    for row in rows:
        t = list(row.tiles)
        turned[t] = np.abs(unit(frames.down[t]) @ row.right) > np.abs(unit(frames.across[t]) @ row.right)
    return turned
