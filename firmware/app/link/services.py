"""The functions of the program that a host may use: app/link/commands.py describes each one."""

import gc
import json
import sys

from app import VERSION
from app.link.commands import Commands, Refused
from app.sensing.deck import CARD, ENTRY
from drivers.steps import DeviceError
from tierce.cards import code, codes
from tierce.records import NOTE


def commands(link, program):
    """Return the Commands that answer a link's host."""
    return Commands(link, Services(program))


class Services:
    """The methods of a Program that commands use: see app.link.commands."""

    def __init__(self, program):
        self._program = program

    def about(self):
        """Return the facts about this table, as a dict."""
        program = self._program
        match = program.match
        version = sys.implementation.version
        about = {
            "firmware": VERSION,
            "micropython": "%d.%d.%d" % (version[0], version[1], version[2]),
            "name": program.config["name"],
            "zones": [zone.name for zone in program.board.zones],
            "language": program.config["language"],
            "cards": len(program.deck),
        }
        if match.header is not None:
            about["game"] = match.header["game"]
            about["players"] = match.header["players"]
        if match.doubt is not None:
            about["doubt"] = True
        return about

    def health(self):
        """Return the state of the board, as a dict."""
        program = self._program
        readers = {}
        for zone in program.board.zones:
            readers[zone.name] = {"ok": zone.open, "failures": zone.failures, "deaf": zone.deaf}
        health = {
            "uptime_ms": program.clock.ms(),
            "readers": readers,
            "scans": program.readers.scans,
            "errors": [list(error) for error in program.errors],
            "recording": program.journal.recording,
            "flash_free": program.files.free(),
        }
        if hasattr(gc, "mem_free"):
            health["heap_free"] = gc.mem_free()
        return health

    def config(self):
        """Return the parsed config.json. Raises OSError or ValueError."""
        return json.loads(self._program.files.read("config.json").decode())

    def set_config(self, config):
        """Write a checked config, which takes effect at the next start. Raises OSError."""
        from app.config import NAME, text

        self._program.files.write(NAME, text(config).encode())

    def table(self):
        """Return the state of the table with the cards in each zone, hands included.

        app.link.commands removes the hands that are still secret.
        """
        program = self._program
        show = program.show
        by_hand = ()
        if program.match.by_hand:
            from app.match.by_hand import lying

            by_hand = lying(program.match)
        zones = []
        for index in range(len(program.board.zones)):
            name = program.board.zones[index].name
            zone = {"zone": name, "cards": codes(program.presence.lying[index])}
            put = [card for at, card in by_hand if at == program.board.zones[index].number]
            if put:
                zone["cards"].extend(codes(put))
                zone["by_hand"] = codes(put)
            if program.board.leds:
                zone["state"] = program.board.leds.state(name)
            zones.append(zone)
        return {
            "phase": show.phase,
            "seat": show.seat,
            "round": show.round,
            "dealer": show.dealer,
            "totals": list(show.totals),
            "zones": zones,
        }

    def deck(self):
        """Generate (UID in hex, code of the card)."""
        entries = self._program.deck.entries
        for at in range(0, len(entries), ENTRY):
            yield entries[at + 1 : at + 1 + entries[at]].hex(), code(entries[at + CARD])

    def register(self, card, tag):
        """Assign a tag, a UID in hex, to a card; None removes its tag.

        Return (the UID, the card that the tag had before or -1). Raises Refused.
        """
        try:
            uid = None if tag is None else bytes.fromhex(tag)
        except (TypeError, ValueError):
            uid = b""
        return _kept(self._teach().let(card, uid))

    def start_register(self, card):
        """Steps: assign the next tag that is read to a card; return as `register` does."""
        answers = []
        teach = self._teach()
        teach.ask(card, answers.append)
        try:
            while not answers:
                yield 50000
        finally:
            if not answers:
                teach.cancel()
        return _kept(answers[0])

    def _teach(self):
        teach = self._program.teach()
        if teach.teaching:
            raise Refused("a deck is being registered at the table", "teaching")
        return teach

    def start_selftest(self):
        """Steps: test each reader in turn, between two scans; return {"readers": results}."""
        readers = self._program.readers
        found = {}
        readers.test = start_test(readers.zones, found)
        try:
            while readers.test is not None:
                yield 50000
        finally:
            readers.test = None
        return {"readers": found}

    def set_time(self, unix):
        """Note the Unix time (s) that belongs to the present match time, to date the log."""
        t = self._program.match.now()
        self._program.journal.put(t, NOTE, {"unix": unix, "at": t})

    def press(self, button, gesture):
        """Press a button, None for none; return the screen's rows, those of an e-paper without one."""
        panel = self._program.panel
        if button is not None:
            panel.gesture(button, gesture)
        canvas = self._program.board.canvas
        return panel.rows(canvas.width // 8, canvas.height // 16) if canvas else panel.rows(37, 8)


def start_test(zones, found):
    """Steps: test each zone's reader; put its result into `found`, by the zone's name."""
    for zone in zones:
        try:
            found[zone.name] = yield from zone.reader.start_selftest()
        except DeviceError as error:
            zone.open = False
            found[zone.name] = {"error": error.reason}


def _kept(answer):
    uid, was, problem = answer
    if problem:
        raise Refused("this tag can't be kept: %s" % problem, problem)
    return uid, was
