"""A scored hand as text: the reading, what each caishen stands for, every fan with the groups behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from huopin.scoring import Context, FanLine, Group, Reading, Score, ScoredReading, Tile, format_tiles, gained


def score_parts(score: Score, context: Context, explain: bool = False) -> Iterator[RenderableType]:
    """The whole answer to one hand; with `explain` the runner-up too."""
    yield _facts(score.reading, context)
    yield ""
    yield fan_table(score.best)
    if score.ties:
        yield ""
        yield from _ties(score.ties)
    if explain:
        yield ""
        yield from _runner_up(score)


def no_win_text(distance: int) -> str:
    """How far tiles are from a win; 0 when only a fifth copy of a face would do."""
    if not distance:
        return "No winning hand: it would take a fifth copy of a face, which --max-copies 4 forbids [R5]."
    return f"No winning hand: {distance} {'tile' if distance == 1 else 'tiles'} away."


def _facts(reading: Reading, context: Context) -> Table:
    """The reading and how the hand was won, a line each."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("reading", reading_text(reading))
    if context.caishen is not None:
        table.add_row("caishen", caishen_text(reading, context.caishen))
    table.add_row("won", won_text(reading, context))
    return table


def reading_text(reading: Reading) -> str:
    """Groups side by side: `[…]` declared, `#` a concealed kong, `(…)` a caishen in the tile's place."""
    return "  ".join(map(group_text, reading.groups))


def group_text(group: Group) -> str:
    """One group of a reading."""
    kong = "#" if group.declared and group.concealed else ""
    text = _tiles_text(group)
    return f"[{text}{kong}]" if group.declared else text


def _tiles_text(group: Group) -> str:
    if not any(group.caishen):
        return format_tiles(group.tiles)
    letters = [tile.suit.value if tile.suit.is_number else "" for tile in group.tiles]
    faces = [str(tile)[0] for tile in group.tiles]
    marked = [f"({face})" if wild else face for face, wild in zip(faces, group.caishen, strict=True)]
    last = [
        letter if letter != after else "" for letter, after in zip(letters, (*letters[1:], ""), strict=True)
    ]
    return "".join(face + letter for face, letter in zip(marked, last, strict=True))


def caishen_text(reading: Reading, caishen: Tile) -> str:
    """The caishen's face and what each one held stands for."""
    if not reading.caishen_as:
        return f"{caishen} {caishen.zh}, none held"
    stands = ", ".join(f"{face} {face.zh}" if face != caishen else "itself" for face in reading.caishen_as)
    return f"{caishen} {caishen.zh}, stands for {stands}"


def won_text(reading: Reading, context: Context) -> str:
    """How the hand was won."""
    how = "self-draw" if context.self_draw else "discard"
    if context.kong:
        how = "a kong's replacement tile" if context.self_draw else "a robbed kong"
    last = ", last tile" if context.wall_last else ""
    fourth = ", last of its kind" if context.last_of_kind else ""
    seat, round_ = context.seat_wind.zh, context.round_wind.zh
    return f"{reading.win} {reading.win.zh} by {how}{last}{fourth}; seat {seat}, round {round_}"


def fan_table(scored: ScoredReading) -> Table:
    """Each fan with its points, names and groups, and the total."""
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    table.add_column(overflow="fold")
    for line in scored.fans:
        table.add_row(str(line.points), _name(line), line.fan.en, _behind(line, scored.reading))
    table.add_row(Text(str(scored.total), style="bold"), Text("total", style="bold"))
    return table


def _name(line: FanLine) -> str:
    return f"{line.fan.zh} ×{line.count}" if line.count > 1 else line.fan.zh


def _behind(line: FanLine, reading: Reading) -> str:
    """The groups that make a fan, for each time it counts."""
    if line.groups == (tuple(range(len(reading.groups))),):
        return "whole hand"
    return "; ".join(
        " ".join(group_text(reading.groups[place]) for place in places) for places in line.groups
    )


def _ties(ties: Sequence[ScoredReading]) -> Iterator[str]:
    yield "The same total:"
    for scored in ties:
        yield f"  {reading_text(scored.reading)}  {fan_list(scored.fans)}"


def fan_list(fans: Iterable[FanLine]) -> str:
    """Fans in one line: `花龙 8, 明杠 1`."""
    return ", ".join(f"{_name(line)} {line.points}" for line in fans)


def _runner_up(score: Score) -> Iterator[str]:
    """The runner-up and why it scores less."""
    if score.runner_up is None:
        yield "There is no other reading that scores less."
        return
    best, other = score.best, score.runner_up
    yield f"Next best: {other.total} as {reading_text(other.reading)}"
    lost, won = gained(best, other), gained(other, best)
    if lost:
        yield "  it lacks " + ", ".join(f"{one.fan.zh} {one.fan.value * one.count}" for one in lost)
    if won:
        yield "  it has instead " + ", ".join(f"{one.fan.zh} {one.fan.value * one.count}" for one in won)
