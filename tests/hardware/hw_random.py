"""Random tables for the hardware tests: any that the board's own check accepts."""

import ring
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from tierce_plans import carrier
from tierce_plans.kinds import ON_EDGE
from tierce_tools.base import paths
from tierce_tools.description import descriptions

random = settings(
    max_examples=ring.rounds(12, 60), deadline=None, print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)  # fmt: skip

NAMES = ["discard", *(f"meld{i}" for i in range(1, 30)), *(f"seat{i}" for i in range(5))]


def _take(draw, free, among=None):
    """Draw a free GPIO, and take it; None if none is left."""
    left = sorted(free if among is None else free & set(among))
    if left:
        pin = draw(st.sampled_from(left))
        free.remove(pin)
        return pin
    return None


def _bus(draw, free, lines, number):
    can = paths.board_module("app.schema").can
    return {line: _take(draw, free, can(line, number)[1]) for line in lines}


@st.composite
def breadboards(draw):
    """Return a Table on a breadboard."""
    free = set(ON_EDGE)
    config = {"tierce": 1, "players": ["A", "B"], "zones": []}
    config["select"] = {"by": draw(st.sampled_from(["pins", "hc138"]))}
    number = draw(st.integers(0, 1))
    config["spi"] = {"id": number, **_bus(draw, free, ("sck", "mosi", "miso"), number)}
    screen = draw(st.sampled_from(["", "oled", "epaper"]))
    if screen == "oled":
        bus = draw(st.integers(0, 1))
        config["screen"] = {"kind": "oled", "i2c": bus, **_bus(draw, free, ("sda", "scl"), bus)}
    elif screen:
        bus = _bus(draw, free, ("sck", "mosi"), 1 - number)  # before pins that can be any GPIO
        lines = {key: _take(draw, free) for key in ("cs", "dc", "reset", "busy")}
        config["screen"] = {"kind": "epaper", "spi": 1 - number, **bus, **lines}
    for name, pins in (("leds", ["pin"]), ("buzzer", ["pin"]), ("scale", ["data", "clock"])):
        if draw(st.booleans()):
            config[name] = {key: _take(draw, free) for key in pins}
    if "leds" in config:
        config["leds"]["count"] = draw(st.integers(1, 200))
    shared = {line: _take(draw, free) for line in ("busy", "irq")}
    wire = _decoded if config["select"]["by"] == "hc138" else _direct
    wire(draw, free, config, shared)
    uses = [{"does": each} for each in ("minus", "plus", "ok")] + [{"seat": i} for i in range(5)]
    config["buttons"] = [
        {"pin": pin, **use}
        for use in draw(st.lists(st.sampled_from(uses), max_size=8, unique_by=str))
        if (pin := _take(draw, free)) is not None
    ]
    pins = [each["pin"] for each in config["buttons"]]
    supply = draw(st.sampled_from([500, 3000]))
    config["build"] = {"supply_ma": supply, "buffers": draw(st.booleans())}
    return _table(draw, config, [*pins, *sorted(free)])


def _zone(draw, name):
    reader = draw(st.sampled_from(["pn5180", "pn5180", "mfrc522"]))
    return {"zone": name, "reader": reader}


def _decoded(draw, free, config, shared):
    select = config["select"]
    lines = draw(st.integers(3, 5))
    select["address"] = [_take(draw, free) for _ in range(lines)]
    select["enable"] = _take(draw, free)
    select["busy"] = shared["busy"]
    if draw(st.booleans()):
        select["irq"] = shared["irq"]
    if draw(st.booleans()):
        select["latch"] = _take(draw, free)
    _at_outputs(draw, config)


def _at_outputs(draw, config):
    """Add zones whose readers are selected by a decoder's outputs."""
    outputs = st.integers(0, min(24, 1 << len(config["select"]["address"])) - 1)
    for cs in draw(st.lists(outputs, unique=True, max_size=24)):
        config["zones"].append({**_zone(draw, NAMES[len(config["zones"])]), "cs": cs})


def _direct(draw, free, config, shared):
    for name in NAMES[: draw(st.integers(0, 7))]:
        if len(free) < 4:
            break
        zone = {**_zone(draw, name), "cs": _take(draw, free)}
        zone["busy"] = shared["busy"] if draw(st.booleans()) else _take(draw, free)
        if draw(st.booleans()):
            zone["reset"] = _take(draw, free)
        if draw(st.booleans()):
            zone["irq"] = shared["irq"]
        config["zones"].append(zone)


@st.composite
def carriers(draw):
    """Return a Table on the carrier."""
    address = list(carrier.ADDRESS[: draw(st.integers(3, 5))])
    select = {"by": "hc138", "address": address, "enable": 9, "busy": 12, "latch": 14}
    config = {"tierce": 1, "players": ["A", "B"], "select": select, "zones": []}
    config["spi"] = {"id": 0, "sck": 2, "mosi": 3, "miso": 4}
    used = set(address)
    for entry, pins in (("buzzer", ("pin",)), ("scale", ("data", "clock")), ("leds", ("pin",))):
        own = {key: carrier.FIXED[f"{entry}.{key}"] for key in pins}
        if draw(st.booleans()) and not used & set(own.values()):
            config[entry] = own
            used |= set(own.values())
    if 27 not in used and draw(st.booleans()):
        select["irq"] = 27
    if "leds" in config:
        config["leds"]["count"] = draw(st.integers(1, 200))
    if draw(st.booleans()):
        lines = {"sck": 10, "mosi": 11, "cs": 15, "dc": 16, "reset": 17, "busy": 18}
        config["screen"] = {"kind": "epaper", "spi": 1, **lines}
    config["buttons"] = [
        {"pin": pin, **({"seat": int(does[4:])} if does[:4] == "seat" else {"does": does})}
        for does, pin in carrier.BUTTONS.items()
        if pin not in used and draw(st.booleans())
    ]
    _at_outputs(draw, config)
    config["build"] = {"on": "carrier", "supply_ma": 5000, "buffers": True}
    table = _table(draw, config, sorted(set(carrier.BUTTONS.values()) - used))
    assert carrier.carrier_problems(table) == []
    return table


def _table(draw, config, safe_pins):
    safe = draw(st.sampled_from([None, *safe_pins]))
    if safe is not None:
        config["safe_pin"] = safe
    errors = paths.board_module("app.config").check(config)
    assert errors == [], (errors, config)
    return descriptions.from_config(config, "random")
