"""How soon the lights show a verdict, on an emulated Pico with the reference table of 12 zones.

    TIERCE_UF2=image.uf2 make bench-verdict

Five players (gin: two) play the end of a round. Its beginning is in the board's journal, and its
cards lie on the modelled antennas when the board starts. The whole program runs, but events enter
where those wait that are settled: an emulated second takes most of a minute, and reading a card
until it is certain is the subject of bench-air.

Measured from when the event that brings a verdict is put in the journal's queue, to the end of the
first frame on the lights' wire with the verdict's colour; and each garbage collection, also those
that the program does not ask for.
"""

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from struct import pack, unpack_from
from types import SimpleNamespace
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "table"))

from playing import CONFIG, deck_for, log_of, plain

from app.files import Files
from app.journal.journal import Journal
from app.match.match import Match
from app.match.show import Show
from tierce.log import from_log
from tierce.outcomes import line
from tierce.presets import PRESETS
from tierce.referee import Referee
from tierce_tools.board.build import compiled
from tierce_tools.virtual.board import records_of

MEDIAN_MS, WORST_MS, COLLECTION_MS = 50, 120, 20
VERDICTS = ("turn", "refused", "round")
SEATS = 5

# House rules of short rounds: the end of one fits on the table's six meld zones.
_SHORT = {"hand": 7, "first_lay_points": 0, "first_lay_pure_run": False, "jokers_per_meld": 2}
# For each game: the house rules, the seed of a match, and how many verdicts are timed. They are the
# last ones before a round ends; rounds are passed over until the match has brought enough verdicts.
MATCHES = {
    "chamberliens": (_SHORT, 36, 7),
    "rami51": (_SHORT, 10, 6),
    "rami30": (_SHORT, 22, 6),
    "rami7": ({"first_lay_points": 0}, 8, 6),
    "gin": ({}, 117, 6),
    "manipulation": ({}, 180, 7),
}

_LEAST_MS, _MOST_MS = 250, 330  # from a verdict to the next event
_PATIENCE_MS = 80000  # until all is played

# Runs on the board beside its program. What it writes to the watchdog's scratch registers the
# emulator sees at once.
_PLAYER = """
import gc, json
from machine import mem32
from app.journal.journal import Journal
from app.people.lights import Lights
from tierce.records import EVENT
from tierce.referee import Referee

_put = Journal.put
_take = Referee.take
_signal = Lights.signal

def put(self, t, kind, thing):
    if kind == EVENT:
        mem32[0x4005800C] = 2
    return _put(self, t, kind, thing)

def take(self, event, held=()):
    mem32[0x4005800C] = 1
    return _take(self, event, held)

def signal(self, outcome):
    _signal(self, outcome)
    if outcome[0] in ("turn", "refused", "round"):
        mem32[0x4005800C] = 4 if outcome[0] == "refused" else 3

Journal.put = put
Referee.take = take
Lights.signal = signal

def nothing(self=None):
    mem32[0x4005800C] = 5

def begin(program):
    nothing()
    nothing()
    mem32[0x40058010] = mem32[id(gc.collect) + 4]
    table = program.table
    presence = program.presence
    def run():
        for zone in table.zones:
            while not zone.open:
                yield 50000
        table.back = -1
        number = 0
        for text in open("events.jsonl"):
            event = json.loads(text)
            yield 1000 * event.pop(0)
            mem32[0x40058018] = number
            number += 1
            if event[0] == "cards":
                index = table._at[event[2]]
                for card in event[3]:
                    if card in presence.lying[index]:
                        presence.lying[index].remove(card)
                        presence._at[card] = 255
                presence.assume(index, event[4])
                table.touched(index)
            table.held.add(tuple(event), (), program.clock.ms())
        yield 400000
        mem32[0x40058018] = 0xFFFF
        while True:
            yield 1000000
    program.loop.add("player", run)
"""
_MARK, _CODE, _COLLECTS, _EVENT = 0x0C, 0x10, 0x14, 0x18  # the scratch registers
_TAKEN, _PUT, _GOOD, _BAD, _NOTHING = 1, 2, 3, 4, 5
_END = 0xFFFF
_FLASH = 0x10000000
_ERASE = b"\x20"  # the command of a flash chip


class Plan(NamedTuple):
    """A match: `before` is in the journal, `played` is played, each a list of a log's events."""

    header: dict[str, Any]
    before: list[dict[str, Any]]
    played: list[dict[str, Any]]
    said: list[str]  # the verdicts to come, as lines


class Verdict(NamedTuple):
    """A verdict; times in ms. `light` is counted from the journal's queue."""

    judged: float  # by the referee, before the event is put in the queue
    light: float
    erases: int  # of the flash, until the light


class Found(NamedTuple):
    """What was measured in a game: verdicts, garbage collections in ms, and what a mark costs."""

    verdicts: list[Verdict]
    collections: list[float]
    mark_ms: float
    speed: float


# --- the match


def plan(game: str) -> Plan:
    """Return the match of a game."""
    rules, seed, count = MATCHES[game]
    header, *events = log_of(game, seed, rules, min(SEATS, PRESETS[game]["seats"][1]), turns=60)
    referee = Referee(header)
    brought: list[tuple[int, list[str]]] = []  # the events that brought a verdict, and what it was
    for number, event in enumerate(events):
        outcomes = referee.feed(event)
        if lines := [line(outcome) for outcome in outcomes if outcome[0] in VERDICTS]:
            brought.append((number, lines))
        if len(brought) > count and any(outcome[0] == "round" for outcome in outcomes):
            begin = brought[-1 - count][0] + 1
            said = [text for _, lines in brought[-count:] for text in lines]
            return Plan(header, events[:begin], events[begin : number + 1], said)
    raise ValueError(f"{game}: no round of this match has ended after {count} verdicts")


def flash_of(plan: Plan) -> dict[str, bytes]:
    """Return the files of a board on which the match was played so far."""
    with tempfile.TemporaryDirectory() as folder:
        clock = SimpleNamespace(ms=lambda: 0)
        match = Match({**CONFIG}, clock, Journal(Files(folder)), Show(), lambda outcome: None)
        match.begin(plan.header)
        view: Any = match.view
        for event in plan.before:
            clock.ms = lambda t=event["t"]: t
            match.take(from_log(event, 0, {}, view.rules, view.seats))
        match.journal.close()
        paths = [path for path in Path(folder).rglob("*") if path.is_file()]
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def script(plan: Plan) -> bytes:
    """Return the events to play: lines of JSON, each with the ms that the player waits before."""
    dice = random.Random(1)
    referee = Referee(plan.header)
    view = referee.view
    for event in plan.before:
        referee.feed(event)
    wait, lines = _LEAST_MS, []
    for event in plan.played:
        lines.append(json.dumps([wait, *from_log(event, 0, {}, view.rules, view.seats)]) + "\n")
        verdict = any(outcome[0] in VERDICTS for outcome in referee.feed(event))
        wait = dice.randint(_LEAST_MS, _MOST_MS) if verdict else 30
    return "".join(lines).encode()


# --- the board


class Board:
    """An emulated Pico at the reference table, and all that its marks say: (ms, what, value)."""

    def __init__(self, plan: Plan) -> None:
        twin_pico = import_module("tierce_tools.machines.twin_pico")
        header = plan.header
        config = dict(CONFIG, game=header["game"], players=header["players"], rules=header["rules"])
        files = twin_pico.table_files(config, deck_for(config))
        main = files["main.py"]
        assert main.count(b"program.run()") == 1
        files["main.py"] = main.replace(b"program.run()", b"import player; player.begin(program); program.run()")
        files |= compiled({"player.py": _PLAYER.encode()}) | flash_of(plan)
        files["events.jsonl"] = script(plan)
        self.plan = plan
        self.pico: Any = twin_pico.Pico(Path(os.environ["TIERCE_UF2"]), files, config)
        self.free = twin_pico.file_system(bytes(self.pico.chip.flash[: twin_pico._SIZE]), "the image")[0]
        self.table = self.pico.table
        self.marks: list[tuple[float, str, Any]] = []
        self.ended = False
        self._watch()
        referee = Referee(header)
        for event in plan.before:
            self._move(event)
            for outcome in referee.feed(event):
                if outcome[0] == "reshuffle":
                    for code in self.table.pile[:-1]:
                        self.table.take(code)

    def _move(self, event: dict[str, Any]) -> None:
        for code in event.get("out", ()):
            if self.table.zones.get(code) == event["zone"]:
                self.table.take(code)
        for code in event.get("in", ()):
            self.table.put(event["zone"], code)

    def _watch(self) -> None:
        chip = self.pico.chip
        write = chip.watchdog.write_uint32
        show = self.table.strip.show
        apply = chip.ssi._apply_command

        def written(offset: int, value: int) -> None:
            if offset in (_MARK, _COLLECTS):
                self.note("mark" if offset == _MARK else "collects", value)
            elif offset == _CODE:
                watch_collections(chip.flash, self.free, value - _FLASH)
            elif offset == _EVENT and value != _END:
                self._move(self.plan.played[value])
            elif offset == _EVENT:
                self.ended = True
            write(offset, value)

        def shown(colours: bytes, count: int) -> None:
            show(colours, count)
            self.note("frame", lit(self.table.strip.pixels))

        def applied() -> None:
            if chip.ssi._tx_buffer[:1] == _ERASE:
                self.note("erase", None)
            apply()

        chip.watchdog.write_uint32 = written
        self.table.strip.show = shown
        chip.ssi._apply_command = applied

    def note(self, what: str, value: Any) -> None:
        self.marks.append((self.pico.ms, what, value))

    def said(self) -> list[str]:
        """Return the verdicts in the journal, as lines."""
        with tempfile.TemporaryDirectory() as folder:
            for name, data in self.pico.files().items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            found = records_of(Path(folder))
        return [
            json.dumps({key: each[key] for key in each if key != "seq"})
            for each in found
            if each.get("event") in VERDICTS
        ]


def lit(pixels: list[tuple[int, int, int]]) -> set[int]:
    """Return which colours of verdicts these lights show: see drivers.leds.COLOURS."""
    good = any(green > blue > 0 == red for red, green, blue in pixels)
    bad = any(red > 2 * green > 0 == blue for red, green, blue in pixels)
    return {value for value, shown in ((_GOOD, good), (_BAD, bad)) if shown}


def watch_collections(flash: bytearray, free: int, code: int) -> None:
    """Let every call of the garbage collector mark its begin and its end.

    `code` is where the function gc.collect lies in flash, and `free` where the firmware has ended:
    calls of the function that gc.collect calls now go through a few instructions there.
    """
    code &= ~1
    collector = next(filter(None, (called(flash, code + i) for i in range(0, 16, 2))))
    free -= 64
    if bytes(flash[free : free + 64]) != b"\xff" * 64:
        raise ValueError("the image has no room behind the firmware")
    for at in range(0, free, 2):
        if called(flash, at) == collector:
            flash[at : at + 4] = call(at, free)
    # push {r4, lr}; ldr r3; r2 = 1; str; the call; ldr r3; r2 = 2; str; pop {r4, pc}; two nops
    before, after = bytes.fromhex("10b5054b01221a60"), bytes.fromhex("024b02221a6010bdc046c046")
    mark = (0x40058000 + _COLLECTS).to_bytes(4, "little")
    flash[free : free + 28] = before + call(free + 8, collector) + after + mark


def called(flash: bytearray, at: int) -> int | None:
    """Return where the instruction BL at this place leads to; None if there is no BL."""
    high, low = unpack_from("<HH", flash, at)
    if high >> 11 != 0b11110 or low & 0xD000 != 0xD000:
        return None
    sign = high >> 10 & 1
    bits = [~((low >> i & 1) ^ sign) & 1 for i in (13, 11)]
    top = -sign << 24 | bits[0] << 23 | bits[1] << 22
    return at + 4 + (top | (high & 0x3FF) << 12 | (low & 0x7FF) << 1)


def call(at: int, target: int) -> bytes:
    """Return the instruction BL at this place to another."""
    offset = target - at - 4
    sign = int(offset < 0)
    bits = [~((offset >> i & 1) ^ sign) & 1 for i in (23, 22)]
    high = 0xF000 | sign << 10 | offset >> 12 & 0x3FF
    low = 0xD000 | bits[0] << 13 | bits[1] << 11 | offset >> 1 & 0x7FF
    return pack("<HH", high, low)


# --- figures


def verdicts_in(marks: list[tuple[float, str, Any]]) -> Iterator[Verdict]:
    """Yield the verdicts in the marks of a board; `light` is infinite if none was shown.

    If an event brings two, such as the turn that goes out and the round, the first one counts.
    """
    taken = put = 0.0
    due = False
    for number, (ms, what, value) in enumerate(marks):
        if (what, value) == ("mark", _TAKEN):
            taken = ms
        elif (what, value) == ("mark", _PUT):
            put, due = ms, True
        elif due and what == "mark" and value in (_GOOD, _BAD):
            due = False
            frames = (later - put for later, each, colours in marks[number:] if each == "frame" and value in colours)
            light = next(frames, float("inf"))
            erases = sum(each == "erase" and put <= at <= put + light for at, each, _ in marks)
            yield Verdict(put - taken, light, erases)


def measure(game: str) -> Found:
    """Play a game and return its figures. Raises RuntimeError if the board judges otherwise."""
    board = Board(plan(game))
    begin = time.monotonic()
    if not board.pico.until(lambda: board.ended, _PATIENCE_MS):
        raise RuntimeError(f"the board does not play: {board.pico.output[-500:]!r}")
    speed = board.pico.ms / 1000 / (time.monotonic() - begin)
    said = plain(board.said())[-len(board.plan.said) :]
    if said != plain(board.plan.said):
        raise RuntimeError(f"{game}: the board has judged otherwise: {said}")
    times: defaultdict[tuple[str, Any], list[float]] = defaultdict(list)
    for ms, what, value in board.marks:
        if what in ("mark", "collects"):
            times[what, value].append(ms)
    collections = [end - begin for begin, end in zip(times["collects", 1], times["collects", 2], strict=False)]
    first, second = times["mark", _NOTHING]
    return Found(list(verdicts_in(board.marks)), collections, second - first, speed)


def main() -> int:
    """Print the figures; return 1 if one is above its limit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", choices=[*MATCHES, []], metavar="game", help=f"of {', '.join(MATCHES)}")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="games at a time")
    options = parser.parse_args()
    if not os.environ.get("TIERCE_UF2"):
        sys.exit("TIERCE_UF2 must name a MicroPython image for the Pico (.uf2)")
    games = options.games or list(MATCHES)
    missed = False
    print(
        f"ms from the queue to the light: limits {MEDIAN_MS} median, {WORST_MS} worst; "
        f"a garbage collection: {COLLECTION_MS}\n"
        "game          verdicts  median  worst  judged before  collections  longest  erases  speed",
        flush=True,
    )
    with ProcessPoolExecutor(options.jobs) as pool:
        for game, found in zip(games, pool.map(measure, games), strict=True):
            lights = [each.light for each in found.verdicts]
            median, worst, longest = statistics.median(lights), max(lights), max(found.collections)
            judged = statistics.median(each.judged for each in found.verdicts)
            erases = statistics.mean(each.erases for each in found.verdicts)
            print(
                f"{game:13} {len(lights):8}{median:8.1f}{worst:7.1f}{judged:15.1f}"
                f"{len(found.collections):13}{longest:9.1f}{erases:8.1f}{found.speed:7.3f}",
                flush=True,
            )
            missed |= median > MEDIAN_MS or worst > WORST_MS or longest > COLLECTION_MS
    print(
        f"Each mark of the bench costs {found.mark_ms * 1000:.0f} us; a verdict has about five. "
        "The emulated flash erases at once; a real one takes 45 ms and more for each."
    )
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
