"""Class names of other people's data sets."""

import pytest

from huopin.validation.classnames import recognise
from huopin.vision.labels import BACK, FACES, LABELS

NUMBERS = range(1, 10)

# Name of the spelling, its class names, their faces. Source: public data sets and notations of that name.
VOCABULARIES = [
    ("ours", LABELS, LABELS),
    (
        "tenhou: 1m 1p 1s 1z, red fives 0m",
        [f"{n}{s}" for s in "mps" for n in range(10)] + [f"{n}z" for n in range(1, 8)],
        [f"{n or 5}{s}" for s in "mps" for n in range(10)] + list("ESWNPFC"),
    ),
    (
        "Roboflow: 1B bamboo, 1C character, 1D dot, 1F flower, 1S season, EW, RD",
        [f"{n}{s}" for s in "BCD" for n in NUMBERS]
        + [f"{n}{s}" for s in "FS" for n in range(1, 5)]
        + ["EW", "SW", "WW", "NW", "RD", "GD", "WD"],
        [f"{n}{s}" for s in "smp" for n in NUMBERS]
        + [f"{s}{n}" for s in "ba" for n in range(1, 5)]
        + list("ESWNCFP"),
    ),
    (
        "Camerash/mahjong-dataset",
        [
            "dots-1",
            "bamboo-9",
            "characters-3",
            "honors-east",
            "honors-red",
            "honors-white",
            "bonus-spring",
            "bonus-autumn",
            "bonus-plum",
            "bonus-bamboo",
            "bonus-chrysanthemum",
        ],
        ["1p", "9s", "3m", "E", "C", "P", "a1", "a3", "b1", "b3", "b4"],
    ),
    (
        "English words",
        [
            "5 of bamboo",
            "Three Characters",
            "dot_9",
            "East Wind",
            "Green Dragon",
            "white dragon",
            "tile back",
        ],
        ["5s", "3m", "9p", "E", "F", "P", BACK],
    ),
    (
        "Chinese",
        ["一万", "5萬", "三筒", "饼九", "二条", "索四", "东风", "红中", "發財", "白板", "春", "梅花"],
        ["1m", "5m", "3p", "9p", "2s", "4s", "E", "C", "F", "P", "a1", "b1"],
    ),
    ("万饼条 by pinyin letters", ["1W", "1B", "1T", "dong", "zhong"], ["1m", "1p", "1s", "E", "C"]),
    ("万筒索 by pinyin letters", ["W1", "T1", "S1", "xi", "bei"], ["1m", "1p", "1s", "W", "N"]),
    (
        "riichi words",
        ["man5", "pin_3", "sou-7", "ton", "haku", "hatsu", "chun"],
        ["5m", "3p", "7s", "E", "P", "F", "C"],
    ),
    ("red fives", ["5mr", "red_five_pin", "aka5s", "0p"], ["5m", "5p", "5s", "5p"]),
]


@pytest.mark.parametrize(
    ("names", "faces"), [row[1:] for row in VOCABULARIES], ids=[row[0] for row in VOCABULARIES]
)
def test_usual_spellings(names: list[str], faces: list[str]) -> None:
    assert list(recognise(names).values()) == list(faces)


@pytest.mark.parametrize("name", ["spam", "10m", "0z1", "", "dragon", "five", "bamboo dots", "8z", "m", "一"])
def test_other_names_are_not_guessed(name: str) -> None:
    assert recognise([*FACES, name])[name] is None
