"""Turns, hands and the deal: RULES.md "A turn of the active seat", fine print 11, 12."""

from play import FREE, Clause, Play, opened, ready
from tierce.outcomes import line
from tierce.referee import Referee


class Turns(Clause):
    """Play goes clockwise from the seat left of the dealer; a turn is judged at its end."""

    clause = "turns"

    def test_the_seat_left_of_the_dealer_begins(self):
        for dealer, first in ((0, 1), (1, 2), (2, 0)):
            table = Play("rami51", 3, dealer)
            table.deal("4C")
            table.discard("2D")
            self.accepted(table, seat=first)

    def test_play_goes_clockwise(self):
        table = Play("rami51", 5, 1)
        table.deal("4C")
        seats = []
        for card in "2D 3D 4D 5D 6D 7D".split():
            table.discard(card)
            seats.append(self.outcome(table, "turn")["seat"])
        self.assertEqual(seats, [2, 3, 4, 0, 1, 2])

    def test_the_discard_ends_the_turn(self):
        table = ready("rami51")
        table.lay(meld1="5H 6H 7H")
        self.silent(table)
        table.discard("2D")
        self.accepted(table, seat=0, took="stock", laid=18, hand=10)

    def test_a_refused_turn_stays_open(self):
        table = ready("rami51")
        self.refused(table.play(meld1="5H 6H", discard="2D"), "meld_too_short", seat=0)
        table.lift("meld1", "5H 6H")
        table.done(0)
        self.accepted(table, seat=0, laid=0, hand=13)

    def test_done_has_it_judged_again(self):
        table = ready("rami51")
        table.play(meld1="5H 6H", discard="2D")
        table.done()
        self.refused(table, "meld_too_short", seat=0)

    def test_a_discard_after_a_refusal_is_judged_at_once(self):
        table = ready("rami51")
        table.play(meld1="5H 6H", discard="2D")
        self.accepted(table.play(take="2D", meld1="7H", discard="3D"), laid=18)

    def test_moves_within_a_turn_do_not_matter(self):
        table = ready("rami51")
        table.lay(meld1="5H 6H 7H", meld2="KS KH")
        table.move("5H 6H 7H", "meld1", "meld3")
        table.lift("meld2", "KS KH")
        table.discard("2D")
        self.accepted(table, laid=18, hand=10)

    def test_each_seat_lays_on_its_turn(self):
        table = ready("rami51")
        table.play(meld1="5H 6H 7H", discard="2D")
        self.accepted(table.play(meld2="9S TS JS", discard="3D"), seat=1, laid=29)

    def test_the_dealer_passes_clockwise(self):
        table = Play("rami51", 3, 1, hand=3, **FREE)
        table.deal("4C")
        table.play(meld1="5H 6H 7H", discard="2D")
        self.assertEqual(self.outcome(table, "round")["dealer"], 2)
        table.clear()
        table.press("deal", 2)
        self.silent(table)
        table.discards("4C 2D")
        self.accepted(table, seat=0)

    def test_two_to_five_seats(self):
        for seats in (2, 3, 4, 5):
            for game in ("chamberliens", "rami51", "rami30", "rami7"):
                table = Play(game, seats, 0, hand=7)
                table.deal()
                self.assertEqual(table.active, 1)
            table = Play("manipulation", seats, 0)
            table.deal()
            self.assertEqual(table.active, 1)

    def test_the_log_says_so_in_one_line(self):
        """The example of LOG.md."""
        players = ["Ana", "Luc"]
        referee = Referee({"tierce": 1, "game": "rami51", "players": players, "dealer": 0})
        lines = []
        for event in (
            {"t": 0, "seat": 0, "press": "deal"},
            {"t": 900, "zone": "discard", "in": ["4C"]},
            {"t": 9000, "zone": "meld1", "in": ["5H", "6H", "7H", "8H"]},
            {"t": 12000, "zone": "meld2", "in": ["KS", "KH", "X1"]},
            {"t": 15000, "zone": "discard", "in": ["2D"]},
        ):
            lines.extend([line(outcome) for outcome in referee.feed(event)])
        turn = '{"t":15000,"event":"turn","seat":1,"took":"stock","laid":56,"hand":6}'
        self.assertEqual(lines, [turn])


class Hands(Clause):
    """Cards dealt, plus one each turn, minus cards laid and discarded."""

    clause = "hands"

    def hand_after_first_turn(self, game, **rules):
        table = opened(game, **rules)
        table.discard("2D")
        return self.outcome(table, "turn")["hand"]

    def test_chamberliens_deals_14(self):
        self.assertEqual(self.hand_after_first_turn("chamberliens"), 14)

    def test_rami51_and_rami30_deal_13(self):
        self.assertEqual(self.hand_after_first_turn("rami51"), 13)
        self.assertEqual(self.hand_after_first_turn("rami30"), 13)

    def test_rami7_deals_7(self):
        self.assertEqual(self.hand_after_first_turn("rami7", opening_draw=True), 7)

    def test_gin_and_manipulation_deal_10(self):
        table = opened("gin")
        table.pass_()
        self.accepted(table, hand=10)
        self.accepted(opened("manipulation", upcard=None).turn(3), hand=13)

    def test_a_house_may_deal_14(self):
        self.assertEqual(self.hand_after_first_turn("rami51", hand=14), 14)

    def test_cards_laid_and_laid_off_are_taken_off(self):
        table = ready("rami51", hand=13)
        self.accepted(table.play(meld1="5H 6H 7H", discard="2D"), seat=0, hand=10)
        table.discard("3D")
        self.accepted(table.play(meld1="8H", meld2="9S TS JS", discard="4D"), seat=0, hand=6)

    def test_a_joker_taken_and_replayed_is_neutral(self):
        table = ready("rami51", hand=13, joker_swap=True)
        table.lay(meld1="5H 6H X1")
        table.discards("2D 3D")
        table.lift("meld1", "X1")
        self.accepted(table.play(meld1="7H X1", discard="4D"), seat=0, hand=9)

    def test_seat_zones_mean_nothing_during_the_play(self):
        table = ready("rami51", hand=13)
        table.put("seat0", "5H 6H 7H")
        table.put("seat1", "9S TS JS")
        table.discard("2D")
        self.accepted(table, seat=0, laid=0, hand=13)


class TooManyCards(Clause):
    """A seat cannot put down more than it holds, nor discard more than one card."""

    clause = "too_many_cards"

    def test_more_cards_than_the_hand_are_too_many(self):
        table = ready("rami51", hand=3)
        self.refused(table.play(meld1="5H 6H 7H 8H", discard="2D"), "too_many_cards")
        self.why(table, 5, 4)

    def test_also_without_a_discard(self):
        self.refused(ready("rami51", hand=3).turn(0, meld1="5H 6H 7H 8H 9H"), "too_many_cards")

    def test_just_as_many_are_not(self):
        self.accepted(ready("rami51", hand=3).play(meld1="5H 6H 7H", discard="2D"), hand=0)

    def test_the_hand_is_what_is_left_from_turn_to_turn(self):
        table = ready("rami51", hand=4)
        table.lay(meld1="5H 6H 7H")
        table.discards("2D 3D")
        self.refused(table.play(meld1="8H 9H", discard="4D"), "too_many_cards", seat=0)

    def test_two_cards_on_the_discard_are_too_many(self):
        for game in ("chamberliens", "rami51", "rami30", "rami7"):
            table = ready(game)
            table.discard("2D 3D")
            self.refused(table, "too_many_cards", seat=0)

    def test_one_taken_back_puts_it_right(self):
        table = ready("rami51")
        table.discard("2D 3D")
        table.take("3D")
        table.done(0)
        self.accepted(table, seat=0, hand=13)

    def test_in_rami7s_opening_there_is_no_card_drawn(self):
        table = opened("rami7", hand=3, opening_draw=False, **FREE)
        self.refused(table.play(meld1="5H 6H 7H", discard="2D"), "too_many_cards")

    def test_gin_discards_one_card_too(self):
        self.refused(opened("gin").play(take="4C", discard="2D 3D"), "too_many_cards", seat=0)

    def test_manipulation_asks_it_too(self):
        table = opened("manipulation", upcard=None)
        self.refused(table.turn(1, meld1="5H 6H 7H 8H", meld2="9S 9H 9D 9C", meld3="JS QS KS AS"), "too_many_cards")


class GoingOut(Clause):
    """A seat without cards in hand after its turn wins the round."""

    clause = "going_out"

    def last_cards(self, game="rami51", **rules):
        """Return a table where seat 0 has laid and holds one card; seat 1 has laid nothing."""
        table = ready(game, hand=4, **rules)
        table.lay(meld1="5H 6H 7H")
        table.discards("2D 3D")
        return table

    def test_the_last_card_may_be_discarded(self):
        table = self.last_cards()
        self.accepted(table.play(meld1="8H", discard="4D"), seat=0, hand=0)
        self.check(table, "round", {"how": "out", "winners": [0]})

    def test_or_laid(self):
        table = self.last_cards()
        self.accepted(table.turn(0, meld1="8H 9H"), seat=0, hand=0)
        self.check(table, "round", {"how": "out", "winners": [0]})

    def test_also_by_the_discard_alone(self):
        table = ready("rami51", hand=3, opening_draw=True)
        self.check(table.play(meld1="5H 6H 7H", discard="2D"), "round", {"winners": [0], "round": 1})

    def test_the_round_waits_for_hands_that_count(self):
        table = ready("rami51", hand=4, final_discard="optional", penalties=True)
        table.play(meld1="5H 6H 7H", discard="2D")
        table.lay(meld2="9S TS JS")
        table.discards("3D 4D")
        self.accepted(table.turn(0, meld2="QS KS"), seat=1, hand=0)
        self.assertEqual(len(table.last), 1)

    def test_rounds_are_numbered(self):
        table = Play("rami51", hand=3, **FREE)
        for number in (1, 2, 3):
            table.clear()
            table.deal("4C")
            table.play(meld1="5H 6H 7H", discard="2D")
            self.assertEqual(self.outcome(table, "round")["round"], number)
