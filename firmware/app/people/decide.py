"""What the players may decide now, and in words what each ruling would do.

For the menu's page "The players decide"; loaded only while that page is open.
"""

from app.people.names import name_of, of, signed, some, turn_of
from app.people.pages import turn_text
from app.people.text import capital, listed
from app.unload import unload

# The least and the largest number that the menu offers; LOG.md "Rulings" allows more points.
_LIMITS = {"points": (-9999, 9999), "count": (0, 1000), "hand": (1, 200)}


class Decide:
    """The rulings of a match, with `words` of the language of the screen.

    `may`: ruling -> the seats that it may name, for each one that has something to rule on now.
    """

    def __init__(self, match, words):
        self.view = match.view
        self.show = match.show
        self.words = words
        self.texts = words.decide().ASK
        self.may = self.view.rulings()
        self.turn = self.view.last_turn()
        # What lets the open turn not be accepted: (code, reason, whether it can be waived)
        self.broken = self.view.breaks() or ()
        unload("rulings")
        if not self.broken:
            self.may.pop("accept", None)  # `done` is enough

    def number(self, ruling, seat):
        """Return the number from which the players start for a seat."""
        if ruling == "hand":
            return self.view.hands[seat]
        return self.view.counts[seat] or 0 if ruling == "count" else 0

    def limited(self, ruling, number):
        """Return a number within the limits of a ruling."""
        least, most = _LIMITS[ruling]
        return max(least, min(most, number))

    def shown(self, ruling, what, value):
        """Return a value as text: "who" is a seat, "amount" a number."""
        if what == "who":
            return name_of(self.show, value, self.words)
        return signed(value) if ruling == "points" else str(value)

    def holds(self, ruling, seat):
        """Return whether a ruling has something to rule on, for this seat if it is not -1."""
        seats = self.may.get(ruling)
        return seats is not None and (seat in seats or seat < 0)

    def allows(self, ruling, number):
        """Return whether a ruling may be decided, and changes something."""
        if ruling == "accept":
            return not self._barred()
        return ruling != "points" or number != 0

    def _barred(self):
        """Return the reasons for what the open turn breaks and nobody can waive."""
        return [why for _, why, waived in self.broken if not waived]

    def tells(self, ruling):
        """Return what the players must know beside the question, as sentences.

        For `undo` the turn; for `accept` what is waived, or else why that is impossible.
        """
        if ruling == "undo":
            return [turn_text(self.show, self.turn, self.words, 12)]
        if ruling != "accept":
            return []
        barred = self._barred()
        told = [self.texts["never"]] if barred else []
        told += [self.words.why(each) for each in barred or [each[1] for each in self.broken]]
        return [capital(each) for each in told]

    def says(self, ruling, seat, number):
        """Return what a ruling will do, in words and figures."""
        words = self.words
        show = self.show
        view = self.view
        texts = self.texts
        if ruling == "undo":
            return capital(turn_of(show, "undo", self.turn[2], words))
        if ruling == "accept":
            return of(texts, ruling, name_of(show, view.seat, words))
        if ruling == "void":
            return texts[ruling].format(view.round, name_of(show, view.dealer, words))
        if ruling == "reshuffle":
            return texts[ruling].format(some(len(view.under()), "cards", words))
        if ruling == "end":
            pieces = ["%s %d" % (name_of(show, each, words), view.totals[each]) for each in range(view.seats)]
            return texts[ruling].format(listed(pieces, words))
        name = name_of(show, seat, words)
        if ruling == "points":
            total = view.totals[seat]
            return texts[ruling].format(name, signed(number), total, total + number)
        if ruling == "count":
            return of(texts, ruling, name, some(number, "points", words))
        return texts[ruling].format(name, some(number, "cards", words), view.hands[seat])
