"""app/sensing/deck.py: which tag is which card, and how a table learns it."""

import random
from pathlib import Path

import pytest

from app.files import Files
from app.people.teach import BAD_UID, SAME, TAUGHT, USED, Teaching, cards_of, forget, is_uid, save, teach
from app.sensing.deck import Deck
from tierce import cards


def uids(count, seed=1):
    """Return different UIDs of all four lengths."""
    dice = random.Random(seed)
    found = []
    while len(found) < count:
        size = dice.choice((4, 7, 8, 8, 8, 8, 8, 10))
        uid = bytes([0xE0, 0x04][:size]) + dice.randbytes(size - 2)
        if uid not in found:
            found.append(uid)
    return found


def pairs(deck):
    """Return (uid, card) of a deck's entries, in their order."""
    rows = [deck.entries[at : at + 12] for at in range(0, len(deck.entries), 12)]
    return [(row[1 : 1 + row[0]], row[11]) for row in rows]


def full():
    deck = Deck()
    taught = dict(zip(uids(108), random.Random(2).sample(range(108), 108), strict=True))
    for uid, card in taught.items():
        teach(deck, uid, card)
    return deck, taught


def test_108_cards():
    deck, taught = full()
    assert len(deck) == 108
    assert len(deck.entries) == 12 * 108
    for uid, card in taught.items():
        assert deck.card(uid) == card
        assert deck.card(bytearray(uid)) == card
        assert deck.card(memoryview(uid)) == card
        assert deck.uid(card) == uid
    for uid in uids(300, seed=3):
        assert deck.card(uid) == taught.get(uid, -1)
    assert [uid for uid, _ in pairs(deck)] == sorted(taught, key=lambda uid: (len(uid), uid))


def test_a_uid_is_not_taken_for_a_longer_one():
    deck = Deck()
    for card in (2, 5, 6, 8):
        teach(deck, b"\xe0\x04" + bytes(card), card)
    for card in (2, 5, 6, 8):
        assert deck.card(deck.uid(card)) == card
    assert deck.card(b"\xe0\x04\0\0\0") == -1


def test_teach_replaces_both_ways():
    deck = Deck()
    one, two = uids(2)
    assert (len(deck), deck.card(one), deck.uid(5)) == (0, -1, None)
    teach(deck, one, 5)
    teach(deck, one, 6)  # the tag now belongs to another card
    assert (deck.uid(5), deck.card(one), len(deck)) == (None, 6, 1)
    teach(deck, two, 6)  # the card now has another tag
    assert (deck.card(one), deck.uid(6), len(deck)) == (-1, two, 1)
    forget(deck, two)
    forget(deck, two)
    assert len(deck) == 0


def test_a_deck_is_saved_and_loaded_and_a_damaged_file_is_seen(tmp_path):
    files = Files(str(tmp_path))
    deck, _ = full()
    found = Deck()
    assert found.load(files) == "missing"
    save(deck, files)
    assert (found.load(files), found.entries) == ("", deck.entries)
    data = files.read("deck.bin")
    assert len(data) == 8 + 12 * 108
    changed = [data[:end] for end in (0, 1, 7, 8, 20, len(data) - 1)]
    for i in range(0, len(data), 7):
        changed.append(data[:i] + bytes((data[i] ^ 0x10,)) + data[i + 1 :])
    for each in changed:
        Path(tmp_path, "deck.bin").write_bytes(each)
        assert found.load(files) == "damaged"
        assert len(found) == 0


def test_uids():
    good = ("e004015000000001", "04112233445566", "01020304", "04112233445566778899")
    bad = ("", "e0", "0004015000000001", "08112233", "88112233", "e00401500000000102")
    assert [uid for uid in good + bad if is_uid(bytes.fromhex(uid))] == list(good)


@pytest.mark.parametrize(("decks", "jokers", "count", "last"), [(1, 0, 52, "KC"), (2, 4, 108, "X4"), (1, 2, 54, "X2")])
def test_the_cards_to_teach(decks, jokers, count, last):
    order = cards_of(decks, jokers)
    assert len(order) == count
    assert cards.code(order[0]) == "AS"
    assert cards.code(order[-1]) == last


def test_what_a_tag_may_come_to():
    deck = Deck()
    one, two, three = uids(3)
    teaching = Teaching(deck, bytes((10, 11, 12)))
    assert teaching.tag(b"\x08\1\2\3") == (BAD_UID, -1)
    assert teaching.card == 10
    teaching.tag(one)
    teaching.tag(two)
    assert teaching.tag(one) == (USED, 10)
    assert teaching.card == 12
    teaching.skip()
    assert teaching.card == -1
    teaching.skip()
    assert teaching.tag(one) == (USED, 10)
    # A second walk.
    teaching = Teaching(deck, bytes((10, 11, 12)))
    assert teaching.tag(one) == (SAME, 10)
    assert teaching.tag(three) == (TAUGHT, 11)  # a new tag for this card
    assert deck.card(two) == -1
    assert teaching.undo()
    assert (teaching.card, deck.card(two), deck.card(three)) == (11, 11, -1)
    assert teaching.undo()
    assert not teaching.undo()
    assert (teaching.card, deck.card(one)) == (10, 10)


def test_undo_goes_back_all_the_way():
    deck, _ = full()
    before = deck.entries
    forget(deck, deck.uid(3))
    some = deck.entries
    teaching = Teaching(deck, cards_of(2, 4))
    dice = random.Random(4)
    fresh = [uid for uid in uids(250, seed=9) if deck.card(uid) < 0]
    while teaching.card >= 0:
        if dice.random() < 0.3:
            teaching.skip()
        else:
            teaching.tag(fresh.pop())
    assert deck.entries not in (before, some)
    while teaching.undo():
        pass
    assert deck.entries == some
