"""The readers' lines, on modelled wires; and what these are: clock, wires, buses, dice."""

import pytest

from drivers.lines import DecodedLines, Decoder, PinLines, Resets
from tierce_tools import twin
from tierce_tools.twin import board, clock, faults, hc, wires

machine, _ = twin.modules()


@pytest.fixture
def pico():
    return machine.plug(board.Board(clock.Clock()))


def out(number, value=0):
    return machine.Pin(number, machine.Pin.OUT, value=value)


class TestPins:
    def test_all_of_them(self, pico):
        lines = PinLines(out(5), machine.Pin(7, machine.Pin.IN), out(6), machine.Pin(8))
        select, reset = pico.wire(5), pico.wire(6)
        assert (select.level, reset.level) == (1, 0)
        lines.select()
        assert select.level == 0
        lines.release()
        assert select.level == 1
        assert lines.reset(False)
        assert reset.level == 1
        lines.reset(True)
        assert reset.level == 0
        for level in (0, 1):
            pico.wire(7).drive(level)
            pico.wire(8).drive(1 - level)
            assert (lines.busy(), lines.irq()) == (level, 1 - level)

    def test_only_what_must_be_there(self, pico):
        lines = PinLines(out(5))
        assert (lines.busy(), lines.irq(), lines.reset(True)) == (0, -1, False)


class TestDecoded:
    @pytest.fixture
    def chips(self, pico):
        return hc.Decoder([pico.wire(number) for number in (5, 6, 7, 8)], pico.wire(9))

    def test_one_at_a_time_and_no_glitch(self, pico, chips):
        decoder = Decoder([out(number) for number in (5, 6, 7, 8)], out(9, 1))
        lines = [DecodedLines(decoder, number, None) for number in range(16)]
        low = []
        for number, wire in enumerate(chips.outputs):
            wire.listen(lambda level, number=number: None if level else low.append(number))
        for number in (0, 1, 15, 15, 0, 8, 7, 3):
            low.clear()
            lines[number].select()
            assert [wire.level for wire in chips.outputs].count(0) == 1
            lines[number].release()
            assert low == [number]
            assert all(wire.level for wire in chips.outputs)
        assert chips.glitches == 0

    def test_a_decoder_that_was_left_enabled(self, pico, chips):
        decoder = Decoder([out(number) for number in (5, 6, 7, 8)], out(9, 1))
        one, other = DecodedLines(decoder, 1, None), DecodedLines(decoder, 2, None)
        one.select()
        other.select()
        assert [wire.level for wire in chips.outputs].count(0) == 1
        assert chips.glitches == 0

    @pytest.mark.parametrize("count", [8, 12, 16])
    def test_resets(self, pico, count):
        register = hc.ShiftRegister(pico.spi(0), pico.wire(14), 8 * ((count + 7) // 8))
        resets = Resets(machine.SPI(0, 2_000_000), out(14), count)
        decoder = Decoder([out(number) for number in (5, 6, 7, 8)], out(9, 1))
        lines = [DecodedLines(decoder, number, None, resets) for number in range(count)]
        assert not any(wire.level for wire in register.outputs)
        running = set()
        for number in (0, count - 1, 3, 7, 0):
            assert lines[number].reset(number in running)
            running ^= {number}
            assert {at for at, wire in enumerate(register.outputs) if wire.level} == running

    def test_busy_and_interrupt_are_shared(self, pico):
        decoder = Decoder([out(number) for number in (5, 6, 7, 8)], out(9, 1))
        lines = DecodedLines(decoder, 3, machine.Pin(12), None, machine.Pin(13))
        pico.wire(12).drive(1)
        pico.wire(13).drive(0)
        assert (lines.busy(), lines.irq(), lines.reset(True)) == (1, 0, False)
        assert DecodedLines(decoder, 3, machine.Pin(12)).irq() == -1


class TestModel:
    def test_the_clock(self):
        made = clock.Clock()
        for _ in range(10):
            made.spend_us(0.3)
        assert made.now == made.bus_us == 3
        made.sleep_us(1 << 30)
        assert (made.now, made.bus_us) == ((1 << 30) + 3, 3)
        assert (made.us(), made.ms()) == (3, (1 << 30) // 1000)  # one wraps, the other does not

    @pytest.mark.parametrize(("asked", "got"), [(7000000, 6944444), (2000000, 1953125), (1000000, 992063)])
    def test_rates_are_a_picos(self, pico, asked, got):
        # 7 MHz gives 6.944 MHz (HARDWARE-FACTS); the others follow from the same divisors.
        assert machine.SPI(0, asked).hz == got

    def test_a_wire_that_falls_when_somebody_looks(self, pico):
        some, heard = [wires.Wire(level=0) for _ in range(3)], []
        for wire in some:
            wire.until = lambda: pico.clock.now < 100
            wire.listen(heard.append)
        hc.Or(some, pico.wire(12))
        pin = machine.Pin(12)
        assert pin() == 0
        for wire in some[:2]:
            wire.drive(1)
        assert pin() == 1
        pico.clock.sleep_us(100)
        assert pin() == 0
        assert heard == [1, 1, 0, 0]
        some[2].drive(1)
        assert pin() == 0

    def test_faults_tell_how_to_make_them_again(self):
        made = faults.Faults(7, flicker=0.02)
        made.set(lost_reply=0.5)
        assert repr(made) == "Faults(7, lost_reply=0.5, flicker=0.02)"
        assert repr(eval(repr(made), vars(faults))) == repr(made)
        with pytest.raises(ValueError, match="typo"):
            made.set(typo=1)
