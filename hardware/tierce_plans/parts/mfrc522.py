"""MFRC522, sold as RC522: reads ISO 14443A, single cards, with the loop of its board. NXP's data sheet."""

from collections.abc import Mapping
from typing import Any

from tierce_plans.parts import Current, Entry, Figure, ReaderPart, module
from tierce_plans.visits import Bus, Visit
from tierce_tools.base.texts import N_
from tierce_tools.twin.inventory import FC

KNOWN = (0x91, 0x92)  # versions that are known to work
COPIES = (0x12, 0x88)  # those of known copies; 88 is the FM17522
MODE = 0x3D  # what the driver writes; some copies have 0 in its reserved bits

_A_BIT, _A_WAIT = 128 / FC, 1236 / FC  # ISO 14443 A: a bit; from a request's end to its answer
_A_SILENT = 500  # the driver's timer
_HALT = 36 * 10 + 120


def _visit(tags: int, settle_us: float, bus: Bus) -> Visit:
    """Return a visit: each card is selected by its seven bytes, in two levels, and halted."""
    exchanges = [(1, 2), *[(9, 3)] * 2]  # bytes there and back: WUPA, and SELECT of each level
    settings = 7
    air = total = 0.0
    total += settle_us + bus.add(1, settings, 2) + bus.add(2, 2)
    for sent, got in exchanges:
        total += tags * ((9 * (sent + 1) + 9 * got) * 9.5 + 100)
        air += tags * ((9 * sent + 9 * got + 4) * _A_BIT + 2 * _A_WAIT)
        total += _send(bus, tags, sent) + bus.add(tags, 7, got + 1)
    total += tags * _HALT + _send(bus, tags, 4)
    air += tags * 4 * 9 * _A_BIT
    # The last request has no answer: no card is left.
    total += _A_SILENT + 10 * _A_BIT + _send(bus, 1, 1) + bus.add(1.5, 7)
    air += 10 * _A_BIT + _A_WAIT
    return Visit(settle_us, air, bus.spi, bus.software, total)


def _send(bus: Bus, times: float, count: int) -> float:
    return bus.add(times, *[2] * 6, count + 1)


def _version(fact: Mapping[str, Any]) -> tuple[str, bool, bool]:
    version = fact["version"]
    copy = version in COPIES or fact.get("mode", MODE) != MODE
    return f"{version:02X}", version in KNOWN and not copy, copy


_ASSUMED = N_("not in its data sheet: taken as slow as the slowest reader's")

PART = ReaderPart(
    label="RC522",
    pins="SDA SCK MOSI MISO IRQ GND RST 3.3V",
    lines={
        "3V3": "3.3V", "GND": "GND", "SCK": "SCK", "MOSI": "MOSI", "MISO": "MISO", "NSS": "SDA",
        "RST": "RST", "IRQ": "IRQ",
    },
    entry=Entry(
        300,
        N_("Reader module RC522 (MFRC522)"),
        N_(
            "3.3 V. It reads MIFARE and NTAG only, no ISO 15693, and one card at a time well. "
            "Mostly sold with headers to solder, a card and a key ring"
        ),
    ),
    currents={
        # without a field: 6.5 digital, 7 analogue, 2 for the light on its board
        "": Current("3V3", 16, "V", 25, "K", N_("MFRC522, awake"), N_("MFRC522 data sheet, table 1, and a light")),
        "_field": Current("3V3", 60, "V", 100, "V", N_("field of an MFRC522"), N_("MFRC522 data sheet, table 1")),
    },
    symbol=module("tierce:RC522", "RC522 {role}"),
    describes={"gain": "Of the receiver, 0 to 7; 4 if it is missing. More reads further, and more noise."},
    wokwi="board-mfrc522",
    stands_in=True,
    tag="tag14443",
    loop=(60, 40),
    wound=False,
    single=True,
    bus={
        "hz": Figure(10e6, "K", N_("MFRC522: clock, Hz"), N_("MFRC522 data sheet")),
        "miso_pf": Figure(14, "K", N_("MFRC522: load of MISO, pF"), _ASSUMED),
        "input_pf": Figure(5, "K", N_("MFRC522: an input, pF"), _ASSUMED),
        "output_ohm": Figure(133, "K", N_("MFRC522: MISO's resistance, ohm"), _ASSUMED),
        "valid_ns": Figure(25, "K", N_("MFRC522: MISO after SCK, ns"), _ASSUMED),
        "setup_ns": Figure(25, "K", N_("MFRC522: MOSI before SCK, ns"), _ASSUMED),
        "half_ns": Figure(50, "K", N_("MFRC522: SCK high or low, ns"), N_("MFRC522 data sheet")),
    },
    visit=_visit,
    version=_version,
)  # fmt: skip
