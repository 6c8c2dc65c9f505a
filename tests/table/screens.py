"""The screen's texts in every phase. Runs on both Pythons: see test_pages."""

from app.match.show import Show
from app.people import pages
from app.people.choices import Choices
from app.people.decide import Decide
from app.people.menu import Menu
from app.people.placing import Placing
from app.people.sheet import notice, sheet
from app.people.text import BLACK, CENTRE, LARGE, cells_of
from app.people.words import BoardWords
from drivers.font import width
from tierce.phrases import words as in_language

WORDS = {"en": BoardWords("en"), "fr": BoardWords("fr")}
HINTS = {language: in_language("tierce.said", language).HINTS for language in WORDS}
NOTICES = {
    "en": ("Safe mode", "The table does not play. Mend it over USB, then restart."),
    "fr": ("Mode sans échec", "La table ne joue pas. Réparez-la par l'USB, puis redémarrez."),
}
EPAPER = (37, 8)
OLED = (16, 4)
LARGER = (25, 12)  # 200 x 200 dots


def flat(text):
    """Return a row's text as one line; letters approximate the pixel columns."""
    line = ""
    for at, part in cells_of(text):
        if at < 0:
            at = -at - len(part)
        if line:
            line += " "
        line += " " * (at - len(line)) + part
    return line


def draw(rows, columns, lines):
    """Return rows as text: # before white on black, a line beneath large text.

    Letters differ in width, so a line here may have more of them than columns.
    """
    drawn = []
    for size, text, style in rows:
        end = 0
        for at, part in cells_of(text):
            dots = width(part) * size
            start = at * 8 if at >= 0 else -at * 8 - dots
            assert end <= start, text
            end = start + dots
        assert end <= columns * 8, text
        text = flat(text)
        before = " " * ((columns // size - len(text)) // 2) if style & CENTRE else ""
        drawn.append(("#" if style & BLACK else "|") + before + text)
        if size == LARGE:
            drawn.append("|" + before + "~" * len(text))
    assert len(drawn) <= lines, drawn
    return "\n".join(drawn)


def show_of(**values):
    """Return a Show with some values; an unknown name is an error."""
    show = Show()
    for name in values:
        assert hasattr(show, name), name
        setattr(show, name, values[name])
    return show


MATCH = ("family", "players", "totals", "hands", "stock", "round", "dealer")


def at(phase, seat=-1, **more):
    """Return values of a Show."""
    more.update({"phase": phase, "seat": seat})
    return more


def ruled(*values, phase="turn", verdict=None):
    """Return values of a Show after a ruling."""
    outcome = ("ruling", 1) + values  # noqa: RUF005  # MicroPython has no other way
    return at(phase, 0, ruled=outcome, verdict=verdict or outcome, awaited=[0] if phase == "count" else [])


def cases(language):
    """Return (name, Show) of the screens in the course of matches."""
    fr = language == "fr"
    three = ("laying", ["Ana", "Luc", "Marie-Christine"], [34, 120, 0], [6, 13, 1], 31, 3, 1)
    contrat = ("laying", three[1], three[2], [11, 3, 1], 31, 5, 1)
    five = ("manipulation", ["Ana", "Luc", "Zoé", "Jean-Baptiste", "Éléonore"], [1, 22, 333, -4, 150])
    five += ([1, 2, 13, 4, 20], 7, 12, 0)
    gin = ("gin", ["Ana", ""], [10, 25], [10, 10], 31, 1, 1)
    rami500 = ("laying", ["Ana", "Luc"], [120, 30], [7, 5], 0, 3, 0)
    refused = [("first_lay_pure_run",), ("first_lay_points", 39, 51)]
    let_pass = ("ruling", 1, "accept", 0, ["first_lay_pure_run", "first_lay_points"])
    by_hand = [("meld1", "6H"), ("discard", "KS2"), ("meld1", "X1")]
    moved = [("meld1", ["7H", "8H"], []), ("discard", [], ["KS2"])]
    hint = [
        HINTS[language]["down"].format(7, 56),
        HINTS[language]["lay"].format("5♥ 6♥ 7♥ 8♥"),
        HINTS[language]["lay"].format("R♠ R♥ joker" if fr else "K♠ K♥ joker"),
        HINTS[language]["stands"].format("R♦" if fr else "K♦"),
    ]
    lost = ("warning", 1, "two_zones", "7H", "meld1", "meld2")
    troubles = [("meld2", "stacked"), ("seat2", "lost")]
    mismatch = ("warning", 1, "count_mismatch", "seat1", 5, 3)
    turn = ("turn", 1, 2, "discard", 56, 1)
    out = ("turn", 1, 1, "stock", 12, 0)
    goes_on = ("round", 1, 3, "void", [], [0, 0, 0], [34, 120, 0], 1)
    over = ("match", 1, [1], [1, 0, 2], [34, 120, 0])
    dealt_out = ("round", 1, 3, "out", [1], [200, 0, 280], [234, 120, 280], 1)
    again = [120, 120, 280]
    sec = ("round", 1, 3, "rami_sec", [1], [34, 0, 100], [34, 120, 0], 1)
    won = ("round", 1, 3, "out", [0], [35, -20], [155, 10], 1)
    dry = ("round", 1, 12, "stock_out", [0, 2], [30, 0, 30, 0, 0], [0] * 5, 1)
    table = [
        ("before a match", (), at("menu")),
        ("the deal", three, at("deal", round=0, totals=[0, 0, 0])),
        ("a turn", three, at("turn", 0, verdict=turn)),
        ("refused", three, at("turn", 0, verdict=("refused", 1, 0, ["", ""], refused))),
        ("the turn before", three, at("turn", 1, back=0, verdict=("refused", 1, 1, [""], refused[1:]))),
        ("taken back", three, ruled("undo", 0, 6, [34, 120, 0])),
        ("a turn let pass", three, at("turn", 1, verdict=("turn", 1, 0, "stock", 49, 9), ruled=let_pass)),
        ("a score corrected", three, ruled("points", 2, -20, [34, 120, 0])),
        ("a hand said", three, ruled("hand", 0, 13)),
        ("a count said", three, ruled("count", 2, 37, phase="count")),
        ("a void round", three, ruled("void", phase="deal", verdict=goes_on)),
        ("the pile shuffled", three, ruled("reshuffle", verdict=("reshuffle", 1, 44))),
        ("the match ended", three, ruled("end", phase="over", verdict=over)),
        ("cards by hand", three, at("turn", 1, by_hand=by_hand)),
        ("a hint", three, at("turn", 1, hint=hint)),
        ("bought in again", three, at("deal", verdict=dealt_out, bought=("recave", 1, [0], [2], again), totals=again)),
        ("a joker read", three, at("turn", 1, jokers=[("meld3", "7H")])),
        ("the stock anew", three, at("turn", 1, verdict=("reshuffle", 1, 44))),
        ("trouble", three, at("turn", 2, warnings=[lost], recording=False, trouble=troubles)),
        ("after a power loss", three, at("turn", 2, differences=moved)),
        ("the count", three, at("count", awaited=[0, 2], warnings=[mismatch], verdict=out)),
        ("a round's end", three, at("deal", verdict=sec)),
        ("the match's end", three, at("over", verdict=("match", 1, [2], [2, 0, 1], [34, 120, 0]))),
        ("manipulation", five, at("turn", 3, draws=2, verdict=("turn", 1, 2, "stock", 1, 13))),
        ("last turns over", five, at("deal", verdict=dry)),
        ("a contract's deal", contrat, at("deal", contract=(2, 1), dealt=11)),
        ("a contract's turn", contrat, at("turn", 0, contract=(2, 1), dealt=11, verdict=turn)),
        ("gin's upcard", gin, at("turn", 0, opening=True)),
        ("gin's second seat", gin, at("turn", 1, opening=True, verdict=("turn", 1, 0, "none", 0, 10))),
        ("a knock", gin, at("count", awaited=[1], knocker=0)),
        ("a void round", gin, at("deal", verdict=("round", 1, 1, "void", [], [0, 0], [10, 25], 1))),
        ("rami 500 without a stock", rami500, at("turn", 0, opening=True, laid=[35, 0])),
        ("a pass", rami500, at("count", awaited=[0, 1], laid=[35, 0], verdict=("turn", 1, 1, "none", 0, 5))),
        ("who is out may not win", rami500, at("deal", laid=[35, 0], verdict=won)),
        ("a deck", (), at("teach", teach=("7H", "discard", 12, 108, "teach_one"))),
        ("a deck done", (), at("teach", teach=(None, "discard", 107, 108, None))),
    ]
    made = []
    for name, base, more in table:
        values = dict(zip(MATCH, base))  # noqa: B905  # MicroPython has no strict
        values.update(more)
        made.append((name, show_of(**values)))
    return made


# Keys pressed: m minus, p plus, o ok; a capital is a long press.
_KEYS = {"m": "minus", "p": "plus", "o": "ok"}
MENUS = (
    ("a new match", False, None, "pop"),
    ("house rules", False, None, "ppppppo"),
    ("in play", True, None, ""),
    ("a joker", True, "jokers", "pop"),
    ("the match given up", True, "drop?", ""),
    ("the people decide", True, "decide", "ppp"),
    ("a turn to let pass", True, "decide", "po"),
    ("a turn that can't pass", True, "decide", "po"),
    ("a turn to take back", True, "undo?", ""),
    ("a score to correct", True, "decide", "pppopoP"),
    ("a score, in full", True, "decide", "pppopoPopo"),
    ("how many cards a hand has", True, "decide", "ppppopomopo"),
    ("a card by hand", True, "decide", "pppppo" + "opo" + "P"),
    ("a card to take out", True, "decide", "ppppppo"),
    ("the end", True, "decide", "Po"),
    ("going on", False, "go_on", ""),
    ("totals from paper", False, "go_on", "po" + "oPo" + "po"),
    ("for a seat", True, "press", "opo"),
)


class _Match:
    """A stand-in for a Match in the middle of a turn, with its view."""

    def __init__(self, show, name):
        self.view = self
        self.show = show
        self.seat, self.seats, self.round, self.dealer = show.seat, 3, show.round, show.dealer
        self.totals, self.hands, self.counts, self.pile = show.totals, show.hands, {}, [1, 2, 3]
        self.never = name == "a turn that can't pass"

    def rulings(self):
        found = {name: [] for name in ("undo", "accept", "void", "reshuffle", "end")}
        found["points"] = found["hand"] = [0, 1, 2]
        return found

    def last_turn(self):
        return self.show.verdict

    def breaks(self):
        broken = [
            ("first_lay_pure_run", ("first_lay_pure_run",), True),
            ("first_lay_points", ("first_lay_points", 39, 51), True),
        ]
        if self.never:
            broken.append(("no_discard", ("no_discard", 4), False))
        return broken


def menus(language, columns, lines):
    """Return (name, drawing) of some menus."""
    made = []
    for name, playing, screen, keys in MENUS:
        config = {"players": ["Ana", "Luc", "Zoé"], "game": "rami51", "hints": True}
        choices = Choices(WORDS[language], config)
        choices.playing = playing
        choices.phase = "turn" if playing else "menu"
        choices.seat = 1 if playing else -1
        show = cases(language)[2][1]
        show.seat = 1
        if playing:
            match = _Match(show, name)
            choices.decide = lambda match=match: Decide(match, WORDS[language])
            choices.by_hand = lambda show=show: Placing(show, [18, 70, 104], [0, 1, 2], [(1, 18)])
        choices.jokers = [("meld2", "X1", ["5S", "9S"]), ("meld3", "X2", ["QH", "QD"])]
        menu = Menu(choices, screen)
        for key in keys:
            menu.press(_KEYS[key.lower()], "long" if key != key.lower() else "short")
        made.append((name, draw(menu.rows(WORDS[language], columns, lines), columns, lines)))
    return made


def sheets(language, columns, lines):
    """Return drawings of a score sheet's pages and of a notice."""
    show = cases(language)[2][1]
    show.sheet = [[0, 34, 100], [34, 0, -20], [0, 86, 15]]
    show.given = [(1, 2, -100), (3, 0, 5)]
    words = WORDS[language]
    title, said = NOTICES[language]
    made = sheet(show, words, columns, lines)
    made += notice(title, [said], columns, lines)
    return [draw(rows, columns, lines) for rows in made]


# On the larger screen the same sentences only have more room.
_SOME = ("the deal", "refused", "trouble", "the count", "manipulation", "a deck", "the end", "house rules", "a joker")


def everything():
    """Return all screens as text."""
    out = []
    for language, (columns, lines) in (("fr", EPAPER), ("en", EPAPER), ("fr", OLED), ("en", LARGER)):
        out.append(f"======== {language}, {columns} x {lines}")
        some = _SOME if (columns, lines) == LARGER else None
        for name, show in cases(language):
            if some and name not in some:
                continue
            out.append("-------- " + name)
            made = pages.pages(show, WORDS[language], columns, lines)
            out.append("\n\n".join([draw(rows, columns, lines) for rows in made]))
        for name, drawn in menus(language, columns, lines):
            if some and name not in some:
                continue
            out.append("-------- menu: " + name)
            out.append(drawn)
        out.append("-------- the score sheet; a notice")
        out.append("\n\n".join(sheets(language, columns, lines)))
    return "\n".join(out)
