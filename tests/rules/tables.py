"""Starting positions shared by several rules tests."""

from play import Clause, Play, both_passed, opened, ready

MELDS = {"meld1": "5H 6H 7H", "meld2": "9S 9H 9D", "meld3": "JC QC KC"}  # nine cards
GIN = {"meld1": "5H 6H 7H", "meld2": "9S 9H 9D", "meld3": "TC JC QC KC"}  # ten
THEIRS = {"meld4": "8S 8D 8C", "meld5": "2H 3H 4H"}  # six cards
NINE = {"meld4": "8S 8D 8C", "meld5": "2H 3H 4H", "meld6": "JS JD JH"}
REST = "KS TS 6C 3D"  # fits no meld; 29 points
# At manipulation: ten cards each, so that one of eleven is left; and hands of ten.
TEN = (
    {"meld1": "5H 6H 7H 8H", "meld2": "9S 9H 9D", "meld3": "JS QS KS"},
    {"meld4": "2S 3S 4S 5S", "meld5": "6D 6C 6S", "meld6": "TD JD QD"},
    {"meld7": "2H2 3H2 4H2 5H2", "meld8": "9S2 9H2 9D2", "meld9": "JS2 QS2 KS2"},
)
HANDS = {"LOW": "2C 2D 3C 3D 3H 4C 4D 4H AC AD", "HIGH": "TC JC QC KC KD JH QH KH TS TH"}  # 27 and 100


class AtGin(Clause):
    """The opponent of a knocker counts: steps of a row."""

    def theirs(self, table, *cards):
        """Lay six cards in two melds; count these others, or four that fit no meld."""
        table.count(1 - table.referee.view.knocker, " ".join(cards) or REST, **THEIRS)

    def nine(self, table, card):
        """Lay nine cards in three melds, and this one."""
        table.count(1 - table.referee.view.knocker, card, **NINE)


class AtManipulation(Clause):
    """Turns and counts of manipulation: steps of a row."""

    def ten(self, table, which):
        """Draw a card and lay ten."""
        table.draw()
        table.lay(**TEN[which])

    def turns(self, table, number):
        """Let seats draw three cards each."""
        for _ in range(number):
            table.turn(3)

    def counts(self, table, *hands):
        """Let the seats count these hands, in their order; "-" has none."""
        for seat, hand in enumerate(hands):
            if hand != "-":
                table.count(seat, " ".join([HANDS.get(word, word) for word in hand.split()]))


def showing(game="rami51", **rules):
    return ready(game, show_melds=True, **rules)


def lay(cards, game="rami51", **rules):
    """Lay cards on one zone and discard, at a table where any meld opens."""
    table = ready(game, **rules)
    table.play(meld1=cards, discard="2D")
    return table


def both_laid(meld="5H 6H 7H 8H", game="rami51", said=None, **rules):
    """Return a table where seat 0 laid this meld, then seat 1 a run; seat 0 is on turn."""
    table = ready(game, **rules)
    table.lay(meld1=meld)
    if said:
        table.say("meld1", "X1", said)
    table.discard("2D")
    table.play(meld2="9S TS JS", discard="3D")
    return table


def knocking(**rules):
    """Return a table where seat 0 has just knocked and discarded."""
    table = both_passed(**rules)
    table.press("knock")
    table.discard("KD")
    return table


def knocked(left="2S", melds=MELDS, **rules):
    """Return a table where seat 0 has knocked and laid down, with this card left."""
    table = knocking(**rules)
    table.count(0, left, **melds)
    return table


def gin(**rules):
    """Return a table where seat 0 has knocked with gin, and laid down."""
    return knocked(None, GIN, **rules)


def knocked_low(seats=2, before=(), **rules):
    """Return a table of manipulation: seats laid ten cards each; the next did so too, and knocked."""
    table = dealt(seats, **rules)
    for seat in before:
        table.turn(1, **TEN[seat])
    table.draw()
    table.lay(**TEN[len(before)])
    table.press("knock")
    return table


def going_on(game, seats=2, totals=None, rounds=None, **rules):
    """Return a table that continues a match: these are its totals, and `rounds` have been played."""
    given = {"totals": totals, "rounds": rounds}
    return Play(game, seats, begun={key: given[key] for key in given if given[key] is not None}, **rules)


def dealt(seats=2, **rules):
    """Return a dealt table of manipulation."""
    return opened("manipulation", seats, upcard=None, **rules)


def laid(said=(), seats=2, show_melds=False, **melds):
    """Return a table where seat 0 has laid melds, and seat 1 has drawn a card."""
    table = dealt(seats, show_melds=show_melds)
    table.turn(1, said, **melds)
    table.draw()
    return table


def one_out(game, hand, seats=2, laid=(1,), **rules):
    """Return a table where seat 0 is out; the seats in `laid` have laid a run of spades before."""
    runs = {1: "9S TS JS", 2: "2S 3S 4S", 3: "5S 6S 7S", 4: "QS KS AS"}
    table = ready(game, seats, hand=hand, **rules)
    run = ("5H 6H 7H 8H 9H TH JH QH KH AH").split()[: hand - 1]
    first = max(3, hand - 1)
    table.play(meld1=" ".join(run[:first]), discard="2D")
    for seat in range(1, seats):
        if seat in laid:
            table.put("meld%d" % (seat + 1), runs[seat])
        table.discard("%dD" % (seat + 2))
    table.play(meld1="4H", discard="8D")
    return table
