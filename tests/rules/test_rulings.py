"""What else the players decide: LOG.md "Rulings" and its fine print 15 to 41."""

from play import Play, lines, ready
from ruling import Ruling


class Void(Ruling):
    clause = "void"
    lines = """
    while a turn is open | ready rami51 | ruled:void round how=void scores=0,0 round=1 winners=, dealer=1 nothing:void
        deal > 4C view: round=2
    before the first turn and before the first deal | Play rami51 | nothing:void deal > 4C ruled:void nothing:undo
    while hands are counted | ready rami51 hand=6 | 1 8H 9H TH > 2D 2 8S 9S TS > 3D 3 JH QH KH > 4D ruled:void
        round how=void scores=0,0 undone: seat=0 hand=3 totals=0,0 done ok hand=0
    in gins lay down | knocked | ruled:void round how=void scores=0,0
    short counts are named | knocked left=null | done1 ruled:void round how=void scores=0,0 short=0,
    a total over the target ends nothing | ready rami51 target=100 | ruled:points seat=0 points=100 totals=100,0
        ruled:void events:ruling,round
    """


class Points(Ruling):
    clause = "points"
    lines = """
    it is not taken back | ready rami51 | ruled:points seat=0 points=7 totals=7,0 > 9D
        ruled:points seat=1 points=-3 totals=7,-3 undone: seat=0 totals=7,-3 done undone: seat=0 totals=7,-3
    after the match it is said again | over | ruled:points seat=0 points=300 totals=300,200
        match winners=1, ranking=1,0 totals=300,200
    at any time | ready rami51 target=100 | ruled:points seat=0 points=120 totals=120,0 events:ruling > 9D
        ruled:points seat=0 points=-20 totals=100,0
    after the match it may go on | over | ruled:points seat=1 points=-51 totals=0,149 events:ruling
        view: phase=deal dealer=0 ruled:points seat=1 points=51 totals=0,200 events:ruling undone: seat=0 totals=0,0
        done match totals=0,200
    manipulations bonuses are reckoned again | dealt target=10 | draw 1 5H 6H 7H 8H 9H TH JH done draw3 done draw
        2 5S 6S 7S 8S done ok hand=1 draw3 done draw 3 9S TS done -9S,TS 2 9S TS done ok hand=0 count seat=1 points=30
        round totals=55,0 match totals=155,0 ruled:points seat=1 points=12 totals=55,12 match totals=155,112 winners=0,
        ruled:points seat=0 points=-50 totals=5,12 match totals=30,112 winners=1,
        ruled:points seat=1 points=-3 totals=5,9 events:ruling view: totals=5,9
    without penalties no match ends | ready rami51 penalties=false | ruled:points seat=0 points=5000 totals=5000,0
        events:ruling
    """

    def over(self, game="rami51", **rules):
        """Return a match that is over: seat 0 went out with a rami sec, seat 1 has 200."""
        table = ready(game, hand=3, target=150, **rules)
        table.play(meld1="5H 6H 7H", discard="2D")
        self.assertEqual(table.last[-1]["event"], "match")
        return table

    def test_bad_seats_and_figures(self):
        table = Play("rami51")
        for points in (0, 1000001, -1000001, "5", 5.0, True, None, [5], 1e9):
            self.bad(table, ruling="points", seat=0, points=points)
        for seat in (2, -1, "0", True, None, 0.0):
            self.bad(table, ruling="points", seat=seat, points=5)
        self.bad(table, ruling="points", seat=0)
        self.bad(table, ruling="points", points=5)
        self.bad(table, ruling="points", seat=0, cards=5)
        self.ruled(table, "points", seat=0, points=-1000000, totals=[-1000000, 0])
        self.ruled(table, "points", seat=1, points=1000000, totals=[-1000000, 1000000])


class Hand(Ruling):
    clause = "hand"
    lines = """
    one given since is forgotten | ready rami51 | > 9D ruled:hand seat=1 cards=9 ruled:hand seat=0 cards=9
        undone: seat=0 hand=13 view: hands=13,13
    the stock does not fall below none | ready rami51 | ruled:hand seat=1 cards=200 view: stock=0
    in the count it is what must be read | dealt | draw 1 5H 6H 7H 8H 9H TH JH done draw3 done draw 2 2S 3S 4S 5S 6S
        done nothing:hand seat=0 cards=3 s1 KD QD done1 warning code=count_mismatch expected=13 read=2
        ruled:hand seat=1 cards=3 s1 JD done1 round how=out scores=55,0
    not at gin | opened gin | nothing:hand seat=0 cards=9
    going out with a hand dealt short | ready rami51 hand=4 | ruled:hand seat=0 cards=3 1 5H 6H 7H > 9D ok seat=0 hand=0
    the seat on turn as its turn begins | ready rami51 | view: stock=79 ruled:hand seat=0 cards=12 view: stock=80 > 9D
        ok seat=0 hand=12 undone: seat=0 hand=12 view: stock=80
    another seat now | ready rami51 | ruled:hand seat=1 cards=20 view: stock=72 > 9D undone: seat=0 hand=13
        view: hands=13,13 stock=79
    both in one turn | ready rami51 | ruled:hand seat=1 cards=20 ruled:hand seat=0 cards=12 > 9D undone: seat=0 hand=12
        view: hands=12,13 stock=80
    """

    def test_bad_figures(self):
        table = ready("rami51")
        for cards in (0, 201, -1, "5", 5.0, None, True):
            self.bad(table, ruling="hand", seat=0, cards=cards)
        self.bad(table, ruling="hand", seat=0, points=5)
        self.nothing(Play("rami51"), "hand", seat=0, cards=13)


class Shuffled(Ruling):
    clause = "shuffled"
    lines = """
    with nothing beneath it | Play rami51 | nothing:reshuffle deal > 4C nothing:reshuffle
    | Play gin | deal > 4C draw3 nothing:reshuffle
    | Play manipulation | deal draw3 nothing:reshuffle
    # 3C, 9D
    a discard of this turn stays | ready rami51 | 1 5H 6H > 9D ruled:reshuffle 1 7H done ok seat=0 hand=10
        view: pile=41,34
    all but the top card | ready rami51 | ruled:reshuffle shuffled stock=81 nothing:reshuffle view: stock=81 pile=41,
    what was drawn is reckoned later | ready rami51 | draw ruled:reshuffle shuffled stock=81 > 2C ok seat=0 hand=13
        view: stock=80
    taken back with its turn | ready rami51 | > 9D view: stock=78 ruled:reshuffle undone: seat=0
        view: stock=79 pile=42,40,41 lies:34,40,41,42
    or with the one before | ready rami51 | view: stock=79 ruled:reshuffle > 9D undone: seat=0 view: stock=79
        pile=42,40,41 lies:34,40,41,42
    but for a card that was moved since | ready rami51 | ruled:reshuffle -2C > 9D undone: seat=0 lies:34,41,42
    """


class End(Ruling):
    clause = "end"
    lines = """
    taken back | ready rami51 | ruled:end undone: seat=1 hand=13 done1 ok seat=1
    points never make it go on | Play rami51 target=100 | ruled:end ruled:points seat=1 points=120 totals=0,120
        match winners=0, totals=0,120 ruled:points seat=1 points=-60 totals=0,60 match winners=0, totals=0,60
    without manipulations bonuses | dealt | draw 1 5H 6H 7H done draw ruled:points seat=0 points=200 ruled:end
        match winners=0, totals=200,0
    without penalties the highest total wins | Play rami51 penalties=false first_lay_points=0 first_lay_pure_run=false |
        ruled:points seat=1 points=3 ruled:end match winners=1, ranking=1,0
    in a round | ready rami51 | ruled:points seat=0 points=5 ruled:end events:ruling,round,match
        round how=void scores=0,0 totals=5,0 match winners=1, ranking=1,0 totals=5,0 nothing:end nothing:void
        nothing:accept nothing:reshuffle nothing:count seat=0 points=5 nothing:hand seat=0 cards=5
    between rounds and before the first | Play gin | ruled:end events:ruling,match nothing:undo deal1
        warning code=not_your_turn
    """


class ByHand(Ruling):
    """A card put by hand is the same to the referee."""

    clause = "cards_move"

    def test_the_key_changes_nothing(self):
        table = ready("rami51")
        table.feed(**{"zone": "meld1", "in": ["5H", "6H", "7H"], "by": "hand"})
        table.feed(**{"zone": "meld2", "in": ["5H"], "by": "hand"})
        self.warned(table, "duplicate_card", zone="meld2", card="5H")
        table.feed(**{"zone": "meld2", "out": ["5H"], "by": ["anything"]})
        table.discard("9D")
        self.refused(table, "meld_too_short")


lines(globals())
