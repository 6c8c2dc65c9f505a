"""PN532: reads ISO 14443A, two cards at a time, with the loop of its board. NXP's data sheet rev. 3.6, UM0701-02."""

from collections.abc import Mapping
from typing import Any

from tierce_plans.parts import Current, Entry, Figure, ReaderPart, module
from tierce_plans.visits import Bus, Visit
from tierce_tools.base.texts import N_

KNOWN = (1, 6)  # version and revision of its program, as in all chips since 2007
_CARD_US = 9000  # [K] the chip's search for a card and its selection
_COMMAND_US = 1500  # [K] from a command to its acknowledgement and reply, at polls of 500 us


def _visit(tags: int, settle_us: float, bus: Bus) -> Visit:
    """Return a visit: the field on, one search, the field off; two cards are asked for a third."""
    searches = 1 + (tags > 1)
    total = settle_us + searches * (_COMMAND_US + _CARD_US) + tags * _CARD_US + 2 * _COMMAND_US
    for sent in [11, *[11] * searches, *[10] * (searches - 1)]:
        total += bus.add(1, sent, 2, 7, 2, 49)
    total += bus.add(1, 7, 11)
    return Visit(settle_us, tags * _CARD_US, bus.spi, bus.software, total)


def _version(fact: Mapping[str, Any]) -> tuple[str, bool, bool]:
    version = fact["version"], fact["revision"]
    return "{}.{}".format(*version), version == KNOWN, False


_SHEET = N_("PN532 data sheet, SPI timing")
_ASSUMED = N_("not in its data sheet: taken as slow as the slowest reader's")

PART = ReaderPart(
    label="PN532",
    pins="SCK MISO MOSI SS VCC GND IRQ RSTO",
    lines={
        "3V3": "VCC", "GND": "GND", "SCK": "SCK", "MOSI": "MOSI", "MISO": "MISO", "NSS": "SS",
        "RST": "RSTO", "IRQ": "IRQ",
    },
    entry=Entry(
        500,
        N_("Reader module PN532"),
        N_(
            "Switches for SPI (0 and 1: off, on), pins SCK to RSTO in one row; a pin RSTPDN instead of RSTO, "
            "where there is one, takes the reset. It reads MIFARE and NTAG only, no ISO 15693, and two cards at a time"
        ),
    ),
    currents={
        "": Current("3V3", 30, "K", 60, "K", N_("PN532, awake"), N_("PN532 data sheet: 25 mA, and a light")),
        "_field": Current("3V3", 60, "V", 100, "V", N_("field of a PN532"), N_("PN532 data sheet: its transmitter")),
    },
    symbol=module("Connector_Generic:Conn_01x08", "PN532 {role}"),
    describes={"most": "Cards that are read at most: the chip lists two at a time, and says so of a third."},
    tag="tag14443",
    loop=(40, 40),
    wound=False,
    single=True,
    bus={
        "hz": Figure(5e6, "V", N_("PN532: clock, Hz"), _SHEET),
        "miso_pf": Figure(28, "K", N_("PN532: load of MISO, pF"), _ASSUMED),
        "input_pf": Figure(5, "K", N_("PN532: an input, pF"), _ASSUMED),
        "output_ohm": Figure(133, "K", N_("PN532: MISO's resistance, ohm"), _ASSUMED),
        "valid_ns": Figure(25, "K", N_("PN532: MISO after SCK, ns"), _ASSUMED),
        "setup_ns": Figure(25, "K", N_("PN532: MOSI before SCK, ns"), _ASSUMED),
        "half_ns": Figure(90, "K", N_("PN532: SCK high or low, ns"), _SHEET),
    },
    visit=_visit,
    version=_version,
)  # fmt: skip
