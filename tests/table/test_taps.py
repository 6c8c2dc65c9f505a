"""Taps on one reader become events of zones: whole matches are played again as taps, and come out the same."""

import pytest
import ring
from players import Players

from app.sensing.taps import BACK, COUNTED, JOKER_OUT, LAID, LIES, NOT_NOW, TOOK, UPCARD, Taps
from tierce.cards import JOKER, parse
from tierce.presets import PRESETS
from tierce.referee import Referee
from tierce.taps import LEGAL, ZONES
from tierce.zones import NOWHERE
from tierce_tools.base.paths import firmware
from tierce_tools.rules import vm


class Tapped:
    """A match that is played by taps only; `told` has the outcomes."""

    def __init__(self, header):
        self.referee = Referee(header)
        self.view = self.referee.view
        self.taps = Taps(self.view)
        self.told = []

    def feed(self, events):
        found = [outcome for event in events for outcome in self.referee.take(event)]
        self.taps.told(found)
        self.told += [outcome for outcome in found if outcome[0] in ("turn", "round", "match")]
        tidy = self.taps.hands_up(0)
        return found + (self.feed(tidy) if tidy else [])

    def tap(self, *cards):
        meant = []
        for card in cards:
            what, zone, events = self.taps.tap(parse(card) if isinstance(card, str) else card, 0)
            meant.append((what, zone) if what == LIES else what)
            self.feed(events)
        return meant

    def press(self, button):
        return self.feed(self.taps.press(button, 0))

    def done(self, wanted=None):
        """Press Done, then OK to the way that leaves the table as `wanted` (partition), else to the first."""
        self.taps.done()
        for at, (way, _) in enumerate(self.taps.ways):
            if wanted is not None and partition({**self.view.start, **way[ZONES]}) == wanted:
                self.taps.at = at
                break
        return self.feed(self.taps.events(0))


def partition(zones):
    """Return the faces on each meld zone, whatever its number; jokers are alike."""
    return sorted(sorted(min(card, JOKER) % 52 + card // JOKER for card in zones[zone]) for zone in zones if zone > 0)


def laid_in(view, start, bound):
    """Return the cards that the open turn has laid, and the jokers of the table that it has taken from their melds."""
    if not view.rules["melds_in_play"]:
        return []
    was = [card for zone in start for card in start[zone]]
    laid = [card for zone in view.melds() for card in view.cards(zone) if card not in was]
    if view.rules["discard"]:
        home = {card: zone for zone in start for card in start[zone]}
        laid += [joker for joker in bound if joker not in view.cards(home[joker])]
    return laid


def discarded(view, event, pile):
    """Return the card that the turn discarded, which this event has ended."""
    if event.get("zone") == "discard":
        return [parse(card) for card in event.get("in", ())]
    return [view.pile[-1]] if view.pile and view.pile[-1] not in pile[-1:] else []


class Again(Tapped):
    """Plays a log again as taps: `wanted` are its outcomes; of `laying` turns with cards laid `arranged` were legal."""

    def __init__(self, log):
        super().__init__(log[0])
        self.log = Referee(log[0])
        self.wanted, self.laying, self.arranged = [], 0, 0
        self.knocks = False
        for event in log[1:]:
            self.follow(event)

    def follow(self, event):
        view, press = self.log.view, event.get("press")
        seat, dealt, due, awaited = view.seat, view.round, view.upcard_due, view.awaited()
        start, bound, pile, taken, draws = dict(view.start), dict(view.bound), list(view.pile), view.taken, view.draws
        big_gin = press == "done" and view.phase == "turn" and view.is_knocking() and not view.discards
        found = self.log.feed(event)
        self.wanted += [outcome for outcome in found if outcome[0] in ("turn", "round", "match")]
        turn = any(outcome[0] == "turn" for outcome in found)
        if press == "deal" and view.round > dealt:
            self.press("deal")
        if due and not view.upcard_due and "in" in event:
            assert self.tap(*event["in"]) == [UPCARD]
        if press == "knock" and seat >= 0:
            self.knocks = True
        if turn and press == "pass":
            self.press("pass")
        elif turn:
            self.tap(*[taken][: taken >= 0])
            laid = [] if big_gin else laid_in(view, start, bound)
            self.tap(*(card for card in laid if card not in self.taps.laid))
            self.play(draws, laid, [] if big_gin else discarded(view, event, pile))
            if big_gin:
                self.tap(*view.cards(-1 - seat))
                self.done()
        elif press == "knock" and view.phase == "count":
            self.press("knock")
        for each in awaited if press == "done" and not turn else ():
            if each not in view.awaited():
                self.count(each, event["seat"])

    def play(self, draws, laid, discard):
        """End a turn whose laid cards are tapped."""
        view = self.log.view
        self.tap(*discard)
        if self.knocks and not view.rules["melds_in_play"]:
            self.press("knock")
        elif view.rules["melds_in_play"] or discard:
            for _ in range(0 if view.rules["discard"] else draws):
                self.press("draw")
            self.taps.done()
            self.laying += bool(laid)
            self.arranged += bool(laid) and self.taps.ways[0][0][LEGAL]
            self.done(partition({zone: view.cards(zone) for zone in view.melds()}))
        self.knocks = False

    def count(self, seat, presser):
        """Count a hand; `presser` is another seat where that one accepts its number of cards."""
        view = self.log.view
        cards = list(view.cards(-1 - seat))
        if not view.rules["melds_in_play"]:
            # Gin: all of a tapped hand is arranged.
            down = [card for zone in view.zones() if zone for card in view.cards(zone)]
            cards = [card for card in down if self.view.zone_of(card) == NOWHERE]
        assert set(self.tap(*cards)) <= {COUNTED}
        self.done()
        if presser != seat:
            self.feed(self.taps.accepts(0))


@pytest.mark.parametrize(
    ("game", "seed"),
    [(game, seed) for game in PRESETS for seed in ring.seeds(f"taps-{game}", 1, 4) if game in ring.FAMILIES],
)
def test_a_match_comes_out_as_it_was_laid(game, seed):
    """Exactly the cards laid are arranged, in a way that the referee accepts; honest random players of three seats."""
    seats = min(3, PRESETS[game]["seats"][1])
    match = Again(Players(game, seed, seats=seats, rules={}, honest=True).play(60).log)
    assert match.arranged == match.laying

    def facts(outcomes):
        # In gin the best arrangement of a tapped hand may beat the one that was laid.
        return [outcome[2:4] if game == "gin" and outcome[0] == "round" else outcome[2:] for outcome in outcomes]

    assert facts(match.told[:30]) == facts(match.wanted[:30])
    assert game == "gin" or facts(match.told) == facts(match.wanted)


def begun(game, upcard="KD", **rules):
    header = {"tierce": 1, "game": game, "players": ["Ana", "Luc"], "dealer": 0, "rules": rules}
    match = Tapped(header)
    match.press("deal")
    if upcard:
        assert match.tap(upcard) == [UPCARD]
    return match


def test_a_card_that_is_tapped_again_is_taken_back():
    match = begun("rami51", first_turn_discard=True)
    assert match.tap("5H", "6H", "5H") == [LAID, LAID, BACK]
    assert match.taps.laid == [parse("6H")]
    # The card taken from the pile must be laid: it is in hand and laid with one tap.
    assert match.tap("6H", "KD", "KD", "KD") == [BACK, TOOK, BACK, TOOK]
    assert match.taps.laid == match.taps.taken == [parse("KD")]


def test_a_card_that_may_stay_in_hand_is_taken_then_laid_then_put_back():
    match = begun("rami51", first_turn_discard=True, discard_to_hand=True)
    assert match.tap("KD", "KD", "KD") == [TOOK, LAID, BACK]
    assert match.taps.laid == match.taps.taken == []


def test_a_card_that_lies_elsewhere_says_where():
    match = begun("rami51", first_lay_points=0, first_lay_pure_run=False)
    match.tap("5H", "6H", "7H", "X1", "2C")
    match.done()
    assert match.told[-1][:1] + match.told[-1][2:4] == ("turn", 1, "stock")
    assert match.tap("5H", "KD", "2C", "X1") == [(LIES, 1), (LIES, 0), TOOK, JOKER_OUT]


def test_a_refused_turn_is_taken_back():
    match = begun("rami51")
    match.tap("2H", "3H", "4H", "2C")
    match.taps.done()
    assert not match.taps.ways[0][0][LEGAL]
    refused = match.done()[-1]
    assert (refused[0], refused[3]) == ("refused", ["first_lay_points"])
    assert match.tap("9C") == [NOT_NOW], "the cards lie on the table: Take back comes first"
    match.feed(match.taps.take_back(0))
    assert [match.view.zone_of(parse(card)) for card in ("2H", "2C")] == [NOWHERE, NOWHERE]
    match.tap("2C")
    match.done()
    assert match.told[-1][2:] == (1, "stock", 0, 13)


def test_the_discard_need_not_be_the_last_tap():
    match = begun("rami30")
    match.tap("2C", "TH", "TS", "TD")
    match.taps.done()
    (way, discard), *others = match.taps.ways
    assert (list(way[ZONES].values()), discard, others) == ([[parse(c) for c in ("TS", "TH", "TD")]], parse("2C"), [])


def test_an_accepted_turn_that_is_undone_is_taken_back():
    match = begun("rami30")
    match.tap("TH", "TS", "TD", "2C")
    match.done()
    match.feed([("ruling", 0, "undo", None, None)])
    match.feed(match.taps.take_back(0))
    assert match.view.seat == 1
    assert match.view.zones() == [0]
    match.tap("2C")
    match.done()
    assert match.told[-1][2:] == (1, "stock", 0, 13)


PLAYED = """
from app.sensing.taps import Taps
from tierce.cards import parse
from tierce.referee import Referee
from tierce.taps import ZONES

def play(game, turns):
    referee = Referee({"tierce": 1, "game": game, "players": ["Ana", "Luc"], "dealer": 0, "rules": {}})
    taps = Taps(referee.view)
    def feed(events):
        found = []
        for event in events:
            found.extend(referee.take(event))
        taps.told(found)
        print([each[:4] for each in found])
    feed(taps.press("deal", 0))
    for turn in turns:
        for card in turn.split():
            what, zone, events = taps.tap(parse(card), 0)
            print(card, what, zone)
            feed(events)
        taps.done()
        print([(sorted(way[ZONES].items()), sorted(way[1].items()), way[2], card) for way, card in taps.ways])
        if len(turn) > 2:
            feed(taps.events(0))

play("rami30", ["KD", "TH TS TD X1 2C", "TC 6S 7S 8S KH KS 3C", "X2 4C", "TC 4C"])
play("contrat", ["KD", "2S", "9H", "5H 5C X1 9S 9C 9D 3H"])
play("manipulation", ["3H 4H 5H 7S 7C 7D", "6H 7H", "8H"])
"""


def test_the_same_in_micropython(capsys):
    folders = {name: firmware() / name for name in ("app", "tierce")}
    exec(PLAYED, {})
    done = vm.find()[0].run([PLAYED], folders, ["."])
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == capsys.readouterr().out.splitlines()
