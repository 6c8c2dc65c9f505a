"""Rami 500: RULES.md "rami500" and its fine print."""

from play import Clause, lines, opened
from tierce.presets import rules_of


def dealt(**rules):
    """Return a table of two where 9C, 2D, 5D, KD and 8C lie on the discard; seat 0 is on turn."""
    table = opened("rami500", upcard="9C", **rules)
    table.discards("2D 5D KD 8C")
    return table


class Cards(Clause):
    clause = "lay_values"
    lines = """
    an undeclared joker is the higher card | opened rami500 upcard=9C show_melds=true | 1 QS KS X1
        meld jokers=X1:AS points=35 2 2S 3S X2 meld jokers=X2:4S points=20
    with two packs a run may have an ace at each end | opened rami500 seats=5 upcard=9C hand=15 |
        1 AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS2 > 2D ok laid=100
    # The six and the kings are new on the table; the joker counts for who laid it.
    jokers stay on the table | opened rami500 upcard=9C joker_swap=false | 1 4S 5S X1 > 2D -X1 1 6S 2 KH KD X1 > 2H
        !meld_broken
    | opened rami500 upcard=9C joker_swap=true | 1 4S 5S X1 > 2D -X1 1 6S 2 KH KD X1 > 2H ok laid=26
    an ace is 15 but 1 before a 2 | opened rami500 upcard=9C | 1 AS AH AD > 2D ok laid=45 view: points_laid=45,0
    | opened rami500 upcard=9C | 1 QS KS AS > 2D ok laid=35
    | opened rami500 upcard=9C | 1 AS 2S 3S > 2D ok laid=6
    a joker is 15 wherever it lies | opened rami500 upcard=9C | 1 4S 5S X1 > 2D ok laid=24
    | opened rami500 upcard=9C | 1 3S 3H X1 > 2D ok laid=21
    | opened rami500 upcard=9C | 1 X1 2S 3S > 2D ok laid=20
    | opened rami500 upcard=9C | 1 AS X1 3S > 2D ok laid=19
    | opened rami500 upcard=9C | 1 7H X1 X2 > 2D ok laid=37
    nothing is asked of a first lay | opened rami500 upcard=9C | 1 2H 2S 2C > 2D ok laid=6 view: points_laid=6,0
    """

    def test_the_deck_and_the_hands_go_by_the_number_of_seats(self):
        for seats, hand, deck in ((2, 13, 54), (3, 7, 54), (4, 7, 54), (5, 7, 108), (6, 7, 108)):
            rules = rules_of("rami500", seats, {})
            self.assertEqual((rules["hand"], rules["deck"]), (hand, deck))

    def test_the_house_says_how_many_jokers_with_two_packs_too(self):
        self.assertEqual(rules_of("rami500", 2, {"jokers": 0})["deck"], 52)
        self.assertEqual(rules_of("rami500", 6, {"jokers": 0})["deck"], 104)
        self.assertEqual(rules_of("rami500", 5, {"jokers": 2})["deck"], 106)


class Pile(Clause):
    clause = "rami500_pile"
    lines = """
    the top card alone | dealt | -8C 1 8C 8S 8H > 2H ok took=discard laid=24 hand=10 view: pile=47,27,30,38,14
    # 13 and three taken, less three laid and one discarded.
    a deeper one with all above | dealt | -5D,KD,8C view: taken=30 1 5D 5S 5H > 2H ok took=discard laid=15 hand=12
        view: pile=47,27,14
    cards may leave one by one in any order | dealt | -5D -KD -8C view: taken=30 1 5D 5S 5H > 2H ok took=discard hand=12
    | dealt | -8C -KD -5D view: taken=30 1 5D 5S 5H > 2H ok took=discard hand=12
    | dealt | -KD -8C -5D view: taken=30 1 5D 5S 5H > 2H ok took=discard hand=12
    the deepest card must be laid | dealt | -5D,KD,8C 1 8C 8S 8H > 2H !discard_not_melded 2 5D 5S 5H done
        ok took=discard hand=9
    or laid off | opened rami500 upcard=9C | 1 6D 7D 8D > 5D > KD -5D,KD 1 5D > KD ok took=discard laid=5 hand=10
    the others may be laid too | dealt | -5D,KD,8C 1 5D 5S 5H 2 8C 8S 8H > 2H ok laid=39 hand=9
    one of the others may be discarded again | dealt | -5D,KD,8C 1 5D 5S 5H > KD ok took=discard hand=12
        view: pile=47,27,38
    without the deepest laid such a discard is judged at done | dealt | -5D,KD,8C > KD ~ done !discard_not_melded
        > 5D 8C ~ view: taken=-1
    the deepest card put back was not taken | dealt | -5D,KD,8C > 5D view: taken=38 1 KD KS KH > 2H
        ok took=discard laid=30 hand=11 view: pile=47,27,30,14
    all put back in any order | dealt | -5D,KD,8C > 5D KD 8C ~ view: taken=-1 1 KC KS KH > 2H
        ok took=stock laid=30 hand=10
    | dealt | -5D,KD,8C > 8C KD 5D ~ view: taken=-1 1 KC KS KH > 2H ok took=stock laid=30 hand=10
    | dealt | -5D,KD,8C > KD 5D 8C ~ view: taken=-1 1 KC KS KH > 2H ok took=stock laid=30 hand=10
    from the middle only | dealt | -5D ~ 1 5D 5S 5H > 2H !not_top_discard why:5♦,with~it
    not beneath one that was left lying | dealt | -5D,8C view: taken=46 1 5D 5S 5H 2 8C 8S 8H > 2H !not_top_discard -2H
        -KD > 2H ok took=discard hand=9
    # KD is of the pile for the next seat, too, though nobody reads it.
    a covered card that is no longer read was not taken | dealt | -2D,KD ~ 1 KC KS KH > 2H ok took=stock hand=10 -2H,8C
        view: taken=46 2 8C 8S 8H > 3C ok took=discard hand=11 view: pile=47,27,30,38,41
    a card that nobody read and that is laid was taken with all above | dealt | -5D,KD > 3H -3H,8C 1 5D 5S 5H
        view: taken=30 > 2H ok took=discard hand=13 view: pile=47,27,14
    one card at the top must be laid unless the house says otherwise | dealt | -8C > 2H !discard_not_melded
    | dealt discard_to_hand=true | -8C > 2H ok took=discard laid=0 hand=13
    | dealt discard_to_hand=true | -KD,8C > 2H !discard_not_melded
    a player who takes draws nothing | dealt | draw -KD,8C 1 KD KS KH > 2H !too_many_draws draw-1 done
        ok took=discard hand=11
    in the first turn and with one card | opened rami500 upcard=9C hand=3 | -9C 1 9C 9S 9H > 2D ok took=discard hand=0
    nothing is taken after the discard | dealt | 1 4C 4S > 2H !meld_too_short -8C 1 4H done ok took=stock
    then a card that only leaves the discard is not taken | dealt | 1 8H 8S > 2H !meld_too_short -KD,8C 1 8C done
        ok took=discard hand=10
    | dealt | 1 8H 8S > 2H !meld_too_short -KD,8C s0 KD 1 8C done ok took=discard hand=10
    players may let a card pass that is not laid | dealt | -5D,KD,8C > 2H !discard_not_melded accept
        ok took=discard hand=15 view: pile=47,27,14
    """


class Undo(Clause):
    clause = "undo"
    lines = """
    what was taken is still taken | turn | view: taken=30 pile=47,27,30,38,46 points_laid=0,0 discards=38, done
        ok took=discard laid=15 hand=12 view: points_laid=15,0
    what is put back is not | turn | -5D,5S,5H -KD > 5D KD 8C view: taken=-1 discards=, > 2H ok took=stock hand=13
        view: pile=47,27,30,38,46,14
    what lies there already at the undo is not | dealt | -5D,KD,8C 1 5D 5S 5H 2 KD KS KH > 2H > 5D undo
        view: taken=38 discards=14,
    the end of a round | opened rami500 upcard=9C hand=3 | 1 8C 8S 8H > 2D s1 4S 5S 6S done1
        round how=out scores=24,-15 totals=24,-15 undo ruling totals=0,0 hand=3 view: points_laid=0,0
    """

    def turn(self):
        table = dealt()
        self.accepted(table.play(take="5D KD 8C", meld1="5D 5S 5H", discard="KD"), laid=15)
        table.feed(ruling="undo")
        self.check(table, "ruling", {"ruling": "undo", "seat": 0, "hand": 13})
        return table


class StockOut(Clause):
    clause = "rami500_pass"
    lines = """
    a turn without a draw is refused | used_up | > 5C !no_draw why:pass
    a turn that takes from the pile goes on | used_up | -3C,2H 2 3C 3S 3H > 2H ok took=discard laid=9 view: stock=0
        view: seat=0
    nobody passes while there is a stock | opened rami500 upcard=9C hand=25 | pass !pass_not_allowed why:used~up
    players may shuffle the pile | used_up | reshuffle shuffled stock=3 pass !pass_not_allowed > 5C ok took=stock
    what was taken is not shuffled | used_up | -3C,2H reshuffle shuffled stock=2 2 3C 3S 3H > 5C ok took=discard hand=23
        view: pile=43,
    | used_up | -9C,7H,3C,2H reshuffle warning code=no_ruling
    there is no reshuffle | opened rami500 upcard=9C hand=25 | view: stock=3 > 7H > 3C > 2H events:turn
        view: stock=0 seat=1
    a pass ends the round and all hands count | used_up | pass ok took=none laid=0 hand=25 view: phase=count
        hand seat=0 cards=2 hand seat=1 cards=1 s0 4S AS done0 s1 X1 done1
        round how=stock_out scores=11,-15 winners=0, totals=11,-15 dealer=0 view: phase=deal
    nobody passes who has taken or laid | used_up | -2H pass !pass_not_allowed > 2H 2 4C 4S 4H pass !pass_not_allowed
        -4C,4S,4H pass ok took=none hand=25
    a pass is taken back | used_up | pass undo ruling seat=1 hand=25 view: phase=turn pass ok took=none hand=25
    players may accept a turn without a draw | used_up | > 5C accept ok took=none hand=24
    """

    def used_up(self):
        table = opened("rami500", upcard="9C", hand=25)
        table.lay(meld1="KS KH KD")
        table.discards("7H 3C 2H")
        return table

    def test_the_button_is_there_when_it_helps(self):
        table = opened("rami500", upcard="9C", hand=25)
        self.assertEqual(table.referee.view.presses(0), ["done", "hint"])
        table = self.used_up()
        self.assertEqual(table.referee.view.presses(1), ["done", "pass", "hint"])
        table.take("2H")
        self.assertEqual(table.referee.view.presses(1), ["done", "hint"])


class Scores(Clause):
    clause = "rami500_score"
    lines = """
    laid less left | out AD | s2 X1 AH 2S 3D done2 round how=out scores=26,15,-35 winners=0, totals=26,15,-35 dealer=0
    equal best win together | out 4S | s2 3D 4C 5D 6D done2 round how=out scores=26,26,-18 winners=0,1
    what is laid off counts for who lays it off | opened rami500 seats=2 upcard=9C | 1 5S 6S 7S > 2D 1 8S 9S > 2H
        ok laid=17 hand=11 1 TS 2 KS KH KD > 3H ok laid=40 hand=6 view: points_laid=58,17
    low ace and jokers laid off | opened rami500 seats=2 upcard=9C | 1 2S 3S 4S > 2D 1 AS 5S > 2H ok laid=6 1 X1 > 3H
        ok laid=15
    the last card may be laid or discarded | opened rami500 upcard=9C hand=3 | 1 5S 6S 7S 8S done ok hand=0
    | opened rami500 upcard=9C hand=3 final_discard=required | 1 5S 6S 7S 8S done !no_final_discard
    there is no rami sec | opened rami500 upcard=9C hand=3 | 1 5S 6S 7S > 2D s1 4S 4H 4D done1
        round how=out scores=18,-12
    values in hand are options | out AD ace_in_hand=1 joker_in_hand=25 | s2 X1 AH 2S 3D done2
        round how=out scores=26,29,-31
    the player who scores most wins the round, not the one who goes out | out 2S | s2 3D 4C 5D 6D done2
        round how=out scores=26,28,-18 winners=1,
    the highest total wins from 500 on | match totals=481,400 | s1 4S 4H 4D done1
        round how=out scores=18,-12 totals=499,388 round=5 events:round
    | match totals=482,400 | s1 4S 4H 4D done1 match winners=0, ranking=0,1 totals=500,388
    a total may be below zero | match totals=0,-100 | s1 4S 4H 4D done1 round how=out scores=18,-12 totals=18,-112
    the best total wins not the one that ended the round | match totals=483,499 | points seat=1 points=30 s1 4S 4H 4D
        done1 match winners=1, totals=501,517
    equal best totals win together | match totals=490,480 | points seat=1 points=40 s1 4S 4H 4D done1
        match winners=0,1 totals=508,508
    players may say a count | match totals=0,0 | count seat=1 points=20 round how=out scores=18,-20
    a void round scores nothing | match totals=0,0 | void round how=void scores=0,0 winners=, dealer=1
    """

    def out(self, hand, **rules):
        """Return a table of three where seat 0 goes out; `hand` is that of seat 1."""
        table = opened("rami500", 3, upcard="9C", hand=4, **rules)
        table.play(meld1="5S 6S 7S", discard="2D")
        table.play(meld2="KS KH KD", discard="2H")
        table.discard("2C")
        table.play(meld1="8S", discard="4D")
        table.count(1, hand)
        return table

    def match(self, totals):
        """Return a table of a match that goes on from these totals; seat 0 has gone out."""
        table = opened("rami500", upcard="9C", hand=3, begun={"totals": totals, "rounds": 4})
        table.play(meld1="5S 6S 7S", discard="2D")
        return table


lines(globals())
