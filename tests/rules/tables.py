"""Starting positions shared by several rules tests."""

from play import both_passed, opened, ready

MELDS = {"meld1": "5H 6H 7H", "meld2": "9S 9H 9D", "meld3": "JC QC KC"}  # nine cards
GIN = {"meld1": "5H 6H 7H", "meld2": "9S 9H 9D", "meld3": "TC JC QC KC"}  # ten
THEIRS = {"meld4": "8S 8D 8C", "meld5": "2H 3H 4H"}  # six cards
REST = "KS TS 6C 3D"  # fits no meld; 29 points


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
    table.knock()
    table.discard("KD")
    return table


def knocked(left="2S", melds=MELDS, **rules):
    """Return a table where seat 0 has knocked and laid down, with this card left."""
    table = knocking(**rules)
    table.count(0, left, **melds)
    return table


def dealt(seats=2, **rules):
    """Return a dealt table of manipulation."""
    table = opened("manipulation", seats, upcard=None, **rules)
    return table


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
