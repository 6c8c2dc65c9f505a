"""A hint at manipulation plays as much as possible: compared with exhaustive search and cases."""

import json

import pytest
import ring
from hypothesis import strategies as st
from naive.cards import RANKS, SUITS
from naive.hints_manipulation import Position, melds_of
from naive.manipulation import ways_of

from tierce.outcomes import line_of
from tierce_tools.hints.questions import answer

DECK = [rank + suit for rank in RANKS for suit in SUITS]
DECK += [card + "2" for card in DECK]


def judged(**question):
    """Return the answer to a question about manipulation, after checking it completely."""
    found = json.loads(line_of(answer({"game": "manipulation", **question})))
    position = Position(question)
    position.check(found)
    assert (found["cards"], found["points"]) == position.best(), found
    return found


@st.composite
def questions(draw, melds, most, jokers=2):
    """Return a question over a small deck: `melds` melds, at most `most` cards in all."""
    low = draw(st.sampled_from([0, 3, 6, 9, 10, 11, 12]))
    ranks = [RANKS[(low + at) % 13] for at in range(draw(st.integers(3, 6)))]
    suits = draw(st.sampled_from(["S", "SH", "SHD", "SHDC"]))
    cards = [rank + suit for rank in ranks for suit in suits]
    if draw(st.booleans()):
        cards += [card + "2" for card in cards]
    cards = draw(st.permutations(cards))
    spare = ["X1", "X2"][: draw(st.integers(0, jokers))]
    table, said = [], {}
    for _ in range(draw(st.integers(min(melds, 1), melds))):
        some = [*cards[:7], *spare]
        found = sorted(sorted(meld) for meld in melds_of(some, {}))
        if any(set(meld) & set(spare) for meld in found) and draw(st.booleans()):
            found = [meld for meld in found if set(meld) & set(spare)]
        if found:
            meld = draw(st.sampled_from(found))
            said |= draw(st.sampled_from(ways_of(meld)))
            table.append(draw(st.permutations(meld)))
            cards = [card for card in cards if card not in meld]
            spare = [card for card in spare if card not in meld]
    size = max(1, min(most - sum(map(len, table)), len(cards)))
    hand = cards[: draw(st.integers(1, size))]
    # Faces of jokers, and faces that would free them, come more often than by chance.
    if said and draw(st.booleans()):
        wanted = [card for card in cards if card[:2] in said.values() and card not in hand]
        hand += wanted[: draw(st.integers(1, 2))]
    hand += spare[: draw(st.integers(0, 2))]
    question = {"hand": draw(st.permutations(hand)), "table": table, "jokers": said}
    if draw(st.booleans()):
        question["goal"] = draw(st.sampled_from(["cards", "points"]))
    return question


@st.composite
def whole_hands(draw):
    """Return a question with a hand of the whole deck."""
    hand = draw(st.lists(st.sampled_from(DECK), min_size=8, max_size=12, unique=True))
    return {"hand": hand + ["X1", "X2"][: draw(st.integers(0, 2))]}


# Kinds of question: how they are made, how many in `make test` and in `make test-all`.
KINDS = {
    "small tables": (questions(2, 12), 60, 140),
    "larger tables": (questions(4, 18), 25, 80),
    "tables without jokers": (questions(4, 20, jokers=0), 30, 80),
    "hands alone": (questions(0, 10), 30, 80),
    "hands of the whole deck": (whole_hands(), 15, 50),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_is_answered_at_its_best(kind):
    ring.tried(lambda question: judged(**question), *KINDS[kind])


ROW = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
KH, H6 = {"X1": "KH"}, {"X1": "6H"}
# A hand, the melds on the table, the faces of their jokers or a goal; (cards, points) that go down, or values by name.
CASES = [
    ("7S 7S2 7H", "", {}, (0, 0)),  # the same card twice is not allowed
    ("7S 7S2 7H 7D 7H2 7C", "", {}, (6, 42)),
    ("KS AS 2S", "", {}, (0, 0)),  # runs do not wrap around the ace
    ("AS AS2 2S 3S QS KS AH AD", "", {}, (6, 27)),  # both runs rather than a group and one run
    ("7S X1 X2", "", {}, (3, 57)),  # any number of jokers
    ("7S 7H 7D 7C X1", "", {}, (4, 46)),  # a group has at most four cards: a seven stays behind
    (ROW + " AS2", "", {}, (14, 86)),
    (ROW + " X1", "", {}, (14, 110)),  # two runs, for one from ace to king has no room for the joker
    ("7S 7H 7D 8S 9S", "", {}, (3, 24)),  # the same number of cards with more points
    # The table is rearranged.
    ("8H", "5H 6H 7H", {}, (1, 8)),
    ("6S 7S", "5S 5H 5D 5C", {}, (2, 13)),  # the group can spare one card
    ("5S 5D", "3H 4H 5H 6H 7H", {}, (0, 0)),  # the rest of the run is too short
    ("5H2", "3H 4H 5H 6H 7H", {}, (1, 5)),  # two runs of three
    ("6D", "6S 7S 8S/6H 7H 8H/7D 8D 9D", {}, (1, 6)),
    ("9C", "9S TS JS/9H TH JH/9D TD JD", {}, (1, 9)),  # three runs become three groups
    ("AH", "JS QS KS AS/AD 2D 3D 4D", {}, (1, 1)),  # each run can spare its ace
    # A joker is its card; its face does not depend on the meld: in a group, then in a run.
    ("JH QH KC", "KS KD X1", KH, (3, 30)),
    ("JH QH", "KS KD KC X1", KH, (2, 20)),
    ("JD QD", "KS KC X1", KH, (0, 0)),
    # A group cannot hold a joker's own face, not even from the other deck; but that frees it.
    ("KH2", "KS KD KC X1", KH, (0, 0)),
    ("KH2 JC QC", "KS KD KC X1", KH, (3, 30)),
    # It is freed by a card of the hand, and may go on in its run.
    ("6H 8S 9S", "5H X1 7H", H6, (3, 23)),
    # Or by a card of another meld, of a run that is cut in two.
    ("KS KD", "5H X1 7H/6H 6S 6D 6C", H6, (2, 20)),
    ("KS KD", "5H X1 7H/3H2 4H2 5H2 6H2 7H2 8H2 9H2", H6, (2, 20)),
    # A card that lies there already frees its joker: the run can spare a seven.
    ("7H 7D", ROW + " X1", {"X1": "AS"}, (2, 14)),
    ("KH KD AS2", "2S 3S 4S/QS KS X1", {"X1": "AS"}, (3, 21)),
    # One six of hearts frees both jokers, but one of their melds still needs a joker.
    ("6H KS KD QC QD", "5H X1 7H/5H2 X2 7H2", {"X1": "6H", "X2": "6H"}, (3, 26)),
    ("5H KS KD QC QD", "4H X1 6H 7H 8H/5S 5D 5C X2", {"X1": "5H", "X2": "5H"}, (5, 45)),
    # Two jokers of one meld.
    ("5H 6H KS KD QC QD", "4H X1 X2 7H", {"X1": "5H", "X2": "6H"}, (6, 51)),
    ("5H 5C KS KD QC QD", "X1 5S 5D X2", {"X1": "5H", "X2": "5C"}, (6, 50)),
    # Freed by the cards of each other's melds: one run from the jack to the two has room for both.
    ("2S", "AS QS X1/JS KS X2", {"X1": "KS", "X2": "QS"}, (1, 2)),
    ("5H 8H KS KD QC QD", "4H X1 6H/7H X2 9H", {"X1": "5H", "X2": "8H"}, (6, 53)),
    # A joker of the hand and one of the table.
    ("X2 6H KS KD 9C", "5H X1 7H", H6, (4, 51)),
    # The joker as a three of spades, or as a third king.
    ("X1 AS 2S 4S KH KD", "", {}, (4, 32)),
    ("X1 AS 2S 4S KH KD", "", "cards", (4, 32)),
    ("X1 AS 2S 4S KH KD", "", "points", (3, 45)),
    # Jokers are said of the cards that lie.
    ("7S 8H X1", "", {}, {"jokers": {}}),
    ("2H", "", {}, {"table": []}),
    ("2H", "5S 5H 5D 5C/9S TS X1", {"X1": "JS"}, {"cards": 0, "points": 0, "jokers": {"X1": "JS"}}),
    # A freed joker is any card.
    ("6H 9S TS QS", "5H X1 7H", H6, {"cards": 4, "jokers": {"X1": "JS"}}),
]


def melds(text):
    return [meld.split() for meld in text.split("/") if meld]


@pytest.mark.parametrize(("hand", "table", "jokers", "down"), CASES)
def test_a_case(hand, table, jokers, down):
    more = {"goal": jokers} if isinstance(jokers, str) else {"jokers": jokers}
    found = judged(hand=hand.split(), table=melds(table), **more)
    if isinstance(down, tuple):
        down = dict(zip(("cards", "points"), down, strict=True))
    assert {name: found[name] for name in down} == down


def test_a_joker_is_named_for_one_of_two_cards():
    assert set(judged(hand="7S 7H X1 X2".split())["jokers"]) == {"X1", "X2"}
    found = judged(hand="6H KS KD".split(), table=melds("5H X1 7H"), jokers=H6)
    assert found["cards"] == 3
    assert found["jokers"]["X1"] in ("KH", "KC")
