"""What is said of a table that can't be built as it is described: its problems, by their keys.

{0}, {1} are the details of a problem, in their order.
"""

from collections.abc import Iterable
from typing import Any

from tierce_tools.base.texts import N_, Texts

PROBLEMS = {
    "no_zones": N_("a table to build needs at least one zone"),
    "beyond_board": N_("a board has outputs for {0} readers, 0 to 23: more are for modelled tables"),
    "not_on_edge": N_("GPIO {0} is not on a Pico's edge; there are 0 to 22 and 26 to 28"),
    "carrier_pin": N_("the carrier board has GPIO {1} there, not {0}; give {1}, or build on breadboards"),
    "carrier_by": N_("the carrier board selects its readers by hc138"),
    "carrier_needs": N_("is missing; the carrier board has it on GPIO {0}"),
    "carrier_screen": N_("the carrier board takes an e-paper only"),
    "carrier_seat": N_("the carrier board has no button for seat {0}; leave it out, or build on breadboards"),
    "carrier_safe": N_("on the carrier board GPIO {0} is not a button's; it may be {1}"),
    "spi_chip": N_("{0} Hz is more than the reader's chip allows; {1} at most"),
    "spi_miso": N_(
        "{0} Hz is too fast for {4} pF on MISO (readers: {2}, {3} mm of cable): "
        "{1} at most; lower it, or shorten the cables"
    ),
    "spi_round_trip": N_(
        "{0} Hz is too fast for {2} readers on {3} mm of cable: a bit comes back "
        "too late; {1} at most: lower it, or shorten the cables"
    ),
    "spi_clock": N_(
        "{0} Hz is too fast for {2} readers on {3} mm of cable: SCK rises too slowly; "
        "{1} at most: lower it, or shorten the cables"
    ),
    "spi_never": N_(
        "{1} mm to a reader (there are {0}), {2} pF on MISO, is out of specification at any clock: shorten the cables"
    ),
    "pull_weak": N_(
        "an input of the {0} stays near 2 V unless {2} ohm or less pull it down (erratum RP2350-E9); the plans have {1}"
    ),
    "field_latch": N_(
        "is missing: without reset lines a reader can keep its field on beside "
        "another's while the Pico restarts; give the GPIO of the 74HC595s' latch"
    ),
    "field_reset": N_(
        "is missing: the reader of {0} can keep its field on beside another's while "
        "the Pico restarts; give it a GPIO for its RST"
    ),
    "off_felt": N_("{0} reaches beyond the felt of {1} x {2} mm: move it, or make build.felt larger"),
    "overlap": N_("{0} lies on {1}: a card there would be in two fields; move one of them"),
    "loop_large": N_("the loop of {0} reaches beyond its zone: cards beside it are read, too"),
    "no_card": N_("not a single card's tag fits into the loop of {0}: make it larger"),
    "loops_overlap": N_(
        "the loops of {0} and {1} lie on each other: whichever is on, both fields are; keep {3} mm between them"
    ),
    "loops_near": N_(
        "the loops of {0} and {1} are {2} mm apart: either may read a single card in the other; {3} mm prevent that"
    ),
    "leds_supply": N_(
        "{0} LEDs at bright {1} make it {2} mA at most, too much for a supply of {3} "
        "mA: at most {4} LEDs, or leds.bright at most {5}"
    ),
    "leds_many": N_(
        "{0} LEDs at bright {1} make it {2} mA at most, too much for a supply of {3} "
        "mA even if they are dim: at most {4} LEDs, or a larger supply"
    ),
    "usb_small": N_("all at once takes {0} mA at most; USB gives {1}: take a supply of {2} mA"),
    "supply_small": N_(
        "all at once takes {0} mA at most, too much for a supply of {1} mA and its fuse: take one of {2} mA"
    ),
    "three_v3_pico": N_("they take {0} mA at 3.3 V at most; a Pico gives {1}: fewer readers, or the carrier board"),
    "three_v3_carrier": N_("they take {0} mA at 3.3 V at most; the carrier's regulator gives {1}: fewer readers"),
    "tag_large": N_("a tag of {0} x {1} mm is larger than a card of {2} x {3} mm"),
    "field_pitch": N_(
        "{1} cards, {2} mm apart, tags tuned to {3} kHz, take {4} mA in the loop of {0}; its reader gives {5} mA: "
        "fan them at {7} mm, lay {6} at a time, or make the loop smaller"
    ),
    "field_fan": N_(
        "{1} cards, {2} mm apart, tags tuned to {3} kHz, take {4} mA in the loop of {0}; its reader gives {5} mA: "
        "lay {6} at a time, make the loop smaller, or take tags tuned differently"
    ),
    "field_measured": N_(
        "of a fan of {1} cards, {2} mm apart, the loop of {0} read {3}, as {4} measured: lay {3} at a time, fan them "
        "at a pitch that was read, or make the loop smaller"
    ),
    "field_single": N_(
        "a single tag tuned to {3} kHz takes {4} mA in the loop of {0}; its reader gives {5} mA: "
        "make the loop smaller, or take tags tuned nearer to 13560 kHz"
    ),
    "no_buttons": N_(
        "there is no button {0}: begin a match and press everything over "
        "USB, with tierce press or on the page of tierce table --port"
    ),
    "two_kinds": N_("the readers read different tags: no card is read in all zones"),
}


def told(problems: Iterable[Any], say: Texts) -> list[dict[str, Any]]:
    """Return the problems of building a table as facts, each with its sentence: see tierce_plans.checks."""
    return [
        {"where": each.where, "key": each.key, "error": each.error, "text": say(PROBLEMS[each.key]).format(*details)}
        for each in problems
        for details in [[_joined(detail) for detail in each.details]]
    ]


def _joined(detail: Any) -> object:
    return ", ".join(map(str, detail)) if isinstance(detail, list | tuple) else detail  # pyright: ignore
