"""One photo of a run: read, scored and settled into a row, whatever happens."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import typer

from huopin.batch.contexts import Context, read_sidecar
from huopin.batch.journal import Row
from huopin.batch.photos import require_file
from huopin.commands.errors import ContextError, message
from huopin.commands.photos import hand_of
from huopin.commands.records import no_win_record, non_win_record, score_record
from huopin.commands.situation import Situation
from huopin.scoring import HandError, HuopinError, Score, format_hand
from huopin.scoring.wenzhou.record import record as wenzhou_record
from huopin.vision.annotate import annotate, save_picture
from huopin.vision.clock import Clock
from huopin.vision.errors import PhotoError, VisionError
from huopin.vision.interpret import Request
from huopin.vision.photo import Photo, load_photo
from huopin.vision.pipeline import Reader
from huopin.vision.reading import NonWin, Reading
from huopin.vision.worker import read_timed, worker_reader

UNREADABLE: Final = "unreadable"
BAD_CONTEXT: Final = "bad-context"
CRASHED: Final = "crashed"
BUG: Final = "bug"
NOT_READ: Final = (UNREADABLE, BAD_CONTEXT, CRASHED, BUG)
"""Verdict codes of photos that were not read, beside those of `huopin.vision.verdict`."""

_OPTION: Final = re.compile("--([a-z][a-z-]*)")

_NOTHING: Final[Mapping[str, Any]] = {
    "tiles": [],
    "hand": None,
    "confidence": 0.0,
    "total": None,
    "fans": None,
    "problem": None,
    "situation": {},
    "seconds": {},
}


@dataclass(frozen=True)
class Job:
    """A photo to score.

    Attributes:
        folder: The folder of the run.
        photo: Path of the photo relative to it, with forward slashes.
        situation: What holds for every photo.
        context: What the table of contexts says about this one.
        annotated: Folder for the pictures with what was read, or None for none.
        tile_set: Name of the enrolled tile set on the photo; any set when None.
    """

    folder: Path
    photo: str
    situation: Situation = field(default_factory=Situation)
    context: Context = field(default_factory=Context)
    annotated: Path | None = None
    tile_set: str | None = None

    @property
    def path(self) -> Path:
        """The photo."""
        return self.folder / self.photo

    def own_situation(self) -> Situation:
        """What is said about this photo by all three: the table over its sidecar over the command line.

        Raises:
            ContextError: It cannot be; names the place.
        """
        return self.context.over(read_sidecar(self.path).over(self.situation))

    def said(self, own: Situation) -> dict[str, Any]:
        """Its own situation by option name, as far as it differs from the defaults."""
        return {**own.to_json(), **({} if self.tile_set is None else {"set": self.tile_set})}


def score_photo(job: Job) -> Row:
    """The row of a photo, made by the reader of this process."""
    return score_with(worker_reader(job.tile_set), job)


def score_with(reader: Reader, job: Job) -> Row:
    """The row of a photo; one that cannot be read has a row that says why."""
    clock = Clock()
    try:
        situation = job.own_situation()
        with clock.stage("load"):
            size = require_file(job.path)
            photo = load_photo(job.path, reader.config.photo)
        reading = read_timed(reader, photo, _request(situation), clock)
    except PhotoError as error:
        return failed_row(job.photo, UNREADABLE, message(error))
    except ContextError as error:
        return failed_row(job.photo, BAD_CONTEXT, message(error))
    row = _row(job, reading, situation, clock, size)
    if job.annotated is not None:
        undrawn = _draw(photo, reading, picture_path(job.annotated, job.photo))
        row["drawn"] = not undrawn
        row["problem"] = "; ".join(filter(None, (row["problem"], undrawn))) or None
    return row


def _request(situation: Situation) -> Request:
    return Request(situation.face, situation.ruled.rule_set.tiles)


def failed_row(photo: str, code: str, verdict: str) -> Row:
    """The row of a photo that was not read."""
    return {"photo": photo, "verdict": verdict, "verdict_code": code, **_NOTHING}


def failure(photo: str, error: Exception) -> Row:
    """The row of a photo whose task failed in a way that nobody foresaw, or brought its process down."""
    if type(error).__name__ in ("BrokenProcessPool", "BrokenExecutor", "KilledWorker"):
        text = "reading it brought the process down, perhaps for lack of memory; scale the photo down"
        return failed_row(photo, CRASHED, text)
    return failed_row(photo, BUG, message(error))


def picture_path(folder: Path, photo: str) -> Path:
    """Where the annotated picture of a photo goes: two photos never share one."""
    return folder / (photo if photo.lower().endswith((".jpg", ".jpeg")) else f"{photo}.jpg")


def _row(job: Job, reading: Reading, situation: Situation, clock: Clock, size: int) -> Row:
    hand = [tile for tile in reading.tiles if tile.role.value != "other"]
    with clock.stage("score"):
        answer = _answer(reading, situation)
    return {
        **failed_row(job.photo, reading.verdict.code, reading.verdict.text),
        **reading.to_json(),
        "photo": job.photo,
        "size": [reading.width, reading.height],
        "bytes": size,
        "confidence": round(math.prod(tile.confidence for tile in hand), 6) if hand else 0.0,
        "situation": job.said(situation),
        **answer,
        "seconds": {stage: round(seconds, 4) for stage, seconds in clock.seconds.items()},
    }


def _answer(reading: Reading, situation: Situation) -> dict[str, Any]:
    """The hand, its score and settlement; why there is none when the tiles are no hand or do not win."""
    rules, face, context = situation.ruled.rule_set, situation.face, situation.context()
    try:
        hand = hand_of(reading, face, situation.of_wenzhou or context.self_draw, rules.white_as(face))
    except HandError as error:
        return _problem(reading, error)
    written = {"hand": format_hand(hand)}
    try:
        score = rules.score(hand, context, situation.rules.options())
    except HandError as error:
        return {**written, **_problem(reading, error)}
    if score is None:
        return {**written, **_no_win(reading, situation)}
    if situation.of_wenzhou:
        return {**written, **wenzhou_record(score)}
    return {**written, **score_record(score), **_settlement(score, situation)}


def _no_win(reading: Reading, situation: Situation) -> dict[str, Any]:
    """How far the tiles are from a win, and what would explain it."""
    non_win = NonWin.of(reading, situation.face)
    record = wenzhou_record(None) if situation.of_wenzhou else no_win_record(non_win.distance)
    return {**record, **non_win_record(non_win)}


def _problem(reading: Reading, error: HandError) -> dict[str, Any]:
    """What is wrong with a hand that was read whole; otherwise the verdict says enough."""
    return {"problem": message(error)} if reading.verdict.whole else {}


def _settlement(score: Score, situation: Situation) -> dict[str, Any]:
    try:
        return situation.settlement_record(score)
    except typer.BadParameter as error:
        reason = _in_names_of_tables(error.message)
    except HuopinError as error:
        reason = message(error)
    return {"settlement": None, "problem": f"no settlement: {reason}"}


def _in_names_of_tables(text: str) -> str:
    """Words for the command line, with options as tables name them: `self_draw` for `--self-draw`."""
    names = {"discarder": "from"}  # of the two that a table takes, the one in the docs
    return _OPTION.sub(lambda found: names.get(found[1], found[1].replace("-", "_")), text)


def _draw(photo: Photo, reading: Reading, path: Path) -> str:
    """Draws what was read; returns why that failed, if it did."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save_picture(annotate(photo, reading), path)
    except (OSError, VisionError) as error:
        return f"no annotated picture: {message(error) if isinstance(error, VisionError) else error}"
    return ""
