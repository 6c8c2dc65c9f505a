"""The screen's pages: every phase in both languages against `screens.txt`, and general rules.

    PYTHONPATH=tests:firmware .venv/bin/python tests/table/test_pages.py

rewrites screens.txt; read the result as a player would.
"""

import random
from pathlib import Path

import pytest
import ring
import screens

from app.match.show import Show
from app.people import alerts_page, names, pages, text
from app.people.screen import start_draw
from app.people.sheet import sheet
from app.people.text import BLACK, CENTRE, LARGE, PLAIN, SMALL
from app.people.words import BoardWords
from drivers.font import width
from tierce.outcomes import KEYS
from tierce.phrases import words as in_language
from tierce.presets import PRESETS
from tierce_tools.rules import vm

HERE = Path(__file__).parent
GOLDEN = HERE / "screens.txt"
FIRMWARE = HERE.parent.parent / "firmware"
WARNING_KEYS = {code: KEYS[code].split() for code in KEYS if KEYS[code][:4] == "code"}
play_en, play_fr = BoardWords("en"), BoardWords("fr")
WHY = in_language("tierce.said", "fr").WHY

SIZES = [(37, 8), (16, 4), (21, 8), (20, 6), (12, 4)]


def test_screens():
    assert screens.everything() + "\n" == GOLDEN.read_text("utf-8")


def test_screens_on_micropython():
    files = {"app": FIRMWARE / "app", "tierce": FIRMWARE / "tierce", "screens.py": HERE / "screens.py"}
    files["drivers"] = FIRMWARE / "drivers"
    ran = vm.find()[0].run("import screens\nprint(screens.everything())", files, ["."])
    assert ran.stderr == ""
    assert ran.stdout == GOLDEN.read_text("utf-8")


@pytest.mark.parametrize("columns", [8, 16, 21, 37])
def test_wrap(columns):
    dice = random.Random(columns)
    for _ in range(300):
        words = ["x" * dice.randint(1, 20) for _ in range(dice.randint(0, 12))]
        lines = text.wrap(" ".join(words), columns)
        assert all(0 < width(line) <= 8 * columns for line in lines)
        assert "".join(lines).replace(" ", "") == "".join(words)
        # A word is broken only if it is longer than a line.
        broken = [word for line in lines for word in line.split() if word not in words]
        long = [word for word in words if width(word) > 8 * columns]
        assert bool(broken) <= bool(long)


@pytest.mark.parametrize(
    ("columns", "said", "lines"),
    [
        (8, "", []),
        (6, "un deux\u00a0:", ["un", "deux\u00a0:"]),  # no line begins with a colon
        (12, "étalez-les\u202f; non", ["étalez-les\u202f;", "non"]),
        (9, "Luc et Marie-C..", ["Luc et", "Marie-C."]),
        (9, "Appuyer pour...", ["Appuyer", "pour..."]),
    ],
)
def test_wrap_as_french_does(columns, said, lines):
    assert text.wrap(said, columns) == lines


@pytest.mark.parametrize(
    ("name", "most", "shown"),
    [
        ("Ana", 8, "Ana"),
        ("Marie-Christine", 10, "Marie-Chri."),
        ("Marie-Christine", 6, "Marie."),
        ("Jean Baptiste", 5, "Jean."),
        ("Éléonore", 8, "Éléonore"),
        ("Luc", 2, "L."),
        ("Luc", 0, "L."),
    ],
)
def test_cut(name, most, shown):
    assert text.cut(name, most) == shown


def test_names_that_are_missing():
    show = Show()
    show.players = ["", "  "]
    assert names.names_of(show, [0, 1, 2], play_fr) == "Place 1, Place 2 et Place 3"


def test_a_warning_nobody_knows_is_shown_as_it_is():
    odd = ("warning", 1, "odd", "meld1", 3)
    assert alerts_page.warning_of(Show(), odd, play_en) == "odd meld1 3"


def random_show(dice):
    show = Show()
    seats = dice.randint(2, 5)
    show.family = PRESETS[dice.choice(sorted(PRESETS))]["family"]
    show.phase = dice.choice(["menu", "deal", "turn", "count", "over", "trouble", "check"])
    show.players = [dice.choice(["A", "Marie-Christine", "", "m" * 30]) for _ in range(seats)]
    show.totals = [dice.choice([-99, 0, 7, 1234]) for _ in range(seats)]
    show.hands = [dice.randint(0, 20) for _ in range(seats)]
    show.laid = dice.choice([(), (), [dice.randint(0, 300) for _ in range(seats)]])
    show.seat = dice.randint(-1, seats - 1)
    show.dealer = dice.randrange(seats)
    show.round = dice.randint(0, 40)
    show.stock = dice.randint(0, 100)
    show.draws = dice.randint(-1, 3)
    show.opening = dice.random() < 0.2
    show.knocker = dice.randint(-1, seats - 1)
    show.awaited = [seat for seat in range(seats) if dice.random() < 0.5]
    show.recording = dice.random() < 0.8
    seat = dice.randrange(seats)
    why = [(key, *[7] * WHY[key].count("{")) for key in dice.sample(sorted(WHY), dice.randint(1, 6))]
    scores = [dice.randint(-60, 400) for _ in range(seats)]
    show.verdict = dice.choice(
        [
            None,
            ("turn", 1, seat, dice.choice(["stock", "discard", "none"]), dice.randint(0, 99), 3),
            ("refused", 1, seat, [], why),
            ("reshuffle", 1, 31),
            ("round", 1, 3, dice.choice(["out", "stock_out", "undercut"]), [0, 1], scores, scores, 0),
            ("round", 1, 3, dice.choice(["knock", "void"]), [], scores, scores, 0),
            ("match", 1, [seat], list(range(seats)), scores),
        ]
    )
    zones = ["discard", "meld1", "meld12", "seat0", "seat4"]
    show.warnings = [
        (
            "warning",
            1,
            code,
            *[
                {"zone": dice.choice(zones), "other": "meld3", "card": "TH2", "seat": seat}.get(key, "full")
                for key in WARNING_KEYS[code][1:]
            ],
        )
        for code in dice.sample(sorted(WARNING_KEYS), dice.randint(0, 4))
    ]
    show.trouble = [
        (dice.choice(zones), dice.choice(sorted(play_en.alerts().STATES))) for _ in range(dice.randint(0, 3))
    ]
    show.differences = [
        (dice.choice(zones), ["7H"] * dice.randint(0, 6), ["X1", "KS2"]) for _ in range(dice.choice([0, 0, 1, 3]))
    ]
    show.hint = dice.choice([None, None, ["poser 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ V♥ D♥ R♥ joker", "x" * 50]])
    show.sheet = [scores] * dice.randint(0, 30)
    return show


@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_whatever_there_is_to_say_fits(columns, lines):
    dice = random.Random(columns * lines)
    for _ in range(ring.rounds(20, 200)):
        show = random_show(dice)
        words = dice.choice([play_en, play_fr])
        for made in (pages.pages(show, words, columns, lines), sheet(show, words, columns, lines)):
            assert 1 <= len(made) <= 9
            for number, rows in enumerate(made):
                drawn = screens.draw(rows, columns, lines)
                if len(made) > 1:
                    assert drawn.endswith(f"{number + 1}/{len(made)}")
        show.page = dice.randint(-20, 20)
        assert pages.rows(show, words, columns, lines)


def test_nothing_is_lost_between_pages():
    """The small rows of all pages together are those of the blocks, in order."""
    dice = random.Random(3)
    for _ in range(ring.rounds(40, 200)):
        show = random_show(dice)
        blocks = pages.blocks_of(show, play_fr, 37)
        made = pages.pages(show, play_fr, 37, 8)
        if len(made) == 9:
            continue  # the least urgent may be left out
        whole = [screens.flat(row[1]) for block in blocks for row in block]
        found = []
        for number, rows in enumerate(made):
            for row in rows[1:]:
                line = screens.flat(row[1])
                if len(made) > 1 and line.endswith(f"{number + 1}/{len(made)}"):
                    line = line[:-3].rstrip()
                if line:
                    found.append(line)
        assert found == [line.rstrip() for line in whole if line.strip()]


# --- where the rows stand on the canvas


class Canvas:
    """A canvas of 160 by 96 that notes what is drawn."""

    width = 160

    def __init__(self):
        self.drawn = []

    def fill(self, colour):
        self.drawn.append(("fill", colour))

    def text(self, x, y, text, size):
        self.drawn.append((x, y, text))

    def invert(self, x, y, width, height):
        self.drawn.append(("invert", x, y, width, height))


def test_rows_stand_below_each_other():
    canvas = Canvas()
    rows = [(LARGE, "Ana", CENTRE), (SMALL, "deal", BLACK), (SMALL, ((0, "a"), (-20, "12")), PLAIN)]
    for _ in start_draw(canvas, rows):
        pass
    assert canvas.drawn[:3] == [("fill", 0), (56, 0, "Ana"), (0, 32, "deal")]
    assert canvas.drawn[3:] == [("invert", 0, 32, 160, 16), (0, 48, "a"), (144, 48, "12")]


if __name__ == "__main__":
    GOLDEN.write_text(screens.everything() + "\n", encoding="utf-8")
