"""Scoring options of gin: Oklahoma, the bonuses of the end, Hollywood. RULES.md "gin"."""

from play import Play, lines
from tables import GIN, AtGin
from tierce.presets import LogError


class Won(AtGin):
    """Rounds that a seat wins with gin: 49 points, 29 and 20."""

    def win(self, table, *seats):
        for seat in seats:
            table.clear()
            table.deal("4C")
            table.press("pass")
            table.press("pass")
            while table.active != seat:
                table.play(draw=1, discard="QD")
            table.press("knock")
            table.discard("KD")
            table.count(seat, **GIN)
            self.theirs(table)

    def columns(self, table, *won):
        """Check the columns: the rounds that each seat has won in the first, in the second, in the third."""
        columns = [[49 * won[i], 49 * won[i + 1]] for i in (0, 2, 4)]
        totals = [sum([column[seat] for column in columns]) for seat in (0, 1)]
        self.check(table, "round", {"columns": columns, "totals": totals, "short": []})


class Oklahoma(AtGin):
    """Under `knock_by_upcard` the upcard's worth is the limit of a knock."""

    clause = "knock_too_high"
    lines = """
    the upcards worth is the limit | knocked 3S upcard=3C knock_by_upcard=true | ~
    | knocked 4S upcard=3C knock_by_upcard=true | !knock_too_high seat=0 why:4,3
    or it is worth one | knocked AS upcard=AC knock_by_upcard=true oklahoma_ace=1 | ~
    | knocked 2S upcard=AC knock_by_upcard=true oklahoma_ace=1 | !knock_too_high seat=0
    off by default | knocked 8S upcard=3C | ~
    # the first card on the discard pile is the upcard
    without an upcard the houses limit holds | both_passed upcard=null knock_by_upcard=true | knock > KD view: limit=10
    the upcard may come before the deal | Play gin knock_by_upcard=true | > 5C deal1 view: limit=5
    a court card is worth ten | knocked TS upcard=TC/JH/QS/KC knock_by_upcard=true knock_limit=3 | ~
    an ace asks for gin | knocked AS upcard=AC knock_by_upcard=true | !knock_too_high seat=0 why:1,0
    | gin upcard=AC knock_by_upcard=true | ~
    each round has its own limit | gin upcard=3C knock_by_upcard=true | theirs: view: limit=3 clear deal > 7D
        view: limit=7
    """


class Spades(AtGin):
    """Under `spade_doubles` an upcard of spades doubles the round."""

    clause = "gin_score"
    lines = """
    a knock counts twice | knocked upcard=4S spade_doubles=true | theirs: round how=knock scores=54,0 totals=54,0
    bonuses count twice too | gin upcard=4S spade_doubles=true | theirs: round how=gin scores=98,0
    other suits do not | gin upcard=3H/3D/3C spade_doubles=true | theirs: round how=gin scores=49,0
    """


class EndOfMatch(Won):
    """`game_bonus`, `box_bonus` and `shutout_doubles` are in the totals of `match`."""

    clause = "match"
    lines = """
    none by default | Play gin target=90 | win:0,1,0 round how=gin scores=49,0 totals=98,49
        match winners=0, totals=98,49
    the winner has the game bonus | Play gin target=90 game_bonus=100 | win:0,1,0 match totals=198,49
    both have their boxes | Play gin target=90 box_bonus=25 | win:0,1,0 match totals=148,74
    a shutout doubles all but the boxes | Play gin target=90 game_bonus=100 box_bonus=25 shutout_doubles=true | win:0,0
        match totals=446,0
    a round won is no shutout | Play gin target=90 shutout_doubles=true | win:1,0,0 match totals=98,49
    nor are points brought forward | going_on gin totals=50,10 rounds=3 shutout_doubles=true box_bonus=20 | win:0,0
        match winners=0, totals=188,10
    an end that the players rule has no bonus | Play gin game_bonus=100 box_bonus=25 | win:0 end match totals=49,0
    a correction after the match reckons them anew | Play gin target=90 game_bonus=100 | win:0,0 match totals=198,0
        points seat=0 points=-5 match totals=193,0
    """


class Hollywood(Won):
    """Under `hollywood` a round is entered in up to three columns."""

    clause = "gin_score"
    lines = """
    the first round won counts in the first column | Play gin hollywood=true | win:0 columns:1,0,0,0,0,0
    the second in two | Play gin hollywood=true | win:0,0 columns:2,0,1,0,0,0
    every later one in all three | Play gin hollywood=true target=1000 | win:0,0,0,0 columns:4,0,3,0,2,0
    each seat for itself | Play gin hollywood=true | win:0,1,0,1 columns:2,2,1,1,0,0
    a closed column takes nothing more | Play gin hollywood=true | win:0,0,0,0 columns:3,0,3,0,2,0
    who was shut out begins in the next column | Play gin hollywood=true | win:0,0,0,1 columns:3,0,2,1,1,0 win:1
        columns:3,0,2,2,1,1
    the match is over when all are closed | Play gin hollywood=true | win:0,0,0,0,0 match winners=0, totals=441,0
    # Three columns of 3 rounds, one against a round won: 147 + 100 + 75, and twice 2 * (147 + 100) + 75.
    each column has its own bonuses | Play gin hollywood=true game_bonus=100 box_bonus=25 shutout_doubles=true |
        win:0,1,0,0,0,0 match winners=0, totals=1460,74
    an undo takes the entries back | Play gin hollywood=true | win:0,0 columns:2,0,1,0,0,0 undo view: totals=49,0
    a void round shows the columns too | Play gin hollywood=true | win:0 deal > 4C void round how=void
        columns:1,0,0,0,0,0
    """

    def test_a_correction_counts_in_the_first_open_column(self):
        table = Play("gin", hollywood=True)
        self.win(table, 0, 0, 0)
        table.feed(ruling="points", seat=1, points=-10)
        columns = [[147, 0], [98, -10], [49, 0]]
        self.check(table, "ruling", {"seat": 1, "points": -10, "totals": [294, -10], "columns": columns})
        table.feed(ruling="undo")
        self.assertEqual(table.referee.view.totals, [147, -10])

    def test_it_does_not_go_on_from_totals(self):
        with self.assertRaises(LogError) as caught:
            Play("gin", hollywood=True, begun={"totals": [20, 0], "rounds": 1})
        self.assertEqual(caught.exception.key, "hollywood_totals")


lines(globals())
