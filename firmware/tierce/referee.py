"""The engine's interface: events in, outcomes out, a view to read.

Every event is checked before the match changes: bad data raises LogError and leaves the match
unchanged. Knows no language; imports only the family in use.
"""

from tierce import cards
from tierce.bad_data import LogError
from tierce.game import EMPTY
from tierce.phases import OVER
from tierce.view import View
from tierce.zones import MOST_MELDS, zone_name


def family_of(plays: str) -> "type[Game]":
    """Return the class that plays a game; `plays` is its module in games/. Loads that module."""
    if plays == "gin":
        from tierce.games.gin import Gin as family
    elif plays == "rami500":
        from tierce.games.rami500 import Rami500 as family
    elif plays == "manipulation":
        from tierce.games.manipulation import Manipulation as family
    elif plays == "contrat":
        from tierce.games.contrat import Contrat as family
    else:
        from tierce.games.laying import Laying as family
    return family


class Referee:
    """Referees one match; `view` reads it.

    `header` is that of LOG.md, parsed from JSON. `show_hints` answers `hint` with an outcome.
    `show_melds` adds the outcome `meld` whenever a meld zone changes. Raises LogError for an
    invalid header.
    """

    def __init__(self, header: "Any", show_melds: bool = False, show_hints: bool = False) -> None:
        # Needed only here, so a board can unload it.
        from tierce.log import read_header

        self.rules, dealer, self.tags, rounds, totals = read_header(header)
        self.seats = len(header["players"])
        rules = self.rules
        self._deck = bytes([cards.in_deck(card, rules["decks"], rules["jokers"]) for card in range(cards.CARDS)])
        game = family_of(self.rules["plays"])(self.rules, self.seats, dealer)
        game.round = rounds
        if totals:
            game.totals = totals
            if game.at_target():
                raise LogError("target_met", max(totals), self.rules["target"])
            if game.recave:
                game.eliminate(game.over())
        self._game = game
        self.view = View(game)
        self._read = None  # tierce.log.from_log, once a line came
        self.show_hints = show_hints  # may be changed at any time
        # Called while a hint is looked for: a board feeds its watchdog, and says how much room there is.
        self.alive: "Callable[[], object]" = int
        self.free: "Callable[[], int]" = int
        self._shown = {} if show_melds else None  # meld zone -> its last outcome

    def constants(self) -> "tuple[object, ...]":
        """Return what no event ever changes: a copy of the referee may share it."""
        return self.rules, self.tags, self._deck, self._read, self.alive, self.free, self._game.known

    def kept(self) -> "list[Any]":
        """Return the state of the match as JSON can say it: for `go_on`."""
        from tierce.state import kept

        return kept(self._game)

    def go_on(self, state: "Sequence[Any]") -> None:
        """Go on from what `kept` returned, in a new referee of the same header."""
        from tierce.state import restore

        restore(self._game, state)

    # --- events

    def feed(self, line: object) -> "Sequence[tuple[Any, ...]]":
        """Take in a log line, parsed from JSON; see `take`. Raises LogError."""
        if self._read is None:
            # Only for logs, so a board does without it.
            from tierce.log import from_log

            self._read = from_log
        return self.judge(self._read(line, self._game.t, self.tags, self.rules, self.seats), ())

    def take(self, event: "Event", held: "Iterable[int]" = ()) -> "Sequence[tuple[Any, ...]]":
        """Take in one event (events); return the outcomes that it causes, as tuples (outcomes).

        `held`: for `hint`, cards of the hand that do not lie on the table. Raises LogError for an
        invalid event; nothing has changed then.
        """
        what, t, thing = event[:3]
        if t < self._game.t:
            raise LogError("time_falls", t, self._game.t)
        if what in ("cards", "joker") and not -self.seats <= thing <= MOST_MELDS:
            raise LogError("unknown_zone", zone_name(thing))
        if what == "cards":
            self._check(event[3])
            self._check(event[4])
        elif what == "press" and not 0 <= thing < self.seats:
            raise LogError("unknown_seat", thing, self.seats - 1)
        elif what == "joker":
            joker, face = event[3:]
            self._check((joker,))
            if joker < cards.JOKER or thing < 1:
                raise LogError("not_joker", cards.code(joker), zone_name(thing))
            if face >= cards.JOKER:
                raise LogError("joker_as", cards.code(face))
        return self.judge(event, held)

    def judge(self, event: "Event", held: "Iterable[int]") -> "Sequence[tuple[Any, ...]]":
        """Take in a checked event; return its outcomes."""
        game = self._game
        what, t, thing = event[0], event[1], event[2]
        if what == "cards":
            game.t = t
            game.on_cards(thing, event[3], event[4])
        elif what == "press":
            game.t = t
            if event[3] != "hint":
                game.on_press(thing, event[3])
            elif self.show_hints:
                game.out.append(("hint", t, thing, self._answer(thing, held)))
        elif what == "draw":
            game.t = t
            game.on_draw(thing)
        elif what == "joker":
            game.t = t
            game.on_joker(thing, event[3], event[4] % 52)
        else:
            # Seldom used, so a board can unload it.
            from tierce.rulings import rule

            rule(game, event)
        if self._shown is not None and what in ("cards", "joker") and thing > 0:
            self._show_around(thing)
        if game.out:
            out = game.out
            game.out = []
            return out
        return ()

    def _check(self, some: "Iterable[int]") -> None:
        """Raise LogError if a card does not belong to the game's deck."""
        for card in some:
            if not (0 <= card < cards.CARDS and self._deck[card]):
                raise LogError("unknown_card", cards.code(card))

    def _answer(self, seat: int, held: "Iterable[int]") -> "Answer":
        """Return the hint for a seat, or the pair ("error", (key, *details)) of a LogError."""
        try:
            return self.view.hint(seat, held, self.alive, self.free)
        except LogError as error:
            return [("error", (error.key,) + error.details)]

    # --- outcomes `meld`

    def _show_around(self, zone: int) -> None:
        """Show a zone that changed, and the zones that its meld has moved from or to."""
        self._show(zone)
        moved = self._game.moved()
        for new in sorted(moved):
            old = moved[new]
            if old and zone in (new, old):
                self._show(new)
                self._show(old)

    def _show(self, zone: int) -> None:
        game = self._game
        if game.phase == OVER:
            return
        shown = game.meld(zone)
        # A zone that was never shown counts as empty.
        if self._shown.get(zone, EMPTY) != shown:
            self._shown[zone] = shown
            game.out.append(("meld", game.t, zone_name(zone)) + shown)
