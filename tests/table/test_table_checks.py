"""What lies here? The page "What is this?" without a match, and melds checked as they are laid."""

import json
import sys
from pathlib import Path

import pytest
import ring
from running import ZONES, Running, config_for, dealt
from test_table_faults import told

from tierce.records import NOTE

PLANS = Path(__file__).parents[2] / "hardware" / "tables"


def opened(folder, config=None, **more):
    """Return a table whose page "What is this?" is open."""
    table = Running(config or config_for(*ZONES, **more), folder=folder, ms=1500)
    table.read_notice()
    table.people.press("ok")
    table.pick("what")
    table.run(200)
    return table


def lay(table, zone, cards):
    """Lay cards, and wait until the table must have said what they are."""
    table.lay_and_wait(zone, cards)
    table.run(2000)


# --- without a match


# What is a meld by each game's rules, and why not: tests/rules/test_atelier.py.
SAID = [
    ("5H 6H 7H", "good", "Meld 1: a run 5♥ 6♥ 7♥: 18 points."),
    ("TS TH TD TC", "good", "Meld 1: a set of four 10♠ 10♥ 10♦ 10♣: 40 points."),
    ("3C 4C 6C", "bad", "Meld 1: no meld Meld 1 holds 3♣ 4♣ 6♣: neither a run nor a set."),
    ("4S 5S", "idle", "Meld 1: not yet a meld"),
    ("JC X1 KC", "good", "J♣ joker K♣: 30 points; joker for Q♣."),
    ("7S X1 X2", "bad", "1 joker in a meld at most."),
]


def test_the_page_says_what_lies_on_a_zone_and_why(tmp_path):
    table = opened(tmp_path)
    for part in ("What is this?", "Lay cards on any zone.", "By the rules of Rami 51."):
        assert told(table, part)
    for cards, light, said in SAID:
        stamp = table.program.show.stamp
        lay(table, "meld1", cards)
        assert table.program.show.stamp > stamp  # else the screen is not drawn anew
        assert told(table, said), table.said()
        assert table.light("meld1") == light
        table.take(cards)
        table.run(1500)
    table.sound()


def test_any_zone_will_do_the_newest_comes_first_and_empty_ones_say_nothing(tmp_path):
    table = opened(tmp_path)
    lay(table, "meld2", "5H 6H 7H")
    lay(table, "seat1", "2S 2H 2D")
    lay(table, "discard", "9S TS QS")
    said = table.said()
    at = [said.index(text) for text in ("neither a run", "a set", "a run 5")]
    assert at == sorted(at), said
    assert [table.light(zone) for zone in ("discard", "meld2", "seat1")] == ["bad", "good", "good"]
    table.take("QS")
    lay(table, "discard", "JS")
    assert told(table, "9♠ 10♠ J♠: 29 points.")
    assert table.light("discard") == "good"
    table.take("9S JS 2H 2D 5H 6H 7H")
    table.run(3000)
    assert told(table, "not yet a meld")
    assert table.light("discard") == table.light("seat1") == "idle"
    table.take("TS 2S")
    table.run(3000)
    assert told(table, "Lay cards on any zone.")


def test_the_rules_are_those_of_the_game_in_the_menu(tmp_path):
    table = opened(tmp_path)
    menu = table.program.panel.menu
    names = table.program.panel.words.names().GAMES
    for game, cards, *said in (
        ("atelier", "JC X1 KC", "0 joker in a meld at most."),
        ("gin", "QS KS AS", "neither a run nor a set"),
        ("manipulation", "6H 7H X1", "a run", "say which card the joker stands for."),
    ):
        table.people.press("ok")
        menu.choices.set_game(game)
        table.pick("what")
        assert told(table, f"By the rules of {names[game]}.")
        lay(table, "meld1", cards)
        for part in said:
            assert told(table, part)
        table.take(cards)
    table.sound()


def test_it_leaves_no_trace(tmp_path):
    table = opened(tmp_path)
    before = table.journal()
    lay(table, "meld1", "3C 4C 6C")
    lay(table, "meld2", "5H 6H 7H")
    table.people.press("ok")
    assert table.program.show.checks is None
    assert table.light("meld1") == table.light("meld2") == "idle"
    table.people.press("ok", "long")
    assert not table.program.panel.open
    table.run(1000)
    assert table.journal() == before
    assert all(kind == NOTE for _, kind, _ in before)
    assert "app.match.checks" not in sys.modules
    assert "app.people.alerts_page" not in sys.modules
    # A match that is begun now knows the cards that lie there.
    table.begin(game="atelier")
    assert table.program.match.view.cards(2)
    table.sound()


@pytest.mark.parametrize("plan", ring.longer("classroom-pn5180", "classroom"))
def test_at_the_classrooms_table(tmp_path, plan):
    """It has one zone and three buttons; its screen has four lines."""
    config = json.loads((PLANS / f"{plan}.json").read_text("utf-8"))
    table = opened(tmp_path, config=config)
    lay(table, "meld1", "5H 6H 7H")
    assert told(table, "a run 5♥ 6♥ 7♥: 18 points.")
    assert table.light("meld1") == "good"
    for columns, lines in ((16, 4), (25, 12)):
        table.program.show.page = 0
        rows = table.program.panel.rows(columns, lines)
        assert len(rows) <= lines
        assert "Meld 1: a run" in [row[1] for row in rows]
    table.take("6H")
    lay(table, "meld1", "8H")
    assert told(table, "neither a run nor a set.")
    assert table.light("meld1") == "bad"
    table.sound()


# --- in a match


def atelier(folder, game="atelier", rules=None):
    return dealt(folder, header={"game": game, "rules": rules or {}})


def judged(table):
    return [each[0] for each in table.shown if each[0] in ("turn", "refused")]


def test_a_meld_is_checked_as_it_is_laid(tmp_path):
    table = atelier(tmp_path)
    table.people.press("minus")
    lay(table, "meld1", "5H")
    assert told(table, "Meld 1: not yet a meld")
    assert table.light("meld1") == "idle"
    lay(table, "meld1", "6H 8H")
    assert told(table, "Meld 1: no meld Meld 1 holds 5♥")
    assert told(table, "8♥")
    assert told(table, ": neither a run nor a set.")
    assert table.light("meld1") == "bad"
    lay(table, "meld2", "KS KH KD")
    assert told(table, "Meld 2: a set K♠ K♥ K♦: 30 points.")
    assert table.light("meld2") == "good"
    assert not judged(table)
    table.take("8H")
    lay(table, "meld1", "7H")
    assert told(table, "Meld 1: a run")
    assert table.light("meld1") == "good"
    lay(table, "discard", "2C")
    assert judged(table) == ["turn"]
    assert not told(table, "a run")
    table.run(5000)
    assert table.light("meld1") == table.light("meld2") == "idle"
    table.people.press("minus")
    lay(table, "meld1", "8H")
    assert told(table, "5♥ 6♥ 7♥ 8♥: 26 points.")
    assert not told(table, "a set")  # that was laid before
    table.sound()


def test_after_a_refusal_the_wrong_meld_stays_red_until_it_is_right(tmp_path):
    table = atelier(tmp_path)
    table.people.press("minus")
    lay(table, "meld1", "5H 6H 8H")
    lay(table, "discard", "2C")
    assert judged(table) == ["refused"]
    table.run(5000)
    assert table.light("meld1") == "bad"
    assert table.said().count("neither a run nor a set") == 1
    table.take("8H")
    lay(table, "meld1", "4H")
    assert table.light("meld1") == "good"
    assert told(table, "a run")


def test_the_log_of_a_match_is_the_same_with_and_without(tmp_path):
    logs = []
    for checked in (True, False):
        folder = tmp_path / str(checked)
        folder.mkdir()
        table = atelier(folder, rules={"check_melds": checked})
        table.people.press("minus")
        for cards in ("5H 6H", "8H", "KS"):
            lay(table, "meld1", cards)
        assert bool(table.program.show.checks) == checked
        assert told(table, "neither a run") == checked
        lay(table, "discard", "2C")
        table.take("KS 8H")
        lay(table, "meld1", "7H")
        table.people.press("ok")
        table.run(1000)
        things = [json.loads(each) if isinstance(each, str) else each for _, _, each in table.journal()]
        logs.append([{key: each[key] for key in each if key not in ("t", "rules", "boot", "after")} for each in things])
        assert judged(table) == ["refused", "turn"]
    assert logs[0] == logs[1]


def test_another_game_has_it_by_a_house_rule_with_jokers(tmp_path):
    table = atelier(tmp_path, game="rami51", rules={"check_melds": True})
    table.people.press("minus")
    lay(table, "meld1", "5H X1 7H")
    assert told(table, "5♥ joker 7♥: 18 points; joker for 6♥.")
    lay(table, "meld2", "9S TS X2")
    assert told(table, "joker for J♠.")
    table.program.table.declare(2, 105, 7)  # X2 is the eight of spades
    table.run(300)
    assert told(table, "joker for 8♠.")
    assert judged(table) == []
    table.sound()


def test_in_every_game_a_joker_is_said_to_be_what_it_is_read_as(tmp_path):
    """RULES.md: at the low end of a run, where a player may mean another card, too."""
    table = atelier(tmp_path, game="rami51", rules={"check_melds": False})
    table.people.press("minus")
    lay(table, "meld1", "X1 5H 6H")
    assert told(table, "Meld 1: joker = 7♥")
    lay(table, "meld2", "9S 9H X2")
    assert not told(table, "Meld 2")  # in a set it has no suit
    table.run(2000)
    assert [table.light(zone) for zone in ("meld1", "meld2")] == ["joker", "idle"]
    table.program.table.declare(1, 104, 16)  # X1 is the four of hearts
    table.run(300)
    assert told(table, "Meld 1: joker = 4♥")
    table.sound()


def test_after_a_power_cut_it_says_so_again(tmp_path):
    table = atelier(tmp_path)
    table.people.press("minus")
    lay(table, "meld1", "3C 4C 6C")
    table.run(1000)
    table.restart(5000)
    table.run(1000)
    assert table.light("meld1") == "bad"
    assert told(table, "neither a run nor a set.")
    table.program.table.end()
    assert table.program.show.checks is None
    assert "app.match.checks" not in sys.modules
    table.sound()
