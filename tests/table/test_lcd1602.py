"""The LCD of two lines of 16 letters: what stands there is what was drawn, and only changes are sent."""

import pytest
from running import Running, config_for
from wired import Wired

from drivers.font import fix
from drivers.lcd1602 import Cells, Lcd, code
from drivers.steps import DeviceError
from tierce_tools.twin import machine
from tierce_tools.twin.lcd1602 import Lcd1602


@pytest.fixture(autouse=True)
def proportional():
    """Give the font its letters' own widths again: a table with this screen had fixed them."""
    yield
    fix(0)


class Rig(Wired):
    def __init__(self):
        super().__init__()
        self.chip = Lcd1602(self.clock)
        self.board.i2c(0).attach(0x27, self.chip)
        self.screen = Lcd(machine.I2C(0, freq=100000))
        self.cells = Cells()

    def show(self, full=False):
        sent = self.do(self.screen.start_show(self.cells, full))
        assert self.chip.errors == []
        return sent


def test_letters_stand_where_they_were_written():
    rig = Rig()
    rig.cells.text(0, 0, "Refusé : 7♥ à Léa")
    rig.cells.text(8 * 13, 16, "1/3")
    assert rig.show()
    assert rig.chip.lines() == ["Refusé : 7♥ à Lé", "             1/3"]
    assert rig.chip.light
    assert not rig.chip.cursor
    assert len(rig.chip.picture()) == 32
    assert any(map(any, rig.chip.picture()))


def test_letters_that_it_lacks_are_the_nearest():
    assert "".join(chr(code(letter)) for letter in "Çà…\u202f→ΩÀ") == "C\x06. >?A"


def test_a_marked_line_blinks():
    rig = Rig()
    rig.cells.text(0, 16, "Rami 51")
    rig.cells.invert(0, 16, 128, 16)
    rig.show()
    assert rig.chip.cursor
    assert rig.chip.at == 0x40
    rig.cells.fill()
    rig.show()
    assert not rig.chip.cursor


def test_only_what_changed_is_sent():
    rig = Rig()
    rig.show()
    assert not rig.show()
    rig.cells.text(0, 16, "x")
    before = rig.clock.now
    assert rig.show()
    assert rig.clock.now - before < 10000
    assert rig.show(full=True)


def test_one_that_is_not_there_is_an_error_and_comes_back():
    rig = Rig()
    rig.show()
    rig.board.i2c(0).stuck = True
    rig.cells.text(0, 0, "A")
    with pytest.raises(DeviceError):
        rig.show()
    rig.board.i2c(0).stuck = False
    rig.chip.brown_out()
    rig.show()
    assert rig.chip.lines()[0] == "A" + 15 * " "


def pages_of(table):
    """Return the texts of the pages that PLUS turns, from the one that is shown."""
    found = []
    while True:
        table.run(400)
        text = " ".join(" ".join(table.twin.panel.lines()).split())
        if text in found:
            return found
        found.append(text)
        table.people.press("plus")


def test_a_verdict_is_read_in_two_lines_and_the_rest_by_a_button(tmp_path):
    screen = {"kind": "lcd1602", "i2c": 1, "sda": 10, "scl": 11}
    config = config_for("discard", "meld1", "meld2", screen=screen, players=["Ana", "Léa"])
    table = Running(config, folder=tmp_path, ms=1500)
    assert table.twin.panel.lines()[0].strip()
    table.people.press("ok")
    table.run(400)
    assert table.twin.panel.cursor  # the menu's line
    table.people.press("ok", "long")
    table.begin(players=["Ana", "Léa"], rules={"first_lay_points": 51})
    table.run(900)
    table.people.press("ok")
    table.wait()
    table.lay("discard", "9C")
    table.lay("meld1", "7H 8H 9H")
    table.lay_and_wait("meld2", "2S 2D 5C")
    table.lay("discard", "KC")
    table.until(lambda: any(each[0] == "refused" for each in table.shown), 5000)
    told = pages_of(table)
    assert told[:2] == ["Refused, Léa: - Meld 2 holds >", "2♦ 5♣ 2♠: neither a run >"]
    assert not told[-1].endswith(">")
    assert not table.twin.panel.errors
    assert {len(line) for line in table.twin.panel.lines()} == {16}
