"""What became of every labelled tile and every found one: the raw material of all figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Outcome:
    """A labelled tile with what was read for it, or a tile that was read where none is.

    Attributes:
        face: The labelled face; None for a false tile.
        read: The face that was read; None for a missed tile.
        confidence: Of the reading, 0-1; 0 for a missed tile.
        sure: Whether the reading was called sure.
        source: Where the label stands; empty for a false tile.
        corners: Four [x, y] in pixels of the upright picture: of the label, or of the false tile.
        picture: The tile and its surroundings as JPEG, for the gallery; empty unless it is a mistake that
            was asked for.
    """

    face: str | None
    read: str | None
    confidence: float
    sure: bool
    source: str = ""
    corners: tuple[tuple[float, float], ...] = ()
    picture: bytes = field(default=b"", repr=False)

    @property
    def right(self) -> bool:
        """Whether the tile was found and named right."""
        return self.face is not None and self.face == self.read

    @property
    def found(self) -> bool:
        """Whether it is a labelled tile that was found, whatever it was named."""
        return self.face is not None and self.read is not None


@dataclass(frozen=True)
class SampleOutcome:
    """What became of one photo or crop.

    Attributes:
        name: The sample's, relative to the data set.
        group: What it is counted with.
        tiles: Of all its labelled and false tiles.
        seconds: Time each stage took.
        error: Why the picture could not be read; empty when it could.
    """

    name: str
    group: str
    tiles: tuple[Outcome, ...]
    seconds: Mapping[str, float] = field(default_factory=dict)
    error: str = ""

    @property
    def exact(self) -> bool:
        """Whether every tile was found and named right, and none is false."""
        return not self.error and all(tile.right for tile in self.tiles)
