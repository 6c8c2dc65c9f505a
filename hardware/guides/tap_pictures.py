"""Draw the pictures of BUILD-TAP as SVG, in English and French: the bag, a card, a turn, the screen.

`python hardware/guides/tap_pictures.py` writes them anew. The parts are those of the bill, and the screens
those of the firmware, which plays a turn on the modelled board. The wiring is tap/wiring.svg.
"""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from draw_pictures import BLUE, BOARD, CREAM, FELT, GREEN, PALE, Picture
from figures import HERE

from tierce.cards import parse
from tierce_plans import bom
from tierce_plans.pages import texts
from tierce_plans.svg import GREY, INK
from tierce_tools.description import descriptions
from tierce_tools.virtual.board import ModelledBoard

_HEADER = {"tierce": 1, "game": "rami30", "dealer": 0}
_TURN = ("TH", "TS", "TD", "7S", "8S", "9S", "2C")

WORDS = {
    "bag": ("The bag: what lies in it", "Le sachet : ce qu'il contient"),
    "tap_card": ("A sticker in the middle of each card's back", "Une étiquette au milieu du dos de chaque carte"),
    "held": ("hold the card to the reader, 2 cm, half a second", "tenez la carte à 2 cm du lecteur, une demi-seconde"),
    "beep": ("a beep: it is read", "un bip : elle est lue"),
    "tap_turn": ("A turn: what Luc taps", "Un tour : ce que Luc présente"),
    "t1": ("1. the pile's top card, if he takes it", "1. la carte de la défausse, s'il la prend"),
    "t2": ("2. each card that he lays", "2. chaque carte qu'il pose"),
    "t3": ("3. his discard", "3. sa défausse"),
    "t4": ("4. OK: the screen says how they lie", "4. OK : l'écran dit où elles vont"),
    "t5": ("5. OK again: it is judged and counted", "5. encore OK : c'est jugé et compté"),
    "reader": ("reader", "lecteur"),
    "tap_screen": ("What the screen says in that turn", "Ce que l'écran dit pendant ce tour"),
}  # fmt: skip


class Shown(Picture):
    """A picture with the words of this file."""

    def __getitem__(self, key: str) -> str:
        return WORDS[key][self.lang == "fr"]


def bag(lang: str) -> Picture:
    """The parts of the bill, each with its number and price."""
    p = Shown(lang, "bag", 330)
    say = texts(lang)
    rows = [row for row in bom.rows(descriptions.load("tap", lang)) if row.group == "electronics"]
    p.text(20, 36, p["bag"], 20, INK, True)
    for at, row in enumerate(rows):
        x, y = 20 + at % 2 * 385, 56 + at // 2 * 62
        p.rect(x, y, 375, 52, BOARD, rx=6, stroke=GREY)
        name = bom._name(row, say)
        p.text(x + 12, y + 22, f"{row.quantity:g} × {name}"[:44], 15, INK, True)
        p.text(x + 12, y + 42, bom.money(row.sum_cents, lang) + " EUR", 14, GREY)
    return p


def tap_card(lang: str) -> Picture:
    """A card's back with its sticker, and the card over the reader."""
    p = Shown(lang, "tap_card", 330)
    p.text(20, 36, p["tap_card"], 20, INK, True)
    p.rect(60, 60, 158, 220, CREAM, rx=8, stroke=GREY)
    p.tag(107, 138, 64)
    p.rect(430, 210, 200, 60, BLUE, rx=6)
    p.middle(530, 246, p["reader"], 16, "#fff", True)
    p.rect(440, 120, 180, 12, CREAM, rx=3, stroke=GREY)
    p.measure(650, 132, 650, 210)
    p.text(662, 176, "2 cm", 15)
    p.middle(530, 96, p["held"], 15, INK)
    p.middle(530, 305, p["beep"], 15, GREEN, True)
    return p


def tap_turn(lang: str) -> Picture:
    """The table from above, and the steps of a turn."""
    p = Shown(lang, "tap_turn", 330)
    p.text(20, 36, p["tap_turn"], 20, INK, True)
    p.rect(20, 60, 360, 250, FELT, rx=14)
    p.fan(50, 90, 0.9, "10♥", "10♠", "10♦")
    p.fan(210, 90, 0.9, "7♠", "8♠", "9♠")
    p.rect(165, 220, 90, 60, BLUE, rx=6)
    p.middle(210, 256, p["reader"], 15, "#fff", True)
    p.fan(290, 205, 0.9, "2♣")
    for at, step in enumerate(("t1", "t2", "t3", "t4", "t5")):
        p.rect(400, 62 + at * 50, 380, 42, PALE, rx=6, stroke=GREY)
        p.text(414, 89 + at * 50, p[step], 15)
    return p


def screens(lang: str) -> list[list[str]]:
    """Return the first page of the screen after the taps of a turn, after OK, and after OK again."""
    config = json.loads(descriptions.shipped("tap").read_text("utf-8"))
    with TemporaryDirectory() as folder:
        board = ModelledBoard(Path(folder), {**config, "language": lang})
        board.on()
        board.run(1500)
        program: Any = board.program
        program.table.begin({**_HEADER, "players": config["players"], "rules": {}})
        program.table.press(0, "deal")
        for code in ("KD", *_TURN):
            program.table.tap(parse(code))
        found = [_rows(program)]
        for _ in range(2):
            program.table.press(1, "done")
            found.append(_rows(program))
        board.stop()
    return found


def _rows(program: Any) -> list[str]:
    canvas = program.board.canvas
    cells: Any = __import__("drivers.font", fromlist=["cells_of"]).cells_of
    rows = program.panel.rows(canvas.width // 8, canvas.height // 16)
    return ["  ".join(text for _, text in cells(row[1])) for row in rows]


def tap_screen(lang: str) -> Picture:
    """The three screens of a turn."""
    p = Shown(lang, "tap_screen", 200)
    p.text(20, 36, p["tap_screen"], 20, INK, True)
    for at, rows in enumerate(screens(lang)):
        x = 20 + at * 260
        p.rect(x, 56, 240, 124, "#0b0d10", rx=6)
        for line, text in enumerate(rows):
            p.text(x + 12, 84 + line * 27, text, 18, "#9fd8ff")
    return p


def pictures() -> dict[str, str]:
    """Return all pictures by the names of their files."""
    ends = {"en": ".svg", "fr": ".fr.svg"}
    drawn = {"tap-bag": bag, "tap-card": tap_card, "tap-turn": tap_turn, "tap-screen": tap_screen}
    return {name + end: str(draw(lang)) for name, draw in drawn.items() for lang, end in ends.items()}


if __name__ == "__main__":
    for file, content in pictures().items():
        (HERE / file).write_text(content, encoding="utf-8")
