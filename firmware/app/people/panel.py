"""The panel: turns the buttons into actions and decides what the screen shows.

What a gesture does is in app.people.pressing, which is loaded for each. The modules of a page are loaded
only while it is written, those of a menu while it is open.
"""

from app.people.words import BoardWords
from app.unload import unload
from drivers.buttons import GESTURES


class Panel:
    """`table` is an app.match.table.Table; `does` has each button's entry in config.json.

    `teach()` returns the app.people.teach.Teach; `save()` writes the config; `restart()` restarts the
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
        self.show.stamp += 1
        from app.people.pressing import press

        press(self, button, gesture)
        press = None
        if self.menu is None:
            unload("press")

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
        self.headed("check", texts)

    def failed(self, text):
        """Show that a part of the program has failed."""
        self.headed("trouble", [self.words.menu().NOTICES["error"], text])

    def resumed(self, header):
        """Show that a match was resumed, and take the menu's choices from its header."""
        from app.people.opening import choices_of

        choices = choices_of(self)
        choices.adopt(header)
        self.chosen = choices.keep()
        choices = choices_of = None
        self.notify(self.words.menu().NOTICES["resumed"], [])
        self.forget()

    def ask_totals(self, first):
        """Ask for the right totals of a damaged match. `first`: show the damage notice before."""
        if first:
            notices = self.words.menu().NOTICES
            self.notify(notices["damaged"], [notices["doubt"]])
        from app.people.opening import menu_of

        self.menu = menu_of(self, None)

    def headed(self, head, texts):
        """Show a notice under a headline: see notify."""
        from app.people.pages import heads

        self.notify(heads(head, self.words)[0], texts)
        heads = None
        self.forget()

    def forget(self):
        """Unload what only menus and pages need, unless a menu is open."""
        if self.menu is None:
            unload("menu", "placed", "header", "page", "press")

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
