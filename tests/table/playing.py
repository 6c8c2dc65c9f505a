"""Whole matches on the modelled table: short logs, their tables, comparison of outcomes."""

import json
from pathlib import Path

from compiled import FIRMWARE, FOLDERS
from compiled import compiled as of_board
from players import Players

from tierce.cards import CARDS, code
from tierce.outcomes import line
from tierce.referee import Referee
from tierce_tools.rules import vm
from tierce_tools.twin.assembly import uid_of, uid_of_14443
from tierce_tools.virtual.board import deck_bin

ROOT = Path(__file__).resolve().parents[2]
TWIN = ROOT / "host_tools" / "tierce_tools" / "twin"
CONFIG = json.loads((FIRMWARE / "config.json").read_text())
CLUB = json.loads((ROOT / "hardware" / "tables" / "club.json").read_text())  # 18 zones

# Warnings of devices, and of things seen too late; logs do not have them.
OF_DEVICE = (
    "two_zones stacked_cards duplicate_card unknown_card wrong_tag too_many_tags unsteady judged_unsteady "
    "changing_tag reader_lost reader_back not_recording bad_event zones_full"
).split()
# For readers without decoder: two pins each.
_PINS = ((5, 6), (7, 8), (9, 10), (11, 12), (13, 14), (15, 16), (17, 18), (21, 26))


def log_of(game, seed, rules, seats=None, turns=400):
    """Return a log of a match with real cards: header and events."""
    return Players(game, seed, seats=seats, rules=dict(rules), honest=True).play(turns).log


def zones_of(log):
    """Return the names of the zones that a log needs."""
    seen = {event.get("zone", "") for event in log[1:]}
    melds = max([int(zone[4:]) for zone in seen if zone[:4] == "meld"], default=1)
    names = ["discard"] if "discard" in seen else []
    names += [f"meld{i + 1}" for i in range(melds)]
    return names + [f"seat{i}" for i in range(len(log[0]["players"]))]


def config_for(log, reader="pn5180", pins=False, oled=False, language="en", zones=None):
    """Return the config.json of a table for a log; with `pins` each reader has its own lines."""
    header = log[0]
    config = dict(CONFIG, language=language)
    config.update(game=header["game"], players=header["players"], rules=header["rules"])
    config["zones"] = []
    for i, name in enumerate(zones or zones_of(log)):
        zone = {"zone": name, "reader": reader, "most": 60, "cs": i, "leds": [i * 6, 6]}
        if pins:
            zone["cs"], zone["busy"] = _PINS[i]
            del zone["leds"]
        config["zones"].append(zone)
    assert len(config["zones"]) <= (len(_PINS) if pins else 16)
    if pins:
        config["select"] = {"by": "pins"}
        # Few pins are left for other parts.
        for name in ("leds", "buzzer", "screen", "safe_pin"):
            del config[name]
        config["buttons"] = [{"pin": pin, "does": does} for pin, does in ((19, "minus"), (20, "plus"), (22, "ok"))]
        config["buttons"] += [{"pin": seat, "seat": seat} for seat in (0, 1)]
    if oled:
        config["screen"] = {"kind": "oled", "i2c": 1, "sda": 10, "scl": 11, "height": 64}
    return config


def plain(lines):
    """Return outcomes, given as lines, without the parts that differ between a table and a log.

    These are times, the order of cards in reasons of refusals, which is that of reading, and warnings of
    devices. A refused player puts the turn right as in the log.
    """
    found = []
    for text in lines:
        outcome = json.loads(text)
        if outcome["event"] == "warning" and outcome.get("code") in OF_DEVICE:
            continue
        outcome.pop("t")
        for reason in outcome.get("figures", ()):
            reason[:] = [sorted(each) if isinstance(each, list) else each for each in reason]
        found.append(outcome)
    return found


def replayed(log):
    """Return the outcome lines of a log."""
    referee = Referee(log[0])
    return [line(outcome) for event in log[1:] for outcome in referee.feed(event)]


def deck_for(config):
    """Return a deck.bin for a table, with the kind of tags that its readers read."""
    readers = {zone["reader"] for zone in config["zones"]}
    return deck_bin(uid_of_14443 if "mfrc522" in readers else uid_of)


def on_this_python(log, config, folder, seed, **rates):
    """Play a log on a modelled table in this process; return the result and the people."""
    from running import Running  # it needs this module

    people = Running(config, folder, seed, ms=2000, **rates).people
    people.begin(log[0])
    for event in log[1:]:
        people.do(event)
    return [line(outcome) for outcome in people.outcomes], people


def compiled(folder, taps=False):
    """Compile firmware and model as for a board; return name -> folder of .mpy files. `taps`: as in `build.build`."""
    return of_board(folder, {**FOLDERS, "twin": TWIN}, taps=taps)


# The same for a MicroPython machine, in parts, between which it collects garbage.
VM_TABLE = """
import gc, json, sys
from twin import modules
machine, _ = modules()
from twin.puppets import Puppets
from twin.port import Port, Host
from twin.assembly import Hardware as Twin
given = json.loads(open("given.json").read())
config = json.loads(open("config.json").read())
twin = Twin(config, given["seed"], **given["rates"])
machine.plug(twin.board)
for text in given["codes"]:
    twin.tag(text)
"""
VM_START = """
from app.files import Files
from app.program import Program
from tierce.outcomes import line
files = Files("")
log = open("log.jsonl")
people = Puppets(twin, Program(twin.clock, files, None))
people.run(2000)
people.begin(json.loads(log.readline()))
"""
VM_PLAY = """
for _ in range(4):
    text = log.readline()
    if text:
        people.do(json.loads(text))
for outcome in people.outcomes:
    print(line(outcome))
people.outcomes.clear()
"""
VM_END = """
state = {"errors": people.program.errors, "overlaps": twin.air.overlaps,
         "error.txt": "error.txt" in files.names(), "worst": people.worst_ms,
         "ms": twin.clock.now // 1000}
print("state " + json.dumps(state))
"""


def vm_files(made, log, config, seed, rates):
    """Return the files for a machine that plays a log."""
    given = {"seed": seed, "rates": rates, "codes": [code(card) for card in range(CARDS)]}
    return {
        **made,
        "config.json": json.dumps(config).encode(),
        "deck.bin": deck_for(config),
        "given.json": json.dumps(given).encode(),
        "log.jsonl": "".join(json.dumps(event) + "\n" for event in log).encode(),
    }


def in_the_machine(made, log, config, seed, **rates):
    """Play a log on a modelled table in MicroPython; return its outcome lines and its state."""
    parts = [VM_TABLE, VM_START]
    parts += [VM_PLAY] * ((len(log) + 2) // 4)
    parts.append(VM_END)
    done = vm.find()[0].run(parts, vm_files(made, log, config, seed, rates), ["."])
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    lines = done.stdout.splitlines()
    assert lines[-1].startswith("state "), lines[-1]
    return [text for text in lines if text[:1] == "{"], json.loads(lines[-1][6:])
