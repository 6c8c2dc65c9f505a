"""A turn at the time of its verdict, and a naive judge's verdict."""


class Turn:
    """A player's turn; the judge knows the state before."""

    def __init__(self, melds):
        self.zones = {zone: list(cards) for zone, cards in melds.items()}
        self.said = {}  # joker -> the face declared for it
        self.discards = []
        self.taken = None
        self.draws = 0

    def used(self):
        """Return the cards that this turn has placed."""
        return {card for cards in self.zones.values() for card in cards} | set(self.discards)

    def tidy(self):
        """Drop empty zones, and declarations of jokers that are gone."""
        self.zones = {zone: cards for zone, cards in self.zones.items() if cards}
        down = {card for cards in self.zones.values() for card in cards}
        self.said = {joker: said for joker, said in self.said.items() if joker in down}


class Verdict:
    """A judge's verdict: codes, codes left open by the texts, and the effects if accepted."""

    def __init__(self):
        self.codes = set()
        self.open_codes = set()
        self.took = self.laid = self.hand = None

    def agrees(self, named):
        """Tell whether the engine's codes (none for an acceptance) agree with the judge's."""
        return self.codes - self.open_codes == set(named) - self.open_codes
