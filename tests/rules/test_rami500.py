"""Rami 500: RULES.md "rami500" and its fine print."""

from play import Clause, opened
from tierce.presets import rules_of


def dealt(**rules):
    """Return a table of two where 9C, 2D, 5D, KD and 8C lie on the discard; seat 0 is on turn."""
    table = opened("rami500", upcard="9C", **rules)
    table.discards("2D 5D KD 8C")
    return table


class Cards(Clause):
    """Cards dealt, and what they are worth."""

    clause = "lay_values"

    def test_the_deck_and_the_hands_go_by_the_number_of_seats(self):
        for seats, hand, deck in ((2, 13, 54), (3, 7, 54), (4, 7, 54), (5, 7, 108), (6, 7, 108)):
            rules = rules_of("rami500", seats, {})
            self.assertEqual((rules["hand"], rules["deck"]), (hand, deck))

    def test_the_house_says_how_many_jokers_with_two_packs_too(self):
        self.assertEqual(rules_of("rami500", 2, {"jokers": 0})["deck"], 52)
        self.assertEqual(rules_of("rami500", 6, {"jokers": 0})["deck"], 104)
        self.assertEqual(rules_of("rami500", 5, {"jokers": 2})["deck"], 106)

    def laid(self, cards, value, seats=2):
        table = opened("rami500", seats, upcard="9C")
        self.accepted(table.play(meld1=cards, discard="2D"), laid=value)
        self.assertEqual(table.referee.view.points_laid[0], value)

    def test_an_ace_is_15_but_1_before_a_2(self):
        self.laid("AS AH AD", 45)
        self.laid("QS KS AS", 35)
        self.laid("AS 2S 3S", 6)

    def test_a_joker_is_15_wherever_it_lies(self):
        self.laid("4S 5S X1", 24)
        self.laid("3S 3H X1", 21)
        self.laid("X1 2S 3S", 20)
        self.laid("AS X1 3S", 19)
        self.laid("7H X1 X2", 37)

    def test_an_undeclared_joker_is_the_higher_card(self):
        table = opened("rami500", upcard="9C", show_melds=True)
        table.lay(meld1="QS KS X1")
        self.shown(table, jokers={"X1": "AS"}, points=35)
        table.lay(meld2="2S 3S X2")
        self.shown(table, jokers={"X2": "4S"}, points=20)

    def test_with_two_packs_a_run_may_have_an_ace_at_each_end(self):
        run = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS2"
        table = opened("rami500", 5, upcard="9C", hand=15)
        self.accepted(table.play(meld1=run, discard="2D"), laid=1 + 54 + 30 + 15)

    def test_nothing_is_asked_of_a_first_lay(self):
        self.laid("2H 2S 2C", 6)

    def test_jokers_stay_on_the_table(self):
        for swap in (False, True):
            table = opened("rami500", upcard="9C", joker_swap=swap)
            table.play(meld1="4S 5S X1", discard="2D")
            table.lift("meld1", "X1")
            table.play(meld1="6S", meld2="KH KD X1", discard="2H")
            if swap:
                # The six and the kings are new on the table; the joker counts for who laid it.
                self.accepted(table, laid=26)
            else:
                self.refused(table, "meld_broken")


class Pile(Clause):
    """A card of the pile is taken with all that lie above it, and is laid."""

    clause = "rami500_pile"

    def test_the_top_card_alone(self):
        table = dealt()
        self.accepted(table.play(take="8C", meld1="8C 8S 8H", discard="2H"), took="discard", laid=24, hand=10)
        self.assertEqual(table.referee.view.pile, [47, 27, 30, 38, 14])

    def test_a_deeper_one_with_all_above(self):
        table = dealt()
        table.take("5D KD 8C")
        self.assertEqual(table.referee.view.taken, 30)
        table.play(meld1="5D 5S 5H", discard="2H")
        # 13 and three taken, less three laid and one discarded.
        self.accepted(table, took="discard", laid=15, hand=12)
        self.assertEqual(table.referee.view.pile, [47, 27, 14])

    def test_cards_may_leave_one_by_one_in_any_order(self):
        for order in ("5D KD 8C", "8C KD 5D", "KD 8C 5D"):
            table = dealt()
            for card in order.split():
                table.take(card)
            self.assertEqual(table.referee.view.taken, 30)
            self.accepted(table.play(meld1="5D 5S 5H", discard="2H"), took="discard", hand=12)

    def test_the_deepest_card_must_be_laid(self):
        table = dealt()
        self.refused(table.play(take="5D KD 8C", meld1="8C 8S 8H", discard="2H"), "discard_not_melded")
        self.accepted(table.turn(0, meld2="5D 5S 5H"), took="discard", hand=9)

    def test_or_laid_off(self):
        table = opened("rami500", upcard="9C")
        table.play(meld1="6D 7D 8D", discard="5D")
        table.discard("KD")
        self.accepted(table.play(take="5D KD", meld1="5D", discard="KD"), took="discard", laid=5, hand=10)

    def test_the_others_may_be_laid_too(self):
        table = dealt()
        self.accepted(table.play(take="5D KD 8C", meld1="5D 5S 5H", meld2="8C 8S 8H", discard="2H"), laid=39, hand=9)

    def test_one_of_the_others_may_be_discarded_again(self):
        table = dealt()
        self.accepted(table.play(take="5D KD 8C", meld1="5D 5S 5H", discard="KD"), took="discard", hand=12)
        self.assertEqual(table.referee.view.pile, [47, 27, 38])

    def test_without_the_deepest_laid_such_a_discard_is_judged_at_done(self):
        table = dealt()
        self.silent(table.play(take="5D KD 8C", discard="KD"))
        table.done()
        self.refused(table, "discard_not_melded")
        table.put("discard", "5D 8C")
        self.silent(table)
        self.assertEqual(table.referee.view.taken, -1)

    def test_the_deepest_card_put_back_was_not_taken(self):
        table = dealt()
        table.take("5D KD 8C")
        table.put("discard", "5D")
        self.assertEqual(table.referee.view.taken, 38)
        self.accepted(table.play(meld1="KD KS KH", discard="2H"), took="discard", laid=30, hand=11)
        self.assertEqual(table.referee.view.pile, [47, 27, 30, 14])

    def test_all_put_back_in_any_order(self):
        for order in ("5D KD 8C", "8C KD 5D", "KD 5D 8C"):
            table = dealt()
            table.take("5D KD 8C")
            table.put("discard", order)
            self.silent(table)
            self.assertEqual(table.referee.view.taken, -1)
            self.accepted(table.play(meld1="KC KS KH", discard="2H"), took="stock", laid=30, hand=10)

    def test_from_the_middle_only(self):
        table = dealt()
        table.take("5D")
        self.silent(table)
        self.refused(table.play(meld1="5D 5S 5H", discard="2H"), "not_top_discard")
        self.why(table, "5♦", "with it")

    def test_not_beneath_one_that_was_left_lying(self):
        table = dealt()
        table.take("5D 8C")
        self.assertEqual(table.referee.view.taken, 41 + 5)
        self.refused(table.play(meld1="5D 5S 5H", meld2="8C 8S 8H", discard="2H"), "not_top_discard")
        table.lift("discard", "2H")
        self.accepted(table.play(take="KD", discard="2H"), took="discard", hand=9)

    def test_a_covered_card_that_is_no_longer_read_was_not_taken(self):
        table = dealt()
        table.lift("discard", "2D KD")
        self.silent(table)
        self.accepted(table.play(meld1="KC KS KH", discard="2H"), took="stock", hand=10)
        # KD is of the pile for the next seat, too, though nobody reads it.
        table.take("2H 8C")
        self.assertEqual(table.referee.view.taken, 46)
        self.accepted(table.play(meld2="8C 8S 8H", discard="3C"), took="discard", hand=11)
        self.assertEqual(table.referee.view.pile, [47, 27, 30, 38, 41])

    def test_a_card_that_nobody_read_and_that_is_laid_was_taken_with_all_above(self):
        table = dealt()
        table.lift("discard", "5D KD")
        table.discard("3H")
        table.play(take="3H 8C", meld1="5D 5S 5H")
        self.assertEqual(table.referee.view.taken, 30)
        table.discard("2H")
        self.accepted(table, took="discard", hand=13 + 4 - 4)
        self.assertEqual(table.referee.view.pile, [47, 27, 14])

    def test_one_card_at_the_top_must_be_laid_unless_the_house_says_otherwise(self):
        self.refused(dealt().play(take="8C", discard="2H"), "discard_not_melded")
        table = dealt(discard_to_hand=True)
        self.accepted(table.play(take="8C", discard="2H"), took="discard", laid=0, hand=13)
        self.refused(dealt(discard_to_hand=True).play(take="KD 8C", discard="2H"), "discard_not_melded")

    def test_whoever_takes_draws_nothing(self):
        table = dealt()
        self.refused(table.play(draw=1, take="KD 8C", meld1="KD KS KH", discard="2H"), "too_many_draws")
        self.accepted(table.turn(-1), took="discard", hand=11)

    def test_in_the_first_turn_and_with_one_card(self):
        table = opened("rami500", upcard="9C", hand=3)
        self.accepted(table.play(take="9C", meld1="9C 9S 9H", discard="2D"), took="discard", hand=0)

    def test_nothing_is_taken_after_the_discard(self):
        table = dealt()
        self.refused(table.play(meld1="4C 4S", discard="2H"), "meld_too_short")
        table.play(take="8C", meld1="4H")
        table.done()
        self.accepted(table, took="stock")

    def test_then_a_card_that_only_leaves_the_discard_is_not_taken(self):
        for home in (None, "seat0"):
            table = dealt()
            self.refused(table.play(meld1="8H 8S", discard="2H"), "meld_too_short")
            table.take("KD 8C")
            if home:
                table.put(home, "KD")
            table.lay(meld1="8C")
            table.done()
            self.accepted(table, took="discard", hand=10)

    def test_players_may_let_a_card_pass_that_is_not_laid(self):
        table = dealt()
        self.refused(table.play(take="5D KD 8C", discard="2H"), "discard_not_melded")
        table.feed(ruling="accept")
        self.accepted(table, took="discard", hand=15)
        self.assertEqual(table.referee.view.pile, [47, 27, 14])


class Undo(Clause):
    """A turn that took from the pile is taken back."""

    clause = "undo"

    def turn(self):
        table = dealt()
        self.accepted(table.play(take="5D KD 8C", meld1="5D 5S 5H", discard="KD"), laid=15)
        table.feed(ruling="undo")
        self.check(table, "ruling", {"ruling": "undo", "seat": 0, "hand": 13})
        return table

    def test_what_was_taken_is_still_taken(self):
        table = self.turn()
        view = table.referee.view
        self.assertEqual((view.taken, view.pile), (30, [47, 27, 30, 38, 46]))
        self.assertEqual((view.points_laid, view.discards), ([0, 0], [38]))
        table.done()
        self.accepted(table, took="discard", laid=15, hand=12)
        self.assertEqual(view.points_laid, [15, 0])

    def test_what_is_put_back_is_not(self):
        table = self.turn()
        table.lift("meld1", "5D 5S 5H")
        table.lift("discard", "KD")
        table.put("discard", "5D KD 8C")
        view = table.referee.view
        self.assertEqual((view.taken, view.discards), (-1, []))
        table.discard("2H")
        self.accepted(table, took="stock", hand=13)
        self.assertEqual(view.pile, [47, 27, 30, 38, 46, 14])

    def test_what_lies_there_already_at_the_undo_is_not(self):
        table = dealt()
        table.play(take="5D KD 8C", meld1="5D 5S 5H", meld2="KD KS KH", discard="2H")
        table.move("5D", "meld1", "discard")
        table.feed(ruling="undo")
        view = table.referee.view
        self.assertEqual((view.taken, view.discards), (38, [14]))

    def test_the_end_of_a_round(self):
        table = opened("rami500", upcard="9C", hand=3)
        table.play(meld1="8C 8S 8H", discard="2D")
        self.scored(table.count(1, "4S 5S 6S"), "out", [24, -15], totals=[24, -15])
        table.feed(ruling="undo")
        self.check(table, "ruling", {"totals": [0, 0], "hand": 3})
        self.assertEqual(table.referee.view.points_laid, [0, 0])


class StockOut(Clause):
    """Without a stock one takes from the pile or passes, and a pass ends the round."""

    clause = "rami500_pass"

    def test_there_is_no_reshuffle(self):
        table = opened("rami500", upcard="9C", hand=25)
        self.assertEqual(table.referee.view.stock, 3)
        table.discards("7H 3C 2H")
        self.assertEqual([each["event"] for each in table.last], ["turn"])
        self.assertEqual((table.referee.view.stock, table.active), (0, 1))

    def test_a_turn_without_a_draw_is_refused(self):
        table = self.used_up()
        table.discard("5C")
        self.refused(table, "no_draw")
        self.why(table, "pass")

    def test_a_turn_that_takes_from_the_pile_goes_on(self):
        table = self.used_up()
        self.accepted(table.play(take="3C 2H", meld2="3C 3S 3H", discard="2H"), took="discard", laid=9)
        self.assertEqual((table.referee.view.stock, table.active), (0, 0))

    def used_up(self):
        table = opened("rami500", upcard="9C", hand=25)
        table.lay(meld1="KS KH KD")
        table.discards("7H 3C 2H")
        return table

    def test_the_button_is_there_when_it_helps(self):
        table = opened("rami500", upcard="9C", hand=25)
        self.assertEqual(table.referee.view.presses(0), ["done", "hint"])
        table = self.used_up()
        self.assertEqual(table.referee.view.presses(1), ["done", "pass", "hint"])
        table.take("2H")
        self.assertEqual(table.referee.view.presses(1), ["done", "hint"])

    def test_a_pass_ends_the_round_and_all_hands_count(self):
        table = self.used_up()
        table.pass_()
        self.accepted(table, took="none", laid=0, hand=25)
        self.assertEqual(table.referee.view.awaited(), [0, 1])
        view = table.referee.view
        table.feed(ruling="hand", seat=0, cards=2)
        table.feed(ruling="hand", seat=1, cards=1)
        table.count(0, "4S AS")
        self.scored(table.count(1, "X1"), "stock_out", [30 - 19, -15], winners=[0], totals=[11, -15], dealer=0)
        self.assertEqual(view.phase, "deal")

    def test_nobody_passes_while_there_is_a_stock(self):
        table = opened("rami500", upcard="9C", hand=25)
        table.pass_()
        self.refused(table, "pass_not_allowed")
        self.why(table, "used up")

    def test_nobody_passes_who_has_taken_or_laid(self):
        table = self.used_up()
        table.take("2H")
        table.pass_()
        self.refused(table, "pass_not_allowed")
        table.put("discard", "2H")
        table.lay(meld2="4C 4S 4H")
        table.pass_()
        self.refused(table, "pass_not_allowed")
        table.lift("meld2", "4C 4S 4H")
        table.pass_()
        self.accepted(table, took="none", hand=25)

    def test_a_pass_is_taken_back(self):
        table = self.used_up()
        table.pass_()
        table.feed(ruling="undo")
        self.check(table, "ruling", {"seat": 1, "hand": 25})
        self.assertEqual((table.referee.view.phase, table.referee.view.awaited()), ("turn", ()))
        table.pass_()
        self.accepted(table, took="none", hand=25)

    def test_players_may_shuffle_the_pile(self):
        table = self.used_up()
        table.feed(ruling="reshuffle")
        self.check(table, "reshuffle", {"stock": 3})
        table.pass_()
        self.refused(table, "pass_not_allowed")
        table.discard("5C")
        self.accepted(table, took="stock")

    def test_what_was_taken_is_not_shuffled(self):
        table = self.used_up()
        table.take("3C 2H")
        table.feed(ruling="reshuffle")
        self.check(table, "reshuffle", {"stock": 2})
        self.accepted(table.play(meld2="3C 3S 3H", discard="5C"), took="discard", hand=25 + 2 - 4)
        self.assertEqual(table.referee.view.pile, [43])
        table = self.used_up()
        table.take("9C 7H 3C 2H")
        table.feed(ruling="reshuffle")
        self.warned(table, "no_ruling")

    def test_players_may_accept_a_turn_without_a_draw(self):
        table = self.used_up()
        table.discard("5C")
        table.feed(ruling="accept")
        self.accepted(table, took="none", hand=24)


class Scores(Clause):
    """A seat scores what it has laid, less what is left in its hand."""

    clause = "rami500_score"

    def out(self, hand, **rules):
        """Return a table of three where seat 0 goes out; `hand` is that of seat 1."""
        table = opened("rami500", 3, upcard="9C", hand=4, **rules)
        table.play(meld1="5S 6S 7S", discard="2D")
        table.play(meld2="KS KH KD", discard="2H")
        table.discard("2C")
        table.play(meld1="8S", discard="4D")
        table.count(1, hand)
        return table

    def test_laid_less_left(self):
        table = self.out("AD")
        self.scored(table.count(2, "X1 AH 2S 3D"), "out", [26, 15, -35], winners=[0], totals=[26, 15, -35], dealer=0)

    def test_the_best_of_the_round_wins_it_whoever_is_out(self):
        self.scored(self.out("2S").count(2, "3D 4C 5D 6D"), "out", [26, 28, -18], winners=[1])

    def test_equal_best_win_together(self):
        self.scored(self.out("4S").count(2, "3D 4C 5D 6D"), "out", [26, 26, -18], winners=[0, 1])

    def test_what_is_laid_off_counts_for_who_lays_it_off(self):
        table = opened("rami500", 2, upcard="9C")
        table.play(meld1="5S 6S 7S", discard="2D")
        self.accepted(table.play(meld1="8S 9S", discard="2H"), laid=17, hand=11)
        self.accepted(table.play(meld2="KS KH KD", meld1="TS", discard="3H"), laid=40, hand=6)
        self.assertEqual(table.referee.view.points_laid, [58, 17])

    def test_low_ace_and_jokers_laid_off(self):
        table = opened("rami500", 2, upcard="9C")
        table.play(meld1="2S 3S 4S", discard="2D")
        self.accepted(table.play(meld1="AS 5S", discard="2H"), laid=6)
        self.accepted(table.play(meld1="X1", discard="3H"), laid=15)

    def test_the_last_card_may_be_laid_or_discarded(self):
        for rules, codes in (({}, ()), ({"final_discard": "required"}, ("no_final_discard",))):
            table = opened("rami500", upcard="9C", hand=3, **rules)
            table.turn(0, meld1="5S 6S 7S 8S")
            self.refused(table, *codes) if codes else self.accepted(table, hand=0)

    def test_there_is_no_rami_sec(self):
        table = opened("rami500", upcard="9C", hand=3)
        table.play(meld1="5S 6S 7S", discard="2D")
        self.scored(table.count(1, "4S 4H 4D"), "out", [18, -12])

    def test_values_in_hand_are_options(self):
        table = self.out("AD", ace_in_hand=1, joker_in_hand=25)
        self.scored(table.count(2, "X1 AH 2S 3D"), "out", [26, 29, -31])

    def match(self, *scores, **rules):
        """Return a table of a match that goes on from these totals; seat 0 has gone out."""
        table = opened("rami500", upcard="9C", hand=3, begun={"totals": list(scores), "rounds": 4}, **rules)
        table.play(meld1="5S 6S 7S", discard="2D")
        return table

    def test_the_highest_total_wins_from_500_on(self):
        self.scored(self.match(481, 400).count(1, "4S 4H 4D"), "out", [18, -12], totals=[499, 388], round=5)
        table = self.match(482, 400)
        self.check(table.count(1, "4S 4H 4D"), "match", {"winners": [0], "ranking": [0, 1], "totals": [500, 388]})

    def test_a_total_may_be_below_zero(self):
        self.scored(self.match(0, -100).count(1, "4S 4H 4D"), "out", [18, -12], totals=[18, -112])

    def test_the_best_total_wins_not_the_one_that_ended_the_round(self):
        table = self.match(483, 499, target=500)
        table.feed(ruling="points", seat=1, points=30)
        self.check(table.count(1, "4S 4H 4D"), "match", {"winners": [1], "totals": [501, 517]})

    def test_equal_best_totals_win_together(self):
        table = self.match(490, 480)
        table.feed(ruling="points", seat=1, points=40)
        self.check(table.count(1, "4S 4H 4D"), "match", {"winners": [0, 1], "totals": [508, 508]})

    def test_players_may_say_a_count(self):
        table = self.match(0, 0)
        table.feed(ruling="count", seat=1, points=20)
        self.scored(table, "out", [18, -20])

    def test_a_void_round_scores_nothing(self):
        table = self.match(0, 0)
        table.feed(ruling="void")
        self.scored(table, "void", [0, 0], winners=[])
        self.assertEqual(table.referee.view.dealer, 1)
