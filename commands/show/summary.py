"""What a run over many photos amounts to, as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from huopin.batch.summary import Summary, Trouble


def summary_parts(summary: Summary) -> Iterator[str]:
    """Read, unsure, failed by reason; hands and mean fan; what went wrong, each with a photo; the slowest."""
    failed = sorted(summary.failed.items(), key=lambda item: (-item[1].many, item[0]))
    counts = (
        f"{summary.sure} read, {summary.unsure} unsure, {sum(trouble.many for _, trouble in failed)} failed"
    )
    yield f"{_photos(summary.photos)}: {counts}{_rate(summary)}"
    for code, trouble in failed:
        yield _line(code, trouble)
    impossible = summary.problems.many
    if summary.wins or summary.no_wins or impossible:
        mean = f", {summary.mean_fan:.1f} fan on average" if summary.scored else ""
        yield f"{summary.wins} winning{mean}; {summary.no_wins} no win; {impossible} that cannot be"
    others = {
        "that cannot be": summary.problems,
        "not settled": summary.unsettled,
        "not drawn": summary.undrawn,
    }
    for name, trouble in others.items():
        if trouble.many:
            yield _line(name, trouble)
    slowest = [f"{photo!r} {seconds:.2f} s" for seconds, photo in summary.slowest if seconds]
    if slowest:
        yield f"slowest: {', '.join(slowest)}"


def _line(name: str, trouble: Trouble) -> str:
    """How many photos have a trouble, and which one of them why."""
    such_as = "such as " if trouble.many > 1 else ""
    reason = " ".join(trouble.reason.split())
    return f"  {trouble.many} {name}: {such_as}{trouble.photo!r} ({reason})"


def _photos(many: int) -> str:
    return f"{many} photo{'' if many == 1 else 's'}"


def _rate(summary: Summary) -> str:
    if not summary.timed:
        return ""
    return f" ({summary.timed / max(summary.seconds, 1e-9):.1f} a second)"
