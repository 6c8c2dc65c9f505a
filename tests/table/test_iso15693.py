"""Frames and air times of ISO 15693, against known figures."""

import random

from drivers import iso15693, pn5180_more

UID = bytes.fromhex("e0040150a1b2c3d4")
SENT = UID[::-1]


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
    def test_cut_short_or_refused(self):
        reply = b"\x00\x0f" + SENT + bytes((1, 2, 79, 3, 1))
        for size in range(15):
            info = pn5180_more.system_info(reply[:size])
            assert info is None or info["uid"] == UID
        assert pn5180_more.system_info(b"\x01\x0f") is None
        assert pn5180_more.system_info(None) is None
