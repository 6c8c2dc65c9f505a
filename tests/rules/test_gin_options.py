"""Scoring options of gin: Oklahoma, the bonuses of the end, Hollywood. RULES.md "gin"."""

from play import Clause, Play, lines
from tables import GIN, MELDS, REST, THEIRS
from tierce.presets import LogError


def knocked(upcard, left="2S", melds=MELDS, **rules):
    """Return a table where seat 0 has knocked and laid down, with this upcard."""
    table = Play("gin", **rules)
    knock(table, upcard, left, melds)
    return table


def knock(table, upcard, left="2S", melds=MELDS, seat=0):
    """Deal a round in which a seat knocks at once and lays down."""
    table.clear()
    table.deal(upcard)
    table.pass_()
    table.pass_()
    while table.active != seat:
        table.play(draw=1, discard="QD")
    table.knock()
    table.discard("KD")
    table.count(seat, left, **melds)


def win(table, seat, upcard="4C"):
    """Play a round that this seat wins with gin: 49 points, 29 and 20."""
    knock(table, upcard, None, GIN, seat)
    table.count(1 - seat, REST, **THEIRS)


class Oklahoma(Clause):
    """Under `knock_by_upcard` the upcard's worth is the limit of a knock."""

    clause = "knock_too_high"
    lines = """
    the upcards worth is the limit | knocked 3C left=3S knock_by_upcard=true | ~
    | knocked 3C left=4S knock_by_upcard=true | !knock_too_high seat=0 why:4,3
    or it is worth one | knocked AC left=AS knock_by_upcard=true oklahoma_ace=1 | ~
    | knocked AC left=2S knock_by_upcard=true oklahoma_ace=1 | !knock_too_high seat=0
    off by default | knocked 3C left=8S | ~
    # the first card on the discard pile is the upcard
    without an upcard the houses limit holds | both_passed upcard=none knock_by_upcard=true | knock > KD view: limit=10
    the upcard may come before the deal | Play gin knock_by_upcard=true | > 5C deal1 view: limit=5
    """

    def test_a_court_card_is_worth_ten(self):
        for upcard in ("TC", "JH", "QS", "KC"):
            self.silent(knocked(upcard, "TS", MELDS, knock_by_upcard=True, knock_limit=3))

    def test_an_ace_asks_for_gin(self):
        table = knocked("AC", "AS", knock_by_upcard=True)
        self.refused(table, "knock_too_high", seat=0)
        self.why(table, 1, 0)
        self.silent(knocked("AC", None, GIN, knock_by_upcard=True))

    def test_each_round_has_its_own_limit(self):
        table = Play("gin", knock_by_upcard=True, target=1000)
        win(table, 0, "3C")
        self.assertEqual(table.referee.view.limit, 3)
        knock(table, "7D", "7S")
        self.silent(table)


class Spades(Clause):
    """Under `spade_doubles` an upcard of spades doubles the round."""

    clause = "gin_score"

    def test_a_knock_counts_twice(self):
        table = knocked("4S", spade_doubles=True)
        self.scored(table.count(1, REST, **THEIRS), "knock", [54, 0], totals=[54, 0])

    def test_bonuses_count_twice_too(self):
        table = Play("gin", spade_doubles=True)
        win(table, 0, "4S")
        self.scored(table, "gin", [98, 0])

    def test_other_suits_do_not(self):
        for suit in "HDC":
            table = Play("gin", spade_doubles=True)
            win(table, 0, "3" + suit)
            self.scored(table, "gin", [49, 0])


class EndOfMatch(Clause):
    """`game_bonus`, `box_bonus` and `shutout_doubles` are in the totals of `match`."""

    clause = "match"

    def over(self, winners, totals, **rules):
        table = Play("gin", target=90, **rules)
        for seat in winners:
            win(table, seat)
        points = [49 * winners.count(seat) for seat in (0, 1)]
        self.scored(table, "gin", [49 * (seat == winners[-1]) for seat in (0, 1)], totals=points)
        self.check(table, "match", {"winners": [winners[-1]], "totals": totals})

    def test_none_by_default(self):
        self.over([0, 1, 0], [98, 49])

    def test_the_winner_has_the_game_bonus(self):
        self.over([0, 1, 0], [198, 49], game_bonus=100)

    def test_both_have_their_boxes(self):
        self.over([0, 1, 0], [148, 74], box_bonus=25)

    def test_a_shutout_doubles_points_and_game_bonus_but_not_the_boxes(self):
        self.over([0, 0], [2 * 198 + 50, 0], game_bonus=100, box_bonus=25, shutout_doubles=True)

    def test_a_round_won_is_no_shutout(self):
        self.over([1, 0, 0], [98, 49], shutout_doubles=True)

    def test_nor_are_points_brought_forward(self):
        begun = {"totals": [50, 10], "rounds": 3}
        table = Play("gin", begun=begun, shutout_doubles=True, box_bonus=20)
        win(table, 0)
        win(table, 0)
        self.check(table, "match", {"winners": [0], "totals": [50 + 98 + 40, 10]})

    def test_an_end_that_the_players_rule_has_no_bonus(self):
        table = Play("gin", game_bonus=100, box_bonus=25)
        win(table, 0)
        table.feed(ruling="end")
        self.check(table, "match", {"totals": [49, 0]})

    def test_a_correction_after_the_match_reckons_them_anew(self):
        table = Play("gin", target=90, game_bonus=100)
        win(table, 0)
        win(table, 0)
        self.check(table, "match", {"totals": [198, 0]})
        table.feed(ruling="points", seat=0, points=-5)
        self.check(table, "match", {"totals": [193, 0]})


class Hollywood(Clause):
    """Under `hollywood` a round is entered in up to three columns."""

    clause = "gin_score"

    def columns(self, winners, *columns, **rules):
        """Check the columns after rounds won by these seats, of 49 points each."""
        table = Play("gin", hollywood=True, **rules)
        for seat in winners:
            win(table, seat)
        wanted = [[49 * each for each in column] for column in columns]
        totals = [sum(column[seat] for column in wanted) for seat in (0, 1)]
        scores = [49 * (seat == winners[-1]) for seat in (0, 1)]
        self.scored(table, "gin", scores, totals=totals, short=[], columns=wanted)
        return table

    def test_the_first_round_won_counts_in_the_first_column(self):
        self.columns([0], [1, 0], [0, 0], [0, 0])

    def test_the_second_in_two(self):
        self.columns([0, 0], [2, 0], [1, 0], [0, 0])

    def test_every_later_one_in_all_three(self):
        self.columns([0, 0, 0, 0], [4, 0], [3, 0], [2, 0], target=1000)

    def test_each_seat_for_itself(self):
        self.columns([0, 1, 0, 1], [2, 2], [1, 1], [0, 0])

    def test_a_closed_column_takes_nothing_more(self):
        self.columns([0, 0, 0, 0], [3, 0], [3, 0], [2, 0])

    def test_who_was_shut_out_begins_in_the_next_column(self):
        self.columns([0, 0, 0, 1], [3, 0], [2, 1], [1, 0])
        self.columns([0, 0, 0, 1, 1], [3, 0], [2, 2], [1, 1])

    def test_the_match_is_over_when_all_are_closed(self):
        table = self.columns([0, 0, 0, 0], [3, 0], [3, 0], [2, 0])
        win(table, 0)
        self.check(table, "match", {"winners": [0], "totals": [49 * 9, 0]})

    def test_each_column_has_its_own_bonuses(self):
        table = Play("gin", hollywood=True, game_bonus=100, box_bonus=25, shutout_doubles=True)
        for seat in (0, 1, 0, 0, 0, 0):
            win(table, seat)
        # Columns of 3, 3 and 3 rounds against one round in the first.
        first = 147 + 100 + 75
        shut_out = 2 * (147 + 100) + 75
        totals = [first + 2 * shut_out, 49 + 25]
        self.check(table, "match", {"winners": [0], "totals": totals})

    def test_an_undo_takes_the_entries_back(self):
        table = self.columns([0, 0], [2, 0], [1, 0], [0, 0])
        table.feed(ruling="undo")
        self.assertEqual(table.referee.view.totals, [49, 0])

    def test_a_correction_counts_in_the_first_open_column(self):
        table = self.columns([0, 0, 0], [3, 0], [2, 0], [1, 0])
        table.feed(ruling="points", seat=1, points=-10)
        columns = [[147, 0], [98, -10], [49, 0]]
        said = {"seat": 1, "points": -10, "totals": [294, -10], "columns": columns}
        self.check(table, "ruling", said)
        table.feed(ruling="undo")
        self.assertEqual(table.referee.view.totals, [147, -10])

    def test_a_void_round_shows_the_columns_too(self):
        table = self.columns([0], [1, 0], [0, 0], [0, 0])
        table.deal("4C")
        table.feed(ruling="void")
        self.check(table, "round", {"how": "void", "columns": [[49, 0], [0, 0], [0, 0]]})

    def test_it_does_not_go_on_from_totals(self):
        with self.assertRaises(LogError) as caught:
            Play("gin", hollywood=True, begun={"totals": [20, 0], "rounds": 1})
        self.assertEqual(caught.exception.key, "hollywood_totals")


lines(globals())
