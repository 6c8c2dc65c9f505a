"""The panel: turns the buttons into actions and decides what the screen shows.

Gestures become calls of the table, the menu or the registration of a deck. The modules of a page are
loaded only while it is written, those of a menu while it is open.
"""

from app.people import controls
from app.people.words import BoardWords
from app.unload import unload
from drivers.buttons import GESTURES
from tierce.bad_data import LogError
from tierce.cards import parse
from tierce.zones import zone_number


class Panel:
    """`table` is an app.match.table.Table; `does` has each button's entry in config.json.

    `teach` is an app.people.teach.Teach; `save()` writes the config; `restart()` restarts the
    board.
    """

    def __init__(self, config, table, does, teach, save, restart):
        self.config = config
        self.table = table
        self.match = table.match
        self.show = table.match.show
        self.does = does
        self.teach = teach
        self.save = save
        self.restart = restart
        self.byte = None  # () -> a random byte for lots; None: the board's own
        self.words = BoardWords(config["language"])
        self.menu = None  # the menu while it is open
        self.chosen = None  # the last choices made in it, as Choices.keep returns them
        self.notices = None  # (title, texts) until they have been read
        self.score = False  # whether the score sheet is shown

    @property
    def open(self):
        """Whether the menu is open."""
        return self.menu is not None

    @property
    def counting(self):
        """Whether a value is being changed: then a button that is held repeats."""
        return self.menu is not None and self.menu.before is not None

    # --- buttons

    def press(self, index, gesture):
        """Process a gesture of the button with this index; both are numbers of drivers.buttons."""
        does = self.does[index]
        button = does["seat"] if does.get("seat") is not None else does["does"]
        self.gesture(button, GESTURES[gesture])

    def gesture(self, button, gesture):
        """Process a gesture, by name, of "minus", "plus", "ok" or a seat's button, by number."""
        if gesture == "stuck" or (gesture == "held" and not self.counting):
            return
        show = self.show
        show.stamp += 1
        if self.notices:
            # Plus turns the page; any other press means that the notice has been read.
            if button == "plus" and gesture == "short":
                show.page += 1
                return
            title_only = not self.notices[1]
            self.notices = None
            show.page = 0
            self._forget()
            # A press other than OK that closes a notice without text also has its normal effect.
            if button == "ok" or not title_only:
                return
        if self.menu and not isinstance(button, int):
            action = self.menu.press(button, gesture)
            if self.menu.closed:
                self.chosen = self.menu.choices.keep()
                self.menu = None
                self._forget()
            self._do(action)
            if self.match.doubt is not None and not self.menu:
                self.ask_totals(False)
            return
        if self.score and button == "ok":
            self.score = False
            self._forget()
            return
        self._do(controls.action(show, button, gesture))

    # --- notices

    def notify(self, title, texts):
        """Show a notice until a button is pressed."""
        self.notices = (title, texts)
        self.show.page = 0
        self.show.stamp += 1

    def report(self, errors, no_deck):
        """Show the errors of the start, each (part, reason), and whether there is no deck."""
        from app.people.opening import failures

        texts = failures(self.words, errors, no_deck)
        failures = None
        self._notify("check", texts)

    def failed(self, text):
        """Show that a part of the program has failed."""
        self._notify("trouble", [self.words.menu().NOTICES["error"], text])

    def resumed(self, header):
        """Show that a match was resumed, and take the menu's choices from its header."""
        from app.people.opening import choices_of

        choices = choices_of(self)
        choices.adopt(header)
        self.chosen = choices.keep()
        choices = choices_of = None
        self.notify(self.words.menu().NOTICES["resumed"], [])
        self._forget()

    def ask_totals(self, first):
        """Ask for the right totals of a damaged match. `first`: show the damage notice before."""
        if first:
            notices = self.words.menu().NOTICES
            self.notify(notices["damaged"], [notices["doubt"]])
        self._open_menu(None)

    def _notify(self, head, texts):
        from app.people.pages import heads

        self.notify(heads(head, self.words)[0], texts)
        heads = None
        self._forget()

    def _forget(self):
        if self.menu is None:
            unload("menu", "placed", "header", "page")

    def _do(self, action):  # noqa: C901
        if action is None:
            return
        what = action[0]
        table = self.table
        show = self.show
        if what in ("press", "draw"):
            show.differences = []  # playing on confirms the table
        if what == "press":
            table.press(action[1], action[2])
        elif what == "draw":
            table.draw(action[1])
        elif what == "page":
            show.page += action[1]
        elif what == "menu":
            self._open_menu(action[1] if len(action) > 1 else None)
        elif what == "checked":
            show.differences = []
        elif what == "judge":
            table.judge_now()
        elif what == "look":
            table.look_again()
        elif what == "joker":
            table.declare(zone_number(action[1]), parse(action[2]), parse(action[3]))
        elif what == "rule":
            table.rule(*action[1:])
        elif what == "by_hand":
            why = table.put_by_hand(*action[1:])
            if why:
                self._notify("trouble", [self.words.menu().BY_HAND[why]])
        elif what == "score":
            self.score = True
            show.page = 0
        elif what == "start":
            self._begin(action[1])
        elif what == "right":
            self.match.doubt["totals"] = action[1]
            self._begin(self.match.doubt)
        elif what == "end":
            table.end()
        elif what == "register":
            self._register()
        elif what == "teach":
            self._teach(action[1])
        elif what == "restart":
            self.restart()
        elif what in ("language", "hints"):
            self._set(what, action[1])

    def _open_menu(self, screen):
        from app.people.opening import menu_of

        self.menu = menu_of(self, screen)
        menu_of = None
        self._forget()

    def _begin(self, header):
        try:
            self.table.begin(header)
        except LogError as error:
            from tierce.referee import error_text

            self._notify("trouble", [error_text(error, self.config["language"])])

    def _set(self, name, value):
        self.config[name] = value
        if name == "language":
            before = self.words.LANGUAGE
            self.words = BoardWords(value)
            if self.menu:
                self.menu.choices.words = self.words
            self.match.set_language(value)
            unload(before)
        else:
            self.match.set_hints(value)
        self.save()

    # --- registering a deck

    def _register(self):
        self.table.end()
        self.teach.begin()

    def _teach(self, what):
        if what == "next":
            self.teach.skip()
        elif what == "back":
            self.teach.undo()
        else:
            self.teach.end()
        if not self.teach.teaching:
            self._forget()

    # --- the screen

    def rows(self, columns, lines):
        """Return the screen as rows of text: (size, text, style), see app.people.text."""
        made = self._rows(columns, lines)
        unload("page" if self.menu is None else "alerts")
        return made

    def _rows(self, columns, lines):
        show = self.show
        if self.notices:
            from app.people.sheet import notice

            made = notice(self.notices[0], self.notices[1], columns, lines)
            return made[show.page % len(made)]
        if self.menu:
            return self.menu.rows(self.words, columns, lines)
        if self.score:
            from app.people.sheet import sheet

            made = sheet(show, self.words, columns, lines)
            return made[show.page % len(made)]
        from app.people.pages import rows

        return rows(show, self.words, columns, lines)
