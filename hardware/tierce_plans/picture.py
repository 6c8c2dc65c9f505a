"""A diagram as SVG: boxes with their text and ports, the wires between them, title and legend."""

from collections.abc import Collection, Iterable
from html import escape

from tierce_plans import pins, wiring
from tierce_plans.kinds import PICO_EDGE
from tierce_plans.pins import COLOURS
from tierce_plans.routing import Box, Drawing, Port, Wire
from tierce_tools.description.tables import Table

_FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
SIZE = 11  # text size of ports, pixels
_TITLE, _SMALL = 13, 10
_BADGES = 176  # width of a line of badges, pixels
ONE_LINE = 4  # head of a box whose title stands between its ports
_SHORT = 22  # height of a box's head that has only a title
_BOLD = 0.72
LETTER = 0.62  # mean width of a letter in a word at most, as part of the text size
EDGE = 30
RAILS = ("5V", "5V_IN", "3V3", "3V3R", "GND", "LED_SUPPLY", "VSYS")
# Rails that are a single wire are drawn as one.
AS_WIRES = ("5V_IN", "LED_SUPPLY", "VSYS")
_MM = 0.2646  # a pixel, at 96 to the inch

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "title": "Wiring of the table {}",
        "about": "Wiring diagram: a {board} in the middle, round it {parts} parts joined"
        " by {wires} nets in the colours of the pin table. The pin table says the same as text.",
        "carrier_about": "Block diagram of the carrier board: a {board}, the blocks that"
        " select, reset and hear {readers} readers, jumpers, and the connectors with what hangs on"
        " them. The pin table says the same as text.",
        "badge": "A badge in a part: its pins named there are wired to that rail",
        "cross": "Wires that cross are not joined; a dot joins them",
        "open": "open: {}",
        "across": "{} across VCC and GND",
        "supply": "5 V supply",
        "screen": "Screen",
        "leds": "{} LEDs WS2812B",
        "hx711": "Scale HX711",
        "loadcell": "Load cell",
        "buzzer": "Piezo buzzer",
        "button": "Button {}",
        "ring": "K (ring)",
        "fuse": "Fuse",
        "rail_5V": "5 V",
        "rail_3V3": "3.3 V of the Pico",
        "rail_3V3R": "3.3 V of U18",
        "rail_GND": "ground",
    },
    "fr": {
        "title": "Câblage de la table {}",
        "about": "Schéma de câblage : un {board} au milieu, autour de lui {parts} pièces"
        " reliées par {wires} liaisons aux couleurs du tableau des broches, qui dit la même chose"
        " en texte.",
        "carrier_about": "Schéma par blocs de la carte mère : un {board}, les blocs qui"
        " choisissent, remettent à zéro et écoutent {readers} lecteurs, les cavaliers, et les"
        " connecteurs avec ce qui y pend. Le tableau des broches dit la même chose en texte.",
        "badge": "Un cartouche dans une pièce : les broches nommées vont à ce rail",
        "cross": "Deux fils qui se croisent ne sont pas reliés ; un point les relie",
        "open": "en l'air : {}",
        "across": "{} entre VCC et GND",
        "supply": "Alimentation 5 V",
        "screen": "Écran",
        "leds": "{} LED WS2812B",
        "hx711": "Balance HX711",
        "loadcell": "Cellule de charge",
        "buzzer": "Avertisseur piézo",
        "button": "Bouton {}",
        "ring": "K (anneau)",
        "fuse": "Fusible",
        "rail_5V": "5 V",
        "rail_3V3": "3,3 V du Pico",
        "rail_3V3R": "3,3 V de U18",
        "rail_GND": "masse",
    },
}


class Text:
    """The text of a box, without its ports."""

    def __init__(self, title: str, under: str = "") -> None:
        self.title = title
        self.under = under
        self.badges: list[tuple[str, str]] = []  # rail, the pins on it
        self.notes: list[str] = []

    @property
    def lines(self) -> list[list[tuple[str, str]]]:
        """The badges, in lines as wide as the box allows."""
        found: list[list[tuple[str, str]]] = []
        room = 0
        for each in self.badges:
            needs = _badge_width(*each)
            if not found or needs > room:
                found.append([])
                room = _BADGES
            found[-1].append(each)
            room -= needs
        return found

    @property
    def head(self) -> int:
        """Height above the ports."""
        if not (self.under or self.notes or self.badges):
            return _SHORT
        lines = 1 + bool(self.under) + len(self.notes)
        return 15 + lines * 15 + len(self.lines) * 17

    @property
    def width(self) -> int:
        """Width that the text needs."""
        rows = [round(len(self.title) * _TITLE * _BOLD), len(self.under) * SIZE * LETTER]
        rows += [len(note) * _SMALL * LETTER for note in self.notes]
        rows += [sum(_badge_width(*each) for each in line) for line in self.lines]
        return round(max(rows)) + 16


def _badge_width(rail: str, names: str) -> int:
    """Return the width of a badge with the pins beside it."""
    return round(len(rail) * _SMALL * 0.68) + 8 + 5 + round(len(names) * _SMALL * LETTER) + 10


def pico_box(table: Table, texts: dict[str, Text], bridged: dict[str, str] | None = None) -> Box:
    """Return the box of the Pico: pins 1 to 20 down the left side, 21 to 40 up the right.

    `bridged`: nets that go to a jumper, and the name of that wire in the drawing.
    """
    texts["U1"] = Text(table.board.title, "U1")
    nets = {pin.pin: net.name for net in wiring.nets(table) for pin in net.pins if pin.part == "U1"}
    ports: list[Port] = []
    for i, name in enumerate(PICO_EDGE):
        net = nets.get(name, "")
        net = (bridged or {}).get(net, net)
        rail = net if net in RAILS and net not in AS_WIRES else ""
        side, row = ("left", i) if i < 20 else ("right", 39 - i)
        text = "" if rail == "GND" else name
        ports.append(Port(text, "" if rail else net, side, row, str(i + 1), rail))
    return Box("U1", 210, 62, ports, 2)


def picture(
    drawing: Drawing, texts: dict[str, Text], title: str, about: str, language: str,
    thick: Collection[str] = (),
) -> str:  # fmt: skip
    """Return a drawing as SVG, with title and legend. `thick`: nets that stand for several nets."""
    legend = _legend(drawing, texts, language)
    width = max(drawing.width + EDGE, 620, round(len(title) * 20 * LETTER) + 2 * EDGE)
    low = drawing.height + 30
    items, height = _placed(legend, width, low)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width * _MM:.1f}mm" height="{height * _MM:.1f}mm" role="img"'
        f' aria-labelledby="title about" font-family="{_FONT}">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="about">{escape(about)}</desc>',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        label(EDGE, 46, title, 20, weight="bold"),
    ]
    for wire in drawing.wires:
        parts += wire_lines(wire, shade(wire.net), 5.2 if wire.net in thick else 2.6)
    for box in drawing.boxes:
        parts += _drawn(box, texts[box.key])
    parts += items
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def shade(net: str) -> str:
    """Return the colour of a net; the part of its name after a ~ is ignored."""
    return pins.colour(net.partition("~")[0])


def wire_lines(wire: Wire, colour: str, width: float = 2.6) -> list[str]:
    """Return a wire with a white edge, so that crossings are clear; a white wire gets a rim."""
    fill = COLOURS[colour][2]
    path = "".join(f"M{a} {b}L{c} {d}" for a, b, c, d in wire.lines)
    rim = "#555555" if colour in ("white", "yellow") else fill
    begin = f'<path d="{path}" fill="none" stroke-linecap="round"'
    found = [f'<g data-net="{escape(wire.net)}">']
    found.append(f'{begin} stroke="#ffffff" stroke-width="{width + 2.6:g}"/>')
    if rim != fill:
        found.append(f'{begin} stroke="{rim}" stroke-width="{width + 1:g}"/>')
    found.append(f'{begin} stroke="{fill}" stroke-width="{width - 0.4 * (rim != fill):g}"/>')
    for x, y in wire.dots:
        found.append(f'<circle cx="{x}" cy="{y}" r="3.6" fill="{fill}" stroke="{rim}"/>')
    return [*found, "</g>"]


def label(
    x: float, y: float, text: str, size: float, fill: str = "#1f2421", anchor: str = "start",
    weight: str = "normal",
) -> str:  # fmt: skip
    """Return a line of text."""
    more = f' text-anchor="{anchor}"' if anchor != "start" else ""
    more += f' font-weight="{weight}"' if weight != "normal" else ""
    begin = f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}"{more}>'
    return f"{begin}{escape(text)}</text>"


def badge(x: float, y: float, rail: str, height: int = 13) -> tuple[str, float]:
    """Return the coloured badge of a rail, and its width; x, y is its upper left corner."""
    name = {"3V3R": "3V3R"}.get(rail, rail)
    width = round(len(name) * _SMALL * 0.68) + 8
    ink = "#ffffff" if rail in ("GND", "5V") else "#1f2421"
    fill = COLOURS[pins.colour(rail)][2]
    box = f'<rect x="{x:g}" y="{y:g}" width="{width}" height="{height}" rx="3" fill="{fill}"/>'
    text = label(x + width / 2, y + height - 3, name, _SMALL, ink, "middle", "bold")
    return box + text, width


def _drawn(box: Box, text: Text) -> list[str]:
    """Return a box with its text and its ports."""
    pico = box.key == "U1"
    fill, rim = ("#e3f1e7", "#2b7a4b") if pico else ("#f7f7f4", "#55595c")
    parts = [
        f'<g id="{escape(box.key)}"><rect x="{box.x}" y="{box.y}" width="{box.width}"'
        f' height="{box.height}" rx="6" fill="{fill}" stroke="{rim}" stroke-width="1.4"/>'
    ]
    y = box.y + 18
    if pico:
        middle = box.x + box.width / 2
        parts.append(
            f'<rect x="{middle - 22:g}" y="{box.y - 8}" width="44" height="20" rx="3"'
            ' fill="#c9ced2" stroke="#55595c"/>'
        )
        parts.append(label(middle, box.y + 6, "USB", _SMALL, anchor="middle"))
        parts.append(label(middle, box.y + 30, text.title, _TITLE, anchor="middle", weight="bold"))
        parts.append(label(middle, box.y + 45, text.under, SIZE, "#55595c", "middle"))
    else:
        if box.head == ONE_LINE:
            y = box.y + 26
            parts.append(label(box.x + 24, y, text.title, _TITLE, weight="bold"))
        else:
            parts.append(label(box.x + 8, y, text.title, _TITLE, weight="bold"))
        if text.under:
            y += 15
            parts.append(label(box.x + 8, y, text.under, SIZE, "#55595c"))
        y += 5
        for line in text.lines:
            x = box.x + 8
            for rail, names in line:
                shape, width = badge(x, y, rail)
                parts.append(shape)
                parts.append(label(x + 5 + width, y + 10, names, _SMALL))
                x += _badge_width(rail, names)
            y += 17
        for note in text.notes:
            y += 11
            parts.append(label(box.x + 8, y, note, _SMALL, "#6b7074"))
            y += 4
    for port in box.ports:
        parts += _port(box, port)
    return [*parts, "</g>"]


def _port(box: Box, port: Port) -> list[str]:
    """Return a port: its name inside the box, a dot on the rim, a badge if it is on a rail."""
    y = box.at(port)
    left = port.side == "left"
    edge = box.x if left else box.x + box.width
    sign, anchor = (1, "start") if left else (-1, "end")
    x = edge + 8 * sign
    parts: list[str] = []
    if port.net or port.rail:
        fill = COLOURS[shade(port.net or port.rail)][2]
        parts.append(f'<circle cx="{edge}" cy="{y}" r="3.6" fill="{fill}" stroke="#333333"/>')
    if box.key == "U1":
        parts.append(label(x, y + 4, port.note, _SMALL, "#6b7074", anchor))
        x += 18 * sign
        ink = "#1f2421" if port.net or port.rail else "#8a8f94"
        parts.append(label(x, y + 4, port.label, SIZE, ink, anchor, "bold"))
        x += (round(len(port.label) * SIZE * _BOLD) + 6 * bool(port.label)) * sign
        if port.rail:
            width = badge(0, 0, port.rail)[1]
            parts.append(badge(x if left else x - width, y - 6.5, port.rail)[0])
        elif port.net and port.net != port.label:
            parts.append(label(x, y + 4, port.net.partition("~")[0], _SMALL, "#3d4246", anchor))
        return parts
    words = port.label
    parts.append(label(x, y + 4, words, SIZE, anchor=anchor))
    if port.note:
        x += (round(len(words) * SIZE * LETTER) + 6) * sign
        parts.append(label(x, y + 4, port.note, _SMALL, "#8a8f94", anchor))
    return parts


def _legend(
    drawing: Drawing, texts: dict[str, Text], language: str
) -> list[tuple[str, str, str]]:
    """Return the entries of the legend: (kind, colour or rail, words)."""
    words = WORDS[language]
    used = {shade(wire.net) for wire in drawing.wires}
    colon = " :" if language == "fr" else ":"
    uses = [each for each in pins.uses(language) if each[0] in used]
    found = [("wire", colour, f"{name}{colon} {use}") for colour, name, use in uses]
    rails = {rail for text in texts.values() for rail, _ in text.badges}
    known = [rail for rail in ("5V", "3V3", "3V3R", "GND") if rail in rails]
    found += [("rail", rail, words[f"rail_{rail}"]) for rail in known]
    return [*found, ("", "", words["badge"]), ("", "", words["cross"])]


def _placed(
    items: Iterable[tuple[str, str, str]], width: int, top: int
) -> tuple[list[str], int]:
    """Return the legend's items in rows, and the height at which they end."""
    parts: list[str] = []
    x, y = EDGE, top + 14
    for kind, colour, words in items:
        needs = 46 + round(len(words) * SIZE * LETTER)
        if x > EDGE and x + needs > width - EDGE:
            x, y = EDGE, y + 22
        begin = x
        if kind == "wire":
            line = Wire(f"legend {colour}", ((x, y - 4, x + 26, y - 4),), ())
            parts += wire_lines(line, colour)
            begin = x + 34
        elif kind == "rail":
            shape, wide = badge(x, y - 11, colour)
            parts.append(shape)
            begin = x + wide + 6
        parts.append(label(begin, y, words, SIZE))
        x += needs
    return parts, y + 24
