"""The first lay of a seat: RULES.md "First lay", fine print 6 to 9."""

from play import Clause, Play


class FirstLayPoints(Clause):
    """The new melds of a first lay together reach the minimum."""

    clause = "first_lay_points"

    def test_51_points_open_the_round(self):
        table = Play("rami51")
        table.deal("4C")
        table.lay(meld1="5H 6H 7H 8H", meld2="KS KH X1")
        table.discard("2D")
        self.accepted(table, seat=0, laid=56, hand=6)

    def test_50_points_do_not(self):
        table = Play("rami51")
        table.deal("4C")
        table.lay(meld1="5H 6H 7H", meld2="8S 8H 8D 8C")
        table.discard("2D")
        self.refused(table, "first_lay_points")
        self.why(table, 50, 51)

    def test_lay_offs_do_not_count(self):
        table = Play("rami51")
        table.deal("4C")
        table.lay(meld1="9H TH JH", meld2="KS KH KD")
        table.discard("2D")
        table.lay(meld1="QH KH2", meld3="5S 6S 7S")
        table.discard("2C")
        self.refused(table, "lay_off_before_laying", "first_lay_points")
        self.why(table, 18, 51)

    def test_the_house_may_set_the_minimum(self):
        table = Play("rami51", first_lay_points=18)
        table.deal("4C")
        table.lay(meld1="5S 6S 7S")
        table.discard("2C")
        self.accepted(table, laid=18)


class FirstLayPureRun(Clause):
    """Where the game asks it, a first lay holds a run without a joker."""

    clause = "first_lay_pure_run"

    def test_sets_alone_do_not_open(self):
        table = Play("rami51")
        table.deal("4C")
        table.lay(meld1="KS KH KD", meld2="QS QH QD")
        table.discard("2D")
        self.refused(table, "first_lay_pure_run")

    def test_three_naturals_beside_a_joker_are_no_pure_run(self):
        for beside, good in ((False, False), (True, True)):
            table = Play("rami51", pure_run_beside_joker=beside)
            table.deal("4C")
            table.lay(meld1="9H TH JH QH X1", meld2="KS KH KD")
            table.discard("2D")
            if good:
                self.accepted(table, laid=79)
            else:
                self.refused(table, "first_lay_pure_run")
