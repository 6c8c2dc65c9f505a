"""Mistakes and faults of a modelled table, by name, to see what an examination says of them.

Wiring mistakes change the description of the hardware; faults are applied to the running table.
`config` is never changed: it says what the builder intended.
"""

import copy
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from tierce_plans import parts
from tierce_tools.base.trouble import Trouble

Config = dict[str, Any]

_NOWHERE = 23  # a GPIO that a Pico does not bring out, so no wire can be on it
_GAIN = 250  # of a loop with a bad joint; a sound loop of the model has 620
_SELDOM = 0.15  # probability that a card lying too far away is not read
_BROWNOUT = 0.005  # probability per frame
_TRACEBACK = "readers: Traceback\nValueError: no such card\n"
_TELEPHONE = b"\x04\x11\x22\x33\x44\x55\x66"  # an ISO 14443 UID


def _zone(config: Config, name: str) -> Config:
    return next(zone for zone in config["zones"] if zone["zone"] == name)


def _exchange(one: Config, other: Config, key: str) -> None:
    one[key], other[key] = other[key], one[key]


# --- wiring mistakes: change the description of the hardware, at the named places


def _antennas(there: Config, where: list[str]) -> None:
    # A loop at the wrong reader is equivalent to a reader in the wrong zone.
    first, second = (_zone(there, each) for each in where)
    for key in ("reader", "cs", "busy", "reset", "irq"):
        first[key], second[key] = second.get(key), first.get(key)


def _no_cs(there: Config, where: list[str]) -> None:
    zone = _zone(there, where[0])
    if there["select"]["by"] == "pins":
        zone["cs"] = _NOWHERE
        return
    taken = {each["cs"] for each in there["zones"]}
    free = [at for at in range(1 << len(there["select"]["address"])) if at not in taken]
    zone["cs"] = free[-1]


def _address(there: Config, _: list[str]) -> None:
    there["select"]["address"][0] = _NOWHERE


def _screen_address(there: Config, _: list[str]) -> None:
    there["screen"]["address"] = 121 - there["screen"].get("address", 60)  # 0x3C or 0x3D


def _no_button(there: Config, where: list[str]) -> None:
    there["buttons"] = [each for each in there["buttons"] if button_name(each) not in where]


def _buttons(there: Config, where: list[str]) -> None:
    by_name = {button_name(each): each for each in there["buttons"]}
    _exchange(*(by_name[each] for each in where), key="pin")


# --- faults: change the table, or the folder that is its flash, at the named places


def _no_readers(table: Any, _: Path, __: list[str]) -> None:
    for reader in table.readers.values():
        table.faults.miso_low(reader)  # nothing drives the line, which has a pull-down


def _other_chip(table: Any, _: Path, where: list[str]) -> None:
    reader = table.readers[where[0]]
    if hasattr(reader, "eeprom"):
        reader.eeprom[0x12:0x14] = b"\x04\x03"  # firmware 3.4
    else:
        reader.version, reader.clone = 0x12, True


def _one_chip(table: Any, _: Path, where: list[str]) -> None:
    one, other = (table.readers[each].eeprom for each in where)
    other[:16] = one[:16]


def _antenna(table: Any, _: Path, where: list[str]) -> None:
    table.antennas[where[0]].agc = lambda: _GAIN


def _far(table: Any, _: Path, where: list[str]) -> None:
    table.antennas[where[0]].absent = _SELDOM


def _deaf(table: Any, _: Path, where: list[str]) -> None:
    table.antennas[where[0]].absent = 1


def _stack(table: Any, _: Path, where: list[str]) -> None:
    for card in ("5H", "6H"):
        table.put(where[0], card)
    table.square_up(where[0])


def _button_down(table: Any, _: Path, where: list[str]) -> None:
    (name,) = where
    key = table.keys[int(name[4:]) if name.startswith("seat") else name]
    key.press()
    key.stuck = True


def _bad_deck(_: Any, folder: Path, __: list[str]) -> None:
    whole = (folder / "deck.bin").read_bytes()
    (folder / "deck.bin").write_bytes(whole[:-5])


# The words say what a mistake needs. "zone", "busy" (a zone whose reader has a BUSY line) and "button" are
# places that the user names; the other words are parts that the table must have.
_WIRED: dict[str, tuple[str, Callable[[Config, list[str]], object]]] = {
    "antennas": ("zone zone", _antennas),
    "lights": ("zone zone leds", lambda there, at: _exchange(*(_zone(there, each) for each in at), key="leds")),
    "no-busy": ("busy pins", lambda there, at: _zone(there, at[0]).pop("busy", None)),
    "no-cs": ("zone", _no_cs),
    "address": ("hc138", _address),
    "enable": ("hc138", lambda there, _: there["select"].update(enable=_NOWHERE)),
    "latch": ("hc138", lambda there, _: there["select"].update(latch=_NOWHERE)),
    "no-screen": ("screen", lambda there, _: there.pop("screen", None)),
    "screen-address": ("i2c", _screen_address),
    "no-button": ("button", _no_button),
    "buttons": ("button button", _buttons),
}
_APPLIED: dict[str, tuple[str, Callable[[Any, Path, list[str]], object]]] = {
    "silent": ("zone", lambda table, _, at: table.faults.miso_low(table.readers[at[0]])),
    "no-readers": ("zones", _no_readers),
    "busy": ("busy", lambda table, _, at: table.faults.busy_stuck(table.readers[at[0]], for_good=True)),
    "supply": ("zones", lambda table, _, __: table.faults.set(brownout=_BROWNOUT)),
    "other-chip": ("zone", _other_chip),
    "one-chip": ("busy busy", _one_chip),
    "antenna": ("busy", _antenna),
    "far": ("zone", _far),
    "deaf": ("zone", _deaf),
    "leak": ("zone zone", lambda table, _, at: table.air.couple(table.antennas[at[1]], table.antennas[at[0]], 1.0)),
    "stranger": ("busy", lambda table, _, at: table.stranger(at[0])),
    "telephone": ("busy", lambda table, _, at: table.stranger(at[0], _TELEPHONE)),
    "stack": ("busy", _stack),
    "button-down": ("button", _button_down),
    "no-deck": ("", lambda _, folder, __: (folder / "deck.bin").unlink()),
    "bad-deck": ("", _bad_deck),
    "error": ("", lambda _, folder, __: (folder / "error.txt").write_text(_TRACEBACK)),
    "full": ("", lambda _, folder, __: (folder / "music.wav").write_bytes(bytes(1390 * 1024))),
}
MISTAKES = {**_WIRED, **_APPLIED}

Mistake = tuple[str, list[str]]


def button_name(button: Config) -> str:
    """Return a button's name: its word in config.json, or seat0, seat1, ..."""
    return button.get("does") or f"seat{button['seat']}"


def parse(asked: Iterable[str], config: Config) -> list[Mistake]:
    """Return the mistakes asked for as NAME, NAME=WHERE or NAME=WHERE,WHERE.

    Raises Trouble if there is no such mistake or place, or the table lacks the part.
    """
    found: list[Mistake] = []
    for each in asked:
        name, _, rest = each.partition("=")
        if name not in MISTAKES:
            raise Trouble(
                "doctor.no_fault",
                "there is no fault {name}; there are {faults}",
                name=name,
                faults=tuple(sorted(MISTAKES)),
            )
        where = [place for place in rest.split(",") if place]
        found.append((name, _checked(name, where, config)))
    return found


def _checked(name: str, where: list[str], config: Config) -> list[str]:
    wants = MISTAKES[name][0].split()
    zones = {zone["zone"]: zone["reader"] for zone in config["zones"]}
    known = {
        "zone": list(zones),
        "busy": [zone for zone in zones if "BUSY" in parts.reader(zones[zone]).lines],
        "button": [button_name(each) for each in config.get("buttons") or ()],
    }
    screen: Config = config.get("screen") or {}
    select: Config = config.get("select") or {}
    has = {
        "zones": bool(zones),
        "leds": bool(config.get("leds")),
        "screen": bool(screen),
        "i2c": "i2c" in screen,
        "pins": select.get("by") == "pins",
        "hc138": select.get("by") == "hc138",
    }
    for want in wants:
        if not has.get(want, True):
            raise Trouble(
                "doctor.fault_lacks",
                "fault {name} needs {lacking}, which this table does not have",
                name=name,
                lacking=want,
            )
    places = [known[want] for want in wants if want in known]
    if len(places) != len(where) or len(set(where)) != len(where):
        raise Trouble(
            "doctor.fault_places",
            "fault {name} takes {places} place(s), not {given}, as in antennas=meld1,meld2",
            name=name,
            places=len(places),
            given=len(where),
        )
    for place, choice in zip(where, places, strict=True):
        if place not in choice:
            raise Trouble(
                "doctor.fault_where",
                "fault {name}: not at {place}; it may be at {places}",
                name=name,
                place=place,
                places=", ".join(choice) or "-",
            )
    return where


def wired(config: Config, mistakes: Sequence[Mistake]) -> Config:
    """Return the hardware of a table that was wired with these mistakes."""
    there = copy.deepcopy(config)
    for name, where in mistakes:
        if name in _WIRED:
            _WIRED[name][1](there, where)
    return there


def apply(table: Any, folder: Path, mistakes: Sequence[Mistake]) -> None:
    """Apply these faults to a modelled table whose flash is `folder`."""
    for name, where in mistakes:
        if name in _APPLIED:
            _APPLIED[name][1](table, folder, where)
