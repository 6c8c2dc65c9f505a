"""Events in, outcomes out, a view to read: the one door to the engine.

Checks every event before anything happens (bad data raises LogError and leaves the match as it
was) and hands it on. Imports only the family and the language that are played.
"""

from tierce import cards
from tierce.bad_data import LogError
from tierce.game import EMPTY
from tierce.languages import words
from tierce.phases import OVER
from tierce.view import View
from tierce.zones import zone_name


def error_text(error, language):
    """Return what a LogError says, in a language. A table never meets those that only logs have."""
    errors = words("tierce.errors", language).ERRORS
    return errors.get(error.key, error.key).format(*error.details)


def family_of(name):
    """Return the class of a family of games: its `rows` and `phase_of` are data (phases)."""
    if name == "gin":
        from tierce.games.gin import Gin as family
    elif name == "manipulation":
        from tierce.games.manipulation import Manipulation as family
    else:
        from tierce.games.laying import Laying as family
    return family


class Referee:
    """Referees one match: `header` as LOG.md has it, parsed from JSON. `view` is what may be read.

    `show_hints` answers `hint`, `show_melds` tells what each meld zone is (LOG.md, --melds). Raises
    LogError for a header that makes no sense.
    """

    def __init__(self, header, language="en", show_melds=False, show_hints=False):
        # Read once: what that takes is in memory only meanwhile.
        from tierce.parsing import read_header

        self.rules, dealer, self.tags, rounds, totals = read_header(header)
        self.seats = len(header["players"])
        said = words("tierce.words", language)
        game = family_of(self.rules["family"])(self.rules, self.seats, dealer, said)
        game.round = rounds
        if totals:
            game.totals = totals
            if game.at_target():
                raise LogError("target_met", max(totals), self.rules["target"])
        self._game = game
        self.view = View(game)
        self.show_hints = show_hints  # may be changed at any time
        self._shown = {} if show_melds else None  # what was said last of each meld zone

    @property
    def language(self):
        """The language in which the referee speaks; it may be changed."""
        return self._game.words.LANGUAGE

    @language.setter
    def language(self, language):
        self._game.words = words("tierce.words", language)

    # --- events

    def feed(self, line):
        """Take in an event as parsed from a line of a log; see `take`."""
        from tierce.parsing import from_log

        return self.take(from_log(line, self._game.t, self.tags, self.rules, self.seats))

    def take(self, event, held=()):
        """Take in one event (events); return the outcomes that it causes, as tuples (outcomes).

        `held` are cards of a hand that a hint is asked for and that does not lie on the table.
        Raises LogError for an event that is none, with nothing changed.
        """
        game = self._game
        what, t, thing = event[:3]
        if t < game.t:
            raise LogError("time_falls", t, game.t)
        if what == "cards":
            for some in event[3:]:
                self._check(some)
            game.t = t
            game.on_cards(thing, event[3], event[4])
        elif what == "press":
            if not 0 <= thing < self.seats:
                raise LogError("unknown_seat", thing, self.seats - 1)
            game.t = t
            if event[3] != "hint":
                game.on_press(thing, event[3])
            elif self.show_hints:
                game.out.append(("hint", t, thing, self._answer(thing, held)))
        elif what == "draw":
            game.t = t
            game.on_draw(thing)
        elif what == "joker":
            self._check(event[3:4])
            game.t = t
            game.on_joker(thing, event[3], event[4] % 52)
        else:
            # Rare: what it takes is in memory only while somebody rules.
            from tierce.rulings import rule

            rule(game, thing, t)
        if self._shown is not None and what in ("cards", "joker") and thing > 0:
            self._show_around(thing)
        if game.out:
            out = game.out
            game.out = []
            return out
        return ()

    def _check(self, some):
        """Raise LogError for a card that the game is not played with."""
        for card in some:
            if not cards.in_deck(card, self.rules["decks"], self.rules["jokers"]):
                raise LogError("unknown_card", cards.code(card))

    def _answer(self, seat, held):
        """Return the answer to a seat's hint: LOG.md "Hints"."""
        try:
            return self.view.hint(seat, held)
        except LogError as error:
            return [("error", error_text(error, self._game.words.LANGUAGE))]

    # --- what the meld zones are

    def _show_around(self, zone):
        """Tell what a zone is now, and those that its meld has moved from or to."""
        self._show(zone)
        moved = self._game.moved()
        for new in sorted(moved):
            old = moved[new]
            if old and zone in (new, old):
                self._show(new)
                self._show(old)

    def _show(self, zone):
        game = self._game
        if game.phase == OVER:
            return
        shown = game.meld_outcome(zone)
        # A zone of which nothing was said yet is empty.
        if self._shown.get(zone, EMPTY) != shown:
            self._shown[zone] = shown
            game.out.append(("meld", game.t, zone_name(zone)) + shown)
