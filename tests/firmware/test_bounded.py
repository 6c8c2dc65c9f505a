"""Worst cases are bounded: dense gin hands, whole decks on meld zones, four jokers in a run.

What is counted is work, calls of functions and not time: any machine counts the same.
"""

import json
import random
import sys

import pytest
import ring
from naive.cards import RANKS, SUITS, deck_of
from naive.tables import event_of, header_of

from tierce.presets import PRESETS
from tierce.referee import Referee
from tierce_tools.base.paths import games

GAMES = sorted(PRESETS)
SOON = 30_000  # calls; the worst of these cases takes some 7,000


def fed(referee, event):
    """Feed an event; return its outcomes, and how many calls that took."""
    calls = 0

    def call(_frame, what, _value):
        nonlocal calls
        calls += what.endswith("call")

    sys.setprofile(call)
    try:
        return referee.feed(event), calls
    finally:
        sys.setprofile(None)


def counted(referee, **event):
    """Feed an event; return its outcomes; fail if it takes more than SOON."""
    event = event_of(**event)
    found, calls = fed(referee, event)
    assert calls < SOON, f"{calls} calls for {json.dumps(event, default=str)[:200]}"
    return found


# Calls an event, in the match that the project shows: it only falls. CPython 3.12 makes fewer.
CALLS = {
    "atelier": 30,
    "chamberliens": 32,
    "contrat": 33,
    "gin": 29,
    "kaluki": 34,
    "manipulation": 35,
    "rami30": 36,
    "rami40": 35,
    "rami500": 39,
    "rami51": 34,
    "rami7": 29,
    "rami_classique": 44,
}


@pytest.mark.parametrize("game", GAMES)
def test_the_engine_does_not_become_slower(game):
    header, *log = map(json.loads, (games() / f"demo-{game}.jsonl").read_text("utf-8").splitlines())
    first, again = Referee(header), Referee(header)
    for event in log:  # loads modules, and gets to know the codes
        first.feed(event)
    assert sum(fed(again, event)[1] for event in log) <= CALLS[game] * len(log)


def gin_at_count(big=False, rules=None):
    """Return a referee of gin that awaits the lay-down of seat 1, which has taken the upcard."""
    referee = Referee(header_of("gin", 2, rules=rules))
    counted(referee, seat=0, press="deal")
    counted(referee, zone="discard", came=["KC"])
    counted(referee, zone="discard", out=["KC"])
    counted(referee, seat=1, press="knock")
    if big:
        counted(referee, seat=1, press="done")
    else:
        counted(referee, zone="discard", came=["QC"])
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
    counted(referee, zone="seat1", came=deck[:size])
    for _ in range(2):
        counted(referee, seat=1, press="done")
    counted(referee, zone="seat0", came=deck[size:])
    for _ in range(2):
        counted(referee, seat=0, press="done")
    if referee.view.phase == "count":
        counted(referee, zone="seat0", came=deck)
        counted(referee, seat=0, press="done")


@pytest.mark.parametrize("knocker", range(6))
def test_the_worst_arrangement_at_gin_is_found_at_once(knocker):
    ranks = ["A2345", "A23456", "34567", "56789", "89TJQ", "9TJQK"][knocker]
    deck = [rank + suit for rank in ranks for suit in SUITS]
    others = [rank + suit for rank in RANKS for suit in SUITS if rank + suit not in deck[:11]]
    referee = gin_at_count(rules={"knock_limit": 1000})
    counted(referee, zone="seat1", came=deck[:10])
    counted(referee, seat=1, press="done")
    for size in (10, 20, 41):
        counted(referee, zone="seat0", came=others[:size])
        counted(referee, seat=0, press="done")


@pytest.mark.parametrize("game", ring.FAMILIES)
@pytest.mark.parametrize("zones", [1, 3, 7, 26])
def test_a_whole_deck_on_the_meld_zones_is_judged_at_once(game, zones):
    seats = 3 if game == "manipulation" else 2
    rules = {} if game in ("gin", "manipulation") else {"jokers_per_meld": 4}
    referee = Referee(header_of(game, seats, rules=rules), show_melds=True)
    deck = deck_of(referee.rules)
    deck.reverse()  # the jokers first
    counted(referee, seat=0, press="deal")
    for i in range(zones):
        counted(referee, zone=f"meld{i + 1}", came=deck[i::zones])
    for press in ("done", "knock", "pass"):
        counted(referee, seat=1, press=press)


def test_four_jokers_in_a_long_run_are_read_at_once():
    header = header_of("rami51", 2, rules={"jokers_per_meld": 4})
    for size in range(11):
        referee = Referee(header, show_melds=True)
        counted(referee, seat=0, press="deal")
        counted(referee, zone="discard", came=["KD"])
        run = [f"{rank}H" for rank in RANKS[1 : size + 1]]
        counted(referee, zone="meld1", came=["X1", "X2", "X3", "X4", *run])
        counted(referee, zone="meld1", joker="X1", **{"as": "QH"})
        counted(referee, seat=1, press="done")
