"""What a run over many photos amounts to, as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from huopin.batch.summary import Summary


def summary_parts(summary: Summary) -> Iterator[str]:
    """Read, unsure, failed by reason; hands and mean fan; the slowest."""
    failed = sum(summary.failed.values())
    counts = f"{summary.sure} read, {summary.unsure} unsure, {failed} failed"
    yield f"{_photos(summary.photos)}: {counts}{_rate(summary)}"
    for code, many in summary.failed.most_common():
        yield f"  {many} {code}"
    if summary.wins or summary.no_wins or summary.problems:
        mean = f", {summary.mean_fan:.1f} fan on average" if summary.scored else ""
        yield f"{summary.wins} winning{mean}; {summary.no_wins} no win; {summary.problems} that cannot be"
    slowest = [f"{photo!r} {seconds:.2f} s" for seconds, photo in summary.slowest if seconds]
    if slowest:
        yield f"slowest: {', '.join(slowest)}"


def _photos(many: int) -> str:
    return f"{many} photo{'' if many == 1 else 's'}"


def _rate(summary: Summary) -> str:
    if not summary.timed:
        return ""
    return f" ({summary.timed / max(summary.seconds, 1e-9):.1f} a second)"
