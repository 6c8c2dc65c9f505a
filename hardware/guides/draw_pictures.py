"""Draw the pictures of the guides as SVG, in English and French.

`python hardware/guides/draw_pictures.py` writes them anew. Each is a function of its words; what is
to scale says so. Shapes and plain text only, black on white, so that they print.
"""

from collections.abc import Callable

from figures import FC, HERE, common, fan

from tierce_plans import parts
from tierce_plans.pages import number
from tierce_plans.svg import GREY, INK, RED, Plate

PALE, GREEN, BLUE, COPPER = "#e9ebe6", "#1d7a45", "#1f5fa8", "#b86b1d"
FELT, WOOD, FERRITE, CREAM = "#2a7a55", "#c99a66", "#3a3d40", "#fbf8ef"
BOARD, SIGNAL, SUPPLY, LIVE = "#eef4ee", "#dfe8f5", "#fdeccd", "#f6d5d2"
READER = next(part.label for part in parts.readers().values() if part.wound)  # it drives a loop of another size
FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"


class Picture(Plate):
    """A picture of the guides: its words in one language, and the shapes that several have."""

    def __init__(self, lang: str, name: str, height: int) -> None:
        self.lang = lang
        super().__init__(800, height, self[name], role="img", font_family=FONT)

    def __getitem__(self, key: str) -> str:
        return WORDS[key][self.lang == "fr"]

    def n(self, value: float, digits: int = 1) -> str:
        """Return a number as the language writes it."""
        return number(value, digits, self.lang)

    def tag(self, x: float, y: float, side: float) -> None:
        """Add a tag: a square coil of four turns and its chip."""
        step = side / 14
        points: list[tuple[float, float]] = []
        for a, b in ((i * step, side - i * step) for i in range(4)):
            points += [(x + a, y + a), (x + b, y + a), (x + b, y + b), (x + a, y + b), (x + a, y + a + step)]
        self.line(points, COPPER, stroke_width=1.3)
        self.rect(x + side / 2 - 2, y + side / 2 - 2, 4, 4, INK, stroke="none")

    def fan(self, x: float, y: float, scale: float, *indices: str, pitch: float = 18) -> None:
        """Add cards of 63 x 88 mm at a pitch, and in a lower corner of each its tag of 18 mm."""
        places = [x + i * pitch * scale for i in range(len(indices))]
        for left, index in zip(places, indices, strict=True):
            self.rect(left, y, 63 * scale, 88 * scale, CREAM, rx=3 * scale, stroke=GREY)
            self.text(left + 4 * scale, y + 12 * scale, index, 9 * scale, RED, True)
        for left in places:
            self.tag(left + 43 * scale, y + 68 * scale, 18 * scale)


FOUR = ("5♥", "6♥", "7♥", "8♥")

# --- the card and its fan


def card(lang: str) -> Picture:
    """The card to scale, and a meld at the pitch of 18 mm."""
    p = Picture(lang, "card", 420)
    s, x, y = 3.2, 70.0, 50.0
    p.fan(x, y, s, "5♥")
    p.measure(x, y - 14, x + 63 * s, y - 14)
    p.middle(x + 31.5 * s, y - 22, "63 mm")
    p.measure(x - 20, y, x - 20, y + 88 * s)
    p.middle(0, 0, "88 mm", transform=f"translate({x - 28} {y + 44 * s}) rotate(-90)")
    p.measure(x + 43 * s, y + 64 * s, x + 61 * s, y + 64 * s)
    p.text(x + 61 * s, y + 61 * s, p["tag_size"], 14, text_anchor="end")
    p.text(x + 41 * s, y + 74 * s, p["tag"], 14, COPPER, text_anchor="end")
    p.text(x, y + 88 * s + 26, p["turned"], 14, GREY)
    x = 380.0
    p.fan(x, y, s, *FOUR)
    for left in (x + at * 18 * s for at in range(3)):
        p.measure(left, y - 14, left + 18 * s, y - 14)
        p.middle(left + 9 * s, y - 22, "18 mm", 14)
    p.measure(x, y + 92 * s, x + 117 * s, y + 92 * s)
    p.middle(x + 58 * s, y + 92 * s + 20, p["four"], 14)
    p.text(x, y + 88 * s + 62, p["thirteen"], 14, GREY)
    return p


def stack(lang: str) -> Picture:
    """A stack that does not read beside a fan that does, with their computed resonances."""
    p = Picture(lang, "stack", 370)
    for left, colour, title in ((20, RED, "no"), (410, GREEN, "yes")):
        p.rect(left, 20, 370, 330, rx=10, stroke=colour, stroke_width=2.5)
        p.middle(left + 185, 52, p[title], 20, colour, True)
    for at in range(4):
        p.fan(135 + at * 2.5, 75 + at * 2.5, 2.1, "8♥" if at == 3 else "")
    p.fan(472, 75, 2.1, *FOUR)
    for x, pitch, why in ((205, 0, "stack_why"), (595, 18, "fan_why")):
        p.middle(x, 300, p["resonance"].format(p.n(fan(16.0, 4, 18, pitch))), 16)
        p.middle(x, 325, p[why], 14, GREY)
    return p


def detuning(lang: str) -> Picture:
    """Where tags resonate together: by their number, and by the pitch of a fan."""
    p = Picture(lang, "detuning", 440)
    dots, dashes = {"stroke_dasharray": "2 4"}, {"stroke_dasharray": "6 4"}

    def place(f: float) -> float:
        return 340 - (f - 5) * 280 / 14

    def axes(left: float, step: float, xs: tuple[int, ...], label: str) -> None:
        p.rect(left, 60, 300, 280, stroke=GREY)
        for f in range(6, 19, 2):
            p.line([(left, place(f)), (left + 300, place(f))], PALE, stroke_width=1)
            p.text(left - 8, place(f) + 5, str(f), 13, text_anchor="end")
        for x in xs:
            at = left + (x - xs[0]) * step
            p.line([(at, 340), (at, 346)], GREY)
            p.middle(at, 362, str(x), 13)
        p.middle(left + 150, 386, label, 14)
        p.text(left - 36, 48, "MHz", 13)
        p.line([(left, place(FC)), (left + 300, place(FC))], RED, stroke_width=2, **dashes)

    axes(70, 25, (1, 2, 4, 7, 10, 13), p["count"])
    for f0, k, colour in ((16.0, 0.0, GREEN), (16.0, 0.1, BLUE), (16.0, 0.7, INK), (FC, 0.1, BLUE), (FC, 0.7, INK)):
        many = [(n / 4, common(f0, n / 4, k)) for n in range(4, 53)]
        p.line(
            [(70 + (n - 1) * 25, place(f)) for n, f in many if f > 5],
            colour,
            stroke_width=2.2,
            **(dots if f0 == FC else {}),
        )
    for k, x, y, colour in ((0.0, 215, place(16) - 8, GREEN), (0.1, 300, place(12.2), BLUE), (0.7, 215, place(8), INK)):
        p.text(x, y, f"k = {p.n(k)}", 13, colour)
    axes(460, 12.5, (0, 5, 10, 15, 20), p["pitch"])
    for begin in (10, 18):
        p.rect(460 + begin * 12.5, 60, 2 * 12.5, 280, GREEN, stroke="none", fill_opacity=0.12)
    for side, x, f, colour in ((18, 585, 17, GREEN), (22, 708, 18.6, BLUE), (45, 712, 10.4, INK)):
        for f0, how in ((16.0, {}), (FC, dots)):
            fans = [(mm, fan(f0, 4, side, mm)) for mm in range(25)]
            p.line([(460 + mm * 12.5, place(f)) for mm, f in fans], colour, stroke_width=2.2, **how)
        p.text(x, place(f), f"{side} mm", 13, colour)
    for x, colour, how, key in ((70, INK, {}, "high"), (330, INK, dots, "low"), (590, RED, dashes, "reader")):
        p.line([(x, 413), (x + 40, 413)], colour, stroke_width=2.2, **how)
        p.text(x + 48, 418, p[key], 13)
    return p


# --- the table


def section(lang: str) -> Picture:
    """The table cut through: what lies over the loop, what under it."""
    p = Picture(lang, "section", 360)
    left, right, top = 76.0, 500.0, 92.0
    for at in range(5):  # fanned cards, each over the one before
        x, y = 120 + at * 54, top - 4 - at * 1.5
        p.line([(x, y), (x + 180, y - 8)], GREY, stroke_width=3)
        p.line([(x + 122, y - 8), (x + 174, y - 10)], COPPER, stroke_width=3)
    layers = (
        ("felt", 26, FELT),
        ("loop", 60, "#e2c9a3"),
        ("top", 52, WOOD),
        ("gap", 62, "#ffffff"),
        ("bottom", 14, WOOD),
    )
    marks = {"cards": top - 14}
    y = measured = top
    for name, tall, fill in layers:
        marks[name] = y + tall / 2
        gap = {"stroke": GREY, "stroke_dasharray": "4 4"}
        p.rect(left, y, right - left, tall, fill, **(gap if name == "gap" else {"stroke": "none"}))
        if name == "loop":
            p.rect(100, y + 4, 376, 42, "#3c7d4e", stroke="none")
            p.rect(100, y + 50, 376, 8, FERRITE, stroke="none")
            for x in (108, 452):
                p.rect(x, y + 4, 16, 8, COPPER, stroke="none")
            measured = y + 4
        if name == "top":
            p.rect(280, y, 16, tall, "#ffffff", stroke="none")
        if name == "gap":
            p.rect(236, y + 14, 104, 26, SIGNAL, READER, 13, rx=3)
        y += tall
    for x in (285, 291):  # the leads
        p.line([(x, top + 72), (x, top + 152)], COPPER, stroke_width=2)
    for name, at in marks.items():
        p.line([(right + 4, at), (right + 22, at)], GREY)
        p.text(right + 28, at + 5 - 9 * p[f"s_{name}"].count("\n"), p[f"s_{name}"], 14)
    p.measure(62, top - 12, 62, measured)
    p.middle(0, 0, p["s_distance"], 14, transform="translate(52 96) rotate(-90)")
    p.text(40, y + 36, p["s_note"], 14, GREY)
    p.text(40, 40, p["section"], 17, bold=True)
    return p


def loop(lang: str) -> Picture:
    """A loop board seen from above: turns, feed, matching; its neighbour's distance."""
    p = Picture(lang, "loop", 440)
    x, y, right, feed, mid, far = 60, 80, 480, 230, 270, 600  # 280 x 100 mm at 1.5
    trace = {"stroke": COPPER, "stroke_width": 7, "stroke_linejoin": "round"}
    p.rect(x - 12, y - 12, 444, 174, BOARD, stroke=GREY, rx=6)
    p.path(f"M{mid - 12} {feed}H{x}V{y}H{right}V{feed}H{mid + 12}", **trace)
    for at in (mid - 12, mid + 12):
        p.line([(at, feed), (at, feed + 60)], COPPER, stroke_width=4)
        p.line([(at, feed + 106), (at, feed + 140)], stroke_width=2)
    p.rect(mid - 44, feed + 60, 88, 46, PALE, p["matching"])
    p.rect(mid - 60, feed + 140, 120, 40, SIGNAL, READER, 15, rx=4)
    p.measure(x, y - 28, right, y - 28)
    p.middle(mid, y - 36, p["length"])
    p.measure(right + 28, y, right + 28, feed)
    p.text(right + 34, y + 80, p["width"])
    p.path(f"M{far + 130} {y}H{far}V{feed}H{far + 130}", stroke_opacity=0.5, **trace)
    p.text(far + 14, y + 84, p["neighbour"], 14, GREY)
    p.measure(right, feed + 30, far, feed + 30)
    p.middle((right + far) / 2, feed + 50, p["half"], 14)
    p.text(mid + 64, feed + 80, p["short"], 14, GREY)
    p.text(mid + 74, feed + 152, p["twist"], 14, GREY)
    return p


def order(lang: str) -> Picture:
    """The order of the bring-up: each step, and what must be right before the next."""
    p = Picture(lang, "order", 340)
    steps = "board screen buttons lights reader readers antennas cards deck play".split()
    for at, key in enumerate(steps):
        row, column = divmod(at, 5)
        x, y = 20 + column * 156, 50 + row * 150
        p.rect(x, y, 136, 92, "#eef2f8" if row else BOARD, rx=8)
        p.circle(x + 18, y + 20, 12, fill=INK)
        p.middle(x + 18, y + 25, str(at + 1), 14, "#ffffff")
        head, _, rest = p[f"o_{key}"].partition("\n")
        p.text(x + 36, y + 25, head, 15, bold=True)
        p.text(x + 10, y + 50, rest, 13)
        if column < 4:
            p.arrow([(x + 138, y + 46), (x + 154, y + 46)], GREY, stroke_width=2)
        elif row == 0:
            around = [(x + 68, y + 94), (x + 68, y + 122), (88, y + 122), (88, y + 148)]
            p.arrow(around, GREY, stroke_width=2)
    p.text(20, 32, p["order"], 17, bold=True)
    p.text(20, 322, p["o_rule"], 14, GREY)
    return p


def supply(lang: str) -> Picture:
    """The 5 V: supply, fuse, clamp, and who takes from it."""
    p = Picture(lang, "supply", 366)
    y = 90
    p.rect(20, y - 30, 110, 60, SIGNAL, p["p_supply"], rx=5)
    p.line([(130, y), (190, y)], RED, stroke_width=3)
    p.rect(190, y - 18, 70, 36, SUPPLY, p["p_fuse"], rx=5)
    p.line([(260, y), (780, y)], RED, stroke_width=3)
    p.text(660, y - 10, "5 V", 15, RED, True)
    # What hangs between the 5 V and ground: middle, top, size, fill.
    for name, x, top, w, h, fill in (
        ("p_tvs", 310, 150, 76, 44, PALE), ("p_bulk", 400, 150, 76, 44, PALE),
        ("p_pico", 490, 200, 88, 56, "#dff0e4"), ("p_readers", 610, 200, 100, 56, PALE),
        ("p_lights", 724, 200, 100, 56, PALE),
    ):  # fmt: skip
        p.line([(x, y), (x, 140 if name == "p_pico" else top)], RED, stroke_width=2)
        p.rect(x - w / 2, top, w, h, fill, p[name], rx=5)
        p.line([(x, top + h), (x, 300)], stroke_width=2)
    p.path("M478 140H502L490 160Z", fill=INK)
    p.line([(478, 162), (502, 162)], stroke_width=3)
    p.text(508, 156, p["p_diode"], 13)
    p.line([(490, 162), (490, 200)], stroke_width=2)
    p.arrow([(420, 270), (420, 228), (445, 228)], BLUE, stroke_width=2)
    p.middle(420, 286, "USB", 13, BLUE)
    p.line([(75, y + 30), (75, 300), (780, 300)], stroke_width=3)
    p.text(20, 320, p["p_ground"], 14)
    p.text(20, 36, p["supply"], 17, bold=True)
    p.text(20, 346, p["p_note"], 14, GREY)
    return p


def carrier(lang: str) -> Picture:
    """Where things go on the carrier board, seen from above."""
    p = Picture(lang, "carrier", 490)
    p.rect(20, 50, 760, 400, "#e7f0e7", stroke=GREEN, rx=8, stroke_width=2)
    boxes: list[tuple[float, float, float, float, str, str]] = [  # place, size, words, fill
        *((36 + at * 68, 62, 60, 40, f"J{at + 1}", SUPPLY) for at in range(9)),
        *((36 + at * 68, 398, 60, 40, f"J{at + 10}", SUPPLY) for at in range(9)),
        *((36 + at * 118, 118, 106, 30, f"U{at + 9} 74LVC125", "#ffffff") for at in range(5)),
        *((36 + at * 110, 352, 102, 30, f"U{at + 15} 74LVC244", "#ffffff") for at in range(2)),
        *((262 + at * 108, 352, 100, 30, f"U{at + 6} 74HC595", "#ffffff") for at in range(3)),
        *((36, 214 + at * 44, 96, 36, f"U{at + 3}\n74HC138", "#ffffff") for at in range(3)),
        (260, 196, 210, 90, p["c_pico"], "#dff0e4"), (36, 170, 96, 36, p["c_stage"], "#ffffff"),
        (146, 214, 96, 124, p["c_diodes"], "#ffffff"), (660, 62, 108, 50, p["c_in"], LIVE),
        (490, 196, 96, 40, "U17\n74AHCT125", "#ffffff"), (660, 118, 108, 40, p["c_fuse"], LIVE),
        (490, 244, 96, 40, "U19\nSP3485", "#ffffff"), (660, 164, 108, 40, p["c_bulk"], LIVE),
        (592, 262, 60, 104, p["c_small"], SIGNAL), (660, 210, 108, 40, p["c_reg"], LIVE),
        (260, 298, 326, 40, p["c_jumpers"], "#ffffff"),
        *((660, 262 + at * 44, 108, 38, p[f"c_{name}"], SIGNAL)
          for at, name in enumerate(("screen", "leds", "scale", "buttons"))),
    ]  # fmt: skip
    for x, y, w, h, words, fill in boxes:
        p.rect(x, y, w, h, fill, words, 13, rx=4)
    p.text(20, 34, p["carrier"], 17, bold=True)
    p.text(20, 474, p["c_note"], 14, GREY)
    return p


def vna(lang: str) -> Picture:
    """What an analyser shows over a tag or a loop: a dip where it resonates."""
    p = Picture(lang, "vna", 300)
    p.rect(70, 40, 420, 220, stroke=GREY)

    def at(f: float, db: float) -> tuple[float, float]:
        return 70 + (f - 10) * 420 / 10, 50 - db * 200 / 12

    for f in range(10, 21, 2):
        x, _ = at(f, 0)
        p.line([(x, 40), (x, 260)], PALE)
        p.middle(x, 278, str(f), 13)
    p.text(500, 278, "MHz", 13)
    for f0, colour, name, deep, q in ((FC, RED, "v_loop", 10.0, 20), (16.2, GREEN, "v_tag", 4.0, 35)):
        fs = [10 + i / 20 for i in range(201)]
        points = [at(f, -deep / (1 + (q * (f / f0 - f0 / f)) ** 2)) for f in fs]
        p.line(points, colour, stroke_width=2.2)
        x, y = at(f0, -deep)
        p.middle(x, y + 18, p[name], 13, colour)
    p.text(70, 28, p["vna"], 15, bold=True)
    p.circle(640, 130, 56, stroke_width=2.5)
    for x in (634, 646):
        p.line([(x, 186), (x, 240)], stroke_width=2.5)
    p.tag(614, 104, 52)
    p.middle(640, 260, p["v_probe"], 14)
    return p


# English and French, by what they stand on.
WORDS: dict[str, tuple[str, str]] = {
    "card": ("A card, its tag, and a meld fanned at 18 mm",
             "Une carte, son étiquette, et une combinaison étalée à 18 mm"),
    "tag": ("tag: in\nthis corner", "étiquette :\nà ce coin"),
    "tag_size": ("18 mm (22 at most)", "18 mm (22 au plus)"),
    "turned": ("The index at the upper left stays free,\nand shows in a fan.",
               "L'index en haut à gauche reste libre,\net se voit dans l'éventail."),
    "four": ("four cards: 117 mm", "quatre cartes : 117 mm"),
    "thirteen": ("thirteen cards: 63 + 12 × 18 = 279 mm", "treize cartes : 63 + 12 × 18 = 279 mm"),
    "stack": ("A stack that does not read, a fan that does",
              "Une pile qui ne se lit pas, un éventail qui se lit"),
    "no": ("a squared-up stack: not read", "une pile bien droite : pas lue"),
    "yes": ("a fan: read", "un éventail : lu"),
    "resonance": ("4 tags of 16 MHz: together {} MHz", "4 étiquettes de 16 MHz : ensemble {} MHz"),
    "stack_why": ("far below 13.56 MHz: no energy, no answer",
                  "bien sous 13,56 MHz : ni énergie, ni réponse"),
    "fan_why": ("above 13.56 MHz: each tag answers", "au-dessus de 13,56 MHz : chacune répond"),
    "detuning": ("Where tags resonate together", "Où des étiquettes résonnent ensemble"),
    "count": ("tags, all coupled by k", "étiquettes, toutes couplées par k"),
    "pitch": ("pitch of a fan of four, mm", "pas d'un éventail de quatre, mm"),
    "high": ("tags tuned to 16 MHz", "étiquettes à 16 MHz"),
    "low": ("tags tuned to 13.56 MHz", "étiquettes à 13,56 MHz"),
    "reader": ("the reader's 13.56", "le lecteur : 13,56"),
    "section": ("The table cut through (not to scale)", "La table en coupe (pas à l'échelle)"),
    "s_cards": ("fanned cards with their tags", "cartes étalées et leurs étiquettes"),
    "s_felt": ("felt, 1 to 3 mm", "tapis, 1 à 3 mm"),
    "s_loop": (
        "loop board, copper up, in 3 mm\nof plywood; ferrite below it\nonly if metal is near",
        "antenne, cuivre vers le haut, dans\n3 mm de contreplaqué ; de la ferrite\ndessous si "
        "du métal est proche"),
    "s_top": ("table top, plywood of 10 mm:\na hole of 12 mm for the leads",
              "plateau, contreplaqué de 10 mm :\nun trou de 12 mm pour les deux fils"),
    "s_gap": ("air, readers, cables:\n20 mm or more to any metal",
              "air, lecteurs, câbles :\n20 mm au moins jusqu'au métal"),
    "s_bottom": ("bottom, with slots", "fond, avec des fentes"),
    "s_distance": ("≤ 10 mm",) * 2,
    "s_note": (
        "Card to loop: 10 mm or less. No metal screw, foil or LED strip between them.",
        "De la carte à la boucle : 10 mm au plus. Ni vis, ni feuille de métal, ni LED entre "
        "les deux."),
    "loop": ("A loop, its feed and its neighbour", "Une boucle, son alimentation et sa voisine"),
    "length": ("280 mm for thirteen cards", "280 mm pour treize cartes"),
    "width": ("100 mm",) * 2,
    "matching": ("matching", "accord"), "neighbour": ("next zone's loop", "boucle voisine"),
    "half": ("≥ 80 mm: its field goes on", "≥ 80 mm : le champ continue"),
    "short": ("feed and matching beside the loop,\nreader within 50 mm of it",
              "alimentation et accord à côté de la boucle,\nlecteur à moins de 50 mm"),
    "twist": ("The two wires of the feed\nlie close together.",
              "Les deux fils qui alimentent\nla boucle se longent de près."),
    "order": ("One thing at a time: the order of the bring-up",
              "Une chose à la fois : l'ordre de la mise en route"),
    "o_board": ("board\nflash, deploy,\ndoctor", "Pico\nflash, deploy,\ndoctor"),
    "o_screen": ("screen\nframe at its edge", "écran\nun cadre au bord"),
    "o_buttons": ("buttons\neach is seen", "boutons\nchacun est vu"),
    "o_lights": ("lights\nbright, none hot", "voyants\nvifs,\npas brûlants"),
    "o_reader": ("reader\none alone:\nversion", "lecteur\nun seul :\nsa version"),
    "o_readers": ("all readers\none more\neach time", "lecteurs\nun de plus\nchaque fois"),
    "o_antennas": ("antennas\nthe same gain", "antennes\nle même gain"),
    "o_cards": ("cards\nread, no leak", "cartes\nlues, chez elles"),
    "o_deck": ("deck\ntierce register", "jeu\ntierce register"),
    "o_play": ("play\na hand of gin", "jouer\nune main de gin"),
    "o_rule": (
        "Power off before each step; the next one only when tierce doctor finds nothing bad.",
        "Couper le courant avant chaque étape ; la suivante quand tierce doctor ne trouve "
        "plus rien de mauvais."),
    "supply": ("5 V in: fuse first, then everything else",
               "Le 5 V : le fusible d'abord, tout le reste ensuite"),
    "p_supply": ("5 V supply\n(SELV)", "alimentation\n5 V (TBTS)"),
    "p_fuse": ("F1",) * 2,
    "p_tvs": ("D1\nSMBJ5.0A",) * 2,
    "p_bulk": ("1000 µF",) * 2,
    "p_diode": ("D2 1N5819",) * 2,
    "p_pico": ("Pico\nVSYS",) * 2,
    "p_readers": ("readers:\n5 V and\n3.3 V", "lecteurs :\n5 V et\n3,3 V"),
    "p_lights": ("lights\n5 V", "voyants\n5 V"),
    "p_ground": ("ground: one thick line, everything returns to it",
                 "masse : une ligne épaisse, où tout revient"),
    "p_note": (
        "D2 lets USB and supply be connected together. D1 clamps, and conducts with reversed "
        "polarity.",
        "D2 permet d'avoir USB et alimentation ensemble. D1 écrête ; polarité inversée, elle "
        "conduit."),
    "carrier": ("Where things go on the carrier (seen from above, not to scale)",
                "Où vont les choses sur la carte mère (vue de dessus, pas à l'échelle)"),
    "c_pico": ("U1 Pico in its socket\nUSB to the left edge",
               "U1 Pico sur son support\nUSB vers le bord gauche"),
    "c_stage": ("U2 stage\n74HC138", "U2, étage\n74HC138"),
    "c_diodes": ("BUSY\nD11–D28\nIRQ\nD41–D58\nRN1–RN3",) * 2,
    "c_in": ("J31\n5 V in", "J31\n5 V"),
    "c_fuse": ("F1, D1, D2",) * 2,
    "c_bulk": ("C1 1000 µF",) * 2,
    "c_reg": ("U18 regulator\n3.3 V", "U18 régulateur\n3,3 V"),
    "c_screen": ("J32 e-paper",) * 2,
    "c_leds": ("J33 lights", "J33 voyants"), "c_scale": ("J34 scale", "J34 balance"),
    "c_buttons": ("J35 buttons", "J35 boutons"),
    "c_small": ("J36\nbuzzer\nJ37\nRS-485",) * 2,
    "c_jumpers": ("jumpers JP1 to JP7", "cavaliers JP1 à JP7"),
    "c_note": (
        "Readers J1 to J18 along both long edges; power in a corner of its own; wires of a "
        "pair short.",
        "Lecteurs J1 à J18 sur les deux grands bords ; le courant dans un coin à lui ; des "
        "fils courts."),
    "vna": ("What the analyser shows", "Ce que montre l'analyseur"),
    "v_loop": ("loop with matching", "boucle accordée"), "v_tag": ("tag alone", "étiquette seule"),
    "v_probe": ("probe loop over the tag", "boucle d'essai sur l'étiquette"),
}  # fmt: skip

PICTURES: tuple[Callable[[str], Picture], ...] = (
    card, stack, detuning, section, loop, order, supply, carrier, vna,
)  # fmt: skip


def pictures() -> dict[str, str]:
    """Return all pictures by the names of their files."""
    ends = {"en": ".svg", "fr": ".fr.svg"}
    return {draw.__name__ + end: str(draw(lang)) for draw in PICTURES for lang, end in ends.items()}


if __name__ == "__main__":
    for file, content in pictures().items():
        (HERE / file).write_text(content, encoding="utf-8")
