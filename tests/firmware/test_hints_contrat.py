"""A hint in contrat is optimal: compared with exhaustive search and hand-made cases."""

import json

import pytest
import ring
from hypothesis import strategies as st
from naive.hints_contrat import best_contract, check_contrat
from naive.hints_laying import Lay, wish
from test_hints_laying import questions
from test_hints_on_the_table import Asked

from tierce.outcomes import line_of
from tierce.phrases import table
from tierce.said import say
from tierce_tools.hints.questions import answer


def judged(question):
    """Return the answer to a question, after checking it completely."""
    found = json.loads(line_of(answer(question)))
    check_contrat(question, found)
    best, met = best_contract(question)
    assert found["can_lay"] is (met and found["cards"] > 0), (question, found)
    if best is not None:
        lay = Lay(found["points"], found["pure_run"], found["cards"], True, None)
        assert wish(question)(lay) == best, (question, found)
    return found


RULES = {
    "jokers_per_meld": st.sampled_from([0, 1, 2, 2]),
    "joker_swap": st.booleans(),
    "lay_off_with_first_lay": st.booleans(),
    "last_contract_goes_out": st.booleans(),
    "final_discard": st.sampled_from(["optional", "required"]),
}


@st.composite
def contracts(draw):
    """Return a question over a small deck, with melds on the table now and then."""
    melds, laid, in_melds = draw(st.sampled_from([0, 0, 1, 2])), draw(st.integers(0, 2)) == 0, draw(st.booleans())
    made = questions(7 if melds else 9, melds, ["contrat"], laid, 3, in_melds, rules=RULES)
    return {**draw(made), "round": draw(st.sampled_from([1, 2, 2, 3, 3, 4, 5, 6, 7]))}


def test_random_questions():
    met = []
    ring.tried(lambda question: met.append(judged(question)["can_lay"]), contracts(), 250, 600)
    assert sum(met) > 12


RUNS = "2S 3S 4S 5S 2H 3H 4H 5H 2D 3D 4D 5D"
BESIDE = {"table": ["3H 4H 5H 6H"]}
# A round, a hand, what else is known; values of the answer. `melds` may be their number.
CASES = [
    (1, "7S 7S2 7H 9D 9D2 9C KS", {}, {"can_lay": True, "melds": 2}),
    (2, "7S 7S2 7H 2H 3H 4H 5H", {}, {"can_lay": True, "melds": 2}),
    (2, "7S 7H 7D 2H 3H X1 5H", {}, {"can_lay": True, "melds": 2}),
    (3, "2S 3S 4S 5S 5S2 6S 7S 8S", {}, {"can_lay": True, "melds": 2}),
    (4, "7S 7S2 7H 9D 9D2 X1 KS KH X2", {}, {"can_lay": True, "melds": 3}),
    (7, RUNS, {}, {"can_lay": True, "melds": 3}),
    # One that is not met shows what there is of it.
    (1, "7S 7S2 7H 2D 3D 4D 5D 9C", {}, {"can_lay": False, "melds": [["7S", "7S2", "7H"]], "contract": [2, 0]}),
    # Two runs side by side are no contract.
    (3, "2S 3S 4S 5S 6S 7S 8S 9S", {}, {"can_lay": False}),
    (3, "2S 3S 4S 5S 7S 8S 9S TS", {}, {"can_lay": True}),
    # Who has laid only lays off.
    (1, "7S 7S2 7H KD KC KS 2H", {"laid": True, "table": ["7D 7C 7D2", "3H 4H 5H 6H"]}, {"cards": 4, "melds": []}),
    # Lay-offs beside the contract.
    (1, "7S 7S2 7H 9D 9D2 9C 2H", BESIDE, {"cards": 7}),
    (1, "7S 7S2 7H 9D 9D2 9C 2H", {**BESIDE, "rules": {"lay_off_with_first_lay": False}}, {"cards": 6}),
    # A taken joker goes on in its run; a joker of a set stays.
    (1, "4H KD", {"laid": True, "table": ["3H X1 5H 6H"], "jokers": {"X1": "4H"}}, {"cards": 1}),
    (1, "4S", {"laid": True, "table": ["4H 4D X1"], "jokers": {"X1": "4S"}}, {"cards": 1}),
]


@pytest.mark.parametrize(("round_", "hand", "more", "expected"), CASES)
def test_a_case(round_, hand, more, expected):
    table = [meld.split() for meld in more.get("table", ())]
    found = judged({"game": "contrat", "hand": hand.split(), "round": round_, **more, "table": table})
    if isinstance(expected.get("melds"), int):
        found["melds"] = len(found["melds"])
    assert {name: found[name] for name in expected} == expected


def test_the_last_contract_goes_out():
    house = {"last_contract_goes_out": True}
    for more, out in (("", True), (" 9C", True), (" 9C KC", False)):
        question = {"game": "contrat", "hand": (RUNS + more).split(), "round": 7, "rules": house}
        assert dict(answer(question))["can_lay"] is out


def test_a_hint_on_the_table_knows_the_round():
    asked = Asked("contrat", begun={"rounds": 1})
    asked.deal()
    found = asked.hint(0, "7S 7S2 7H 2H 3H 4H 5H KC")
    assert (found["can_lay"], found["cards"], found["contract"]) == (True, 7, [1, 1])
    assert "the contract is met: 1 set and 1 run" in say(list(found.items()), table("en"))
    found = asked.hint(0, "7S 7S2 7H 2H 3H 4H KC")
    assert "le contrat n'est pas encore rempli : 1 brelan et 1 suite" in say(list(found.items()), table("fr"))
