"""Turns at manipulation: RULES.md "manipulation", fine print 21."""

from play import Clause
from tables import dealt, laid


class ManipulationDraws(Clause):
    """Draw one or two cards and meld, or draw three and do not meld."""

    clause = "manipulation_draws"

    def test_after_one_card_one_may_meld(self):
        self.accepted(dealt().turn(1, meld1="5H 6H 7H"), seat=0, took="stock", laid=18, hand=8)

    def test_after_two_cards_too(self):
        self.accepted(dealt().turn(2, meld1="5H 6H 7H"), took="stock", laid=18, hand=9)

    def test_without_a_meld_one_draws_three(self):
        self.accepted(dealt().turn(3), took="stock", laid=0, hand=13)

    def test_they_may_come_one_by_one(self):
        table = dealt()
        table.draw()
        table.draw()
        self.accepted(table.turn(1), hand=13)

    def test_their_order_in_time_does_not_matter(self):
        table = dealt()
        table.lay(meld1="5H 6H 7H")
        self.accepted(table.turn(1), laid=18, hand=8)

    def test_a_card_may_be_put_back(self):
        table = dealt()
        table.draw(3)
        table.draw(-1)
        self.accepted(table.turn(0, meld1="5H 6H 7H"), hand=9)

    def test_where_the_stock_has_fewer_one_draws_them(self):
        table = dealt()
        for _ in range(10):
            table.turn(3)
        table.turn(2, meld1="5H 6H 7H")
        table.turn(1)  # the last of 33
        self.accepted(table, seat=1, took="stock", laid=0, hand=26)

    def test_but_not_fewer_than_it_has(self):
        table = dealt()
        for _ in range(10):
            table.turn(3)
        table.turn(1, meld1="5H 6H 7H")
        self.refused(table.turn(1), "no_draw", seat=1)

    def test_play_goes_clockwise(self):
        table = dealt(3)
        seats = []
        for _ in range(4):
            table.turn(3)
            seats.append(self.outcome(table, "turn")["seat"])
        self.assertEqual(seats, [0, 1, 2, 0])

    def test_four_cards_are_too_many(self):
        self.refused(dealt().turn(4), "too_many_draws")


class ThirdDrawNoMeld(Clause):
    """A seat that draws a third card does not meld in this turn."""

    clause = "third_draw_no_meld"

    def test_three_cards_and_a_meld_are_refused(self):
        self.refused(dealt().turn(3, meld1="5H 6H 7H"), "third_draw_no_meld")

    def test_an_added_card_is_a_meld(self):
        self.refused(laid(meld1="5H 6H 7H").turn(2, meld1="8H"), "third_draw_no_meld", seat=1)

    def test_taken_back_it_is_put_right(self):
        table = dealt()
        table.turn(3, meld1="5H 6H 7H")
        table.lift("meld1", "5H 6H 7H")
        table.done()
        self.accepted(table, laid=0, hand=13)

    def test_in_the_next_turn_one_may(self):
        table = dealt()
        table.turn(3)
        table.turn(3)
        self.accepted(table.turn(1, meld1="5H 6H 7H"), seat=0, laid=18, hand=11)

    def test_a_fourth_is_too_many_besides(self):
        self.refused(dealt().turn(4, meld1="5H 6H 7H"), "too_many_draws", "third_draw_no_meld")


class NothingAdded(Clause):
    """To meld is to add at least one card of the hand to the table."""

    clause = "nothing_added"

    def test_to_rearrange_the_table_is_not_to_meld(self):
        table = laid(meld1="5H 6H 7H 8H", meld2="8S 8D 8C")
        table.draw(2)
        table.move("8H", "meld1", "meld2")
        table.done()
        self.refused(table, "nothing_added", seat=1)

    def test_nor_does_it_spare_the_draws(self):
        table = laid(meld1="5H 6H 7H 8H", meld2="8S 8D 8C")
        table.move("8H", "meld1", "meld2")
        table.done()
        self.refused(table, "no_draw", "nothing_added")

    def test_with_a_card_added_it_is(self):
        table = laid(meld1="5H 6H 7H 8H", meld2="8S 8D 8C")
        table.move("8H", "meld1", "meld2")
        self.accepted(table.turn(0, meld1="4H"), seat=1, laid=4)

    def test_put_back_nothing_was_moved(self):
        table = laid(meld1="5H 6H 7H 8H", meld2="8S 8D 8C")
        table.draw(2)
        table.move("8H", "meld1", "meld2")
        table.move("8H", "meld2", "meld1")
        table.done()
        self.accepted(table, laid=0)

    def test_after_three_draws_nothing_else_is_wrong_with_it(self):
        table = laid(meld1="5H 6H 7H 8H", meld2="8S 8D 8C")
        table.move("8H", "meld1", "meld2")
        self.refused(table.turn(2), "nothing_added")


class CardLeftTable(Clause):
    """No card may leave the table."""

    clause = "card_left_table"

    def test_not_into_the_hand(self):
        table = laid(meld1="5H 6H 7H 8H")
        table.lift("meld1", "8H")
        self.refused(table.turn(0, meld2="9S 9H 9D"), "card_left_table", seat=1)

    def test_nor_onto_a_seat_zone(self):
        table = laid(meld1="5H 6H 7H 8H")
        table.move("8H", "meld1", "seat1")
        self.refused(table.turn(0, meld2="9S 9H 9D"), "card_left_table")

    def test_nor_onto_the_discard(self):
        table = laid(meld1="5H 6H 7H 8H")
        table.move("8H", "meld1", "discard")
        self.refused(table.turn(0, meld2="9S 9H 9D"), "card_left_table")

    def test_what_is_left_is_judged_besides(self):
        table = laid(meld1="5H 6H 7H")
        table.lift("meld1", "7H")
        self.refused(table.turn(0, meld2="9S 9H 9D"), "card_left_table", "meld_too_short")

    def test_on_the_table_it_may_go_anywhere(self):
        table = laid(meld1="5H 6H 7H 8H")
        table.move("5H 6H 7H 8H", "meld1", "meld9")
        self.accepted(table.turn(0, meld9="9H"), seat=1, laid=9, hand=10)

    def test_put_back_it_did_not_leave(self):
        table = laid(meld1="5H 6H 7H 8H")
        table.lift("meld1", "8H")
        self.accepted(table.turn(0, meld1="8H", meld2="9S 9H 9D"), laid=27)


class ManipulationTable(Clause):
    """At the end of a turn every card on the table lies in a legal group or run."""

    clause = "manipulation_table"

    def codes(self, cards, seats=2):
        table = dealt(seats)
        table.turn(1, meld1=cards)
        found = table.last[0]
        return found["codes"] if found["event"] == "refused" else []

    def test_groups_are_three_or_four_of_a_rank(self):
        self.assertEqual(self.codes("8S 8H 8D"), [])
        self.assertEqual(self.codes("8S 8H 8D 8C"), [])
        self.assertEqual(self.codes("8S 8H"), ["meld_too_short"])
        self.assertEqual(self.codes("8S 8H 8D 8C 8S2", 3), ["not_a_meld"])

    def test_a_group_holds_no_card_twice(self):
        self.assertEqual(self.codes("8S 8H 8S2", 3), ["set_same_suit"])
        self.assertEqual(self.codes("8S 8H 8D2", 3), [])

    def test_runs_are_of_one_suit(self):
        self.assertEqual(self.codes("5H 6H 7H 8H"), [])
        self.assertEqual(self.codes("5H 6S 7H"), ["not_a_meld"])
        self.assertEqual(self.codes("5H 6H 8H"), ["not_a_meld"])

    def test_the_ace_is_low_or_high(self):
        self.assertEqual(self.codes("AH 2H 3H"), [])
        self.assertEqual(self.codes("QH KH AH"), [])
        self.assertEqual(self.codes("KH AH 2H"), ["not_a_meld"])

    def test_there_is_no_minimum(self):
        self.accepted(dealt().turn(1, meld1="AH 2H 3H"), laid=6)

    def test_the_first_to_meld_lays_a_whole_meld(self):
        self.assertEqual(self.codes("5H 6H"), ["meld_too_short"])

    def test_later_one_may_add_a_card_without_a_meld_of_ones_own(self):
        self.accepted(laid(meld1="5H 6H 7H").turn(0, meld1="8H"), seat=1, laid=8, hand=10)

    def test_cards_on_the_table_may_be_rearranged(self):
        table = laid(meld1="3H 4H 5H 6H 7H 8H 9H")
        table.move("7H 8H 9H", "meld1", "meld2")
        table.move("6H", "meld1", "meld3")
        self.accepted(table.turn(0, meld3="6S 6D"), seat=1, laid=12, hand=9)

    def test_but_every_zone_must_be_legal_in_the_end(self):
        table = laid(meld1="3H 4H 5H 6H 7H")
        table.move("5H", "meld1", "meld2")
        self.refused(table.turn(0, meld2="5S 5D"), "not_a_meld", seat=1)

    def test_cards_added_count_their_value_in_hand(self):
        table = dealt()
        self.refused(table.turn(1, meld1="QH KH AH", meld2="9S X1 9D"), "joker_undeclared")
        table.say("meld2", "X1", "9C")
        table.done()
        self.accepted(table, laid=64)

    def test_there_is_no_discard(self):
        table = dealt()
        self.silent(table.play(draw=3, discard="2D"))
        table.done()
        self.accepted(table, laid=0, hand=13)
