"""What a meld is: RULES.md "What all the laying games share", fine print 1 to 3."""

from play import Clause, opened, ready

LAYING = ("chamberliens", "rami51", "rami30", "rami7")


def lay(cards, game="rami51", **rules):
    """Lay cards on one zone and discard, at a table where any meld opens."""
    table = ready(game, **rules)
    table.play(meld1=cards, discard="2D")
    return table


class MeldTooShort(Clause):
    """A meld has at least three cards."""

    clause = "meld_too_short"

    def test_two_cards_are_no_meld(self):
        for game in LAYING:
            self.refused(lay("5H 6H", game), "meld_too_short")

    def test_nor_is_one(self):
        self.refused(lay("5H"), "meld_too_short")

    def test_jokers_count_as_cards(self):
        self.refused(lay("5H X1"), "meld_too_short")
        self.accepted(lay("5H 6H X1"))

    def test_it_is_enough_to_say_so(self):
        self.refused(lay("5H QS"), "meld_too_short")
        self.refused(lay("X1 X2"), "meld_too_short")

    def test_cards_put_right_are_a_meld(self):
        self.accepted(lay("5H 6H").turn(0, meld1="7H"), laid=18)

    def test_manipulation_asks_it_too(self):
        table = opened("manipulation", upcard=None)
        self.refused(table.turn(1, meld1="5H 6H 7H", meld2="9S 9H"), "meld_too_short")

    def test_each_clause_is_named_once(self):
        self.refused(ready("rami51").play(meld1="5H 6H", meld2="9S 9H", discard="2D"), "meld_too_short")


class NotAMeld(Clause):
    """A meld is a run of one suit, or a set of three or four of one rank."""

    clause = "not_a_meld"

    def test_cards_of_no_kind(self):
        for game in LAYING:
            self.refused(lay("5H 6S 9D", game), "not_a_meld")

    def test_a_run_has_no_gap(self):
        self.refused(lay("5H 6H 8H"), "not_a_meld")

    def test_a_run_is_of_one_suit(self):
        self.refused(lay("5H 6S 7H"), "not_a_meld")

    def test_a_joker_fills_one_gap_only(self):
        self.accepted(lay("5H X1 7H"))
        self.refused(lay("5H X1 8H"), "not_a_meld")

    def test_a_set_is_of_one_rank(self):
        self.refused(lay("5H 5S 6D"), "not_a_meld")

    def test_five_of_a_rank_are_no_set(self):
        self.refused(lay("5S 5H 5D 5C 5S2"), "not_a_meld")
        self.refused(lay("5S 5H 5D 5C X1"), "not_a_meld")

    def test_a_run_holds_no_card_twice(self):
        self.refused(lay("5H 6H 6H2 7H"), "not_a_meld")

    def test_two_runs_on_one_zone_are_none(self):
        self.refused(lay("5H 6H 7H 9S TS JS"), "not_a_meld")


class SetSameSuit(Clause):
    """The cards of a set are of different suits."""

    clause = "set_same_suit"

    def test_the_same_card_of_the_other_deck_does_not_fit(self):
        for game in ("chamberliens", "rami51", "rami30"):
            self.refused(lay("7H 7H2 7S", game), "set_same_suit")

    def test_nor_in_a_set_of_four(self):
        self.refused(lay("7H 7S 7D 7D2"), "set_same_suit")
        self.refused(lay("7H 7H2 7D 7D2"), "set_same_suit")

    def test_nor_beside_a_joker(self):
        self.refused(lay("7H 7H2 X1"), "set_same_suit")

    def test_it_comes_before_the_number_of_jokers(self):
        self.refused(lay("7H 7H2 X1 X2"), "set_same_suit")

    def test_the_house_may_let_a_suit_come_twice(self):
        for cards in ("8S 8S2 8H", "8S 8S2 8H 8H2 8D 8D2 8C 8C2"):
            self.accepted(lay(cards, same_suit_twice=True), laid=8 * len(cards.split()))
        self.refused(lay("8S 8S2 8H 8H2 8D 8D2 8C 8C2 X1", same_suit_twice=True), "not_a_meld")

    def test_one_natural_card_has_no_suit_twice(self):
        self.refused(lay("7H X1 X2"), "too_many_jokers")

    def test_different_suits_of_both_decks_do(self):
        self.accepted(lay("7H 7S2 7D 7C2"), laid=28)

    def test_a_run_is_never_one(self):
        run = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH2"
        self.accepted(lay(run, hand=15))


class TooManyJokers(Clause):
    """A meld has at most one joker."""

    clause = "too_many_jokers"

    def test_two_jokers_are_too_many(self):
        for game in ("chamberliens", "rami51", "rami30"):
            self.refused(lay("5H 6H X1 X2", game), "too_many_jokers")
            self.refused(lay("KS KH X1 X2", game), "too_many_jokers")

    def test_jokers_alone_are_no_meld(self):
        self.refused(lay("X1 X2 X3"), "not_a_meld")
        self.refused(lay("X1 X2 X3", jokers_per_meld=4), "not_a_meld")

    def test_one_is_not(self):
        self.accepted(lay("KS KH X1"), laid=30)

    def test_each_meld_may_hold_one(self):
        self.accepted(ready("rami51").play(meld1="KS KH X1", meld2="5H 6H X2", discard="2D"), laid=48)

    def test_the_house_may_allow_two(self):
        self.accepted(lay("KS KH X1 X2", jokers_per_meld=2), laid=40)
        self.refused(lay("KS X1 X2 X3", jokers_per_meld=2), "too_many_jokers")

    def test_or_none(self):
        self.refused(lay("KS KH X1", jokers_per_meld=0), "too_many_jokers")

    def test_a_joker_laid_off_counts(self):
        table = lay("KS KH X1")
        table.discard("3D")
        self.refused(table.play(meld1="X2", discard="4D"), "too_many_jokers")

    def test_what_is_no_meld_anyway_is_not_named_so(self):
        self.refused(lay("5H 9S X1 X2"), "not_a_meld")


class Runs(Clause):
    """A run is three or more neighbouring cards of one suit; the ace is low or high."""

    clause = "runs"

    def test_cards_may_come_in_any_order(self):
        self.accepted(lay("7H 5H 6H"), laid=18)

    def test_both_decks_may_mix(self):
        self.accepted(lay("7H 5H2 6H"), laid=18)

    def test_the_ace_is_low_before_a_two(self):
        for game in LAYING:
            self.accepted(lay("AH 2H 3H", game))

    def test_and_high_after_a_king(self):
        for game in LAYING:
            self.accepted(lay("QH KH AH", game))

    def test_a_run_does_not_turn_the_corner(self):
        for game in LAYING:
            self.refused(lay("KH AH 2H", game), "not_a_meld")

    def test_nor_with_a_joker(self):
        self.refused(lay("KH X1 2H"), "not_a_meld")

    def test_two_decks_let_a_run_hold_both_aces(self):
        run = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"
        self.accepted(lay(run + " AH2", hand=15), laid=96)
        self.accepted(lay(run + " X1", hand=15), laid=96)

    def test_one_deck_does_not(self):
        run = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"
        self.accepted(lay(run, "rami7", hand=16))
        self.refused(lay(run + " X1", "rami7", hand=16), "not_a_meld")

    def test_a_run_ends_at_its_aces(self):
        run = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH2"
        self.refused(lay(run + " X1", hand=15), "not_a_meld")
        self.refused(lay(run + " 2H2", hand=15), "not_a_meld")


class MeldBroken(Clause):
    """A card belongs to one meld; melds on the table are not broken up or rearranged."""

    clause = "meld_broken"

    def table(self, meld="5H 6H 7H 8H", game="rami51", **rules):
        """Return a table where both seats have laid; seat 0 is on turn."""
        table = ready(game, **rules)
        table.play(meld1=meld, discard="2D")
        table.play(meld2="9S TS JS", discard="3D")
        return table

    def test_a_card_of_a_meld_stays(self):
        table = self.table()
        table.lift("meld1", "8H")
        table.discard("4D")
        self.refused(table, "meld_broken")

    def test_it_does_not_go_to_another_meld(self):
        table = self.table("5H 6H 7H 8H", hand=15)
        table.move("8H", "meld1", "meld3")
        self.refused(table.play(meld3="8S 8D", discard="4D"), "meld_broken")

    def test_what_is_left_is_judged_besides(self):
        table = self.table("5H 6H 7H")
        table.lift("meld1", "7H")
        table.discard("4D")
        self.refused(table, "meld_broken", "meld_too_short")
        table = self.table("4H 5H 6H 7H 8H")
        table.lift("meld1", "6H")
        table.discard("4D")
        self.refused(table, "meld_broken", "not_a_meld")

    def test_a_card_put_back_was_not_moved(self):
        table = self.table()
        table.lift("meld1", "8H")
        self.accepted(table.play(meld1="8H", discard="4D"))

    def test_a_card_on_two_melds_is_on_the_last(self):
        table = self.table("5H 6H 7H 8H")
        table.put("meld3", "8H")
        self.warned(table, "duplicate_card", zone="meld3", card="8H")
        self.refused(table.play(meld3="8S 8D", discard="4D"), "meld_broken")

    def test_new_melds_may_still_be_changed(self):
        table = self.table()
        table.lay(meld3="KS KH KD KC")
        table.move("KC", "meld3", "meld4")
        self.accepted(table.play(meld4="QC JC", discard="4D"), laid=60)

    def test_where_jokers_are_not_replaced_they_are_cards_of_their_meld(self):
        table = self.table("5H 6H X1", joker_swap=False)
        table.move("X1", "meld1", "meld3")
        self.refused(table.play(meld1="7H", meld3="KS KH", discard="4D"), "meld_broken")

    def test_gin_opponents_take_nothing_from_the_knocker(self):
        table = opened("gin")
        table.take("4C")
        table.knock()
        table.discard("KD")
        table.count(0, meld1="4C 5C 6C 7C", meld2="9S 9H 9D", meld3="JS QS KS")
        table.move("7C", "meld1", "meld4")
        table.lay(meld4="7S 7D", seat1="2H 4H 6D 8H TD QD")
        self.refused(table.count(1, "3S"), "meld_broken", seat=1)

    def test_a_card_of_a_meld_is_not_discarded(self):
        table = self.table()
        table.move("8H", "meld1", "discard")
        self.refused(table, "meld_broken")

    def test_gin_puts_it_right_by_putting_the_card_back(self):
        table = opened("gin", knock_limit=10)
        table.take("4C")
        table.knock()
        table.discard("KD")
        table.count(0, meld1="4C 5C 6C 7C", meld2="9S 9H 9D", meld3="JS QS KS")
        table.move("7C", "meld1", "meld4")
        table.count(1, "2H 4H 6D 8H TD QD 3S", meld4="7S 7D")
        table.move("7C", "meld4", "meld1")
        table.move("7S 7D", "meld4", "seat1")
        self.check(table.count(1, "AD"), "round", {"how": "gin", "winners": [0]})


class PushedMeld(Clause):
    """A meld moved as a whole to an empty zone stays the same meld."""

    clause = "meld_broken"

    def table(self, meld="5H 6H 7H 8H", game="rami51", said=None, **rules):
        """Return a table where both seats have laid a meld; seat 0 is on turn."""
        table = ready(game, **rules)
        table.lay(meld1=meld)
        if said:
            table.say("meld1", "X1", said)
        table.discard("2D")
        table.play(meld2="9S TS JS", discard="3D")
        return table

    def test_it_may_be_pushed_aside(self):
        table = self.table()
        table.move("5H 6H 7H 8H", "meld1", "meld3")
        table.discard("4D")
        self.accepted(table, seat=0, laid=0, hand=9)
        table.move("5H 6H 7H 8H", "meld3", "meld1")
        table.discard("5D")
        self.accepted(table, seat=1, laid=0, hand=10)

    def test_by_a_seat_that_has_not_laid(self):
        for game in ("rami51", "chamberliens"):
            table = opened(game, 3, first_lay_points=0, first_lay_pure_run=False)
            table.discards("2C 3C 5C")
            table.play(meld1="5H 6H 7H 8H", discard="2D")
            table.move("5H 6H 7H 8H", "meld1", "meld3")
            table.discard("4D")
            self.accepted(table, seat=1, laid=0)

    def test_what_is_added_there_is_laid_off(self):
        table = self.table()
        table.move("5H 6H 7H 8H", "meld1", "meld3")
        self.accepted(table.play(meld3="9H", discard="4D"), seat=0, laid=0, hand=8)
        table = opened("rami51", first_lay_pure_run=False)
        table.play(meld1="TH JH QH KH AH", discard="2D")
        table.move("TH JH QH KH AH", "meld1", "meld3")
        self.refused(table.play(meld3="9H", discard="4D"), "lay_off_before_laying", seat=1)

    def test_its_place_takes_a_new_meld(self):
        table = self.table()
        table.move("5H 6H 7H 8H", "meld1", "meld3")
        self.accepted(table.play(meld1="KS KH KD", discard="4D"), seat=0, laid=30, hand=6)

    def test_a_joker_keeps_its_card(self):
        for added, good in (("4H", True), ("5H", False)):
            table = self.table("2H 3H X1", said="AH")
            table.move("X1 2H 3H", "meld1", "meld3")
            table.play(meld3=added, discard="4D")
            self.accepted(table, seat=0, laid=0) if good else self.refused(table, "joker_changed")

    def test_and_is_not_declared_anew(self):
        table = self.table("2H 3H X1")
        table.move("X1 2H 3H", "meld1", "meld3")
        table.say("meld3", "X1", "AH")
        table.discard("4D")
        self.refused(table, "joker_changed")

    def test_all_of_its_cards_must_lie_together(self):
        table = self.table()
        table.lift("meld1", "5H 6H 7H 8H")
        self.refused(table.play(meld3="5H 6H 7H", discard="4D"), "meld_broken")
        self.accepted(table.turn(0, meld3="8H"), seat=0, laid=0)

    def test_not_on_another_meld(self):
        table = self.table("QS KS AS", hand=15)
        table.move("QS KS AS", "meld1", "meld2")
        table.discard("4D")
        self.refused(table, "meld_broken")

    def test_nor_where_another_lay_when_the_turn_began(self):
        table = self.table()
        table.move("9S TS JS", "meld2", "meld3")
        table.move("5H 6H 7H 8H", "meld1", "meld2")
        table.discard("4D")
        self.refused(table, "meld_broken")

    def test_two_melds_on_one_zone_are_broken(self):
        table = self.table("QS KS AS", hand=15)
        table.move("QS KS AS", "meld1", "meld3")
        table.move("9S TS JS", "meld2", "meld3")
        table.discard("4D")
        self.refused(table, "meld_broken")
        self.why(table, "1")

    def test_nor_into_the_hand_or_on_the_discard(self):
        table = self.table("5H 6H 7H", hand=15)
        table.lift("meld1", "5H 6H 7H")
        table.discard("4D")
        self.refused(table, "meld_broken")

    def test_a_joker_may_be_taken_from_it(self):
        for meld, came in (("5H 6H X1", "7H"), ("8S 8H 8D X1", "8C"), ("8S 8H X1", "8D 8C")):
            for target in ("meld4", "meld1"):
                table = self.table(meld)
                table.lift("meld1", meld)
                table.lay(meld3=meld.replace(" X1", "") + " " + came)
                table.put(target, "KS KH X1")
                table.discard("4D")
                self.accepted(table, seat=0, laid=30)

    def test_also_where_it_stays_in_its_run(self):
        table = self.table("5H 6H X1")
        table.lift("meld1", "5H 6H X1")
        self.accepted(table.play(meld3="5H 6H 7H X1", discard="4D"), seat=0, laid=0, hand=9)
        self.accepted(table.play(meld3="9H", discard="5D"), seat=1)

    def test_with_a_wrong_card_it_has_not_moved(self):
        table = self.table("5H 6H X1")
        table.lift("meld1", "5H 6H X1")
        self.refused(table.play(meld3="4H 5H 6H", meld4="KS KH X1", discard="4D"), "meld_broken", "joker_wrong_card")
        table.lift("meld3", "4H")
        self.accepted(table.turn(0, meld3="7H"), seat=0, laid=30)

    def test_where_jokers_are_not_replaced_it_takes_its_joker_along(self):
        for left, codes in (("5H 6H X1", []), ("5H 6H 7H", ["meld_broken"])):
            table = self.table("5H 6H X1", "rami7", hand=9)
            table.lift("meld1", "5H 6H X1")
            table.play(meld3=left, discard="4D")
            self.refused(table, *codes) if codes else self.accepted(table, seat=0, laid=0)
