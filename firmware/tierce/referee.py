"""Events in, outcomes out: the one door to the engine.

Checks every event before anything happens (bad data raises LogError and leaves the table as it
was) and hands it to the match. Imports only the family and the language that are played.
"""

from tierce import cards
from tierce.bad_data import LogError
from tierce.cards import JOKER
from tierce.game import EMPTY, OVER
from tierce.table import DISCARD, zone_name

# What a number of a log may be at most (LOG.md, fine print 24), and the cards of one `draw`.
_LARGEST = 9007199254740991
_MOST_DRAWS = 200

BUTTONS = ("deal", "done", "knock", "pass", "hint")


def words_of(language):
    """Return the words module of a language."""
    if language == "fr":
        from tierce import words_fr as words
    else:
        from tierce import words_en as words
    return words


def error_text(error, language):
    """Return what a LogError says, in a language. A table never meets those that only logs have."""
    if language == "fr":
        from tierce.errors_fr import ERRORS
    else:
        from tierce.errors_en import ERRORS
    return ERRORS.get(error.key, error.key).format(*error.details)


def _family(name):
    if name == "gin":
        from tierce.games.gin import Gin as family
    elif name == "manipulation":
        from tierce.games.manipulation import Manipulation as family
    else:
        from tierce.games.laying import Laying as family
    return family


class Referee:
    """Referees one match from a log: LOG.md, header and events as parsed from JSON.

    Raises LogError for a header that makes no sense.
    """

    def __init__(self, header, language="en", show_melds=False, show_hints=False):
        if not isinstance(header, dict) or "tierce" not in header:
            raise LogError("no_header")
        version = header["tierce"]
        if type(version) is not int or version != 1:
            raise LogError("version", version)
        players = header.get("players")
        if not isinstance(players, list) or not players:
            raise LogError("players")
        for name in players:
            if not isinstance(name, str):
                raise LogError("players")
        seats = len(players)
        from tierce.presets import rules_of

        rules = rules_of(header.get("game"), seats, header.get("rules", {}))
        dealer = header.get("dealer")
        if type(dealer) is not int or not 0 <= dealer < seats:
            raise LogError("dealer", dealer, seats - 1)
        self.rules = rules
        self.seats = seats
        self.tags = self._read_deck(header.get("deck", {}))
        self.game = _family(rules["family"])(rules, seats, dealer, words_of(language))
        self._go_on(header)
        self._zones = {"discard": DISCARD}
        for seat in range(seats):
            self._zones["seat%d" % seat] = -1 - seat
        self.show_hints = show_hints  # may be changed at any time
        # What was said last of each meld zone, where the melds are shown (LOG.md, --melds).
        self._shown = {} if show_melds else None

    def _go_on(self, header):
        """Go on where an earlier match was left: `totals` and `rounds` of the header."""
        game = self.game
        rounds = header.get("rounds", 0)
        if type(rounds) is not int or not 0 <= rounds <= _LARGEST:
            raise LogError("rounds", rounds)
        game.round = rounds
        if "totals" not in header:
            return
        totals = header["totals"]
        if not isinstance(totals, list) or len(totals) != self.seats:
            raise LogError("totals", self.seats)
        for total in totals:
            if type(total) is not int or not -_LARGEST <= total <= _LARGEST:
                raise LogError("totals", self.seats)
        game.totals = list(totals)
        if game.at_target():
            raise LogError("target_met", max(totals), self.rules["target"])

    def _read_deck(self, deck):
        if not isinstance(deck, dict):
            raise LogError("not_object", "deck")
        tags = {}
        seen = {}
        for tag in sorted(deck):
            code = deck[tag]
            card = cards.parse(code) if isinstance(code, str) else -1
            if card < 0:
                raise LogError("deck_card", tag, code)
            if card in seen:
                raise LogError("deck_twice", code, seen[card], tag)
            seen[card] = tag
            tags[tag] = card
        return tags

    # --- reading events

    def _zone(self, name):
        zone = self._zones.get(name) if isinstance(name, str) else None
        if zone is None:
            if not isinstance(name, str) or name[:4] != "meld" or not _is_number(name[4:]):
                raise LogError("unknown_zone", name)
            zone = int(name[4:])
            # Zones of a table are few; a log that names a thousand must not fill the memory.
            if len(self._zones) < 100:
                self._zones[name] = zone
        return zone

    def _card(self, code):
        card = -1
        if isinstance(code, str):
            card = cards.parse(code)
            if card < 0:
                card = self.tags.get(code, -1)
        if card < 0 or not cards.in_deck(card, self.rules["decks"], self.rules["jokers"]):
            raise LogError("unknown_card", code)
        return card

    def _cards(self, codes, key):
        if codes is None:
            return ()
        if not isinstance(codes, list):
            raise LogError("not_list", key)
        return [self._card(code) for code in codes]

    def _seat(self, seat):
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise LogError("unknown_seat", seat, self.seats - 1)
        return seat

    def feed(self, event):
        """Take in one event; return the outcomes that it causes, as tuples (see outcomes).

        Raises LogError for an event that is none, with nothing changed.
        """
        if not isinstance(event, dict):
            raise LogError("not_event")
        game = self.game
        t = event.get("t")
        if type(t) is not int or not 0 <= t <= _LARGEST:
            raise LogError("time", t)
        if t < game.t:
            raise LogError("time_falls", t, game.t)
        # Each kind of event is known by its own key; a line that has two of them is none.
        if "ruling" in event:
            if "press" in event or "zone" in event or "draw" in event:
                raise LogError("not_event")
            # Rare: what it takes is in memory only while somebody rules.
            from tierce.rulings import rule

            rule(game, event, t)
        elif "press" in event:
            if "zone" in event or "draw" in event:
                raise LogError("not_event")
            button = event["press"]
            if button not in BUTTONS:
                raise LogError("unknown_button", button, BUTTONS)
            seat = self._seat(event.get("seat"))
            game.t = t
            if button == "hint":
                if self.show_hints:
                    game.out.append(("hint", t, seat, self._hint(seat)))
            else:
                game.on_press(seat, button)
        elif "draw" in event:
            count = event["draw"]
            good = type(count) is int and -_MOST_DRAWS <= count <= _MOST_DRAWS
            if "zone" in event or not good:
                raise LogError("draw", count)
            game.t = t
            game.on_draw(count)
        elif "zone" in event:
            zone = self._zone(event["zone"])
            if "joker" in event:
                self._feed_joker(event, zone, t)
            else:
                left = event.get("out")
                came = event.get("in")
                if left is None and came is None:
                    raise LogError("not_event")
                left = self._cards(left, "out")
                came = self._cards(came, "in")
                game.t = t
                game.on_cards(zone, left, came)
            if zone > 0 and self._shown is not None:
                self._show(zone)
                moved = game.moved()
                for new in sorted(moved):
                    old = moved[new]
                    if old and zone in (new, old):
                        self._show(new)
                        self._show(old)
        else:
            raise LogError("not_event")
        if game.out:
            out = game.out
            game.out = []
            return out
        return ()

    def _feed_joker(self, event, zone, t):
        if "in" in event or "out" in event:
            raise LogError("not_event")
        joker = self._card(event["joker"])
        if joker < JOKER or zone < 1:
            raise LogError("not_joker", event["joker"], event["zone"])
        code = event.get("as")
        face = -1
        if isinstance(code, str):
            face = cards.parse(code)
            if face < 0:
                face = self.tags.get(code, -1)
        if not 0 <= face < JOKER:
            raise LogError("joker_as", code)
        self.game.t = t
        self.game.on_joker(zone, joker, face % 52)

    def _hint(self, seat):
        """Return the answer to a seat's hint: LOG.md "Hints". Nothing changes."""
        game = self.game
        try:
            return game.question(seat).answer()
        except LogError as error:
            return [("error", error_text(error, game.words.LANGUAGE))]

    def _show(self, zone):
        if self.game.phase == OVER:
            return
        shown = self.game.meld_outcome(zone)
        # A zone of which nothing was said yet is empty.
        if self._shown.get(zone, EMPTY) != shown:
            self._shown[zone] = shown
            self.game.out.append(("meld", self.game.t, zone_name(zone)) + shown)


def _is_number(text):
    if not text or text[0] == "0" or len(text) > 4:
        return False
    for letter in text:
        if letter not in "0123456789":
            return False
    return True
