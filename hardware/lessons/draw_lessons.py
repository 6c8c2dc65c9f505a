"""Draws what the lessons print and chalk up: worksheets, tag cards, pictures for the board.

    .venv/bin/python hardware/lessons/draw_lessons.py

writes all of them anew, in English and French. Sheets are A4, drawn in millimetres. The tag cards
carry the UIDs of the modelled tags, so that what a class plays is what the virtual table shows.
"""

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from draw_table import SUIT_NAMES, SUIT_PATHS
from tierce_plans.svg import GREY, INK, Plate
from tierce_tools.twin.assembly import uid_of

HERE = Path(__file__).resolve().parent
LANGUAGES = ("en", "fr")
RED, BLUE, GREEN = "#c02f38", "#0b5c94", "#127a3e"
PALE, LIGHT, NO, YES = "#eef3f0", "#dfe7e2", "#ffdfd2", "#d6f1e0"
SANS = "DejaVu Sans, Verdana, Arial, sans-serif"
MONO = {"font_family": "DejaVu Sans Mono, Menlo, Consolas, monospace"}
# As tierce.words_en and words_fr have them.
INDEX = {"en": {"T": "10"}, "fr": {"T": "10", "J": "V", "Q": "D", "K": "R"}}

# The tags that pupils play: the hearts, three kings to go with theirs, and as many again.
TAGS = (
    [rank + "H" for rank in "A23456789TJQK"] + ["KS", "KD", "KC"],
    [rank + "S" for rank in "A23456789TJQ"] + ["QD", "QC", "JD", "JC"],
)
HEARTS = TAGS[0][:13]
# Microseconds, rounded for a blackboard; the lesson says where they come from.
QUESTION_MS, SILENT_MS, HEARD_MS, EXTRA_MS = 1.6, 0.5, 4.6, 6.5

# English and French, by what they stand on.
WORDS: dict[str, Any] = {
    "melds": ("Is it a meld?", "Est-ce une combinaison ?"),
    "melds_about": (
        "For each: run, set, or no meld? If none: why not? If it is one: what is it worth in Rami "
        "51?",
        "Pour chacune : suite, brelan ou carré, ou rien de valable ? Si rien : pourquoi ? Sinon : "
        "combien de points au Rami 51 ?"),
    "zone": ("meld {}", "combinaison {}"),
    "answer": (("run", "set", "no meld"), ("suite", "brelan, carré", "rien")),
    "why": ("why, or worth:", "pourquoi, ou points :"), "name": ("Name:", "Nom :"),
    "slot": ("slot", "créneau"), "tag": ("tag", "étiquette"),
    "read": ("read from the right", "se lit depuis la droite"),
    "rule": (
        "You are a tag. You hear questions; you can’t see the others. When the question is for "
        "you, say your card, once.",
        "Vous êtes une étiquette. Vous entendez les questions ; vous ne voyez pas les autres. "
        "Si la question est pour vous, dites votre carte, une fois."),
    "reader": ("The reader’s sheet", "La feuille du lecteur"),
    "say": (
        (
            "1. “All tags! I am counting.” Count aloud from 0 to 15, a second each. A tag speaks at its "
            "slot number.",
            "2. One voice: write the card. Silence: write a dot. Several at once: write ✱, and "
            "the slot number beside it.",
            "3. For each ✱: these tags read their digits aloud, together, from the right. At the "
            "first difference: stop!",
            "4. Ask both sides: “Only those whose digits end in 0 and what was the same: speak!” "
            "Then “… in 1 …”.", "5. Still several at once? Then 3 and 4 again, for these only.",
        ),
        (
            "1. « Toutes les étiquettes ! Je compte de 0 à 15. » Compter à voix haute, une seconde "
            "par créneau. Chaque étiquette parle au sien.",
            "2. Une seule voix : noter la carte. Silence : un point. Plusieurs à la fois : ✱, et "
            "le numéro du créneau à côté.",
            "3. Pour chaque ✱ : ces étiquettes lisent leurs chiffres, ensemble, depuis la droite. "
            "À la première différence : stop !",
            "4. Interroger les deux côtés : « Seules celles qui finissent par 0 et ce qui était "
            "pareil ! » Puis « … par 1 … ».",
            "5. Encore plusieurs à la fois ? Reprendre 3 et 4, pour celles-là seulement.",
        )),
    "rounds": (
        ("A: 5♥ to 8♥", "B: 4♥ to 9♥", "C: all hearts", "D: everybody"),
        ("A : 5♥ à 8♥", "B : 4♥ à 9♥", "C : tous les cœurs", "D : tout le monde")),
    "head": ("slot", "créneau"),
    "count": (
        (
            ("silent slots", "× 0.5 ms"), ("slots with voices", "× 4.6 ms"),
            ("extra questions", "× 6.5 ms"), ("the question", "1.6 ms"),
        ),
        (
            ("créneaux silencieux", "× 0,5 ms"), ("créneaux avec voix", "× 4,6 ms"),
            ("questions de plus", "× 6,5 ms"), ("la question", "1,6 ms"),
        )),
    "total": ("on the air: ms", "à l’antenne : ms"), "run": ("RUN", "SUITE"),
    "run_about": ("one suit, ranks in sequence, three cards or more",
                  "même couleur, cartes qui se suivent, trois ou plus"),
    "set": ("SET", "BRELAN, CARRÉ"),
    "set_about": ("one rank, suits all different, three or four cards",
                  "même valeur, couleurs différentes, trois ou quatre"),
    "ace": ("The ace stands at either end, never in the middle",
            "L’as se met à un bout ou à l’autre, jamais au milieu"),
    "joker": ("A joker takes the place of one card: here the queen. One joker in a meld.",
              "Le joker prend la place d’une carte : ici la dame. Un joker par combinaison."),
    "pure": ("pure run", "tierce franche"),
    "not_pure": ("a run, but not pure", "suite, mais pas franche"),
    "worth": ("Worth: 2 to 10 as printed · J Q K 10 · A 11 (1 before a 2) · joker: as its card",
              "Points : 2 à 10 le chiffre · V D R 10 · A 11 (1 devant un 2) · joker : sa carte"),
    "board2": ("One question, sixteen slots", "Une question, seize créneaux"),
    "board2_about": (
        "A tag answers in the slot that the last four digits of its number give.",
        "Une étiquette répond dans le créneau que donnent les quatre derniers chiffres de son "
        "numéro."),
    "collide": ("4♥ and 7♥ speak at once in slot 5: a collision",
                "4♥ et 7♥ parlent à la fois au créneau 5 : collision"),
    "first_diff": ("the first difference, from the right",
                   "la première différence, depuis la droite"),
    "ask": (
        ("ends in 0 1110 0101: 4♥", "ends in 1 1110 0101: 7♥"),
        ("finit par 0 1110 0101 : 4♥", "finit par 1 1110 0101 : 7♥")),
    "sum": ("time = 1.6 + 0.5 × silent + 4.6 × voices + 6.5 × extra questions  (ms)",
            "temps = 1,6 + 0,5 × silences + 4,6 × voix + 6,5 × questions de plus  (ms)"),
    "board3": ("What a referee is", "Ce qu’est un arbitre"),
    "events": ("events: who laid what, where, when", "événements : qui pose quoi, où, quand"),
    "header": ("header: game, players, rules", "en-tête : jeu, joueurs, règles"),
    "referee": ("referee", "arbitre"), "preset": ("preset of the game", "règles du jeu"),
    "house": ("rules of the house", "règles de la maison"),
    "outcomes": ("outcomes: accepted, or refused and why",
                 "verdicts : accepté, ou refusé et pourquoi"),
    "same": ("The same log, another rule: another verdict.",
             "Le même journal, une autre règle : un autre verdict."),
    "circle": (
        ("rule in words", "a test", "it fails", "change the rule", "it holds", "play"),
        ("la règle en mots", "un test", "il échoue", "changer la règle", "il tient", "jouer")),
}  # fmt: skip


class LessonSheet(Plate):
    """A drawing in millimetres, with its words in one language."""

    def __init__(self, language: str, title: str, width: int = 230, height: int = 142) -> None:
        self.language = language
        super().__init__(width, height, self[title], unit="mm", pen=0.35, head=0.6, font_family=SANS)

    def __getitem__(self, key: str) -> Any:
        return WORDS[key][self.language == "fr"]

    def rule(self, x: float, y: float, end: float) -> None:
        """Add a line to write on, or between parts."""
        self.line([(x, y), (end, y)], GREY)

    def wrapped(self, x: float, y: float, words: str, size: float, columns: int, step: float, fill: str = INK) -> int:
        """Add a text in lines of a limited number of letters; return the number of lines."""
        rows: list[str] = [""]
        for word in words.split(" "):
            if rows[-1] and len(rows[-1]) + 1 + len(word) > columns:
                rows.append("")
            rows[-1] += (" " if rows[-1] else "") + word
        for number, row in enumerate(rows):
            self.text(x, y + step * number, row, size, fill)
        return len(rows)

    def cards(self, x: float, y: float, codes: list[str], width: float) -> None:
        """Add cards side by side, half as high again as wide."""
        for code in codes:
            high = width * 1.45
            self.rect(x, y, width, high, "#fffdf7", stroke_width=width / 36, rx=width / 9)
            if code[0] == "X":
                self.middle(x + width / 2, y + high * 0.63, "★", width * 0.72, BLUE)
            else:
                rank, colour = rank_of(code, self.language), RED if code[1] in "HD" else INK
                size = width * (0.44 if len(rank) > 1 else 0.52)
                self.text(x + width * 0.1, y + width * 0.52, rank, size, colour, True)
                place = f"translate({x + width * 0.27} {y + high * 0.5}) scale({width * 0.046})"
                self.path(SUIT_PATHS[SUIT_NAMES[code[1]]], fill=colour, stroke="none", transform=place)
            x += width * 1.08

    def name(self, x: float, y: float, code: str) -> None:
        """Add a heart as players write it."""
        self.text(x, y, name(code, self.language), 5, RED, True)


# --- what the drawings are about


def rank_of(code: str, language: str) -> str:
    """Return a card's rank as it is printed."""
    return INDEX[language].get(code[0], code[0])


def name(code: str, language: str) -> str:
    """Return a card as players write it: "10♥", in French "V♣"."""
    return rank_of(code, language) + "♠♥♦♣"["SHDC".index(code[1])]


def digits(code: str) -> str:
    """Return the last sixteen binary digits of the number of a card's tag, highest first."""
    return f"{int.from_bytes(uid_of(code)[-2:], 'big'):016b}"


def slot(code: str) -> int:
    """Return the slot in which a card's tag answers the first question."""
    return int(digits(code)[-4:], 2)


def same_end(one: str, other: str) -> int:
    """Return how many digits of two cards' tags are the same, from the right."""
    pairs = zip(reversed(digits(one)), reversed(digits(other)), strict=True)
    return next(number for number, (a, b) in enumerate(pairs) if a != b)


def laid() -> dict[str, list[str]]:
    """Return zone -> cards of the worksheet of the first lesson."""
    lines = [json.loads(line) for line in (HERE / "melds.jsonl").read_text("utf-8").splitlines()]
    return {event["zone"]: event["in"] for event in lines if "zone" in event and event["zone"].startswith("meld")}


# --- sheets


def melds(language: str) -> LessonSheet:
    """Lesson 1: twelve zones, to be judged by hand before the referee does."""
    p = LessonSheet(language, "melds", 210, 297)
    p.text(12, 18, p["melds"], 7, bold=True)
    p.text(132, 18, p["name"], 4)
    p.rule(147, 18.6, 198)
    p.wrapped(12, 26, p["melds_about"], 3.6, 98, 5)
    for number, codes in enumerate(laid().values()):
        x, y = 12 + number % 2 * 95, 37 + number // 2 * 42
        p.rect(x, y, 91, 39, PALE, stroke=GREY, rx=2)
        p.text(x + 3, y + 6, p["zone"].format(number + 1), 4, bold=True)
        p.cards(x + 3, y + 9, codes, 11.5)
        for row, answer in enumerate(p["answer"]):
            p.rect(x + 59, y + 8 + row * 6, 3.6, 3.6, "#ffffff")
            p.text(x + 64.5, y + 11 + row * 6, answer, 3.5)
        p.text(x + 3, y + 35, p["why"], 3.2, GREY)
        p.rule(x + 39, y + 35.6, x + 88)
    return p


def tags(page: int, language: str) -> LessonSheet:
    """Lesson 2: sixteen tag cards to cut out."""
    p = LessonSheet(language, "tag", 210, 297)
    for number, code in enumerate(TAGS[page]):
        x, y = 10 + number % 4 * 47.5, 10 + number // 4 * 69
        bits, middle = digits(code), x + 23.75
        p.rect(x, y, 47.5, 69, stroke=GREY, stroke_dasharray="1.5 1")
        p.cards(x + 4, y + 4, [code], 13)
        p.text(x + 43.5, y + 8, p["slot"], 3.2, GREY, text_anchor="end")
        p.text(x + 43.5, y + 20, str(slot(code)), 12, BLUE, True, text_anchor="end")
        p.rect(middle + 0.6, y + 34.4, 18.8, 7.6, LIGHT, stroke=BLUE, rx=1)
        for part in range(4):
            p.middle(
                middle + (-10 if part % 2 == 0 else 10),
                y + 31 + part // 2 * 9,
                bits[4 * part : 4 * part + 4],
                6,
                BLUE if part == 3 else INK,
                True,
                **MONO,
            )
        p.arrow([(x + 43, y + 45.5), (x + 5, y + 45.5)], GREY)
        p.middle(middle, y + 49.5, p["read"], 2.8, GREY)
        p.wrapped(x + 3, y + 54, p["rule"], 2.25, 37, 3, GREY)
        p.middle(middle, y + 67, f"UID {uid_of(code).hex(' ').upper()}", 2.1, GREY, **MONO)
    return p


def reader(language: str) -> LessonSheet:
    """Lesson 2: what the reader says and writes down."""
    p = LessonSheet(language, "reader", 210, 297)
    p.text(12, 18, p["reader"], 7, bold=True)
    p.text(132, 18, p["name"], 4)
    p.rule(147, 18.6, 198)
    y = 27.0
    for line in p["say"]:
        y += 5 * p.wrapped(12, y, line, 3.7, 96, 5) + 1.4
    top, high, first, wide = 84.0, 8.2, 30.0, 42.0
    p.text(12, top - 2.2, p["head"], 3.4, GREY)
    for column, title in enumerate(p["rounds"]):
        p.middle(first + wide * (column + 0.5), top - 2.2, title, 3.7, bold=True)
    for row in range(16):
        p.rect(12, top + high * row, 18, high, LIGHT)
        p.middle(21, top + high * row + 5.8, str(row), 4.5, bold=True)
        for column in range(4):
            p.rect(first + wide * column, top + high * row, wide, high)
    rows = [p["count"][3], *p["count"][:3], (p["total"], "")]
    for row, (what, times) in enumerate(rows):
        here = top + 16 * high + 6 + row * 9
        p.text(12, here + 5.5, what, 3.4, bold=row == 4)
        for x in (first + wide * column + 25 for column in range(4)):
            # The first column of figures has the words before it.
            if row == 0:
                p.text(x + 15, here + 5.5, times, 3.4, text_anchor="end")
            else:
                p.rule(x, here + 6.2, x + (15 if row == 4 else 7))
                p.text(x + 8, here + 5.5, times.removesuffix(" ms"), 3)
    return p


# --- for the board


def board_1(language: str) -> LessonSheet:
    p = LessonSheet(language, "run")
    p.text(8, 14, p["run"], 8, bold=True)
    p.text(8, 21, p["run_about"], 3.9)
    p.cards(8, 25, ["5H", "6H", "7H", "8H"], 16)
    p.text(8, 55, p["pure"], 4.4, GREEN, True)
    p.text(118, 14, p["set"], 8, bold=True)
    p.text(118, 21, p["set_about"], 3.9)
    p.cards(118, 25, ["KS", "KH", "KD"], 16)
    for y in (60, 99, 129):
        p.rule(8, y, 222)
    p.text(8, 69, p["ace"], 4.4, bold=True)
    for x, codes, mark, colour in (
        (8, "AH 2H 3H", "✓", GREEN),
        (80, "QS KS AS", "✓", GREEN),
        (152, "KD AD 2D", "✗", RED),
    ):
        p.cards(x, 73, codes.split(), 14)
        p.text(x + 50, 87, mark, 11, colour, True)
    p.cards(8, 104, ["JC", "X1", "KC"], 14)
    p.wrapped(62, 110, p["joker"], 4.4, 60, 6)
    p.text(62, 123, p["not_pure"], 4.4, RED, True)
    p.text(8, 137, p["worth"], 4.2)
    return p


def _slots(p: LessonSheet, y: float, codes: list[str]) -> None:
    """Add sixteen slots, 13 mm each, with what is heard in them."""
    for number in range(16):
        here = [code for code in codes if slot(code) == number]
        x, fill = 17.5 + 13 * number, ("#ffffff", YES, NO)[min(2, len(here))]
        p.rect(x - 6.5, y, 13, 13, fill)
        p.middle(x, y - 1.6, str(number), 3.4, GREY)
        if len(here) == 1:
            p.middle(x, y + 8.7, name(here[0], p.language), 5.2, RED, True)
        else:
            p.middle(x, y + 9, "✱" if here else "·", 7, RED if here else GREY)


def board_2(language: str) -> LessonSheet:
    p = LessonSheet(language, "board2")
    p.text(8, 13, p["board2"], 7, bold=True)
    p.text(8, 20.5, p["board2_about"], 4)
    for number, code in enumerate(HEARTS[4:8]):
        x, bits = 11 + 54 * number, digits(code)
        p.name(x, 31, code)
        p.text(x + 9.5, 31, f"…{bits[8:12]}", 3.6, GREY, **MONO)
        p.text(x + 22.5, 31, bits[12:], 4.2, BLUE, True, **MONO)
        p.text(x + 34, 31, f"= {slot(code)}", 4.2, bold=True)
    _slots(p, 41, HEARTS[4:8])
    p.rule(8, 61, 222)
    p.text(8, 69, p["collide"], 4.8, bold=True)
    _slots(p, 77, HEARTS[3:9])
    same = same_end("4H", "7H")

    def place(number: int) -> float:
        return 28 + 5.2 * number + number // 4 * 2.4

    for y, code in ((104, "4H"), (113, "7H")):
        p.name(11, y, code)
        for number, digit in enumerate(digits(code)):
            here = 15 - number
            fill = RED if here == same else BLUE if here < same else GREY
            p.middle(place(number), y, digit, 5.4, fill, here <= same, **MONO)
    x = place(15 - same)
    p.rect(x - 2.6, 98.6, 5.2, 16.8, stroke=RED, stroke_width=0.6, rx=1)
    p.arrow([(x, 123), (x, 116.4)])
    p.text(x + 3, 123, p["first_diff"], 3.8)
    for y, words in zip((103.5, 112.5), p["ask"], strict=True):
        p.text(136, y, words, 4.6)
    p.rule(8, 128, 222)
    p.text(8, 137, p["sum"], 4.6, bold=True)
    return p


def board_3(language: str) -> LessonSheet:
    p = LessonSheet(language, "board3")
    p.text(8, 13, p["board3"], 7, bold=True)
    p.rect(8, 20, 90, 17, PALE, p["header"], 4.2, rx=2)
    p.middle(53, 43, '"rules":{"first_lay_points":60}', 3.5, BLUE, **MONO)
    p.rect(8, 49, 90, 17, PALE, p["events"], 3.9, rx=2)
    p.rect(122, 32, 44, 22, LIGHT, p["referee"], 6, rx=2)
    p.middle(144, 20, f"{p['preset']} + {p['house']}", 3.8)
    head, tail = p["outcomes"].split(": " if language == "en" else " : ")
    p.rect(179, 29, 46, 28, PALE, "\n".join([head, *tail.split(", ")]), 3.9, rx=2)
    p.text(8, 76, p["same"], 5, RED, True)
    p.rule(8, 82, 222)
    places = [(8, 90), (84, 90), (160, 90), (160, 116), (84, 116), (8, 116)]
    fills = (PALE, PALE, NO, PALE, YES, PALE)
    for what, (x, y), fill in zip(p["circle"], places, fills, strict=True):
        p.rect(x, y, 60, 16, fill, what, 4.8, rx=2)
    for ends in (
        ((98, 28.5), (121, 38)), ((98, 57.5), (121, 48)), ((144, 22), (144, 31)),
        ((166, 43), (178, 43)), ((68, 98), (83, 98)), ((144, 98), (159, 98)),
        ((190, 106), (190, 115)), ((160, 124), (145, 124)), ((84, 124), (69, 124)),
    ):  # fmt: skip
        p.arrow(ends)
    return p


DRAWINGS: dict[str, Callable[[str], LessonSheet]] = {
    "melds": melds, "tags-1": partial(tags, 0), "tags-2": partial(tags, 1), "reader": reader,
    "board-1": board_1, "board-2": board_2, "board-3": board_3,
}  # fmt: skip


def files() -> dict[str, str]:
    """Return name -> drawing, of all that there are."""
    return {
        f"{kind}{'' if language == 'en' else '.' + language}.svg": str(draw(language))
        for kind, draw in DRAWINGS.items()
        for language in LANGUAGES
    }


if __name__ == "__main__":
    for file, drawing in files().items():
        (HERE / file).write_text(drawing, encoding="utf-8", newline="\n")
