"""Worst cases are fast: dense gin hands, whole decks on meld zones, four jokers in a run."""

import json
import random
import time

import pytest
from naive.cards import RANKS, SUITS, deck_of
from naive.tables import event_of, header_of

from tierce.presets import PRESETS
from tierce.referee import Referee

GAMES = sorted(PRESETS)
SOON = 1.0  # processor seconds


def timed(referee, **event):
    """Feed an event; return its outcomes; fail if it takes longer than SOON."""
    began = time.process_time()
    found = referee.feed(event_of(**event))
    took = time.process_time() - began
    assert took < SOON, f"{took:.2f} s for {json.dumps(event, default=str)[:200]}"
    return found


def gin_at_count(big=False, rules=None):
    """Return a referee of gin that awaits the lay-down of seat 1, which has taken the upcard."""
    referee = Referee(header_of("gin", 2, rules=rules))
    timed(referee, seat=0, press="deal")
    timed(referee, zone="discard", came=["KC"])
    timed(referee, zone="discard", out=["KC"])
    timed(referee, seat=1, press="knock")
    if big:
        timed(referee, seat=1, press="done")
    else:
        timed(referee, zone="discard", came=["QC"])
    return referee


@pytest.mark.parametrize("size", [10, 11, 20, 26, 36, 41, 51, 52])
@pytest.mark.parametrize("order", ["suits", "ranks", "seed 0", "seed 1", "seed 2"])
@pytest.mark.parametrize("big", [False, True])
def test_a_full_deck_at_gin_is_counted_at_once(size, order, big):
    deck = [rank + suit for suit in SUITS for rank in RANKS]
    if order == "ranks":
        deck.sort(key=lambda card: card[0])
    elif order != "suits":
        random.Random(order).shuffle(deck)
    referee = gin_at_count(big, {"knock_limit": 1000})
    timed(referee, zone="seat1", came=deck[:size])
    for _ in range(2):
        timed(referee, seat=1, press="done")
    timed(referee, zone="seat0", came=deck[size:])
    for _ in range(2):
        timed(referee, seat=0, press="done")
    if referee.view.phase == "count":
        timed(referee, zone="seat0", came=deck)
        timed(referee, seat=0, press="done")


@pytest.mark.parametrize("knocker", range(6))
def test_the_worst_arrangement_at_gin_is_found_at_once(knocker):
    """Dense hands with many arrangements and many lay-offs."""
    ranks = ["A2345", "A23456", "34567", "56789", "89TJQ", "9TJQK"][knocker]
    deck = [rank + suit for rank in ranks for suit in SUITS]
    others = [rank + suit for rank in RANKS for suit in SUITS if rank + suit not in deck[:11]]
    referee = gin_at_count(rules={"knock_limit": 1000})
    timed(referee, zone="seat1", came=deck[:10])
    timed(referee, seat=1, press="done")
    for size in (10, 20, 41):
        timed(referee, zone="seat0", came=others[:size])
        timed(referee, seat=0, press="done")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("zones", [1, 3, 7, 26])
def test_a_whole_deck_on_the_meld_zones_is_judged_at_once(game, zones):
    seats = 3 if game == "manipulation" else 2
    rules = {} if game in ("gin", "manipulation") else {"jokers_per_meld": 4}
    referee = Referee(header_of(game, seats, rules=rules), show_melds=True)
    deck = deck_of(referee.rules)
    deck.reverse()  # the jokers first
    timed(referee, seat=0, press="deal")
    for i in range(zones):
        timed(referee, zone=f"meld{i + 1}", came=deck[i::zones])
    for press in ("done", "knock", "pass"):
        timed(referee, seat=1, press=press)


def test_four_jokers_in_a_long_run_are_read_at_once():
    header = header_of("rami51", 2, rules={"jokers_per_meld": 4})
    for size in range(11):
        referee = Referee(header, show_melds=True)
        timed(referee, seat=0, press="deal")
        timed(referee, zone="discard", came=["KD"])
        run = [f"{rank}H" for rank in RANKS[1 : size + 1]]
        timed(referee, zone="meld1", came=["X1", "X2", "X3", "X4", *run])
        timed(referee, zone="meld1", joker="X1", **{"as": "QH"})
        timed(referee, seat=1, press="done")
