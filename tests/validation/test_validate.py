"""`huopin validate` as a user meets it."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import Result

from huopin.vision.labels import LABELS

from . import conftest as made

Run = Callable[..., Result]
Write = Callable[[str], Path]
PHOTO_FORMS = ("yolo", "coco", "truth")


def _figures(huopin: Run, *arguments: object) -> dict[str, Any]:
    result = huopin("validate", *arguments, "--format", "json")
    assert result.exit_code == 0, result.stderr
    return {
        name: value
        for name, value in json.loads(result.stdout).items()
        if name not in ("dataset", "form", "seconds")
    }


def _spoil(painted: made.Painted) -> None:
    """A reader with every kind of mistake."""
    painted.renamed = {"C": "F", "4p": "2p"}
    painted.hidden = {("north-2.jpg", 3)}
    painted.added = {
        "south-1.jpg": made.quads_of(made.HANDS["south-1.jpg"])[13:] + np.array((0, 25), np.float32)
    }


def test_photos_of_every_form_give_the_same_figures(
    huopin: Run, datasets: Write, painted: made.Painted
) -> None:
    _spoil(painted)
    first, *others = [_figures(huopin, datasets(form)) for form in PHOTO_FORMS]
    assert all(other == first for other in others)
    assert {name: first[name] for name in ("photos", "exact", "tiles", "found", "named", "false")} == {
        "photos": 3, "exact": 0, "tiles": 42, "found": 41, "named": 37, "false": 1
    }  # fmt: skip
    assert first["classes"]["C"]["recall"] == 0
    assert {"face": "C", "read": "F", "tiles": 3} in first["confusion"]
    assert {"face": "2p", "read": "missed", "tiles": 1} in first["confusion"]


def test_crops_give_what_the_classifier_gives_on_photos(
    huopin: Run, datasets: Write, painted: made.Painted
) -> None:
    _spoil(painted)
    forms = [_figures(huopin, datasets(form), "--classifier-only") for form in made.WRITERS]
    per_tile = [
        {k: f[k] for k in ("tiles", "found", "named", "false", "classes", "confusion", "calibration")}
        for f in forms
    ]
    assert all(figures == per_tile[0] for figures in per_tile)
    assert (per_tile[0]["tiles"], per_tile[0]["found"], per_tile[0]["named"]) == (42, 42, 38)
    assert [figures["photos"] for figures in forms] == [3, 3, 3, 42, 42]


def test_text(huopin: Run, datasets: Write, painted: made.Painted) -> None:
    _spoil(painted)
    painted.confidence = 0.9999
    root = datasets("yolo")
    result = huopin("validate", root)
    text = re.sub(r"\d\.\d{3}", "#", result.stdout.replace(str(root), "DIR"))
    assert result.exit_code == 0
    assert (
        text
        == (
            "DIR (yolo)\n"
            "     photos  exact  tiles   found   named  false  unsure  sure, wrong\n"
            "all       3   0.0%     42  97.62%  88.10%      1       0            4\n"
            "\n"
            "face  labelled  read  right  precision  recall     F1\n"
            "2p           3     3      2      66.7%   66.7%  66.7%\n"
            "4p           1     0      0          -    0.0%   0.0%\n"
            "C            3     0      0          -    0.0%   0.0%\n"
            "F            3     6      3      50.0%  100.0%  66.7%\n"
            "P            1     2      1      50.0%  100.0%  66.7%\n"
        )
        + text[text.index("the other") :]
    )
    assert "the other 15 faces: no mistake" in text
    assert "taken for another (labelled>read:tiles): C>F:3, 2p>missed:1, 4p>2p:1, false>P:1" in text.replace(
        "\n", " "
    )
    assert all(len(line) <= 80 for line in text.splitlines())


def test_a_wrong_label_shows_in_the_gallery(huopin: Run, datasets: Write, painted: made.Painted) -> None:
    root = datasets("yolo")
    painted.confidence = 0.99
    label = root / "labels" / "north-1.txt"
    lines = label.read_text().splitlines()
    lines[4] = lines[4].replace("13 ", "14 ", 1)  # 5p is labelled 6p
    label.write_text("\n".join(lines) + "\n")
    report = root.parent / "report"
    result = huopin("validate", root, "--report", report)
    assert (result.exit_code, result.stderr) == (0, f"report: {report / 'index.html'}\n")
    html = (report / "index.html").read_text(encoding="utf-8")
    card = re.search(r'<div class="card">(.*?)</div>\s*</div>', html, re.DOTALL)
    assert card is not None
    assert "data:image/jpeg;base64," in card[1]
    assert re.search(r'labelled <b>6p</b>, read <b class="bad">5p</b>', card[1])
    assert "images/north-1.jpg, labels/north-1.txt line 5" in card[1]
    assert html.count('<div class="card">') == 1
    assert re.findall(r'(?:src|href)="(?!data:)', html) == [], "nothing is fetched from anywhere"
    results = json.loads((report / "results.json").read_text())
    assert [(one["label"], one["face"], one["read"]) for one in results["mistakes"]] == [
        ("labels/north-1.txt line 5", "6p", "5p")
    ]
    assert {path.name for path in report.iterdir()} == {
        "index.html",
        "results.json",
        "reliability.svg",
        "confusion.svg",
    }


def test_a_label_left_out_is_not_counted(
    huopin: Run, datasets: Write, painted: made.Painted, tmp_path: Path
) -> None:
    _spoil(painted)
    ignore, names = tmp_path / "ignore.txt", tmp_path / "names.csv"
    ignore.write_text("# missed\nlabels/north-2.txt line 4\n\n")
    names.write_text("1m,1m\nC,F\n")
    root = datasets("yolo")
    figures = _figures(huopin, root, "--ignore", ignore, "--names", names)
    assert (figures["tiles"], figures["found"], figures["named"]) == (41, 41, 40)


@pytest.mark.parametrize(
    ("limits", "code", "missed"),
    [
        ("tiles=0.88", 0, ""),
        ("tiles=0.9", 5, "huopin: --fail-under: tiles 0.8810, expected at least 0.9\n"),
        ("found=0.97,photos=0.5", 5, "huopin: --fail-under: photos 0.0000, expected at least 0.5\n"),
    ],
)
def test_limits(
    huopin: Run, datasets: Write, painted: made.Painted, limits: str, code: int, missed: str
) -> None:
    _spoil(painted)
    result = huopin("validate", datasets("truth"), "--fail-under", limits)
    assert (result.exit_code, result.stderr) == (code, missed)
    assert "88.10%" in result.stdout


@pytest.mark.parametrize("limits", ["tiles=98", "tiles", "speed=1", "tiles=0.9,x"])
def test_wrong_limits(huopin: Run, limits: str) -> None:
    result = huopin("validate", "anything", "--fail-under", limits)
    assert result.exit_code == 2
    assert "expected found, tiles, photos with a share of 0 to 1 such as tiles=0.98" in result.stderr


@pytest.mark.usefixtures("painted")
def test_photos_cannot_be_counted_in_crops(huopin: Run, datasets: Write) -> None:
    result = huopin("validate", datasets("class-folders"), "--fail-under", "photos=0.5")
    assert result.exit_code == 2
    assert "expected no limit for photos, as the data set holds crops" in result.stderr


def _unlabelled(root: Path) -> None:
    for label in (root / "labels").iterdir():
        label.write_text("")


def test_nothing_labelled_has_no_shares(huopin: Run, datasets: Write, painted: made.Painted) -> None:
    root = datasets("yolo")
    _unlabelled(root)
    result = huopin("validate", root, "--report", root.parent / "report")
    row = next(line for line in result.stdout.splitlines() if line.startswith("all"))
    assert (result.exit_code, row.split()) == (0, ["all", "3", "0.0%", "0", "-", "-", "42", "0", "0"])
    assert "calibration error (ECE) -" in result.stdout
    assert "Expected calibration error –" in (root.parent / "report" / "index.html").read_text("utf-8")


@pytest.mark.parametrize("limit", ["found", "tiles"])
def test_a_limit_cannot_be_kept_without_labels(
    huopin: Run, datasets: Write, painted: made.Painted, tmp_path: Path, limit: str
) -> None:
    none = tmp_path / "none.csv"
    none.write_text("".join(f"{face},none\n" for face in LABELS))
    labelled, unlabelled = datasets("truth"), datasets("yolo")
    _unlabelled(unlabelled)
    for arguments in ((labelled, "--names", none), (unlabelled,)):
        result = huopin("validate", *arguments, "--fail-under", f"{limit}=0.99")
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"expected no limit for {limit}, as no tile is labelled in {arguments[0]}" in result.stderr


@pytest.mark.parametrize("option", ["--names", "--ignore"])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be read (no such file or directory)"),
        (b"caf\xe9,5m\n", "expected text in UTF-8, got another encoding or no text"),
    ],
)
def test_files_that_cannot_be_read_are_told(
    huopin: Run, datasets: Write, tmp_path: Path, option: str, content: bytes | None, message: str
) -> None:
    file = tmp_path / "file.csv"
    if content is not None:
        file.write_bytes(content)
    result = huopin("validate", datasets("truth"), option, file)
    assert result.exit_code == 2
    assert f"{file}: {message}" in result.stderr
    assert option in result.stderr
    assert "bug of huopin" not in result.stderr


@pytest.mark.usefixtures("painted")
def test_a_page_of_the_users_own_is_no_report(huopin: Run, datasets: Write, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("mine")
    result = huopin("validate", datasets("truth"), "--report", site)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "expected an empty folder or an earlier report, got one with another index.html" in result.stderr
    assert [path.read_text() for path in site.iterdir()] == ["mine"]


@pytest.mark.usefixtures("painted")
def test_a_report_takes_the_place_of_an_earlier_one(huopin: Run, datasets: Write, tmp_path: Path) -> None:
    root = datasets("truth")
    for _ in range(2):
        assert huopin("validate", root, "--report", tmp_path / "report").exit_code == 0
    assert len(list((tmp_path / "report").iterdir())) == 4


@pytest.mark.usefixtures("painted")
def test_a_report_that_cannot_be_written_is_told_at_once(
    huopin: Run, datasets: Write, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    result = huopin("validate", datasets("truth"), "--report", tmp_path / "file")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "expected a folder to write to" in result.stderr


@pytest.mark.parametrize(
    ("renamed", "line"),
    [
        ({}, "20 faces: no mistake"),
        ({"1m": "2m"}, "the other 18 faces: no mistake"),
        (None, "the other face: no mistake"),
    ],
)
def test_faces_without_a_mistake(
    huopin: Run, datasets: Write, painted: made.Painted, renamed: dict[str, str] | None, line: str
) -> None:
    faces = sorted({face for hand in made.HANDS.values() for face in hand})
    if renamed is None:
        renamed = dict(zip(faces[1:], [*faces[2:], faces[1]], strict=True))
    painted.renamed = renamed
    assert line in huopin("validate", datasets("truth")).stdout.splitlines()


@pytest.mark.usefixtures("painted")
def test_an_unreadable_photo_has_missed_its_tiles(huopin: Run, datasets: Write) -> None:
    root = datasets("yolo")
    (root / "images" / "north-1.jpg").write_bytes(b"")
    result = huopin("validate", root, "--format", "json", "--report", root / "report")
    figures = json.loads(result.stdout)
    assert (figures["unreadable"], figures["exact"], figures["tiles"], figures["found"]) == (1, 2, 42, 28)
    assert "north-1.jpg: the file is empty (0 bytes)" in result.stderr
    assert "Not readable" in (root / "report" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["none", "."])
def test_no_data_set(huopin: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    result = huopin("validate", name)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("only", [(), ("--classifier-only",)])
def test_the_shipped_weights_on_a_sample(huopin: Run, samples: Path, only: tuple[str, ...]) -> None:
    """Real networks in real processes: not how good they are, but that both ways of measuring work."""
    figures = _figures(huopin, samples, "--workers", "1", *only)
    assert (figures["photos"], figures["tiles"]) == (1, 14)
    assert figures["found"] >= 13
    assert figures["named"] >= 12
