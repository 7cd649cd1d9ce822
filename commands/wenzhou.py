"""`huopin hand` and `huopin score` under Wenzhou rules: class and multiplier instead of fan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from huopin.commands.errors import message
from huopin.commands.exits import ExitCode
from huopin.commands.options import Format, Special, Winning
from huopin.commands.photos import hand_of
from huopin.commands.records import non_win_record
from huopin.commands.show import console
from huopin.commands.show.misread import no_win_sentences
from huopin.commands.show.score import no_win_text
from huopin.commands.show.wenzhou import wenzhou_line, wenzhou_parts
from huopin.scoring import Hand, HandError, Options, Tile, format_hand, parse_hand
from huopin.scoring.rulesets import WENZHOU
from huopin.scoring.wenzhou import WenzhouContext, WenzhouScore, WinClass
from huopin.scoring.wenzhou.record import record

if TYPE_CHECKING:
    from huopin.vision.reading import Reading


@dataclass(frozen=True)
class WenzhouAnswer:
    """How a Wenzhou hand is to be told.

    Attributes:
        context: How it was won.
        form: Text or JSON.
    """

    context: WenzhouContext
    form: Format

    @classmethod
    def of(cls, winning: Winning, special: Special, caishen: Tile | None, form: Format) -> WenzhouAnswer:
        """The answer to what was said on the command line."""
        context = WenzhouContext(
            self_draw=winning.self_draw,
            caishen=caishen,
            kong=winning.kong,
            heavenly=special.heavenly,
            earthly=special.earthly,
            quanqiu=special.quanqiu,
        )
        return cls(context, form)

    def of_text(self, text: str) -> ExitCode:
        """Answers to a hand written as text."""
        hand = parse_hand(text, white_as=self.context.caishen)
        score = WENZHOU.score(hand, self.context, Options())
        about = {"hand": format_hand(hand)}
        if score is not None:
            return self._show(hand, score, about)
        distance = WENZHOU.distance(hand, self.context)
        if self.form is Format.JSON:
            console.show_json({**about, **record(None), "distance": distance})
        else:
            console.show(no_win_text(distance))
        return ExitCode.NO_WIN

    def of_photo(self, reading: Reading) -> ExitCode:
        """Answers to the hand on a photo.

        Raises:
            HandError: a whole hand was read, but it cannot be with what was said about it.
        """
        face = self.context.caishen
        try:
            hand = hand_of(reading, face, True, face)
            score = WENZHOU.score(hand, self.context, Options())
        except HandError:
            if reading.verdict.whole:
                raise
            score = None
        if score is not None:
            return self._show(hand, score, {**reading.to_json(), "hand": format_hand(hand)})
        self._show_no_win(reading)
        return ExitCode.NO_WIN

    def _show_no_win(self, reading: Reading) -> None:
        from huopin.vision.reading import NonWin

        non_win = NonWin.of(reading, self.context.caishen)
        if self.form is Format.JSON:
            console.show_json({**reading.to_json(), **record(None), **non_win_record(non_win)})
        else:
            console.show(" ".join(no_win_sentences(reading, non_win)))

    def _show(self, hand: Hand, score: WenzhouScore, about: Mapping[str, Any]) -> ExitCode:
        if self.form is Format.JSON:
            console.show_json({**about, **record(score)})
        else:
            console.show(*wenzhou_parts(score, self.context, "" if hand.win is None else str(hand.win)))
        return ExitCode.NO_WIN if score.win_class is WinClass.REFUSED else ExitCode.OK


def answer_file(file: Path, form: Format) -> ExitCode:
    """Answers every hand of a file; one that cannot be is told and does not stop the others."""
    code = ExitCode.OK
    for case in WENZHOU.load_cases(file):
        try:
            score = WENZHOU.score(case.hand, case.context, case.options)
        except HandError as error:
            code = ExitCode.USAGE
            console.error(f"{file} line {case.line}: {message(error)}")
            answer = {**record(None), "problems": [str(problem) for problem in error.problems]}
            line = "cannot be"
        else:
            answer, line = record(score), "no win" if score is None else wenzhou_line(score)
        if form is Format.JSON:
            console.show_json({"id": case.id, "line": case.line, "hand": format_hand(case.hand), **answer})
        else:
            console.show(f"{case.id}: {line}")
    return code
