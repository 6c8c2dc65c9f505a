"""Gin up to the knock: RULES.md "gin", fine print 13, 14, 18."""

from play import Clause, lines, opened
from tables import AtGin

CARDS = ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AD 2D 3D 4D").split()


class GinOpening(Clause):
    clause = "gin_opening"
    lines = """
    the non dealer begins | opened gin dealer=0 | view: seat=1
    | opened gin dealer=1 | view: seat=0
    he may take the upcard | opened gin | -4C > 2D ok seat=0 took=discard laid=0 hand=10
    then the dealer may take it | opened gin | pass -4C > 2D ok seat=1 took=discard hand=10
    a card from the discard may be kept | both_passed | > 2D > 3D -3D > 5D ok seat=0 took=discard hand=10
    cards on zones before a knock mean nothing | both_passed | 1 5H 6S 2 9S s0 KH s1 TD > 2D ok seat=0 laid=0 hand=10
    every card may be the upcard | opened gin upcard=AS | -AS pass !pass_not_allowed > AS !return_same_card -AS > 2D
        ok took=discard
    a pass is a turn | opened gin | pass ok seat=0 took=none laid=0 hand=10
    if both pass the non dealer draws from the stock | both_passed | ok seat=1 took=none > 2D
        ok seat=0 took=stock hand=10
    """


class ReturnSameCard(Clause):
    clause = "return_same_card"
    lines = """
    the upcard taken is kept | opened gin | -4C > 4C !return_same_card seat=0
    so is a discard later on | both_passed | > 2D -2D > 2D !return_same_card seat=1
    another card puts it right | both_passed | > 2D -2D > 2D -2D > 3D ok seat=1 took=discard hand=10
    it may be discarded in a later turn | both_passed | > 2D -2D > 3D > 5D > 2D ok seat=1 took=stock
    the other may take it at once | both_passed | > 2D -2D > 3D -3D > 5D ok seat=0 took=discard
    """


class PassNotAllowed(Clause):
    clause = "pass_not_allowed"
    lines = """
    nobody passes after the opening | both_passed | pass !pass_not_allowed seat=0
    nor once the upcard was taken by one | opened gin | -4C > 2D pass !pass_not_allowed seat=1
    nor after taking it | opened gin | -4C pass !pass_not_allowed seat=0
    nor after a draw | opened gin | draw pass !pass_not_allowed seat=0
    nobody passes in other games | opened chamberliens/rami51/rami30/rami7 | pass !pass_not_allowed seat=0
    | Play manipulation | deal pass !pass_not_allowed seat=0
    it changes nothing | both_passed | pass > 2D ok seat=0 took=stock
    """


class StockFloor(Clause):
    clause = "stock_floor"
    lines = """
    the same dealer deals again | both_passed stock_floor=30 | > 2D round how=void dealer=1 clear deal1 > 4C pass
        ok seat=0
    the round counts as a deal | both_passed stock_floor=30 | > 2D round how=void round=1 clear deal > 4C pass pass > 2D
        round how=void round=2 clear deal > 4C pass pass
    a refused knock leaves it void | both_passed stock_floor=30 | knock > 2D s0 5H 6H 7H 9S 9H 9D JC QC TH TS done0
        !knock_too_high seat=0 round how=void scores=0,0 winners=, dealer=1
    two cards left void the round | both_passed | discards:28 events:turn > 3D ok took=stock
        round how=void scores=0,0 winners=, totals=0,0 dealer=1 round=1
    a taken discard leaves the stock as it was | opened gin stock_floor=30 | -4C > 2D events:turn > 3D round how=void
    the floor may be none | both_passed stock_floor=0 | discards:30 events:turn > 5D round how=void
    a knock comes first | both_passed stock_floor=30 | knock > 2D events:turn 1 5H 6H 7H 8H 2 9S 9H 9D 3 JC QC KC done0
        ~
    """

    def discards(self, table, count):
        table.discards(" ".join(CARDS[:count]))


class BigGin(AtGin):
    clause = "big_gin"
    lines = """
    the opponents deadwood and 31 | eleven take=true | 1 5H 6H 7H 8H 2 9S 9H 9D 3 TC JC QC KC done0
        ok took=discard hand=11 theirs: round how=big_gin scores=60,0 winners=0, dealer=0
    the table arranges them too | eleven take=true big_gin_bonus=0 | s0 5H 6H 7H 8H 9S 9H 9D TC JC QC KC done0
        ok hand=11 s1 8S 8D 8C 2H 3H 4H KS TS 6C 3D done1 round how=big_gin scores=29,0
    the house may set the bonus | eleven take=true big_gin_bonus=50 | s0 5H 6H 7H 8H 9S 9H 9D TC JC QC KC done0
        s1 8S 8D 8C 2H 3H 4H KS TS 6C 3D done1 round how=big_gin scores=79,0
    one that is none lacks the discard | eleven | 1 5H 6H 7H 2 9S 9H 9D 3 TC JC QC KC s0 2D done0 !no_discard seat=0
    the turn stays open then | eleven | 1 5H 6H 7H 2 9S 9H 9D 3 TC JC QC KC s0 2D done0 > 2D
        ok seat=0 took=stock hand=10
    cards that the opponent lays off count | eleven take=true big_gin_bonus=0 | 1 5H 6H 7H 8H 2 9S 9H 9D 3 TC JC QC KC
        done0 2 9C theirs:KS,TS,6C round how=big_gin scores=35,0
    and the knock holds | eleven | 1 5H 6H 7H 2 9S 9H 9D 3 TC JC QC s0 2D 3S done0 !no_discard seat=0 > 3S done0 ~
        theirs: round how=knock scores=27,0
    # ten of them, which the opponent has accepted
    eleven cards are laid | eleven | s0 5H 6H 7H 9S 9H 9D TC JC QC KC done0
        warning code=count_mismatch zone=seat0 expected=11 read=10 done1 ok hand=11 s1 KS TS 6C 3D 8S 8D 8C 2H 3H 4H
        done1 round how=big_gin scores=60,0 short=0,
    its number is accepted only while it is open | eleven | done0 > KD done1 warning code=not_your_turn seat=1
    its melds are judged | eleven | 1 5H 6H s0 9S 9H 9D 9C TC JC QC KC 2D done0 !meld_too_short seat=0
    the count after it is another one | eleven | done0 warning code=count_mismatch expected=11 read=0 > KD
        s0 5H 6H 7H 9S 9H 9D TC JC QC done0 warning code=count_mismatch expected=10 read=9
    eleven cards in melds need no discard | eleven | 1 5H 6H 7H 2 9S 9H 9D 9C 3 TC JC QC KC done0
        ok seat=0 took=stock laid=0 hand=11 events:turn
    """

    def eleven(self, take=False, **rules):
        table = opened("gin", upcard="8H", **rules)
        if take:
            table.take("8H")
        else:
            table.press("pass")
            table.press("pass")
        table.press("knock")
        return table


lines(globals())
