"""A simulated table with real cards that keeps the log of its match."""

import random

from players import NAMES

from tierce_tools.players import dealing


class Deck(dealing.Deck):
    """A match in play; `log` is its header and events.

    `begun` are the header's keys of a match that goes on.
    """

    def __init__(
        self, game: str, seed: object, seats: int, rules: dict, melds: int = 6, begun: dict | None = None
    ) -> None:
        rng = random.Random(f"{game}/{seed}/{seats}")
        header = {
            "tierce": 1,
            "game": game,
            "players": NAMES[:seats],
            "dealer": rng.randrange(seats),
            "rules": rules,
            **(begun or {}),
        }
        super().__init__(header, rng, melds)
        self.log: list[dict] = [header]

    def take(self, line: dict) -> list[tuple]:
        self.log.append(line)
        return super().take(line)
