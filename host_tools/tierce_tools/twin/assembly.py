"""A whole modelled table from its `config.json`: readers, cards, lights, screen, buttons.

It is only the hardware. To play, plug it in with machine.plug(table.board), start the firmware,
and move the clock.
"""

from .board import Board
from .clock import Clock
from .faults import Faults
from .field import Air, Antenna
from .hc import Decoder, Or, ShiftRegister
from .keys import Key
from .tags import Tag14443A, Tag15693
from .wires import Wire

# The top cards of a pile that are near enough to a reader to be read.
PILE = 3
# Where cards are tapped: for how long a card is held to the reader, and from one card to the next, in us.
_HELD = 400000
_NEXT = 900000


class Hardware:
    """`config` is a config.json of the firmware; rates are those of faults.Faults."""

    def __init__(self, config, seed=1, clock=None, **rates):
        self.config = config
        self.clock = clock or Clock()
        self.board = Board(self.clock)
        self.faults = Faults(seed, **rates)
        self.air = Air(self.clock, self.faults)
        self.antennas = {}  # zone name -> its antenna
        self.readers = {}  # zone name -> the model of its reader
        self.tags = {}  # card code -> its tag
        self.zones = {}  # card code -> the zone where it lies
        self.broken = set()  # codes of the cards whose tags no reader sees: see break_tag
        self.pile = []  # codes on the discard, the top one last
        self._free_at = 0  # when the next card can be held to the reader
        self.spread = False  # whether people spread the pile, so that all its tags are read
        self._strange = []  # tags that are not cards
        # The cards' tags are of the readers' standard.
        self.iso14443 = iso14443(config)
        self.strip = None
        self.panel = None
        self.keys = {}  # "minus", "plus", "ok" or a seat -> its key
        self.tray = None
        self._decoder = None
        self._resets = None
        self._plug_readers()
        self._plug_rest()

    # --- the hardware

    def _plug_readers(self):
        config = self.config
        zones = config["zones"]
        if not zones:  # a table without readers needs no bus for them
            return
        bus = self.board.spi(config["spi"]["id"])
        select = config["select"]
        decoded = select["by"] == "hc138"
        wire = self.board.wire
        if decoded:
            address = [wire(pin) for pin in select["address"]]
            self._decoder = Decoder(address, wire(select["enable"]))
            if select.get("latch") is not None:
                count = 1 + max([zone["cs"] for zone in zones])
                self._resets = ShiftRegister(bus, wire(select["latch"]), count)
        joined = {}  # GPIO -> lines of the readers that diodes join on it
        for serial in range(len(zones)):
            zone = zones[serial]
            name = zone["zone"]
            antenna = self.antennas[name] = Antenna(self.air, name)
            number = zone["cs"]
            lines = [None]
            for key in ("busy", "irq"):
                # With a decoder all readers share the pin; otherwise a reader may have its own.
                pin = (select if decoded else zone).get(key)
                alone = [each.get(key) for each in zones].count(pin) == 1 and not decoded
                line = wire(pin) if alone and pin is not None else Wire(key, 0)
                if pin is not None and not alone:
                    joined.setdefault(pin, []).append(line)
                lines.append(line)
            if decoded:
                chip_select = self._decoder.outputs[number]
                lines[0] = self._resets.outputs[number] if self._resets else None
            else:
                chip_select = wire(number)
                lines[0] = wire(zone["reset"]) if zone.get("reset") is not None else None
            self.readers[name] = model(zone["reader"]).plug(bus, chip_select, antenna, lines, serial + 1)
        for pin in joined:
            Or(joined[pin], wire(pin))

    def _plug_rest(self):
        config = self.config
        wire = self.board.wire
        if config.get("leds"):
            self.strip = model("leds").plug(self.board, config["leds"])
        screen = config.get("screen")
        if screen:
            self.panel = model(screen["kind"]).plug(self.board, screen)
        for button in config.get("buttons") or ():
            seat = button.get("seat")
            self.keys[button["does"] if seat is None else seat] = Key(wire(button["pin"]))
        if config.get("scale"):
            self.tray = model("scale").plug(self.board, config["scale"])

    # --- cards

    def tag(self, code):
        """The tag of a card, made at the first call; the UID follows from the card's code."""
        tag = self.tags.get(code)
        if tag is None:
            tag = Tag14443A(uid_of_14443(code)) if self.iso14443 else Tag15693(uid_of(code))
            self.tags[code] = tag
        return tag

    def stranger(self, zone, uid=b"\xe0\x04\x01\x53\x99\x99\x99\x99"):
        """Put a tag that is not a card in a zone; return a function that removes it."""
        tag = Tag15693(uid) if len(uid) == 8 else Tag14443A(uid)
        tags = self.antennas[zone].tags
        tags.append(tag)
        self._strange.append(tag)

        def away():
            tags.remove(tag)
            self._strange.remove(tag)

        return away

    def square_up(self, zone):
        """Square up the cards of a zone; return a function that spreads them again."""
        antenna = self.antennas[zone]
        antenna.stacked = list(antenna.tags)

        def spread():
            antenna.stacked = []

        return spread

    def power_off(self):
        """Cut the power: fields and lights go out, no wire is driven; cards stay.

        The chips lose their state, so the board may be restarted at once.
        """
        for name in self.antennas:
            if self.antennas[name].on is not None:
                self.antennas[name].switch(None)
        self.clock.forget()
        self.power_on()
        if hasattr(self.panel, "brown_out"):
            self.panel.brown_out()
        if self.strip:
            self.strip.pixels = [(0, 0, 0)] * len(self.strip.pixels)
        self.board.let_go()

    def power_on(self):
        """Restore the power after a cut: every chip restarts, the cards stay where they are."""
        for name in self.readers:
            self.readers[name].power_on()

    def put(self, zone, code):
        """Move a card to a zone, from wherever it was. The discard is a pile."""
        self.take(code)
        self.zones[code] = zone
        if zone == "discard":
            self.pile.append(code)
            self._show_pile()
        elif code not in self.broken and zone in self.antennas:
            self.antennas[zone].tags.append(self.tag(code))
        if zone not in self.antennas:
            self._hold(code)

    def _hold(self, code):
        """Hold a card to the one reader for a moment, after those before it."""
        at = self._free_at = max(self._free_at, self.clock.now)
        self._free_at += _NEXT
        tags = self.antennas["tap"].tags
        tag = self.tag(code)
        self.clock.at(at, lambda: tags.append(tag))
        self.clock.at(at + _HELD, lambda: tags.remove(tag))

    def take(self, code):
        """Take a card off the table, if it is there."""
        zone = self.zones.pop(code, None)
        if zone == "discard":
            self.pile.remove(code)
            self._show_pile()
        elif zone in self.antennas and code not in self.broken:
            self.antennas[zone].tags.remove(self.tag(code))

    def break_tag(self, code, broken=True):
        """Break the tag of a card, wherever it lies: no reader sees it. False: mend it."""
        zone = self.zones.get(code)
        at = self.pile.index(code) if zone == "discard" else -1
        self.take(code)
        if broken:
            self.broken.add(code)
        else:
            self.broken.discard(code)
        if zone is not None:
            self.put(zone, code)
        if at >= 0:
            self.pile.insert(at, self.pile.pop())
            self._show_pile()

    def clear(self):
        """Take up all cards."""
        for code in list(self.zones):
            self.take(code)

    def _show_pile(self):
        if "discard" not in self.antennas:
            return
        # The list object must stay the same: `square_up` keeps a reference to it.
        tags = self.antennas["discard"].tags
        others = [tag for tag in tags if tag in self._strange]
        pile = self.pile if self.spread else self.pile[-PILE:]
        near = [code for code in pile if code not in self.broken]
        tags[:] = [self.tag(code) for code in near] + others

    # --- people

    def press(self, button, gesture="short", tap_ms=80):
        """Press a button now, for as long as the gesture takes; return that time in ms."""
        key = self.keys[button]
        if gesture == "long":
            key.tap(self.clock, 900)
            return 1000
        key.tap(self.clock, tap_ms)
        if gesture == "double":
            again = tap_ms + 120
            key.tap(self.clock, tap_ms, self.clock.now + again * 1000)
            return again + tap_ms + 120
        return tap_ms + 470  # until a double press can be excluded


def model(kind):
    """The module with the model of a kind of part."""
    return __import__("%s.%s" % (__name__.rpartition(".")[0], kind), None, None, ("plug",))


def iso14443(config):
    """Whether the cards of a config's table have tags of ISO 14443A: those that a reader of it reads."""
    return bool([1 for zone in config["zones"] if model(zone["reader"]).ISO14443])


def uid_of(code: str) -> bytes:
    """The UID of a card's modelled tag, most significant byte first."""
    # All low bits vary, as on real tags; they decide in which slot a tag answers.
    number = 2166136261
    for letter in code:
        number = (number ^ ord(letter)) * 16777619 & 0xFFFFFFFF
    for factor in (0x2C1B3C6D, 0x297A2D39):
        number = (number ^ number >> 15) * factor & 0xFFFFFFFF
    number ^= number >> 15
    return b"\xe0\x04\x01\x50" + number.to_bytes(4, "big")


def uid_of_14443(code):
    """The UID of a card's modelled tag, for readers of ISO 14443A."""
    number = uid_of(code)[4:]
    # Byte 3 is never 0x88, which would announce another cascade level.
    return b"\x04" + number[:2] + b"\x2a" + number[2:] + b"\x81"
