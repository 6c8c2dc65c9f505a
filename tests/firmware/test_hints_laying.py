"""A hint in the laying games is optimal: compared with exhaustive search and hand-made cases."""

import json

import pytest
import ring
from hypothesis import given, settings
from hypothesis import strategies as st
from naive.cards import RANKS, SUITS, is_joker
from naive.hints_laying import House, Lay, best_lay, check_laying, wish
from naive.laying import LAYING_GAMES
from naive.melds import shape_code

from tierce.outcomes import line_of
from tierce.presets import PRESETS, LogError, options_of
from tierce_tools.hints.questions import answer

RULES = {
    "first_lay_points": st.sampled_from([0, 0, 15, 24, 30, 40, 51]),
    "first_lay_pure_run": st.booleans(),
    "joker_swap": st.sampled_from([True, True, False]),
    "jokers_per_meld": st.sampled_from([0, 1, 1, 2, 2]),
    "final_discard": st.sampled_from(["optional", "required"]),
    "pure_run_beside_joker": st.booleans(),
    "lay_off_before_laying": st.booleans(),
    "lay_off_with_first_lay": st.booleans(),
}
# Games in which a rami sec is possible after others have laid come more often.
SEC_GAMES = ["chamberliens", "chamberliens", "rami7", "rami51"]
# Games in which a first lay has to be worth something, if the house says so.
OPENING = [game for game in LAYING_GAMES if "first_lay_points" in options_of(PRESETS[game])]
DECK = [rank + suit for rank in RANKS for suit in SUITS]


def asked(question):
    """Return the answer to a question."""
    return json.loads(line_of(answer(question)))


def judged(question):
    """Return the answer to a question, after checking it completely."""
    found = asked(question)
    first = check_laying(question, found)
    best, can_lay, rami_sec, best_first = best_lay(question)
    order = wish(question)
    assert order(Lay(found["points"], found["pure_run"], found["cards"], True, None)) == best, found
    assert found["can_lay"] is can_lay, found
    assert found["rami_sec"] is rami_sec, found
    assert (order(first) if first else None) == best_first, found
    return found


# --- generated questions


@st.composite
def questions(draw, hand, melds=0, games=LAYING_GAMES, laid=False, jokers=2, in_melds=False):
    """Return a question over a small deck: at most `hand` cards, `melds` melds on the table."""
    game = draw(st.sampled_from(games))
    options = {name: RULES[name] for name in RULES if name in options_of(PRESETS[game])}
    rules = draw(st.fixed_dictionaries({}, optional=options))
    question = {"game": game, "rules": rules, "goal": draw(st.sampled_from(["points", "cards"]))}
    house = House(question)
    # A few neighbouring ranks, often around the ace, in a few suits.
    low = draw(st.sampled_from([0, 3, 6, 9, 10, 11, 12]))
    ranks = [RANKS[(low + at) % 13] for at in range(draw(st.integers(3, 5)))]
    suits = draw(st.sampled_from(["S", "SH", "SHD", "SHDC"]))
    cards = [rank + suit for rank in ranks for suit in suits]
    jokers = min(jokers, house.jokers)
    if house.packs > 1:
        cards += [card + "2" for card in cards]
    cards += [f"X{number + 1}" for number in range(draw(st.integers(0, jokers)))]
    cards = draw(st.permutations(cards))
    table, said = [], {}
    for _ in range(draw(st.integers(min(melds, 1), melds))):
        way = draw_meld(draw, house, cards)
        if way:
            table.append(list(way.order))
            cards = [card for card in cards if card not in way.order]
            if way != house.as_it_lies(way.order, {}) or draw(st.booleans()):
                for joker, named in way.stands.items():
                    suit = next((s for s in SUITS if s not in {c[1] for c in way.order}), "S")
                    said[joker] = named if way.kind == "run" else named + suit
    if table:
        question["table"] = table
        question["jokers"] = said
    if laid:
        question["laid"] = True
    question["hand"] = []
    while in_melds and len(question["hand"]) < hand - 4:
        way = draw_meld(draw, house, cards)
        if way is None:
            break
        question["hand"] += way.order
        cards = [card for card in cards if card not in way.order]
    # Cards that fit the table, and jokers, come more often than by chance.
    near = [card for card in cards if any(fits(house, meld, card) for meld in table)]
    few = draw(st.integers(0, 3 if in_melds else hand))
    question["hand"] += near[:few]
    free = [card for card in cards if card not in near[:few]]
    if draw(st.booleans()):
        free.sort(key=lambda card: not is_joker(card))
    if in_melds:
        question["hand"] += free[: draw(st.integers(0, 2 - min(few, 2)))]
    elif few < hand:
        question["hand"] += free[: draw(st.sampled_from([hand, hand, hand - 1, few + 1])) - few]
    return question


def fits(house, cards, card):
    """Tell whether a card fits a meld, or can replace a joker of it."""
    others = [[each for each in cards if each != joker] for joker in cards if is_joker(joker)]
    return any(shape_code([*some, card], house.longest) is None for some in [cards, *others])


def draw_meld(draw, house, cards):
    """Return a meld from the first of some cards, as it lies, or None."""
    ways = [
        way
        for readings in house.melds(cards[:10]).values()
        for way in readings
        # The rules do not say how to take one of two jokers from a set.
        if way.kind == "run" or len(way.stands) < 2
    ]
    if any(way.stands for way in ways) and draw(st.booleans()):
        ways = [way for way in ways if way.stands]
    ways.sort(key=lambda way: (way.order, way.kind))
    return draw(st.sampled_from(ways)) if ways else None


@settings(max_examples=ring.rounds(145, 360))
@given(question=questions(9))
def test_new_melds_of_a_dense_hand(question):
    judged(question)


@settings(max_examples=ring.rounds(60, 150))
@given(question=questions(9, games=OPENING), points=st.sampled_from([0, 10, 20, 30]))
def test_a_first_lay_needs_a_pure_run(question, points):
    question["rules"] |= {"first_lay_points": points, "first_lay_pure_run": True}
    judged(question)


@settings(max_examples=ring.rounds(110, 270))
@given(question=questions(6, melds=3, laid=True))
def test_melds_and_lay_offs_of_a_dense_hand(question):
    judged(question)


@settings(max_examples=ring.rounds(50, 120))
@given(question=questions(6, melds=3, laid=True, jokers=4))
def test_with_many_jokers(question):
    judged(question)


@settings(max_examples=ring.rounds(85, 210))
@given(question=questions(10, in_melds=True))
def test_going_out_at_once(question):
    judged(question)


@settings(max_examples=ring.rounds(85, 210))
@given(question=questions(8, melds=2, games=SEC_GAMES, in_melds=True))
def test_going_out_at_once_with_melds_on_the_table(question):
    judged(question)


@pytest.mark.parametrize(
    ("rules", "hand"),
    [
        # The run of four is pure without the taken joker only.
        ({"first_lay_points": 0}, "TS2 JS QS2 KS2 AS2 JS2 X2"),
        # Two like melds: one gets the taken joker, the other is the first lay.
        ({"first_lay_points": 15, "first_lay_pure_run": False}, "JS QD KD QD2 KD2 X2"),
    ],
)
def test_a_taken_joker_goes_to_a_meld_that_does_not_count(rules, hand):
    rules |= {"lay_off_with_first_lay": False, "lay_off_before_laying": True, "pure_run_beside_joker": True}
    found = judged(
        {
            "game": "chamberliens",
            "rules": rules,
            "goal": "points",
            "table": [["TS", "X1", "QS", "KS", "AS"]],
            "hand": hand.split(),
        }
    )
    assert [each["out"] for each in found["lay_offs"]] == [["X1"]]


@st.composite
def whole_hands(draw, melds=0):
    """Return a question with 14 cards of the whole deck and `melds` melds on the table."""
    game = draw(st.sampled_from(["chamberliens", "rami51", "rami30"]))
    question = {"game": game, "goal": draw(st.sampled_from(["points", "cards"]))}
    cards = DECK + [card + "2" for card in DECK]
    if melds:
        question |= {"laid": True, "table": []}
        for number in range(draw(st.integers(1, melds))):
            meld = draw(plain_melds())
            if draw(st.booleans()):
                meld[-1] = f"X{number + 3}"
            if {card for card in meld if card[0] != "X"} <= set(cards):
                question["table"].append(meld)
                cards = [card for card in cards if card not in meld]
    size = 14 - (jokers := draw(st.integers(0, 2)))
    some = draw(st.lists(st.sampled_from(cards), min_size=size, max_size=size, unique=True))
    question["hand"] = ["X1", "X2"][:jokers] + some
    return question


@st.composite
def plain_melds(draw):
    """Return a meld without jokers from the first deck."""
    rank = draw(st.integers(0, 10))
    suits = draw(st.permutations(SUITS))
    if draw(st.booleans()):
        return [each + suits[0] for each in RANKS[rank : rank + draw(st.integers(3, 6))]]
    return [RANKS[rank] + suit for suit in suits[: draw(st.integers(3, 4))]]


@settings(max_examples=ring.rounds(30, 75))
@given(question=whole_hands())
def test_hands_of_the_whole_deck(question):
    judged(question)


@settings(max_examples=ring.rounds(20, 45))
@given(question=whole_hands(melds=2))
def test_hands_of_the_whole_deck_with_melds_on_the_table(question):
    judged(question)


@settings(max_examples=ring.rounds(25, 60))
@given(question=questions(6, melds=2, laid=True), rng=st.randoms(use_true_random=False))
def test_the_order_of_a_question_is_of_no_matter(question, rng):
    other = {**question, "hand": list(question["hand"])}
    rng.shuffle(other["hand"])
    if "table" in question:
        other["table"] = [list(meld) for meld in question["table"]]
        for meld in other["table"]:
            rng.shuffle(meld)
    one, two = judged(question), judged(other)
    assert (one["points"], one["cards"]) == (two["points"], two["cards"])


# --- hand-made cases


def laid(hand, game="rami51", **more):
    """Return the answer for a hand written as card codes with spaces."""
    table = [meld.split() for meld in more.pop("table", ())]
    question = {"game": game, "hand": hand.split(), **more}
    return judged({**question, "table": table} if table else question)


@pytest.mark.parametrize(
    ("hand", "points", "cards"),
    [
        ("", 0, 0),
        ("7S 7H", 0, 0),
        ("7S 7H 7D", 21, 3),
        ("7S 7S2 7H", 0, 0),  # a suit twice
        ("7S 7S2 7H 7D", 21, 3),
        ("7S 7H 7D 7C 7S2 7H2 7D2", 49, 7),
        ("5H 6H 7H", 18, 3),
        ("5H 6H 8H", 0, 0),
        ("JH QH KH", 30, 3),
        ("AH 2H 3H", 6, 3),
        ("QH KH AH", 31, 3),
        ("KH AH 2H", 0, 0),  # runs do not wrap around the ace
        ("AH 2H 3H QH KH", 31, 3),  # one ace: above the king
        ("AH AH2 2H 3H QH KH", 37, 6),
        ("AS AH AD", 33, 3),
        ("7S 7H 7D 8S 9S", 24, 3),  # the run is worth more than the set
        ("7S 7H 7D 7C 8S 9S", 45, 6),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH2", 96, 14),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", 95, 13),  # the ace above the king
        ("JH QH X1", 30, 3),  # the joker as a king
        ("QH KH X1", 31, 3),
        ("2H 3H X1", 9, 3),
        ("QH X1 AH", 31, 3),
        ("AH X1 3H", 6, 3),
        ("KS KD X1", 30, 3),
        ("KS X1 X2", 0, 0),  # one joker per meld
        ("KS KD X1 9S 9D X2", 57, 6),
        ("KS KD X1 QS QD X2", 62, 6),  # two runs up to the ace rather than two sets
        ("7S 8S X1 6D 8D", 24, 3),
        ("7S 8S X1 9D 9C", 27, 3),
    ],
)
def test_what_melds_are_worth(hand, points, cards):
    found = laid(hand)
    assert (found["points"], found["cards"]) == (points, cards)


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("AH 2H 3H", 16),  # an ace is 11 in any place
        ("QH KH AH", 31),
        ("JH QH X1", 40),  # a joker is 20
        ("2H 3H X1", 25),
        ("2S 2H X1", 24),
        ("AH 2H 3H 4H 5S 5D X1", 50),  # ... in the run of hearts or with the fives
    ],
)
def test_what_melds_are_worth_in_rami7(hand, points):
    assert laid(hand, game="rami7")["points"] == points


def test_two_jokers_in_a_meld():
    two = {"jokers_per_meld": 2}
    assert laid("KH X1 X2", rules=two)["points"] == 31  # Q K A
    assert laid("AH X1 X2", rules=two)["points"] == 33  # three aces
    assert laid("5H X1 X2", rules=two)["points"] == 18
    assert laid("X1 X2 X3", rules=two)["points"] == 0
    assert laid("X1 X2 X3", rules={"jokers_per_meld": 3})["points"] == 33  # three aces as well
    assert laid("X1 7S 7H", rules={"jokers_per_meld": 0})["points"] == 0


def test_of_equal_plays_one_with_a_pure_run():
    found = laid("7H 8H 9H 8S 8D")
    assert found["points"] == 24
    assert found["pure_run"] is True
    assert found["melds"] == [["7H", "8H", "9H"]]
    found = laid("7H 8H 9H 8S 8D", goal="cards")
    assert found["melds"] == [["7H", "8H", "9H"]]


def test_most_points_or_most_cards():
    hand = "AS 2S 3S 4S KH KD X1"
    assert laid(hand)["points"] == 40
    hand = "2S 3S 5S KH KD X1"
    assert (laid(hand)["points"], laid(hand)["cards"]) == (30, 3)
    found = laid(hand, goal="cards")
    assert (found["points"], found["cards"]) == (14, 4)


@pytest.mark.parametrize(("beside", "pure"), [(False, False), (True, True)])
def test_a_pure_run_beside_a_joker(beside, pure):
    rules = {"pure_run_beside_joker": beside}
    found = laid("TH JH QH X1 AH KS KD KC", rules=rules)
    assert (found["points"], found["pure_run"], found["can_lay"]) == (81, pure, True)
    # Without the option, three hearts may be laid alone.
    assert ("first_lay" in found) is not pure


def test_a_first_lay_that_is_not_the_best():
    hand = "JS QS KS QH QD KH KD"
    found = laid(hand, rules={"first_lay_points": 30})
    assert (found["points"], found["pure_run"], found["can_lay"]) == (60, False, True)
    assert found["first_lay"] == [["JS", "QS", "KS"]]
    found = laid(hand)
    assert (found["points"], found["can_lay"]) == (60, False)
    assert "first_lay" not in found
    assert "first_lay" not in laid(hand, game="rami30")


def test_a_first_lay_has_a_meld():
    rules = {"first_lay_points": 0, "first_lay_pure_run": False}
    assert laid("7S 8H", rules=rules)["can_lay"] is False
    assert laid("7S 8S 9S", rules=rules)["can_lay"] is True


@pytest.mark.parametrize(
    ("game", "hand", "final", "sec"),
    [
        ("rami51", "JH QH KH 7S 7D 7C", "optional", True),
        ("rami51", "JH QH KH 7S 7D 7C", "required", False),
        ("rami51", "JH QH KH 7S 7D 7C 2C", "optional", True),
        ("rami51", "JH QH KH 7S 7D 7C 2C", "required", True),
        ("rami51", "JH QH KH 7S 7D 7C 2C 3C", "optional", False),
        ("rami51", "JH QH KH 7S 7D 7C X1", "optional", True),  # a joker is discarded or laid
        ("rami51", "JH QH KH 6S 6D 6C", "optional", False),  # 48 points
        ("rami51", "JS JH JD 7S 7D 7C", "optional", False),  # no pure run
        ("rami51", "TH JH QH KH 7S 7D 7C", "required", True),  # the ten is discarded
        ("chamberliens", "2H 3H 4H 5S 5D 5C", "optional", True),  # no minimum
        ("chamberliens", "2S 2H 2D 5S 5D 5C", "optional", False),
        ("chamberliens", "JS JH JD KS KD KC", "optional", False),  # the pure run is needed
        ("rami30", "2S 2H 2D 8S 8D 8C", "optional", True),
        ("rami30", "2S 2H 2D 7S 7D 7C", "optional", False),
        ("rami7", "TS TH TD 8S 8D 8C", "optional", True),
        ("rami7", "TS TH TD 8S 8D X1", "optional", True),  # 30 and 36
        ("rami7", "5S 5H 5D 8S 8D 8C", "optional", False),
        ("rami51", "2C", "optional", False),  # a single card is not a lay
    ],
)
def test_a_rami_sec(game, hand, final, sec):
    assert laid(hand, game=game, rules={"final_discard": final})["rami_sec"] is sec


def test_a_rami_sec_with_melds_on_the_table():
    table = ["6S 7S 8S"]
    # The five is laid off, the king discarded.
    assert laid("2H 3H 4H 5S KC", "chamberliens", table=table)["rami_sec"] is True
    assert laid("2H 3H 4H 5S KC")["rami_sec"] is False
    assert laid("2H 3H 4H KC 5S QC", "chamberliens", table=table)["rami_sec"] is False
    assert laid("5S 4S", "chamberliens", table=table)["rami_sec"] is False  # no new meld
    assert laid("QH KH AH TS TH TD 5S 4S", "rami7", table=table)["rami_sec"] is True
    assert laid("JH QH KH 7S2 7D 7C", table=table)["rami_sec"] is False  # another seat has laid
    assert laid("JH QH KH 7S2 7D 7C", laid=True)["rami_sec"] is False


def test_a_rami_sec_with_a_taken_joker():
    table, jokers = ["6S X1 8S"], {"X1": "7S"}
    # The seven replaces the joker, which completes a set of kings.
    found = laid("2H 3H 4H 7S2 KC KD", "chamberliens", table=table, jokers=jokers)
    assert found["rami_sec"] is True
    # Without the hearts there is no pure run.
    found = laid("7S2 KC KD", "chamberliens", table=table, jokers=jokers)
    assert found["rami_sec"] is False
    house = {"joker_swap": True}
    table = ["6S X1 8S"]
    found = laid("7S KC KD 5H 5D 5C", "rami7", table=table, jokers=jokers, rules=house)
    assert found["rami_sec"] is False  # 15 points in own melds
    found = laid("7S TC TD QH KH AH JH", "rami7", table=table, jokers=jokers, rules=house)
    assert found["rami_sec"] is False  # 41 points in own melds
    found = laid("7S 2C 2D TH QH KH AH JH", "rami7", table=table, jokers=jokers, rules=house)
    assert found["rami_sec"] is True  # 51 points
    found = laid("7S 2C 2D TH QH KH AH JH", "rami7", table=table, jokers=jokers)
    assert found["rami_sec"] is False


def test_a_rami_sec_with_a_joker_of_the_hand_beside_one_of_the_table():
    # The joker of the hand is laid beside the hearts, which stay pure. The table's joker would
    # spoil them, so it goes on in its own run.
    hand, table, beside = "2H 3H 4H X2 3S2 KS", ["2S X1 4S"], {"pure_run_beside_joker": True}
    assert laid(hand, "chamberliens", table=table, rules=beside)["rami_sec"] is True
    assert laid(hand, "chamberliens", table=table)["rami_sec"] is False


# --- with melds on the table


def test_lay_offs():
    found = laid("8H 9H 5S KD", table=["5H 6H 7H", "5D 5C 5H2"], laid=True)
    assert (found["points"], found["cards"]) == (22, 3)
    assert found["lay_offs"] == [{"zone": "meld1", "in": ["8H", "9H"]}, {"zone": "meld2", "in": ["5S"]}]
    assert laid("KD", table=["5H 6H 7H"], laid=True)["can_lay"] is False
    assert laid("KD", laid=True)["can_lay"] is False
    assert laid("KD KH KC", laid=True)["can_lay"] is True
    # A seat that has not laid cannot lay off.
    assert laid("8H 9H", table=["5H 6H 7H"])["points"] == 0


def test_a_lay_off_grows_past_an_ace():
    found = laid("AH", table=["JH QH KH"], laid=True)
    assert found["points"] == 11
    found = laid("AH", table=["2H 3H 4H"], laid=True)
    assert found["points"] == 1
    found = laid("AH AH2", table=["2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"], laid=True)
    assert (found["points"], found["cards"]) == (12, 2)
    assert laid("KH", table=["AH 2H 3H"], laid=True)["points"] == 0
    found = laid("AH", "rami7", table=["2H 3H 4H"], laid=True)
    assert found["points"] == 11


def test_a_joker_is_laid_off():
    found = laid("X1 2C", table=["9S TS JS"], laid=True)
    assert (found["points"], found["cards"]) == (10, 1)
    found = laid("X1 8S", table=["9S TS JS"], laid=True)
    assert (found["points"], found["cards"]) == (18, 2)
    found = laid("X1", table=["9S TS X2"], laid=True)
    assert found["can_lay"] is False  # one joker per meld, on the table too
    found = laid("X1", "rami7", table=["2S 3S 4S"], laid=True)
    assert found["points"] == 20
    found = laid("X1", table=["2S 2H 2D"], laid=True)
    assert found["points"] == 2
    # Between the run and a card that the joker connects to it.
    found = laid("X1 7S", table=["9S TS JS"], laid=True)
    assert (found["points"], found["cards"]) == (15, 2)


def test_a_joker_is_taken_out_of_a_run():
    table = ["5H X1 7H"]
    found = laid("6H2 KS KD", table=table, jokers={"X1": "6H"}, laid=True)
    assert (found["points"], found["cards"]) == (30, 3)
    assert found["lay_offs"] == [{"zone": "meld1", "in": ["6H2"], "out": ["X1"]}]
    assert laid("6S KS KD", table=table, laid=True)["points"] == 0
    # A joker must be laid again at once.
    assert laid("6H2", table=["5H X1 7H", "9S TS JS"], laid=True)["cards"] == 1
    house = {"joker_swap": False}
    assert laid("6H2 KS KD", table=table, laid=True, rules=house)["points"] == 0
    assert laid("6H KS KD", "rami7", table=table, laid=True)["points"] == 0
    found = laid("6H KS KD", "rami7", table=table, laid=True, rules={"joker_swap": True})
    assert found["points"] == 40 + 6 - 20


def test_a_joker_goes_on_in_its_run():
    found = laid("6H", table=["5H X1 7H"], laid=True)
    assert (found["points"], found["cards"]) == (8, 1)
    found = laid("6H", table=["5H X1 7H"], laid=True, rules={"joker_swap": False})
    assert (found["points"], found["cards"]) == (0, 0)
    # An undeclared joker has the dearest face: the ace above the king.
    found = laid("AS", table=["QS KS X1"], laid=True)
    assert (found["points"], found["cards"]) == (10, 1)
    found = laid("AS", table=["QS KS X1"], jokers={"X1": "JS"}, laid=True)
    assert (found["points"], found["cards"]) == (11, 1)
    found = laid("JS", table=["QS KS X1"], jokers={"X1": "JS"}, laid=True)
    assert (found["points"], found["cards"]) == (11, 1)
    # Its natural card and a following card: the joker moves between them.
    found = laid("6H 9H", table=["5H X1 7H"], laid=True)
    assert (found["points"], found["cards"]) == (17, 2)


def test_a_joker_is_taken_out_of_a_set():
    # From a set of three with both missing cards; the joker becomes the king of another run.
    table = ["5S 5H X1", "TD JD QD"]
    found = laid("5D 5C", table=table, laid=True)
    assert (found["points"], found["cards"]) == (15, 2)
    assert found["lay_offs"][0]["out"] == ["X1"]
    assert laid("5D", table=table, laid=True)["points"] == 5
    found = laid("5D 5D2", table=table, laid=True)
    assert (found["points"], found["cards"]) == (5, 1)
    # From a set of four with the card of the missing suit.
    table = ["5S 5H 5D X1", "TD JD QD"]
    found = laid("5C2", table=table, laid=True)
    assert (found["points"], found["cards"]) == (10, 1)
    # The face declared for a joker in a set has no effect.
    table, jokers = ["5S 5H X1", "TD JD QD"], {"X1": "5D"}
    assert laid("5C", table=table, jokers=jokers, laid=True)["points"] == 5
    assert laid("5D", table=table, jokers=jokers, laid=True)["lay_offs"] == [{"zone": "meld1", "in": ["5D"]}]


def test_two_jokers_are_taken_or_one():
    table = ["5H X1 7H", "JS X2 KS"]
    found = laid("6H QS", table=table, laid=True)
    assert (found["points"], found["cards"]) == (19, 2)  # an eight of hearts, an ace of spades
    # One joker completes queen, king, ace; so the other one stays a queen.
    found = laid("6H QS 8H 4H AS", table=table, laid=True)
    assert (found["points"], found["cards"]) == (43, 5)


def test_a_joker_of_the_hand_and_one_of_the_table():
    # One joker per meld, so the joker of the hand cannot be laid.
    found = laid("X2 6H", table=["5H X1 7H"], laid=True)
    assert (found["points"], found["cards"]) == (8, 1)
    found = laid("X2 6H KS KD 9S 9D", table=["5H X1 7H"], laid=True)
    assert (found["points"], found["cards"]) == (57, 6)


def test_a_taken_joker_that_comes_before_a_lay_off():
    # The seven fits its run only if the joker from the set goes between.
    table = ["5S 5H 5D X1", "9S TS JS"]
    found = laid("5C 7S", table=table, laid=True)
    assert (found["points"], found["cards"]) == (15, 2)
    assert laid("7S", table=table, laid=True)["cards"] == 0


# --- invalid questions


@pytest.mark.parametrize(
    "question",
    [
        {"hand": ["7X"]},
        {"hand": ["X5"]},
        {"hand": "7H"},
        {"hand": [["7H"]]},
        {"hand": [7]},
        {},
        {"hand": ["7H", "7H2", "7H"]},
        {"hand": ["X1", "X1"]},
        {"game": "rami7", "hand": ["7H2"]},
        {"game": "rami7", "hand": ["X2"]},
        {"hand": ["7H", "7H2"], "table": [["7H", "8H", "9H"]], "laid": True},
        {"game": "rami7", "hand": ["7H"], "table": [["7H", "8H", "9H"]], "laid": True},
        {"hand": ["7H"], "table": [["2S", "3S", "5S"]], "laid": True},
        {"hand": ["7H"], "table": [["2S", "3S"]], "laid": True},
        {"hand": ["7H"], "table": [["2S", "X1", "X2"]], "laid": True},
        {"hand": ["7H"], "table": [["5H", "X1", "8H"]], "laid": True},
        {"hand": ["7H"], "table": {"meld1": []}},
        {"hand": ["7H"], "table": [["5H", "X1", "7H2"]], "jokers": {"X1": "8H"}},
        {"hand": ["7H"], "table": [["5H", "X1", "7H2"]], "jokers": {"X1": "no"}},
        {"hand": ["7H"], "jokers": []},
        {"hand": ["7H"], "laid": "yes"},
        {"hand": ["7H"], "rules": {"no_such_option": 1}},
        {"hand": ["7H"], "rules": {"jokers_per_meld": 5}},
        {"hand": ["7H"], "goal": "glory"},
    ],
)
def test_what_is_no_question(question):
    with pytest.raises(LogError):
        asked({"game": "rami51", **question})
