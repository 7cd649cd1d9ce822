"""Class names of other people's data sets: the usual spellings of every face, recognised.

A name is one of
- a token of ours (`5m`, `E`, `a1`) or a Chinese name (`五万`, `东`, `春`),
- words: `dots-5`, `5 bamboo`, `characters_three`, `pin5`, `east wind`, `honors-red`, `bonus-plum`,
- a number and a letter in one of the `LETTERS` schemes: `1B` is a bamboo beside `1C` and `1D`, but a dot (饼)
  beside `1W` and `1T`. Which scheme is in use shows from all names of a data set together.

A red five (`0m`, `5mr`, `red five man`) is a five: the print is the same but for its colour.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

from huopin.vision.labels import BACK, FACES, NONE

LETTERS: Final[tuple[Mapping[str, str], ...]] = (
    {"m": "m", "p": "p", "s": "s", "z": "z"},
    {"c": "m", "d": "p", "b": "s", "f": "b", "s": "a"},
    {"w": "m", "b": "p", "t": "s"},
    {"w": "m", "t": "p", "s": "s"},
    {"k": "m", "c": "p", "b": "s"},
)
"""Meaning of the letter after (or before) a number, by scheme: a suit, `z` honours in tenhou's order, `a` and
`b` the flowers. Character/dot/bamboo, 万饼条, 万筒索, and crak/circle/bam."""

_HONOURS: Final = "ESWNPFC"  # 1z-7z
_SUITS: Final = {
    "m": "m man wan character characters char chars crak craks crack cracks 万 萬 万子 萬子",
    "p": "p pin dot dots circle circles tong bing tung ball balls coin coins 饼 餅 筒 饼子 筒子",
    "s": "s sou so suo bam bams bamboo bamboos boo tiao stick sticks 条 條 索 条子 索子",
}
_NUMBERS: Final = (
    "1 one 一",
    "2 two 二",
    "3 three 三",
    "4 four 四",
    "5 five 五",
    "6 six 六",
    "7 seven 七",
    "8 eight 八",
    "9 nine 九",
)
_NAMED: Final = {
    "E": "e ew ton dong east 东 東",
    "S": "s sw nan south 南",
    "W": "w ww sha shaa xi west 西",
    "N": "n nw pei bei north 北",
    "C": "c rd red chun zhong hongzhong 中 红中 紅中",
    "F": "f gd green hatsu fa facai qing 发 發 发财 發財 青发",
    "P": "p wd white haku bai baiban whiteboard 白 白板",
    "a1": "a1 spring chunji 春",
    "a2": "a2 summer 夏",
    "a3": "a3 autumn fall 秋",
    "a4": "a4 winter 冬",
    "b1": "b1 plum mei 梅",
    "b2": "b2 orchid lan 兰 蘭",
    "b3": "b3 bamboo zhu 竹",
    "b4": "b4 chrysanthemum mum chrys ju 菊",
    BACK: "back backside facedown down hidden",
    NONE: "none background nothing other",
}
_FILLERS: Final = (
    "tile tiles mahjong mj suit wind winds dragon dragons honor honors honour honours bonus flower flowers "
    "season seasons plant plants face of the 风 風 牌 花"
)

_SUIT_OF: Final = {word: suit for suit, words in _SUITS.items() for word in words.split()}
_NUMBER_OF: Final = {word: n for n, words in enumerate(_NUMBERS, 1) for word in words.split()}
_FACE_OF: Final = {word: face for face, words in _NAMED.items() for word in words.split()}
_FILLER_WORDS: Final = frozenset(_FILLERS.split())
_SEPARATE: Final = re.compile(r"[^\W\d_]+|\d+")
_NUMBER_AND_LETTER: Final = re.compile(r"(?P<n>[0-9])_?(?P<l>[a-z])|(?P<m>[a-z])_?(?P<k>[0-9])")
_RED_FIVE: Final = re.compile(r"(5[mps])r|r(5[mps])|aka(5[mps])|red ?(?:5|five) ?(man|pin|sou)")


def recognise(names: Iterable[str]) -> dict[str, str | None]:
    """The face that each class name of a data set means.

    Args:
        names: All class names of the data set: how one is spelt tells what another means.

    Returns:
        For every name a token of `huopin.vision.labels.LABELS`, or None when it is not understood.
    """
    wanted = list(dict.fromkeys(names))
    readings = [{name: _face(name, scheme) for name in wanted} for scheme in LETTERS]
    return max(readings, key=_understood)


def _understood(reading: Mapping[str, str | None]) -> tuple[int, int]:
    """How many names are understood, and as how many faces: two names of one face speak against a scheme."""
    faces = [face for face in reading.values() if face is not None]
    return len(faces), len(set(faces))


def _face(name: str, letters: Mapping[str, str]) -> str | None:
    if name in FACES:
        return None if _contradicts(name, letters) else name
    text = unicodedata.normalize("NFKC", name).strip().casefold()
    if red := _RED_FIVE.fullmatch(text.replace("-", " ").replace("_", " ")):
        suit = next(group for group in red.groups() if group)
        return "5" + (suit[1] if suit[0] == "5" else _SUIT_OF[suit])
    coded = _NUMBER_AND_LETTER.fullmatch(text)
    if coded:
        return _coded(int(coded["n"] or coded["k"]), coded["l"] or coded["m"], letters)
    return _worded(_words(text))


def _contradicts(name: str, letters: Mapping[str, str]) -> bool:
    """Whether a token of ours means something else in a scheme, as `1s` beside `1b` and `1c`."""
    return len(name) == 2 and name[0].isdigit() and letters.get(name[1]) != name[1]


def _coded(number: int, letter: str, letters: Mapping[str, str]) -> str | None:
    kind = letters.get(letter)
    if kind == "z":
        return _HONOURS[number - 1] if 1 <= number <= 7 else BACK if number == 0 else None
    if letter in "ab" and kind is None:
        kind = letter
    face = f"{kind}{number}" if kind in ("a", "b") else f"{number or 5}{kind}"
    return face if face in FACES else None


def _words(text: str) -> list[str]:
    """Words and numbers; Chinese is split into its characters unless the whole is a word."""
    words: list[str] = []
    for word in _SEPARATE.findall(text):
        known = word in _SUIT_OF or word in _FACE_OF or word in _FILLER_WORDS
        words += [word] if known or word.isascii() else list(word)
    return words


def _worded(words: list[str]) -> str | None:
    """`dots 5`, `five of bamboo`, `east wind`; a bamboo without a number is the plant."""
    rest = [word for word in words if word not in _FILLER_WORDS]
    numbers = [_NUMBER_OF[word] for word in rest if word in _NUMBER_OF]
    suits = [_SUIT_OF[word] for word in rest if word in _SUIT_OF and word not in _NUMBER_OF]
    if len(rest) == 2 and len(numbers) == 1 and len(suits) == 1:
        return f"{numbers[0]}{suits[0]}"
    if len(rest) == 2 and len(numbers) == 1:
        rest = [word for word in rest if word not in _NUMBER_OF]  # `plum 1`: the printed number of a flower
    return _FACE_OF.get(rest[0]) if len(rest) == 1 else None
