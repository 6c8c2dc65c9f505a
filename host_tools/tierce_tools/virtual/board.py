"""A modelled table with its board: the firmware on this Python, over the chips of `twin`."""

import gc
import importlib
import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from tierce.cards import CARDS, code
from tierce.presets import PRESETS
from tierce_tools.base.paths import board_module, firmware, tables
from tierce_tools.base.texts import in_table
from tierce_tools.logs.records import missing
from tierce_tools.logs.replay import Event

READERS = 48  # most zones in config.json
SEATS = 5
_LIGHTS = 6  # for each zone
_MORE_ADDRESS = 24  # GPIO of the sixth address line, for more than 32 readers
_MORE_KEYS = (23, 25, 29)  # GPIOs for buttons of more seats; a modelled Pico has these too
# Meld zones of a table that is made for a match, by family of games.
_MELDS = {"gin": 6, "laying": 12, "manipulation": 16}


def config_for(header: Event, language: str, zones: Iterable[str] = ()) -> dict[str, Any]:
    """Return the config.json of a table for a match: the club's, with the zones of the game.

    The zones are the discard, one for each seat, the melds, and the others of `zones`, up to the
    most that a table may have.
    """
    config: dict[str, Any] = json.loads((tables() / "club.json").read_text("utf-8"))
    for key in ("build", "buzzer"):
        config.pop(key, None)
    seats = max(SEATS, len(header["players"]))
    family = PRESETS[header["game"]]["family"]
    names = ["discard", *(f"seat{i}" for i in range(seats)), *zones]
    names += [f"meld{i + 1}" for i in range(_MELDS[family])]
    names = list(dict.fromkeys(names))[:READERS]
    config.update(game=header["game"], players=header["players"], rules=header.get("rules") or {})
    config.update(language=in_table(language), hints=True)
    keys = {button.get("seat") for button in config["buttons"]}
    missing = [seat for seat in range(seats) if seat not in keys]
    config["buttons"] += [{"pin": pin, "seat": seat} for pin, seat in zip(_MORE_KEYS, missing, strict=False)]
    reader = config["zones"][0]["reader"]
    config["zones"] = []
    for name in sorted(names, key=by_place):
        config = with_zone(config, name, reader)
    return config


def with_zone(config: dict[str, Any], name: str, reader: str = "") -> dict[str, Any]:
    """Return a config.json with one zone more, and without the zones' places on the felt.

    Its reader is that of the first zone, if none is given.
    """
    number = len(config["zones"])
    zone = {
        "zone": name,
        "reader": reader or config["zones"][0]["reader"],
        "cs": number,
        "leds": [_LIGHTS * number, _LIGHTS],
        "most": 60,
    }
    zones = [*config["zones"], zone]
    zones = [{key: each[key] for key in each if key != "at"} for each in zones]
    address = config["select"]["address"]
    if len(zones) > 1 << len(address):
        address = [*address, _MORE_ADDRESS]
    return {
        **config,
        "zones": zones,
        "select": {**config["select"], "address": address},
        "leds": {**config["leds"], "count": _LIGHTS * len(zones)},
    }


def by_place(zone: str) -> tuple[int, int]:
    """Sort key of zones: the discard, melds, seats."""
    return ("dms".index(zone[0]), int(zone[4:]) if zone != "discard" else 0)


def program_module() -> Any:
    """Return the firmware's module `app.program`, from where it lies."""
    importlib.import_module("tierce_tools.twin").modules()
    return board_module("app.program")


class ModelledBoard:
    """A modelled table whose board has its files in a folder; it is off until `on`.

    `table` is the hardware (a twin.assembly.Hardware), `program` the firmware's Program, a new one
    after each start, None without power. `config` is written into the folder; the default is the folder's own, or else
    the firmware's. With `deck`, a complete deck is written unless the folder has a valid one.
    `port` is the board's end of its link. Rates are those of twin.faults.Faults. Only one can run
    at a time: `machine` is that of the last one started.
    """

    def __init__(
        self, folder: Path, config: dict[str, Any] | None = None, deck: bool = True, port: Any = None, **rates: float
    ) -> None:
        self._module = program_module()
        twin: Any = importlib.import_module("tierce_tools.twin.assembly")
        self.files: Any = importlib.import_module("app.files").Files(str(folder))
        if config is None and "config.json" in self.files.names():
            self.config: dict[str, Any] = json.loads(self.files.read("config.json"))
        else:
            text = (firmware() / "config.json").read_text("utf-8")
            self.config = json.loads(text) if config is None else config
            self.files.write("config.json", json.dumps(self.config).encode())
        self._rates = rates
        self.table: Any = twin.Hardware(self.config, 1, **rates)
        if deck and board_module("app.sensing.deck").Deck().load(self.files):
            uid_of = twin.uid_of_14443 if self.table.iso14443 else twin.uid_of
            self.files.write("deck.bin", deck_bin(uid_of))
        self.program: Any = None
        self.port = port
        self._restarts = False

    def on(self) -> None:
        """Switch the board on, or restart it."""
        machine, _ = importlib.import_module("tierce_tools.twin").modules()
        machine.plug(self.table.board)
        self._restarts = False
        self.program = None
        gc.collect()  # ends another program now: it unloads modules that this one will load
        self.program = self._module.Program(self.table.clock, self.files, self.port, self._restart)

    def _restart(self) -> None:
        self._restarts = True

    def run(self, ms: float) -> None:
        """Let the table's time pass; while the board is off, nothing else happens."""
        clock = self.table.clock
        end = clock.now + int(ms * 1000)
        while self.program is not None and clock.now < end:
            self.program.loop.turn()
            if self._restarts:
                self.on()
        if clock.now < end:
            clock.sleep_us(end - clock.now)

    def extend(self, config: dict[str, Any]) -> None:
        """Rebuild the table around the same board, with more zones; the cards stay in place.

        The board is switched off properly, and resumes the match from its journal.
        """
        self.stop()
        before = self.table
        before.power_off()
        self.config = config
        self.files.write("config.json", json.dumps(config).encode())
        twin: Any = importlib.import_module("tierce_tools.twin.assembly")
        self.table = twin.Hardware(config, 1, before.clock, **self._rates)
        self.table.tags = before.tags
        self.table.broken = before.broken
        for card in before.pile:
            self.table.put("discard", card)
        for card, zone in before.zones.items():
            if zone != "discard":
                self.table.put(zone, card)
        self.on()

    def forget(self, after: int) -> None:
        """Shorten the journal of a board that is off to record `after`, as if a power cut had lost the rest.

        Their numbers are not used again.
        """
        opened, segments = board_module("app.journal.journal").Journal, board_module("app.journal.segments")
        journal: Any = opened(self.files)
        segments.recover(journal)
        unused = journal.next_seq
        read: Any = board_module("app.journal.readback").segment
        for base in journal.bases:
            name, place, end = journal.name(base), [0], 0
            for record in read(journal, base, place):
                if record is None or record[1] > after:
                    break
                end = place[0]
            if base > after:
                self.files.remove(name)
            else:
                self.files.write(name, self.files.read(name)[:end])
        totals = board_module("app.journal.totals").NAME  # newer than the journal now
        if totals in self.files.names():
            self.files.remove(totals)
        journal = opened(self.files)
        last = segments.recover(journal)
        journal.next_seq = unused
        journal.begin(last)
        journal.close()

    def cut(self) -> None:
        """Cut the power at once: nothing is closed or written. `on` restores it."""
        self.program = None
        gc.collect()
        self.table.power_off()

    def stop(self) -> None:
        """Stop the board as Ctrl-C does."""
        if self.program is not None:
            self.program.stop()
            self.program = None


def is_sound(folder: Path) -> bool:
    """Whether a board's folder has a valid config.json."""
    return not board_module("app.config").load(_files(folder))[1]


def records_of(folder: Path) -> list[dict[str, Any]]:
    """Return the records of the journal in a board's folder, as the link sends them.

    Raises OSError if the journal cannot be read.
    """
    journal = board_module("app.journal.journal").Journal(_files(folder))
    board_module("app.journal.segments").recover(journal)
    if journal.reason:
        raise OSError(journal.reason)
    text = board_module("app.link.link").record_text
    found: list[dict[str, Any]] = []
    for seq, kind, thing in journal.read(0):
        record = json.loads(text(seq, kind, thing))
        end = found[-1]["seq"] + 1 if found else seq
        lost = missing(record, end) if seq > end else None
        found += [lost, record] if lost else [record]
    return found


def _files(folder: Path) -> Any:
    return board_module("app.files").Files(str(folder))


@cache
def deck_bin(uid_of: Callable[[str], bytes]) -> bytes:
    """Return a deck.bin of all cards; `uid_of` returns the UID for a card's code."""
    head: Any = importlib.import_module("app.sensing.deck").head
    found = [(uid_of(code(card)), card) for card in range(CARDS)]
    found.sort(key=lambda each: (len(each[0]), each[0]))
    entries = b"".join(bytes([len(uid)]) + uid.ljust(10, b"\0") + bytes([card]) for uid, card in found)
    return head(entries) + entries
