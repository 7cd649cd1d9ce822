"""Waits of hands one tile short."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from MahjongGB import MahjongShanten
from scoring.oracle import names

from huopin.scoring import FACES, Context, HandError, Options, Tile, parse_hand, parse_tiles
from huopin.scoring.huopin.waiting import unseen_copies, waits
from huopin.scoring.huopin.waits import only_wait, waiting_faces
from huopin.scoring.shapes import count_faces
from huopin.scoring.situation import parse_situation


def told(text: str, options: Options | None = None) -> dict[str, tuple[int | None, int | None, int]]:
    hand, context = parse_situation(text)
    return {
        str(wait.tile): (
            wait.discard.total if wait.discard else None,
            wait.self_draw.total if wait.self_draw else None,
            wait.unseen,
        )
        for wait in waits(hand, context, options)
    }


def test_each_wait_with_what_it_pays() -> None:
    """1s: 三色三步高 6, 平和 2, 无财神 2, 连六 1; 4s: 平和, 断幺, 无财神 2, 喜相逢, 连六 1.

    To both 门前清 2, or 不求人 4.
    """
    assert told("234567m345p2388s D") == {"1s": (13, 15, 4), "4s": (10, 12, 4)}


def test_nine_gates_wait_on_nine() -> None:
    assert list(told("1112345678999m D")) == [f"{rank}m" for rank in range(1, 10)]


def test_a_wait_whose_copies_are_all_held_still_counts() -> None:
    """R13."""
    assert told("[123m][456m][789m]1111p D") == {"1p": (None, None, 0)}


def test_a_caishen_waits_wide() -> None:
    """`123456789m234p*` waits on all 34 (R13); drawn, the caishen's own face is wild (R6)."""
    wide = told("123456789m234p* D K=9s")
    assert len(wide) == 34
    assert wide["9s"][1] == max(drawn for _discard, drawn, _unseen in wide.values() if drawn is not None)
    assert wide["9s"][2] == 3


def test_the_caishens_face_completes_any_wait_when_drawn() -> None:
    only = told("[123m][456m][789m]1234p D K=P")
    assert set(only) == {"1p", "4p", "P"}
    assert only["P"][0] is None
    assert only["P"][1] is not None


def test_seen_tiles_are_not_unseen() -> None:
    hand, context = parse_situation("234567m345p2388s D")
    seen = [tile for tile in parse_tiles("1114s") if isinstance(tile, Tile)]
    assert [wait.unseen for wait in waits(hand, context, seen=seen)] == [1, 3]
    assert unseen_copies(hand, context, seen)[Tile.parse("8s")] == 2


def test_no_fifth_copy_under_the_option() -> None:
    """R5: `[5555m]46m…E*` wins on E by a fifth 5m only."""
    assert "E" in told("[5555m]46m123p789sE* D K=9p")
    assert "E" not in told("[5555m]46m123p789sE* D K=9p", Options(max_copies=4))


def test_a_hand_of_another_size_is_refused() -> None:
    with pytest.raises(HandError, match="expected 13 tiles"):
        waits(parse_hand("123m"), Context())
    with pytest.raises(HandError, match="expected a waiting hand without a winning tile"):
        waits(parse_hand("[111m]123456789m+3p"), Context())


@given(st.permutations([face for face in FACES[:20] for _ in range(4)]))
def test_the_oracle_waits_on_the_same_faces(deck: list[Tile]) -> None:
    tiles = deck[:13]
    counts, _caishen = count_faces(tiles)
    found = waiting_faces(counts, 0, 4)
    assert bool(found) is (MahjongShanten((), names(tiles)) == 0)
    assert only_wait(counts, 0, 4, 0) == (found[0] if len(found) == 1 else None)


@pytest.mark.parametrize(
    ("text", "wait"),
    [
        ("123456789m2355p", None),  # 1p and 4p
        ("123456789m1255p", "3p"),
        ("1122334455667s", None),  # 4s and 7s by melds, 7s by pairs
        ("1133557799m113p", "3p"),
        ("147m258p369s1233s", "3s"),
        ("147m258p369s12sEE", "3s"),
        ("147m258p369s11sEE", None),
        ("147m258p36s123sEE", "9s"),
        ("19m19p19sESWNCFE", "P"),
        ("19m19p19sESWNCFP", None),
        ("147m258p369sESWN", None),
    ],
)
def test_the_only_wait(text: str, wait: str | None) -> None:
    counts, _caishen = count_faces(parse_hand(text).concealed)
    found = only_wait(counts, 0, 4, 0)
    assert (None if found is None else str(FACES[found])) == wait
    faces = waiting_faces(counts, 0, 4)
    assert found == (faces[0] if len(faces) == 1 else None)
