"""Compares a KiCad netlist with a table's description, pin by pin, by running it.

The firmware's own Decoder and Resets drive the address lines and the shift chain; the check is the
signal at the readers' connectors. Written from hardware/guides/SCHEMATICS.md and data sheets, not
from the code that makes the circuit.
"""

import re

from hw_board import (
    ADC_VREF,
    EDGE,
    GATES125,
    GATES244,
    OE595,
    PICO_GROUNDS,
    RUN,
    SER,
    SRCLK,
    SRCLR,
    SUPPLY,
    V33_EN,
    V33_OUT,
    VBUS,
    VSYS,
    Y138,
    Board,
    Run,
    ohm,
)

from tierce_tools import paths

# The labels printed on the modules, in order; and the carrier's 2x6 connector.
PN5180 = "5V 3V3 RST NSS MOSI MISO SCK BUSY GND GPIO IRQ AUX REQ".split()
RC522 = "NSS SCK MOSI MISO IRQ GND RST 3V3".split()
PLUG = "5V 5V GND GND 3V3 RST SCK NSS MOSI BUSY MISO IRQ".split()
OLED = "GND VCC SCL SDA".split()
EPAPER = "VCC GND DIN CLK CS DC RST BUSY".split()
EPAPER_KEYS = {"DIN": "mosi", "CLK": "sck", "CS": "cs", "DC": "dc", "RST": "reset", "BUSY": "busy"}
KEYS = ("minus", "plus", "ok", "seat0", "seat1", "seat2", "seat3", "seat4")  # J35, pins 1 to 8
# GPIO -> jumper, and the pins joined by its cap for each use
JUMPERS = {
    0: ("JP1", {"seat0": (1, 2), "tx": (2, 3)}),
    1: ("JP2", {"seat1": (1, 2), "rx": (2, 3)}),
    8: ("JP3", {"seat2": (1, 2), "de": (2, 3)}),
    26: ("JP4", {"seat3": (1, 2), "data": (2, 3)}),
    28: ("JP5", {"seat4": (1, 2), "clock": (2, 3)}),
    27: ("JP6", {"a4": (1, 2), "buzzer": (3, 4), "irq": (5, 6)}),
}
PLUS, MINUS = 1, 2  # of a polarized capacitor
K, A = 1, 2  # of a diode


class Problem(Exception):
    """The netlist does not match the table."""


def need(right, *what):
    if not right:
        raise Problem(" ".join(map(str, what)))


def check(text, table):
    """Raise Problem or Fault if a netlist does not match the description."""
    Check(Board(text), table).all()


class Check:
    def __init__(self, board, table):
        self.board = board
        self.table = table
        self.config = table.config
        self.carrier = table.build.on == "carrier"
        self.usb = table.build.supply_ma <= 500
        self.select = table.config.get("select") or {"by": "pins"}
        self.readers = [self.reader(i, zone) for i, zone in enumerate(table.zones)]
        self.rails = {}

    def reader(self, i, zone):
        """Return a reader's lines, name -> pins; with the zone and its decoder output."""
        if self.carrier:
            ref, names = f"J{zone['cs'] + 1}", PLUG
        else:
            ref, names = f"RD{i + 1}", PN5180 if zone["reader"] == "pn5180" else RC522
        need(ref in self.board.parts, ref, "is missing")
        need(zone["zone"] in self.board.parts[ref].value.split(), ref, "isn't", zone["zone"])
        lines = {}
        for number, name in enumerate(names, 1):
            lines.setdefault(name, []).append((ref, number))
        return zone, lines

    def all(self):
        self.power()
        self.chips()
        self.capacitors()
        self.modules()
        if self.readers:
            self.radio()
        self.people()
        if self.carrier:
            self.line()
        self.points()

    # --- supplies

    def rail(self, ref, pin):
        return self.board.net(ref, pin)

    def on(self, rail, ref, pin):
        """Require a pin on a rail."""
        there = self.board.net(ref, pin)
        need(there is not None and there == rail, f"{ref}.{pin}", "isn't on its rail")

    def power(self):
        board = self.board
        need(board.parts["U1"].symbol == "Pico", "no Pico")
        self.gnd = self.rail("U1", 3)
        for pin in PICO_GROUNDS:
            self.on(self.gnd, "U1", pin)
        self.v33 = self.v33r = self.rail("U1", V33_OUT)
        for pin in (RUN, ADC_VREF, V33_EN):
            need(board.net("U1", pin) is None, f"U1.{pin} is wired")
        if self.usb and not self.carrier:
            self.v5 = self.rail("U1", VBUS)
            need(board.net("U1", VSYS) is None, "VSYS is wired")
        else:
            self.supplied()
        regulators = board.of("AMS1117-3.3")
        need(len(regulators) == (1 if self.carrier and self.readers else 0), "regulators")
        for part in regulators:
            self.on(self.gnd, part.ref, 1)
            self.on(self.v5, part.ref, 3)
            self.v33r = self.rail(part.ref, 2)
        rails = [self.gnd, self.v5, self.v33]
        if regulators:
            rails.append(self.v33r)
        if self.carrier or not self.usb:
            rails += [self.vsys, self.raw]
        rails = [net for net in rails if net is not None]  # an unused rail is missing
        need(len(set(rails)) == len(rails) and self.gnd in rails, "rails are joined")
        self.rails = {net: int(net != self.gnd) for net in rails}

    def supplied(self):
        """The path of the 5 V: terminal, fuse, clamp, and the diode to VSYS."""
        board = self.board
        need(board.net("U1", VBUS) is None, "VBUS is wired")
        terminal = "J31" if self.carrier else "J1"
        self.raw = self.rail(terminal, 1)
        self.on(self.gnd, terminal, 2)
        need(self.raw is not None and sorted(board.nets[self.raw]) == sorted([(terminal, 1), *[
            (ref, pin) for ref, pin in board.nets[self.raw] if ref == "F1"]]), "before the fuse")
        need(len(board.nets[self.raw]) == 2, "the fuse isn't the only way in")
        fuse = board.between(board.parts["F1"])
        self.v5 = fuse[1] if fuse[0] == self.raw else fuse[0]
        need(self.raw in fuse and self.v5 != self.raw, "no fuse in the 5 V")
        clamps = board.of("D_Zener")
        need([part.value for part in clamps] == ["SMBJ5.0A"], "no clamp")
        self.on(self.v5, clamps[0].ref, K)
        self.on(self.gnd, clamps[0].ref, A)
        self.vsys = self.rail("U1", VSYS)
        diodes = board.of("1N5819")
        need(len(diodes) == 1, "no diode to VSYS")
        self.on(self.vsys, diodes[0].ref, K)
        self.on(self.v5, diodes[0].ref, A)

    def chips(self):
        """Supply pins and unused gates of each chip."""
        for part in self.board.of(*SUPPLY):
            vcc, gnd = SUPPLY[part.symbol]
            rail = self.rail_of(part)
            self.on(rail, part.ref, vcc)
            self.on(self.gnd, part.ref, gnd)
            gates = {"74LS125": GATES125, "74LVC125": GATES125, "74HC244": GATES244}
            for enable, into, out in gates.get(part.symbol, ()):
                need(self.board.net(part.ref, into) is not None, f"{part.ref}.{into} floats")
                if self.board.net(part.ref, out) is None:
                    self.on(self.gnd, part.ref, into)
                    if part.symbol != "74HC244":
                        self.on(rail, part.ref, enable)
            if part.symbol == "74HC244":
                self.on(self.gnd, part.ref, 1)
                self.on(self.gnd, part.ref, 19)
            if part.symbol == "74HC595":
                self.on(rail, part.ref, SRCLR)
                self.on(self.gnd, part.ref, OE595)

    def rail_of(self, part):
        if part.value == "74AHCT125":
            return self.v5
        return self.v33 if part.symbol == "SP3485EN" else self.v33r

    def capacitors(self):
        """Each capacitor from a rail to GND: 100 nF for each chip, and the large ones."""
        count = {}
        for part in self.board.of("C", "C_Polarized"):
            plus, minus = self.board.between(part)
            if part.symbol == "C" and plus == self.gnd:
                plus, minus = minus, plus
            right = plus in self.rails and plus != self.gnd and minus == self.gnd
            need(right, part.ref, "polarity")
            value = part.value.split()[0]
            count[value, plus] = count.get((value, plus), 0) + 1
        for part in self.board.of(*SUPPLY):
            key = "100n", self.rail_of(part)
            count[key] = count.get(key, 0) - 1
        need(not [key for key, left in count.items() if key[0] == "100n" and left], "decoupling")
        bulk = 0 if self.usb and not self.carrier else 1
        if self.config.get("leds") and bulk:
            bulk += 1
        need(count.get(("1000u", self.v5), 0) == bulk, "bulk capacitors")
        if self.v33r != self.v33:
            both = count.get(("22u", self.v5)), count.get(("22u", self.v33r))
            need(both == (1, 1), "capacitors of the AMS1117")
            segments = {zone["cs"] // 4 for zone, _ in self.readers}
            need(count.get(("100u", self.v5)) == len(segments), "bulk of the segments")
        known = {"100n", "1000u", "22u", "100u"}
        need({value for value, _ in count} <= known, "an unknown capacitor")

    def modules(self):
        """Supplies of the readers; unused pins of a module stay open."""
        for _, lines in self.readers:
            rails = {"5V": self.v5, "3V3": self.v33r, "GND": self.gnd}
            for name, pins in lines.items():
                for ref, pin in pins:
                    if name in rails:
                        self.on(rails[name], ref, pin)
                    elif name in ("GPIO", "AUX", "REQ"):
                        need(self.board.net(ref, pin) is None, f"{ref} {name} is wired")
        for part in self.board.of("Conn_02x06_Odd_Even", "PN5180", "RC522"):
            refs = {pins[0][0] for _, lines in self.readers for pins in lines.values()}
            need(part.ref in refs, part.ref, "is no reader")

    # --- the signals at the readers

    def closed(self, uses):
        """Return the pins joined by jumper caps. `uses`: names of JUMPERS."""
        return [
            ((ref, one), (ref, other))
            for ref, caps in JUMPERS.values()
            for use, (one, other) in caps.items()
            if self.carrier and use in uses
        ]

    def set_up(self):
        """Return the uses of the carrier's jumpers that the description requires."""
        uses = {
            f"seat{each['seat']}" for each in self.config.get("buttons") or () if "seat" in each
        }
        if self.config.get("scale"):
            uses |= {"data", "clock"}
        if self.config.get("buzzer"):
            uses.add("buzzer")
        if len(self.select.get("address", ())) > 4:
            uses.add("a4")
        if self.select.get("irq") is not None:
            uses.add("irq")
        return uses

    def run(self):
        return Run(self.board, self.rails, self.closed(self.set_up()))

    def low(self, run, line):
        """Return the zones whose `line` is low."""
        found = []
        for zone, lines in self.readers:
            level = run.at(*lines[line][0])
            need(level is not None, f"{line} of {zone['zone']} floats")
            if level == 0:
                found.append(zone["zone"])
        return found

    def radio(self):
        run = self.run()
        if self.select["by"] == "hc138" or len(self.readers) > 1:
            need(self.low(run, "NSS") == [], "selected while the Pico boots")
        select = self.selecting(run)
        names = [zone["zone"] for zone, _ in self.readers]
        for name in names:
            select(None)
            need(self.low(run, "NSS") == [], "selected when none should be")
            select(name)
            need(self.low(run, "NSS") == [name], "not only", name, "is selected")
        self.bus(run, select)
        select(None)
        for line in ("BUSY", "IRQ"):
            self.heard(run, line)
        self.resets(run)

    def pin(self, run, gpio):
        """Return a pin as the firmware's drivers use it."""
        def put(level):
            run.put("U1", EDGE[gpio], level)

        return put

    def selecting(self, run):
        """Return a function that selects a zone by name, or none."""
        zones = {zone["zone"]: zone for zone, _ in self.readers}
        lines = paths.board_module("drivers.lines")
        if self.select["by"] == "pins":
            ways = {
                name: lines.PinLines(self.pin(run, zone["cs"])) for name, zone in zones.items()
            }
        else:
            address = [self.pin(run, gpio) for gpio in self.select["address"]]
            decoder = lines.Decoder(address, self.pin(run, self.select["enable"]))
            ways = {
                name: lines.DecodedLines(decoder, zone["cs"], None) for name, zone in zones.items()
            }
            # Every address, and with EN high none is selected.
            for number in range(1 << len(address)):
                decoder.enable(1)
                decoder.select(number)
                there = [name for name, zone in zones.items() if zone["cs"] == number]
                need(self.low(run, "NSS") == there, "address", number)
                decoder.enable(1)
                need(self.low(run, "NSS") == [], "EN high, address", number)
        before = []

        def select(name):
            for way in before:
                way.release()
            before.clear()
            if name is not None:
                ways[name].select()
                before.append(ways[name])

        return select

    def driver(self, gpio, ref, pin):
        """Return the 74LVC244 gate from a GPIO to the net of a pin: its chip and output."""
        for part in self.board.of("74HC244"):
            for _, into, out in GATES244:
                there = self.board.net(ref, pin)
                if self.board.net(part.ref, out) == there is not None:
                    same = self.board.net(part.ref, into) == self.board.net("U1", EDGE[gpio])
                    need(same, f"{part.ref}.{into}", "isn't on the Pico's line")
                    return part.ref, out
        raise Problem(f"no driver at {ref}.{pin}")

    def segments(self):
        """SCK and MOSI of four readers: their own gate, 33 ohm, and nothing else."""
        for line in ("SCK", "MOSI"):
            gpio = self.config["spi"][line.lower()]
            groups = {}
            for zone, lines in self.readers:
                groups.setdefault(zone["cs"] // 4, []).append(lines[line][0])
            for segment, pins in groups.items():
                net = self.board.net(*pins[0])
                series = [
                    part for part in self.board.of("R")
                    if part.value == "33" and net in self.board.between(part)
                ]  # fmt: skip
                need(len(series) == 1, "33 ohm of", line, segment)
                near = 2 if self.board.net(series[0].ref, 1) == net else 1
                self.alone(*pins, (series[0].ref, 3 - near))
                out = self.driver(gpio, series[0].ref, near)
                self.alone((series[0].ref, near), out)
            chain = self.chain() if line == "SCK" else self.chain()[:1]
            pins = [(part.ref, SRCLK if line == "SCK" else SER) for part in chain]
            self.alone(*pins, self.driver(gpio, *pins[0]))
            ins = [
                (part.ref, into)
                for part in self.board.of("74HC244")
                for _, into, _ in GATES244
                if self.board.net(part.ref, into) != self.gnd
            ]
            here = [pin for pin in ins if self.board.net(*pin) == self.board.net("U1", EDGE[gpio])]
            points = [(p.ref, 1) for p in self.board.of("TestPoint") if p.value == line]
            self.alone(("U1", EDGE[gpio]), *here, *points)

    def chain(self):
        """Return the 74HC595 in the order of their names, which is that of the chain."""
        return sorted(self.board.of("74HC595"), key=lambda part: int(part.ref[1:]))

    def pull(self, run, level, value, *pins):
        """Require pins to be pulled to a level, by `value` ohm."""
        for pin in pins:
            need(run.pulled(*pin) == {(level, value)}, pin, "is pulled", run.pulled(*pin))

    def pulls(self, run):
        """Resistors that hold lines at a level while nothing drives them."""
        spi = self.config["spi"]
        if self.select["by"] == "hc138":
            self.address(run)
            self.pull(run, 1, 10000, ("U1", EDGE[self.select["enable"]]))
        elif len(self.readers) > 1:
            self.pull(run, 1, 10000, *(lines["NSS"][0] for _, lines in self.readers))
        if self.carrier:
            stage = self.stage()
            self.pull(run, 0, 10000, (stage, 1), (stage, 2))
        if self.carrier or self.table.build.buffers:
            self.pull(run, 0, 10000, ("U1", EDGE[spi["miso"]]))
            self.pull(run, 0, 100000, *(lines["MISO"][0] for _, lines in self.readers))

    def guards(self):
        """1 kohm between the Pico and logic that may be unpowered."""
        stage = self.stage()
        ends = {EDGE[gpio]: None for gpio in (5, 6, 7, 14)}  # far ends checked elsewhere
        ends |= {EDGE[13]: (stage, 1), EDGE[9]: (stage, 4)}
        places = {("U1", pin): far for pin, far in ends.items()} | {("JP6", 2): (stage, 2)}
        for place, far in places.items():
            net = self.board.net(*place)
            series = [
                part for part in self.board.of("R")
                if part.value == "1k" and net in self.board.between(part)
            ]  # fmt: skip
            need(len(series) == 1, "1k at", place)
            near = 1 if self.board.net(series[0].ref, 1) == net else 2
            self.alone(place, (series[0].ref, near))
            there = self.board.net(series[0].ref, 3 - near)
            need(far is None or self.board.net(*far) == there, "behind the 1k of", place)
        need(len([part for part in self.board.of("R") if part.value == "1k"]) == 7, "1k")

    def address(self, run):
        """A0 to A2 at A, B, C of the decoders; of five lines, A3 and A4 at the stage's A and B."""
        gpios = [("U1", EDGE[gpio]) for gpio in self.select["address"]]
        stage = self.stage() if self.carrier or len(gpios) > 4 else None
        for part in self.board.of("74LS138"):
            enables = {self.board.net(part.ref, 4), self.board.net(part.ref, 5)}
            if part.ref == stage:
                self.on(self.gnd, stage, 3)
                need(len(enables) == 1, "EN isn't at both enables of the stage")
            elif stage:
                need(self.gnd in enables, f"{part.ref}.5", "isn't on GND")
            for pin, gpio in enumerate(gpios[3:] if part.ref == stage else gpios[:3], 1):
                need(run.same((part.ref, pin), gpio), f"{part.ref}.{pin}", "isn't on its address")

    def stage(self):
        """Return the 74HC138 whose outputs enable the others."""
        decoders = self.board.of("74LS138")
        for part in decoders:
            nets = [self.board.net(part.ref, pin) for pin in Y138]
            for other in decoders:
                if other is not part and {self.board.net(other.ref, p) for p in (4, 5)} & set(nets):
                    return part.ref
        raise Problem("no stage")

    def bus(self, run, select):
        """SCK and MOSI from the Pico to each reader; MISO of the selected reader back to it."""
        spi = self.config["spi"]
        if self.carrier:
            self.segments()
            self.guards()
        self.pulls(run)
        for line in ("sck", "mosi"):
            run.put("U1", EDGE[spi["sck"]], 0)
            run.put("U1", EDGE[spi["mosi"]], 0)
            for level in (1, 0):
                run.put("U1", EDGE[spi[line]], level)
                for zone, lines in self.readers:
                    for name in ("SCK", "MOSI"):
                        wanted = level if name == line.upper() else 0
                        got = run.at(*lines[name][0])
                        need(got == wanted, name, "of", zone["zone"], "is", got)
        miso = "U1", EDGE[spi["miso"]]
        buffered = self.carrier or self.table.build.buffers
        for zone, _ in self.readers:
            select(zone["zone"])
            for level in (1, 0):
                for other, their in self.readers:
                    if buffered or other is zone:
                        run.put(*their["MISO"][0], level if other is zone else 1 - level)
                need(run.at(*miso) == level, "MISO of", zone["zone"])
                need(len(run.driven(*miso)) == 1, "MISO is driven by several")
            for _, their in self.readers:
                run.put(*their["MISO"][0], None)
            if buffered:
                select(None)
                need(not run.driven(*miso), "MISO without a reader")

    def heard(self, run, line):
        """BUSY or IRQ of each reader alone, at the GPIO in the description."""
        gpios = {}
        for zone, lines in self.readers:
            by = self.select if self.select["by"] == "hc138" else zone
            if self.carrier and line == "IRQ" and by.get("irq") is None:
                gpio = 27  # the board has it in any case
                if not gpios:
                    uses = self.set_up() - {"a4", "buzzer"} | {"irq"}
                    run = Run(self.board, self.rails, self.closed(uses))
            elif line in lines and by.get(line.lower()) is not None:
                gpio = by[line.lower()]
            else:
                need(
                    line not in lines or self.board.net(*lines[line][0]) is None,
                    line, "of", zone["zone"], "is wired",
                )  # fmt: skip
                continue
            gpios.setdefault(gpio, []).append((zone["zone"], lines[line][0]))
        for gpio, pins in gpios.items():
            there = "U1", EDGE[gpio]
            if len(pins) > 1 or self.carrier:
                self.pull(run, 0, 10000, there)
                need(run.at(*there) == 0, line, "isn't low")
            for _, pin in pins:
                run.put(*pin, 0)
            for name, pin in pins:
                run.put(*pin, 1)
                need(run.at(*there) == 1, line, "of", name, "isn't heard")
                for other, their in gpios.items():
                    if other != gpio:
                        for _, each in their:
                            run.put(*each, 0)
                        need(run.at("U1", EDGE[other]) == 0, line, "of", name, "is heard elsewhere")
                run.put(*pin, 0)
                need(run.at(*there) == 0, line, "stays high after", name)

    def resets(self, run):
        """RST of each reader alone, by the firmware's own bytes or its own pin."""
        zones = [zone for zone, _ in self.readers]
        if self.select["by"] == "pins" or self.select.get("latch") is None:
            for zone, lines in self.readers:
                if zone.get("reset") is None:
                    self.on(self.v33, *lines["RST"][0])
                    continue
                for other in zones:
                    if other.get("reset") is not None:
                        run.put("U1", EDGE[other["reset"]], 1)
                need(self.low(run, "RST") == [], "held in reset")
                run.put("U1", EDGE[zone["reset"]], 0)
                need(self.low(run, "RST") == [zone["zone"]], "not only", zone["zone"], "is reset")
            return
        spi = self.config["spi"]
        clock, data = EDGE[spi["sck"]], EDGE[spi["mosi"]]

        class Spi:
            def write(self, octets):
                for octet in octets:
                    for bit in range(7, -1, -1):
                        run.put("U1", data, octet >> bit & 1)
                        run.put("U1", clock, 1)
                        run.put("U1", clock, 0)

        run.put("U1", clock, 0)
        most = max(zone["cs"] for zone in zones) + 1
        latch = self.pin(run, self.select["latch"])
        chain = paths.board_module("drivers.lines").Resets(Spi(), latch, (most + 7) // 8 * 8)
        names = [zone["zone"] for zone in zones]
        need(self.low(run, "RST") == names, "not all are held in reset at first")
        for zone in zones:
            chain.hold(zone["cs"], False)
            still = [name for name in names if name != zone["zone"]]
            need(self.low(run, "RST") == still, "not only", zone["zone"], "runs")
            chain.hold(zone["cs"], True)

    # --- the parts for people

    def alone(self, *pins):
        """Require these pins to be alone on their net."""
        net = self.board.net(*pins[0])
        there = [] if net is None else sorted(self.board.nets[net])
        need(there == sorted(pins), "stray wires at", pins)

    def people(self):
        run = self.run()
        self.leds(run)
        self.screen()
        self.buttons(run)
        buzzer, scale = self.config.get("buzzer"), self.config.get("scale")
        if self.carrier:
            self.on(self.gnd, "J36", 2)
            self.joined_by("R", "220", ("JP6", 4), ("J36", 1))
            for number, rail in ((1, self.v33), (2, self.gnd)):
                self.on(rail, "J34", number)
            self.alone(("J34", 3), ("JP4", 3))
            self.alone(("J34", 4), ("JP5", 3))
            if buzzer:
                need(run.same(("J36", 1), ("U1", EDGE[buzzer["pin"]])), "buzzer")
            if scale:
                need(run.same(("J34", 3), ("U1", EDGE[scale["data"]])), "scale")
                need(run.same(("J34", 4), ("U1", EDGE[scale["clock"]])), "scale")
            return
        if buzzer:
            self.joined_by("R", "220", ("U1", EDGE[buzzer["pin"]]), ("BZ1", 2))
            self.on(self.gnd, "BZ1", 1)
        if scale:
            self.on(self.v33, "HX1", 1)
            self.on(self.gnd, "HX1", 4)
            self.alone(("HX1", 2), ("U1", EDGE[scale["clock"]]))
            self.alone(("HX1", 3), ("U1", EDGE[scale["data"]]))
            for pin in range(1, 5):
                self.alone(("LC1", pin), ("HX1", pin + 4))

    def joined_by(self, symbol, value, one, other):
        """Require a two-pin part between two pins, and nothing else there."""
        for part in self.board.of(symbol):
            if part.value == value and set(self.board.between(part)) == {
                self.board.net(*one), self.board.net(*other)
            }:  # fmt: skip
                first = 1 if self.board.net(part.ref, 1) == self.board.net(*one) else 2
                self.alone(one, (part.ref, first))
                self.alone(other, (part.ref, 3 - first))
                return
        raise Problem(f"no {value} between {one} and {other}")

    def leds(self, run):
        leds = self.config.get("leds")
        if not leds:
            return
        gpio = "U1", EDGE[leds["pin"]]
        ref = "J33" if self.carrier else "LED1"
        need(ref in self.board.parts, "no LEDs")
        self.on(self.gnd, ref, 3)
        if self.usb and not self.carrier:
            diode = self.board.of("1N4001")
            need(len(diode) == 1, "no diode for the LEDs")
            self.on(self.v5, diode[0].ref, A)
            self.alone((diode[0].ref, K), (ref, 1))
            self.joined_by("R", "330", gpio, (ref, 2))
            return
        self.on(self.v5, ref, 1)
        gates = [part for part in self.board.of("74LS125") if part.value == "74AHCT125"]
        need(len(gates) == 1, "no level shifter")
        used = [gate for gate in GATES125 if self.board.net(gates[0].ref, gate[2]) is not None]
        need(len(used) == 1, "gates of the level shifter")
        enable, into, out = used[0]
        self.on(self.gnd, gates[0].ref, enable)
        self.alone(gpio, (gates[0].ref, into))
        self.joined_by("R", "330", (gates[0].ref, out), (ref, 2))
        for level in (1, 0):
            run.put(*gpio, level)
            need(run.at(ref, 2) == level, "LED data")

    def screen(self):
        screen = self.config.get("screen")
        if not screen:
            need(not {"DS1", "J32"} & set(self.board.parts), "a screen that isn't there")
            return
        ref = "J32" if self.carrier else "DS1"
        names = EPAPER if screen["kind"] == "epaper" else OLED
        for pin, name in enumerate(names, 1):
            if name == "VCC":
                self.on(self.v33, ref, pin)
            elif name == "GND":
                self.on(self.gnd, ref, pin)
            else:
                key = EPAPER_KEYS.get(name, name.lower())
                self.alone((ref, pin), ("U1", EDGE[screen[key]]))

    def buttons(self, run):
        """Pressing a button pulls its GPIO down and no other; the Pico pulls them up."""
        wanted = {
            each.get("does") or f"seat{each['seat']}": each["pin"]
            for each in self.config.get("buttons") or ()
        }
        safe = self.config.get("safe_pin")
        if not self.carrier:
            if safe is not None and safe not in wanted.values():
                wanted["safe"] = safe
            found = {part.value: part.ref for part in self.board.of("SW_Push")}
            need(set(found) == set(wanted), "buttons", sorted(found))
            for name, gpio in wanted.items():
                self.on(self.gnd, found[name], 2)
                self.alone((found[name], 1), ("U1", EDGE[gpio]))
            return
        self.on(self.gnd, "J35", 9)
        self.on(self.gnd, "J35", 10)
        for pin, name in enumerate(KEYS, 1):
            if name in wanted:
                need(run.same(("J35", pin), ("U1", EDGE[wanted[name]])), "button", name)
        for pin, gpio in ((1, 19), (2, 20), (3, 21)):
            self.alone(("J35", pin), ("U1", EDGE[gpio]))
        for pin, gpio in ((4, 0), (5, 1), (6, 8), (7, 26), (8, 28)):
            self.alone(("J35", pin), (JUMPERS[gpio][0], 1))
            self.alone((JUMPERS[gpio][0], 2), ("U1", EDGE[gpio]))
        row = [("JP6", pin) for pin in (1, 3, 5)]
        self.alone(*row, ("U1", EDGE[27]))

    def line(self):
        """RS-485, with and without its jumpers."""
        chip = self.board.of("SP3485EN")
        need(len(chip) == 1, "no SP3485")
        ref = chip[0].ref
        run = self.run()
        need(run.at(ref, 4) == 1 and run.at(ref, 2) == run.at(ref, 3) == 0, "RS-485 without a Pico")
        self.pull(run, 1, 10000, (ref, 4))
        self.pull(run, 0, 10000, (ref, 2))
        uses = (self.set_up() - {"seat0", "seat1", "seat2"}) | {"tx", "rx", "de"}
        run = Run(self.board, self.rails, self.closed(uses))
        for level in (1, 0):
            run.put("U1", EDGE[0], level)
            need(run.at(ref, 4) == level, "RS-485 DI")
            run.put("U1", EDGE[8], level)
            need(run.at(ref, 2) == run.at(ref, 3) == level, "RS-485 DE")
        need(run.same((ref, 1), ("U1", EDGE[1])), "RS-485 RO")
        self.on(self.gnd, "J37", 3)
        for plug, pin in ((1, 6), (2, 7)):
            need(self.board.net("J37", plug) == self.board.net(ref, pin) is not None, "RS-485 A, B")
        a, b = self.board.net(ref, 6), self.board.net(ref, 7)
        end = self.board.net("JP7", 2)
        found = sorted(
            (ohm(part.value), sorted(map(str, self.board.between(part))))
            for part in self.board.of("R")
            if {a, b, end} & set(self.board.between(part))
        )
        wanted = [(120, (end, b)), (390, (a, self.v33)), (390, (b, self.gnd))]
        need(
            found == sorted((value, sorted(map(str, nets))) for value, nets in wanted)
            and self.board.net("JP7", 1) == a,
            "termination and bias", found,
        )  # fmt: skip
        need(len(self.board.nets[end]) == 2, "termination")
        need({len(self.board.nets[a]), len(self.board.nets[b])} == {4}, "stray wires at A and B")

    def points(self):
        """Test points are in place, and every pin of a chip is accounted for."""
        at = {"5V": self.v5, "3V3": self.v33, "3V3R": self.v33r, "GND": self.gnd}
        gpios = {}
        if self.readers:
            spi = self.config["spi"]
            gpios = {"SCK": spi["sck"], "MOSI": spi["mosi"], "MISO": spi["miso"]}
            if self.carrier:
                gpios |= {"BUSY": 12, "EN": 9, "LATCH": 14}
        run = self.run()
        for part in self.board.of("TestPoint"):
            net = self.board.net(part.ref, 1)
            if part.value in at:
                need(net == at[part.value], part.ref, part.value)
            else:
                gpio = ("U1", EDGE[gpios[part.value]])
                need(run.same((part.ref, 1), gpio), part.ref, part.value)
                # EN and LATCH behind their resistors, at the chips
                if part.value in ("EN", "LATCH"):
                    need(net != self.board.net(*gpio), part.ref, part.value)


# Equivalent pins of a symbol -> the first of them.
EQUAL_PINS = {
    "R": {2: 1},
    "C": {2: 1},
    "Fuse": {2: 1},
    "74LS138": {5: 4},  # two active-low enables
}
# Parts that are interchangeable if their values are equal.
LOOSE = ("R", "C", "C_Polarized", "BAT85")
GATES = {"74LVC125": GATES125, "74LS125": GATES125, "74HC244": GATES244}


def shape(board):
    """Return the connections of a netlist, without names of nets and without equivalent choices.

    Swaps without effect are only these: the pins of EQUAL_PINS, equal LOOSE parts (a resistor
    network counts as eight), and gates of equal chips. Nets and parts are coloured repeatedly by
    their neighbours (Weisfeiler and Leman).
    """
    joins = []  # part, its pin's label, net
    colours = {}
    for part in board.of(*GATES):
        for number, gate in enumerate(GATES[part.symbol]):
            element = (part.ref, number)
            colours[element] = ("gate", part.symbol, part.value)
            nets = [board.net(part.ref, pin) for pin in gate]
            joins += [(element, pin, net) for pin, net in enumerate(nets) if net is not None]
    for (ref, pin), net in board.net_of.items():
        part = board.parts[ref]
        if part.symbol == "R_Network08":
            if pin > 1:
                element = (ref, pin)
                colours[element] = ("element", part.value)
                joins += [(element, 1, board.net(ref, 1)), (element, 1, net)]
            continue
        if part.symbol in GATES and pin not in SUPPLY[part.symbol]:
            continue
        name = "" if part.symbol in LOOSE else ref
        colours[ref] = (part.symbol, part.value, name)
        joins.append((ref, EQUAL_PINS.get(part.symbol, {}).get(pin, pin), net))
    nets = {net: 0 for _, _, net in joins}
    for _ in range(5):
        about = {}
        for who, pin, net in joins:
            about.setdefault(("part", who), []).append((pin, nets[net]))
            about.setdefault(("net", net), []).append((pin, hash(colours[who])))
        colours = {
            who: hash((colour, tuple(sorted(about["part", who]))))
            for who, colour in colours.items()
        }
        nets = {
            net: hash((colour, tuple(sorted(about["net", net])))) for net, colour in nets.items()
        }
    return sorted(colours.values()), sorted(nets.values())


def swapped(text, one, other):
    """Return a netlist's text with two nodes (ref, pin) of its nets exchanged."""
    def node(ref, pin):
        return rf'(\(ref "{re.escape(ref)}"\)\s*\(pin "{pin}"\))'

    first, second = re.search(node(*one), text), re.search(node(*other), text)
    if first.start() > second.start():
        first, second = second, first
    return (
        text[: first.start()] + second[0] + text[first.end() : second.start()] + first[0]
        + text[second.end() :]
    )  # fmt: skip
