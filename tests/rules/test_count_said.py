"""A count that the players say: LOG.md "Rulings", `count`, and its fine print 35 to 38."""

from play import lines, ready
from ruling import Ruling


class CountSaid(Ruling):
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
    a hand that counts although it has not laid | counting not_laid=hand | ruled:count seat=2 points=44 events:ruling
        done2 warning code=not_your_turn ruled:count seat=2 points=45 ruled:count seat=1 points=3
        round how=out scores=0,3,45
    it takes the place of a short count | counting not_laid=hand | s1 9C KD done1 done0 ruled:count seat=1 points=19
        done1 warning code=not_your_turn ruled:count seat=2 points=45 round how=out scores=0,19,45 short=null
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
        self.check(table, "round", {"how": "out", "scores": [0, 1000, 100]})


class CountSaidAtGin(Ruling):
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
    too high | knocking | ruled:count seat=0 points=11 !knock_too_high seat=0 view: seat=1 phase=turn
    | knocked | ruled:count seat=0 points=11 !knock_too_high seat=0 view: seat=1 phase=turn
    nothing said so makes no gin | knocking | ruled:count seat=0 points=0 ruled:count seat=1 points=20
        round how=knock scores=20,0
    | gin | ruled:count seat=0 points=0 s1 KS TS 6C 3D 2H 3H 4H 8S 8D 8C done1 round how=knock scores=29,0
    gin and big gin keep their bonuses | gin | ruled:count seat=1 points=30 round how=gin scores=50,0
    | both_passed | knock 1 5H 6H 7H 2 9S 9H 9D 3 9C TC JC QC KC done nothing:count seat=0 points=0
        ruled:count seat=1 points=30 round how=big_gin scores=61,0
    """


lines(globals())
