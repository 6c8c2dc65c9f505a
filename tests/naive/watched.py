"""Random players with a check at every event, and the state that a refusal must not change.

For independence from the engine, it must not import tierce.melds, tierce.arrange or tierce.games.
"""

import copy

from players import Players

# A refusal must not change these; parts of the current turn that any event changes are left out.
LASTING = ["hands", "turns", "stock", "pile", "has_laid", "totals", "dealer", "active", "round"]
LASTING += ["phase", "opening", "won", "last_turns", "big", "on_table"]
LASTING_TABLE = ["start", "bound", "was_at"]


def lasting(game):
    """Return a copy of the state that outlives the current turn."""
    kept = {name: copy.deepcopy(getattr(game, name, None)) for name in LASTING}
    return kept | {name: copy.deepcopy(getattr(game.table, name)) for name in LASTING_TABLE}


class Watched(Players):
    """Players whose every event is checked; keeps its own record of the cards in each zone."""

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
        """Check before an event."""

    def after(self, event, found):
        """Check after an event."""

    def here(self):
        """Return the position in the match, for failure messages."""
        return f"{self.header} line {len(self.log)}: {self.log[-1]}"
