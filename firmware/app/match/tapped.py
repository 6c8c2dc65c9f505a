"""The table of one reader: cards are tapped, and arranged when a player says that the turn is done.

What the taps mean is in app.sensing.taps. The match gets ordinary events of zones, so nothing beyond this
module knows of taps. Loaded only where the table's one zone is the tap.
"""

from app.match.table import Table
from app.sensing.taps import LIES, NOT_NOW, UPCARD, Taps
from app.unload import unload
from tierce.cards import CARDS
from tierce.phases import COUNT, DEAL, TURN
from tierce.zones import DISCARD, NOWHERE

SEVERAL = "several"  # beside what a tap meant, in `note`: two cards came at once


class TapTable(Table):
    """A Table whose one zone is the tap. `play(tune)`, if set, plays a pattern of the buzzer."""

    def __init__(self, match, readers, clock, touched):
        self.taps = None  # an app.sensing.taps.Taps while a match is on
        self.note = None  # (what the last tap meant, card, zone where it lies), for the screen
        self.play = repr
        self._first = -1  # a card tapped before the deal: the upcard, where one is due
        self._counted = None  # what was tapped when the number of cards was warned of
        for zone in readers.zones:
            zone.number = DISCARD
            zone.reader.limit = 2  # two tags at once are no tap: app.sensing.touch
        Table.__init__(self, match, readers, clock, touched)
        self._at = {}  # no zone of the match is read

    # --- the match

    def begin(self, header):
        """See Table. A card that lies on the reader is not a tap."""
        self._open(lambda: self.match.begin(header))

    def resume(self):
        """See Table. What was tapped in the open turn has to be tapped again."""
        found = self.match.resume()
        self._open(int)
        return found

    def _open(self, begin):
        self.held.clear()
        begin()
        view = self.match.view
        self.taps = view and Taps(view, lambda: self.match.alive())  # pyright: ignore[reportArgumentType]
        if view:
            self.taps.refused = self.taps.lies_open()
        self._first = -1
        self._tell()
        self._news(None)

    def end(self):
        """See Table."""
        self.taps = None
        Table.end(self)

    # --- actions of the players

    def press(self, seat, button):
        """Pass on a press of a seat; `done` arranges what was tapped, and a second one confirms it."""
        view = self.match.view
        taps = self.taps
        if view is None or seat >= view.seats:
            return
        if button == "hint" or (view.phase == TURN and seat != taps.seat()):
            Table.press(self, seat, button)
        elif button != "done" or view.phase == DEAL:
            self._feed(taps.press(button, 0))
            if self._first >= 0 and view.upcard_due:
                self.tap(self._first)
            self._first = -1
        elif view.phase == COUNT and taps.seat() in taps.short and taps.counted in ([], self._counted):
            # The number of cards was warned of, and nothing has been tapped since.
            self._feed(taps.accepts(0))
        elif taps.refused:
            self._feed([("press", 0, seat, button)])
        elif taps.ways or view.phase != TURN:
            self._counted = list(taps.counted)
            self._feed(taps.events(0))
        else:
            self._arrange()

    def _arrange(self):
        taps = self.taps
        try:
            taps.done()
            if not taps.asks():
                self._feed(taps.events(0))
        except MemoryError:  # a very full table: what was tapped stays
            self.match.warn("bad_event", ("taps",))
        unload("hint", "tapped")
        self._news(None)

    def next(self):
        """Show the next arrangement."""
        self.taps.next()
        self._news(None)

    def take_back(self):
        """Go back: from an arrangement to what was tapped, from there to the turn's beginning."""
        taps = self.taps
        if taps.ways:
            taps.ways = []
            self._news(None)
        else:
            self._feed(taps.take_back(0))

    def rule(self, name, seat=None, number=None):
        """See Table. Who takes the last turn back gets its cards in hand again."""
        if self.match.view is not None:
            self._feed([("ruling", 0, name, seat, number)])
            if name == "undo":
                self._feed(self.taps.take_back(0))

    def draw(self, count):
        """See Table."""
        if self.match.view is not None:
            self._feed([("draw", 0, count)])

    def put_by_hand(self, zone, card, out=False):
        """Take a card that no reader reads as tapped: see Table."""
        if self.match.view is None:
            return "no_match"
        if not self.plays(card):
            return "no_card"
        self.tap(card)
        return ""

    def by_hand(self):
        """Return the cards that can be tapped by hand, the tap, and none to be taken out: see Table."""
        return bytes([card for card in range(CARDS) if self.plays(card)]), [DISCARD], []

    # --- taps

    def tap(self, card):
        """Take in a tap of a card that the match plays with."""
        view = self.match.view
        taps = self.taps
        if view.phase == DEAL and view.rules["discard"]:
            self._first = card
            note = (UPCARD, card, DISCARD)
        else:
            what, zone, events = taps.tap(card, 0)
            note = (what, card, zone)
            self._feed(events)
        self.match.show.warnings = []
        self.play("notice" if note[0] in (LIES, NOT_NOW) else "teach")
        self._news(note)

    def _feed(self, events):
        """Pass events to the match; hands that were counted are taken up when a turn goes on."""
        found = []
        for event in events:
            found.extend(self.match.take(event))
        taps = self.taps
        taps.told(found)
        if events and not taps.big_gin():
            up = taps.hands_up(0)
            if up:
                self._feed(up)
        unload("tapped")
        self._news(None)

    def _news(self, note):
        show = self.match.show
        self.note = note
        show.jokers = ()  # melds have no numbers here
        show.page = 0
        show.stamp += 1

    # --- the task

    def poll(self):
        """Take in the cards that came to the reader; then as Table does."""
        presence = self.presence
        changes = presence.changes
        if presence.several and self.taps:
            presence.several = False
            self.play("notice")
            self._news((SEVERAL, -1, NOWHERE))
        while changes:
            index, _, came = changes.pop(0)
            for card in came:
                self.touched(index)
                if self.taps and self.plays(card):
                    self.tap(card)
        Table.poll(self)

    def _attend(self):
        self.readers.attend(bytes(len(self.zones)), (), (), self.plays if self.match.view is not None else None)
