"""Scores at gin: RULES.md "gin"."""

from play import Clause, lines
from tables import GIN, REST, THEIRS, knocked


class GinScore(Clause):
    """The scores of a gin round; the deal alternates."""

    clause = "gin_score"
    lines = """
    # laid off on the nines
    by a hand without deadwood too | knocked 7S knock_limit=10 | 4 8S 8D 8C 5 2H 3H 4H 6 JS JD JH s1 9C done1
        round how=undercut scores=0,17
    gin may be found by the table | knocking | s0 5H 6H 7H 9S 9H 9D TC JC QC KC done0 4 8S 8D 8C 5 2H 3H 4H
        s1 KS TS 6C 3D done1 round how=gin scores=49,0
    the deal alternates | knocked | 4 8S 8D 8C 5 2H 3H 4H s1 KS TS 6C 3D done1 clear deal0 > 4C pass ok seat=1
    """

    NINE = {"meld4": "8S 8D 8C", "meld5": "2H 3H 4H", "meld6": "JS JD JH"}

    def test_a_knock_scores_the_difference(self):
        self.scored(knocked().count(1, REST, **THEIRS), "knock", [27, 0], winners=[0], totals=[27, 0], dealer=0)

    def test_an_ace_counts_one_and_court_cards_ten(self):
        self.scored(knocked("AS").count(1, "KS QH JD AD", **THEIRS), "knock", [30, 0])

    def test_equal_deadwood_scores_nothing(self):
        self.scored(knocked("2S").count(1, "2D", **self.NINE), "knock", [0, 0], winners=[], dealer=0)

    def test_an_undercut_scores_the_difference_and_10(self):
        self.scored(knocked("7S", knock_limit=10).count(1, "3D", **self.NINE), "undercut", [0, 14], winners=[1])

    def test_gin_scores_the_deadwood_and_20(self):
        self.scored(knocked(None, GIN).count(1, REST, **THEIRS), "gin", [49, 0], winners=[0], dealer=0)

    def test_gin_scores_20_at_least(self):
        table = knocked(None, GIN)
        table.count(1, meld4="8S 8D 8C", meld5="AH 2H 3H 4H", meld6="JS JD JH")
        self.scored(table, "gin", [20, 0], winners=[0])

    def test_the_house_may_set_the_bonus_for_gin(self):
        self.scored(knocked(None, GIN, gin_bonus=25).count(1, REST, **THEIRS), "gin", [54, 0])

    def test_and_for_an_undercut(self):
        table = knocked("7S", knock_limit=10, undercut_bonus=25)
        self.scored(table.count(1, "3D", **self.NINE), "undercut", [0, 29])


lines(globals())
