"""The panel: which view is shown, what is kept, and that closed menus free their memory."""

import json
import sys
from pathlib import Path

import panels
import pytest
import ring
from compiled import compiled
from panels import HELD, LONG, MINUS, OK, PLUS, SHORT, STUCK, keys

from tierce.presets import LogError
from tierce_tools.rules import vm

HEADER = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": {}}


def shown(panel):
    return str(panels.texts(panel))


def test_a_match_is_begun_and_what_was_chosen_is_kept():
    panel = panels.make()
    keys(panel, "o")
    assert "New match" in shown(panel)
    keys(panel, "pppoO")  # the dealer is Luc
    assert not panel.open
    assert "New match" not in shown(panel)
    keys(panel, "oo")
    assert panel.table.asked == [("begin", dict(HEADER, dealer=1))]
    assert not panel.open


def test_a_match_that_goes_on_is_what_the_menu_starts_from():
    panel = panels.make()
    header = dict(HEADER, game="gin", players=["Max", "Zoé"], dealer=1, rules={"target": 200})
    panel.resumed(header)
    assert "The match goes on" in shown(panel)
    keys(panel, "ooo")  # the first has read it
    assert panel.table.asked == [("begin", header)]


def test_a_match_that_cannot_be_begun():
    panel = panels.make("fr")
    panel.table.problem = LogError("no_game", "whist", ("gin",))
    keys(panel, "oo")
    assert "il n'y a pas de jeu whist" in shown(panel).replace("', '", " ")


def test_notices_are_read_first():
    panel = panels.make()
    keys(panel, "o")
    panel.report([("epaper", "timeout"), ("odd", "broken"), ("config", "x: y")], True)
    said = shown(panel)
    for text in ("screen: no answer in time", "odd: memory faulty", "config.json: x: y"):
        assert text in said
    keys(panel, "p")
    assert panel.notices
    keys(panel, "a")
    assert not panel.notices
    assert panel.open
    panel.failed("screen: OSError(5)")
    assert "An error stopped the table" in shown(panel)
    assert "OSError(5)" in shown(panel)
    panel.press(OK, STUCK)
    assert panel.notices


def test_seats_have_their_own_buttons_in_front_of_any_menu():
    panel = panels.make()
    panel.show.players = ["Ana", "Luc"]
    keys(panel, "o")
    panel.show.phase = "turn"
    panel.show.seat = 1
    keys(panel, "La")
    assert panel.table.asked == [("press", 1, "knock"), ("press", 0, "done")]
    assert panel.open


def test_the_language_is_changed_while_the_menu_is_open():
    panel = panels.make()
    keys(panel, "o")
    while not any("Language" in str(row[1]) for row in panel.rows(16, 4)):
        keys(panel, "p")
    keys(panel, "o")
    assert panel.table.asked == [("save",)]
    assert "Langue" in str(panel.rows(16, 4))
    assert panel.config["language"] == "fr"
    assert "tierce.words_en" not in sys.modules
    keys(panel, "Oo")
    assert "Nouvelle partie" in shown(panel)


def test_the_board_is_restarted_from_the_menu():
    panel = panels.make()
    keys(panel, "omopo")
    assert panel.table.asked == [("restart",)]


def test_jokers():
    panel = ruled()
    panel.show.seat = 0
    panel.press(OK, panels.DOUBLE)
    assert not panel.open  # there is no notice
    panel.table.found = [(2, 104, [4, 8])]
    panel.press(OK, panels.DOUBLE)
    keys(panel, "po")
    panel.press(MINUS, panels.DOUBLE)
    assert panel.table.asked == [("declare", 2, 104, 8), ("draw", 2)]


def test_a_refused_turn_is_judged_again():
    """The refusal offers to take the turn before back: test_table_rulings."""
    panel = ruled(turn=("turn", 1, 0, "stock", 56, 6))
    panel.show.seat, panel.show.back = 1, 0
    panel.show.verdict = ("refused", 1, 1, ["discard_not_melded"], [("discard_not_melded", "7H")])
    keys(panel, "opol")  # a seat's own button means `done` at once
    assert panel.table.asked == [("press", 1, "done")] * 2


def decide(panel, *labels):
    """Open the page "The players decide" and choose items by the beginning of their text."""
    keys(panel, "O")
    if panel.menu.screen != "decide":
        keys(panel, "o")
    for label in labels:
        items = panel.menu._items()
        for _ in items:
            if panel.menu._label(items[panel.menu.at], panel.words).startswith(label):
                break
            keys(panel, "p")
        else:
            pytest.fail(f"no item begins with {label}")
        keys(panel, "o")


def ruled(language="en", phase="turn", may=None, **values):
    """Return a panel over a match of Ana and Luc."""
    panel = panels.make(language)
    table = panel.table
    table.view = table
    show = panel.show
    show.phase = phase
    show.players = ["Ana", "Luc"]
    show.totals, show.hands = table.totals, table.hands
    table.may = may or {"points": [0, 1]}
    for name in values:
        setattr(table, name, values[name])
    return panel


def test_the_menu_takes_a_turn_back():
    """Offered in play and after the match, if there is a turn to take back."""
    for phase in ("turn", "count", "deal", "over"):
        for turn in (None, ("turn", 1, 1, "discard", 0, 0)):
            panel = ruled(phase=phase, turn=turn)
            decide(panel)
            assert panel.menu.screen == "decide"  # within two presses
            assert panel.menu.above or phase == "over"
            labels = [item[0] for item in panel.menu._items()]
            assert ("undo" in labels) == bool(turn)
            if turn:
                keys(panel, "o")
                assert "Take back Luc's turn" in shown(panel)
                assert "Judge again" not in shown(panel)
                keys(panel, "o")
                assert panel.table.asked == [("rule", "undo", None, None)]


POINTS = [("first_lay_points", ("first_lay_points", 49, 51), True)]
MELD = ("not_a_meld", ("not_a_meld", "meld1", ["7H", "8H", "9S"]), False)


@pytest.mark.parametrize(
    ("language", "labels", "says", "action"),
    [
        ("en", ["Let this"], ["Let this turn stand?", "Luc's turn stands", "worth 49 points"], ("accept", None, None)),
        ("en", ["This round"], ["Round 3 does not count, Luc deals"], ("void", None, None)),
        ("fr", ["La défausse"], ["2 cartes de la défausse"], ("reshuffle", None, None)),
        ("en", ["End"], ["The match ends with Ana 34 and Luc 120"], ("end", None, None)),
    ],
)
def test_a_ruling_without_a_number_is_asked_for_once(language, labels, says, action):
    panel = ruled(language, broken=POINTS, may={key: [] for key in ("accept", "void", "reshuffle", "end")})
    decide(panel, *labels)
    said = " ".join(panels.texts(panel))
    for text in says:
        assert text in said, said
    assert not panel.table.asked
    keys(panel, "o")
    assert panel.table.asked == [("rule", *action)]
    assert not panel.open


@pytest.mark.parametrize(
    ("language", "ruling", "label", "presses", "says", "action"),
    [
        ("en", "points", "Correct", "+L+S+S", "Ana +12: from 34 to 46", ("points", 0, 12)),
        ("en", "points", "Correct", "-L-L", "Ana -20: from 34 to 14", ("points", 0, -20)),
        ("en", "count", "Say", "+L+S", "Ana's hand counts 11 points", ("count", 0, 11)),
        ("fr", "count", "Dire", "-L+S", "La main d'Ana compte 1 point", ("count", 0, 1)),
        ("en", "hand", "Number of", "-S", "Ana: 33 cards, not 34", ("hand", 0, 33)),
        ("fr", "hand", "Nombre", "+H", "Ana : 44 cartes, et non 34", ("hand", 0, 44)),
    ],
)
def test_a_number_is_entered_with_plus_and_minus(language, ruling, label, presses, says, action):
    panel = ruled(language, may={ruling: [0, 1]})
    decide(panel, label)
    keys(panel, "po")
    for button, gesture in zip(presses[::2], presses[1::2], strict=True):
        panel.press(PLUS if button == "+" else MINUS, {"S": SHORT, "L": LONG, "H": HELD}[gesture])
    keys(panel, "opo")
    said = " ".join(panels.texts(panel))
    assert says in said, said
    assert not panel.table.asked
    keys(panel, "o")
    assert panel.table.asked == [("rule", *action)]


def test_the_number_is_that_of_the_seat():
    panel = ruled(phase="count", may={"count": [0, 1]})
    decide(panel, "Say")
    assert panel.menu.choices.amount == 0
    keys(panel, "o")  # of two seats one press chooses the other
    assert (panel.menu.choices.who, panel.menu.choices.amount) == (1, 12)


def test_a_score_is_not_corrected_by_nothing():
    panel = ruled()
    decide(panel, "Correct")
    assert [item[0] for item in panel.menu._items()] == ["who", "amount"]


def test_a_turn_that_breaks_what_always_holds_can_not_pass():
    panel = ruled(broken=[*POINTS, MELD], may={"accept": []})
    decide(panel, "Let this")
    said = " ".join(panels.texts(panel))
    assert "These rules always hold" in said
    assert "neither a run nor a set" in said
    assert "51" not in said
    assert "turn stands" not in said
    keys(panel, "op" * 4)
    assert panel.table.asked == []


def test_a_turn_that_breaks_nothing_needs_no_ruling():
    panel = ruled(may={"accept": [], "void": []})
    decide(panel)
    assert [item[0] for item in panel.menu._items()] == ["void"]


def test_only_what_was_shown_is_decided():
    panel = ruled(turn=("turn", 1, 1, "discard", 0, 0))
    decide(panel, "Take back")
    panel.table.turn = ("turn", 2, 0, "stock", 9, 4)
    keys(panel, "o")
    assert "Take back Ana's turn" in shown(panel)
    assert panel.table.asked == []
    panel.table.turn = None
    keys(panel, "o")
    assert panel.menu.screen == "decide"
    assert panel.table.asked == []
    # A score changes while a correction is asked for.
    panel = ruled()
    decide(panel, "Correct", "How")
    keys(panel, "Popo")
    panel.table.totals = [40, 120]
    keys(panel, "o")
    assert "Ana +10: from 40 to 50" in shown(panel)
    keys(panel, "o")
    assert panel.table.asked == [("rule", "points", 0, 10)]


def test_a_round_of_all_of_it_leaves_no_module_behind():
    panel = panels.make()
    panels.a_round(panel)
    before = set(sys.modules)
    panels.a_round(panel)
    assert set(sys.modules) == before
    gone = {"app.people.menu", "app.people.choices", "app.people.sheet"}
    assert not gone & before


def test_the_memory_comes_back(tmp_path):
    rounds = ring.rounds(3, 20)
    script = [
        "import gc, json, panels\npanel = panels.make()\nused = []",
        *["panels.a_round(panel)", "gc.collect()", "used.append(gc.mem_alloc())"] * (rounds + 2),
        "print(json.dumps(used))",
    ]
    files = {**compiled(tmp_path, whole=False), "panels.py": Path(panels.__file__)}
    ran = vm.find()[0].run(script, files, ["."])
    assert ran.stderr == ""
    used = json.loads(ran.stdout)
    # The list of figures itself grows too. The collector takes each number that looks like an
    # address for one, so a module may stay by chance: once, and then every round is the same.
    assert used[-1] - used[len(used) // 2] <= 300, used
