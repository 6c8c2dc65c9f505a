"""Lay-offs: RULES.md "Only a seat that has laid", fine print 1, 7."""

from play import Clause, opened, ready


class LayOffBeforeLaying(Clause):
    """Only a seat that has laid in this round lays off, on anyone's melds."""

    clause = "lay_off_before_laying"

    def laid_by_seat_0(self, game="rami51"):
        table = ready(game)
        table.play(meld1="5H 6H 7H", discard="2D")
        return table

    def test_a_seat_that_has_not_laid_does_not_lay_off(self):
        for game in ("chamberliens", "rami51", "rami30"):
            table = self.laid_by_seat_0(game)
            self.refused(table.play(meld1="8H", discard="3D"), "lay_off_before_laying", seat=1)

    def test_at_rami_7_it_does_and_counts_as_not_having_laid(self):
        self.accepted(self.laid_by_seat_0("rami7").play(meld1="8H", discard="3D"), seat=1, laid=0, hand=6)

    def test_a_lay_off_alone_asks_for_no_first_lay(self):
        table = opened("rami51")
        table.play(meld1="6H 7H 8H", meld2="KS KH KD", discard="2D")
        self.refused(table.play(meld1="9H", discard="3D"), "lay_off_before_laying")

    def test_this_turn_counts_once_its_lay_is_legal(self):
        table = opened("rami51")
        table.play(meld1="6H 7H 8H", meld2="KS KH KD", discard="2D")
        self.accepted(table.play(meld1="9H", meld3="6S 7S 8S", meld4="QS QH QD", discard="3D"), seat=1, laid=51)

    def test_one_lays_off_on_the_melds_of_others(self):
        table = self.laid_by_seat_0()
        table.play(meld2="9S TS JS", discard="3D")
        self.accepted(table.play(meld2="QS", discard="4D"), seat=0, laid=0, hand=9)

    def test_and_on_ones_own(self):
        table = self.laid_by_seat_0()
        table.discard("3D")
        self.accepted(table.play(meld1="8H 4H", discard="4D"), seat=0, laid=0, hand=8)

    def test_having_laid_in_another_round_does_not_help(self):
        table = opened("rami51", hand=4, first_lay_points=0)
        table.lay(meld1="5H 6H 7H")
        table.discards("2D 3D")
        table.play(meld1="8H", discard="4D")
        self.assertEqual(table.last[-1]["event"], "round")
        table.clear()
        table.deal("4C")
        table.play(meld1="5H 6H 7H", discard="2D")
        self.refused(table.play(meld1="8H", discard="3D"), "lay_off_before_laying", seat=0)

    def test_a_lay_with_a_zone_that_is_no_meld_is_not_legal(self):
        table = opened("rami51")
        table.play(meld1="6H 7H 8H", meld2="KS KH KD", discard="2D")
        table.play(meld1="9H", meld3="6S 7S 8S", meld4="QS QH QD", meld5="5C 6D 7D", discard="3D")
        self.refused(table, "not_a_meld", "lay_off_before_laying")
