"""Cards that are tapped on one reader become ordinary events of zones. Pure: no reader, no clock, no words.

The seat on turn taps the pile's top card if it takes it, each card that it lays, then its discard, then Done. In the
count each seat taps what is left. A card that is tapped again is taken back. `tierce.taps` arranges what was laid.
"""

from tierce.cards import JOKER
from tierce.melds import form_of, read
from tierce.phases import COUNT, DEAL, TURN
from tierce.zones import DISCARD, NOWHERE

# What a tap meant; page and board have the words. With LIES comes the zone.
UPCARD, TOOK, LAID, BACK, COUNTED, JOKER_OUT, LIES, NOT_NOW = (
    "upcard", "took", "laid", "back", "counted", "joker_out", "lies", "not_now",
)  # fmt: skip


def _is_legal(way):
    (_, _, legal), _ = way
    return legal


class Taps:
    """The taps of the open turn or count, for the view of a match.

    `taken`: the cards of the pile that are taken, the deepest first; `laid`: the cards tapped, the discard last;
    `counted`: those of the seat that counts. `done` fills `ways`, a list of (arrangement, discard or -1), of which the
    one at `at` is shown. `refused`: the cards lie on the table, and the referee has refused them.
    """

    def __init__(self, view, alive=int):
        self.view = view
        self.alive = alive
        self.short = []  # seats that are warned of their number of cards; they come last
        self.clear()

    def clear(self):
        """Forget what was tapped."""
        self.taken = []
        self.laid = []
        self.counted = []
        self.ways = []
        self.at = 0
        self.refused = False
        self._begun = self._where()

    def _where(self):
        view = self.view
        return view.phase, self.seat(), view.round, sum(view.turns), view.is_knocking() and view.phase == COUNT

    # --- what is asked for now

    def seat(self):
        """Return the seat whose taps are awaited: on turn, next to count, or the dealer; -1 after the match."""
        view = self.view
        if view.phase == COUNT:
            awaited = view.awaited()
            first = [seat for seat in awaited if seat not in self.short] or awaited
            return first[0] if first else -1
        return view.seat if view.phase == TURN else view.dealer if view.phase == DEAL else -1

    def due(self):
        """Return how many cards the seat that counts has to tap."""
        return self.view.hands[self.seat()] + (self.view.phase == TURN)

    def big_gin(self):
        """Tell whether the seat on turn lays down its whole hand: it has said Knock, and tapped two cards or more."""
        view = self.view
        return view.phase == TURN and view.is_knocking() and len(self.laid) > 1

    # --- a tap

    def tap(self, card, t):
        """Take in a tap; return (what it meant, the zone where the card lies, the events that it causes)."""
        view = self.view
        self.ways = []
        self.at = 0
        if view.phase == TURN and view.upcard_due:
            return UPCARD, NOWHERE, [("cards", t, DISCARD, (), [card])]
        if view.phase == TURN and not self.refused:
            return self._on_turn(card) + ([],)
        seat = self.seat()
        if view.phase != COUNT or seat < 0:
            # After a refusal the cards lie on the table already: Take back comes first.
            return NOT_NOW, NOWHERE, []
        zone = view.zone_of(card)
        if card in self.counted:
            self.counted.remove(card)
            return BACK, NOWHERE, []
        if zone not in (NOWHERE, -1 - seat):
            return LIES, zone, []
        self.counted.append(card)
        return COUNTED, NOWHERE, []

    def _on_turn(self, card):
        view = self.view
        zone = view.zone_of(card)
        if card in self.taken[:1]:
            if card not in self.laid and (view.rules["melds_in_play"] or view.rules["discard_taken_card"]):
                self.laid.append(card)
                return LAID, NOWHERE
            self.laid = [each for each in self.laid if each not in self.taken]
            self.taken = []
            return BACK, NOWHERE
        if card in self.laid:
            self.laid.remove(card)
            return BACK, NOWHERE
        if zone == DISCARD and card not in self.taken:
            self.taken = self._takes(card)
            if not self.taken:
                return LIES, zone
            if not self._may_keep():
                self.laid.append(card)
            return TOOK, zone
        if zone > 0 and not (card >= JOKER and view.rules["discard"] and view.rules["joker_swap"]):
            return LIES, zone
        if -NOWHERE > -zone > 0:
            return LIES, zone
        self.laid.append(card)
        return (JOKER_OUT if zone > 0 else LAID), zone

    def _takes(self, card):
        """Return the cards that are taken with a card of the pile, it first; [] if it can't be taken."""
        pile = list(self.view.pile)
        if card not in pile or self.taken or self.laid or self.view.taken >= 0:
            return []
        taken = pile[pile.index(card) :]
        return taken if len(taken) == 1 or "deep_discard" in self.view.rules else []

    def _may_keep(self):
        """Tell whether what was taken from the pile may stay in hand."""
        view = self.view
        may = view.rules.get("discard_to_hand", True)
        return (view.has_laid[view.seat] if may == "after_laying" else may) and len(self.taken) == 1

    # --- Done, + and OK

    def done(self):
        """Arrange what the seat on turn has tapped: fill `ways`."""
        view = self.view
        self.at = 0
        self.ways = []
        if view.phase != TURN or not self.laid or not view.rules["melds_in_play"] or self.refused:
            return
        laid = self.laid
        hand = [card for card in laid if not view.was_on_meld(card)]
        left = view.hands[view.seat] + self._drawn() - len(hand)
        if not view.rules["discard"]:
            self._find(laid, -1, left)
        else:
            if hand and hand[-1] == laid[-1]:
                self._find(laid[:-1], laid[-1], left)
            if left <= 0 and view.rules["final_discard"] != "required":
                self._find(laid, -1, left)
            if not self._legal():
                # Perhaps the discard was not tapped last, or the card taken is laid and was not tapped again.
                for card in hand[:-1]:
                    self._find([each for each in laid if each != card], card, left)
            if self.taken and self.taken[0] not in laid and not self._legal():
                self._find(self.taken[:1] + laid[:-1], laid[-1], left - 1)
        self.ways = self._legal() or self.ways[:1]

    def _drawn(self):
        """Return how many cards the seat has drawn: one, if nobody has said anything else."""
        view = self.view
        if not (self.taken or view.draws) and max(view.turns) == 0 and not view.rules.get("opening_draw", True):
            return 0
        return len(self.taken) + view.draws or 1

    def _find(self, laid, discard, left):
        ways = self._arranged(laid, left) if laid else [({}, {}, True)]
        self.ways.extend([(way, discard) for way in ways])

    def _arranged(self, laid, left):
        """Arrange cards. Nobody knows which of two jokers that were laid together lies where: each may be the other."""
        view = self.view
        ways = view.arrange(laid, left, self.alive)
        if not [way for way in ways if _is_legal((way, -1))]:
            others = [card for zone in view.melds() for card in view.cards(zone) if card >= JOKER and card not in laid]
            for joker in [card for card in laid if card >= JOKER and view.was_on_meld(card)]:
                for other in others:
                    found = view.arrange([other if card == joker else card for card in laid], left, self.alive)
                    if [way for way in found if _is_legal((way, -1))]:
                        return found
        return ways

    def _legal(self):
        return [way for way in self.ways if _is_legal(way)]

    def asks(self):
        """Tell whether somebody has to look at the shown way: it lays cards, as the rules allow."""
        return bool(self.ways and self.ways[self.at][0][0] and _is_legal(self.ways[self.at]))

    def parts(self):
        """Yield what the shown way changes, zone by zone, the new melds last.

        (kind, zone, reading, came, gone): kind "new"; "to" or "swap" for a meld that gets cards, and gives a joker
        for them; in manipulation "meld" or "gone". `reading` is that of the meld afterwards (tierce.melds).
        """
        view = self.view
        zones, faces, _ = self.ways[self.at][0]
        for zone in sorted(zones, key=lambda zone: (zone in view.start, zone)):
            cards = zones[zone]
            start = list(view.start.get(zone, ()))
            came = [card for card in cards if card not in start]
            gone = [card for card in start if card not in cards]
            said = dict(view.bound)
            said.update(faces)
            pins = {card: said[card] for card in cards if card in said and (card in start or card in faces)}
            kind = "new" if not start else "swap" if gone else "to"
            if start and not view.rules["discard"]:
                kind = "meld" if cards else "gone"
            yield kind, zone, read(cards, pins, {}, form_of(view.rules)), came, gone

    def next(self):
        """Show the next way."""
        self.at = (self.at + 1) % max(1, len(self.ways))

    def events(self, t):
        """Return the events of the shown way, or of a count: after the last one the referee judges."""
        view = self.view
        seat = self.seat()
        done = ("press", t, seat, "done")
        found = []
        if self.taken:
            found.append(("cards", t, DISCARD, self.taken, ()))
        if view.phase == COUNT or self.big_gin():
            zone = -1 - seat
            down = self.counted if view.phase == COUNT else self.laid
            gone = [card for card in view.cards(zone) if card not in down]
            came = [card for card in down if view.zone_of(card) != zone]
            if gone:
                found.append(("cards", t, zone, gone, ()))
            if came:
                found.append(("cards", t, zone, (), came))
            return found + [done]
        discard = self.laid[-1] if self.laid else -1
        if "draws" in view.rules and not view.draws:
            # Elsewhere a draw need not be said: LOG.md "Events".
            found.append(("draw", t, min(1 if self.laid else view.rules["draws"], view.stock)))
        if self.ways:
            from tierce.taps import events

            way, discard = self.ways[self.at]
            found.extend(events(view, way, t))
        return found + [("cards", t, DISCARD, (), [discard]) if discard >= 0 else done]

    def press(self, button, t):
        """Return the events of a button, or of a draw: Deal clears the table first, Knock takes a tapped discard."""
        if button == "draw":
            return [("draw", t, 1)]
        press = ("press", t, self.seat(), button)
        if button == "deal":
            return self._lifted(t, -NOWHERE) + [press]
        if button == "knock" and len(self.laid) == 1 and not self.view.rules["melds_in_play"]:
            return [press] + self.events(t)
        return [press]

    def accepts(self, t):
        """Return the events by which somebody accepts the number of cards of a seat that is short; [] if nobody may."""
        view = self.view
        for seat in range(view.seats) if self.short else ():
            # The Done of a seat that has still to count is its own count.
            if seat != self.seat() and seat not in view.awaited() and "done" in view.presses(seat):
                return [("press", t, seat, "done")]
        return []

    def told(self, outcomes):
        """Take in what the referee says of the events: what it has accepted is forgotten."""
        warned = [each for each in outcomes if each[:1] + each[2:3] == ("warning", "count_mismatch")]
        self.short = [seat for seat in self.short if seat in self.view.awaited()]
        if warned and self.seat() not in self.short:
            self.short.append(self.seat())
        if self._where() != self._begun:
            self.clear()
        elif [each for each in outcomes if each[0] == "refused"]:
            self.refused = self.lies_open()
            self.ways = []

    def lies_open(self):
        """Tell whether cards of the open turn lie on the table, so that they have to be taken back."""
        view = self.view
        if view.phase != TURN:
            return False
        zones = [
            zone
            for zone in view.zones()
            if zone < 0 or (zone and set(view.cards(zone)) != set(view.start.get(zone, ())))
        ]
        return bool(zones or view.discards or (view.taken >= 0 and view.rules["melds_in_play"]))

    # --- back

    def take_back(self, t):
        """Return the events that put the table as it was when the turn began; forget the taps."""
        view = self.view
        found = []
        down = list(view.discards)
        if down:
            found.append(("cards", t, DISCARD, down, ()))
        start = view.start
        for zone in view.melds():
            gone = [card for card in view.cards(zone) if card not in start.get(zone, ())]
            if gone:
                found.append(("cards", t, zone, gone, ()))
        for zone in sorted(start):
            came = [card for card in start[zone] if view.zone_of(card) != zone]
            if came:
                found.append(("cards", t, zone, (), came))
        # The lay may have declared a joker that stood for another card.
        for joker in sorted(view.bound) if found else ():
            for zone in start:
                if joker in start[zone]:
                    found.append(("joker", t, zone, joker, view.bound[joker]))
        # In gin a card of the pile that comes back would be the discard.
        if view.taken >= 0 and view.rules["melds_in_play"]:
            pile = list(view.pile)
            back = [card for card in pile[pile.index(view.taken) :] if view.zone_of(card) != DISCARD]
            found.append(("cards", t, DISCARD, (), back))
        self.clear()
        return found + self.hands_up(t)

    def hands_up(self, t):
        """Return the events by which hands that were counted are taken up again, while a turn is open."""
        return self._lifted(t, 0) if self.view.phase == TURN and not self.refused else []

    def _lifted(self, t, below):
        view = self.view
        return [("cards", t, zone, list(view.cards(zone)), ()) for zone in view.zones() if zone < below]
