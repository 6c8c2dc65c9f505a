"""Counting hands and scoring rounds of the laying games: RULES.md "Penalties"."""

from play import FREE, Clause, lines, opened
from tables import one_out


class Count(Clause):
    """Each seat whose hand counts lays it on its seat zone and presses done."""

    clause = "count"
    lines = """
    an ace counts eleven and a joker twenty | one_out rami51 hand=7 | s1 AC 2C2 3C2 X1 done1 round how=out scores=0,36
    seats that have not laid need not | one_out rami51 hand=4 seats=3 laid=2, | done1 warning code=not_your_turn seat=1
        s2 KC done2 round how=out scores=0,100,10
    seats count in any order | one_out rami51 hand=4 seats=3 laid=1,2 | s2 KC done2 ~ s1 9C done1 round how=out
        scores=0,9,10
    nobody counts twice | one_out rami51 hand=4 seats=3 laid=1,2 | s2 KC done2 done2 warning code=not_your_turn seat=2
    the number of cards must be right | one_out rami51 hand=7 | s1 KC QC done1 warning code=count_mismatch zone=seat1
        expected=4 read=2 s1 JC TC done1 round how=out scores=0,40
    whatever lies there then | one_out rami51 hand=7 | s1 KC QC done1 -QC s1 JC done0 round how=out scores=0,20 short=1,
    another wrong number is warned of again | one_out rami51 hand=7 | done1 warning code=count_mismatch zone=seat1
        expected=4 read=0 s1 KC QC done1 warning code=count_mismatch zone=seat1 expected=4 read=2 -KC,QC done1 warning
        code=count_mismatch zone=seat1 expected=4 read=0 s1 KC done0 warning code=count_mismatch zone=seat1 expected=4
        read=1 done0 round how=out scores=0,10 short=1,
    the seats that are short stand in their order | one_out rami51 hand=7 seats=4 laid=1,2,3 | s2 QC done2 s1 KC JC TC
        9C done1 s3 QD done3 done1 round how=out scores=0,39,10,10 short=2,3
    cards laid out before the end are counted | ready rami51 hand=4 | 1 5H 6H 7H s1 KC > 2D 2 9S TS JS > 3D 1 8H > 4D
        done1 round how=out scores=0,10
    """

    def test_the_seat_that_laid_counts(self):
        table = one_out("rami51", 4)
        self.accepted(table, seat=0, hand=0)
        self.scored(table.count(1, "KC"), "out", [0, 10], t=table.t)

    def test_two_to_ten_count_their_pips_and_court_cards_ten(self):
        self.scored(one_out("rami51", 7).count(1, "2H TD JC QC"), "out", [0, 32])

    def test_the_other_games_count_alike(self):
        for game, winner in (("chamberliens", 0), ("rami30", 0), ("rami7", -20)):
            self.scored(one_out(game, 7, opening_draw=True).count(1, "AC KC 9C X1"), "out", [winner, 50])

    def test_when_none_is_left_to_count_it_is_scored_at_once(self):
        self.scored(one_out("rami51", 4, 3, laid=()), "out", [0, 100, 100])

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

    def test_the_right_number_needs_no_second_press_and_is_not_short(self):
        table = one_out("rami51", 7)
        table.done(1)
        self.scored(table.count(1, "KC QC JC TC"), "out", [0, 40])
        self.assertNotIn("short", table.last[-1])

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


class Penalties(Clause):
    """The scores of the seats at the end of a round."""

    clause = "penalties"
    lines = """
    rami51 doubles all after a rami sec | opened rami51 seats=3 hand=3 first_lay_points=0 first_lay_pure_run=false | 1
        5H 6H 7H > 2D round how=rami_sec scores=0,200,200
    rami7 gives the winner minus 20 | one_out rami7 hand=5 seats=3 laid=1, opening_draw=true | s1 KC 9C done1 round
        how=out scores=-20,19,100
    totals add up | one_out rami51 hand=4 | s1 KC done1 clear deal > 4C > 2C > 3C 1 5H 6H 7H 8H > 2D round how=rami_sec
        scores=200,0 totals=200,10 round=2
    then there is no count | one_out rami51 hand=4 penalties=false | done1 warning code=not_your_turn seat=1
    and no target | one_out rami51 hand=4 penalties=false target=1 | round clear deal > 4C > 2D ok
    """

    def test_rami51_counts_100_for_a_seat_that_has_not_laid(self):
        for game in ("rami51", "rami30"):
            self.scored(one_out(game, 4, 3, laid=(1,)).count(1, "KC"), "out", [0, 10, 100], totals=[0, 10, 100])

    def test_chamberliens_counts_100_for_a_seat_that_has_not_laid(self):
        self.scored(one_out("chamberliens", 4, 3, laid=(1,)).count(1, "KC"), "out", [0, 10, 100])

    def test_chamberliens_counts_200_each_when_only_the_winner_laid(self):
        self.scored(one_out("chamberliens", 4, 3, laid=()), "out", [0, 200, 200])

    def test_rami7_gives_minus_60_and_doubles_after_a_rami_sec(self):
        table = opened("rami7", 3, hand=4, opening_draw=True, **FREE)
        table.play(meld1="5H 6H 7H", discard="2D")
        table.play(meld2="8S 9S TS JS", discard="3D")
        self.scored(table.count(0, "KC"), "rami_sec", [20, -60, 200])

    def test_without_penalties_the_winner_scores_one(self):
        self.scored(one_out("rami51", 4, 3, laid=(1,), penalties=False), "out", [1, 0, 0], totals=[1, 0, 0])

    def test_and_so_at_the_other_games(self):
        for game in ("chamberliens", "rami30", "rami7"):
            self.scored(one_out(game, 5, penalties=False, opening_draw=True), "out", [1, 0])


lines(globals())
