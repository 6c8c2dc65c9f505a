"""Cards that are tapped are arranged as the players laid them: tierce.taps."""

import pytest
from naive.watched import inside

from tierce import taps
from tierce.cards import codes, parse
from tierce.referee import Referee


def cards_of(text):
    return [parse(code) for code in text.split()]


def table(game, melds=(), laid=True, seats=2, **rules):
    """Return a referee in the second turn of seat 1, whose melds lie on the table."""
    referee = Referee(
        {"tierce": 1, "game": game, "players": ["Ana", "Luc", "Zoé"][:seats], "dealer": 0, "rules": rules}
    )
    referee.feed({"t": 0, "seat": 0, "press": "deal"})
    game = inside(referee)
    for at, meld in enumerate(melds):
        game.on_cards(at + 1, (), cards_of(meld))
    readings = {zone: game.read(zone)[0] for zone in game.layout.melds()}
    game.layout.settle(game.bindings(readings))
    game.turns = [1] * seats
    if game.has_laid:
        game.has_laid[1] = laid
    return referee


def arranged(referee, laid):
    """Return the arrangements as text: {zone: cards}, and whether they are legal."""
    found = referee.view.arrange(cards_of(laid), 3)
    ways = [{zone: " ".join(codes(sorted(cards))) for zone, cards in way[taps.ZONES].items()} for way in found]
    return ways, found[0][taps.LEGAL]


NOT_LAID = {"laid": False}


@pytest.mark.parametrize(
    ("game", "lies", "how", "taps", "way", "legal"),
    [
        ("rami51", "TC JC QC", {}, "5H 6H 7H 9C", {1: "9C TC JC QC", 2: "5H 6H 7H"}, True),
        # A first lay, with a lay-off in the same turn.
        ("rami30", "TC JC QC", NOT_LAID, "TH TS TD 9C", {1: "9C TC JC QC", 2: "TS TH TD"}, True),
        # An illegal lay gives the nearest.
        ("rami51", "TC JC QC", NOT_LAID, "2H 3H 4H", {2: "2H 3H 4H"}, False),
        ("rami51", "TC JC QC", NOT_LAID, "5H 6H 7H 9S", {2: "5H 6H 7H", 3: "9S"}, False),
        # A joker is taken for its card, also if it was tapped.
        ("rami51", "5H X1 7H", {}, "6H 9S 9C", {1: "5H 6H 7H", 2: "9S 9C X1"}, True),
        ("rami51", "5H X1 7H", {}, "6H X1 9S 9C", {1: "5H 6H 7H", 2: "9S 9C X1"}, True),
        ("contrat", "", NOT_LAID, "5H 5C 5S 9H 9C 9S", {1: "5S 5H 5C", 2: "9S 9H 9C"}, True),
        ("contrat", "", NOT_LAID, "5H 5C 5S", {1: "5S 5H 5C"}, False),
    ],
)
def test_a_lay_is_arranged(game, lies, how, taps, way, legal):
    ways, is_legal = arranged(table(game, [lies] if lies else [], **how), taps)
    assert (ways[0], is_legal) == (way, legal)


def test_the_order_of_the_taps_tells_two_ways_apart():
    referee = table("rami51", ["TC JC QC"])
    ways, _ = arranged(referee, "X1 5H 6H 7H 2S 3S 4S")
    assert ways[0] == {2: "5H 6H 7H X1", 3: "2S 3S 4S"}
    ways, _ = arranged(referee, "5H 6H 7H 2S 3S 4S X1")
    assert ways[0] == {2: "5H 6H 7H", 3: "2S 3S 4S X1"}


def test_a_joker_at_the_lower_end_is_declared():
    referee = table("rami51", ["5H 6H 7H"])
    found = referee.view.arrange(cards_of("X1"), 3)
    assert [way[taps.SAID] for way in found] == [{parse("X1"): parse("8H")}, {parse("X1"): parse("4H")}]
    for event in taps.events(referee.view, found[1], 0):
        referee.take(event)
    assert referee.view.reading(1)[2] == {parse("X1"): parse("4H")}


def test_manipulation_rearranges_the_table():
    referee = table("manipulation", ["3H 4H 5H 6H", "7S 7H 7D"])
    ways, legal = arranged(referee, "7C 8H")
    assert legal
    lies = {1: "3H 4H 5H 6H", 2: "7S 7H 7D", **ways[0]}
    assert sorted(lies.values()) == ["3H 4H 5H 6H 7H 8H", "7S 7D 7C"]
    assert arranged(referee, "KC")[1] is False
