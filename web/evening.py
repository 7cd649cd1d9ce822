"""The evening's ledger: a hand scored on the page goes into the session that the server was started with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from huopin.ledger import Book, ClassWin, Entry, Evidence, FanWin, Ledger, LedgerFileError, Session, Undo
from huopin.scoring import HuopinError
from huopin.web.errors import RequestError, invalid
from huopin.web.fields import Fields
from huopin.web.scores import answer

PHOTO_FIELD: Final = "photo_sha256"
_DIGEST: Final = "[0-9a-f]{64}"


class Evening:
    """The latest session of a ledger's file, opened anew for every request.

    Args:
        path: The ledger's file.

    Raises:
        LedgerError: there is no ledger, or no session in it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.state()

    def state(self) -> dict[str, Any]:
        """The players with their seats and totals, who deals, and the last entry that counts."""
        with Ledger(self._path) as ledger:
            session = ledger.session()
            return _record(session, ledger.book(session))

    def add(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Adds the hand of a score request; its seats are the players' winds, the dealer East.

        Raises:
            RequestError: the hand does not win, or cannot be settled in the session.
        """
        request = {name: value for name, value in body.items() if name != PHOTO_FIELD}
        photo = body.get(PHOTO_FIELD)
        if photo is not None and not (isinstance(photo, str) and re.fullmatch(_DIGEST, photo)):
            raise invalid(f"expected {PHOTO_FIELD} to be 64 hexadecimal digits, got {ascii(photo)[:80]}")
        result = answer(request)
        with Ledger(self._path) as ledger:
            session = ledger.session()
            if result["rules"] != session.setup.rules:
                raise invalid(f"expected the session's rules {session.setup.rules}, got {result['rules']}")
            try:
                entry = _entry(result, Fields(request), ledger.book(session))
                evidence = Evidence(result["hand"], result, photo)
                return _record(session, ledger.add(session, [entry], evidence))
            except (RequestError, LedgerFileError):
                raise
            except HuopinError as error:
                raise invalid(str(error)) from None

    def undo(self, number: int) -> dict[str, Any]:
        """Makes an entry count no more.

        Raises:
            RequestError: there is none of that number, or a later one rests on it.
        """
        with Ledger(self._path) as ledger:
            session = ledger.session()
            try:
                return _record(session, ledger.add(session, [Undo(number)]))
            except LedgerFileError:
                raise
            except HuopinError as error:
                raise invalid(str(error)) from None


def _record(session: Session, book: Book) -> dict[str, Any]:
    players = [
        {"name": name, "seat": book.table.seat_wind(name).value, "total": book.totals[name]}
        for name in book.table.players
    ]
    return {
        "session": session.id,
        "rules": session.setup.rules,
        "room": session.setup.room if session.setup.rules == "huopin" else None,
        "unit": session.setup.unit,
        "players": players,
        "dealer": book.table.dealer,
        "dice_due": book.table.dice_due,
        "last": book.rows[-1].number if book.rows else None,
    }


def _entry(result: Mapping[str, Any], fields: Fields, book: Book) -> Entry:
    """What the score of a hand is in the ledger."""
    names = {book.table.seat_wind(name).value: name for name in book.table.players}
    plain = fields.plain("tiles", "topped", "held")
    winner = _named(names, plain.get("seat") or "E")
    discarder = None if plain.get("self_draw") else _named(names, plain.get("discarder"))
    if result.get("total") is not None:
        flowers = sum(line["value"] * line["count"] for line in result["detail"] if line["id"] == "flower")
        return FanWin(winner, result["total"], discarder, flowers, plain.get("bird"))
    if result.get("multiplier") is None:
        raise invalid("expected a winning hand, got one that does not win; nothing was added")
    held = {_named(names, seat): count for seat, count in fields.counts("held").items() if count}
    own = str(result["hand"]).count("*")
    topped = tuple(_named(names, seat) for seat in fields.texts("topped"))
    return ClassWin(winner, result["class"], discarder, {**held, winner: own}, fields.flag("bought"), topped)


def _named(names: Mapping[str, str], seat: object) -> str:
    if seat not in names:
        raise invalid(f"expected a seat of {', '.join(names)}, got {ascii(seat)[:40]}")
    return names[str(seat)]
