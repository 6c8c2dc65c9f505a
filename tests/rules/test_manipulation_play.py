"""Turns at manipulation: RULES.md "manipulation", fine print 19 to 21."""

from play import Clause, Play


def dealt(seats=2, **rules):
    table = Play("manipulation", seats, **rules)
    table.deal()
    return table


def turn(table, draws=1, said=(), **melds):
    """Draw, lay cards, say what jokers stand for, press done."""
    if draws:
        table.draw(draws)
    table.lay(**melds)
    for zone, joker, card in said:
        table.say(zone, joker, card)
    return table.done()


def laid(said=(), seats=2, **melds):
    """Return a table where seat 0 laid melds, and seat 1 drew a card."""
    table = dealt(seats)
    turn(table, 1, said, **melds)
    table.draw()
    return table


class ManipulationDraws(Clause):
    """One card, or two, and a meld; or three cards and none."""

    clause = "manipulation_draws"

    def test_after_one_card_one_may_meld(self):
        table = dealt()
        turn(table, 1, meld1="5H 6H 7H")
        self.accepted(table, seat=0, took="stock", laid=18, hand=8)

    def test_after_two_cards_too(self):
        table = dealt()
        turn(table, 2, meld1="5H 6H 7H")
        self.accepted(table, took="stock", laid=18, hand=9)

    def test_without_a_meld_one_draws_three(self):
        table = dealt()
        turn(table, 3)
        self.accepted(table, took="stock", laid=0, hand=13)

    def test_they_may_come_one_by_one(self):
        table = dealt()
        table.draw()
        table.draw()
        turn(table, 1)
        self.accepted(table, hand=13)

    def test_their_order_in_time_does_not_matter(self):
        table = dealt()
        table.lay(meld1="5H 6H 7H")
        turn(table, 1)
        self.accepted(table, laid=18, hand=8)

    def test_a_card_may_be_put_back(self):
        table = dealt()
        table.draw(3)
        table.draw(-1)
        turn(table, 0, meld1="5H 6H 7H")
        self.accepted(table, hand=9)

    def test_where_the_stock_has_fewer_one_draws_them(self):
        table = dealt()
        for _ in range(10):
            turn(table, 3)
        turn(table, 2, meld1="5H 6H 7H")
        turn(table, 1)  # the last of 33
        self.accepted(table, seat=1, took="stock", laid=0, hand=26)

    def test_but_not_fewer_than_it_has(self):
        table = dealt()
        for _ in range(10):
            turn(table, 3)
        turn(table, 1, meld1="5H 6H 7H")
        turn(table, 1)
        self.refused(table, "no_draw", seat=1)

    def test_play_goes_clockwise(self):
        table = dealt(3)
        seats = []
        for _ in range(4):
            turn(table, 3)
            seats.append(self.outcome(table, "turn")["seat"])
        self.assertEqual(seats, [0, 1, 2, 0])

    def test_four_cards_are_too_many(self):
        table = dealt()
        turn(table, 4)
        self.refused(table, "too_many_draws")


class ThirdDrawNoMeld(Clause):
    """Who draws a third card does not meld in this turn."""

    clause = "third_draw_no_meld"

    def test_three_cards_and_a_meld_are_refused(self):
        table = dealt()
        turn(table, 3, meld1="5H 6H 7H")
        self.refused(table, "third_draw_no_meld")

    def test_an_added_card_is_a_meld(self):
        table = laid(meld1="5H 6H 7H")
        turn(table, 2, meld1="8H")
        self.refused(table, "third_draw_no_meld", seat=1)

    def test_taken_back_it_is_put_right(self):
        table = dealt()
        turn(table, 3, meld1="5H 6H 7H")
        table.lift("meld1", "5H 6H 7H")
        table.done()
        self.accepted(table, laid=0, hand=13)

    def test_in_the_next_turn_one_may(self):
        table = dealt()
        turn(table, 3)
        turn(table, 3)
        turn(table, 1, meld1="5H 6H 7H")
        self.accepted(table, seat=0, laid=18, hand=11)


class NothingAdded(Clause):
    """To meld is to add at least one card of one's hand to the table."""

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
        table.put("meld1", "4H")
        table.done()
        self.accepted(table, seat=1, laid=4)

    def test_put_back_nothing_was_moved(self):
        table = laid(meld1="5H 6H 7H 8H", meld2="8S 8D 8C")
        table.draw(2)
        table.move("8H", "meld1", "meld2")
        table.move("8H", "meld2", "meld1")
        table.done()
        self.accepted(table, laid=0)


class CardLeftTable(Clause):
    """No card may leave the table."""

    clause = "card_left_table"

    def test_not_into_the_hand(self):
        table = laid(meld1="5H 6H 7H 8H")
        table.lift("meld1", "8H")
        table.lay(meld2="9S 9H 9D")
        table.done()
        self.refused(table, "card_left_table", seat=1)

    def test_nor_onto_a_seat_zone(self):
        table = laid(meld1="5H 6H 7H 8H")
        table.move("8H", "meld1", "seat1")
        table.lay(meld2="9S 9H 9D")
        table.done()
        self.refused(table, "card_left_table")

    def test_nor_onto_the_discard(self):
        table = laid(meld1="5H 6H 7H 8H")
        table.move("8H", "meld1", "discard")
        table.lay(meld2="9S 9H 9D")
        table.done()
        self.refused(table, "card_left_table")

    def test_what_is_left_is_judged_besides(self):
        table = laid(meld1="5H 6H 7H")
        table.lift("meld1", "7H")
        table.lay(meld2="9S 9H 9D")
        table.done()
        self.refused(table, "card_left_table", "meld_too_short")

    def test_on_the_table_it_may_go_anywhere(self):
        table = laid(meld1="5H 6H 7H 8H")
        table.move("5H 6H 7H 8H", "meld1", "meld9")
        table.lay(meld9="9H")
        table.done()
        self.accepted(table, seat=1, laid=9, hand=10)

    def test_put_back_it_did_not_leave(self):
        table = laid(meld1="5H 6H 7H 8H")
        table.lift("meld1", "8H")
        table.put("meld1", "8H")
        table.lay(meld2="9S 9H 9D")
        table.done()
        self.accepted(table, laid=27)


class ManipulationTable(Clause):
    """At the end of a turn every card on the table lies in a legal group or run."""

    clause = "manipulation_table"

    def codes(self, cards, seats=2):
        table = dealt(seats)
        turn(table, 1, meld1=cards)
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
        table = dealt()
        turn(table, 1, meld1="AH 2H 3H")
        self.accepted(table, laid=6)

    def test_the_first_to_meld_lays_a_whole_meld(self):
        self.assertEqual(self.codes("5H 6H"), ["meld_too_short"])

    def test_later_one_may_add_a_card_without_a_meld_of_ones_own(self):
        table = laid(meld1="5H 6H 7H")
        turn(table, 0, meld1="8H")
        self.accepted(table, seat=1, laid=8, hand=10)

    def test_cards_on_the_table_may_be_rearranged(self):
        table = laid(meld1="3H 4H 5H 6H 7H 8H 9H")
        table.move("7H 8H 9H", "meld1", "meld2")
        table.move("6H", "meld1", "meld3")
        turn(table, 0, meld3="6S 6D")
        self.accepted(table, seat=1, laid=12, hand=9)

    def test_but_every_zone_must_be_legal_in_the_end(self):
        table = laid(meld1="3H 4H 5H 6H 7H")
        table.move("5H", "meld1", "meld2")
        turn(table, 0, meld2="5S 5D")
        self.refused(table, "meld_too_short", seat=1)

    def test_cards_added_count_their_value_in_hand(self):
        table = dealt()
        turn(table, 1, meld1="QH KH AH", meld2="9S X1 9D")
        self.refused(table, "joker_undeclared")
        table.say("meld2", "X1", "9C")
        table.done()
        self.accepted(table, laid=64)

    def test_there_is_no_discard(self):
        table = dealt()
        table.draw(3)
        table.discard("2D")
        self.silent(table)
        table.done()
        self.accepted(table, laid=0, hand=13)


class JokerUndeclared(Clause):
    """The player says for which card a joker stands; where only one is possible he need not."""

    clause = "joker_undeclared"

    def test_two_ways_must_be_decided(self):
        for cards in ("KS KH X1", "5H 6H X1", "QH KH X1", "2H 3H X1"):
            table = dealt()
            turn(table, 1, meld1=cards)
            self.refused(table, "joker_undeclared")

    def test_one_way_is_taken_as_said(self):
        for cards in ("KS KH KD X1", "5H X1 7H", "AH 2H X1", "KH AH X1"):
            table = dealt()
            turn(table, 1, meld1=cards)
            self.accepted(table, seat=0)

    def test_said_it_is_put_right(self):
        table = dealt()
        turn(table, 1, meld1="5H 6H X1")
        table.say("meld1", "X1", "4H")
        table.done()
        self.accepted(table, laid=36)

    def test_to_say_what_cannot_be_is_to_say_nothing(self):
        for card in ("9H", "7S", "6H"):
            table = dealt()
            turn(table, 1, [("meld1", "X1", card)], meld1="5H 6H X1")
            self.refused(table, "joker_undeclared")

    def test_a_group_does_not_hold_its_card_twice(self):
        table = dealt()
        turn(table, 1, [("meld1", "X1", "KS")], meld1="KS KH X1")
        self.refused(table, "joker_undeclared")

    def test_two_jokers_that_could_be_exchanged_are_two_ways(self):
        table = dealt(3)
        turn(table, 1, meld1="5H X1 X2 8H")
        self.refused(table, "joker_undeclared")
        table.say("meld1", "X1", "6H")
        table.done()
        self.accepted(table, laid=63)

    def test_a_free_joker_beside_a_bound_one_has_one_way(self):
        table = laid(seats=3, meld1="5H X1 7H")
        turn(table, 0, meld1="X2 9H")
        self.accepted(table, seat=1, laid=34)


class ManipulationJoker(Clause):
    """A joker keeps its card until that card has taken its place; then it is used again."""

    clause = "manipulation_joker"

    def test_a_meld_may_hold_many(self):
        table = dealt(3)
        said = [("meld1", "X1", "KH"), ("meld1", "X2", "KD")]
        turn(table, 1, said, meld1="KS X1 X2")
        self.accepted(table, laid=60)

    def test_a_joker_may_move_as_its_card(self):
        table = laid([("meld1", "X1", "9H")], meld1="5H 6H 7H 8H X1")
        table.move("X1", "meld1", "meld2")
        turn(table, 0, meld2="9S 9D")
        self.accepted(table, seat=1, laid=18)

    def test_not_as_another(self):
        table = laid([("meld1", "X1", "9H")], meld1="5H 6H 7H 8H X1")
        table.move("X1", "meld1", "meld2")
        turn(table, 0, meld2="8S 8D")
        self.refused(table, "joker_changed", seat=1)

    def test_it_keeps_its_suit(self):
        for suit, good in (("D", True), ("C", False)):
            table = laid([("meld1", "X1", "KD")], meld1="KS KH KC X1")
            table.move("X1", "meld1", "meld2")
            turn(table, 0, meld2="J%s Q%s" % (suit, suit))
            if good:
                self.accepted(table, laid=20)
            else:
                self.refused(table, "joker_changed")

    def test_it_is_not_declared_anew(self):
        table = laid([("meld1", "X1", "7H")], meld1="5H 6H X1")
        turn(table, 0, [("meld1", "X1", "4H")], meld2="9S 9H 9D")
        self.refused(table, "joker_changed", seat=1)

    def test_its_card_from_the_hand_frees_it(self):
        table = laid(meld1="5H X1 7H")
        table.move("X1", "meld1", "meld2")
        turn(table, 0, [("meld2", "X1", "KD")], meld1="6H", meld2="KS KH")
        self.accepted(table, seat=1, laid=26)

    def test_so_does_its_card_from_another_meld(self):
        table = laid(meld1="5H X1 7H", meld2="6S 6H 6D 6C")
        table.move("X1", "meld1", "meld3")
        table.move("6H", "meld2", "meld1")
        turn(table, 0, [("meld3", "X1", "KD")], meld3="KS KH")
        self.accepted(table, seat=1, laid=20)

    def test_so_does_the_card_of_the_other_deck(self):
        table = laid(seats=3, meld1="5H X1 7H")
        table.move("X1", "meld1", "meld2")
        turn(table, 0, [("meld2", "X1", "KD")], meld1="6H2", meld2="KS KH")
        self.accepted(table, seat=1)

    def test_its_card_elsewhere_does_not(self):
        table = laid([("meld1", "X1", "8H")], meld1="5H 6H 7H X1")
        table.move("X1", "meld1", "meld2")
        table.lay(meld2="KS KH", meld3="8H 8S 8D")
        turn(table, 0, [("meld2", "X1", "KD")])
        self.refused(table, "joker_changed")

    def test_freed_it_stays_on_the_table(self):
        table = laid(meld1="5H X1 7H")
        table.lift("meld1", "X1")
        turn(table, 0, meld1="6H")
        self.refused(table, "card_left_table", seat=1)

    def test_freed_it_may_stay_where_it_is(self):
        table = laid(meld1="5H X1 7H")
        turn(table, 0, [("meld1", "X1", "8H")], meld1="6H")
        self.accepted(table, seat=1, laid=6)

    def test_freed_it_is_declared_anew(self):
        table = laid(meld1="5H X1 7H")
        turn(table, 0, meld1="6H")
        self.refused(table, "joker_undeclared")
        table.say("meld1", "X1", "4H")
        table.done()
        self.accepted(table)

    def test_and_keeps_its_new_card(self):
        table = laid(meld1="5H X1 7H")
        turn(table, 0, [("meld1", "X1", "8H")], meld1="6H")
        turn(table, 1, [("meld1", "X1", "4H")], meld2="9S 9H 9D")
        self.refused(table, "joker_changed", seat=0)

    def test_what_was_taken_as_said_is_kept_too(self):
        table = laid(meld1="5H X1 7H")
        table.move("X1", "meld1", "meld2")
        table.move("7H", "meld1", "meld3")
        turn(table, 0, meld1="4H 3H", meld2="6S 6D", meld3="8H 9H")
        self.accepted(table, seat=1)

    def test_two_players_have_one_joker_more_have_two(self):
        table = dealt(3)
        said = [("meld1", "X2", "7H")]
        turn(table, 1, said, meld1="5H 6H X2")
        self.accepted(table)
