"""Jokers at manipulation: RULES.md "manipulation", fine print 19, 20."""

from play import Clause
from tables import dealt, laid


class JokerUndeclared(Clause):
    """The player declares a joker's face, unless only one is possible."""

    clause = "joker_undeclared"

    def test_two_ways_must_be_decided(self):
        for cards in ("KS KH X1", "5H 6H X1", "QH KH X1", "2H 3H X1"):
            self.refused(dealt().turn(1, meld1=cards), "joker_undeclared")

    def test_one_way_is_taken_as_said(self):
        for cards in ("KS KH KD X1", "5H X1 7H", "AH 2H X1", "KH AH X1"):
            self.accepted(dealt().turn(1, meld1=cards), seat=0)

    def test_said_it_is_put_right(self):
        table = dealt()
        table.turn(1, meld1="5H 6H X1")
        table.say("meld1", "X1", "4H")
        table.done()
        self.accepted(table, laid=36)

    def test_to_say_what_cannot_be_is_to_say_nothing(self):
        for card in ("9H", "7S", "6H"):
            self.refused(dealt().turn(1, [("meld1", "X1", card)], meld1="5H 6H X1"), "joker_undeclared")

    def test_a_group_does_not_hold_its_card_twice(self):
        self.refused(dealt().turn(1, [("meld1", "X1", "KS")], meld1="KS KH X1"), "joker_undeclared")

    def test_two_jokers_that_could_be_exchanged_are_one_way(self):
        for cards, laid_ in (("5H X1 X2 8H", 63), ("9S 9H X1 X2", 68)):
            self.accepted(dealt(3).turn(1, meld1=cards), laid=laid_)

    def test_two_jokers_of_three_faces_are_not(self):
        for cards in ("9S X1 X2", "5H 6H X1 X2"):
            self.refused(dealt(3).turn(1, meld1=cards), "joker_undeclared")

    def test_the_lower_number_has_the_lower_place(self):
        table = dealt(3)
        table.turn(1, meld1="5H X1 X2 8H")
        table.turn(1, [("meld1", "X1", "7H")], meld1="9H")
        self.refused(table, "joker_changed")
        table.say("meld1", "X1", "6H")
        table.done()
        self.accepted(table)

    def test_a_free_joker_beside_a_bound_one_has_one_way(self):
        self.accepted(laid(seats=3, meld1="5H X1 7H").turn(0, meld1="X2 9H"), seat=1, laid=34)

    def test_a_card_is_said_of_one_joker_only(self):
        table = dealt(3)
        said = [("meld1", "X1", "KH"), ("meld1", "X2", "KH")]
        self.refused(table.turn(1, said, meld1="KS X1 X2"), "joker_undeclared")

    def test_both_aces_of_a_run_may_be_jokers(self):
        table = dealt(3)
        table.turn(1, meld1="2H 3H 4H 5H 6H 7H 8H 9H TH JH")
        table.turn(1, [("meld1", "X1", "AH")], meld1="QH KH X1")
        table.turn(1, meld1="X2")  # the other ace: there is no other place
        self.accepted(table, seat=2, laid=25)


class EitherJoker(Clause):
    """Of two jokers that stood in one meld, either is free once the card of one lies there."""

    clause = "joker_changed"

    def freed(self, joker, **melds):
        """Return a table where 6H has come for a joker of 5H X1 X2 8H, and `joker` has moved."""
        table = dealt(3)
        table.turn(1, meld1="5H X1 X2 8H")
        table.draw(1)
        table.move(joker, "meld1", "meld2")
        return table.turn(0, meld1="6H", **melds)

    def test_either_moves(self):
        for joker in ("X1", "X2"):
            self.accepted(self.freed(joker, meld2="KS KH KD"), seat=1)

    def test_one_of_them_keeps_the_other_card(self):
        table = dealt(3)
        table.turn(1, meld1="5H X1 X2 8H")
        table.draw(1)
        table.move("X1 X2", "meld1", "meld2")
        table.turn(0, meld1="6H", meld3="5D 6D 7D", meld2="KS KH")
        self.refused(table, "not_a_meld", "joker_changed")

    def test_jokers_of_two_melds_are_not_alike(self):
        table = dealt(3)
        table.turn(1, meld1="5H X1 7H 8H", meld2="9S X2 JS")
        table.draw(1)
        table.move("X2", "meld2", "meld3")
        table.turn(0, meld1="6H", meld2="7S 8S", meld3="KS KH KD")
        self.refused(table, "not_a_meld", "joker_undeclared", "joker_changed")


class MisnamedJoker(Clause):
    """A wrong declaration for a bound joker is refused, whatever else is wrong."""

    clause = "joker_changed"

    def test_a_misnamed_joker_is_said_beside_what_its_zone_breaks(self):
        for lifted, added, codes in (
            ("5H", "", ["card_left_table", "meld_too_short", "joker_changed"]),
            ("", "9D", ["not_a_meld", "joker_changed"]),
            ("5H 6H", "8D 8D2", ["card_left_table", "set_same_suit", "joker_changed"]),
            ("", "8H X2", ["joker_undeclared", "joker_changed"]),
            ("", "8H", ["joker_changed"]),
        ):
            table = laid([("meld1", "X1", "7H")], seats=3, meld1="5H 6H X1")
            table.lift("meld1", lifted)
            self.refused(table.turn(0, [("meld1", "X1", "4H")], meld1=added, meld2="9S 9H 9D2"), *codes)


class ManipulationJoker(Clause):
    """A joker keeps its face until that card itself lies on the table; then it is used again."""

    clause = "manipulation_joker"

    def reading(self, table, zone):
        """Return the jokers' faces in a zone, as last reported."""
        said = [each for each in table.all if each["event"] == "meld" and each["zone"] == zone]
        return said[-1]["jokers"]

    def test_a_meld_may_hold_many(self):
        table = dealt(3)
        said = [("meld1", "X1", "KH"), ("meld1", "X2", "KD")]
        self.accepted(table.turn(1, said, meld1="KS X1 X2"), laid=60)

    def test_a_joker_may_move_as_its_card(self):
        table = laid([("meld1", "X1", "9H")], meld1="5H 6H 7H 8H X1")
        table.move("X1", "meld1", "meld2")
        self.accepted(table.turn(0, meld2="9S 9D"), seat=1, laid=18)

    def test_not_as_another(self):
        table = laid([("meld1", "X1", "9H")], meld1="5H 6H 7H 8H X1")
        table.move("X1", "meld1", "meld2")
        self.refused(table.turn(0, meld2="8S 8D"), "joker_changed", seat=1)

    def test_it_keeps_its_suit(self):
        for suit, good in (("D", True), ("C", False)):
            table = laid([("meld1", "X1", "KD")], meld1="KS KH KC X1")
            table.move("X1", "meld1", "meld2")
            table.turn(0, meld2="J%s Q%s" % (suit, suit))
            self.accepted(table, laid=20) if good else self.refused(table, "joker_changed")

    def test_it_is_not_declared_anew(self):
        table = laid([("meld1", "X1", "7H")], meld1="5H 6H X1")
        self.refused(table.turn(0, [("meld1", "X1", "4H")], meld2="9S 9H 9D"), "joker_changed", seat=1)

    def test_its_card_from_the_hand_frees_it(self):
        table = laid(meld1="5H X1 7H")
        table.move("X1", "meld1", "meld2")
        self.accepted(table.turn(0, [("meld2", "X1", "KD")], meld1="6H", meld2="KS KH"), seat=1, laid=26)

    def test_so_does_its_card_from_another_meld(self):
        table = laid(meld1="5H X1 7H", meld2="6S 6H 6D 6C")
        table.move("X1", "meld1", "meld3")
        table.move("6H", "meld2", "meld1")
        self.accepted(table.turn(0, [("meld3", "X1", "KD")], meld3="KS KH"), seat=1, laid=20)

    def test_so_does_the_card_of_the_other_deck(self):
        table = laid(seats=3, meld1="5H X1 7H")
        table.move("X1", "meld1", "meld2")
        self.accepted(table.turn(0, [("meld2", "X1", "KD")], meld1="6H2", meld2="KS KH"), seat=1)

    def test_its_card_elsewhere_does_so_too(self):
        table = laid([("meld1", "X1", "8H")], meld1="5H 6H 7H X1")
        table.move("X1", "meld1", "meld2")
        table.lay(meld2="KS KH", meld3="8H 8S 8D")
        self.accepted(table.turn(0, [("meld2", "X1", "KD")]), seat=1, laid=44)

    def test_also_where_it_went_on_from_the_jokers_place(self):
        table = laid([("meld1", "X1", "9H")], meld1="6H 7H 8H X1", meld2="9S 9D 9C")
        table.move("X1", "meld1", "meld3")
        table.lay(meld1="9H", meld3="KS KH")
        table.move("9H", "meld1", "meld2")
        self.accepted(table.turn(0, [("meld3", "X1", "KD")]), seat=1, laid=29)

    def test_also_where_its_meld_is_made_anew_in_another_zone(self):
        table = laid(meld1="7H X1 9H")
        table.lift("meld1", "7H X1 9H")
        table.lay(meld1="KS KH X1", meld2="7H 8H 9H")
        self.accepted(table.turn(0, [("meld1", "X1", "KD")]), seat=1, laid=28)

    def test_also_where_melds_change_places(self):
        table = laid([("meld1", "X1", "QH")], meld1="QS QD X1", meld2="7H 8H 9H")
        table.lift("meld1", "QS QD X1")
        table.move("7H 8H 9H", "meld2", "meld1")
        table.lay(meld1="X1", meld2="QS QD QH")
        self.accepted(table.turn(0, [("meld1", "X1", "TH")]), seat=1, laid=10)

    def test_also_if_it_lay_there_when_the_turn_began(self):
        table = laid([("meld1", "X1", "8H")], meld1="5H 6H 7H X1")
        self.accepted(table.turn(0, meld2="8S 8H 8D"), seat=1)
        table.move("X1", "meld1", "meld3")
        self.accepted(table.turn(1, [("meld3", "X1", "KD")], meld3="KS KH"), seat=0, laid=20)

    def test_not_on_a_seat_zone(self):
        table = laid([("meld1", "X1", "8H")], meld1="5H 6H 7H X1")
        table.move("X1", "meld1", "meld2")
        table.put("seat1", "8H")
        self.refused(table.turn(0, [("meld2", "X1", "KD")], meld2="KS KH"), "joker_changed")

    def test_a_joker_of_its_rank_and_suit_does_not(self):
        table = laid([("meld1", "X1", "8H")], seats=3, meld1="5H 6H 7H X1")
        self.accepted(table.turn(0, [("meld2", "X2", "8H")], meld2="8S 8D X2"), seat=1)
        table.move("X1", "meld1", "meld3")
        self.refused(table.turn(1, [("meld3", "X1", "KD")], meld3="KS KH"), "joker_changed", seat=2)

    def test_one_card_frees_both(self):
        table = laid([("meld1", "X1", "8H")], seats=3, meld1="5H 6H 7H X1")
        table.turn(0, [("meld2", "X2", "8H")], meld2="8S 8D 8C X2")
        table.move("X1", "meld1", "meld3")
        table.move("X2", "meld2", "meld4")
        self.accepted(table.turn(1, meld1="8H", meld3="KS KH KD", meld4="QS QH QD"), seat=2, laid=68)

    def test_each_is_free_for_itself(self):
        table = laid(seats=3, meld1="5H X1 7H", meld2="9S X2 JS")
        table.move("X1", "meld1", "meld3")
        table.move("X2", "meld2", "meld4")
        self.accepted(table.turn(0, meld1="6H", meld2="TS2", meld3="KS KH KD", meld4="QS QH QD"), seat=1)
        table = laid(seats=3, meld1="5H X1 7H", meld2="9S X2 JS")
        table.move("X2", "meld2", "meld4")
        table.turn(0, meld1="6H", meld2="8S 7S", meld4="QS QH QD")
        self.refused(table, "not_a_meld", "joker_undeclared", "joker_changed", seat=1)

    def test_freed_it_stays_on_the_table(self):
        table = laid(meld1="5H X1 7H")
        table.lift("meld1", "X1")
        self.refused(table.turn(0, meld1="6H"), "card_left_table", seat=1)

    def test_freed_it_may_stay_where_it_is(self):
        self.accepted(laid(meld1="5H X1 7H").turn(0, [("meld1", "X1", "8H")], meld1="6H"), seat=1, laid=6)

    def test_freed_it_keeps_its_card_where_nothing_is_said(self):
        table = laid([("meld1", "X1", "8H")], show_melds=True, meld1="6H 7H X1")
        self.accepted(table.turn(0, meld2="8S 8H 8D"), seat=1)
        self.accepted(table.turn(1, meld1="5H"), seat=0)
        self.assertEqual(self.reading(table, "meld1"), {"X1": "8H"})

    def test_or_where_what_is_said_counts_as_not_made(self):
        table = laid([("meld1", "X1", "8H")], show_melds=True, meld1="6H 7H X1")
        self.accepted(table.turn(0, [("meld1", "X1", "KS")], meld2="8S 8H 8D"), seat=1)
        self.assertEqual(self.reading(table, "meld1"), {"X1": "8H"})

    def test_what_is_said_comes_before_it(self):
        table = laid([("meld1", "X1", "8H")], show_melds=True, meld1="6H 7H X1")
        self.accepted(table.turn(0, [("meld1", "X1", "5H")], meld2="8S 8H 8D"), seat=1)
        self.assertEqual(self.reading(table, "meld1"), {"X1": "5H"})

    def test_of_two_old_cards_that_of_the_lower_number_comes_first(self):
        # Both stood for the king of hearts: one may keep it, the other has one way left.
        table = laid([("meld1", "X1", "KH")], seats=3, show_melds=True, meld1="KS KD X1")
        table.turn(0, [("meld2", "X2", "KH")], meld2="JH QH X2")
        table.turn(1, meld3="TH2 JH2 QH2 KH2")
        table.lift("meld2", "X2")
        self.accepted(table.turn(1, meld1="X2", meld2="TH"), seat=0)
        self.assertEqual(self.reading(table, "meld1"), {"X1": "KH", "X2": "KC"})

    def test_what_is_said_of_one_goes_before_the_old_card_of_the_other(self):
        table = laid([("meld1", "X1", "KH")], seats=3, show_melds=True, meld1="KS KD X1")
        table.turn(0, meld2="TH2 JH2 QH2 KH2")
        self.accepted(table.turn(1, [("meld1", "X2", "KH")], meld1="X2"), seat=2)
        self.assertEqual(self.reading(table, "meld1"), {"X1": "KC", "X2": "KH"})

    def test_freed_it_is_declared_anew_where_it_cannot_keep_its_card(self):
        table = laid(meld1="5H X1 7H")
        self.refused(table.turn(0, meld1="6H"), "joker_undeclared")
        table.say("meld1", "X1", "4H")
        table.done()
        self.accepted(table)

    def test_and_keeps_its_new_card(self):
        table = laid(meld1="5H X1 7H")
        table.turn(0, [("meld1", "X1", "8H")], meld1="6H")
        self.refused(table.turn(1, [("meld1", "X1", "4H")], meld2="9S 9H 9D"), "joker_changed", seat=0)

    def test_what_was_taken_as_said_is_kept_too(self):
        table = laid(meld1="5H X1 7H")
        table.move("X1", "meld1", "meld2")
        table.move("7H", "meld1", "meld3")
        self.accepted(table.turn(0, meld1="4H 3H", meld2="6S 6D", meld3="8H 9H"), seat=1)

    def test_two_players_have_one_joker_more_have_two(self):
        table = dealt(3)
        said = [("meld1", "X2", "7H")]
        self.accepted(table.turn(1, said, meld1="5H 6H X2"))
