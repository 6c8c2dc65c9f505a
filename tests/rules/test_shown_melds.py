"""What is reported of a meld zone: LOG.md `--melds` and fine print 13."""

from play import Clause, opened, ready


def showing(game="rami51", **rules):
    return ready(game, show_melds=True, **rules)


class ShownMelds(Clause):
    """Each change in the reading of a meld zone is reported."""

    clause = "shown_melds"

    def test_a_run_with_a_joker(self):
        table = showing()
        table.lay(meld1="5H 6H X1")
        expected = {
            "event": "meld",
            "t": table.t,
            "zone": "meld1",
            "kind": "run",
            "cards": ["5H", "6H", "X1"],
            "jokers": {"X1": "7H"},
            "points": 18,
            "codes": [],
        }
        self.assertEqual(table.last, [expected])

    def test_the_cards_of_a_run_come_by_place(self):
        table = showing()
        table.lay(meld1="7H 5H X1 8H")
        self.shown(table, kind="run", cards=["5H", "X1", "7H", "8H"])
        table.lay(meld2="AS QS KS")
        self.shown(table, cards=["QS", "KS", "AS"])
        table.lay(meld3="3S AS2 2S")
        self.shown(table, cards=["AS2", "2S", "3S"])

    def test_a_joker_said_to_be_low_comes_first(self):
        table = showing()
        table.lay(meld1="2H 3H X1")
        self.shown(table, cards=["2H", "3H", "X1"], points=9)
        table.say("meld1", "X1", "AH")
        self.shown(table, cards=["X1", "2H", "3H"], jokers={"X1": "AH"}, points=6)

    def test_the_cards_of_a_set_come_by_suit(self):
        table = showing()
        table.lay(meld1="KC KD KH KS")
        self.shown(table, kind="set", cards=["KS", "KH", "KD", "KC"], points=40, jokers={})
        table.lay(meld2="X1 QD QS")
        self.shown(table, kind="set", cards=["QS", "QD", "X1"], points=30)

    def test_what_is_no_meld_comes_as_it_arrived(self):
        table = showing()
        table.lay(meld1="9H 2S X1 5D")
        expected = {"kind": "none", "cards": ["9H", "2S", "X1", "5D"], "points": 0}
        self.shown(table, codes=["not_a_meld"], **expected)

    def test_two_cards_are_no_meld_yet(self):
        table = showing()
        table.lay(meld1="6H 5H")
        self.shown(table, kind="none", cards=["6H", "5H"], points=0, codes=["meld_too_short"])
        table.lay(meld1="7H")
        self.shown(table, kind="run", points=18, codes=[])

    def test_points_are_none_where_a_code_applies(self):
        for cards, code in (
            ("7H 7H2 7S", "set_same_suit"),
            ("5H 6H X1 X2", "too_many_jokers"),
            ("5H 6H 8H", "not_a_meld"),
        ):
            table = showing(jokers_per_meld=1)
            table.lay(meld1=cards)
            self.shown(table, points=0, codes=[code])

    def test_an_emptied_zone_holds_nothing(self):
        table = showing()
        table.lay(meld1="5H 6H 7H")
        table.lift("meld1", "5H 6H 7H")
        self.shown(table, kind="none", cards=[], jokers={}, points=0, codes=[])

    def test_what_reads_as_before_is_not_said_again(self):
        table = showing()
        table.lay(meld1="5H 6H 7H")
        table.put("meld1", "6H")
        self.silent(table)
        table.lift("meld1", "KH")
        self.silent(table)

    def test_nor_is_what_one_says_if_it_changes_nothing(self):
        table = showing()
        table.lay(meld1="5H 6H X1")
        table.say("meld1", "X1", "7H")
        self.silent(table)
        table.say("meld1", "X1", "2C")
        self.silent(table)

    def test_each_zone_has_its_own(self):
        table = showing()
        table.lay(meld1="5H 6H 7H", meld2="9S TS JS")
        self.shown(table, zone="meld2", points=29)

    def test_it_is_said_after_what_the_line_causes(self):
        table = showing()
        table.put("meld1", "5H")
        table.put("meld2", "5H")
        self.assertEqual([each["event"] for each in table.last], ["warning", "meld"])

    def test_other_zones_are_not_said(self):
        table = showing()
        table.put("seat0", "5H 6H 7H")
        self.silent(table)
        table.discard("2D")
        self.assertEqual([each["event"] for each in table.last], ["turn"])

    def test_a_bound_joker_reads_as_its_card(self):
        table = showing()
        table.lay(meld1="5H 6H X1")
        table.discards("2D 3D")
        table.lay(meld1="8H")
        self.shown(table, jokers={"X1": "7H"}, points=26, codes=[])
        table.lift("meld1", "8H")
        table.put("meld1", "3H")
        self.shown(table, points=0, codes=["joker_changed"])

    def test_the_points_are_those_of_the_game(self):
        for game, points in (("chamberliens", 9), ("rami30", 9), ("rami7", 25)):
            table = showing(game)
            table.lay(meld1="2H 3H X1")
            self.shown(table, points=points)

    def test_manipulation_says_what_is_undeclared(self):
        table = opened("manipulation", upcard=None, show_melds=True)
        table.draw()
        table.put("meld1", "KS KH X1")
        self.shown(table, codes=["joker_undeclared"], points=0)
        table.say("meld1", "X1", "KD")
        self.shown(table, kind="set", codes=[], jokers={"X1": "KD"})

    def test_without_being_asked_for_nothing_is_said(self):
        table = ready("rami51")
        table.put("meld1", "5H 6H 7H")
        self.silent(table)

    def test_of_a_meld_that_is_pushed_aside_both_zones_are_said(self):
        table = showing()
        table.lay(meld1="2H 3H X1")
        table.say("meld1", "X1", "AH")
        table.discard("2D")
        table.put("meld4", "2H 3H X1")  # before it was seen to leave: two warnings for the others
        said = [(each["zone"], each["cards"], each["codes"]) for each in table.last if each["event"] == "meld"]
        self.assertEqual(said, [("meld4", ["X1", "2H", "3H"], []), ("meld1", [], [])])

    def test_the_place_that_it_has_left_is_read_anew(self):
        table = showing()
        table.play(meld1="5H 6H X1", discard="2D")
        table.lift("meld1", "5H 6H")
        table.put("meld1", "KS KH")  # its joker is bound as long as the meld is not elsewhere
        self.shown(table, cards=["KS", "KH", "X1"], codes=["joker_changed"])
        table.put("meld4", "5H 6H 7H")
        said = [(each["zone"], each["kind"], each["codes"]) for each in table.last]
        self.assertEqual(said, [("meld4", "run", []), ("meld1", "set", [])])
