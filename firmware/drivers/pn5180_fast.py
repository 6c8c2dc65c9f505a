"""A PN5180 for zones with ICODE tags only: they answer FAST INVENTORY READ at double rate.

A reply holds the UID bits above those in the request, and block 0.
"""

from drivers import iso15693
from drivers.pn5180 import PN5180
from drivers.pn5180_radio import RX_FAST


class FastPN5180(PN5180):
    """A PN5180 with another request and reply format: see PN5180."""

    rx_round = RX_FAST

    def ask_round(self, bits: int, mask: bytes, slots: int) -> "tuple[int, int, int, int]":
        """Write the request into the bus's buffer: see Radio.ask_round."""
        out = self.bus.out
        end = iso15693.inventory(out, 3, bits, mask, slots == 1)
        out[2] = out[3] | iso15693.OPTION
        out[3] = iso15693.FAST_INVENTORY_READ
        out[4] = iso15693.NXP
        out[end] = 0  # first block
        out[end + 1] = 0  # number of further blocks
        size = 1 + (64 - bits - (4 if slots == 16 else 0) + 7 >> 3) + iso15693.BLOCK
        # Two checksum bytes; start and end of frame last as long as one more byte.
        lasts = (15103 * (size + 3)) // 100 + 1
        return end + 2, size, iso15693.T1 + (iso15693.SOF >> 1), iso15693.T1 + lasts

    def whole(self, data: memoryview, bits: int, mask: bytes) -> "tuple[bytes, int]":
        """Join the requested bits and the reply: see Radio.whole."""
        known = int.from_bytes(mask, "little") & (1 << bits) - 1
        rest = int.from_bytes(data[1 : 1 + (64 - bits + 7 >> 3)], "little")
        uid = (known | rest << bits) & 0xFFFFFFFFFFFFFFFF
        return uid.to_bytes(8, "little"), bits - 8


def make(spi: "Spi", lines: "Lines", clock: "Clock", zone: "Any", like: "PN5180 | None") -> FastPN5180:
    """Return a reader as the config's zone wants it; `like` is the first of its kind on the bus."""
    return FastPN5180(spi, lines, clock, like)
