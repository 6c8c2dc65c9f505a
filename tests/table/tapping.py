"""Matches that are played by taps: by hand, or from a log, whose turns are tapped again. Runs on both Pythons."""

from app.sensing.taps import COUNTED, LIES, UPCARD, Taps
from tierce.cards import JOKER, parse
from tierce.referee import Referee
from tierce.taps import LEGAL, ZONES
from tierce.zones import NOWHERE


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
            zones = dict(self.view.start)
            zones.update(way[ZONES])
            if wanted is not None and partition(zones) == wanted:
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
        self.open(log[0])
        self.log = Referee(log[0])
        self.wanted, self.laying, self.arranged = [], 0, 0
        self.knocks = False
        for event in log[1:]:
            self.follow(event)

    def open(self, header):
        Tapped.__init__(self, header)

    def arrange(self):
        self.taps.done()

    def accept(self):
        self.feed(self.taps.accepts(0))

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
            self.arrange()
            self.laying += bool(laid)
            self.arranged += bool(laid and self.taps.ways and self.taps.ways[0][0][LEGAL])
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
            self.accept()
