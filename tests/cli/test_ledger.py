"""`huopin ledger`: an evening on the command line."""

import csv
import hashlib
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from sample_oracle import Oracle
from typer.testing import Result

from huopin.ledger import default_path

Huopin = Callable[..., Result]
Run = Callable[[str], Result]


@pytest.fixture
def book(huopin: Huopin, tmp_path: Path) -> Run:
    """Runs `huopin ledger …` on a file of its own: `book("add --winner A --fan 8")`."""
    return lambda line: huopin("ledger", *line.split(), "--db", tmp_path / "evening.sqlite3")


def ok(result: Result) -> str:
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_an_evening_of_huopin(book: Run) -> None:
    assert re.sub(r"of \S+:", "of today:", ok(book("new A B C D --room official"))) == (
        "session 1 of today: huopin, official room; A, B, C, D\nnext: A deals, run 0\n"
    )
    # The first worked example of rules/huopin.md §3: 20, 16 and 8.
    assert ok(book("add --winner B --from C --fan 12")) == (
        "1: B wins off C, 12 fan\n"
        "   A pays B 16: bystander: 8, ×2 dealer\n"
        "   C pays B 20: discarder: 8 + 12 fan\n"
        "   D pays B 8: bystander: 8\n"
        "totals: A -16, B +44, C -20, D -8 points\n"
        "next: B deals, run 0\n"
    )
    ok(book("add --draw"))
    ok(book("add --winner B --self-draw --fan 9 --flowers 1 --bird 9m"))
    # Without entry 1 the drawn hand leaves A the deal: A pays 17 × 2 × 2, the bird being on A too.
    assert ok(book("undo 1")) == (
        "entry 1 undone\ntotals: A -68, B +102, C -17, D -17 points\nnext: B deals, run 0\n"
    )
    assert ok(book("show")).partition("\n\n")[2] == (
        "                                                     dealer    A     B    C    D\n"
        "2  drawn 流局                                        A         0     0    0    0\n"
        "3  B wins by self-draw, 9 fan, 1 of them flowers,    A       -68  +102  -17  -17\n"
        "   bird 9m\n"
        "   total                                                     -68  +102  -17  -17\n"
        "undone: 1\n"
        "next: B deals, run 0\n"
    )


def test_an_evening_of_wenzhou(book: Run) -> None:
    ok(book("new 甲 乙 --rules wenzhou --base 3"))
    assert ok(book("add --winner 甲 --from 乙 --class hard --buy --top 乙 --held 乙=1")) == (
        "1: 甲 wins off 乙, 硬牌 hard, 财神 乙 1, 买底, 顶底 乙\n"
        "   乙 pays 甲 24: 硬牌: base 3, ×2 买底, ×2 顶底, ×2 硬牌\n"
        "   甲 pays 乙 3: 财神钱: 1 × base 3\n"
        "totals: 甲 +21, 乙 -21 points\n"
        "next: 甲 deals, run 1, base 5, 买底, 顶底 乙\n"
    )
    # The hand is scored; its two caishen are counted.
    assert ok(book("add --winner 乙 --hand 1133557799m1133p**+9s --caishen 2s --from 甲")) == (
        "2: 乙 wins off 甲, 双翻 double, 财神 乙 2\n"
        "   甲 pays 乙 80: 双翻: base 5, ×2 买底, ×2 顶底, ×2 硬牌, ×2 双翻\n"
        "   甲 pays 乙 20: 财神钱: 2 × base 5, ×2 双翻\n"
        "totals: 甲 -79, 乙 +79 points\n"
        "next: 乙 deals, run 0, base 3\n"
    )
    ok(book("add --draw --kong"))
    for _ in range(4):
        said = ok(book("add --winner 甲 --class soft"))
    assert said.splitlines()[-1] == "next: the dealer is drawn by dice, after four wins in a row of 甲 [W28]"
    refused = book("add --winner 甲 --class soft")
    assert (refused.exit_code, "name who deals with --dealer" in refused.stderr) == (2, True)
    assert ok(book("add --dealer 乙 --winner 甲 --class soft")).splitlines()[0] == "8: 乙 deals"
    record = json.loads(ok(book("show --format json")))
    assert [entry["number"] for entry in record["entries"]] == list(range(1, 10))
    assert record["entries"][1]["evidence"]["reading"]["class"] == "double"
    assert record["next"]["dealer"] == "甲"
    assert sum(record["totals"].values()) == 0


def test_coins_and_a_player_who_leaves(book: Run) -> None:
    """R21: the worked example, then 300 coins shared by three."""
    ok(book("new A B C D --room no-fan --dealer D --coefficient 200 --take 20"))
    ok(book("add --winner A --fan 1"))
    said = ok(book("add --leave C --charge 300"))
    assert said == (
        "2: C leaves 逃跑, charged 300, shared A 100 B 100 D 100\n"
        "   C pays A 100: left the game\n"
        "   C pays B 100: left the game\n"
        "   C pays D 100: left the game\n"
        "totals: A +8080, B -1920, C -2320, D -3920, house +80 coins\n"
        "next: A deals, run 0\n"
    )
    assert "one has left" in book("add --winner A --fan 1").stderr
    ok(book("undo"))
    assert "try 300 or 303" in book("add --leave B --charge 301").stderr
    ok(book("add --leave C --charge 100 --share A=50 --share B=25 --share D=25"))


@pytest.mark.usefixtures("sample", "oracle")
def test_a_hand_from_a_photo(book: Run) -> None:
    """The photo is scored as `huopin score` does; its hash and reading stay with the hand."""
    ok(book("new A B C D --room official --dealer B"))
    said = ok(book("add --winner B --from A --photo melds.jpg --bird 4p"))
    assert said.splitlines()[:3] == [
        "1: B wins off A, 10 fan, bird 4p",
        "   A pays B 72: discarder: 8 + 10 fan, ×2 dealer, ×2 bird",
        "   C pays B 16: bystander: 8, ×2 dealer",
    ]
    evidence = json.loads(ok(book("show --format json")))["entries"][0]["evidence"]
    assert evidence["photo_sha256"] == hashlib.sha256(Path("melds.jpg").read_bytes()).hexdigest()
    assert evidence["hand"] == "[345p][CCC]22567m56s+4s"
    assert evidence["reading"]["total"] == 10
    assert [tile["face"] for tile in evidence["reading"]["tiles"]][:3] == ["3p", "4p", "5p"]
    fixed = ok(book("add --winner B --from A --photo melds.jpg --fix 4=F --fix 5=F --fix 6=F"))
    assert fixed.startswith("2: B wins off A, 10 fan\n")


@pytest.mark.usefixtures("sample", "oracle")
def test_a_wenzhou_hand_from_a_photo(book: Run, oracle: Oracle) -> None:
    ok(book("new A B --rules wenzhou"))
    truth = json.loads(Path("wenzhou-melds.json").read_text(encoding="utf-8"))
    said = ok(book(f"add --winner A --photo wenzhou-melds.jpg --caishen {truth['caishen']}"))
    assert said.startswith("1: A wins by self-draw, ")
    evidence = json.loads(ok(book("show --format json")))["entries"][0]["evidence"]
    assert evidence["reading"]["class"] == truth["expected"]["class"]


def test_exports(book: Run, tmp_path: Path) -> None:
    ok(book("new <b>A</b> B --rules wenzhou --title Friday"))
    for line in ("--winner B --class hard --held B=1", "--draw", "--winner B --class double"):
        ok(book(f"add {line}"))
    ok(book("undo 2"))
    rows = list(csv.DictReader(io.StringIO(ok(book("export --format csv")))))
    assert [(row["number"], row["entry"], row["B"], row["B total"]) for row in rows] == [
        ("1", "B wins by self-draw, 硬牌 hard, 财神 B 1", "6", "6"),
        ("3", "B wins by self-draw, 双翻 double", "8", "14"),
    ]
    record = json.loads(ok(book("export --format json")))
    assert [entry["undone"] for entry in record["entries"]] == [False, True, False, False]
    assert record["totals"] == {"<b>A</b>": -14, "B": 14}
    page = tmp_path / "evening.html"
    result = book(f"export --format html --output {page}")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", f"written to {page}\n")
    html = page.read_text(encoding="utf-8")
    assert "&lt;b&gt;A&lt;/b&gt;" in html
    assert "<b>A" not in html
    assert html.count("<polyline") == 2
    # Nothing is run and nothing is fetched.
    assert not re.search(r"<script|<link|<img|<iframe|@import|url\(|https?://|\bon\w+=", html)
    assert ok(book("export --format html")) == html


def test_an_export_replaces_no_ledger(huopin: Huopin, tmp_path: Path) -> None:
    ledger, link = tmp_path / "evening.csv", tmp_path / "link.csv"
    assert huopin("ledger", "new", "A", "B", "--rules", "wenzhou", "--db", ledger).exit_code == 0
    link.symlink_to(ledger)
    before = ledger.read_bytes()
    for target in (ledger, link):
        result = huopin("ledger", "export", "--db", ledger, "--output", target)
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
        assert "expected a file other than the ledger" in result.stderr
    assert ledger.read_bytes() == before


@pytest.mark.parametrize(
    ("options", "starts"),
    [
        ("--output out.csv", "number,"),
        ("--output out.JSON", "{"),
        ("--output out.html", "<!doctype html>"),
        ("--output out.jpg", "expected a file named .csv or .json or .html, got out.jpg"),
        ("--output out", "expected a file named .csv or .json or .html, got out"),
        ("--output out.csv --format json", "expected a file named .json, got out.csv"),
        ("--output none/out.csv", "none/out.csv: cannot be written (no such file or directory)"),
        ("--output folder.csv", "folder.csv: cannot be written ("),
    ],
)
def test_the_form_of_an_export(
    book: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: str, starts: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder.csv").mkdir()
    ok(book("new A B --rules wenzhou"))
    result = book(f"export {options}")
    target = Path(options.split()[1])
    if result.exit_code == 0:
        assert target.read_text(encoding="utf-8").startswith(starts)
    else:
        assert (result.exit_code, starts in result.stderr, target.is_file()) == (2, True, False)


@pytest.mark.parametrize("columns", ["40", "60", "80"])
def test_amounts_are_never_cut(
    huopin: Huopin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    names = ("Anna-Katharina Müller", "Bartholomäus Schmidt", "陈小明", "Dee")
    db = ("--db", tmp_path / "evening")
    assert huopin("ledger", "new", *names, "--coefficient", "2000", "--take", "20", *db).exit_code == 0
    for _ in range(2):
        assert huopin("ledger", "add", "--winner", "陈小明", "--fan", "88", *db).exit_code == 0
    monkeypatch.setenv("COLUMNS", columns)
    text = huopin("ledger", "show", *db).stdout
    assert "…" not in text
    table = text.partition("\n\n")[2].splitlines()
    amounts = [re.findall(r"[+-]?\d{2,}", line) for line in table if re.search(r"[+-]\d{4}", line)]
    assert [line[-5:] for line in amounts] == [
        ["-384020", "-192020", "+767980", "-192020", "80"],
        ["-192020", "-384020", "+767980", "-192020", "80"],
        ["-576040", "-576040", "+1535960", "-384040", "160"],
    ]


def test_an_empty_session_is_exported(book: Run) -> None:
    ok(book("new A B --rules wenzhou"))
    assert len(ok(book("export")).splitlines()) == 1
    assert "No hand yet" in ok(book("export --format html"))
    assert "none that counts" in book("undo").stderr


def test_sessions_are_chosen_and_listed(book: Run) -> None:
    ok(book("new A B --rules wenzhou"))
    ok(book("new C,D,E --rules wenzhou --title Friday"))
    ok(book("add --session 1 --winner A --class soft"))
    lines = ok(book("show --list")).splitlines()
    assert lines[1] == "  totals: A +2, B -2 points"
    assert lines[2].startswith("session 2 'Friday' of ")
    assert book("add --session 3 --draw").stderr == "huopin: expected a session of 1 to 2, got 3\n"


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("add", 2, "expected one of --winner, --draw, --leave or --dealer"),
        ("add --winner A --draw --class soft", 2, "expected one of --winner, --draw, --leave or --dealer"),
        ("add --winner A", 2, "expected with --winner one of --fan, --class, --hand or --photo"),
        ("add --winner A --fan 8 --class soft", 2, "expected with --winner one of"),
        ("add --draw --fan 8", 2, "expected --winner with --from, --fan"),
        ("add --winner A --class soft --self-draw --from B", 2, "expected --self-draw or --from, got both"),
        ("add --winner X --class soft", 2, "expected one of the players A, B, got 'X'"),
        ("add --winner A --fan 8", 2, "expected the class of a win under wenzhou rules, got a fan"),
        ("add --winner A --class soft --held B", 2, "a number up to 999999 such as A=3, got 'B'"),
        ("add --dealer A", 2, "expected another dealer, A deals already"),
        ("add --winner A --from A --class soft", 2, "the winner and the discarder to differ, got A for both"),
        ("add --winner A --class soft --fix 1=9m", 2, "expected --photo with --fix, which changes nothing"),
        ("add --winner A --class soft --caishen 9m", 2, "expected --hand or --photo with --caishen"),
        ("add --winner A --class soft --kong", 2, "expected --draw, --hand or --photo with --kong"),
        ("add --winner A --class soft --bird 9m", 2, "expected huopin rules with --bird"),
        ("add --draw --held B=1", 2, "expected --winner with --held"),
        ("add --draw --charge 3", 2, "expected --leave with --charge"),
        ("add --leave A --buy --dealer B", 2, "expected --winner or --draw with --buy"),
        ("add --leave A --dealer B", 2, "expected another entry with --dealer"),
        ("add --leave A --charge 9999999", 2, "Invalid value for '--charge'"),
        ("add --winner A --fan 99999999999999999999999", 2, "Invalid value for '--fan'"),
        ("add --winner A --class soft --held B=9999999", 2, "a number up to 999999 such as A=3"),
        ("add --winner A --hand 1x", 2, "expected a suit m, p or s after the digits"),
        ("add --winner A --hand 123m+4m", 2, "expected 17 tiles with the winning one"),
        ("add --winner A --hand 13579m2468p1357sEEE+W", 1, "no winning hand; nothing was added"),
        ("add --winner A --from B --hand 123456789m123789p*+5s --caishen 9s", 1, "[W13]; nothing was added"),
        ("add --winner A --photo none.jpg", 3, "none.jpg"),
        ("undo 7", 2, "to undo, got 7"),
        ("new A", 2, "expected 4 players for huopin, got 1"),
        ("new A A --rules wenzhou", 2, "expected names that differ"),
        ("new A B C D --room x", 2, "expected a room"),
    ],
)
def test_mistakes_are_one_line_and_add_nothing(book: Run, line: str, code: int, says: str) -> None:
    ok(book("new A B --rules wenzhou"))
    result = book(line)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (code, "", 1)
    assert says in result.stderr
    assert json.loads(ok(book("show --format json")))["entries"] == []


@pytest.mark.parametrize("options", ["--held D=1", "--buy", "--top B", "--heavenly", "--flowers 1 --draw"])
def test_what_huopin_does_not_know_is_not_added(book: Run, options: str) -> None:
    ok(book("new A B C D"))
    win = "" if "--draw" in options else "--winner A --from B --fan 12"
    result = book(f"add {win} {options}")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "which changes nothing here; leave it out" in result.stderr
    assert json.loads(ok(book("show --format json")))["entries"] == []


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("new A B C D --base 3", "no effect under huopin rules: --base"),
        ("new A B --rules wenzhou --room official", "no effect under wenzhou rules: --room"),
        ("show --list --session 1", "no effect with --list: --session"),
    ],
)
def test_what_changes_nothing_is_told(book: Run, line: str, note: str) -> None:
    ok(book("new A B C D"))
    result = book(line)
    assert (result.exit_code, result.stderr.splitlines()[0]) == (0, note)


def test_a_hand_below_the_minimum_is_not_added(book: Run) -> None:
    ok(book("new A B C D --room official"))
    result = book("add --winner A --from B --hand [234m][555p]666s77sEE+7s")
    assert (result.exit_code, "at least 8 fan" in result.stderr) == (1, True)


@pytest.mark.parametrize("content", [None, b"no ledger\n" * 200, b""])
def test_a_file_that_is_no_ledger(huopin: Huopin, tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "evening.sqlite3"
    if content is not None:
        path.write_bytes(content)
    result = huopin("ledger", "show", "--db", path)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (6, "", 1)
    assert (path.read_bytes() if content is not None else None) == content


def test_the_default_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path().name == "ledger.sqlite3"
    assert default_path().parent.name == "huopin"
