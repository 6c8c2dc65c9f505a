"""A naive judge of contrat: that of the laying games, with contracts in place of a minimum."""

import itertools

from naive.hints_contrat import CONTRACTS, side_by_side
from naive.laying import LayingJudge


class ContratJudge(LayingJudge):
    """Keeps the state of a round of contrat, and judges its turns."""

    def __init__(self, options, seats, first, round_):
        dealt = {**options, "hand": options["deals"][round_ - 1]}
        super().__init__("contrat", dealt, seats, first)
        self.contract = CONTRACTS[round_ - 1]
        self.by_going_out = round_ == 7 and options["last_contract_goes_out"]

    def swaps(self, joker):
        return self.options["joker_swap"] and self.bound[joker][0] == "run"

    def may_be_sec(self, verdict, new):
        return False

    def judge_first_lay(self, verdict, turn, new):
        codes, options = verdict.codes, self.options
        if self.has_laid[self.seat]:
            if new:
                codes.add("contract")
            return
        ways = [self.without_taken(verdict, turn, zone) for zone in new]
        legal = bool(new) and any(map(self.is_contract, itertools.product(*ways)))
        if self.by_going_out and verdict.hand > 0:
            legal = False
        if new and not legal:
            codes.add("contract")
        lay_offs = self.laid_off(verdict, turn)
        if not options["first_turn_lay"] and not self.turns[self.seat]:
            if new or lay_offs or verdict.taken_jokers:
                codes.add("first_round_no_lay")
                legal = False
        if not legal or not options["lay_off_with_first_lay"]:
            codes |= {"lay_off_before_laying"} if lay_offs else set()
            codes |= {"joker_before_laying"} if verdict.taken_jokers else set()

    def is_contract(self, melds):
        """Tell whether some new melds, as readings, are the contract."""
        runs = [(way.worth, way.top) for way in melds if way.kind == "run"]
        return (len(melds) - len(runs), len(runs)) == self.contract and not side_by_side(runs)
