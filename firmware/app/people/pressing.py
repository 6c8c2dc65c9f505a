"""What the gestures of the buttons do: to the menu, the table, or the registration of a deck.

Loaded for each gesture. `panel` is the app.people.panel.Panel.
"""

from app.people.controls import action as action_of
from app.people.words import BoardWords
from app.unload import unload
from tierce.bad_data import LogError
from tierce.cards import parse
from tierce.zones import zone_number


def press(panel, button, gesture):
    """Do what a gesture means now: see Panel.gesture."""
    show = panel.show
    if panel.notices:
        # Plus turns the page; any other press means that the notice has been read.
        if button == "plus" and gesture == "short":
            show.page += 1
            return
        title_only = not panel.notices[1]
        panel.notices = None
        show.page = 0
        panel.forget()
        # A press other than OK that closes a notice without text also has its normal effect.
        if button == "ok" or not title_only:
            return
    if panel.menu and not isinstance(button, int):
        action = panel.menu.press(button, gesture)
        if panel.menu.closed:
            panel.chosen = panel.menu.choices.keep()
            panel.menu = None
            panel.forget()
        _do(panel, action)
        if panel.match.doubt is not None and not panel.menu:
            panel.ask_totals(False)
        return
    if panel.score and button == "ok":
        panel.score = False
        panel.forget()
        return
    _do(panel, action_of(show, button, gesture))


def _do(panel, action):  # noqa: C901
    if action is None:
        return
    what = action[0]
    table = panel.table
    show = panel.show
    if what in ("press", "draw"):
        show.differences = []  # playing on confirms the table
    if what == "press":
        table.press(action[1], action[2])
    elif what == "draw":
        table.draw(action[1])
    elif what == "page":
        show.page += action[1]
    elif what == "menu":
        _open_menu(panel, action[1] if len(action) > 1 else None)
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
            panel.headed("trouble", [panel.words.menu().BY_HAND[why]])
    elif what == "score":
        panel.score = True
        show.page = 0
    elif what == "start":
        _begin(panel, action[1])
    elif what == "right":
        panel.match.doubt["totals"] = action[1]
        _begin(panel, panel.match.doubt)
    elif what == "end":
        table.end()
    elif what == "register":
        _register(panel)
    elif what == "teach":
        _teach(panel, action[1])
    elif what == "restart":
        panel.restart()
    elif what in ("language", "hints"):
        _set(panel, what, action[1])


def _open_menu(panel, screen):
    from app.people.opening import menu_of

    panel.menu = menu_of(panel, screen)
    menu_of = None
    panel.forget()


def _begin(panel, header):
    try:
        panel.table.begin(header)
    except LogError as error:
        from tierce.bad_data import error_text

        panel.headed("trouble", [error_text(error, panel.config["language"])])


def _set(panel, name, value):
    panel.config[name] = value
    if name == "language":
        before = panel.words.LANGUAGE
        panel.words = BoardWords(value)
        if panel.menu:
            panel.menu.choices.words = panel.words
        unload(before)
    else:
        panel.match.set_hints(value)
    panel.save()


def _register(panel):
    panel.table.end()
    panel.teach().begin()


def _teach(panel, what):
    teach = panel.teach()
    if what == "next":
        teach.skip()
    elif what == "back":
        teach.undo()
    else:
        teach.end()
    if not teach.teaching:
        panel.forget()
