"""`tierce doctor`: a sound table has no findings, and each fault has its own finding."""

import copy
import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from verbs import complaint, tierce_here

from tierce_plans import parts
from tierce_tools.base.paths import firmware
from tierce_tools.base.texts import Texts, texts
from tierce_tools.board import benches, ports
from tierce_tools.board.benches import Hands, ModelledBench, modelled_table
from tierce_tools.board.build import compiled
from tierce_tools.board.examine import Examination
from tierce_tools.board.facts import Finding
from tierce_tools.board.finding_texts import ASK, DO, FOUND, VERDICT, WHAT, as_object
from tierce_tools.board.findings import findings
from tierce_tools.board.ports import MODELLED
from tierce_tools.cli.doctor import Asking, Progress, show

Config = dict[str, Any]
Fact = dict[str, Any]
Wrong = list[str]  # "what where verdict: advice"
CLUB: Config = json.loads((firmware() / "config.json").read_text("utf-8"))
ZONES = ("discard", "meld1", "meld2", "seat0", "seat1")


def small(**changes: Any) -> Config:
    """Return the club's config with few zones; a change to None removes an entry."""
    config = copy.deepcopy(CLUB)
    config["zones"] = [zone for zone in config["zones"] if zone["zone"] in ZONES]
    config.update(changes)
    return {key: value for key, value in config.items() if value is not None}


Make = Callable[..., ModelledBench]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Return what makes modelled tables, by default a small one; `tmp_path` is their flash."""
    return lambda config=None, there=None, **rates: modelled_table(str(tmp_path), config or small(), there, **rates)


def examine(bench: ModelledBench, alone: bool = False, scans: int = 4, **how: Any) -> list[Finding]:
    examination = Examination(bench, lambda what, zone: None, "en", scans)
    found = findings(examination.run(None if alone else Hands(bench.table), **how))
    for each in found:
        check_words(each)
    return found


def short(found: list[Finding]) -> Wrong:
    bad = [each for each in found if each.verdict != "ok"]
    return [f"{each.what} {each.zone or each.button} {each.verdict}: {each.advice}".replace("  ", " ") for each in bad]


def check_words(found: Finding) -> None:
    assert found.what in WHAT
    assert found.verdict in VERDICT
    assert "{" not in FOUND[found.shown].format(**found.value)
    if found.advice:
        assert "{" not in {**DO, **parts.advice()}[found.advice].format(**found.value)
    assert (found.verdict == "ok") == (not found.advice), found


# --- sound tables


def test_the_clubs_table_is_sound_and_shown_in_both_languages(
    make: Make, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    found = examine(make(CLUB))
    assert short(found) == []
    assert {each.what for each in found} == {
        *("program", "micropython", "clock", "config", "flash", "journal", "deck", "errors", "reader", "antenna"),
        *("reading", "leak", "time", "lights", "zone_lights", "screen", "picture", "button", "press", "buzzer"),
    }
    monkeypatch.setenv("COLUMNS", "80")
    for say in (texts("en"), texts("fr")):
        show(found, CLUB, say, MODELLED)
        text = capsys.readouterr().out
        assert "\x1b" not in text
        assert max(map(len, text.splitlines())) <= 80
        well = "All that was examined is in order ({ok}); not examined: {unexamined}."
        for words in ("Examination of a modelled table", "antenna", "all zones", "no errors noted", well):
            assert say(words).split("{")[0] in text, words


@pytest.mark.parametrize("how", [{"alone": True}, {"cards_only": True}])
def test_without_a_person_it_says_what_needs_one(make: Make, how: dict[str, bool]):
    found = {(each.what, each.verdict, each.advice) for each in examine(make(), **how) if each.advice}
    asked = {(what, "not examined", "ask") for what in ("zone_lights", "picture", "press", "buzzer")}
    assert found == asked | ({("reading", "not examined", "cards")} if "alone" in how else set())


def test_cards_that_lie_there_are_read(make: Make):
    bench = make()
    for card in ("5H", "6H", "7H"):
        bench.table.put("meld1", card)
    found = examine(bench, alone=True)
    rates = [each for each in found if each.what == "reading" and each.zone == "meld1"]
    assert [(each.verdict, each.value["cards"]) for each in rates] == [("ok", 3)]
    assert "antenna meld1 not examined: clear" in short(found)
    assert not [each for each in found if each.what == "tags"]


# --- faults; those that people make on purpose are in test_doctor_config.py

Break = Callable[[Any], object]


def set_to(part: str, name: str, value: Any) -> Break:
    return lambda table: setattr(getattr(table, part), name, value)


def fault(name: str) -> Break:
    return lambda table: getattr(table.faults, name)(table.readers["meld1"])


def version(number: bytes) -> Break:
    return lambda table: table.readers["meld1"].eeprom.__setitem__(slice(0x12, 0x14), number)


def gain(number: int) -> Break:
    return lambda table: setattr(table.antennas["seat0"], "agc", lambda: number)


def nothing(table: Any) -> None:
    """The hardware is as the config describes it."""


def safe_pin_low(table: Any) -> None:
    table.board.wire(23).pull = lambda level: None
    table.board.wire(23).drive(0)


def silent_and_clone(table: Any) -> None:
    table.readers["meld1"].miso = 1
    table.readers["meld2"].clone = True


SCALE = small(buttons=[], safe_pin=None, scale={"data": 0, "clock": 1})
SMALL_READERS = small(
    select={"by": "pins"},
    buttons=[],
    zones=[{"zone": name, "reader": "mfrc522", "cs": 5 + at, "leds": [8 * at, 8]} for at, name in enumerate(ZONES)],
)

# The config, what is broken, and the findings.
FAULTS: dict[str, tuple[Config | None, Break, Wrong]] = {
    "miso high": (None, fault("miso_high"), ["reader meld1 bad: reader_version"]),
    "busy until the reset": (None, fault("busy_stuck"), []),
    "newer firmware": (None, version(b"\x01\x04"), []),
    "the firmware that shops sell": (None, version(b"\x05\x03"), []),
    "gain low": (None, gain(250), ["antenna seat0 bad: antenna"]),
    "gain lower": (None, gain(470), ["antenna seat0 look: antenna"]),
    "gain high": (None, gain(800), ["antenna seat0 look: antenna"]),
    "gain at its end": (None, gain(1023), ["antenna seat0 bad: antenna"]),
    "small leak": (
        None,
        lambda table: table.air.couple(table.antennas["meld2"], table.antennas["meld1"], 0.2),
        ["leak meld1 look: leak"],
    ),
    "screen silent": (None, set_to("panel", "silent", True), ["screen bad: epaper_silent"]),
    "screen busy": (None, set_to("panel", "stuck", True), ["screen bad: epaper_busy"]),
    "screen inverted": (None, set_to("panel", "inverted", True), ["screen bad: epaper_inverted"]),
    "screen slow": (None, set_to("panel", "slow", 4), ["screen look: epaper_slow"]),
    "scale silent": (SCALE, set_to("tray", "silent", True), ["scale bad: scale_silent"]),
    "scale stuck": (SCALE, set_to("tray", "stuck", 0), ["scale bad: scale_stuck"]),
    "scale noisy": (SCALE, set_to("tray", "noise", 5000), ["scale look: scale_noise"]),
    "scale less noisy": (SCALE, set_to("tray", "noise", 50), []),
    "safe pin low": (small(safe_pin=23), safe_pin_low, ["safe_pin safe_pin bad: safe_pin_down"]),
    "small readers": (
        SMALL_READERS,
        silent_and_clone,
        ["reader meld1 bad: reader_version", "reader meld2 look: reader_unknown"],
    ),
    "long settling": (
        small(zones=[{**zone, "settle_us": 30000} for zone in small()["zones"]]),
        nothing,
        [f"time {zone} look: time" for zone in ZONES],
    ),
    "many lights": (
        small(leds={"pin": 22, "count": 500}),
        nothing,
        ["lights bad: lights_dark", *(f"zone_lights {zone} bad: zone_lights" for zone in ZONES)],
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_and_nothing_else(make: Make, name: str):
    config, broken, expected = FAULTS[name]
    bench = make(config)
    broken(bench.table)
    assert short(examine(bench)) == expected


@pytest.mark.parametrize(
    ("rates", "scans", "expected"),
    [
        ({"flicker": 0.04}, 50, {("reading", "look", "rate")}),
        ({"flicker": 0.25}, 50, {("reading", "bad", "rate")}),
        ({"lost_reply": 0.25}, 50, {("reading", "bad", "rate")}),
        ({"brownout": 0.005}, 4, {("reader", "bad", "reader_reset")}),
        ({"busy_sticks": 0.02}, 4, {("reader", "bad", "reader_busy")}),
        # What drivers cope with is no fault.
        (dict.fromkeys("receive_sticks slow_transceive slow_boot bit_error capture".split(), 0.02), 4, set()),
    ],
)
def test_what_goes_wrong_now_and_then(make: Make, rates: Any, scans: int, expected: set[tuple[str, str, str]]):
    found = examine(make(**rates), scans=scans)
    assert {(each.what, each.verdict, each.advice) for each in found if each.advice} == expected


def test_an_address_line_that_is_low(make: Make):
    bench = make(there=small(select={**CLUB["select"], "address": [23, 6, 7, 13]}))
    bench.table.board.wire(23).pull(0)
    found = examine(bench)
    assert [(each.advice, each.value["gpio"]) for each in found if each.what == "select"] == [("same_chip_address", 5)]


def test_small_readers_with_one_chip_select(make: Make):
    bench = make(SMALL_READERS)
    # Two touching select lines: both are low if one is.
    board = bench.table.board
    board.wire(6).listen(lambda level: board.wire(7).drive(level))
    board.wire(7).listen(lambda level: board.wire(6).drive(level))
    found = short(examine(bench))
    assert "select bad: same_chip" in found
    assert not [each for each in found if re.search("discard|seat", each)]


# --- the flash


WRONG_CONFIG = json.dumps(small(language="de", zones=[{**small()["zones"][0], "cs": 77}])).encode()
DAMAGED = 505 * b" " + b'{"damaged":true}'  # it is read in parts of 512 bytes
ERROR = "readers: Traceback\n  File é\nValueError: no such card\n".encode()[-40:]


@pytest.mark.parametrize(
    ("name", "data", "expected", "told"),
    [
        ("config.json", WRONG_CONFIG, ["config bad: config"] * 2, "language zones[0].cs"),
        ("music.wav", bytes(1024 << 10), [], ""),
        ("music.wav", bytes(1200 << 10), ["flash look: flash_little"], ""),
        ("doctor.txt~/x", b"", ["flash bad: flash_broken"], ""),  # where the write test creates its file
        ("journal/1.log", DAMAGED, ["journal look: journal_damaged"], ""),
        ("error.txt", ERROR, ["errors look: errors"], "ValueError: no such card"),
    ],
)
def test_what_lies_on_the_flash(make: Make, tmp_path: Path, name: str, data: bytes, expected: Wrong, told: str):
    bench = make()
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(data)
    found = examine(bench)
    assert [each for each in short(found) if "not examined" not in each] == expected
    texts = " ".join(each.value.get("text", "") for each in found)
    assert all(word in texts for word in told.split())


# --- facts that no modelled table has


def board(**changes: Any) -> list[Fact]:
    """Return the facts of a sound board's inside; kinds set to None are left out."""
    told: dict[str, Any] = {
        "play": {"answers": True, "recording": True},
        "deployed": {"differ": []},
        "memory": {"free": 190000, "largest": 180000},
        "micropython": {"name": "micropython", "version": "1.28.0", "hz": 125000000, "mpy": [6, 3]},
        "tierce": {"version": "0.1.0"},
        "config": {"errors": [], "config": small(zones=[], buzzer=None)},
        "parts": {"faults": []},
        "flash": {"total": 1441792, "free": 900000, "trouble": 0},
        "journal": {"bytes": 8192, "segments": 1, "limit": 196608},
        "restart": {"answers": True},
    }
    for kind, change in changes.items():
        told[kind] = None if change is None else {**told.get(kind, {}), **change}
    return [{"fact": kind, **fact} for kind, fact in told.items() if fact is not None]


ONE_READER = {
    "config": {"config": small(zones=[CLUB["zones"][1]], buzzer=None)},
    "reader": {"zone": CLUB["zones"][1]["zone"], "firmware": 0x400, "before": ""},
}
INSIDE: list[tuple[dict[str, Any], str]] = [
    ({}, ""),
    ({"play": {"answers": False}}, "play look: play_silent"),
    ({"play": {"recording": False}}, "journal bad: not_recording"),
    ({"play": {"doubt": True}, "journal": {"damaged": True}}, "journal bad: journal_doubt"),
    ({"journal": {"damaged": True}}, "journal look: journal_damaged"),
    ({"restart": {"answers": False}}, "play bad: restart_silent"),
    ({"deployed": {"differ": ["app/match/table.mpy"]}}, "program look: deploy"),
    ({"memory": {"free": 150000, "largest": 140000}}, "memory bad: memory"),
    ({"memory": {"free": 155000, "largest": 150000}}, "memory look: memory_little"),
    ({"memory": {"free": 190000, "largest": 60000}}, "memory look: memory_little"),
    ({"micropython": {"mpy": [6, 2]}}, "micropython bad: flash"),
    ({"micropython": {"version": "1.29.0"}}, "micropython look: other_version"),
    ({"micropython": {"hz": 48000000}}, "micropython look: frequency"),
    ({"parts": {"faults": [["leds", "no such lights: 90 + 8"]]}}, "part bad: part"),
    ({"flash": {"trouble": 28}}, "flash bad: flash_full"),
    ({"flash": {"trouble": 30}}, "flash bad: flash_read_only"),
    ({"flash": {"total": 0}}, ""),
    (
        {"failed": {"part": "setup", "error": "ImportError: no module named 'app'"}, "config": None},
        "program bad: no_program",
    ),
    ({"failed": {"part": "reads", "error": "MemoryError: "}}, "examination look: failed"),
    *(({"play": {"deaf": deaf}, **ONE_READER}, "") for deaf in ({}, {"meld1": 0})),
    ({"play": {"deaf": {"meld1": 2}}, **ONE_READER}, "reader meld1 look: reader_deaf"),
]


@pytest.mark.parametrize(("changes", "expected"), INSIDE)
def test_what_facts_of_a_board_mean(changes: dict[str, Any], expected: str):
    found = findings(board(**changes))
    for each in found:
        check_words(each)
    assert "; ".join(short(found)) == expected


def test_a_clock_that_is_off():
    """It is not judged where answers take long."""
    for ms, late, verdict in (
        *((60000, 0.004, "ok"), (60004, 0.004, "ok"), (60100, 0.004, "look"), (59900, 0.004, "look")),
        (60300, 0.4, "ok"),
    ):
        looks = [
            {"fact": "clock", "ms": told, "asked": asked, "answered": asked + late}
            for told, asked in ((500, 10.0), (500 + ms, 70.0))
        ]
        assert [each.verdict for each in findings(looks)] == [verdict], ms


def test_a_piece_is_micropython_and_small():
    """Compiling takes about ten times the source's length for a while; with the table built, a Pico has some 100 KB."""
    folder = Path(findings.__code__.co_filename).parent / "on_board"
    pieces = {piece.name: piece.read_bytes() for piece in folder.glob("*.py")}
    assert max(map(len, pieces.values())) < 9000
    assert compiled(pieces)


# --- the command


def test_json_has_an_object_for_each_finding():
    done = tierce_here("doctor", "--port", "modelled", "--json", "--zone", "meld2", "--zone", "discard")
    assert (done.returncode, done.stderr) == (0, "")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert {each["zone"] for each in found} == {"meld2", "discard"}
    assert {each["verdict"] for each in found} == {"ok"}
    assert {"reader", "antenna", "reading", "leak", "time"} <= {each["what"] for each in found}
    rate = next(each for each in found if each["what"] == "reading" and each["zone"] == "meld2")
    said = {"what": "reading", "zone": "meld2", "verdict": "ok"}
    assert rate == {**said, "found": "100 % of 50 scans", "value": {"percent": 100, "scans": 50, "cards": 1}}


def test_a_zone_that_is_not_there():
    said = complaint("doctor", "--port", "modelled", "--zone", "meld9", "--lang", "fr")
    assert said.startswith("cette table n'a pas de zone meld9 ; elle a discard, meld1")


def test_words_for_a_reason_that_nobody_thought_of():
    fact = {"fact": "reader", "zone": "meld1", "error": "strange"}
    config = {"fact": "config", "errors": [], "config": small()}
    found = [each for each in findings([config, fact]) if each.what == "reader"]
    thing = as_object(found[0], texts("en"))
    assert thing["advice"] == "reader_strange"
    assert thing["text"] == DO["reader_version"]


@pytest.mark.parametrize("say", [texts("en"), texts("fr")], ids=["en", "fr"])
def test_what_is_wrong_stands_apart_with_what_to_do(
    make: Make, say: Texts, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    bench = make(CLUB)
    for zone in ("meld2", "meld3", "meld5"):
        bench.table.readers[zone].miso = 0
    monkeypatch.setenv("COLUMNS", "80")
    show(examine(bench, alone=True), CLUB, say, "/dev/ttyACM0")
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    table, _, rest = text.partition(say("What to do"))
    row = next(line for line in table.splitlines() if say("antenna") in line)
    assert "discard, meld1, " in row
    assert table.count("meld2–3, meld5") == 1
    # The advice is given once, for all three.
    head = say("{verdict}: ", verdict=say("bad")) + say("reader") + " (meld2–3, meld5)"
    assert head in rest
    advice = say(DO["reader_version"]).split(":")[0]
    assert rest.count(advice) == 1
    assert rest.index(head) < rest.index(say("{verdict}: ", verdict=say("not examined")))


class Person(io.StringIO):
    """Who sits at the terminal: does what is said on it with a table's hands, and answers."""

    def __init__(self, table: Any) -> None:
        super().__init__()
        self.hands = Hands(table)
        self.asked: list[str] = []
        self.sees = False

    def write(self, text: str) -> int:
        for key, wanted in ASK.items():
            if match := re.fullmatch(re.escape(wanted).replace(r"\{name\}", "(.*)"), text):
                name = "".join(match.groups())
                self.asked.append(f"{key} {name}".strip())
                if key in ("lights", "screen"):
                    self.sees = bool(self.hands.sees(key, name))
                elif key == "buzzer":
                    self.sees = False
                elif key == "listen":
                    self.hands.listen()
                else:
                    {"card": self.hands.lay, "take": self.hands.take, "press": self.hands.press}[key](name)
        return len(text)

    def readline(self, size: int | None = -1) -> str:
        return "y\n" if self.sees else "n\n"


def test_a_person_helps(make: Make, monkeypatch: pytest.MonkeyPatch):
    bench = make(small(buttons=CLUB["buttons"][:3]))
    person = Person(bench.table)

    def on_board(device: str, said: Any, language: str, helper: Any, **how: Any) -> Any:
        sys.stdin = sys.stderr = person
        return Examination(bench, said, language).run(helper, **how)

    monkeypatch.setattr(benches, "on_board", on_board)
    monkeypatch.setattr(ports, "choose", lambda port: SimpleNamespace(device=port))
    done = tierce_here("doctor", "--port", "/dev/table", "--json", "--ask")
    assert person.asked == [
        *(each for zone in ZONES for each in (f"card {zone}", "take")),
        *(f"lights {zone}" for zone in ZONES),
        "screen",
        *(f"press {button['does']}" for button in CLUB["buttons"][:3]),
        *("listen", "buzzer"),
    ]
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(each["what"], each["verdict"]) for each in found if each["verdict"] != "ok"] == [("buzzer", "bad")]
    assert done.returncode == 1


def test_with_no_standard_input_nobody_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)  # as after `<&-`
    person = Asking(Progress(texts("en")))
    assert not person.lay("meld1")
    assert not person.press("ok")
