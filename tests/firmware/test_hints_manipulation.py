"""A hint at manipulation plays as much as possible: compared with exhaustive search and cases."""

import json

import pytest
import ring
from hypothesis import given, settings
from hypothesis import strategies as st
from naive.cards import RANKS, SUITS
from naive.hints_manipulation import Position, melds_of
from naive.manipulation import ways_of

from tierce.outcomes import line_of
from tierce_tools.hints.questions import answer

DECK = [rank + suit for rank in RANKS for suit in SUITS]
DECK += [card + "2" for card in DECK]


def asked(**question):
    """Return the answer to a question about manipulation."""
    return json.loads(line_of(answer({"game": "manipulation", **question})))


def judged(**question):
    """Return the answer to a question about manipulation, after checking it completely."""
    found = asked(**question)
    position = Position(question)
    position.check(found)
    assert (found["cards"], found["points"]) == position.best(), found
    return found


# --- generated questions


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
    made, few, many = KINDS[kind]

    @settings(max_examples=ring.rounds(few, many))
    @given(question=made)
    def check(question):
        judged(**question)

    check()


@settings(max_examples=ring.rounds(15, 45))
@given(question=questions(3, 14), rng=st.randoms(use_true_random=False))
def test_the_order_of_a_question_is_of_no_matter(question, rng):
    other = {**question, "table": [list(meld) for meld in question["table"]]}
    other["hand"] = list(question["hand"])
    for cards in [other["hand"], other["table"], *other["table"]]:
        rng.shuffle(cards)
    one, two = asked(**question), judged(**other)
    assert (one["cards"], one["points"]) == (two["cards"], two["points"])


# --- hand-made cases


def down(hand, *table, **more):
    """Return (cards, points) for a hand and melds written as card codes with spaces."""
    found = judged(hand=hand.split(), table=[meld.split() for meld in table], **more)
    return found["cards"], found["points"]


@pytest.mark.parametrize(
    ("hand", "cards", "points"),
    [
        ("", 0, 0),
        ("7S 7H", 0, 0),
        ("7S 7H 7D", 3, 21),
        ("7S 7S2 7H", 0, 0),  # the same card twice is not allowed
        ("7S 7S2 7H 7D", 3, 21),
        ("7S 7S2 7H 7D 7H2 7C", 6, 42),
        ("QS KS AS", 3, 21),
        ("AS 2S 3S", 3, 6),
        ("KS AS 2S", 0, 0),  # runs do not wrap around the ace
        ("QS KS AS 2S 3S", 3, 21),
        ("QS KS AS 2S 3S AS2", 6, 27),
        ("AS AS2 2S 3S QS KS AH AD", 6, 27),  # both runs rather than a group and one run
        ("7S X1 X2", 3, 57),  # any number of jokers
        ("7S 7H X1", 3, 39),
        ("X1 X2", 0, 0),
        ("7S 7H 7D 7C X1", 4, 46),  # a group has at most four cards: a seven stays behind
        ("7S 8S 9S X1 X2", 5, 74),
        ("QS KS X1", 3, 45),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS2", 14, 86),
        ("7S 7H 7D 8S 9S", 3, 24),  # the same number of cards with more points
        ("7S 7H 7D 7C 8S 9S", 6, 45),
    ],
)
def test_a_hand_alone(hand, cards, points):
    assert down(hand) == (cards, points)


def test_jokers_are_said_of_the_cards_that_lie():
    found = judged(hand=["7S", "7H", "X1", "X2"])
    assert set(found["jokers"]) == {"X1", "X2"}
    assert judged(hand=["7S", "8H", "X1"])["jokers"] == {}


def test_most_cards_or_most_points():
    # The joker as a three of spades, or as a third king.
    hand = "X1 AS 2S 4S KH KD"
    assert down(hand) == (4, 32)
    assert down(hand, goal="cards") == (4, 32)
    assert down(hand, goal="points") == (3, 45)


def test_nothing_to_add():
    table = [["5S", "5H", "5D", "5C"], ["9S", "TS", "X1"]]
    found = judged(hand=["2H"], table=table, jokers={"X1": "JS"})
    assert (found["cards"], found["points"]) == (0, 0)
    assert found["jokers"] == {"X1": "JS"}
    found = judged(hand=["2H"])
    assert found["table"] == []


@pytest.mark.parametrize(
    ("hand", "table", "cards"),
    [
        ("8H", "5H 6H 7H", 1),
        ("9H", "5H 6H 7H", 0),
        ("6S 7S", "5S 5H 5D 5C", 2),  # the group can spare one card
        ("6S 7S", "5S 5H 5D", 0),
        ("6S 7S 6H 7H", "5S 5H 5D 5C", 2),
        ("5S 5D", "3H 4H 5H 6H 7H", 0),  # the rest of the run is too short
        ("5S 5D", "2H 3H 4H 5H 6H 7H 8H", 2),
        ("5S 5D", "3H 4H 5H", 0),
        ("5H2", "3H 4H 5H 6H 7H", 1),  # two runs of three
        ("5H2", "3H 4H 5H 6H", 0),
        ("6D", "6S 7S 8S/6H 7H 8H/7D 8D 9D", 1),
        ("9C", "9S TS JS/9H TH JH/9D TD JD", 1),  # three runs become three groups
        ("AS", "QS KS AS2/2S 3S 4S", 1),
        ("AH", "JS QS KS AS/AD 2D 3D 4D", 1),  # each run can spare its ace
        ("AH", "JS QS KS AS/AD 2D 3D", 0),
        ("AH AC", "JS QS KS AS/AD 2D 3D", 2),
    ],
)
def test_rearranging(hand, table, cards):
    assert down(hand, *table.split("/"))[0] == cards


def test_a_joker_is_its_card():
    # Its face does not depend on the meld: the king of hearts in a group, then in a run.
    assert down("JH QH KC", "KS KD X1", jokers={"X1": "KH"}) == (3, 30)
    assert down("JH QH", "KS KD X1", jokers={"X1": "KH"}) == (0, 0)
    assert down("JH QH", "KS KD KC X1", jokers={"X1": "KH"}) == (2, 20)
    assert down("JC QC", "KS KD KC X1", jokers={"X1": "KH"}) == (2, 20)
    assert down("JD QD", "KS KC X1", jokers={"X1": "KH"}) == (0, 0)
    # A group cannot hold a joker's own face, not even from the other deck.
    assert down("KH2", "KS KD KC X1", jokers={"X1": "KH"}) == (0, 0)
    assert down("KH2 JC QC", "KS KD KC X1", jokers={"X1": "KH"}) == (3, 30)  # but frees it
    assert down("4H", "5H X1 7H", jokers={"X1": "6H"}) == (1, 4)


def test_a_joker_is_freed_by_a_card_of_the_hand():
    table, jokers = "5H X1 7H", {"X1": "6H"}
    assert down("6H 8S 9S", table, jokers=jokers) == (3, 23)
    assert down("6H2 8S 9S", table, jokers=jokers) == (3, 23)
    assert down("6S 8S 9S", table, jokers=jokers) == (0, 0)
    assert down("6H", table, jokers=jokers) == (1, 6)  # it goes on in its run
    found = judged(hand=["6H", "KS", "KD"], table=[table.split()], jokers=jokers)
    assert found["cards"] == 3
    assert found["jokers"]["X1"] in ("KH", "KC")


def test_a_joker_is_freed_by_a_card_of_another_meld():
    table = ["5H X1 7H", "6H 6S 6D 6C"]
    assert down("KS KD", *table, jokers={"X1": "6H"}) == (2, 20)
    assert down("KS KD", table[0], "6H 6S 6D", jokers={"X1": "6H"}) == (0, 0)
    assert down("KS KD 6C", table[0], "6H 6S 6D", jokers={"X1": "6H"}) == (3, 26)
    # From a run that is cut in two.
    table = ["5H X1 7H", "3H2 4H2 5H2 6H2 7H2 8H2 9H2"]
    assert down("KS KD", *table, jokers={"X1": "6H"}) == (2, 20)


def test_a_card_that_lies_there_already_frees_its_joker():
    run = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS X1"
    assert down("7H 7D", run, jokers={"X1": "AS"}) == (2, 14)  # the run can spare a seven
    assert down("KH KD", "AS 2S 3S", "QS KS X1", jokers={"X1": "AS"}) == (0, 0)
    assert down("KH KD AS2", "2S 3S 4S", "QS KS X1", jokers={"X1": "AS"}) == (3, 21)


def test_one_card_frees_two_jokers():
    # Both jokers are the six of hearts, in two melds. One six of hearts frees both, but one of the
    # melds still needs a joker.
    table = ["5H X1 7H", "5H2 X2 7H2"]
    jokers = {"X1": "6H", "X2": "6H"}
    assert down("6H KS KD QC QD", *table, jokers=jokers) == (3, 26)
    assert down("6H 6H2 KS KD QC QD", *table, jokers=jokers) == (6, 52)
    table = ["4H X1 6H 7H 8H", "5S 5D 5C X2"]
    assert down("5H KS KD QC QD", *table, jokers={"X1": "5H", "X2": "5H"}) == (5, 45)


def test_two_jokers_of_one_meld_are_freed_by_one_meld():
    table, jokers = "4H X1 X2 7H", {"X1": "5H", "X2": "6H"}
    assert down("5H 6H KS KD QC QD", table, jokers=jokers) == (6, 51)
    table, jokers = "X1 5S 5D X2", {"X1": "5H", "X2": "5C"}
    assert down("5H 5C KS KD QC QD", table, jokers=jokers) == (6, 50)
    assert down("5H KS KD QC QD", table, jokers=jokers) == (3, 25)


def test_two_jokers_are_freed_by_the_cards_of_each_others_melds():
    # A single run from the jack to the ace and two has room for both jokers.
    table, jokers = ["AS QS X1", "JS KS X2"], {"X1": "KS", "X2": "QS"}
    assert down("2S", *table, jokers=jokers) == (1, 2)
    table, jokers = ["4H X1 6H", "7H X2 9H"], {"X1": "5H", "X2": "8H"}
    assert down("5H 8H KS KD QC QD", *table, jokers=jokers) == (6, 53)


def test_a_freed_joker_is_any_card():
    table, jokers = "5H X1 7H", {"X1": "6H"}
    found = judged(hand=["6H", "9S", "TS", "QS"], table=[table.split()], jokers=jokers)
    assert found["cards"] == 4
    assert found["jokers"] == {"X1": "JS"}


def test_a_joker_of_the_hand_and_one_of_the_table():
    table, jokers = "5H X1 7H", {"X1": "6H"}
    found = judged(hand=["X2", "6H", "KS", "KD", "9C"], table=[table.split()], jokers=jokers)
    assert (found["cards"], found["points"]) == (4, 51)
    assert down("X2", table, jokers=jokers) == (1, 25)
