"""Contrat: seven rounds, each with the sets and runs that a first lay must be.

RULES.md "contrat" and its fine print. A turn is that of the laying games, except for what a seat
may lay.
"""

from tierce import melds
from tierce.cards import JOKER, codes
from tierce.game import breaks
from tierce.games.laying import Laying
from tierce.zones import zone_name


class Contrat(Laying):
    """A match of contrat. The number of a round is that of its contract."""

    @property
    def contract(self) -> "tuple[int, int]":
        """The contract of this round, between rounds of the next: (sets, runs)."""
        return self.rules["contracts"][self._index()]

    def dealt(self) -> int:
        return self.rules["deals"][self._index()]

    def _index(self) -> int:
        # Between rounds no seat is active.
        at = self.round if self.active < 0 else self.round - 1
        return min(at, len(self.rules["contracts"]) - 1)

    def swaps(self, old: int) -> bool:
        # A joker in a set stands for its rank only, so that no card is the one that it replaces.
        return self.rules["joker_swap"] and self.kind_of(old) == "run"

    def reading_of(self, zone: int, bound: "Mapping[int, int]", said: "Mapping[int, int]") -> "Reading":
        reading = Laying.reading_of(self, zone, bound, said)
        cards = self.layout.cards(zone)
        if reading[melds.BROKEN] == ("not_a_meld",) and len(cards) < self.rules["run_least"]:
            # Three cards that a fourth would make a run.
            faces = [card % 52 for card in cards if card < JOKER]
            if faces and melds.runs(faces, len(cards), self.form[:-2] + (3, 1)):
                return reading[:-1] + (("meld_too_short",),)
        return reading

    def note_zone(self, broken: "Broken", zone: int, reading: "Reading") -> None:
        cards = self.layout.cards(zone)
        if "meld_too_short" in reading[melds.BROKEN] and len(cards) > 2:
            broken.setdefault(
                "meld_too_short", ("run_too_short", zone_name(zone), codes(cards), self.rules["run_least"])
            )
        Laying.note_zone(self, broken, zone, reading)

    # --- a turn

    def judge_lay(
        self,
        broken: "Broken",
        readings: "dict[int, Reading]",
        new: "list[int]",
        lay_offs: "list[int]",
        jokers: "list[int]",
        left: int,
    ) -> str:
        # Going out is never a rami sec here.
        rules = self.rules
        seat = self.active
        if self.has_laid[seat]:
            if new:
                broken["contract"] = ("contract_laid",)
            return "out"
        asked = self.contract
        # What is left without taken jokers may be read as a set or as a run.
        lays = [[]]
        for zone in new:
            ways = self.ways_without(zone, readings[zone], jokers)
            lays = [lay + [way] for lay in lays for way in ways] or lays
        found, laid, neighbours = [], (0, 0), ()
        for found in lays:
            runs = [reading for reading in found if reading[melds.KIND] == "run"]
            laid = (len(found) - len(runs), len(runs))
            neighbours = self._neighbours(runs)
            if laid == asked and not neighbours:
                break
        if new and laid != asked:
            breaks(broken, "contract", asked, laid)
        elif len(found) < len(new):
            broken["contract"] = ("no_more", asked, len(new))
        elif neighbours:
            broken["contract"] = ("side_by_side", asked) + neighbours
        elif new and rules["last_contract_goes_out"] and left > 0:
            if self._index() == len(rules["contracts"]) - 1:
                broken["contract"] = ("goes_out", left)
        legal = bool(new) and "contract" not in broken
        if not rules["first_turn_lay"] and self.turns[seat] == 0:
            breaks(broken, "first_round_no_lay")
            legal = False
        self.judge_lay_offs(broken, lay_offs, jokers, legal)
        return "out"

    def _neighbours(self, runs: "list[Reading]") -> "tuple[list[str], ...]":
        """Return the cards of two runs (readings) of one suit that are side by side; () if none are."""
        ends = []
        for reading in runs:
            stands = reading[melds.STANDS]
            faces = [stands.get(card, card % 52) for card in reading[melds.CARDS]]
            # No place above a king, or an ace above it, is one of the next suit.
            start = faces[0] // 13 * 16 + faces[0] % 13
            ends.append((start, start + len(faces), codes(reading[melds.CARDS])))
        for first in ends:
            for second in ends:
                if first[1] == second[0]:
                    return first[2], second[2]
        return ()

    # --- the end of a round and of the match

    def at_target(self) -> bool:
        return self.round >= len(self.rules["contracts"])

    def void(self, seat: int) -> None:
        """Cancel the round: the same dealer deals the same contract again."""
        Laying.void(self, seat)
        self.round -= 1
