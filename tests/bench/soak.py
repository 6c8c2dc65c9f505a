"""A soak test: the whole firmware on the modelled table, for as many hours of the table's time.

    make soak                              one hour
    make soak ARGS="--hours 24 --seed 1"

People play random matches, pause, and leave the table alone for a while. Meanwhile replies are
lost, readers hang, unknown tags and stacked cards lie in zones, a host connects, floods the line
and leaves, and the power is cut. The seed alone decides what happens.

Checked throughout: error.txt has no exception; each turn of the loop takes some time, but not too
much; two fields are never on at once; every trouble ends soon after its cause; what was shown as
accepted is in the journal once, and replaying the journal gives the same outcomes; the journal
matches the log of the people; a host gets every record of the journal; memory does not grow.
"""

import argparse
import gc
import json
import random
import sys
import time
from collections import Counter
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "table")]

from tierce_tools.twin import modules  # noqa: E402

MACHINE, _ = modules()

import playing  # noqa: E402
from flash import Flash, PowerOff, files_on  # noqa: E402
from players import Players  # noqa: E402

from app.program import Program  # noqa: E402
from tierce.events import to_log  # noqa: E402
from tierce.outcomes import line  # noqa: E402
from tierce.presets import PRESETS, rules_of  # noqa: E402
from tierce.records import EVENT, HEADER, OUTCOME  # noqa: E402
from tierce.referee import Referee  # noqa: E402
from tierce_tools.twin.assembly import Hardware  # noqa: E402
from tierce_tools.twin.faults import RATES, Dice  # noqa: E402
from tierce_tools.twin.port import Host, Port  # noqa: E402
from tierce_tools.twin.puppets import Puppets  # noqa: E402

HOUR_US = 3600 * 1000000
NAMES = ["Ana", "Luc", "Zoé", "Max", "Ida"]
SEATS = len(NAMES)  # of the table
GAMES = ("chamberliens", "rami51", "rami30", "rami7", "gin", "manipulation")
EASY = {"first_lay_points": 0, "first_lay_pure_run": False}
BLOCKS = 96  # of the flash
JOURNAL = 65536
# A turn of the loop may at most draw a screen or write to the flash.
LONGEST_TURN_US = 2000000
STILL = 20000  # this many turns without progress of the clock: the loop hangs
WELL_MS = 60000  # every trouble must end within this time after its last cause
JUDGED_MS = 12000  # longest wait for a verdict after that
RESTLESS_US = 15000000  # differences this soon after a fault may be caused by it
# The fault rates that an episode may set, and their maxima.
EPISODES = {
    "lost_reply": 0.1,
    "flicker": 0.05,
    "bit_error": 0.05,
    "capture": 0.5,
    "brownout": 0.0003,
    "busy_sticks": 0.0003,
    "receive_sticks": 0.002,
    "slow_transceive": 0.01,
    "slow_boot": 1.0,
}
HARD = ("busy", "busy_for_good", "miso_high", "miso_low", "stranger", "stranger_14443", "brownout")
VERDICTS = ("turn", "round", "match", "refused", "reshuffle")
COUNTED = {"turn": "turns", "round": "rounds", "match": "ends", "refused": "refused"}
COUNTS = "matches events turns rounds ends refused cuts boots faults disturbed flooded".split()


def verdicts(lines):
    return [each for each in playing.plain(lines) if each["event"] in VERDICTS]


class Wrong(Exception):
    """A violated check: what and when."""


class BoardClock:
    """The board's clock; it starts when the power comes on."""

    def __init__(self, clock):
        since = clock.now
        self.sleep_us = clock.sleep_us
        self.us = lambda: (clock.now - since) & ((1 << 30) - 1)
        self.ms = lambda: (clock.now - since) // 1000


class Watched(Puppets):
    """People whose board is checked while it runs."""

    def __init__(self, table, program, watch):
        Puppets.__init__(self, table, program)
        self.longest = 0
        self.watch = watch

    def run(self, ms):
        clock = self.table.clock
        turn = self.program.loop.turn
        end = clock.now + ms * 1000
        still = 0
        due = clock.now + 200000
        while clock.now < end:
            before = clock.now
            turn()
            took = clock.now - before
            self.longest = max(self.longest, took)
            still = 0 if took else still + 1
            if still > STILL:
                raise Wrong("the loop hangs")
            if clock.now >= due:
                due = clock.now + 200000
                self.watch()


class Soak:
    """One table, one flash, one host. `say(text)` reports progress."""

    def __init__(self, seed, say=print, haste=1):
        self.seed, self.say, self.haste = seed, say, haste  # haste: factor on the frequency of faults
        self.rng = random.Random(seed)
        zones = ["discard", *[f"meld{n}" for n in range(1, 11)], *[f"seat{n}" for n in range(SEATS)]]
        self.config = playing.config_for([{"game": GAMES[0], "players": NAMES, "rules": {}}], zones=zones)
        self.config["journal"] = {"bytes": JOURNAL}
        self.table = Hardware(self.config, seed)
        self.clock = self.table.clock
        self.port = Port(512, dice=Dice(seed))
        self.port.plugged = False
        self.host = self.people = None
        self.hard = 0  # active faults that hinder the play
        self.quiet_since = 0  # when the last fault ended
        self.count = dict.fromkeys(COUNTS, 0)
        self.history = []  # the latest happenings, for a report
        self.referee = None  # the people's own referee, fed with their log
        self.want = self.got = self.outcomes = ()  # verdicts of the people's log and the table's; all of this match
        self.undo = []
        self.presses = 0
        self.flash = Flash(BLOCKS)
        self.files = files_on(self.flash, format=True)
        self.configure()
        self.files.write("deck.bin", playing.deck_for(self.config))
        self.power_on()

    # --- power

    def configure(self):
        self.files.write("config.json", json.dumps(self.config).encode())

    def power_on(self):
        """Start the board with the files as they are."""
        for _ in range(9):
            try:
                self.flash.dead = False
                self.files = files_on(self.flash)
                self.table.power_on()
                MACHINE.plug(self.table.board)
                program = Program(BoardClock(self.clock), self.files, self.port)
                break
            except PowerOff:
                self.clock.sleep_us(1000000)
        else:
            raise Wrong("the board does not start")
        self.count["boots"] += 1
        if self.people is None:
            self.people = Watched(self.table, program, self.follow)
        else:
            self.people.sit_down(program)
        if self.host is not None:
            self.host.resume()

    def cut(self):
        """Cut the power; restore it after a while."""
        self.note("power cut")
        self.flash.cut_at = -1
        self.flash.dead = True
        self.count["cuts"] += 1
        self.stop_faults()
        self.people.program = None
        gc.collect()  # a reader's steps switch its field off when they end: now, not while the next program runs
        self.clock.sleep_us(self.rng.randrange(1, 30) * 100000)
        self.power_on()
        self.people.run(3000)
        self.people.read()
        if self.referee is not None:
            # The outcomes of the last event may be in the journal without having been shown.
            self.agrees()
            self.got = verdicts(self.journal()[1])

    # --- the host

    def plug(self, on):
        self.note("host comes" if on else "host goes")
        if on:
            self.port.plug()
            self.host = Host(self.port)
            self.host.ask("hello")
            self.host.resume()
        else:
            self.port.unplug()
            self.host = None

    def follow(self):
        """The host's regular reads."""
        if self.host is not None:
            self.host.poll()
            del self.host.answers[:-100]

    def pester(self):
        """The host asks something, or sends nonsense."""
        if self.host is None:
            return
        what = self.rng.randrange(5)
        if what == 0:
            self.count["flooded"] += 1
            data = bytes(self.rng.randrange(256) for _ in range(self.rng.randrange(4000)))
            self.port.send(data.replace(b"\x03", b"\x04") + b"\n")
        elif what == 1:
            self.host.ask("get", what=self.rng.choice(("table", "health", "deck", "config")))
        elif what == 2:
            self.host.ask("time", unix=1700000000 + self.clock.now // 1000000)
        else:
            self.host.ask("hello", **{"card": "XX"} if what == 3 else {})

    # --- faults

    def note(self, text):
        self.history.append(f"{self.clock.now // 1000} {text}")
        del self.history[:-60]

    def later(self, ms, undo, hard):
        """Schedule the end of a fault; the clock ends it even in the middle of a step."""
        self.count["faults"] += 1
        self.hard += hard

        def end():
            if end in self.undo:
                self.undo.remove(end)
                undo()
                self.hard -= hard
                self.quiet_since = self.clock.now
                self.note("end of a fault")

        self.undo.append(end)
        self.clock.at(self.clock.now + ms * 1000, end)

    def stop_faults(self):
        for end in [*self.undo]:
            end()

    def fault(self, hard):
        """Begin a fault: one that a table must tolerate, or with `hard` one that hinders it."""
        rng, faults = self.rng, self.table.faults
        name = rng.choice(sorted(self.table.readers))
        reader = self.table.readers[name]
        ms = rng.randrange(1000, 12000)
        if not hard:
            rate = rng.choice(sorted(EPISODES))
            value = EPISODES[rate] * rng.random()
            self.note(f"{rate} {value:.5f} for {ms} ms")
            faults.set(**{rate: value})
            self.later(5 * ms, lambda: faults.set(**{rate: 0}), False)
            return
        what = rng.choice(HARD)
        self.note(f"{what} at {name} for {ms} ms")
        if what == "brownout":
            faults.brown_out(reader)
            self.later(1, lambda: None, True)
        elif what.startswith("stranger"):
            uid = [b"\x04\x11\x22\x33"] if what == "stranger_14443" else []
            self.later(ms, self.table.stranger(name, *uid), True)
        else:
            stuck = getattr(faults, what if what.startswith("miso") else "busy_stuck")
            stuck(reader, *([True, True] if what == "busy_for_good" else []))
            self.later(ms, lambda: stuck(reader, False), True)

    def squares_up(self):
        """A person pushes a meld together, and spreads it again."""
        antennas = self.table.antennas
        names = [name for name in sorted(antennas) if name[:4] == "meld" and len(antennas[name].tags) > 1]
        if names:
            name = self.rng.choice(names)
            self.note(f"squared up: {name}")
            self.later(self.rng.randrange(2000, 8000), self.table.square_up(name), True)

    def well(self):
        """Wait until no trouble is left, as people would who see the lights."""
        people = self.people
        program = people.program
        since = self.clock.now
        while True:
            if not self.hard:
                since = max(since, self.quiet_since)
                closed = [zone.name for zone in program.board.zones if not zone.open]
                left = closed, program.readers.troubles, people._busy()
                if not any(left):
                    return
                if self.clock.now - since > WELL_MS * 1000:
                    raise Wrong("not well again: closed {}, troubles {}, busy {}".format(*left))
            people.run(250)

    # --- play

    def players(self):
        """Return people at this table, with a game and house rules: no more of them than it has seats."""
        rng = self.rng
        game = rng.choice(GAMES)
        rules = dict(EASY) if game in GAMES[:4] and rng.random() < 0.7 else {}
        if rng.random() < 0.5:
            rules["target"] = rng.choice((1, 20, 60))
        low, high = PRESETS[game]["seats"]
        seats = rng.randint(low, min(high, SEATS))
        return Players(game, rng.randrange(1 << 30), seats, rules, honest=True)

    def match(self, turns, until):
        """Play a match, or its beginning."""
        log = self.players().play(turns).log
        header, people = log[0], self.people
        if not {event.get("zone") for event in log[1:]} - {None} <= set(self.table.antennas):
            return
        self.table.clear()
        self.config.update(game=header["game"], rules=header["rules"], players=header["players"])
        if people.program.match.referee and people.program.show.phase != "over":
            people.end()
        self.configure()
        self.cut()
        self.well()
        self.note(f"match {header}")
        people.outcomes = []
        people.begin(header)
        # An option may be written or left at the preset.
        begun, asked = (
            (each["players"], each["dealer"], rules_of(each["game"], len(each["players"]), each["rules"]))
            for each in (people.program.match.header, header)
        )
        if begun != asked:
            raise Wrong(f"begun {begun}, not {asked}")
        self.count["matches"] += 1
        self.want, self.got, self.outcomes, self.presses = [], [], [], 0
        self.referee = Referee(header)
        for event in log[1:]:
            if self.clock.now > until or not self.act(event):
                break
        self.check_journal()
        self.stop_faults()
        self.well()
        if people.program.show.phase != "over":
            people.end()
        self.referee = None

    def act(self, event):
        """Let an event happen among other things; return False if the match was given up."""
        rng, people, haste = self.rng, self.people, self.haste
        for often, happens in (
            (0.03, lambda: self.fault(False)),
            (0.01, lambda: self.fault(True)),
            (0.005, self.squares_up),
            (0.01, lambda: self.plug(self.host is None)),
            (0.03, self.pester),
        ):
            if rng.random() < often * haste:
                happens()
        if rng.random() < 0.2:
            people.run(rng.randrange(10000))
        if self.hard:
            self.well()
        if rng.random() < 0.003 * haste:
            self.cut()
            self.well()
        self.want += verdicts([line(outcome) for outcome in self.referee.feed(event)])
        self.count["events"] += 1
        self.note(json.dumps(event))
        if rng.random() < 0.005 * haste:
            self.flash.cut_at = self.flash.operations + rng.randrange(12)
        if rng.random() < 0.01 * haste:
            at = self.clock.now + rng.randrange(1500000)
            self.clock.at(at, lambda: self.fault(rng.random() < 0.5))
        self.do(event)
        self.flash.cut_at = -1
        if not self.agrees():
            self.well()
        if self.agrees():
            return True
        want, got = self.want, verdicts(self.journal()[1])
        text = f"after {json.dumps(event)}: wanted {want[-2:]}, got {got[-2:]} (of {len(want)} and {len(got)})"
        rates = any(getattr(self.table.faults, name) for name in RATES)
        if not self.hard and not rates and self.clock.now - self.quiet_since >= RESTLESS_US:
            raise Wrong(text)
        self.count["disturbed"] += 1
        self.note("given up " + text)
        self.say("\n    ".join([f"  disturbed at {self.clock.now // 1000} ms: {text}", *self.history[-14:]]))
        return False

    def do(self, event):
        """Do it, and wait for its verdict; after a power cut again what the board has missed."""
        people = self.people
        moved = "zone" in event and "joker" not in event
        if not moved:
            self.presses += event.get("draw", 1)
        done = False
        while True:
            try:
                if done:
                    people.wait()
                else:
                    people.do(event)
                self.follow()
                for _ in range(JUDGED_MS // 500):
                    if self.agrees():
                        break
                    people.run(500)
                return
            except PowerOff:
                self.cut()
                self.well()
                # A press that the board missed is repeated; cards are moved that had not been moved yet.
                done = not moved and self.taken() >= self.presses

    # --- checks

    def agrees(self):
        """Return whether the table's outcomes match the people's log."""
        fresh, self.people.outcomes = self.people.outcomes, []
        self.outcomes += fresh
        self.got += verdicts([line(outcome) for outcome in fresh])
        return self.want == self.got

    def journal(self):
        """Return the events, the outcomes' lines and all records of the last match."""
        records = list(self.people.program.journal.read(0))
        begin = max((at for at, (_, kind, _) in enumerate(records) if kind == HEADER), default=0)
        known = [(kind, thing) for _, kind, thing in records[begin:] if kind in (HEADER, EVENT)]
        events = [thing if kind == HEADER else to_log(thing) for kind, thing in known]
        return events, [thing for _, kind, thing in records[begin:] if kind == OUTCOME], records[begin:]

    def taken(self):
        """Return the number of presses, draws and declarations in the journal."""
        return sum(event.get("draw", 1) for event in self.journal()[0][1:] if event.keys() & {"draw", "press", "joker"})

    def check_journal(self):
        """Check the journal against itself, the outcomes shown and the host's records."""
        events, lines, records = self.journal()
        if not self.people.program.journal.recording:
            raise Wrong(f"not recording: {self.people.program.journal.reason}")
        texts = zip_longest(*(
            [text for text in told if json.loads(text).get("code") not in playing.OF_DEVICE]
            for told in (lines, playing.replayed(events))
        ))  # fmt: skip
        for i, (one, other) in enumerate(texts):
            if one != other:
                raise Wrong(f"journal's outcome {i} is {one}, replayed it is {other}")
        counts = Counter(lines)
        for outcome in self.outcomes:
            times = counts[line(outcome)]
            if outcome[0] in ("turn", "round", "match") and times != 1:
                raise Wrong(f"heard {line(outcome)}, and the journal has it {times} times")
            if outcome[0] in COUNTED:
                self.count[COUNTED[outcome[0]]] += 1
        self.check_host(records)
        self.outcomes = []

    def check_host(self, records):
        """Check that a connected host gets every record."""
        if self.host is None:
            return
        for _ in range(240):
            self.people.run(250)
            if self.host.next is None and self.host.answers:
                return  # answered, and nothing has happened since
            if self.host.next is not None and self.host.next > records[-1][0]:
                break
        else:
            raise Wrong(f"the host waits for {self.host.next}, the journal has {records[-1][0]}")
        got = {thing["seq"]: thing for thing in self.host.log}
        if len(got) != len(self.host.log):
            raise Wrong("the host got a record twice")
        first = min(got, default=0)
        for seq, kind, thing in (record for record in records if record[0] >= first):
            if seq not in got:
                raise Wrong(f"the host did not get {seq}: {thing}")
            if kind == OUTCOME and dict(json.loads(thing), seq=seq) != got[seq]:
                raise Wrong(f"the host got {got[seq]}, not {thing}")
        self.host.log.clear()

    def check(self):
        """Check what must hold at any time."""
        if self.table.air.overlaps:
            raise Wrong(f"two fields on at once, {self.table.air.overlaps} times")
        if "error.txt" in self.files.names():
            raise Wrong("error.txt: " + self.files.read("error.txt").decode())
        if self.people.longest > LONGEST_TURN_US:
            raise Wrong(f"a turn of the loop took {self.people.longest} us")
        if self.people.program.errors:
            raise Wrong(f"errors of the program: {self.people.program.errors}")

    # --- all of it

    def idle(self, ms):
        """Let time pass without people."""
        self.note(f"idle for {ms} ms")
        if self.rng.random() < 0.3:
            self.fault(True)
        if self.rng.random() < 0.3:
            self.plug(self.host is None)
        self.people.run(ms)
        self.well()

    def run(self, hours, most_turns=120):
        """Run for a number of hours. Raises Wrong, or what the program raises; its notes say when and after what."""
        try:
            self._run(self.clock.now + int(hours * HOUR_US), most_turns, time.perf_counter())
        except Exception as error:
            error.add_note("\n".join([f"seed {self.seed}, {self.clock.now // 1000} ms; before:", *self.history[-25:]]))
            raise

    def _run(self, end, most_turns, begun):
        rng = self.rng
        told = 0
        later = []  # blocks of memory between matches, after the third hour
        while self.clock.now < end:
            self.match(rng.randrange(3, most_turns), end)
            self.check()
            if self.clock.now < end:
                ms = rng.choice((1, 10, 60, 300, 1800)) * rng.randrange(1000)
                self.idle(min(ms, (end - self.clock.now) // 1000))
            self.check()
            hour = self.clock.now / HOUR_US
            if int(hour) > told or self.clock.now >= end:
                told = int(hour)
                gc.collect()
                blocks = sys.getallocatedblocks()
                later += [blocks] if hour >= 3 else []
                counts = ", ".join(f"{value} {key}" for key, value in self.count.items())
                self.say(
                    f"{hour:6.2f} h in {time.perf_counter() - begun:.0f} s: {counts}; {blocks} blocks, "
                    f"longest turn {self.people.longest // 1000} ms"
                )
                if len(later) > 3 and blocks > later[0] * 1.05 + 5000:
                    raise Wrong(f"memory grows: {later}")
        self.say(f"{self.clock.now / 1e6 / (time.perf_counter() - begun):.0f} times as fast as the table's time")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--hours", type=float, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--haste", type=float, default=1, help="as often something goes wrong")
    args = parser.parse_args()
    Soak(args.seed, lambda text: print(text, flush=True), args.haste).run(args.hours)
    print("nothing wrong")


if __name__ == "__main__":
    main()
