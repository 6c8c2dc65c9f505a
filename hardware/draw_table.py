"""Draw the card table from above, as SVG: the picture of the README.

`python3 hardware/draw_table.py` writes hardware/table.svg anew. The drawing is made of shapes and
plain text only, so that it looks the same in a browser, on a page and in print. Every card laid on
a zone carries its code in a `data-card` attribute: a test reads the picture and referees it.
"""

from math import cos, pi, sin
from pathlib import Path

WIDTH = 900
HEIGHT = 720

# What lies on the table: meld zone -> card codes. Luc (seat 1) has laid 56 points, as in the
# example of firmware/LOG.md; Zoe (seat 2) is about to lay three cards that are no run.
MELDS = {
    1: ("5H", "6H", "7H", "8H"),
    2: ("KS", "KH", "X1"),
    5: ("9S", "TS", "QS"),
}
DISCARDS = ("4C", "2D")
LIGHTS = {1: "green", 2: "green", 5: "red"}
# Seats clockwise from the bottom right: (name, cards held, middle, rotation in degrees).
SEATS = (
    ("Ana", 13, (605, 618), 0),
    ("Luc", 6, (295, 618), 0),
    ("Zoé", 11, (86, 350), 90),
    ("Max", 13, (450, 92), 180),
    ("Ida", 13, (814, 350), 270),
)
SCREEN = (
    ("Luc lays 56, well done", 17, "bold"),
    ("run 26, kings with a joker 30; 51 needed", 12, "normal"),
    ("Zoé, meld 5: neither a run nor a set", 13, "bold"),
    ("Luc pose 56, bravo ; Zoé : ni suite, ni brelan", 11, "normal"),
)

# Where the twelve meld zones lie: columns and rows of a grid whose middle holds stock and screen.
ZONE = (147, 96)  # width, height
GAP = 8
ORIGIN = (144, 146)
PLACES = {
    1: (0, 3), 2: (1, 3), 3: (2, 3), 4: (3, 3),
    5: (0, 2), 6: (3, 2), 7: (0, 1), 8: (3, 1),
    9: (0, 0), 10: (1, 0), 11: (2, 0), 12: (3, 0),
}  # fmt: skip

CARD = (44, 64)
PITCH = 27  # from one card of a meld to the next
FAN = (28, 42)  # a card of a fanned hand

SUIT_NAMES = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
# Each suit on a square of ten by ten.
SUIT_PATHS = {
    "spade": "M5 0C4 2.2 .4 3.9 .4 6.2C.4 8.4 3.2 8.9 4.5 7.3C4.4 8.6 4 9.4 3.1 10H6.9"
    "C6 9.4 5.6 8.6 5.5 7.3C6.8 8.9 9.6 8.4 9.6 6.2C9.6 3.9 6 2.2 5 0Z",
    "heart": "M5 9.8C3.9 7.6 .3 5.6 .3 2.9C.3 .1 4 -.4 5 2.2"
    "C6 -.4 9.7 .1 9.7 2.9C9.7 5.6 6.1 7.6 5 9.8Z",
    "diamond": "M5 0C6.1 1.9 7.4 3.6 9 5C7.4 6.4 6.1 8.1 5 10"
    "C3.9 8.1 2.6 6.4 1 5C2.6 3.6 3.9 1.9 5 0Z",
    "club": "M5 .2A2.3 2.3 0 0 1 6.6 4.1A2.3 2.3 0 1 1 5.5 7.1C5.6 8.5 6 9.4 6.9 10H3.1"
    "C4 9.4 4.4 8.5 4.5 7.1A2.3 2.3 0 1 1 3.4 4.1A2.3 2.3 0 0 1 5 .2Z",
}

WOOD = "#8a5a35"
WOOD_EDGE = "#6d4426"
FELT = "#23664c"
FELT_DARK = "#1b5540"
CREAM = "#fbf8ef"
INK = "#1f2421"
RED = "#c02f38"
PALE = "#dcece2"  # words on the felt, and the French ones beneath
SOFT = "#a9d0bd"
BACK = "#2f4f8f"
BACK_EDGE = "#e9edf7"
LED = {"green": "#58f08a", "red": "#ff5a55", "off": "#4d8a70"}
# The buttons of a seat: (word, French word, colour).
BUTTONS = (
    ("done", "fini", "#4cc46f"),
    ("knock", "frapper", "#f0a63a"),
    ("pass", "passer", "#62a8e8"),
    ("deal", "donner", "#f4f1e6"),
    ("hint", "conseil", "#b48ae0"),
)


def _number(value: float) -> str:
    """Return a length or angle, short and the same on every machine."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _text(
    x: float,
    y: float,
    words: str,
    size: float,
    fill: str = PALE,
    anchor: str = "start",
    weight: str = "normal",
) -> str:
    """Return a line of text."""
    return (
        f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}" fill="{fill}"'
        f' text-anchor="{anchor}" font-weight="{weight}">{words}</text>'
    )


def _rect(
    x: float, y: float, width: float, height: float, radius: float, fill: str, more: str = ""
) -> str:
    """Return a rectangle with round corners."""
    return (
        f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(width)}"'
        f' height="{_number(height)}" rx="{_number(radius)}" fill="{fill}"{more}/>'
    )


def _suit(name: str, x: float, y: float, size: float, fill: str) -> str:
    """Return a suit, its upper left corner at x, y."""
    return (
        f'<use href="#{name}" fill="{fill}"'
        f' transform="translate({_number(x)} {_number(y)}) scale({_number(size / 10)})"/>'
    )


def _star(x: float, y: float, radius: float, fill: str) -> str:
    """Return the star of a joker round a middle."""
    points = []
    for i in range(10):
        angle = -pi / 2 + i * pi / 5
        far = radius if i % 2 == 0 else radius * 0.42
        points.append(f"{_number(x + far * cos(angle))},{_number(y + far * sin(angle))}")
    return f'<polygon points="{" ".join(points)}" fill="{fill}"/>'


def _card(code: str, x: float, y: float) -> list[str]:
    """Return a card, face up; index in its upper left corner, where a neighbour leaves it free."""
    width, height = CARD
    edge = ' stroke="#a9a595" stroke-width="1"'
    parts = [f'<g data-card="{code}">', _rect(x, y, width, height, 5, CREAM, edge)]
    if code[0] == "X":
        parts.append(_star(x + 12, y + 13, 8, "#7a3fa0"))
        parts.append(_star(x + width / 2 + 1, y + 37, 13, "#7a3fa0"))
        parts.append(_text(x + width / 2, y + height - 5, "joker", 11, "#7a3fa0", "middle", "bold"))
    else:
        suit = SUIT_NAMES[code[1]]
        fill = RED if code[1] in "HD" else INK
        rank = "10" if code[0] == "T" else code[0]
        parts.append(_text(x + 13, y + 19, rank, 18, fill, "middle", "bold"))
        parts.append(_suit(suit, x + 6.5, y + 23, 13, fill))
        parts.append(_suit(suit, x + width - 22, y + height - 23, 17, fill))
    parts.append("</g>")
    return parts


def _back(x: float, y: float, width: float, height: float, more: str = "") -> str:
    """Return the back of a card."""
    edge = f' stroke="{BACK_EDGE}" stroke-width="1.6"{more}'
    return _rect(x, y, width, height, 4, BACK, edge)


def _ring(x: float, y: float, width: float, height: float, light: str) -> list[str]:
    """Return the ring of LEDs round a zone: dots, and a glow where they are lit."""
    colour = LED[light]
    parts = []
    if light != "off":
        glow = f' stroke="{colour}" stroke-width="9" stroke-opacity="0.3"'
        parts.append(_rect(x, y, width, height, 11, "none", glow))
    size = "4.4" if light != "off" else "2.6"
    dots = f' stroke="{colour}" stroke-width="{size}" stroke-linecap="round" stroke-dasharray="0 8"'
    parts.append(_rect(x, y, width, height, 11, "none", dots))
    return parts


def _zone(x: float, y: float, width: float, height: float, light: str) -> list[str]:
    """Return an empty zone: a darker field and its ring of LEDs."""
    return [
        _rect(x, y, width, height, 11, FELT_DARK),
        *_ring(x + 3, y + 3, width - 6, height - 6, light),
    ]


def _meld(zone: int) -> list[str]:
    """Return a meld zone with the cards that lie on it."""
    column, row = PLACES[zone]
    width, height = ZONE
    x = ORIGIN[0] + column * (width + GAP)
    y = ORIGIN[1] + row * (height + GAP)
    cards = MELDS.get(zone, ())
    parts = [f'<g id="meld{zone}">', *_zone(x, y, width, height, LIGHTS.get(zone, "off"))]
    if cards:
        spread = PITCH * (len(cards) - 1) + CARD[0]
        left = x + (width - spread) / 2
        for i, code in enumerate(cards):
            parts.extend(_card(code, left + PITCH * i, y + 9))
        parts.append(_text(x + width / 2, y + height - 9, f"meld {zone}", 12, PALE, "middle"))
    else:
        middle = x + width / 2
        parts.append(_text(middle, y + height / 2, f"meld {zone}", 14, PALE, "middle"))
        small = f"combinaison {zone}"
        parts.append(_text(middle, y + height / 2 + 16, small, 11, SOFT, "middle"))
    parts.append("</g>")
    return parts


def _middle() -> list[str]:
    """Return the middle of the table: the screen, the stock and the discard."""
    x = ORIGIN[0] + ZONE[0] + GAP
    y = ORIGIN[1] + ZONE[1] + GAP
    width = 2 * ZONE[0] + GAP
    parts = ['<g id="screen">', _rect(x, y, width, 100, 9, "#2b2f2d")]
    parts.append(_rect(x + 7, y + 7, width - 14, 86, 3, "#e9e7dd"))
    baseline = y + 9
    for words, size, weight in SCREEN:
        baseline += size + 5
        parts.append(_text(x + 16, baseline, words, size, INK, "start", weight))
    parts.append("</g>")

    y += 100 + GAP
    height = 2 * ZONE[1] + GAP - 100 - GAP
    half = ZONE[0]
    parts.append('<g id="stock">')
    parts.extend(_zone(x, y, half, height, "off"))
    for i in range(4):
        parts.append(_back(x + 16 + 2 * i, y + 17 - 2 * i, *CARD))
    parts.append(_text(x + 78, y + 44, "stock", 14))
    parts.append(_text(x + 78, y + 60, "pioche", 11, SOFT))
    parts.append("</g>")

    x += half + GAP
    parts.append('<g id="discard">')
    parts.extend(_zone(x, y, half, height, "off"))
    for i, code in enumerate(DISCARDS):
        parts.extend(_card(code, x + 10 + 22 * i, y + 13 + 2 * i))
    parts.append(_text(x + 82, y + 44, "discard", 14))
    parts.append(_text(x + 82, y + 60, "défausse", 11, SOFT))
    parts.append("</g>")
    return parts


def _fan(count: int) -> list[str]:
    """Return the backs of a fanned hand, held at the bottom, the tops away from the player."""
    width, height = FAN
    step = min(7.0, 78 / max(1, count - 1))
    parts = []
    for i in range(count):
        angle = step * (i - (count - 1) / 2)
        turn = f' transform="rotate({_number(angle)} 0 44)"'
        parts.append(_back(-width / 2, -36, width, height, turn))
    return parts


def _seat(seat: int) -> list[str]:
    """Return the zone of a seat: the fanned hand, the name and the buttons."""
    name, count, (x, y), turn = SEATS[seat]
    parts = [f'<g id="seat{seat}" transform="translate({x} {y}) rotate({turn})">']
    parts.extend(_zone(-140, -50, 280, 100, "off"))
    parts.extend(_fan(count))
    # On the far side of the table words would stand on their head: they are turned back.
    side = 1 if turn != 180 else -1
    parts.append(f'<g transform="rotate({0 if side == 1 else 180})">')
    left = -126 if side == 1 else 68
    parts.append(_text(left, -10, name, 17, "#ffffff", "start", "bold"))
    parts.append(_text(left, 8, f"seat {seat}", 13))
    parts.append(_text(left, 23, f"place {seat}", 11, SOFT))
    parts.append("</g>")
    spots = ((80, 4, 12), (106, -8, 7), (106, 14, 7), (124, -8, 7), (124, 14, 7))
    for (word, _, colour), (bx, by, radius) in zip(BUTTONS, spots, strict=True):
        parts.append(
            f'<circle cx="{bx}" cy="{by}" r="{radius}" fill="{colour}" stroke="#12382a"'
            f' stroke-width="2" data-button="{word}"/>'
        )
    parts.append("</g>")
    return parts


def _legend() -> list[str]:
    """Return the words in the upper corners: what the picture is, lights, buttons."""
    parts = ['<g id="legend">']
    parts.append(_text(52, 74, "Tierce", 30, "#ffffff", "start", "bold"))
    parts.append(_text(52, 96, "the table that keeps the score", 13))
    parts.append(_text(52, 112, "la table qui tient la marque", 11, SOFT))
    x = 616
    for i, (light, words, small) in enumerate(
        (("green", "fine", "c'est bon"), ("red", "put it right", "à reprendre"))
    ):
        y = 60 + 17 * i
        for dot in range(3):
            parts.append(f'<circle cx="{x + 8 * dot}" cy="{y - 4}" r="3.4" fill="{LED[light]}"/>')
        parts.append(
            f'<text x="{x + 28}" y="{y}" font-size="13" fill="{PALE}">{words}'
            f'<tspan font-size="11" fill="{SOFT}" dx="6">{small}</tspan></text>'
        )
    for i, (word, small, colour) in enumerate(BUTTONS):
        bx = x + 4 + 120 * (i // 3)
        by = 100 + 17 * (i % 3)
        parts.append(f'<circle cx="{bx}" cy="{by - 4}" r="5.5" fill="{colour}"/>')
        parts.append(
            f'<text x="{bx + 12}" y="{by}" font-size="13" fill="{PALE}">{word}'
            f'<tspan font-size="11" fill="{SOFT}" dx="6">{small}</tspan></text>'
        )
    parts.append("</g>")
    return parts


def svg() -> str:
    """Return the drawing."""
    title = "The Tierce card table from above"
    about = (
        "Five seats round a green felt, twelve meld zones with rings of lights, stock, discard and "
        "a screen. Luc has laid a run of hearts from five to eight and three kings, one a joker; "
        "the rings of both are green. Three spades that are no run lie in a red ring."
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' width="{WIDTH}" height="{HEIGHT}" role="img" aria-labelledby="title about"'
        " font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">",
        f'<title id="title">{title}</title>',
        f'<desc id="about">{about}</desc>',
        "<defs>",
    ]
    for name in SUIT_PATHS:
        parts.append(f'<path id="{name}" d="{SUIT_PATHS[name]}"/>')
    parts.append("</defs>")
    edge = f' stroke="{WOOD_EDGE}" stroke-width="3"'
    parts.append(_rect(6, 6, WIDTH - 12, HEIGHT - 12, 58, WOOD, edge))
    parts.append(_rect(24, 24, WIDTH - 48, HEIGHT - 48, 42, FELT, edge))
    parts.extend(_legend())
    for zone in sorted(PLACES):
        parts.extend(_meld(zone))
    parts.extend(_middle())
    for seat in range(len(SEATS)):
        parts.extend(_seat(seat))
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    Path(__file__).with_name("table.svg").write_text(svg(), encoding="utf-8")
