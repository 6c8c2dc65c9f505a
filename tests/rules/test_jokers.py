"""Jokers in the laying games: RULES.md "A joker stands for one card", fine print 3, 4."""

from play import Clause, lines, ready


def shape(cards, game="rami51", said=None, **rules):
    """Return what a zone with these cards is reported to be; `said` is X1's declared face."""
    table = ready(game, show_melds=True, **rules)
    table.lay(meld1=cards)
    if said:
        table.say("meld1", "X1", said)
    found = [each for each in table.all if each["event"] == "meld"]
    return found[-1]


class JokerValue(Clause):
    """A joker stands for one card: the highest that fits, or the one declared."""

    clause = "joker_value"
    lines = """
    a joker that is not there is not spoken of | ready rami51 | 1 X1=AH 1 2H 3H X1 > 2D ok laid=9
    what is said holds while the joker lies there | ready rami51 | 1 2H 3H X1 1 X1=AH -X1 1 X1 > 2D ok laid=9
    a later word replaces an earlier one | ready rami51 | 1 2H 3H X1 1 X1=AH 1 X1=4H > 2D ok laid=9
    a set binds it to a rank only | ready rami51 | 1 KS KH X1 1 X1=KD > 2D > 3D 1 KD > 4D ok laid=0
    """

    def test_it_fills_the_gap_of_a_run(self):
        self.assertEqual(shape("5H X1 7H")["jokers"], {"X1": "6H"})

    def test_at_the_ends_of_a_run_it_stands_for_the_higher_card(self):
        for cards, card in (("2H 3H X1", "4H"), ("JH QH X1", "KH"), ("QH KH X1", "AH")):
            self.assertEqual(shape(cards)["jokers"], {"X1": card})

    def test_of_equal_values_for_the_higher_place(self):
        self.assertEqual(shape("JH QH X1")["jokers"], {"X1": "KH"})
        self.assertEqual(shape("TH JH QH X1")["jokers"], {"X1": "KH"})

    def test_an_ace_before_a_two_is_worth_one_and_no_more(self):
        self.assertEqual(shape("2H 3H X1")["points"], 9)

    def test_a_high_ace_goes_before_a_low_one(self):
        run = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH X1"
        self.assertEqual(shape(run)["points"], 95)

    def test_in_rami7_it_is_the_higher_card_if_there_is_one(self):
        self.assertEqual(shape("2H 3H X1", "rami7")["jokers"], {"X1": "4H"})
        self.assertEqual(shape("QH KH X1", "rami7")["jokers"], {"X1": "AH"})
        self.assertEqual(shape("7H 8H X1", "rami7")["jokers"], {"X1": "9H"})
        self.assertEqual(shape("AH 2H X1", "rami7")["jokers"], {"X1": "3H"})

    def test_in_rami7_it_is_else_the_lower_one(self):
        self.assertEqual(shape("KH AH X1", "rami7")["jokers"], {"X1": "QH"})
        found = shape("3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH X1", "rami7")
        self.assertEqual((found["jokers"], found["points"]), ({"X1": "2H"}, 113))

    def test_in_rami7_it_may_be_said_to_be_the_ace(self):
        found = shape("2H 3H X1", "rami7", said="AH")
        self.assertEqual((found["jokers"], found["points"]), ({"X1": "AH"}, 25))

    def test_the_player_may_say_another_card(self):
        found = shape("2H 3H X1", said="AH")
        self.assertEqual((found["jokers"], found["points"]), ({"X1": "AH"}, 6))

    def test_the_deck_that_is_said_does_not_matter(self):
        self.assertEqual(shape("6H 7H X1", said="5H2")["points"], 18)

    def test_what_no_reading_allows_counts_as_not_said(self):
        for said in ("2C", "JH", "6H", "8S"):
            self.assertEqual(shape("6H 7H X1", said=said)["points"], 21)

    def test_two_jokers_take_the_highest_sum(self):
        found = shape("AS X1 X2", jokers_per_meld=2)
        self.assertEqual((found["kind"], found["points"]), ("set", 33))
        found = shape("KS X1 X2", jokers_per_meld=2)
        self.assertEqual((found["kind"], found["points"]), ("run", 31))

    def test_then_a_run_before_a_set_that_ends_highest(self):
        found = shape("JS X1 X2", jokers_per_meld=2)
        self.assertEqual((found["kind"], found["points"]), ("run", 30))
        self.assertEqual(found["jokers"], {"X1": "QS", "X2": "KS"})

    def test_the_lower_joker_takes_the_lower_place(self):
        found = shape("X2 5H X1 6H", jokers_per_meld=2)
        self.assertEqual(found["jokers"], {"X1": "7H", "X2": "8H"})

    def test_one_may_say_one_of_two(self):
        found = shape("X2 5H X1 6H", jokers_per_meld=2, said="8H")
        self.assertEqual(found["jokers"], {"X1": "8H", "X2": "7H"})

    def test_of_two_equal_aces_for_the_higher_place(self):
        found = shape("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH X1", "rami7", hand=14)
        self.assertEqual((found["cards"][0], found["cards"][-1]), ("2H", "X1"))

    def test_what_is_said_decides_between_run_and_set(self):
        found = shape("8H X1 X2", jokers_per_meld=2)
        self.assertEqual((found["kind"], found["points"]), ("run", 27))
        found = shape("8H X1 X2", jokers_per_meld=2, said="8S")
        self.assertEqual((found["kind"], found["points"]), ("set", 24))
        found = shape("AH X1 X2", jokers_per_meld=2, said="KH")
        self.assertEqual((found["kind"], found["points"]), ("run", 31))

    def test_both_aces_of_a_run_may_be_jokers(self):
        run = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH X1 X2"
        self.assertEqual(shape(run, jokers_per_meld=2, said="AH")["points"], 96)


lines(globals())
