"""The first lay of a seat: RULES.md "First lay", fine print 6 to 9."""

from play import Clause, opened


class FirstLayPoints(Clause):
    """The new melds of a first lay together reach the minimum."""

    clause = "first_lay_points"

    def test_51_points_open_the_round(self):
        self.accepted(opened("rami51").play(meld1="6H 7H 8H", meld2="KS KH KD", discard="2D"), seat=0, laid=51)

    def test_50_points_do_not(self):
        table = opened("rami51")
        self.refused(table.play(meld1="5H 6H 7H", meld2="8S 8H 8D 8C", discard="2D"), "first_lay_points", seat=0)
        self.why(table, 50, 51)

    def test_lay_offs_do_not_count(self):
        table = opened("rami51")
        table.play(meld1="9H TH JH", meld2="KS KH KD", discard="2D")
        table.play(meld1="QH KH2", meld3="5S 6S 7S", discard="2C")
        self.refused(table, "lay_off_before_laying", "first_lay_points")
        self.why(table, 18, 51)

    def test_chamberliens_asks_51_too(self):
        for last, codes in (("6H 7H 8H", ()), ("5H 6H 7H", ("first_lay_points",))):
            table = opened("chamberliens")
            table.discards("2C 3C")
            table.play(meld1=last, meld2="KS KH KD", discard="2D")
            self.refused(table, *codes) if codes else self.accepted(table, laid=51)

    def test_rami30_asks_30(self):
        for melds, good in (("TS TH TD", True), ("9S TS JS", False)):
            table = opened("rami30")
            table.play(meld1=melds, discard="2D")
            if good:
                self.accepted(table, laid=30)
            else:
                self.refused(table, "first_lay_points")
                self.why(table, 29, 30)

    def test_rami7_asks_51(self):
        for run, good in (("5H 6H 7H", True), ("4H 5H 6H", False)):
            table = opened("rami7")
            table.discard("2C")
            table.play(meld1="AS AH AD", meld2=run, discard="2D")
            self.accepted(table, laid=51) if good else self.refused(table, "first_lay_points")

    def test_what_is_no_meld_counts_nothing(self):
        table = opened("rami51")
        self.refused(table.play(meld1="6H 7H 8H", meld2="KS KH QD", discard="2D"), "not_a_meld", "first_lay_points")
        self.why(table, 21, 51)

    def test_a_meld_with_a_joker_just_taken_does_not_count(self):
        table = opened("rami51", joker_swap=True)
        table.play(meld1="9S TS JS QS", meld2="7D 8D X1", discard="2D")
        table.move("X1", "meld2", "meld3")
        table.play(meld2="9D", meld3="KS KD", meld4="5H 6H 7H 8H", discard="3D")
        self.refused(table, "joker_before_laying", "first_lay_points")
        self.why(table, 26, 51)

    def test_but_it_does_count_in_laid(self):
        table = opened("rami51", joker_swap=True)
        table.play(meld1="9S TS JS QS", meld2="7D 8D X1", discard="2D")
        table.move("X1", "meld2", "meld3")
        table.play(meld2="9D", meld3="KS KD", meld4="TH JH QH KH", meld5="4S 4H 4D", discard="3D")
        self.accepted(table, seat=1, laid=82)

    def test_later_lays_have_no_minimum(self):
        table = opened("rami51")
        table.lay(meld1="6H 7H 8H", meld2="KS KH KD")
        table.discards("2D 3D")
        self.accepted(table.play(meld3="2S 3S 4S", discard="4D"), seat=0, laid=9)

    def test_the_minimum_is_asked_anew_in_each_round(self):
        table = opened("rami51", hand=5)
        table.play(meld1="TH JH QH KH AH", discard="2D")
        self.assertEqual(table.last[-1]["event"], "round")
        table.clear()
        table.deal("4C")
        table.discard("2C")
        self.refused(table.play(meld1="5H 6H 7H", discard="2D"), "first_lay_points", seat=0)

    def test_it_is_not_asked_where_nothing_is_laid(self):
        table = opened("rami51")
        table.discard("2D")
        self.accepted(table, laid=0, took="stock")

    def test_the_house_may_set_the_minimum(self):
        self.accepted(opened("rami51", first_lay_points=18).play(meld1="5S 6S 7S", discard="2C"), laid=18)


class FirstLayPureRun(Clause):
    """If the game requires it, a first lay has a run without a joker."""

    clause = "first_lay_pure_run"

    def test_sets_alone_do_not_open(self):
        table = opened("rami51")
        self.refused(table.play(meld1="KS KH KD", meld2="QS QH QD", discard="2D"), "first_lay_pure_run")

    def test_nor_at_chamberliens(self):
        table = opened("chamberliens")
        table.discards("2C 3C")
        self.refused(table.play(meld1="KS KH KD", meld2="QS QH QD", discard="2D"), "first_lay_pure_run")

    def test_a_run_with_a_joker_is_not_pure(self):
        table = opened("rami51", first_lay_points=0)
        self.refused(table.play(meld1="5H 6H X1", discard="2D"), "first_lay_pure_run")

    def test_a_joker_may_lie_in_another_meld(self):
        table = opened("rami51")
        self.accepted(table.play(meld1="5H 6H 7H 8H", meld2="KS KH X1", discard="2D"), seat=0, laid=56)

    def test_a_run_that_is_no_meld_is_not_pure(self):
        table = opened("rami51")
        table.play(meld1="6H 7H 9H", meld2="KS KH KD", meld3="AS AH AD", discard="2D")
        self.refused(table, "not_a_meld", "first_lay_pure_run")

    def test_a_run_laid_off_is_not_laid(self):
        table = opened("rami51")
        table.play(meld1="9H TH JH", meld2="KS KH KD", discard="2D")
        table.play(meld1="6H 7H 8H", meld3="QS QH QD", meld4="AS AH AD", discard="3D")
        self.refused(table, "lay_off_before_laying", "first_lay_pure_run")

    def test_three_naturals_beside_a_joker_are_no_pure_run(self):
        table = opened("rami51")
        self.refused(table.play(meld1="9H TH JH QH X1", meld2="KS KH KD", discard="2D"), "first_lay_pure_run")

    def test_but_the_house_may_take_them_for_one(self):
        for run, good in (("TH JH QH X1 AH", True), ("TH JH X1 KH AH", False)):
            table = opened("rami51", pure_run_beside_joker=True)
            table.play(meld1=run, meld2="KS KH2 KD", discard="2D")
            self.accepted(table, laid=81) if good else self.refused(table, "first_lay_pure_run")

    def test_rami30_and_rami7_do_not_ask_it(self):
        for game in ("rami30", "rami7"):
            table = opened(game)
            table.discard("2C")
            self.accepted(table.play(meld1="KS KH KD", meld2="QS QH QD", discard="2D"), laid=60)

    def test_the_house_may_ask_it(self):
        table = opened("rami7", first_lay_pure_run=True)
        table.discard("2C")
        self.refused(table.play(meld1="KS KH KD", meld2="QS QH QD", discard="2D"), "first_lay_pure_run")

    def test_a_joker_just_taken_leaves_a_pure_run_pure(self):
        table = opened("rami51", joker_swap=True)
        table.play(meld1="9S TS JS QS", meld2="7D 8D X1", discard="2D")
        table.move("X1", "meld2", "meld3")
        table.play(meld2="9D", meld3="5H 6H 7H", meld4="KS KH KD", discard="3D")
        self.refused(table, "joker_before_laying", "first_lay_points")  # 18 and 30
        self.accepted(table.turn(0, meld5="AS AH AD"), laid=89)

    def test_in_the_middle_of_a_run_it_leaves_none(self):
        table = opened("rami51", joker_swap=True)
        table.play(meld1="9S TS JS QS", meld2="7D 8D X1", discard="2D")
        table.move("X1", "meld2", "meld3")
        table.play(meld2="9D", meld3="5H 6H 8H", meld4="KS KH KD", meld5="AS AH AD", discard="3D")
        self.refused(table, "joker_before_laying", "first_lay_pure_run")

    def test_another_joker_of_that_meld_is_read_anew(self):
        table = opened("rami51", joker_swap=True, first_lay_pure_run=False, jokers_per_meld=2, first_lay_points=27)
        table.play(meld1="9S TS JS QS", meld2="7D 8D X1", discard="2D")
        table.move("X1", "meld2", "meld3")
        # 7H 8H and the nine that is left to X2: 24, whatever both of them stand for.
        self.refused(table.play(meld2="9D", meld3="7H 8H X2", discard="3D"), "joker_before_laying", "first_lay_points")
        table.lift("meld3", "7H")
        self.accepted(table.turn(0, meld3="9H"), laid=37)


class FirstRoundNoLay(Clause):
    """At chamberliens a seat does not lay in its first turn of a round."""

    clause = "first_round_no_lay"

    def test_nobody_lays_in_the_first_turn(self):
        table = opened("chamberliens")
        self.refused(table.play(meld1="6H 7H 8H", meld2="KS KH KD", discard="2D"), "first_round_no_lay")

    def test_nor_in_the_first_turn_of_the_second_seat(self):
        table = opened("chamberliens")
        table.discard("2C")
        self.refused(table.play(meld1="6H 7H 8H", meld2="KS KH KD", discard="2D"), "first_round_no_lay", seat=1)

    def test_a_refused_turn_was_no_turn(self):
        table = opened("chamberliens")
        table.play(meld1="6H 7H 8H", meld2="KS KH KD", discard="2D")
        table.done()
        self.refused(table, "first_round_no_lay")

    def test_in_the_second_turn_one_may(self):
        table = opened("chamberliens")
        table.discards("2C 3C")
        self.accepted(table.play(meld1="6H 7H 8H", meld2="KS KH KD", discard="2D"), seat=0, laid=51)

    def test_each_round_has_its_first_turn(self):
        table = opened("chamberliens", hand=3)
        table.lay(meld1="5H 6H 7H")
        table.discard("2D")  # a rami sec
        table.clear()
        table.deal("4C")
        self.refused(table.turn(0, meld1="5H 6H 7H"), "first_round_no_lay", "first_lay_points", "no_discard")

    def test_the_other_games_let_one_lay_at_once(self):
        for game in ("rami51", "rami30", "rami7"):
            table = opened(game, first_lay_points=0)
            self.accepted(table.play(meld1="5H 6H 7H", discard="2D"), seat=0, laid=18)
