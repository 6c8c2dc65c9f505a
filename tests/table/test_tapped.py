"""The table of one reader: matches are tapped on the modelled board, and come out as they were laid."""

import copy
import json
import sys

import pytest
import ring
from players import Players
from playing import ROOT
from running import EASY, Running, verdicts
from tapping import Again, partition

from tierce.cards import code, parse

TAP = json.loads((ROOT / "hardware" / "tables" / "classroom.json").read_text())
TAP["zones"][0]["zone"] = "tap"
TAP["buzzer"] = {"pin": 18}


@pytest.fixture
def board(tmp_path):
    """Return a function that switches a table of one reader on."""
    return lambda: Running(copy.deepcopy(TAP), folder=tmp_path, start=False).start(1500)


class OnBoard(Again):
    """A log that is played again with cards and buttons."""

    def __init__(self, running, log):
        self.running = running
        self.table = running.program.table
        self.told = []
        self.judged = False
        super().__init__(log)

    def open(self, header):
        self.running.begin(**header)
        self.view, self.taps = self.running.program.match.view, self.table.taps

    def ok(self, button="ok", gesture="short"):
        self.running.people.press(button, gesture)
        self.told = verdicts(self.running.shown)

    def tap(self, *cards):
        return [self.touch(card if isinstance(card, str) else code(card)) for card in cards]

    def touch(self, card):
        """Hold a card to the reader; return what the board makes of it."""
        self.table.note = None
        self.running.twin.put("tap", card)
        self.running.until(lambda: self.table.note, 2000)
        self.running.twin.clear()
        self.running.until(lambda: not self.running.program.presence.lying[0], 2000)
        return self.table.note[0]

    def press(self, button):
        if button == "draw":
            self.table.draw(1)  # by button - before the first tap
        else:
            self.ok(*{"deal": ("ok",), "pass": ("ok", "double"), "knock": ("plus", "long")}[button])

    def arrange(self):
        self.ok()
        self.judged = not self.taps.ways  # nothing was laid

    def done(self, wanted=None):
        if self.judged:
            self.judged = False
            return
        for _ in self.taps.ways:
            if partition({**self.view.start, **self.taps.ways[self.taps.at][0][0]}) == wanted:
                break
            self.ok("plus")
        self.ok()

    def accept(self):
        self.ok()


@pytest.mark.parametrize(
    ("game", "turns"), ring.longer(("rami30", 12), ("rami30", 24), ("gin", 30), ("manipulation", 16))
)
def test_a_match_is_tapped_on_the_board(game, turns, board):
    log = Players(game, 1, seats=2, rules={}, honest=True).play(turns).log
    running = board()
    match = OnBoard(running, log)
    assert match.arranged == match.laying
    assert [each for each in match.told if each[0] == "turn"] == [
        (each[0], *each[2:]) for each in match.wanted if each[0] == "turn"
    ]
    running.sound()


class ByTaps(OnBoard):
    """A table of one reader whose match is tapped by hand."""

    def __init__(self, running, **header):
        usual = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": EASY}
        super().__init__(running, [{**usual, **header}])

    def open(self, header):
        super().open(header)
        self.press("deal")
        assert self.tap("KD") == ["upcard"]

    def said(self):
        self.running.run(200)
        return self.running.said()


def test_an_arrangement_is_shown_confirmed_and_taken_back(board):
    table = ByTaps(board())
    assert table.tap("5H", "6H", "7H", "2S", "3S", "4S", "X1", "2C") == ["laid"] * 8
    assert "Tapped: 5♥ 6♥ 7♥ 2♠ 3♠ 4♠ joker 2♣ OK: done, -: take back" in table.said()
    table.ok()
    assert "New: 5♥ 6♥ 7♥ New: 2♠ 3♠ 4♠ joker Discard: 2♣ 1 of 2. OK: like this, +: next, -: back" in table.said()
    table.ok("plus")
    assert "New: 5♥ 6♥ 7♥ joker New: 2♠ 3♠ 4♠ Discard" in table.said()
    table.ok("minus")
    assert table.tap("2S", "3S", "4S", "X1") == ["back"] * 4
    assert "Back in hand: joker Tapped: 5♥ 6♥ 7♥ 2♣" in table.said()
    table.ok()
    table.ok()
    assert table.told[-1] == ("turn", 1, "stock", 18, 10)
    assert table.tap("5H") == ["lies"]
    assert "5♥ lies there already: 5♥ 6♥ 7♥" in table.said()
    table.tap("8H", "9C")
    table.ok()
    assert "5♥ 6♥ 7♥ + 8♥" not in table.said(), "Ana has not laid, so nobody has to confirm it"
    assert "Refused, Ana" in table.said()
    assert "-: take the cards back" in table.said()
    assert table.tap("3C") == ["not_now"]
    table.ok("minus")
    assert table.view.cards(1) == [*map(parse, ("5H", "6H", "7H"))]
    table.tap("9C")
    table.ok()
    assert table.told[-1][:3] == ("turn", 0, "stock")
    table.running.sound()


def test_a_hand_that_is_short_is_accepted_by_a_second_ok(board):
    table = ByTaps(board(), game="rami30", rules={"hand": 5, "first_lay_points": 0})
    for cards in ("5H 6H 7H 2C", "TH TS TD 2D", "8H 3C", "4C", "9H 5C"):
        table.tap(*cards.split())
        table.ok()
        if table.taps.ways:
            table.ok()
    assert table.view.phase == "count", table.told
    assert "Ana, tap your cards: 0 of 2, then OK" in table.said()
    table.tap("9C")
    table.ok()
    assert table.running.warnings("count_mismatch") == [("count_mismatch", "seat0", 2, 1)]
    assert "OK again: the number is right" in table.said()
    table.ok()
    assert table.told[-1][:2] == ("round", 1)


def test_two_cards_at_once_are_no_tap(board):
    table = ByTaps(board())
    twin = table.running.twin
    twin.put("tap", "5H")
    twin.put("tap", "6H")
    table.running.run(800)
    assert "One card at a time, please." in table.said()
    assert table.taps.laid == []
    twin.clear()
    table.running.run(400)
    assert table.tap("5H") == ["laid"]


def test_a_strange_tag_and_a_card_of_another_deck_are_named(board):
    """A tag of another deck is unknown, too; a second pack's card is no card of gin."""
    table = ByTaps(board(), game="gin", rules={})
    away = table.running.twin.stranger("tap", b"\x04\x11\x22\x33\x44\x55\x66")
    table.running.run(800)
    assert "Reader: not a card of this game: take it away" in table.said()
    away()
    table.running.run(400)
    table.running.twin.put("tap", "5H2")
    table.running.run(800)
    assert "Reader: not a card of this game: take it away" in table.said()
    assert table.taps.laid == []


def test_a_reader_that_fails_in_a_turn_loses_nothing(board):
    table = ByTaps(board())
    table.tap("5H", "6H")
    twin = table.running.twin
    twin.faults.miso_low(twin.readers["tap"])
    table.running.until(lambda: table.running.warnings("reader_lost"))
    assert "Reader: reader does not answer" in table.said()
    twin.faults.miso_low(twin.readers["tap"], False)
    table.running.until(lambda: table.running.warnings("reader_back"))
    table.tap("7H", "2C")
    table.ok()
    table.ok()
    assert table.told[-1] == ("turn", 1, "stock", 18, 10)


def test_a_match_goes_on_after_the_power_was_cut(board):
    table = ByTaps(board())
    table.tap("5H", "6H", "7H", "2C")
    table.ok()
    table.ok()
    running = table.running
    running.cut()
    running.start(1500)
    running.read_notice()
    again = running.program.table
    assert again.match.view.cards(1) == [*map(parse, ("5H", "6H", "7H"))]
    assert again.taps.seat() == 0
    assert running.rows()[0][1] == "Your turn, Ana"


def test_a_program_for_other_tables_says_what_to_do(board, monkeypatch):
    monkeypatch.setitem(sys.modules, "app.match.tapped", None)
    running = board()
    assert "readers: run tierce deploy for this table" in running.said()
    assert not running.errors()
