"""A hint at gin is optimal: compared with exhaustive search."""

import json

import pytest
import ring
from hypothesis import strategies as st
from naive.cards import RANKS, SUITS
from naive.gin import best_at_gin, check_gin, gin_melds

from tierce.outcomes import line_of
from tierce_tools.hints.questions import answer

DECK = [rank + suit for rank in RANKS for suit in SUITS]


def judged(**question):
    """Return the answer to a question about gin, after checking it completely."""
    found = json.loads(line_of(answer({"game": "gin", **question})))
    check_gin(question, found)
    assert found["deadwood"] == best_at_gin(question), found
    return found


@st.composite
def dense_cards(draw, most):
    """Return cards of a few ranks and suits, so that melds compete for cards."""
    low = draw(st.integers(0, 13))
    ranks = [RANKS[(low + at) % 13] for at in range(draw(st.integers(3, 6)))]
    suits = draw(st.sampled_from(["SH", "SHD", "SHDC", "SHDC"]))
    deck = [rank + suit for rank in ranks for suit in suits]
    size = min(len(deck), draw(st.integers(1, most)))
    return draw(st.lists(st.sampled_from(deck), min_size=size, max_size=size, unique=True))


def melds_among(draw, cards):
    """Return one to three disjoint melds from some cards, and the cards left."""
    table = []
    for _ in range(draw(st.integers(1, 3))):
        melds = sorted(sorted(meld) for meld in gin_melds(cards))
        if melds:
            table.append(draw(st.sampled_from(melds)))
            cards = [card for card in cards if card not in table[-1]]
    return table, cards


# Kinds of hand: how they are made, how many in `make test` and in `make test-all`.
KINDS = {
    "dense": (dense_cards(10), 170, 400),
    "dense, with a discard": (dense_cards(24).filter(lambda cards: len(cards) >= 11).map(lambda c: c[:11]), 70, 160),
    "of the whole deck": (st.lists(st.sampled_from(DECK), min_size=10, max_size=11, unique=True), 70, 160),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_least_deadwood_of_a_hand(kind):
    ring.tried(lambda hand: judged(hand=hand), *KINDS[kind])


@st.composite
def against_a_knock(draw, most, whole):
    """Return (hand, the knocker's melds): of a dense deal, or of the whole deck."""
    table, left = melds_among(draw, draw(dense_cards(most)))
    if whole:
        left = draw(st.permutations([card for card in DECK if not any(card in meld for meld in table)]))
    return left[: 10 if whole else draw(st.integers(1, 11))], table


@pytest.mark.parametrize(("most", "whole", "few", "many"), [(24, False, 80, 200), (14, True, 30, 70)])
def test_the_least_after_laying_off(most, whole, few, many):
    deals = against_a_knock(most, whole).filter(all)
    ring.tried(lambda deal: judged(hand=deal[0], table=deal[1]), deals, few, many)


@pytest.mark.parametrize(
    ("hand", "discard"),
    [
        ("AH 2C 4S 4H 7C 8S TS TH JS JH KD", "KD"),  # no pair is broken
        ("AH 3D 7C 7S 8S TH QH KD 5C 6C 4C", "KD"),  # JH would join two
        ("AS AH AD JS QS KS JC TC QH 4D 7H", "QH"),  # the other jack lies in a meld
    ],
)
def test_of_equal_discards_the_one_that_fewest_cards_would_bring_into_a_meld(hand, discard):
    assert judged(hand=hand.split())["discard"] == discard


def test_eleven_cards_of_an_opponent_discard_nothing():
    hand = "8H 9H KC QD 2S 4C AD 3H 5C 9D JS".split()
    assert judged(hand=hand, table=[["5H", "6H", "7H"]])["discard"] is None
