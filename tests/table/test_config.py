"""config.json: the club's is valid, and every possible error has a clear message."""

import ast
import copy
import json
import re
from pathlib import Path

import pytest
import ring
from entries import changed, places

from app import config, schema
from app.files import Files
from app.people.choices import Choices
from app.people.words import BoardWords
from drivers.steps import DeviceError, blocking
from tierce.phrases import words
from tierce_tools.rules import vm
from tierce_tools.twin import machine, modules
from tierce_tools.twin.assembly import Hardware
from tierce_tools.twin.board import Board as ModelBoard
from tierce_tools.twin.clock import Clock

ERRORS = words("app.words.errors", "en").ERRORS
FIRMWARE = Path(config.__file__).parents[1]
CLUB = json.loads((FIRMWARE / "config.json").read_text("utf-8"))
PINS = {
    "tierce": 1,
    "players": ["A", "B"],
    "spi": {"id": 0, "sck": 18, "mosi": 19, "miso": 16},
    "select": {"by": "pins"},
    "zones": [
        {"zone": "discard", "reader": "mfrc522", "cs": 17, "reset": 20, "gain": 6},
        {"zone": "meld1", "reader": "pn5180", "cs": 21, "busy": 22, "irq": 26},
        {"zone": "meld2", "reader": "pn5180", "cs": 27, "busy": 22, "irq": 26},
    ],
    "screen": {"kind": "oled", "i2c": 1, "sda": 6, "scl": 7},
}
FIVE_LINES = CLUB | {
    "select": CLUB["select"] | {"address": [5, 6, 7, 13, 4]},
    "spi": CLUB["spi"] | {"miso": 20},
    "buttons": [],
}


def test_the_clubs_table_is_valid_and_complete():
    assert config.check(CLUB) == config.check(PINS) == []  # lines of several readers may be joined
    assert [zone["zone"] for zone in CLUB["zones"]] == (
        ["discard"] + [f"meld{n}" for n in range(1, 7)] + [f"seat{n}" for n in range(5)]
    )
    assert config.complete(CLUB) == CLUB | {
        "zones": [{"settle_us": 5000, "most": 20, "fast": False} | zone for zone in CLUB["zones"]],
        "screen": CLUB["screen"] | {"full_every": 50},
    }


def test_the_least_there_can_be():
    assert config.check(config.SAFE) == []
    more = {"language": "en", "hints": False, "game": "rami51", "rules": {}, "watchdog_ms": 0}
    assert config.complete(config.SAFE) == config.SAFE | more | {"journal": {"bytes": 196608}}


# One line: the config, where it is changed and to what (without "=" it is removed), where the error is if it is
# elsewhere, -> the English message. "..." stands for the rest of a list.
WRONG = """
club tierce = 2 -> 2 makes no sense; it may be 1
club tierce -> is missing; it may be 1
club name = "" -> "" makes no sense; it may be text of 1 to 20 letters
club language = "de" -> "de" makes no sense; it may be "en", "fr"
club hints = 1 -> 1 makes no sense; it may be true or false
club players = [] -> [] makes no sense; it may be a list of 1 to 6 texts, each of 1 to 12 letters
club players = ["Ana"] -> rami51 is for 2..6 players, not 1
club game = "belote" -> there is no game belote; the games are atelier, chamberliens, contrat, gin, ...
club rules = {"target": 0} at rules.target -> option target: 0 makes no sense; it may be 1..1000000
club rules = {"knock_limit": 4} at rules.knock_limit -> there is no option knock_limit in rami51; the options ...
club colour = 0 -> there is no such entry; there are tierce, name, language, hints, game, players, rules, ...
club watchdog_ms = 999 -> 999 makes no sense; it may be 0, or 1000 to 8388
club watchdog_ms = true -> true makes no sense; it may be 0, or 1000 to 8388
club spi -> is missing; it may be an object, {...}
club spi = [] -> [] makes no sense; it may be an object, {...}
club spi.id = 2 -> 2 makes no sense; it may be 0, 1
club spi.sck = 0 -> GPIO 0 cannot be sck of SPI 0; it may be 2, 6, 18, 22
club spi.mosi = 2 -> GPIO 2 cannot be mosi of SPI 0; it may be 3, 7, 19, 23
club spi.hz = 8000000 -> 8000000 makes no sense; it may be 100000 to 7000000
club select -> is missing; it may be an object with by, which may be "pins", "hc138"
club select.by -> is missing; it may be "pins", "hc138"
club select.by = "hc139" -> "hc139" makes no sense; it may be "pins", "hc138"
club select.address = [5, 6] -> [5, 6] makes no sense; it may be a list of 3 to 6 GPIO numbers
club select.address[2] = 30 -> 30 makes no sense; it may be 0 to 29
club select.busy -> is missing; it may be 0 to 29
club zones = {} -> {} makes no sense; it may be a list of 0 to 48 objects, [{...}]
club zones[3] = 7 -> 7 makes no sense; it may be an object, {...}
club zones[3].zone = "meld0" -> "meld0" makes no sense; it may be discard, meld1 to meld99, seat0 to seat5; or tap alone
club zones[3].zone = "seat6" -> "seat6" makes no sense; it may be discard, meld1 to meld99, seat0 to seat5; or tap alone
club zones[3].zone = "tap" -> "tap" makes no sense; it may be discard, meld1 to meld99, seat0 to seat5; or tap alone
club zones[3].zone = "meld1" -> "meld1" is already used by zones[1].zone; it may be used only once
club zones[3].reader = "pn5190" -> "pn5190" makes no sense; it may be "mfrc522", "pn5180", "pn532"
club zones[3].cs = 16 -> 16 makes no sense; it may be 0 to 15
five zones[3].cs = 48 -> 48 makes no sense; it may be 0 to 47
club build = [] -> [] makes no sense; it may be an object, {...}
club zones[3].cs = 2 -> 2 is already used by zones[2].cs; it may be used only once
club zones[3].busy = 2 -> there is no such entry; there are zone, reader, leds, at, antenna, settle_us, most, ...
club zones[3].leds = [8] -> [8] makes no sense; it may be a list of 2 whole numbers from 0 to 511
club zones[3].leds = [90, 8] -> [90, 8], first and count: the strip has LEDs 0 to 95 only
club zones[3].leds = [30, 4] at zones[4].leds -> [32, 8], first and count: zones[3].leds has some of them
club leds at zones[0].leds -> there are no LEDs (leds): leave it out
club leds.pin = 3 -> GPIO 3 is already used by spi.mosi; free are 22
club screen.kind = "tv" -> "tv" makes no sense; it may be "epaper", "lcd1602", "oled"
club screen.busy -> is missing; it may be 0 to 29
club buttons[2].seat = 3 at buttons[2] -> a button has does, or seat, but not both
club buttons[2].does at buttons[2] -> a button has does, or seat, but not both
club buttons[2].does = "plus" -> "plus" is already used by buttons[1].does; it may be used only once
club buttons[2].does = "knock" -> "knock" makes no sense; it may be "minus", "plus", "ok"
club buttons[3].seat = 6 -> 6 makes no sense; it may be 0 to 5
club safe_pin = 22 -> GPIO 22 is already used by leds.pin; free are -
club journal.bytes = 100 -> 100 makes no sense; it may be 8192 to 16777216
club scale = {"data": 23} at scale.clock -> is missing; it may be 0 to 29
pins zones[0].cs = 18 -> GPIO 18 is already used by spi.sck; free are 0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, ...
pins zones[1].busy -> is missing; it may be 0 to 29
pins zones[0].fast = true -> there is no such entry; there are zone, reader, leds, at, antenna, settle_us, most, ...
pins zones[1].gain = 4 -> there is no such entry; there are zone, reader, leds, at, antenna, settle_us, most, ...
pins zones[0].gain = 8 -> 8 makes no sense; it may be 0 to 7
club screen.full_every = 0 -> 0 makes no sense; it may be 1 to 1000
pins zones[1].busy = 26 at zones[1].irq -> GPIO 26 is already used by zones[1].busy; free are 0, 1, 2, 3, 4, ...
pins screen.sda = 4 -> GPIO 4 cannot be sda of I2C 1; it may be 2, 6, 10, 14, 18, 22, 26
pins screen.address = 62 -> 62 makes no sense; it may be 60, 61
"""
BASES = {"club": CLUB, "pins": PINS, "five": FIVE_LINES}
BUS = {"kind": "epaper", "spi": 0, "sck": 18, "mosi": 23, "cs": 15, "dc": 16, "reset": 17, "busy": 24}


def wrong():
    """Yield (config, path, value, path of the error, message) of each row."""
    yield CLUB, "screen", BUS, "screen.spi", "SPI 0 is the readers' bus; it may be 1"
    for line in WRONG.strip().splitlines():
        change, sentence = line.split(" -> ")
        change, _, where = change.partition(" at ")
        change, given, value = change.partition(" = ")
        base, path = change.split()
        yield BASES[base], path, json.loads(value) if given else ..., where or path, sentence


ROWS = list(wrong())


@pytest.mark.parametrize(
    ("base", "path", "value", "where", "sentence"),
    ROWS,
    ids=[f"{row[1]}={row[2] if row[2] is not ... else ''}"[:40] for row in ROWS],
)
def test_what_is_wrong_is_one_clear_line(base, path, value, where, sentence):
    found = config.check(changed(base, path, value))
    lines = config.say(found)
    said = f"{where}: {sentence}".removesuffix("...")
    assert any(line == said or (said != f"{where}: {sentence}" and line.startswith(said)) for line in lines), lines
    assert all("\n" not in line for line in lines + config.say(found, "fr"))
    # One error gives one message, or one for each zone that needs the part.
    assert len(found) == 1 or path in ("leds", "zones[1].busy")
    assert config.say(found, "fr") != lines


@pytest.mark.parametrize(
    ("players", "rules", "wrong"),
    [
        (6, {"hand": 18, "jokers": 8}, []),
        (6, {"hand": 18, "jokers": 4}, ["rules.hand"]),
        (5, {"hand": 21, "jokers": 0}, ["rules.hand"]),
        (5, {"hand": 20, "jokers": 9}, ["rules.jokers"]),
        (5, {"hand": "many", "jokers": 9}, ["rules.jokers", "rules.hand"]),
    ],
)
def test_the_size_of_the_hand_is_checked_beside_the_other_rules(players, rules, wrong):
    given = copy.deepcopy(CLUB) | {"game": "rami51", "players": [f"P{i}" for i in range(players)], "rules": rules}
    assert [error[0] for error in config.check(given)] == wrong
    if not wrong:
        assert Choices(BoardWords("en"), given).rules == {n: rules[n] for n in rules if n != "jokers" or rules[n] != 4}


THINGS = [None, 1, [], "x", {}, {"rules": {1: 2}}, {1: 2, "tierce": 1}, {"select": {"by": ["hc138"]}}]
THINGS += [{"zones": [None, 1, "x", {}, []]}, {"players": [1], "rules": [1]}, {str(n): n for n in range(500)}]


@pytest.mark.parametrize("thing", THINGS)
def test_what_is_no_config_at_all(thing):
    found = config.check(thing)
    assert 0 < len(found) <= config.MOST_ERRORS
    assert config.say(found)
    assert config.say(found, "fr")


def test_any_entry_of_any_kind():
    """No JSON value anywhere makes the check crash."""
    for base in (CLUB, PINS):
        for path in [*places(base)][:: ring.rounds(9, 1)]:
            for value in (None, True, -1, 1.5, 10**30, "x", "", [], [[]], {}, {"by": 1}):
                config.say(config.check(changed(base, path, value)), "fr")


def test_every_error_has_words():
    used = set()
    for name in ("config", "link/commands", "link/link"):
        tree = ast.parse((FIRMWARE / "app" / f"{name}.py").read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                place = {"error": 1, "_Bad": 0, "fail": 2, "complain": 0}.get(called)
                if place is not None and len(node.args) > place:
                    key = node.args[place]
                    if isinstance(key, ast.Constant):
                        used.add(key.value)
    assert used <= set(ERRORS)
    assert len(used) > 15


# --- files


def test_load_and_save(tmp_path):
    files = Files(str(tmp_path))
    assert config.save(files, CLUB) == []
    assert config.load(files) == (config.complete(CLUB), [])
    # The file looks as a person would write it: one line per zone.
    assert len((tmp_path / "config.json").read_text("utf-8").splitlines()) < 50


def test_a_wrong_config_is_not_written(tmp_path):
    files = Files(str(tmp_path))
    config.save(files, PINS)
    before = (tmp_path / "config.json").read_bytes()
    assert config.save(files, changed(PINS, "spi.sck", 4)) != []
    assert (tmp_path / "config.json").read_bytes() == before


@pytest.mark.parametrize(
    "data",
    [None, b"", b"{", b"\xff\xfe", b"[" * 100000, b"null", b"{}", b'{"tierce":1}'],
    ids=lambda data: repr(data)[:20],
)
def test_without_a_good_file_the_board_starts_safely(tmp_path, data):
    if data is not None:
        (tmp_path / "config.json").write_bytes(data)
    got, errors = config.load(Files(str(tmp_path)))
    assert got == config.complete(config.SAFE)
    assert errors
    assert config.say(errors)
    assert config.say(errors, "fr")


def test_a_wrong_file_still_says_so_on_its_screen(tmp_path):
    wrong = changed(changed(CLUB, "leds.pin", 3), "language", "fr")
    (tmp_path / "config.json").write_bytes(json.dumps(wrong).encode())
    got, errors = config.load(Files(str(tmp_path)))
    assert [each[0] for each in errors] == ["leds.pin"]
    # Nothing that could drive a wrong pin: no readers, no lights.
    assert got["zones"] == []
    assert "leds" not in got
    whole = config.complete(CLUB) | {"language": "fr"}
    assert all(got[name] == whole[name] for name in ("language", "screen", "buttons"))
    wrong["screen"]["dc"] = 99
    (tmp_path / "config.json").write_bytes(json.dumps(wrong).encode())
    assert "screen" not in config.load(Files(str(tmp_path)))[0]


def test_a_byte_order_mark_is_let_pass(tmp_path):
    (tmp_path / "config.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(PINS).encode())
    assert config.load(Files(str(tmp_path)))[1] == []


# --- changes


@pytest.mark.parametrize(
    ("changes", "path", "value"),
    [
        ({"leds": {"bright": 9}}, "leds", {"pin": 22, "count": 96, "bright": 9}),
        ({"game": "gin", "rules": {}}, "game", "gin"),
        ({"rules": {"target": 300}}, "rules", {"target": 300}),
        ({"buzzer": None}, "buzzer", None),
        ({"zones": CLUB["zones"][:2]}, "zones", CLUB["zones"][:2]),
        ({"screen": PINS["screen"]}, "screen", PINS["screen"]),
        ({"select": {"irq": 29}}, "select", CLUB["select"] | {"irq": 29}),
    ],
)
def test_merge(changes, path, value):
    before = copy.deepcopy(CLUB)
    assert config.merge(CLUB, changes).get(path) == value
    assert before == CLUB


# --- the table of data


def test_the_table_is_data():
    sections = re.findall(r"^\[(.*)\]$", schema.TEXT, re.M)
    used = {"table", "zone", "zone pins", "zone hc138"}
    kinds = set()
    for section in sections:
        for name, kind, limits, default in schema.rows(section):
            assert re.fullmatch("[a-z][a-z0-9_]*", name)
            kinds.add(kind)
            if kind == "object":
                used.add(limits)
            elif kind == "list":
                used.add(limits[2])
            elif kind == "choice" and limits[1:] != schema.kinds("SCREEN"):
                used.update(limits[1:])
            elif kind not in ("pin", "zones") and default not in (None, schema.NEEDED):
                assert schema.makes_sense(kind, limits, default)
    assert sorted(used) == sorted(sections)
    assert kinds - {"word"} <= set(ERRORS)


class Asked(dict):
    """A part of a config that records which entries were read."""

    def __init__(self, part, where, found):
        super().__init__((key, asked(part[key], f"{where}.{key}", found)) for key in part)
        self.where = where
        self.found = found

    def __getitem__(self, key):
        self.found.add(f"{self.where}.{key}")
        return super().__getitem__(key)

    def get(self, key, default=None):
        self.found.add(f"{self.where}.{key}")
        return super().get(key, default)


def asked(value, where, found):
    if isinstance(value, dict):
        return Asked(value, where, found)
    return [asked(each, where, found) for each in value] if isinstance(value, list) else value


OLED = {"kind": "oled", "i2c": 0, "sda": 16, "scl": 17, "hz": 100000}


@pytest.mark.parametrize(
    "base",
    [CLUB, PINS, CLUB | {"screen": OLED, "scale": {"data": 10, "clock": 11, "card": 3, "zero": 9}}],
    ids=["club", "pins", "oled and scale"],
)
def test_what_is_checked_is_used(base):
    """An entry that its builder never reads would be accepted silently."""
    whole = config.complete(copy.deepcopy(base))
    found = set()
    assert not built(asked(whole, "", found)).faults
    told = set()

    def note(part, where):
        for key, value in part.items():
            told.add(f"{where}.{key}")
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, dict):
                    note(each, f"{where}.{key}")

    devices = ("spi", "select", "zones", "leds", "screen", "buzzer", "scale")
    note({key: whole[key] for key in devices if key in whole}, "")
    # The plans read a zone's place and antenna; the panel reads a button's entries.
    plans = {".zones.at", ".zones.antenna"}
    if base is PINS:
        plans.add(".zones.fast")  # only some readers accept it
    assert told - found - plans == set()


def built(given):
    """Build what a config describes, on pins with nothing connected."""
    modules()
    from app.board import build  # imports the `machine` set before

    machine.plug(ModelBoard(Clock()))
    return build(given, Clock())


def test_clock_gain_and_full_refreshes_are_what_the_config_says():
    for given, hz in ((CLUB | {"screen": OLED}, 100000), (PINS, 400000)):
        assert built(config.complete(given)).screen._i2c._bus._hz == hz
    for given, gain in ((PINS, 6), (changed(PINS, "zones[0].gain", ...), 4)):
        assert built(config.complete(given)).zones[0].reader._gain == gain
    assert built(config.complete(changed(CLUB, "screen.full_every", 3))).screen._full_every == 3


@pytest.mark.parametrize("held", [0, 1, 9])
def test_a_screen_that_a_restart_caught_in_a_byte_lets_go(held):
    """Nine clocks are the most that it takes: UM10204, section 3.1.16."""
    modules()
    from app.board import build

    table = Hardware(config.complete(PINS))
    machine.plug(table.board)
    table.board.i2c(1).held = held
    screen = build(table.config, table.clock).screen
    blocking(screen.start_open(), table.clock.sleep_us)
    assert table.board.i2c(1).held == 0
    table.board.i2c(1).held = held  # while it is in use
    if held:
        with pytest.raises(DeviceError):
            blocking(screen.start_open(), table.clock.sleep_us)
    blocking(screen.start_open(), table.clock.sleep_us)


def test_pins_of_the_rp2040():
    # Samples from the data sheet, section 1.4.3.
    assert schema.can("sck", 0) == ("SPI 0", [2, 6, 18, 22])
    assert schema.can("sck", 1) == ("SPI 1", [10, 14, 26])
    assert schema.can("miso", 1) == ("SPI 1", [8, 12, 24, 28])
    assert schema.can("mosi", 1) == ("SPI 1", [11, 15, 27])
    assert schema.can("sda", 0) == ("I2C 0", [0, 4, 8, 12, 16, 20, 24, 28])
    assert schema.can("scl", 1) == ("I2C 1", [3, 7, 11, 15, 19, 23, 27])


# --- on MicroPython


IN_VM = """
import json
from app import config
from app.files import Files
for case in json.load(open('cases.json')):
    for language in ('en', 'fr'):
        for line in config.say(config.check(case), language):
            print(line)
got, errors = config.load(Files())
print(errors)
config.save(Files(), got)
assert config.load(Files()) == (got, [])
print(open('config.json').read())
"""


@pytest.mark.parametrize("machine", vm.find(), ids=str)
def test_the_same_errors_on_micropython(machine):
    cases = [changed(base, path, value) for base, path, value, _, _ in ROWS]
    foreign = [{"b": [{"z": 1, "a": "é"}], "a": 2.5}, [[[[[[[[[{"b": 1, "a": 2}]]]]]]]]], {"no": "\n"}]
    cases += [changed(CLUB, path, value) for value in foreign for path in ("name", "zones.1", "spi.hz")]
    files = {name: FIRMWARE / name for name in ("app", "drivers", "tierce", "config.json")}
    ran = machine.run(IN_VM, {**files, "cases.json": json.dumps(cases).encode()}, ["."])
    assert ran.returncode == 0, ran.stderr
    expected = "".join(
        line + "\n" for case in cases for language in ("en", "fr") for line in config.say(config.check(case), language)
    )
    expected += "[]\n" + config.text(config.complete(CLUB)) + "\n"
    assert ran.stdout == expected
