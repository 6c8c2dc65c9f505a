"""Draws what the lessons print and chalk up: worksheets, tag cards, pictures for the board.

    .venv/bin/python hardware/lessons/draw_lessons.py

writes all of them anew, in English and French. Sheets are A4, drawn in millimetres. The tag cards
carry the UIDs of the modelled tags, so that what a class plays is what the virtual table shows.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from draw_table import SUIT_NAMES, SUIT_PATHS
from tierce_tools.twin.table import uid_of

HERE = Path(__file__).resolve().parent
LANGUAGES = ("en", "fr")
INK, SOFT, RED, BLUE, GREEN = "#1f2421", "#6b7069", "#c02f38", "#0b5c94", "#127a3e"
PALE, LIGHT = "#eef3f0", "#dfe7e2"
SANS = "DejaVu Sans, Verdana, Arial, sans-serif"
MONO = "DejaVu Sans Mono, Menlo, Consolas, monospace"
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

# The lines of each language, by what they stand on.
WORDS = {
    "en": {
        "melds": "Is it a meld?",
        "melds_about": "For each: run, set, or no meld? If none: why not? If it is one: what is it"
                       " worth in Rami 51?",
        "zone": "meld {}", "answer": ("run", "set", "no meld"), "why": "why, or worth:",
        "name": "Name:", "slot": "slot", "tag": "tag", "read": "read from the right",
        "rule": "You are a tag. You hear questions; you can’t see the others. When the question is"
                " for you, say your card, once.",
        "reader": "The reader’s sheet",
        "say": (
            "1. “All tags! I count from 0 to 15.” Count aloud, a second each. A tag speaks at its"
            " slot number.",
            "2. One voice: write the card. Silence: write a dot. Several at once: write ✱, and the"
            " slot number beside it.",
            "3. For each ✱: these tags read their digits aloud, together, from the right. At the"
            " first difference: stop!",
            "4. Ask both sides: “Only those whose digits end in 0 and what was the same: speak!”"
            " Then “… in 1 …”.",
            "5. Still several at once? Then 3 and 4 again, for these only.",
        ),
        "rounds": ("A: 5♥ to 8♥", "B: 4♥ to 9♥", "C: all hearts", "D: everybody"),
        "head": "slot", "count": (
            ("silent slots", "× 0.5 ms"), ("slots with voices", "× 4.6 ms"),
            ("extra questions", "× 6.5 ms"), ("the question", "1.6 ms")),
        "total": "on the air: ms",
        "run": "RUN", "run_about": "one suit, ranks side by side, three cards or more",
        "set": "SET", "set_about": "one rank, suits all different, three or four cards",
        "ace": "The ace stands at either end, never in the middle",
        "joker": "A joker takes the place of one card: here the queen. One joker in a meld.",
        "pure": "pure run", "not_pure": "a run, but not pure",
        "worth": "Worth: 2 to 10 as printed · J Q K 10 · A 11 (1 before a 2) · joker: as its card",
        "board2": "One question, sixteen slots",
        "board2_about": "A tag answers in the slot that the last four digits of its number give.",
        "collide": "4♥ and 7♥ speak at once in slot 5: a collision",
        "first_diff": "the first difference, from the right",
        "ask": ("ends in 0 1110 0101: 4♥", "ends in 1 1110 0101: 7♥"),
        "sum": "time = 1.6 + 0.5 × silent + 4.6 × voices + 6.5 × extra questions  (ms)",
        "board3": "What a referee is", "events": "events: who laid what, where, when",
        "header": "header: game, players, rules", "referee": "referee",
        "preset": "preset of the game", "house": "rules of the house",
        "outcomes": "outcomes: accepted, or refused and why",
        "same": "The same log, another rule: another verdict.",
        "circle": ("rule in words", "a test", "it fails", "change the rule", "it holds", "play"),
    },
    "fr": {
        "melds": "Est-ce une combinaison ?",
        "melds_about": "Pour chacune : suite, brelan ou carré, ou rien de valable ? Si rien :"
                       " pourquoi ? Sinon : combien de points au Rami 51 ?",
        "zone": "combinaison {}", "answer": ("suite", "brelan, carré", "rien"),
        "why": "pourquoi, ou points :",
        "name": "Nom :", "slot": "créneau", "tag": "étiquette", "read": "se lit depuis la droite",
        "rule": "Tu es une étiquette. Tu entends les questions ; tu ne vois pas les autres. Si la"
                " question est pour toi, dis ta carte, une fois.",
        "reader": "La feuille du lecteur",
        "say": (
            "1. « Toutes les étiquettes ! Je compte de 0 à 15. » Compter à voix haute, une seconde"
            " chacun. On parle à son créneau.",
            "2. Une seule voix : noter la carte. Silence : un point. Plusieurs à la fois : ✱, et le"
            " numéro du créneau à côté.",
            "3. Pour chaque ✱ : ces étiquettes lisent leurs chiffres, ensemble, depuis la droite. À"
            " la première différence : stop !",
            "4. Interroger les deux côtés : « Seules celles qui finissent par 0 et ce qui était"
            " pareil ! » Puis « … par 1 … ».",
            "5. Encore plusieurs à la fois ? Reprendre 3 et 4, pour celles-là seulement.",
        ),
        "rounds": ("A : 5♥ à 8♥", "B : 4♥ à 9♥", "C : tous les cœurs", "D : tout le monde"),
        "head": "créneau", "count": (
            ("créneaux silencieux", "× 0,5 ms"), ("créneaux avec voix", "× 4,6 ms"),
            ("questions de plus", "× 6,5 ms"), ("la question", "1,6 ms")),
        "total": "à l’antenne : ms",
        "run": "SUITE", "run_about": "même couleur, cartes qui se suivent, trois ou plus",
        "set": "BRELAN, CARRÉ",
        "set_about": "même hauteur, couleurs différentes, trois ou quatre",
        "ace": "L’as se met à un bout ou à l’autre, jamais au milieu",
        "joker": "Le joker prend la place d’une carte : ici la dame. Un joker par combinaison.",
        "pure": "tierce franche", "not_pure": "suite, mais pas franche",
        "worth": "Points : 2 à 10 le chiffre · V D R 10 · A 11 (1 devant un 2) · joker : sa carte",
        "board2": "Une question, seize créneaux",
        "board2_about": "Une étiquette répond dans le créneau que donnent les quatre derniers"
                        " chiffres de son numéro.",
        "collide": "4♥ et 7♥ parlent à la fois au créneau 5 : collision",
        "first_diff": "la première différence, depuis la droite",
        "ask": ("finit par 0 1110 0101 : 4♥", "finit par 1 1110 0101 : 7♥"),
        "sum": "temps = 1,6 + 0,5 × silences + 4,6 × voix + 6,5 × questions de plus  (ms)",
        "board3": "Ce qu’est un arbitre", "events": "événements : qui pose quoi, où, quand",
        "header": "en-tête : jeu, joueurs, règles", "referee": "arbitre",
        "preset": "règles du jeu", "house": "règles de la maison",
        "outcomes": "verdicts : accepté, ou refusé et pourquoi",
        "same": "Le même journal, une autre règle : un autre verdict.",
        "circle": ("la règle en mots", "un test", "il échoue", "changer la règle", "il tient",
                   "jouer"),
    },
}


# --- shapes


def text(x: float, y: float, what: str, size: float, *, anchor: str = "start", weight: str = "",
         fill: str = INK, family: str = "") -> str:
    what = what.replace("&", "&amp;").replace("<", "&lt;")
    more = f' font-weight="{weight}"' if weight else ""
    more += f' font-family="{family}"' if family else ""
    more += f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}"{more}>{what}</text>'


def rect(x: float, y: float, width: float, height: float, *, fill: str = "none",
         stroke: str = INK, line: float = 0.3, round_: float = 0, dash: str = "") -> str:
    more = f' rx="{round_:g}"' if round_ else ""
    more += f' stroke-dasharray="{dash}"' if dash else ""
    return (f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"'
            f' stroke="{stroke}" stroke-width="{line:g}"{more}/>')


def stroke(points: list[tuple[float, float]], *, colour: str = INK, line: float = 0.4,
           arrow: bool = False) -> str:
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    end = ' marker-end="url(#arrow)"' if arrow else ""
    return (f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{line:g}"'
            f'{end}/>')


def wrapped(x: float, y: float, what: str, size: float, columns: int, step: float,
            **more: str) -> list[str]:
    """Draw a text in lines of at most the given number of letters."""
    rows: list[str] = [""]
    for word in what.split(" "):
        if rows[-1] and len(rows[-1]) + 1 + len(word) > columns:
            rows.append("")
        rows[-1] += (" " if rows[-1] else "") + word
    return [text(x, y + step * number, row, size, **more) for number, row in enumerate(rows)]


def card(x: float, y: float, code: str, language: str, width: float = 11) -> str:
    """Draw a card, `width` wide and half as high again."""
    high = width * 1.45
    drawn = rect(x, y, width, high, fill="#fffdf7", line=width / 36, round_=width / 9)
    if code[0] == "X":
        return drawn + text(x + width / 2, y + high * 0.63, "★", width * 0.72, anchor="middle",
                            fill=BLUE)
    rank = INDEX[language].get(code[0], code[0])
    colour = RED if code[1] in "HD" else INK
    size = width * (0.44 if len(rank) > 1 else 0.52)
    path = SUIT_PATHS[SUIT_NAMES[code[1]]]
    scale = width * 0.046
    return (drawn + text(x + width * 0.1, y + width * 0.52, rank, size, weight="bold", fill=colour)
            + f'<path transform="translate({x + width * 0.27:g} {y + high * 0.5:g})'
              f' scale({scale:g})" fill="{colour}" d="{path}"/>')


def cards(x: float, y: float, codes: list[str], language: str, width: float = 11,
          pitch: float = 1.08) -> list[str]:
    return [card(x + width * pitch * number, y, code, language, width)
            for number, code in enumerate(codes)]


def name(code: str, language: str) -> str:
    """Return a card as players write it: "10♥", in French "V♣"."""
    return INDEX[language].get(code[0], code[0]) + "♠♥♦♣"["SHDC".index(code[1])]


def sheet(width: float, height: float, body: list[str], title: str) -> str:
    """Return a drawing of the given size, in millimetres."""
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm"'
        f' viewBox="0 0 {width:g} {height:g}" font-family="{SANS}">',
        f"<title>{title}</title>",
        '<defs><marker id="arrow" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="5"'
        ' markerHeight="5" orient="auto"><path d="M0 0L6 3L0 6Z" fill="#1f2421"/></marker></defs>',
        rect(0, 0, width, height, fill="#ffffff", stroke="none"),
        *body, "</svg>", "",
    ])


# --- what the drawings are about


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
    return {event["zone"]: event["in"] for event in lines if "zone" in event
            and event["zone"].startswith("meld")}


# --- sheets


def melds(language: str) -> str:
    """Lesson 1: twelve zones, to be judged by hand before the referee does."""
    words = WORDS[language]
    body = [text(12, 18, words["melds"], 7, weight="bold"),
            text(132, 18, words["name"], 4), stroke([(147, 18.6), (198, 18.6)])]
    body += wrapped(12, 26, words["melds_about"], 3.6, 98, 5)
    for number, (_, codes) in enumerate(laid().items()):
        x, y = 12 + number % 2 * 95, 37 + number // 2 * 42
        body += [rect(x, y, 91, 39, fill=PALE, stroke=SOFT, round_=2),
                 text(x + 3, y + 6, words["zone"].format(number + 1), 4, weight="bold"),
                 *cards(x + 3, y + 9, codes, language, 11.5)]
        for row, answer in enumerate(words["answer"]):
            body += [rect(x + 59, y + 8 + row * 6, 3.6, 3.6, fill="#ffffff"),
                     text(x + 64.5, y + 11 + row * 6, answer, 3.5)]
        body += [text(x + 3, y + 35, words["why"], 3.2, fill=SOFT),
                 stroke([(x + 39, y + 35.6), (x + 88, y + 35.6)], colour=SOFT)]
    return sheet(210, 297, body, words["melds"])


def tags(language: str, page: int) -> str:
    """Lesson 2: sixteen tag cards to cut out."""
    words = WORDS[language]
    body: list[str] = []
    for number, code in enumerate(TAGS[page]):
        x, y = 10 + number % 4 * 47.5, 10 + number // 4 * 69
        bits = digits(code)
        middle = x + 23.75
        body += [rect(x, y, 47.5, 69, stroke=SOFT, dash="1.5 1"),
                 card(x + 4, y + 4, code, language, 13),
                 text(x + 43.5, y + 8, words["slot"], 3.2, anchor="end", fill=SOFT),
                 text(x + 43.5, y + 20, str(slot(code)), 12, anchor="end", weight="bold",
                      fill=BLUE),
                 rect(middle + 0.6, y + 34.4, 18.8, 7.6, fill=LIGHT, stroke=BLUE, round_=1)]
        for part in range(4):
            body.append(text(middle + (-10 if part % 2 == 0 else 10), y + 31 + part // 2 * 9,
                             bits[4 * part : 4 * part + 4], 6, anchor="middle", weight="bold",
                             fill=BLUE if part == 3 else INK, family=MONO))
        body += [stroke([(x + 43, y + 45.5), (x + 5, y + 45.5)], colour=SOFT, arrow=True),
                 text(middle, y + 49.5, words["read"], 2.8, anchor="middle", fill=SOFT)]
        body += wrapped(x + 3, y + 54, words["rule"], 2.25, 37, 3, fill=SOFT)
        uid = uid_of(code).hex(" ").upper()
        body.append(text(middle, y + 67, f"UID {uid}", 2.1, anchor="middle", family=MONO,
                         fill=SOFT))
    return sheet(210, 297, body, words["tag"])


def reader(language: str) -> str:
    """Lesson 2: what the reader says and writes down."""
    words = WORDS[language]
    body = [text(12, 18, words["reader"], 7, weight="bold"),
            text(132, 18, words["name"], 4), stroke([(147, 18.6), (198, 18.6)])]
    y = 27.0
    for line in words["say"]:
        rows = wrapped(12, y, line, 3.7, 96, 5)
        body += rows
        y += 5 * len(rows) + 1.4
    top, high, first, wide = 84.0, 8.2, 30.0, 42.0
    body.append(text(12, top - 2.2, words["head"], 3.4, fill=SOFT))
    for column, title in enumerate(words["rounds"]):
        body.append(text(first + wide * column + wide / 2, top - 2.2, title, 3.7, anchor="middle",
                         weight="bold"))
    for row in range(16):
        at = top + high * row
        body += [rect(12, at, 18, high, fill=LIGHT), text(21, at + 5.8, str(row), 4.5,
                                                          anchor="middle", weight="bold")]
        body += [rect(first + wide * column, at, wide, high) for column in range(4)]
    at = top + 16 * high + 6
    rows = [words["count"][3], *words["count"][:3], (words["total"], "")]
    for row, (what, times) in enumerate(rows):
        here = at + row * 9
        body.append(text(12, here + 5.5, what, 3.4, weight="bold" if row == 4 else ""))
        for column in range(4):
            # The first column of figures has the words before it.
            x = first + wide * column + 25
            if row == 0:
                body.append(text(x + 15, here + 5.5, times, 3.4, anchor="end"))
                continue
            long = 15 if row == 4 else 7
            body.append(stroke([(x, here + 6.2), (x + long, here + 6.2)], colour=SOFT))
            if times:
                body.append(text(x + 8, here + 5.5, times.removesuffix(" ms"), 3))
    return sheet(210, 297, body, words["reader"])


# --- for the board


def board_1(language: str) -> str:
    words = WORDS[language]
    body = [text(8, 14, words["run"], 8, weight="bold"), text(8, 21, words["run_about"], 3.9),
            *cards(8, 25, ["5H", "6H", "7H", "8H"], language, 16),
            text(8, 55, words["pure"], 4.4, weight="bold", fill=GREEN),
            text(118, 14, words["set"], 8, weight="bold"), text(118, 21, words["set_about"], 3.9),
            *cards(118, 25, ["KS", "KH", "KD"], language, 16),
            stroke([(8, 60), (222, 60)], colour=SOFT),
            text(8, 69, words["ace"], 4.4, weight="bold")]
    for number, (codes, good) in enumerate(
            [(["AH", "2H", "3H"], True), (["QS", "KS", "AS"], True), (["KD", "AD", "2D"], False)]):
        x = 8 + 72 * number
        body += [*cards(x, 73, codes, language, 14),
                 text(x + 50, 87, "✓" if good else "✗", 11, weight="bold",
                      fill=GREEN if good else RED)]
    body += [stroke([(8, 99), (222, 99)], colour=SOFT),
             *cards(8, 104, ["JC", "X1", "KC"], language, 14),
             *wrapped(62, 110, words["joker"], 4.4, 60, 6),
             text(62, 123, words["not_pure"], 4.4, weight="bold", fill=RED),
             stroke([(8, 129), (222, 129)], colour=SOFT), text(8, 137, words["worth"], 4.2)]
    return sheet(230, 142, body, words["run"])


def _slots(y: float, codes: list[str], language: str) -> list[str]:
    """Draw sixteen slots, 13 mm each, with what is heard in them."""
    body: list[str] = []
    for number in range(16):
        here = [code for code in codes if slot(code) == number]
        x = 11 + 13 * number
        fill = "#ffffff" if not here else "#d6f1e0" if len(here) == 1 else "#ffdfd2"
        body += [rect(x, y, 13, 13, fill=fill), text(x + 6.5, y - 1.6, str(number), 3.4,
                                                    anchor="middle", fill=SOFT)]
        if len(here) == 1:
            body.append(text(x + 6.5, y + 8.7, name(here[0], language), 5.2, anchor="middle",
                             weight="bold", fill=RED))
        elif here:
            body.append(text(x + 6.5, y + 9.8, "✱", 8, anchor="middle", fill=RED))
        else:
            body.append(text(x + 6.5, y + 8, "·", 6, anchor="middle", fill=SOFT))
    return body


def board_2(language: str) -> str:
    words = WORDS[language]
    hearts = HEARTS[4:8]
    body = [text(8, 13, words["board2"], 7, weight="bold"), text(8, 20.5, words["board2_about"], 4)]
    for number, code in enumerate(hearts):
        x = 11 + 54 * number
        bits = digits(code)
        body += [text(x, 31, name(code, language), 5, weight="bold", fill=RED),
                 text(x + 9.5, 31, f"…{bits[8:12]}", 3.6, family=MONO, fill=SOFT),
                 text(x + 22.5, 31, bits[12:], 4.2, family=MONO, weight="bold", fill=BLUE),
                 text(x + 34, 31, f"= {slot(code)}", 4.2, weight="bold")]
    body += _slots(41, hearts, language)
    body += [stroke([(8, 61), (222, 61)], colour=SOFT),
             text(8, 69, words["collide"], 4.8, weight="bold")]
    body += _slots(77, HEARTS[3:9], language)
    same = same_end("4H", "7H")
    for row, code in enumerate(("4H", "7H")):
        y = 104 + 9 * row
        body.append(text(11, y, name(code, language), 5, weight="bold", fill=RED))
        for number, digit in enumerate(digits(code)):
            x = 28 + 5.2 * number + number // 4 * 2.4
            here = 15 - number
            fill = RED if here == same else BLUE if here < same else SOFT
            body.append(text(x, y, digit, 5.4, anchor="middle", family=MONO, fill=fill,
                             weight="bold" if here <= same else ""))
    number = 15 - same
    x = 28 + 5.2 * number + number // 4 * 2.4
    body += [rect(x - 2.6, 98.6, 5.2, 16.8, stroke=RED, line=0.6, round_=1),
             stroke([(x, 123), (x, 116.4)], arrow=True),
             text(x + 3, 123, words["first_diff"], 3.8),
             text(136, 103.5, words["ask"][0], 4.6), text(136, 112.5, words["ask"][1], 4.6),
             stroke([(8, 128), (222, 128)], colour=SOFT),
             text(8, 137, words["sum"], 4.6, weight="bold")]
    return sheet(230, 142, body, words["board2"])


def _box(x: float, y: float, width: float, height: float, lines: list[str], fill: str = PALE,
         size: float = 4.2) -> list[str]:
    middle = y + height / 2 - (len(lines) - 1) * 3 + size * 0.36
    return [rect(x, y, width, height, fill=fill, round_=2), *(
        text(x + width / 2, middle + 6 * row, line, size, anchor="middle")
        for row, line in enumerate(lines))]


def board_3(language: str) -> str:
    words = WORDS[language]
    header = '"rules":{"first_lay_points":60}'
    body = [text(8, 13, words["board3"], 7, weight="bold"),
            *_box(8, 20, 90, 17, [words["header"]]),
            text(53, 43, header, 3.5, anchor="middle", family=MONO, fill=BLUE),
            *_box(8, 49, 90, 17, [words["events"]], size=3.9),
            *_box(122, 32, 44, 22, [words["referee"]], fill=LIGHT, size=6),
            stroke([(98, 28.5), (121, 38)], arrow=True),
            stroke([(98, 57.5), (121, 48)], arrow=True),
            text(144, 20, f"{words['preset']} + {words['house']}", 3.8, anchor="middle"),
            stroke([(144, 22), (144, 31)], arrow=True),
            stroke([(166, 43), (178, 43)], arrow=True)]
    head, tail = words["outcomes"].split(": " if language == "en" else " : ")
    body += [*_box(179, 29, 46, 28, [head, *tail.split(", ")], size=3.9),
             text(8, 76, words["same"], 5, weight="bold", fill=RED),
             stroke([(8, 82), (222, 82)], colour=SOFT)]
    places = [(8, 90), (84, 90), (160, 90), (160, 116), (84, 116), (8, 116)]
    for number, (what, (x, y)) in enumerate(zip(words["circle"], places, strict=True)):
        fill = "#ffdfd2" if number == 2 else "#d6f1e0" if number == 4 else PALE
        body += _box(x, y, 60, 16, [what], fill=fill, size=4.8)
    for start, end in (((68, 98), (83, 98)), ((144, 98), (159, 98)), ((190, 106), (190, 115)),
                       ((160, 124), (145, 124)), ((84, 124), (69, 124))):
        body.append(stroke([start, end], arrow=True))
    return sheet(230, 142, body, words["board3"])


def files() -> dict[str, str]:
    """Return name -> drawing, of all that there are."""
    kinds: dict[str, Callable[[str], str]] = {
        "melds": melds, "tags-1": lambda language: tags(language, 0),
        "tags-2": lambda language: tags(language, 1), "reader": reader,
        "board-1": board_1, "board-2": board_2, "board-3": board_3,
    }
    return {f"{kind}{'' if language == 'en' else '.' + language}.svg": draw(language)
            for kind, draw in kinds.items() for language in LANGUAGES}


if __name__ == "__main__":
    for file, drawing in files().items():
        (HERE / file).write_text(drawing, encoding="utf-8", newline="\n")
