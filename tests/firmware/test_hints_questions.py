"""Questions that are none: an error of the data, for each family."""

import pytest

from tierce import words_en
from tierce.presets import LogError
from tierce.said import say
from tierce_tools.hints.questions import answer

# What no family takes, and what each does not.
NEVER = [
    {"hand": ["7X"]},
    {"hand": "7H"},
    {"hand": [["7H"]]},
    {"hand": [7]},
    {"hand": None},
    {},
    {"hand": ["7H", "7H", "7H"]},
    {"hand": ["X1", "X1"]},
    {"hand": ["7H"], "table": [["2S", "3S", "5S"]]},
    {"hand": ["7H"], "table": [["2S", "3S"]]},
    {"hand": ["7H"], "table": "2S"},
    {"hand": ["7H"], "rules": {"no_such_option": 1}},
    {"hand": ["7H"], "rules": []},
    {"hand": ["7H"], "goal": "glory"},
]
LIES = {"table": [["7H", "8H", "9H"]], "laid": True}
OF_GAME = {
    "bridge": [{"hand": ["7H"]}],
    "rami51": [
        {"hand": ["X5"]},
        {"hand": ["7H", "7H2", "7H"]},
        {"hand": ["7H", "7H2"], **LIES},
        {"hand": ["7H"], "table": [["2S", "X1", "X2"]], "laid": True},
        {"hand": ["7H"], "table": [["5H", "X1", "8H"]], "laid": True},
        {"hand": ["7H"], "table": {"meld1": []}},
        {"hand": ["7H"], "table": [["5H", "X1", "7H2"]], "jokers": {"X1": "8H"}},
        {"hand": ["7H"], "table": [["5H", "X1", "7H2"]], "jokers": {"X1": "no"}},
        {"hand": ["7H"], "jokers": []},
        {"hand": ["7H"], "laid": "yes"},
        {"hand": ["7H"], "rules": {"jokers_per_meld": 5}},
    ],
    "rami7": [{"hand": ["7H2"]}, {"hand": ["X2"]}, {"hand": ["7H"], **LIES}],
    "contrat": [{"hand": ["7S"], "round": number} for number in (0, 8, "1", True, None)],
    "gin": [
        {"hand": ["X1", "2S", "3S"]},
        {"hand": ["7H", "7H"]},
        {"hand": ["7H2"]},
        {"hand": [rank + "S" for rank in "A23456789TJQ"]},
        {"hand": ["7H"], "table": [["5H", "6H", "7H"]]},
    ],
    "manipulation": [
        {"hand": ["X3"]},
        {"hand": ["X1"], "table": [["5H", "X1", "7H"]], "jokers": {"X1": "6H"}},
        {"hand": ["7H"], "table": [["2S", "2S2", "2H"]]},
        {"hand": ["7H"], "table": [["KS", "AS", "2S"]]},
        {"hand": ["7H"], "table": [["5H", "X1", "7H"]], "jokers": {"X1": "8H"}},
        {"hand": ["7H"], "table": [["5H", "X1", "7H"]], "jokers": {"X1": "X2"}},
        {"hand": ["7H"], "jokers": []},
    ],
}


@pytest.mark.parametrize(
    "question", [{"game": game, **question} for game in OF_GAME for question in [*NEVER, *OF_GAME[game]]]
)
def test_what_is_no_question(question):
    with pytest.raises(LogError):
        answer(question)


# --- an answer as lines for a player

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
