"""Jokers at manipulation: RULES.md "manipulation", fine print 19, 20."""

from play import Clause, lines
from tables import dealt, laid


class JokerUndeclared(Clause):
    clause = "joker_undeclared"
    lines = """
    said it is put right | dealt | draw 1 5H 6H X1 done 1 X1=4H done ok laid=36
    a group does not hold its card twice | dealt | draw 1 KS KH X1 1 X1=KS done !joker_undeclared
    two jokers that could be exchanged are one way | dealt 3 | draw 1 5H X1 X2 8H done ok laid=63
    | dealt 3 | draw 1 9S 9H X1 X2 done ok laid=68
    two jokers of three faces are not | dealt 3 | draw 1 9S X1 X2 done !joker_undeclared
    | dealt 3 | draw 1 5H 6H X1 X2 done !joker_undeclared
    the lower number has the lower place | dealt 3 | draw 1 5H X1 X2 8H done draw 1 9H 1 X1=7H done !joker_changed
        1 X1=6H done ok
    a card is said of one joker only | dealt 3 | draw 1 KS X1 X2 1 X1=KH 1 X2=KH done !joker_undeclared
    a free joker beside a bound one has one way | dealt 3 | draw 1 5H X1 7H done draw 1 X2 9H done ok seat=1 laid=34
    # X2 is the other ace: there is no other place
    both aces of a run may be jokers | dealt 3 | draw 1 2H 3H 4H 5H 6H 7H 8H 9H TH JH done draw 1 QH KH X1 1 X1=AH done
        draw 1 X2 done ok seat=2 laid=25
    two ways must be decided | with_joker cards=KS~KH~X1/5H~6H~X1/QH~KH~X1/2H~3H~X1 | !joker_undeclared
    one way is taken as said | with_joker cards=KS~KH~KD~X1/5H~X1~7H/AH~2H~X1/KH~AH~X1 | ok seat=0
    to say what cannot be is to say nothing | with_joker cards=5H~6H~X1 said=9H/7S/6H | !joker_undeclared
    """

    def with_joker(self, cards, said=None):
        return dealt().turn(1, [("meld1", "X1", said)] if said else (), meld1=cards)


class EitherJoker(Clause):
    """Of two jokers that stood in one meld, either is free once the card of one lies there."""

    clause = "joker_changed"
    lines = """
    one of them keeps the other card | dealt 3 | draw 1 5H X1 X2 8H done draw 2 X1 X2 1 6H 2 KS KH 3 5D 6D 7D done
        !not_a_meld,joker_changed
    jokers of two melds are not alike | dealt 3 | draw 1 5H X1 7H 8H 2 9S X2 JS done draw 3 X2 1 6H 2 7S 8S 3 KS KH KD
        done !not_a_meld,joker_undeclared,joker_changed
    either moves | dealt 3 | draw 1 5H X1 X2 8H done draw 2 X1 1 6H 2 KS KH KD done ok seat=1
    | dealt 3 | draw 1 5H X1 X2 8H done draw 2 X2 1 6H 2 KS KH KD done ok seat=1
    # A wrong declaration for a bound joker is refused, whatever else is wrong.
    a misnamed joker is said beside what its zone breaks | misnamed | 1 9D done !not_a_meld,joker_changed
    | misnamed | -5H done !card_left_table,meld_too_short,joker_changed
    | misnamed | -5H,6H 1 8D 8D2 done !card_left_table,set_same_suit,joker_changed
    | misnamed | 1 8H X2 done !joker_undeclared,joker_changed
    | misnamed | 1 8H done !joker_changed
    """

    def misnamed(self):
        """Return a table where X1, which is the seven, has been said to be the four."""
        table = laid([("meld1", "X1", "7H")], seats=3, meld1="5H 6H X1", meld9="9S 9H 9D2")
        table.say("meld1", "X1", "4H")
        table.put("meld9", "9C")
        return table


class ManipulationJoker(Clause):
    clause = "manipulation_joker"
    lines = """
    a meld may hold many | dealt 3 | draw 1 KS X1 X2 1 X1=KH 1 X2=KD done ok laid=60
    a joker may move as its card | dealt | draw 1 5H 6H 7H 8H X1 1 X1=9H done draw 2 X1 2 9S 9D done ok seat=1 laid=18
    not as another | dealt | draw 1 5H 6H 7H 8H X1 1 X1=9H done draw 2 X1 2 8S 8D done !joker_changed seat=1
    it keeps its suit | dealt | draw 1 KS KH KC X1 1 X1=KD done draw 2 X1 2 JD QD done ok laid=20
    | dealt | draw 1 KS KH KC X1 1 X1=KD done draw 2 X1 2 JC QC done !joker_changed
    it is not declared anew | dealt | draw 1 5H 6H X1 1 X1=7H done draw 2 9S 9H 9D 1 X1=4H done !joker_changed seat=1
    its card from the hand frees it | dealt | draw 1 5H X1 7H done draw 2 X1 1 6H 2 KS KH 2 X1=KD done ok seat=1 laid=26
    so does its card from another meld | dealt | draw 1 5H X1 7H 2 6S 6H 6D 6C done draw 3 X1 1 6H 3 KS KH 3 X1=KD done
        ok seat=1 laid=20
    so does the card of the other deck | dealt seats=3 | draw 1 5H X1 7H done draw 2 X1 1 6H2 2 KS KH 2 X1=KD done
        ok seat=1
    its card elsewhere does so too | dealt | draw 1 5H 6H 7H X1 1 X1=8H done draw 2 X1 2 KS KH 3 8H 8S 8D 2 X1=KD done
        ok seat=1 laid=44
    also where it went on from the jokers place | dealt | draw 1 6H 7H 8H X1 2 9S 9D 9C 1 X1=9H done draw 3 X1 1 9H
        3 KS KH 2 9H 3 X1=KD done ok seat=1 laid=29
    also where its meld is made anew in another zone | dealt | draw 1 7H X1 9H done draw -7H,X1,9H 1 KS KH X1 2 7H 8H 9H
        1 X1=KD done ok seat=1 laid=28
    also where melds change places | dealt | draw 1 QS QD X1 2 7H 8H 9H 1 X1=QH done draw -QS,QD,X1 1 7H 8H 9H 1 X1
        2 QS QD QH 1 X1=TH done ok seat=1 laid=10
    also if it lay there when the turn began | dealt | draw 1 5H 6H 7H X1 1 X1=8H done draw 2 8S 8H 8D done ok seat=1
        3 X1 draw 3 KS KH 3 X1=KD done ok seat=0 laid=20
    not on a seat zone | dealt | draw 1 5H 6H 7H X1 1 X1=8H done draw 2 X1 s1 8H 2 KS KH 2 X1=KD done !joker_changed
    a joker of its rank and suit does not | dealt seats=3 | draw 1 5H 6H 7H X1 1 X1=8H done draw 2 8S 8D X2 2 X2=8H done
        ok seat=1 3 X1 draw 3 KS KH 3 X1=KD done !joker_changed seat=2
    one card frees both | dealt seats=3 | draw 1 5H 6H 7H X1 1 X1=8H done draw 2 8S 8D 8C X2 2 X2=8H done 3 X1 4 X2 draw
        1 8H 3 KS KH KD 4 QS QH QD done ok seat=2 laid=68
    each is free for itself | dealt seats=3 | draw 1 5H X1 7H 2 9S X2 JS done draw 3 X1 4 X2 1 6H 2 TS2 3 KS KH KD
        4 QS QH QD done ok seat=1
    | dealt seats=3 | draw 1 5H X1 7H 2 9S X2 JS done draw 4 X2 1 6H 2 8S 7S 4 QS QH QD done
        !not_a_meld,joker_undeclared,joker_changed seat=1
    freed it stays on the table | dealt | draw 1 5H X1 7H done draw -X1 1 6H done !card_left_table seat=1
    freed it may stay where it is | dealt | draw 1 5H X1 7H done draw 1 6H 1 X1=8H done ok seat=1 laid=6
    freed it is declared anew where it cannot keep its card | dealt | draw 1 5H X1 7H done draw 1 6H done
        !joker_undeclared 1 X1=4H done ok
    and keeps its new card | dealt | draw 1 5H X1 7H done draw 1 6H 1 X1=8H done draw 2 9S 9H 9D 1 X1=4H done
        !joker_changed seat=0
    what was taken as said is kept too | dealt | draw 1 5H X1 7H done draw 2 X1 3 7H 1 4H 3H 2 6S 6D 3 8H 9H done
        ok seat=1
    two players have one joker more have two | dealt 3 | draw 1 5H 6H X2 1 X2=7H done ok
    freed it keeps its card where nothing is said | dealt show_melds=true | draw 1 6H 7H X1 1 X1=8H done draw 2 8S 8H 8D
        done ok seat=1 draw 1 5H meld zone=meld1 jokers=X1:8H done ok seat=0 events:turn
    or where what is said counts as not made | dealt show_melds=true | draw 1 6H 7H X1 1 X1=8H done draw 2 8S 8H 8D
        1 X1=KS ~ done ok seat=1 events:turn
    what is said comes before it | dealt show_melds=true | draw 1 6H 7H X1 1 X1=8H done draw 2 8S 8H 8D 1 X1=5H
        meld zone=meld1 jokers=X1:5H done ok seat=1 events:turn
    """

    def reading(self, table, zone):
        """Return the jokers' faces in a zone, as last reported."""
        said = [each for each in table.all if each["event"] == "meld" and each["zone"] == zone]
        return said[-1]["jokers"]

    def test_of_two_old_cards_that_of_the_lower_number_comes_first(self):
        # Both stood for the king of hearts: one may keep it, the other has one way left.
        table = laid([("meld1", "X1", "KH")], seats=3, show_melds=True, meld1="KS KD X1")
        table.turn(0, [("meld2", "X2", "KH")], meld2="JH QH X2")
        table.turn(1, meld3="TH2 JH2 QH2 KH2")
        table.lift("meld2", "X2")
        self.accepted(table.turn(1, meld1="X2", meld2="TH"), seat=0)
        self.assertEqual(self.reading(table, "meld1"), {"X1": "KH", "X2": "KC"})

    def test_what_is_said_of_one_goes_before_the_old_card_of_the_other(self):
        table = laid([("meld1", "X1", "KH")], seats=3, show_melds=True, meld1="KS KD X1")
        table.turn(0, meld2="TH2 JH2 QH2 KH2")
        self.accepted(table.turn(1, [("meld1", "X2", "KH")], meld1="X2"), seat=2)
        self.assertEqual(self.reading(table, "meld1"), {"X1": "KC", "X2": "KH"})


lines(globals())
