"""A deck is registered at the table: cards are laid, buttons pressed; then it is used in play."""

import sys

import pytest
import ring
from running import Running, config_for
from test_table_faults import told

from app.people import teach as teaching
from app.sensing.deck import Deck
from tierce.cards import code

ORDER = [code(card) for card in teaching.cards_of(2, 4)]
ZONES = ("discard", "meld1", "seat0", "seat1")


def new_table(folder, **more):
    return Running(config_for(*ZONES), folder=folder, deck=False, **more, ms=1500)


def walk(table):
    """Start the walk from the menu, by buttons only."""
    table.read_notice()
    assert table.program.show.phase == "menu"
    table.people.press("ok")
    table.pick("register")
    assert table.program.show.phase == "teach", table.describe()


def asked(table):
    return table.program.show.teach[0]


def give(table, card):
    """Lay the requested card, wait for the next request, take the card away."""
    assert asked(table) == card
    table.lay("discard", card)
    took = table.until(lambda: asked(table) != card, 3000)
    table.take(card)
    return took


def known(table, card):
    """Return the card that the table has for a modelled card's tag, as text."""
    number = table.program.deck.card(table.twin.tag(card).uid)
    return code(number) if number >= 0 else None


def test_a_whole_deck(tmp_path):
    """108 cards, one after the other in the same zone."""
    table = new_table(tmp_path)
    assert told(table, table.program.panel.words.menu().NOTICES["no_deck"])
    walk(table)
    for part in ("Lay A♠", "Card 1 of 108", "teach_keys"):
        assert told(table, table.program.panel.words.SAY.get(part) or part), table.said()
    table.run(200)
    assert table.light("discard") == "teach"
    worst = 0
    for card in ORDER:
        worst = max(worst, give(table, card))
        table.run(100)  # the next card comes at once: the last has hardly gone
    print(f"a card is taken in {worst:.0f} ms at most")
    assert asked(table) is None
    assert told(table, "Registered: 108 cards.")
    assert [known(table, card) for card in ORDER] == ORDER
    assert teaching_of(table).entries == table.program.deck.entries
    table.people.press("ok", "long")
    assert table.program.show.phase == "menu"
    table.run(500)
    assert table.light("discard") != "teach"
    table.sound()
    assert worst < 2500


def teaching_of(table):
    """Return the deck as stored on flash."""
    deck = Deck()
    assert not deck.load(table.files)
    return deck


def test_plus_skips_a_card_and_minus_takes_one_back(tmp_path):
    """What that does to the deck: test_deck."""
    table = new_table(tmp_path)
    walk(table)
    give(table, ORDER[0])
    table.people.press("plus")  # skip the second
    give(table, ORDER[2])
    table.run(600)
    table.people.press("minus")  # the third was wrong
    table.run(2000)
    assert (asked(table), known(table, ORDER[2]), len(teaching_of(table))) == (ORDER[2], None, 1)
    table.people.press("ok", "long")
    assert table.program.show.phase == "menu"
    table.run(500)
    walk(table)
    give(table, ORDER[1])  # what was skipped is asked for again
    table.run(100)
    give(table, ORDER[2])
    assert [known(table, card) for card in ORDER[:4]] == [*ORDER[:3], None]
    table.sound()


def test_a_tag_used_twice_and_two_at_once(tmp_path):
    table = new_table(tmp_path)
    walk(table)
    give(table, ORDER[0])
    table.run(600)
    give(table, ORDER[1])
    table.run(600)
    table.lay("discard", ORDER[0])
    table.run(1500)
    assert asked(table) == ORDER[2]
    assert told(table, "This tag is A♠ already."), table.said()
    table.take(ORDER[0])
    table.run(600)
    table.lay("discard", " ".join(ORDER[2:4]))
    table.run(1500)
    assert asked(table) == ORDER[2]
    assert told(table, "One card only, please."), table.said()
    table.take(ORDER[3])
    table.until(lambda: asked(table) == ORDER[3])
    assert known(table, ORDER[2]) == ORDER[2]
    assert known(table, ORDER[3]) is None
    assert not told(table, "One card only"), table.said()
    table.sound()


def test_registering_ends_the_match(tmp_path):
    """It is asked twice: test_menu."""
    table = Running(config_for(*ZONES), folder=tmp_path, ms=1500)
    table.begin()
    table.people.press("ok", "long")
    for item in ("register", "yes"):
        table.pick(item)
    assert table.program.match.referee is None
    assert table.program.show.phase == "teach"
    table.sound()


def test_a_full_flash_says_so(tmp_path):
    table = new_table(tmp_path)
    walk(table)
    give(table, ORDER[0])
    write = table.files.write
    table.files.write = full
    give(table, ORDER[1])
    assert told(table, "Not recording"), table.said()
    table.files.write = write
    table.run(600)
    give(table, ORDER[2])
    assert not told(table, "Not recording"), table.said()
    assert len(teaching_of(table)) == 3
    table.sound()


def test_the_link_sets_a_card_and_takes_it_back(tmp_path):
    table = new_table(tmp_path)
    one, two = (table.twin.tag(card).uid.hex() for card in ORDER[:2])
    answer = table.ask("register", card="7H", tag=one)
    assert (answer["card"], answer["tag"], answer.get("was")) == ("7H", one, None)
    assert known(table, ORDER[0]) == "7H"
    assert table.ask("register", card="8H", tag=one)["was"] == "7H"
    assert known(table, ORDER[0]) == "8H"
    assert "was" not in table.ask("register", card="8H", tag=two.upper())
    assert known(table, ORDER[0]) is None
    assert known(table, ORDER[1]) == "8H"
    assert teaching_of(table).entries == table.program.deck.entries
    assert table.ask("register", card="8H", tag=None)["tag"] is None
    assert table.ask("register", card="8H", tag=None)["tag"] is None
    assert len(table.program.deck) == len(teaching_of(table)) == 0
    for bad in ("", "e0", "0804050607", "08040506", "nothing", "e00401500000000", 7, [], True):
        assert table.ask("register", card="8H", tag=bad)["problem"] == "uid", bad
    assert "app.people.teach" not in sys.modules
    table.files.write = full
    assert table.ask("register", card="8H", tag=one)["problem"] == "flash"
    table.sound()


@pytest.mark.parametrize("flicker", ring.longer(0.3, 0, 0.1))
def test_the_card_before_is_not_taken_for_the_next(flicker, tmp_path):
    table = new_table(tmp_path, flicker=flicker)
    for number, card in enumerate(ORDER[: ring.rounds(8, 20)]):
        waiting = table.host.ask("register", card=card)
        table.run(150)
        if number:
            table.run(1500)
            assert "tag" not in table.host.answer(waiting), table.host.answer(waiting)
            table.take(ORDER[number - 1])
            table.run(1200)
        table.lay("meld1", card)
        table.until(lambda waiting=waiting: table.listen() or "tag" in table.host.answer(waiting), 5000)
        assert known(table, card) == card
        answer = table.host.answer(waiting)
        assert (answer["card"], answer["tag"]) == (card, table.twin.tag(card).uid.hex())
    number = table.host.ask("get", what="deck")
    table.run(1000)
    told_cards = [pair for each in table.host.answers if each.get("id") == number for pair in each["cards"]]
    assert sorted(pair[1] for pair in told_cards) == sorted(ORDER[: number - 1])
    table.sound()


def full(name, data):
    raise OSError(28)


def test_the_link_waits_while_people_register(tmp_path):
    table = new_table(tmp_path)
    walk(table)
    assert "error" in table.ask("register", card="7H")
    assert "error" in table.ask("register", card="7H", tag=None)
    give(table, ORDER[0])
    table.sound()
