"""Turns of contrat get the same verdicts and codes from engine and naive judge."""

import random

from naive.cards import RANKS, SUITS, face, is_joker
from naive.contrat import ContratJudge
from naive.hints_contrat import CONTRACTS
from naive.melds import place_face
from naive.tables import header_of, seen_at
from players import house_rules
from test_legal_laying import LayingTable

CODES = """
meld_broken meld_too_short not_a_meld too_many_jokers joker_changed joker_before_laying joker_wrong_card
joker_not_replayed first_round_no_lay lay_off_before_laying contract discard_first_round discard_not_melded
too_many_draws too_many_cards no_discard no_final_discard accepted
"""


class ContratTable(LayingTable):
    def make_judge(self, first):
        round_ = self.header.get("rounds", 0) + 1
        return ContratJudge(self.referee.rules, self.seats, first, round_)

    def goes_on(self):
        self.judge.reshuffle()
        return self.referee.view.phase == "turn"

    def make_turn(self):
        """Make a random turn; a seat that has not laid often lays something like its contract."""
        turn = super().make_turn()
        rng, judge = self.rng, self.judge
        if rng.random() < 0.5:
            for zone in [zone for zone in turn.zones if zone not in judge.melds]:
                del turn.zones[zone]
            turn.said.clear()
        if not judge.has_laid[judge.seat] and rng.random() < 0.6:
            kinds = ["set"] * judge.contract[0] + ["run"] * judge.contract[1]
            if rng.random() < 0.15:
                kinds.pop()
            elif rng.random() < 0.15:
                kinds.append(rng.choice(("set", "run")))
            turn.zones = {z: c for z, c in turn.zones.items() if z in judge.melds}
            turn.said.clear()
            before = None
            for kind in kinds:
                meld, before = self.like(turn, kind, before)
                if meld:
                    turn.zones[self.new_zone(turn)] = meld
        if turn.taken in turn.discards:
            turn.discards.remove(turn.taken)
        turn.tidy()
        kept = {c for cards in turn.zones.values() for c in cards}
        turn.discards = [card for card in turn.discards if card not in kept]
        return turn

    def like(self, turn, kind, before):
        """Return (cards of a set or run, its end): sometimes a run right after the one before."""
        rng = self.rng
        free = self.free(turn)
        if kind == "set":
            rank = rng.choice(RANKS)
            meld = [card for card in free if card[0] == rank][: rng.choice((3, 3, 4, 5))]
        else:
            suit, low = rng.choice(SUITS), rng.randint(1, 11)
            if before and rng.random() < 0.3 and before[1] < 12:
                suit, low = before
            size = min(rng.choice((3, 4, 4, 4, 4, 5)), 15 - low)
            before = suit, low + size
            faces = [place_face(place, suit) for place in range(low, low + size)]
            meld = []
            for each in faces:
                meld += [c for c in free if face(c) == each and c not in meld][:1]
        jokers = [card for card in free if is_joker(card)]
        for joker in jokers[: rng.choice((0, 0, 0, 1, 2))]:
            if len(meld) > 2:
                meld[rng.randrange(len(meld))] = joker
        return list(dict.fromkeys(meld)), before


def contrat_table(seed):
    """Return a table in one of the seven rounds, with a few house rules."""
    rng = random.Random(f"contrat/{seed}")
    seats = rng.choice((2, 2, 3, 4))
    rules = house_rules(rng, "contrat", seats, share=0.3)
    header = header_of("contrat", seats, rng.randrange(seats), rules)
    return ContratTable({**header, "rounds": rng.randrange(len(CONTRACTS))}, rng)


def test_a_turn_is_accepted_where_a_naive_judge_accepts_it():
    assert seen_at(contrat_table, "legal_contrat", 45, 200) >= set(CODES.split())
