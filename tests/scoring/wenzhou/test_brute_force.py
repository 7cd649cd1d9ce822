"""The scorer against the brute-force judge."""

from collections import Counter
from random import Random

import pytest
from scoring.wenzhou.brute import WILD, Question, judge
from scoring.wenzhou.deals import random_question

from huopin.scoring import CAISHEN, Hand, MeldKind, Piece, Tile
from huopin.scoring.wenzhou import WenzhouContext, wenzhou_score

_KINDS = {"c": MeldKind.CHOW, "p": MeldKind.PUNG, "k": MeldKind.KONG}


def _piece(text: str) -> Piece:
    return CAISHEN if text == WILD else Tile.parse(text)


def scored(question: Question) -> str | None:
    hand = Hand(
        tuple(map(_piece, question.sixteen)),
        win=_piece(question.win),
        unnamed_melds=tuple(_KINDS[kind] for kind in question.declared),
    )
    context = WenzhouContext(
        caishen=Tile.parse(question.caishen),
        self_draw="self_draw" in question.flags,
        kong="rob_kong" in question.flags,
        heavenly="heavenly" in question.flags,
        earthly="earthly" in question.flags,
    )
    score = wenzhou_score(hand, context)
    return None if score is None else score.win_class.value


def _compare(hands: int, seed: int) -> Counter[str | None]:
    random = Random(seed)
    found: Counter[str | None] = Counter()
    for _ in range(hands):
        question = random_question(random)
        expected = judge(question)
        assert scored(question) == expected, question
        found[expected] += 1
    return found


def test_random_hands_have_the_class_that_brute_force_finds() -> None:
    found = _compare(100, seed=6)
    assert all(found[answer] >= 5 for answer in (None, "soft", "hard", "double", "refused"))


@pytest.mark.slow
def test_five_thousand_hands() -> None:
    found = _compare(5000, seed=17)
    assert all(found[answer] >= 300 for answer in (None, "soft", "hard", "double", "refused")), found
