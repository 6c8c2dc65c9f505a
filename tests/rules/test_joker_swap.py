"""Jokers on the table: RULES.md "Replacing a joker", fine print 4 to 7."""

from play import Clause, opened, ready


def both_laid(meld, game="rami51", said=None, **rules):
    """Return a table where seat 0 laid this meld, then seat 1 a run; seat 0 is on turn."""
    table = ready(game, **rules)
    table.lay(meld1=meld)
    if said:
        table.say("meld1", "X1", said)
    table.discard("2D")
    table.play(meld2="9S TS JS", discard="3D")
    return table


def not_laid(meld, game="rami51"):
    """Return a table with the default first lay: seat 0 has laid; seat 1, on turn, has not."""
    table = opened(game)
    table.play(meld1=meld, meld2="9S TS JS QS KS AS", discard="2D")
    return table


class JokerChanged(Clause):
    """A joker keeps its face until it is replaced."""

    clause = "joker_changed"

    def test_a_meld_does_not_grow_past_its_joker(self):
        self.refused(both_laid("5H 6H X1").play(meld1="3H", discard="4D"), "joker_changed")

    def test_it_grows_beside_it(self):
        self.accepted(both_laid("5H 6H X1").play(meld1="8H 4H", discard="4D"), laid=0)

    def test_what_was_said_binds_too(self):
        table = both_laid("2H 3H X1", said="AH")
        self.refused(table.play(meld1="5H", discard="4D"), "joker_changed")
        table.lift("meld1", "5H")
        self.accepted(table.turn(0, meld1="4H"))

    def test_a_bound_joker_is_not_declared_anew(self):
        table = both_laid("5H 6H X1")
        table.say("meld1", "X1", "4H")
        table.discard("4D")
        self.refused(table, "joker_changed")

    def test_to_name_its_own_card_changes_nothing(self):
        table = both_laid("5H 6H X1")
        table.say("meld1", "X1", "7H")
        table.discard("4D")
        self.accepted(table)

    def test_to_take_the_word_back_puts_it_right(self):
        table = both_laid("5H 6H X1")
        table.say("meld1", "X1", "4H")
        table.discard("4D")
        table.say("meld1", "X1", "7H")
        table.done()
        self.accepted(table)

    def test_a_run_does_not_become_a_set(self):
        self.refused(both_laid("8H X1 X2", jokers_per_meld=2).play(meld1="8S", discard="4D"), "joker_changed")

    def test_nor_a_set_a_run(self):
        self.refused(both_laid("AH X1 X2", jokers_per_meld=2).play(meld1="KH", discard="4D"), "joker_changed")

    def test_where_jokers_are_not_replaced_they_keep_their_card(self):
        self.refused(both_laid("5H 6H X1", "rami7", hand=9).play(meld1="7H", discard="4D"), "joker_changed")

    def test_such_a_zone_counts_nothing_before_the_first_lay(self):
        table = not_laid("5H 6H X1")
        self.refused(table.play(meld1="3H", discard="3D"), "joker_changed", "lay_off_before_laying")

    def test_in_a_set_another_rank_is_another_card_another_suit_is_not(self):
        for card, good in (("KD", True), ("KH", True), ("QD", False)):
            table = both_laid("KS KH X1")
            table.say("meld1", "X1", card)
            table.discard("4D")
            self.accepted(table) if good else self.refused(table, "joker_changed")

    def test_what_counted_as_not_made_does_not_come_back(self):
        table = both_laid("6H 7H X1", said="4H")  # X1 is the eight
        self.accepted(table.play(meld1="9H", discard="4D"), seat=0)

    def test_a_misnamed_joker_is_said_beside_what_its_zone_breaks(self):
        for meld, said, added, codes in (
            ("5H 6H X1", "4H", "9D", ["not_a_meld", "joker_changed"]),
            ("5H 6H X1", "4H", "8H X2", ["too_many_jokers", "joker_changed"]),
            ("KS KH X1", "QD", "KS2", ["set_same_suit", "joker_changed"]),
            ("KS KH X1", "KD", "KS2", ["set_same_suit"]),
            ("5H 6H X1", "7H", "9D", ["not_a_meld"]),
        ):
            table = both_laid(meld)
            table.put("meld1", added)
            table.say("meld1", "X1", said)
            table.discard("4D")
            self.refused(table, *codes)

    def test_so_it_is_beside_a_meld_that_is_too_short(self):
        table = both_laid("5H 6H X1")
        table.lift("meld1", "5H")
        table.say("meld1", "X1", "4H")
        table.discard("4D")
        self.refused(table, "meld_broken", "meld_too_short", "joker_changed")


class JokerSwap(Clause):
    """A joker is replaced by the card it stands for; in a set by all missing cards."""

    clause = "joker_swap"

    def test_in_a_run_by_its_card(self):
        table = both_laid("5H 6H X1")
        table.move("X1", "meld1", "meld3")
        self.accepted(table.play(meld1="7H", meld3="KS KH", discard="4D"), seat=0, laid=30, hand=7)

    def test_of_either_deck(self):
        table = both_laid("5H 6H X1 8H")
        table.move("X1", "meld1", "meld3")
        self.accepted(table.play(meld1="7H2", meld3="KS KH", discard="4D"), laid=30)

    def test_in_a_set_of_four_by_the_fourth_suit(self):
        table = both_laid("8S 8H 8D X1")
        table.move("X1", "meld1", "meld3")
        self.accepted(table.play(meld1="8C", meld3="KS KH", discard="4D"), laid=30)

    def test_in_a_set_of_three_by_both_missing_cards(self):
        table = both_laid("8S 8H X1")
        table.move("X1", "meld1", "meld3")
        self.accepted(table.play(meld1="8D 8C", meld3="KS KH", discard="4D"), laid=30)

    def test_of_two_in_a_run_either_may_leave(self):
        for joker, card, end in (("X1", "6H", "9H"), ("X2", "6H", "9H"), ("X1", "7H", "4H"), ("X2", "7H", "9H")):
            table = both_laid("5H X1 X2 8H", jokers_per_meld=2)
            table.move(joker, "meld1", "meld3")
            self.accepted(table.play(meld1=card, meld3="KS KH", discard="4D"), laid=30)
            # The one that stays stands for the other card.
            left = "X1" if joker == "X2" else "X2"
            table.say("meld1", left, "7H" if card == "6H" else "6H")
            self.accepted(table.play(meld1=end, discard="5D"))

    def test_the_one_that_stays_may_be_declared_so_at_once(self):
        table = both_laid("5H X1 X2 8H", jokers_per_meld=2)
        table.move("X2", "meld1", "meld3")
        table.lay(meld1="6H", meld3="KS KH")
        table.say("meld1", "X1", "6H")
        table.discard("4D")
        self.refused(table, "joker_changed")
        table.say("meld1", "X1", "7H")
        table.done()
        self.accepted(table)

    def test_those_that_left_are_freed_first(self):
        # 6H and 7H: X2 has left, X1 is pushed along.
        table = both_laid("5H X1 X2 8H", jokers_per_meld=2)
        table.move("X2", "meld1", "meld3")
        self.accepted(table.play(meld1="6H 7H", meld3="KS KH", discard="4D"), laid=30)
        self.accepted(table.play(meld1="TH", discard="5D"))  # X1 is the nine

    def test_in_a_set_with_two_by_one_card_of_a_suit_that_lacks(self):
        for meld, came in (("8S 8H X1 X2", "8D"), ("AS X1 X2", "AC"), ("AS X1 X2", "AC AD")):
            table = both_laid(meld, jokers_per_meld=2)
            table.move("X2", "meld1", "meld3")
            self.accepted(table.play(meld1=came, meld3="KS KH", discard="4D"), laid=30)

    def test_both_of_a_set_by_all_that_lack(self):
        for meld, came, good in (
            ("AS X1 X2", "AH AD AC", True),
            ("8S 8H X1 X2", "8D 8C", True),
            ("AS X1 X2", "AH AD", False),
        ):
            table = both_laid(meld, jokers_per_meld=2)
            table.move("X1", "meld1", "meld2")
            table.move("X2", "meld1", "meld3")
            table.play(meld1=came, meld3="KS KH", discard="4D")
            self.accepted(table) if good else self.refused(table, "joker_wrong_card")

    def test_the_joker_may_be_laid_off(self):
        table = both_laid("5H 6H X1")
        table.move("X1", "meld1", "meld2")
        self.accepted(table.play(meld1="7H", discard="4D"), laid=0, hand=9)

    def test_or_lie_further_along_the_same_run(self):
        table = both_laid("5H 6H X1")
        table.lift("meld1", "X1")
        self.accepted(table.play(meld1="7H X1", discard="4D"), laid=0, hand=9)
        table.lay(meld1="9H")  # X1 is the eight now
        table.discard("5D")
        self.accepted(table)

    def test_then_it_may_be_declared(self):
        table = both_laid("5H 6H X1")
        table.lift("meld1", "X1")
        table.lay(meld1="7H X1")
        table.say("meld1", "X1", "4H")
        table.discard("4D")
        self.accepted(table)
        self.accepted(table.play(meld1="3H", discard="5D"))

    def test_a_seat_that_lays_in_this_turn_may_do_it(self):
        table = not_laid("5H 6H X1")
        table.move("X1", "meld1", "meld3")
        self.accepted(table.play(meld1="7H", meld3="QH QD", meld4="TH JH QH2 KH AH", discard="3D"), seat=1, laid=81)

    def test_each_game_but_rami7_has_it(self):
        for game, good in (("chamberliens", True), ("rami30", True), ("rami7", False)):
            table = both_laid("5H 6H X1", game)
            table.move("X1", "meld1", "meld2")
            table.play(meld1="7H", discard="4D")
            self.accepted(table) if good else self.refused(table, "meld_broken")

    def test_the_house_may_have_it_at_rami7(self):
        table = both_laid("5H 6H X1", "rami7", joker_swap=True)
        table.move("X1", "meld1", "meld2")
        self.accepted(table.play(meld1="7H", discard="4D"))

    def test_the_house_may_let_it_stay_in_hand(self):
        for discard, hand in (("4D", 10), ("X1", 10)):
            table = both_laid("5H 6H X1", joker_kept=True)
            table.lift("meld1", "X1")
            self.accepted(table.play(meld1="7H", discard=discard), laid=0, hand=hand)

    def test_one_lacking_suit_may_be_enough(self):
        for meld, came in (("8S 8H X1", "8C"), ("8S 8H 8D X1", "8C")):
            table = both_laid(meld, joker_swap_set="one")
            table.move("X1", "meld1", "meld3")
            self.accepted(table.play(meld1=came, meld3="KS KH", discard="4D"), laid=30)

    def test_in_a_set_that_has_all_suits_a_second_card_of_any(self):
        for came, good in (("8C2", True), ("9C", False)):
            table = both_laid("8S 8H 8D 8C X1", same_suit_twice=True)
            table.move("X1", "meld1", "meld3")
            table.play(meld1=came, meld3="KS KH", discard="4D")
            self.accepted(table) if good else self.refused(table, "not_a_meld", "joker_wrong_card")


class JokerBeforeLaying(Clause):
    """Only a seat that has laid takes a joker."""

    clause = "joker_before_laying"

    def test_a_seat_that_has_not_laid_takes_no_joker(self):
        table = not_laid("5H 6H X1")
        table.move("X1", "meld1", "meld3")
        table.play(meld1="7H", meld3="QH QD", discard="3D")
        codes = ("joker_before_laying", "first_lay_pure_run", "first_lay_points")
        self.refused(table, *codes)

    def test_a_card_that_replaces_a_joker_is_no_lay_off(self):
        table = not_laid("5H 6H X1")
        table.lift("meld1", "X1")
        self.refused(table.play(meld1="7H", discard="3D"), "joker_before_laying", "joker_not_replayed")

    def test_nor_are_the_two_that_complete_a_set(self):
        table = not_laid("8S 8H X1")
        table.lift("meld1", "X1")
        self.refused(table.play(meld1="8D 8C", discard="3D"), "joker_before_laying", "joker_not_replayed")

    def test_the_joker_added_to_an_old_meld_is_one(self):
        table = not_laid("5H 6H X1")
        table.lift("meld1", "X1")
        self.refused(table.play(meld1="7H", meld2="X1", discard="3D"), "joker_before_laying", "lay_off_before_laying")

    def test_a_first_lay_that_is_none_does_not_help(self):
        table = not_laid("5H 6H X1")
        table.move("X1", "meld1", "meld3")
        table.play(meld1="7H", meld3="QH QD", meld4="TH JH QH2", discard="3D")
        self.refused(table, "joker_before_laying", "first_lay_points")

    def test_what_a_set_does_not_need_is_a_lay_off(self):
        table = opened("kaluki", joker_swap=True)
        table.play(meld1="AS X1 X2", meld2="9S TS JS QS", discard="2D")
        table.lift("meld1", "X1")
        codes = ("joker_before_laying", "joker_not_replayed")
        self.refused(table.play(meld1="AD", discard="3D"), *codes)
        table.put("meld1", "AC")
        table.done()
        self.refused(table, *codes, "lay_off_before_laying")

    def test_what_goes_beyond_replacing_is_a_lay_off(self):
        table = not_laid("5H 6H X1")
        table.lift("meld1", "X1")
        table.play(meld1="7H 8H", discard="3D")
        codes = ("joker_before_laying", "joker_not_replayed", "lay_off_before_laying")
        self.refused(table, *codes)

    def test_a_wrong_card_is_one(self):
        table = not_laid("5H 6H 7H X1")
        table.lift("meld1", "X1")
        table.play(meld1="4H", discard="3D")
        codes = ("joker_before_laying", "joker_wrong_card", "joker_not_replayed")
        self.refused(table, *(codes + ("lay_off_before_laying",)))

    def test_so_is_a_joker_pushed_along_its_run(self):
        table = not_laid("5H 6H X1")
        self.refused(table.play(meld1="7H", discard="3D"), "joker_before_laying", "lay_off_before_laying")


class JokerWrongCard(Clause):
    """A joker is not taken for another card, nor without one."""

    clause = "joker_wrong_card"

    def test_not_for_nothing(self):
        table = both_laid("5H 6H 7H X1")
        table.move("X1", "meld1", "meld3")
        self.refused(table.play(meld3="KS KH", discard="4D"), "joker_wrong_card")

    def test_not_for_another_card(self):
        table = both_laid("5H 6H 7H X1")
        table.move("X1", "meld1", "meld3")
        self.refused(table.play(meld1="4H", meld3="KS KH", discard="4D"), "joker_wrong_card")

    def test_not_for_the_card_that_it_did_not_stand_for(self):
        table = both_laid("2H 3H X1", said="AH")
        table.move("X1", "meld1", "meld3")
        self.refused(table.play(meld1="4H", meld3="KS KH", discard="4D"), "joker_wrong_card")

    def test_not_for_one_card_of_a_set_of_three(self):
        table = both_laid("8S 8H X1")
        table.move("X1", "meld1", "meld3")
        self.refused(table.play(meld1="8D", meld3="KS KH", discard="4D"), "joker_wrong_card")

    def test_what_the_zone_has_become_is_said_besides(self):
        table = both_laid("5H 6H X1 8H 9H")
        table.move("X1", "meld1", "meld3")
        self.refused(table.play(meld3="KS KH", discard="4D"), "not_a_meld", "joker_wrong_card")
        table = both_laid("5H 6H X1")
        table.move("X1", "meld1", "meld3")
        self.refused(table.play(meld3="KS KH", discard="4D"), "meld_too_short", "joker_wrong_card")

    def test_not_two_for_one_card(self):
        table = both_laid("5H X1 X2 8H 9H", jokers_per_meld=2)
        table.move("X1", "meld1", "meld2")
        table.move("X2", "meld1", "meld3")
        self.refused(table.play(meld1="7H", meld3="KS KH", discard="4D"), "not_a_meld", "joker_wrong_card")
        self.why(table, "6♥ only")

    def test_a_refusal_names_every_face_that_would_do(self):
        table = both_laid("5H X1 X2 8H", jokers_per_meld=2)
        table.move("X1", "meld1", "meld3")
        self.refused(table.play(meld1="9H", meld3="KS KH", discard="4D"), "not_a_meld", "joker_wrong_card")
        self.why(table, "6♥ 7♥ only")

    def test_then_every_joker_keeps_its_card(self):
        table = both_laid("X1 X2 7H 8H X3", jokers_per_meld=3, jokers=8)
        table.move("X1", "meld1", "meld2")
        table.move("X2", "meld1", "meld3")
        # X3 is the nine: it is not pushed along while cards for the others lack.
        self.refused(table.play(meld1="9H", meld3="KS KH", discard="4D"), "joker_changed", "joker_wrong_card")


class JokerNotReplayed(Clause):
    """A joker that was taken lies in a meld at the end of the same turn."""

    clause = "joker_not_replayed"

    def test_it_is_not_kept(self):
        table = both_laid("5H 6H X1")
        table.lift("meld1", "X1")
        self.refused(table.play(meld1="7H", discard="4D"), "joker_not_replayed")

    def test_nor_discarded(self):
        table = both_laid("5H 6H X1")
        table.lift("meld1", "X1")
        self.refused(table.play(meld1="7H", discard="X1"), "joker_not_replayed")

    def test_nor_left_on_the_seat_zone(self):
        table = both_laid("5H 6H X1")
        table.move("X1", "meld1", "seat0")
        self.refused(table.play(meld1="7H", discard="4D"), "joker_not_replayed")

    def test_every_joker_taken_is_replayed(self):
        table = both_laid("5H 6H X1")
        table.play(meld3="QH KH X2", discard="4D")
        table.discard("5D")
        table.lift("meld1", "X1")
        table.move("X2", "meld3", "meld2")
        self.refused(table.play(meld1="7H", meld3="AH", discard="6D"), "joker_not_replayed")
        self.accepted(table.turn(0, meld3="X1"))
