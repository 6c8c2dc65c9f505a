"""What is laid: the first lay of a seat, lay-offs, the values of cards. RULES.md "First lay", "Card values for the
minimum", "Only a seat that has laid", fine print 1, 6 to 9."""

from play import Clause, lines


class FirstLayPoints(Clause):
    clause = "first_lay_points"
    lines = """
    51 points open the round | opened rami51 | 1 6H 7H 8H 2 KS KH KD > 2D ok seat=0 laid=51
    50 points do not | opened rami51 | 1 5H 6H 7H 2 8S 8H 8D 8C > 2D !first_lay_points seat=0 why:50,51
    lay offs do not count | opened rami51 | 1 9H TH JH 2 KS KH KD > 2D 1 QH KH2 3 5S 6S 7S > 2C
        !lay_off_before_laying,first_lay_points why:18,51
    chamberliens asks 51 too | opened chamberliens | > 2C > 3C 1 6H 7H 8H 2 KS KH KD > 2D ok laid=51
    | opened chamberliens | > 2C > 3C 1 5H 6H 7H 2 KS KH KD > 2D !first_lay_points
    rami30 asks 30 | opened rami30 | 1 TS TH TD > 2D ok laid=30
    | opened rami30 | 1 9S TS JS > 2D !first_lay_points why:29,30
    rami7 asks 51 | opened rami7 | > 2C 1 AS AH AD 2 5H 6H 7H > 2D ok laid=51
    | opened rami7 | > 2C 1 AS AH AD 2 4H 5H 6H > 2D !first_lay_points
    what is no meld counts nothing | opened rami51 | 1 6H 7H 8H 2 KS KH QD > 2D !not_a_meld,first_lay_points why:21,51
    a meld with a joker just taken does not count | opened rami51 joker_swap=true | 1 9S TS JS QS 2 7D 8D X1 > 2D 3 X1
        2 9D 3 KS KD 4 5H 6H 7H 8H > 3D !joker_before_laying,first_lay_points why:26,51
    but it does count in laid | opened rami51 joker_swap=true | 1 9S TS JS QS 2 7D 8D X1 > 2D 3 X1 2 9D 3 KS KD
        4 TH JH QH KH 5 4S 4H 4D > 3D ok seat=1 laid=82
    later lays have no minimum | opened rami51 | 1 6H 7H 8H 2 KS KH KD > 2D > 3D 3 2S 3S 4S > 4D ok seat=0 laid=9
    the minimum is asked anew in each round | opened rami51 hand=5 | 1 TH JH QH KH AH > 2D round clear deal > 4C > 2C
        1 5H 6H 7H > 2D !first_lay_points seat=0
    it is not asked where nothing is laid | opened rami51 | > 2D ok laid=0 took=stock
    the house may set the minimum | opened rami51 first_lay_points=18 | 1 5S 6S 7S > 2C ok laid=18
    """


class FirstLayPureRun(Clause):
    clause = "first_lay_pure_run"
    lines = """
    sets alone do not open | opened rami51 | 1 KS KH KD 2 QS QH QD > 2D !first_lay_pure_run
    nor at chamberliens | opened chamberliens | > 2C > 3C 1 KS KH KD 2 QS QH QD > 2D !first_lay_pure_run
    a run with a joker is not pure | opened rami51 first_lay_points=0 | 1 5H 6H X1 > 2D !first_lay_pure_run
    a joker may lie in another meld | opened rami51 | 1 5H 6H 7H 8H 2 KS KH X1 > 2D ok seat=0 laid=56
    a run that is no meld is not pure | opened rami51 | 1 6H 7H 9H 2 KS KH KD 3 AS AH AD > 2D
        !not_a_meld,first_lay_pure_run
    a run laid off is not laid | opened rami51 | 1 9H TH JH 2 KS KH KD > 2D 1 6H 7H 8H 3 QS QH QD 4 AS AH AD > 3D
        !lay_off_before_laying,first_lay_pure_run
    three naturals beside a joker are no pure run | opened rami51 | 1 9H TH JH QH X1 2 KS KH KD > 2D !first_lay_pure_run
    but the house may take them for one | opened rami51 pure_run_beside_joker=true | 1 TH JH QH X1 AH 2 KS KH2 KD > 2D
        ok laid=81
    | opened rami51 pure_run_beside_joker=true | 1 TH JH X1 KH AH 2 KS KH2 KD > 2D !first_lay_pure_run
    rami30 and rami7 do not ask it | opened rami30/rami7 | > 2C 1 KS KH KD 2 QS QH QD > 2D ok laid=60
    the house may ask it | opened rami7 first_lay_pure_run=true | > 2C 1 KS KH KD 2 QS QH QD > 2D !first_lay_pure_run
    # 18 and 30
    a joker just taken leaves a pure run pure | opened rami51 joker_swap=true | 1 9S TS JS QS 2 7D 8D X1 > 2D 3 X1 2 9D
        3 5H 6H 7H 4 KS KH KD > 3D !joker_before_laying,first_lay_points 5 AS AH AD done ok laid=89
    in the middle of a run it leaves none | opened rami51 joker_swap=true | 1 9S TS JS QS 2 7D 8D X1 > 2D 3 X1 2 9D
        3 5H 6H 8H 4 KS KH KD 5 AS AH AD > 3D !joker_before_laying,first_lay_pure_run
    # 7H 8H and the nine that is left to X2: 24, whatever both of them stand for.
    another joker there is read anew | opened rami51 first_lay_pure_run=false jokers_per_meld=2 first_lay_points=27 |
        1 9S TS JS QS 2 7D 8D X1 > 2D 3 X1 2 9D 3 7H 8H X2 > 3D !joker_before_laying,first_lay_points -7H 3 9H done
        ok laid=37
    """


class FirstRoundNoLay(Clause):
    clause = "first_round_no_lay"
    lines = """
    nobody lays in the first turn | opened chamberliens | 1 6H 7H 8H 2 KS KH KD > 2D !first_round_no_lay
    nor in the first turn of the second seat | opened chamberliens | > 2C 1 6H 7H 8H 2 KS KH KD > 2D
        !first_round_no_lay seat=1
    a refused turn was no turn | opened chamberliens | 1 6H 7H 8H 2 KS KH KD > 2D done !first_round_no_lay
    in the second turn one may | opened chamberliens | > 2C > 3C 1 6H 7H 8H 2 KS KH KD > 2D ok seat=0 laid=51
    # a rami sec
    each round has its first turn | opened chamberliens hand=3 | 1 5H 6H 7H > 2D clear deal > 4C 1 5H 6H 7H done
        !first_round_no_lay,first_lay_points,no_discard
    the other games let one lay at once | opened rami51/rami30/rami7 first_lay_points=0 | 1 5H 6H 7H > 2D
        ok seat=0 laid=18
    """


class LayOffBeforeLaying(Clause):
    clause = "lay_off_before_laying"
    lines = """
    a seat that has not laid does not lay off | ready chamberliens/rami51/rami30 | 1 5H 6H 7H > 2D 1 8H > 3D
        !lay_off_before_laying seat=1
    at rami 7 it does and counts as not having laid | ready rami7 | 1 5H 6H 7H > 2D 1 8H > 3D ok seat=1 laid=0 hand=6
    a lay off alone asks for no first lay | opened rami51 | 1 6H 7H 8H 2 KS KH KD > 2D 1 9H > 3D !lay_off_before_laying
    this turn counts once its lay is legal | opened rami51 | 1 6H 7H 8H 2 KS KH KD > 2D 1 9H 3 6S 7S 8S 4 QS QH QD > 3D
        ok seat=1 laid=51
    one lays off on the melds of others | ready rami51 | 1 5H 6H 7H > 2D 2 9S TS JS > 3D 2 QS > 4D
        ok seat=0 laid=0 hand=9
    and on ones own | ready rami51 | 1 5H 6H 7H > 2D > 3D 1 8H 4H > 4D ok seat=0 laid=0 hand=8
    having laid in another round does not help | opened rami51 hand=4 first_lay_points=0 | 1 5H 6H 7H > 2D > 3D 1 8H
        > 4D round clear deal > 4C 1 5H 6H 7H > 2D 1 8H > 3D !lay_off_before_laying seat=0
    a lay with a zone that is no meld is not legal | opened rami51 | 1 6H 7H 8H 2 KS KH KD > 2D 1 9H 3 6S 7S 8S
        4 QS QH QD 5 5C 6D 7D > 3D !not_a_meld,lay_off_before_laying
    """


class LayValues(Clause):
    clause = "lay_values"
    lines = """
    two to ten are worth their pips | lay 2H 3H 4H 5H 6H 7H 8H 9H TH | ok laid=54
    court cards are worth ten | lay JH QH KH | ok laid=30
    an ace is worth eleven | lay QH KH AH | ok laid=31
    | lay AS AH AD | ok laid=33
    an ace before a two is worth one | lay AH 2H 3H | ok laid=6
    | lay AH X1 3H | ok laid=6
    in rami40 and where the house says so it is worth eleven | lay AH 2H 3H game=rami40 | ok laid=16
    | lay AH 2H 3H low_ace=11 | ok laid=16
    a run with both aces counts each in its place | lay AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH2 hand=15 | ok laid=96
    a joker is worth the card it stands for | lay 5H X1 7H | ok laid=18
    a joker in a set is worth its rank | lay 9S 9H X1 | ok laid=27
    | lay AS AH X1 | ok laid=33
    chamberliens counts alike | lay AH 2H X1 game=chamberliens | ok laid=6
    | lay KH AH X1 game=chamberliens | ok laid=31
    rami7 counts every ace eleven | lay AH 2H 3H game=rami7 | ok laid=16
    rami7 counts a joker twenty | lay 5H X1 7H game=rami7 | ok laid=32
    | lay KS KH X1 game=rami7 | ok laid=40
    | lay QH KH X1 game=rami7 | ok laid=40
    all new melds are added up | ready rami51 | 1 5H 6H 7H 2 KS KH KD > 2D ok laid=48
    """


lines(globals())
