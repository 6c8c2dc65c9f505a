"""A turn that the players let pass: LOG.md "Rulings", `accept`, and its fine print 27 to 32."""

from play import FREE, Clause, lines, opened, ready
from tables import dealt


class Waiving(Clause):
    """What the tests of `accept` share."""

    def waived(self, table, *codes, **values):
        """Let the open turn pass; check what was waived, and the outcome `turn`."""
        seat = table.active
        table.feed(ruling="accept")
        self.assertEqual(table.last[0]["event"], "ruling")
        self.check(table, "ruling", {"ruling": "accept", "seat": seat, "codes": list(codes)})
        self.accepted(table, seat=seat, **values)

    def refused_still(self, table, *codes):
        """Check that the open turn is refused all the same, and as a refused `done` leaves it."""
        hands = list(table.referee.view.hands)
        seat = table.active
        table.feed(ruling="accept")
        self.refused(table, *codes)
        self.assertEqual(len(table.last), 1)
        self.assertEqual((table.active, table.referee.view.hands), (seat, hands))


class Accept(Waiving):
    """The open turn is accepted although a clause of order or of amount refuses it."""

    clause = "accept"
    lines = """
    only while a turn is open | Play rami51 | accept warning code=no_ruling ruling=accept deal > 4C accept !no_discard
    # it has laid, and lays off
    a first lay of 49 | ready rami51 first_lay_points=51 first_lay_pure_run=true | 1 8H 9H TH 2 4S 4D 4H > 2D
        !first_lay_points waived:first_lay_points laid=39 hand=7 took=stock > 2S 1 JH > 2H ok seat=0 hand=6
    several clauses in the order of the codes | opened chamberliens hand=14 | 1 8H 9H TH > 2D
        waived:first_round_no_lay,first_lay_points hand=11
    other clauses refuse with all codes | opened chamberliens hand=14 | 1 8H 9H > 2D
        refused_still:meld_too_short,first_round_no_lay,first_lay_pure_run,first_lay_points
    | ready rami51 | 1 8H 9H TH draw2 refused_still:too_many_draws,no_discard
    # any meld opens, the joker may be taken with it
    a taken joker | ready rami51 | 1 8H 9H X1 > 2D -X1 1 TH 2 KS KD X1 > 3D ok seat=1
    | ready rami51 lay_off_with_first_lay=false | 1 8H 9H X1 > 2D -X1 1 TH 2 KS KD X1 > 3D !joker_before_laying
        waived:joker_before_laying hand=10
    # two cards in the stock
    the stock does not fall below none | Play rami7 hand=25 first_lay_points=0 first_lay_pure_run=false | deal > 4C > 2C
        draw4 > 3C waived:too_many_draws hand=28 shuffled stock=2
    too many cards counts all that was drawn | ready rami51 hand=3 | draw3 1 8H 9H TH 2 8S 9S TS JS
        refused_still:too_many_draws,too_many_cards
    the discard of the first turn | opened rami51 first_lay_points=0 first_lay_pure_run=false | -4C 1 4C 5C 6C > 9D
        !discard_first_round waived:discard_first_round took=discard hand=10
    a single card and the discard | ready rami51 hand=4 | 1 5C 6C 7C > 9D > 9S -9S 1 8C > 2D -8C
        waived:must_draw_stock,discard_not_melded hand=1
    no rami sec with a clause of laying waived | ready rami51 hand=3 first_lay_points=51 | 1 5H 6H 7H > 2D
        !first_lay_points waived:first_lay_points hand=0 round how=out scores=0,100
    a rami sec with another one waived | ready rami51 hand=3 final_discard=required | 1 5H 6H 7H 8H done
        !no_final_discard waived:no_final_discard hand=0 round how=rami_sec scores=0,200
    """

    def test_a_turn_in_order_is_no_ruling(self):
        table = ready("rami51")
        table.play(meld1="8H 9H", discard="2D")
        table.put("meld1", "TH")
        table.feed(ruling="accept")
        self.accepted(table, laid=27)
        self.assertEqual(len(table.last), 1)

    def test_who_lays_off_so_has_laid(self):
        table = ready("rami51", lay_off_before_laying=False)
        table.play(meld1="8H 9H TH", discard="2D")
        self.refused(table.play(meld1="JH", discard="3D"), "lay_off_before_laying")
        self.waived(table, "lay_off_before_laying", laid=0, hand=12)
        self.assertEqual(table.referee.view.has_laid, [True, True])

    def test_also_where_nothing_had_to_be_waived(self):
        table = ready("rami51", lay_off_before_laying=True)
        table.play(meld1="8H 9H TH", discard="2D")
        table.put("meld1", "JH")
        self.refused(table.play(draw=2, discard="3D"), "too_many_draws")
        table.draw(-1)
        table.feed(ruling="accept")
        self.accepted(table, laid=0, hand=12)
        self.assertEqual(table.referee.view.has_laid, [True, True])

    def test_all_that_was_drawn_is_in_the_hand(self):
        table = ready("rami51")
        stock = table.referee.view.stock
        self.refused(table.play(draw=3, discard="2D"), "too_many_draws")
        self.waived(table, "too_many_draws", took="stock", hand=15)
        self.assertEqual(table.referee.view.stock, stock - 3)

    def test_a_discard_taken_beside_a_draw(self):
        table = ready("rami51")
        stock = table.referee.view.stock
        self.refused(table.play(draw=1, take="3C", discard="2D"), "discard_not_melded", "too_many_draws")
        self.waived(table, "discard_not_melded", "too_many_draws", took="discard", hand=14)
        view = table.referee.view
        self.assertEqual((view.stock, view.pile[-2:]), (stock - 1, [40, 27]))  # 2C, then 2D

    def test_an_opening_without_a_draw(self):
        table = opened("rami7", **FREE)
        stock = table.referee.view.stock
        self.waived(table.play(draw=1, discard="2D"), "too_many_draws", took="stock", hand=7)
        self.assertEqual(table.referee.view.stock, stock - 1)

    def test_a_deeper_card_of_the_pile(self):
        table = ready("rami51")
        table.lift("discard", "2C")
        table.lay(meld1="2C 3H 4S")
        table.lift("meld1", "3H 4S")
        self.refused(table.play(meld1="2H 2S", discard="9D"), "not_top_discard")
        self.waived(table, "not_top_discard", hand=10)
        self.assertNotIn(40, table.referee.view.pile)

    # --- going out

    # --- taken back

    def test_a_turn_taken_back_is_judged_without_it(self):
        table = ready("rami51", first_lay_points=51)
        self.waived(table.play(meld1="8H 9H TH", discard="2D"), "first_lay_points")
        table.feed(ruling="undo")
        self.check(table, "ruling", {"ruling": "undo", "seat": 0, "hand": 13})
        self.assertEqual(table.referee.view.has_laid, [False, False])
        table.done()
        self.refused(table, "first_lay_points")


class AcceptAtGin(Waiving):
    """At gin, with its opening and its knocks."""

    clause = "accept"

    def opening(self):
        """Return a table whose upcard lies there."""
        table = opened("gin")
        return table

    def test_the_opening_is_over(self):
        table = self.opening()
        stock = table.referee.view.stock
        table.discard("9D")
        self.refused(table, "no_draw")
        self.waived(table, "no_draw", took="stock", hand=10)
        self.assertEqual(table.referee.view.stock, stock - 1)
        table.pass_()
        self.refused(table, "pass_not_allowed")

    def test_the_same_card_and_two_draws(self):
        table = self.opening()
        self.refused(table.play(take="4C", discard="4C"), "return_same_card")
        self.waived(table, "return_same_card", took="discard", hand=10)
        stock = table.referee.view.stock
        self.refused(table.play(draw=2, discard="9D"), "too_many_draws")
        self.waived(table, "too_many_draws", took="stock", hand=10)
        self.assertEqual(table.referee.view.stock, stock - 2)

    def test_with_a_knock_it_is_a_knock(self):
        table = self.opening()
        table.knock()
        table.discard("9D")
        self.refused(table, "no_draw")
        self.waived(table, "no_draw")
        self.assertEqual(table.referee.view.phase, "count")
        self.assertEqual(list(table.referee.view.awaited()), [0])

    def big(self, cards):
        """Return a table where seat 0 has drawn too much, knocked, and laid these cards."""
        table = self.opening()
        table.pass_()
        table.pass_()
        table.draw(2)
        table.knock()
        table.put("seat0", cards)
        return table

    def test_a_big_gin(self):
        table = self.big("5H 6H 7H 9S 9H 9D TC JC QC KC")
        table.done()
        self.refused(table, "too_many_draws")
        table.feed(ruling="accept")
        self.warned(table, "count_mismatch", expected=11, read=10)
        self.assertEqual(len(table.last), 1)
        table.feed(ruling="accept")
        self.check(table, "ruling", {"ruling": "accept", "codes": ["too_many_draws"]})
        self.accepted(table, seat=0, took="stock", hand=11)

    def test_a_big_gin_that_is_none_has_the_codes_of_both(self):
        self.refused_still(self.big("5H 6H 7H 9S 9H 9D TC JC QC KC 2S"), "too_many_draws", "no_discard")
        table = self.big("5H 6H 7H 9S 9H 9D TC JC QC")
        table.put("meld1", "KC 2S")
        self.refused_still(table, "meld_too_short", "too_many_draws")

    def test_neither_knock_nor_discard(self):
        self.refused_still(self.opening(), "no_discard")


class AcceptAtManipulation(Waiving):
    """At manipulation, with its draws."""

    clause = "accept"
    lines = """
    it is never a knock | dealt | draw3 1 5H 6H 7H 8H 9H TH JH done knock !third_draw_no_meld
        waived:third_draw_no_meld hand=6 view: phase=turn
    nothing added | dealt | draw 1 5H 6H 7H 8H 9H TH done draw 2 8H 9H TH done !no_draw,nothing_added
        waived:no_draw,nothing_added hand=11
    """

    def test_a_turn_is_let_pass(self):
        self.waived(dealt(), "no_draw", took="none", hand=10, laid=0)

    def test_fewer_than_none_are_none(self):
        table = dealt()
        table.draw(-2)
        self.waived(table, "no_draw", took="none", hand=10)

    def test_a_third_draw_and_a_meld(self):
        table = dealt()
        stock = table.referee.view.stock
        self.refused(table.turn(4, meld1="5H 6H 7H"), "too_many_draws", "third_draw_no_meld")
        self.waived(table, "too_many_draws", "third_draw_no_meld", took="stock", hand=11)
        self.assertEqual(table.referee.view.stock, stock - 4)


lines(globals())
