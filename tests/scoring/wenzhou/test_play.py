"""Play rules of rules/wenzhou.md §3 and §6."""

import pytest

from huopin.scoring import Meld, SettingsError, Tile, parse_tiles
from huopin.scoring.table import Seat
from huopin.scoring.wenzhou import WinClass
from huopin.scoring.wenzhou.claims import by_priority
from huopin.scoring.wenzhou.play import Pung, legal_discards, may_pung, may_rob

E, S, W, N = Seat
SOFT, HARD, DOUBLE, REFUSED = WinClass.SOFT, WinClass.HARD, WinClass.DOUBLE, WinClass.REFUSED


@pytest.mark.parametrize(
    ("source", "concealed", "seen", "legal"),
    [
        ("§6 loose honours first", "12345678m23pEWWNNN*", "", "E"),
        ("§6 any loose honour", "123456789m23p2sEWC", "", "E W C"),
        ("§6 must follow W", "123456789m23p2sEWC", "W", "W"),
        ("§6 follows any face seen", "123456789m23p2sEWC", "WC", "W C"),
        ("§6 none held, else any loose", "123456789m23p2sEWC", "S", "E W C"),
        ("§6 pairs and pungs may stay", "123m567p99sEEWWW*", "E", "1m 2m 3m 5p 6p 7p 9s E W"),
        ("§6 four alike are no loose honour", "11mEEEE5p9s*", "", "1m 5p 9s E"),
        ("§6 白板 is a dragon", "123m567p99sEEWWP", "", "P"),
        ("§6 one caishen stays", "1m*", "", "1m"),
        ("§6 one of two caishen may go", "**", "", "*"),
        ("§6 one of two, beside others", "12m5p**", "", "1m 2m 5p *"),
        ("§6 three caishen stay", "1m5p***", "", "1m 5p"),
        ("§6 loose honours before a caishen", "1mE5p**", "", "E"),
    ],
)
def test_legal_discards(source: str, concealed: str, seen: str, legal: str) -> None:
    honours = [tile for tile in parse_tiles(seen) if isinstance(tile, Tile)]
    found = legal_discards(parse_tiles(concealed), honours)
    assert [str(piece) for piece in found] == legal.split(), source


@pytest.mark.parametrize("concealed", ["", "123456789m123456789p"])
def test_a_discard_needs_tiles(concealed: str) -> None:
    with pytest.raises(SettingsError, match="expected 1 to 17 concealed tiles"):
        legal_discards(parse_tiles(concealed))


@pytest.mark.parametrize(
    ("source", "concealed", "passed", "answer"),
    [
        ("two held", "55m1p9s", "", Pung.ALLOWED),
        ("§6 no late pung", "55m1p9s", "5m", Pung.LATE),
        ("another face passed", "55m1p9s", "1p", Pung.ALLOWED),
        ("W5 a caishen is no third", "5m*1p9s", "", Pung.TOO_FEW),
    ],
)
def test_pungs(source: str, concealed: str, passed: str, answer: Pung) -> None:
    let_go = [tile for tile in parse_tiles(passed) if isinstance(tile, Tile)]
    assert may_pung(parse_tiles(concealed), Tile.parse("5m"), Tile.parse("9p"), let_go) is answer, source
    assert answer.why


def test_the_caishen_is_not_punged() -> None:
    """W5."""
    assert may_pung(parse_tiles("**1p"), Tile.parse("5m"), Tile.parse("5m")) is Pung.CAISHEN


def test_a_concealed_kong_cannot_be_robbed() -> None:
    """W17."""
    kong = [Tile.parse("5m")] * 4
    assert may_rob(Meld.of(kong))
    assert not may_rob(Meld.of(kong, concealed=True))
    assert not may_rob(Meld.of(kong[:3]))


@pytest.mark.parametrize(
    ("discarder", "claims", "order"),
    [
        (E, {W: SOFT, S: HARD}, [S, W]),  # within ordinary hands the nearest counter-clockwise
        (E, {S: HARD, N: DOUBLE}, [N, S]),  # a special hand goes before
        (W, {E: DOUBLE, S: DOUBLE, N: SOFT}, [E, S, N]),
        (N, {E: REFUSED, W: SOFT}, [W]),  # W13
    ],
)
def test_priority(discarder: Seat, claims: dict[Seat, WinClass], order: list[Seat]) -> None:
    """§3."""
    assert list(by_priority(list(Seat), discarder, claims)) == order


@pytest.mark.parametrize(("discarder", "claims"), [(E, {E: SOFT}), (N, {E: SOFT}), (E, {N: SOFT})])
def test_claims_that_cannot_be(discarder: Seat, claims: dict[Seat, WinClass]) -> None:
    with pytest.raises(SettingsError, match="expected claims of the other players"):
        by_priority([E, S, W], discarder, claims)
