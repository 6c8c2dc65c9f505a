"""Random players with a check at every event, and the state that a refusal must not change."""

import copy
import pickle

from players import Players

from tierce.game import Game

# A refusal must not change these; parts of the current turn that any event changes are left out.
LASTING = ["hands", "turns", "stock", "pile", "has_laid", "totals", "dealer", "active", "round"]
LASTING += ["phase", "began", "won", "last_turns", "on_table"]
LASTING_LAYOUT = ["start", "bound", "was_at"]


def inside(referee):
    """Return the match behind a referee's door: only tests of the engine may look there."""
    return referee._game


def everything(referee):
    """Return a copy of all that a match knows, but for what never changes in it."""
    game = inside(referee)
    skipped = {"rules", "words", "layout", "form", "known", "__dict__"}
    kept = {name: getattr(game, name) for name in {*vars(game), *Game.__slots__} - skipped}
    return copy.deepcopy((kept, vars(game.layout)))


def lasting(referee):
    """Return a copy of what outlives an event of the turn at hand."""
    game = inside(referee)
    kept = {name: getattr(game, name, None) for name in LASTING}
    kept |= {name: getattr(game.layout, name) for name in LASTING_LAYOUT}
    return pickle.loads(pickle.dumps(kept))  # much faster than deepcopy


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
