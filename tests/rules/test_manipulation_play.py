"""Turns at manipulation: RULES.md "manipulation", fine print 21."""

from play import Clause, lines
from tables import dealt, laid


class ManipulationDraws(Clause):
    """Draw one or two cards and meld, or draw three and do not meld."""

    clause = "manipulation_draws"
    lines = """
    after one card one may meld | dealt | draw 1 5H 6H 7H done ok seat=0 took=stock laid=18 hand=8
    after two cards too | dealt | draw2 1 5H 6H 7H done ok took=stock laid=18 hand=9
    without a meld one draws three | dealt | draw3 done ok took=stock laid=0 hand=13
    they may come one by one | dealt | draw draw draw done ok hand=13
    their order in time does not matter | dealt | 1 5H 6H 7H draw done ok laid=18 hand=8
    a card may be put back | dealt | draw3 draw-1 1 5H 6H 7H done ok hand=9
    four cards are too many | dealt | draw4 done !too_many_draws
    """

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


class ThirdDrawNoMeld(Clause):
    """A seat that draws a third card does not meld in this turn."""

    clause = "third_draw_no_meld"
    lines = """
    three cards and a meld are refused | dealt | draw3 1 5H 6H 7H done !third_draw_no_meld
    an added card is a meld | dealt | draw 1 5H 6H 7H done draw draw2 1 8H done !third_draw_no_meld seat=1
    taken back it is put right | dealt | draw3 1 5H 6H 7H done -5H,6H,7H done ok laid=0 hand=13
    in the next turn one may | dealt | draw3 done draw3 done draw 1 5H 6H 7H done ok seat=0 laid=18 hand=11
    a fourth is too many besides | dealt | draw4 1 5H 6H 7H done !too_many_draws,third_draw_no_meld
    """


class NothingAdded(Clause):
    """To meld is to add at least one card of the hand to the table."""

    clause = "nothing_added"
    lines = """
    to rearrange the table is not to meld | dealt | draw 1 5H 6H 7H 8H 2 8S 8D 8C done draw draw2 2 8H done
        !nothing_added seat=1
    nor does it spare the draws | dealt | draw 1 5H 6H 7H 8H 2 8S 8D 8C done draw 2 8H done !no_draw,nothing_added
    with a card added it is | dealt | draw 1 5H 6H 7H 8H 2 8S 8D 8C done draw 2 8H 1 4H done ok seat=1 laid=4
    put back nothing was moved | dealt | draw 1 5H 6H 7H 8H 2 8S 8D 8C done draw draw2 2 8H 1 8H done ok laid=0
    after three draws nothing else is wrong with it | dealt | draw 1 5H 6H 7H 8H 2 8S 8D 8C done draw 2 8H draw2 done
        !nothing_added
    """


class CardLeftTable(Clause):
    """No card may leave the table."""

    clause = "card_left_table"
    lines = """
    not into the hand | dealt | draw 1 5H 6H 7H 8H done draw -8H 2 9S 9H 9D done !card_left_table seat=1
    nor onto a seat zone | dealt | draw 1 5H 6H 7H 8H done draw s1 8H 2 9S 9H 9D done !card_left_table
    nor onto the discard | dealt | draw 1 5H 6H 7H 8H done draw > 8H 2 9S 9H 9D done !card_left_table
    what is left is judged besides | dealt | draw 1 5H 6H 7H done draw -7H 2 9S 9H 9D done
        !card_left_table,meld_too_short
    on the table it may go anywhere | dealt | draw 1 5H 6H 7H 8H done draw 9 5H 6H 7H 8H 9 9H done ok seat=1 laid=9
        hand=10
    put back it did not leave | dealt | draw 1 5H 6H 7H 8H done draw -8H 1 8H 2 9S 9H 9D done ok laid=27
    """


class ManipulationTable(Clause):
    """At the end of a turn every card on the table lies in a legal group or run."""

    clause = "manipulation_table"
    lines = """
    there is no minimum | dealt | draw 1 AH 2H 3H done ok laid=6
    cards on the table may be rearranged | dealt | draw 1 3H 4H 5H 6H 7H 8H 9H done draw 2 7H 8H 9H 3 6H 3 6S 6D done ok
        seat=1 laid=12 hand=9
    but every zone must be legal in the end | dealt | draw 1 3H 4H 5H 6H 7H done draw 2 5H 2 5S 5D done !not_a_meld
        seat=1
    cards added count their value in hand | dealt | draw 1 QH KH AH 2 9S X1 9D done !joker_undeclared 2 X1=9C done ok
        laid=64
    there is no discard | dealt | draw3 > 2D ~ done ok laid=0 hand=13
    """

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

    def test_the_first_to_meld_lays_a_whole_meld(self):
        self.assertEqual(self.codes("5H 6H"), ["meld_too_short"])

    def test_later_one_may_add_a_card_without_a_meld_of_ones_own(self):
        self.accepted(laid(meld1="5H 6H 7H").turn(0, meld1="8H"), seat=1, laid=8, hand=10)


lines(globals())
