"""Verdicts: whether a whole hand was read, and what to do about it if not.

Codes, the first that applies:
    no-tiles      nothing found
    overlap       tiles lie over one another
    face-down     tiles of the hand show their backs
    copies        more copies of a face than a set has
    incomplete    tiles are missing
    too-many      more tiles than a hand has
    unsure        a whole hand, but some tiles need a second look
    ok            a whole hand, every tile sure
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from huopin.vision.config import VerdictConfig
from huopin.vision.geometry import Frames
from huopin.vision.labels import BACK
from huopin.vision.reading import ReadTile, Verdict
from huopin.vision.roles import Role

HAND_ROLES = (Role.HAND, Role.WIN, Role.MELD)


@dataclass(frozen=True)
class Light:
    """How a picture, or the tiles in it, came out.

    Attributes:
        brightness: Of its brightest fifth, 0-255.
        softness: Share of the fine contrast that survives a further blur, 0-1; sharp pictures lose most.
    """

    brightness: float
    softness: float

    @classmethod
    def of(cls, pictures: Sequence[npt.NDArray[np.uint8]]) -> Light:
        """Measure BGR uint8 pictures; the median over them."""
        grey = [cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in pictures]
        bright = [float(np.percentile(one[::2, ::2], 80)) for one in grey]
        return cls(float(np.median(bright)), float(np.median([_softness(one) for one in grey])))


def _softness(grey: npt.NDArray[np.uint8] | cv2.typing.MatLike) -> float:
    """Gradient left after a blur of 1.5 px over the gradient before it."""
    blurred = cv2.GaussianBlur(grey, (0, 0), 1.5)
    before, after = (
        float(
            np.abs(cv2.Sobel(image, cv2.CV_32F, 1, 0)).mean()
            + np.abs(cv2.Sobel(image, cv2.CV_32F, 0, 1)).mean()
        )
        for image in (grey, blurred)
    )
    return after / before if before > 1.0 else 1.0


def judge(
    tiles: Sequence[ReadTile], hand_tiles: int, light: Light, config: VerdictConfig | None = None
) -> Verdict:
    """Say what is wrong with a reading, or that nothing is.

    Args:
        tiles: All tiles of the photo.
        hand_tiles: Tiles of a hand, a kong counting as three.
        light: Of the tiles, or of the whole photo when no tile was found.
        config: Thresholds; the defaults when None.
    """
    config = config or VerdictConfig()
    hand = [tile for tile in tiles if tile.role in HAND_ROLES]
    if not tiles:
        advice = _picture_advice([], light, config) or "Lay the tiles face up and fill the frame with them."
        return Verdict("no-tiles", f"No tiles found. {advice}")
    problems = list(_problems(hand, hand_tiles, config))
    if problems:
        code, text = problems[0]
        advice = _picture_advice(hand, light, config) if code in ("incomplete", "copies") else ""
        return Verdict(code, " ".join([*(sentence for _, sentence in problems[:2]), advice]).strip())
    unsure = [tile.id for tile in hand if not tile.sure]
    if not unsure:
        return Verdict("ok", f"{len(hand)} tiles read, all sure.")
    text = f"{len(hand)} tiles read, {len(unsure)} unsure: check {_tile_list(unsure)}."
    many = len(unsure) > config.many_unsure * len(hand)
    return Verdict("unsure", f"{text} {_picture_advice(hand, light, config) if many else ''}".strip())


def _problems(hand: Sequence[ReadTile], hand_tiles: int, config: VerdictConfig) -> Iterator[tuple[str, str]]:
    """What keeps the tiles from being a whole hand, as (code, sentence)."""
    if pairs := _overlapping(hand, config):
        ids = sorted({number for pair in pairs for number in pair})
        yield "overlap", f"{_tile_list(ids).capitalize()} overlap: move them apart."
    if down := _face_down(hand):
        verb, pronoun = ("lies", "it") if len(down) == 1 else ("lie", "them")
        yield "face-down", f"{_tile_list(down).capitalize()} {verb} face down: turn {pronoun} over."
    for face, ids in _spares(hand):
        yield "copies", f"{len(ids)} tiles read as {face}, a set has 4: check {_tile_list(ids)}."
    kongs = _kongs(hand)
    needed = hand_tiles + kongs
    with_kongs = f" with {kongs} kong{'s' if kongs > 1 else ''}" if kongs else ""
    found = f"{len(hand)} tile{'s' if len(hand) != 1 else ''} found"
    if len(hand) == needed - 1:
        yield "incomplete", f"{found}, {needed} needed{with_kongs}: is one hidden?"
    elif len(hand) < needed:
        yield "incomplete", f"{found}, {needed} needed{with_kongs}: are the others in the picture, face up?"
    elif len(hand) > needed + config.heap_tiles:
        yield "too-many", f"{found}, a hand has {hand_tiles}: photograph one hand alone."
    elif len(hand) > needed:
        yield "too-many", f"{found}, {needed} needed{with_kongs}: move away what is not in the hand."


def _overlapping(hand: Sequence[ReadTile], config: VerdictConfig) -> list[tuple[int, int]]:
    """Pairs of tiles that share more than a little of their area."""
    pairs = []
    for k, tile in enumerate(hand):
        low, high = tile.quad.min(axis=0), tile.quad.max(axis=0)
        for other in hand[k + 1 :]:
            if (other.quad.min(axis=0) < high).all() and (other.quad.max(axis=0) > low).all():
                shared, _ = cv2.intersectConvexConvex(tile.quad, other.quad)
                smaller = min(cv2.contourArea(tile.quad), cv2.contourArea(other.quad))
                if shared > config.overlap * smaller:
                    pairs.append((tile.id, other.id))
    return pairs


def _face_down(hand: Sequence[ReadTile]) -> list[int]:
    """Backs that are no part of a concealed kong with a face up."""
    shown = {tile.group for tile in hand if tile.role == Role.MELD and tile.face != BACK}
    return [tile.id for tile in hand if tile.face == BACK and tile.group not in shown]


def _spares(hand: Sequence[ReadTile]) -> Iterator[tuple[str, list[int]]]:
    """Faces read more than four times, with their tiles."""
    for face, many in Counter(tile.face for tile in hand if tile.face != BACK).items():
        if many > 4:
            yield face, [tile.id for tile in hand if tile.face == face]


def _kongs(hand: Sequence[ReadTile]) -> int:
    sizes = Counter(tile.group for tile in hand if tile.role == Role.MELD)
    return sum(size == 4 for size in sizes.values())


def _picture_advice(hand: Sequence[ReadTile], light: Light, config: VerdictConfig) -> str:
    """What to do better in the next photo; nothing when the picture is fine."""
    if light.brightness < config.dark:
        return f"The photo is too dark (brightness {light.brightness:.0f} of 255): add light."
    if hand:
        width = float(np.median(Frames.of(np.stack([tile.quad for tile in hand])).width))
        if width < config.small_px:
            return f"The tiles are small ({width:.0f} px wide): go closer."
    if light.softness > config.soft:
        return "The photo is blurred: hold still and let the camera focus."
    return ""


def _tile_list(ids: Sequence[int]) -> str:
    """`tile 3`, `tiles 3 and 7`, `tiles 3-5 and 9`."""
    runs: list[list[int]] = []
    for number in sorted(ids):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = [
        part
        for run in runs
        for part in ([f"{run[0]}-{run[-1]}"] if len(run) > 2 else [str(number) for number in run])
    ]
    listed = " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
    return f"tile{'s' if len(ids) > 1 else ''} {listed}"
