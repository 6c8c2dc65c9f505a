"""The wiring: complete and consistent for any table, and functional.

The chips' behaviour follows from the nets and their truth tables only: each address selects one
reader, each bit that the firmware shifts out is the reset of its reader, each MISO reaches the Pico
through its own gate.
"""

import importlib
import json
from collections import Counter

import pytest
from hw_random import breadboards, carriers
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tierce_plans import carrier, circuit, wiring
from tierce_plans.kinds import (
    GATES_244,
    KINDS,
    OUTPUTS_595,
    PICO_EDGE,
    READER_PINS,
    number,
)  # fmt: skip
from tierce_tools import paths
from tierce_tools.description import tables
from tierce_tools.trouble import Trouble

SHIPPED = tables.names()
MODULES = ("pico", "network8", "mfrc522", "pn5180", "leds")  # modules with pins that stay open
random = settings(
    max_examples=60, deadline=None, print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)  # fmt: skip
both = st.one_of(breadboards(), carriers())


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
        names = READER_PINS[self.parts[f"RD{k}"].kind]
        return self.net(f"RD{k}", names[line])

    def levels(self, driven):
        """Return the level of each net, 0 or 1, for the driven ones; the chips settle."""
        level = {"GND": 0, "3V3": 1, "3V3R": 1, "5V": 1, **driven}
        while True:
            before = len(level)
            for net, other in self.joined.items():
                if net in level:
                    level.setdefault(other, level[net])
            for ref in self.of("resistor"):
                value = self.parts[ref].value
                one, two = self.net(ref, "1"), self.net(ref, "2")
                if value in ("1k", "33", "220", "330"):  # in series with a signal, not a pull
                    for near, far in ((one, two), (two, one)):
                        if near in level:
                            level.setdefault(far, level[near])
            if len(level) == before:
                for ref in self.of("74hc138"):
                    self._decode(ref, level)
                for ref in self.of("74lvc244"):
                    for into, out in GATES_244:
                        if self.net(ref, into) in level and self.net(ref, out):
                            level.setdefault(self.net(ref, out), level[self.net(ref, into)])
            if len(level) == before:
                # Undriven nets follow their pull.
                for ref in self.of("resistor"):
                    if self.parts[ref].value == "10k":
                        one, two = self.net(ref, "1"), self.net(ref, "2")
                        level.setdefault(one, level[two])
                if len(level) == before:
                    return level

    def _decode(self, ref, level):
        inputs = [level.get(self.net(ref, pin)) for pin in ("A", "B", "C", "G2A", "G2B", "G1")]
        if None in inputs:
            return
        a, b, c, g2a, g2b, g1 = inputs
        for i in range(8):
            net = self.net(ref, f"Y{i}")
            if net:
                on = g1 and not g2a and not g2b and i == a + 2 * b + 4 * c
                level.setdefault(net, 0 if on else 1)


def gpio_net(nets, pin):
    return nets.net("U1", f"GP{pin}")


def check_whole(table):
    nets = Nets(table)
    seen = Counter()
    for name, pins in nets.nets.items():
        assert len(pins) > 1, f"{name} leads nowhere: {pins}"
        for pin in pins:
            seen[pin] += 1
            assert pin.pin in KINDS[nets.parts[pin.part].kind]
    assert not [pin for pin, count in seen.items() if count > 1]
    # Each pin of a chip is wired, except unused outputs.
    for ref, part in nets.parts.items():
        left = {pin for pin in KINDS[part.kind] if nets.net(ref, pin) is None}
        free = {"74hc138": "Y", "74hc595": "Q"}.get(part.kind)
        if free:
            left = {pin for pin in left if pin[0] != free}
        elif part.kind[:2] == "74":
            left = {pin for pin in left if "Y" not in pin}
        elif part.kind in MODULES or part.kind[:6] in ("header", "jumper"):
            continue
        assert not left, (ref, part.kind, left)
    supplies = {"5V", "3V3", "3V3R", "GND", "5V_IN", "VSYS"}
    for ref, part in nets.parts.items():
        pins = [nets.net(ref, pin) for pin in KINDS[part.kind]]
        if len(pins) == 2:
            assert pins[0] != pins[1], (ref, pins)  # nothing is short-circuited
        if part.kind[:2] == "74":
            assert nets.net(ref, "VCC") in supplies
            assert nets.net(ref, "GND") == "GND"
    return nets


def pins_of(thing):
    """Return all GPIOs in a config, with their uses."""
    found = {}
    rows = paths.board_module("app.schema").rows
    for name in ("spi", "leds", "buzzer", "scale"):
        for row in rows(name):
            if row[1] == "pin" and (thing.get(name) or {}).get(row[0]) is not None:
                found[f"{name}.{row[0]}"] = thing[name][row[0]]
    screen = thing.get("screen")
    for row in rows(screen["kind"]) if screen else ():
        if row[1] == "pin":
            found[f"screen.{row[0]}"] = screen[row[0]]
    return found


@random
@given(both)
def test_every_net_joins_pins_that_are_there_and_no_pin_is_in_two(table):
    nets = check_whole(table)
    zones = bool(table.zones)
    for where, pin in pins_of(table.config).items():
        if zones or where[:4] != "spi.":
            assert gpio_net(nets, pin), where
    for pin, does in circuit.buttons(table):
        net = gpio_net(nets, pin)
        net = nets.joined.get(net, net)
        keys = [ref for ref in nets.of("button") if nets.parts[ref].role == does]
        assert [nets.net(ref, "1") for ref in keys] == [net]
        assert nets.net(keys[0], "2") == "GND"


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_tables_are_whole(name):
    check_whole(tables.load(name, "en"))


@random
@given(both)
def test_each_reader_has_its_supply_and_its_bus(table):
    nets = Nets(table)
    for k, zone in circuit.readers(nets_wiring(table)).items():
        assert nets.reader(k, "GND") == "GND"
        assert nets.reader(k, "3V3") == ("3V3R" if table.build.on == "carrier" else "3V3")
        if zone["reader"] == "pn5180":
            assert nets.reader(k, "5V") == "5V"
        for line in ("sck", "mosi"):
            driven = {gpio_net(nets, table.config["spi"][line]): 1}
            assert nets.levels(driven).get(nets.reader(k, line.upper())) == 1
            driven = {gpio_net(nets, table.config["spi"][line]): 0}
            assert nets.levels(driven).get(nets.reader(k, line.upper())) == 0


def nets_wiring(table):
    return wiring.wiring(table)


@random
@given(both)
def test_selecting_a_reader_selects_it_alone_and_its_miso_is_heard(table):
    nets = Nets(table)
    readers = circuit.readers(nets_wiring(table))
    select = circuit.select_of(table)
    buffers = table.build.buffers or table.build.on == "carrier"
    for k, zone in [*readers.items(), (0, None)]:  # 0: none is selected
        if select["by"] == "hc138":
            cs = zone["cs"] if zone else 0
            driven = {gpio_net(nets, select["enable"]): 0 if zone else 1} if readers else {}
            for i, pin in enumerate(select["address"] if readers else ()):
                driven[gpio_net(nets, pin)] = cs >> i & 1
        else:
            driven = {gpio_net(nets, each["cs"]): int(j != k) for j, each in readers.items()}
        level = nets.levels(driven)
        low = [j for j in readers if level[nets.reader(j, "NSS")] == 0]
        assert low == ([k] if zone else []), (zone, driven)
        miso = gpio_net(nets, table.config["spi"]["miso"]) if readers else None
        if not buffers:
            assert {nets.reader(j, "MISO") for j in readers} <= {miso}
            continue
        heard = []
        for ref in [*nets.of("74hc125"), *nets.of("74lvc125")]:
            for gate in "1234":
                if level[nets.net(ref, f"{gate}OE")] == 0:
                    assert nets.net(ref, f"{gate}Y") == miso
                    heard.append(nets.net(ref, f"{gate}A"))
        assert heard == ([nets.reader(k, "MISO")] if zone else [])


@random
@given(both)
def test_no_reader_is_selected_while_the_pico_starts(table):
    """The pins are then inputs with weak pull-downs; without the 10k, several would answer."""
    nets = Nets(table)
    readers = circuit.readers(nets_wiring(table))
    if len(readers) < 2:
        return
    select = circuit.select_of(table)
    pulled = {
        nets.net(ref, f"{i}"): nets.net(ref, "1")
        for ref in nets.of("network8")
        for i in range(2, 10)
        if nets.parts[ref].role == "NSS"
    }
    if select["by"] == "pins":
        assert {pulled.get(nets.reader(k, "NSS")) for k in readers} == {"3V3"}
        return
    # Pulled lines keep their level; the address lines may have any.
    level = nets.levels({})
    enable = gpio_net(nets, select["enable"])
    assert level[enable] == 1 or level[f"{enable}_L"] == 1
    for cs in range(1 << len(select["address"])):
        driven = {gpio_net(nets, pin): cs >> i & 1 for i, pin in enumerate(select["address"])}
        level = nets.levels(driven)
        assert all(level[nets.reader(k, "NSS")] for k in readers)


@random
@given(both)
def test_the_bits_that_the_firmware_shifts_are_the_readers_resets(table):
    """drivers.lines.Resets runs unchanged; its bytes go through the chain as wired."""
    nets = Nets(table)
    readers = circuit.readers(nets_wiring(table))
    select = circuit.select_of(table)
    if not readers or select["by"] != "hc138" or select.get("latch") is None:
        return
    lines = importlib.import_module("drivers.lines")
    shifted = []

    class Spi:
        def write(self, data):
            shifted[:] = data

    most = max(zone["cs"] for zone in table.zones) + 1
    chain = lines.Resets(Spi(), lambda level: None, (most + 7) // 8 * 8)
    # The chain in the order of the data: the first chip's SER is the bus itself.
    level = nets.levels({gpio_net(nets, table.config["spi"]["mosi"]): 1})
    order = []
    at = next(ref for ref in nets.of("74hc595") if level.get(nets.net(ref, "SER")) == 1)
    while at:
        order.append(at)
        out = nets.net(at, "QH'")
        at = next((ref for ref in nets.of("74hc595") if out and nets.net(ref, "SER") == out), None)
    assert len(order) == len(nets.of("74hc595")) == len(shifted)
    clock = nets.levels({gpio_net(nets, table.config["spi"]["sck"]): 1})
    latch = nets.levels({gpio_net(nets, select["latch"]): 1})
    for ref in order:
        assert clock[nets.net(ref, "SRCLK")] == 1
        assert latch[nets.net(ref, "RCLK")] == 1
        assert nets.net(ref, "OE") == "GND"
        assert nets.net(ref, "SRCLR") in ("3V3", "3V3R")
    for k, zone in readers.items():
        for each in readers.values():
            chain.hold(each["cs"], each is not zone)
        # Bits pass through the chain, the highest of a byte first; this is the final register.
        stages = [(ref, pin) for ref in order for pin in OUTPUTS_595]
        register = [0] * len(stages)
        for byte in shifted:
            for bit in range(7, -1, -1):
                register = [byte >> bit & 1, *register[:-1]]
        runs = {
            nets.net(*stage) for stage, bit in zip(stages, register, strict=True) if bit
        } - {None}
        assert runs == {nets.reader(k, "RST")}


@random
@given(both)
def test_one_busy_reader_pulls_the_line_that_it_is_heard_on(table):
    nets = Nets(table)
    select = circuit.select_of(table)
    for k, zone in circuit.readers(nets_wiring(table)).items():
        for line in ("BUSY", "IRQ"):
            given = select if select["by"] == "hc138" else zone
            pin = given.get(line.lower())
            if line not in READER_PINS[zone["reader"]] or pin is None:
                continue
            here, there = nets.reader(k, line), gpio_net(nets, pin)
            there = nets.joined.get(there, there)
            if here == there:  # it is alone on it
                assert len([pin for pin in nets.nets[here] if pin.part[:2] == "RD"]) == 1
                continue
            through = [
                ref for ref in nets.of("bat85")
                if (nets.net(ref, "A"), nets.net(ref, "K")) == (here, there)
            ]  # fmt: skip
            assert len(through) == 1
            pulls = [ref for ref in nets.of("resistor") if nets.net(ref, "1") == there]
            assert [nets.net(ref, "2") for ref in pulls] == ["GND"]


@random
@given(breadboards())
def test_a_reader_without_a_reset_is_not_left_floating(table):
    nets = Nets(table)
    for k in circuit.readers(nets_wiring(table)):
        assert nets.reader(k, "RST")


@random
@given(both)
def test_the_supply_is_fused_or_it_is_usb(table):
    nets = Nets(table)
    usb = "F1" not in nets.parts
    assert usb == (table.build.supply_ma <= 500)
    assert nets.net("U1", "VBUS") in ("5V" if usb else None, None)
    if not usb:
        assert {nets.net("F1", "1"), nets.net("F1", "2")} == {"5V_IN", "5V"}
        assert (nets.net("D1", "K"), nets.net("D1", "A")) == ("5V", "GND")
        assert (nets.net("D2", "A"), nets.net("D2", "K")) == ("5V", "VSYS")
        assert nets.net("U1", "VSYS") == "VSYS"
    if table.config.get("leds"):
        gate = nets.of("74ahct125")
        assert bool(gate) != usb
        high = nets.levels({gpio_net(nets, table.config["leds"]["pin"]): 1})
        if usb:
            assert high[nets.net("LED1", "DIN")] == 1
            drop = next(ref for ref in nets.of("1n4001"))
            assert nets.net(drop, "A") == "5V"
            assert nets.net(drop, "K") == nets.net("LED1", "5V")
        else:
            assert nets.net(gate[0], "VCC") == "5V"
            assert high[nets.net(gate[0], "1A")] == 1
            ends = {nets.net(gate[0], "1Y"), nets.net("LED1", "DIN")}
            assert ends in [{nets.net(r, "1"), nets.net(r, "2")} for r in nets.of("resistor")]


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
    known = {ref: part.kind for ref, part in Nets(tables.load("club", "en")).parts.items()}
    for ref, part in nets.parts.items():
        if ref in known and part.ref[:2] not in ("RD", "SW"):
            assert part.kind == known[ref], ref


CHANGES = [
    (("spi", "sck", 6), "spi.sck", "carrier_pin", (6, 2)),
    (("leds", "pin", 8), "leds.pin", "carrier_pin", (8, 22)),
    (("screen", None, {"kind": "oled", "i2c": 0, "sda": 0, "scl": 1}), "screen.kind",
     "carrier_screen", ()),
    (("select", "enable", 0), "select.enable", "carrier_pin", (0, 9)),
    (("select", "latch", None), "select.latch", "carrier_needs", (14,)),
    (("select", "address", [6, 5, 7, 13]), "select.address[0]", "carrier_pin", (6, 5)),
    (("select", None, {"by": "pins"}), "select.by", "carrier_by", ()),
    (("buttons", None, [{"pin": 20, "does": "minus"}]), "buttons[0].pin", "carrier_pin", (20, 19)),
    (("buttons", None, [{"pin": 8, "seat": 5}]), "buttons[0].seat", "carrier_seat", (5,)),
    (("buzzer", "pin", 26), "buzzer.pin", "carrier_pin", (26, 27)),
    (("safe_pin", None, 5), "safe_pin", "carrier_safe", (5, sorted(carrier.BUTTONS.values()))),
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change[1])
def test_what_the_carrier_cannot_is_named(change):
    (name, key, value), *problem = change
    config = json.loads((paths.firmware() / "config.json").read_text("utf-8"))
    if key is None:
        config[name] = value
    else:
        config[name][key] = value
    whole = tables.from_config(config, "x") if name != "select" or key else None
    if whole is None:  # a zone by pins has other entries; only used ones matter here
        whole = tables.load("club", "en")
        whole = tables.Table("x", {**whole.config, "select": value}, whole.build)
    assert tuple(problem) in carrier.carrier_problems(whole)


def test_the_shipped_carriers_have_no_problems():
    config = json.loads((paths.firmware() / "config.json").read_text("utf-8"))
    for table in (tables.load("club", "en"), tables.from_config(config, "x")):
        assert carrier.carrier_problems(table) == []


def test_a_gpio_inside_the_pico_is_told():
    config = {"tierce": 1, "players": ["A"], "zones": [], "buzzer": {"pin": 25}}
    with pytest.raises(Trouble) as told:
        wiring.nets(tables.from_config(config, "x"))
    assert (told.value.key, told.value.details) == ("not_on_edge", (25,))


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
