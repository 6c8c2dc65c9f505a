"""The netlists match the tables: run as boards, pin by pin; every swap of two wires is detected."""

import itertools
import os
import random
import re

import pytest
import ring
from hw_board import Board, Fault
from hw_compare import Check, Problem, check, shape, swapped
from hw_random import breadboards, carriers
from hw_schematics import CONFIG, TABLES, built, circuits
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

SEED = int(os.environ.get("TIERCE_SEED", "0")) or random.randrange(1 << 30)
SWAPS = int(os.environ.get("TIERCE_SWAPS", "0")) or ring.rounds(8, 30)  # per table
many = settings(
    max_examples=ring.rounds(4, 25), deadline=None, suppress_health_check=list(HealthCheck)
)
both = st.one_of(breadboards(), carriers())


def text_of(table):
    return circuits.netlist(circuits.build(table))


@pytest.fixture(scope="module")
def texts():
    return {name: circuits.netlist(built(name)) for name in TABLES}


@pytest.mark.parametrize("name", TABLES)
def test_it_is_what_the_table_says(texts, name):
    check(texts[name], TABLES[name])


@many
@given(both)
def test_so_it_is_for_any_table(table):
    check(text_of(table), table)


def test_the_clubs_carrier_does_for_twelve_zones_too(texts):
    """The same board with other jumpers; the description tells what is connected."""
    board = Board(texts["club"])
    club, config = TABLES["club"], TABLES[CONFIG]
    for zone in config.zones:
        ref = f"J{zone['cs'] + 1}"
        board.parts[ref] = board.parts[ref].__class__(ref, board.parts[ref].symbol, zone["zone"])
    judge = Check(board, config)
    judge.power()
    judge.chips()
    run = judge.run()
    assert judge.low(run, "NSS") == []
    select = judge.selecting(run)
    for zone in config.zones:
        select(zone["zone"])
        assert judge.low(run, "NSS") == [zone["zone"]]
    select(None)
    judge.resets(run)
    for line in ("BUSY", "IRQ"):
        judge.heard(run, line)
    judge.people()
    assert len(club.zones) == 18
    assert len(config.zones) == 12


def seen(netlist, table):
    """Tell whether the comparison finds an error in a netlist, given as text or Board."""
    try:
        Check(Board(netlist) if isinstance(netlist, str) else netlist, table).all()
    except (Problem, Fault):
        return True
    return False


def swaps(text, table, count, dice):
    """Swap pairs of pins of different nets; return undetected swaps, and the number of equals."""
    board = Board(text)
    pins = sorted(board.net_of)
    pairs = [
        (one, other)
        for one, other in itertools.combinations(pins, 2)
        if board.net_of[one] != board.net_of[other]
    ]
    like = shape(board)
    unseen, equal = [], 0
    for one, other in dice.sample(pairs, min(count, len(pairs))):
        harmed = Board(swapped(text, one, other))
        assert harmed.net_of[one] == board.net_of[other]
        if not seen(harmed, table):
            if shape(harmed) == like:
                equal += 1
            else:
                unseen.append((one, other))
    return unseen, equal


@pytest.mark.parametrize("name", TABLES)
def test_two_wires_swapped_are_seen(texts, name):
    """All of them, except the few that shape() treats as equal."""
    print(f"TIERCE_SEED={SEED} TIERCE_SWAPS={SWAPS}")
    unseen, equal = swaps(texts[name], TABLES[name], SWAPS, random.Random(SEED))
    assert unseen == []
    assert equal <= max(3, SWAPS // 30)


@pytest.mark.longer
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(both, st.integers(0, 1 << 30))
def test_two_wires_swapped_are_seen_on_any_table(table, seed):
    unseen, _ = swaps(text_of(table), table, 20, random.Random(seed))
    assert unseen == []


def without(text, ref, pin):
    """Return a netlist with one pin disconnected."""
    node = rf'\s*\(node\s*\(ref "{ref}"\)\s*\(pin "{pin}"\)\)'
    assert len(re.findall(node, text)) == 1
    return re.sub(node, "", text)


@pytest.mark.parametrize("name", TABLES)
def test_a_wire_that_is_missing_is_seen(texts, name):
    print(f"TIERCE_SEED={SEED} TIERCE_SWAPS={SWAPS}")
    pins = sorted(Board(texts[name]).net_of)
    for ref, pin in random.Random(SEED).sample(pins, min(SWAPS, len(pins))):
        harmed = without(texts[name], ref, pin)
        assert seen(harmed, TABLES[name]), (ref, pin)


@pytest.mark.parametrize(
    ("was", "is_now"),
    [
        ('(value "33")', '(value "330")'),
        ('(value "1k")', '(value "10k")'),
        ('(value "8x100k")', '(value "8x1k")'),
        ('(value "SMBJ5.0A")', '(value "SMBJ5.0CA")'),
        ('(value "390")', '(value "39")'),
        ('(value "meld3")', '(value "meld4")'),
    ],
)
def test_another_value_is_seen(texts, was, is_now):
    assert was in texts["club"]
    assert seen(texts["club"].replace(was, is_now, 1), TABLES["club"])


def test_another_table_is_seen(texts):
    """A valid netlist, but for another description."""
    assert seen(texts["classroom"], TABLES["classroom-pn5180"])
    assert seen(texts["small"], TABLES["club"])
    assert seen(texts[CONFIG], TABLES["club"])
