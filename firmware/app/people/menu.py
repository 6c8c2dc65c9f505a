"""The menus, operated with three buttons.

Minus and plus move, ok chooses, a long ok goes back. The tables in menu.words define the screens and
their items. The menu only changes the choices: `press` returns other actions as a tuple, and the
panel does them.
"""

from app.people.names import card_of, zone_of
from app.people.text import BLACK, CENTRE, PLAIN, SMALL, beside, capital, cut, wide, wrap
from tierce.phrases import Words
from tierce.presets import makes_sense, rules_of

LANGUAGES = {"en": "English", "fr": "Français"}

# How far one press moves a number, if not by 1
STEPS = {
    "target": 50,
    "gin_bonus": 5,
    "undercut_bonus": 5,
    "match_bonus": 5,
    "round_bonus": 5,
    "out_bonus": 5,
    "out_bonus_alone": 5,
    "rami_sec_bonus": 5,
    "not_laid": 10,
    "not_laid_alone": 10,
}
# What chooses a card by hand and its zone
OF_CARD = ("rank", "suit", "pack", "where")
# Values of each seat: where the choices have them
_OF_SEAT = {"name": "names", "total": "totals", "carry": "carried"}
# How many presses a gesture of minus or plus counts for
_MOVES = {"short": 1, "double": 2, "long": 10, "held": 10}


def tables():
    """Return the tables of the screens and their items, in menu.words."""
    return Words("app.people.menu", "")


class Menu:
    """The menus of a table. `closed` becomes True when a press closes them."""

    def __init__(self, choices, screen=None):
        self.choices = choices
        self.open(screen)

    def open(self, screen=None):
        """Open the menu that fits the state of the match, or a screen of it, such as "jokers"."""
        root = "play" if self.choices.playing else "setup"
        if self.choices.totals is not None:
            root = "totals"
        self.screen = root
        self.at = 0
        self.above = []  # the screens above this one: (screen, at)
        self.before = None  # while a value is being changed: (old value, all old choices)
        self.joker = ("", -1, ())  # the joker being declared: (zone, joker, faces)
        self.may = None  # an app.people.decide.Decide while the players decide
        self.ruling = ""  # what they decide
        self.placing = None  # an app.people.placing.Placing, likewise
        self.asked = ("", ())  # the question: what it will do, and what they must know
        self.tester = None  # an app.match.checks.Tester while its page is open
        self.closed = False
        self.choices.press_seat = max(0, min(self.choices.seat, self.choices.seats - 1))
        if screen and screen != root:
            self._go(screen)

    # --- items and values

    def _at(self, path):
        """Return what a path of the tables leads to."""
        found: "Any" = self
        for name in path.rstrip("()").split("."):
            found = found[int(name)] if name.isdigit() else getattr(found, name)
        return found() if path[-1] == ")" else found

    def _list(self, path):
        """Return the list at a path; a number stands for the seats below it."""
        found = self._at(path)
        return tuple(range(found)) if isinstance(found, int) else found

    def _holds(self, key, what):
        """Return whether an item applies now; otherwise it is not shown."""
        for each in (tables().WHEN.get(key) or "").split():
            if each == "many":
                holds = len(self._values(what) or ()) > 1
            elif each == "may":
                holds = what in self.may.may
            elif each == "allowed":
                holds = self.may.allows(self.ruling, self.choices.amount)
            else:
                path, _, word = each.lstrip("!").partition("=")
                found = self._at(path)
                holds = (str(found) == word if word else bool(found)) != (each[0] == "!")
            if not holds:
                return False
        return True

    def _items(self):
        """Return the items of the screen: a list of (key of the label, verb, what)."""
        screen = self.screen
        items = []
        listed = tables().LISTS.get(screen)
        if listed:
            path, verb, what = listed.split(" ")
            labels = self._list(path)
            if verb == "go":
                labels = range(len(labels))
            items = [(each, verb, (what, each) if verb == "set" else what) for each in labels]
        screens = tables().SCREENS
        for key in screens:
            of, item = key.split(" ")
            if of == screen:
                verb, _, what = screens[key].partition(" ")
                if verb == "tell":
                    items.extend([(why, verb, what) for why in self.asked[1]])
                elif self._holds(key, what or item):
                    items.append((item, verb, what or item))
        return items

    def _values(self, what):
        """Return the possible values, or None if they include a range of numbers."""
        choices = self.choices
        if isinstance(what, tuple):
            if what[0] != "rule":
                return [""] + choices.known if what[0] == "name" else None
            allowed = choices.allowed()[what[1]]
            return None if [each for each in allowed if isinstance(each, tuple)] else allowed
        if what in ("amount", "played"):
            return None
        if what in OF_CARD:
            return self.placing.values(what, choices)
        if what == "who":
            return self.may.may[self.ruling]
        if what == "language":
            return sorted(LANGUAGES)
        path = tables().VALUES.get(what)
        return self._list(path) if path else (False, True)

    def _value(self, what):
        if not isinstance(what, tuple):
            return getattr(self.choices, what)
        kind, of = what
        return self.choices.rule(of) if kind == "rule" else getattr(self.choices, _OF_SEAT[kind])[of]

    def _set(self, what, value):
        choices = self.choices
        if isinstance(what, tuple):
            getattr(choices, "set_" + what[0])(what[1], value)
        elif what in ("game", "seats"):
            getattr(choices, "set_" + what)(value)
        elif what == "who":
            self._rule(self.ruling, value)
        else:
            setattr(choices, what, value)
            if what in OF_CARD:
                self.placing.fit(choices)

    def _move(self, what, moves):
        """Change a value by a number of presses, negative for minus."""
        values = self._values(what)
        if values is not None:
            if moves in (10, -10) and len(values) < 10:
                moves //= 10
            value = self._value(what)
            at = values.index(value) if value in values else 0
            # The first value follows the last.
            self._set(what, values[(at + moves) % len(values)])
            return
        choices = self.choices
        if what == "amount":
            choices.amount = self.may.limited(self.ruling, choices.amount + moves)
            return
        if what == "played":
            choices.played = max(0, choices.played + moves)
            return
        name = what[1]
        if what[0] != "rule":
            getattr(choices, _OF_SEAT[what[0]])[name] += moves
            return
        step = STEPS.get(name, 1)
        value = choices.rule(name)
        allowed = choices.allowed()[name]
        if value in allowed:
            # The value is a word; step to the word or the range of numbers beside it.
            at = allowed.index(value) + (1 if moves > 0 else -1)
            if 0 <= at < len(allowed):
                next_to = allowed[at]
                if isinstance(next_to, tuple):
                    next_to = next_to[0 if moves > 0 else 1]
                choices.set_rule(name, next_to)
            return
        at = 0
        while not makes_sense(value, allowed[at : at + 1]):
            at += 1
        low, high = allowed[at]
        if name == "hand":
            # The deal must leave cards for the stock: see presets.rules_of.
            rules = dict(choices.rules)
            rules.pop("hand", None)
            deck = rules_of(choices.game, choices.seats, rules)["deck"]
            high = min(high, (deck - 2) // choices.seats)
        beyond = at + (1 if moves > 0 else -1)
        if value == (high if moves > 0 else low) and 0 <= beyond < len(allowed):
            choices.set_rule(name, allowed[beyond])
            return
        # The new value is a multiple of the step.
        whole = value // step if moves > 0 else -(-value // step)
        value = (whole + moves) * step
        choices.set_rule(name, max(low, min(high, value)))

    # --- buttons

    def press(self, button, gesture):
        """Process a gesture of "minus", "plus" or "ok"; return an action, a tuple, or None."""
        if self.tester:
            if gesture != "held" and not self.tester.press(button):
                self.tester = None
            return None
        if button == "ok":
            return None if gesture == "held" else self._back() if gesture == "long" else self._ok()
        if button not in ("minus", "plus"):
            return None
        moves = _MOVES.get(gesture, 1)
        if button == "minus":
            moves = -moves
        items = self._items()
        if self.before is not None:
            self._move(items[self.at][2], moves)
        elif gesture == "long":
            # Go to the end of the list, not ten items on.
            self.at = 0 if button == "minus" else len(items) - 1
        else:
            self.at = (self.at + moves) % len(items)
        return None

    def _ok(self):
        choices = self.choices
        items = self._items()
        label, verb, what = items[self.at]
        if verb == "go":
            if what == "faces":
                self.joker = choices.jokers[label]
            self._go(what)
            return None
        if verb == "do":
            return self._do(label, what)
        if verb == "rule":
            self._rule(what, -1)
            self._go("figure" if choices.who >= 0 else "rule?")
        if verb in ("rule", "tell"):
            return None
        if self.before is not None:
            return self._changed(what)
        self.before = (self._value(what), choices.keep())
        values = self._values(what)
        if values is not None and len(values) <= 2:
            # With two values, one press switches to the other.
            self._move(what, 1)
            return self._changed(what)
        return None

    def _changed(self, what):
        """Keep the new value; return an action if it takes effect at once."""
        changed = self._value(what) != self.before[0]
        self.before = None
        if changed and what in ("language", "hints"):
            return (what, self._value(what))
        return None

    def _back(self):
        """Undo a change or leave a screen; close the menu from its first screen."""
        if self.before is not None:
            self.choices.restore(self.before[1])
            self.before = None
        elif self.above:
            self.screen, self.at = self.above.pop()
        elif self.choices.totals is None:
            self.closed = True
            return ("close",)
        return None

    def _rule(self, ruling, seat):
        """Ask for a ruling: of this seat, or of the first one that it may name."""
        choices = self.choices
        seats = self.may.may[ruling]
        self.ruling = ruling
        choices.who = -1
        if seats:
            choices.who = seats[0]
            for each in (seat, choices.seat):
                if each in seats:
                    choices.who = each
                    break
            choices.amount = self.may.number(ruling, choices.who)

    def _decided(self):
        """Return the action of the ruling asked for, if it still is what the question says."""
        choices = self.choices
        asked = self.asked
        self.may = choices.decide()
        if not self.may.holds(self.ruling, choices.who):
            while self.screen in ("figure", "rule?") and self.above:
                self.screen, self.at = self.above.pop()
            return None
        self._ask()
        if self.asked != asked:
            self.at = 0
            return None
        self.closed = True
        if choices.who < 0:
            return ("rule", self.ruling, None, None)
        return ("rule", self.ruling, choices.who, choices.amount)

    def _ask(self):
        choices = self.choices
        says = self.may.says(self.ruling, choices.who, choices.amount)
        self.asked = (says, self.may.tells(self.ruling))

    def _go(self, screen):
        if screen == "jokers" and not self.choices.jokers:
            return
        if screen in ("decide", "undo?"):
            self.may = self.choices.decide()
            self.placing = self.choices.by_hand()
        if screen == "put":
            self.placing.fit(self.choices)
        if screen == "go_on":
            self.choices.go_on()
        if screen == "undo?":
            # A refusal offers to take back the turn before.
            self._rule("undo", -1)
            screen = "rule?"
        if screen == "jokers" and len(self.choices.jokers) == 1:
            self.joker = self.choices.jokers[0]
            screen = "faces"
        if screen == "rule?":
            self._ask()
        self.above.append((self.screen, self.at))
        self.screen = screen
        self.at = 0

    def _do(self, label, what):
        choices = self.choices
        if what == "back":
            return self._back()
        if what == "rule":
            return self._decided()
        if what == "preset":
            choices.rules = {}
            return None
        if what == "what":
            self.tester = choices.tester(choices)
            return None
        self.closed = what not in ("draw_more", "draw_less")
        if what == "put_now":
            return ("by_hand", choices.where, choices.card(), False)
        if what == "take_now":
            return ("by_hand", label[0], label[1], True)
        action = ()
        for part in (tables().ACTIONS.get(what) or what).split(" "):
            if part == "label":
                part = label
            elif "." in part:
                part = self._at(part)
            elif part.lstrip("-").isdigit():
                part = int(part)
            action += (part,)
        return action

    # --- words

    def _label(self, item, words):
        label = item[0]
        if self.screen == "names":
            return words.SAY["seat"].format(label + 1)
        if self.screen in ("totals", "carried") and isinstance(label, int):
            return self.choices.name(label, words)
        if self.screen == "options" and label != "preset":
            return capital(words.names().OPTIONS[label])
        if self.screen == "jokers":
            return capital(zone_of(None, self.choices.jokers[label][0], words))
        if self.screen == "faces":
            return card_of(label, words)
        if item[2] == "rule":
            return self.asked[0]
        if item[2] == "put_now":
            return self.placing.says("put_now", self.choices.where, self.choices.card(), words)
        if item[2] == "take_now":
            return self.placing.says("take_now", label[0], label[1], words)
        return label if item[1] == "tell" else words.menu().MENU[label]

    def _text(self, what, words):
        """Return a value as text for players."""
        value = self._value(what)
        choices = self.choices
        if what == "game":
            return words.names().GAMES[value]
        if what in ("dealer", "press_seat"):
            return choices.name(value, words)
        if what in OF_CARD:
            return self.placing.text(what, value, words)
        if what in ("who", "amount"):
            return self.may.shown(self.ruling, what, value)
        if what == "language":
            return LANGUAGES[value]
        if isinstance(what, tuple) and what[0] == "name":
            return choices.name(what[1], words)
        if value is True or value is False:
            value = "on" if value else "off"
        menu = words.menu().MENU
        # "points" names a ruling, too.
        return menu.get("of_" + value) or menu[value] if isinstance(value, str) else str(value)

    def _title(self, words):
        title = words.menu().MENU[self.screen]
        if self.screen == "totals":
            title = title.format(self.choices.rounds)
        if self.screen == "faces":
            title = "%s (%s)" % (title, zone_of(None, self.joker[0], words))
        elif self.ruling and self.screen in ("figure", "rule?"):
            key = "cards" if self.ruling == "hand" else self.ruling
            title = title.format(words.menu().MENU[key])
        return title

    def rows(self, words, columns, lines):  # noqa: C901
        """Return the rows of the screen: (size, text, style), see app.people.text."""
        if self.tester and self.tester.show.checks is self.tester:
            from app.people.alerts_page import what

            return what(self.tester.show, words, columns, lines)
        items = self._items()
        self.at = min(self.at, len(items) - 1)
        title = self._title(words)
        if lines < 6:
            return self._one(words, columns, lines, items, title)
        # The title is centred, not white on black like the chosen item.
        made = []
        for line in wrap(title, columns)[:2]:
            made.append((SMALL, line, CENTRE))
        if self.screen == "rule?":
            # A question is shown in full if it fits.
            full = []
            for i in range(len(items)):
                style = BLACK if i == self.at else PLAIN
                for line in wrap(self._label(items[i], words), columns):
                    full.append((SMALL, line, style))
            if len(made) + len(full) <= lines:
                return made + full
        texts = []
        for i in range(len(items)):
            value = ""
            if items[i][2] == "draw_more":
                value = str(self.choices.draws)
            if items[i][1] == "set":
                value = self._text(items[i][2], words)
                if i == self.at and self.before is not None:
                    value = "< %s >" % value
            texts.append((self._label(items[i], words), value))
        # If some label is too long for its line, reserve lines below for the chosen one in full.
        most = 0
        for label, value in texts:
            if wide(label) + 1 + wide(value) > columns:
                most = max(most, len(wrap(label, columns)))
        most = min(most, lines - len(made) - 2)
        room = lines - len(made) - most
        first = max(0, min(self.at - room // 2, len(items) - room))
        for i in range(first, min(first + room, len(items))):
            label, value = texts[i]
            value = cut(value, columns - 5)
            style = BLACK if i == self.at else PLAIN
            made.append((SMALL, beside(label, value, columns), style))
        label, value = texts[self.at]
        if wide(label) + 1 + wide(value) > columns:
            while len(made) < lines - most:
                made.append((SMALL, "", PLAIN))
            for text in wrap(label, columns)[:most]:
                made.append((SMALL, text, PLAIN))
        return made

    def _one(self, words, columns, lines, items, title):
        """Return the rows of a small screen: only the chosen item, and its number."""
        sign = "%d/%d" % (self.at + 1, len(items))
        item = items[self.at]
        made = [(SMALL, text, BLACK) for text in wrap(title, columns)[:1]]
        value = []
        if item[2] == "draw_more":
            value = [str(self.choices.draws)]
        if item[1] == "set":
            text = self._text(item[2], words)
            value = wrap("< %s >" % text if self.before is not None else text, columns)[:1]
        label = wrap(self._label(item, words), columns)
        room = lines - len(made) - len(value)
        if len(label) > room and made:
            # The label matters more than the title.
            made = []
            room += 1
        for text in label[:room]:
            made.append((SMALL, text, PLAIN))
        while len(made) < lines - 1:
            made.append((SMALL, "", PLAIN))
        last = value[0] if value else (made.pop()[1] if len(made) == lines else "")
        if wide(last) + 1 + wide(sign) > columns:
            sign = ""
        made.append((SMALL, beside(last, sign, columns) if sign else last, BLACK if self.before is not None else PLAIN))
        return made
