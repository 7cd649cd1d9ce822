"""How long the stages of reading take."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter


@dataclass
class Clock:
    """Seconds that stages took, by name."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Times what happens inside."""
        start = perf_counter()
        yield
        self.seconds[name] = perf_counter() - start
