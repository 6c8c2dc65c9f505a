"""The end of a round of manipulation: RULES.md "manipulation", fine print 22 to 24."""

from play import lines
from tables import AtManipulation, dealt


def used_up(seats=2):
    """Return a table with an empty stock; nobody has melded."""
    table = dealt(seats)
    for _ in range(11 if seats == 2 else 25):
        table.turn(3)
    if seats > 2:
        table.turn()
    return table


def ended(mine, his):
    """Return a table whose stock is used up, after a card each is counted."""
    table = used_up()
    table.done()
    table.done()
    for seat, hand in enumerate((mine, his)):
        table.feed(ruling="hand", seat=seat, cards=1)
        table.count(seat, hand)
    return table


class ManipulationKnock(AtManipulation):
    clause = "manipulation_knock"
    lines = """
    a knock ends the turn | knocked_low | ok seat=0 took=stock laid=83 hand=1
    the seats count in any order | knocked_low | counts:-,LOW ~ s0 3S done0 round how=knock scores=24,0
    a refused turn forgets the knock | dealt | draw 1 5H 6H 7H 8H 10 TD JD 2 9S 9H 9D 3 JS QS KS knock
        !meld_too_short,too_many_cards seat=0 -TD,JD done ok seat=0 hand=1 draw3 done ok seat=1
    too high the turn stands and the next seat is on turn | knocked_low | s0 7S done0 !knock_too_high seat=0 draw3 done
        ok seat=1 hand=13
    all counts are dropped then | knocked_low | counts:-,LOW s0 7S done0 !knock_too_high seat=0
        -2C,2D,3C,3D,3H,4C,4D,4H,AC,AD draw 4 2S 3S 4S 5S 5 6D 6C 6S 6 TD JD QD knock s0 7S done0 ~ s1 AC done1
        round how=knock scores=0,6
    # its own count is awaited: it accepts nothing
    the number of cards comes first | knocked_low | s0 3S 7S done0
        warning code=count_mismatch zone=seat0 expected=1 read=2 done1
        warning code=count_mismatch zone=seat1 expected=10 read=0 counts:-,LOW done1 !knock_too_high seat=0
    the player who puts down the last card is out | dealt | ten:0 3 TS done ok hand=0 counts:-,LOW
        round how=out winners=0,
    | dealt | ten:0 3 TS knock ok hand=0 counts:-,LOW round how=out winners=0,
    and the round at once | knocked_low | draw 1 9H counts:3S,LOW round how=knock scores=24,0
    the house may set the limit | knocked_low knock_limit=7 | counts:7S,LOW round how=knock scores=20,0
    one may knock without a meld | dealt knock_limit=100 | draw3 knock ok laid=0 hand=13 counts:LOW~2H~8C~8D,HIGH
        round how=knock scores=55,0
    """


class KnockNotAllowed(AtManipulation):
    clause = "knock_not_allowed"
    lines = """
    in the laying games | opened chamberliens/rami51/rami30/rami7 | knock !knock_not_allowed seat=0
    it changes nothing | opened rami51 | knock > 2D ok seat=0
    in the last turns | used_up | knock !knock_not_allowed seat=1 done ok seat=1 took=none
    who takes the last card may knock | dealt knock_limit=1000 | turns:10 draw3 knock ok seat=0 took=stock hand=28
    """


class LastTurns(AtManipulation):
    clause = "last_turns"
    lines = """
    each seat has one more turn | used_up | ok seat=0 took=stock done ok seat=1 took=none laid=0 hand=25 done
        ok seat=0 took=none laid=0 hand=28 done1 warning code=count_mismatch zone=seat1 expected=25 read=0
    # 76 cards: seat 1 takes the last
    the one that took the last card is the last | used_up 3 | done ok seat=2 done ok seat=0 done ok seat=1
        view: phase=count
    taken back the turn that used it up may draw and knock | used_up | undo ruling seat=0 draw3 done ok took=stock
        knock !knock_not_allowed seat=1 done ok seat=1 took=none knock !knock_not_allowed seat=0 done
        ok seat=0 took=none view: phase=count
    | used_up | undo ruling seat=0 draw3 knock ok seat=0 took=stock
    one may meld without a draw | used_up | 1 5H 6H 7H done ok seat=1 took=none laid=18 hand=22
    but must add a card | used_up | 1 5H 6H 7H 8H 2 8S 8D 8C done 2 8H done !nothing_added seat=0
    then the lowest hand wins | ended KS his=3S | round how=stock_out scores=0,7 winners=1, dealer=0
    nobody adds ten | ended 3S his=KS | round how=stock_out scores=7,0 winners=0,
    tied lowest hands all win | ended KS his=KH | round how=stock_out scores=0,0 winners=0,1
    # fewer cards than seat 0 holds are accepted as read
    one may go out | used_up | 1 AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS 2 AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH done
        ok seat=1 took=none hand=0 s0 KH done0 done1 round how=out scores=0,35 winners=1,
    the last card with a meld uses the stock up too | dealt | turns:10 draw2 1 5H 6H 7H done draw 1 8H done
        ok seat=1 took=stock done ok seat=0 took=none
    """


class ManipulationScore(AtManipulation):
    clause = "manipulation_score"
    lines = """
    two players score the difference | knocked_low | counts:3S,LOW
        round how=knock scores=24,0 winners=0, totals=24,0 dealer=0 round=1
    more score the sum of the differences | knocked_low 3 | counts:3S,LOW,HIGH
        round how=knock scores=121,0,0 winners=0, dealer=0
    a joker counts 25 an ace 1 | knocked_low | counts:AS,X1~AC~AD~AH~KD~QD~TD~9C~8C~7C round how=knock scores=81,0
    a winner who did not knock adds 10 | knocked_low before=0, | counts:AC,4D round how=undercut scores=13,0 winners=0,
    a tie goes to the other | knocked_low before=0, | counts:4C,4D round how=undercut scores=10,0 winners=0,
    a tie with two others goes to both | knocked_low 3 before=0,1 | counts:4C,4D,4H
        round how=undercut scores=10,10,0 winners=0,1
    a tie with one of two | knocked_low 3 before=0,1 | counts:4C,9C,4D round how=undercut scores=15,0,0 winners=0,
    seats tied below the knocker each win | knocked_low 3 before=0,1 | counts:2C,2D,5C
        round how=undercut scores=13,13,0 winners=0,1
    seats tied above the knocker do not | knocked_low 3 before=0,1 | counts:5C,5D,2C
        round how=knock scores=0,0,6 winners=2,
    who goes out adds 25 | dealt 3 | ten:0 3 TS done counts:-,LOW,HIGH round how=out scores=152,0,0 winners=0,
    and wins alone where another counts nothing too | dealt | ten:0 3 TS done count seat=1 points=0
        round how=out scores=25,0 winners=0,
    nobody is undercut by going out | dealt | ten:0 done ten:1 6 KD done ok seat=1 hand=0 counts:AC
        round how=out scores=0,26 winners=1,
    totals add up and the deal goes clockwise | knocked_low 3 | counts:3S,LOW,HIGH round dealer=0 clear deal0 ~ ten:0
        knock counts:LOW,3S,HIGH round how=knock scores=0,121,0 totals=121,121,0 dealer=1 round=2
    """


lines(globals())
