"""The places of the cards at the virtual table."""

import random

from tierce.cards import CARDS
from tierce_tools.match.places import BOX, STOCK, rack, seat_of
from tierce_tools.virtual.scene import ALL, Scene, by_rank, by_suit

ZONES = ("discard", "meld1", "meld2", "seat0", "seat1")


def scene() -> Scene:
    made = Scene(ZONES, 2)
    made.gather(2, 4)
    return made


def test_all_cards_of_a_game_are_the_stock_and_the_others_stay_in_the_box() -> None:
    made = scene()
    assert made.places[STOCK] == [card for card in ALL if card not in ("X5", "X6", "X7", "X8")]
    assert sorted(made.places[BOX]) == ["X5", "X6", "X7", "X8"]
    made.gather(1, 0)
    assert len(made.places[STOCK]) == 52
    assert len(made.places[BOX]) == CARDS - 52
    assert made.where("X1") == made.where("5H2") == BOX
    assert made.where("5H") == STOCK
    assert made.where("5X") is None


def test_cards_come_in_the_order_given() -> None:
    made = scene()
    made.move(["7H", "5H", "6H"], "meld1")
    assert made.places["meld1"] == ["7H", "5H", "6H"]
    made.move(["KS", "KD"], "meld1", 1)
    assert made.places["meld1"] == ["7H", "KS", "KD", "5H", "6H"]


def test_a_card_moved_within_its_place_lands_before_what_lay_there() -> None:
    made = scene()
    cards = ["2H", "3H", "4H", "5H"]
    for card, at, expected in (
        ("2H", 2, ["3H", "2H", "4H", "5H"]),
        ("2H", 4, ["3H", "4H", "5H", "2H"]),
        ("5H", 0, ["5H", "2H", "3H", "4H"]),
        ("3H", 1, cards),
        ("3H", 2, cards),
    ):
        made.move(cards, rack(0))
        made.put_all(rack(0), cards)
        made.move([card], rack(0), at)
        assert made.places[rack(0)] == expected


def test_every_card_is_in_one_place_whatever_is_moved(seed: int) -> None:
    rng = random.Random(seed)
    made = scene()
    places = list(made.places)
    for _ in range(500):
        cards = rng.sample(ALL, rng.randrange(1, 9))
        to = rng.choice(places)
        made.move(cards, to, rng.choice([None, rng.randrange(0, 12)]))
        held = [(card, place) for place, cards in made.places.items() for card in cards]
        assert len(held) == CARDS
        assert all(made.where(card) == place for card, place in held)
        stay = [card for card in made.places[to] if card in cards]
        assert stay == cards


def test_a_hand_is_sorted_by_suits_or_ranks() -> None:
    hand = ["X1", "2H", "AS", "2H2", "KC", "AD", "3S"]
    assert sorted(hand, key=by_suit) == ["AS", "3S", "2H", "2H2", "KC", "AD", "X1"]
    assert sorted(hand, key=by_rank) == ["AS", "AD", "2H", "2H2", "3S", "KC", "X1"]


def test_whose_a_place_is() -> None:
    assert seat_of("hand0") == 0
    assert seat_of("seat3") == 3
    for place in ("meld1", "discard", STOCK, BOX, "hand", "seats", "hand²", "seat٣", "seat-1", "hand" + "9" * 5000):
        assert seat_of(place) is None
