"""Card values in a lay: RULES.md "Card values for the minimum"."""

from play import Clause, lines


class LayValues(Clause):
    """The values of cards in a lay."""

    clause = "lay_values"
    lines = """
    two to ten are worth their pips | lay 2H 3H 4H 5H 6H 7H 8H 9H TH | ok laid=54
    court cards are worth ten | lay JH QH KH | ok laid=30
    an ace is worth eleven | lay QH KH AH | ok laid=31
    | lay AS AH AD | ok laid=33
    an ace before a two is worth one | lay AH 2H 3H | ok laid=6
    | lay AH X1 3H | ok laid=6
    in rami40 and where the house says so it is worth eleven | lay AH 2H 3H game=rami40 | ok laid=16
    | lay AH 2H 3H low_ace=11 | ok laid=16
    a run with both aces counts each in its place | lay AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH2 hand=15 | ok laid=96
    a joker is worth the card it stands for | lay 5H X1 7H | ok laid=18
    | lay QH KH X1 | ok laid=31
    | lay X1 2H 3H | ok laid=9
    a joker in a set is worth its rank | lay 9S 9H X1 | ok laid=27
    | lay AS AH X1 | ok laid=33
    chamberliens counts alike | lay AH 2H X1 game=chamberliens | ok laid=6
    | lay KH AH X1 game=chamberliens | ok laid=31
    rami7 counts every ace eleven | lay AH 2H 3H game=rami7 | ok laid=16
    rami7 counts a joker twenty | lay 5H X1 7H game=rami7 | ok laid=32
    | lay KS KH X1 game=rami7 | ok laid=40
    | lay QH KH X1 game=rami7 | ok laid=40
    all new melds are added up | ready rami51 | 1 5H 6H 7H 2 KS KH KD > 2D ok laid=48
    """


lines(globals())
