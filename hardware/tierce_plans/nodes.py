"""Tables too large for one Pico: computed times, currents and parts of RS-485 nodes of four zones.

    python -m tierce_plans.nodes hardware/SCALING.md hardware/SCALING.fr.md

renews the figures in these documents, between `<!-- begin: name -->` and `<!-- end: name -->`. The
firmware of a node is not written yet. The time of a zone is taken from the PN5180's driver; the
time that a Pico needs to answer a frame is an estimate.
"""

import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tierce_plans import electrical, power, timing
from tierce_plans.catalog import CATALOG
from tierce_plans.electrical import Fact
from tierce_tools.description import tables
from tierce_tools.description.tables import Table

PER_NODE = 4
ZONES = (12, 18, 24, 36)
BAUDS = (460_800, 921_600)
TURN_US = Fact(1000, "HW", "MicroPython, from the last byte of a frame to the first of the answer")

# Overhead of a frame in bytes: to, from, number, kind, 2 of checksum, 1 of COBS, the final zero
AROUND = 8
GRANT = 5  # zone, how, limit, settle, number of cards; then the cards that are expected
DONE = 10  # zone, flags, time, gain, five counts; then the cards that were read
_BITS = 10  # bits of a byte, with start and stop

# Time limit of a grant: the mean time of a visit, times _LIMIT, plus _LIMIT_MS
_LIMIT = 1.5
_LIMIT_MS = 20
_STEP_MS = 4  # resolution of the limit
GUARD_MS = 8  # pause between the end of a grant and the next grant
STALE_MS = 3  # a node that has not read its line for this long discards what it finds there
LATE_MS = 1  # an answer that would begin this long after the end of its grant is not sent
SETTLE_US = 5000
HZ = 2_000_000
_CABLE_MM = 300
_LEDS = 6  # for each zone

# The line
TERMINATION = 120
BIAS = 390
THRESHOLD_MV = 200  # [V] SP3485: a higher voltage is certain to read as 1
DRIVER_OHM = 54  # [V] the lowest load that an RS-485 driver has to drive
_SPACING_M = 0.5  # from node to node
_MM2 = 1.5
_DRIVER_MA = 60  # [K] an SP3485 that sends, above its quiet current
_COORDINATOR_MA = 130  # [K] Pico and screen


def frame_us(payload: int, baud: int) -> float:
    """Return how long a frame with a payload of that many bytes is on the line."""
    return (AROUND + payload) * _BITS * 1e6 / baud


def exchange_us(cards: int, baud: int) -> float:
    """Return the time that a grant and its answer add to the visit of a zone with these cards."""
    return frame_us(GRANT + cards, baud) + frame_us(DONE + cards, baud) + 2 * TURN_US.value


def visit_ms(cards: int, baud: int) -> float:
    """Return how long a node has the right to radiate, for a zone with this number of cards."""
    visit = timing.visit("pn5180", cards, SETTLE_US, HZ)
    return (visit.total + exchange_us(cards, baud)) / 1000


def limit_ms(cards: int) -> int:
    """Return the time after which a node must switch its field off, finished or not."""
    most = _LIMIT * timing.visit("pn5180", cards, SETTLE_US, HZ).total / 1000 + _LIMIT_MS
    return -int(-most // _STEP_MS) * _STEP_MS


def typical(zones: int) -> list[int]:
    """Return the number of cards in each zone of a table in play: two of three melds have four."""
    return [4] * (zones * 2 // 3) + [3] + [0] * (zones - zones * 2 // 3 - 1)


def groups_of(cards: Sequence[int], groups: int) -> list[list[int]]:
    """Share zones among groups, in whole nodes, so that all groups have about the same work."""
    nodes = sorted((list(cards[i::-(-len(cards) // PER_NODE)])
                    for i in range(-(-len(cards) // PER_NODE))), key=sum, reverse=True)
    found: list[list[int]] = [[] for _ in range(groups)]
    for node in nodes:
        min(found, key=_work).extend(node)
    return found


def _work(cards: Iterable[int]) -> float:
    return sum(timing.visit("pn5180", count, SETTLE_US, HZ).total for count in cards)


@dataclass(frozen=True)
class Round:
    """A table in play: the time of one round of all zones, and until a card is confirmed, in ms."""

    zones: int
    nodes: int
    groups: int
    baud: int
    round_ms: float  # round of the slowest group
    bytes: int  # on the line in a round
    line: float  # part of the time that the line is busy
    median_ms: float
    worst_ms: float
    lost_ms: int  # the most that a lost frame adds


@cache
def round_of(zones: int, groups: int, baud: int) -> Round:
    """Return the times of a table in play whose groups of zones radiate at the same time."""
    shares = groups_of(typical(zones), groups)
    rounds: list[float] = []
    waits: list[float] = []
    for i, share in enumerate(shares):
        took = [visit_ms(count, baud) for count in share]
        rounds.append(sum(took))
        wished = [60.0] * len(took)
        waits += timing.latencies(took, wished, range(len(took)), 800 // groups, i + 1)
    waits.sort()
    cards = [count for share in shares for count in share]
    size = sum(2 * AROUND + GRANT + DONE + 2 * count for count in cards)
    most = max(rounds)
    # Another group's frames may be on the line while one group is between two visits.
    return Round(
        zones, -(-zones // PER_NODE), groups, baud, most, size,
        size * _BITS * 1000 / baud / most, waits[len(waits) // 2], waits[-1],
        limit_ms(max(cards)),
    )


def one_pico_ms(zones: int) -> float:
    """Return the estimated round of the same number of zones on a single Pico."""
    return _work(typical(zones)) / 1000


# --- the line, and power along it


def idle_mv(bias: float, terminations: int = 2, volts: float = 3.3) -> float:
    """Return the voltage between A and B of an idle line, with a resistor to each supply rail."""
    line = TERMINATION / terminations
    return 1000 * volts * line / (2 * bias + line)


def driver_ohm(bias: float, terminations: int = 2) -> float:
    """Return the load of a driver."""
    line = TERMINATION / terminations
    return line * 2 * bias / (line + 2 * bias)


def node_table() -> Table:
    """Return the description of a node: four readers on direct lines, and their lights."""
    config: dict[str, Any] = {
        "tierce": 1, "players": ["A", "B"], "select": {"by": "pins"},
        "spi": {"id": 0, "sck": 2, "mosi": 3, "miso": 4, "hz": HZ},
        "zones": [
            {"zone": f"meld{i + 1}", "reader": "pn5180", "cs": 5 + i, "busy": 9 + i,
             "reset": 16 + i, "leds": [_LEDS * i, _LEDS]}
            for i in range(PER_NODE)
        ],
        "leds": {"pin": 22, "count": PER_NODE * _LEDS},
        "build": {"cable_mm": _CABLE_MM, "buffers": True},
    }
    return tables.from_config(config, "node")


def node_ma() -> tuple[float, float]:
    """Return the maximum current of a node without its field, and of the field, in mA at 5 V."""
    found = power.budget(node_table())
    field = sum(row.max_ma for row in found.rows if row.key == "pn5180_field")
    return found.max_ma - field + _DRIVER_MA, field


def supply_ma(zones: int, groups: int) -> float:
    """Return the maximum current of a table of nodes."""
    quiet, field = node_ma()
    return -(-zones // PER_NODE) * quiet + groups * field + _COORDINATOR_MA


def far_mv(nodes: int, feeds: int, mm2: float = _MM2) -> float:
    """Return the voltage drop to the last node; `feeds`: 1 if fed at one end, 2 in the middle.

    The last node has its field on.
    """
    quiet, field = node_ma()
    behind = -(-nodes // feeds)  # nodes in a row
    return sum(
        power.drop_mv((behind - i) * quiet + field, _SPACING_M, mm2) for i in range(behind)
    )


# --- parts of a node, by their catalogue keys

_NODE: dict[str, float] = {
    "pico": 1, "pn5180": PER_NODE, "antenna": PER_NODE, "74hc125": 1, "74ahct125": 1, "sp3485": 1,
    "leds_strip": PER_NODE * _LEDS, "fuse": 1, "tvs": 1, "1n5819": 1, "resistor": 14,
    "cap100n": 4, "cap100u": PER_NODE, "cap1000u": 1, "terminal2": 2, "terminal3": 2,
    "socket20": 2, "idc12": PER_NODE, "idc_plug12": 2 * PER_NODE,
    "ribbon": PER_NODE * _CABLE_MM / 1000, "perfboard": 0.5, "power_wire": 2 * _SPACING_M,
}
_COORDINATOR: dict[str, float] = {
    "pico": 1, "epaper": 1, "button": 3, "sp3485": 1, "fuse": 1, "tvs": 1, "1n5819": 1,
    "resistor": 5, "cap100n": 2, "cap1000u": 1, "terminal2": 2, "terminal3": 1, "socket20": 2,
    "perfboard": 0.5,
}


def price_cents(parts: dict[str, float]) -> float:
    """Return the cost of parts, at the catalogue's typical prices."""
    return sum(count * CATALOG[key].cents for key, count in parts.items())


def node_price(zones: int) -> float:
    """Return the cost of the electronics of a table of nodes in EUR, without the supply."""
    nodes = -(-zones // PER_NODE)
    return (nodes * price_cents(_NODE) + price_cents(_COORDINATOR)) / 100


# --- the figures of the documents

_EN = {
    "zones": "zones", "nodes": "nodes", "groups": "groups", "round": "round, ms",
    "pico": "one Pico, ms", "median": "believed, ms", "worst": "at most, ms",
    "lost": "a frame lost, ms", "bytes": "bytes a round", "line": "line busy",
    "baud": "baud", "frame": "frame", "payload": "payload, bytes", "us": "µs at {}",
    "grant": "grant, four cards expected", "done": "answer, four cards read", "off": "all off",
    "both": "both, and the two turns", "cards": "cards", "visit": "visit, ms",
    "limit": "limit, ms", "amps": "at most, A", "one_end": "far end, mV", "middle":
    "fed in the middle, mV", "part": "part", "count": "number", "price": "EUR", "node": "node",
    "coordinator": "coordinator", "all": "all", "bias": "bias, ohm each", "idle": "idle, mV",
    "load": "driver's load, ohm", "table_price": "electronics, EUR",
    "spi": "A node's own bus: {miso} pF at a reader's MISO, at most {most} MHz; it runs at {hz}.",
    "node_ma": "A node takes at most {quiet} mA, and {field} mA more while its field is on; its "
    "fuse is {fuse} A.",
}
_FR = {
    "zones": "zones", "nodes": "nœuds", "groups": "groupes", "round": "tour, ms",
    "pico": "un seul Pico, ms", "median": "admise, ms", "worst": "au plus, ms",
    "lost": "trame perdue, ms", "bytes": "octets par tour", "line": "ligne occupée",
    "baud": "bauds", "frame": "trame", "payload": "charge utile, octets", "us": "µs à {}",
    "grant": "droit, quatre cartes attendues", "done": "réponse, quatre cartes lues",
    "off": "tout éteindre", "both": "les deux, et les deux retournements", "cards": "cartes",
    "visit": "visite, ms", "limit": "délai, ms", "amps": "au plus, A", "one_end": "au bout, mV",
    "middle": "alimentée au milieu, mV", "part": "pièce", "count": "nombre", "price": "EUR",
    "node": "nœud", "coordinator": "coordinateur", "all": "tout", "bias": "rappel, ohm chacun",
    "idle": "au repos, mV", "load": "charge du pilote, ohm",
    "table_price": "électronique, EUR",
    "spi": "Le bus propre d'un nœud : {miso} pF au MISO d'un lecteur, {most} MHz au plus ; il va à "
    "{hz}.",
    "node_ma": "Un nœud prend {quiet} mA au plus, et {field} mA de plus quand son champ est "
    "allumé ; son fusible est de {fuse} A.",
}


def blocks(language: str) -> dict[str, str]:
    """Return the generated parts of the documents, by their names."""
    french = language == "fr"
    words = _FR if french else _EN

    def number(value: float, digits: int = 0) -> str:
        shown = f"{value:.{digits}f}"
        return shown.replace(".", ",") if french else shown

    def table(heads: Sequence[str], rows: Iterable[Sequence[str]], left: int = 0) -> str:
        rule = ["---" if i < left else "---:" for i in range(len(heads))]
        return "\n".join("| " + " | ".join(line) + " |" for line in (heads, rule, *rows))

    rounds = [round_of(zones, groups, BAUDS[-1]) for zones in ZONES for groups in (1, 2)]
    slow, fast = BAUDS
    sizes = {"grant": GRANT + 4, "done": DONE + 4, "off": 0}
    lines = [[words[key], str(size), *[number(frame_us(size, baud)) for baud in BAUDS]]
             for key, size in sizes.items()]
    quiet, field = node_ma()
    load = electrical.spi(node_table())
    assert load is not None
    return {
        "rounds": table(
            [words[key] for key in ("zones", "nodes", "groups", "round", "pico", "median", "worst",
                                    "lost")],
            [
                [str(each.zones), str(each.nodes), str(each.groups), number(each.round_ms),
                 number(one_pico_ms(each.zones)) if each.groups == 1 and each.zones <= 24 else "",
                 number(each.median_ms), number(each.worst_ms), f"+{each.lost_ms}"]
                for each in rounds
            ],
        ),
        "line": table(
            [words[key] for key in ("zones", "groups", "baud", "bytes", "line", "round")],
            [
                [str(each.zones), str(each.groups), str(each.baud), str(each.bytes),
                 number(100 * each.line, 1) + " %", number(each.round_ms)]
                for zones, groups in ((12, 1), (24, 2), (36, 2))
                for each in (round_of(zones, groups, baud) for baud in BAUDS)
            ],
        ),
        "frames": table(
            [words["frame"], words["payload"], words["us"].format(slow), words["us"].format(fast)],
            [
                *lines,
                [words["both"], "", number(exchange_us(4, slow)), number(exchange_us(4, fast))],
            ], 1,
        ),
        "limits": table(
            [words[key] for key in ("cards", "visit", "limit")],
            [[str(cards), number(visit_ms(cards, fast)), str(limit_ms(cards))]
             for cards in (0, 1, 4, 13, 20)],
        ),
        "bias": table(
            [words[key] for key in ("bias", "idle", "load")],
            [[str(ohm), number(idle_mv(ohm)), number(driver_ohm(ohm), 1)]
             for ohm in (BIAS, 470, 680)],
        ),
        "power": words["node_ma"].format(
            quiet=number(quiet), field=number(field),
            fuse=number(power.fuse(quiet + field, power.FUSES[-1]) / 1000, 2).rstrip("0"),
        ) + "\n\n" + table(
            [words[key] for key in ("zones", "nodes", "groups", "amps", "one_end", "middle")],
            [
                [str(zones), str(-(-zones // PER_NODE)), str(groups),
                 number(supply_ma(zones, groups) / 1000, 1),
                 number(far_mv(-(-zones // PER_NODE), 1)), number(far_mv(-(-zones // PER_NODE), 2))]
                for zones, groups in ((12, 1), (18, 2), (24, 2), (36, 2))
            ],
        ),
        "spi": words["spi"].format(
            miso=number(load.miso_pf), most=number(load.most_hz / 1e6, 1),
            hz=number(load.hz / 1e6),
        ),
        "parts": table(
            [words[key] for key in ("part", "node", "coordinator")],
            [
                *[[CATALOG[key].nom if french else CATALOG[key].name,
                   _count(number, _NODE.get(key)), _count(number, _COORDINATOR.get(key))]
                  for key in dict.fromkeys([*_NODE, *_COORDINATOR])],
                [f"**{words['price']}**", number(price_cents(_NODE) / 100, 2),
                 number(price_cents(_COORDINATOR) / 100, 2)],
            ], 1,
        ),
        "prices": table(
            [words[key] for key in ("zones", "nodes", "table_price")],
            [[str(zones), str(-(-zones // PER_NODE)), number(node_price(zones))]
             for zones in ZONES],
        ),
    }


def _count(number: Any, count: float | None) -> str:
    if not count:
        return ""
    return str(count) if isinstance(count, int) else number(count, 1)


def renewed(text: str, language: str) -> str:
    """Return a document with its generated parts renewed.

    Raises KeyError for a part with an unknown name.
    """
    known = blocks(language)

    def block(found: re.Match[str]) -> str:
        return f"{found[1]}\n{known[found[2]]}\n{found[3]}"

    return re.sub(
        r"(<!-- begin: ([a-z_]+) -->)\n.*?(<!-- end: \2 -->)", block, text, flags=re.DOTALL
    )


def main(paths: Sequence[str]) -> None:
    """Renew documents in place; French ones end in .fr.md."""
    for name in paths:
        path = Path(name)
        text = path.read_text("utf-8")
        path.write_text(renewed(text, "fr" if name.endswith(".fr.md") else "en"), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
