"""Jokers on the table: RULES.md "Replacing a joker", fine print 4 to 7."""

from play import Clause, lines, opened, ready


def both_laid(meld, game="rami51", said=None, **rules):
    """Return a table where seat 0 laid this meld, then seat 1 a run; seat 0 is on turn."""
    table = ready(game, **rules)
    table.lay(meld1=meld)
    if said:
        table.say("meld1", "X1", said)
    table.discard("2D")
    table.play(meld2="9S TS JS", discard="3D")
    return table


def not_laid(meld, game="rami51"):
    """Return a table with the default first lay: seat 0 has laid; seat 1, on turn, has not."""
    table = opened(game)
    table.play(meld1=meld, meld2="9S TS JS QS KS AS", discard="2D")
    return table


class JokerChanged(Clause):
    """A joker keeps its face until it is replaced."""

    clause = "joker_changed"
    lines = """
    a meld does not grow past its joker | both_laid 5H 6H X1 | 1 3H > 4D !joker_changed
    it grows beside it | both_laid 5H 6H X1 | 1 8H 4H > 4D ok laid=0
    what was said binds too | both_laid 2H 3H X1 said=AH | 1 5H > 4D !joker_changed -5H 1 4H done ok
    a bound joker is not declared anew | both_laid 5H 6H X1 | 1 X1=4H > 4D !joker_changed
    to name its own card changes nothing | both_laid 5H 6H X1 | 1 X1=7H > 4D ok
    to take the word back puts it right | both_laid 5H 6H X1 | 1 X1=4H > 4D 1 X1=7H done ok
    a run does not become a set | both_laid 8H X1 X2 jokers_per_meld=2 | 1 8S > 4D !joker_changed
    nor a set a run | both_laid AH X1 X2 jokers_per_meld=2 | 1 KH > 4D !joker_changed
    where jokers are not replaced they keep their card | both_laid 5H 6H X1 game=rami7 hand=9 | 1 7H > 4D !joker_changed
    such a zone counts nothing before the first lay | not_laid 5H 6H X1 | 1 3H > 3D !joker_changed,lay_off_before_laying
    in a set another rank is another card another suit is not | both_laid KS KH X1 | 1 X1=KD > 4D ok
    | both_laid KS KH X1 | 1 X1=KH > 4D ok
    | both_laid KS KH X1 | 1 X1=QD > 4D !joker_changed
    a misnamed joker is said beside what its zone breaks | both_laid 5H 6H X1 | 1 9D 1 X1=4H > 4D
        !not_a_meld,joker_changed
    | both_laid 5H 6H X1 | 1 8H X2 1 X1=4H > 4D !too_many_jokers,joker_changed
    | both_laid KS KH X1 | 1 KS2 1 X1=QD > 4D !set_same_suit,joker_changed
    | both_laid KS KH X1 | 1 KS2 1 X1=KD > 4D !set_same_suit
    | both_laid 5H 6H X1 | 1 9D 1 X1=7H > 4D !not_a_meld
    so it is beside a meld that is too short | both_laid 5H 6H X1 | -5H 1 X1=4H > 4D
        !meld_broken,meld_too_short,joker_changed
    """

    def test_what_counted_as_not_made_does_not_come_back(self):
        table = both_laid("6H 7H X1", said="4H")  # X1 is the eight
        self.accepted(table.play(meld1="9H", discard="4D"), seat=0)


class JokerSwap(Clause):
    """A joker is replaced by the card it stands for; in a set by all missing cards."""

    clause = "joker_swap"
    lines = """
    in a run by its card | both_laid 5H 6H X1 | 3 X1 1 7H 3 KS KH > 4D ok seat=0 laid=30 hand=7
    of either deck | both_laid 5H 6H X1 8H | 3 X1 1 7H2 3 KS KH > 4D ok laid=30
    in a set of four by the fourth suit | both_laid 8S 8H 8D X1 | 3 X1 1 8C 3 KS KH > 4D ok laid=30
    in a set of three by both missing cards | both_laid 8S 8H X1 | 3 X1 1 8D 8C 3 KS KH > 4D ok laid=30
    the one that stays may be declared so at once | both_laid 5H X1 X2 8H jokers_per_meld=2 | 3 X2 1 6H 3 KS KH 1 X1=6H
        > 4D !joker_changed 1 X1=7H done ok
    in a set with two by one card of a suit that lacks | both_laid 8S 8H X1 X2 jokers_per_meld=2 | 3 X2 1 8D 3 KS KH
        > 4D ok laid=30
    | both_laid AS X1 X2 jokers_per_meld=2 | 3 X2 1 AC 3 KS KH > 4D ok laid=30
    | both_laid AS X1 X2 jokers_per_meld=2 | 3 X2 1 AC AD 3 KS KH > 4D ok laid=30
    both of a set by all that lack | both_laid AS X1 X2 jokers_per_meld=2 | 2 X1 3 X2 1 AH AD AC 3 KS KH > 4D ok
    | both_laid 8S 8H X1 X2 jokers_per_meld=2 | 2 X1 3 X2 1 8D 8C 3 KS KH > 4D ok
    | both_laid AS X1 X2 jokers_per_meld=2 | 2 X1 3 X2 1 AH AD 3 KS KH > 4D !joker_wrong_card
    the joker may be laid off | both_laid 5H 6H X1 | 2 X1 1 7H > 4D ok laid=0 hand=9
    then it may be declared | both_laid 5H 6H X1 | -X1 1 7H X1 1 X1=4H > 4D ok 1 3H > 5D ok
    a seat that lays in this turn may do it | not_laid 5H 6H X1 | 3 X1 1 7H 3 QH QD 4 TH JH QH2 KH AH > 3D
        ok seat=1 laid=81
    each game but rami7 has it | both_laid 5H 6H X1 game=chamberliens | 2 X1 1 7H > 4D ok
    | both_laid 5H 6H X1 game=rami30 | 2 X1 1 7H > 4D ok
    | both_laid 5H 6H X1 game=rami7 | 2 X1 1 7H > 4D !meld_broken
    the house may have it at rami7 | both_laid 5H 6H X1 game=rami7 joker_swap=true | 2 X1 1 7H > 4D ok
    the house may let it stay in hand | both_laid 5H 6H X1 joker_kept=true | -X1 1 7H > 4D ok laid=0 hand=10
    | both_laid 5H 6H X1 joker_kept=true | -X1 1 7H > X1 ok laid=0 hand=10
    one lacking suit may be enough | both_laid 8S 8H X1 joker_swap_set=one | 3 X1 1 8C 3 KS KH > 4D ok laid=30
    | both_laid 8S 8H 8D X1 joker_swap_set=one | 3 X1 1 8C 3 KS KH > 4D ok laid=30
    in a set that has all suits a second card of any | both_laid 8S 8H 8D 8C X1 same_suit_twice=true | 3 X1 1 8C2
        3 KS KH > 4D ok
    | both_laid 8S 8H 8D 8C X1 same_suit_twice=true | 3 X1 1 9C 3 KS KH > 4D !not_a_meld,joker_wrong_card
    """

    def test_of_two_in_a_run_either_may_leave(self):
        for joker, card, end in (("X1", "6H", "9H"), ("X2", "6H", "9H"), ("X1", "7H", "4H"), ("X2", "7H", "9H")):
            table = both_laid("5H X1 X2 8H", jokers_per_meld=2)
            table.move(joker, "meld1", "meld3")
            self.accepted(table.play(meld1=card, meld3="KS KH", discard="4D"), laid=30)
            # The one that stays stands for the other card.
            left = "X1" if joker == "X2" else "X2"
            table.say("meld1", left, "7H" if card == "6H" else "6H")
            self.accepted(table.play(meld1=end, discard="5D"))

    def test_those_that_left_are_freed_first(self):
        # 6H and 7H: X2 has left, X1 is pushed along.
        table = both_laid("5H X1 X2 8H", jokers_per_meld=2)
        table.move("X2", "meld1", "meld3")
        self.accepted(table.play(meld1="6H 7H", meld3="KS KH", discard="4D"), laid=30)
        self.accepted(table.play(meld1="TH", discard="5D"))  # X1 is the nine

    def test_or_lie_further_along_the_same_run(self):
        table = both_laid("5H 6H X1")
        table.lift("meld1", "X1")
        self.accepted(table.play(meld1="7H X1", discard="4D"), laid=0, hand=9)
        table.lay(meld1="9H")  # X1 is the eight now
        table.discard("5D")
        self.accepted(table)


class JokerBeforeLaying(Clause):
    """Only a seat that has laid takes a joker."""

    clause = "joker_before_laying"
    lines = """
    a seat that has not laid takes no joker | not_laid 5H 6H X1 | 3 X1 1 7H 3 QH QD > 3D
        !joker_before_laying,first_lay_pure_run,first_lay_points
    a card that replaces a joker is no lay off | not_laid 5H 6H X1 | -X1 1 7H > 3D
        !joker_before_laying,joker_not_replayed
    nor are the two that complete a set | not_laid 8S 8H X1 | -X1 1 8D 8C > 3D !joker_before_laying,joker_not_replayed
    the joker added to an old meld is one | not_laid 5H 6H X1 | -X1 1 7H 2 X1 > 3D
        !joker_before_laying,lay_off_before_laying
    a first lay that is none does not help | not_laid 5H 6H X1 | 3 X1 1 7H 3 QH QD 4 TH JH QH2 > 3D
        !joker_before_laying,first_lay_points
    what a set does not need is a lay off | opened kaluki joker_swap=true | 1 AS X1 X2 2 9S TS JS QS > 2D -X1 1 AD > 3D
        !joker_before_laying,joker_not_replayed 1 AC done !joker_before_laying,joker_not_replayed,lay_off_before_laying
    what goes beyond replacing is a lay off | not_laid 5H 6H X1 | -X1 1 7H 8H > 3D
        !joker_before_laying,joker_not_replayed,lay_off_before_laying
    a wrong card is one | not_laid 5H 6H 7H X1 | -X1 1 4H > 3D
        !joker_before_laying,joker_wrong_card,joker_not_replayed,lay_off_before_laying
    so is a joker pushed along its run | not_laid 5H 6H X1 | 1 7H > 3D !joker_before_laying,lay_off_before_laying
    """


class JokerWrongCard(Clause):
    """A joker is not taken for another card, nor without one."""

    clause = "joker_wrong_card"
    lines = """
    not for nothing | both_laid 5H 6H 7H X1 | 3 X1 3 KS KH > 4D !joker_wrong_card
    not for another card | both_laid 5H 6H 7H X1 | 3 X1 1 4H 3 KS KH > 4D !joker_wrong_card
    not for the card that it did not stand for | both_laid 2H 3H X1 said=AH | 3 X1 1 4H 3 KS KH > 4D !joker_wrong_card
    not for one card of a set of three | both_laid 8S 8H X1 | 3 X1 1 8D 3 KS KH > 4D !joker_wrong_card
    what the zone has become is said besides | both_laid 5H 6H X1 8H 9H | 3 X1 3 KS KH > 4D !not_a_meld,joker_wrong_card
    | both_laid 5H 6H X1 | 3 X1 3 KS KH > 4D !meld_too_short,joker_wrong_card
    """

    def test_not_two_for_one_card(self):
        table = both_laid("5H X1 X2 8H 9H", jokers_per_meld=2)
        table.move("X1", "meld1", "meld2")
        table.move("X2", "meld1", "meld3")
        self.refused(table.play(meld1="7H", meld3="KS KH", discard="4D"), "not_a_meld", "joker_wrong_card")
        self.why(table, "6♥ only")

    def test_a_refusal_names_every_face_that_would_do(self):
        table = both_laid("5H X1 X2 8H", jokers_per_meld=2)
        table.move("X1", "meld1", "meld3")
        self.refused(table.play(meld1="9H", meld3="KS KH", discard="4D"), "not_a_meld", "joker_wrong_card")
        self.why(table, "6♥ 7♥ only")

    def test_then_every_joker_keeps_its_card(self):
        table = both_laid("X1 X2 7H 8H X3", jokers_per_meld=3, jokers=8)
        table.move("X1", "meld1", "meld2")
        table.move("X2", "meld1", "meld3")
        # X3 is the nine: it is not pushed along while cards for the others lack.
        self.refused(table.play(meld1="9H", meld3="KS KH", discard="4D"), "joker_changed", "joker_wrong_card")


class JokerNotReplayed(Clause):
    """A joker that was taken lies in a meld at the end of the same turn."""

    clause = "joker_not_replayed"
    lines = """
    it is not kept | both_laid 5H 6H X1 | -X1 1 7H > 4D !joker_not_replayed
    nor discarded | both_laid 5H 6H X1 | -X1 1 7H > X1 !joker_not_replayed
    nor left on the seat zone | both_laid 5H 6H X1 | s0 X1 1 7H > 4D !joker_not_replayed
    every joker taken is replayed | both_laid 5H 6H X1 | 3 QH KH X2 > 4D > 5D -X1 2 X2 1 7H 3 AH > 6D
        !joker_not_replayed 3 X1 done ok
    """


lines(globals())
