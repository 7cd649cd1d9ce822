"""What a session is played by: the players, the rule set and its settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from huopin.ledger.errors import LedgerFileError
from huopin.scoring.errors import SettingsError

NAME_LENGTH: Final = 24
_FORMULA: Final = "=+-@"
"""A spreadsheet takes a cell that begins so for a formula."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A session's settings, fixed when it begins.

    Attributes:
        players: Names, counter-clockwise; as many as the rule set seats.
        rules: The rule set: `huopin` or `wenzhou`.
        dealer: Who deals first; empty for the first player.
        room: Huopin: `no-fan`, `official` or `popular`.
        coefficient: Huopin: coins a point, N; None to count points [R21].
        take: Huopin: what the house takes from each player, A [R21].
        start: Wenzhou: the first base, 2 or 3.
        title: What the evening is called.

    Raises:
        SettingsError: names that cannot be told apart, or a dealer who does not play.
    """

    players: tuple[str, ...]
    rules: str
    dealer: str = ""
    room: str = "official"
    coefficient: int | None = None
    take: int = 0
    start: int = 2
    title: str = ""

    def __post_init__(self) -> None:
        for name in self.players:
            _check_name(name)
        if len(set(self.players)) != len(self.players):
            raise SettingsError(f"expected names that differ, got {', '.join(self.players)}")
        if self.dealer and self.dealer not in self.players:
            raise SettingsError(f"expected a dealer among {', '.join(self.players)}, got {self.dealer!r}")
        if min(self.coefficient or 0, self.take) < 0:
            raise SettingsError(f"expected coins of 0 or more, got {self.coefficient} and {self.take}")

    @property
    def first_dealer(self) -> str:
        """Who deals the first hand."""
        return self.dealer or self.players[0]

    @property
    def unit(self) -> str:
        """What is counted: `points` or `coins`."""
        return "points" if self.coefficient is None else "coins"

    def to_json(self) -> dict[str, Any]:
        """The settings as a JSON object."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Setup:
        """The settings of a JSON object.

        Raises:
            LedgerFileError: it holds none.
        """
        try:
            return cls(**{**data, "players": tuple(data["players"])})
        except (KeyError, TypeError, SettingsError) as error:
            raise LedgerFileError(f"expected the settings of a session, got {dict(data)!r}") from error


def _check_name(name: str) -> None:
    if not name.strip() or name != name.strip() or not name.isprintable() or len(name) > NAME_LENGTH:
        raise SettingsError(f"expected a name of 1 to {NAME_LENGTH} printable characters, got {name!r}")
    if name[0] in _FORMULA or set(name) & set(",="):
        raise SettingsError(
            f"expected a name without , and = that does not begin with one of {_FORMULA}, got {name!r}"
        )
