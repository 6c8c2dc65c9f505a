"""The relatives of Rami 51: RULES.md "rami51" (Rami 40), "rami_classique", "kaluki"."""

from play import Clause, lines, opened
from tierce.presets import rules_of


def second(game, **rules):
    """Return a table where each of two seats has had one turn; seat 0 is on turn."""
    table = opened(game, **rules)
    table.discards("2C 2D")
    return table


class Relatives(Clause):
    """What Rami 40, classic Rami and Kaluki have of their own."""

    clause = "penalties"
    lines = """
    rami40 asks for 40 points | second rami40 | 1 TH JH QH 2 3S 3D 3C > 8C !first_lay_points why:39,40
    | second rami40 | 1 TH JH QH KH > 8C ok laid=40
    rami40 asks for no pure run | second rami40 | 1 TS TH TD 2 JS JH JD > 8C ok laid=60
    rami40 allows two jokers in a meld and no third | second rami40 | 1 TH X1 X2 KH > 8C ok laid=40
    | second rami40 | 1 9H X1 X2 X3 KH > 8C !too_many_jokers,first_lay_points
    rami40 wants the last card discarded | second rami40 hand=3 | 1 TH JH QH KH done !no_final_discard
    rami classique asks for no points | opened rami_classique | > 2C > 2D 1 2H 2S 2D2 > 3C ok laid=6
    rami classique lays from the second turn on | opened rami_classique | 1 TH JH QH > 2C !first_round_no_lay
    rami classique may go out in the first turn | opened rami_classique hand=3 | 1 TH JH QH > 2C s1 5S 6S 7S done1
        round how=rami_sec scores=0,36
    rami classique counts every hand | opened rami_classique hand=3 | > 2C > 2D 1 TH JH QH > 8C s1 AS KD X1 done1
        round how=rami_sec scores=0,82
    kaluki asks for 51 points | second kaluki | 1 TH JH QH KH 2 3S 3D 3C > 8C !first_lay_points why:49,51
    kaluki has two jokers in a meld at most | opened kaluki first_lay_points=0 | 1 TH X1 X2 X3 > 8C !too_many_jokers
    kaluki takes the discard in the first turn | opened kaluki upcard=KH | -KH 1 TH JH QH KH 2 4S 4D 4C > 2C
        ok took=discard laid=52
    kaluki counts fifteen for an ace and 25 for a joker | gone_out AS KD X1 2S | round how=out scores=0,52
    who has not laid may count twice | gone_out AS KD X1 2S not_laid=double | round how=out scores=0,104
    kaluki who has laid counts once | opened kaluki upcard=9C hand=4 first_lay_points=0 not_laid=double | 1 TH JH QH
        > 2C 2 5S 6S 7S > 2D 1 KH > 3C s1 AS done1 round how=out scores=0,15
    kaluki at once doubles what is doubled | opened kaluki upcard=9C hand=6 not_laid=double | 1 AS AH AD 2 TS JS QS > 2C
        s1 3S 4D 5H 6C 7S 8D done1 round how=rami_sec scores=0,132
    the winner may score what the others hold | gone_out AS KD X1 2S winner_scores=true target=52 |
        round how=out scores=52,0 match winners=0, ranking=0,1
    his bonus may differ where nobody else has laid | gone_out AS KD X1 2S out_bonus=-10 out_bonus_alone=-50 |
        round how=out scores=-50,52
    | gone_out AS KD X1 2S out_bonus=-10 | round how=out scores=-10,52
    not laid alone may be double too | gone_out AS KD X1 2S not_laid=100 not_laid_alone=double |
        round how=out scores=0,104
    """

    def test_by_seats_deals_by_the_number_of_players(self):
        for seats, hand in ((2, 10), (3, 7), (4, 7), (5, 7), (6, 6)):
            for game in ("rami_classique", "rami51"):
                rules = rules_of(game, seats, {"hand": "by_seats"})
                self.assertEqual(rules["hand"], hand)
        self.assertEqual(rules_of("rami_classique", 6, {})["hand"], 13)

    def test_kaluki_deals_fifteen_or_fewer_to_many(self):
        for seats, hand in ((2, 15), (3, 15), (4, 15), (5, 13), (6, 11)):
            self.assertEqual(rules_of("kaluki", seats, {})["hand"], hand)
        self.assertEqual(rules_of("kaluki", 6, {"hand": 13})["hand"], 13)

    def gone_out(self, hand, **rules):
        """Return a table of kaluki where seat 0 is out in its second lay; seat 1 counts."""
        table = opened("kaluki", upcard="9C", hand=4, first_lay_points=0, **rules)
        table.play(meld1="TH JH QH", discard="2C")
        table.discard("2D")
        table.play(meld1="KH", discard="3C")
        table.count(1, hand)
        return table


lines(globals())
