"""Counting hands and scoring rounds of the laying games: RULES.md "Penalties"."""

from play import Clause, lines


class Count(Clause):
    clause = "count"
    lines = """
    seats that have not laid need not | one_out rami51 hand=4 seats=3 laid=2, | done1 warning code=not_your_turn seat=1
        s2 KC done2 round how=out scores=0,100,10
    seats count in any order | one_out rami51 hand=4 seats=3 laid=1,2 | s2 KC done2 ~ s1 9C done1
        round how=out scores=0,9,10
    nobody counts twice | one_out rami51 hand=4 seats=3 laid=1,2 | s2 KC done2 done2 warning code=not_your_turn seat=2
    the number of cards must be right | one_out rami51 hand=7 | s1 KC QC done1
        warning code=count_mismatch zone=seat1 expected=4 read=2 s1 JC TC done1 round how=out scores=0,40
    whatever lies there then | one_out rami51 hand=7 | s1 KC QC done1 -QC s1 JC done0 round how=out scores=0,20 short=1,
    another wrong number is warned of again | one_out rami51 hand=7 | done1
        warning code=count_mismatch zone=seat1 expected=4 read=0 s1 KC QC done1
        warning code=count_mismatch zone=seat1 expected=4 read=2 -KC,QC done1
        warning code=count_mismatch zone=seat1 expected=4 read=0 s1 KC done0
        warning code=count_mismatch zone=seat1 expected=4 read=1 done0 round how=out scores=0,10 short=1,
    the seats that are short stand in their order | one_out rami51 hand=7 seats=4 laid=1,2,3 | s2 QC done2
        s1 KC JC TC 9C done1 s3 QD done3 done1 round how=out scores=0,39,10,10 short=2,3
    cards laid out before the end are counted | ready rami51 hand=4 | 1 5H 6H 7H s1 KC > 2D 2 9S TS JS > 3D 1 8H > 4D
        done1 round how=out scores=0,10
    the seat that laid counts | one_out rami51 hand=4 | ok seat=0 hand=0 s1 KC done1 round how=out scores=0,10
    two to ten count their pips and court cards ten | one_out rami51 hand=7 | s1 2H TD JC QC done1
        round how=out scores=0,32
    when none is left to count it is scored at once | one_out rami51 hand=4 seats=3 laid=, |
        round how=out scores=0,100,100
    its own done does not accept another number | one_out rami51 hand=7 | done1 done1
        warning code=count_mismatch zone=seat1 expected=4 read=0
    that of a seat that is not awaited does | one_out rami51 hand=7 | s1 KC QC done1 done0
        round how=out scores=0,20 short=1,
    # seat 3 is awaited and accepts nothing; then both, in order
    of one whose hand does not count too | one_out rami51 hand=7 seats=4 laid=1,3 | done2
        warning code=not_your_turn seat=2 s1 KC done1 done3 warning code=count_mismatch zone=seat3 read=0
        events:count_mismatch done2 round how=out scores=0,10,100,0 short=1,3
    the right number needs no second press and is not short | one_out rami51 hand=7 | done1 s1 KC QC JC TC done1
        round how=out scores=0,40 short=null
    # what lies there has changed at one of them
    each seat is warned for itself | one_out rami51 hand=7 seats=3 laid=1,2 | s1 KC done1
        warning code=count_mismatch zone=seat1 s2 QC done2 warning code=count_mismatch zone=seat2 -KC done0
        warning code=count_mismatch zone=seat1 read=0 events:count_mismatch done2 round how=out scores=0,0,10 short=1,2
    """


class Penalties(Clause):
    clause = "penalties"
    lines = """
    totals add up | one_out rami51 hand=4 | s1 KC done1 clear deal > 4C > 2C > 3C 1 5H 6H 7H 8H > 2D
        round how=rami_sec scores=200,0 totals=200,10 round=2
    then there is no count | one_out rami51 hand=4 penalties=false | done1 warning code=not_your_turn seat=1
    and no target | one_out rami51 hand=4 penalties=false target=1 | round clear deal > 4C > 2D ok
    a seat that has not laid counts 100 | one_out chamberliens/rami51/rami30 hand=4 seats=3 laid=1, | s1 KC done1
        round how=out scores=0,10,100 totals=0,10,100
    rami7 gives minus 60 and doubles at a rami sec | opened rami7 seats=3 hand=4 opening_draw=true first_lay_points=0 |
        1 5H 6H 7H > 2D 2 8S 9S TS JS > 3D s0 KC done0 round how=rami_sec scores=20,-60,200
    without penalties the winner scores one | one_out rami51 hand=4 seats=3 laid=1, penalties=false |
        round how=out scores=1,0,0 totals=1,0,0
    and so at the other games | one_out chamberliens/rami30/rami7 hand=5 penalties=false opening_draw=true |
        round how=out scores=1,0
    """


lines(globals())
