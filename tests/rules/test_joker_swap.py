"""Jokers in the laying games: RULES.md "A joker stands for one card", "Replacing a joker", fine print 3 to 7."""

from play import Clause, lines, opened


def not_laid(meld, game="rami51"):
    """Return a table with the default first lay: seat 0 has laid; seat 1, on turn, has not."""
    table = opened(game)
    table.play(meld1=meld, meld2="9S TS JS QS KS AS", discard="2D")
    return table


class JokerChanged(Clause):
    clause = "joker_changed"
    lines = """
    a meld does not grow past its joker | both_laid 5H 6H X1 | 1 3H > 4D !joker_changed
    it grows beside it | both_laid 5H 6H X1 | 1 8H 4H > 4D ok laid=0
    what was said binds too | both_laid 2H 3H X1 said=AH | 1 5H > 4D !joker_changed -5H 1 4H done ok
    a bound joker is not declared anew | both_laid 5H 6H X1 | 1 X1=4H > 4D !joker_changed
    to name its own card changes nothing | both_laid 5H 6H X1 | 1 X1=7H > 4D ok
    to take the word back puts it right | both_laid 5H 6H X1 | 1 X1=4H > 4D 1 X1=7H done ok
    a run does not become a set | both_laid 8H X1 X2 jokers_per_meld=2 | 1 8S > 4D !joker_changed
    nor a set a run | both_laid AH X1 X2 jokers_per_meld=2 | 1 KH > 4D !joker_changed
    where jokers are not replaced they keep their card | both_laid 5H 6H X1 game=rami7 hand=9 | 1 7H > 4D !joker_changed
    such a zone counts nothing before the first lay | not_laid 5H 6H X1 | 1 3H > 3D !joker_changed,lay_off_before_laying
    in a set another rank is another card another suit is not | both_laid KS KH X1 | 1 X1=KD > 4D ok
    | both_laid KS KH X1 | 1 X1=KH > 4D ok
    | both_laid KS KH X1 | 1 X1=QD > 4D !joker_changed
    # X1 is the eight
    what counted as not made does not come back | both_laid 6H 7H X1 said=4H | 1 9H > 4D ok seat=0
    a misnamed joker is said beside what its zone breaks | both_laid 5H 6H X1 | 1 9D 1 X1=4H > 4D
        !not_a_meld,joker_changed
    | both_laid 5H 6H X1 | 1 8H X2 1 X1=4H > 4D !too_many_jokers,joker_changed
    | both_laid KS KH X1 | 1 KS2 1 X1=QD > 4D !set_same_suit,joker_changed
    | both_laid KS KH X1 | 1 KS2 1 X1=KD > 4D !set_same_suit
    | both_laid 5H 6H X1 | 1 9D 1 X1=7H > 4D !not_a_meld
    so it is beside a meld that is too short | both_laid 5H 6H X1 | -5H 1 X1=4H > 4D
        !meld_broken,meld_too_short,joker_changed
    """


class JokerSwap(Clause):
    clause = "joker_swap"
    lines = """
    in a run by its card | both_laid 5H 6H X1 | 3 X1 1 7H 3 KS KH > 4D ok seat=0 laid=30 hand=7
    of either deck | both_laid 5H 6H X1 8H | 3 X1 1 7H2 3 KS KH > 4D ok laid=30
    in a set of four by the fourth suit | both_laid 8S 8H 8D X1 | 3 X1 1 8C 3 KS KH > 4D ok laid=30
    in a set of three by both missing cards | both_laid 8S 8H X1 | 3 X1 1 8D 8C 3 KS KH > 4D ok laid=30
    # The one that stays stands for the other card.
    of two in a run either may leave | both_laid 5H X1 X2 8H jokers_per_meld=2 | 3 X1 1 6H 3 KS KH > 4D ok laid=30
        1 X2=7H 1 9H > 5D ok
    | both_laid 5H X1 X2 8H jokers_per_meld=2 | 3 X2 1 6H 3 KS KH > 4D ok laid=30 1 X1=7H 1 9H > 5D ok
    | both_laid 5H X1 X2 8H jokers_per_meld=2 | 3 X1 1 7H 3 KS KH > 4D ok laid=30 1 X2=6H 1 4H > 5D ok
    | both_laid 5H X1 X2 8H jokers_per_meld=2 | 3 X2 1 7H 3 KS KH > 4D ok laid=30 1 X1=6H 1 9H > 5D ok
    the one that stays may be declared so at once | both_laid 5H X1 X2 8H jokers_per_meld=2 | 3 X2 1 6H 3 KS KH 1 X1=6H
        > 4D !joker_changed 1 X1=7H done ok
    # 6H and 7H: X2 has left, X1 is pushed along.
    # X1 is the nine
    those that left are freed first | both_laid 5H X1 X2 8H jokers_per_meld=2 | 3 X2 1 6H 7H 3 KS KH > 4D ok laid=30
        1 TH > 5D ok
    in a set with two by one card of a suit that lacks | both_laid 8S 8H X1 X2 jokers_per_meld=2 | 3 X2 1 8D 3 KS KH
        > 4D ok laid=30
    | both_laid AS X1 X2 jokers_per_meld=2 | 3 X2 1 AC 3 KS KH > 4D ok laid=30
    | both_laid AS X1 X2 jokers_per_meld=2 | 3 X2 1 AC AD 3 KS KH > 4D ok laid=30
    both of a set by all that lack | both_laid AS X1 X2 jokers_per_meld=2 | 2 X1 3 X2 1 AH AD AC 3 KS KH > 4D ok
    | both_laid 8S 8H X1 X2 jokers_per_meld=2 | 2 X1 3 X2 1 8D 8C 3 KS KH > 4D ok
    | both_laid AS X1 X2 jokers_per_meld=2 | 2 X1 3 X2 1 AH AD 3 KS KH > 4D !joker_wrong_card
    the joker may be laid off | both_laid 5H 6H X1 | 2 X1 1 7H > 4D ok laid=0 hand=9
    # X1 is the eight now
    or lie further along the same run | both_laid 5H 6H X1 | -X1 1 7H X1 > 4D ok laid=0 hand=9 1 9H > 5D ok
    then it may be declared | both_laid 5H 6H X1 | -X1 1 7H X1 1 X1=4H > 4D ok 1 3H > 5D ok
    a seat that lays in this turn may do it | not_laid 5H 6H X1 | 3 X1 1 7H 3 QH QD 4 TH JH QH2 KH AH > 3D
        ok seat=1 laid=81
    each game but rami7 has it | both_laid 5H 6H X1 game=chamberliens/rami30 | 2 X1 1 7H > 4D ok
    | both_laid 5H 6H X1 game=rami7 | 2 X1 1 7H > 4D !meld_broken
    the house may have it at rami7 | both_laid 5H 6H X1 game=rami7 joker_swap=true | 2 X1 1 7H > 4D ok
    the house may let it stay in hand | both_laid 5H 6H X1 joker_kept=true | -X1 1 7H > 4D ok laid=0 hand=10
    | both_laid 5H 6H X1 joker_kept=true | -X1 1 7H > X1 ok laid=0 hand=10
    one lacking suit may be enough | both_laid 8S 8H X1 joker_swap_set=one | 3 X1 1 8C 3 KS KH > 4D ok laid=30
    | both_laid 8S 8H 8D X1 joker_swap_set=one | 3 X1 1 8C 3 KS KH > 4D ok laid=30
    in a set that has all suits a second card of any | both_laid 8S 8H 8D 8C X1 same_suit_twice=true | 3 X1 1 8C2
        3 KS KH > 4D ok
    | both_laid 8S 8H 8D 8C X1 same_suit_twice=true | 3 X1 1 9C 3 KS KH > 4D !not_a_meld,joker_wrong_card
    """


class JokerBeforeLaying(Clause):
    clause = "joker_before_laying"
    lines = """
    a seat that has not laid takes no joker | not_laid 5H 6H X1 | 3 X1 1 7H 3 QH QD > 3D
        !joker_before_laying,first_lay_pure_run,first_lay_points
    a card that replaces a joker is no lay off | not_laid 5H 6H X1 | -X1 1 7H > 3D
        !joker_before_laying,joker_not_replayed
    nor are the two that complete a set | not_laid 8S 8H X1 | -X1 1 8D 8C > 3D !joker_before_laying,joker_not_replayed
    the joker added to an old meld is one | not_laid 5H 6H X1 | -X1 1 7H 2 X1 > 3D
        !joker_before_laying,lay_off_before_laying
    a first lay that is none does not help | not_laid 5H 6H X1 | 3 X1 1 7H 3 QH QD 4 TH JH QH2 > 3D
        !joker_before_laying,first_lay_points
    what a set does not need is a lay off | opened kaluki joker_swap=true | 1 AS X1 X2 2 9S TS JS QS > 2D -X1 1 AD > 3D
        !joker_before_laying,joker_not_replayed 1 AC done !joker_before_laying,joker_not_replayed,lay_off_before_laying
    what goes beyond replacing is a lay off | not_laid 5H 6H X1 | -X1 1 7H 8H > 3D
        !joker_before_laying,joker_not_replayed,lay_off_before_laying
    a wrong card is one | not_laid 5H 6H 7H X1 | -X1 1 4H > 3D
        !joker_before_laying,joker_wrong_card,joker_not_replayed,lay_off_before_laying
    so is a joker pushed along its run | not_laid 5H 6H X1 | 1 7H > 3D !joker_before_laying,lay_off_before_laying
    """


class JokerWrongCard(Clause):
    clause = "joker_wrong_card"
    lines = """
    not for nothing | both_laid 5H 6H 7H X1 | 3 X1 3 KS KH > 4D !joker_wrong_card
    not for another card | both_laid 5H 6H 7H X1 | 3 X1 1 4H 3 KS KH > 4D !joker_wrong_card
    not for the card that it did not stand for | both_laid 2H 3H X1 said=AH | 3 X1 1 4H 3 KS KH > 4D !joker_wrong_card
    not for one card of a set of three | both_laid 8S 8H X1 | 3 X1 1 8D 3 KS KH > 4D !joker_wrong_card
    what the zone has become is said besides | both_laid 5H 6H X1 8H 9H | 3 X1 3 KS KH > 4D !not_a_meld,joker_wrong_card
    | both_laid 5H 6H X1 | 3 X1 3 KS KH > 4D !meld_too_short,joker_wrong_card
    not two for one card | both_laid 5H X1 X2 8H 9H jokers_per_meld=2 | 2 X1 3 X2 1 7H 3 KS KH > 4D
        !not_a_meld,joker_wrong_card why:6♥~only
    a refusal names every face that would do | both_laid 5H X1 X2 8H jokers_per_meld=2 | 3 X1 1 9H 3 KS KH > 4D
        !not_a_meld,joker_wrong_card why:6♥~7♥~only
    # X3 is the nine: it is not pushed along while cards for the others lack.
    then every joker keeps its card | both_laid X1 X2 7H 8H X3 jokers_per_meld=3 jokers=8 | 2 X1 3 X2 1 9H 3 KS KH > 4D
        !joker_changed,joker_wrong_card
    """


class JokerNotReplayed(Clause):
    clause = "joker_not_replayed"
    lines = """
    it is not kept | both_laid 5H 6H X1 | -X1 1 7H > 4D !joker_not_replayed
    nor discarded | both_laid 5H 6H X1 | -X1 1 7H > X1 !joker_not_replayed
    nor left on the seat zone | both_laid 5H 6H X1 | s0 X1 1 7H > 4D !joker_not_replayed
    every joker taken is replayed | both_laid 5H 6H X1 | 3 QH KH X2 > 4D > 5D -X1 2 X2 1 7H 3 AH > 6D
        !joker_not_replayed 3 X1 done ok
    """


class JokerValue(Clause):
    clause = "joker_value"
    lines = """
    it fills the gap of a run | showing | 1 5H X1 7H meld jokers=X1:6H
    of equal values for the higher place | showing | 1 JH QH X1 meld jokers=X1:KH
    a high ace goes before a low one | showing | 1 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH X1 meld points=95
    in rami7 it is the higher card if there is one | showing rami7 | 1 2H 3H X1 meld jokers=X1:4H
    | showing rami7 | 1 QH KH X1 meld jokers=X1:AH
    | showing rami7 | 1 AH 2H X1 meld jokers=X1:3H
    in rami7 it is else the lower one | showing rami7 | 1 KH AH X1 meld jokers=X1:QH
    | showing rami7 | 1 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH X1 meld jokers=X1:2H points=113
    in rami7 it may be said to be the ace | showing rami7 | 1 2H 3H X1 X1=AH meld jokers=X1:AH points=25
    the player may say another card | showing | 1 2H 3H X1 X1=AH meld jokers=X1:AH points=6
    the deck that is said does not matter | showing | 1 6H 7H X1 X1=5H2 meld points=18
    a joker that is not there is not spoken of | ready rami51 | 1 X1=AH 1 2H 3H X1 > 2D ok laid=9
    what is said holds while the joker lies there | ready rami51 | 1 2H 3H X1 1 X1=AH -X1 1 X1 > 2D ok laid=9
    a later word replaces an earlier one | ready rami51 | 1 2H 3H X1 1 X1=AH 1 X1=4H > 2D ok laid=9
    a set binds it to a rank only | ready rami51 | 1 KS KH X1 1 X1=KD > 2D > 3D 1 KD > 4D ok laid=0
    two jokers take the highest sum | showing jokers_per_meld=2 | 1 AS X1 X2 meld kind=set points=33
    | showing jokers_per_meld=2 | 1 KS X1 X2 meld kind=run points=31
    then a run before a set that ends highest | showing jokers_per_meld=2 | 1 JS X1 X2
        meld kind=run points=30 jokers=X1:QS,X2:KS
    the lower joker takes the lower place | showing jokers_per_meld=2 | 1 X2 5H X1 6H meld jokers=X1:7H,X2:8H
    one may say one of two | showing jokers_per_meld=2 | 1 X2 5H X1 6H X1=8H meld jokers=X1:8H,X2:7H
    what is said decides between run and set | showing jokers_per_meld=2 | 1 8H X1 X2 meld kind=run points=27
    | showing jokers_per_meld=2 | 1 8H X1 X2 X1=8S meld kind=set points=24
    | showing jokers_per_meld=2 | 1 AH X1 X2 X1=KH meld kind=run points=31
    at the ends of a run it stands for the higher card | showing | 1 2H 3H X1 meld jokers=X1:4H points=9
    | showing | 1 QH KH X1 meld jokers=X1:AH points=31
    what no reading allows counts as not said | showing | 1 6H 7H X1 meld points=21 1 X1=2C ~ 1 X1=JH ~ 1 X1=6H ~
        1 X1=8S ~
    of two equal aces for the higher place | showing rami7 hand=14 | 1 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH X1
        meld cards=2H,3H,4H,5H,6H,7H,8H,9H,TH,JH,QH,KH,X1
    both aces of a run may be jokers | showing jokers_per_meld=2 | 1 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH X1 X2 1 X1=AH
        1 X1=AH -2H 1 2H meld points=96
    """


lines(globals())
