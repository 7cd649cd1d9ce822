"""Rooms, and who pays whom: `rules/huopin.md` §3."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from huopin.scoring.errors import HuopinError, SettingsError
from huopin.scoring.score import Score
from huopin.scoring.table import Payment, Seat, balances
from huopin.scoring.tiles import Tile

OFFICIAL_MINIMUM: Final = 8
"""Fan that a hand must have in the official room, flowers not counted [R16]."""
_FLAT: Final = 8
"""What every loser pays in the official room besides or instead of the fan."""
_NO_FAN: Final = 10
"""What a hand is worth in the no-fan room."""
DEALER: Final = "dealer"
BIRD: Final = "bird"


class Room(Enum):
    """The three rooms; the value is the name used in settings."""

    NO_FAN = "no-fan"
    OFFICIAL = "official"
    POPULAR = "popular"

    @property
    def zh(self) -> str:
        """The Chinese name."""
        return {Room.NO_FAN: "无番场", Room.OFFICIAL: "国标场", Room.POPULAR: "大众场"}[self]

    @classmethod
    def parse(cls, text: str) -> Room:
        """The room of an English or Chinese name.

        Raises:
            SettingsError: there is no such room.
        """
        for room in cls:
            if text in (room.value, room.zh):
                return room
        names = ", ".join(f"{room.value} ({room.zh})" for room in cls)
        raise SettingsError(f"expected a room {names}, got {text!r}")


class NotEnoughFanError(HuopinError):
    """A hand below the minimum of its room; `counted` is its fan without flowers."""

    def __init__(self, counted: int) -> None:
        super().__init__(
            f"expected at least {OFFICIAL_MINIMUM} fan without flowers to win in the official room (国标场), "
            f"got {counted}"
        )
        self.counted = counted


@dataclass(frozen=True, slots=True)
class Win:
    """A win to settle.

    Attributes:
        fan: The total, flowers included.
        flowers: How much of it is flowers: they do not count toward the minimum [R16].
        winner: Who won.
        discarder: Who discarded the winning tile or had a kong robbed; None for a self-draw.
        dealer: Who is the dealer.
        bird: The bird 鸟牌, the next wall tile after the win; None when it is not used [R20].
    """

    fan: int
    winner: Seat
    discarder: Seat | None = None
    dealer: Seat = Seat.EAST
    bird: Tile | None = None
    flowers: int = 0

    def __post_init__(self) -> None:
        if self.discarder is self.winner:
            raise SettingsError(
                f"expected the winner and the discarder to differ, got {self.winner.value} for both"
            )
        if not 0 <= self.flowers <= self.fan:
            raise SettingsError(f"expected flowers of 0 to the {self.fan} fan, got {self.flowers}")


@dataclass(frozen=True, slots=True)
class Settlement:
    """Who pays whom for a hand.

    Attributes:
        room: The room.
        win: The win that was settled.
        bird_seat: The seat that the bird names; None for no bird or a flower.
        payments: One for each loser, in the order of the seats.
    """

    room: Room
    win: Win
    bird_seat: Seat | None
    payments: tuple[Payment, ...]

    @property
    def balances(self) -> dict[Seat, int]:
        """Points that each seat gains or loses; the sum is zero."""
        return balances(self.payments)


def fan_without_flowers(score: Score) -> int:
    """What counts toward the official minimum [R16]."""
    return score.total - sum(line.points for line in score.fans if line.fan.id == "flower")


def may_win(room: Room, fan: int, flowers: int) -> bool:
    """Whether a hand of so many fan, flowers included, may win in the room."""
    return room is not Room.OFFICIAL or fan - flowers >= OFFICIAL_MINIMUM


def bird_seat(bird: Tile, dealer: Seat) -> Seat | None:
    """The seat that a bird names, counted counter-clockwise from the dealer; None for a flower [R20]."""
    if bird.is_flower:
        return None
    number = bird.index - 26 if bird.is_honour else bird.rank
    return dealer.after(number - 1)


def settle(room: Room, win: Win) -> Settlement:
    """The payments for a win: per payer, doubled for the dealer [R19] and for the bird [R20].

    Raises:
        NotEnoughFanError: the hand may not win in the room.
    """
    if not may_win(room, win.fan, win.flowers):
        raise NotEnoughFanError(win.fan - win.flowers)
    named = None if win.bird is None else bird_seat(win.bird, win.dealer)
    return Settlement(room, win, named, tuple(_payments(room, win, named)))


def _payments(room: Room, win: Win, named: Seat | None) -> Iterator[Payment]:
    for payer in Seat:
        if payer is win.winner:
            continue
        base, why = _base(room, win, payer)
        if base:
            yield Payment(payer, win.winner, base, tuple(_doublings(win, payer, named)), why)


def _base(room: Room, win: Win, payer: Seat) -> tuple[int, str]:
    """What a loser pays before doubling, and the rule."""
    pays_all = win.discarder is None or payer is win.discarder
    role = "self-draw" if win.discarder is None else "discarder" if pays_all else "bystander"
    if room is Room.OFFICIAL:
        return (
            (_FLAT + win.fan, f"{role}: {_FLAT} + {win.fan} fan") if pays_all else (_FLAT, f"{role}: {_FLAT}")
        )
    if not pays_all:
        return 0, role
    return (_NO_FAN, f"{role}: {_NO_FAN}") if room is Room.NO_FAN else (win.fan, f"{role}: {win.fan} fan")


def _doublings(win: Win, payer: Seat, named: Seat | None) -> Iterator[str]:
    if win.dealer in (payer, win.winner):
        yield DEALER
    if named is None:
        return
    if win.discarder is None and named in (win.winner, payer):
        yield BIRD
    if win.discarder is payer and named in (win.winner, payer):
        yield BIRD


@dataclass(frozen=True, slots=True)
class CoinEntry:
    """One line of a coin ledger.

    Attributes:
        seat: Whose coins; None for the house.
        coins: Gained, or lost when negative.
        why: What for.
    """

    seat: Seat | None
    coins: int
    why: str


def coin_ledger(
    settlement: Settlement, coefficient: int, take: int, left: Mapping[Seat, int] | None = None
) -> tuple[CoinEntry, ...]:
    """The coins that change hands for a settlement [R21]; the house included they sum to zero.

    Args:
        settlement: The payments in points.
        coefficient: Coins a point, N.
        take: What the house takes from each player, A.
        left: What players who left (逃跑) are charged, shared by those who remain.

    Raises:
        SettingsError: an amount is negative, nobody remains, or a charge cannot be shared evenly.
    """
    for name, amount in (("coefficient", coefficient), ("take", take)):
        if amount < 0:
            raise SettingsError(f"expected a {name} of 0 or more coins, got {amount}")
    entries = [
        CoinEntry(seat, points * coefficient, f"{points:+} points × {coefficient}")
        for seat, points in settlement.balances.items()
        if points
    ]
    if take:
        entries += [CoinEntry(seat, -take, "house take") for seat in Seat]
        entries.append(CoinEntry(None, take * len(Seat), "house take"))
    return (*entries, *_leaving(left or {}))


def _leaving(left: Mapping[Seat, int]) -> Iterator[CoinEntry]:
    remaining = [seat for seat in Seat if seat not in left]
    for seat, charge in left.items():
        if not remaining:
            raise SettingsError("expected at least one player to remain, got four who left")
        if charge < 0 or charge % len(remaining):
            raise SettingsError(
                f"expected a charge that {len(remaining)} players can share evenly, got {charge}"
            )
        yield CoinEntry(seat, -charge, "left the game")
        for other in remaining:
            yield CoinEntry(other, charge // len(remaining), f"share of what {seat.value} pays for leaving")


def coin_balances(entries: tuple[CoinEntry, ...]) -> dict[Seat, int]:
    """What each seat's coins change by."""
    return {seat: sum(entry.coins for entry in entries if entry.seat is seat) for seat in Seat}
