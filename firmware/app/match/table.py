"""The table's task: passes cards and presses to the match once they are settled.

Presence (app.sensing.presence) reports that a card lies in a zone. The change waits until it may be
judged (app.match.held) and becomes an event of the match (app.match.match). Cards on seat zones are
secret before the count: until then they are not judged, recorded or sent.
"""

from app.match.held import Held
from app.sensing.readers import COLD, FOREIGN, HOT, LOST, WARM
from app.unload import unload
from tierce.cards import codes, in_deck
from tierce.phases import COUNT, DEAL, OVER, TURN
from tierce.zones import DISCARD

# The most cards that can go back on the stock in a turn
_MOST_BACK = 3
# For this long after a power loss, changes count as made during the loss.
_COMING_BACK_MS = 10000


class Table:
    """The table of a Match and its Readers.

    `touched(index)` is called for each zone where a card came or left.
    """

    def __init__(self, match, readers, clock, touched):
        self.match = match
        self.readers = readers
        self.clock = clock
        self.touched = touched
        self.presence = readers.presence
        self.zones = readers.zones
        self.held = Held()
        self.back = -1  # ms when power came back; -1 once all zones have been read
        self.full = False  # whether each meld zone holds cards
        self.dealt = None  # (ms, cards in the stock) of the last deal, for a scale
        self._kinds = bytearray(len(self.zones))
        self._at = {}  # zone number -> its index
        for index in range(len(self.zones)):
            self._at[self.zones[index].number] = index
        self._attend()

    # --- the match

    def begin(self, header):
        """Begin a match. Raises LogError if its header is invalid."""
        match = self.match
        match.begin(header)
        self.held.clear()
        self.full = False
        for index in range(len(self.zones)):
            cards = [card for card in self.presence.lying[index] if self.plays(card)]
            if cards and self.zones[index].number >= 0:
                self._moved(index, (), cards)
        self._tell()

    def end(self):
        """End the match as it stands."""
        self.held.clear()
        self.match.end()
        self._tell()

    def resume(self):
        """Resume the match in the journal; return whether there is one."""
        found = self.match.resume()
        if found:
            view = self.match.view
            for number in view.zones():
                if number in self._at:
                    known = [card for card in view.cards(number) if card not in self.match.by_hand]
                    self.presence.assume(self._at[number], known)
            self.back = self.clock.ms()
        self._tell()
        if found:
            self._look_for_room()
        return found

    def plays(self, card):
        """Return whether the match uses a card; without a match every card counts."""
        view = self.match.view
        return view is None or in_deck(card, view.rules["decks"], view.rules["jokers"])

    # --- actions of the players

    def press(self, seat, button):
        """Pass on a press of a seat: deal, done, knock, pass or hint."""
        view = self.match.view
        if view is not None and seat < view.seats:
            self._hold(("press", 0, seat, button), self._zones_for(seat, button))

    def rule(self, name, seat=None, number=None):
        """Pass on a ruling of the people; `accept` waits for the cards, as a press does."""
        if self.match.view is not None:
            zones = self._zones_for(-1, "done") if name == "accept" else ()
            self._hold(("ruling", 0, name, seat, number), zones)

    def draw(self, count):
        """Note that `count` cards were drawn from the stock; negative: put back."""
        self._hold(("draw", 0, count), ())

    def weighed(self, before, now):
        """Process a new count of the stock's scale.

        A larger increase than _MOST_BACK is a reshuffled pile and no draw.
        """
        if self.match.phase == TURN and -_MOST_BACK <= before - now != 0:
            self.draw(before - now)

    def declare(self, zone, joker, face):
        """Declare which card a joker stands for."""
        self._hold(("joker", 0, zone, joker, face), ())

    def put_by_hand(self, zone, card, out=False):
        """Put a card into a zone by hand, or take it out: see app.match.by_hand.put."""
        from app.match.by_hand import put

        return put(self, zone, card, out)

    def by_hand(self):
        """Return what the players may move by hand: see app.match.by_hand.lists."""
        from app.match.by_hand import lists

        numbers = [zone.number for zone in self.zones]
        lost = [i for i in range(len(numbers)) if (i, LOST) in self.readers.troubles]
        return lists(self.match, numbers, [numbers[i] for i in lost])

    def judge_now(self):
        """Judge the late event with the cards as read now, although zones are unsteady."""
        late = self.held.late
        if late:
            for index in late:
                self.match.warn("judged_unsteady", self.zones[index].name)
            self._judge(self.held.take())

    def look_again(self):
        """Let the late event wait on."""
        self.held.wait_on(self.clock.ms())

    def _zones_for(self, seat, button):
        """Return the indices of the zones that must be read before a press is judged."""
        view = self.match.view
        zones = []
        for number in sorted(self._at):
            hand = number < 0
            if view.phase == TURN:
                wanted = not hand or (button == "hint" and number == -1 - seat)
            elif view.phase == COUNT:
                wanted = number == -1 - seat or (number > 0 and not view.rules["melds_in_play"])
            else:
                wanted = button == "deal"
            if wanted:
                zones.append(self._at[number])
        return zones

    def _hold(self, event, zones):
        """Let an event wait until its zones are settled."""
        if self.match.view is not None:
            self.held.add(event, zones, self.clock.ms())
            self._attend()

    # --- the task

    def run(self):
        """Steps of the task."""
        while True:
            self.poll()
            yield 20000

    def poll(self):
        """Process the changes of presence, and judge the events whose zones are settled."""
        changes = self.presence.changes
        while changes:
            index, left, came = changes.pop(0)
            self.touched(index)
            if self.match.view is not None:
                self._changed(index, left, came)
        checks = self.match.show.checks
        if checks:
            checks.poll(self)
        event = self._due()
        while event:
            self._judge(event)
            event = self._due()
        self._look()
        if self.match.unread:
            self.match.read_on()
        if self.back >= 0:
            waited = self.clock.ms() - self.back
            if waited > _COMING_BACK_MS or self._is_read():
                self.back = -1

    def _due(self):
        return self.held.take_due(self.clock.ms(), self._unsettled)

    def _is_read(self):
        """Return whether each zone has been read since power came back and is decided."""
        presence = self.presence
        for index in range(len(self.zones)):
            if (index, LOST) not in self.readers.troubles:
                if presence.before[index] < self.back or presence.restless[index]:
                    return False
        return True

    def _unsettled(self, zones, since):
        """Return the zones, of those given, that are not settled; lost readers are ignored."""
        troubles = self.readers.troubles
        settled = self.presence.settled
        return [i for i in zones if (i, LOST) not in troubles and not settled((i,), since)]

    def _look(self):
        """Update the late zones, the readers' reports and the unsteady zones on the screen."""
        known = self.held.late
        self.held.look(self.clock.ms(), self._unsettled)
        late = self.held.late
        if late != known:
            self._attend()
        self.readers.look()
        show = self.match.show
        if late or show.unsteady:
            lying = self.presence.lying
            unsteady = []
            for index in late:
                cards = () if self.is_hand(index) else sorted(lying[index])
                unsteady.append((self.zones[index].name, codes(cards)))
            show.wait_for(unsteady)

    def _changed(self, index, left, came):
        """Process cards that left or came: judge now, hold back, or ignore until the count."""
        number = self.zones[index].number
        view = self.match.view
        if number < 0 and view.phase != COUNT:
            # A hand: only cards that were counted are reported when they leave.
            known = view.cards(number)
            left = [card for card in left if card in known]
            self._lift(came, number)
            if not left:
                return
            came = ()
        elif number < 0 and self.zones[index].reader.limit < view.rules["hand"]:
            # The hand is laid in portions: what was read stays counted when it is taken up.
            if not came:
                return
            left = ()
        if self.back >= 0:
            name = self.zones[index].name
            self.match.show.differ(name, codes(sorted(left)), codes(sorted(came)))
        self.arrived(number, left, came)

    def arrived(self, number, left, came, by=()):
        """Judge cards that left a zone or came to it: now, or a discard when all is settled."""
        view = self.match.view
        if number == DISCARD and view.phase == TURN and view.rules["discard"]:
            if left and not came and self.held.join(left):
                self._attend()
                return
            if self.held or (came and not view.upcard_due):
                zones = self._zones_for(-1, "done") if came else ()
                self._hold(("cards", 0, DISCARD, left, came) + by, zones)
                return
        self._judge(("cards", 0, number, left, came) + by)

    def _moved(self, index, left, came):
        self._judge(("cards", 0, self.zones[index].number, left, came))

    def _lift(self, cards, number):
        """Take cards by hand out of their zones, as their tags are read in another one."""
        if self.match.by_hand:
            from app.match.by_hand import lift

            lift(self.match, cards, number)

    def _judge(self, event):
        """Pass an event to the match, then do what its new phase requires."""
        match = self.match
        view = match.view
        if event[0] == "press" and event[3] == "hint":
            match.ask(event, self._hand(event[2]))
            self._attend()
            return
        before = view.phase
        if event[0] == "cards" and len(event) == 5:
            self._lift(event[4], event[2])
        elif before == DEAL and event[0] == "press" and event[3] in view.presses(event[2]):
            if match.by_hand:
                from app.match.by_hand import gather

                gather(match)
        match.take(event)
        self._attend()
        self._look_for_room()
        if before in (TURN, COUNT) and view.phase != before:
            self._show_hands(before == TURN)
        elif before == DEAL and view.phase == TURN and event[0] == "press":
            self.dealt = (self.clock.ms(), view.stock)

    def _hand(self, seat):
        """Return the cards on a seat's zone, for a hint."""
        index = self._at.get(-1 - seat, -1)
        if index < 0 or self.match.phase != TURN:
            return ()
        return [card for card in self.presence.lying[index] if self.plays(card)]

    def _look_for_room(self):
        """Warn when every meld zone holds cards, before a player needs another one."""
        view = self.match.view
        zones = 0
        full = view.phase == TURN
        for number in self._at:
            if number > 0:
                zones += 1
                full = full and bool(view.cards(number))
        full = full and zones > 1
        if full == self.full:
            return
        self.full = full
        if full:
            self.match.warn("zones_full", zones)
        else:
            self.match.show.forget("zones_full")

    def _show_hands(self, lie):
        """Pass on the seat zones' cards, public once play has ended; what has left only, if not `lie`."""
        view = self.match.view
        for number in sorted(self._at):
            if number < 0:
                index = self._at[number]
                lying = self.presence.lying[index]
                held = view.cards(number)
                came = [card for card in lying if lie and card not in held and self.plays(card)]
                left = [card for card in held if card not in lying and card not in self.match.by_hand]
                if came or left:
                    self._moved(index, left, came)

    # --- the readers

    def trouble(self, index, trouble, detail):
        """Report the beginning of a zone's trouble, or its end (detail None): see Readers."""
        from app.match.alerts import warn

        warn(self, index, trouble, detail)
        warn = None
        unload("trouble")
        show = self.match.show
        teaching = show.phase == "teach"
        troubles = []
        for index in range(len(self.zones)):
            worst = self.readers.trouble_of(index)
            if worst and not (teaching and worst == FOREIGN):
                troubles.append((self.zones[index].name, worst))
        show.trouble_at(troubles)

    def index_of(self, number):
        """Return the index of a zone that this match has, by its number, or -1."""
        return -1 if number < -self.match.view.seats else self._at.get(number, -1)

    def is_hand(self, index):
        """Return whether a zone holds a hand that is still secret."""
        return self.zones[index].number < 0 and self.match.phase not in (COUNT, OVER)

    def _tell(self):
        """Show the state of the match, and update the readers' priorities."""
        self.match.tell()
        self._attend()

    def _attend(self):
        """Set what the match needs of the readers: see Readers.attend."""
        view = self.match.view
        phase = self.match.phase
        awaited = view.awaited() if view is not None else ()
        kinds = self._kinds
        for index in range(len(self.zones)):
            number = self.zones[index].number
            if phase == TURN:
                kinds[index] = COLD if number < 0 else HOT
            elif phase == COUNT:
                kinds[index] = WARM if number >= 0 else HOT if -1 - number in awaited else COLD
            else:
                kinds[index] = WARM if phase in (DEAL, OVER) else COLD
        plays = self.plays if view is not None else None
        self.readers.attend(kinds, self.held.waited(), self.held.late, plays)
