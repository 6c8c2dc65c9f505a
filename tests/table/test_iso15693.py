"""Frames and air times of ISO 15693, against known figures."""

import random

import pytest

from drivers import iso15693, pn5180_more

UID = bytes.fromhex("e0040150a1b2c3d4")
SENT = UID[::-1]


def made(function, *args):
    buffer = bytearray(b"\xcc" * 40)
    end = function(buffer, 2, *args)
    assert buffer[:2] == b"\xcc\xcc"
    assert buffer[end:] == b"\xcc" * (40 - end)
    return bytes(buffer[2:end]).hex()


class TestRequests:
    @pytest.mark.parametrize(
        ("bits", "mask"),
        [
            (0, ""),
            (1, "00"),
            (4, "04"),
            (8, "d4"),
            (9, "d401"),
            (12, "d403"),
            (16, "d4c3"),
            (28, "d4c3b201"),
            (60, "d4c3b2a150010400"),
        ],
    )
    def test_inventory(self, bits, mask):
        assert made(iso15693.inventory, bits, SENT, True) == f"2601{bits:02x}{mask}"
        assert made(iso15693.inventory, bits, SENT, False) == f"0601{bits:02x}{mask}"

    def test_zero_nibbles_belong_to_the_mask(self):
        assert made(iso15693.inventory, 12, bytes(8), True) == "26010c0000"


class TestTimes:
    def test_requests(self):
        for size in (1, 5, 9):
            exact = 75.52 + 302.06 * size + 37.76
            assert exact <= iso15693.request_us(size) < exact + 2

    def test_replies(self):
        exact = 151.03 + 8 * 12 * 37.76 + 151.03
        assert exact <= iso15693.REPLY_US < exact + 2

    def test_a_slot(self):
        # Known slot times: 4.595 ms with a reply, 0.512 ms without.
        full = iso15693.EOF + iso15693.T1 + iso15693.REPLY_US + iso15693.T2
        assert full == pytest.approx(4595, abs=6)
        silent = iso15693.EOF + iso15693.T1 + iso15693.SOF
        assert silent == pytest.approx(512, abs=3)


class TestBits:
    def test_like_integers(self):
        dice = random.Random(2)
        for _ in range(300):
            one = 0xE004 << 48 | dice.getrandbits(48)
            other = one ^ dice.getrandbits(20) << dice.randrange(28) & dice.getrandbits(48)
            bits = dice.randrange(61)
            uid, uid2 = one.to_bytes(8, "big"), other.to_bytes(8, "big")
            low = (one ^ other) & -(one ^ other)
            assert iso15693.first_difference(uid, uid2) == (low.bit_length() - 1 if low else 64)
            assert iso15693.ends_in(uid, bits, iso15693.as_sent(uid2)) == (not (one ^ other) & (1 << bits) - 1)
            mask = iso15693.flipped(uid[::-1], bits)
            assert int.from_bytes(mask, "little") == one ^ 1 << bits
            slot = dice.randrange(16)
            assert (
                int.from_bytes(iso15693.with_slot(uid[::-1], bits, slot), "little")
                == one & ~(15 << bits) | slot << bits
            )


class TestSystemInformation:
    def test_all_of_it(self):
        assert pn5180_more.system_info(b"\x00\x0f" + SENT + bytes((1, 2, 79, 3, 1))) == {
            "uid": UID,
            "dsfid": 1,
            "afi": 2,
            "blocks": 80,
            "block_bytes": 4,
            "ic": 1,
        }

    def test_less_of_it(self):
        assert pn5180_more.system_info(b"\x00\x00" + SENT) == {"uid": UID}
        assert pn5180_more.system_info(b"\x00\x0c" + SENT + bytes((27, 3, 2))) == {
            "uid": UID,
            "blocks": 28,
            "block_bytes": 4,
            "ic": 2,
        }

    def test_cut_short_or_refused(self):
        reply = b"\x00\x0f" + SENT + bytes((1, 2, 79, 3, 1))
        for size in range(15):
            info = pn5180_more.system_info(reply[:size])
            assert info is None or info["uid"] == UID
        assert pn5180_more.system_info(b"\x01\x0f") is None
        assert pn5180_more.system_info(None) is None
