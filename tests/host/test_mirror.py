"""A real board on the page: the modelled board as a real one, over its link."""

import itertools
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from processes import until
from vmboard import VmBoard, club_config, club_files

from tierce_tools.base.trouble import Trouble
from tierce_tools.description.descriptions import shipped
from tierce_tools.machines.mirror import Mirror
from tierce_tools.match.watcher import Watcher

EASY = {"first_lay_points": 0, "first_lay_pure_run": False}
HEADER = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": EASY}
MOST_MS = 500  # of the model in one look; the mirror must not block the page


class Page:
    """The page's view of a mirror: its records, refereed."""

    def __init__(self, port: str) -> None:
        ticks = itertools.count()
        self.machine = Mirror(port, lambda: next(ticks) / 1000)
        self.watching = Watcher()
        self.records: list[dict[str, Any]] = []
        self.most = 0.0

    def look(self) -> None:
        model = self.machine._model
        begin = model.ms()
        self.machine.advance(10)
        found = self.machine.records()
        if model is self.machine._model:
            self.most = max(self.most, model.ms() - begin)
        self.records += found
        for record in found:
            for _ in self.watching.take(record):
                pass

    def until(self, true: Callable[[], object]) -> None:
        def looked() -> bool:
            self.look()
            return bool(true())

        until(looked, str((self.records[-5:], self.model())))

    def said(self) -> list[str]:
        return [record["event"] for record in self.records if "event" in record]

    def model(self) -> Any:
        """Return the model's state of the match: (phase, seat, cards by zone)."""
        return _standing(self.machine._model.program.match.referee)

    def agree(self) -> None:
        """Wait until the model's firmware and the records agree on the match."""
        self.until(lambda: self.model() == _standing(self.watching.referee))


def _standing(referee: Any) -> Any:
    if referee is None:
        return None
    game = referee.view
    zones = {number: sorted(game.cards(number)) for number in game.zones()}
    return game.phase, game.seat, {number: zones[number] for number in zones if zones[number]}


@pytest.fixture
def board() -> Iterator[VmBoard]:
    with VmBoard(club_files(club_config(rules=EASY))) as made:
        yield made


@pytest.fixture
def page() -> Iterator[Callable[[VmBoard], Page]]:
    open_ones: list[Page] = []

    def make(board: VmBoard) -> Page:
        board.ready()
        open_ones.append(Page(board.port))
        return open_ones[-1]

    yield make
    for each in open_ones:
        each.machine.close()


def deal(board: VmBoard) -> None:
    board.begin(HEADER)
    board.act({"seat": 0, "press": "deal"})
    board.act({"zone": "discard", "in": ["9C"]})


def turn(board: VmBoard, card: str) -> None:
    board.act({"zone": "discard", "in": [card]})


def test_a_match_as_it_is_played(board: VmBoard, page: Callable[[VmBoard], Page]) -> None:
    seen = page(board)
    assert seen.machine.config == board.config
    assert seen.machine.table.zones == {}
    deal(board)
    turn(board, "2C")
    seen.until(lambda: "turn" in seen.said())
    seen.agree()
    board.act({"zone": "meld1", "in": ["5H", "6H"]})
    turn(board, "3C")
    seen.until(lambda: "refused" in seen.said())
    seen.agree()
    assert seen.machine.table.zones == {"9C": "discard", "2C": "discard", "3C": "discard", "5H": "meld1", "6H": "meld1"}
    # An invalid meld is red, and the screen names the seat on turn.
    first, count = next(each["leds"] for each in seen.machine.config["zones"] if each["zone"] == "meld1")
    strip = seen.machine.table.strip
    seen.until(lambda: [red for red, green, blue in strip.pixels[first : first + count] if red > green + blue])
    seen.until(lambda: any("Ana" in line for line in seen.machine.screen_text()))
    assert 10 < seen.most < MOST_MS
    # Nothing can be done there.
    machine = seen.machine
    assert (machine.kind, machine.readonly) == ("mirror", True)
    for steps in (lambda: machine.start("act", 0, "done"), lambda: machine.start("draw", 1), machine.cut, machine.on):
        with pytest.raises(Trouble):
            steps()


@pytest.mark.longer
def test_pulled_and_plugged_it_goes_on_and_so_does_the_next_match(
    board: VmBoard, page: Callable[[VmBoard], Page]
) -> None:
    seen = page(board)
    deal(board)
    turn(board, "2C")
    seen.until(lambda: "turn" in seen.said())
    board.pull()
    seen.until(lambda: seen.machine.connection == "away")
    turn(board, "3C")
    assert seen.said().count("turn") == 1
    board.plug()
    seen.until(lambda: seen.said().count("turn") == 2)
    assert seen.machine.connection == "on"
    seen.agree()
    for lost, code, dead in ((True, "reader_lost", ["meld3"]), (False, "reader_back", [])):
        board.do(f"table.faults.miso_low(table.readers['meld3'], {lost})")
        seen.until(lambda code=code: [r for r in seen.records if r.get("code") == code])
        seen.until(lambda dead=dead: seen.machine._faults.section()["dead"] == dead)
    board.do("people.end()", turn=True)
    board.do("table.clear()")
    seen.until(lambda: [r for r in seen.records if "over" in r.get("note", ())])
    seen.until(lambda: seen.model() is None and not seen.machine.table.zones)
    board.do("people.wait()", turn=True)
    deal(board)
    turn(board, "3D")
    seen.until(lambda: seen.said().count("turn") == 3)
    seen.agree()
    assert len({record["seq"] for record in seen.records}) == len(seen.records)
    assert seen.most < MOST_MS


@pytest.mark.longer
def test_what_the_board_forgot_is_taken_back(board: VmBoard, page: Callable[[VmBoard], Page]) -> None:
    """A card that was read and sent, but not yet written to flash by a turn."""
    seen = page(board)
    deal(board)
    turn(board, "2C")
    board.act({"zone": "meld1", "in": ["5S"]})
    seen.until(lambda: "5S" in seen.machine.table.zones)
    board.do("take('5S')")
    board.cut()
    board.ready()
    seen.until(lambda: len([r for r in seen.records if "boot" in r.get("note", ())]) > 0)
    seen.agree()
    seen.until(lambda: "5S" not in seen.machine.table.zones)
    board.do("people.read()", turn=True)
    turn(board, "4C")
    seen.until(lambda: seen.said().count("turn") == 2)
    seen.agree()


def test_no_such_board() -> None:
    for port, key in (("modelled", "mirror_modelled"), ("/dev/none", "missing"), ("", "missing")):
        with pytest.raises(Trouble) as caught:
            Mirror(port)
        assert caught.value.key == key


def test_a_config_that_is_not_in_order() -> None:
    with VmBoard(club_files(club_config(zones=[{"zone": "meld1"}])), club_config()) as board:
        board.ready()
        with pytest.raises(Trouble) as caught:
            Mirror(board.port)
        assert caught.value.key == "mirror_config"
        assert "zones" in str(caught.value.details)


@pytest.mark.longer
def test_another_config_is_another_table(board: VmBoard, page: Callable[[VmBoard], Page]) -> None:
    seen = page(board)
    before = seen.machine.table
    few = [zone for zone in board.config["zones"] if zone["zone"] != "meld6"]
    board.set_files({**board.files(), "config.json": json.dumps({**board.config, "zones": few}).encode()})
    board.ready()
    seen.until(lambda: seen.machine.table is not before)
    assert [zone["zone"] for zone in seen.machine.config["zones"]] == [z["zone"] for z in few]
    deal(board)
    seen.until(lambda: seen.watching.events)
    seen.agree()


def test_a_board_without_buttons_and_screen_is_played_from_the_page(page: Callable[[VmBoard], Page]) -> None:
    bare = club_config(rules=EASY, buttons=None, screen=None, safe_pin=None)
    with VmBoard(club_files(bare)) as board:
        seen = page(board)

        def tap(name: str, ms: int = 100) -> None:
            before = seen.machine._rows
            key = seen.machine.table.keys[name]
            key.press(seen.machine.table.clock)
            end = seen.machine.ms() + ms
            seen.until(lambda: seen.machine.ms() > end)
            key.release(seen.machine.table.clock)
            seen.until(lambda: seen.machine._rows is not before)

        tap("ok")  # reads the notice of the start, or opens the menu
        while not seen.watching.header:
            tap("ok")
        seen.until(lambda: any("Ana" in line for line in seen.machine.screen_text()))
        tap("ok")
        seen.until(lambda: seen.watching.events)
        assert seen.watching.events[0][1]["press"] == "deal"
        seen.agree()


@pytest.mark.longer
def test_a_board_where_cards_are_tapped_has_its_screen_and_the_cards_on_the_page(
    page: Callable[[VmBoard], Page],
) -> None:
    """By USB only: the board has a reader and nothing else; the program is that of real MicroPython."""
    config = json.loads(shipped("tap").read_text("utf-8"))
    for part in ("screen", "buttons", "buzzer", "safe_pin"):
        del config[part]
    with VmBoard(club_files(config), config) as board:
        seen = page(board)
        board.begin({**HEADER, "totals": [0, 0]})  # without a menu, for which it has no buttons

        def reads(text: str) -> Callable[[], bool]:
            return lambda: text in " ".join(seen.machine.screen_text())

        def press() -> None:
            seen.until(lambda: not seen.machine._behind)  # a model that catches up misses a short press
            seen.machine.table.press("ok")

        seen.until(reads("Deal, turn a card up"))
        seen.agree()
        press()
        seen.until(reads("Tap the upcard."))
        for card in ("KD", "5H", "6H", "7H", "2C"):
            board.act({"zone": "tap", "in": [card]})
            board.act({"zone": "tap", "out": [card]})
        seen.until(reads("Tapped: 5♥ 6♥ 7♥ 2♣"))
        press()
        seen.until(reads("New: 5♥ 6♥ 7♥"))
        press()
        seen.until(lambda: "turn" in seen.said())
        seen.agree()
        assert sorted(seen.machine.table.zones) == ["2C", "5H", "6H", "7H", "KD"]
