"""Builds the program of a board and resumes the match in play. Unloaded after the start."""

from app import config as configs
from app.board import build as make_board
from app.journal.journal import Journal
from app.journal.segments import open_journal
from app.loop import Loop
from app.match.match import Match
from app.match.show import Show
from app.people.lights import Lights
from app.sensing.deck import Deck
from app.sensing.readers import Readers

# The entries of config.json that the program keeps; the others are needed only to build it.
_KEPT = ("name", "language", "hints", "game", "players", "rules", "watchdog_ms")


def build(program, port, buttons):
    """Give a Program its parts, and its loop their tasks."""
    clock = program.clock
    files = program.files
    errors = program.errors
    config, problems = configs.load(files)
    for problem in configs.say(problems, config["language"]):
        errors.append(("config", problem))
    limit = config["journal"]["bytes"]
    board = program.board = make_board(config, clock, buttons)
    errors.extend(board.faults)
    config = program.config = {name: config[name] for name in _KEPT}
    deck = program.deck = Deck()
    trouble = deck.load(files)
    if trouble == "damaged":
        errors.append(("deck", trouble))
    journal = program.journal = Journal(files, "journal", limit)
    open_journal(journal)
    loop = program.loop = Loop(clock, program.failed)
    program.show = Show()
    tapped = [zone for zone in board.zones if zone.name == "tap"]
    try:
        presence_of, table_of, panel_of = _parts(tapped)
    except ImportError:  # the program was deployed for another table
        errors.append(("readers", "deploy"))
        tapped = board.zones = []
        presence_of, table_of, panel_of = _parts(tapped)
    presence = program.presence = presence_of(len(board.zones))
    readers = program.readers = Readers(clock, board.zones, presence, deck, program.trouble, program.moved)
    match = program.match = Match(config, clock, journal, program.show, program.signal)
    table = program.table = table_of(match, readers, clock, program.touched)
    if tapped:
        table.play = program.play  # pyright: ignore
    panel = program.panel = panel_of(config, table, board.does, program.teach, program.save_config, program.restart)
    loop.add("readers", readers.run)
    loop.add("table", table.run)
    program.lights = None
    if board.leds:
        lights = program.lights = Lights(board.leds, table, clock)
        loop.add("lights", lights.run)
    if board.buttons:
        loop.add("buttons", program.run_buttons)
    if board.screen:
        from app.people.screen import Screen

        loop.add("screen", Screen(board.screen, board.canvas, panel, program.device_failed).run)
    if board.buzzer:
        loop.add("sound", program.run_sound)
    if board.scale:
        from app.sensing.scale import StockScale

        loop.add("scale", StockScale(board.scale, table, clock, program.device_failed).run)
    if port is not None:
        from app.link.link import Link

        loop.add("link", Link(port, journal, program.answer, clock).run)
    if program.watchdog and config["watchdog_ms"]:
        loop.add("watchdog", program.run_watchdog)


def _parts(tapped):
    """Return the classes of presence, table and panel."""
    if tapped:
        from app.match.tapped import TapTable
        from app.people.tapping import TapPanel
        from app.sensing.touch import Touch

        return Touch, TapTable, TapPanel
    from app.match.table import Table
    from app.people.panel import Panel
    from app.sensing.presence import Presence

    return Presence, Table, Panel


def begin(program):
    """Resume the match in play, or show what is wrong."""
    match = program.match
    if program.table.resume() and match.phase != "over":
        program.panel.resumed(match.header)
    elif match.doubt is not None:
        program.panel.ask_totals(True)
    elif program.errors or not len(program.deck):
        program.panel.report(program.errors, not len(program.deck))
