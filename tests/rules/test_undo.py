"""The last turn taken back: LOG.md "Rulings", `undo`."""

from play import lines, ready
from ruling import Ruling
from tierce.presets import LogError


class Undo(Ruling):
    clause = "undo"
    lines = """
    other keys are ignored | ready rami51 | undo seat=nobody by=hand points=5, ruling ruling=undo seat=1
    it is one turn deep | ready rami51 | undone: seat=1 hand=13 totals=0,0 nothing:undo done1 ok seat=1 hand=13
        undone: seat=1
    a refusal changes nothing of it | ready rami51 | done !no_discard undone: seat=1
    the discard stands until it is exchanged | ready rami51 | undone: seat=1 -3C > 5C ok seat=1 took=stock hand=13
        view: seat=0
    what was exchanged before it is the discard | ready rami51 | -3C > 5C !discard_not_melded undone: seat=1 done1
        ok seat=1 took=stock hand=13
    two discards are too many | ready rami51 | -3C > 5C undone: seat=1 > 3C !too_many_cards
    draws are forgotten | dealt | draw 1 5H 6H 7H done ok seat=0 hand=8 undone: seat=0 hand=10 done0 !no_draw draw-1
        draw done0 ok seat=0 hand=8
    a discard that was taken is still taken | ready rami51 | -3C 1 3C 4C2 5C > 9D ok seat=0 took=discard hand=10
        undone: seat=0 hand=13 done ok seat=0 took=discard hand=10
    unless it lies on the pile again | ready rami51 | -3C 1 3C 4C2 5C > 9D s0 3C 4C2 5C > 3C undone: seat=0 hand=13 done
        ok seat=0 took=stock hand=13
    what the next seat laid is the turns own | ready rami51 | 1 5H 6H 7H > 9D 2 8S 8H 8D undone: seat=0 hand=13 done
        ok seat=0 hand=7 laid=42
    a declaration holds while the joker stays | ready rami51 | 1 5H 6H X1 1 X1=4H > 9D ok seat=0 laid=15 undone: seat=0
        done ok seat=0 laid=15
    | ready rami51 | 1 5H 6H X1 1 X1=4H > 9D ok seat=0 laid=15 s0 X1 1 X1 undone: seat=0 done ok seat=0 laid=18
    a joker is bound as before | ready rami51 | 1 5H 6H X1 > 9D > 9S -X1 1 7H 2 KS KH X1 > JD ok seat=0 laid=30
        undone: seat=0 hand=10 -KS,KH,X1 -7H 1 X1 done ok seat=0 laid=0 hand=10
    who had laid | ready rami51 first_lay_points=20 | 1 8H 9H TH > 9D undone: seat=0 -8H,9H,TH done
        ok seat=0 laid=0 hand=13 > 9S 1 2H 3H 4H > JD !first_lay_points
    the end of a round and of the match | out target=1000 | round undone: seat=0 hand=3 totals=0,0 done round
        round how=rami_sec scores=0,200 round=1 totals=0,200 dealer=0
    | out target=100 | match undone: seat=0 hand=3 totals=0,0 done match
        round how=rami_sec scores=0,200 round=1 totals=0,200 dealer=0
    a count that has begun | ready rami51 hand=6 | 1 8H 9H TH > 2D 2 8S 9S TS > 3D 3 JH QH KH > 4D ok seat=0 hand=0
        s1 9C KD done1 warning code=count_mismatch undone: seat=0 hand=3 done1 warning code=not_your_turn done0
        ok seat=0 hand=0 done1 warning code=count_mismatch
    not any more once the next round is dealt | out | deal1 warning code=not_your_turn clear deal > 4C nothing:undo
    | out | deal1 undone: seat=0
    gins opening | both_passed | undone: seat=1 hand=10 -4C > 9D ok seat=1 took=discard
    a knock that was too high is the knockers turn | both_passed | knock0 > 9D s0 KS KH QD JD TD 9C 8C 7D 6S 5S done0
        !knock_too_high undone: seat=0 hand=10 done0 ok seat=0 hand=10 view: seat=1
    the upcard belongs to the beginning | opened gin upcard=null | pass > 4C undone: seat=0 -4C > 9D
        ok seat=0 took=discard
    # 2C and the turn's 7C
    a reshuffle | opened rami7 hand=24 opening_draw=true first_lay_points=0 first_lay_pure_run=false | view: stock=4
        > 2C > 3C > 5C > 7C shuffled stock=4 -3C,5C undone: seat=1 hand=24 view: stock=1 pile=42,40,41,43 lies:40,42,45
        done shuffled stock=4
    before the first turn there is nothing | Play chamberliens/rami51/rami30/rami7/gin | nothing:undo deal > 4C
        nothing:undo
    | Play manipulation | nothing:undo deal nothing:undo
    """

    def test_an_event_of_two_kinds_is_none(self):
        table = ready("rami51")
        for key, value in (("press", "done"), ("zone", "meld1"), ("draw", 1), ("draw", None)):
            event = {"t": table.t, "ruling": "undo", "seat": 0, "in": ["5H"]}
            event[key] = value
            with self.assertRaises(LogError):
                table.referee.feed(event)
        self.undone(table, seat=1, hand=13)

    def test_an_unknown_ruling(self):
        table = ready("rami51")
        for name in ("undone", "", None, 1, ["undo"], {}, True, "Undo"):
            with self.assertRaises(LogError):
                table.referee.feed({"t": table.t, "ruling": name})
        self.undone(table, seat=1)

    def out(self, **rules):
        """Return a table of three cards a hand at which seat 0 has gone out."""
        table = ready("rami51", hand=3, **rules)
        table.play(meld1="5H 6H 7H", discard="2D")
        return table


lines(globals())
