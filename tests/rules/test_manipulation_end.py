"""The end of a round of manipulation: RULES.md "manipulation", fine print 22 to 24."""

from play import Clause, lines, opened
from tables import dealt

# Ten cards each, so that one of eleven is left.
TEN = (
    {"meld1": "5H 6H 7H 8H", "meld2": "9S 9H 9D", "meld3": "JS QS KS"},
    {"meld4": "2S 3S 4S 5S", "meld5": "6D 6C 6S", "meld6": "TD JD QD"},
    {"meld7": "2H2 3H2 4H2 5H2", "meld8": "9S2 9H2 9D2", "meld9": "JS2 QS2 KS2"},
)
LOW = "2C 2D 3C 3D 3H 4C 4D 4H AC AD"  # 27
HIGH = "TC JC QC KC KD JH QH KH TS TH"  # 100


def down_to_one(table, *seats):
    """Let seats lay ten cards each and press done."""
    for seat in seats:
        table.turn(1, **TEN[seat])


def knocked(seats=2, before=(), **rules):
    """Return a table where seats laid ten cards each; the next did so too, and knocked."""
    table = dealt(seats, **rules)
    down_to_one(table, *before)
    table.draw()
    table.lay(**TEN[len(before)])
    table.knock()
    return table


def count(table, *hands):
    """Let the seats that hold cards count."""
    for seat in range(len(hands)):
        if hands[seat]:
            table.count(seat, hands[seat])


def used_up(seats=2):
    """Return a table with an empty stock; nobody has melded."""
    table = dealt(seats)
    for _ in range(11 if seats == 2 else 25):
        table.turn(3)
    if seats > 2:
        table.turn()
    return table


class ManipulationKnock(Clause):
    """A knock ends the turn and the round: every seat that holds cards counts."""

    clause = "manipulation_knock"
    lines = """
    a knock ends the turn | knocked | ok seat=0 took=stock laid=83 hand=1
    the seats count in any order | knocked | s1 2C 2D 3C 3D 3H 4C 4D 4H AC AD done1 ~ s0 3S done0 round how=knock
        scores=24,0
    a refused turn forgets the knock | dealt | draw 1 5H 6H 7H 8H 10 TD JD 2 9S 9H 9D 3 JS QS KS knock
        !meld_too_short,too_many_cards seat=0 -TD,JD done ok seat=0 hand=1 draw3 done ok seat=1
    too high the turn stands and the next seat is on turn | knocked | s0 7S done0 !knock_too_high seat=0 draw3 done ok
        seat=1 hand=13
    all counts are dropped then | knocked | s1 2C 2D 3C 3D 3H 4C 4D 4H AC AD done1 s0 7S done0 !knock_too_high seat=0
        -2C,2D,3C,3D,3H,4C,4D,4H,AC,AD draw 4 2S 3S 4S 5S 5 6D 6C 6S 6 TD JD QD knock s0 7S done0 ~ s1 AC done1 round
        how=knock scores=0,6
    # its own count is awaited: it accepts nothing
    the number of cards comes first | knocked | s0 3S 7S done0 warning code=count_mismatch zone=seat0 expected=1 read=2
        done1 warning code=count_mismatch zone=seat1 expected=10 read=0 s1 2C 2D 3C 3D 3H 4C 4D 4H AC AD done1 done1
        !knock_too_high seat=0
    the player who puts down the last card is out | dealt | draw 1 5H 6H 7H 8H 2 9S 9H 9D 3 JS QS KS 3 TS done ok hand=0
        s1 2C 2D 3C 3D 3H 4C 4D 4H AC AD done1 round how=out winners=0,
    | dealt | draw 1 5H 6H 7H 8H 2 9S 9H 9D 3 JS QS KS 3 TS knock ok hand=0 s1 2C 2D 3C 3D 3H 4C 4D 4H AC AD done1 round
        how=out winners=0,
    """

    def test_and_the_round_at_once(self):
        table = knocked()
        table.draw()
        table.lay(meld1="9H")
        count(table, "3S", LOW)
        self.scored(table, "knock", [24, 0], t=table.t)

    def test_the_house_may_set_the_limit(self):
        table = knocked(knock_limit=7)
        count(table, "7S", LOW)
        self.scored(table, "knock", [20, 0])

    def test_one_may_knock_without_a_meld(self):
        table = dealt(knock_limit=100)
        table.draw(3)
        table.knock()
        self.accepted(table, laid=0, hand=13)
        count(table, LOW + " 2H 8C 8D", HIGH)
        self.scored(table, "knock", [55, 0])


class KnockNotAllowed(Clause):
    """Knocking is not allowed in the laying games, nor in the last turns of manipulation."""

    clause = "knock_not_allowed"

    def test_in_the_laying_games(self):
        for game in ("chamberliens", "rami51", "rami30", "rami7"):
            table = opened(game)
            table.knock()
            self.refused(table, "knock_not_allowed", seat=0)

    def test_it_changes_nothing(self):
        table = opened("rami51")
        table.knock()
        table.discard("2D")
        self.accepted(table, seat=0)

    def test_in_the_last_turns(self):
        table = used_up()
        table.knock()
        self.refused(table, "knock_not_allowed", seat=1)
        table.done()
        self.accepted(table, seat=1, took="none")

    def test_who_takes_the_last_card_may_knock(self):
        table = dealt(knock_limit=1000)
        for _ in range(10):
            table.turn(3)
        table.draw(3)
        table.knock()
        self.accepted(table, seat=0, took="stock", hand=28)


class LastTurns(Clause):
    """With the stock empty and no knock, each seat has one more turn without a draw."""

    clause = "last_turns"

    def test_each_seat_has_one_more_turn(self):
        table = used_up()
        self.accepted(table, seat=0, took="stock")
        table.done()
        self.accepted(table, seat=1, took="none", laid=0, hand=25)
        table.done()
        self.accepted(table, seat=0, took="none", laid=0, hand=28)
        table.done(1)
        self.warned(table, "count_mismatch", zone="seat1", expected=25, read=0)

    def test_the_one_that_took_the_last_card_is_the_last(self):
        table = used_up(3)  # 76 cards: seat 1 takes the last
        seats = []
        for _ in range(3):
            table.done()
            seats.append(self.outcome(table, "turn")["seat"])
        self.assertEqual(seats, [2, 0, 1])

    def test_one_may_meld_without_a_draw(self):
        self.accepted(used_up().turn(0, meld1="5H 6H 7H"), seat=1, took="none", laid=18, hand=22)

    def test_but_must_add_a_card(self):
        table = used_up()
        table.turn(0, meld1="5H 6H 7H 8H", meld2="8S 8D 8C")
        table.move("8H", "meld1", "meld2")
        table.done()
        self.refused(table, "nothing_added", seat=0)

    def ended(self, *hands):
        table = used_up()
        table.done()
        table.done()
        for seat in range(2):
            table.feed(ruling="hand", seat=seat, cards=1)
            table.count(seat, hands[seat])
        return table

    def test_then_the_lowest_hand_wins(self):
        self.scored(self.ended("KS", "3S"), "stock_out", [0, 7], winners=[1], dealer=0)

    def test_nobody_adds_ten(self):
        self.scored(self.ended("3S", "KS"), "stock_out", [7, 0], winners=[0])

    def test_tied_lowest_hands_all_win(self):
        self.scored(self.ended("KS", "KH"), "stock_out", [0, 0], winners=[0, 1])

    def test_one_may_go_out(self):
        table = used_up()
        table.turn(0, meld1="AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", meld2="AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH")
        self.accepted(table, seat=1, took="none", hand=0)
        table.count(0, "KH")
        table.done(1)  # fewer cards than seat 0 holds: accepted as read
        self.scored(table, "out", [0, 35], winners=[1])

    def test_the_last_card_with_a_meld_uses_the_stock_up_too(self):
        table = dealt()
        for _ in range(10):
            table.turn(3)
        table.turn(2, meld1="5H 6H 7H")
        self.accepted(table.turn(1, meld1="8H"), seat=1, took="stock")
        table.done()
        self.accepted(table, seat=0, took="none")


class ManipulationScore(Clause):
    """The lowest hand scores the differences, 10 more for an undercut, 25 for going out."""

    clause = "manipulation_score"

    def test_two_players_score_the_difference(self):
        table = knocked()
        count(table, "3S", LOW)
        expected = {"winners": [0], "totals": [24, 0], "dealer": 0, "round": 1}
        self.scored(table, "knock", [24, 0], **expected)

    def test_more_score_the_sum_of_the_differences(self):
        table = knocked(3)
        count(table, "3S", LOW, HIGH)
        self.scored(table, "knock", [24 + 97, 0, 0], winners=[0], dealer=0)

    def test_a_joker_counts_25_an_ace_1(self):
        table = knocked()
        count(table, "AS", "X1 AC AD AH KD QD TD 9C 8C 7C")
        self.scored(table, "knock", [81, 0])

    def test_a_winner_who_did_not_knock_adds_10(self):
        table = knocked(before=(0,))
        count(table, "AC", "4D")
        self.scored(table, "undercut", [13, 0], winners=[0])

    def test_a_tie_goes_to_the_other(self):
        table = knocked(before=(0,))
        count(table, "4C", "4D")
        self.scored(table, "undercut", [10, 0], winners=[0])

    def test_a_tie_with_two_others_goes_to_both(self):
        table = knocked(3, before=(0, 1))
        count(table, "4C", "4D", "4H")
        self.scored(table, "undercut", [10, 10, 0], winners=[0, 1])

    def test_a_tie_with_one_of_two(self):
        table = knocked(3, before=(0, 1))
        count(table, "4C", "9C", "4D")
        self.scored(table, "undercut", [15, 0, 0], winners=[0])

    def test_seats_tied_below_the_knocker_each_win(self):
        table = knocked(3, before=(0, 1))
        count(table, "2C", "2D", "5C")
        self.scored(table, "undercut", [13, 13, 0], winners=[0, 1])

    def test_seats_tied_above_the_knocker_do_not(self):
        table = knocked(3, before=(0, 1))
        count(table, "5C", "5D", "2C")
        self.scored(table, "knock", [0, 0, 6], winners=[2])

    def test_who_goes_out_adds_25(self):
        table = dealt(3)
        table.draw()
        table.lay(**TEN[0])
        table.turn(0, meld3="TS")
        table.count(1, LOW)
        self.scored(table.count(2, HIGH), "out", [152, 0, 0], winners=[0])

    def test_nobody_is_undercut_by_going_out(self):
        table = dealt()
        down_to_one(table, 0)
        table.draw()
        table.lay(**TEN[1])
        self.accepted(table.turn(0, meld6="KD"), seat=1, hand=0)
        self.scored(table.count(0, "AC"), "out", [0, 26], winners=[1])

    def test_totals_add_up_and_the_deal_goes_clockwise(self):
        table = knocked(3)
        count(table, "3S", LOW, HIGH)
        self.check(table, "round", {"dealer": 0})
        table.clear()
        table.press("deal", 0)
        self.silent(table)
        table.draw()
        table.lay(**TEN[0])
        table.knock()
        table.count(1, "3S")
        table.count(0, LOW)
        self.scored(table.count(2, HIGH), "knock", [0, 121, 0], totals=[121, 121, 0], dealer=1, round=2)


lines(globals())
