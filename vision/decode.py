"""Joint decoding: the most probable hand, not the most probable tile one by one.

A set has four copies of a face and one of each flower, and an exposed meld is a chow, a pung or a kong.
Hands that obey are searched best first, so the first one found is the most probable. A winning shape then
counts as evidence of documented weight (`DecodeConfig.win_nats`): among hands that are less likely by no more
than that, a winning one is preferred. Every tile the rules changed is marked; none is changed silently.

Probabilities of single tiles after decoding come from the same rules: see `_posterior`.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from huopin.vision.config import DecodeConfig
from huopin.vision.geometry import Floats
from huopin.vision.labels import BACK_INDEX, LABELS, NATURAL_FACES, NONE_INDEX
from huopin.vision.melds import read_meld

Labels = tuple[int, ...]
"""Index into `LABELS` of each tile."""

WinTest = Callable[[Labels], bool]
"""Whether tiles, given by label in the order of the decoded tiles, are a winning hand."""

_COPIES = (*[4] * NATURAL_FACES, *[1] * (BACK_INDEX - NATURAL_FACES), *[10**6] * (len(LABELS) - BACK_INDEX))
"""Copies of each label in a set: four of a face, one of each flower; backs are no face."""


@dataclass(frozen=True)
class Decoded:
    """What the tiles are, taken together.

    Attributes:
        labels: (N,) label of each tile.
        probabilities: (N, labels): of each label for each tile, the rules taken into account.
        changed: (N,) whether the rules chose another label than the tile alone would have.
        wins: Whether the labels pass the win test; None when there was none.
        exact: False when the search was cut short and the labels may not be the very best.
    """

    labels: Labels
    probabilities: Floats
    changed: tuple[bool, ...]
    wins: bool | None
    exact: bool


def decode(
    probabilities: Floats,
    melds: Sequence[Sequence[int]] = (),
    wins: WinTest | None = None,
    config: DecodeConfig | None = None,
) -> Decoded:
    """Read the tiles of one hand together.

    Args:
        probabilities: (N, labels), calibrated, each tile alone.
        melds: Positions of the tiles of each exposed meld, three or four each.
        wins: Test for a winning hand, or None where the tiles cannot be one.
        config: Weights; the defaults when None.
    """
    config = config or DecodeConfig()
    alone = np.clip(np.asarray(probabilities, np.float64), config.floor, 1)
    alone[:, NONE_INDEX] = config.floor
    nats = np.log(alone / alone.sum(axis=1, keepdims=True))
    items = _items(nats, melds)
    # Twice the weight: hands that win but are not preferred still count in the probabilities.
    hands, exact = _best_hands(items, config, 2 * config.win_nats if wins else 0.0)
    labels = [_in_place(items, hand, len(nats)) for hand in hands]
    winning = [bool(wins and wins(hand.labels)) for hand in labels]
    best = max(range(len(labels)), key=lambda k: labels[k].nats + config.win_nats * winning[k])
    chosen = labels[best].labels
    posterior = _posterior(nats, items, config)
    if any(winning):
        won = [hand.labels for hand, it_wins in zip(labels, winning, strict=True) if it_wins]
        posterior = _with_wins(posterior, items, won, config)
    changed = tuple(int(own) != label for own, label in zip(nats.argmax(axis=1), chosen, strict=True))
    return Decoded(chosen, posterior, changed, winning[best] if wins else None, exact)


@dataclass(frozen=True)
class _Item:
    """A tile alone or a meld: what is read at once.

    Attributes:
        places: Positions of its tiles.
        options: Its readings as (nats, labels), best first.
    """

    places: tuple[int, ...]
    options: tuple[tuple[float, Labels], ...]


@dataclass(frozen=True)
class _Hand:
    nats: float
    labels: Labels


def _items(nats: Floats, melds: Sequence[Sequence[int]]) -> list[_Item]:
    """Melds and single tiles, those first whose likeliest face too many tiles want: conflicts show early."""
    items = [
        _Item(tuple(meld), tuple((o.nats, o.labels) for o in read_meld(nats[list(meld)]))) for meld in melds
    ]
    taken = {place for meld in melds for place in meld}
    for place in range(len(nats)):
        if place not in taken:
            order = np.argsort(-nats[place])
            items.append(_Item((place,), tuple((float(nats[place, k]), (int(k),)) for k in order)))
    wanted = Counter(label for item in items for label in item.options[0][1])
    crowd = {label: many for label, many in wanted.items() if many > _COPIES[label]}
    return sorted(items, key=lambda item: -max(crowd.get(label, 0) for label in item.options[0][1]))


def _best_hands(items: Sequence[_Item], config: DecodeConfig, window: float) -> tuple[list[_Hand], bool]:
    """Hands that obey the rules, best first, down to `window` nats below the best.

    Best-first search over the items in order; what the items to come would add at best is never too little,
    so hands come out in the order of their probability. Copies beyond a set's cost `config.spare_nats` each.

    Returns:
        The hands (labels in the order of the items) and whether none can be missing.
    """
    ahead = np.cumsum([0.0, *(item.options[0][0] for item in reversed(items))])[::-1]
    ticket = count()
    heap: list[tuple[float, int, int, int, float, Labels]] = []

    def offer(depth: int, rank: int, nats: float, labels: Labels) -> None:
        """Queue one reading of the item at `depth`, and on taking it out the next worse one."""
        if rank < len(items[depth].options):
            bound = nats + items[depth].options[rank][0] + ahead[depth + 1]
            if bound >= enough:
                heapq.heappush(heap, (-bound, next(ticket), depth, rank, nats, labels))

    if not items:
        return [_Hand(0.0, ())], True
    enough = _greedy(items, config).nats - window - 1e-9
    found: list[_Hand] = []
    offer(0, 0, 0.0, ())
    for _ in range(config.search_steps):
        if not heap:
            return found, True
        bound, _, depth, rank, nats, labels = heapq.heappop(heap)
        if found and (-bound < found[0].nats - window or len(found) >= config.hands):
            return found, True
        if rank >= 0:
            offer(depth, rank + 1, nats, labels)
            own, added = items[depth].options[rank]
            nats += own - config.spare_nats * _spare(labels, added)
            labels += added
            if nats + ahead[depth + 1] < -bound - 1e-9:  # it costs more than it seemed: wait in line again
                heapq.heappush(heap, (-(nats + ahead[depth + 1]), next(ticket), depth, -1, nats, labels))
                continue
        if depth + 1 == len(items):
            found.append(_Hand(nats, labels))
        else:
            offer(depth + 1, 0, nats, labels)
    return found or [_greedy(items, config)], False


def _spare(held: Labels, added: Labels) -> int:
    """How many of the tiles added to those held are beyond the copies in a set."""
    return sum(held.count(label) + added[:k].count(label) >= _COPIES[label] for k, label in enumerate(added))


def _greedy(items: Sequence[_Item], config: DecodeConfig) -> _Hand:
    """One hand that obeys the rules, item by item: what is left when the search is cut short."""
    nats = 0.0
    labels: Labels = ()
    for item in items:
        cost, added = max((own - config.spare_nats * _spare(labels, new), new) for own, new in item.options)
        nats, labels = nats + cost, labels + added
    return _Hand(nats, labels)


def _in_place(items: Sequence[_Item], hand: _Hand, tiles: int) -> _Hand:
    """The same hand with its labels in the order of the tiles."""
    labels = [0] * tiles
    for place, label in zip((place for item in items for place in item.places), hand.labels, strict=True):
        labels[place] = label
    return _Hand(hand.nats, tuple(labels))


def _posterior(nats: Floats, items: Sequence[_Item], config: DecodeConfig) -> Floats:
    """(N, labels): probability of each label for each tile under the rules on melds and copies.

    A meld's tiles share their meld's readings. A label is then as likely as before times how much likelier
    the other tiles, each by itself, are to leave a copy of it free; exact while a single face is contested.
    """
    belief = np.exp(nats)
    for item in items:
        if len(item.places) > 1:
            share = np.exp([own - item.options[0][0] for own, _ in item.options])
            together = np.zeros((len(item.places), belief.shape[1]))
            for weight, (_, labels) in zip(share / share.sum(), item.options, strict=True):
                together[np.arange(len(labels)), list(labels)] += weight
            places = list(item.places)
            belief[places] = (1 - config.meld_doubt) * together + config.meld_doubt * belief[places]
    wanted = (belief[:, :BACK_INDEX] > 1e-3).sum(axis=0)
    factor = np.ones_like(belief)
    for label in range(BACK_INDEX):
        copies = _COPIES[label]
        if wanted[label] > copies:
            for place in range(len(belief)):
                others = np.delete(belief[:, label], place)
                factor[place, label] = _room(others, copies, config.spare_nats)
    posterior = belief * factor
    return np.asarray(posterior / posterior.sum(axis=1, keepdims=True))


def _room(others: Floats, copies: int, spare_nats: float) -> float:
    """How much likelier the others are to leave a copy of a face free than to be within the limit at all.

    Args:
        others: (n,) probability of each other tile to have the face.
        copies: Copies of it in a set.
        spare_nats: What each copy beyond costs.
    """
    held = np.zeros(len(others) + 1)  # chance that so many have it
    held[0] = 1.0
    for p in others:
        held[1:] = held[1:] * (1 - p) + held[:-1] * p
        held[0] *= 1 - p
    number = np.arange(len(held))
    with_it, without = (held @ np.exp(-spare_nats * np.maximum(0, number - k)) for k in (copies - 1, copies))
    return float(with_it / without)


def _with_wins(
    posterior: Floats, items: Sequence[_Item], winning: Sequence[Labels], config: DecodeConfig
) -> Floats:
    """Posterior when these winning hands count exp(win_nats) times as much as others."""
    mass, extra = 1.0, np.zeros_like(posterior)
    rows = np.arange(len(posterior))
    for labels in winning:
        tiles = posterior[rows, list(labels)]
        share = float(np.prod([tiles[list(item.places)].min() for item in items]))
        share *= float(np.expm1(config.win_nats))
        mass += share
        extra[rows, list(labels)] += share
    return np.asarray((posterior + extra) / mass)


def single_changes(probabilities: Floats, labels: Labels) -> Iterator[tuple[int, int]]:
    """Every change of one tile to another natural face as (place, label), likeliest first."""
    p = np.asarray(probabilities)[:, :NATURAL_FACES]
    for flat in np.argsort(-p, axis=None, kind="stable"):
        place, label = divmod(int(flat), NATURAL_FACES)
        if label != labels[place]:
            yield place, label
