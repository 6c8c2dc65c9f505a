"""Gin from the knock on: RULES.md "gin", fine print 14 to 17."""

from play import Clause, lines
from tables import GIN, MELDS, REST, THEIRS, knocked, knocking


class GinLayDown(Clause):
    """First the knocker lays the hand down, then the opponent; each presses done."""

    clause = "gin_lay_down"
    lines = """
    a knock comes with its discard | knocking | ok seat=0 took=stock laid=0 hand=10
    knock pressed twice is one knock | opened gin | -4C knock knock ~ > 2D ok seat=0 took=discard laid=0 hand=10 done1
        warning code=not_your_turn seat=1
    the knocker lays first | knocking | done1 warning code=not_your_turn seat=1 1 5H 6H 7H 2 9S 9H 9D 3 JC QC KC s0 2S
        done0 ~ done0 warning code=not_your_turn seat=0
    ten cards are laid | knocking | 1 5H 6H 7H 2 9S 9H 9D 3 JC QC KC done0
        warning code=count_mismatch zone=seat0 expected=10 read=9 s0 2S done0 ~
    the opponent accepts what is read | knocking | 1 5H 6H 7H 2 9S 9H 9D s0 2S done0 warning code=count_mismatch read=7
        done1 ~ 4 8S 8D 8C 5 2H 3H 4H s1 KS TS 6C 3D done1 round how=knock scores=27,0 short=0,
    by the opponent too | knocked | 4 8S 8D 8C 5 2H 3H 4H s1 KS TS 6C done1
        warning code=count_mismatch zone=seat1 expected=10 read=9 s1 3D done1 round how=knock scores=27,0
    which the knocker accepts | knocked | 4 8S 8D 8C 5 2H 3H 4H s1 KS TS 6C done1 done0
        round how=knock scores=24,0 short=1,
    a card laid off counts as read | knocked | 1 8H 4 8S 8D 8C 5 2H 3H 4H s1 KS TS 6C done1 round how=knock scores=24,0
    the melds come before the knock | knocking | 1 5H 6H 8H s0 KS QS JH TD 9S 9C 2C done0 !not_a_meld seat=0
    a refused lay down stays open | knocking knock_limit=10 | 1 5H 6H 8H 2 9S 9H 9D 3 JC QC KC s0 7H done0
        !not_a_meld seat=0 s0 8H 1 7H done0 ~
    the opponents melds are judged too | knocked | 4 8S 8D 7C s1 2H 3H 4H KS TS 6C 3D done1 !not_a_meld seat=1 s1 7C
        4 3D done1 !not_a_meld seat=1
    the ace is low only | knocking knock_limit=10 | 1 QH KH AH s0 2S 3S 4S 9C 9D 9S 5D done0 !not_a_meld seat=0
    | knocking knock_limit=10 | 1 AH 2H 3H s0 2S 3S 4S 9C 9D 9S 5D done0 ~
    the table arranges the seat zone at its best | knocking | s0 9D JC 5H QC 6H 9S 7H KC 9H 2S done0
        s1 2H KS 8S TS 8D 6C 3H 8C 3D 4H done1 round how=knock scores=27,0
    no run past the king there | knocking knock_limit=10 | s0 5H 6H 7H 9S 9H 9D QC KC AC 2S done0 !knock_too_high seat=0
        why:23,10
    # the five would extend the knocker's run
    also for the opponent | knocked | 4 8S 8D 8C 5 2D 3D 4D s1 5D KS TS 6C done1 round how=knock scores=29,0
    cards laid before the knock count where they lie | both_passed | 1 5H 6H 7H 2 9S 9H 9D 3 JC QC KC s0 2S knock > KD
        done0 ~
    three of four make a set where the fourth makes a run | knocking gin_bonus=20 | s0 5H 6H 7H 7S 7D 7C 9S TS JS QS
        done0 4 8S 8D 8C 5 2H 3H 4H s1 KS TD 6C 3D done1 round how=gin scores=49,0
    """

    def test_the_number_comes_before_the_melds(self):
        table = knocking()
        self.warned(table.count(0, "KS", meld1="5H 6H"), "count_mismatch", expected=10, read=3)
        for _ in range(2):
            table.done(1)
            self.refused(table, "meld_too_short", seat=0)
        self.warned(table.count(0, ""), "count_mismatch", expected=10, read=3)
        table.count(0, "QS JH TD 9S 9C 2C 3C")
        self.refused(table, "meld_too_short", seat=0)
        table.done(1)
        self.warned(table, "not_your_turn", seat=1)

    def test_what_lies_on_meld_zones_is_fixed(self):
        # 5-6-7 with the eight on the seat zone: the eight counts as deadwood.
        self.scored(knocked(left="8H", knock_limit=10).count(1, REST, **THEIRS), "knock", [21, 0])


class KnockTooHigh(Clause):
    """A knock has a limit: 10 at gin, 5 at manipulation."""

    clause = "knock_too_high"
    lines = """
    gin lets one knock with 10 | knocked TD | ~
    not with 11 | knocking | s0 5H 6H 7H 9S 9H 9D 2C 3C 2S 4D done0 !knock_too_high seat=0 why:11,10
    the house may set the limit | knocked 2S knock_limit=2 | ~
    | knocked 3S knock_limit=2 | !knock_too_high seat=0
    the knock is void and the discard stands | knocked 3S knock_limit=2 | > 2D ok seat=1 took=stock hand=10
    the other seat may take that discard | knocked 3S knock_limit=2 | -KD > 2D ok seat=1 took=discard
    manipulation lets one knock with 5 | opened manipulation upcard=none | draw 1 5H 6H 7H 8H 2 9S 9H 9D 3 JS QS KS
        knock s0 5C done0 ~
    | opened manipulation upcard=none | draw 1 5H 6H 7H 8H 2 9S 9H 9D 3 JS QS KS knock s0 6C done0
        !knock_too_high seat=0 why:6,5
    """

    def test_the_knocker_may_knock_again(self):
        table = knocked("3S", knock_limit=2)
        table.discard("2D")
        table.knock()
        table.discard("3S")
        self.silent(table.count(0, "2S"))


class GinLayOff(Clause):
    """After a knock the opponent lays off unmatched cards on the knocker's melds."""

    clause = "gin_lay_off"
    lines = """
    a card that does not fit is refused | knocked | 1 KS 4 8S 8D 8C 5 2H 3H 4H s1 TS 6C 3D done1 !not_a_meld seat=1
    the knocker never lays off | knocked 2S | 4 3S 4S 5S 5 8S 8D 8C s1 KS TS 6C 3D done1 round how=knock scores=27,0
    not after big gin either | both_passed | knock 1 5H 6H 7H 2 9S 9H 9D 3 TC JC QC KC 3 9C done ok hand=11 1 KS TS
        4 8S 8D 8C 5 2H 3H 4H s1 6C 8H done1 round how=big_gin scores=65,0
    """

    def score(self, cards, left="2S", melds=MELDS, **laid):
        table = knocked(left, melds)
        table.count(1, cards, **laid)
        return self.outcome(table, "round")["scores"]

    def test_on_a_run(self):
        self.assertEqual(self.score("KS TS 6C", meld1="8H", **THEIRS), [24, 0])

    def test_on_a_set(self):
        self.assertEqual(self.score("KS TS 6C", meld2="9C", **THEIRS), [24, 0])

    def test_the_table_does_it_for_the_seat_zone(self):
        self.assertEqual(self.score("KS TS 6C 8H", **THEIRS), [24, 0])
        self.assertEqual(self.score("KS TS 9C TC", **THEIRS), [18, 0])

    def test_one_after_another(self):
        cards = "4H 3H 2H 8H KS TS 6C 3D JD QD"
        self.assertEqual(self.score(cards), [47, 0])

    def test_on_melds_that_the_table_arranged_too(self):
        melds = {"seat0": "5H 6H 7H 9S 9H 9D JC QC KC"}
        self.assertEqual(self.score("KS TS 6C 8H", melds=melds, **THEIRS), [24, 0])

    def test_a_card_does_more_in_ones_own_meld(self):
        # The fours as a set, with the three left, are better than laying off four and three.
        self.assertEqual(self.score("4H 4S 4D 3H KS TS 6C", meld4="8S 8D 8C"), [27, 0])

    def test_melds_that_the_opponent_laid_are_his(self):
        # 2-3-4 of hearts would all fit the knocker's run, but the melds count as laid down.
        self.assertEqual(self.score("AS KS TS 6C", **THEIRS), [25, 0])

    def test_not_after_gin(self):
        self.scored(knocked(None, GIN, gin_bonus=20).count(1, "KS TS 6C 8H", **THEIRS), "gin", [54, 0])

    def test_what_is_laid_off_after_gin_counts(self):
        self.scored(knocked(None, GIN, gin_bonus=20).count(1, "KS TS 6C", meld1="8H", **THEIRS), "gin", [54, 0])

    def test_whether_it_fits_or_not(self):
        self.scored(knocked(None, GIN, gin_bonus=20).count(1, "6C 8H", meld1="KS TS", **THEIRS), "gin", [54, 0])

    def test_of_the_knockers_melds_only_what_was_taken_is_judged(self):
        table = knocked(None, GIN, gin_bonus=20)
        table.move("5H", "meld1", "seat0")
        self.refused(table.count(1, "TS 6C 8H", meld1="KS", **THEIRS), "meld_broken", seat=1)

    def test_of_equal_arrangements_the_one_that_leaves_the_opponent_the_most(self):
        # Three runs would take the eights, three sets do not.
        melds = {"seat0": "5H 6H 7H 5S 6S 7S 5D 6D 7D"}
        cards = "8H 8S KC QD TH TS JH 3H AC 3D"
        self.assertEqual(self.score(cards, "2C", melds), [71, 0])

    def test_but_what_the_knocker_laid_lies_as_he_laid_it(self):
        melds = {"meld1": "5H 6H 7H", "meld2": "5S 6S 7S", "meld3": "5D 6D 7D"}
        cards = "8H 8S KC QD TH TS JH 3H AC 3D"
        self.assertEqual(self.score(cards, "2C", melds), [55, 0])


lines(globals())
