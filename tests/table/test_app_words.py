"""The texts of the board's program: complete in both languages, in letters that the font has."""

import re

import pytest
from compiled import FIRMWARE

from app.people import controls, menu, names, pages
from app.people.words import BoardWords
from drivers.font_data import EXTRA
from tierce.outcomes import CODES, KEYS
from tierce.phases import RULINGS
from tierce.phrases import Phrases, forget
from tierce.phrases import words as in_language
from tierce.presets import OPTIONS, PRESETS

WORDS = play_en, play_fr = BoardWords("en"), BoardWords("fr")
LETTERS = {chr(code) for code in range(32, 127)} | set(EXTRA) | set("\u00a0\u202f")  # those two are drawn as spaces
# All texts for the screen, in both languages.
KINDS = [f"app.words.{name}" for name in ("play", "menu", "decide", "alerts", "errors")] + [
    "tierce.said",
    "tierce.contract",
    "tierce.names",
]


def texts(value):
    """Return all texts in a table of texts."""
    return [value] if isinstance(value, str) else [text for key in value for text in texts(value[key])]


def sections(words):
    """Return the sections of a tierce.phrases.Words: name -> Phrases, in the order of its file."""
    file = FIRMWARE / f"{words.name.replace('.', '/')}_{words.LANGUAGE}.words"
    return {name: getattr(words, name) for name in re.findall(r"^\[(\w+)\]$", file.read_text("utf-8"), re.M)}


@pytest.mark.parametrize("kind", KINDS)
def test_both_languages_have_the_same_keys(kind):
    english, french = (sections(in_language(kind, language)) for language in ("en", "fr"))
    assert list(english) == list(french)
    for name in english:
        ours, theirs = english[name], french[name]
        assert list(ours) == list(theirs)
        assert len(set(ours)) == len(list(ours))
        assert all(texts(ours) + texts(theirs))
        for key in ours:
            found = [re.findall(r"{\d?}", table[key]) for table in (ours, theirs)]
            assert len(found[0]) == len(found[1]) or name == "HEADS", key


def test_phrases():
    phrases = Phrases("\none=1\ntwo words=x=y {}\nlast=é\n")
    assert list(phrases) == ["one", "two words", "last"]
    assert [phrases[key] for key in phrases] == ["1", "x=y {}", "é"]
    assert phrases.get("ne") is phrases.get("x") is phrases.get("") is None
    assert phrases.get("words", "other") == "other"
    with pytest.raises(KeyError):
        phrases["two"]


def test_words_are_read_when_they_are_wanted_and_forgotten():
    words = in_language("tierce.said", "fr")
    assert words.HINTS.get("card_left_table") is words.WHY.get("table") is None  # of the other section
    assert "# " not in "".join(words.HINTS)
    kept = words.WHY
    forget()
    assert kept["out_of_turn"] == words.WHY["out_of_turn"]
    with pytest.raises(AttributeError):
        words.NO_SECTION  # noqa: B018


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_font_has_every_letter(kind, language):
    for table in sections(in_language(kind, language)).values():
        assert set("".join(texts(table))) <= LETTERS
    shown = BoardWords(language).TABLE
    assert set("".join([shown.MELD, shown.JOKER, *texts(shown.RANKS), *texts(shown.SUITS)])) <= LETTERS


@pytest.mark.parametrize("words", WORDS, ids=["en", "fr"])
def test_every_capital_has_its_letter(words):
    # MicroPython's upper() handles ASCII only, so capital() must know all first letters.
    for text in (
        texts(in_language("tierce.said", words.LANGUAGE).WHY) + texts(words.alerts().WARNINGS) + texts(words.SAY)
    ):
        first = text[:1]
        if ord(first) > 127 and first.lower() == first and first.upper() != first:
            assert pages.capital(first) == first.upper()


def test_every_warning_has_words():
    for words in WORDS:
        warnings = {code: KEYS[code].split() for code in KEYS if KEYS[code][:4] == "code"}
        assert set(words.alerts().WARNINGS) == set(warnings)
        for code, keys in warnings.items():
            figures = re.findall(r"{\d?}", words.alerts().WARNINGS[code])
            assert len(figures) <= len(keys) - 1, code


def test_the_menus_have_words():
    table = menu.tables().SCREENS
    screens = {*menu.tables().LISTS, *(key.split()[0] for key in table)}
    assert set(menu.tables().WHEN) <= set(table)
    for words in WORDS:
        said = set(words.menu().MENU)
        assert screens <= said
        for key in table:
            verb, _, what = table[key].partition(" ")
            assert verb == "tell" or key.split()[1] in said
            assert verb in ("go", "set", "do", "rule", "tell")
            assert verb != "go" or (what or key.split()[1]) in screens
        assert words.LANGUAGE in menu.LANGUAGES


def test_the_choices_are_those_of_the_engine():
    assert set(PRESETS) == set(play_en.names().GAMES) == set(play_fr.names().GAMES)
    assert set(play_en.names().OPTIONS) == {name for options in OPTIONS.values() for name in options}
    assert set(menu.STEPS) <= set(play_en.names().OPTIONS)
    assert set(CODES.split()) <= set(in_language("tierce.said", "en").WHY)
    for options in OPTIONS.values():
        for allowed in options.values():
            # At most one range, as the page and the menus show one number field.
            assert len([each for each in allowed if isinstance(each, tuple)]) <= 1
            for word in allowed:
                if isinstance(word, str):
                    assert word in play_en.menu().MENU
                    assert word in play_fr.menu().MENU


def test_plural():
    said = [names.some(number, "cards", words) for words in WORDS for number in (0, 1, 2)]
    assert said == ["0 cards", "1 card", "2 cards", "0 carte", "1 carte", "2 cartes"]


def test_the_table_of_controls_names_what_there_is():
    details = {
        "press": {"deal", "done", "knock", "pass", "hint"},
        "menu": {"", "jokers", "undo?", "decide"},
        "draw": {"1", "2", "-1"},
        "page": {"1", "-1"},
        "checked": {""},
        "judge": {""},
        "look": {""},
        "teach": {"next", "back", "end"},
    }
    table = controls.table()
    for key in table:
        state, button, gesture = key.split()
        assert state in (*controls.STATES, "any")
        assert button in ("minus", "plus", "ok", "own", "seat")
        assert gesture in ("short", "double", "long")
        what, _, detail = table[key].partition(" ")
        assert detail in details[what]


def test_every_ruling_has_words():
    for words in WORDS:
        texts, labels = words.decide(), words.menu().MENU
        assert {"cards" if each == "hand" else each for each in RULINGS} <= set(labels)
        assert set(RULINGS) <= set(texts.DID)
        assert set(RULINGS) - {"undo"} <= set(texts.ASK)
        assert set(texts.WAIVED) < set(CODES.split())


def test_de_before_a_name():
    """French elides before a vowel sound: not before the y of Yann, nor an aspirated h."""
    elided = [name for name in "Ana Ümit Yves Hélène Œdipe Luc Yann Youssef Hugo Hector".split() if names.elides(name)]
    assert elided == ["Ana", "Ümit", "Yves", "Hélène", "Œdipe"]
    assert not names.elides("")
