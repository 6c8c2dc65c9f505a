"""The stock runs out: RULES.md "The stock runs out", fine print 12."""

from play import FREE, Clause, opened


class Reshuffle(Clause):
    """When the stock is used up, the discards except the last become a new stock."""

    clause = "reshuffle"

    def table(self, discards="2C 3C", **rules):
        """Return a table of Rami 7 with two hands of 25 cards: two of 53 are in the stock."""
        table = opened("rami7", hand=25, opening_draw=False, **dict(FREE, **rules))
        table.discards(discards)
        return table

    def test_all_but_this_turns_discard_is_shuffled(self):
        table = self.table()
        self.assertEqual(len(table.last), 1)
        table.discard("5C")
        self.accepted(table, took="stock")
        self.check(table, "reshuffle", {"stock": 3})

    def test_the_outcome_follows_the_turn(self):
        table = self.table("2C 3C 5C")
        self.assertEqual([each["event"] for each in table.last], ["turn", "reshuffle"])

    def test_the_stock_counts_down_again(self):
        table = self.table("2C 3C 5C 6C 7C")
        self.assertEqual(len(table.last), 1)
        table.discard("8C")
        self.check(table, "reshuffle", {"stock": 3})

    def test_taking_the_discard_spares_the_stock(self):
        table = self.table()
        table.play(take="3C", meld1="3C 3S 3H", discard="5C")
        self.assertEqual(len(table.last), 1)
        table.discard("6C")
        self.check(table, "reshuffle", {"stock": 3})

    def test_the_stock_is_reckoned_not_read(self):
        table = self.table("2C")
        table.play(draw=1, discard="3C")
        table.draw(2)
        self.check(table.play(draw=-1, discard="5C"), "reshuffle", {"stock": 3})

    def test_a_refused_turn_draws_nothing(self):
        table = self.table("2C")
        table.play(meld1="5H 6H", discard="3C")
        table.done()
        table.done()
        self.refused(table, "meld_too_short")
        table.lift("meld1", "5H 6H")
        table.done()
        self.assertEqual(len(table.last), 1)

    def test_two_decks_are_108_cards(self):
        table = opened("rami51", hand=52)
        table.discards("2C 3C")
        self.assertEqual(len(table.last), 1)
        table.discard("5C")
        self.check(table, "reshuffle", {"stock": 3})

    def test_the_pile_comes_back(self):
        table = self.table("2C 3C 5C")
        table.lay(meld1="2C 3C 4C")
        self.silent(table)
        table.discard("6C")
        self.accepted(table, seat=1, laid=9)

    def test_but_its_top_which_may_be_taken(self):
        table = self.table("2C 3C 5C")
        self.accepted(table.play(take="5C", meld1="3C 4C 5C", discard="6C"), seat=1, took="discard")

    def test_a_turn_that_wins_does_not_reshuffle(self):
        table = self.table("2C 3C")
        spades = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
        self.accepted(table.play(meld1=spades, meld2="AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH", discard="5C"), hand=0)
        events = [each["event"] for each in table.last]
        self.assertEqual(events, ["turn", "round"])

    def test_one_card_in_hand_is_enough_to_go_on(self):
        table = self.table()
        table.play(meld1="AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", meld2="AH 2H 3H 4H 5H 6H 7H 8H 9H TH", discard="5C")
        self.accepted(table, hand=1)
        self.check(table, "reshuffle", {"stock": 3})
