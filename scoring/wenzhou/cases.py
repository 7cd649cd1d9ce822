"""Files of Wenzhou hands, one JSON object a line.

`hand` or `concealed`, `melds`, `win` as in `scoring.cases`, with 白板 for the caishen in a declared chow;
`exposed` lists declared melds of which only the kind is known: `c` chow, `p` pung, `k` kong, `k#` concealed
kong. `flags`: `self_draw`, `rob_kong`, `heavenly`, `earthly`, `quanqiu`. The answer, where known, is `class`
and `multiplier`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from huopin.scoring.cases import Fields, load_lines, read_hand
from huopin.scoring.errors import CaseFileError
from huopin.scoring.hand import Hand, MeldKind, Options
from huopin.scoring.wenzhou.context import WenzhouContext

_KINDS: Final = {"c": MeldKind.CHOW, "p": MeldKind.PUNG, "k": MeldKind.KONG, "k#": MeldKind.KONG}


@dataclass(frozen=True, slots=True)
class WenzhouCase:
    """One line of a file of hands.

    Attributes:
        id: The line's `id` or `rule`, else its number.
        line: Line number, from 1.
        hand: The hand.
        context: How it was won.
        win_class: The published class without judging it; None for no win.
        multiplier: The published multiplier.
        answered: Whether the line gives an answer at all.
        options: There are none to choose.
    """

    id: str
    line: int
    hand: Hand
    context: WenzhouContext
    win_class: str | None
    multiplier: int | None
    answered: bool
    options: Options = field(default_factory=Options)


def parse_wenzhou_case(data: Mapping[str, Any], line: int = 1) -> WenzhouCase:
    """The case that one JSON object describes.

    Raises:
        HuopinError: a field is missing or has the wrong form.
    """
    fields = Fields(data)
    context = _read_context(fields)
    hand = read_hand(fields, context.caishen)
    return WenzhouCase(
        id=str(fields.first("id", "rule") or line),
        line=line,
        hand=replace(hand, unnamed_melds=tuple(map(_kind, fields.get("exposed", list, [])))),
        context=context,
        win_class=fields.first("class"),
        multiplier=fields.first("multiplier"),
        answered="class" in fields,
    )


def load_wenzhou_cases(path: Path | str) -> Iterator[WenzhouCase]:
    """Every Wenzhou case of a file; see `load_lines`."""
    return load_lines(path, parse_wenzhou_case)


def _read_context(fields: Fields) -> WenzhouContext:
    robbed = fields.get("rob_kong", bool, False)
    context = WenzhouContext(
        self_draw=fields.get("self_draw", bool, False),
        caishen=fields.tile("caishen"),
        kong=robbed or fields.get("kong", bool, False),
        heavenly=fields.get("heavenly", bool, False),
        earthly=fields.get("earthly", bool, False),
        quanqiu=fields.get("quanqiu", bool, False),
    )
    if robbed and context.drawn:
        raise CaseFileError("expected a self-draw or a robbed kong, got both [W17]")
    return context


def _kind(letter: object) -> MeldKind:
    if letter not in _KINDS:
        raise CaseFileError(f"expected exposed melds c, p, k or k#, got {letter!r}")
    return _KINDS[str(letter)]
