"""Taking the last turn back restores the table at that turn's beginning, and nothing else.

The expected state comes from a second referee that is fed the log up to there.
"""

import json
import random

import pytest
import ring
from naive.watched import inside, lasting
from players import Deciding, Players

from tierce.cards import parse
from tierce.phases import COUNT
from tierce.referee import Referee
from tierce_tools.base.paths import games

MATCHES = ring.of_modules(1, 3)


class Replayed:
    """Feeds a log line by line; notes where the last accepted turn began, and its draws."""

    def __init__(self, log):
        self.referee = Referee(log[0])
        self.view = self.referee.view
        self.fed = []
        self.begun = None  # number of lines fed when the open turn began
        self.last = None  # the same for the last accepted turn, while it can be taken back

    def feed(self, event):
        game = self.view
        before = (game.phase, game.dealer, game.draws)
        out = list(self.referee.feed(event))
        self.fed.append(event)
        dealt = event.get("press") == "deal" and before[:2] == ("deal", event["seat"])
        if dealt and not any(each[0] == "warning" and each[2] == "not_your_turn" for each in out):
            self.last = None
            self.begun = len(self.fed)
        if any(each[0] == "turn" for each in out):
            self.last = self.begun
            self.draws = before[2]
            self.begun = len(self.fed)
        elif any(each[0] == "refused" and "knock_too_high" in each[3] for each in out):
            self.begun = len(self.fed)
        return out


def state(referee):
    """Return the lasting state, and the state of the open turn."""
    game = inside(referee)
    found = lasting(referee)
    # Only the meld zones in `was_at` are ever read.
    found["was_at"] = [zone if zone > 0 else 0 for zone in game.layout.was_at]
    found["bound"] = dict(game.layout.bound)
    counts = dict(game.counts) if game.phase == COUNT else {}
    return found | {"counts": counts, "laid_down": getattr(game, "laid_down", {})}


def check_undo(log, stop):
    """Take back the last turn before line `stop` of a log; return whether there was one."""
    table = Replayed(log)
    for event in log[1:stop]:
        table.feed(event)
    game = table.view
    here = f"{log[0]} at line {stop}: {log[stop - 1]}"
    kept = state(table.referee)
    undo = {"t": game.t, "ruling": "undo"}
    nothing = [("warning", game.t, "no_ruling", "undo")]
    if table.last is None:
        assert list(table.referee.feed(undo)) == nothing, here
        assert state(table.referee) == kept, here
        return False
    lying = {zone: sorted(game.cards(zone)) for zone in game.zones() if zone}
    first = Replayed(log)
    for event in log[1 : table.last + 1]:
        first.feed(event)
    begun = first.view
    expected = state(first.referee)
    if begun.upcard_due and not game.upcard_due:
        # The upcard came later; it may have been taken.
        came = [event["in"] for event in log[table.last + 1 : stop] if event.get("in")]
        expected["pile"] = [parse(came[0][0])]
    out = list(table.referee.feed(undo))
    seat = begun.seat
    assert out == [("ruling", game.t, "undo", seat, begun.hands[seat], begun.totals)], here
    assert state(table.referee) == expected, here
    assert game.draws == 0, here
    now = {zone: sorted(game.cards(zone)) for zone in game.zones() if zone}
    assert now == lying, here
    expected = state(table.referee)
    assert list(table.referee.feed(undo)) == nothing, here
    assert state(table.referee) == expected, here
    return True


# All but `points`, which stays, and `hand`, which stays for the seat on turn.
TAKEN_BACK = ("accept", "count", "reshuffle", "void")


@pytest.mark.parametrize("ruled", [False, True], ids=["plain", "ruled"])
@pytest.mark.parametrize(("game", "seed"), MATCHES)
def test_undo_brings_back_the_beginning_of_the_turn(game, seed, ruled):
    """Also where other rulings were made in it."""
    rng = random.Random(f"undo/{game}/{seed}/{ruled}")
    players = Deciding(game, seed, TAKEN_BACK) if ruled else Players(game, seed)
    log = players.play(30).log
    stops = rng.sample(range(2, len(log) + 1), len(log) - 1)
    undone = [check_undo(log, stop) for stop in stops[:12]]
    assert any(undone) or any(check_undo(log, stop) for stop in stops[12:]), log[0]


@pytest.mark.parametrize("name", ["rami51-4", "changes-pushed-meld-rami51", "manipulation-4", "gin-4"])
def test_a_match_that_goes_on_from_its_state_judges_the_same(name):
    """Between any two events, also where a meld lies on another zone in the open turn."""
    header, *log = map(json.loads, (games() / f"{name}.jsonl").read_text("utf-8").splitlines())
    first = Referee(header)
    for event in log:
        again = Referee(header)
        again.go_on(json.loads(json.dumps(first.kept())))
        assert list(again.feed(event)) == list(first.feed(event)), event


def test_a_state_of_an_older_version_is_gone_on_from_without_its_undo():
    header, *log = map(json.loads, (games() / "rami51-4.jsonl").read_text("utf-8").splitlines())
    first = Referee(header)
    for event in log:
        first.feed(event)
        if first.view.last_turn():
            break
    attributes, lies = first.kept()
    older = {"dict": [pair for pair in attributes["dict"] if pair["tuple"][0] != "noting"]}
    again = Referee(header)
    again.go_on([older, lies])
    assert again.view.last_turn() is None
    assert again.view.hands == first.view.hands
