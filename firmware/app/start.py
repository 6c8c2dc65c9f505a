"""Puts the program of a board together, and lets it go on where it was. Gone once that is done."""

from app import config as configs
from app.board import build as make_board
from app.deck import Deck
from app.desk import Desk
from app.journal import Journal
from app.lights import Lights
from app.loop import Loop
from app.presence import Presence
from app.readers import Readers
from app.show import Show
from app.table import Table

# What the program keeps of config.json; the rest is only built from.
_KEPT = ("name", "language", "hints", "game", "players", "rules", "watchdog_ms")


def build(program, port, watchdog, buttons):
    """Return the parts of a Program, their tasks in its loop."""
    clock = program.clock
    files = program.files
    errors = program.errors
    config, problems = configs.load(files)
    for problem in configs.say(problems, config["language"]):
        errors.append(("config", problem))
    limit = config["journal"]["bytes"]
    board = make_board(config, clock, buttons)
    errors.extend(board.faults)
    config = {name: config[name] for name in _KEPT}
    deck = Deck()
    trouble = deck.load(files)
    if trouble == "damaged":
        errors.append(("deck", trouble))
    journal = Journal(files, "journal", limit)
    journal.open()
    loop = Loop(clock, program.failed)
    show = Show()
    presence = Presence(len(board.zones))
    readers = Readers(clock, board.zones, presence, deck, program.trouble)
    table = Table(config, clock, journal, readers, show, program.hear)
    desk = Desk(config, table, board.does, program.teach, program.save_config, program.restart)
    loop.add("readers", readers.run)
    loop.add("table", table.run)
    lights = None
    if board.leds:
        lights = Lights(board.leds, table, clock)
        loop.add("lights", lights.run)
    if board.buttons:
        loop.add("buttons", program.read_buttons)
    if board.screen:
        from app.screen import Screen

        loop.add("screen", Screen(board.screen, board.canvas, desk, program.device_failed).run)
    if board.buzzer:
        loop.add("sound", program.sound)
    if board.scale:
        from app.stock import Stock

        loop.add("scale", Stock(board.scale, table, clock, program.device_failed).run)
    if port is not None:
        from app.link import Link

        loop.add("link", Link(port, journal, program.answer, clock).run)
    if watchdog is not None and config["watchdog_ms"]:
        loop.add("watchdog", _feeder(watchdog, config["watchdog_ms"]))
    return config, board, deck, journal, show, presence, readers, table, desk, lights, loop


def _feeder(watchdog, ms):
    def run():
        # Not at once: who connects within half a minute can still change what is wrong.
        yield 30000000
        dog = watchdog(ms)
        while True:
            dog.feed()
            yield 500000

    return run


def begin(program):
    """Go on with the match that was in play, or say what is wrong."""
    table = program.table
    if table.resume() and table.referee.game.phase != "over":
        program.desk.resumed(table.header)
    elif table.doubt is not None:
        program.desk.ask_totals(True)
    elif program.errors or not len(program.deck):
        program.desk.report(program.errors, not len(program.deck))
