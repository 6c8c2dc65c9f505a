"""Lay-offs: RULES.md "Only a seat that has laid", fine print 1, 7."""

from play import Clause, lines, ready


class LayOffBeforeLaying(Clause):
    """Only a seat that has laid in this round lays off, on anyone's melds."""

    clause = "lay_off_before_laying"
    lines = """
    a seat that has not laid does not lay off | laid_by_seat_0 chamberliens/rami51/rami30 | 1 8H > 3D
        !lay_off_before_laying seat=1
    at rami 7 it does and counts as not having laid | laid_by_seat_0 rami7 | 1 8H > 3D ok seat=1 laid=0 hand=6
    a lay off alone asks for no first lay | opened rami51 | 1 6H 7H 8H 2 KS KH KD > 2D 1 9H > 3D !lay_off_before_laying
    this turn counts once its lay is legal | opened rami51 | 1 6H 7H 8H 2 KS KH KD > 2D 1 9H 3 6S 7S 8S 4 QS QH QD > 3D
        ok seat=1 laid=51
    one lays off on the melds of others | laid_by_seat_0 | 2 9S TS JS > 3D 2 QS > 4D ok seat=0 laid=0 hand=9
    and on ones own | laid_by_seat_0 | > 3D 1 8H 4H > 4D ok seat=0 laid=0 hand=8
    having laid in another round does not help | opened rami51 hand=4 first_lay_points=0 | 1 5H 6H 7H > 2D > 3D 1 8H
        > 4D round clear deal > 4C 1 5H 6H 7H > 2D 1 8H > 3D !lay_off_before_laying seat=0
    a lay with a zone that is no meld is not legal | opened rami51 | 1 6H 7H 8H 2 KS KH KD > 2D 1 9H 3 6S 7S 8S
        4 QS QH QD 5 5C 6D 7D > 3D !not_a_meld,lay_off_before_laying
    """

    def laid_by_seat_0(self, game="rami51"):
        table = ready(game)
        table.play(meld1="5H 6H 7H", discard="2D")
        return table


lines(globals())
