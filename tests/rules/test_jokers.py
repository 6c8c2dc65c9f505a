"""Jokers in the laying games: RULES.md "A joker stands for one card", fine print 3, 4."""

from play import Clause, lines


class JokerValue(Clause):
    """A joker stands for one card: the highest that fits, or the one declared."""

    clause = "joker_value"
    lines = """
    it fills the gap of a run | ready rami51 show_melds=true | 1 5H X1 7H meld jokers=X1:6H
    of equal values for the higher place | ready rami51 show_melds=true | 1 JH QH X1 meld jokers=X1:KH
    | ready rami51 show_melds=true | 1 TH JH QH X1 meld jokers=X1:KH
    an ace before a two is worth one and no more | ready rami51 show_melds=true | 1 2H 3H X1 meld points=9
    a high ace goes before a low one | ready rami51 show_melds=true | 1 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH X1
        meld points=95
    in rami7 it is the higher card if there is one | ready rami7 show_melds=true | 1 2H 3H X1 meld jokers=X1:4H
    | ready rami7 show_melds=true | 1 QH KH X1 meld jokers=X1:AH
    | ready rami7 show_melds=true | 1 7H 8H X1 meld jokers=X1:9H
    | ready rami7 show_melds=true | 1 AH 2H X1 meld jokers=X1:3H
    in rami7 it is else the lower one | ready rami7 show_melds=true | 1 KH AH X1 meld jokers=X1:QH
    | ready rami7 show_melds=true | 1 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH X1 meld jokers=X1:2H points=113
    in rami7 it may be said to be the ace | ready rami7 show_melds=true | 1 2H 3H X1 X1=AH meld jokers=X1:AH points=25
    the player may say another card | ready rami51 show_melds=true | 1 2H 3H X1 X1=AH meld jokers=X1:AH points=6
    the deck that is said does not matter | ready rami51 show_melds=true | 1 6H 7H X1 X1=5H2 meld points=18
    a joker that is not there is not spoken of | ready rami51 | 1 X1=AH 1 2H 3H X1 > 2D ok laid=9
    what is said holds while the joker lies there | ready rami51 | 1 2H 3H X1 1 X1=AH -X1 1 X1 > 2D ok laid=9
    a later word replaces an earlier one | ready rami51 | 1 2H 3H X1 1 X1=AH 1 X1=4H > 2D ok laid=9
    a set binds it to a rank only | ready rami51 | 1 KS KH X1 1 X1=KD > 2D > 3D 1 KD > 4D ok laid=0
    two jokers take the highest sum | ready rami51 show_melds=true jokers_per_meld=2 | 1 AS X1 X2
        meld kind=set points=33
    | ready rami51 show_melds=true jokers_per_meld=2 | 1 KS X1 X2 meld kind=run points=31
    then a run before a set that ends highest | ready rami51 show_melds=true jokers_per_meld=2 | 1 JS X1 X2
        meld kind=run points=30 jokers=X1:QS,X2:KS
    the lower joker takes the lower place | ready rami51 show_melds=true jokers_per_meld=2 | 1 X2 5H X1 6H
        meld jokers=X1:7H,X2:8H
    one may say one of two | ready rami51 show_melds=true jokers_per_meld=2 | 1 X2 5H X1 6H X1=8H
        meld jokers=X1:8H,X2:7H
    what is said decides between run and set | ready rami51 show_melds=true jokers_per_meld=2 | 1 8H X1 X2
        meld kind=run points=27
    | ready rami51 show_melds=true jokers_per_meld=2 | 1 8H X1 X2 X1=8S meld kind=set points=24
    | ready rami51 show_melds=true jokers_per_meld=2 | 1 AH X1 X2 X1=KH meld kind=run points=31
    at the ends of a run it stands for the higher card | ready rami51 show_melds=true | 1 2H 3H X1 meld jokers=X1:4H
    | ready rami51 show_melds=true | 1 QH KH X1 meld jokers=X1:AH
    what no reading allows counts as not said | ready rami51 show_melds=true | 1 6H 7H X1 meld points=21 1 X1=2C ~
        1 X1=JH ~ 1 X1=6H ~ 1 X1=8S ~
    of two equal aces for the higher place | ready rami7 hand=14 show_melds=true |
        1 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH X1 meld cards=2H,3H,4H,5H,6H,7H,8H,9H,TH,JH,QH,KH,X1
    both aces of a run may be jokers | ready rami51 show_melds=true jokers_per_meld=2 |
        1 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH X1 X2 1 X1=AH 1 X1=AH -2H 1 2H meld points=96
    """


lines(globals())
