"""How long a zone takes to be read: in the air, on the bus, in the program.

Microseconds throughout. In the air: ISO/IEC 15693 at the high data rate, one subcarrier, 100 %
modulation; nominal, but for a silent slot, which has to be waited out. Nothing can be faster than
that. A visit to a zone adds what the PN5180's driver needs, frame by frame as it sends them; what
MicroPython takes for a frame is an estimate that has to be measured (SOFTWARE_US).

How a zone is read, as `expected` knows it:

  16     rounds of sixteen slots, a collided slot again in sixteen
  tree   one slot at a time, split where tags collide
  A      sixteen slots, each collision split where it is: a full inventory
  B      the same with NXP's FAST INVENTORY READ, which answers four bytes at twice the rate
  C      one round that finds the zone as it is believed to be: a check
  D      the same with FAST INVENTORY READ
  E      a probe, and a round of tags that were told to keep quiet and answer three bytes
  floor  the tags' numbers one after the other, with nothing in between
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any

from tierce_tools import paths

from .electrical import Fact
from .tables import Table

# Of the standard, unrounded
FC = 13.56
BIT, SOF, EOF = 512 / FC, 2048 / FC, 512 / FC  # SOF of a reply; half of it of a request
T1, T1_MAX, T2 = 4352 / FC, 4384 / FC, 4192 / FC
SLOTS = 16
_DEEPEST = 60  # bits of a mask; whoever agrees in all of them is no other tag

SOFTWARE_US = Fact(70, "HW", "MicroPython, for one frame to a PN5180")
LIGHT_US = Fact(30, "K", "MicroPython, for one WS2812, with nothing else going on")
_LIGHTS_HZ = 25  # how often the firmware draws, at most


# --- in the air


def request_us(size: int) -> float:
    """Return how long a request of so many bytes, checksum included, is in the air."""
    return SOF / 2 + 8 * size * BIT + EOF


def reply_us(size: int, fast: bool = False) -> float:
    """Return how long a reply of so many bytes, checksum included, is in the air."""
    return (SOF + 8 * size * BIT + SOF) / (2 if fast else 1)


def exchange_us(request: int, reply: int) -> float:
    """Return the time of an addressed command and its answer, bytes with checksums."""
    return request_us(request) + T1 + reply_us(reply) + T2


@dataclass(frozen=True)
class _How:
    """An inventory's request and reply, in bytes with checksums."""

    request: int = 5
    reply: int = 12
    fast: bool = False

    @property
    def silent(self) -> float:
        return T1_MAX + SOF / (2 if self.fast else 1)

    @property
    def heard(self) -> float:
        return T1 + reply_us(self.reply, self.fast) + T2

    def query(self, mask: int = 0, heard: bool = True) -> float:
        """One slot: who ends in these bits?"""
        asked = request_us(self.request + (mask + 7) // 8)
        return asked + (self.heard if heard else self.silent)

    def round(self, heard: float, mask: int = 0) -> float:
        """Sixteen slots, in so many of which somebody answers."""
        asked = request_us(self.request + (mask + 7) // 8) + (SLOTS - 1) * EOF
        return asked + (SLOTS - heard) * self.silent + heard * self.heard


INVENTORY = _How()
_FAST = _How(8, 7, True)  # FAST INVENTORY READ of one block
_QUIET = _How(7, 3, True)  # the same, extended: no data


def limit_c(uids: Sequence[bytes]) -> float:
    """Return the least time of a check of these very tags, field on and settled."""
    if len(uids) < 2:
        return INVENTORY.query(heard=bool(uids))
    return INVENTORY.round(len({number % SLOTS for number in _numbers(uids)}))


def limit_a(uids: Sequence[bytes]) -> float:
    """Return the least time of a full inventory of these very tags."""
    total = limit_c(uids)
    if len(uids) > 1:
        numbers = _numbers(uids)
        for slot in range(SLOTS):
            total += _split([number for number in numbers if number % SLOTS == slot])
    return total


def _numbers(uids: Sequence[bytes]) -> list[int]:
    return [int.from_bytes(uid, "big") for uid in uids]


def _split(numbers: list[int]) -> float:
    """Return how long it takes to tell these apart, once they have collided."""
    if len(numbers) < 2:
        return 0
    bit = min(((numbers[0] ^ other) & -(numbers[0] ^ other)).bit_length() - 1
              for other in numbers[1:])
    sides = [[number for number in numbers if number >> bit & 1 == side] for side in (0, 1)]
    return sum(INVENTORY.query(bit + 1) + _split(side) for side in sides)


# --- expected over random UIDs, exactly


def expected(how: str, tags: int) -> float:
    """Return the mean time of a zone with so many tags, over all UIDs they may have.

    Raises KeyError for a way that is none of those above.
    """
    if how == "floor":
        return request_us(5) + tags * (EOF + INVENTORY.heard)
    if how == "16":
        return _rounds(tags, 0)
    if how == "tree":
        return INVENTORY.query(heard=tags > 0) + _apart(INVENTORY, tags, 0)
    frames, probe, splits = {
        "A": (INVENTORY, 0.0, True), "B": (_FAST, 0.0, True),
        "C": (INVENTORY, 0.0, False), "D": (_FAST, 0.0, False),
        "E": (_QUIET, INVENTORY.query(heard=False), False),
    }[how]
    if not tags and probe:
        return probe
    if tags < 2:
        return probe + frames.query(heard=tags > 0)
    total = probe + frames.round(occupied(tags))
    if splits:
        total += SLOTS * sum(
            _among(tags, here) * _apart(frames, here, 4) for here in range(2, tags + 1)
        )
    return total


def occupied(tags: int) -> float:
    """Return how many of sixteen slots have an answer, on average."""
    return SLOTS * (1 - (1 - 1 / SLOTS) ** tags)


def shared(tags: int) -> float:
    """Return how likely it is that two of these tags share a slot."""
    alone = 1.0
    for tag in range(tags):
        alone *= max(0, SLOTS - tag) / SLOTS
    return 1 - alone


def zones_us(how: str, counts: Sequence[int], settle_us: float) -> float:
    """Return the mean time of zones with so many tags each, one after the other."""
    return sum(expected(how, tags) + settle_us for tags in counts)


def _among(tags: int, here: int) -> float:
    """Return how likely it is that so many of the tags have a given slot."""
    return comb(tags, here) * (SLOTS - 1) ** (tags - here) / SLOTS**tags


@cache
def _apart(frames: _How, tags: int, bits: int) -> float:
    """Return the mean time to tell apart tags that are known to agree in so many bits."""
    if tags < 2 or bits >= _DEEPEST:
        return 0.0
    total = 2 ** (1 - tags) * _apart(frames, tags, bits + 1)  # the next bit is alike, too
    for side in range(1, tags):
        part = comb(tags, side) / 2**tags
        total += part * (
            2 * frames.query(bits + 1)
            + _apart(frames, side, bits + 1) + _apart(frames, tags - side, bits + 1)
        )
    return total


@cache
def _rounds(tags: int, bits: int) -> float:
    total = INVENTORY.round(occupied(tags), bits)
    if bits < _DEEPEST:
        total += SLOTS * sum(
            _among(tags, here) * _rounds(here, bits + 4) for here in range(2, tags + 1)
        )
    return total


# --- a visit, as the driver makes it


@dataclass(frozen=True)
class Visit:
    """What one scan of a zone takes, on average."""

    settle: float  # field on, until tags are awake
    air: float  # the limit: no reader can do with less
    spi: float  # on the bus
    software: float  # in the program, estimated: of the frames
    total: float  # all of it, and what the chip lags behind; less what goes on at the same time


def visit(tags: int, settle_us: float, hz: int, software_us: float = SOFTWARE_US.value) -> Visit:
    """Return the mean time of a check by a PN5180 of a zone whose tags lie as they are believed to.

    `hz` is the bus clock, `software_us` what the program takes for each frame.
    """
    count = _Frames(hz, software_us)
    driver: Any = paths.board_module("drivers.iso15693")
    chip: Any = paths.board_module("drivers.pn5180")
    lag = chip.DELAY
    silent_us = driver.T1 + driver.SOF + lag
    heard_us = driver.T1 + driver.REPLY_US
    slots = 1 if tags < 2 else SLOTS
    heard = float(tags) if slots == 1 else occupied(tags)

    total = settle_us
    total += count(_IDLE, _ON, *_ALIVE)
    total += count(_REQUEST, *_ALIVE, 5)
    total += driver.request_us(5) + (slots - 1) * driver.EOF
    total += (slots - heard) * (silent_us + count(*_IRQ, times=slots - heard))
    # The rest of a reply is waited for; what is done then goes on while tags must be left alone.
    # What says that there was one is asked while it comes.
    count(*_IRQ, times=heard)
    after = count(*_RX, *_DATA, times=heard)
    total += heard * heard_us
    more = (slots - 1) / slots
    nexts = count(_NEXT)
    total += heard * max(driver.T2, lag + after + more * nexts) + (slots - heard) * more * nexts
    total += (slots - 1) * count(_END)
    count(_NEXT, _END, times=slots - 2)  # one of each is counted by now
    total += count(_IDLE, _OFF)
    air = expected("C", tags)
    # Every second check of tags that share a slot asks one of them alone.
    again = shared(tags) / 2 if slots > 1 else 0.0
    spot = driver.request_us(6) + heard_us + max(driver.T2, lag + after)
    spot += count(_REQUEST, *_ALIVE, 6, times=again)
    count(*_IRQ, *_RX, *_DATA, times=again)
    total += again * spot
    air += again * INVENTORY.query(8)
    return Visit(settle_us, air, count.spi, count.software, total)


# Bytes of the driver's frames: app and drivers know them as they send them, a test compares.
_IDLE, _ON, _OFF, _REQUEST, _NEXT, _END = 13, 2, 2, 25, 19, 2
_ALIVE, _IRQ, _RX, _DATA = (3, 8), (2, 4), (3, 8), (2, 10)


class _Frames:
    """Adds up frames, and returns what those of a call take once."""

    def __init__(self, hz: int, software_us: float) -> None:
        self._byte_us = 8e6 / hz
        self._software_us = software_us
        self.spi = 0.0
        self.software = 0.0

    def __call__(self, *sizes: int, times: float = 1.0) -> float:
        spi = sum(sizes) * self._byte_us
        software = len(sizes) * self._software_us
        self.spi += times * spi
        self.software += times * software
        return spi + software
