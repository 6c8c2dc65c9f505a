"""The choices for a new match, made in the menus: game, seats, names, house rules."""

from tierce.cards import JOKER, RANKS
from tierce.phases import COUNT, TURN
from tierce.presets import FOLLOWS, MOST_SEATS, PRESETS, LogError, makes_sense, options_of, rules_of

# What a choice may change.
_KEPT = (
    "game seats dealer rules names language hints press_seat totals who amount rank suit pack where lot carried played"
).split()


def draw(seats, byte=None):
    """Draw one of `seats` seats by lot, each as likely as the others; return it.

    `byte()` returns a random number below 256; by default from the board's own entropy.
    """
    import os

    fair = 256 - 256 % seats
    while True:
        drawn = byte() if byte else os.urandom(1)[0]
        if drawn < fair:
            return drawn % seats


class Choices:
    """The possible choices and those made so far.

    `config` gives the first choices: language, hints, game, players, rules. Invalid values in it
    are ignored. The panel sets the values that depend on the match.
    """

    def __init__(self, words, config=None):
        config = config or {}
        self.words = words
        self.language = words.LANGUAGE
        self.hints = config.get("hints", False) is True
        game = config.get("game")
        self.game = game if isinstance(game, str) and game in PRESETS else self.games()[0]
        self.known = []  # the names that can be chosen
        self._know(config.get("players", ()))
        # Names by seat; a seat with an empty name is shown by its number.
        self.names = self.known[:MOST_SEATS]
        while len(self.names) < MOST_SEATS:
            self.names.append("")
        low, high = PRESETS[self.game]["seats"]
        self.seats = max(low, min(high, len(self.known)))
        self.dealer = 0
        self.lot = self.preset()["by_lot"]  # whether the first dealer is drawn by lot
        self.rules = {}  # the options that differ from the preset
        rules = config.get("rules", {})
        # Set the size of the hand last, as its limit depends on the other options.
        for name in sorted(rules, key=lambda name: (name == "hand", name)):
            self.set_rule(name, rules[name])
        self.press_seat = 0  # the seat for which the menu presses a button
        self.who = -1  # the seat that a ruling of the players names, -1: none
        self.amount = 0  # the number that it says
        # A card by hand, and the number of the zone for it: see app.people.placing
        self.rank = self.suit = self.pack = self.where = 0
        # Set by the panel, as is `words`
        self.playing = False  # whether a match is in play
        self.scored = False  # whether there is a score sheet
        self.phase = "menu"
        self.seat = -1  # the seat for a hint: on turn, or awaited
        self.draws = 0  # cards drawn in this turn
        # () -> an app.people.decide.Decide, if there is a match to rule on
        self.decide = None
        self.by_hand = None  # () -> an app.people.placing.Placing, likewise
        self.tester = None  # (choices) -> an app.match.checks.Tester, opened
        self.byte = None  # see `draw`
        self.match = None  # the match that others may go on with
        self.carried = None  # totals that the match begins with, if it goes on with these
        self.played = 0  # and the rounds played so far
        self.again = False  # whether a refused turn can be judged again
        self.jokers = []  # (zone, joker, faces) of the jokers that can be declared
        self.totals = None  # totals in doubt, which the players must confirm
        self.rounds = 0  # rounds played so far, if `totals` is set

    def offer(self, decide, by_hand):
        """Set what makes a Decide (app.people.decide) and a Placing (app.people.placing)."""
        self.decide = decide
        self.by_hand = by_hand

    def keep(self):
        """Return everything that a choice may change, to undo it with `restore`."""
        kept = [getattr(self, name) for name in _KEPT]
        return [list(value) if isinstance(value, list) else value for value in kept]

    def restore(self, kept):
        """Restore the choices that `keep` returned."""
        for name, value in zip(_KEPT, kept):
            setattr(self, name, value)
        self._know(self.names)

    def _know(self, names):
        for name in names:
            if isinstance(name, str) and name and name not in self.known:
                self.known.append(name)

    def preset(self):
        """Return the preset of the chosen game."""
        return PRESETS[self.game]

    def counts(self):
        """Return the numbers of players that the chosen game allows."""
        low, high = self.preset()["seats"]
        return tuple(range(low, high + 1))

    def games(self):
        """Return the games, in the order of the menu."""
        return list(self.words.names().GAMES)

    def allowed(self):
        """Return the options of the chosen game: name -> allowed values."""
        return options_of(self.preset())

    def options(self):
        """Return the names of the chosen game's options, in the order of the menu."""
        allowed = self.allowed()
        return [name for name in self.words.names().OPTIONS if name in allowed]

    def rule(self, name):
        """Return the value of an option."""
        return self.rules[name] if name in self.rules else self._original(name)

    def _original(self, name):
        """Return the value of an option without house rules."""
        value = self.preset()[name]
        return self.rule(FOLLOWS[name]) if value is None else value

    def set_rule(self, name, value):
        """Set an option; return False and change nothing if the value is invalid."""
        allowed = self.allowed()
        if name not in allowed or not makes_sense(value, allowed[name]):
            return False
        rules = dict(self.rules)
        if value == self._original(name):
            rules.pop(name, None)
        else:
            rules[name] = value
        try:
            rules_of(self.game, self.seats, rules)
        except LogError:
            return False
        self.rules = rules
        return True

    def set_game(self, game):
        """Choose a game. This resets the house rules, which belong to a game."""
        self.game = game
        self.lot = self.preset()["by_lot"]
        self.rules = {}
        low, high = self.preset()["seats"]
        self.set_seats(max(low, min(high, self.seats)))

    def set_seats(self, seats):
        """Choose the number of players."""
        self.seats = seats
        self.dealer = min(self.dealer, seats - 1)
        try:
            rules_of(self.game, seats, self.rules)
        except LogError:
            # Only the size of the hand depends on the number of players.
            self.rules = dict(self.rules)
            self.rules.pop("hand", None)

    def set_name(self, seat, name):
        """Name a seat; if another seat has this name, the two swap names."""
        if name and name in self.names:
            other = self.names.index(name)
            self.names[other] = self.names[seat]
            if self.carried:  # they change seats, and take their totals along
                totals = self.carried
                totals[seat], totals[other] = totals[other], totals[seat]
        self.names[seat] = name

    def name(self, seat, words):
        """Return the name of a seat."""
        return self.names[seat] or words.SAY["seat"].format(seat + 1)

    def adopt(self, header):
        """Take the choices from the header of a match that was resumed."""
        self.game = header["game"]
        self.seats = len(header["players"])
        self.dealer = header["dealer"]
        self.lot = self.preset()["by_lot"]
        self.rules = dict(header.get("rules", {}))
        for seat in range(self.seats):
            name = header["players"][seat]
            if name != self.name(seat, self.words):
                self.set_name(seat, name)
        self._know(self.names)

    def doubt(self, header):
        """Take the choices and the totals in doubt from the header of a damaged match."""
        self.adopt(header)
        self.totals = list(header["totals"])
        self.rounds = header["rounds"]

    def go_on(self):
        """Take the choices from the match in play, if there is one, to go on with its totals."""
        self.carried = [0] * MOST_SEATS
        self.played = 0
        if self.match:
            view = self.match.view
            self.adopt(self.match.header)
            self.lot = False
            self.dealer = view.dealer
            # A round in play does not count: its dealer deals again.
            self.played = view.round - (view.phase in (TURN, COUNT))
            self.carried[: self.seats] = view.totals

    def card(self):
        """Return the number of the card chosen by rank, suit and pack."""
        if self.rank == len(RANKS):
            return JOKER + self.pack
        return 52 * self.pack + 13 * self.suit + self.rank

    def goes_on(self):
        """Return the header of a match that begins with the totals and the rounds so far."""
        return dict(self.header(), totals=self.carried[: self.seats], rounds=self.played)

    def header(self):
        """Return the header of the chosen match, the first line of its log, as a dict."""
        players = [self.name(seat, self.words) for seat in range(self.seats)]
        dealer = self.dealer
        if self.lot:
            dealer = draw(self.seats, self.byte)
        return {"tierce": 1, "game": self.game, "players": players, "dealer": dealer, "rules": dict(self.rules)}
