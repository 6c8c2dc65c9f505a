"""A hint at gin is optimal: by exhaustive search, by hand-made cases, and consistent."""

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


# --- the least deadwood


# Kinds of hand: how they are made, how many in `make test` and in `make test-all`.
KINDS = {
    "dense": (dense_cards(10), 170, 400),
    "dense, with a discard": (dense_cards(24).filter(lambda cards: len(cards) >= 11).map(lambda c: c[:11]), 70, 160),
    "of the whole deck": (st.lists(st.sampled_from(DECK), min_size=10, max_size=11, unique=True), 70, 160),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_least_deadwood_of_a_hand(kind):
    ring.tried(lambda hand: judged(hand=hand), *KINDS[kind])


@pytest.mark.parametrize(
    ("hand", "deadwood", "discards"),
    [
        ("KS", 10, ""),
        ("QS KS AS", 21, ""),  # the ace is low only
        # The four of hearts fits both melds; the run is worth more.
        ("4S 4H 4D 5H 6H", 8, ""),
        # The three kings are the obvious meld; two runs leave less.
        ("KS KH KD QS JS QH JH", 10, ""),
        # Ten cards are in melds, and the eleventh is discarded.
        ("AS 2S 3S 7H 8H 9H TH 4S 4H 4D KD", 0, "KD"),
        # All eleven are in melds: a card is discarded that its meld can spare.
        ("AS 2S 3S 7H 8H 9H TH 5S 5H 5D 5C", 0, "7H TH 5S 5H 5D 5C"),
        ("3S 3H 3D 4S 5S 9C 9D KH QH TC 8D", 52, "KH QH TC"),
        # The arrangement with the least deadwood of all eleven leaves only aces and twos to discard.
        ("AC 2C 3C 5C AD 2D 5D AH 2H 5H 2S", 0, "3C"),
    ],
)
def test_the_least_deadwood(hand, deadwood, discards):
    found = judged(hand=hand.split())
    assert found["deadwood"] == deadwood
    assert (found["discard"] or "") in discards


# --- the opponent of a knocker


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
    ("hand", "table", "deadwood"),
    [
        ("8H 9H TH", ["5H 6H 7H"], 0),
        ("AS 2S", ["3S 4S 5S"], 0),  # one after another
        # Left out of its own meld, one card lets two others be laid off.
        ("8H 9H TH 8S 8D", ["5H 6H 7H"], 16),
        ("8H 9H 8S 8D 8C", ["5H 6H 7H"], 0),
        # The eight of hearts goes to the run, and then the nine.
        ("8H 9H", ["5H 6H 7H", "8S 8D 8C"], 0),
    ],
)
def test_lay_offs(hand, table, deadwood):
    found = judged(hand=hand.split(), table=[meld.split() for meld in table])
    assert found["deadwood"] == deadwood


def test_eleven_cards_of_an_opponent_discard_nothing():
    hand = "8H 9H KC QD 2S 4C AD 3H 5C 9D JS".split()
    found = judged(hand=hand, table=[["5H", "6H", "7H"]])
    assert found["discard"] is None
