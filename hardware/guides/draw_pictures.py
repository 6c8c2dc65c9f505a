"""Draw the pictures of the guides as SVG, in English and French.

`python hardware/guides/draw_pictures.py` writes them anew. Each is a function of its words; what is
to scale says so. Shapes and plain text only, black on white, so that they print.
"""

from collections.abc import Callable, Iterable
from html import escape

from figures import FC, HERE, common, fan

INK = "#1f2421"
GREY = "#6b706c"
PALE = "#e9ebe6"
GREEN = "#1d7a45"
RED = "#b3261e"
BLUE = "#1f5fa8"
COPPER = "#b86b1d"
FELT = "#2a7a55"
WOOD = "#c99a66"
FERRITE = "#3a3d40"
CREAM = "#fbf8ef"

Parts = list[str]


def num(value: float) -> str:
    """Return a length, short and the same on every machine."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def attributes(**given: object) -> str:
    """Return attributes of an element."""
    told: list[str] = []
    for key, value in given.items():
        shown = num(value) if isinstance(value, float) else value
        told.append(f' {key.replace("_", "-")}="{shown}"')
    return "".join(told)


def rect(x: float, y: float, w: float, h: float, **more: object) -> str:
    """Return a rectangle."""
    given = {"fill": "none", "stroke": INK, "stroke_width": 1.5, **more}
    size = f'x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}"'
    return f"<rect {size}{attributes(**given)}/>"


def path(d: str, **more: object) -> str:
    """Return a path."""
    given = {"fill": "none", "stroke": INK, "stroke_width": 1.5, **more}
    return f'<path d="{d}"{attributes(**given)}/>'


def line(points: Iterable[tuple[float, float]], **more: object) -> str:
    """Return a line through points."""
    return path("M" + "L".join(f"{num(x)} {num(y)}" for x, y in points), **more)


def arrow(points: Iterable[tuple[float, float]], **more: object) -> str:
    """Return a line with an arrow's head at its end."""
    return line(points, **{"marker_end": "url(#head)", **more})


def measure(x1: float, y1: float, x2: float, y2: float, **more: object) -> str:
    """Return a line of measure, with a head at both ends."""
    given = {"stroke": GREY, "stroke_width": 1.2, "marker_end": "url(#head)",
             "marker_start": "url(#tail)", **more}
    return line(((x1, y1), (x2, y2)), **given)


def circle(x: float, y: float, r: float, **more: object) -> str:
    """Return a circle."""
    given = {"fill": "none", "stroke": INK, "stroke_width": 1.5, **more}
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}"{attributes(**given)}/>'


def text(x: float, y: float, words: str, size: float = 15, **more: object) -> str:
    """Return a line of text, or several at line ends."""
    given = {"fill": INK, **more}
    rows = [escape(row, quote=False) for row in words.split("\n")]
    head = f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}"{attributes(**given)}>'
    if len(rows) == 1:
        return f"{head}{rows[0]}</text>"
    spans = "".join(
        f'<tspan x="{num(x)}" dy="{num(0 if at == 0 else size * 1.25)}">{row}</tspan>'
        for at, row in enumerate(rows)
    )
    return f"{head}{spans}</text>"


def middle(x: float, y: float, words: str, size: float = 15, **more: object) -> str:
    """Return text about a middle."""
    return text(x, y, words, size, text_anchor="middle", **more)


def sheet(width: int, height: int, title: str, parts: Parts) -> str:
    """Return a whole drawing."""
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img"'
        " font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">",
        f"<title>{escape(title)}</title>",
        '<defs><marker id="head" markerWidth="9" markerHeight="8" refX="8" refY="4" orient="auto">'
        f'<path d="M0 0L9 4L0 8Z" fill="{GREY}"/></marker>'
        '<marker id="tail" markerWidth="9" markerHeight="8" refX="1" refY="4" orient="auto">'
        f'<path d="M9 0L0 4L9 8Z" fill="{GREY}"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        *parts,
        "</svg>",
    ]) + "\n"  # fmt: skip


def coil(x: float, y: float, side: float, turns: int = 4, colour: str = COPPER) -> str:
    """Return a tag: a square coil and its chip."""
    step = side / 14
    points: list[tuple[float, float]] = []
    for i in range(turns):
        a, b = i * step, side - i * step
        points += [(x + a, y + a), (x + b, y + a), (x + b, y + b), (x + a, y + b),
                   (x + a, y + a + step)]
    return line(points, stroke=colour, stroke_width=1.3) + rect(
        x + side / 2 - 2, y + side / 2 - 2, 4, 4, fill=INK, stroke="none"
    )


def card(x: float, y: float, scale: float, index: str, colour: str) -> Parts:
    """Return a card of 63 x 88 mm, its index in the upper left corner."""
    return [
        rect(x, y, 63 * scale, 88 * scale, rx=3 * scale, fill=CREAM, stroke=GREY),
        text(x + 4 * scale, y + 12 * scale, index, 9 * scale, fill=colour, font_weight="bold"),
    ]


def tag(x: float, y: float, scale: float) -> str:
    """Return the tag of 18 mm of a card that lies there: in its lower right corner."""
    return coil(x + 43 * scale, y + 68 * scale, 18 * scale)


def fanned(x: float, y: float, scale: float) -> Parts:
    """Return four cards fanned at 18 mm, their tags seen through them."""
    indices = ("5♥", "6♥", "7♥", "8♥")
    at = [x + i * 18 * scale for i in range(4)]
    parts = [part for left, index in zip(at, indices, strict=True)
             for part in card(left, y, scale, index, RED)]
    return parts + [tag(left, y, scale) for left in at]


# --- the card and its fan


def draw_card(w: "_Words") -> str:
    """The card to scale, and a meld at the pitch of 18 mm."""
    s = 3.2
    parts: Parts = []
    x, y = 70.0, 50.0
    parts += [*card(x, y, s, "5♥", RED), tag(x, y, s)]
    parts.append(measure(x, y - 14, x + 63 * s, y - 14))
    parts.append(middle(x + 31.5 * s, y - 22, "63 mm"))
    parts.append(measure(x - 20, y, x - 20, y + 88 * s))
    parts.append(middle(0, 0, "88 mm", transform=f"translate({num(x - 28)} {num(y + 44 * s)})"
                        " rotate(-90)"))
    parts.append(measure(x + 43 * s, y + 64 * s, x + 61 * s, y + 64 * s))
    parts.append(text(x + 61 * s, y + 61 * s, w["tag_size"], 14, text_anchor="end"))
    parts.append(text(x + 41 * s, y + 74 * s, w["tag"], 14, fill=COPPER, text_anchor="end"))
    parts.append(text(x, y + 88 * s + 26, w["turned"], 14, fill=GREY))
    x = 380.0
    parts += fanned(x, y, s)
    for at in range(3):
        left = x + at * 18 * s
        parts.append(measure(left, y - 14, left + 18 * s, y - 14))
        parts.append(middle(left + 9 * s, y - 22, "18 mm", 14))
    parts.append(measure(x, y + 92 * s, x + (63 + 54) * s, y + 92 * s))
    parts.append(middle(x + 58 * s, y + 92 * s + 20, w["four"], 14))
    parts.append(text(x, y + 88 * s + 62, w["thirteen"], 14, fill=GREY))
    return sheet(800, 420, w["card"], parts)


def draw_stack(w: "_Words") -> str:
    """A stack that does not read beside a fan that does, with their computed resonances."""
    s = 2.1
    parts: Parts = []
    for left, colour, title in ((20, RED, "no"), (410, GREEN, "yes")):
        parts.append(rect(left, 20, 370, 330, rx=10, stroke=colour, stroke_width=2.5))
        parts.append(middle(left + 185, 52, w[title], 20, fill=colour, font_weight="bold"))
    for at in range(4):
        parts += card(135 + at * 2.5, 75 + at * 2.5, s, "8♥" if at == 3 else "", RED)
    parts.append(tag(142.5, 82.5, s))
    parts += fanned(472, 75, s)
    f0 = 16.0
    for x, pitch in ((205, 0.0), (595, 0.018)):
        f = fan(f0, 4, 0.018, pitch)
        parts.append(middle(x, 300, w["resonance"].format(w.n(f, 1)), 16))
    parts.append(middle(205, 325, w["stack_why"], 14, fill=GREY))
    parts.append(middle(595, 325, w["fan_why"], 14, fill=GREY))
    return sheet(800, 370, w["stack"], parts)


def draw_detuning(w: "_Words") -> str:
    """Where tags resonate together: by their number, and by the pitch of a fan."""
    parts: Parts = []

    def axes(left: float, xs: list[tuple[float, str]], label: str) -> None:
        parts.append(rect(left, 60, 300, 280, stroke=GREY))
        for f in range(6, 18, 2):
            y = place(f)
            parts.append(line(((left, y), (left + 300, y)), stroke=PALE, stroke_width=1))
            parts.append(text(left - 8, y + 5, str(f), 13, text_anchor="end"))
        for x, name in xs:
            parts.append(line(((x, 340), (x, 346)), stroke=GREY))
            parts.append(middle(x, 362, name, 13))
        parts.append(middle(left + 150, 386, label, 14))
        parts.append(text(left - 36, 48, "MHz", 13))
        y = place(FC)
        parts.append(line(((left, y), (left + 300, y)), stroke=RED, stroke_width=2,
                          stroke_dasharray="6 4"))

    def place(f: float) -> float:
        return 340 - (f - 5) * 280 / 13

    left = 70.0

    def by_count(n: float) -> float:
        return left + (n - 1) * 300 / 12

    axes(left, [(by_count(n), str(n)) for n in (1, 2, 4, 7, 10, 13)], w["count"])
    for f0, k, colour, dash in ((16.0, 0.0, GREEN, ""), (16.0, 0.1, BLUE, ""), (16.0, 0.7, INK, ""),
                                (FC, 0.1, BLUE, "2 4"), (FC, 0.7, INK, "2 4")):
        points = [(by_count(n / 4), place(common(f0, n / 4, k))) for n in range(4, 53)
                  if common(f0, n / 4, k) > 5]
        more = {"stroke_dasharray": dash} if dash else {}
        parts.append(line(points, stroke=colour, stroke_width=2.2, **more))
    for k, x, y, colour in ((0.0, 215, place(16) - 8, GREEN), (0.1, 300, 185, BLUE),
                            (0.7, 215, 277, INK)):
        parts.append(text(x, y, f"k = {w.n(k, 1)}", 13, fill=colour))
    left = 460.0

    def by_pitch(mm: float) -> float:
        return left + mm * 300 / 24

    axes(left, [(by_pitch(mm), str(mm)) for mm in (0, 5, 10, 15, 20)], w["pitch"])
    parts.append(rect(by_pitch(15), 60, by_pitch(20) - by_pitch(15), 280, fill=GREEN, stroke="none",
                      fill_opacity=0.12))
    for side, colour in ((18, GREEN), (22, BLUE), (45, INK)):
        for f0, dash in ((16.0, ""), (FC, "2 4")):
            points = [(by_pitch(mm), place(fan(f0, 4, side / 1e3, mm / 1e3))) for mm in range(25)]
            more = {"stroke_dasharray": dash} if dash else {}
            parts.append(line(points, stroke=colour, stroke_width=2.2, **more))
    for side, x, y, colour in ((18, 590, 99, GREEN), (22, 642, 88, BLUE), (45, 712, 222, INK)):
        parts.append(text(x, y, f"{side} mm", 13, fill=colour))
    y = 418
    parts.append(line(((70, y - 5), (110, y - 5)), stroke=INK, stroke_width=2.2))
    parts.append(text(118, y, w["high"], 13))
    parts.append(line(((330, y - 5), (370, y - 5)), stroke=INK, stroke_width=2.2,
                      stroke_dasharray="2 4"))
    parts.append(text(378, y, w["low"], 13))
    parts.append(line(((590, y - 5), (630, y - 5)), stroke=RED, stroke_width=2,
                      stroke_dasharray="6 4"))
    parts.append(text(638, y, w["reader"], 13))
    return sheet(800, 440, w["detuning"], parts)


# --- the table


def draw_section(w: "_Words") -> str:
    """The table cut through: what lies over the loop, what under it."""
    parts: Parts = []
    left, right = 76.0, 500.0
    top = 92.0
    for at in range(5):  # fanned cards, each over the one before
        x, y = 120 + at * 54, top - 4 - at * 1.5
        parts.append(line(((x, y), (x + 180, y - 8)), stroke=GREY, stroke_width=3))
        parts.append(line(((x + 122, y - 8), (x + 174, y - 10)), stroke=COPPER, stroke_width=3))
    layers: list[tuple[str, float, str]] = [
        ("felt", 26, FELT), ("loop", 60, "#e2c9a3"), ("top", 52, WOOD), ("gap", 62, "#ffffff"),
        ("bottom", 14, WOOD),
    ]
    marks = {"cards": top - 14}
    y = measured = top
    for name, tall, fill in layers:
        marks[name] = y + tall / 2
        more = {"stroke": GREY, "stroke_dasharray": "4 4"} if name == "gap" else {"stroke": "none"}
        parts.append(rect(left, y, right - left, tall, fill=fill, **more))
        if name == "loop":
            parts.append(rect(100, y + 4, 376, 42, fill="#3c7d4e", stroke="none"))
            parts.append(rect(100, y + 50, 376, 8, fill=FERRITE, stroke="none"))
            for x in (108, 452):
                parts.append(rect(x, y + 4, 16, 8, fill=COPPER, stroke="none"))
            measured = y + 4
        if name == "top":
            parts.append(rect(280, y, 16, tall, fill="#ffffff", stroke="none"))
        if name == "gap":
            parts.append(rect(236, y + 14, 104, 26, fill="#dfe8f5", rx=3))
            parts.append(middle(288, y + 32, "PN5180", 13))
        y += tall
    for side in (-3, 3):  # the leads
        parts.append(line(((288 + side, top + 72), (288 + side, top + 152)), stroke=COPPER,
                          stroke_width=2))
    for name, at in marks.items():
        parts.append(line(((right + 4, at), (right + 22, at)), stroke=GREY))
        rows = w[f"s_{name}"].count("\n")
        parts.append(text(right + 28, at + 5 - 9 * rows, w[f"s_{name}"], 14))
    parts.append(measure(62, top - 12, 62, measured))
    parts.append(middle(0, 0, w["s_distance"], 14, transform="translate(52 96) rotate(-90)"))
    parts.append(text(40, y + 36, w["s_note"], 14, fill=GREY))
    parts.append(text(40, 40, w["section"], 17, font_weight="bold"))
    return sheet(800, 360, w["section"], parts)


def draw_loop(w: "_Words") -> str:
    """A loop board seen from above: turns, feed, matching; its neighbour's distance."""
    parts: Parts = []
    x, y, width, height = 60, 80, 420, 150  # 280 x 100 mm at 1.5
    parts.append(rect(x - 12, y - 12, width + 24, height + 24, fill="#eef4ee", stroke=GREY, rx=6))
    mid = x + width / 2
    turn = f"M{mid - 12} {y + height}H{x}V{y}H{x + width}V{y + height}H{mid + 12}"
    parts.append(path(turn, stroke=COPPER, stroke_width=7, stroke_linejoin="round"))
    feed = y + height
    for side in (-12, 12):
        parts.append(line(((mid + side, feed), (mid + side, feed + 60)), stroke=COPPER,
                          stroke_width=4))
    parts.append(rect(mid - 44, feed + 60, 88, 46, fill=PALE))
    parts.append(middle(mid, feed + 89, w["matching"], 14))
    for side in (-12, 12):
        parts.append(line(((mid + side, feed + 106), (mid + side, feed + 140)), stroke_width=2))
    parts.append(rect(mid - 60, feed + 140, 120, 40, rx=4, fill="#dfe8f5"))
    parts.append(middle(mid, feed + 165, "PN5180", 15))
    parts.append(measure(x, y - 28, x + width, y - 28))
    parts.append(middle(mid, y - 36, w["length"]))
    parts.append(measure(x + width + 28, y, x + width + 28, y + height))
    parts.append(text(x + width + 34, y + height / 2 + 5, w["width"]))
    far = x + width + 120
    parts.append(path(f"M{far + 130} {y}H{far}V{y + height}H{far + 130}", stroke=COPPER,
                      stroke_width=7, stroke_linejoin="round", stroke_opacity=0.5))
    parts.append(text(far + 14, y + 84, w["neighbour"], 14, fill=GREY))
    parts.append(measure(x + width, y + height + 30, far, y + height + 30))
    parts.append(middle((x + width + far) / 2, y + height + 50, w["half"], 14))
    parts.append(text(mid + 64, feed + 80, w["short"], 14, fill=GREY))
    parts.append(text(mid + 74, feed + 152, w["twist"], 14, fill=GREY))
    return sheet(800, 440, w["loop"], parts)


def draw_order(w: "_Words") -> str:
    """The order of the bring-up: each step, and what must be right before the next."""
    parts: Parts = []
    steps = ("o_board", "o_screen", "o_buttons", "o_lights", "o_reader", "o_readers", "o_antennas",
             "o_cards", "o_deck", "o_play")
    for at, key in enumerate(steps):
        row, column = divmod(at, 5)
        x, y = 20 + column * 156, 50 + row * 150
        parts.append(rect(x, y, 136, 92, rx=8, fill="#eef4ee" if row == 0 else "#eef2f8"))
        parts.append(circle(x + 18, y + 20, 12, fill=INK))
        parts.append(middle(x + 18, y + 25, str(at + 1), 14, fill="#ffffff"))
        head, _, rest = w[key].partition("\n")
        parts.append(text(x + 36, y + 25, head, 15, font_weight="bold"))
        parts.append(text(x + 10, y + 50, rest, 13))
        if column < 4:
            parts.append(arrow(((x + 138, y + 46), (x + 154, y + 46)), stroke=GREY,
                               stroke_width=2))
        elif row == 0:
            parts.append(arrow(((x + 68, y + 94), (x + 68, y + 122), (88, y + 122),
                                (88, y + 148)), stroke=GREY, stroke_width=2))
    parts.append(text(20, 32, w["order"], 17, font_weight="bold"))
    parts.append(text(20, 322, w["o_rule"], 14, fill=GREY))
    return sheet(800, 340, w["order"], parts)


def draw_supply(w: "_Words") -> str:
    """The 5 V: supply, fuse, clamp, and who takes from it."""
    parts: Parts = []
    y = 90

    def box(x: float, top: float, width: float, tall: float, words: str, fill: str = PALE) -> None:
        parts.append(rect(x, top, width, tall, rx=5, fill=fill))
        rows = words.count("\n") + 1
        parts.append(middle(x + width / 2, top + tall / 2 + 5 - (rows - 1) * 9, words, 14))

    box(20, y - 30, 110, 60, w["p_supply"], "#dfe8f5")
    parts.append(line(((130, y), (190, y)), stroke=RED, stroke_width=3))
    box(190, y - 18, 70, 36, w["p_fuse"], "#fdeccd")
    parts.append(line(((260, y), (780, y)), stroke=RED, stroke_width=3))
    parts.append(text(660, y - 10, "5 V", 15, fill=RED, font_weight="bold"))
    for x, name in ((310, "p_tvs"), (400, "p_bulk")):
        parts.append(line(((x, y), (x, 150)), stroke=RED, stroke_width=2))
        box(x - 38, 150, 76, 44, w[name])
        parts.append(line(((x, 194), (x, 300)), stroke_width=2))
    parts.append(line(((490, y), (490, 140)), stroke=RED, stroke_width=2))
    parts.append(path("M478 140H502L490 160Z", fill=INK))
    parts.append(line(((478, 162), (502, 162)), stroke_width=3))
    parts.append(text(508, 156, w["p_diode"], 13))
    parts.append(line(((490, 162), (490, 200)), stroke_width=2))
    box(446, 200, 88, 56, w["p_pico"], "#dff0e4")
    parts.append(line(((490, 256), (490, 300)), stroke_width=2))
    parts.append(arrow(((420, 270), (420, 228), (445, 228)), stroke=BLUE, stroke_width=2))
    parts.append(middle(420, 286, "USB", 13, fill=BLUE))
    for x, name in ((610, "p_readers"), (724, "p_lights")):
        parts.append(line(((x, y), (x, 200)), stroke=RED, stroke_width=2))
        box(x - 50, 200, 100, 56, w[name])
        parts.append(line(((x, 256), (x, 300)), stroke_width=2))
    parts.append(line(((75, y + 30), (75, 300), (780, 300)), stroke_width=3))
    parts.append(text(20, 320, w["p_ground"], 14))
    parts.append(text(20, 36, w["supply"], 17, font_weight="bold"))
    parts.append(text(20, 346, w["p_note"], 14, fill=GREY))
    return sheet(800, 366, w["supply"], parts)


def draw_carrier(w: "_Words") -> str:
    """Where things go on the carrier board, seen from above."""
    parts: Parts = [rect(20, 50, 760, 400, fill="#e7f0e7", stroke=GREEN, rx=8, stroke_width=2)]

    def box(
        x: float, y: float, width: float, tall: float, words: str, fill: str = "#ffffff"
    ) -> None:
        parts.append(rect(x, y, width, tall, rx=4, fill=fill))
        rows = words.count("\n") + 1
        parts.append(middle(x + width / 2, y + tall / 2 + 5 - (rows - 1) * 8, words, 13))

    for at in range(9):
        box(36 + at * 68, 62, 60, 40, f"J{at + 1}", "#fdeccd")
        box(36 + at * 68, 398, 60, 40, f"J{at + 10}", "#fdeccd")
    for at in range(5):
        box(36 + at * 118, 118, 106, 30, f"U{at + 9} 74LVC125")
    for at in range(2):
        box(36 + at * 110, 352, 102, 30, f"U{at + 15} 74LVC244")
    for at in range(3):
        box(262 + at * 108, 352, 100, 30, f"U{at + 6} 74HC595")
    box(260, 196, 210, 90, w["c_pico"], "#dff0e4")
    box(36, 170, 96, 36, w["c_stage"])
    for at in range(3):
        box(36, 214 + at * 44, 96, 36, f"U{at + 3}\n74HC138")
    box(146, 214, 96, 124, w["c_diodes"])
    box(490, 196, 96, 40, "U17\n74AHCT125")
    box(490, 244, 96, 40, "U19\nSP3485")
    box(660, 62, 108, 50, w["c_in"], "#f6d5d2")
    box(660, 118, 108, 40, w["c_fuse"], "#f6d5d2")
    box(660, 164, 108, 40, w["c_bulk"], "#f6d5d2")
    box(660, 210, 108, 40, w["c_reg"], "#f6d5d2")
    for at, name in enumerate(("c_screen", "c_leds", "c_scale", "c_buttons")):
        box(660, 262 + at * 44, 108, 38, w[name], "#dfe8f5")
    box(592, 262, 60, 104, w["c_small"], "#dfe8f5")
    box(260, 298, 326, 40, w["c_jumpers"], "#ffffff")
    parts.append(text(20, 34, w["carrier"], 17, font_weight="bold"))
    parts.append(text(20, 474, w["c_note"], 14, fill=GREY))
    return sheet(800, 490, w["carrier"], parts)


def draw_vna(w: "_Words") -> str:
    """What an analyser shows over a tag or a loop: a dip where it resonates."""
    parts: Parts = [rect(70, 40, 420, 220, stroke=GREY)]

    def at(f: float, db: float) -> tuple[float, float]:
        return 70 + (f - 10) * 420 / 10, 50 - db * 200 / 12

    for f in range(10, 21, 2):
        x, _ = at(f, 0)
        parts.append(line(((x, 40), (x, 260)), stroke=PALE))
        parts.append(middle(x, 278, str(f), 13))
    parts.append(text(500, 278, "MHz", 13))
    for f0, colour, name, deep in ((FC, RED, "v_loop", 10.0), (16.2, GREEN, "v_tag", 4.0)):
        q = 20 if f0 < 14 else 35
        points: list[tuple[float, float]] = []
        for i in range(201):
            f = 10 + i / 20
            detune = q * (f / f0 - f0 / f)
            points.append(at(f, -deep / (1 + detune * detune)))
        parts.append(line(points, stroke=colour, stroke_width=2.2))
        x, y = at(f0, -deep)
        parts.append(middle(x, y + 18, w[name], 13, fill=colour))
    parts.append(text(70, 28, w["vna"], 15, font_weight="bold"))
    cx, cy = 640, 130
    parts.append(circle(cx, cy, 56, stroke=INK, stroke_width=2.5))
    parts.append(line(((cx - 6, cy + 56), (cx - 6, cy + 110)), stroke_width=2.5))
    parts.append(line(((cx + 6, cy + 56), (cx + 6, cy + 110)), stroke_width=2.5))
    parts.append(coil(cx - 26, cy - 26, 52))
    parts.append(middle(cx, cy + 130, w["v_probe"], 14))
    return sheet(800, 300, w["vna"], parts)


# --- words


class _Words(dict[str, str]):
    """Words of a language; `n` writes a number as that language does."""

    def __init__(self, lang: str, told: dict[str, str]) -> None:
        super().__init__(told)
        self.lang = lang

    def n(self, value: float, digits: int) -> str:
        written = f"{value:.{digits}f}"
        return written.replace(".", ",") if self.lang == "fr" else written


EN = _Words("en", {
    "card": "A card, its tag, and a meld fanned at 18 mm",
    "tag": "tag: in\nthis corner",
    "tag_size": "18 mm (22 at most)",
    "turned": "The index at the upper left stays free,\nand shows in a fan.",
    "four": "four cards: 117 mm", "thirteen": "thirteen cards: 63 + 12 × 18 = 279 mm",
    "stack": "A stack that does not read, a fan that does",
    "no": "a squared-up stack: not read", "yes": "a fan: read",
    "resonance": "4 tags of 16 MHz: down to {} MHz",
    "stack_why": "far below 13.56 MHz: no energy, no answer",
    "fan_why": "above 13.56 MHz: each tag answers",
    "detuning": "Where tags resonate together",
    "count": "tags, all coupled by k", "pitch": "pitch of a fan of four, mm",
    "high": "tags tuned to 16 MHz",
    "low": "tags tuned to 13.56 MHz",
    "reader": "the reader's 13.56",
    "section": "The table cut through (not to scale)",
    "s_cards": "fanned cards with their tags", "s_felt": "felt, 1 to 3 mm",
    "s_loop": "loop board, copper up, in 3 mm\nof plywood; ferrite below it\nonly if metal is near",
    "s_top": "table top, plywood of 10 mm:\na hole of 12 mm for the leads",
    "s_gap": "air, readers, cables:\n20 mm or more to any metal", "s_bottom": "bottom, with slots",
    "s_distance": "≤ 10 mm",
    "s_note": "Card to loop: 10 mm or less. No metal screw, foil or LED strip between them.",
    "loop": "A loop, its feed and its neighbour",
    "length": "280 mm for thirteen cards", "width": "100 mm", "matching": "matching",
    "neighbour": "next zone's loop", "half": "≥ 50 mm: half a loop's width",
    "short": "feed and matching beside the loop,\nreader within 50 mm of it",
    "twist": "The two wires of the feed\nlie close together.",
    "order": "One thing at a time: the order of the bring-up",
    "o_board": "board\nflash, deploy,\ndoctor", "o_screen": "screen\nframe at its edge",
    "o_buttons": "buttons\neach is seen", "o_lights": "lights\nbright, none hot",
    "o_reader": "reader\none alone:\nversion", "o_readers": "all readers\none more\neach time",
    "o_antennas": "antennas\nthe same gain", "o_cards": "cards\nread, no leak",
    "o_deck": "deck\ntierce register", "o_play": "play\na hand of gin",
    "o_rule": "Power off before each step; the next one only when tierce doctor finds nothing bad.",
    "supply": "5 V in: fuse first, then everything else",
    "p_supply": "5 V supply\n(SELV)", "p_fuse": "F1", "p_tvs": "D1\nSMBJ5.0A", "p_bulk": "1000 µF",
    "p_diode": "D2 1N5819", "p_pico": "Pico\nVSYS", "p_readers": "readers:\n5 V and\n3.3 V",
    "p_lights": "lights\n5 V", "p_ground": "ground: one thick line, everything returns to it",
    "p_note": "D2 lets USB and supply be connected together. D1 clamps, and conducts with "
    "reversed polarity.",
    "carrier": "Where things go on the carrier (seen from above, not to scale)",
    "c_pico": "U1 Pico in its socket\nUSB to the left edge", "c_stage": "U2 stage\n74HC138",
    "c_diodes": "BUSY\nD11–D28\nIRQ\nD41–D58\nRN1–RN3",
    "c_in": "J31\n5 V in",
    "c_fuse": "F1, D1, D2",
    "c_bulk": "C1 1000 µF",
    "c_reg": "U18 regulator\n3.3 V",
    "c_screen": "J32 e-paper",
    "c_leds": "J33 lights",
    "c_scale": "J34 scale", "c_buttons": "J35 buttons", "c_small": "J36\nbuzzer\nJ37\nRS-485",
    "c_jumpers": "jumpers JP1 to JP7",
    "c_note": "Readers J1 to J18 along both long edges; power in a corner of its own; wires of a "
    "pair short.",
    "vna": "What the analyser shows", "v_loop": "loop with matching", "v_tag": "tag alone",
    "v_probe": "probe loop over the tag",
})  # fmt: skip
FR = _Words("fr", {
    "card": "Une carte, son étiquette, et une combinaison étalée à 18 mm",
    "tag": "étiquette :\nà ce coin",
    "tag_size": "18 mm (22 au plus)",
    "turned": "L'index en haut à gauche reste libre,\net se voit dans l'éventail.",
    "four": "quatre cartes : 117 mm", "thirteen": "treize cartes : 63 + 12 × 18 = 279 mm",
    "stack": "Une pile qui ne se lit pas, un éventail qui se lit",
    "no": "une pile bien droite : pas lue", "yes": "un éventail : lu",
    "resonance": "4 étiquettes de 16 MHz : {} MHz",
    "stack_why": "bien sous 13,56 MHz : ni énergie, ni réponse",
    "fan_why": "au-dessus de 13,56 MHz : chacune répond",
    "detuning": "Où des étiquettes résonnent ensemble",
    "count": "étiquettes, toutes couplées par k", "pitch": "pas d'un éventail de quatre, mm",
    "high": "étiquettes à 16 MHz", "low": "étiquettes à 13,56 MHz", "reader": "le lecteur : 13,56",
    "section": "La table en coupe (pas à l'échelle)",
    "s_cards": "cartes étalées et leurs étiquettes", "s_felt": "tapis, 1 à 3 mm",
    "s_loop": "antenne, cuivre vers le haut, dans\n3 mm de contreplaqué ; de la ferrite\ndessous "
    "si du métal est proche",
    "s_top": "plateau, contreplaqué de 10 mm :\nun trou de 12 mm pour les deux fils",
    "s_gap": "air, lecteurs, câbles :\n20 mm au moins jusqu'au métal",
    "s_bottom": "fond, avec des fentes",
    "s_distance": "≤ 10 mm",
    "s_note": "De la carte à la boucle : 10 mm au plus. Ni vis, ni feuille de métal, ni LED entre "
    "les deux.",
    "loop": "Une boucle, son alimentation et sa voisine",
    "length": "280 mm pour treize cartes", "width": "100 mm", "matching": "accord",
    "neighbour": "boucle voisine", "half": "≥ 50 mm : une demi-largeur",
    "short": "alimentation et accord à côté de la boucle,\nlecteur à moins de 50 mm",
    "twist": "Les deux fils qui alimentent\nla boucle se longent de près.",
    "order": "Une chose à la fois : l'ordre de la mise en route",
    "o_board": "Pico\nflash, deploy,\ndoctor", "o_screen": "écran\nun cadre au bord",
    "o_buttons": "boutons\nchacun est vu", "o_lights": "lumières\nvives,\npas brûlantes",
    "o_reader": "lecteur\nun seul :\nsa version", "o_readers": "lecteurs\nun de plus\nchaque fois",
    "o_antennas": "antennes\nle même gain", "o_cards": "cartes\nlues, chez elles",
    "o_deck": "jeu\ntierce register", "o_play": "jouer\nune main de gin",
    "o_rule": "Couper le courant avant chaque étape ; la suivante quand tierce doctor ne trouve "
    "plus rien de mauvais.",
    "supply": "Le 5 V : le fusible d'abord, tout le reste ensuite",
    "p_supply": "alimentation\n5 V (TBTS)",
    "p_fuse": "F1",
    "p_tvs": "D1\nSMBJ5.0A",
    "p_bulk": "1000 µF",
    "p_diode": "D2 1N5819", "p_pico": "Pico\nVSYS", "p_readers": "lecteurs :\n5 V et\n3,3 V",
    "p_lights": "lumières\n5 V", "p_ground": "masse : une ligne épaisse, où tout revient",
    "p_note": "D2 permet d'avoir USB et alimentation ensemble. D1 écrête ; polarité inversée, elle "
    "conduit.",
    "carrier": "Où vont les choses sur la carte mère (vue de dessus, pas à l'échelle)",
    "c_pico": "U1 Pico sur son support\nUSB vers le bord gauche", "c_stage": "U2, étage\n74HC138",
    "c_diodes": "BUSY\nD11–D28\nIRQ\nD41–D58\nRN1–RN3", "c_in": "J31\n5 V", "c_fuse": "F1, D1, D2",
    "c_bulk": "C1 1000 µF",
    "c_reg": "U18 régulateur\n3,3 V",
    "c_screen": "J32 e-paper",
    "c_leds": "J33 lumières",
    "c_scale": "J34 balance", "c_buttons": "J35 boutons", "c_small": "J36\nbuzzer\nJ37\nRS-485",
    "c_jumpers": "cavaliers JP1 à JP7",
    "c_note": "Lecteurs J1 à J18 sur les deux grands bords ; le courant dans un coin à lui ; des "
    "fils courts.",
    "vna": "Ce que montre l'analyseur", "v_loop": "boucle accordée", "v_tag": "étiquette seule",
    "v_probe": "boucle d'essai sur l'étiquette",
})  # fmt: skip

PICTURES: dict[str, Callable[[_Words], str]] = {
    "card": draw_card, "stack": draw_stack, "detuning": draw_detuning, "section": draw_section,
    "loop": draw_loop, "order": draw_order, "supply": draw_supply, "carrier": draw_carrier,
    "vna": draw_vna,
}  # fmt: skip


def pictures() -> dict[str, str]:
    """Return all pictures by the names of their files."""
    found: dict[str, str] = {}
    for name, draw in PICTURES.items():
        found[f"{name}.svg"] = draw(EN)
        found[f"{name}.fr.svg"] = draw(FR)
    return found


if __name__ == "__main__":
    for file, content in pictures().items():
        (HERE / file).write_text(content, encoding="utf-8")
