"""The basis of the modelled table: clock, wires, buses, `machine`, logic chips, dice."""

from collections.abc import Iterator
from types import ModuleType

import pytest

from tierce_tools import twin
from tierce_tools.twin.board import Board
from tierce_tools.twin.clock import Clock
from tierce_tools.twin.faults import Faults
from tierce_tools.twin.hc import Or
from tierce_tools.twin.wires import Wire


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def board(clock: Clock) -> Board:
    return Board(clock)


@pytest.fixture
def machine(board: Board) -> Iterator[ModuleType]:
    machine, _ = twin.modules()
    machine.plug(board)
    yield machine
    machine.plug(None)


class Echo:
    """A chip on SPI that answers each byte with its complement, and records everything."""

    def __init__(self, mask: int = 0xFF):
        self.mask = mask
        self.seen: list[object] = []

    def selected(self, on: bool):
        self.seen.append(on)

    def transfer(self, out, into):
        self.seen.append(bytes(out))
        if into is not None:
            into[:] = bytes(each ^ self.mask for each in out)


class TestClock:
    def test_parts_of_microseconds_add_up(self, clock: Clock):
        for _ in range(10):
            clock.spend_us(0.3)
        assert clock.now == clock.bus_us == 3
        clock.sleep_us(5)
        assert (clock.now, clock.bus_us) == (8, 3)

    def test_us_wraps_and_ms_does_not(self, clock: Clock):
        clock.sleep_us((1 << 30) + 7)
        assert clock.us() == 7
        assert clock.ms() == ((1 << 30) + 7) // 1000


class TestSpi:
    def test_two_selected_are_a_conflict(self, machine, board):
        board.spi(0).attach(Echo(0xF0), board.wire(1))
        board.spi(0).attach(Echo(0x0F), board.wire(2))
        for number in (1, 2):
            machine.Pin(number, machine.Pin.OUT, value=0)
        assert machine.SPI(0).read(1, 0x3C) == bytes([0xCC & 0x33])
        assert board.spi(0).conflicts == 1

    @pytest.mark.parametrize(("asked", "got"), [(7000000, 6944444), (2000000, 1953125), (1000000, 992063)])
    def test_rates_are_a_picos(self, machine, asked: int, got: int):
        # 7 MHz gives 6.944 MHz (HARDWARE-FACTS); the others follow from the same divisors.
        assert machine.SPI(0, asked).hz == got


def test_a_wire_that_falls_when_somebody_looks(machine, board):
    wires, heard = [Wire(level=0) for _ in range(3)], []
    for wire in wires:
        wire.until = lambda: board.clock.now < 100
        wire.listen(heard.append)
    Or(wires, board.wire(12))
    pin = machine.Pin(12)
    assert pin() == 0
    for wire in wires[:2]:
        wire.drive(1)
    assert pin() == 1
    board.clock.sleep_us(100)
    assert pin() == 0
    assert heard == [1, 1, 0, 0]
    wires[2].drive(1)
    assert pin() == 0


class TestFaults:
    def test_repr_tells_how_to_make_it_again(self):
        faults = Faults(7, flicker=0.02)
        faults.set(lost_reply=0.5)
        assert repr(faults) == "Faults(7, lost_reply=0.5, flicker=0.02)"
        assert repr(eval(repr(faults))) == repr(faults)
        with pytest.raises(ValueError, match="typo"):
            faults.set(typo=1)
