"""The wiring diagram as SVG: the Pico with its 40 pins, the parts around it, and the wires.

On a breadboard each part is a box with its pins, and each wire is drawn, except supplies: a badge
in a part's box has the rail's colour and names the pins that go there. The carrier has a diagram of
its own (board_diagram.py).
"""

from tierce_plans import board_diagram, wiring
from tierce_plans.circuit import Part, Pin
from tierce_plans.kinds import KINDS, PICO_EDGE, number
from tierce_plans.picture import (
    AS_WIRES,
    EDGE,
    LETTER,
    ONE_LINE,
    RAILS,
    SIZE,
    WORDS,
    Text,
    pico_box,
    picture,
)
from tierce_plans.pins import kind_name
from tierce_plans.routing import Box, Port, route
from tierce_tools.description.tables import Table


def svg(table: Table, language: str) -> str:
    """Return the wiring diagram of a table."""
    if table.build.on == "carrier":
        return board_diagram.svg(table, language)
    words = WORDS[language]
    columns, texts = _breadboard(table, language)
    drawing = route(columns, EDGE, 92)
    nets = len(drawing.wires)
    about = words["about"].format(
        board=table.board.title, parts=len(wiring.parts(table)) - 1, wires=nets
    )
    return picture(drawing, texts, words["title"].format(table.name), about, language)


# --- the boxes of a breadboard


def _breadboard(table: Table, language: str) -> tuple[list[list[Box]], dict[str, Text]]:
    """Return columns of boxes: readers, the parts that serve them, the Pico, all others."""
    nets = {pin: net.name for net in wiring.nets(table) for pin in net.pins}
    pico = {net for pin, net in nets.items() if pin.part == "U1"}
    columns: list[list[Box]] = [[], [], [], []]
    texts: dict[str, Text] = {}
    for part in wiring.parts(table):
        if part.ref == "U1":
            columns[2].append(pico_box(table, texts))
        elif part.kind != "cap100n":
            column = _column(part, nets)
            box = _box(table, part, nets, texts, language, column, pico)
            columns[column].append(box)
    _sort(columns[3], nets)
    for i in (0, 1, 3):
        width = max((box.width for box in columns[i]), default=0)
        for box in columns[i]:
            box.width = width
    return [column for column in columns if column], texts


def _sort(column: list[Box], nets: dict[Pin, str]) -> None:
    """Sort the boxes right of the Pico in the order of its pins, so that few wires cross."""
    height: dict[str, float] = {}
    for i, name in enumerate(PICO_EDGE):
        if net := nets.get(Pin("U1", name)):
            height.setdefault(net, 39 - i if i >= 20 else -1 - i / 20)  # left pins come first
    for _ in range(3):  # a part that is wired to another part goes beside it
        for box in column:
            own = [height[port.net] for port in box.ports if port.net in height]
            for port in box.ports:
                if own:
                    height.setdefault(port.net, sum(own) / len(own))
    order = {
        box.key: min((height[port.net] for port in box.ports if port.net in height), default=-9.0)
        for box in column
    }
    column.sort(key=lambda box: order[box.key])


def _column(part: Part, nets: dict[Pin, str]) -> int:
    """Return the column of a part: 0 readers, 1 parts that serve them, 3 all others."""
    if part.kind in ("pn5180", "mfrc522"):
        return 0
    own = {nets.get(Pin(part.ref, pin)) for pin in KINDS[part.kind]} - {None, *RAILS}
    readers = {net for pin, net in nets.items() if pin.part[:2] == "RD"}
    return 1 if own & (readers | {"EN", "A3", "LATCH", "MISO", "BUSY", "IRQ"}) else 3


def _box(
    table: Table,
    part: Part,
    nets: dict[Pin, str],
    texts: dict[str, Text],
    language: str,
    column: int,
    pico: set[str],
) -> Box:
    """Return the box of a part, and put its text into `texts`."""
    words = WORDS[language]
    text = texts[part.ref] = Text(*_names(part, words))
    ports: list[Port] = []
    rows = {"left": 0, "right": 0}
    rails: dict[str, list[str]] = {}
    unused: list[str] = []
    for pin in KINDS[part.kind]:
        net = nets.get(Pin(part.ref, pin))
        label = _label(part, pin, words)
        if net is None:
            if part.kind in ("pn5180", "mfrc522"):
                unused.append(pin)
        elif net in RAILS and net not in AS_WIRES:
            rails.setdefault(net, []).append(label)
        else:
            side = {0: "right", 3: "left"}.get(column) or ("right" if net in pico else "left")
            note = number(part.kind, pin) if part.kind[:2] == "74" else ""
            ports.append(Port(label, net, side, rows[side], note))
            rows[side] += 1
    text.badges = [(rail, " ".join(names)) for rail, names in rails.items()]
    if unused:
        text.notes.append(words["open"].format(" ".join(unused)))
    every = wiring.parts(table)
    caps = [each for each in every if each.kind == "cap100n" and each.role == part.ref]
    text.notes += [words["across"].format(f"{each.ref} {measure(each.value)}") for each in caps]
    sides = [
        max((len(p.label) + len(p.note) + 2 for p in ports if p.side == side), default=0)
        for side in ("left", "right")
    ]
    width = max(text.width, round(sum(sides) * SIZE * LETTER) + 24)
    single = part.kind == "bat85" and not text.badges
    if single:
        width = max(width, text.width + round(sum(sides) * SIZE * LETTER) + 24)
    return Box(part.ref, width, ONE_LINE if single else text.head, ports)


def _names(part: Part, words: dict[str, str]) -> tuple[str, str]:
    """Return a part's title, and the line under it."""
    ref, value = part.ref, part.value
    if part.kind in ("pn5180", "mfrc522"):
        return part.role, f"{ref} {kind_name(part)}"
    if part.kind in ("oled", "epaper"):
        return f"{words['screen']} {ref}", f"{part.kind.replace('oled', 'OLED')} {value}".strip()
    if part.kind == "leds":
        return words["leds"].format(value), ref
    if part.kind == "button":
        return words["button"].format(part.role), ref
    if part.kind in ("hx711", "loadcell", "buzzer", "fuse"):
        return f"{words[part.kind]} {ref}", ""
    if part.kind == "terminal2":
        return f"{words['supply']} {ref}", ""
    if part.kind in ("resistor", "network8") or part.kind[:3] == "cap":
        return f"{ref} {measure(value)}", ""
    return f"{ref} {kind_name(part) or value}", ""


def measure(value: str) -> str:
    """Return a value with its unit: 10k, 33, 22u, 100n, 8x10k."""
    times = ""
    if "x" in value:
        times, _, value = value.partition("x")
        times += " \u00d7 "
    units = {"k": "k\u03a9", "u": "\u00b5F", "n": "nF"}
    if value[-1] in units:
        return f"{times}{value[:-1]} {units[value[-1]]}"
    return f"{times}{value} \u03a9"


def _label(part: Part, pin: str, words: dict[str, str]) -> str:
    """Return the name of a pin in the drawing."""
    if part.kind in ("button", "resistor", "fuse"):
        return ""
    if pin == "K" and "K" in KINDS[part.kind]:
        return words["ring"]
    if part.kind == "terminal2":
        return {"1": "+", "2": "-"}[pin]
    return pin
