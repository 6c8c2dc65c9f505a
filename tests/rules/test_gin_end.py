"""Gin from the knock on, and its scores: RULES.md "gin", fine print 14 to 17."""

from play import lines
from tables import AtGin


class GinLayDown(AtGin):
    clause = "gin_lay_down"
    lines = """
    a knock comes with its discard | knocking | ok seat=0 took=stock laid=0 hand=10
    knock pressed twice is one knock | opened gin | -4C knock knock ~ > 2D ok seat=0 took=discard laid=0 hand=10 done1
        warning code=not_your_turn seat=1
    the knocker lays first | knocking | done1 warning code=not_your_turn seat=1 1 5H 6H 7H 2 9S 9H 9D 3 JC QC KC s0 2S
        done0 ~ done0 warning code=not_your_turn seat=0
    ten cards are laid | knocking | 1 5H 6H 7H 2 9S 9H 9D 3 JC QC KC done0
        warning code=count_mismatch zone=seat0 expected=10 read=9 s0 2S done0 ~
    the opponent accepts what is read | knocking | 1 5H 6H 7H 2 9S 9H 9D s0 2S done0 warning code=count_mismatch read=7
        done1 ~ theirs: round how=knock scores=27,0 short=0,
    by the opponent too | knocked | theirs:KS,TS,6C warning code=count_mismatch zone=seat1 expected=10 read=9 s1 3D
        done1 round how=knock scores=27,0
    which the knocker accepts | knocked | theirs:KS,TS,6C done0 round how=knock scores=24,0 short=1,
    a card laid off counts as read | knocked | 1 8H theirs:KS,TS,6C round how=knock scores=24,0
    the melds come before the knock | knocking | 1 5H 6H 8H s0 KS QS JH TD 9S 9C 2C done0 !not_a_meld seat=0
    a refused lay down stays open | knocking knock_limit=10 | 1 5H 6H 8H 2 9S 9H 9D 3 JC QC KC s0 7H done0
        !not_a_meld seat=0 s0 8H 1 7H done0 ~
    the opponents melds are judged too | knocked | 4 8S 8D 7C s1 2H 3H 4H KS TS 6C 3D done1 !not_a_meld seat=1 s1 7C
        4 3D done1 !not_a_meld seat=1
    the ace is low only | knocking knock_limit=10 | 1 QH KH AH s0 2S 3S 4S 9C 9D 9S 5D done0 !not_a_meld seat=0
    | knocking knock_limit=10 | 1 AH 2H 3H s0 2S 3S 4S 9C 9D 9S 5D done0 ~
    the table arranges the seat zone at its best | knocking | s0 9D JC 5H QC 6H 9S 7H KC 9H 2S done0
        s1 2H KS 8S TS 8D 6C 3H 8C 3D 4H done1 round how=knock scores=27,0
    no run past the king there | knocking knock_limit=10 | s0 5H 6H 7H 9S 9H 9D QC KC AC 2S done0 !knock_too_high seat=0
        why:23,10
    # the five would extend the knocker's run
    also for the opponent | knocked | 4 8S 8D 8C 5 2D 3D 4D s1 5D KS TS 6C done1 round how=knock scores=29,0
    cards laid before the knock count where they lie | both_passed | 1 5H 6H 7H 2 9S 9H 9D 3 JC QC KC s0 2S knock > KD
        done0 ~
    three of four make a set where the fourth makes a run | knocking gin_bonus=20 | s0 5H 6H 7H 7S 7D 7C 9S TS JS QS
        done0 4 8S 8D 8C 5 2H 3H 4H s1 KS TD 6C 3D done1 round how=gin scores=49,0
    the number comes before the melds | knocking | 1 5H 6H s0 KS done0 warning code=count_mismatch expected=10 read=3
        done1 !meld_too_short seat=0 done1 !meld_too_short seat=0 done0 warning code=count_mismatch expected=10 read=3
        s0 QS JH TD 9S 9C 2C 3C done0 !meld_too_short seat=0 done1 warning code=not_your_turn seat=1
    # 5-6-7 with the eight on the seat zone: the eight counts as deadwood.
    what lies on meld zones is fixed | knocked 8H knock_limit=10 | theirs: round how=knock scores=21,0
    """


class KnockTooHigh(AtGin):
    clause = "knock_too_high"
    lines = """
    gin lets one knock with 10 | knocked TD | ~
    not with 11 | knocking | s0 5H 6H 7H 9S 9H 9D 2C 3C 2S 4D done0 !knock_too_high seat=0 why:11,10
    the house may set the limit | knocked 2S knock_limit=2 | ~
    | knocked 3S knock_limit=2 | !knock_too_high seat=0
    the knock is void and the discard stands | knocked 3S knock_limit=2 | > 2D ok seat=1 took=stock hand=10
    the other seat may take that discard | knocked 3S knock_limit=2 | -KD > 2D ok seat=1 took=discard
    manipulation lets one knock with 5 | dealt | draw 1 5H 6H 7H 8H 2 9S 9H 9D 3 JS QS KS knock s0 5C done0 ~
    | dealt | draw 1 5H 6H 7H 8H 2 9S 9H 9D 3 JS QS KS knock s0 6C done0 !knock_too_high seat=0 why:6,5
    the knocker may knock again | knocked 3S knock_limit=2 | > 2D knock > 3S s0 2S done0 ~
    """


class GinLayOff(AtGin):
    clause = "gin_lay_off"
    lines = """
    a card that does not fit is refused | knocked | 1 KS theirs:TS,6C,3D !not_a_meld seat=1
    the knocker never lays off | knocked 2S | 4 3S 4S 5S 5 8S 8D 8C s1 KS TS 6C 3D done1 round how=knock scores=27,0
    not after big gin either | both_passed | knock 1 5H 6H 7H 2 9S 9H 9D 3 TC JC QC KC 3 9C done ok hand=11 1 KS TS
        4 8S 8D 8C 5 2H 3H 4H s1 6C 8H done1 round how=big_gin scores=65,0
    on a run | knocked | 1 8H theirs:KS,TS,6C round how=knock scores=24,0
    on a set | knocked | 2 9C theirs:KS,TS,6C round how=knock scores=24,0
    the table does it for the seat zone | knocked | theirs:KS,TS,6C,8H round how=knock scores=24,0
    | knocked | theirs:KS,TS,9C,TC round how=knock scores=18,0
    one after another | knocked | s1 4H 3H 2H 8H KS TS 6C 3D JD QD done1 round how=knock scores=47,0
    on melds that the table arranged too | knocking | s0 5H 6H 7H 9S 9H 9D JC QC KC 2S done0 theirs:KS,TS,6C,8H
        round how=knock scores=24,0
    # The fours as a set, with the three left, are better than laying off four and three.
    a card does more in ones own meld | knocked | 4 8S 8D 8C s1 4H 4S 4D 3H KS TS 6C done1 round how=knock scores=27,0
    # 2-3-4 of hearts would all fit the knocker's run, but the melds count as laid down.
    melds that the opponent laid are his | knocked | theirs:AS,KS,TS,6C round how=knock scores=25,0
    not after gin | gin gin_bonus=20 | theirs:KS,TS,6C,8H round how=gin scores=54,0
    what is laid off after gin counts | gin gin_bonus=20 | 1 8H theirs:KS,TS,6C round how=gin scores=54,0
    whether it fits or not | gin gin_bonus=20 | 1 KS TS theirs:6C,8H round how=gin scores=54,0
    of the knockers melds only what was taken is judged | gin gin_bonus=20 | s0 5H 1 KS theirs:TS,6C,8H
        !meld_broken seat=1
    # Three runs would take the eights, three sets do not.
    of equal arrangements the one that leaves the opponent the most | knocking | s0 5H 6H 7H 5S 6S 7S 5D 6D 7D 2C done0
        s1 8H 8S KC QD TH TS JH 3H AC 3D done1 round how=knock scores=71,0
    but what the knocker laid lies as he laid it | knocking | 1 5H 6H 7H 2 5S 6S 7S 3 5D 6D 7D s0 2C done0
        s1 8H 8S KC QD TH TS JH 3H AC 3D done1 round how=knock scores=55,0
    """


class GinScore(AtGin):
    clause = "gin_score"
    lines = """
    # laid off on the nines
    by a hand without deadwood too | knocked 7S knock_limit=10 | 4 8S 8D 8C 5 2H 3H 4H 6 JS JD JH s1 9C done1
        round how=undercut scores=0,17
    gin may be found by the table | knocking | s0 5H 6H 7H 9S 9H 9D TC JC QC KC done0 theirs: round how=gin scores=49,0
    the deal alternates | knocked | theirs: clear deal0 > 4C pass ok seat=1
    a knock scores the difference | knocked | theirs: round how=knock scores=27,0 winners=0, totals=27,0 dealer=0
    an ace counts one and court cards ten | knocked AS | 4 8S 8D 8C 5 2H 3H 4H s1 KS QH JD AD done1
        round how=knock scores=30,0
    equal deadwood scores nothing | knocked | nine:2D round how=knock scores=0,0 winners=, dealer=0
    an undercut scores the difference and 10 | knocked 7S knock_limit=10 | nine:3D
        round how=undercut scores=0,14 winners=1,
    gin scores the deadwood and 20 | gin | theirs: round how=gin scores=49,0 winners=0, dealer=0
    gin scores 20 at least | gin | 4 8S 8D 8C 5 AH 2H 3H 4H 6 JS JD JH done1 round how=gin scores=20,0 winners=0,
    the house may set the bonus for gin | gin gin_bonus=25 | theirs: round how=gin scores=54,0
    and for an undercut | knocked 7S knock_limit=10 undercut_bonus=25 | nine:3D round how=undercut scores=0,29
    """


lines(globals())
