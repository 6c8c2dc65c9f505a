"""The discard in the laying games: RULES.md "A turn", fine print 9 to 11."""

from play import Clause, lines, ready


class DiscardTaken(Clause):
    clause = "discard_taken"
    lines = """
    it may be laid | ready rami51 | -3C 1 3C 3S 3H > 2D ok seat=0 took=discard laid=9 hand=10
    or laid off | ready rami51 | 1 9S TS JS > QS -QS 1 QS 2 5H 6H 7H > 2D ok seat=1 took=discard laid=18
    the upcard may be taken where the first turn allows it | opened rami7 opening_draw=true first_lay_points=0 | -4C
        1 4C 4S 4H > 2D ok took=discard laid=12
    then the card below is not the top | ready rami51 | -3C 1 3C 3S 3H > 2D -2D 2 2D 3D 4D > 5D ok seat=1 took=discard
    what the seat itself discards is not taken | ready rami51 | 1 9S TS > 2D -2D 1 JS > 3D ok took=stock hand=10
    every card may be taken | ready rami51 jokers_per_meld=1 | 1 9S TS JS > AS -AS > 2D !discard_not_melded seat=1
    | ready rami51 jokers_per_meld=1 | 1 9S TS JS > X4 -X4 > 2D !discard_not_melded seat=1
    """


class DiscardNotMelded(Clause):
    clause = "discard_not_melded"
    lines = """
    other cards laid do not help | ready rami51 | -3C 1 5H 6H 7H > 2D !discard_not_melded
    a seat zone is no meld | ready rami51 | -3C s0 3C > 2D !discard_not_melded
    put back it counts as not taken | ready rami51 | -3C > 3C ~ > 2D ok seat=0 took=stock hand=13
    # is still the top
    also under this turns discard | ready rami51 | -3C > 2D > 3C ~ done ok seat=0 took=stock -2D 1 2D 2S 2H > 3D
        ok seat=1 took=discard
    laid after the refusal it is put right | ready rami51 | -3C > 2D 1 3C 3S 3H done ok took=discard hand=10
    put back from a meld it counts as not taken | ready rami51 | -3C 1 3C 3S s0 3C 3S -3C,3S > 3C > 2D ok took=stock
    it is not kept | ready chamberliens/rami51/rami30/rami7 | -3C > 2D !discard_not_melded seat=0
    """


class DiscardFirstRound(Clause):
    clause = "discard_first_round"
    lines = """
    not in the first turn | opened rami51/rami30 first_lay_points=0 first_lay_pure_run=false | -4C 1 4C 4S 4H > 2D
        !discard_first_round
    nor in the first turn of the second seat | opened rami51 first_lay_points=0 | > 2D -2D 1 2D 3D 4D > 5D
        !discard_first_round seat=1
    in the second turn one may | ready rami51 | -3C 1 3C 3S 3H > 2D ok took=discard
    not laid it is refused for both | opened rami51 | -4C > 2D !discard_first_round,discard_not_melded
    put back it was not taken | opened rami51 | -4C > 4C > 2D ok took=stock
    rami7 lets one take it at once | opened rami7 first_lay_points=0 | > 2D -2D 1 2D 3D 4D > 5D ok seat=1 took=discard
    # a rami sec
    chamberliens lets one take it at once | opened chamberliens hand=3 | -4C 1 4C 5C 6C > 2D ok took=discard
    each round has its first turn | opened rami51 hand=3 first_lay_points=0 | 1 5H 6H 7H > 2D clear deal > 4C -4C
        1 4C 5C 6C > 2D !discard_first_round
    """


class NotTopDiscard(Clause):
    clause = "not_top_discard"
    lines = """
    the card below the top is not melded | ready rami51 | -3C,2C 1 2C 2S 2H 2 3C 3S 3H > 2D !not_top_discard
    nor without the top | ready rami51 | -2C 1 2C 2S 2H > 2D !not_top_discard
    nor is the upcard once it is covered | ready chamberliens/rami30/rami7 | -4C 1 4C 4S 4H > 2D !not_top_discard
    it is not laid off either | ready rami51 | 1 2S 2H 2D > 4D > 5D -2C 1 2C > 6D !not_top_discard
    the pile may leave the readers sight | ready rami51 | -2C,4C ~ > 2D ok took=stock hand=13
    the top that was taken does not uncover the next | ready rami51 | -3C -2C 1 2C 3C 4C2 > 2D !not_top_discard
    a card of the pile seen again is no discard | ready rami51 | -2C > 2C ~ > 2D ok seat=0
    """


class NoDiscard(Clause):
    clause = "no_discard"
    lines = """
    a turn without a discard is refused | ready chamberliens/rami51/rami30/rami7 | done !no_discard
    also after a lay | ready rami51 | 1 5H 6H 7H done !no_discard > 2D ok laid=18
    any card may be discarded a joker too | ready rami51 | > X1 ok hand=13
    a joker discarded may be taken | ready rami51 | > X1 -X1 1 5H 6H X1 > 2D ok seat=1 took=discard
    gin asks it too | opened gin | done !no_discard seat=0 -4C done !no_discard seat=0
    """


class NoFinalDiscard(Clause):
    clause = "no_final_discard"
    lines = """
    the last card may be laid | all_laid | ok laid=47 hand=0
    a house may want it discarded | all_laid final_discard=required | !no_final_discard
    and then takes it so | ready rami51 hand=5 final_discard=required | 1 5H 6H 7H 8H 9H > 2D ok laid=35 hand=0
    it never goes with the other | ready rami51 hand=5 final_discard=required | 1 5H 6H 7H done !no_discard
    the house that says optional means the default | all_laid final_discard=optional | ok hand=0
    """

    def all_laid(self, **rules):
        table = ready("rami51", hand=5, **rules)
        table.turn(0, meld1="5H 6H 7H", meld2="9S TS JS")
        return table


lines(globals())
