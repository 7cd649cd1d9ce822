"""Figures: what the outcomes of many samples amount to."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from huopin.validation.outcomes import Outcome, SampleOutcome
from huopin.vision.labels import LABELS

MISSED: Final = "missed"
"""Column of the confusion matrix for labelled tiles that were not found."""

FALSE: Final = "false"
"""Row of the confusion matrix for tiles that were read where none is."""

BINS: Final = 15
"""Equal bins for the calibration error, as in Guo et al., On Calibration of Modern Neural Networks, 2017."""


@dataclass(frozen=True)
class Counts:
    """Tiles and photos counted.

    Attributes:
        photos: Photos (or crops).
        unreadable: Those of them that could not be read.
        exact: Those read without any error.
        tiles: Labelled tiles.
        found: Labelled tiles that were found.
        named: Labelled tiles that were found and named right.
        false: Tiles read where none is.
        unsure: Tiles called unsure, of those found.
        sure_wrong: Tiles called sure but named wrong.
    """

    photos: int
    unreadable: int
    exact: int
    tiles: int
    found: int
    named: int
    false: int
    unsure: int
    sure_wrong: int

    @classmethod
    def of(cls, samples: Sequence[SampleOutcome]) -> Counts:
        """Count."""
        tiles = [tile for sample in samples for tile in sample.tiles]
        found = [tile for tile in tiles if tile.found]
        return cls(
            photos=len(samples),
            unreadable=sum(bool(sample.error) for sample in samples),
            exact=sum(sample.exact for sample in samples),
            tiles=sum(tile.face is not None for tile in tiles),
            found=len(found),
            named=sum(tile.right for tile in tiles),
            false=sum(tile.face is None for tile in tiles),
            unsure=sum(not tile.sure for tile in found),
            sure_wrong=sum(tile.sure and not tile.right for tile in found),
        )

    @property
    def tile_rate(self) -> float | None:
        """Share of labelled tiles found and named right; None when there is none."""
        return self.named / self.tiles if self.tiles else None

    @property
    def found_rate(self) -> float | None:
        """Share of labelled tiles found; None when there is none."""
        return self.found / self.tiles if self.tiles else None

    @property
    def photo_rate(self) -> float:
        """Share of at least one photo read without any error."""
        return self.exact / self.photos


@dataclass(frozen=True)
class ClassFigures:
    """How well one face is read.

    Attributes:
        face: The face.
        labelled: Tiles labelled so.
        read: Tiles read so, false ones included.
        right: Both.
    """

    face: str
    labelled: int
    read: int
    right: int

    @property
    def precision(self) -> float | None:
        """Share of the tiles read so that are; None when none is read so."""
        return self.right / self.read if self.read else None

    @property
    def recall(self) -> float | None:
        """Share of the tiles labelled so that are read so; None when none is labelled so."""
        return self.right / self.labelled if self.labelled else None

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return 2 * self.right / (self.labelled + self.read)


@dataclass(frozen=True)
class Bin:
    """Tiles read with a confidence in one range.

    Attributes:
        low: Start of the range, not part of it.
        high: End of the range.
        tiles: How many.
        confidence: Their mean confidence; 0 without tiles.
        accuracy: Share of them named right; 0 without tiles.
    """

    low: float
    high: float
    tiles: int
    confidence: float
    accuracy: float


@dataclass(frozen=True)
class Calibration:
    """Whether confidences mean what they say, over the labelled tiles that were found.

    Attributes:
        error: Expected calibration error (ECE), 0-1; 0 when none was found.
        bins: The reliability diagram.
    """

    error: float
    bins: tuple[Bin, ...]

    @classmethod
    def of(cls, tiles: Iterable[Outcome]) -> Calibration:
        """Measure the found ones."""
        found = [tile for tile in tiles if tile.found]
        bins = tuple(_bin(found, place) for place in range(BINS))
        gaps = (b.tiles * abs(b.confidence - b.accuracy) for b in bins)
        return cls(sum(gaps) / len(found) if found else 0.0, bins)


def _bin(found: Sequence[Outcome], place: int) -> Bin:
    low, high = place / BINS, (place + 1) / BINS
    inside = [t for t in found if low < t.confidence <= high or (place == 0 and t.confidence == 0)]
    many = max(1, len(inside))
    confidence, right = sum(t.confidence for t in inside), sum(t.right for t in inside)
    return Bin(low, high, len(inside), confidence / many, right / many)


@dataclass(frozen=True)
class Timing:
    """How long one stage takes a photo, in seconds.

    Attributes:
        median: Half of the photos take no longer.
        p90: Nine in ten take no longer.
    """

    median: float
    p90: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Timing:
        """Of at least one photo."""
        ordered = sorted(seconds)
        return cls(statistics.median(ordered), ordered[min(len(ordered) - 1, int(0.9 * len(ordered)))])


@dataclass(frozen=True)
class Figures:
    """Everything that is reported about a data set.

    Attributes:
        counts: Over all samples.
        groups: Counts of each group, by name.
        classes: Per face, in the order of the labels; faces that neither occur nor are read are left out.
        confusion: How many tiles labelled (or false) were read as (or missed).
        calibration: Of the confidences.
        timings: Per stage.
    """

    counts: Counts
    groups: Mapping[str, Counts]
    classes: tuple[ClassFigures, ...]
    confusion: Mapping[tuple[str, str], int]
    calibration: Calibration
    timings: Mapping[str, Timing]

    @classmethod
    def of(cls, samples: Sequence[SampleOutcome]) -> Figures:
        """Measure the outcomes of at least one sample."""
        tiles = [tile for sample in samples for tile in sample.tiles]
        confusion = Counter((tile.face or FALSE, tile.read or MISSED) for tile in tiles)
        return cls(
            Counts.of(samples),
            _groups(samples),
            _classes(confusion),
            confusion,
            Calibration.of(tiles),
            _timings(samples),
        )

    @property
    def calibration_error(self) -> float | None:
        """Expected calibration error, 0-1; None when no labelled tile was found."""
        return self.calibration.error if self.counts.found else None

    def telling_groups(self) -> Mapping[str, Counts]:
        """The groups, when there are several and most hold more than one sample."""
        return self.groups if 1 < len(self.groups) <= self.counts.photos / 2 else {}

    def mistakes(self) -> list[tuple[str, str, int]]:
        """Labelled face, read face and how often, the commonest first."""
        wrong = [(face, read, many) for (face, read), many in self.confusion.items() if face != read]
        return sorted(wrong, key=lambda mistake: (-mistake[2], mistake[:2]))

    def to_json(self) -> dict[str, Any]:
        """The figures as in `docs/validate.md`."""
        return {
            **_counts_json(self.counts),
            "groups": {name: _counts_json(counts) for name, counts in self.groups.items()},
            "classes": {figures.face: _class_json(figures) for figures in self.classes},
            "confusion": [{"face": face, "read": read, "tiles": n} for face, read, n in self.mistakes()],
            "calibration": {
                "ece": _rounded(self.calibration_error),
                "bins": [
                    [round(b.low, 4), round(b.high, 4), b.tiles, round(b.confidence, 6), round(b.accuracy, 6)]
                    for b in self.calibration.bins
                ],
            },
            "seconds": {
                stage: {"median": round(timing.median, 4), "p90": round(timing.p90, 4)}
                for stage, timing in self.timings.items()
            },
        }


def _groups(samples: Sequence[SampleOutcome]) -> dict[str, Counts]:
    names = sorted({sample.group for sample in samples})
    return {name: Counts.of([sample for sample in samples if sample.group == name]) for name in names}


def _classes(confusion: Mapping[tuple[str, str], int]) -> tuple[ClassFigures, ...]:
    labelled, read = Counter[str](), Counter[str]()
    for (face, seen), many in confusion.items():
        labelled[face] += many
        read[seen] += many
    return tuple(
        ClassFigures(face, labelled[face], read[face], confusion.get((face, face), 0))
        for face in LABELS
        if labelled[face] or read[face]
    )


def _timings(samples: Sequence[SampleOutcome]) -> dict[str, Timing]:
    stages = dict.fromkeys(stage for sample in samples for stage in sample.seconds)
    return {stage: Timing.of([s.seconds[stage] for s in samples if stage in s.seconds]) for stage in stages}


def _counts_json(counts: Counts) -> dict[str, Any]:
    return {
        "photos": counts.photos,
        "unreadable": counts.unreadable,
        "exact": counts.exact,
        "tiles": counts.tiles,
        "found": counts.found,
        "named": counts.named,
        "false": counts.false,
        "unsure": counts.unsure,
        "sure_wrong": counts.sure_wrong,
        "rates": {
            "found": _rounded(counts.found_rate),
            "tiles": _rounded(counts.tile_rate),
            "photos": _rounded(counts.photo_rate),
        },
    }


def _class_json(figures: ClassFigures) -> dict[str, Any]:
    return {
        "labelled": figures.labelled,
        "read": figures.read,
        "right": figures.right,
        "precision": _rounded(figures.precision),
        "recall": _rounded(figures.recall),
        "f1": _rounded(figures.f1),
    }


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 6)
