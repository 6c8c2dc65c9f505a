"""The wiring: jumpers, names of parts, numbers of pins.

That it is whole and functions is in test_hw_schematics.py: it is the same as the schematic, whose
netlist runs with the firmware's own drivers.
"""

import ring
from hw_random import carriers
from hw_sources import PLANS
from hypothesis import HealthCheck, given, settings

from tierce_plans import carrier, circuit, parts, wiring
from tierce_plans.kinds import PICO_EDGE, number
from tierce_tools.description import descriptions

pytestmark = PLANS

random = settings(
    max_examples=ring.rounds(12, 60), deadline=None, print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)  # fmt: skip


class Nets:
    """The nets of a table, by pin."""

    def __init__(self, table):
        self.table = table
        self.parts = {part.ref: part for part in wiring.parts(table)}
        self.nets = {net.name: net.pins for net in wiring.nets(table)}
        self.at = {(pin.part, pin.pin): name for name, pins in self.nets.items() for pin in pins}
        self.joined = {each.net: each.bridged for each in wiring.jumpers(table) if each.bridged}

    def of(self, kind):
        return [ref for ref, part in self.parts.items() if part.kind == kind]

    def net(self, ref, pin):
        return self.at.get((ref, pin))

    def reader(self, k, line):
        """Return the net of a line of reader k, at the reader itself."""
        names = parts.reader(self.parts[f"RD{k}"].kind).lines
        return self.net(f"RD{k}", names[line])


@random
@given(carriers())
def test_on_the_carrier_each_jumper_is_set_for_what_the_table_needs(table):
    nets = Nets(table)
    config = table.config
    jumpers = {each.ref: each for each in wiring.jumpers(table)}
    given = {pin: does for does, pin in carrier.BUTTONS.items()}
    for ref, (pin, uses) in carrier.JUMPERS.items():
        asked = given.get(pin) and [b for b, _ in circuit.buttons(table) if b == pin]
        expected = uses[0] if asked else ""
        if pin in [(config.get("scale") or {}).get(key) for key in ("data", "clock")]:
            expected = uses[1]
        if pin == 27:
            expected = "A4" if 27 in config["select"]["address"] else ""
            expected = "IRQ" if config["select"].get("irq") else expected
            expected = "BUZZER" if config.get("buzzer") else expected
        assert jumpers[ref].bridged == expected, ref
        for at, net in jumpers[ref].uses:
            assert nets.net(ref, at) in (net, None)
            assert nets.net(ref, at) == net or not table.zones
    # A name means the same part on each table, as it is one board.
    known = {ref: part.kind for ref, part in Nets(descriptions.load("club", "en")).parts.items()}
    for ref, part in nets.parts.items():
        if ref in known and part.ref[:2] not in ("RD", "SW"):
            assert part.kind == known[ref], ref


def test_pin_numbers_are_those_of_the_data_sheets():
    # Some values of each, calculated independently from the data sheets.
    expected = {
        "pico": {"GP0": 1, "GP15": 20, "GP16": 21, "GP22": 29, "GP26": 31, "GP28": 34, "3V3": 36,
                 "VSYS": 39, "VBUS": 40, "RUN": 30, "AGND33": 33, "GND38": 38},
        "74hc138": {"A": 1, "C": 3, "G2A": 4, "G2B": 5, "G1": 6, "Y7": 7, "Y0": 15, "VCC": 16},
        "74hc595": {"QB": 1, "QH": 7, "QH'": 9, "SRCLR": 10, "SRCLK": 11, "RCLK": 12, "OE": 13,
                    "SER": 14, "QA": 15, "VCC": 16, "GND": 8},
        "74lvc125": {"1OE": 1, "1A": 2, "1Y": 3, "2OE": 4, "GND": 7, "3Y": 8, "3A": 9, "3OE": 10,
                     "4Y": 11, "4OE": 13, "VCC": 14},
        "74lvc244": {"1OE": 1, "1A1": 2, "2Y4": 3, "1A4": 8, "2Y1": 9, "2A1": 11, "1Y4": 12,
                     "2A4": 17, "1Y1": 18, "2OE": 19, "VCC": 20},
        "sp3485": {"RO": 1, "RE": 2, "DE": 3, "DI": 4, "GND": 5, "A": 6, "B": 7, "VCC": 8},
        "ams1117": {"GND": 1, "VO": 2, "VI": 3},
    }  # fmt: skip
    for kind, pins in expected.items():
        assert {pin: int(number(kind, pin)) for pin in pins} == pins
    assert len(PICO_EDGE) == 40
