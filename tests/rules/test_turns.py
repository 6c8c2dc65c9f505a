"""Turns, hands and the deal: RULES.md "A turn of the active seat", fine print 11, 12."""

from play import Clause, lines, opened, ready


class Turns(Clause):
    clause = "turns"
    lines = """
    the seat left of the dealer begins | Play rami51 seats=3 dealer=0 | deal > 4C > 2D ok seat=1
    | Play rami51 seats=3 dealer=1 | deal > 4C > 2D ok seat=2
    | Play rami51 seats=3 dealer=2 | deal > 4C > 2D ok seat=0
    the discard ends the turn | ready rami51 | 1 5H 6H 7H ~ > 2D ok seat=0 took=stock laid=18 hand=10
    a refused turn stays open | ready rami51 | 1 5H 6H > 2D !meld_too_short seat=0 -5H,6H done0 ok seat=0 laid=0 hand=13
    done has it judged again | ready rami51 | 1 5H 6H > 2D done !meld_too_short seat=0
    a discard after a refusal is judged at once | ready rami51 | 1 5H 6H > 2D -2D 1 7H > 3D ok laid=18
    moves within a turn do not matter | ready rami51 | 1 5H 6H 7H 2 KS KH 3 5H 6H 7H -KS,KH > 2D ok laid=18 hand=10
    each seat lays on its turn | ready rami51 | 1 5H 6H 7H > 2D 2 9S TS JS > 3D ok seat=1 laid=29
    the dealer passes clockwise | Play rami51 seats=3 dealer=1 hand=3 first_lay_points=0 first_lay_pure_run=false | deal
        > 4C 1 5H 6H 7H > 2D round dealer=2 clear deal2 ~ > 4C > 2D ok seat=0
    play goes clockwise | Play rami51 seats=5 dealer=1 | deal > 4C > 2D ok seat=2 > 3D ok seat=3 > 4D ok seat=4 > 5D
        ok seat=0 > 6D ok seat=1 > 7D ok seat=2
    """

    def test_the_log_says_so_in_one_line(self):
        """The example of LOG.md."""
        table = opened("rami51", dealer=0)
        table.play(meld1="5H 6H 7H 8H", meld2="KS KH X1", discard="2D")
        turn = '{"t":%d,"event":"turn","seat":1,"took":"stock","laid":56,"hand":6}'
        self.assertEqual(table.lines, [turn % table.t])


class Hands(Clause):
    clause = "hands"
    lines = """
    cards laid and laid off are taken off | ready rami51 hand=13 | 1 5H 6H 7H > 2D ok seat=0 hand=10 > 3D 1 8H
        2 9S TS JS > 4D ok seat=0 hand=6
    a joker taken and replayed is neutral | ready rami51 hand=13 joker_swap=true | 1 5H 6H X1 > 2D > 3D -X1 1 7H X1 > 4D
        ok seat=0 hand=9
    seat zones mean nothing during the play | ready rami51 hand=13 | s0 5H 6H 7H s1 9S TS JS > 2D
        ok seat=0 laid=0 hand=13
    chamberliens deals 14 | opened chamberliens | > 2D ok hand=14
    rami51 and rami30 deal 13 | opened rami51/rami30 | > 2D ok hand=13
    rami7 deals 7 | opened rami7 opening_draw=true | > 2D ok hand=7
    a house may deal 14 | opened rami51 hand=14 | > 2D ok hand=14
    """


class TooManyCards(Clause):
    clause = "too_many_cards"
    lines = """
    more cards than the hand are too many | ready rami51 hand=3 | 1 5H 6H 7H 8H > 2D !too_many_cards why:5,4
    also without a discard | ready rami51 hand=3 | 1 5H 6H 7H 8H 9H done !too_many_cards
    just as many are not | ready rami51 hand=3 | 1 5H 6H 7H > 2D ok hand=0
    the hand is what is left from turn to turn | ready rami51 hand=4 | 1 5H 6H 7H > 2D > 3D 1 8H 9H > 4D
        !too_many_cards seat=0
    two cards on the discard are too many | ready chamberliens/rami51/rami30/rami7 | > 2D 3D !too_many_cards seat=0
    one taken back puts it right | ready rami51 | > 2D 3D -3D done0 ok seat=0 hand=13
    gin discards one card too | opened gin | -4C > 2D 3D !too_many_cards seat=0
    manipulation asks it too | dealt | draw 1 5H 6H 7H 8H 2 9S 9H 9D 9C 3 JS QS KS AS done !too_many_cards
    in rami7s opening there is no card drawn | opened rami7 hand=3 opening_draw=false first_lay_points=0 | 1 5H 6H 7H
        > 2D !too_many_cards
    """


class GoingOut(Clause):
    clause = "going_out"
    lines = """
    the last card may be discarded | last_cards | 1 8H > 4D ok seat=0 hand=0 round how=out winners=0,
    or laid | last_cards | 1 8H 9H done ok seat=0 hand=0 round how=out winners=0,
    also by the discard alone | ready rami51 hand=3 opening_draw=true | 1 5H 6H 7H > 2D round winners=0, round=1
    rounds are numbered | Play rami51 hand=3 first_lay_points=0 first_lay_pure_run=false | clear deal > 4C 1 5H 6H 7H
        > 2D round round=1 clear deal > 4C 1 5H 6H 7H > 2D round round=2 clear deal > 4C 1 5H 6H 7H > 2D round round=3
    the round waits for hands that count | ready rami51 hand=4 final_discard=optional penalties=true | 1 5H 6H 7H > 2D
        2 9S TS JS > 3D > 4D 2 QS KS done ok seat=1 hand=0 events:turn
    """

    def last_cards(self, game="rami51", **rules):
        """Return a table where seat 0 has laid and holds one card; seat 1 has laid nothing."""
        table = ready(game, hand=4, **rules)
        table.lay(meld1="5H 6H 7H")
        table.discards("2D 3D")
        return table


lines(globals())
