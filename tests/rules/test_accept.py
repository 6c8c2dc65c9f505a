"""A turn that the players let pass: LOG.md "Rulings", `accept`, and its fine print 27 to 32."""

from play import Clause, lines


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
    a turn in order is no ruling | ready rami51 | 1 8H 9H > 2D 1 TH accept ok laid=27 events:turn
    who lays off so has laid | ready rami51 lay_off_before_laying=false | 1 8H 9H TH > 2D 1 JH > 3D
        !lay_off_before_laying waived:lay_off_before_laying laid=0 hand=12 view: has_laid=true,true
    also where nothing had to be waived | ready rami51 lay_off_before_laying=true | 1 8H 9H TH > 2D 1 JH draw2 > 3D
        !too_many_draws draw-1 accept ok laid=0 hand=12 view: has_laid=true,true
    all that was drawn is in the hand | ready rami51 | view: stock=79 draw3 > 2D !too_many_draws
        waived:too_many_draws took=stock hand=15 view: stock=76
    # 4C, 2C and 2D lie there
    a discard taken beside a draw | ready rami51 | draw -3C > 2D !discard_not_melded,too_many_draws
        waived:discard_not_melded,too_many_draws took=discard hand=14 view: stock=78 pile=42,40,27
    an opening without a draw | opened rami7 first_lay_points=0 | draw > 2D view: stock=38
        waived:too_many_draws took=stock hand=7 view: stock=37
    # 4C, 3C and 9D
    a deeper card of the pile | ready rami51 | -2C 1 2C 3H 4S -3H,4S 1 2H 2S > 9D !not_top_discard
        waived:not_top_discard hand=10 view: pile=42,41,34
    a turn taken back is judged without it | ready rami51 first_lay_points=51 | 1 8H 9H TH > 2D waived:first_lay_points
        undo ruling ruling=undo seat=0 hand=13 view: has_laid=false,false done !first_lay_points
    """


class AcceptAtGin(Waiving):
    clause = "accept"
    lines = """
    the opening is over | opened gin | view: stock=31 > 9D !no_draw waived:no_draw took=stock hand=10 view: stock=30
        pass !pass_not_allowed
    the same card and two draws | opened gin | -4C > 4C !return_same_card waived:return_same_card took=discard hand=10
        view: stock=31 draw2 > 9D !too_many_draws waived:too_many_draws took=stock hand=10 view: stock=29
    # the knocker counts first
    with a knock it is a knock | opened gin | knock > 9D !no_draw waived:no_draw view: phase=count done1
        warning code=not_your_turn done0 warning code=count_mismatch
    a big gin | both_passed | draw2 knock s0 5H 6H 7H 9S 9H 9D TC JC QC KC done !too_many_draws accept
        warning code=count_mismatch expected=11 read=10 events:count_mismatch accept
        ruling ruling=accept codes=too_many_draws, ok seat=0 took=stock hand=11
    a big gin that is none has the codes of both | both_passed | draw2 knock s0 5H 6H 7H 9S 9H 9D TC JC QC KC 2S
        refused_still:too_many_draws,no_discard
    | both_passed | draw2 knock s0 5H 6H 7H 9S 9H 9D TC JC QC 1 KC 2S refused_still:meld_too_short,too_many_draws
    neither knock nor discard | opened gin | refused_still:no_discard
    """


class AcceptAtManipulation(Waiving):
    clause = "accept"
    lines = """
    it is never a knock | dealt | draw3 1 5H 6H 7H 8H 9H TH JH done knock !third_draw_no_meld
        waived:third_draw_no_meld hand=6 view: phase=turn
    nothing added | dealt | draw 1 5H 6H 7H 8H 9H TH done draw 2 8H 9H TH done !no_draw,nothing_added
        waived:no_draw,nothing_added hand=11
    a turn is let pass | dealt | waived:no_draw took=none hand=10 laid=0
    fewer than none are none | dealt | draw-2 waived:no_draw took=none hand=10
    a third draw and a meld | dealt | view: stock=33 draw4 1 5H 6H 7H done !too_many_draws,third_draw_no_meld
        waived:too_many_draws,third_draw_no_meld took=stock hand=11 view: stock=29
    """


lines(globals())
