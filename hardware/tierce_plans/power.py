"""The currents that a table takes from its 5 V supply, and from its 3.3 V.

Maxima are upper bounds: everything that can be on at the same time is on, and one field, as the
schedule allows. The firmware dims the strip to keep it below 500 mA; this is not counted on here,
because after a transmission error the strip may show anything.
"""

from dataclasses import dataclass

from tierce_plans import electrical, parts
from tierce_tools.base.texts import N_
from tierce_tools.description.descriptions import Description
from tierce_tools.description.lights import COLOUR_MA, LIGHT_MA, WHITE

# Current of one unit from its own rail in mA, typical and at most, each with its mark
_CURRENTS: dict[str, tuple[str, float, str, float, str, str, str]] = {
    **{kind + end: row for kind, part in parts.kinds().items() for end, row in part.currents.items()},
    "pico": ("5V", 30, "K", 100, "K", N_("Pico"), N_("Pico data sheet: 93 in its demo with everything")),
    "buzzer": ("3V3", 0, "C", 10, "K", N_("buzzer"), N_("silent; a piezo disc on a pin")),
    "rs485": ("3V3", 1, "K", 2, "K", N_("RS-485 transceiver"), N_("SP3485, which only listens")),
    "gates": ("3V3", 1, "K", 5, "K", N_("logic chips"), N_("74HC and 74LVC at rest")),
}
# Lights dark: [V] pjrc.com, two kinds measured: just under 1.
_LEDS = (
    N_("LEDs, all white at brightness {bright}"),
    N_("usual figure; pjrc.com measured 11 and 17 on two kinds, full on"),
)

PICO_3V3_MA = 300  # [V] Pico data sheet: the most that its pin 3V3 may give
REGULATOR_MA = 800  # [V] AMS1117: regulates up to here at a drop of 1.3 V; limits from 900 on
_DROP_V = 5 - 3.3
_CONVERTER = 0.85  # [K] efficiency of the Pico's converter from 5 V to 3.3 V
HOTTEST_K = 125 - 40  # [V] most that the regulator may be warmer than the air in the box, kelvin
COPPER_K_W = (46, 90)  # [V] AMS1117 in SOT-223: with copper under it, without

USB_MA = 500  # limit of a computer's port; up to here the port protects itself
FUSES = (500, 630, 800, 1000, 1250, 1600, 2000, 2500, 3150, 4000, 5000, 6300, 8000, 10000)
_MARGIN = 1.25  # a fuse carries three quarters of its rating for years [K]
# A slow 5x20 mm fuse opens within two minutes at 2.1 times its rating; at 1.5 times it may hold
# for an hour [K] IEC 60127-2, sheet 3.
BLOWS = 2.1

# Wires: mm2 of copper; ohm mm2 per metre
SECTIONS = (0.14, 0.25, 0.5, 0.75, 1.0, 1.5, 2.5)
_OHM_MM2_M = 0.0178
RIBBON_MM2 = 0.081  # 28 AWG
_SUPPLY_M = 1.0
_LOSS_MV = 150  # 3 per cent


@dataclass(frozen=True)
class Load:
    """A kind of consumer: the current of all `count` of them, in mA from the 5 V supply."""

    key: str
    name: str
    count: int
    typical_ma: float
    max_ma: float
    typical_mark: str
    mark: str  # of the maximum
    source: str
    rail: str  # "5V" or "3V3"; `own` is the current from that rail in mA, typical and at most
    own: tuple[float, float]


@dataclass(frozen=True)
class Budget:
    """A table's currents in mA, its fuse, and its reserves."""

    rows: tuple[Load, ...]
    typical_ma: float
    max_ma: float
    supply_ma: int
    usb: bool  # powered by a computer's port, which protects itself
    fuse_ma: int  # 0: no fuse is needed, or none fits
    three_v3_typical_ma: float  # from the rail of the readers and the screen
    three_v3_ma: float  # from the same rail, at most
    three_v3_most_ma: int
    regulator_w: float  # most heat of a carrier's 3.3 V regulator; 0 without one
    regulator_k_w: float  # highest thermal resistance to the air that it allows; 0 without one
    leds_most: int  # most LEDs at the present brightness
    bright_most: int  # highest brightness of the present LEDs; 0: too many even when dark
    supply_mm2: float  # wires of the supply, 1 m long
    reader_mv: float  # drop on 5 V and ground of the longest reader cable, with its field on

    @property
    def fits(self) -> bool:
        """Whether the supply can feed everything at once, with the reserve that a fuse needs."""
        return self.max_ma <= self.supply_ma if self.usb else bool(self.fuse_ma)

    @property
    def blows_ma(self) -> float:
        """The current in mA that blows the fuse within two minutes."""
        return BLOWS * self.fuse_ma

    @property
    def blows(self) -> bool:
        """Whether a short circuit blows the fuse; if not, the supply must switch off by itself."""
        return self.fuse_ma > 0 and self.supply_ma >= self.blows_ma

    @property
    def three_v3_fits(self) -> bool:
        """Whether the source of the 3.3 V can feed everything on it."""
        return self.three_v3_ma <= self.three_v3_most_ma


def budget(table: Description) -> Budget:
    """Return the budget of a table."""
    rows = _rows(table)
    rail = [sum(row.own[i] for row in rows if row.rail == "3V3") for i in (0, 1)]
    typical, most = (sum(row.typical_ma for row in rows), sum(row.max_ma for row in rows))
    carrier = table.build.on == "carrier"
    supply = table.build.supply_ma
    heat = rail[1] * _DROP_V / 1000 if carrier else 0.0
    return Budget(
        tuple(rows),
        typical,
        most,
        supply,
        supply <= USB_MA,
        fuse(most, supply),
        rail[0],
        rail[1],
        REGULATOR_MA if carrier else PICO_3V3_MA,
        heat,
        HOTTEST_K / heat if heat else 0.0,
        *_room(table, rows),
        next((mm2 for mm2 in SECTIONS if drop_mv(most, _SUPPLY_M, mm2) <= _LOSS_MV), SECTIONS[-1]),
        drop_mv(
            _field_ma(rows), table.build.cable_mm / 1000, (2 if carrier else 1) * RIBBON_MM2
        ),  # a carrier's cables have two wires for 5 V and two for ground
    )


def fuse(max_ma: float, supply_ma: int) -> int:
    """Return the rating of a fuse in mA, at most the supply's current; 0 if none fits.

    A USB port needs no fuse: it switches off by itself.
    """
    if supply_ma <= USB_MA:
        return 0
    return next((each for each in FUSES if _MARGIN * max_ma <= each <= supply_ma), 0)


def drop_mv(ma: float, metres: float, mm2: float) -> float:
    """Return the voltage drop on a pair of copper wires, there and back, in mV."""
    return ma * 2 * metres * _OHM_MM2_M / mm2


def led_ma(count: int, bright: int) -> float:
    """Return the maximum current of a strip in mA: every light white, at full brightness."""
    return count * (LIGHT_MA + 3 * COLOUR_MA * bright / 255)


def _rows(table: Description) -> list[Load]:
    config = table.config
    kinds = [zone["reader"] for zone in table.zones]
    carrier = table.build.on == "carrier"
    counts = {"pico": 1}
    for kind in sorted(set(kinds)):
        counts |= {kind + end: 1 if end else kinds.count(kind) for end in parts.reader(kind).currents}
    screen = config.get("screen")
    if screen:
        counts |= {screen["kind"] + end: 1 for end in parts.screen(screen["kind"]).currents}
    counts.update({key: 1 for key in ("buzzer", "scale") if config.get(key)})
    if carrier:
        counts["rs485"] = 1
    if table.build.buffers:
        counts["gates"] = 1
    rows = [
        _row(key, name, count, rail, (count * typical, count * most), (mark, most_mark), source, carrier)
        for key, count in counts.items()
        for rail, typical, mark, most, most_mark, name, source in [_CURRENTS[key]]
    ]
    load = electrical.spi(table)
    if load and carrier:
        # Charging the lines of all segments: SCK at every clock, MOSI at most as often
        lines = 2 * load.sck_pf * -(-load.readers // electrical.PER_SEGMENT)
        own = 0.0, lines * load.hz * 3.3 / 1e9
        rows.append(
            _row(
                "bus",
                N_("lines of the readers' bus"),
                1,
                "3V3",
                own,
                ("C", "C"),
                N_("capacitance × voltage × clock"),
                carrier,
            )
        )
    leds = config.get("leds")
    if leds:
        count, bright = leds["count"], leds["bright"]
        # Usually two zones are lit at a time, in the firmware's white.
        lit = sum(sorted(zone["leds"][1] for zone in table.zones if zone.get("leds"))[-2:])
        own = count * LIGHT_MA + lit * WHITE * COLOUR_MA * bright / 255, led_ma(count, bright)
        rows.append(_row("leds", _LEDS[0], count, "5V", own, ("C", "K"), _LEDS[1], carrier))
    return rows


def _row(
    key: str,
    name: str,
    count: int,
    rail: str,
    own: tuple[float, float],
    marks: tuple[str, str],
    source: str,
    carrier: bool,
) -> Load:
    """Return a row. A regulator passes the current of 3.3 V on to the 5 V, a converter less."""
    part = 1.0 if carrier or rail == "5V" else 3.3 / 5 / _CONVERTER
    return Load(key, name, count, own[0] * part, own[1] * part, *marks, source, rail, own)


def _field_ma(rows: list[Load]) -> float:
    """Return the maximum current in the cable of the reader whose field is on."""
    return max((row.max_ma for row in rows if row.key.endswith("_field")), default=0.0)


def _room(table: Description, rows: list[Load]) -> tuple[int, int]:
    """Return the most LEDs at this brightness, and the highest brightness of this many LEDs."""
    rest = sum(row.max_ma for row in rows if row.key != "leds")
    supply = table.build.supply_ma
    leds = table.config.get("leds") or {"count": 0, "bright": 64}

    def bears(count: int, bright: int) -> bool:
        most = rest + led_ma(count, bright)
        return most <= supply if supply <= USB_MA else bool(fuse(most, supply))

    count = next((n - 1 for n in range(513) if not bears(n, leds["bright"])), 512)
    bright = next((b - 1 for b in range(1, 256) if not bears(leds["count"], b)), 255)
    return max(count, 0), bright
