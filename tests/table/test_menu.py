"""The menus, used with three buttons: every screen, every value, no dead end."""

import random

import pytest
import ring
from screens import flat

from app.people import menu
from app.people.choices import MOST_SEATS, Choices
from app.people.menu import Menu
from app.people.text import BLACK
from app.people.words import BoardWords
from tierce.presets import PRESETS, makes_sense, options_of, rules_of
from tierce.referee import Referee

play_en, play_fr = BoardWords("en"), BoardWords("fr")
CONFIG = {"players": ["Ana", "Luc", "Zoé"], "game": "rami51", "hints": True}
JOKERS = [("meld2", "X1", ["5S", "9S"]), ("meld3", "X2", ["QH", "QD", "QC"])]
KEYS = {"m": "minus", "p": "plus", "o": "ok"}
GESTURES = ("short", "double", "long")


def playing(**more):
    choices = Choices(play_en, CONFIG)
    choices.playing = True
    choices.phase = "turn"
    choices.seat = 1
    for name in more:
        setattr(choices, name, more[name])
    return choices


def keys(opened, text):
    """Press key after key (capitals are long presses); return the last result."""
    action = None
    for key in text:
        action = opened.press(KEYS[key.lower()], "short" if key == key.lower() else "long")
    return action


def chosen(opened):
    rows = opened.rows(opened.choices.words, 37, 8)
    return [" ".join(flat(text).split()) for _, text, style in rows if style & BLACK]


def go(opened, label):
    """Go to an item by its text; return the open view."""
    for _ in range(30):
        line = chosen(opened)[0]
        if line.startswith(label):
            return line
        keys(opened, "p")
    raise AssertionError(label)


def to_chamberliens():
    """Return the presses of plus from Rami 51 to that game, whatever games lie between."""
    games = list(play_en.names().GAMES)
    return "p" * ((games.index("chamberliens") - games.index("rami51")) % len(games))


def test_a_match_of_everything_changed():
    choices = Choices(play_fr, CONFIG)
    opened = Menu(choices)
    assert go(opened, "Jeu") == "Jeu Rami 51"
    keys(opened, "o" + to_chamberliens() + "o")
    assert go(opened, "Jeu").endswith("Chamber'liens")
    go(opened, "Joueurs")
    keys(opened, "opo")
    go(opened, "Donneur")
    keys(opened, "omo")
    assert go(opened, "Donneur") == "Donneur Place 4"
    go(opened, "Noms")
    keys(opened, "oopo")  # seat 1 is called Luc now, and the seat of Luc is called Ana
    keys(opened, "O")
    go(opened, "Règles")
    keys(opened, "o")
    go(opened, "Total")
    keys(opened, "oppo")
    go(opened, "Tierce franche")
    keys(opened, "o")
    keys(opened, "O")
    go(opened, "Commencer")
    assert keys(opened, "o")[1] == {
        "tierce": 1,
        "game": "chamberliens",
        "players": ["Luc", "Ana", "Zoé", "Place 4"],
        "dealer": 3,
        "rules": {"target": 600, "first_lay_pure_run": False},
    }


def test_a_change_is_taken_back():
    choices = Choices(play_en, dict(CONFIG, rules={"target": 400}))
    opened = Menu(choices)
    go(opened, "Game")
    keys(opened, "o" + to_chamberliens())
    assert choices.game == "chamberliens"
    assert keys(opened, "O") is None
    assert (choices.game, choices.rules) == ("rami51", {"target": 400})
    assert not opened.closed


def test_manipulation_draws_its_first_dealer_by_lot():
    for game in ("manipulation", "rami51", "gin", "chamberliens"):
        choices = Choices(play_en, {"game": game})
        assert choices.lot == (game == "manipulation")
        choices.set_game("rami7")
        assert not choices.lot
        choices.set_game("manipulation")
        assert choices.lot


def test_language_and_hints_are_told_at_once():
    choices = Choices(play_en, CONFIG)
    opened = Menu(choices)
    go(opened, "Language")
    assert keys(opened, "o") == ("language", "fr")
    choices.words = play_fr
    assert chosen(opened) == ["Langue Français"]
    go(opened, "Conseils")
    assert keys(opened, "o") == ("hints", False)
    assert keys(opened, "o") == ("hints", True)


@pytest.mark.parametrize(
    ("label", "action"),
    [
        ("Go on", ("close",)),
        ("Hint", ("press", 1, "hint")),
        ("One card drawn", ("draw", 1)),
        ("One card fewer drawn", ("draw", -1)),
        ("Score sheet", ("score",)),
    ],
)
def test_in_play(label, action):
    opened = Menu(playing())
    go(opened, label)
    assert keys(opened, "o") == action
    # Several cards can be drawn without reopening the menu.
    assert opened.closed == (action[0] != "draw")


@pytest.mark.parametrize(
    ("label", "action"), [("Give up this match", ("end",)), ("Register", ("register",)), ("Restart", ("restart",))]
)
def test_what_ends_the_play_is_asked_twice(label, action):
    opened = Menu(playing())
    go(opened, label)
    assert keys(opened, "oo") is None  # no
    assert not opened.closed
    assert keys(opened, "opo") == action
    assert opened.closed


@pytest.mark.parametrize("press", ["done", "hint", "knock", "pass", "deal"])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_every_press_for_every_seat(seat, press):
    opened = Menu(playing(), "press")
    while chosen(opened) != ["Seat " + CONFIG["players"][seat]]:
        keys(opened, "opo")
    go(opened, press.capitalize())
    assert keys(opened, "o") == ("press", seat, press)


def test_a_jokers_card():
    opened = Menu(playing(jokers=JOKERS), "jokers")
    assert chosen(opened) == ["Meld 2"]
    keys(opened, "po")
    assert chosen(opened) == ["Q♥"]
    assert keys(opened, "mo") == ("joker", "meld3", "X2", "QC")

    # The only joker is not asked for; without one there is no screen.
    opened = Menu(playing(jokers=JOKERS[:1]), "jokers")
    assert keys(opened, "po") == ("joker", "meld2", "X1", "9S")
    opened = Menu(playing(), "jokers")
    assert opened.screen == "play"
    assert "Joker" not in str(opened.rows(play_en, 37, 40))


def test_what_moves_by_more_than_one_is_an_option():
    assert {name for game in PRESETS for name in options_of(PRESETS[game])} >= menu.STEPS.keys()


@pytest.mark.parametrize("game", list(play_en.names().GAMES))
@pytest.mark.parametrize("seats", range(2, MOST_SEATS + 1, ring.rounds(MOST_SEATS - 2, 1)))
def test_every_option_from_end_to_end_makes_a_match(game, seats):
    low, high = PRESETS[game]["seats"]
    choices = Choices(play_en, {"game": game})
    choices.set_seats(max(low, min(high, seats)))
    opened = Menu(choices, "options")
    allowed = options_of(PRESETS[game])
    for at, name in enumerate(choices.options()):
        values = set()
        for key in "pppmmmmPPMMmm":
            opened.at = at
            keys(opened, "o" + (key + "o" if len(allowed[name]) != 2 or isinstance(allowed[name][1], tuple) else ""))
            if opened.before is not None:
                keys(opened, "o")
            values.add(choices.rule(name))
            assert makes_sense(choices.rule(name), allowed[name])
            Referee(choices.header())
        assert len(values) > 1, name
    opened.at = len(choices.options())
    keys(opened, "o")
    assert choices.rules == {}


def test_a_hand_that_is_too_large_for_more_players():
    choices = Choices(play_en, {"game": "rami7", "players": ["A", "B"]})
    assert choices.set_rule("hand", 25)
    assert not choices.set_rule("hand", 26)
    choices.set_seats(5)
    assert "hand" not in choices.rules
    rules_of("rami7", 5, choices.rules)


@pytest.mark.parametrize(
    "config",
    [
        {"game": "bridge"},
        {"players": [3, "", None, "Ana", "Ana"]},
        {"rules": {"target": -1, "no": 3, "joker_swap": 0, "hand": 52}, "players": ["A"] * 5},
        {"players": ["A", "B", "C", "D", "E", "F", "G"], "game": "gin"},
        {"hints": 1},
    ],
)
def test_a_config_that_makes_no_sense(config):
    Referee(Choices(play_en, config).header())


@pytest.mark.parametrize("choices", [Choices(play_en, CONFIG), playing(jokers=JOKERS)], ids=["setup", "play"])
def test_never_a_dead_end(choices):
    """From any place that random presses reach, a few long presses of ok close the menu."""
    dice = random.Random(10)
    seen = set()
    for _ in range(ring.rounds(40, 200)):
        opened = Menu(choices)
        for _ in range(dice.randint(0, 40)):
            opened.press(dice.choice(sorted(KEYS.values())), dice.choice(GESTURES))
            for columns, lines in ((37, 8), (16, 4), (25, 12)):
                rows = opened.rows(choices.words, columns, lines)
                assert 1 <= len(rows) <= lines
                assert opened.before is not None or lines < 6 or len(chosen(opened)) == 1
            seen.add(opened.screen)
            if opened.closed:
                break
        for _ in range(5):
            if not opened.closed:
                opened.press("ok", "long")
        assert opened.closed
        Referee(choices.header())
    root = "play" if choices.playing else "setup"
    reached = {root, "names", "options", "go_on", "carried", "restart?"}
    if root == "play":
        reached |= {"press", "drop?", "register?", "jokers", "faces"}
    assert seen <= reached
    assert len(seen) >= 5, seen
    made = {"names", "options", "jokers", "faces", "carried"}
    assert reached <= {key.split()[0] for key in menu.tables().SCREENS} | made


def test_a_button_that_is_none_is_ignored():
    opened = Menu(playing())
    assert opened.press("up", "short") is None
    assert opened.press("ok", "long") == ("close",)
