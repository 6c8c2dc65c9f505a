"""Gin up to the knock: RULES.md "gin", fine print 13, 14, 18."""

from play import Clause, Play, both_passed, opened

CARDS = ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AD 2D 3D 4D").split()


class GinOpening(Clause):
    """The non-dealer takes the upcard or passes, then the dealer; then the stock is used."""

    clause = "gin_opening"

    def test_the_non_dealer_begins(self):
        for dealer in (0, 1):
            table = opened("gin", dealer=dealer)
            self.assertEqual(table.active, 1 - dealer)

    def test_he_may_take_the_upcard(self):
        self.accepted(opened("gin").play(take="4C", discard="2D"), seat=0, took="discard", laid=0, hand=10)

    def test_a_pass_is_a_turn(self):
        table = opened("gin")
        table.pass_()
        self.accepted(table, seat=0, took="none", laid=0, hand=10)

    def test_then_the_dealer_may_take_it(self):
        table = opened("gin")
        table.pass_()
        self.accepted(table.play(take="4C", discard="2D"), seat=1, took="discard", hand=10)

    def test_if_both_pass_the_non_dealer_draws_from_the_stock(self):
        table = both_passed()
        self.accepted(table, seat=1, took="none")
        table.discard("2D")
        self.accepted(table, seat=0, took="stock", hand=10)

    def test_a_card_from_the_discard_may_be_kept(self):
        table = both_passed()
        table.discards("2D 3D")
        self.accepted(table.play(take="3D", discard="5D"), seat=0, took="discard", hand=10)

    def test_cards_on_zones_before_a_knock_mean_nothing(self):
        table = both_passed()
        table.lay(meld1="5H 6S", meld2="9S", seat0="KH", seat1="TD")
        table.discard("2D")
        self.accepted(table, seat=0, laid=0, hand=10)

    def test_two_players_only(self):
        for seats in (1, 3):
            try:
                Play("gin", seats, 0)
            except Exception as error:
                self.assertEqual(type(error).__name__, "LogError")
            else:
                self.fail("%d players" % seats)

    def test_every_card_may_be_the_upcard(self):
        for card in ("AS", "KC"):
            table = opened("gin", upcard=card)
            table.take(card)
            table.pass_()
            self.refused(table, "pass_not_allowed")
            table.discard(card)
            self.refused(table, "return_same_card")
            self.accepted(table.play(take=card, discard="2D"), took="discard")


class ReturnSameCard(Clause):
    """At gin a card taken from the discard is not discarded in the same turn."""

    clause = "return_same_card"

    def test_the_upcard_taken_is_kept(self):
        self.refused(opened("gin").play(take="4C", discard="4C"), "return_same_card", seat=0)

    def test_so_is_a_discard_later_on(self):
        table = both_passed()
        table.discard("2D")
        self.refused(table.play(take="2D", discard="2D"), "return_same_card", seat=1)

    def test_another_card_puts_it_right(self):
        table = both_passed()
        table.discard("2D")
        table.play(take="2D", discard="2D")
        self.accepted(table.play(take="2D", discard="3D"), seat=1, took="discard", hand=10)

    def test_it_may_be_discarded_in_a_later_turn(self):
        table = both_passed()
        table.discard("2D")
        table.take("2D")
        table.discards("3D 5D 2D")
        self.accepted(table, seat=1, took="stock")

    def test_the_other_may_take_it_at_once(self):
        table = both_passed()
        table.discard("2D")
        table.play(take="2D", discard="3D")
        self.accepted(table.play(take="3D", discard="5D"), seat=0, took="discard")


class PassNotAllowed(Clause):
    """Passing is allowed in gin's opening only, before drawing."""

    clause = "pass_not_allowed"

    def test_nobody_passes_after_the_opening(self):
        table = both_passed()
        table.pass_()
        self.refused(table, "pass_not_allowed", seat=0)

    def test_nor_once_the_upcard_was_taken_by_one(self):
        table = opened("gin")
        table.play(take="4C", discard="2D")
        table.pass_()
        self.refused(table, "pass_not_allowed", seat=1)

    def test_nor_after_taking_it(self):
        table = opened("gin")
        table.take("4C")
        table.pass_()
        self.refused(table, "pass_not_allowed", seat=0)

    def test_nor_after_a_draw(self):
        table = opened("gin")
        table.draw()
        table.pass_()
        self.refused(table, "pass_not_allowed", seat=0)

    def test_nobody_passes_in_other_games(self):
        for game in ("chamberliens", "rami51", "rami30", "rami7", "manipulation"):
            table = Play(game)
            table.deal(None if game == "manipulation" else "4C")
            table.pass_()
            self.refused(table, "pass_not_allowed", seat=0)

    def test_it_changes_nothing(self):
        table = both_passed()
        table.pass_()
        table.discard("2D")
        self.accepted(table, seat=0, took="stock")


class StockFloor(Clause):
    """A gin round is void when two cards are left in the stock and nobody has knocked."""

    clause = "stock_floor"

    def test_two_cards_left_void_the_round(self):
        table = both_passed()
        table.discards(" ".join(CARDS[:28]))
        self.assertEqual(len(table.last), 1)
        table.discard(CARDS[28])
        self.accepted(table, took="stock")
        self.scored(table, "void", [0, 0], winners=[], totals=[0, 0], dealer=1, round=1)

    def test_the_same_dealer_deals_again(self):
        table = both_passed(stock_floor=30)
        table.discard("2D")
        self.check(table, "round", {"how": "void", "dealer": 1})
        table.clear()
        table.press("deal", 1)
        table.discard("4C")
        table.pass_()
        self.accepted(table, seat=0)

    def test_the_round_counts_as_a_deal(self):
        table = both_passed(stock_floor=30)
        for number in (1, 2):
            table.discard("2D")
            self.check(table, "round", {"how": "void", "round": number})
            table.clear()
            table.deal("4C")
            table.pass_()
            table.pass_()

    def test_a_taken_discard_leaves_the_stock_as_it_was(self):
        table = opened("gin", stock_floor=30)
        table.play(take="4C", discard="2D")
        self.assertEqual(len(table.last), 1)
        table.discard("3D")
        self.check(table, "round", {"how": "void"})

    def test_the_floor_may_be_none(self):
        table = both_passed(stock_floor=0)
        table.discards(" ".join(CARDS[:30]))
        self.assertEqual(len(table.last), 1)
        table.discard("5D")
        self.check(table, "round", {"how": "void"})

    def test_a_knock_comes_first(self):
        table = both_passed(stock_floor=30)
        table.knock()
        table.discard("2D")
        self.assertEqual(len(table.last), 1)
        self.silent(table.count(0, meld1="5H 6H 7H 8H", meld2="9S 9H 9D", meld3="JC QC KC"))

    def test_a_refused_knock_leaves_it_void(self):
        table = both_passed(stock_floor=30)
        table.knock()
        table.discard("2D")
        self.refused(table.count(0, "5H 6H 7H 9S 9H 9D JC QC TH TS"), "knock_too_high", seat=0)
        self.scored(table, "void", [0, 0], winners=[], dealer=1)


class BigGin(Clause):
    """All eleven cards are in melds, without a discard."""

    clause = "big_gin"

    def eleven(self, take=False, **rules):
        table = opened("gin", upcard="8H", **rules)
        if take:
            table.take("8H")
        else:
            table.pass_()
            table.pass_()
        table.knock()
        return table

    def test_eleven_cards_in_melds_need_no_discard(self):
        table = self.eleven()
        table.count(0, meld1="5H 6H 7H", meld2="9S 9H 9D 9C", meld3="TC JC QC KC")
        self.accepted(table, seat=0, took="stock", laid=0, hand=11)
        self.assertEqual(len(table.last), 1)

    def test_the_opponents_deadwood_and_31(self):
        table = self.eleven(True)
        table.count(0, meld1="5H 6H 7H 8H", meld2="9S 9H 9D", meld3="TC JC QC KC")
        self.accepted(table, took="discard", hand=11)
        table.count(1, "KS TS 6C 3D", meld4="8S 8D 8C", meld5="2H 3H 4H")
        self.scored(table, "big_gin", [60, 0], winners=[0], dealer=0)

    def test_the_table_arranges_them_too(self):
        table = self.eleven(True, big_gin_bonus=0)
        self.accepted(table.count(0, "5H 6H 7H 8H 9S 9H 9D TC JC QC KC"), hand=11)
        self.scored(table.count(1, "8S 8D 8C 2H 3H 4H KS TS 6C 3D"), "big_gin", [29, 0])

    def test_the_house_may_set_the_bonus(self):
        table = self.eleven(True, big_gin_bonus=50)
        table.count(0, "5H 6H 7H 8H 9S 9H 9D TC JC QC KC")
        self.scored(table.count(1, "8S 8D 8C 2H 3H 4H KS TS 6C 3D"), "big_gin", [79, 0])

    def test_one_that_is_none_lacks_the_discard(self):
        table = self.eleven()
        table.count(0, "2D", meld1="5H 6H 7H", meld2="9S 9H 9D", meld3="TC JC QC KC")
        self.refused(table, "no_discard", seat=0)

    def test_the_turn_stays_open_then(self):
        table = self.eleven()
        table.count(0, "2D", meld1="5H 6H 7H", meld2="9S 9H 9D", meld3="TC JC QC KC")
        table.move("2D", "seat0", "discard")
        self.accepted(table, seat=0, took="stock", hand=10)

    def test_cards_that_the_opponent_lays_off_count(self):
        table = self.eleven(True, big_gin_bonus=0)
        table.count(0, meld1="5H 6H 7H 8H", meld2="9S 9H 9D", meld3="TC JC QC KC")
        self.scored(table.count(1, "KS TS 6C", meld2="9C", meld4="8S 8D 8C", meld5="2H 3H 4H"), "big_gin", [35, 0])

    def test_and_the_knock_holds(self):
        table = self.eleven()
        table.count(0, "2D 3S", meld1="5H 6H 7H", meld2="9S 9H 9D", meld3="TC JC QC")
        self.refused(table, "no_discard", seat=0)
        table.move("3S", "seat0", "discard")
        table.done(0)
        self.silent(table)
        self.scored(table.count(1, "KS TS 6C 3D", meld4="8S 8D 8C", meld5="2H 3H 4H"), "knock", [27, 0])

    def test_eleven_cards_are_laid(self):
        table = self.eleven()
        table.count(0, "5H 6H 7H 9S 9H 9D TC JC QC KC")
        self.warned(table, "count_mismatch", zone="seat0", expected=11, read=10)
        table.done(1)
        self.accepted(table, hand=11)  # ten of them, which the opponent has accepted
        self.scored(table.count(1, "KS TS 6C 3D 8S 8D 8C 2H 3H 4H"), "big_gin", [60, 0], short=[0])

    def test_its_number_is_accepted_only_while_it_is_open(self):
        table = self.eleven()
        table.done(0)
        table.discard("KD")
        table.done(1)
        self.warned(table, "not_your_turn", seat=1)

    def test_its_melds_are_judged(self):
        table = self.eleven()
        self.refused(table.count(0, "9S 9H 9D 9C TC JC QC KC 2D", meld1="5H 6H"), "meld_too_short", seat=0)

    def test_the_count_after_it_is_another_one(self):
        table = self.eleven()
        table.done(0)
        self.warned(table, "count_mismatch", expected=11, read=0)
        table.discard("KD")
        self.warned(table.count(0, "5H 6H 7H 9S 9H 9D TC JC QC"), "count_mismatch", expected=10, read=9)
