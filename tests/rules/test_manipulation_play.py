"""Turns at manipulation: RULES.md "manipulation", fine print 21."""

from play import Clause, lines
from tables import AtManipulation


class ManipulationDraws(AtManipulation):
    clause = "manipulation_draws"
    lines = """
    after one card one may meld | dealt | draw 1 5H 6H 7H done ok seat=0 took=stock laid=18 hand=8
    after two cards too | dealt | draw2 1 5H 6H 7H done ok took=stock laid=18 hand=9
    without a meld one draws three | dealt | draw3 done ok took=stock laid=0 hand=13
    they may come one by one | dealt | draw draw draw done ok hand=13
    their order in time does not matter | dealt | 1 5H 6H 7H draw done ok laid=18 hand=8
    a card may be put back | dealt | draw3 draw-1 1 5H 6H 7H done ok hand=9
    four cards are too many | dealt | draw4 done !too_many_draws
    where the stock has fewer one draws them | dealt | turns:10 draw2 1 5H 6H 7H done draw done
        ok seat=1 took=stock laid=0 hand=26
    but not fewer than it has | dealt | turns:10 draw 1 5H 6H 7H done draw done !no_draw seat=1
    play goes clockwise | dealt 3 | draw3 done ok seat=0 draw3 done ok seat=1 draw3 done ok seat=2 draw3 done ok seat=0
    """


class ThirdDrawNoMeld(Clause):
    clause = "third_draw_no_meld"
    lines = """
    three cards and a meld are refused | dealt | draw3 1 5H 6H 7H done !third_draw_no_meld
    an added card is a meld | dealt | draw 1 5H 6H 7H done draw draw2 1 8H done !third_draw_no_meld seat=1
    taken back it is put right | dealt | draw3 1 5H 6H 7H done -5H,6H,7H done ok laid=0 hand=13
    in the next turn one may | dealt | draw3 done draw3 done draw 1 5H 6H 7H done ok seat=0 laid=18 hand=11
    a fourth is too many besides | dealt | draw4 1 5H 6H 7H done !too_many_draws,third_draw_no_meld
    """


class NothingAdded(Clause):
    clause = "nothing_added"
    lines = """
    to rearrange the table is not to meld | dealt | draw 1 5H 6H 7H 8H 2 8S 8D 8C done draw draw2 2 8H done
        !nothing_added seat=1
    nor does it spare the draws | dealt | draw 1 5H 6H 7H 8H 2 8S 8D 8C done draw 2 8H done !no_draw,nothing_added
    with a card added it is | dealt | draw 1 5H 6H 7H 8H 2 8S 8D 8C done draw 2 8H 1 4H done ok seat=1 laid=4
    put back nothing was moved | dealt | draw 1 5H 6H 7H 8H 2 8S 8D 8C done draw draw2 2 8H 1 8H done ok laid=0
    after three draws nothing else is wrong with it | dealt | draw 1 5H 6H 7H 8H 2 8S 8D 8C done draw 2 8H draw2 done
        !nothing_added
    """


class CardLeftTable(Clause):
    clause = "card_left_table"
    lines = """
    not into the hand | dealt | draw 1 5H 6H 7H 8H done draw -8H 2 9S 9H 9D done !card_left_table seat=1
    nor onto a seat zone | dealt | draw 1 5H 6H 7H 8H done draw s1 8H 2 9S 9H 9D done !card_left_table
    nor onto the discard | dealt | draw 1 5H 6H 7H 8H done draw > 8H 2 9S 9H 9D done !card_left_table
    what is left is judged besides | dealt | draw 1 5H 6H 7H done draw -7H 2 9S 9H 9D done
        !card_left_table,meld_too_short
    on the table it may go anywhere | dealt | draw 1 5H 6H 7H 8H done draw 9 5H 6H 7H 8H 9 9H done
        ok seat=1 laid=9 hand=10
    put back it did not leave | dealt | draw 1 5H 6H 7H 8H done draw -8H 1 8H 2 9S 9H 9D done ok laid=27
    """


class ManipulationTable(Clause):
    clause = "manipulation_table"
    lines = """
    there is no minimum | dealt | draw 1 AH 2H 3H done ok laid=6
    cards on the table may be rearranged | dealt | draw 1 3H 4H 5H 6H 7H 8H 9H done draw 2 7H 8H 9H 3 6H 3 6S 6D done
        ok seat=1 laid=12 hand=9
    but every zone must be legal in the end | dealt | draw 1 3H 4H 5H 6H 7H done draw 2 5H 2 5S 5D done
        !not_a_meld seat=1
    cards added count their value in hand | dealt | draw 1 QH KH AH 2 9S X1 9D done !joker_undeclared 2 X1=9C done
        ok laid=64
    there is no discard | dealt | draw3 > 2D ~ done ok laid=0 hand=13
    groups are three or four of a rank | dealt 3 | draw 1 8S 8H done !meld_too_short 1 8D done ok draw 1 8C done ok draw
        1 8S2 done !not_a_meld
    a group holds no card twice | dealt 3 | draw 1 8S 8H 8S2 done !set_same_suit
    | dealt 3 | draw 1 8S 8H 8D2 done ok
    runs are of one suit | dealt | draw 1 5H 6H 8H done !not_a_meld 1 7H done ok
    | dealt | draw 1 5H 6S 7H done !not_a_meld
    the ace is low or high | dealt | draw 1 AH 2H 3H 2 QS KS AS done ok
    | dealt | draw 1 KH AH 2H done !not_a_meld
    the first to meld lays a whole meld | dealt | draw 1 5H 6H done !meld_too_short
    later one may add a card without a meld of ones own | dealt | draw 1 5H 6H 7H done draw 1 8H done
        ok seat=1 laid=8 hand=10
    """


lines(globals())
