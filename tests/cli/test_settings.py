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
        ("take = [1]", "take: Input should be a valid integer (got [1])"),
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


@pytest.mark.usefixtures("user_file")
def test_help_is_shown_whatever_the_settings() -> None:
    Path(settings.FILE).write_text("?")
    assert CliRunner().invoke(app, ["--help"]).exit_code == 0


def test_the_user_s_file_has_its_place() -> None:
    assert settings.user_file().name == "huopin.toml"
    assert settings.user_file().parent.name == "huopin"
