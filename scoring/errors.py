"""The errors a caller can expect: one base and a small tree.

HuopinError
├── NotationError      text that is no tile, meld or hand
├── HandError          tiles or circumstances that cannot be; carries every problem at once
├── SettingsError      a room, seat, amount or option that does not exist
└── CaseFileError      a file of hands that cannot be read, with its line
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class HuopinError(Exception):
    """Base of every error the package raises on purpose; its text is fit to show to a user."""


class NotationError(HuopinError):
    """Text that is not in the notation.

    Attributes:
        text: The whole text that was being read.
        position: Index in `text` where reading stopped.
    """

    def __init__(self, message: str, text: str, position: int = 0) -> None:
        super().__init__(f"{message} (in {text!r} at character {position + 1})")
        self.text = text
        self.position = position


class SettingsError(HuopinError):
    """A setting with a value outside its range: room, seat, amount, option."""


class CaseFileError(HuopinError):
    """A file of hands with a line that cannot be understood."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a hand.

    Attributes:
        code: Short stable name, such as `too-many-copies`.
        message: What was expected and what came.
        hint: What to try; empty when the message says it all.
        rule: The ruling it rests on, such as `R3`; empty when none.
    """

    code: str
    message: str
    hint: str = ""
    rule: str = ""

    def __str__(self) -> str:
        rule = f" [{self.rule}]" if self.rule else ""
        hint = f"; {self.hint}" if self.hint else ""
        return f"{self.message}{rule}{hint}"


class HandError(HuopinError):
    """Tiles or circumstances that cannot be; `problems` lists all that is wrong, not just the first."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems = tuple(problems)
