"""The relatives of Rami 51: RULES.md "rami51" (Rami 40), "rami_classique", "kaluki"."""

from play import Clause, opened
from tierce.presets import rules_of


def second(game, **rules):
    """Return a table where each of two seats has had one turn; seat 0 is on turn."""
    table = opened(game, **rules)
    table.discards("2C 2D")
    return table


class Relatives(Clause):
    """What Rami 40, classic Rami and Kaluki have of their own."""

    clause = "penalties"

    # rami40

    def test_rami40_asks_for_40_points(self):
        table = second("rami40")
        self.refused(table.play(meld1="TH JH QH", meld2="3S 3D 3C", discard="8C"), "first_lay_points")
        self.why(table, 39, 40)
        self.accepted(second("rami40").play(meld1="TH JH QH KH", discard="8C"), laid=40)

    def test_rami40_asks_for_no_pure_run(self):
        self.accepted(second("rami40").play(meld1="TS TH TD", meld2="JS JH JD", discard="8C"), laid=60)

    def test_rami40_allows_two_jokers_in_a_meld_and_no_third(self):
        self.accepted(second("rami40").play(meld1="TH X1 X2 KH", discard="8C"), laid=40)
        table = second("rami40")
        self.refused(table.play(meld1="9H X1 X2 X3 KH", discard="8C"), "too_many_jokers", "first_lay_points")

    def test_rami40_wants_the_last_card_discarded(self):
        self.refused(second("rami40", hand=3).turn(0, meld1="TH JH QH KH"), "no_final_discard")

    # rami_classique

    def test_rami_classique_asks_for_no_points(self):
        table = opened("rami_classique")
        table.discard("2C")
        table.discard("2D")
        self.accepted(table.play(meld1="2H 2S 2D2", discard="3C"), laid=6)

    def test_rami_classique_lays_from_the_second_turn_on(self):
        self.refused(opened("rami_classique").play(meld1="TH JH QH", discard="2C"), "first_round_no_lay")

    def test_rami_classique_may_go_out_in_the_first_turn(self):
        table = opened("rami_classique", hand=3)
        table.play(meld1="TH JH QH", discard="2C")
        self.scored(table.count(1, "5S 6S 7S"), "rami_sec", [0, 36])

    def test_rami_classique_counts_every_hand(self):
        table = opened("rami_classique", hand=3)
        table.discard("2C")
        table.discard("2D")
        table.play(meld1="TH JH QH", discard="8C")
        self.scored(table.count(1, "AS KD X1"), "rami_sec", [0, 82])

    def test_by_seats_deals_by_the_number_of_players(self):
        for seats, hand in ((2, 10), (3, 7), (4, 7), (5, 7), (6, 6)):
            for game in ("rami_classique", "rami51"):
                rules = rules_of(game, seats, {"hand": "by_seats"})
                self.assertEqual(rules["hand"], hand)
        self.assertEqual(rules_of("rami_classique", 6, {})["hand"], 13)

    # kaluki

    def test_kaluki_deals_fifteen_or_fewer_to_many(self):
        for seats, hand in ((2, 15), (3, 15), (4, 15), (5, 13), (6, 11)):
            self.assertEqual(rules_of("kaluki", seats, {})["hand"], hand)
        self.assertEqual(rules_of("kaluki", 6, {"hand": 13})["hand"], 13)

    def test_kaluki_asks_for_51_points(self):
        table = second("kaluki")
        self.refused(table.play(meld1="TH JH QH KH", meld2="3S 3D 3C", discard="8C"), "first_lay_points")
        self.why(table, 49, 51)

    def test_kaluki_takes_the_discard_in_the_first_turn(self):
        table = opened("kaluki", upcard="KH")
        table.play(take="KH", meld1="TH JH QH KH", meld2="4S 4D 4C", discard="2C")
        self.accepted(table, took="discard", laid=52)

    def gone_out(self, hand, **rules):
        """Return a table of kaluki where seat 0 is out in its second lay; seat 1 counts."""
        table = opened("kaluki", upcard="9C", hand=4, first_lay_points=0, **rules)
        table.play(meld1="TH JH QH", discard="2C")
        table.discard("2D")
        table.play(meld1="KH", discard="3C")
        table.count(1, hand)
        return table

    def test_kaluki_counts_fifteen_for_an_ace_and_25_for_a_joker(self):
        self.scored(self.gone_out("AS KD X1 2S"), "out", [0, 15 + 10 + 25 + 2])

    def test_who_has_not_laid_may_count_twice(self):
        self.scored(self.gone_out("AS KD X1 2S", not_laid="double"), "out", [0, 2 * (15 + 10 + 25 + 2)])

    def test_kaluki_who_has_laid_counts_once(self):
        table = opened("kaluki", upcard="9C", hand=4, first_lay_points=0, not_laid="double")
        table.play(meld1="TH JH QH", discard="2C")
        table.play(meld2="5S 6S 7S", discard="2D")
        table.play(meld1="KH", discard="3C")
        self.scored(table.count(1, "AS"), "out", [0, 15])

    def test_kaluki_at_once_doubles_what_is_doubled(self):
        table = opened("kaluki", upcard="9C", hand=6, not_laid="double")
        table.play(meld1="AS AH AD", meld2="TS JS QS", discard="2C")
        self.scored(table.count(1, "3S 4D 5H 6C 7S 8D"), "rami_sec", [0, 4 * 33])

    def test_the_winner_may_score_what_the_others_hold(self):
        table = self.gone_out("AS KD X1 2S", winner_scores=True, target=52)
        self.scored(table, "out", [52, 0])
        self.check(table, "match", {"winners": [0], "ranking": [0, 1]})

    def test_his_bonus_may_differ_where_nobody_else_has_laid(self):
        self.scored(self.gone_out("AS KD X1 2S", out_bonus=-10, out_bonus_alone=-50), "out", [-50, 52])
        self.scored(self.gone_out("AS KD X1 2S", out_bonus=-10), "out", [-10, 52])

    def test_not_laid_alone_may_be_double_too(self):
        self.scored(self.gone_out("AS KD X1 2S", not_laid=100, not_laid_alone="double"), "out", [0, 104])
