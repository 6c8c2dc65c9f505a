"""The discard in the laying games: RULES.md "A turn", fine print 9 to 11."""

from play import Clause, opened, ready


class DiscardTaken(Clause):
    """The top of the discard may be taken instead of a card of the stock."""

    clause = "discard_taken"

    def test_it_may_be_laid(self):
        table = ready("rami51")
        self.accepted(table.play(take="3C", meld1="3C 3S 3H", discard="2D"), seat=0, took="discard", laid=9, hand=10)

    def test_or_laid_off(self):
        table = ready("rami51")
        table.play(meld1="9S TS JS", discard="QS")
        table.play(take="QS", meld1="QS", meld2="5H 6H 7H", discard="2D")
        self.accepted(table, seat=1, took="discard", laid=18)

    def test_the_upcard_may_be_taken_where_the_first_turn_allows_it(self):
        table = opened("rami7", opening_draw=True, first_lay_points=0)
        self.accepted(table.play(take="4C", meld1="4C 4S 4H", discard="2D"), took="discard", laid=12)

    def test_then_the_card_below_is_not_the_top(self):
        table = ready("rami51")
        table.play(take="3C", meld1="3C 3S 3H", discard="2D")
        self.accepted(table.play(take="2D", meld2="2D 3D 4D", discard="5D"), seat=1, took="discard")

    def test_what_the_seat_itself_discards_is_not_taken(self):
        table = ready("rami51")
        table.play(meld1="9S TS", discard="2D")
        self.accepted(table.play(take="2D", meld1="JS", discard="3D"), took="stock", hand=10)

    def test_every_card_may_be_taken(self):
        for card in ("AS", "KC2", "X4"):
            table = ready("rami51", jokers_per_meld=1)
            table.play(meld1="9S TS JS", discard=card)
            self.refused(table.play(take=card, discard="2D"), "discard_not_melded", seat=1)


class DiscardNotMelded(Clause):
    """A card taken from the discard is laid or laid off in the same turn."""

    clause = "discard_not_melded"

    def test_it_is_not_kept(self):
        for game in ("chamberliens", "rami51", "rami30", "rami7"):
            self.refused(ready(game).play(take="3C", discard="2D"), "discard_not_melded", seat=0)

    def test_other_cards_laid_do_not_help(self):
        self.refused(ready("rami51").play(take="3C", meld1="5H 6H 7H", discard="2D"), "discard_not_melded")

    def test_a_seat_zone_is_no_meld(self):
        table = ready("rami51")
        table.take("3C")
        table.put("seat0", "3C")
        table.discard("2D")
        self.refused(table, "discard_not_melded")

    def test_put_back_it_counts_as_not_taken(self):
        table = ready("rami51")
        self.silent(table.play(take="3C", discard="3C"))
        table.discard("2D")
        self.accepted(table, seat=0, took="stock", hand=13)

    def test_also_under_this_turns_discard(self):
        table = ready("rami51")
        table.play(take="3C", discard="2D")
        table.put("discard", "3C")
        self.silent(table)
        table.done()
        self.accepted(table, seat=0, took="stock")
        table.take("2D")  # is still the top
        self.accepted(table.play(meld1="2D 2S 2H", discard="3D"), seat=1, took="discard")

    def test_laid_after_the_refusal_it_is_put_right(self):
        table = ready("rami51")
        table.play(take="3C", discard="2D")
        self.accepted(table.turn(0, meld1="3C 3S 3H"), took="discard", hand=10)

    def test_put_back_from_a_meld_it_counts_as_not_taken(self):
        table = ready("rami51")
        table.play(take="3C", meld1="3C 3S")
        table.move("3C 3S", "meld1", "seat0")
        table.lift("seat0", "3C 3S")
        table.discard("3C")
        table.discard("2D")
        self.accepted(table, took="stock")


class DiscardFirstRound(Clause):
    """At Rami 51 the discard may be taken from a seat's second turn on."""

    clause = "discard_first_round"

    def test_not_in_the_first_turn(self):
        for game in ("rami51", "rami30"):
            table = opened(game, first_lay_points=0, first_lay_pure_run=False)
            self.refused(table.play(take="4C", meld1="4C 4S 4H", discard="2D"), "discard_first_round")

    def test_nor_in_the_first_turn_of_the_second_seat(self):
        table = opened("rami51", first_lay_points=0)
        table.discard("2D")
        self.refused(table.play(take="2D", meld1="2D 3D 4D", discard="5D"), "discard_first_round", seat=1)

    def test_in_the_second_turn_one_may(self):
        self.accepted(ready("rami51").play(take="3C", meld1="3C 3S 3H", discard="2D"), took="discard")

    def test_not_laid_it_is_refused_for_both(self):
        table = opened("rami51")
        self.refused(table.play(take="4C", discard="2D"), "discard_first_round", "discard_not_melded")

    def test_put_back_it_was_not_taken(self):
        table = opened("rami51")
        table.play(take="4C", discard="4C")
        table.discard("2D")
        self.accepted(table, took="stock")

    def test_rami7_lets_one_take_it_at_once(self):
        table = opened("rami7", first_lay_points=0)
        table.discard("2D")
        self.accepted(table.play(take="2D", meld1="2D 3D 4D", discard="5D"), seat=1, took="discard")

    def test_chamberliens_lets_one_take_it_at_once(self):
        table = opened("chamberliens", hand=3)
        table.play(take="4C", meld1="4C 5C 6C")
        table.discard("2D")  # a rami sec
        self.assertEqual(self.outcome(table, "turn")["took"], "discard")

    def test_each_round_has_its_first_turn(self):
        table = opened("rami51", hand=3, first_lay_points=0)
        table.play(meld1="5H 6H 7H", discard="2D")
        table.clear()
        table.deal("4C")
        self.refused(table.play(take="4C", meld1="4C 5C 6C", discard="2D"), "discard_first_round")


class NotTopDiscard(Clause):
    """Cards below the top of the discard pile are out of play."""

    clause = "not_top_discard"

    def test_the_card_below_the_top_is_not_melded(self):
        table = ready("rami51")
        table.lift("discard", "3C 2C")
        self.refused(table.play(meld1="2C 2S 2H", meld2="3C 3S 3H", discard="2D"), "not_top_discard")

    def test_nor_without_the_top(self):
        table = ready("rami51")
        table.lift("discard", "2C")
        self.refused(table.play(meld1="2C 2S 2H", discard="2D"), "not_top_discard")

    def test_nor_is_the_upcard_once_it_is_covered(self):
        for game in ("chamberliens", "rami30", "rami7"):
            table = ready(game)
            table.lift("discard", "4C")
            self.refused(table.play(meld1="4C 4S 4H", discard="2D"), "not_top_discard")

    def test_it_is_not_laid_off_either(self):
        table = ready("rami51")
        table.lay(meld1="2S 2H 2D")
        table.discards("4D 5D")
        table.lift("discard", "2C")
        self.refused(table.play(meld1="2C", discard="6D"), "not_top_discard")

    def test_the_pile_may_leave_the_readers_sight(self):
        table = ready("rami51")
        table.lift("discard", "2C 4C")
        self.silent(table)
        table.discard("2D")
        self.accepted(table, took="stock", hand=13)

    def test_the_top_that_was_taken_does_not_uncover_the_next(self):
        table = ready("rami51")
        table.take("3C")
        self.refused(table.play(take="2C", meld1="2C 3C 4C2", discard="2D"), "not_top_discard")

    def test_a_card_of_the_pile_seen_again_is_no_discard(self):
        table = ready("rami51")
        table.lift("discard", "2C")
        table.put("discard", "2C")
        self.silent(table)
        table.discard("2D")
        self.accepted(table, seat=0)


class NoDiscard(Clause):
    """A turn ends with a discard unless the seat goes out."""

    clause = "no_discard"

    def test_a_turn_without_a_discard_is_refused(self):
        for game in ("chamberliens", "rami51", "rami30", "rami7"):
            table = ready(game)
            table.done()
            self.refused(table, "no_discard")

    def test_also_after_a_lay(self):
        table = ready("rami51")
        self.refused(table.turn(0, meld1="5H 6H 7H"), "no_discard")
        table.discard("2D")
        self.accepted(table, laid=18)

    def test_any_card_may_be_discarded_a_joker_too(self):
        table = ready("rami51")
        table.discard("X1")
        self.accepted(table, hand=13)

    def test_a_joker_discarded_may_be_taken(self):
        table = ready("rami51")
        table.discard("X1")
        self.accepted(table.play(take="X1", meld1="5H 6H X1", discard="2D"), seat=1, took="discard")

    def test_gin_asks_it_too(self):
        table = opened("gin")
        table.done()
        self.refused(table, "no_discard", seat=0)
        table.take("4C")
        table.done()
        self.refused(table, "no_discard", seat=0)


class NoFinalDiscard(Clause):
    """The last card may be laid or discarded; a house rule may require the discard."""

    clause = "no_final_discard"

    def all_laid(self, **rules):
        table = ready("rami51", hand=5, **rules)
        table.turn(0, meld1="5H 6H 7H", meld2="9S TS JS")
        return table

    def test_the_last_card_may_be_laid(self):
        self.accepted(self.all_laid(), laid=47, hand=0)

    def test_a_house_may_want_it_discarded(self):
        self.refused(self.all_laid(final_discard="required"), "no_final_discard")

    def test_and_then_takes_it_so(self):
        table = ready("rami51", hand=5, final_discard="required")
        self.accepted(table.play(meld1="5H 6H 7H 8H 9H", discard="2D"), laid=35, hand=0)

    def test_it_never_goes_with_the_other(self):
        self.refused(ready("rami51", hand=5, final_discard="required").turn(0, meld1="5H 6H 7H"), "no_discard")

    def test_the_house_that_says_optional_means_the_default(self):
        self.accepted(self.all_laid(final_discard="optional"), hand=0)
