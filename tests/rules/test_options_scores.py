"""Options about scores, and those of gin and manipulation: their defaults and effects."""

from play import FREE, Clause, both_passed, lines, opened
from tables import dealt, knocked, one_out

GIN_NINE = {"meld4": "8S 8D 8C", "meld5": "2H 3H 4H", "meld6": "JS JD JH"}


class InHand(Clause):
    """The value of an ace and of a joker: `ace_in_hand`, `joker_in_hand`."""

    clause = "count"

    HAND = "AC 6C 8C X1"

    def test_eleven_and_twenty_unless_the_house_says_otherwise(self):
        for game in ("chamberliens", "rami51", "rami30", "rami7"):
            for rules, points in (
                ({}, 45),
                ({"ace_in_hand": 1}, 35),
                ({"ace_in_hand": 15}, 49),
                ({"joker_in_hand": 0}, 25),
                ({"joker_in_hand": 100}, 125),
            ):
                table = one_out(game, 7, opening_draw=True, out_bonus=0, **rules)
                self.scored(table.count(1, self.HAND), "out", [0, points])

    def test_a_first_lay_is_worth_the_same(self):
        for game, meld, worth in (("rami51", "TH JH QH KH AH", 51), ("rami7", "AH QH KH X1", 51)):
            table = opened(game, opening_draw=True, ace_in_hand=1, joker_in_hand=0)
            self.accepted(table.play(meld1=meld, discard="2D"), laid=worth)


class NotLaid(Clause):
    """The score of a seat that has not laid: `not_laid`, `not_laid_alone`."""

    clause = "penalties"

    def test_the_house_may_set_the_figure(self):
        for game in ("chamberliens", "rami51", "rami30"):
            self.scored(one_out(game, 4, 3, laid=(1,), not_laid=50).count(1, "KC"), "out", [0, 10, 50])

    def test_or_count_the_hand(self):
        table = one_out("rami51", 4, 3, laid=(1,), not_laid="hand")
        self.silent(table.count(1, "KC"))
        self.scored(table.count(2, "KS QS 9C X1"), "out", [0, 10, 49])

    def test_a_hand_is_multiplied_too(self):
        table = opened("rami51", 2, hand=3, not_laid="hand", **FREE)
        table.play(meld1="5H 6H 7H", discard="2D")
        self.scored(table.count(1, "KC QC 9C"), "rami_sec", [0, 58])

    def test_alone_is_the_same_but_at_chamberliens(self):
        for game in ("rami51", "rami30"):
            self.scored(one_out(game, 4, 3, laid=(), not_laid=70), "out", [0, 70, 70])
        self.scored(one_out("chamberliens", 4, 3, laid=(), not_laid=70), "out", [0, 200, 200])

    def test_the_house_may_set_that_too(self):
        for game in ("chamberliens", "rami51"):
            self.scored(one_out(game, 4, 3, laid=(), not_laid_alone=150), "out", [0, 150, 150])
            self.scored(one_out(game, 4, 3, laid=(1,), not_laid_alone=150).count(1, "KC"), "out", [0, 10, 100])
            table = one_out(game, 4, 2, laid=(), not_laid_alone="hand")
            self.scored(table.count(1, "KS QS 9C X1"), "out", [0, 49])


class Bonuses(Clause):
    """The winner's score, and the multiplier of a rami sec."""

    clause = "penalties"

    def sec(self, game, **rules):
        table = opened(game, 3, hand=3, opening_draw=True, **dict(FREE, **rules))
        table.play(meld1="5H 6H 7H", discard="2D")
        return table

    def test_nothing_but_at_rami7(self):
        for game, out, sec in (
            ("chamberliens", 0, [0, 200, 200]),
            ("rami51", 0, [0, 200, 200]),
            ("rami30", 0, [0, 200, 200]),
            ("rami7", -20, [-60, 200, 200]),
        ):
            self.scored(one_out(game, 5, opening_draw=True).count(1, "KC 9C"), "out", [out, 19])
            self.scored(self.sec(game), "rami_sec", sec)

    def test_the_house_may_set_the_bonus_for_going_out(self):
        for game in ("chamberliens", "rami51", "rami30", "rami7"):
            table = one_out(game, 5, opening_draw=True, out_bonus=-15, rami_sec_bonus=-99)
            self.scored(table.count(1, "KC 9C"), "out", [-15, 19])

    def test_and_for_a_rami_sec(self):
        for game in ("chamberliens", "rami51", "rami30", "rami7"):
            self.scored(self.sec(game, rami_sec_bonus=-40, out_bonus=-99), "rami_sec", [-40, 200, 200])

    def test_and_what_it_multiplies(self):
        for game, alone in (("chamberliens", 200), ("rami51", 100), ("rami7", 100)):
            for factor in (1, 2, 4):
                table = self.sec(game, rami_sec_factor=factor, rami_sec_bonus=0)
                self.scored(table, "rami_sec", [0, alone * factor, alone * factor])

    def test_it_multiplies_no_bonus_and_no_other_end(self):
        self.scored(self.sec("rami7", rami_sec_factor=4), "rami_sec", [-60, 400, 400])
        self.scored(one_out("rami51", 5, rami_sec_factor=4).count(1, "KC 9C"), "out", [0, 19])


class UpcardAfterPasses(Clause):
    """Gin: the draw after both have passed: `upcard_after_passes`."""

    clause = "gin_opening"
    lines = """
    the stock only | taken | !must_draw_stock seat=0
    or the upcard too | taken upcard_after_passes=true | ok seat=0 took=discard hand=10
    | both_passed upcard_after_passes=true | > 2D ok seat=0 took=stock hand=10
    nobody passes then | both_passed upcard_after_passes=true | pass !pass_not_allowed seat=0
    """

    def taken(self, **rules):
        table = both_passed(**rules)
        table.play(take="4C", discard="2D")
        return table


class DiscardTakenCard(Clause):
    """Gin: whether the card just taken may be discarded: `discard_taken_card`."""

    clause = "return_same_card"

    def test_it_may_not(self):
        self.refused(opened("gin").play(take="4C", discard="4C"), "return_same_card")

    def test_or_it_may_in_the_opening_too(self):
        table = opened("gin", discard_taken_card=True)
        self.accepted(table.play(take="4C", discard="4C"), seat=0, took="discard", hand=10)
        self.accepted(table.play(take="4C", discard="4C"), seat=1, took="discard", hand=10)


class TieUndercuts(Clause):
    """Gin: the winner of a tie: `tie_undercuts`."""

    clause = "gin_score"

    def tied(self, **rules):
        table = knocked("2S", **rules)
        table.count(1, "2D", **GIN_NINE)
        return table

    def test_nobody(self):
        self.scored(self.tied(), "knock", [0, 0], winners=[])

    def test_or_the_opponent_with_the_bonus(self):
        self.scored(self.tied(tie_undercuts=True), "undercut", [0, 10], winners=[1])
        self.scored(self.tied(tie_undercuts=True, undercut_bonus=25), "undercut", [0, 25], winners=[1])


class ManipulationOptions(Clause):
    """Manipulation: a joker's value and the winner's bonus."""

    clause = "manipulation_score"

    TEN = {"meld1": "5H 6H 7H 8H", "meld2": "9S 9H 9D", "meld3": "JS QS KS"}
    NEXT = {"meld4": "2S 3S 4S 5S", "meld5": "6D 6C 6S", "meld6": "TD JD QD"}
    LOW = "2C 2D 3C 3D 3H 4C 4D 4H AC AD"  # 27

    def won(self, mine="3S", theirs=LOW, **rules):
        """Seat 0 lays ten of its eleven cards, knocks and wins."""
        table = dealt(**rules)
        table.draw()
        table.lay(**self.TEN)
        table.knock()
        table.count(0, mine)
        table.count(1, theirs)
        return table

    def undercut(self, **rules):
        """Seat 0 lays ten cards; so does seat 1, which knocks with 4 against 1."""
        table = dealt(**rules)
        table.turn(1, **self.TEN)
        table.draw()
        table.lay(**self.NEXT)
        table.knock()
        table.count(0, "AC")
        table.count(1, "4D")
        return table

    def test_what_a_joker_counts(self):
        jokers = "X1 AC AD AH KD QD TD 9C 8C 7C"
        for rules, points in (({}, 81), ({"joker_in_hand": 0}, 56), ({"joker_in_hand": 50}, 106)):
            self.scored(self.won("AS", jokers, **rules), "knock", [points, 0])

    def test_what_it_counts_in_a_lay(self):
        for rules, laid in (({}, 34), ({"joker_in_hand": 50}, 59)):
            self.accepted(dealt(**rules).turn(1, [("meld1", "X1", "6H")], meld1="4H 5H X1"), laid=laid)

    def test_what_going_out_adds(self):
        for rules, points in (({}, 52), ({"out_bonus": 0}, 27), ({"out_bonus": -30}, -3)):
            table = dealt(**rules)
            table.draw()
            table.lay(**self.TEN)
            table.turn(0, meld3="TS")
            self.scored(table.count(1, self.LOW), "out", [points, 0], winners=[0])

    def test_what_an_undercut_adds(self):
        for rules, points in (({}, 13), ({"undercut_bonus": 0}, 3), ({"undercut_bonus": 40}, 43)):
            self.scored(self.undercut(**rules), "undercut", [points, 0], winners=[0])

    def test_what_the_target_adds(self):
        for rules, total in (({}, 124), ({"match_bonus": 0}, 24), ({"match_bonus": -50}, -26)):
            self.check(self.won(target=24, **rules), "match", {"totals": [total, 0]})

    def test_what_a_round_won_adds(self):
        for rules, total in (({}, 38), ({"round_bonus": 0}, 13), ({"round_bonus": 5}, 18)):
            table = self.undercut(target=20, **rules)
            table.clear()
            table.deal()
            table.draw()
            table.lay(**self.TEN)
            table.knock()
            table.count(1, "3S")
            self.check(table.count(0, self.LOW), "match", {"totals": [total, 124]})


lines(globals())
