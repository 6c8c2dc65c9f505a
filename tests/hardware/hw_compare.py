"""Compares a KiCad netlist with a table's description by running it as a powered board.

What feeds each part is in a table; then each line is toggled at one of its ends, and only its other
ends may follow. The firmware's own Decoder and Resets drive the address lines and the shift chain.
Written from hardware/guides/SCHEMATICS.md and data sheets, not from the code that makes a circuit.
"""

from collections import Counter

from hw_board import ADC_VREF, EDGE, PICO_GROUNDS, RUN, SUPPLY, V33_EN, V33_OUT, VBUS, VSYS, Run

from tierce_tools.base import paths

# The labels printed on the modules, in order; and the carrier's 2x6 connector.
PN5180 = "5V 3V3 RST NSS MOSI MISO SCK BUSY GND GPIO IRQ AUX REQ".split()
RC522 = "NSS SCK MOSI MISO IRQ GND RST 3V3".split()
PLUG = "5V 5V GND GND 3V3 RST SCK NSS MOSI BUSY MISO IRQ".split()
OLED = "GND VCC SCL SDA".split()
EPAPER = "VCC GND DIN CLK CS DC RST BUSY".split()
EPAPER_KEYS = {"DIN": "mosi", "CLK": "sck", "CS": "cs", "DC": "dc", "RST": "reset", "BUSY": "busy"}
SEATS = (0, 1, 8, 26, 28)  # the GPIOs of the seats' buttons on the carrier
KEYS = ("minus", "plus", "ok", "seat0", "seat1", "seat2", "seat3", "seat4")  # J35, pins 1 to 8
# Jumpers: the pins joined by the cap for each use.
JUMPERS = {
    "JP1": {"seat0": (1, 2), "tx": (2, 3)}, "JP2": {"seat1": (1, 2), "rx": (2, 3)},
    "JP3": {"seat2": (1, 2), "de": (2, 3)}, "JP4": {"seat3": (1, 2), "data": (2, 3)},
    "JP5": {"seat4": (1, 2), "clock": (2, 3)},
    "JP6": {"a4": (1, 2), "buzzer": (3, 4), "irq": (5, 6)},
}  # fmt: skip
# What feeds a part, by its name or else its symbol; "L" is the logic's 3.3 V, at readers too.
FEEDS = {
    "U1": dict.fromkeys(PICO_GROUNDS, "GND"),
    **{symbol: {vcc: "L", gnd: "GND"} for symbol, (vcc, gnd) in SUPPLY.items()},
    "SP3485EN": {8: "3V3", 5: "GND"}, "74AHCT125": {14: "5V", 7: "GND"},
    "AMS1117-3.3": {1: "GND", 2: "L", 3: "5V"}, "D_Zener": {1: "5V", 2: "GND"},
    "1N5819": {1: "VSYS", 2: "5V"}, "1N4001": {2: "5V"},
    "Screw_Terminal_01x02": {1: "RAW", 2: "GND"}, "J32": {1: "3V3", 2: "GND"},
    "J33": {1: "5V", 3: "GND"}, "J34": {1: "3V3", 2: "GND"}, "J35": {9: "GND", 10: "GND"},
    "J36": {2: "GND"}, "J37": {3: "GND"}, "LEDS": {3: "GND"}, "HX711": {1: "3V3", 4: "GND"},
    "Buzzer": {1: "GND"}, "OLED": {1: "GND", 2: "3V3"}, "EPAPER": {1: "3V3", 2: "GND"},
    "SW_Push": {2: "GND"},
}  # fmt: skip
OPEN = {"U1": (RUN, ADC_VREF, V33_EN)}
for _symbol, _names in (("PN5180", PN5180), ("RC522", RC522), ("Conn_02x06_Odd_Even", PLUG)):
    FEEDS[_symbol] = {
        pin: "L" if name == "3V3" else name for pin, name in enumerate(_names, 1) if name in ("5V", "3V3", "GND")
    }
    OPEN[_symbol] = [pin for pin, name in enumerate(_names, 1) if name in ("GPIO", "AUX", "REQ")]

OTHERS = ({"irq", "data", "clock", "seat0", "seat1", "seat2"}, {"buzzer", "seat3", "seat4"})
# Where lines end: at the Pico, at modules, at plugs.
PLUGS = ("J32", "J33", "J34", "J35", "J36", "J37")
MODULES = "Pico PN5180 RC522 Conn_02x06_Odd_Even OLED EPAPER LEDS HX711 LOADCELL Buzzer SW_Push".split()


class Problem(Exception):
    """The netlist does not match the table."""


def need(right, *what):
    if not right:
        raise Problem(" ".join(map(str, what)))


class Check:
    def __init__(self, board, table):
        self.board = board
        self.config = table.config
        self.carrier = table.build.on == "carrier"
        self.usb = not self.carrier and table.build.supply_ma <= 500
        self.buffers = self.carrier or table.build.buffers or len(table.zones) > 1
        self.select = table.config.get("select") or {"by": "pins"}
        self.readers = [self.reader(i, zone) for i, zone in enumerate(table.zones)]

    def reader(self, i, zone):
        """Return a zone and the pins of its reader, by line."""
        if self.carrier:
            ref, names = f"J{zone['cs'] + 1}", PLUG
        else:
            ref, names = f"RD{i + 1}", PN5180 if zone["reader"] == "pn5180" else RC522
        need(ref in self.board.parts, ref, "is missing")
        need(zone["zone"] in self.board.parts[ref].value.split(), ref, "isn't", zone["zone"])
        return zone, {name: (ref, number) for number, name in enumerate(names, 1)}

    def all(self):
        """Raise Problem or Fault if the netlist does not match the description."""
        self.power()
        self.values()
        self.capacitors()
        for uses in (self.uses(), *(OTHERS if self.carrier else ())):  # the board can do those too
            self.follow(uses)
        if self.readers:
            self.radio(self.run())
        if self.carrier:
            self.line(self.run())
        self.points(self.run())

    # --- supplies

    def power(self):
        """Each part is fed from its rail, and the 5 V comes through the fuse."""
        board = self.board
        rails = {"GND": board.net("U1", PICO_GROUNDS[0]), "3V3": board.net("U1", V33_OUT)}
        if self.usb:
            rails["5V"] = board.net("U1", VBUS)
            need(board.net("U1", VSYS) is None, "VSYS is wired")
        else:
            rails["RAW"] = board.net("J31" if self.carrier else "J1", 1)
            ends = board.between(board.parts["F1"])
            need(rails["RAW"] in ends, "no fuse in the 5 V")
            need(len(board.nets[rails["RAW"]]) == 2, "the fuse isn't the only way in")
            rails["5V"] = ends[ends[0] == rails["RAW"]]
            rails["VSYS"] = board.net("U1", VSYS)
            need(board.net("U1", VBUS) is None, "VBUS is wired")
        regulators = board.of("AMS1117-3.3")
        need(len(regulators) == bool(self.carrier and self.readers), "regulators")
        rails["L"] = board.net(regulators[0].ref, 2) if regulators else rails["3V3"]
        for part in board.parts.values():
            key = next((key for key in (part.ref, part.value, part.symbol) if key in FEEDS), "")
            feeds = FEEDS.get(key, {})
            if key in ("J33", "LEDS") and not self.usb:
                feeds = {**feeds, 1: "5V"}
            for pin, rail in feeds.items():
                need(board.net(part.ref, pin) == rails[rail] is not None, f"{part.ref}.{pin} isn't on", rail)
            for pin in OPEN.get(key, ()):
                need(board.net(part.ref, pin) is None, f"{part.ref}.{pin} is wired")
            if part.symbol in SUPPLY and part.value != "74AHCT125" and rails["5V"] is not None:
                high = [pin for pin in board.nets[rails["5V"]] if pin[0] == part.ref]
                need(not high, high, "is on 5 V")
        for part in board.of("1N4001"):  # the LEDs of a table on USB
            need(board.net(part.ref, 1) == board.net("LED1", 1) is not None, "no supply of the LEDs")
        wired = [net for net in rails.values() if net is not None]  # an unused rail is missing
        nets = {*wired}
        need(len(nets) == len(wired) - (rails["L"] == rails["3V3"] is not None), "rails are joined")
        self.nets, self.rails = rails, {net: int(net != rails["GND"]) for net in nets}

    def values(self):
        """How many there are of what has a value, or a polarity of its own."""
        count = Counter(
            each.value.split()[0]
            for each in self.board.parts.values()
            if each.symbol in ("R", "R_Network08", "D_Zener", "1N5819", "1N4001")
        )
        many, leds = len(self.readers), bool(self.config.get("leds"))
        segments = len({zone["cs"] // 4 for zone, _ in self.readers})
        wanted = Counter({"330": leds, "SMBJ5.0A": not self.usb, "1N5819": not self.usb, "1N4001": leds and self.usb})
        wanted["220"] = bool(self.carrier or self.config.get("buzzer"))
        if self.carrier:
            wanted += {"120": 1, "390": 2, "1k": 7 * bool(many), "33": 2 * segments}
        del count["10k"], count["4.7k"], count["8x10k"], count["8x100k"]  # the pulls are looked at where they pull
        need(count == +wanted, "values", count - wanted, wanted - count)

    def capacitors(self):
        """Each capacitor from a rail to GND: 100 nF for each chip, and the large ones."""
        count = Counter()
        names = {net: name for name, net in reversed(self.nets.items())}
        for part in self.board.of("C", "C_Polarized"):
            ends = [names.get(net) for net in self.board.between(part)]
            if part.symbol == "C":
                ends.sort(key=lambda name: name == "GND")
            need(None not in ends and ends[0] != "GND" and ends[1] == "GND", part.ref, "polarity")
            count[part.value.split()[0], ends[0]] += 1
        fed = {"74AHCT125": "5V", "SP3485EN": names[self.nets["3V3"]]}
        wanted = Counter(("100n", fed.get(part.value, names[self.nets["L"]])) for part in self.board.of(*SUPPLY))
        if not self.usb:
            wanted["1000u", "5V"] = 1 + bool(self.config.get("leds"))
        if self.carrier and self.readers:
            segments = {zone["cs"] // 4 for zone, _ in self.readers}
            wanted += {("22u", "5V"): 1, ("22u", "L"): 1, ("100u", "5V"): len(segments)}
        need(count == wanted, "capacitors", count, wanted)

    # --- the board, running

    def uses(self):
        """Return the uses of the carrier's jumpers that the description requires."""
        config = self.config
        uses = {f"seat{each['seat']}" for each in config.get("buttons") or () if "seat" in each}
        if config.get("safe_pin") in SEATS:
            uses.add(f"seat{SEATS.index(config['safe_pin'])}")
        wanted = {"data": config.get("scale"), "clock": config.get("scale"), "buzzer": config.get("buzzer")}
        wanted |= {"a4": len(self.select.get("address", ())) > 4, "irq": self.select.get("irq") is not None}
        return uses | {use for use in wanted if wanted[use]}

    def run(self, uses=None):
        """Return the board with its jumpers set for these uses, by default the table's."""
        uses = self.uses() if uses is None else uses
        caps = [(ref, *caps[use]) for ref, caps in JUMPERS.items() for use in caps if self.carrier and use in uses]
        return Run(self.board, self.rails, [((ref, one), (ref, other)) for ref, one, other in caps])

    def heard(self, line, uses):
        """Return the BUSY or IRQ of each reader -> the GPIO that hears it."""
        found = {}
        for zone, lines in self.readers:
            gpio = (self.select if self.select["by"] == "hc138" else zone).get(line.lower())
            if self.carrier and line == "IRQ":
                gpio = 27 if "irq" in uses else None
            if gpio is not None and line in lines:
                found[lines[line]] = gpio
            elif line in lines and not self.carrier:
                need(self.board.net(*lines[line]) is None, line, "of", zone["zone"], "is wired")
        return found

    def lines(self, uses):
        """Return the lines: GPIO -> pins that follow it, and pins -> the GPIO that follows each."""
        config, ours = self.config, {}
        for zone, lines in self.readers:
            for line in ("SCK", "MOSI"):
                ours.setdefault(config["spi"][line.lower()], set()).add(lines[line])
            if self.select["by"] == "pins":
                ours[zone["cs"]] = {lines["NSS"]}
                if zone.get("reset") is None:
                    need(self.board.net(*lines["RST"]) == self.nets["3V3"], "RST floats")
                else:
                    ours[zone["reset"]] = {lines["RST"]}
        theirs = {**self.heard("BUSY", uses), **self.heard("IRQ", uses)}
        screen, plug = config.get("screen"), self.carrier
        for pin, name in enumerate(EPAPER if screen and screen["kind"] == "epaper" else OLED, 1):
            if screen and name not in ("VCC", "GND"):
                key = EPAPER_KEYS.get(name, name.lower())
                ours[screen[key]] = {("J32" if plug else "DS1", pin)}
        if config.get("leds"):
            ours[config["leds"]["pin"]] = {("J33" if plug else "LED1", 2)}
        if plug:
            keys = {"minus": 19, "plus": 20, "ok": 21}  # without a jumper
            keys |= {f"seat{i}": gpio for i, gpio in enumerate(SEATS) if f"seat{i}" in uses}
            theirs |= {("J35", KEYS.index(name) + 1): gpio for name, gpio in keys.items()}
            ours |= {27: {("J36", 1)}} if "buzzer" in uses else {}
            if "data" in uses:
                ours[28], theirs["J34", 3] = {("J34", 4)}, 26
            return ours, theirs
        if config.get("buzzer"):
            ours[config["buzzer"]["pin"]] = {("BZ1", 2)}
        if config.get("scale"):
            ours[config["scale"]["clock"]] = {("HX1", 2)}
            theirs["HX1", 3] = config["scale"]["data"]
        keys = {each.get("does") or f"seat{each['seat']}": each["pin"] for each in config.get("buttons") or ()}
        safe = config.get("safe_pin")
        keys |= {"safe": safe} if safe is not None and safe not in keys.values() else {}
        found = {part.value: part.ref for part in self.board.of("SW_Push")}
        need(set(found) == set(keys), "buttons", sorted(found))
        return ours, theirs | {(found[name], 1): gpio for name, gpio in keys.items()}

    def follow(self, uses):
        """Toggle each line at one end: its other ends follow, and nothing else on the board."""
        run, board = self.run(uses), self.board
        ours, theirs = self.lines(uses)
        wanted = {("U1", EDGE[gpio]): pins for gpio, pins in ours.items()}
        wanted |= {pin: {("U1", EDGE[gpio])} for pin, gpio in theirs.items()}
        wanted |= {("LC1", pin): {("HX1", pin + 4)} for pin in range(1, 5) if "LC1" in board.parts}
        ends = sorted(
            (ref, pin)
            for (ref, pin), net in board.net_of.items()
            if net not in self.rails and (ref in PLUGS or board.parts[ref].symbol in MODULES)
        )
        known = {end for pin, others in wanted.items() for end in (pin, *others)}
        known |= {pin for _, lines in self.readers for pin in lines.values()}
        # What selects and resets, and MISO, depend on each other: see `radio`.
        select = self.select
        gpios = [*select.get("address", ()), select.get("enable"), select.get("latch")]
        gpios += [self.config["spi"]["miso"]] if self.readers else []
        known |= {("U1", EDGE[gpio]) for gpio in gpios if gpio is not None}
        wanted |= {end: set() for end in ends if end not in known}  # with nothing at its other end
        for pin, others in wanted.items():
            need(board.net(*pin) is not None, pin, "isn't wired")
            levels = []
            for level in (0, 1):
                run.put(*pin, level)
                levels.append([run.at(*end) for end in ends])
            moved = {end for end, low, high in zip(ends, *levels, strict=True) if low != high}
            need(moved - {pin} == others, pin, "is followed by", moved, "not by", others)
            run.put(*pin, None)

    def low(self, run, line):
        """Return the zones whose `line` is low."""
        levels = {zone["zone"]: run.at(*lines[line]) for zone, lines in self.readers}
        need(None not in levels.values(), line, "floats")
        return [zone for zone, level in levels.items() if level == 0]

    def radio(self, run):
        """Select each reader and hear its MISO, and reset it, as the firmware's drivers do."""
        if self.select["by"] == "hc138" or len(self.readers) > 1:
            need(self.low(run, "NSS") == [], "selected while the Pico boots")
        select = self.selecting(run)
        miso = "U1", EDGE[self.config["spi"]["miso"]]
        for zone, _ in self.readers:
            select(None)
            need(self.low(run, "NSS") == [], "selected when none should be")
            need(not self.buffers or not run.driven(*miso), "MISO without a reader")
            select(zone["zone"])
            need(self.low(run, "NSS") == [zone["zone"]], "not only", zone["zone"], "is selected")
            for level in (1, 0):
                for other, their in self.readers:
                    if self.buffers or other is zone:
                        run.put(*their["MISO"], level if other is zone else 1 - level)
                need(run.at(*miso) == level, "MISO of", zone["zone"])
                need(len(run.driven(*miso)) == 1, "MISO is driven by several")
            for _, their in self.readers:
                run.put(*their["MISO"], None)
        select(None)
        self.pulls(run)
        if self.select.get("latch") is not None:
            self.resets(run)

    def selecting(self, run):
        """Return a function that selects a zone by name, or none."""
        lines = paths.board_module("drivers.lines")
        zones = {zone["zone"]: zone["cs"] for zone, _ in self.readers}
        if self.select["by"] == "pins":
            ways = {name: lines.PinLines(run.pin(cs)) for name, cs in zones.items()}
        else:
            address = [run.pin(gpio) for gpio in self.select["address"]]
            decoder = lines.Decoder(address, run.pin(self.select["enable"]))
            ways = {name: lines.DecodedLines(decoder, cs, None) for name, cs in zones.items()}
            # Every address, and with EN high none is selected.
            for number in range(1 << len(address)):
                decoder.enable(1)
                decoder.select(number)
                there = [name for name, cs in zones.items() if cs == number]
                need(self.low(run, "NSS") == there, "address", number)
                decoder.enable(1)
                need(self.low(run, "NSS") == [], "EN high, address", number)
        before = []

        def select(name):
            if before:
                before.pop().release()
            if name is not None:
                before.append(ways[name])
                before[0].select()

        return select

    def pulls(self, run):
        """Resistors hold lines at a level while nothing drives them."""
        many, spi = len(self.readers) > 1, self.config["spi"]
        pins = {(1, 10000): [], (0, 10000): [], (0, 4700): [], (0, 100000): []}
        if self.select["by"] == "hc138":
            pins[1, 10000].append(("U1", EDGE[self.select["enable"]]))
        elif many:
            pins[1, 10000] += [lines["NSS"] for _, lines in self.readers]
        for line in ("BUSY", "IRQ"):
            gpios = Counter(self.heard(line, self.uses()).values())
            pins[0, 4700] += [("U1", EDGE[gpio]) for gpio in gpios if gpios[gpio] > 1 or self.carrier]
        if self.carrier:  # address lines that this table may not use
            stage = [each.ref for each in self.board.of("74LS138") if self.board.net(each.ref, 3) == self.nets["GND"]]
            pins[0, 4700].append(("JP6", 6))
            pins[0, 10000] += [(ref, pin) for ref in stage for pin in (1, 2)]
            need(len(stage) == 1, "stages", stage)
        if self.buffers:
            pins[0, 4700].append(("U1", EDGE[spi["miso"]]))
            pins[0, 100000] += [lines["MISO"] for _, lines in self.readers]
        for pull, there in pins.items():
            for pin in there:
                need(run.pulled(*pin) == {pull}, pin, "is pulled", run.pulled(*pin))

    def resets(self, run):
        """RST of each reader alone, by the bytes of the firmware's own driver."""
        clock, data = run.pin(self.config["spi"]["sck"]), run.pin(self.config["spi"]["mosi"])

        class Spi:
            def write(self, octets):
                for bit in (octet >> place & 1 for octet in octets for place in range(7, -1, -1)):
                    data(bit)
                    clock(1)
                    clock(0)

        clock(0)
        most = max(zone["cs"] for zone, _ in self.readers) + 1
        latch = run.pin(self.select["latch"])
        chain = paths.board_module("drivers.lines").Resets(Spi(), latch, (most + 7) // 8 * 8)
        names = [zone["zone"] for zone, _ in self.readers]
        need(self.low(run, "RST") == names, "not all are held in reset at first")
        for zone, _ in self.readers:
            chain.hold(zone["cs"], False)
            still = [name for name in names if name != zone["zone"]]
            need(self.low(run, "RST") == still, "not only", zone["zone"], "runs")
            chain.hold(zone["cs"], True)

    # --- RS-485, and test points

    def line(self, run):
        """RS-485, with and without its jumpers."""
        (chip,) = (part.ref for part in self.board.of("SP3485EN"))
        need([run.at(chip, pin) for pin in (4, 2, 3)] == [1, 0, 0], "without a Pico")
        for pin, pull in ((4, (1, 10000)), (2, (0, 10000))):  # DI and DE
            need(run.pulled(chip, pin) == {pull}, pin, "is pulled", run.pulled(chip, pin))
        run = self.run((self.uses() - {"seat0", "seat1", "seat2"}) | {"tx", "rx", "de"})
        for level in (1, 0):
            run.put("U1", EDGE[0], level)
            run.put("U1", EDGE[8], 1 - level)
            need([run.at(chip, pin) for pin in (4, 2, 3)] == [level, 1 - level, 1 - level], "DI and DE")
        need(run.same((chip, 1), ("U1", EDGE[1])), "RO")
        net = self.board.net
        a, b, end = net(chip, 6), net(chip, 7), net("JP7", 2)
        need((a, b, a) == (net("J37", 1), net("J37", 2), net("JP7", 1)), "A and B")
        found = Counter(
            (part.value, frozenset(self.board.between(part)))
            for part in self.board.of("R")
            if {a, b, end} & {*self.board.between(part)}
        )
        wanted = (("120", end, b), ("390", a, self.nets["3V3"]), ("390", b, self.nets["GND"]))
        need(found == Counter((value, frozenset(nets)) for value, *nets in wanted), "termination and bias", found)
        many = [len(self.board.nets[each]) for each in (end, a, b)]
        need(many == [2, 4, 4], "stray wires at A and B")

    def points(self, run):
        """Test points are on the lines that they name."""
        gpios = {"BUSY": 12, "EN": 9, "LATCH": 14}
        gpios |= {line.upper(): pin for line, pin in (self.config.get("spi") or {}).items()}
        for part in self.board.of("TestPoint"):
            pin = (part.ref, 1)
            rail = self.nets.get({"3V3R": "L"}.get(part.value, part.value))
            there = self.board.net(*pin) == rail if rail is not None else run.same(pin, ("U1", EDGE[gpios[part.value]]))
            need(there, part.ref, part.value)
