"""Options about scores, and those of gin and manipulation: their defaults and effects."""

from play import FREE, Clause, lines, opened
from tables import AtGin, AtManipulation, one_out


class InHand(Clause):
    """The value of an ace and of a joker: `ace_in_hand`, `joker_in_hand`."""

    clause = "count"
    lines = """
    eleven and twenty unless the house says otherwise | in_hand chamberliens/rami51/rami30/rami7 |
        round how=out scores=0,45
    | in_hand chamberliens/rami51/rami30/rami7 ace_in_hand=1 | round how=out scores=0,35
    | in_hand chamberliens/rami51/rami30/rami7 ace_in_hand=15 | round how=out scores=0,49
    | in_hand chamberliens/rami51/rami30/rami7 joker_in_hand=0 | round how=out scores=0,25
    | in_hand chamberliens/rami51/rami30/rami7 joker_in_hand=100 | round how=out scores=0,125
    a first lay is worth the same | opened rami51 opening_draw=true ace_in_hand=1 joker_in_hand=0 | 1 TH JH QH KH AH
        > 2D ok laid=51
    | opened rami7 opening_draw=true ace_in_hand=1 joker_in_hand=0 | 1 AH QH KH X1 > 2D ok laid=51
    """

    def in_hand(self, game, **rules):
        return one_out(game, 7, opening_draw=True, out_bonus=0, **rules).count(1, "AC 6C 8C X1")


class NotLaid(Clause):
    """The score of a seat that has not laid: `not_laid`, `not_laid_alone`."""

    clause = "penalties"
    lines = """
    the house may set the figure | one_out chamberliens/rami51/rami30 hand=4 seats=3 laid=1, not_laid=50 | s1 KC done1
        round how=out scores=0,10,50
    or count the hand | one_out rami51 hand=4 seats=3 laid=1, not_laid=hand | s1 KC done1 ~ s2 KS QS 9C X1 done2
        round how=out scores=0,10,49
    a hand is multiplied too | opened rami51 hand=3 not_laid=hand first_lay_points=0 first_lay_pure_run=false |
        1 5H 6H 7H > 2D s1 KC QC 9C done1 round how=rami_sec scores=0,58
    alone is the same but at chamberliens | one_out rami51/rami30 hand=4 seats=3 laid=, not_laid=70 |
        round how=out scores=0,70,70
    | one_out chamberliens hand=4 seats=3 laid=, not_laid=70 | round how=out scores=0,200,200
    the house may set that too | one_out chamberliens/rami51 hand=4 seats=3 laid=, not_laid_alone=150 |
        round how=out scores=0,150,150
    | one_out chamberliens/rami51 hand=4 seats=3 laid=1, not_laid_alone=150 | s1 KC done1 round how=out scores=0,10,100
    | one_out chamberliens/rami51 hand=4 laid=, not_laid_alone=hand | s1 KS QS 9C X1 done1 round how=out scores=0,49
    """


class Bonuses(Clause):
    """The winner's score, and the multiplier of a rami sec."""

    clause = "penalties"
    lines = """
    nothing but at rami7 | one_out chamberliens/rami51/rami30 hand=5 opening_draw=true | s1 KC 9C done1
        round how=out scores=0,19
    | one_out rami7 hand=5 opening_draw=true | s1 KC 9C done1 round how=out scores=-20,19
    | sec chamberliens/rami51/rami30 | round how=rami_sec scores=0,200,200
    | sec rami7 | round how=rami_sec scores=-60,200,200
    going out may have another bonus | one_out chamberliens/rami51/rami30/rami7 hand=5 opening_draw=true out_bonus=-15 |
        s1 KC 9C done1 round how=out scores=-15,19
    and for a rami sec | sec chamberliens/rami51/rami30/rami7 rami_sec_bonus=-40 out_bonus=-99 |
        round how=rami_sec scores=-40,200,200
    and what it multiplies | sec chamberliens rami_sec_factor=1 | round how=rami_sec scores=0,200,200
    | sec chamberliens rami_sec_factor=4 | round how=rami_sec scores=0,800,800
    | sec rami51 rami_sec_factor=1 | round how=rami_sec scores=0,100,100
    | sec rami51 rami_sec_factor=4 | round how=rami_sec scores=0,400,400
    it multiplies no bonus and no other end | sec rami7 rami_sec_factor=4 | round how=rami_sec scores=-60,400,400
    | one_out rami51 hand=5 rami_sec_factor=4 | s1 KC 9C done1 round how=out scores=0,19
    """

    def sec(self, game, **rules):
        table = opened(game, 3, hand=3, opening_draw=True, **dict(FREE, **rules))
        table.play(meld1="5H 6H 7H", discard="2D")
        return table


class UpcardAfterPasses(Clause):
    """Gin: the draw after both have passed: `upcard_after_passes`."""

    clause = "gin_opening"
    lines = """
    the upcard too | both_passed upcard_after_passes=true | -4C > 2D ok seat=0 took=discard hand=10
    | both_passed upcard_after_passes=true | > 2D ok seat=0 took=stock hand=10
    nobody passes then | both_passed upcard_after_passes=true | pass !pass_not_allowed seat=0
    """


class DiscardTakenCard(Clause):
    """Gin: whether the card just taken may be discarded: `discard_taken_card`."""

    clause = "return_same_card"
    lines = """
    or it may in the opening too | opened gin discard_taken_card=true | -4C > 4C ok seat=0 took=discard hand=10 -4C > 4C
        ok seat=1 took=discard hand=10
    """


class TieUndercuts(AtGin):
    """Gin: the winner of a tie: `tie_undercuts`."""

    clause = "gin_score"
    lines = """
    the opponent with the bonus | knocked tie_undercuts=true | nine:2D round how=undercut scores=0,10 winners=1,
    | knocked tie_undercuts=true undercut_bonus=25 | nine:2D round how=undercut scores=0,25 winners=1,
    """


class ManipulationOptions(AtManipulation):
    clause = "manipulation_score"
    lines = """
    what a joker counts | knocked_low joker_in_hand=0 | counts:AS,X1~AC~AD~AH~KD~QD~TD~9C~8C~7C
        round how=knock scores=56,0
    | knocked_low joker_in_hand=50 | counts:AS,X1~AC~AD~AH~KD~QD~TD~9C~8C~7C round how=knock scores=106,0
    what it counts in a lay | dealt | draw 1 4H 5H X1 1 X1=6H done ok laid=34
    | dealt joker_in_hand=50 | draw 1 4H 5H X1 1 X1=6H done ok laid=59
    what going out adds | dealt out_bonus=0 | ten:0 3 TS done counts:-,LOW round how=out scores=27,0 winners=0,
    | dealt out_bonus=-30 | ten:0 3 TS done counts:-,LOW round how=out scores=-3,0 winners=0,
    what an undercut adds | knocked_low before=0, undercut_bonus=0 | counts:AC,4D
        round how=undercut scores=3,0 winners=0,
    | knocked_low before=0, undercut_bonus=40 | counts:AC,4D round how=undercut scores=43,0 winners=0,
    what the target adds | knocked_low target=24 | counts:3S,LOW match totals=124,0
    | knocked_low target=24 match_bonus=0 | counts:3S,LOW match totals=24,0
    | knocked_low target=24 match_bonus=-50 | counts:3S,LOW match totals=-26,0
    what a round won adds | knocked_low before=0, target=20 | counts:AC,4D clear deal ten:0 knock counts:LOW,3S
        match totals=38,124
    | knocked_low before=0, target=20 round_bonus=0 | counts:AC,4D clear deal ten:0 knock counts:LOW,3S
        match totals=13,124
    | knocked_low before=0, target=20 round_bonus=5 | counts:AC,4D clear deal ten:0 knock counts:LOW,3S
        match totals=18,124
    """


lines(globals())
