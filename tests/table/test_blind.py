"""People who know a table by its records only, at a table whose true state can be checked."""

from pathlib import Path

import pytest
from running import config_for

from tierce_tools.machines.blind import Blind
from tierce_tools.twin.port import Host, Port
from tierce_tools.virtual.board import ModelledBoard
from tierce_tools.virtual.machine import Machine

HEADER = {"tierce": 1, "game": "manipulation", "players": ["Ana", "Luc"], "dealer": 1, "rules": {}}


class ByLink(Machine):
    """A modelled table, and people who get only its link's records."""

    def __init__(self, folder):
        config = config_for("discard", "meld1", "seat0", "seat1")
        port = Port(room=1 << 16)
        self.board = ModelledBoard(Path(folder), config, port=port)
        self.host = Host(port)
        self.board.on()
        self.blind = Blind(self.board.table, config)
        self._people = self.blind.people
        self.records = []
        self.host.resume()
        self.run(2000)

    @property
    def panel(self):
        return self.board.program.panel

    @property
    def known(self):
        return self.blind._program.panel

    def run(self, ms):
        clock = self.board.table.clock
        end = clock.now + ms * 1000
        while clock.now < end:
            self.board.run(5)
            self.blind.look(clock.now / 1000)
            self.host.poll()
            found, self.host.log = self.host.log, []
            self.records += found
            for record in found:
                self.blind.take(record)

    def do(self, steps):
        for ms in steps:
            self.run(ms)

    def deal(self, header=HEADER):
        self.do(self.start("begin", header))
        self.do(self.start("act", header["dealer"], "deal"))
        self.do(self.blind.start_settle())

    def events(self, key):
        return [record for record in self.records if key in record]


@pytest.fixture
def table(tmp_path):
    return ByLink(tmp_path)


@pytest.mark.parametrize(
    "header", [HEADER, {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": {}}]
)
def test_a_match_is_begun_as_it_was_asked_for(table, header):
    table.deal(header)
    begun = [{key: each[key] for key in header} for each in table.events("tierce")]
    assert begun == [header]
    assert not table.panel.open
    assert not table.known.open


def test_a_turn_is_played_and_a_joker_is_spoken_for(table):
    table.deal()
    table.do(table.start("draw", 1))
    for card in ("5D", "6D", "X1"):
        table.board.table.put("meld1", card)
    table.do(table.blind.start_settle())
    for verb, *given in (("declare", "meld1", "X1", "7D"), ("act", 0, "done")):
        table.do(table.start(verb, *given))
        table.do(table.blind.start_settle())
    said = [(each["zone"], each["joker"], each["as"][:2]) for each in table.events("joker")]
    assert said == [("meld1", "X1", "7D")]
    assert [each["event"] for each in table.events("event")] == ["turn"]


@pytest.mark.parametrize("lost", [False, True])
def test_a_menu_that_somebody_else_has_opened_is_left_and_a_notice_of_lost_power_is_read(table, lost):
    table.deal()
    if lost:
        table.board.cut()
        table.run(100)
        table.board.on()
        table.blind.restarted()
        table.host.resume()
        table.run(3000)
    else:
        table.run(table.board.table.press("ok", "long"))
    for panel in (table.panel, table.known):
        assert bool(panel.notices) == lost
        assert bool(panel.open) != lost
    table.do(table.start("draw", 1))
    assert not table.panel.open
    assert not table.panel.notices
    assert [each["draw"] for each in table.events("draw")] == [1]


def test_the_match_is_left_and_the_language_changed(table):
    table.deal()
    table.do(table.start("language", "fr"))
    assert table.board.program.config["language"] == "fr"
    table.do(table._people.start_end())
    table.run(100)
    assert table.board.program.match.referee is None
    assert table.blind.referee is None
    table.deal()
    assert len(table.events("tierce")) == 2
