"""A count that the players say: LOG.md "Rulings", `count`, and its fine print 35 to 38."""

from play import both_passed, lines, ready
from ruling import Ruling
from tables import MELDS, REST, knocked, knocking


class CountSaid(Ruling):
    """The players say what a hand counts."""

    clause = "count_said"
    lines = """
    only while hands are counted | ready rami51 | nothing:count seat=0 points=5
    | counting | nothing:count seat=0 points=5 ruled:count seat=1 points=0 nothing:count seat=1 points=5
    | counting | nothing:count seat=2 points=5 ruled:count seat=1 points=0 nothing:count seat=1 points=5
    manipulations knock | dealt | draw 1 5H 6H 7H 8H 9H TH JH done draw3 done draw 2 2S 3S 4S knock
        ruled:count seat=0 points=6 !knock_too_high seat=0 view: seat=1
    a knocker who has counted | dealt | draw 1 5H 6H 7H 8H 9H TH JH done draw3 done draw 2 2S 3S 4S knock s0 2D 2C done0
        ~ ruled:count seat=0 points=25 !knock_too_high seat=0
    manipulations seat without cards | dealt | draw 1 5H 6H 7H 8H 9H TH JH done draw3 done draw 2 2S 3S 4S 5S 6S done
        ok hand=0 nothing:count seat=0 points=0 ruled:count seat=1 points=50 round how=out scores=75,0
    """

    def counting(self, **rules):
        """Return a table of three where seat 0 is out, and seat 1 has laid, but not seat 2."""
        table = ready("rami51", 3, hand=6, **rules)
        for melds in ({"meld1": "8H 9H TH"}, {"meld2": "8S 9S TS"}, {}):
            table.play(**melds, discard="%dD" % (table.active + 2))
        table.play(meld3="JH QH KH", discard="5D")
        self.assertEqual(table.referee.view.phase, "count")
        return table

    def test_bad_figures(self):
        table = self.counting()
        for points in (-1, 1001, "5", 5.0, None, True):
            self.bad(table, ruling="count", seat=1, points=points)
        self.ruled(table, "count", seat=1, points=1000)
        self.scored(table, "out", [0, 1000, 100])

    def test_a_hand_that_counts_although_it_has_not_laid(self):
        table = self.counting(not_laid="hand")
        self.ruled(table, "count", seat=2, points=44)
        self.assertEqual(len(table.last), 1)
        table.done(2)
        self.warned(table, "not_your_turn")
        self.ruled(table, "count", seat=2, points=45)
        self.ruled(table, "count", seat=1, points=3)
        self.scored(table, "out", [0, 3, 45])

    def test_it_takes_the_place_of_a_short_count(self):
        table = self.counting(not_laid="hand")
        table.count(1, "9C KD")
        table.done(0)
        self.ruled(table, "count", seat=1, points=19)
        table.done(1)
        self.warned(table, "not_your_turn")
        self.ruled(table, "count", seat=2, points=45)
        self.scored(table, "out", [0, 19, 45])
        self.assertNotIn("short", table.last[-1])


class CountSaidAtGin(Ruling):
    """The same at gin."""

    clause = "count_said"
    lines = """
    the knocker | knocking | nothing:count seat=1 points=20 ruled:count seat=0 points=4 ruled:count seat=1 points=20
        round how=knock scores=16,0
    the opponent lays off on what lies there | knocking | 1 5H 6H 7H 2 9S 9H 9D 3 JC QC KC ruled:count seat=0 points=2
        1 8H s1 2H 3H 4H 8S 8D 8C KS TS 6C done1 round how=knock scores=24,0
    zones that are no meld are judged as ever | knocking | 1 5H 6H 8H ruled:count seat=0 points=2
        s1 2H 3H 4H 8S 8D 8C KS TS 6C 3D done1 !not_a_meld seat=1 ruled:count seat=1 points=29
        round how=knock scores=27,0
    a knock that is counted again | knocked | ruled:count seat=0 points=10 ruled:count seat=1 points=10
        round how=knock scores=0,0 winners=,
    """

    def test_too_high(self):
        for table in (knocking(), knocked()):
            self.ruled(table, "count", seat=0, points=11)
            self.refused(table, "knock_too_high", seat=0)
            self.assertEqual((table.active, table.referee.view.phase), (1, "turn"))

    def test_nothing_said_so_makes_no_gin(self):
        table = knocking()
        self.ruled(table, "count", seat=0, points=0)
        self.ruled(table, "count", seat=1, points=20)
        self.scored(table, "knock", [20, 0])
        table = knocked(None, dict(MELDS, meld3="TC JC QC KC"))
        self.ruled(table, "count", seat=0, points=0)
        self.scored(table.count(1, REST + " 2H 3H 4H 8S 8D 8C"), "knock", [29, 0])

    def test_gin_and_big_gin_keep_their_bonuses(self):
        table = knocked(None, dict(MELDS, meld3="TC JC QC KC"))
        self.ruled(table, "count", seat=1, points=30)
        self.scored(table, "gin", [50, 0])
        table = both_passed()
        table.knock()
        table.turn(0, meld1="5H 6H 7H", meld2="9S 9H 9D", meld3="9C TC JC QC KC")
        self.nothing(table, "count", seat=0, points=0)
        self.ruled(table, "count", seat=1, points=30)
        self.scored(table, "big_gin", [61, 0])


lines(globals())
