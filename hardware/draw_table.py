"""Draw the card table from above, as SVG: the picture of the README.

`python3 hardware/draw_table.py` writes hardware/table.svg anew. The drawing is made of shapes and
plain text only, so that it looks the same in a browser, on a page and in print. Every card laid on
a zone carries its code in a `data-card` attribute: a test reads the picture and referees it.
"""

from pathlib import Path

from tierce_plans.svg import INK, Plate, draw

WIDTH = 900
HEIGHT = 720

# What lies on the table: meld zone -> card codes. Luc (seat 1) has laid 56 points, as in the
# example of firmware/LOG.md; Zoe (seat 2) is about to lay three cards that are no run.
MELDS = {1: ("5H", "6H", "7H", "8H"), 2: ("KS", "KH", "X1"), 5: ("9S", "TS", "QS")}
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
    "heart": "M5 9.8C3.9 7.6 .3 5.6 .3 2.9C.3 .1 4 -.4 5 2.2C6 -.4 9.7 .1 9.7 2.9C9.7 5.6 6.1 7.6 5 9.8Z",
    "diamond": "M5 0C6.1 1.9 7.4 3.6 9 5C7.4 6.4 6.1 8.1 5 10C3.9 8.1 2.6 6.4 1 5C2.6 3.6 3.9 1.9 5 0Z",
    "club": "M5 .2A2.3 2.3 0 0 1 6.6 4.1A2.3 2.3 0 1 1 5.5 7.1C5.6 8.5 6 9.4 6.9 10H3.1"
    "C4 9.4 4.4 8.5 4.5 7.1A2.3 2.3 0 1 1 3.4 4.1A2.3 2.3 0 0 1 5 .2Z",
}

WOOD = "#8a5a35"
WOOD_EDGE = "#6d4426"
FELT = "#23664c"
FELT_DARK = "#1b5540"
CREAM = "#fbf8ef"
RED = "#c02f38"
JOKER = "#7a3fa0"
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


class Picture(Plate):
    """The drawing, and the shapes that come again in it."""

    def fill(self, x: float, y: float, w: float, h: float, rx: float, fill: str, **more: object) -> None:
        """Add a rectangle with round corners, without an edge unless told."""
        self.rect(x, y, w, h, fill, rx=rx, **{"stroke": "none", **more})

    def words(self, x: float, y: float, english: str, french: str, size: float, **more: str) -> None:
        """Add English, and French beneath."""
        self.text(x, y, english, size, PALE, **more)
        self.text(x, y + 16, french, 11, SOFT, **more)

    def suit(self, name: str, x: float, y: float, size: float, fill: str) -> None:
        """Add a suit, its upper left corner at x, y."""
        place = f"translate({x} {y}) scale({size / 10})"
        self.path(SUIT_PATHS[name], fill=fill, stroke="none", transform=place)

    def card(self, code: str, x: float, y: float) -> None:
        """Add a card, face up; index in its upper left corner, where a neighbour leaves it free."""
        width, height = CARD
        with self.group(data_card=code):
            self.fill(x, y, width, height, 5, CREAM, stroke="#a9a595", stroke_width=1)
            if code[0] == "X":
                self.middle(x + 12, y + 18, "★", 19, JOKER)
                self.middle(x + width / 2 + 1, y + 46, "★", 31, JOKER)
                self.middle(x + width / 2, y + height - 5, "joker", 11, JOKER, True)
            else:
                suit, fill = SUIT_NAMES[code[1]], RED if code[1] in "HD" else INK
                rank = "10" if code[0] == "T" else code[0]
                self.middle(x + 13, y + 19, rank, 18, fill, True)
                self.suit(suit, x + 6.5, y + 23, 13, fill)
                self.suit(suit, x + width - 22, y + height - 23, 17, fill)

    def back(self, x: float, y: float, width: float, height: float, **more: str) -> None:
        """Add the back of a card."""
        self.fill(x, y, width, height, 4, BACK, stroke=BACK_EDGE, stroke_width=1.6, **more)

    def zone(self, x: float, y: float, width: float, height: float, light: str = "off") -> None:
        """Add an empty zone: a darker field and its ring of LEDs, which glow where they are lit."""
        self.fill(x, y, width, height, 11, FELT_DARK)
        ring, colour = (x + 3, y + 3, width - 6, height - 6, 11, "none"), LED[light]
        if light != "off":
            self.fill(*ring, stroke=colour, stroke_width=9, stroke_opacity=0.3)
        self.fill(
            *ring,
            stroke=colour,
            stroke_width=2.6 if light == "off" else 4.4,
            stroke_linecap="round",
            stroke_dasharray="0 8",
        )


def _meld(p: Picture, zone: int) -> None:
    """Add a meld zone with the cards that lie on it."""
    (column, row), (width, height) = PLACES[zone], ZONE
    x, y = ORIGIN[0] + column * (width + GAP), ORIGIN[1] + row * (height + GAP)
    cards, middle = MELDS.get(zone, ()), x + width / 2
    with p.group(id=f"meld{zone}"):
        p.zone(x, y, width, height, LIGHTS.get(zone, "off"))
        left = middle - (PITCH * (len(cards) - 1) + CARD[0]) / 2
        for i, code in enumerate(cards):
            p.card(code, left + PITCH * i, y + 9)
        if cards:
            p.middle(middle, y + height - 9, f"meld {zone}", 12, PALE)
        else:
            p.words(middle, y + height / 2, f"meld {zone}", f"combinaison {zone}", 14, text_anchor="middle")


def _middle(p: Picture) -> None:
    """Add the middle of the table: the screen, the stock and the discard."""
    x, y = ORIGIN[0] + ZONE[0] + GAP, ORIGIN[1] + ZONE[1] + GAP
    width, height = 2 * ZONE[0] + GAP, 2 * ZONE[1] - 100
    with p.group(id="screen"):
        p.fill(x, y, width, 100, 9, "#2b2f2d")
        p.fill(x + 7, y + 7, width - 14, 86, 3, "#e9e7dd")
        baseline = y + 9
        for words, size, weight in SCREEN:
            baseline += size + 5
            p.text(x + 16, baseline, words, size, INK, weight == "bold")
    y += 100 + GAP
    with p.group(id="stock"):
        p.zone(x, y, ZONE[0], height)
        for i in range(4):
            p.back(x + 16 + 2 * i, y + 17 - 2 * i, *CARD)
        p.words(x + 78, y + 44, "stock", "pioche", 14)
    x += ZONE[0] + GAP
    with p.group(id="discard"):
        p.zone(x, y, ZONE[0], height)
        for i, code in enumerate(DISCARDS):
            p.card(code, x + 10 + 22 * i, y + 13 + 2 * i)
        p.words(x + 82, y + 44, "discard", "défausse", 14)


def _seat(p: Picture, seat: int) -> None:
    """Add the zone of a seat: the fanned hand, its tops away from the player, name and buttons."""
    name, count, (x, y), turn = SEATS[seat]
    step = min(7.0, 78 / max(1, count - 1))
    with p.group(id=f"seat{seat}", transform=f"translate({x} {y}) rotate({turn})"):
        p.zone(-140, -50, 280, 100)
        for i in range(count):
            turned = f"rotate({step * (i - (count - 1) / 2)} 0 44)"
            p.back(-FAN[0] / 2, -36, *FAN, transform=turned)
        # On the far side of the table words would stand on their head: they are turned back.
        left, back = (68, 180) if turn == 180 else (-126, 0)
        with p.group(transform=f"rotate({back})"):
            p.text(left, -10, name, 17, "#ffffff", True)
            p.text(left, 8, f"seat {seat}", 13, PALE)
            p.text(left, 23, f"place {seat}", 11, SOFT)
        spots = ((80, 4, 12), (106, -8, 7), (106, 14, 7), (124, -8, 7), (124, 14, 7))
        for (word, _, colour), spot in zip(BUTTONS, spots, strict=True):
            p.circle(*spot, fill=colour, stroke="#12382a", stroke_width=2, data_button=word)


def _legend(p: Picture) -> None:
    """Add the words in the upper corners: what the picture is, lights, buttons."""
    p.text(52, 74, "Tierce", 30, "#ffffff", True)
    p.words(52, 96, "the table that keeps the score", "la table qui tient la marque", 13)

    def entry(x: float, y: float, words: str, small: str) -> None:
        told = draw.Text(words, 13, x, y, fill=PALE)
        told.append(draw.TSpan(small, font_size=11, dx=6, fill=SOFT))
        p.add(told)

    lights = (("green", "fine", "c'est bon"), ("red", "put it right", "à corriger"))
    for i, (light, words, small) in enumerate(lights):
        for dot in range(3):
            p.circle(616 + 8 * dot, 56 + 17 * i, 3.4, fill=LED[light], stroke="none")
        entry(644, 60 + 17 * i, words, small)
    for i, (word, small, colour) in enumerate(BUTTONS):
        x, y = 620 + 120 * (i // 3), 100 + 17 * (i % 3)
        p.circle(x, y - 4, 5.5, fill=colour, stroke="none")
        entry(x + 12, y, word, small)


def svg() -> str:
    """Return the drawing."""
    p = Picture(
        WIDTH, HEIGHT, "The Tierce card table from above",
        "Five seats round a green felt, twelve meld zones with rings of lights, stock, discard and "
        "a screen. Luc has laid a run of hearts from five to eight and three kings, one a joker; "
        "the rings of both are green. Three spades that are no run lie in a red ring.",
        paper="none", font_family="Helvetica, Arial, 'DejaVu Sans', sans-serif",
    )  # fmt: skip
    for edge, rx, fill in ((6, 58, WOOD), (24, 42, FELT)):
        p.fill(edge, edge, WIDTH - 2 * edge, HEIGHT - 2 * edge, rx, fill, stroke=WOOD_EDGE, stroke_width=3)
    _legend(p)
    for zone in sorted(PLACES):
        _meld(p, zone)
    _middle(p)
    for seat in range(len(SEATS)):
        _seat(p, seat)
    return str(p)


if __name__ == "__main__":
    Path(__file__).with_name("table.svg").write_text(svg(), encoding="utf-8")
