"""Scores at gin: RULES.md "gin"."""

from play import Clause
from tables import GIN, REST, THEIRS, knocked, knocking


class GinScore(Clause):
    """The scores of a gin round; the deal alternates."""

    clause = "gin_score"

    NINE = {"meld4": "8S 8D 8C", "meld5": "2H 3H 4H", "meld6": "JS JD JH"}

    def test_a_knock_scores_the_difference(self):
        self.scored(knocked().count(1, REST, **THEIRS), "knock", [27, 0], winners=[0], totals=[27, 0], dealer=0)

    def test_an_ace_counts_one_and_court_cards_ten(self):
        self.scored(knocked("AS").count(1, "KS QH JD AD", **THEIRS), "knock", [30, 0])

    def test_equal_deadwood_scores_nothing(self):
        self.scored(knocked("2S").count(1, "2D", **self.NINE), "knock", [0, 0], winners=[], dealer=0)

    def test_an_undercut_scores_the_difference_and_10(self):
        self.scored(knocked("7S", knock_limit=10).count(1, "3D", **self.NINE), "undercut", [0, 14], winners=[1])

    def test_by_a_hand_without_deadwood_too(self):
        table = knocked("7S", knock_limit=10)
        table.lay(meld4="8S 8D 8C", meld5="2H 3H 4H", meld6="JS JD JH")
        table.count(1, "9C")  # laid off on the nines
        self.scored(table, "undercut", [0, 17])

    def test_gin_scores_the_deadwood_and_20(self):
        self.scored(knocked(None, GIN).count(1, REST, **THEIRS), "gin", [49, 0], winners=[0], dealer=0)

    def test_gin_scores_20_at_least(self):
        table = knocked(None, GIN)
        table.count(1, meld4="8S 8D 8C", meld5="AH 2H 3H 4H", meld6="JS JD JH")
        self.scored(table, "gin", [20, 0], winners=[0])

    def test_gin_may_be_found_by_the_table(self):
        table = knocking()
        table.count(0, "5H 6H 7H 9S 9H 9D TC JC QC KC")
        self.scored(table.count(1, REST, **THEIRS), "gin", [49, 0])

    def test_the_house_may_set_the_bonus_for_gin(self):
        self.scored(knocked(None, GIN, gin_bonus=25).count(1, REST, **THEIRS), "gin", [54, 0])

    def test_and_for_an_undercut(self):
        table = knocked("7S", knock_limit=10, undercut_bonus=25)
        self.scored(table.count(1, "3D", **self.NINE), "undercut", [0, 29])

    def test_the_deal_alternates(self):
        table = knocked()
        table.count(1, REST, **THEIRS)
        table.clear()
        table.press("deal", 0)
        table.discard("4C")
        table.pass_()
        self.accepted(table, seat=1)
