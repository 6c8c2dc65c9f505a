"""Drawing: RULES.md "A turn" and each game's section, fine print 9, 10, 13, 21."""

from play import Clause, lines, ready


class NoDraw(Clause):
    clause = "no_draw"
    lines = """
    in the opening a discard needs the upcard | opened gin | > 2D !no_draw seat=0
    for the dealer too | opened gin | pass > 2D !no_draw seat=1
    done after knock needs it too | opened gin | knock done !no_draw seat=0
    manipulation draws at least one | dealt | 1 5H 6H 7H done !no_draw
    fewer than none are none | dealt | draw-1 done !no_draw
    | dealt | draw-1 1 5H 6H 7H done !no_draw
    three will do | dealt | draw2 done draw done ok seat=0 took=stock laid=0 hand=13
    the discard taken back one may pass | opened gin | > 2D -2D pass ok seat=0 took=none
    or three without a meld | dealt | done !no_draw draw done !no_draw draw done !no_draw
    """


class TooManyDraws(Clause):
    clause = "too_many_draws"
    lines = """
    two cards from the stock are too many | ready chamberliens/rami51/rami30/rami7 | draw2 > 2D !too_many_draws why:2,1
    they may come one by one | ready rami51 | draw draw > 2D !too_many_draws
    the discard is a draw | ready rami51 | draw -3C 1 3C 3S 3H > 2D !too_many_draws
    one is not too many | ready rami51 | draw > 2D ok took=stock hand=13
    a card may be put back on the stock | ready rami51 | draw2 draw-1 > 2D ok took=stock
    and the discard taken instead | ready rami51 | draw draw-1 -3C 1 3C 3S 3H > 2D ok took=discard
    gin draws one card too | opened gin | -4C > 5D draw draw > 2D !too_many_draws seat=1
    | opened gin | -4C > 5D draw -5D > 2D !too_many_draws seat=1
    every turn has its own | ready rami51 | draw > 2D draw > 3D ok seat=1 took=stock
    """


class MustDrawStock(Clause):
    clause = "must_draw_stock"
    lines = """
    one card in hand draws from the stock | down_to_one rami51/rami30 | -8H 1 8H > 3D !must_draw_stock seat=0
    two cards in hand may take it | ready rami51 hand=5 | 1 5H 6H 7H > 2D > 8H -8H 1 8H > 3D
        ok seat=0 took=discard hand=1
    one card after the draw is not meant | ready rami51 hand=4 | 1 5H 6H 7H > 2D > 8H > 3D ok seat=0 took=stock hand=1
    not laid it is refused for both | down_to_one rami51 | -8H > 3D !must_draw_stock,discard_not_melded
    gin opens the stock after both passed | both_passed | -4C > 2D !must_draw_stock seat=0
    gin there lets the upcard be put back | both_passed | -4C > 4C ~ > 2D ok seat=0 took=stock hand=10
    """

    def down_to_one(self, game):
        table = ready(game, hand=4)
        table.lay(meld1="5H 6H 7H")
        table.discards("2D 8H")
        return table


class OpeningDraw(Clause):
    clause = "opening_draw"
    lines = """
    every later turn draws | opened rami7 hand=7 | > 2D > 3D ok seat=1 took=stock hand=7 > 4D
        ok seat=0 took=stock hand=6
    it may lay | opened rami7 hand=7 | 1 KS KH KD 2 AS AH AD done !no_discard > 2D ok seat=0 laid=63 hand=0
    a draw in it is too many | opened rami7 hand=7 | draw > 2D !too_many_draws
    so is the upcard | opened rami7 hand=7 first_lay_points=0 | -4C 1 4C 4S 4H > 2D !too_many_draws
    the house may let it draw | opened rami7 hand=7 opening_draw=true | > 2D ok seat=0 took=stock hand=7
    the first turn draws nothing | opened rami7 hand=7 | > 2D ok seat=0 took=none hand=6
    each round opens so | opened rami7 hand=4 first_lay_points=0 | 1 5H 6H 7H > 2D clear deal > 4C > 2D
        ok seat=1 took=none hand=3
    and open other games so | opened rami51 hand=13 opening_draw=false | > 2D ok seat=0 took=none hand=12
    """


lines(globals())
