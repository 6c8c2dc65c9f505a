"""Options of the laying games, their defaults and effects: RULES.md "Options".

Options about scores are in test_options_scores.py.
"""

from play import FREE, Clause, lines, opened, ready
from tables import lay
from tierce.presets import LogError


class FirstTurnLay(Clause):
    """Whether a seat lays in its first turn of a round: `first_turn_lay`."""

    clause = "first_round_no_lay"
    lines = """
    the house may forbid it anywhere | first_turn rami51/rami30/rami7 first_turn_lay=false | !first_round_no_lay
    and allow it at chamberliens | first_turn chamberliens first_turn_lay=true | ok seat=0 laid=51
    a rami sec lifts the ban if its lay is in order | first_turn rami51 hand=5 first_turn_lay=false |
        round how=rami_sec scores=0,200
    | first_turn rami51 hand=5 first_turn_lay=false first_lay_points=52 | !first_round_no_lay,first_lay_points
    """

    def first_turn(self, game, **rules):
        table = opened(game, opening_draw=True, **rules)
        table.play(meld1="TH JH QH KH AH", discard="2D")
        return table


class FirstTurnDiscard(Clause):
    """Whether a seat takes the discard in its first turn of a round: `first_turn_discard`."""

    clause = "discard_first_round"
    lines = """
    rami51 forbids it and the house may allow it | taken rami51/rami30 first_turn_discard=true | ok took=discard
    chamberliens and rami7 allow it and the house may forbid it | taken chamberliens/rami7 first_turn_discard=false |
        !discard_first_round
    """

    def taken(self, game, **rules):
        rules["first_turn_lay"] = True
        table = opened(game, opening_draw=True, **dict(FREE, **rules))
        table.play(take="4C", meld1="4C 4S 4H", discard="2D")
        return table


class SingleCardDrawsStock(Clause):
    """Whether a seat with one card draws from the stock: `single_card_draws_stock`."""

    clause = "must_draw_stock"
    lines = """
    rami51 asks it and the house may not | taken rami51/rami30 single_card_draws_stock=false | ok took=discard
    chamberliens and rami7 do not and the house may | taken chamberliens/rami7 | ok took=discard
    | taken chamberliens/rami7 single_card_draws_stock=true | !must_draw_stock
    """

    def taken(self, game, **rules):
        table = ready(game, hand=4, opening_draw=True, **rules)
        table.lay(meld1="5H 6H 7H")
        table.discards("2D 8H")
        table.play(take="8H", meld1="8H", discard="3D")
        return table


class LayOffOptions(Clause):
    """Which seats may lay off: `lay_off_before_laying`, `lay_off_with_first_lay`."""

    clause = "lay_off_before_laying"
    lines = """
    the house may ask no lay | laid chamberliens/rami51/rami30 lay_off_before_laying=true | 1 8H > 3D
        ok seat=1 laid=0 hand=13
    and ask one at rami7 | laid rami7 lay_off_before_laying=false | 1 8H > 3D !lay_off_before_laying seat=1
    who has only laid off has not laid | laid meld=9H,TH,JH,QH,KH lay_off_before_laying=true first_lay_points=30 | 1 8H
        > 3D > 5D 2 2S 3S 4S > 6D !first_lay_points seat=1
    a joker may be taken too and is no lay | laid meld=5H,6H,X1 lay_off_before_laying=true | 1 7H > 3D
        ok seat=1 laid=0 hand=13
    the first lay of the turn counts | laid | 1 8H 2 9S TS JS > 3D ok seat=1 laid=29
    unless the house says otherwise | laid lay_off_with_first_lay=false | 1 8H 2 9S TS JS > 3D
        !lay_off_before_laying seat=1 -8H done ok seat=1 laid=29 > 5D 1 8H > 6D ok seat=1 laid=0
    then a joker is not taken either nor in a rami sec | laid meld=5H,6H,X1 lay_off_with_first_lay=false | 1 7H
        2 9S TS JS > 3D !joker_before_laying,lay_off_before_laying
    | ready chamberliens hand=4 lay_off_with_first_lay=false | 1 5H 6H 7H > 2D 1 8H 2 9S TS JS > 3D
        !lay_off_before_laying
    it has no effect where nobody need have laid | laid lay_off_with_first_lay=false lay_off_before_laying=true | 1 8H
        2 9S TS JS > 3D ok seat=1 laid=29
    """

    def laid(self, game="rami51", meld="5H 6H 7H", **rules):
        table = ready(game, hand=14, **rules)
        table.play(meld1=meld, discard="2D")
        return table


class Jokers(Clause):
    """How many jokers the deck has: `jokers`."""

    clause = "hands"
    lines = """
    they are in the stock | opened rami7 hand=25 opening_draw=true jokers=0 | > 2C shuffled stock=1
    | opened rami7 hand=25 opening_draw=true jokers=1 | > 2C events:turn > 3C shuffled stock=2
    | opened rami7 hand=25 opening_draw=true jokers=4 | > 2C > 3C > 5C > 6C events:turn > 7C shuffled stock=5
    """

    def test_four_with_two_decks_and_one_with_one(self):
        for game, last, beyond in (("rami51", "X4", "X5"), ("rami7", "X1", "X2")):
            self.accepted(lay("5H 6H " + last, game))
            with self.assertRaises(LogError):
                lay("5H 6H " + beyond, game)

    def test_the_house_may_have_eight_or_none(self):
        for game in ("chamberliens", "rami51", "rami30", "rami7"):
            self.accepted(lay("5H 6H X8", game, jokers=8))
            with self.assertRaises(LogError):
                lay("5H 6H X1", game, jokers=0)


lines(globals())
