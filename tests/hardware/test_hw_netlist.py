"""The netlists match the tables: run as boards; wires that are swapped or missing are noticed."""

import copy
import os
import random

import pytest
import ring
from hw_board import Board, Fault
from hw_compare import Check, Problem, check
from hw_random import breadboards, carriers
from hw_schematics import CONFIG, TABLES, built, circuits
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tierce_tools.description import descriptions

SEED = int(os.environ.get("TIERCE_SEED", "0")) or random.randrange(1 << 30)
SWAPS = int(os.environ.get("TIERCE_SWAPS", "0")) or ring.rounds(8, 30)  # per table
many = settings(max_examples=ring.rounds(4, 25), deadline=None, suppress_health_check=list(HealthCheck))
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
    judge.radio(judge.run())
    assert len(club.zones) == 18
    assert len(config.zones) == 12


def seen(board, table):
    """Tell whether the comparison finds an error."""
    try:
        Check(board, table).all()
    except (Problem, Fault):
        return True
    return False


def wired(board, pin, net=None):
    """Return a board with a pin on another net, or on none."""
    made = copy.deepcopy(board)
    made.nets[made.net_of.pop(pin)].remove(pin)
    if net is not None:
        made.nets[net].append(pin)
        made.net_of[pin] = net
    return made


def test_two_wires_swapped_are_seen(texts):
    """Almost all: a few swaps change nothing, as the BUSY lines of two readers, or a resistor's."""
    print(f"TIERCE_SEED={SEED} TIERCE_SWAPS={SWAPS}")
    dice, unseen = random.Random(SEED), []
    for name, text in texts.items():
        board = Board(text)
        for _ in range(SWAPS):
            one, other = dice.sample(sorted(board.net_of), 2)
            nets = board.net_of[one], board.net_of[other]
            if nets[0] != nets[1]:
                harmed = wired(wired(board, one, nets[1]), other, nets[0])
                unseen += [] if seen(harmed, TABLES[name]) else [(name, one, other)]
    assert len(unseen) <= 3 + SWAPS // 10, unseen


@pytest.mark.parametrize("name", descriptions.names())
def test_a_wire_that_is_missing_is_seen(texts, name):
    print(f"TIERCE_SEED={SEED} TIERCE_SWAPS={SWAPS}")
    board = Board(texts[name])
    pins = sorted(board.net_of)
    for pin in random.Random(SEED).sample(pins, min(SWAPS, len(pins))):
        assert seen(wired(board, pin), TABLES[name]), pin


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
    assert seen(Board(texts["club"].replace(was, is_now, 1)), TABLES["club"])


def test_another_table_is_seen(texts):
    """A valid netlist, but for another description."""
    assert seen(Board(texts["classroom"]), TABLES["classroom-pn5180"])
    assert seen(Board(texts["small"]), TABLES["club"])
    assert seen(Board(texts[CONFIG]), TABLES["club"])
