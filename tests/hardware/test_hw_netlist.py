"""The netlists match the tables: run as boards, and pin by pin what wiring.py says."""

import os
import random

import pytest
import ring
from hw_board import Board, Fault
from hw_compare import Check, Problem, check
from hw_random import breadboards, carriers
from hw_schematics import CONFIG, TABLES, circuits
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tierce_plans import kinds, wiring

SEED = int(os.environ.get("TIERCE_SEED", "0")) or random.randrange(1 << 30)
many = settings(
    max_examples=ring.rounds(4, 25), deadline=None, suppress_health_check=list(HealthCheck)
)
both = st.one_of(breadboards(), carriers())


def text_of(table):
    return circuits.netlist(circuits.build(table))


@pytest.fixture(scope="module")
def texts():
    return {name: text_of(table) for name, table in TABLES.items()}


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


def differs(board, table):
    """Return what is wired otherwise than in wiring.py, an independent source; pin by pin.

    The pin tables, the diagram and the parts list come from there.
    """
    theirs = {part.ref: part for part in wiring.parts(table)}
    hanging = {ref for ref, part in theirs.items() if part.cable and table.build.on == "carrier"}
    known = set(theirs) - hanging
    # test points and holes are connected to nothing
    found = set(board.parts) - {ref for ref, part in board.parts.items() if part.symbol in EXTRA}
    wrong = found ^ known
    nets = [
        [(pin.part, int(kinds.number(theirs[pin.part].kind, pin.pin)))
         for pin in net.pins if pin.part in known]
        for net in wiring.nets(table)
    ]
    ours = [[pin for pin in pins if pin[0] in known] for pins in board.nets]
    wanted, there = ({frozenset(pins) for pins in each if len(pins) > 1} for each in (nets, ours))
    wrong |= wanted ^ there
    passive = ("resistor", "network8", "cap")
    return wrong | {ref for ref in known & found if theirs[ref].kind.startswith(passive)
                    and board.parts[ref].value.split()[0] != theirs[ref].value}


@pytest.mark.parametrize("name", TABLES)
def test_it_is_wired_as_the_diagram_and_the_pin_tables_say(texts, name):
    """And whatever two wires are swapped, or one is missing, is noticed."""
    table = TABLES[name]
    assert differs(Board(texts[name]), table) == set()
    print(f"TIERCE_SEED={SEED}")
    dice = random.Random(SEED)
    board = Board(texts[name])
    pins = sorted(pin for pin in board.net_of if board.parts[pin[0]].symbol not in EXTRA)
    for one, other in (dice.sample(pins, 2) for _ in range(ring.rounds(5, 100))):
        a, b = (board.nets[board.net_of[pin]] for pin in (one, other))
        if a is b or len(a) == len(b) == 1:
            continue
        a.remove(one)
        assert differs(board, table), one
        a.append(other)
        b.remove(other)
        b.append(one)
        assert differs(board, table), (one, other)
        a.remove(other)
        a.append(one)
        b.remove(one)
        b.append(other)


@many
@given(both)
def test_any_table_is_wired_so(table):
    assert differs(Board(text_of(table)), table) == set()


EXTRA = ("TestPoint", "MountingHole")


def seen(netlist, table):
    """Tell whether the comparison finds an error in a netlist, given as text or Board."""
    try:
        Check(Board(netlist) if isinstance(netlist, str) else netlist, table).all()
    except (Problem, Fault):
        return True
    return False


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
