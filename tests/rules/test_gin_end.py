"""Gin from the knock on: RULES.md "gin", fine print 14 to 17."""

from play import Clause, both_passed, opened
from tables import GIN, MELDS, REST, THEIRS, knocked, knocking


class GinLayDown(Clause):
    """First the knocker lays the hand down, then the opponent; each presses done."""

    clause = "gin_lay_down"

    def test_a_knock_comes_with_its_discard(self):
        self.accepted(knocking(), seat=0, took="stock", laid=0, hand=10)

    def test_knock_pressed_twice_is_one_knock(self):
        table = opened("gin")
        table.take("4C")
        table.knock()
        table.knock()
        self.silent(table)
        table.discard("2D")
        self.accepted(table, seat=0, took="discard", laid=0, hand=10)
        table.done(1)
        self.warned(table, "not_your_turn", seat=1)

    def test_the_knocker_lays_first(self):
        table = knocking()
        table.done(1)
        self.warned(table, "not_your_turn", seat=1)
        self.silent(table.count(0, "2S", **MELDS))
        table.done(0)
        self.warned(table, "not_your_turn", seat=0)

    def test_ten_cards_are_laid(self):
        table = knocking()
        self.warned(table.count(0, **MELDS), "count_mismatch", zone="seat0", expected=10, read=9)
        self.silent(table.count(0, "2S"))

    def test_the_opponent_accepts_what_is_read(self):
        table = knocking()
        self.warned(table.count(0, "2S", meld1=MELDS["meld1"], meld2=MELDS["meld2"]), "count_mismatch", read=7)
        table.done(1)
        self.silent(table)
        self.scored(table.count(1, REST, **THEIRS), "knock", [27, 0], short=[0])

    def test_by_the_opponent_too(self):
        table = knocked()
        self.warned(table.count(1, "KS TS 6C", **THEIRS), "count_mismatch", zone="seat1", expected=10, read=9)
        self.scored(table.count(1, "3D"), "knock", [27, 0])

    def test_which_the_knocker_accepts(self):
        table = knocked()
        table.count(1, "KS TS 6C", **THEIRS)
        table.done(0)
        self.scored(table, "knock", [24, 0], short=[1])

    def test_a_card_laid_off_counts_as_read(self):
        self.scored(knocked().count(1, "KS TS 6C", meld1="8H", **THEIRS), "knock", [24, 0])

    def test_the_number_comes_before_the_melds(self):
        table = knocking()
        self.warned(table.count(0, "KS", meld1="5H 6H"), "count_mismatch", expected=10, read=3)
        for _ in range(2):
            table.done(1)
            self.refused(table, "meld_too_short", seat=0)
        self.warned(table.count(0, ""), "count_mismatch", expected=10, read=3)
        table.count(0, "QS JH TD 9S 9C 2C 3C")
        self.refused(table, "meld_too_short", seat=0)
        table.done(1)
        self.warned(table, "not_your_turn", seat=1)

    def test_the_melds_come_before_the_knock(self):
        self.refused(knocking().count(0, "KS QS JH TD 9S 9C 2C", meld1="5H 6H 8H"), "not_a_meld", seat=0)

    def test_a_refused_lay_down_stays_open(self):
        table = knocking(knock_limit=10)
        self.refused(table.count(0, "7H", meld1="5H 6H 8H", meld2="9S 9H 9D", meld3="JC QC KC"), "not_a_meld", seat=0)
        table.move("8H", "meld1", "seat0")
        table.move("7H", "seat0", "meld1")
        table.done(0)
        self.silent(table)

    def test_the_opponents_melds_are_judged_too(self):
        table = knocked()
        self.refused(table.count(1, "2H 3H 4H KS TS 6C 3D", meld4="8S 8D 7C"), "not_a_meld", seat=1)
        table.move("7C", "meld4", "seat1")
        table.move("3D", "seat1", "meld4")
        table.done(1)
        self.refused(table, "not_a_meld", seat=1)

    def test_the_ace_is_low_only(self):
        table = knocking(knock_limit=10)
        self.refused(table.count(0, "2S 3S 4S 9C 9D 9S 5D", meld1="QH KH AH"), "not_a_meld", seat=0)
        self.silent(knocking(knock_limit=10).count(0, "2S 3S 4S 9C 9D 9S 5D", meld1="AH 2H 3H"))

    def test_the_table_arranges_the_seat_zone_at_its_best(self):
        table = knocking()
        table.count(0, "9D JC 5H QC 6H 9S 7H KC 9H 2S")
        self.scored(table.count(1, "2H KS 8S TS 8D 6C 3H 8C 3D 4H"), "knock", [27, 0])

    def test_no_run_past_the_king_there(self):
        table = knocking(knock_limit=10)
        self.refused(table.count(0, "5H 6H 7H 9S 9H 9D QC KC AC 2S"), "knock_too_high", seat=0)
        self.why(table, 23, 10)

    def test_what_lies_on_meld_zones_is_fixed(self):
        # 5-6-7 with the eight on the seat zone: the eight counts as deadwood.
        self.scored(knocked(left="8H", knock_limit=10).count(1, REST, **THEIRS), "knock", [21, 0])

    def test_also_for_the_opponent(self):
        table = knocked()
        table.lay(meld4="8S 8D 8C", meld5="2D 3D 4D")
        table.count(1, "5D KS TS 6C")  # the five would extend the knocker's run
        self.scored(table, "knock", [29, 0])

    def test_cards_laid_before_the_knock_count_where_they_lie(self):
        table = both_passed()
        table.lay(seat0="2S", **MELDS)
        table.knock()
        table.discard("KD")
        table.done(0)
        self.silent(table)

    def test_three_of_four_make_a_set_where_the_fourth_makes_a_run(self):
        table = knocking(gin_bonus=20)
        table.count(0, "5H 6H 7H 7S 7D 7C 9S TS JS QS")
        self.scored(table.count(1, "KS TD 6C 3D", meld4="8S 8D 8C", meld5="2H 3H 4H"), "gin", [49, 0])


class KnockTooHigh(Clause):
    """A knock has a limit: 10 at gin, 5 at manipulation."""

    clause = "knock_too_high"

    def test_gin_lets_one_knock_with_10(self):
        self.silent(knocked("TD"))

    def test_not_with_11(self):
        table = knocking()
        self.refused(table.count(0, "5H 6H 7H 9S 9H 9D 2C 3C 2S 4D"), "knock_too_high", seat=0)
        self.why(table, 11, 10)

    def test_the_house_may_set_the_limit(self):
        self.silent(knocked("2S", knock_limit=2))
        self.refused(knocked("3S", knock_limit=2), "knock_too_high", seat=0)

    def test_the_knock_is_void_and_the_discard_stands(self):
        table = knocked("3S", knock_limit=2)
        table.discard("2D")
        self.accepted(table, seat=1, took="stock", hand=10)

    def test_the_other_seat_may_take_that_discard(self):
        self.accepted(knocked("3S", knock_limit=2).play(take="KD", discard="2D"), seat=1, took="discard")

    def test_the_knocker_may_knock_again(self):
        table = knocked("3S", knock_limit=2)
        table.discard("2D")
        table.knock()
        table.discard("3S")
        self.silent(table.count(0, "2S"))

    def test_manipulation_lets_one_knock_with_5(self):
        for card, good in (("5C", True), ("6C", False)):
            table = opened("manipulation", upcard=None)
            table.draw()
            table.lay(meld1="5H 6H 7H 8H", meld2="9S 9H 9D", meld3="JS QS KS")
            table.knock()
            table.count(0, card)
            if good:
                self.silent(table)
            else:
                self.refused(table, "knock_too_high", seat=0)
                self.why(table, 6, 5)


class GinLayOff(Clause):
    """After a knock the opponent lays off unmatched cards on the knocker's melds."""

    clause = "gin_lay_off"

    def score(self, cards, left="2S", melds=MELDS, **laid):
        table = knocked(left, melds)
        table.count(1, cards, **laid)
        return self.outcome(table, "round")["scores"]

    def test_on_a_run(self):
        self.assertEqual(self.score("KS TS 6C", meld1="8H", **THEIRS), [24, 0])

    def test_on_a_set(self):
        self.assertEqual(self.score("KS TS 6C", meld2="9C", **THEIRS), [24, 0])

    def test_the_table_does_it_for_the_seat_zone(self):
        self.assertEqual(self.score("KS TS 6C 8H", **THEIRS), [24, 0])
        self.assertEqual(self.score("KS TS 9C TC", **THEIRS), [18, 0])

    def test_one_after_another(self):
        cards = "4H 3H 2H 8H KS TS 6C 3D JD QD"
        self.assertEqual(self.score(cards), [47, 0])

    def test_on_melds_that_the_table_arranged_too(self):
        melds = {"seat0": "5H 6H 7H 9S 9H 9D JC QC KC"}
        self.assertEqual(self.score("KS TS 6C 8H", melds=melds, **THEIRS), [24, 0])

    def test_a_card_does_more_in_ones_own_meld(self):
        # The fours as a set, with the three left, are better than laying off four and three.
        self.assertEqual(self.score("4H 4S 4D 3H KS TS 6C", meld4="8S 8D 8C"), [27, 0])

    def test_melds_that_the_opponent_laid_are_his(self):
        # 2-3-4 of hearts would all fit the knocker's run, but the melds count as laid down.
        self.assertEqual(self.score("AS KS TS 6C", **THEIRS), [25, 0])

    def test_a_card_that_does_not_fit_is_refused(self):
        self.refused(knocked().count(1, "TS 6C 3D", meld1="KS", **THEIRS), "not_a_meld", seat=1)

    def test_the_knocker_never_lays_off(self):
        self.scored(knocked("2S").count(1, "KS TS 6C 3D", meld4="3S 4S 5S", meld5="8S 8D 8C"), "knock", [27, 0])

    def test_not_after_gin(self):
        self.scored(knocked(None, GIN, gin_bonus=20).count(1, "KS TS 6C 8H", **THEIRS), "gin", [54, 0])

    def test_what_is_laid_off_after_gin_counts(self):
        self.scored(knocked(None, GIN, gin_bonus=20).count(1, "KS TS 6C", meld1="8H", **THEIRS), "gin", [54, 0])

    def test_whether_it_fits_or_not(self):
        self.scored(knocked(None, GIN, gin_bonus=20).count(1, "6C 8H", meld1="KS TS", **THEIRS), "gin", [54, 0])

    def test_of_the_knockers_melds_only_what_was_taken_is_judged(self):
        table = knocked(None, GIN, gin_bonus=20)
        table.move("5H", "meld1", "seat0")
        self.refused(table.count(1, "TS 6C 8H", meld1="KS", **THEIRS), "meld_broken", seat=1)

    def test_not_after_big_gin_either(self):
        table = both_passed()
        table.knock()
        table.lay(**GIN)
        self.accepted(table.turn(0, meld3="9C"), hand=11)
        self.scored(table.count(1, "6C 8H", meld1="KS TS", **THEIRS), "big_gin", [65, 0])

    def test_of_equal_arrangements_the_one_that_leaves_the_opponent_the_most(self):
        # Three runs would take the eights, three sets do not.
        melds = {"seat0": "5H 6H 7H 5S 6S 7S 5D 6D 7D"}
        cards = "8H 8S KC QD TH TS JH 3H AC 3D"
        self.assertEqual(self.score(cards, "2C", melds), [71, 0])

    def test_but_what_the_knocker_laid_lies_as_he_laid_it(self):
        melds = {"meld1": "5H 6H 7H", "meld2": "5S 6S 7S", "meld3": "5D 6D 7D"}
        cards = "8H 8S KC QD TH TS JH 3H AC 3D"
        self.assertEqual(self.score(cards, "2C", melds), [55, 0])
