"""What is reported of a meld zone: LOG.md `--melds` and fine print 13."""

from play import Clause, lines
from tables import showing


class ShownMelds(Clause):
    clause = "shown_melds"
    lines = """
    the cards of a run come by place | showing | 1 7H 5H X1 8H meld kind=run cards=5H,X1,7H,8H 2 AS QS KS
        meld cards=QS,KS,AS 3 3S AS2 2S meld cards=AS2,2S,3S
    a joker said to be low comes first | showing | 1 2H 3H X1 meld cards=2H,3H,X1 points=9 1 X1=AH
        meld cards=X1,2H,3H jokers=X1:AH points=6
    points are none where a code applies | showing jokers_per_meld=1 | 1 7H 7H2 7S meld points=0 codes=set_same_suit,
    | showing jokers_per_meld=1 | 1 5H 6H X1 X2 meld points=0 codes=too_many_jokers,
    | showing jokers_per_meld=1 | 1 5H 6H 8H meld points=0 codes=not_a_meld,
    nor is what one says if it changes nothing | showing | 1 5H 6H X1 1 X1=7H ~ 1 X1=2C ~
    each zone has its own | showing | 1 5H 6H 7H 2 9S TS JS meld zone=meld2 points=29
    a bound joker reads as its card | showing | 1 5H 6H X1 > 2D > 3D 1 8H meld jokers=X1:7H points=26 codes=, -8H 1 3H
        meld points=0 codes=joker_changed,
    the points are those of the game | showing chamberliens/rami30 | 1 2H 3H X1 meld points=9
    | showing rami7 | 1 2H 3H X1 meld points=25
    manipulation says what is undeclared | dealt show_melds=true | draw 1 KS KH X1 meld codes=joker_undeclared, points=0
        1 X1=KD meld kind=set codes=, jokers=X1:KD
    without being asked for nothing is said | ready rami51 | 1 5H 6H 7H ~
    the cards of a set come by suit | showing | 1 KC KD KH KS meld kind=set cards=KS,KH,KD,KC points=40 2 X1 QD QS
        meld kind=set cards=QS,QD,X1 points=30
    what is no meld comes as it arrived | showing | 1 9H 2S X1 5D
        meld kind=none cards=9H,2S,X1,5D points=0 codes=not_a_meld,
    two cards are no meld yet | showing | 1 6H 5H meld kind=none cards=6H,5H points=0 codes=meld_too_short, 1 7H
        meld kind=run points=18 codes=,
    an emptied zone holds nothing | showing | 1 5H 6H 7H -5H,6H,7H meld kind=none cards=, points=0 codes=,
    what reads as before is not said again | showing | 1 5H 6H 7H 1 6H ~
    it is said after what the line causes | showing | 1 5H +2 5H events:duplicate_card,meld
    other zones are not said | showing | s0 5H 6H 7H ~ > 2D events:turn
    """

    def test_a_run_with_a_joker(self):
        table = showing()
        table.lay(meld1="5H 6H X1")
        said = '{"t":%d,"event":"meld","zone":"meld1","kind":"run","cards":["5H","6H","X1"],"jokers":{"X1":"7H"},'
        self.assertEqual(table.lines, [said % table.t + '"points":18,"codes":[]}'])

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
        self.check(table, "meld", {"cards": ["KS", "KH", "X1"], "codes": ["joker_changed"]})
        table.put("meld4", "5H 6H 7H")
        said = [(each["zone"], each["kind"], each["codes"]) for each in table.last]
        self.assertEqual(said, [("meld4", "run", []), ("meld1", "set", [])])


lines(globals())
