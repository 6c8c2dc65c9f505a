"""Rami sec, all cards down in one turn: RULES.md, each game's section, and fine print 8."""

from play import FREE, Clause, lines, opened


class RamiSec(Clause):
    clause = "rami_sec"
    lines = """
    rami51 needs minimum and pure run | all_down rami51 cards=TH~JH~QH~KH~AH | ok laid=51 hand=0
        round how=rami_sec scores=0,200 winners=0,
    rami51 below the minimum is refused | all_down rami51 cards=9H~TH~JH~QH~KH | !first_lay_points
    rami51 without a pure run is refused | all_down rami51 cards=TH~JH~QH~KH~X1 | !first_lay_pure_run
    rami30 needs its own minimum only | all_down rami30 cards=TS~TH~TD | round how=rami_sec scores=0,200
    | all_down rami30 cards=9S~9H~9D | !first_lay_points
    it may come in a later turn | opened rami51 hand=3 first_lay_points=0 first_lay_pure_run=false | > 2C > 3C
        1 5H 6H 7H > 2D round how=rami_sec scores=0,200
    rami51 only if nobody laid before | after_seat_0_laid rami51/rami30 | 2 8S 9S TS JS > 2D ok seat=1 hand=0 s0 9C
        done0 round how=out scores=9,0 winners=1,
    who laid before is just out | opened rami51 hand=4 first_lay_points=0 first_lay_pure_run=false | 1 5H 6H 7H > 2D
        > 3D 1 8H > 4D round how=out scores=0,100
    rami7 needs the minimum too | all_down rami7 cards=AH~KH~QH~JH~TH | round how=rami_sec scores=-60,200
    | all_down rami7 cards=9H~TH~JH~QH~KH | !first_lay_points
    rami7 lets others have laid | after_seat_0_laid rami7 | 2 8S 9S TS JS > 2D s0 9C done0
        round how=rami_sec scores=18,-60
    lay offs are allowed in it | after_seat_0_laid rami7 | 1 8H 2 8S 9S TS > 2D s0 9C done0
        round how=rami_sec scores=18,-60
    chamberliens may do it in the first turn | all_down chamberliens cards=2H~3H~4H | ok laid=9 hand=0
        round how=rami_sec scores=0,200
    chamberliens needs no minimum later either | opened chamberliens hand=3 | > 2C > 3C 1 2H 3H 4H > 2D
        round how=rami_sec scores=0,200
    chamberliens without a pure run is an ordinary first lay | all_down chamberliens cards=TS~TH~TD |
        !first_round_no_lay,first_lay_pure_run,first_lay_points
    chamberliens with a joker in the run too | all_down chamberliens cards=2H~3H~X1 |
        !first_round_no_lay,first_lay_pure_run,first_lay_points
    chamberliens with cards left is an ordinary first lay | opened chamberliens hand=4 | 1 2H 3H 4H > 2D
        !first_round_no_lay,first_lay_points
    chamberliens lets others have laid | after_seat_0_laid chamberliens first_lay_pure_run=true | 2 2S 3S 4S 5S > 2D
        s0 9C done0 round how=rami_sec scores=9,0
    without count the round says so too | all_down rami51 cards=TH~JH~QH~KH~AH penalties=false |
        round how=rami_sec scores=1,0
    | opened rami51 hand=4 penalties=false first_lay_points=0 first_lay_pure_run=false | 1 5H 6H 7H > 2D > 3D 1 8H > 4D
        round how=out scores=1,0
    the house says what it need not have | opened rami51 hand=6 first_turn_lay=false rami_sec_waives=none/points |
        1 2S 2H 2D 2 3S 3H 3D > KD !first_round_no_lay,first_lay_pure_run,first_lay_points
    | opened rami51 hand=6 first_turn_lay=false rami_sec_waives=all | 1 2S 2H 2D 2 3S 3H 3D > KD ok laid=15
        round how=rami_sec scores=0,200
    the last card may be laid | opened rami51 hand=4 final_discard=optional | 1 TH JH QH KH AH done
        round how=rami_sec scores=0,200
    rami51 takes no discard for it in the first turn | opened rami51 hand=3 first_lay_points=0 | -4C 1 4C 5C 6C > 2D
        !discard_first_round
    rami7 may do it in the opening | opened rami7 hand=6 opening_draw=false | 1 TH JH QH KH AH > 2D ok took=none hand=0
        round how=rami_sec scores=-60,200
    a joker may be taken in it | opened rami7 hand=5 joker_swap=true opening_draw=false first_lay_points=0 | 1 5H 6H X1
        > 3D -X1 1 7H X1 2 2S 3S 4S 5S > 2D s0 9C done0 round how=rami_sec scores=18,-60
    chamberliens asks a pure run where its option does | all_down chamberliens cards=TS~TH~TD first_lay_pure_run=false |
        round how=rami_sec scores=0,200
    """

    def all_down(self, game, cards, last="2D", seats=2, **rules):
        """Let the first seat lay a meld of all its cards but one, and discard that one."""
        hand = len(cards.split())
        table = opened(game, seats, hand=hand, opening_draw=True, **rules)
        table.play(meld1=cards, discard=last)
        return table

    def after_seat_0_laid(self, game, **rules):
        """Return a table where seat 0 has laid and has one card; seat 1, on turn, has 4 or 5."""
        free = dict(FREE)
        free.update(rules)
        table = opened(game, hand=4, opening_draw=True, **free)
        if game == "chamberliens":
            table.discards("2C 3C")
        table.play(meld1="5H 6H 7H", discard="3D")
        return table


lines(globals())
