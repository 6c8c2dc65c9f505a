"""What a meld is: RULES.md "What all the laying games share", fine print 1 to 3."""

from play import Clause, lines


class MeldTooShort(Clause):
    clause = "meld_too_short"
    lines = """
    nor is one | lay 5H | !meld_too_short
    jokers count as cards | lay 5H X1 | !meld_too_short
    | lay 5H 6H X1 | ok
    it is enough to say so | lay 5H QS | !meld_too_short
    | lay X1 X2 | !meld_too_short
    cards put right are a meld | lay 5H 6H | 1 7H done ok laid=18
    manipulation asks it too | dealt | draw 1 5H 6H 7H 2 9S 9H done !meld_too_short
    each clause is named once | ready rami51 | 1 5H 6H 2 9S 9H > 2D !meld_too_short
    two cards are no meld | lay 5H 6H game=chamberliens/rami51/rami30/rami7 | !meld_too_short
    """


class NotAMeld(Clause):
    clause = "not_a_meld"
    lines = """
    a run has no gap | lay 5H 6H 8H | !not_a_meld
    a run is of one suit | lay 5H 6S 7H | !not_a_meld
    a joker fills one gap only | lay 5H X1 7H | ok
    | lay 5H X1 8H | !not_a_meld
    a set is of one rank | lay 5H 5S 6D | !not_a_meld
    five of a rank are no set | lay 5S 5H 5D 5C 5S2 | !not_a_meld
    | lay 5S 5H 5D 5C X1 | !not_a_meld
    a run holds no card twice | lay 5H 6H 6H2 7H | !not_a_meld
    two runs on one zone are none | lay 5H 6H 7H 9S TS JS | !not_a_meld
    cards of no kind | lay 5H 6S 9D game=chamberliens/rami51/rami30/rami7 | !not_a_meld
    """


class SetSameSuit(Clause):
    clause = "set_same_suit"
    lines = """
    nor in a set of four | lay 7H 7S 7D 7D2 | !set_same_suit
    | lay 7H 7H2 7D 7D2 | !set_same_suit
    nor beside a joker | lay 7H 7H2 X1 | !set_same_suit
    it comes before the number of jokers | lay 7H 7H2 X1 X2 | !set_same_suit
    the house may let a suit come twice | lay 8S 8S2 8H same_suit_twice=true | ok laid=24
    | lay 8S 8S2 8H 8H2 8D 8D2 8C 8C2 same_suit_twice=true | ok laid=64
    | lay 8S 8S2 8H 8H2 8D 8D2 8C 8C2 X1 same_suit_twice=true | !not_a_meld
    one natural card has no suit twice | lay 7H X1 X2 | !too_many_jokers
    different suits of both decks do | lay 7H 7S2 7D 7C2 | ok laid=28
    a run is never one | lay AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH2 hand=15 | ok
    the same card of the other deck does not fit | lay 7H 7H2 7S game=chamberliens/rami51/rami30 | !set_same_suit
    """


class TooManyJokers(Clause):
    clause = "too_many_jokers"
    lines = """
    jokers alone are no meld | lay X1 X2 X3 | !not_a_meld
    | lay X1 X2 X3 jokers_per_meld=4 | !not_a_meld
    one is not | lay KS KH X1 | ok laid=30
    each meld may hold one | ready rami51 | 1 KS KH X1 2 5H 6H X2 > 2D ok laid=48
    the house may allow two | lay KS KH X1 X2 jokers_per_meld=2 | ok laid=40
    | lay KS X1 X2 X3 jokers_per_meld=2 | !too_many_jokers
    or none | lay KS KH X1 jokers_per_meld=0 | !too_many_jokers
    a joker laid off counts | lay KS KH X1 | > 3D 1 X2 > 4D !too_many_jokers
    what is no meld anyway is not named so | lay 5H 9S X1 X2 | !not_a_meld
    two jokers are too many | lay 5H 6H X1 X2 game=chamberliens/rami51/rami30 | !too_many_jokers
    | lay KS KH X1 X2 game=chamberliens/rami51/rami30 | !too_many_jokers
    """


class Runs(Clause):
    clause = "runs"
    lines = """
    cards may come in any order | lay 7H 5H 6H | ok laid=18
    both decks may mix | lay 7H 5H2 6H | ok laid=18
    nor with a joker | lay KH X1 2H | !not_a_meld
    two decks let a run hold both aces | lay 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH AH2 hand=15 | ok laid=96
    | lay 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH X1 hand=15 | ok laid=96
    one deck does not | lay 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH game=rami7 hand=16 | ok
    | lay 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH X1 game=rami7 hand=16 | !not_a_meld
    a run ends at its aces | lay AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH2 X1 hand=15 | !not_a_meld
    | lay AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH2 2H2 hand=15 | !not_a_meld
    the ace is low before a two | lay AH 2H 3H game=chamberliens/rami51/rami30/rami7 | ok
    and high after a king | lay QH KH AH game=chamberliens/rami51/rami30/rami7 | ok
    a run does not turn the corner | lay KH AH 2H game=chamberliens/rami51/rami30/rami7 | !not_a_meld
    """


class MeldBroken(Clause):
    clause = "meld_broken"
    lines = """
    a card of a meld stays | both_laid | -8H > 4D !meld_broken
    it does not go to another meld | both_laid 5H 6H 7H 8H hand=15 | 3 8H 3 8S 8D > 4D !meld_broken
    what is left is judged besides | both_laid 5H 6H 7H | -7H > 4D !meld_broken,meld_too_short
    | both_laid 4H 5H 6H 7H 8H | -6H > 4D !meld_broken,not_a_meld
    a card put back was not moved | both_laid | -8H 1 8H > 4D ok
    new melds may still be changed | both_laid | 3 KS KH KD KC 4 KC 4 QC JC > 4D ok laid=60
    where jokers are not replaced they are cards of their meld | both_laid 5H 6H X1 joker_swap=false | 3 X1 1 7H 3 KS KH
        > 4D !meld_broken
    gin opponents take nothing from the knocker | opened gin | -4C knock > KD 1 4C 5C 6C 7C 2 9S 9H 9D 3 JS QS KS done0
        4 7C 4 7S 7D s1 2H 4H 6D 8H TD QD s1 3S done1 !meld_broken seat=1
    a card of a meld is not discarded | both_laid | > 8H !meld_broken
    a card on two melds is on the last | both_laid | +3 8H warning code=duplicate_card zone=meld3 card=8H 3 8S 8D > 4D
        !meld_broken
    gin puts it right by putting the card back | opened gin knock_limit=10 | -4C knock > KD 1 4C 5C 6C 7C 2 9S 9H 9D
        3 JS QS KS done0 4 7C 4 7S 7D s1 2H 4H 6D 8H TD QD 3S done1 1 7C s1 7S 7D s1 AD done1 round how=gin winners=0,
    """


class PushedMeld(Clause):
    """A meld moved as a whole to an empty zone stays the same meld."""

    clause = "meld_broken"
    lines = """
    it may be pushed aside | both_laid | 3 5H 6H 7H 8H > 4D ok seat=0 laid=0 hand=9 1 5H 6H 7H 8H > 5D
        ok seat=1 laid=0 hand=10
    by a seat that has not laid | opened rami51/chamberliens seats=3 first_lay_points=0 first_lay_pure_run=false | > 2C
        > 3C > 5C 1 5H 6H 7H 8H > 2D 3 5H 6H 7H 8H > 4D ok seat=1 laid=0
    what is added there is laid off | both_laid | 3 5H 6H 7H 8H 3 9H > 4D ok seat=0 laid=0 hand=8
    | opened rami51 first_lay_pure_run=false | 1 TH JH QH KH AH > 2D 3 TH JH QH KH AH 3 9H > 4D
        !lay_off_before_laying seat=1
    its place takes a new meld | both_laid | 3 5H 6H 7H 8H 1 KS KH KD > 4D ok seat=0 laid=30 hand=6
    a joker keeps its card | both_laid 2H 3H X1 said=AH | 3 X1 2H 3H 3 4H > 4D ok seat=0 laid=0
    | both_laid 2H 3H X1 said=AH | 3 X1 2H 3H 3 5H > 4D !joker_changed
    and is not declared anew | both_laid 2H 3H X1 | 3 X1 2H 3H 3 X1=AH > 4D !joker_changed
    all of its cards must lie together | both_laid | -5H,6H,7H,8H 3 5H 6H 7H > 4D !meld_broken 3 8H done
        ok seat=0 laid=0
    not on another meld | both_laid QS KS AS hand=15 | 2 QS KS AS > 4D !meld_broken
    nor where another lay when the turn began | both_laid | 3 9S TS JS 2 5H 6H 7H 8H > 4D !meld_broken
    nor into the hand or on the discard | both_laid 5H 6H 7H hand=15 | -5H,6H,7H > 4D !meld_broken
    a joker may be taken from it | both_laid 5H 6H X1 | -5H,6H,X1 3 5H 6H 7H 4 KS KH X1 > 4D ok seat=0 laid=30
    | both_laid 5H 6H X1 | -5H,6H,X1 3 5H 6H 7H 1 KS KH X1 > 4D ok seat=0 laid=30
    | both_laid 8S 8H 8D X1 | -8S,8H,8D,X1 3 8S 8H 8D 8C 4 KS KH X1 > 4D ok seat=0 laid=30
    | both_laid 8S 8H 8D X1 | -8S,8H,8D,X1 3 8S 8H 8D 8C 1 KS KH X1 > 4D ok seat=0 laid=30
    | both_laid 8S 8H X1 | -8S,8H,X1 3 8S 8H 8D 8C 4 KS KH X1 > 4D ok seat=0 laid=30
    | both_laid 8S 8H X1 | -8S,8H,X1 3 8S 8H 8D 8C 1 KS KH X1 > 4D ok seat=0 laid=30
    also where it stays in its run | both_laid 5H 6H X1 | -5H,6H,X1 3 5H 6H 7H X1 > 4D ok seat=0 laid=0 hand=9 3 9H > 5D
        ok seat=1
    with a wrong card it has not moved | both_laid 5H 6H X1 | -5H,6H,X1 3 4H 5H 6H 4 KS KH X1 > 4D
        !meld_broken,joker_wrong_card -4H 3 7H done ok seat=0 laid=30
    where jokers are not replaced it takes its joker along | both_laid 5H 6H X1 game=rami7 hand=9 | -5H,6H,X1 3 5H 6H X1
        > 4D ok seat=0 laid=0
    | both_laid 5H 6H X1 game=rami7 hand=9 | -5H,6H,X1 3 5H 6H 7H > 4D !meld_broken
    two melds on one zone are broken | both_laid QS KS AS hand=15 | 3 QS KS AS 3 9S TS JS > 4D !meld_broken why:1
    """


lines(globals())
