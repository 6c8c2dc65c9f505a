"""The wiring diagram as SVG: the Pico with its 40 pins, the parts around it, and the wires.

On a breadboard each part is a box with its pins, and each wire is drawn, except supplies: a badge
in a part's box has the rail's colour and names the pins that go there. The carrier's
wires are copper tracks: its drawing is the schematic.
"""

from tierce_plans import parts, wiring
from tierce_plans.bom import measure
from tierce_plans.circuit import Part, Pin
from tierce_plans.kinds import KINDS, PICO_EDGE
from tierce_plans.pages import texts
from tierce_plans.picture import AS_WIRES, EDGE, LETTER, ONE_LINE, RAILS, SIZE, Text, pico_box, picture
from tierce_plans.pins import kind_name
from tierce_plans.routing import Box, Port, route
from tierce_tools.base.texts import N_, Texts
from tierce_tools.description.descriptions import Description

READERS = tuple(parts.readers())
# Title and the line under it, by kind of part: with a word (w), the part's name, value, role and
# kind. Others have their name and kind or value.
_TITLES = {
    **dict.fromkeys(READERS, ("{role}", "{ref} {kind}", "")),
    **dict.fromkeys(parts.screens(), ("{w} {ref}", "{type} {value}", N_("Screen"))),
    "leds": ("{w}", "{ref}", parts.kinds()["leds"].label),
    "button": ("{w}", "{ref}", N_("Button {}")),
    "scale": ("{w} {ref}", "", parts.kinds()["scale"].label),
    "loadcell": ("{w} {ref}", "", N_("Load cell")),
    "buzzer": ("{w} {ref}", "", N_("Piezo buzzer")),
    "fuse": ("{w} {ref}", "", N_("Fuse")),
    "terminal2": ("{w} {ref}", "", N_("5 V supply")),
}


def svg(table: Description, language: str) -> str:
    """Return the wiring diagram of a table on breadboards."""
    say = texts(language)
    columns, named = breadboard(table, say)
    drawing = route(columns, EDGE, 92)
    about = say(
        "Wiring diagram: a {board} in the middle, round it {parts} parts joined"
        " by {wires} nets in the colours of the pin table. The pin table says the same as text.",
        board=table.board.title,
        parts=len(wiring.parts(table)) - 1,
        wires=len(drawing.wires),
    )
    return picture(drawing, named, table, about, say)


def breadboard(table: Description, say: Texts) -> tuple[list[list[Box]], dict[str, Text]]:
    """Return columns of boxes: readers, the parts that serve them, the Pico, all others."""
    nets = {pin: net.name for net in wiring.nets(table) for pin in net.pins}
    pico = {net for pin, net in nets.items() if pin.part == "U1"}
    columns: list[list[Box]] = [[], [], [], []]
    named: dict[str, Text] = {}
    for part in wiring.parts(table):
        if part.ref == "U1":
            columns[2].append(pico_box(table, named))
        elif part.kind != "cap100n":
            column = _column(part, nets)
            columns[column].append(_box(table, part, nets, named, say, column, pico))
    _sort(columns[3], nets)
    for i in (0, 1, 3):
        width = max((box.width for box in columns[i]), default=0)
        for box in columns[i]:
            box.width = width
    return [column for column in columns if column], named


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
        box.key: min((height[port.net] for port in box.ports if port.net in height), default=-9.0) for box in column
    }
    column.sort(key=lambda box: order[box.key])


def _column(part: Part, nets: dict[Pin, str]) -> int:
    """Return the column of a part: 0 readers, 1 parts that serve them, 3 all others."""
    if part.kind in READERS:
        return 0
    own = {nets.get(Pin(part.ref, pin)) for pin in KINDS[part.kind]} - {None, *RAILS}
    readers = {net for pin, net in nets.items() if pin.part[:2] == "RD"}
    return 1 if own & (readers | {"EN", "A3", "LATCH", "MISO", "BUSY", "IRQ"}) else 3


def _box(
    table: Description,
    part: Part,
    nets: dict[Pin, str],
    named: dict[str, Text],
    say: Texts,
    column: int,
    pico: set[str],
) -> Box:
    """Return the box of a part, and put its text into `named`."""
    said = named[part.ref] = _named(part, say)
    ports: list[Port] = []
    rows = {"left": 0, "right": 0}
    rails: dict[str, list[str]] = {}
    unused: list[str] = []
    for pin, number in KINDS[part.kind].items():
        net = nets.get(Pin(part.ref, pin))
        if net is None:
            unused.append(pin)
        elif net in RAILS and net not in AS_WIRES:
            rails.setdefault(net, []).append(pin_label(part, pin, say))
        else:
            side = {0: "right", 3: "left"}.get(column) or ("right" if net in pico else "left")
            note = number if part.kind[:2] == "74" else ""
            ports.append(Port(pin_label(part, pin, say), net, side, rows[side], note))
            rows[side] += 1
    said.badges = [(rail, " ".join(names)) for rail, names in rails.items()]
    if unused and part.kind in READERS:
        said.notes.append(say("open: {}").format(" ".join(unused)))
    said.notes += [
        say("{} across VCC and GND").format(f"{each.ref} {measure(each.value, say.language)}")
        for each in wiring.parts(table)
        if each.kind == "cap100n" and each.role == part.ref
    ]
    letters = sum(
        max((len(p.label) + len(p.note) + 2 for p in ports if p.side == side), default=0) for side in ("left", "right")
    )
    single = part.kind == "bat85" and not said.badges
    width = max(said.width, round(letters * SIZE * LETTER) + 24 + single * said.width)
    return Box(part.ref, width, ONE_LINE if single else said.head, ports)


def _named(part: Part, say: Texts) -> Text:
    """Return the text of a part: its title, and the line under it."""
    if part.kind in _TITLES:
        title, under, word = _TITLES[part.kind]
        names = {
            "w": say(word).format(part.value if part.kind == "leds" else part.role),
            "ref": part.ref,
            "role": part.role,
            "kind": kind_name(part),
            "value": part.value,
            "type": say(parts.screen(part.kind).label) if part.kind in parts.screens() else "",
        }
        return Text(title.format(**names), under.format(**names).strip())
    if part.kind in ("resistor", "network8") or part.kind[:3] == "cap":
        return Text(f"{part.ref} {measure(part.value, say.language)}")
    return Text(f"{part.ref} {kind_name(part) or part.value}")


def pin_label(part: Part, pin: str, say: Texts) -> str:
    """Return the name of a pin in the drawing."""
    if part.kind in ("button", "resistor", "fuse"):
        return ""
    if pin == "K" and "K" in KINDS[part.kind]:
        return say("K (ring)")
    if part.kind == "terminal2":
        return {"1": "+", "2": "-"}[pin]
    return pin
