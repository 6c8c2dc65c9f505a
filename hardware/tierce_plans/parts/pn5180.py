"""PN5180: reads ISO 15693, fans of cards, with the loop of its board or a wound one. Data sheet rev. 4.0."""

from collections.abc import Mapping
from typing import Any

from tierce_plans.parts import Current, Entry, Figure, ReaderPart, module
from tierce_plans.visits import SLOTS, Bus, Visit, asked_alone, check_us, occupied, query_us, shared
from tierce_tools.base import paths
from tierce_tools.base.texts import N_

KNOWN = range(0x0305, 0x0402)  # firmware that is known to work; shops sell 3.5 and later


def _visit(tags: int, settle_us: float, bus: Bus) -> Visit:
    air: Any = paths.board_module("drivers.iso15693")
    chip: Any = paths.board_module("drivers.pn5180_radio")
    idle, next_, end = len(chip._IDLE), len(chip.NEXT), len(chip._END_SLOT)
    request = len(chip._FIRST)  # both set a register and prepare the transceiver
    alive = len(chip._ASK_MARK), 8
    irq = len(chip._ASK_IRQ), 4
    fetch = len(chip._ASK_RX), 8, len(chip.GET_REPLY), air.REPLY
    reply_us = air.T1 + air.REPLY_US

    slots = 1 if tags < 2 else SLOTS
    heard = occupied(tags) if slots > 1 else float(tags)
    silent = slots - heard
    gaps = (slots - 1) / slots  # after the last slot nothing is sent

    total = settle_us + air.request_us(5) + (slots - 1) * air.EOF
    total += bus.add(1, idle, len(chip._ON), *alive)
    total += bus.add(1, request, *alive, 5)  # two bytes of instruction; the chip adds two others
    total += silent * (air.T1 + air.SOF + chip.DELAY) + bus.add(silent, *irq)
    total += bus.add(silent * gaps, next_) + bus.add(slots - 1, end)
    # The start of a reply is polled while the reply goes on; the reply is fetched during the pause
    # that the tags need.
    bus.add(heard, *irq, *fetch)
    bus.add(heard * gaps, next_)
    after = chip.DELAY + bus.each(*fetch)
    total += heard * (reply_us + max(air.T2, after + gaps * bus.each(next_)))
    # Where tags share a slot, every second check queries some of them separately.
    again = shared(tags) / 2 * asked_alone(tags)
    total += again * (air.request_us(6) + reply_us + max(air.T2, after))
    total += bus.add(again, request, *alive, 6)
    bus.add(again, *irq, *fetch)
    total += bus.add(1, idle, len(chip._OFF))
    return Visit(settle_us, check_us(tags) + again * query_us(8), bus.spi, bus.software, total)


def _version(fact: Mapping[str, Any]) -> tuple[str, bool, bool]:
    version = fact["firmware"]
    return f"{version >> 8}.{version & 255:X}", version in KNOWN, False


PART = ReaderPart(
    label="PN5180",
    pins="5V 3V3 RST NSS MOSI MISO SCK BUSY GND GPIO IRQ AUX REQ",
    lines={name: name for name in "5V 3V3 GND SCK MOSI MISO NSS BUSY RST IRQ".split()},
    entry=Entry(
        750,
        N_("Reader module PN5180"),
        N_(
            "ISO 15693 must be named. Pins with printed names, 3V3 and 5V apart: some clones have "
            "none printed, or no 3V3 pin. Buy all from one lot; chip firmware 3.5 or later"
        ),
        source=N_("about 6 USD in 2018, github.com/esprfid/esp-rfid issue 142"),
    ),
    currents={
        "_field": Current(
            "5V", 180, "V", 250, "V", N_("field of a PN5180"), N_("PN5180 data sheet rev. 4.0, table 124")
        ),
        # 20 on PVDD, for which the data sheet has no maximum; at most 20 on VBAT, outputs included
        "": Current("3V3", 20, "V", 40, "V", N_("PN5180, awake"), N_("PN5180 data sheet rev. 4.0, table 128")),
    },
    symbol=module("tierce:PN5180", "PN5180 {role}"),
    describes={"fast": "Read at twice the rate: where all tags are ICODE."},
    tag="tag15693",
    loop=(70, 50),
    wound=True,
    single=False,
    bus={
        "hz": Figure(7e6, "V", N_("PN5180: clock, Hz"), N_("PN5180 data sheet rev. 4.0, section 11.4.1")),
        "miso_pf": Figure(
            20,
            "V",
            N_("PN5180: load of MISO, pF"),
            N_("PN5180 data sheet rev. 4.0, table 136: the load that it drives"),
        ),
        "input_pf": Figure(5, "V", N_("PN5180: an input, pF"), N_("PN5180 data sheet rev. 4.0, table 135")),
        "output_ohm": Figure(
            133, "C", N_("PN5180: MISO's resistance, ohm"), N_("0.4 V at 3 mA: PN5180 data sheet rev. 4.0, table 136")
        ),
        "valid_ns": Figure(
            25, "V", N_("PN5180: MISO after SCK, ns"), N_("PN5180 data sheet rev. 4.0, table 137: SCK low to data out")
        ),
        "setup_ns": Figure(25, "V", N_("PN5180: MOSI before SCK, ns"), N_("PN5180 data sheet rev. 4.0, table 137")),
        "half_ns": Figure(
            72,
            "V",
            N_("PN5180: SCK high or low, ns"),
            N_("PN5180 data sheet rev. 4.0, table 137: SCK high, and SCK low"),
        ),
    },
    visit=_visit,
    version=_version,
)
