"""Drawing: RULES.md "A turn" and each game's section, fine print 9, 10, 13, 21."""

from play import Clause, both_passed, opened, ready


class NoDraw(Clause):
    """A turn draws: in gin's opening it takes the upcard; at manipulation one card or more."""

    clause = "no_draw"

    def test_in_the_opening_a_discard_needs_the_upcard(self):
        table = opened("gin")
        table.discard("2D")
        self.refused(table, "no_draw", seat=0)

    def test_for_the_dealer_too(self):
        table = opened("gin")
        table.pass_()
        table.discard("2D")
        self.refused(table, "no_draw", seat=1)

    def test_done_after_knock_needs_it_too(self):
        table = opened("gin")
        table.knock()
        table.done()
        self.refused(table, "no_draw", seat=0)

    def test_the_discard_taken_back_one_may_pass(self):
        table = opened("gin")
        table.discard("2D")
        table.take("2D")
        table.pass_()
        self.accepted(table, seat=0, took="none")

    def test_manipulation_draws_at_least_one(self):
        self.refused(opened("manipulation", upcard=None).turn(0, meld1="5H 6H 7H"), "no_draw")

    def test_fewer_than_none_are_none(self):
        for added in ("", "5H 6H 7H"):
            table = opened("manipulation", upcard=None)
            table.draw(-1)
            if added:
                table.lay(meld1=added)
            table.done()
            self.refused(table, "no_draw")

    def test_or_three_without_a_meld(self):
        for draws in (0, 1, 2):
            self.refused(opened("manipulation", upcard=None).turn(draws), "no_draw")

    def test_three_will_do(self):
        table = opened("manipulation", upcard=None)
        table.turn(2)
        self.accepted(table.turn(), seat=0, took="stock", laid=0, hand=13)


class TooManyDraws(Clause):
    """A turn draws one card: from the stock or the discard."""

    clause = "too_many_draws"

    def test_two_cards_from_the_stock_are_too_many(self):
        for game in ("chamberliens", "rami51", "rami30", "rami7"):
            table = ready(game)
            self.refused(table.play(draw=2, discard="2D"), "too_many_draws")
            self.why(table, 2, 1)

    def test_they_may_come_one_by_one(self):
        table = ready("rami51")
        table.draw()
        self.refused(table.play(draw=1, discard="2D"), "too_many_draws")

    def test_the_discard_is_a_draw(self):
        self.refused(ready("rami51").play(draw=1, take="3C", meld1="3C 3S 3H", discard="2D"), "too_many_draws")

    def test_one_is_not_too_many(self):
        self.accepted(ready("rami51").play(draw=1, discard="2D"), took="stock", hand=13)

    def test_a_card_may_be_put_back_on_the_stock(self):
        table = ready("rami51")
        table.draw(2)
        self.accepted(table.play(draw=-1, discard="2D"), took="stock")

    def test_and_the_discard_taken_instead(self):
        table = ready("rami51")
        table.draw()
        self.accepted(table.play(draw=-1, take="3C", meld1="3C 3S 3H", discard="2D"), took="discard")

    def test_gin_draws_one_card_too(self):
        for upcard in (False, True):
            table = opened("gin")
            table.play(take="4C", discard="5D")
            table.draw()
            if upcard:
                table.take("5D")
            else:
                table.draw()
            table.discard("2D")
            self.refused(table, "too_many_draws", seat=1)

    def test_every_turn_has_its_own(self):
        table = ready("rami51")
        table.play(draw=1, discard="2D")
        self.accepted(table.play(draw=1, discard="3D"), seat=1, took="stock")


class MustDrawStock(Clause):
    """At Rami 51 a seat with one card in hand draws from the stock."""

    clause = "must_draw_stock"

    def down_to_one(self, game):
        table = ready(game, hand=4)
        table.lay(meld1="5H 6H 7H")
        table.discards("2D 8H")
        return table

    def test_one_card_in_hand_draws_from_the_stock(self):
        for game in ("rami51", "rami30"):
            table = self.down_to_one(game)
            self.refused(table.play(take="8H", meld1="8H", discard="3D"), "must_draw_stock", seat=0)

    def test_the_other_games_do_not_ask_it(self):
        table = ready("chamberliens", hand=4)
        table.lay(meld1="5H 6H 7H")
        table.discards("2D 8H")
        self.accepted(table.play(take="8H", meld1="8H", discard="3D"), seat=0, took="discard", hand=0)

    def test_two_cards_in_hand_may_take_it(self):
        table = ready("rami51", hand=5)
        table.lay(meld1="5H 6H 7H")
        table.discards("2D 8H")
        self.accepted(table.play(take="8H", meld1="8H", discard="3D"), seat=0, took="discard", hand=1)

    def test_one_card_after_the_draw_is_not_meant(self):
        table = ready("rami51", hand=4)
        table.lay(meld1="5H 6H 7H")
        table.discards("2D 8H")
        table.discard("3D")
        self.accepted(table, seat=0, took="stock", hand=1)

    def test_not_laid_it_is_refused_for_both(self):
        table = self.down_to_one("rami51")
        self.refused(table.play(take="8H", discard="3D"), "must_draw_stock", "discard_not_melded")

    def test_gin_opens_the_stock_after_both_passed(self):
        self.refused(both_passed().play(take="4C", discard="2D"), "must_draw_stock", seat=0)

    def test_gin_there_lets_the_upcard_be_put_back(self):
        table = both_passed()
        self.silent(table.play(take="4C", discard="4C"))
        table.discard("2D")
        self.accepted(table, seat=0, took="stock", hand=10)


class OpeningDraw(Clause):
    """At Rami 7 the first seat of a round lays and discards without drawing."""

    clause = "opening_draw"

    def test_the_first_turn_draws_nothing(self):
        table = opened("rami7", hand=7)
        table.discard("2D")
        self.accepted(table, seat=0, took="none", hand=6)

    def test_every_later_turn_draws(self):
        table = opened("rami7", hand=7)
        table.discards("2D 3D")
        self.accepted(table, seat=1, took="stock", hand=7)
        table.discard("4D")
        self.accepted(table, seat=0, took="stock", hand=6)

    def test_it_may_lay(self):
        table = opened("rami7", hand=7)
        self.refused(table.turn(0, meld1="KS KH KD", meld2="AS AH AD"), "no_discard")
        table.discard("2D")
        self.accepted(table, seat=0, laid=63, hand=0)

    def test_a_draw_in_it_is_too_many(self):
        self.refused(opened("rami7", hand=7).play(draw=1, discard="2D"), "too_many_draws")

    def test_so_is_the_upcard(self):
        table = opened("rami7", hand=7, first_lay_points=0)
        self.refused(table.play(take="4C", meld1="4C 4S 4H", discard="2D"), "too_many_draws")

    def test_each_round_opens_so(self):
        table = opened("rami7", hand=4, first_lay_points=0)
        table.play(meld1="5H 6H 7H", discard="2D")
        table.clear()
        table.deal("4C")
        table.discard("2D")
        self.accepted(table, seat=1, took="none", hand=3)

    def test_the_house_may_let_it_draw(self):
        table = opened("rami7", hand=7, opening_draw=True)
        table.discard("2D")
        self.accepted(table, seat=0, took="stock", hand=7)

    def test_and_open_other_games_so(self):
        table = opened("rami51", hand=13, opening_draw=False)
        table.discard("2D")
        self.accepted(table, seat=0, took="none", hand=12)
