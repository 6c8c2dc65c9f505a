"""app/deck.py: which tag is which card, and how a table is taught it."""

import random

import pytest
from flash import Flash, files_on

from app.deck import (
    BAD_UID,
    DONE,
    SAME,
    TAUGHT,
    USED,
    Deck,
    Teaching,
    cards_of,
    is_uid,
)
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


def full():
    deck = Deck()
    taught = dict(zip(uids(108), random.Random(2).sample(range(108), 108), strict=True))
    for uid, card in taught.items():
        deck.teach(uid, card)
    return deck, taught


def test_an_empty_deck():
    deck = Deck()
    assert len(deck) == 0
    assert deck.card(b"\xe0\x04\x01\x50\0\0\0\1") == -1
    assert deck.uid(0) is None
    assert len(deck.pack()) == 8
    assert len(Deck(deck.pack())) == 0


def test_108_cards():
    deck, taught = full()
    assert len(deck) == 108
    assert len(deck.pack()) == 8 + 12 * 108
    again = Deck(deck.pack())
    for found in (deck, again):
        for uid, card in taught.items():
            assert found.card(uid) == card
            assert found.card(bytearray(uid)) == card
            assert found.card(memoryview(uid)) == card
            assert found.uid(card) == uid
        for uid in uids(300, seed=3):
            assert found.card(uid) == taught.get(uid, -1)
    assert [uid for uid, _ in deck.uids()] == sorted(taught, key=lambda uid: (len(uid), uid))


def test_a_uid_is_not_taken_for_a_longer_one():
    deck = Deck()
    deck.teach(b"\xe0\x04\0\0", 1)
    deck.teach(b"\xe0\x04\0\0\0\0\0", 2)
    deck.teach(b"\xe0\x04\0\0\0\0\0\0", 3)
    deck.teach(b"\xe0\x04\0\0\0\0\0\0\0\0", 4)
    for card in (1, 2, 3, 4):
        assert deck.card(deck.uid(card)) == card
    assert deck.card(b"\xe0\x04\0\0\0") == -1


def test_teach_replaces_both_ways():
    deck = Deck()
    one, two = uids(2)
    deck.teach(one, 5)
    deck.teach(one, 6)  # the tag is another card now
    assert (deck.uid(5), deck.card(one), len(deck)) == (None, 6, 1)
    deck.teach(two, 6)  # the card has another tag now
    assert (deck.card(one), deck.uid(6), len(deck)) == (-1, two, 1)
    deck.forget(6)
    deck.forget(6)
    assert len(deck) == 0
    for uid, card in ((b"", 0), (b"x" * 11, 0), (one, 108), (one, -1)):
        with pytest.raises(ValueError, match="deck"):
            deck.teach(uid, card)


def test_a_damaged_file_is_seen():
    deck, _ = full()
    data = deck.pack()
    for i in range(0, len(data), 7):
        changed = bytearray(data)
        changed[i] ^= 0x10
        with pytest.raises(ValueError, match="deck"):
            Deck(bytes(changed))
    for end in (1, 7, 8, 20, len(data) - 1):
        with pytest.raises(ValueError, match="deck"):
            Deck(data[:end])


def test_load_and_save():
    files = files_on(Flash(), format=True)
    deck, _ = full()
    found = Deck()
    assert found.load(files) == "missing"
    deck.save(files)
    assert found.load(files) == ""
    assert found.pack() == deck.pack()
    files.write("deck.bin", deck.pack()[:-1])
    assert found.load(files) == "damaged"
    assert len(found) == 0


def taught_deck(cards_asked, seed):
    deck = Deck()
    for uid, card in zip(uids(len(cards_asked), seed), cards_asked, strict=True):
        deck.teach(uid, card)
    return deck


def test_two_decks_are_merged():
    one = taught_deck([*range(52), 104, 105], seed=5)
    two = taught_deck([*range(52), 104, 105], seed=6)
    assert one.merge(two, second=True) == []
    assert len(one) == 108
    assert sorted(card for _, card in one.uids()) == list(range(108))
    assert one.card(two.uid(0)) == 52
    assert one.card(two.uid(104)) == 106
    # The same once more changes nothing.
    before = one.pack()
    assert one.merge(two, second=True) == []
    assert one.pack() == before


def test_decks_that_do_not_fit_stay_as_they_are():
    one = taught_deck([0, 1, 104], seed=5)
    before = one.pack()
    assert one.merge(taught_deck([1, 2], seed=6)) == [1]  # the card has another tag
    other = Deck()
    other.teach(one.uid(0), 7)
    assert one.merge(other) == [0]  # the tag is another card
    third = taught_deck([3, 60, 106], seed=6)  # has two packs, or four jokers, itself
    assert sorted(one.merge(third, second=True)) == [60, 106]
    assert one.pack() == before


def test_uids():
    good = ("e004015000000001", "04112233445566", "01020304", "04112233445566778899")
    bad = ("", "e0", "0004015000000001", "08112233", "88112233", "e00401500000000102")
    assert [uid for uid in good + bad if is_uid(bytes.fromhex(uid))] == list(good)


@pytest.mark.parametrize(("decks", "jokers", "count", "last"),
                         [(1, 0, 52, "KC"), (2, 4, 108, "X4"), (1, 2, 54, "X2")])
def test_the_cards_to_teach(decks, jokers, count, last):
    order = cards_of(decks, jokers)
    assert len(order) == count
    assert cards.code(order[0]) == "AS"
    assert cards.code(order[-1]) == last


def test_teaching_a_whole_deck():
    deck = Deck()
    teaching = Teaching(deck, cards_of(2, 4))
    for i, uid in enumerate(uids(108)):
        asked = teaching.card
        assert teaching.progress() == (i, i, 108)
        assert teaching.tag(uid) == (TAUGHT, asked)
        assert teaching.tag(uid) == (SAME, asked)  # it still lies there
    assert teaching.card == -1
    assert teaching.progress() == (108, 108, 108)
    assert teaching.tag(uids(109)[108]) == (DONE, -1)
    assert len(deck) == 108


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
    # Going over it again.
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
    before = deck.pack()
    deck.forget(3)
    some = deck.pack()
    teaching = Teaching(deck, cards_of(2, 4))
    dice = random.Random(4)
    fresh = [uid for uid in uids(250, seed=9) if deck.card(uid) < 0]
    while teaching.card >= 0:
        if dice.random() < 0.3:
            teaching.skip()
        else:
            teaching.tag(fresh.pop())
    assert deck.pack() not in (before, some)
    while teaching.undo():
        pass
    assert deck.pack() == some
