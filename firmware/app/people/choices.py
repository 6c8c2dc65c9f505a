"""What a match is begun with, as it is chosen in the menus: game, seats, names, house rules."""

from tierce.presets import FOLLOWS, MOST_SEATS, OPTIONS, PRESETS, LogError, makes_sense, rules_of


class Choices:
    """What the menus choose from and what they have chosen so far.

    `config` gives the start: language, hints, game, players, rules; anything in it that makes no
    sense is left out. The table's task keeps the values that a match changes.
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
        # Names by seat; an empty one is called by its seat.
        self.names = self.known[:MOST_SEATS]
        while len(self.names) < MOST_SEATS:
            self.names.append("")
        low, high = PRESETS[self.game]["seats"]
        self.seats = max(low, min(high, len(self.known)))
        self.dealer = 0
        self.rules = {}  # what differs from the preset
        rules = config.get("rules", {})
        # The size of the hand last: how large it may be depends on the others.
        for name in sorted(rules, key=lambda name: (name == "hand", name)):
            self.set_rule(name, rules[name])
        self.press_seat = 0  # for whom a button is pressed
        # what a match changes, with `words`
        self.playing = False  # a match is on
        self.scored = False  # there is a score sheet
        self.phase = "menu"
        self.seat = -1  # who asks for a hint: on turn, or awaited
        self.draws = 0  # cards drawn in this turn
        self.undo = []  # [whose turn it is to take back, what it was], as one says it
        self.again = False  # a refused turn can be judged again
        self.jokers = []  # (zone, joker, faces) of those that a player may speak for
        self.totals = None  # of a match that goes on, where it is asked whether they are right
        self.rounds = 0  # rounds played so far, where `totals` are asked about

    def keep(self):
        """Return all that one choice may change, to take it back with `restore`."""
        return (self.game, self.seats, self.dealer, self.rules, list(self.names),
                self.language, self.hints, self.press_seat, self.totals and list(self.totals))

    def restore(self, kept):
        """Choose again what was chosen before."""
        (self.game, self.seats, self.dealer, self.rules, self.names,
         self.language, self.hints, self.press_seat, self.totals) = kept
        self._know(self.names)

    def _know(self, names):
        for name in names:
            if isinstance(name, str) and name and name not in self.known:
                self.known.append(name)

    def preset(self):
        """Return the facts of the game that is chosen."""
        return PRESETS[self.game]

    def games(self):
        """Return the games, in the order of the menu."""
        return list(self.words.names().GAMES)

    def allowed(self):
        """Return name -> what it may be, for the options of the game that is chosen."""
        return OPTIONS[self.preset()["family"]]

    def options(self):
        """Return the names of the options of the game that is chosen, in their order."""
        allowed = self.allowed()
        return [name for name in self.words.names().OPTIONS if name in allowed]

    def rule(self, name):
        """Return the value of an option."""
        return self.rules[name] if name in self.rules else self._original(name)

    def _original(self, name):
        """Return the value of an option that the house does not set."""
        value = self.preset()[name]
        return self.rule(FOLLOWS[name]) if value is None else value

    def set_rule(self, name, value):
        """Set an option; returns False, with nothing changed, where that makes no sense."""
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
        """Choose a game. The house rules are those of a game, so they go back to its own."""
        self.game = game
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
        """Name a seat; who sat there under another name changes places with it."""
        if name and name in self.names:
            self.names[self.names.index(name)] = self.names[seat]
        self.names[seat] = name

    def name(self, seat, words):
        """Return the name of a seat."""
        return self.names[seat] or words.SAY["seat"].format(seat + 1)

    def adopt(self, header):
        """Choose what a match was begun with, by its header: it goes on after a power loss."""
        self.game = header["game"]
        self.seats = len(header["players"])
        self.dealer = header["dealer"]
        self.rules = dict(header.get("rules", {}))
        for seat in range(self.seats):
            name = header["players"][seat]
            if name != self.name(seat, self.words):
                self.set_name(seat, name)
        self._know(self.names)

    def doubt(self, header):
        """Ask whether the totals of a match that goes on are right."""
        self.adopt(header)
        self.totals = list(header["totals"])
        self.rounds = header["rounds"]

    def header(self):
        """Return the first line of the log of the match that is chosen."""
        players = [self.name(seat, self.words) for seat in range(self.seats)]
        return {
            "tierce": 1,
            "game": self.game,
            "players": players,
            "dealer": self.dealer,
            "rules": dict(self.rules),
        }
