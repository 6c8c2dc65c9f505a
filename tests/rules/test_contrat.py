"""Contrat: RULES.md "contrat" and its fine print."""

from play import Clause, Play, lines, opened
from tierce.presets import LogError
from tierce.referee import Referee


def contrat(round_=1, totals=(0, 0), **rules):
    """Return a dealt table of contrat in a round; seat 0 is on turn."""
    return opened("contrat", begun={"rounds": round_ - 1, "totals": list(totals)}, **rules)


def laid(**rules):
    """Return a table of the first round where seat 0 has laid two sets; seat 1 is on turn."""
    table = contrat(**rules)
    table.play(meld1="7S 7H 7D", meld2="9S 9H X1", discard="2C")
    return table


class Contract(Clause):
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
    | contrat 7 last_contract_goes_out=true | 1 AS 2S 3S 4S 2 5H 6H 7H 8H 3 9D TD JD QD > 2C !contract 3 KD done
        ok hand=0
    | contrat 6 last_contract_goes_out=true | 1 AS 2S 3S 4S 2 5H 6H 7H 8H 3 9D 9C 9S > 2C ok
    the seven contracts | contrat 1 | 1 7S 7H 7D 2 9S 9H 9D > 2C ok
    | contrat 2 | 1 7S 7H 7D 2 AS 2S 3S 4S > 2C ok
    | contrat 3 | 1 AS 2S 3S 4S 2 5C 6C 7C 8C > 2C ok
    | contrat 4 | 1 7S 7H 7D 2 9S 9H 9D 3 JS JH JD > 2C ok
    | contrat 5 | 1 7S 7H 7D 2 9S 9H 9D 3 AS 2S 3S 4S > 2C ok
    | contrat 6 | 1 7S 7H 7D 2 AS 2S 3S 4S 3 5C 6C 7C 8C > 2C ok
    | contrat 7 | 1 AS 2S 3S 4S 2 5C 6C 7C 8C 3 TD JD QD KD > 2C ok
    one meld too few | contrat | 1 7S 7H 7D > 2C !contract why:2~sets,1~set
    one meld too many | contrat hand=11 | 1 7S 7H 7D 2 9S 9H 9D 3 JS JH JD > 2C !contract why:2~sets,3~sets
    the contract and something that is no meld | contrat hand=11 | 1 7S 7H 7D 2 9S 9H 9D 3 JS JH QD > 2C
        !not_a_meld,contract why:2~sets~and~no~more
    a run is no set | contrat 2 | 1 7S 7H 7D 2 9S 9H 9D > 2C !contract why:1~set~and~1~run,2~sets
    melds may be longer than they must | contrat 2 | 1 7S 7H 7D 7C 2 2H 3H 4H 5H > 2C ok
    what is no meld does not count | contrat | 1 7S 7H 7D 2 9S 9H JD > 2C !not_a_meld,contract why:1~set
    runs with a gap or an overlap are two | contrat 3 | 1 2S 3S 4S 5S 2 7S 8S 9S TS > 2C ok
    | contrat 3 | 1 2S 3S 4S 5S 2 4S2 5S2 6S 7S > 2C ok
    | contrat 3 | 1 2S 3S 4S 5S 2 6H 7H 8H 9H > 2C ok
    a high ace and a low ace are not side by side | contrat 3 | 1 AS 2S 3S 4S 2 TS JS QS KS > 2C ok
    | contrat 3 | 1 JS QS KS AS 2 2H 3H 4H 5H > 2C ok
    | contrat 3 | 1 TS JS QS KS 2 AH 2H 3H 4H > 2C ok
    the people may let another lay pass | contrat | 1 7S 7H 7D > 2C !contract accept ok view: has_laid=true,false
    a contract taken back may be laid again | laid | view: has_laid=true,false undo view: has_laid=false,false -9S,9H,X1
        done !contract 2 9S 9H X1 done ok seat=0
    """


class ContratMelds(Clause):
    clause = "runs"
    lines = """
    a run has four cards | contrat 2 | 1 7S 7H 7D 2 2H 3H 4H > 2C !meld_too_short,contract why:4~cards
    two cards are no meld | contrat | 1 7S 7H 7D 2 2H 2S > 2C !meld_too_short,contract why:three~cards
    a run does not turn the corner | contrat 2 | 1 7S 7H 7D 2 QH KH AH 2H > 2C !not_a_meld,contract
    two jokers in a meld | contrat 2 | 1 7S X1 X2 2 2H X3 4H X4 > 2C ok
    | contrat 1 hand=11 | 1 7S 7H 7D X4 2 9S X1 X2 X3 > 2C !too_many_jokers,contract
    a suit may come twice in a set | opened contrat upcard=null show_melds=true | 1 7S 7S2 7H
        meld kind=set cards=7S,7S2,7H codes=, points=21 1 7H2 7D 7D2 7C 7C2 meld kind=set points=56 1 X1
        meld kind=none codes=not_a_meld,
    """


class ContratJokers(Clause):
    clause = "joker_swap"
    lines = """
    a joker of a run | with_jokers | 2 3H 3 X2 > 3C ok
    a joker of a set stays | with_jokers | 1 7D 7C 3 X1 > 3C !meld_broken
    a joker further along its run | with_jokers | 2 3H > 3C ok
    no joker is taken where the house says so | with_jokers joker_swap=false | 2 3H 3 X2 > 3C !meld_broken
    jokers alone are no meld | contrat 1 | 1 X1 X2 X3 > 2C !not_a_meld,contract
    a meld counts as what is left without a taken joker | contrat 2 hand=12 | 1 7S 7H 7D 2 2H X2 4H 5H > 2C 3 KS KH
        4 8C 9C TC JC 2 3H 3 X2 > 2D !joker_before_laying,contract 3 KD done ok laid=77
    """

    def with_jokers(self, **rules):
        """Return a table of the second round where both have laid; seat 0 is on turn."""
        table = contrat(2, hand=12, **rules)
        table.play(meld1="7S 7H X1", meld2="2H X2 4H 5H", discard="2C")
        table.play(meld3="KS KH KD", meld4="8C 9C TC JC", discard="2D")
        return table


class ContratDiscard(Clause):
    clause = "discard_taken"
    lines = """
    the discard may stay in hand | contrat | -4C > 2C ok took=discard hand=7
    a discard that is put back was not taken | contrat | -4C > 4C ~ > 2C ok took=stock
    a discard that was taken may be laid later | contrat | -4C > 2C > 2D 1 4C 4D 4H 2 9S 9H 9D > 3C ok
    it is laid at once where the house says so | contrat discard_to_hand=false | -4C > 2C !discard_not_melded
    other laying games may have it | opened rami51 discard_to_hand=true first_turn_discard=true | -4C > 2C
        ok took=discard hand=13
    or only for a seat that had laid before | opened rami51 discard_to_hand=after_laying first_turn_discard=true | -4C
        1 TH JH QH KH 2 4S 4D 4H > 2C !discard_not_melded > 4C done ok took=stock -2C > 3C !discard_not_melded > 2C done
        -3C > 2D ok took=discard seat=0
    """


class ContratHands(Clause):
    clause = "hands"

    def test_each_round_has_its_number(self):
        for rules, hands in (
            ({}, [7, 8, 9, 10, 11, 12, 13]),
            ({"hand": "ten_twelve"}, [10, 10, 10, 12, 12, 12, 12]),
            ({"hand": "ten_twelve_four"}, [10, 10, 10, 10, 12, 12, 12]),
            ({"hand": 11}, [11] * 7),
        ):
            for round_ in range(7):
                view = contrat(round_ + 1, **rules).referee.view
                self.assertEqual((view.hands[0], view.dealt()), (hands[round_], hands[round_]))
                self.assertEqual(view.stock, 108 - 2 * hands[round_] - 1)

    def test_between_rounds_the_next_one_is_told(self):
        table = Play("contrat")
        self.assertEqual((table.referee.view.dealt(), table.referee.view.contract), (7, (2, 0)))


class ContratMatch(Clause):
    clause = "match"
    lines = """
    winner none and all others their hands | out | round how=out scores=0,76 view: contract=1,1
    the match ends after the seventh contract | seventh totals=9,120 | round how=out scores=0,34 totals=9,154
        match winners=0, ranking=0,1
    equal totals win together | seventh totals=34,0 | match winners=0,1
    a corrected total does not prolong the match | seventh totals=9,120 | points seat=0 points=200 match winners=1,
    a void round repeats its contract | contrat 3 | void round round=3 how=void view: contract=0,2 dealer=1 deal
        view: round=3 hands=9,9
    a void round taken back | contrat 3 | > 2C > 2D void undo view: round=3 contract=0,2 seat=1
    a round taken back has its contract again | out | undo view: round=1 contract=2,0 totals=0,0
    an end that the players rule | contrat 3 | end match winners=0,1 view: contract=0,2
    """

    def out(self):
        """Return a table where seat 0 went out in the first round; seat 1 has counted."""
        table = contrat(hand=11)
        table.play(meld1="7S 7S2 7H 7H2 7D 7D2", meld2="9S 9S2 9H 9D 9C", discard="2C")
        table.count(1, "AS KD X1 2S 5H 6D 3S 3D 3C TC 4D")
        return table

    def seventh(self, totals):
        """Return a table where seat 0 went out in the seventh round; seat 1 has counted."""
        table = contrat(7, totals=totals, hand=12)
        table.play(meld1="AS 2S 3S 4S", meld2="5H 6H 7H 8H", meld3="TD JD QD KD", discard="2C")
        return table.count(1, "2D 2D2 2H 2H2 2S2 3D 3D2 3H 3H2 4D 4D2 4H")

    def test_seven_rounds_that_were_played_are_an_error(self):
        header = {"tierce": 1, "game": "contrat", "players": ["Ana", "Luc"], "dealer": 0}
        Referee(dict(header, rounds=6))
        for rounds in (7, 8):
            with self.assertRaises(LogError):
                Referee(dict(header, rounds=rounds))


lines(globals())
