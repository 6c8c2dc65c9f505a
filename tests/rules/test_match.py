"""The end of a match: RULES.md, the last point of each game."""

from play import FREE, Clause, Play, lines


class Match(Clause):
    """The match ends after the round in which a total reaches the target."""

    clause = "match"
    lines = """
    equal best totals all win | table rami51 seats=3 target=400 | win:0,1 match winners=0,1 ranking=0,1,2
        totals=200,200,400
    equal totals rank by seat | table rami51 seats=4 target=200 | win:2 match winners=2, ranking=2,0,1,3
    then the play is over | table rami51 target=200 | win:0 clear ~ deal warning code=not_your_turn > 4C ~ done0 warning
        code=not_your_turn seat=0
    gin ends at 100 and the highest total wins | Play gin gin_bonus=20 | gin:0,7 round how=gin scores=90,0 gin:1,7 round
        how=gin scores=0,90 totals=90,90 gin:1,7 match winners=1, ranking=1,0 totals=90,180
    more than one may reach it | opened manipulation seats=3 upcard=null target=10 knock_limit=5 | draw 1 5H 6H 7H 8H 2
        9S 9H 9D 3 JS QS KS done draw 4 5D 6D 7D 8D 5 TS TH TD 6 2S 3S 4S done draw 7 5C 6C 7C 8C 8 KC KH KD 9 QC QD QH
        knock s0 4C done0 s1 4D done1 s2 4H done2 round how=undercut scores=10,10,0 match winners=0,1 ranking=0,1,2
        totals=110,110,0
    """

    def table(self, game, seats=2, **rules):
        """Return a table with hands of three cards, where any meld opens."""
        return Play(game, seats, hand=3, opening_draw=True, **dict(FREE, **rules))

    def win(self, table, *seats):
        """Let each of some seats win a round by a rami sec."""
        for seat in seats:
            table.clear()
            table.deal("4C")
            table.discards(" ".join("2C 3C 5C 7C".split()[: (seat - table.active) % table.seats]))
            table.play(meld1="5H 6H 7H", discard="2D")

    def rounds(self, table):
        """Let seat 0 win until the match ends; return the number of rounds."""
        for number in range(1, 12):
            self.win(table, 0)
            if table.last[-1]["event"] == "match":
                return number
        return None

    def test_chamberliens_ends_at_500(self):
        table = self.table("chamberliens")
        self.assertEqual(self.rounds(table), 3)
        self.check(table, "match", {"winners": [0], "ranking": [0, 1], "totals": [0, 600]})

    def test_rami51_and_rami30_end_at_1000(self):
        for game in ("rami51", "rami30"):
            table = self.table(game)
            self.assertEqual(self.rounds(table), 5)
            self.check(table, "match", {"winners": [0], "totals": [0, 1000]})

    def test_rami7_ends_at_1000(self):
        table = self.table("rami7")
        self.assertEqual(self.rounds(table), 5)
        self.check(table, "match", {"winners": [0], "totals": [-300, 1000]})

    def test_the_house_may_set_the_target(self):
        for target, rounds in ((200, 1), (201, 2), (400, 2)):
            self.assertEqual(self.rounds(self.table("rami51", target=target)), rounds)

    def test_the_last_round_comes_first(self):
        table = self.table("rami51", target=200)
        self.win(table, 1)
        self.assertEqual([each["event"] for each in table.last], ["turn", "round", "match"])
        self.scored(table, "rami_sec", [200, 0], totals=[200, 0], dealer=0)
        self.check(table, "match", {"winners": [1], "ranking": [1, 0], "totals": [200, 0]})

    def test_it_goes_on_from_other_totals(self):
        begun = {"totals": [120, 250], "rounds": 4}
        table = self.table("rami51", target=400, begun=begun)
        self.win(table, 0)
        self.scored(table, "rami_sec", [0, 200], totals=[120, 450], round=5)
        self.check(table, "match", {"winners": [0], "totals": [120, 450]})

    def test_totals_and_rounds_stand_alone(self):
        table = self.table("rami51", begun={"totals": [10, -20]})
        self.win(table, 0)
        self.scored(table, "rami_sec", [0, 200], totals=[10, 180], round=1)
        table = self.table("rami51", begun={"rounds": 7})
        self.win(table, 0)
        self.scored(table, "rami_sec", [0, 200], totals=[0, 200], round=8)

    # gin

    def gin(self, table, seat, deadwood):
        """Let a seat win a round with a gin; the other holds `deadwood` cards worth ten each."""
        table.clear()
        table.deal("4C")
        if table.active != seat:
            table.pass_()
        table.take("4C")
        table.knock()
        table.discard("9D")
        table.lay(meld1="4C 5C 6C 7C", meld2="9S 9H 9C", meld3="AH AS AD")
        table.done(seat)
        other = 1 - seat
        table.count(other, " ".join("TH JD KS QH KD TS JC".split()[:deadwood]), meld4="2H 3H 4H")
        if table.last[-1].get("code"):
            table.done(other)

    def test_gin_has_a_target_too(self):
        for target, ends in ((90, True), (91, False)):
            table = Play("gin", gin_bonus=20, target=target)
            self.gin(table, 0, 7)
            self.assertEqual(table.last[-1]["event"] == "match", ends)

    # manipulation

    def out(self, table, seat, cards):
        """Let a seat go out at once; the other one of two holds these cards."""
        table.clear()
        table.deal()
        while table.active != seat:
            table.turn(3)
        table.turn(1, meld1="5H 6H 7H 8H", meld2="9S 9H 9D", meld3="AS 2S 3S 4S")
        table.count(1 - seat, cards)
        if table.last[-1].get("code"):
            table.done(seat)

    HUNDRED = "TC JC QC KC TD JD QD KD JH QH"

    def test_manipulation_ends_at_150_with_bonuses(self):
        table = Play("manipulation")
        self.out(table, 0, self.HUNDRED)  # 100, and 25 for going out
        self.scored(table, "out", [125, 0])
        self.out(table, 1, self.HUNDRED)
        self.scored(table, "out", [0, 125], totals=[125, 125])
        self.out(table, 1, self.HUNDRED)
        self.scored(table, "out", [0, 125], totals=[125, 250])
        # 100 for the target, 25 for the one round that the other seat won.
        self.check(table, "match", {"winners": [1], "ranking": [1, 0], "totals": [150, 350]})

    def test_the_bonuses_are_not_in_the_last_round(self):
        table = Play("manipulation", target=125)
        self.out(table, 0, self.HUNDRED)
        self.scored(table, "out", [125, 0], totals=[125, 0])
        self.check(table, "match", {"winners": [0], "totals": [225, 0]})

    def test_who_did_not_reach_it_gets_25_for_each_round_won(self):
        table = Play("manipulation", target=200)
        self.out(table, 0, "AC 2C")  # 3 and 25
        self.out(table, 0, "AC 3C")
        self.scored(table, "out", [29, 0], totals=[57, 0])
        self.out(table, 1, self.HUNDRED)
        self.out(table, 1, self.HUNDRED)
        self.check(table, "match", {"winners": [1], "totals": [107, 350]})

    def test_rounds_won_before_count_for_nothing(self):
        table = Play("manipulation", target=200, begun={"totals": [100, 0], "rounds": 3})
        self.out(table, 1, self.HUNDRED)
        self.out(table, 1, self.HUNDRED)
        self.check(table, "match", {"winners": [1], "totals": [100, 350]})


class Recave(Clause):
    """Option `recave`: who reaches the target buys in again: RULES.md, fine print 40."""

    clause = "match"

    def table(self, seats, recave, **rules):
        """Return a table where a round costs 200 each seat that has not laid, of 300."""
        return Play("rami51", seats, hand=3, opening_draw=True, **dict(FREE, target=300, recave=recave, **rules))

    def win(self, table, *seats):
        """Let each of some seats win a round by a rami sec."""
        for seat in seats:
            table.clear()
            table.deal("4C")
            for card in "2C 3C 5C".split():
                if table.active != seat:
                    table.discard(card)
            table.play(meld1="5H 6H 7H", discard="2D")

    def out(self):
        """Return a table of four where seat 3 has just left the match: 0 0 200 500."""
        table = self.table(4, "once")
        self.win(table, 0, 1)  # seats 2 and 3 buy in at 200
        for seat, points in ((0, -400), (1, -200)):
            table.feed(ruling="points", seat=seat, points=points)
        table.feed(ruling="points", seat=2, points=-200)
        table.feed(ruling="points", seat=3, points=100)
        self.win(table, 0)
        return table

    def ended(self, table, winners, ranking, totals):
        self.check(table, "match", {"winners": winners, "ranking": ranking, "totals": totals})

    def test_with_two_seats_the_first_to_reach_it_has_lost(self):
        table = self.table(2, "always")
        self.win(table, 1, 1)
        self.ended(table, [1], [1, 0], [400, 0])

    def test_he_buys_in_at_the_highest_total_below(self):
        for recave in ("once", "always"):
            table = self.table(3, recave)
            self.win(table, 0, 1)
            self.scored(table, "rami_sec", [200, 0, 200], totals=[200, 200, 400], dealer=1)
            self.check(table, "recave", {"seats": [2], "eliminated": [], "totals": [200, 200, 200]})
            self.win(table, 0)
            self.ended(table, [0], [0, 1, 2], [200, 400, 400])

    def test_with_once_he_is_out_the_second_time(self):
        table = self.out()
        self.check(table, "recave", {"seats": [], "eliminated": [3], "totals": [-200, 200, 200, 500]})
        table.clear()
        table.deal("4C")
        self.assertEqual(list(table.referee.view.hands), [3, 3, 3, 0])
        self.assertEqual(table.referee.view.stock, 108 - 9 - 1)
        for seat, card in zip((0, 1, 2, 0), "2C 3C 5C 6C".split()):
            self.assertEqual(table.active, seat)
            table.discard(card)
        table.done(3)
        self.warned(table, "not_your_turn", seat=3)
        table.play(meld1="5H 6H 7H", discard="2D")
        self.scored(table, "rami_sec", [200, 0, 200, 0], dealer=0)  # seat 3 deals no more
        self.check(table, "recave", {"seats": [], "eliminated": [2], "totals": [0, 200, 400, 500]})
        self.win(table, 0)
        self.ended(table, [0], [0, 1, 2, 3], [0, 400, 400, 500])

    def test_undo_takes_it_back(self):
        table = self.out()
        table.feed(ruling="undo")
        self.assertEqual(list(table.referee.view.totals), [-200, 0, 0, 300])
        self.assertEqual(list(table.referee.view.eliminated), [])

    def test_a_correction_brings_him_back(self):
        table = self.out()
        table.feed(ruling="points", seat=3, points=-300)
        table.clear()
        table.deal("4C")
        self.assertEqual(list(table.referee.view.hands), [3, 3, 3, 3])

    def test_a_correction_lets_an_ended_match_go_on(self):
        table = self.table(3, "once")
        self.win(table, 0, 0)
        self.ended(table, [0], [0, 1, 2], [0, 400, 400])
        table.feed(ruling="points", seat=1, points=-300)
        self.check(table, "recave", {"seats": [2], "eliminated": [], "totals": [0, 100, 100]})

    def test_without_a_target_to_pass_it_does_nothing(self):
        table = self.table(3, "once", winner_scores=True)
        self.win(table, 0)
        self.ended(table, [0], [0, 1, 2], [400, 0, 0])

    def test_who_has_the_target_in_the_header_is_out(self):
        table = self.table(3, "always", begun={"totals": [400, 0, 200], "rounds": 4})
        table.deal("4C")
        self.assertEqual(list(table.referee.view.hands), [0, 3, 3])


lines(globals())
