"""The notation of rules/huopin.md: parse, print, refuse."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huopin.scoring import (
    CAISHEN,
    FACES,
    FLOWERS,
    TILES,
    Hand,
    Meld,
    MeldKind,
    NotationError,
    SettingsError,
    Suit,
    Tile,
    caishen_of,
    format_hand,
    parse_hand,
    parse_tiles,
)


def test_every_tile_prints_and_parses_back() -> None:
    assert [Tile.parse(str(tile)) for tile in TILES] == list(TILES)
    assert [Tile.parse(tile.zh) for tile in TILES] == list(TILES)
    assert len({str(tile) for tile in TILES}) == 42


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("六万", "6m"),
        ("6万", "6m"),
        ("三筒", "3p"),
        ("三饼", "3p"),
        ("七索", "7s"),
        ("红中", "C"),
        ("中", "C"),
        ("發財", "F"),
        ("白板", "P"),
        ("東風", "E"),
        ("菊", "b4"),
        ("春", "a1"),
        ("1z", "E"),
        ("4z", "N"),
        ("5z", "P"),
        ("6z", "F"),
        ("7z", "C"),
    ],
)
def test_other_names_on_input(text: str, tokens: str) -> None:
    assert str(Tile.parse(text)) == tokens


def test_equal_tiles_are_one_object() -> None:
    assert Tile(5) is Tile.parse("6m") is pickle.loads(pickle.dumps(Tile(5)))
    assert copy.deepcopy(Tile(5)) is Tile(5)
    with pytest.raises(AttributeError, match="a tile cannot change"):
        Tile(5).rank = 4
    with pytest.raises(SettingsError, match="expected a tile index of 0 to 41, got 42"):
        Tile(42)


def test_suit_and_rank() -> None:
    assert (Tile.parse("7s").suit, Tile.parse("7s").rank) == (Suit.BAMBOO, 7)
    assert (Tile.parse("N").suit, Tile.parse("N").rank) == (Suit.WINDS, 4)
    assert (Tile.parse("P").suit, Tile.parse("P").rank) == (Suit.DRAGONS, 3)
    assert (Tile.parse("b4").suit, Tile.parse("b4").rank) == (Suit.FLOWERS, 4)


def test_a_hand_in_full() -> None:
    hand = parse_hand("[123m][1111p#]46mE*+5m 春菊")
    assert hand.melds == (
        Meld(MeldKind.CHOW, tuple(map(Tile.parse, ("1m", "2m", "3m")))),
        Meld(MeldKind.KONG, (Tile.parse("1p"),) * 4, concealed=True),
    )
    assert hand.concealed == (Tile.parse("4m"), Tile.parse("6m"), Tile.parse("E"), CAISHEN)
    assert hand.win == Tile.parse("5m")
    assert hand.flowers == (Tile.parse("a1"), Tile.parse("b4"))
    assert format_hand(hand) == "[123m][1111p#]46mE*+5m 春菊"


def test_chinese_and_spaced_hands_are_the_same_hand() -> None:
    assert parse_hand("[一二三万] 4z 5p, 5p + 六条") == parse_hand("[123m]N55p+6s")


melds = st.one_of(
    st.builds(lambda face, count: Meld.of([face] * count), st.sampled_from(FACES), st.sampled_from((3, 4))),
    st.builds(lambda face: Meld.of([face] * 4, concealed=True), st.sampled_from(FACES)),
    st.builds(
        lambda suit, rank: Meld.of([TILES[suit * 9 + rank + step] for step in range(3)]),
        st.integers(0, 2),
        st.integers(0, 6),
    ),
)
pieces = st.sampled_from((*FACES, CAISHEN))
hands = st.builds(
    Hand,
    st.lists(pieces, max_size=17).map(tuple),
    st.lists(melds, max_size=5).map(tuple),
    st.none() | pieces,
    st.lists(st.sampled_from(FLOWERS), max_size=8).map(tuple),
)


@given(hands)
def test_round_trip(hand: Hand) -> None:
    assert parse_hand(format_hand(hand)) == hand


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1mx", "expected a tile"),
        ("123", "expected a suit m, p or s after the digits"),
        ("0m", "expected a tile"),
        ("8z", "expected 1z to 7z, got 8z"),
        ("[124m]", "expected a chow, pung or kong, got 1m 2m 4m"),
        ("[]", "expected a chow, pung or kong, got nothing"),
        ("[89m1p]", "expected a chow, pung or kong"),
        ("[EEEEE]", "expected a chow, pung or kong"),
        ("[ESW]", "expected a chow, pung or kong"),
        ("[春春春]", "expected a chow, pung or kong"),
        ("[123m#]", "expected # on a kong only"),
        ("[12*m]", "expected a suit m, p or s"),
        ("[11m*]", "expected no caishen in a declared meld [R3]"),
        ("[123m", "expected ] to close the meld"),
        ("123m]", "expected a tile, got ']'"),
        ("123m+", "expected the winning tile after +"),
        ("1m+2m3m", "expected one winning tile after +, got another: 3m"),
        ("1m++2m", "expected a tile, got '+'"),
    ],
)
def test_bad_text_is_one_clear_error(text: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_hand(text)
    assert says in str(caught.value)
    assert repr(text) in str(caught.value)


def test_tiles_only() -> None:
    assert parse_tiles("12m*") == (Tile.parse("1m"), Tile.parse("2m"), CAISHEN)
    with pytest.raises(NotationError, match="tiles only"):
        parse_tiles("12m+3m")
    for text in ("", "12m", "*"):
        with pytest.raises(NotationError, match="expected one tile"):
            Tile.parse(text)


def test_caishen_follows_the_indicator() -> None:
    """R1: 1→2 … 9→1 in a suit; 东→南→西→北→中→发→白→东."""
    chain = {str(face): str(caishen_of(face)) for face in FACES}
    assert [chain["1m"], chain["9m"], chain["9p"], chain["9s"]] == ["2m", "1m", "1p", "1s"]
    assert [chain[honour] for honour in "ESWNCFP"] == list("SWNCFPE")
    with pytest.raises(NotationError, match="R1"):
        caishen_of(Tile.parse("a1"))


def test_white_for_the_caishen_in_a_declared_chow() -> None:
    """Wenzhou, W3: 白板 lies in the chow as itself and counts as the caishen's face."""
    caishen = Tile.parse("5m")
    hand = parse_hand("[46mP]1p", white_as=caishen)
    assert hand.melds[0].kind is MeldKind.CHOW
    assert [str(tile) for tile in hand.melds[0].tiles] == ["4m", "6m", "P"]
    assert [str(tile) for tile in hand.melds[0].faces] == ["4m", "5m", "6m"]
    assert parse_hand(format_hand(hand), white_as=caishen) == hand
    assert parse_hand("[PPP]", white_as=caishen).melds[0].white_as is None
    for text in ("[46mP]", "[45mP]", "[4mPP]", "[5mPP]"):
        with pytest.raises(NotationError, match="expected a chow, pung or kong"):
            parse_hand(text, white_as=Tile.parse("5p"))
