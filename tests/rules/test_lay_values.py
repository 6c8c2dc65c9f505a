"""Card values in a lay: RULES.md "Card values for the minimum"."""

from play import Clause, ready


class LayValues(Clause):
    """The values of cards in a lay."""

    clause = "lay_values"

    def laid(self, cards, game="rami51", **rules):
        table = ready(game, **rules)
        table.play(meld1=cards, discard="2D")
        return self.outcome(table, "turn")["laid"]

    def test_two_to_ten_are_worth_their_pips(self):
        self.assertEqual(self.laid("2H 3H 4H 5H 6H 7H 8H 9H TH"), 54)

    def test_court_cards_are_worth_ten(self):
        self.assertEqual(self.laid("JH QH KH"), 30)

    def test_an_ace_is_worth_eleven(self):
        self.assertEqual(self.laid("QH KH AH"), 31)
        self.assertEqual(self.laid("AS AH AD"), 33)

    def test_an_ace_before_a_two_is_worth_one(self):
        self.assertEqual(self.laid("AH 2H 3H"), 6)
        self.assertEqual(self.laid("AH X1 3H"), 6)

    def test_in_rami40_and_where_the_house_says_so_it_is_worth_eleven(self):
        self.assertEqual(self.laid("AH 2H 3H", "rami40"), 16)
        self.assertEqual(self.laid("AH 2H 3H", low_ace=11), 16)

    def test_a_run_with_both_aces_counts_each_in_its_place(self):
        run = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH2"
        self.assertEqual(self.laid(run, hand=15), 96)

    def test_a_joker_is_worth_the_card_it_stands_for(self):
        self.assertEqual(self.laid("5H X1 7H"), 18)
        self.assertEqual(self.laid("QH KH X1"), 31)
        self.assertEqual(self.laid("X1 2H 3H"), 9)

    def test_a_joker_in_a_set_is_worth_its_rank(self):
        self.assertEqual(self.laid("9S 9H X1"), 27)
        self.assertEqual(self.laid("AS AH X1"), 33)

    def test_chamberliens_counts_alike(self):
        self.assertEqual(self.laid("AH 2H X1", "chamberliens"), 6)
        self.assertEqual(self.laid("KH AH X1", "chamberliens"), 31)

    def test_rami7_counts_every_ace_eleven(self):
        self.assertEqual(self.laid("AH 2H 3H", "rami7"), 16)

    def test_rami7_counts_a_joker_twenty(self):
        self.assertEqual(self.laid("5H X1 7H", "rami7"), 32)
        self.assertEqual(self.laid("KS KH X1", "rami7"), 40)
        self.assertEqual(self.laid("QH KH X1", "rami7"), 40)

    def test_all_new_melds_are_added_up(self):
        self.accepted(ready("rami51").play(meld1="5H 6H 7H", meld2="KS KH KD", discard="2D"), laid=48)
