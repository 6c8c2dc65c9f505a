"""Frames, air times and checksums of ISO 15693, against figures that are known."""

import random

import pytest

from drivers import crc, iso15693

UID = bytes.fromhex("e0040150a1b2c3d4")
WIRE = UID[::-1]


class TestChecksum:
    def test_known_values(self):
        # ISO/IEC 13239 with this polynomial, CRC-16/X-25: its check value is public.
        assert crc.crc16(b"123456789", 0, 9) == 0x906E
        assert crc.crc16(b"", 0, 0) == 0
        # The example of ISO 15693-3, annex C: frame 01 02 03 04 and its checksum, as sent 91 39.
        assert crc.crc16(b"\x01\x02\x03\x04", 0, 4) == 0x3991

    def test_sealed_is_good_and_anything_else_is_not(self):
        dice = random.Random(1)
        for _ in range(200):
            size = dice.randrange(1, 20)
            data = bytearray(dice.randbytes(size) + bytes(2))
            assert crc.seal(data, size) == size + 2
            assert crc.good(data, size + 2)
            data[dice.randrange(size + 2)] ^= 1 << dice.randrange(8)
            assert not crc.good(data, size + 2)

    def test_within_a_longer_buffer(self):
        data = bytearray(b"??\x01\x02\x03\x04\x00\x00??")
        assert crc.seal(data, 6, 2) == 8
        assert data == b"??\x01\x02\x03\x04\x91\x39??"
        assert crc.good(data, 8, 2)
        assert not crc.good(data, 4, 4)
        assert not crc.good(data, 2, 1)


def made(function, *args):
    buffer = bytearray(b"\xcc" * 40)
    end = function(buffer, 2, *args)
    assert buffer[:2] == b"\xcc\xcc"
    assert buffer[end:] == b"\xcc" * (40 - end)
    return bytes(buffer[2:end]).hex()


class TestRequests:
    @pytest.mark.parametrize(("bits", "mask"), [
        (0, ""), (1, "00"), (4, "04"), (8, "d4"), (9, "d401"), (12, "d403"), (16, "d4c3"),
        (28, "d4c3b201"), (60, "d4c3b2a150010400"),
    ])
    def test_inventory(self, bits, mask):
        assert made(iso15693.inventory, bits, WIRE, True) == f"2601{bits:02x}{mask}"
        assert made(iso15693.inventory, bits, WIRE, False) == f"0601{bits:02x}{mask}"

    def test_zero_nibbles_belong_to_the_mask(self):
        assert made(iso15693.inventory, 12, bytes(8), True) == "26010c0000"

    def test_family(self):
        assert made(iso15693.inventory, 0, WIRE, True, 0x50) == "36015000"

    def test_fast(self):
        assert made(iso15693.fast_inventory, 8, WIRE, False) == "46a10408d40000"

    def test_to_one_tag(self):
        assert made(iso15693.addressed, iso15693.STAY_QUIET, UID) == "2202" + WIRE.hex()


class TestTimes:
    def test_requests(self):
        for size in (1, 5, 9):
            exact = 75.52 + 302.06 * size + 37.76
            assert exact <= iso15693.request_us(size) < exact + 2

    def test_replies(self):
        for size in (3, 12, 15):
            exact = 151.03 + 8 * size * 37.76 + 151.03
            assert exact - 1 <= iso15693.reply_us(size) < exact + 2
            assert exact / 2 - 1 <= iso15693.reply_us(size, True) < exact / 2 + 2

    def test_a_slot(self):
        # What is known of the limit: 4.595 ms with a reply, 0.512 without.
        full = iso15693.EOF + iso15693.T1 + iso15693.reply_us(12) + iso15693.T2
        assert full == pytest.approx(4595, abs=6)
        silent = iso15693.EOF + iso15693.T1 + iso15693.SOF
        assert silent == pytest.approx(512, abs=3)


class TestBits:
    def test_round_and_back(self):
        assert iso15693.wire_of(UID) == WIRE
        assert iso15693.uid_of(b"??" + WIRE, 2) == UID

    def test_like_integers(self):
        dice = random.Random(2)
        for _ in range(300):
            one = 0xE004 << 48 | dice.getrandbits(48)
            other = one ^ dice.getrandbits(20) << dice.randrange(28) & dice.getrandbits(48)
            bits = dice.randrange(61)
            uid, uid2 = one.to_bytes(8, "big"), other.to_bytes(8, "big")
            low = (one ^ other) & -(one ^ other)
            assert iso15693.first_difference(uid, uid2) == (low.bit_length() - 1 if low else 64)
            assert iso15693.ends_in(uid, bits, iso15693.wire_of(uid2)) == \
                (not (one ^ other) & (1 << bits) - 1)
            for value, changed in ((1, one | 1 << bits), (0, one & ~(1 << bits))):
                wire = iso15693.with_bit(uid[::-1], bits, value)
                assert int.from_bytes(wire, "little") == changed
            slot = dice.randrange(16)
            assert int.from_bytes(iso15693.with_slot(uid[::-1], bits, slot), "little") == \
                one & ~(15 << bits) | slot << bits


class TestSystemInformation:
    def test_all_of_it(self):
        reply = b"\x00\x0f" + WIRE + bytes((1, 2, 79, 3, 1))
        assert iso15693.system_info(b"?" + reply, 1, 1 + len(reply)) == {
            "uid": UID, "dsfid": 1, "afi": 2, "blocks": 80, "block_bytes": 4, "ic": 1}

    def test_less_of_it(self):
        assert iso15693.system_info(b"\x00\x00" + WIRE, 0, 10) == {"uid": UID}
        reply = b"\x00\x0c" + WIRE + bytes((27, 3, 2))
        assert iso15693.system_info(reply, 0, 13) == {
            "uid": UID, "blocks": 28, "block_bytes": 4, "ic": 2}

    def test_cut_short_or_refused(self):
        reply = b"\x00\x0f" + WIRE + bytes((1, 2, 79, 3, 1))
        for size in range(15):
            info = iso15693.system_info(reply, 0, size)
            assert info is None or info["uid"] == UID
        assert iso15693.system_info(b"\x01\x0f", 0, 2) is None
