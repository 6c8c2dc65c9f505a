"""tierce.said.say: an answer as lines for a player."""

import pytest

from tierce import words_en
from tierce.said import say

LAY = {"cards": 6, "points": 51, "can_lay": True, "rami_sec": False}
DOWN = "cards down: 6, points: 51"


@pytest.mark.parametrize(
    ("answer", "lines"),
    [
        ({"error": ["no_hint_now"]}, ["there is nothing to play now"]),
        ({**LAY, "first_lay": [["5H", "6H", "7H"], ["KS", "KH", "KD"]]}, [DOWN, "as a first lay: 5♥ 6♥ 7♥, K♠ K♥ K♦"]),
        (
            {**LAY, "table": [["5H", "6H", "X1"], ["X2", "KH", "KD"]], "jokers": {"X2": "KS", "X1": "7H"}},
            [DOWN, "the table then:", "5♥ 6♥ joker", "joker K♥ K♦", "joker for 7♥", "joker for K♠"],
        ),
    ],
)
def test_an_answer_is_said_in_lines(answer, lines):
    assert say(answer.items(), words_en) == lines
