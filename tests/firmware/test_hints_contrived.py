"""The worst that can be asked: a hint ends, in room and time that a board has, and says at least.

What 2,000 such hands need is in tests/bench/README.md, "Answered".
"""

import json
import sys

import pytest
import ring
from compiled import compiled
from contrived import QUESTION, contrived, question
from naive.hints_laying import check_laying
from naive.laying import LAYING_GAMES

from tierce.cards import code
from tierce.phrases import table
from tierce.said import say
from tierce_tools.base.paths import engine
from tierce_tools.rules import vm

ASKED = contrived(48)
OF_GAMES = [asked for asked in ASKED[:12] if asked["game"] in ring.FAMILIES]
CALLS = 1500  # between two feeds of the watchdog; on a Pico some 0.1 s

GUEST = """
import json
from tierce.hints import Question
from tierce.presets import rules_of
"""


@pytest.fixture(scope="module")
def answers():
    return [question(asked).answer() for asked in ASKED]


def test_an_answer_that_has_not_seen_all_says_so(answers):
    some = [dict(answer) for answer in answers if dict(answer).get("at_least")]
    assert len(some) > 10
    assert len(some) < len(answers)
    for language, said in (("en", "at least that"), ("fr", "au moins cela")):
        assert said in say(list(some[0].items()), table(language))[1]


def test_an_answer_is_a_legal_play(answers):
    for asked, answer in zip(ASKED, answers, strict=True):
        if asked["game"] in LAYING_GAMES and asked["game"] != "contrat":
            found = dict(json.loads(json.dumps(dict(answer))))
            found.pop("at_least", None)
            codes = {
                "hand": [code(card) for card in asked["hand"]],
                "table": [[code(card) for card in meld] for meld in asked["table"]],
                "jokers": {code(joker): code(face) for joker, face in asked["stands"]},
            }
            check_laying({"game": asked["game"], "rules": asked["house"], "laid": asked["laid"], **codes}, found)


@pytest.mark.parametrize("free", [8000, 19000])
def test_with_less_room_a_hint_says_at_least_or_the_same(answers, free):
    for asked, answer in [*zip(ASKED, answers, strict=True)][: ring.rounds(24, len(ASKED))]:
        made = question(asked)
        made.free = lambda: free
        less = made.answer()
        if less != answer:
            assert ("at_least", True) in less
            assert dict(less)[made.goal] <= dict(answer)[made.goal] or ("at_least", True) in answer
        if asked["game"] == "manipulation":
            there = {code(card) for meld in asked["table"] for card in meld}
            assert there <= {each for meld in dict(less)["table"] for each in meld}


def test_a_search_that_ends_before_any_lay_lays_nothing():
    answer = dict(question(contrived(1, 717)[0]).answer())
    assert (answer["points"], answer["melds"], answer["at_least"]) == (0, [], True)


@pytest.mark.parametrize("asked", OF_GAMES, ids=lambda asked: asked["game"])
def test_the_watchdog_is_fed_while_a_hint_is_looked_for(asked):
    made = question(asked)
    counts = [0]

    def call(_frame, what, _value):
        counts[-1] += what.endswith("call")

    made.alive = lambda: counts.append(0)
    sys.setprofile(call)
    try:
        made.answer()
    finally:
        sys.setprofile(None)
    assert max(counts) < CALLS
    assert len(counts) > 20 or asked["game"] == "gin"


def test_micropython_has_the_same_answers(answers, tmp_path):
    files = {"tierce": compiled(tmp_path, {"tierce": engine()})["tierce"]}
    some = range(0, len(ASKED), 11)
    parts = [f"print(json.dumps(question(json.loads({json.dumps(ASKED[i])!r})).answer()))" for i in some]
    done = vm.find()[0].run([GUEST, QUESTION, *parts], files, ["."])
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert found == [json.loads(json.dumps(answers[i])) for i in some]


def test_the_search_for_a_lay_has_bounds(answers, monkeypatch):
    # By their names: a table of another test may have unloaded them.
    monkeypatch.setattr("tierce.arrange.moves._MOST", 64)
    monkeypatch.setattr("tierce.arrange.laying._STEPS", 1 << 12)
    for asked, answer in zip(ASKED, answers, strict=True):
        if asked["game"] not in ("gin", "manipulation") and asked["laid"]:
            less = dict(question(asked).answer())
            key = "points" if question(asked).goal == "points" else "cards"
            assert less["at_least"]
            assert dict(answer).get("at_least") or less[key] <= dict(answer)[key]
