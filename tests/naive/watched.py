"""Random players whose every event is looked at, and what a refusal must leave as it was.

For the checks to stand beside the engine: nothing here may import tierce.melds, tierce.arrange or
tierce.games.
"""

import copy

from players import Players

# What a refusal must not touch; what an event itself may change of the turn at hand is not here.
LASTING = ["hands", "turns", "stock", "pile", "has_laid", "totals", "dealer", "active", "round"]
LASTING += ["phase", "opening", "won", "last_turns", "big", "on_table"]
LASTING_TABLE = ["start", "bound", "was_at"]


def lasting(game):
    """Return a copy of what outlives an event of the turn at hand."""
    kept = {name: copy.deepcopy(getattr(game, name, None)) for name in LASTING}
    return kept | {name: copy.deepcopy(getattr(game.table, name)) for name in LASTING_TABLE}


class Watched(Players):
    """Players whose every event is looked at; keeps its own account of what lies where."""

    def __init__(self, *match, **how):
        self.zones = {}
        super().__init__(*match, **how)

    def feed(self, **event):
        self.before(event)
        found = super().feed(**event)
        if "zone" in event and "joker" not in event:
            here = self.zones.setdefault(event["zone"], [])
            here[:] = [card for card in here if card not in event.get("out", ())]
            for card in event.get("came", ()):
                if card not in here:
                    for held in self.zones.values():
                        if card in held:
                            held.remove(card)
                    here.append(card)
        for outcome in found:
            if outcome[0] == "warning" and outcome[2] == "table_not_clear":
                self.zones[outcome[3]] = []
            elif outcome[0] == "reshuffle":
                self.zones["discard"] = self.zones["discard"][-1:]
        self.after(event, found)
        return found

    def before(self, event):
        """Look at what is about to happen."""

    def after(self, event, found):
        """Look at what has happened."""

    def here(self):
        """Say where in which match this is, for a message."""
        return f"{self.header} line {len(self.log)}: {self.log[-1]}"
