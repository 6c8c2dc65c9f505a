"""Contrat: RULES.md "contrat" and its fine print."""

from play import Clause, Play, lines, opened
from tierce.presets import LogError, rules_of
from tierce.referee import Referee


def contrat(round_=1, seats=2, upcard="4C", **rules):
    """Return a dealt table of contrat in a round; seat 0 is on turn."""
    begun = {"rounds": round_ - 1, "totals": [0] * seats}
    table = opened("contrat", seats, upcard=upcard, begun=begun, **rules)
    return table


def second_turn(round_=1, **rules):
    """Return a table where each of two seats has had one turn; seat 0 is on turn."""
    table = contrat(round_, **rules)
    table.discards("2C 2D")
    return table


def laid(**rules):
    """Return a table of the first round where seat 0 has laid two sets; seat 1 is on turn."""
    table = contrat(**rules)
    table.play(meld1="7S 7H 7D", meld2="9S 9H X1", discard="2C")
    return table


class Contract(Clause):
    """A first lay is the contract of its round; after it a seat only lays off."""

    clause = "contract"
    lines = """
    nothing but a lay off | laid | 1 7C > 2D !lay_off_before_laying
    two runs side by side are one | contrat 3 | 1 2S 3S 4S 5S 2 6S 7S 8S 9S > 2C !contract
        why:2♠~3♠~4♠~5♠,6♠~7♠~8♠~9♠,2~runs
    a declared joker takes two runs apart | contrat 3 | 1 6S 7S 8S X1 2 TS JS QS KS > 2C !contract 1 X1=5S done ok
    runs may meet later | contrat 3 | 1 2S 3S 4S 5S 2 7S 8S 9S TS > 2C > 2D 1 6S > 3C ok
    no new meld after the contract | laid hand=12 | > 2D 3 KS KH KD > 3C !contract why:only~lays~off
    laying off after the contract | laid hand=11 | > 2D 1 7S2 > 3C ok laid=0 hand=4
    laying off with the contract | laid hand=11 | 1 7C 3 KS KH KD 4 QS QH QD > 2D ok
    | laid hand=11 lay_off_with_first_lay=false | 1 7C 3 KS KH KD 4 QS QH QD > 2D !lay_off_before_laying
    not in the first turn where the house says so | contrat first_turn_lay=false | 1 7S 7H 7D 2 9S 9H 9D > 2C
        !first_round_no_lay
    the last contract by going out | contrat 7 last_contract_goes_out=false | 1 AS 2S 3S 4S 2 5H 6H 7H 8H 3 9D TD JD QD
        > 2C ok hand=1
    | contrat 7 last_contract_goes_out=true | 1 AS 2S 3S 4S 2 5H 6H 7H 8H 3 9D TD JD QD > 2C !contract 3 KD done ok
        hand=0
    | contrat 6 last_contract_goes_out=true | 1 AS 2S 3S 4S 2 5H 6H 7H 8H 3 9D 9C 9S > 2C ok
    """

    def accepted_in(self, round_, **melds):
        self.accepted(contrat(round_).play(**melds, discard="2C"))

    def refused_in(self, round_, *codes, **melds):
        table = contrat(round_)
        self.refused(table.play(**melds, discard="2C"), *codes)
        return table

    def test_the_seven_contracts(self):
        sets = ("7S 7H 7D", "9S 9H 9D", "JS JH JD")
        runs = ("AS 2S 3S 4S", "5C 6C 7C 8C", "TD JD QD KD")
        for at, (many, more) in enumerate(rules_of("contrat", 2, {})["contracts"]):
            melds = sets[:many] + runs[:more]
            named = {"meld%d" % (i + 1): meld for i, meld in enumerate(melds)}
            self.accepted_in(at + 1, **named)

    def test_one_meld_too_few(self):
        table = self.refused_in(1, "contract", meld1="7S 7H 7D")
        self.why(table, "2 sets; laid: 1 set")

    def test_one_meld_too_many(self):
        table = contrat(1, hand=11)
        self.refused(table.play(meld1="7S 7H 7D", meld2="9S 9H 9D", meld3="JS JH JD", discard="2C"), "contract")
        self.why(table, "2 sets; laid: 3 sets")

    def test_the_contract_and_something_that_is_no_meld(self):
        table = contrat(1, hand=11)
        table.play(meld1="7S 7H 7D", meld2="9S 9H 9D", meld3="JS JH QD", discard="2C")
        self.refused(table, "not_a_meld", "contract")
        self.why(table, "2 sets and no more; new melds: 3")

    def test_a_run_is_no_set(self):
        table = self.refused_in(2, "contract", meld1="7S 7H 7D", meld2="9S 9H 9D")
        self.why(table, "1 set and 1 run; laid: 2 sets")

    def test_melds_may_be_longer_than_they_must(self):
        self.accepted_in(2, meld1="7S 7H 7D 7C", meld2="2H 3H 4H 5H")

    def test_what_is_no_meld_does_not_count(self):
        table = self.refused_in(1, "not_a_meld", "contract", meld1="7S 7H 7D", meld2="9S 9H JD")
        self.why(table, "laid: 1 set")

    def test_runs_with_a_gap_or_an_overlap_are_two(self):
        self.accepted_in(3, meld1="2S 3S 4S 5S", meld2="7S 8S 9S TS")
        self.accepted_in(3, meld1="2S 3S 4S 5S", meld2="4S2 5S2 6S 7S")
        self.accepted_in(3, meld1="2S 3S 4S 5S", meld2="6H 7H 8H 9H")

    def test_a_high_ace_and_a_low_ace_are_not_side_by_side(self):
        self.accepted_in(3, meld1="AS 2S 3S 4S", meld2="TS JS QS KS")
        self.accepted_in(3, meld1="JS QS KS AS", meld2="2H 3H 4H 5H")
        self.accepted_in(3, meld1="TS JS QS KS", meld2="AH 2H 3H 4H")

    def test_the_people_may_let_another_lay_pass(self):
        table = contrat()
        self.refused(table.play(meld1="7S 7H 7D", discard="2C"), "contract")
        table.feed(ruling="accept")
        self.accepted(table)
        self.assertEqual(table.referee.view.has_laid, [True, False])

    def test_a_contract_taken_back_may_be_laid_again(self):
        table = laid()
        self.assertEqual(table.referee.view.has_laid, [True, False])
        table.feed(ruling="undo")
        self.assertEqual(table.referee.view.has_laid, [False, False])
        table.lift("meld2", "9S 9H X1")
        table.done()
        self.refused(table, "contract")
        self.accepted(table.turn(0, meld2="9S 9H X1"), seat=0)


class ContratMelds(Clause):
    """Sets of any suits, runs of four."""

    clause = "runs"
    lines = """
    a run has four cards | contrat 2 | 1 7S 7H 7D 2 2H 3H 4H > 2C !meld_too_short,contract why:4~cards
    two cards are no meld | contrat | 1 7S 7H 7D 2 2H 2S > 2C !meld_too_short,contract why:three~cards
    a run does not turn the corner | contrat 2 | 1 7S 7H 7D 2 QH KH AH 2H > 2C !not_a_meld,contract
    two jokers in a meld | contrat 2 | 1 7S X1 X2 2 2H X3 4H X4 > 2C ok
    | contrat 1 hand=11 | 1 7S 7H 7D X4 2 9S X1 X2 X3 > 2C !too_many_jokers,contract
    """

    def test_a_suit_may_come_twice_in_a_set(self):
        table = opened("contrat", upcard=None, show_melds=True)
        table.put("meld1", "7S 7S2 7H")
        self.shown(table, kind="set", cards=["7S", "7S2", "7H"], codes=[], points=21)
        table.put("meld1", "7H2 7D 7D2 7C 7C2")
        self.shown(table, kind="set", points=56)
        table.put("meld1", "X1")
        self.shown(table, kind="none", codes=["not_a_meld"])


class ContratJokers(Clause):
    """A joker is taken from a run only."""

    clause = "joker_swap"
    lines = """
    a joker of a run | with_jokers | 2 3H 3 X2 > 3C ok
    a joker of a set stays | with_jokers | 1 7D 7C 3 X1 > 3C !meld_broken
    a joker further along its run | with_jokers | 2 3H > 3C ok
    no joker is taken where the house says so | with_jokers joker_swap=false | 2 3H 3 X2 > 3C !meld_broken
    jokers alone are no meld | contrat 1 | 1 X1 X2 X3 > 2C !not_a_meld,contract
    a meld counts as what is left without a taken joker | contrat 2 hand=12 | 1 7S 7H 7D 2 2H X2 4H 5H > 2C 3 KS KH 4 8C
        9C TC JC 2 3H 3 X2 > 2D !joker_before_laying,contract 3 KD done ok laid=77
    """

    def with_jokers(self, **rules):
        """Return a table of the second round where both have laid; seat 0 is on turn."""
        table = contrat(2, hand=12, **rules)
        table.play(meld1="7S 7H X1", meld2="2H X2 4H 5H", discard="2C")
        table.play(meld3="KS KH KD", meld4="8C 9C TC JC", discard="2D")
        return table


class ContratDiscard(Clause):
    """The discard goes into the hand."""

    clause = "discard_taken"
    lines = """
    the discard may stay in hand | contrat | -4C > 2C ok took=discard hand=7
    a discard that is put back was not taken | contrat | -4C > 4C ~ > 2C ok took=stock
    a discard that was taken may be laid later | contrat | -4C > 2C > 2D 1 4C 4D 4H 2 9S 9H 9D > 3C ok
    it is laid at once where the house says so | contrat discard_to_hand=false | -4C > 2C !discard_not_melded
    other laying games may have it | opened rami51 discard_to_hand=true first_turn_discard=true | -4C > 2C ok
        took=discard hand=13
    or only for a seat that had laid before | opened rami51 discard_to_hand=after_laying first_turn_discard=true | -4C 1
        TH JH QH KH 2 4S 4D 4H > 2C !discard_not_melded > 4C done ok took=stock -2C > 3C !discard_not_melded > 2C done
        -3C > 2D ok took=discard seat=0
    """


class ContratHands(Clause):
    """Each round is dealt its own number of cards."""

    clause = "hands"

    def hands(self, **rules):
        found = []
        for round_ in range(1, 8):
            view = contrat(round_, **rules).referee.view
            found.append(view.hands[0])
            self.assertEqual(view.dealt(), view.hands[0])
            self.assertEqual(view.stock, 108 - 2 * view.hands[0] - 1)
        return found

    def test_one_card_more_in_each_round(self):
        self.assertEqual(self.hands(), [7, 8, 9, 10, 11, 12, 13])

    def test_ten_or_twelve(self):
        self.assertEqual(self.hands(hand="ten_twelve"), [10, 10, 10, 12, 12, 12, 12])

    def test_ten_in_the_first_four(self):
        self.assertEqual(self.hands(hand="ten_twelve_four"), [10, 10, 10, 10, 12, 12, 12])

    def test_a_fixed_number(self):
        self.assertEqual(self.hands(hand=11), [11] * 7)

    def test_between_rounds_the_next_one_is_told(self):
        table = Play("contrat")
        self.assertEqual((table.referee.view.dealt(), table.referee.view.contract), (7, (2, 0)))


class ContratMatch(Clause):
    """Seven rounds, the lowest total wins."""

    clause = "match"

    def out(self):
        """Return a table where seat 0 went out in the first round; seat 1 has counted."""
        table = contrat(hand=11)
        table.play(meld1="7S 7S2 7H 7H2 7D 7D2", meld2="9S 9S2 9H 9D 9C", discard="2C")
        table.count(1, "AS KD X1 2S 5H 6D 3S 3D 3C TC 4D")
        return table

    def test_winner_none_and_all_others_their_hands(self):
        table = self.out()
        self.scored(table, "out", [0, 15 + 10 + 15 + 2 + 5 + 6 + 3 + 3 + 3 + 10 + 4])
        self.assertEqual(table.referee.view.contract, (1, 1))

    def test_out_in_one_turn_is_no_rami_sec(self):
        table = self.out()
        self.assertEqual(self.outcome(table, "round")["how"], "out")

    def test_the_match_ends_after_the_seventh_contract(self):
        begun = {"rounds": 6, "totals": [9, 120]}
        table = opened("contrat", begun=begun, hand=12)
        table.play(meld1="AS 2S 3S 4S", meld2="5H 6H 7H 8H", meld3="TD JD QD KD", discard="2C")
        table.count(1, " ".join("2D 2D2 2H 2H2 2S2 3D 3D2 3H 3H2 4D 4D2 4H".split()))
        self.scored(table, "out", [0, 34], totals=[9, 154])
        self.check(table, "match", {"winners": [0], "ranking": [0, 1]})

    def test_equal_totals_win_together(self):
        begun = {"rounds": 6, "totals": [34, 0]}
        table = opened("contrat", begun=begun, hand=12)
        table.play(meld1="AS 2S 3S 4S", meld2="5H 6H 7H 8H", meld3="TD JD QD KD", discard="2C")
        self.check(table.count(1, "2D 2D2 2H 2H2 2S2 3D 3D2 3H 3H2 4D 4D2 4H"), "match", {"winners": [0, 1]})

    def test_a_void_round_repeats_its_contract(self):
        table = contrat(3)
        table.feed(ruling="void")
        self.check(table, "round", {"round": 3, "how": "void"})
        self.assertEqual(table.referee.view.contract, (0, 2))
        self.assertEqual(table.referee.view.dealer, 1)
        table.deal()
        self.assertEqual((table.referee.view.round, table.referee.view.hands), (3, [9, 9]))

    def test_a_void_round_taken_back(self):
        table = second_turn(3)
        table.feed(ruling="void")
        table.feed(ruling="undo")
        view = table.referee.view
        self.assertEqual((view.round, view.contract, view.seat), (3, (0, 2), 1))

    def test_a_round_taken_back_has_its_contract_again(self):
        table = self.out()
        table.feed(ruling="undo")
        view = table.referee.view
        self.assertEqual((view.round, view.contract, view.totals), (1, (2, 0), [0, 0]))

    def test_an_end_that_the_players_rule(self):
        table = contrat(3)
        table.feed(ruling="end")
        self.check(table, "match", {"winners": [0, 1]})
        self.assertEqual(table.referee.view.contract, (0, 2))

    def test_a_corrected_total_does_not_prolong_the_match(self):
        begun = {"rounds": 6, "totals": [9, 120]}
        table = opened("contrat", begun=begun, hand=12)
        table.play(meld1="AS 2S 3S 4S", meld2="5H 6H 7H 8H", meld3="TD JD QD KD", discard="2C")
        table.count(1, "2D 2D2 2H 2H2 2S2 3D 3D2 3H 3H2 4D 4D2 4H")
        table.feed(ruling="points", seat=0, points=200)
        self.check(table, "match", {"winners": [1]})

    def test_seven_rounds_that_were_played_are_an_error(self):
        header = {"tierce": 1, "game": "contrat", "players": ["Ana", "Luc"], "dealer": 0}
        Referee(dict(header, rounds=6))
        for rounds in (7, 8):
            with self.assertRaises(LogError):
                Referee(dict(header, rounds=rounds))


lines(globals())
