"""`huopin.toml`: defaults of the user and of the folder, and what is wrong with them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from huopin.cli import app
from huopin.commands import settings

Run = Callable[..., Result]


@pytest.fixture
def user_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user's settings would be; the current folder is another one."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr(settings, "user_file", lambda: tmp_path / "user.toml")
    return tmp_path / "user.toml"


def _settle(*options: str) -> Result:
    return CliRunner().invoke(app, ["settle", "12", "--self-draw", *options])


def test_the_nearest_setting_holds(user_file: Path) -> None:
    assert _settle().stdout.startswith("国标场")
    user_file.write_text('room = "popular"\ntake = 0\n')
    assert _settle().stdout.startswith("大众场")
    Path(settings.FILE).write_text('room = "no-fan"\n')
    assert _settle().stdout.startswith("无番场")
    assert _settle("--room", "official").stdout.startswith("国标场")


def test_settings_for_other_commands_do_no_harm(user_file: Path) -> None:
    user_file.write_text('set = "grandma"\nrules = "huopin"\nworkers = 1\nmax_copies = 4\n')
    assert _settle().exit_code == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "roof = 1",
            "expected one of rules, room, set, max_copies, wufan_ignores_wucaishen, coefficient, take",
        ),
        (
            'room = "roof"',
            "room: expected a room no-fan (无番场), official (国标场), popular (大众场), got 'roof'",
        ),
        ("take = [1]", "take: expected a whole number, got [1]"),
        ("take = true", "take: expected a whole number, got true"),
        ("take = -1", "take: Input should be greater than or equal to 0, got -1"),
        ("room = 3", "room: expected a text, got 3"),
        ('wufan_ignores_wucaishen = "no"', 'wufan_ignores_wucaishen: expected true or false, got "no"'),
        ("room", 'expected lines such as room = "official", got Expected'),
        (b"\xff", 'expected lines such as room = "official", got'),
    ],
)
def test_wrong_settings(user_file: Path, text: str | bytes, message: str) -> None:
    Path(settings.FILE).write_bytes(text if isinstance(text, bytes) else text.encode())
    result = _settle()
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert str(Path.cwd() / settings.FILE) in result.stderr
    assert "(see" not in result.stderr
    assert "Value error" not in result.stderr
    assert result.stderr.count("got") == 1


@pytest.mark.usefixtures("user_file")
@pytest.mark.parametrize(
    ("text", "command", "message"),
    [
        ('rules = "roof"', "hand 11m", "rules: 'roof' is not one of 'huopin', 'wenzhou'"),
        ("max_copies = 5", "hand 11m", "max_copies: expected 4, or no such limit, got 5"),
        ('set = "nope"', "read melds.jpg", "set: tile set 'nope': expected one of the enrolled sets"),
    ],
)
def test_the_file_is_named(text: str, command: str, message: str) -> None:
    Path(settings.FILE).write_text(text)
    result = CliRunner().invoke(app, command.split())
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert f"{Path.cwd() / settings.FILE}: {message}" in result.stderr


@pytest.mark.usefixtures("user_file")
@pytest.mark.parametrize(
    ("options", "code", "note", "settled"),
    [
        ("", 0, "in the official room of huopin.toml: say who discarded with --discarder", False),
        ("--discarder S", 0, "", True),
        ("--self-draw", 0, "", True),
        ("--room popular", 2, "expected the discarder's seat (--discarder S)", False),
    ],
)
def test_a_room_of_the_settings_settles_what_it_can(
    options: str, code: int, note: str, settled: bool
) -> None:
    Path(settings.FILE).write_text('room = "official"')
    result = CliRunner().invoke(app, ["hand", "123456789m234pE+E", *options.split()])
    assert result.exit_code == code
    assert ("total" in result.stdout, "国标场" in result.stdout) == (code == 0, settled)
    assert note in result.stderr
    assert bool(note) == bool(result.stderr)


@pytest.mark.usefixtures("user_file")
def test_settings_for_huopin_do_not_hinder_wenzhou(tmp_path: Path) -> None:
    Path(settings.FILE).write_text('room = "official"\ncoefficient = 200\ntake = 20\n')
    begin = ["ledger", "new", "A", "B", "--rules", "wenzhou", "--db", str(tmp_path / "evening")]
    result = CliRunner().invoke(app, begin)
    assert result.exit_code == 0, result.stderr
    assert "no coins" in CliRunner().invoke(app, [*begin, "--coefficient", "2"]).stderr


@pytest.mark.usefixtures("user_file")
def test_help_is_shown_whatever_the_settings() -> None:
    Path(settings.FILE).write_text("?")
    assert CliRunner().invoke(app, ["--help"]).exit_code == 0


def test_the_user_s_file_has_its_place() -> None:
    assert settings.user_file().name == "huopin.toml"
    assert settings.user_file().parent.name == "huopin"
