"""A hint in the laying games is optimal: compared with exhaustive search and hand-made cases."""

import json
from unittest.mock import ANY

import pytest
import ring
from hypothesis import strategies as st
from naive.cards import RANKS, SUITS, is_joker
from naive.hints_laying import House, Lay, best_lay, check_laying, wish
from naive.laying import LAYING_GAMES
from naive.melds import shape_code

from tierce.outcomes import line_of
from tierce.presets import PRESETS, options_of
from tierce_tools.hints.questions import answer

RULES = {
    "first_lay_points": st.sampled_from([0, 0, 15, 24, 30, 40, 51]),
    "first_lay_pure_run": st.booleans(),
    "joker_swap": st.sampled_from([True, True, False]),
    "joker_kept": st.booleans(),
    "jokers_per_meld": st.sampled_from([0, 1, 1, 2, 2]),
    "final_discard": st.sampled_from(["optional", "required"]),
    "pure_run_beside_joker": st.booleans(),
    "lay_off_before_laying": st.booleans(),
    "lay_off_with_first_lay": st.booleans(),
    "joker_swap_set": st.sampled_from(["all", "one"]),
    "same_suit_twice": st.booleans(),
    "low_ace": st.sampled_from([1, 11]),
    "rami_sec_waives": st.sampled_from(["none", "points", "all"]),
}
# Games in which a rami sec is possible after others have laid come more often.
SEC_GAMES = ["chamberliens", "chamberliens", "rami7", "rami51"]
# Games in which a first lay has to be worth something, if the house says so.
OPENING = [game for game in LAYING_GAMES if "first_lay_points" in options_of(PRESETS[game])]
DECK = [rank + suit for rank in RANKS for suit in SUITS]


def judged(question):
    """Return the answer to a question, after checking it completely."""
    found = json.loads(line_of(answer(question)))
    at_least = found.pop("at_least", False)
    first = check_laying(question, found)
    best, can_lay, rami_sec, best_first = best_lay(question)
    order = wish(question)
    lay = order(Lay(found["points"], found["pure_run"], found["cards"], True, None))
    # More moves than a board has room for need two jokers, in the hand or on the table.
    several = sum(card[0] == "X" for cards in (question["hand"], *question.get("table", ())) for card in cards) > 1
    assert lay == best or (at_least and several and lay < best), found
    assert found["can_lay"] is can_lay, found
    assert found["rami_sec"] is rami_sec, found
    assert (order(first) if first else None) == best_first, found
    return found


@st.composite
def questions(draw, hand, melds=0, games=LAYING_GAMES, laid=False, jokers=2, in_melds=False, pure=False, rules=RULES):
    """Return a question over a small deck: at most `hand` cards, `melds` melds on the table."""
    game = draw(st.sampled_from(games))
    options = {name: rules[name] for name in rules if name in options_of(PRESETS[game])}
    rules = draw(st.fixed_dictionaries({}, optional=options))
    if pure:
        rules |= {"first_lay_points": draw(st.sampled_from([0, 10, 20, 30])), "first_lay_pure_run": True}
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
            table.append(draw(st.permutations(way.order)))
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
    return {**question, "hand": draw(st.permutations(question["hand"]))}


def fits(house, cards, card):
    """Tell whether a card fits a meld, or can replace a joker of it."""
    others = [[each for each in cards if each != joker] for joker in cards if is_joker(joker)]
    return any(shape_code([*some, card], house.longest) is None for some in [cards, *others])


def draw_meld(draw, house, cards):
    """Return a meld from the first of some cards, as it lies, or None."""
    ways = [way for readings in house.melds(cards[:10]).values() for way in readings]
    if any(way.stands for way in ways) and draw(st.booleans()):
        ways = [way for way in ways if way.stands]
    ways.sort(key=lambda way: (way.order, way.kind))
    return draw(st.sampled_from(ways)) if ways else None


@st.composite
def whole_hands(draw):
    """Return a question with 14 cards of the whole deck."""
    jokers = draw(st.integers(0, 2))
    cards = DECK + [card + "2" for card in DECK]
    some = draw(st.lists(st.sampled_from(cards), min_size=14 - jokers, max_size=14 - jokers, unique=True))
    game = draw(st.sampled_from(["chamberliens", "rami51", "rami30"]))
    return {"game": game, "goal": draw(st.sampled_from(["points", "cards"])), "hand": ["X1", "X2"][:jokers] + some}


# Kinds of question: how they are made, how many in `make test` and in `make test-all`.
KINDS = {
    "new melds": (questions(9), 100, 250),
    "new melds with a pure run": (questions(9, games=OPENING, pure=True), 45, 100),
    "lay-offs": (questions(6, melds=3, laid=True), 80, 180),
    "many jokers": (questions(6, melds=3, laid=True, jokers=4), 40, 90),
    "going out": (questions(10, in_melds=True), 60, 130),
    "going out on a table": (questions(8, melds=2, games=SEC_GAMES, in_melds=True), 60, 130),
    "the whole deck": (whole_hands(), 20, 50),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_is_answered_at_its_best(kind):
    ring.tried(judged, *KINDS[kind])


def on(*table, laid=True, **more):
    """Return what is known besides the hand: melds on the table, and that the seat has laid."""
    return {"table": [meld.split() for meld in table], "laid": laid, **more}


def put(zone, came, gone=""):
    """Return a change of the meld on a zone."""
    change = {"zone": f"meld{zone}", "in": came.split()}
    return {**change, "out": gone.split()} if gone else change


AT_7 = {"game": "rami7"}
AT_CLUB = {"game": "chamberliens"}
THREE = {"rules": {"jokers_per_meld": 3}}
SWAP = {"joker_swap": True}
BESIDE = {"pure_run_beside_joker": True}
LONG = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
SIX = "JH QH KH 7S 7D 7C"
SPADES = "6S X1 8S"
AS_7S = {"jokers": {"X1": "7S"}}
SEC, NO_SEC = {"rami_sec": True}, {"rami_sec": False}
WITH_DISCARD = {"rules": {"final_discard": "required"}}
# A hand at rami51, what else is known, and values of the answer: (points, cards), or by name.
CASES = [
    # Long runs, three jokers in a meld.
    ("AH AH2 2H 3H QH KH", {}, (37, 6)),
    (LONG + " AH2", {}, (96, 14)),
    ("AH AH2", on("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"), (12, 2)),
    ("X1 X2 X3", THREE, (0, 0)),  # a meld needs a natural card
    ("KS KD X1 QS QD X2", {}, (62, 6)),  # two runs up to the ace rather than two sets
    # A pure run beside a joker; without that option three hearts may be laid alone.
    ("TH JH QH X1 AH KS KD KC", {}, {"points": 81, "pure_run": False, "can_lay": True, "first_lay": ANY}),
    ("TH JH QH X1 AH KS KD KC", {"rules": BESIDE}, {"points": 81, "pure_run": True, "first_lay": None}),
    # A first lay that is not the best.
    ("JS QS KS QH QD KH KD", {"rules": {"first_lay_points": 30}}, {"points": 60, "first_lay": [["JS", "QS", "KS"]]}),
    ("8H 9H 5S KD", on("5H 6H 7H", "5D 5C 5H2"), {"cards": 3, "lay_offs": [put(1, "8H 9H"), put(2, "5S")]}),
    ("6H2 KS KD", on("5H X1 7H", jokers={"X1": "6H"}), {"points": 30, "cards": 3, "lay_offs": [put(1, "6H2", "X1")]}),
    ("6H KS KD", on("5H X1 7H", rules=SWAP, **AT_7), {"points": 40 + 6 - 20}),
    # Two jokers are taken: an eight of hearts, an ace of spades; or one, to complete Q K A.
    ("6H QS", on("5H X1 7H", "JS X2 KS"), (19, 2)),
    ("6H QS 8H 4H AS", on("5H X1 7H", "JS X2 KS"), (43, 5)),
    # A joker of the hand, and one of the table: one per meld.
    ("X2 6H KS KD 9S 9D", on("5H X1 7H"), (57, 6)),
    # The seven fits its run only if the joker from the set goes between.
    ("5C 7S", on("5S 5H 5D X1", "9S TS JS"), (15, 2)),
    # A rami sec with melds on the table: the five is laid off, the king discarded.
    ("2H 3H 4H 5S KC", on("6S 7S 8S", laid=False, **AT_CLUB), SEC),
    ("2H 3H 4H 5S KC", {}, NO_SEC),
    ("5S 4S", on("6S 7S 8S", laid=False, **AT_CLUB), NO_SEC),  # no new meld
    ("QH KH AH TS TH TD 5S 4S", on("6S 7S 8S", laid=False, **AT_7), SEC),
    ("JH QH KH 7S2 7D 7C", on("6S 7S 8S", laid=False), NO_SEC),  # another seat has laid
    # With a taken joker, which completes a set of kings; without the hearts there is no pure run.
    ("2H 3H 4H 7S2 KC KD", on(SPADES, laid=False, **AS_7S, **AT_CLUB), SEC),
    ("7S2 KC KD", on(SPADES, laid=False, **AS_7S, **AT_CLUB), NO_SEC),
    # 15, 41 and 51 points in own melds.
    ("7S KC KD 5H 5D 5C", on(SPADES, laid=False, rules=SWAP, **AS_7S, **AT_7), NO_SEC),
    ("7S 2C 2D TH QH KH AH JH", on(SPADES, laid=False, rules=SWAP, **AS_7S, **AT_7), SEC),
    ("7S 2C 2D TH QH KH AH JH", on(SPADES, laid=False, **AS_7S, **AT_7), NO_SEC),
    # One joker goes beside the hearts, the other on in the run of spades. The hearts count as what is
    # left without the taken one, so they are pure.
    ("2H 3H 4H X2 3S2 KS", on("2S X1 4S", laid=False, rules=BESIDE, **AT_CLUB), SEC),
    ("2H 3H 4H X2 3S2 KS", on("2S X1 4S", laid=False, **AT_CLUB), SEC),
    # A rami sec from the hand alone.
    (SIX, {}, SEC),
    (SIX, WITH_DISCARD, NO_SEC),
    (SIX + " 2C", WITH_DISCARD, SEC),
    (SIX + " X1", {}, SEC),  # a joker is discarded or laid
    ("JS JH JD 7S 7D 7C", {}, NO_SEC),  # no pure run
    ("TH JH QH KH 7S 7D 7C", WITH_DISCARD, SEC),  # the ten is discarded
    ("2H 3H 4H 5S 5D 5C", AT_CLUB, SEC),  # no minimum
    ("JS JH JD KS KD KC", AT_CLUB, NO_SEC),  # the pure run is needed
    ("2S 2H 2D 8S 8D 8C", {"game": "rami30"}, SEC),
    ("TS TH TD 8S 8D 8C", AT_7, SEC),
]


@pytest.mark.parametrize(("hand", "more", "expected"), CASES)
def test_a_case(hand, more, expected):
    question = {"game": "rami51", "hand": hand.split(), **more}
    if not question.get("table"):
        question.pop("table", None)
    found = judged(question)
    if isinstance(expected, tuple):
        expected = dict(zip(("points", "cards"), expected, strict=True))
    assert {name: found.get(name) for name in expected} == expected


def test_what_is_taken_for_two_cards_is_a_joker_of_a_set():
    found = judged({"game": "rami51", "hand": ["5D", "5C"], **on("5S 5H X1", "TD JD QD")})
    assert found["lay_offs"][0]["out"] == ["X1"]


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
    question = {"game": "chamberliens", "rules": rules, "goal": "points", "hand": hand.split()}
    found = judged({**question, "table": [["TS", "X1", "QS", "KS", "AS"]]})
    assert [each["out"] for each in found["lay_offs"]] == [["X1"]]
