"""The link: every command, every invalid input, and unplugged cables."""

import json
import os
from pathlib import Path

import links
import pytest
import ring
from eventlines import as_event

from app import config
from app.link import commands, link
from app.link.commands import Commands, Refused
from app.link.link import Link, record_text
from app.link.usb import UsbPort
from drivers.steps import DeviceError
from tierce.cards import code, parse
from tierce.records import EVENT, HEADER, NOTE, OUTCOME
from tierce_tools.rules import vm
from tierce_tools.twin.clock import Clock
from tierce_tools.twin.faults import Dice
from tierce_tools.twin.port import Host, Port

FIRMWARE = Path(link.__file__).parents[2]
TWIN = FIRMWARE.parent / "host_tools/tierce_tools/twin"
RS = b"\x1e"
TURN = '{"t":%d,"event":"turn","seat":0,"took":"stock","laid":54,"hand":4}'


class Memory:
    """A journal that keeps everything in a list; with `broken`, nothing."""

    def __init__(self, count=0):
        self.records = []
        self.next_seq = 1
        self.recording = True
        self.boot = 3
        self.readings = 0
        self.first_seq = 0
        self.fails = 0
        self.on_put = None
        for t in range(count):
            self.put(t, OUTCOME, TURN % t)

    def put(self, t, kind, thing):
        if self.on_put:
            self.on_put(self.next_seq, t, kind, thing)
        if self.recording:
            self.records.append((self.next_seq, kind, thing))
        self.next_seq += 1
        return self.next_seq - 1

    def read(self, seq):
        self.readings += 1
        i = 0
        while i < len(self.records):
            if self.fails:
                self.fails -= 1
                raise OSError(5)
            if self.records[i][0] >= seq:
                yield self.records[i]
            i += 1


class Bench:
    """A link with its surroundings, and a host at the other end."""

    def __init__(self, journal=None, **options):
        self.clock = Clock()
        self.port = Port(**options)
        self.app = links.App()
        self.journal = journal or Memory()
        self.starts = 0
        self.link = Link(self.port, self.journal, self.start, self.clock)
        self.host = Host(self.port)
        self.steps = self.link.run()

    def start(self, link):
        self.starts += 1
        return Commands(link, self.app)

    def run(self, polls=200, take=1 << 20):
        for _ in range(polls):
            self.clock.sleep_us(next(self.steps))
            self.host.poll(take)

    def ask(self, command, **more):
        number = self.host.ask(command, **more)
        self.run()
        return self.host.answer(number)

    def put(self, count=1):
        for _ in range(count):
            t = self.journal.next_seq
            self.journal.put(t, OUTCOME, TURN % t)

    @property
    def numbers(self):
        return [record["seq"] for record in self.host.log]


@pytest.fixture
def bench():
    return Bench()


# --- commands


def test_what_is_asked_is_told(bench):
    health = {"free": 100000, "link": {"bad": 0, "dropped": 0}}
    kept = {"next": 1, "first": 0, "boot": 3, "recording": True, "health": health}
    assert bench.ask("hello") == {"re": "hello", "id": 1, "log": 1, **bench.app.about(), **kept}
    assert bench.ask("get", what="config")["config"] == bench.ask("config")["config"] == bench.app.now
    assert bench.ask("get", what="health")["health"] == health
    assert bench.ask("time", unix=1800000000) == {"re": "time", "id": 5, "unix": 1800000000}
    assert bench.app.unix == 1800000000


@pytest.mark.parametrize("phase", ["menu", "turn", "count", "over"])
def test_hands_are_seen_in_the_count_only(bench, phase):
    bench.app.phase = phase
    zones = bench.ask("get", what="table")["table"]["zones"]
    assert zones[0] == {"zone": "discard", "state": "idle", "cards": ["7H"]}
    hand = {"cards": ["AS", "KD"]} if phase in ("count", "over") else {}
    assert zones[1] == {"zone": "seat0", "state": "idle"} | hand
    assert "cards" in bench.app.table()["zones"][1]


def test_the_deck_comes_in_parts(bench):
    number = bench.host.ask("get", what="deck")
    bench.run()
    parts = [each for each in bench.host.answers if each["id"] == number]
    assert [(part["re"], part["more"]) for part in parts] == [("get", True), ("get", True), ("get", False)]
    assert [card for part in parts for card in part["cards"]] == [list(card) for card in bench.app.deck()]


def finish(bench, turns=200):
    """Let the long command end."""
    bench.app.steps = 0
    bench.run(turns)


@pytest.mark.parametrize(("was", "told"), [(-1, {}), (6, {"was": code(6)}), (parse("7H2"), {})])
def test_register(bench, was, told):
    bench.app.was = was
    assert bench.ask("register", card="7H2") == {"re": "register", "id": 1, "card": "7H2", "waiting": True}
    assert bench.ask("hello")["id"] == 2
    assert "already under way" in bench.ask("register", card="8H")["error"]
    finish(bench)
    assert bench.host.answer(1) == {"re": "register", "id": 1, "card": "7H2", "tag": "e004015000000007", **told}
    assert bench.app.closed == 1


def test_register_without_waiting_disturbs_no_command_that_waits(bench):
    bench.ask("register", card="8H")
    for asked, tag in enumerate(("e004015000000009", None), 2):
        told = {"re": "register", "id": asked, "card": "7H2", "tag": tag}
        assert bench.ask("register", card="7H2", tag=tag) == told
    bench.app.was = 6
    assert bench.ask("register", card="7H2", tag="e004015000000009")["was"] == code(6)
    assert bench.ask("register", card="7H2", tag="bad")["problem"] == "uid"
    assert "is not a card" in bench.ask("register", card="9Z", tag=None)["error"]
    finish(bench)
    assert bench.host.answers[-1]["card"] == "8H"


def test_register_cancelled_and_given_up(bench):
    bench.ask("register", card="X1")
    assert bench.ask("register", cancel=True)["cancelled"] is True
    assert bench.host.answer(1)["error"] == "cancelled"
    assert bench.app.closed == 1
    assert bench.ask("register", cancel=True)["cancelled"] is False
    bench.ask("register", card="X1")
    bench.run(20000)
    assert bench.host.answer(4)["error"] == "given up after 120 seconds"
    assert bench.app.closed == 2


@pytest.mark.parametrize(
    ("error", "sentence"),
    [(DeviceError("pn5180", "busy"), "it did not work: pn5180: busy"), (Refused("a match is on"), "a match is on")],
)
def test_what_fails_says_so(bench, error, sentence):
    bench.app.result = error
    bench.ask("selftest")
    finish(bench)
    assert bench.host.answer(1)["error"] == sentence
    assert bench.ask("selftest")["waiting"] is True


def test_what_answers_is_in_memory_only_while_somebody_asks(bench):
    bench.put(3)
    bench.run()
    assert bench.starts == 0
    bench.ask("hello")
    bench.run(2000)  # 2000 turns of 20 ms
    assert bench.ask("hello")["health"]["link"] == {"bad": 0, "dropped": 0}
    assert bench.starts == 2
    bench.ask("selftest")
    bench.run(3000)
    assert bench.starts == 2  # a test is still running
    finish(bench, 20)
    assert bench.host.answer(3)["readers"] == 1
    bench.run(2000)
    bench.ask("nothing")
    assert bench.starts == 3


def test_config_set(bench):
    answer = bench.ask("config", set={"language": "de", "watchdog_ms": 5, "colour": 1})
    assert answer["error"] == "the config is not changed; errors: 3"
    assert sorted(line.split(":")[0] for line in answer["errors"]) == ["colour", "language", "watchdog_ms"]
    assert bench.app.saved is None
    more = {"language": "fr", "buzzer": {"pin": 3}}
    assert bench.ask("config", set=more) == {"re": "config", "id": 2, "restart": True, "saved": True}
    assert bench.app.saved == {**bench.app.now, **more}


@pytest.mark.parametrize("trouble", [OSError(2), ValueError("no JSON"), [1], {"zones": 7}, None])
def test_a_config_can_be_set_where_there_is_no_good_one(bench, trouble):
    bench.app.trouble = trouble
    assert "config" in bench.ask("config")
    # A whole config fits into a command.
    club = json.loads((FIRMWARE / "config.json").read_text("utf-8"))
    assert bench.ask("config", set=club).get("saved")
    assert bench.app.saved == config.complete(club)


def test_errors_in_the_language_of_the_table(bench):
    bench.app.now["language"] = "fr"
    assert bench.ask("hullo")["error"].startswith("il n'y a pas de commande")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            {"cmd": "hullo"},
            'there is no command "hullo"; the commands are hello, get, register, config, selftest, time',
        ),
        ({"cmd": None}, "there is no command null"),
        ({"cmd": ["hello"]}, 'there is no command ["hello"]'),
        ({"cmd": "x" * 1000}, "there is no command " + '"' + "x" * 36 + "..."),
        ({}, "there is no command null"),
        ({"cmd": "get", "what": "hands"}, 'get: there is no "hands"; there are log, table, config, deck, health'),
        ({"cmd": "get", "from": -1}, "from must be a whole number from 0 to 1, not -1"),
        ({"cmd": "get", "from": 2}, "from must be a whole number from 0 to 1, not 2"),
        ({"cmd": "get", "from": True}, "from must be a whole number from 0 to 1, not true"),
        ({"cmd": "get", "from": "1"}, 'from must be a whole number from 0 to 1, not "1"'),
        ({"cmd": "register"}, "null is not a card; cards are written 7H, 7H2 and X1"),
        ({"cmd": "register", "card": "1H"}, '"1H" is not a card; cards are written 7H, 7H2 and X1'),
        ({"cmd": "register", "card": 7}, "7 is not a card; cards are written 7H, 7H2 and X1"),
        ({"cmd": "config", "set": []}, "set: [] makes no sense; it may be an object, {...}"),
        ({"cmd": "time"}, "unix: null makes no sense; it may be 1500000000 to 4294967295"),
        ({"cmd": "time", "unix": 12.5}, "unix: 12.5 makes no sense"),
        ({"cmd": "time", "unix": 10**20}, "unix: 100000000000000000000 makes no sense"),
        ({"cmd": "hello", "id": [1]}, "id: [1] makes no sense"),
        ({"cmd": "hello", "id": "x" * 33}, "id: "),
    ],
)
def test_commands_that_make_no_sense(bench, line, sentence):
    bench.host.port.send(RS + json.dumps(line).encode() + b"\n")
    bench.run()
    assert len(bench.host.answers) == 1
    assert bench.host.answers[0]["error"].startswith(sentence)
    assert "\n" not in bench.host.answers[0]["error"]


# --- input: each row is sent whole, byte by byte, and with more data behind it

HELLO = b'{"cmd":"hello","id":7}'
INPUTS = [
    # bytes, number of answers to hello, number of complaints
    (RS + HELLO + b"\n", 1, 0),
    (HELLO + b"\n", 1, 0),  # as a person types it
    (RS + HELLO + b"\r\n", 1, 0),
    (b"  " + HELLO + b"  \n", 1, 0),
    (RS + HELLO + RS + HELLO + b"\n", 2, 0),  # the first has no newline
    (RS + RS + b"\n\n\r\n" + RS + HELLO + b"\n\n", 1, 0),
    (b"\n\n\n", 0, 0),
    (b"", 0, 0),
    (RS + b'{"cmd":"hel' + RS + HELLO + b"\n", 1, 1),  # half a line
    (RS + b'{"cmd":"hel\n' + HELLO + b"\n", 1, 1),
    (b'llo"}\n' + RS + HELLO + b"\n", 1, 1),
    (b"\xff\xfe\x00garbage\n" + HELLO + b"\n", 1, 1),
    (b'{"cmd":"\xff\xfe"}\n', 0, 1),
    (b'{"cmd":"hello"} x\n', 0, 1),
    (b"[1,2]\n", 0, 1),
    (b"7\n", 0, 1),
    (b"null\n", 0, 1),
    (b"{" * 300 + b"\n", 0, 1),
    (b'{"a":' + b"[" * 255 + b"]" * 255 + b"}\n", 0, 1),  # JSON, but not a command
    (b'{"a":' + b"[" * 2000 + b"]" * 2000 + b"}\n", 0, 1),
    (b"{[]:1}\n", 0, 1),
    (b"{{}:1}\n", 0, 1),
    (b'{"cmd":"' + b"x" * 5000 + b'"}\n' + HELLO + b"\n", 1, 1),  # too long
    (b'{"cmd":"hello","id":7,"x":"' + b"y" * (4096 - 29) + b'"}\n', 1, 0),  # just not too long
    (b"x" * 100000 + b"\n" + HELLO + b"\n", 1, 1),
    (b"\x00" * 1000 + b"\n" + HELLO + b"\n", 1, 0),
    (b"\x01\x04\x02" + HELLO + b"\n", 1, 0),  # sent by the REPL's tools
]


def outcome(data, size, behind=b""):
    bench = Bench()
    stream = data + behind
    for i in range(0, len(stream), size):
        bench.host.port.send(stream[i : i + size])
        # As slow as a board, so that nothing needs to be dropped.
        bench.run(1 if size == 1 else 1000)
    bench.run(1000)
    hellos = [each for each in bench.host.answers if each.get("id") == 7 and "error" not in each]
    complaints = [each for each in bench.host.answers if "error" in each]
    assert bench.host.bad == 0
    assert len(bench.link._line) <= link.LONGEST
    assert sum(len(line) for line in bench.link._lines) <= 2 * link.LONGEST
    return len(hellos), len(complaints)


@pytest.mark.parametrize(("data", "hellos", "complaints"), INPUTS, ids=[repr(row[0])[:30] for row in INPUTS])
def test_whatever_comes_in(data, hellos, complaints):
    assert outcome(data, 1 << 20) == (hellos, complaints)
    if len(data) < 10000:
        assert outcome(data, 1) == (hellos, complaints)
    # A command behind it is answered, unless it continues the same line.
    whole = data if data.endswith(b"\n") else data + b"\n"
    assert outcome(whole, 1 << 20, RS + HELLO + b"\n")[0] == hellos + 1
    # Half a command behind it has no effect.
    assert outcome(whole, 1 << 20, RS + HELLO[:11]) == (hellos, complaints)


def test_complaints_are_few():
    bench = Bench()
    for _ in range(100):
        bench.host.port.send(b"nonsense\n" * 10)
        bench.run(10)
    seconds = bench.clock.ms() // 1000 + 1
    assert 1 <= len(bench.host.answers) <= seconds
    assert bench.ask("hello")["health"]["link"]["bad"] == 1000


@pytest.mark.parametrize("count", [6, 50])
def test_lines_that_come_too_fast_are_dropped_and_counted(bench, count):
    bench.host.port.send((HELLO + b"\n") * count)
    bench.run(500)
    answered = [each for each in bench.host.answers if each["re"] == "hello"]
    told = [each["error"] for each in bench.host.answers if "error" in each]
    dropped = bench.ask("hello")["health"]["link"]["dropped"]
    assert len(answered) + dropped == count
    assert len(answered) == 4 or count > 6  # of those that come at once, four may wait
    assert sum(int(each.split()[0]) for each in told) == dropped


@pytest.mark.parametrize(("waiting", "more"), [(1, 1), (2, 0)])
def test_a_bad_line_is_answered_only_while_few_answers_wait(bench, waiting, more):
    bench.port.room = 0
    bench.link.answers = ["{}"] * waiting
    bench.port.send(b"no command\n")
    bench.link._read()
    assert (bench.link.bad, len(bench.link.answers)) == (1, waiting + more)


# --- output


def test_what_was_before_comes_only_if_asked_for():
    memory = Memory(50)
    bench = Bench(memory)
    bench.put(2)
    bench.run()
    seen = {"seq": 52, "t": 52, "event": "turn", "seat": 0, "took": "stock", "laid": 54, "hand": 4}
    assert (bench.numbers, bench.host.log[1], memory.readings) == ([51, 52], seen, 0)
    bench.host.log.clear()
    assert bench.ask("get", **{"from": 10}) == {"re": "get", "id": 1, "what": "log", "from": 10, "next": 53}
    bench.put(1)
    bench.run()
    assert bench.numbers == list(range(10, 54))


def test_records_stand_as_in_the_log():
    header = {"tierce": 1, "game": "gin", "players": ["É"], "dealer": 0, "rules": {}, "deck": 52, "boot": 3}
    event = {"t": 9, "seat": 0, "zone": "meld1", "out": [], "in": ["4C"], "joker": "X1", "as": "5C", "by_hand": True}
    for kind, thing in ((HEADER, header), (EVENT, event)):
        told = record_text(7, kind, dict(reversed(thing.items())))
        assert told == json.dumps({"seq": 7, **thing}, separators=(",", ":"))
    laid = as_event({"in": ["7H"], "zone": "meld1", "t": 9, "out": ["X1"]})
    assert record_text(5, EVENT, laid) == '{"seq":5,"t":9,"zone":"meld1","out":["X1"],"in":["7H"]}'
    assert record_text(6, EVENT, ("press", 4, 0, "done")) == '{"seq":6,"t":4,"seat":0,"press":"done"}'
    assert record_text(8, NOTE, {"boot": 3}) == '{"seq":8,"note":{"boot":3}}'
    assert record_text(9, OUTCOME, TURN % 1) == '{"seq":9,' + (TURN % 1)[1:]


def test_answers_and_the_log_take_turns(bench):
    bench.put(40)
    for _ in range(4):
        bench.host.ask("hello")
    bench.run(3)
    assert bench.host.log
    assert bench.host.answers


def test_without_a_journal_the_newest_go_out_and_the_rest_is_told():
    memory = Memory()
    memory.recording = False
    bench = Bench(memory, keeps=True)
    bench.put(5)
    bench.run()
    assert bench.numbers == [1, 2, 3, 4, 5]
    bench.port.plugged = False
    bench.put(100)
    bench.run()
    bench.port.plugged = True
    bench.run()
    told = bench.host.lost[-1]
    assert bench.numbers[-16:] == list(range(90, 106))
    assert told["from"] + told["lost"] == 90
    # All missing records are reported, and none comes twice.
    missing = sum(each["lost"] for each in bench.host.lost)
    assert len(bench.numbers) + missing == 105


def test_a_hole_in_the_journal_is_told(bench):
    bench.put(20)
    bench.journal.recording = False
    bench.put(20)
    bench.journal.recording = True
    bench.put(40)
    bench.host.log.clear()
    bench.ask("get", **{"from": 1})
    assert bench.host.lost == [{"lost": 20, "from": 21}]
    assert bench.numbers == [*range(1, 21), *range(41, 81)]


@pytest.mark.parametrize(
    ("kept", "begins", "more", "since", "lost", "numbers"),
    [
        pytest.param(range(1, 6), 16384, 30, 1, [], [*range(1, 6), *range(16384, 16414)], id="left out at a start"),
        pytest.param(range(61, 101), 101, 0, 11, [{"lost": 50, "from": 11}], [*range(61, 101)], id="rotated away"),
    ],
)
def test_what_the_journal_lacks_from_before_the_start(kept, begins, more, since, lost, numbers):
    memory = Memory(101)
    memory.records = [each for each in memory.records if each[0] in kept]
    memory.first_seq = kept[0]
    memory.next_seq = begins
    bench = Bench(memory)
    bench.put(more)
    bench.run()
    bench.host.log.clear()
    bench.ask("get", **{"from": since})
    assert (bench.host.lost, bench.numbers) == (lost, numbers)


def test_a_journal_that_cannot_be_read_stops_nothing():
    memory = Memory()
    bench = Bench(memory)
    bench.put(60)
    memory.fails = 1000
    bench.ask("get", **{"from": 1})
    assert bench.numbers[-16:] == list(range(45, 61))
    assert bench.host.lost[0]["from"] == 1


def test_a_broken_port_stops_nothing(bench):
    bench.put(3)
    bench.port.fails = True
    bench.run()
    bench.port.fails = False
    bench.run()
    assert bench.numbers == [1, 2, 3]


# --- the cable


@pytest.mark.parametrize("keeps", [False, True])
@pytest.mark.parametrize("block", range(10))
def test_nothing_is_lost_or_doubled_by_unplugging(block, keeps):
    """Cuts of each kind at any byte, during a match."""
    for seed in range(block * 10, block * 10 + ring.rounds(2, 10)):
        dice = Dice(seed + 1)
        bench = Bench(keeps=keeps, dice=dice if seed % 2 else None)
        bench.host.next = 1
        for _ in range(6):
            for _ in range(dice.below(60)):
                if dice.below(3) == 0:
                    bench.put(dice.below(5))
                bench.run(1, take=1 + dice.below(200))
            bench.port.unplug()
            for _ in range(dice.below(40)):
                if dice.below(3) == 0:
                    bench.put()
                bench.run(1)
            bench.port.plug()
            if dice.below(4) == 0:
                bench.port.disturb(bytes(dice.below(256) for _ in range(dice.below(50))))
            bench.host.resume()
            # The connection may break again before the board has answered.
            bench.run(dice.below(8), take=1 + dice.below(100))
        bench.host.resume()
        bench.put(3)
        bench.run(3000)
        assert bench.numbers == list(range(1, bench.journal.next_seq)), seed
        assert bench.host.lost == []


def test_any_command_with_any_value():
    """No JSON value makes a command crash: each gets an answer, in one line."""
    dice = Dice(11)
    values = [None, True, -1, 0, 1.5, 10**30, "", "x\n", "\ud800", "7H", "log", "deck", "table"]
    values += [[], [[]], {}, {"x\n": 1}, {"a": [{}]}, {"rules": {"x\n": 1}}, {"zones": [1, {}]}]
    keys = ["button", "gesture", "from", "what", "card", "cancel", "set", "unix", "id", "x"]
    bench = Bench()
    for turn in range(ring.rounds(500, 1500)):
        line = {"cmd": dice.choice([*commands.COMMANDS, *values])}
        for _ in range(dice.below(4)):
            line[dice.choice(keys)] = dice.choice(values)
        before = len(bench.host.answers)
        bench.port.send(json.dumps(line).encode() + b"\n")
        bench.run(10)
        assert len(bench.host.answers) > before, line
        if turn % 10 == 0:
            bench.app.steps = 0  # the long command is done
    for answer in bench.host.answers:
        assert "\n" not in answer.get("error", "") + "".join(answer.get("errors", ()))


# --- the board's own port, over pipes


@pytest.fixture
def pipes():
    come, host_go = os.pipe()
    host_come, go = os.pipe()
    os.set_blocking(host_come, False)
    with (
        open(come, "rb", buffering=0) as one,
        open(go, "wb", buffering=0) as other,
        open(host_go, "wb", buffering=0) as send,
        open(host_come, "rb", buffering=0) as take,
    ):
        yield UsbPort(one, other), send, take


def test_usb_reads_what_is_there_and_never_waits(pipes):
    port, send, _ = pipes
    assert port.read(256) == b""
    send.write(b"x" * 100 + b"\x1e\n")
    assert port.read(10) == b"x" * 10
    assert port.read(256) + port.read(256) == b"x" * 90 + b"\x1e\n"
    assert port.read(256) == b""


def test_usb_writes_what_is_taken_and_never_waits(pipes):
    port, _, take = pipes
    data = bytes(range(256)) * 4
    sent = 0
    while True:
        taken = port.write(memoryview(data)[sent % 1024 :])
        assert taken <= 64
        if not taken:
            break  # the pipe is full: a write without poll would block for ever
        sent += taken
    assert sent > 10000
    got = take.read(sent)
    assert got == (data * (sent // 1024 + 1))[:sent]
    assert port.write(b"again") == 5


# --- on MicroPython


# What both Pythons may read differently; whole sessions with a board: tests/host/test_session.py, test_pull.py.
SCRIPT = """
import json
from app.link.commands import Commands
from app.link.link import Link
from links import App
from {twin}.clock import Clock
from {twin}.port import Host, Port

class Empty:
    next_seq = boot = 1
    first_seq = 0
    recording = True

clock = Clock()
port = Port()
app = App()
link = Link(port, Empty(), lambda link: Commands(link, app), clock)
host = Host(port)
steps = link.run()
def sent(data):
    port.send(data)
    for _ in range(300):
        clock.sleep_us(next(steps))
        host.poll()
    app.steps = 0
for command in ({"cmd": "get", "what": "table"}, {"cmd": "register", "card": "7H2"},
        {"cmd": "config", "set": {"language": "de"}}, {"cmd": "config", "set": json.load(open("club.json"))}):
    sent(json.dumps(command).encode() + b"\\n")
for data in (b"\\xff", b"{[]:1}", b"{{}:1}", b"{1:2}", b"[" * 9000, b"{" * 250,
        b'{"a":"' + b"x" * 4000 + b'"}', b'{"cmd":"hello","id":' + b"9" * 3000 + b"}"):
    sent(data + b"\\n")
print(len(host.answers))  # an object with a number as key is one on MicroPython
for answer in host.answers[:4] + host.answers[-1:]:
    print(sorted(answer), answer.get("error", ""))
print(app.saved["name"])
"""


@pytest.mark.parametrize("machine", vm.find(), ids=str)
def test_the_same_on_micropython(machine, tmp_path, monkeypatch, capsys):
    club = (FIRMWARE / "config.json").read_bytes()
    files = {name: FIRMWARE / name for name in ("app", "drivers", "tierce")}
    files |= {"twin": TWIN, "club.json": club, "links.py": Path(links.__file__)}
    ran = machine.run(SCRIPT.replace("{twin}", "twin"), path=["."], files=files)
    (tmp_path / "club.json").write_bytes(club)
    monkeypatch.chdir(tmp_path)
    exec(SCRIPT.replace("{twin}", "tierce_tools.twin"), {})
    assert ran.stderr == ""
    assert ran.stdout.splitlines() == capsys.readouterr().out.splitlines()
