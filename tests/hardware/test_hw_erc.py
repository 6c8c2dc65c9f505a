"""SKiDL's electrical rules check: clean for every table, and it finds errors."""

import pytest
import ring
from hw_random import breadboards, carriers
from hw_schematics import TABLES, built, circuits, quiet
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st


@pytest.mark.parametrize("name", TABLES)
def test_no_error_and_no_warning(name):
    assert circuits.check(built(name).circuit) == []


@settings(max_examples=ring.rounds(4, 25), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.one_of(breadboards(), carriers()))
def test_random_tables_are_clean(table):
    assert circuits.check(circuits.build(table).circuit) == []


def _part(circuit, ref):
    return next(part for part in circuit.parts if part.ref == ref)


# Changes to the club's carrier, and the expected messages.
def floating_input(circuit):
    _part(circuit, "U3").p[1].disconnect()


def two_outputs(circuit):
    _part(circuit, "U3").p[15].net.connect(_part(circuit, "U4").p[15])


def output_on_supply(circuit):
    _part(circuit, "U18").p[2].net.connect(_part(circuit, "U3").p[7])


def no_supply(circuit):
    _part(circuit, "U17").p[14].disconnect()
    quiet.net(circuit, "LOST").connect(_part(circuit, "U17").p[14])


def undriven_input(circuit):
    lost = quiet.net(circuit, "LOST")
    for ref, pin in (("U3", 1), ("U4", 1)):
        _part(circuit, ref).p[pin].disconnect()
        lost.connect(_part(circuit, ref).p[pin])


def wire_to_nowhere(circuit):
    pin = _part(circuit, "U2").p[12]
    pin.disconnect()
    quiet.net(circuit, "LOST").connect(pin)


@pytest.mark.parametrize(
    ("harm", "kind", "told"),
    [
        (two_outputs, "ERROR", "Pin conflict"),
        *(
            pytest.param(*each, marks=pytest.mark.longer)
            for each in (
                (floating_input, "WARNING", "Unconnected pin: INPUT pin 1/A0 of 74LS138/U3"),
                (output_on_supply, "ERROR", "POWER-OUT pin 2/VO of AMS1117-3.3/U18"),
                (no_supply, "WARNING", "Insufficient drive current on net LOST"),
                (undriven_input, "WARNING", "No drivers for net LOST"),
                (wire_to_nowhere, "WARNING", "Only one pin"),
            )
        ),
    ],
)
def test_it_finds_what_is_wrong(harm, kind, told):
    circuit = circuits.build(TABLES["club"]).circuit
    harm(circuit)
    lines = circuits.check(circuit)
    assert any(line.startswith(kind) and told in line for line in lines), lines


def test_one_check_does_not_remember_another():
    circuit = circuits.build(TABLES["club"]).circuit
    two_outputs(circuit)
    assert circuits.check(circuit)
    assert circuits.check(built("club").circuit) == []
