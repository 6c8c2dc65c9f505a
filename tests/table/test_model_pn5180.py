"""The modelled PN5180 and the cards in its field, against the data sheet.

The known bugs of drivers are reproduced here in a few lines, and the model must show their effect.
`raw5180` does the same exchanges correctly.
"""

import pytest
from raw5180 import COLLISION, GENERAL, INTEGRITY, ONE, RX_IRQ, SIXTEEN, SOF_IRQ, TX_IRQ, Raw, card, word

from tierce_tools.twin import field
from tierce_tools.twin.faults import Faults
from tierce_tools.twin.tags import crc, seal


def up(*cards, **how) -> Raw:
    """Return an open reader with its field on and these cards in it."""
    return Raw(cards, **how).start()


def addressed(code: int, tag, *rest: int, flags: int = 0x22) -> bytes:
    maker = b"\x04" if code >= 0xA0 else b""
    return bytes((flags, code)) + maker + tag.sent_uid + bytes(rest)


def collision(status: int) -> int:
    return status >> 19 & 0x7F if status & COLLISION else -1


class TestHost:
    def test_a_frame_while_busy_is_lost(self):
        raw = up()
        raw.put(0x1A, 1)
        raw.select(0)
        raw.spi.write(b"\x04\x1a")
        raw.select(1)
        raw.select(0)
        got = raw.spi.read(4, 0xFF)
        raw.select(1)
        raw.wait()
        assert got != word(1)
        assert raw.chip.faults == {"busy": 1}

    @pytest.mark.parametrize(
        ("hz", "polarity", "fault"), [(7000000, 0, None), (8000000, 0, "fast"), (2000000, 1, "mode")]
    )
    def test_rate_and_mode(self, hz: int, polarity: int, fault: str | None):
        raw = up()
        raw.spi.init(hz, polarity=polarity)
        assert (raw.ask(4, 4, 2) == word(raw.chip._irq)) is (fault is None)
        assert set(raw.chip.faults) - {"unasked"} == ({fault} if fault else set())

    def test_reading_takes_a_command_and_ff(self):
        raw = up()
        raw.select(0)
        raw.spi.read(4, 0xFF)
        raw.select(1)
        raw.wait()
        assert raw.chip.faults == {"unasked": 1}
        raw.send(4, 2)
        raw.select(0)
        raw.spi.read(4, 0x00)  # MicroPython's default byte: an instruction, here WRITE_REGISTER
        raw.select(1)
        raw.wait()
        assert raw.chip.faults["dropped"] == 1
        assert raw.get(2) & GENERAL

    @pytest.mark.parametrize("frame", "042f 04 0700ff 07f020 111d8d 110d0d 0d00 1500 3000 0a01 090800 1607".split())
    def test_errors(self, frame: str):
        raw = up()
        raw.put(3, 0xFFFFF)
        raw.put(1, 0)
        assert raw.irq() == 0
        raw.frame(bytes.fromhex(frame))
        assert raw.get(2) & GENERAL
        assert raw.irq() == 1  # it can't be masked
        assert raw.chip.faults == {"error": 1}
        assert raw.get(0x24)
        raw.put(3, GENERAL)
        assert raw.get(0x24) == raw.irq() == 0


class TestTransceive:
    def test_without_an_answer_it_waits_for_ever(self):
        raw = up()
        raw.ask_air(ONE)
        raw.clock.sleep_us(1000000)
        assert raw.state() == 4
        raw.put(0, 3, 1)  # transceive again is no change
        assert raw.state() == 4
        raw.frame(b"\x09\x00" + ONE)
        assert raw.get(2) & GENERAL
        irq, _, _ = raw.request(ONE)
        assert not irq & GENERAL

    def test_stale_bytes_are_not_told_from_fresh_ones(self):
        raw = up(card(0x1234))
        _, _, fresh = raw.request(ONE)
        raw.antenna.tags.clear()
        irq, status, _ = raw.request(ONE)
        assert not irq & RX_IRQ
        assert status & 0x1FF == 0
        assert raw.ask(10, 0x0A, 0) == fresh
        tag = card(0x1234)
        raw.antenna.tags.append(tag)
        raw.request(ONE)
        raw.clock.sleep_us(2000)
        assert raw.request(addressed(0x26, tag))[2] == b"\0"  # short: the rest is old
        assert raw.ask(10, 0x0A, 0) == fresh

    def test_idle_cuts_a_request(self):
        raw = up(card(1))
        raw.ask_air(ONE)
        raw.clock.sleep_us(300)
        raw.arm()
        raw.clock.sleep_us(8000)
        assert raw.heard()[0] == 0
        assert raw.air.bad == 1

    @pytest.mark.parametrize("busy", ["waiting", "answered"])
    def test_an_rf_configuration_during_a_transceive_wedges_it(self, busy: str):
        raw = up(*([card(1)] if busy == "answered" else []))
        raw.request(ONE)
        raw.send(0x11, 0x0D, 0x8D)
        assert raw.chip.faults == {"error": 1, "wedge": 1}
        raw.arm()
        assert raw.get(0x24) == 0
        assert raw.state() == 0
        raw.reset(0)
        raw.clock.sleep_us(20)
        raw.reset(1)
        raw.start()
        assert raw.request(ONE)[0] & TX_IRQ


class TestInventory:
    def test_times_are_those_of_the_standard(self):
        # 114 + 5 bytes, t1, and 151 + 12 bytes + 151: HARDWARE-FACTS sections 2 and 3.
        raw = up(card(1))
        raw.put(1, TX_IRQ)
        begin = raw.ask_air(ONE) - 4
        marks = []
        for bit in (TX_IRQ, SOF_IRQ, RX_IRQ):
            raw.chip._registers[1] = bit
            while not raw.chip.irq.read():
                raw.clock.sleep_us(1)
            marks.append(raw.clock.now - begin)
        sent = 75.52 + 5 * 302.06 + 37.76
        wanted = [sent, sent + 320.9 + 151, sent + 320.9 + 302.06 + 96 * 37.76]
        assert marks == pytest.approx(wanted, abs=8)

    def test_what_gets_silence(self):
        for request in (
            b"\x26\x01\x41" + bytes(9),  # longer than a UID
            b"\x26\x01\x10\x34",  # a byte of the mask is missing
            b"\x26\x01\x00\x00",  # one byte too many
            b"\x2e\x01\x00",
            b"\x26\x05\x00",
            b"\x26",
            b"\x27\x01\x00",
            b"\x24\x01\x00",  # answered in a way that this chip can't receive
        ):
            raw = up(card(1))
            assert not raw.request(request)[0] & RX_IRQ
            assert raw.uids()

    def test_sixteen_slots(self):
        tags = [card(number) for number in (0x10, 0x13, 0x27, 0x47, 0x0F)]
        raw = up(*tags)
        found = raw.round()
        assert [slot for slot, _, _ in found] == [0, 3, 7, 15]
        assert [collision(status) for _, status, _ in found] == [-1, -1, 16 + 5, -1]
        assert found[0][2][2:] == tags[0].sent_uid
        assert (raw.air.early, raw.air.bad, raw.chip.faults) == (0, 0, {})

    @pytest.mark.parametrize(
        ("slots", "hz", "how", "early"),
        [
            ([5], 2000000, {"silent_us": 250}, 5),  # the next at 60 % of the time of an empty slot
            ([0, 1], 7000000, {"after_us": 0}, 1),  # without a pause after an answer
        ],
    )
    def test_an_end_of_slot_that_comes_too_early_is_missed(self, slots: list[int], hz: int, how: dict, early: int):
        raw = up(*map(card, slots), hz=hz)
        assert [slot for slot, _, _ in raw.round()] == slots
        assert raw.air.early == 0
        assert [slot for slot, _, _ in raw.round(**how)] != slots
        assert raw.air.early >= early

    @pytest.mark.parametrize(
        ("data", "ask10", "silent_us"),
        [(SIXTEEN, False, 474), (SIXTEEN, True, 4560), (b"\x06\xa1\x04\x00\x00\x00", False, 398)],
    )
    def test_how_long_an_empty_slot_takes(self, data: bytes, ask10: bool, silent_us: int):
        # HARDWARE-FACTS section 2: t3, exact to the microsecond, in each slot.
        raw = up()
        antenna, air, now = raw.antenna, raw.air, raw.clock.now
        antenna.ask(seal(data), now, now + 1600, ask10)
        now += 1600
        for slot in range(15):
            antenna.next_slot(now + silent_us - 1, now + silent_us + 37)
            assert air.early == slot + 1
            antenna.next_slot(now + silent_us, now + silent_us + 38)
            assert air.early == slot + 1
            now += silent_us + 38


class TestRadio:
    def test_configurations(self):
        heard = [(0x0D, 0x8D), (0x0E, 0x8D)]
        for pair in [*heard, (0x0D, 0x8E), (0x0E, 0x8E), (0x0D, 0x80), (0x00, 0x8D), (0x0F, 0x8F)]:
            assert bool(Raw([card(1)]).start(*pair).uids()) is (pair in heard)

    def test_fast_answers_take_half_and_another_receiver(self):
        tag = card(0x77)
        tag.memory[0:4] = b"7H2."
        fast = b"\x26\xa1\x04\x00\x00\x00"
        assert not up(tag).request(fast)[0] & RX_IRQ
        raw = Raw([tag]).start(rx=0x8E)
        begin = raw.ask_air(fast)
        while not raw.get(2) & RX_IRQ:
            assert raw.clock.now < begin + 20000
        took = raw.clock.now - begin - field.request_us(8)
        assert took == pytest.approx(320.9 + (302.06 + 7 * 8 * 37.76) / 2, abs=40)
        assert raw.heard()[2] == b"\x007H2."
        plain = b"\x26\xa0\x04\x00\x00\x00"
        assert up(tag).request(plain)[2] == b"\x007H2."
        with_uid = b"\x66\xa0\x04\x08\x77\x00\x00"
        assert up(tag).request(with_uid)[2] == b"\x00" + tag.sent_uid[1:] + b"7H2."
        tag.fast = False
        assert not up(tag).request(plain)[0] & RX_IRQ

    def test_crc_of_a_request_is_checked(self):
        raw = up(card(1))
        raw.put(0x19, 0xFFFFFFFE, 2)  # the chip adds no CRC
        assert not raw.request(ONE + b"\x12\x34")[0] & RX_IRQ
        assert raw.request(seal(ONE))[0] & RX_IRQ
        assert seal(ONE) == b"\x26\x01\x00\xf6\x0a"
        assert crc(seal(ONE)) == 0xF0B8

    def test_a_card_needs_the_field_for_a_while(self):
        for guard_us, field_us, there in ((1000, 700, 0), (1000, 1000, 1), (5000, 3000, 0)):
            raw = Raw([card(1, guard_us=guard_us)]).start(field_us=field_us)
            assert bool(raw.uids()) is bool(there)

    def test_commands(self):
        tag = card(0x55)
        raw = up(tag)
        tag.memory[:8] = b"abcdefgh"
        for data, answer in (
            (addressed(0x20, tag, 1), b"\0efgh"),
            (addressed(0x20, tag, 1, flags=0x62), b"\0\0efgh"),
            (addressed(0x23, tag, 0, 1), b"\0abcdefgh"),
            (addressed(0x20, tag, 80), b"\x01\x10"),
            (addressed(0x21, tag, 0, 1, 2, 3, 4), b"\0"),
            (addressed(0x20, tag, 0), b"\0\x01\x02\x03\x04"),
            (addressed(0x2B, tag), b"\0\x0f" + tag.sent_uid + b"\0\0\x4f\x03\x01"),
            (addressed(0x3F, tag), b"\x01\x0f"),
            (addressed(0xB7, tag), b"\x01\x0f"),
            (addressed(0x20, card(0x56), 1), b""),
            (b"\x02\x3f", b""),  # unsupported and not addressed: no answer
            (b"\x02\x20\x00", b"\0\x01\x02\x03\x04"),
        ):
            assert raw.request(data)[2] == answer, data.hex()
        assert len(raw.request(addressed(0xBD, tag))[2]) == 33
        assert len(raw.request(addressed(0xB2, tag))[2]) == 3
        assert raw.request(addressed(0xB2, card(0x55, kind="slix")))[2]
        assert up(card(5, kind="slix")).request(b"\x02\x20\x1c")[2] == b""


class TestAir:
    def test_overlaps_and_time(self):
        raw = up()
        begin = raw.antenna.since
        other = field.Antenna(raw.air)
        other.switch("chip")
        assert raw.air.overlaps == 1
        raw.clock.sleep_us(500)
        raw.send(0x17, 0)
        raw.clock.sleep_us(500)
        other.switch(None)
        end = raw.clock.now
        raw.clock.sleep_us(500)
        assert raw.air.on_us == end - begin
        assert raw.air.switches == 2

    def test_a_neighbours_field_is_seen(self):
        raw = up()
        other = field.Antenna(raw.air)
        raw.air.couple(other, raw.antenna, 0.1)
        raw.send(0x17, 0)
        other.switch("chip")
        assert raw.get(0x1D) & 1 << 16
        raw.send(0x16, 0)
        assert raw.antenna.on is None
        assert raw.get(2) & 1 << 10


class TestFaults:
    @pytest.mark.parametrize(("name", "bits"), [("lost_reply", 0), ("bit_error", INTEGRITY)])
    def test_answers(self, name: str, bits: int):
        raw = up(card(1), faults=Faults(2, **{name: 0.3}))
        wrong = 0
        for _ in range(300):
            irq, status, _ = raw.request(ONE)
            good = irq & RX_IRQ and not status & INTEGRITY
            if not good:
                wrong += 1
                assert status & (INTEGRITY | COLLISION) == bits
                assert bool(irq & RX_IRQ) is bool(bits)
        assert 60 < wrong < 120

    def test_flicker_lasts_for_a_field(self):
        raw = up(card(1), faults=Faults(2, flicker=0.3))
        gone = 0
        for _ in range(200):
            raw.again()
            seen = {bool(raw.uids()) for _ in range(3)}
            assert len(seen) == 1
            gone += not seen.pop()
        assert 40 < gone < 85

    def test_two_squared_up_never_read(self):
        tags = [card(0x15), card(0x26), card(0x37)]
        raw = up(*tags)
        raw.antenna.stacked = tags[:2]
        for tag in tags[:2]:
            mask = tag.sent_uid[:1]
            for _ in range(20):
                irq, status, _ = raw.request(b"\x26\x01\x08" + mask)
                assert irq & RX_IRQ
                assert status & INTEGRITY
        assert raw.request(b"\x26\x01\x08\x37")[2][2:] == tags[2].sent_uid

    def test_three_squared_up_say_nothing(self):
        tags = [card(0x15), card(0x26), card(0x37), card(0x48)]
        raw = up(*tags)
        raw.antenna.stacked = set(tags[:3])
        raw.again()
        assert raw.uids() == [tags[3].uid]

    def test_a_card_taken_away_while_it_answers(self):
        raw = up(card(1))
        raw.ask_air(ONE)
        raw.clock.sleep_us(2500)
        assert raw.state() == 5
        raw.antenna.tags.clear()
        raw.clock.sleep_us(100000)
        assert raw.heard()[0] & (SOF_IRQ | RX_IRQ) == SOF_IRQ
        assert raw.state() == 5  # stuck, SpoolSense PR#90
        raw.antenna.tags.append(card(2))
        raw.uids()
        assert raw.uids()
