"""Figures, against numbers worked out by hand."""

import pytest

from huopin.validation.figures import Calibration, Counts, Figures, Timing
from huopin.validation.outcomes import Outcome, SampleOutcome


def _tile(face: str | None, read: str | None, confidence: float = 0.9, sure: bool = True) -> Outcome:
    return Outcome(face, read, confidence, sure)


SAMPLES = [
    SampleOutcome("a-1", "a", (_tile("1m", "1m"), _tile("1m", "2m", 0.6, False)), {"find": 1.0}),
    SampleOutcome(
        "a-2", "a", (_tile("2m", "2m"), _tile("2m", None, 0, False), _tile(None, "2m")), {"find": 3.0}
    ),
    SampleOutcome("b-1", "b", (_tile("1m", "1m"),), {"find": 2.0}),
    SampleOutcome("b-2", "b", (_tile("E", None, 0, False),), error="b-2: the file is empty"),
    SampleOutcome("b-3", "b", (), {"find": 10.0}),
]


def test_counts() -> None:
    figures = Figures.of(SAMPLES)
    assert figures.counts == Counts(
        photos=5, unreadable=1, exact=2, tiles=6, found=4, named=3, false=1, unsure=1, sure_wrong=0
    )
    assert (figures.counts.found_rate, figures.counts.tile_rate, figures.counts.photo_rate) == (
        4 / 6,
        0.5,
        0.4,
    )
    assert figures.groups["a"].tiles == 4
    assert figures.groups["b"].exact == 2


def test_classes() -> None:
    classes = {one.face: one for one in Figures.of(SAMPLES).classes}
    assert list(classes) == ["1m", "2m", "E"]
    assert (classes["1m"].precision, classes["1m"].recall, classes["1m"].f1) == (1.0, 2 / 3, 0.8)
    assert (classes["2m"].precision, classes["2m"].recall, classes["2m"].f1) == (1 / 3, 1 / 2, 0.4)
    assert (classes["E"].precision, classes["E"].recall, classes["E"].f1) == (None, 0.0, 0.0)


def test_confusion() -> None:
    figures = Figures.of(SAMPLES)
    assert figures.mistakes() == [
        ("1m", "2m", 1),
        ("2m", "missed", 1),
        ("E", "missed", 1),
        ("false", "2m", 1),
    ]
    assert sum(figures.confusion.values()) == 7


def test_calibration() -> None:
    """Two bins: three tiles at 0.9, two right (gap 0.9 - 2/3), and one wrong at 0.6 (gap 0.6)."""
    tiles = [_tile("1m", "1m"), _tile("1m", "1m"), _tile("1m", "2m"), _tile("1m", "2m", 0.6)]
    calibration = Calibration.of([*tiles, _tile("1m", None, 0), _tile(None, "1m", 0.1)])
    assert calibration.error == pytest.approx((3 * (0.9 - 2 / 3) + 0.6) / 4)
    assert [b.tiles for b in calibration.bins if b.tiles] == [1, 3]
    assert sum(b.tiles for b in calibration.bins) == 4


def test_a_perfectly_calibrated_reader_has_no_error() -> None:
    tiles = [_tile("1m", "1m" if k < 8 else "2m", 0.8) for k in range(10)]
    assert Calibration.of(tiles).error == pytest.approx(0)


def test_timing() -> None:
    assert Timing.of([3.0, 1.0, 2.0]) == Timing(2.0, 3.0)
    assert Timing.of(list(range(10))) == Timing(4.5, 9)


def test_nothing_labelled_gives_no_share_and_no_division_by_zero() -> None:
    figures = Figures.of([SampleOutcome("x", "x", ()), SampleOutcome("y", "y", (_tile(None, "1m"),))])
    counts = figures.counts
    assert (counts.found_rate, counts.tile_rate, counts.photo_rate) == (None, None, 0.5)
    assert figures.calibration_error is None
    record = figures.to_json()
    assert record["rates"] == {"found": None, "tiles": None, "photos": 0.5}
    assert record["calibration"]["ece"] is None
