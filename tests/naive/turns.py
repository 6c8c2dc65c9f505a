"""A turn as it stands when it is judged, and what a naive judge finds.

For the judges to stand beside the engine: nothing here may import tierce.melds, tierce.arrange or
tierce.games.
"""


class Turn:
    """What a player has done: the judge knows what lay there before."""

    def __init__(self, melds):
        self.zones = {zone: list(cards) for zone, cards in melds.items()}
        self.said = {}  # joker -> the face declared for it
        self.discards = []
        self.taken = None
        self.draws = 0

    def used(self):
        """Return the cards that this turn has put somewhere."""
        return {card for cards in self.zones.values() for card in cards} | set(self.discards)

    def tidy(self):
        """Forget zones that have become empty, and what was said of jokers that went."""
        self.zones = {zone: cards for zone, cards in self.zones.items() if cards}
        down = {card for cards in self.zones.values() for card in cards}
        self.said = {joker: said for joker, said in self.said.items() if joker in down}


class Verdict:
    """What a judge finds: codes, those that the texts leave open, and what follows if accepted."""

    def __init__(self):
        self.codes = set()
        self.open_codes = set()
        self.took = self.laid = self.hand = None

    def agrees(self, named):
        """Tell whether the codes of a refusal, or none for an acceptance, are the judge's."""
        return self.codes - self.open_codes == set(named) - self.open_codes
