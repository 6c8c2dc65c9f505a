"""The end of a match: RULES.md, the last point of each game."""

from play import FREE, Clause, lines
from tables import going_on


class Rounds(Clause):
    """Rounds of three cards a hand, where any meld opens."""

    def table(self, game, seats=2, **rules):
        return going_on(game, seats, hand=3, opening_draw=True, **dict(FREE, **rules))

    def win(self, table, *seats):
        """Let each of some seats win a round by a rami sec."""
        for seat in seats:
            table.clear()
            table.deal("4C")
            for card in "2C 3C 5C 7C".split():
                if table.active != seat:
                    table.discard(card)
            table.play(meld1="5H 6H 7H", discard="2D")


class Match(Rounds):
    clause = "match"
    lines = """
    equal best totals all win | table rami51 seats=3 target=400 | win:0,1
        match winners=0,1 ranking=0,1,2 totals=200,200,400
    equal totals rank by seat | table rami51 seats=4 target=200 | win:2 match winners=2, ranking=2,0,1,3
    then the play is over | table rami51 target=200 | win:0 clear ~ deal warning code=not_your_turn > 4C ~ done0
        warning code=not_your_turn seat=0
    gin ends at 100 and the highest total wins | Play gin gin_bonus=20 | gin:0,7 round how=gin scores=90,0 gin:1,7
        round how=gin scores=0,90 totals=90,90 gin:1,7 match winners=1, ranking=1,0 totals=90,180
    more than one may reach it | opened manipulation seats=3 upcard=null target=10 knock_limit=5 | draw 1 5H 6H 7H 8H
        2 9S 9H 9D 3 JS QS KS done draw 4 5D 6D 7D 8D 5 TS TH TD 6 2S 3S 4S done draw 7 5C 6C 7C 8C 8 KC KH KD
        9 QC QD QH knock s0 4C done0 s1 4D done1 s2 4H done2 round how=undercut scores=10,10,0
        match winners=0,1 ranking=0,1,2 totals=110,110,0
    chamberliens ends at 500 | table chamberliens | win:0,0 events:turn,round win:0
        match winners=0, ranking=0,1 totals=0,600
    rami51 and rami30 end at 1000 | table rami51/rami30 | win:0,0,0,0 events:turn,round win:0
        match winners=0, totals=0,1000
    rami7 ends at 1000 | table rami7 | win:0,0,0,0 events:turn,round win:0 match winners=0, totals=-300,1000
    the house may set the target | table rami51 target=200 | win:0 match
    | table rami51 target=201/400 | win:0 events:turn,round win:0 match
    the last round comes first | table rami51 target=200 | win:1 events:turn,round,match
        round how=rami_sec scores=200,0 totals=200,0 dealer=0 match winners=1, ranking=1,0 totals=200,0
    it goes on from other totals | table rami51 target=400 totals=120,250 rounds=4 | win:0
        round how=rami_sec scores=0,200 totals=120,450 round=5 match winners=0, totals=120,450
    totals and rounds stand alone | table rami51 totals=10,-20 | win:0
        round how=rami_sec scores=0,200 totals=10,180 round=1
    | table rami51 rounds=7 | win:0 round how=rami_sec scores=0,200 totals=0,200 round=8
    gin has a target too | Play gin gin_bonus=20 target=90 | gin:0,7 match
    | Play gin gin_bonus=20 target=91 | gin:0,7 events:round
    # 100, and 25 for going out; then 100 for the target, 25 for the one round that the other seat won.
    manipulation ends at 150 with bonuses | Play manipulation | out:0 round how=out scores=125,0 out:1
        round how=out scores=0,125 totals=125,125 out:1 round how=out scores=0,125 totals=125,250
        match winners=1, ranking=1,0 totals=150,350
    the bonuses are not in the last round | Play manipulation target=125 | out:0 round how=out scores=125,0 totals=125,0
        match winners=0, totals=225,0
    who did not reach it gets 25 for each round won | Play manipulation target=200 | out:0,AC~2C out:0,AC~3C
        round how=out scores=29,0 totals=57,0 out:1 out:1 match winners=1, totals=107,350
    rounds won before count for nothing | going_on manipulation target=200 totals=100,0 rounds=3 | out:1 out:1
        match winners=1, totals=100,350
    """

    def gin(self, table, seat, deadwood):
        """Let a seat win a round with a gin; the other holds `deadwood` cards worth ten each."""
        table.clear()
        table.deal("4C")
        if table.active != seat:
            table.press("pass")
        table.take("4C")
        table.press("knock")
        table.discard("9D")
        table.lay(meld1="4C 5C 6C 7C", meld2="9S 9H 9C", meld3="AH AS AD")
        table.done(seat)
        other = 1 - seat
        table.count(other, " ".join("TH JD KS QH KD TS JC".split()[:deadwood]), meld4="2H 3H 4H")
        if table.last[-1].get("code"):
            table.done(other)

    def out(self, table, seat, cards="TC JC QC KC TD JD QD KD JH QH"):
        """Let a seat go out at once; the other one of two holds these cards."""
        table.clear()
        table.deal()
        while table.active != seat:
            table.turn(3)
        table.turn(1, meld1="5H 6H 7H 8H", meld2="9S 9H 9D", meld3="AS 2S 3S 4S")
        table.count(1 - seat, cards)
        if table.last[-1].get("code"):
            table.done(seat)


class Recave(Rounds):
    """Option `recave`: who reaches the target buys in again: RULES.md, fine print 40."""

    clause = "match"
    lines = """
    with two seats the first to reach it has lost | table rami51 target=300 recave=always | win:1,1
        match winners=1, ranking=1,0 totals=400,0
    he buys in at the highest total below | table rami51 seats=3 target=300 recave=once/always | win:0,1
        round how=rami_sec scores=200,0,200 totals=200,200,400 dealer=1 recave seats=2, eliminated=, totals=200,200,200
        win:0 match winners=0, ranking=0,1,2 totals=200,400,400
    # seat 3 deals no more
    with once he is out the second time | left | recave seats=, eliminated=3, totals=-200,200,200,500 clear deal > 4C
        view: hands=3,3,3,0 stock=98 > 2C ok seat=0 > 3C ok seat=1 > 5C ok seat=2 > 6C ok seat=0 done3
        warning code=not_your_turn seat=3 1 5H 6H 7H > 2D round how=rami_sec scores=200,0,200,0 dealer=0
        recave seats=, eliminated=2, totals=0,200,400,500 win:0 match winners=0, ranking=0,1,2,3 totals=0,400,400,500
    undo takes it back | left | undo view: totals=-200,0,0,300 eliminated=,
    a correction brings him back | left | points seat=3 points=-300 clear deal > 4C view: hands=3,3,3,3
    a correction lets an ended match go on | table rami51 seats=3 target=300 recave=once | win:0,0
        match winners=0, ranking=0,1,2 totals=0,400,400 points seat=1 points=-300
        recave seats=2, eliminated=, totals=0,100,100
    without a target to pass it does nothing | table rami51 seats=3 target=300 recave=once winner_scores=true | win:0
        match winners=0, ranking=0,1,2 totals=400,0,0
    who has the target in the header is out | table rami51 seats=3 target=300 recave=always totals=400,0,200 rounds=4 |
        deal > 4C view: hands=0,3,3
    """

    def left(self):
        """Return a table of four where seat 3 has just left the match: 0 0 200 500."""
        table = self.table("rami51", 4, target=300, recave="once")
        self.win(table, 0, 1)  # seats 2 and 3 buy in at 200
        for seat, points in ((0, -400), (1, -200)):
            table.feed(ruling="points", seat=seat, points=points)
        table.feed(ruling="points", seat=2, points=-200)
        table.feed(ruling="points", seat=3, points=100)
        self.win(table, 0)
        return table


lines(globals())
