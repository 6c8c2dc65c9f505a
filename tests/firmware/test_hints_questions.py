"""Questions that are none: an error of the data, for each family."""

import pytest
from naive.cards import RANKS

from tierce import words_en
from tierce.presets import LogError
from tierce.said import say
from tierce_tools.hints.questions import answer

# What no family takes, and what each does not.
NEVER = [
    *({"hand": hand} for hand in (["7X"], "7H", [["7H"]], [7], None, ["7H", "7H", "7H"], ["X1", "X1"])),
    *({"table": table} for table in ([["2S", "3S", "5S"]], [["2S", "3S"]], "2S")),
    *({"rules": rules} for rules in ({"no_such_option": 1}, [])),
    {"goal": "glory"},
]
LIES = {"table": [["7H", "8H", "9H"]], "laid": True}
OF_GAME = {
    "bridge": [{}],
    "rami51": [
        *({"hand": hand} for hand in (["X5"], ["7H", "7H2", "7H"])),
        {"hand": ["7H", "7H2"], **LIES},
        *({"table": [meld], "laid": True} for meld in (["2S", "X1", "X2"], ["5H", "X1", "8H"])),
        *({"table": [["5H", "X1", "7H2"]], "jokers": {"X1": card}} for card in ("8H", "no")),
        {"table": {"meld1": []}},
        {"jokers": []},
        {"laid": "yes"},
        {"rules": {"jokers_per_meld": 5}},
    ],
    "rami7": [{"hand": ["7H2"]}, {"hand": ["X2"]}, LIES],
    "contrat": [{"round": number} for number in (0, 8, "1", True, None)],
    "gin": [
        *({"hand": hand} for hand in (["X1", "2S", "3S"], ["7H", "7H"], ["7H2"], [rank + "S" for rank in RANKS[:12]])),
        {"table": [["5H", "6H", "7H"]]},
    ],
    "manipulation": [
        {"hand": ["X3"]},
        {"hand": ["X1"], "table": [["5H", "X1", "7H"]], "jokers": {"X1": "6H"}},
        *({"table": [meld]} for meld in (["2S", "2S2", "2H"], ["KS", "AS", "2S"])),
        *({"table": [["5H", "X1", "7H"]], "jokers": {"X1": card}} for card in ("8H", "X2")),
        {"jokers": []},
    ],
}


WRONG = [{"game": game, "hand": ["7H"], **wrong} for game in OF_GAME for wrong in [*NEVER, *OF_GAME[game]]]


@pytest.mark.parametrize("question", [*WRONG, *({"game": game} for game in OF_GAME)])
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
