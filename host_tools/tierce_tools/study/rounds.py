"""Plays rounds between computer players, without a table: the work of a study's processes.

A round depends on its setting and its number alone, so that any process may play it.
"""

from collections import Counter
from random import Random
from typing import Any, NamedTuple

from tierce.phases import DEAL, OVER, TURN
from tierce.presets import PRESETS
from tierce_tools.logs.tallies import Tally
from tierce_tools.players import plan
from tierce_tools.players.dealing import Deck
from tierce_tools.study.figures import Figures

_ZONES = 24  # melds on the table. Nobody waits for a free one: a virtual table adds zones, too
_LONGEST = 60  # turns of each seat, after which a round is given up


class Setting(NamedTuple):
    """How the rounds of a cell are played. `levels` are those of the players, by their place."""

    game: str
    levels: tuple[str, ...]
    rules: dict[str, Any]
    seed: int


def play(setting: Setting, numbers: range) -> Figures:
    """Return the figures of the rounds with these numbers.

    Rounds of one number have the same deal in each cell whose deck is the same.
    """
    found = Figures()
    for number in numbers:
        found += _round(setting, number)
    return found


def _header(setting: Setting, number: int) -> dict[str, Any]:
    seats = len(setting.levels)
    header: dict[str, Any] = {
        "tierce": 1,
        "game": setting.game,
        "dealer": number % seats,
        "rules": setting.rules,
        "players": [f"P{seat}" for seat in range(seats)],
    }
    contracts = PRESETS[setting.game].get("contracts")
    if contracts:
        header["rounds"] = number // seats % len(contracts)
    return header


def _round(setting: Setting, number: int) -> Figures:
    seats = len(setting.levels)
    # Play never changes the deal of a later round, so all cells have the same deals.
    table = Deck(_header(setting, number), Random(f"{setting.seed}/{number}"), _ZONES)
    rng = Random(f"{setting.seed}/{number}/play")
    view = table.view
    first = (view.dealer + 1) % seats

    def place(seat: int) -> int:
        return (seat - first) % seats

    table.deal()
    while view.phase not in (DEAL, OVER):
        if sum(view.turns) > _LONGEST * seats:
            return Figures(unfinished=1)
        seat = view.seat if view.phase == TURN else view.awaited()[0]
        level = setting.levels[place(seat)]
        for move in plan(table.referee, seat, table.hands[seat], table.zones, rng, level):
            table.do(seat, move)
    _, _, _, how, winners, scores, *_ = next(each for each in table.said if each[0] == "round")
    if how == "void":
        return Figures(void=1)
    turns = sum(each[0] == "turn" for each in table.said)
    return Figures(
        rounds=1,
        wins=Counter(map(place, winners)),
        ends=Counter([how]),
        turns=Tally([turns]),
        never=Tally([view.has_laid.count(False)] if view.has_laid else ()),
        points=Tally([sum(scores)]),
    )
