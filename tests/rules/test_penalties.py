"""Counting hands and scoring rounds of the laying games: RULES.md "Penalties"."""

from play import FREE, Clause, opened, ready
from tables import one_out


class Count(Clause):
    """Each seat whose hand counts lays it on its seat zone and presses done."""

    clause = "count"

    def test_the_seat_that_laid_counts(self):
        table = one_out("rami51", 4)
        self.accepted(table, seat=0, hand=0)
        self.scored(table.count(1, "KC"), "out", [0, 10], t=table.t)

    def test_two_to_ten_count_their_pips_and_court_cards_ten(self):
        self.scored(one_out("rami51", 7).count(1, "2H TD JC QC"), "out", [0, 32])

    def test_an_ace_counts_eleven_and_a_joker_twenty(self):
        self.scored(one_out("rami51", 7).count(1, "AC 2C2 3C2 X1"), "out", [0, 36])

    def test_the_other_games_count_alike(self):
        for game, winner in (("chamberliens", 0), ("rami30", 0), ("rami7", -20)):
            self.scored(one_out(game, 7, opening_draw=True).count(1, "AC KC 9C X1"), "out", [winner, 50])

    def test_seats_that_have_not_laid_need_not(self):
        table = one_out("rami51", 4, 3, laid=(2,))
        table.done(1)
        self.warned(table, "not_your_turn", seat=1)
        self.scored(table.count(2, "KC"), "out", [0, 100, 10])

    def test_when_none_is_left_to_count_it_is_scored_at_once(self):
        self.scored(one_out("rami51", 4, 3, laid=()), "out", [0, 100, 100])

    def test_seats_count_in_any_order(self):
        table = one_out("rami51", 4, 3, laid=(1, 2))
        self.silent(table.count(2, "KC"))
        self.scored(table.count(1, "9C"), "out", [0, 9, 10])

    def test_nobody_counts_twice(self):
        table = one_out("rami51", 4, 3, laid=(1, 2))
        table.count(2, "KC")
        table.done(2)
        self.warned(table, "not_your_turn", seat=2)

    def test_the_number_of_cards_must_be_right(self):
        table = one_out("rami51", 7)
        self.warned(table.count(1, "KC QC"), "count_mismatch", zone="seat1", expected=4, read=2)
        self.scored(table.count(1, "JC TC"), "out", [0, 40])

    def test_its_own_done_does_not_accept_another_number(self):
        table = one_out("rami51", 7)
        for _ in range(2):
            table.done(1)
            self.warned(table, "count_mismatch", zone="seat1", expected=4, read=0)

    def test_that_of_a_seat_that_is_not_awaited_does(self):
        table = one_out("rami51", 7)
        table.count(1, "KC QC")
        table.done(0)
        self.scored(table, "out", [0, 20], short=[1], t=table.t)

    def test_of_one_whose_hand_does_not_count_too(self):
        table = one_out("rami51", 7, 4, laid=(1, 3))
        table.done(2)
        self.warned(table, "not_your_turn", seat=2)
        table.count(1, "KC")
        table.done(3)  # it is awaited: it accepts nothing
        self.warned(table, "count_mismatch", zone="seat3", read=0)
        self.assertEqual(len(table.last), 1)
        table.done(2)  # both, in order
        self.scored(table, "out", [0, 10, 100, 0], short=[1, 3])

    def test_whatever_lies_there_then(self):
        table = one_out("rami51", 7)
        table.count(1, "KC QC")
        table.lift("seat1", "QC")
        table.put("seat1", "JC")
        table.done(0)
        self.scored(table, "out", [0, 20], short=[1])

    def test_another_wrong_number_is_warned_of_again(self):
        table = one_out("rami51", 7)
        table.done(1)
        self.warned(table, "count_mismatch", zone="seat1", expected=4, read=0)
        self.warned(table.count(1, "KC QC"), "count_mismatch", zone="seat1", expected=4, read=2)
        table.lift("seat1", "KC QC")
        table.done(1)
        self.warned(table, "count_mismatch", zone="seat1", expected=4, read=0)
        table.put("seat1", "KC")
        table.done(0)
        self.warned(table, "count_mismatch", zone="seat1", expected=4, read=1)
        table.done(0)
        self.scored(table, "out", [0, 10], short=[1])

    def test_the_right_number_needs_no_second_press_and_is_not_short(self):
        table = one_out("rami51", 7)
        table.done(1)
        self.scored(table.count(1, "KC QC JC TC"), "out", [0, 40])
        self.assertNotIn("short", table.last[-1])

    def test_the_seats_that_are_short_stand_in_their_order(self):
        table = one_out("rami51", 7, 4, laid=(1, 2, 3))
        table.count(2, "QC")
        table.count(1, "KC JC TC 9C")
        table.count(3, "QD")
        table.done(1)
        self.scored(table, "out", [0, 39, 10, 10], short=[2, 3])

    def test_each_seat_is_warned_for_itself(self):
        table = one_out("rami51", 7, 3, laid=(1, 2))
        self.warned(table.count(1, "KC"), "count_mismatch", zone="seat1")
        self.warned(table.count(2, "QC"), "count_mismatch", zone="seat2")
        table.lift("seat1", "KC")
        table.done(0)  # what lies there has changed at one of them
        self.warned(table, "count_mismatch", zone="seat1", read=0)
        self.assertEqual(len(table.last), 1)
        table.done(2)
        self.scored(table, "out", [0, 0, 10], short=[1, 2])

    def test_cards_laid_out_before_the_end_are_counted(self):
        table = ready("rami51", hand=4)
        table.lay(meld1="5H 6H 7H", seat1="KC")
        table.discard("2D")
        table.play(meld2="9S TS JS", discard="3D")
        table.play(meld1="8H", discard="4D")
        table.done(1)
        self.scored(table, "out", [0, 10])


class Penalties(Clause):
    """The scores of the seats at the end of a round."""

    clause = "penalties"

    def test_rami51_counts_100_for_a_seat_that_has_not_laid(self):
        for game in ("rami51", "rami30"):
            self.scored(one_out(game, 4, 3, laid=(1,)).count(1, "KC"), "out", [0, 10, 100], totals=[0, 10, 100])

    def test_rami51_doubles_all_after_a_rami_sec(self):
        table = opened("rami51", 3, hand=3, **FREE)
        self.scored(table.play(meld1="5H 6H 7H", discard="2D"), "rami_sec", [0, 200, 200])

    def test_chamberliens_counts_100_for_a_seat_that_has_not_laid(self):
        self.scored(one_out("chamberliens", 4, 3, laid=(1,)).count(1, "KC"), "out", [0, 10, 100])

    def test_chamberliens_counts_200_each_when_only_the_winner_laid(self):
        self.scored(one_out("chamberliens", 4, 3, laid=()), "out", [0, 200, 200])

    def test_rami7_gives_the_winner_minus_20(self):
        table = one_out("rami7", 5, 3, laid=(1,), opening_draw=True)
        self.scored(table.count(1, "KC 9C"), "out", [-20, 19, 100])

    def test_rami7_gives_minus_60_and_doubles_after_a_rami_sec(self):
        table = opened("rami7", 3, hand=4, opening_draw=True, **FREE)
        table.play(meld1="5H 6H 7H", discard="2D")
        table.play(meld2="8S 9S TS JS", discard="3D")
        self.scored(table.count(0, "KC"), "rami_sec", [20, -60, 200])

    def test_totals_add_up(self):
        table = one_out("rami51", 4)
        table.count(1, "KC")
        table.clear()
        table.deal("4C")
        table.discards("2C 3C")
        self.scored(table.play(meld1="5H 6H 7H 8H", discard="2D"), "rami_sec", [200, 0], totals=[200, 10], round=2)

    def test_without_penalties_the_winner_scores_one(self):
        self.scored(one_out("rami51", 4, 3, laid=(1,), penalties=False), "out", [1, 0, 0], totals=[1, 0, 0])

    def test_and_so_at_the_other_games(self):
        for game in ("chamberliens", "rami30", "rami7"):
            self.scored(one_out(game, 5, penalties=False, opening_draw=True), "out", [1, 0])

    def test_then_there_is_no_count(self):
        table = one_out("rami51", 4, penalties=False)
        table.done(1)
        self.warned(table, "not_your_turn", seat=1)

    def test_and_no_target(self):
        table = one_out("rami51", 4, penalties=False, target=1)
        self.assertEqual(table.last[-1]["event"], "round")
        table.clear()
        table.deal("4C")
        table.discard("2D")
        self.accepted(table)
