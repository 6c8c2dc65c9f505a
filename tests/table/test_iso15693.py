"""Frames and air times of ISO 15693, against known figures."""

import random

from drivers import iso15693


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
