"""The fields: which cards receive a reader's requests, and what it receives of their answers.

The timing of ISO 15693 is checked here: a request that comes too early is missed, and counted.
"""

from .faults import Faults
from .tags import Tag14443A, Tag15693, parse

# Microseconds, from ISO 15693; a bit of an answer at 26.48 kbit/s is 512 periods of 13.56 MHz.
T1 = 321
T2 = 309
T3 = 474  # with 100 % modulation: the latest start of an answer, plus its start of frame
T3_FAST = 398  # the start of frame of a fast answer is half as long
T3_ASK10 = 4560  # with 10 %: the time of a whole answer, even if there is none
SOF = 151
EOF = 38  # end of a request
_STACK = 3  # a squared-up stack of this many cards has no energy, as tierce_plans.fields computes
_AGC = 620  # gain in an empty field, a 10-bit value of the chip
_AGC_TAG = 12
_AGC_STACK = 70
_WARM_US = 600e6  # of a reader that grows warm


def request_us(size):
    """Time of a request of `size` bytes on the air, coded 1 out of 4."""
    return (1024 + 4096 * size + 512) * 100 // 1356


def reply_us(size, fast):
    """Time of an answer of `size` bytes on the air, with start and end of frame."""
    return (4096 + 4096 * size) * (50 if fast else 100) // 1356


class Reply:
    """A reply at the reader: `data` with CRC, `bits` bits, the bit of the first `collision`.

    `tag` is the card, or the first of several. Times by the clock: `begin`, `sof` (end of the start
    of frame), `end`.
    """

    def __init__(self, tag, data, bits, collision):
        self.tag = tag
        self.data = data
        self.bits = bits
        self.collision = collision  # -1: none
        self.begin = self.sof = self.end = 0
        self.fast = False


class Air:
    """The state shared by all fields. `overlaps` counts fields switched on beside another."""

    def __init__(self, clock, faults=None):
        self.clock = clock
        self.faults = faults or Faults()
        self.overlaps = 0
        self.switches = 0  # how often any field was switched on
        self.early = 0  # requests and ends of slots that came too early and were missed
        self.bad = 0  # requests that no tag understood
        self.on = []  # antennas whose field is on
        self.couplings = []  # (antenna, neighbour, probability)
        self._on_us = 0
        self._since = 0

    @property
    def on_us(self):
        """Total time with a field on, in microseconds."""
        return self._on_us + (self.clock.now - self._since if self.on else 0)

    def couple(self, antenna, neighbour, probability):
        """Let the antenna's field reach each card of the neighbour with that probability.

        Without it none is reached: a tag of 16 MHz has its energy up to 33 mm outside a loop.
        """
        self.couplings.append((antenna, neighbour, probability))

    def outside(self, antenna):
        """Whether another antenna's field reaches this one."""
        for one, other, _ in self.couplings:
            if other is antenna and one in self.on:
                return True
        return False

    def switched(self, antenna, on):
        if on:
            if self.on:
                self.overlaps += 1
            else:
                self._since = self.clock.now
            self.on.append(antenna)
            self.switches += 1
        else:
            self.on.remove(antenna)
            if not self.on:
                self._on_us += self.clock.now - self._since


class Antenna:
    """One zone's field: `tags` are the cards in it, in any order; the table changes the list.

    `stacked` (a list or a set) has the cards that lie squared up. Two have enough energy to answer,
    but their answers cannot be decoded; three and more are detuned and do not answer. In both cases
    `agc` shows that there is something. The other cards are read as usual.

    `absent` is the probability that a card is missing until the field is switched off again: for
    worn cards, or cards at the edge.
    """

    def __init__(self, air, name=""):
        self.air = air
        self.name = name
        self.tags = []
        self.stacked = []
        self.absent = 0
        self.on = None  # the chip that makes the field
        self.since = 0
        self._session = 0
        self._known = []
        self._hearing = []
        self._reached = None
        self._round = None
        self._slot = 0
        self._silent_us = 0
        self._free = 0  # requests sent before this time are missed
        self._fast = False

    def switch(self, chip):
        """Switch the field on for this chip, or off with None."""
        if (chip is None) == (self.on is None):
            self.on = chip
            return
        self.on = chip
        self.air.switched(self, chip is not None)
        self._round = None
        self._free = 0
        if chip is not None:
            self.since = self.air.clock.now
            self._session = self.air.switches
            self._reached = None
            self._known = None

    def agc(self):
        """The receiver's gain: the more cards load the field, and the warmer the reader, the lower."""
        stacked = len(self.stacked) if len(self.stacked) > 1 else 0
        gain = _AGC - _AGC_TAG * len(self.tags) - _AGC_STACK * stacked
        faults = self.air.faults
        if faults.gain_noise:
            gain += int(gain * faults.gain_noise * (faults.dice.below(2001) - 1000)) // 1000
        if faults.warm_up:
            gain -= int(gain * faults.warm_up * (1 - 2.718 ** (-self.air.clock.now / _WARM_US)))
        if faults.dice.chance(faults.gain_jump):
            gain += gain // 4
        return max(0, gain)

    def hearing(self, start):
        """The cards that receive a request that begins at `start`."""
        if self.on is None or self.on.deaf:
            return []
        if self._known != self.tags:
            self._look(start)
        late = False
        for tag in self._hearing:
            if tag.awake_at > start or tag.session != self._session:
                late = True
        if not late:
            return self._hearing
        return [tag for tag in self._hearing if tag.awake_at <= start and tag.session == self._session]

    def reaches(self, tag):
        """Whether the card is in the field now."""
        return tag in self.tags or tag in (self._reached or ())

    def _look(self, start):
        faults = self.air.faults
        if self._reached is None:
            since = self.since
            self._reached = []
            for antenna, neighbour, probability in self.air.couplings:
                if antenna is self:
                    for tag in neighbour.tags:
                        if faults.dice.chance(probability):
                            self._reached.append(tag)
        else:
            since = start  # the card came while the field was on
        self._known = list(self.tags)
        self._hearing = []
        silent = self.stacked if len(self.stacked) >= _STACK else ()
        for tag in self._known + self._reached:
            if tag.session != self._session:
                there = not faults.dice.chance(self.absent or faults.flicker)
                tag.begin(self._session, since + tag.guard_us if there else 0)
            if tag.awake_at and tag not in silent:
                self._hearing.append(tag)

    # ISO 15693

    def ask(self, frame, start, end, ask10):
        """Send a request with its CRC, on the air from `start` to `end`; return a Reply or None."""
        self._round = None
        if start < self._free:
            self.air.early += 1
            return None
        self._free = end + T2
        request = parse(frame)
        if request is None:
            self.air.bad += 1
            return None
        tags = self.hearing(start)
        fast = self._fast = request.fast
        replies = []
        if request.slots == 16:
            self._silent_us = T3_ASK10 if ask10 else T3_FAST if fast else T3
            self._free = end + self._silent_us
            self._slot = 0
            slots = self._round = [None] * 16
            for tag in tags:
                if isinstance(tag, Tag15693):
                    slot = tag.slot(request)
                    if slot >= 0:
                        reply = (tag, tag.found(request))
                        if slots[slot] is None:
                            slots[slot] = [reply]
                        else:
                            slots[slot].append(reply)
            replies = slots[0]
            if not request.audible:
                self._round = None
        else:
            for tag in tags:
                if isinstance(tag, Tag15693):
                    if request.slots:
                        reply = tag.found(request) if not tag.slot(request) else None
                    else:
                        reply = tag.answer(request)
                    if reply:
                        replies.append((tag, reply))
        if not replies or not request.audible:
            return None
        return self._arrive(replies, end)

    def next_slot(self, start, end):
        """Send a lone end of frame: the round goes on to its next slot."""
        if start < self._free:
            self.air.early += 1
            return None
        if self._round is None or self.on is None:
            self._free = end + T2
            return None
        self._free = end + self._silent_us
        self._slot += 1
        if self._slot > 15:
            self._round = None
            return None
        replies = self._round[self._slot]
        if not replies:
            return None
        hearing = self.hearing(start)
        return self._arrive([each for each in replies if each[0] in hearing], end)

    def cut(self):
        """Break off the current transmission."""
        self._round = None
        self.air.bad += 1

    def _arrive(self, replies, end):
        reply = self._mix([(tag, int.from_bytes(data, "little"), 8 * len(data)) for tag, data in replies])
        if reply:
            fast = reply.fast = self._fast
            reply.begin = end + T1
            reply.sof = reply.begin + (SOF // 2 if fast else SOF)
            reply.end = reply.begin + reply_us(len(reply.data), fast)
            self._free = reply.end + T2
        return reply

    # ISO 14443A

    def ask_a(self, data, bits, start):
        """Send the first `bits` bits of `data`, with CRC; return a Reply or None.

        The reply has no times; its first bit is the first bit of the answer.
        """
        self._round = None
        replies = []
        for tag in self.hearing(start):
            if isinstance(tag, Tag14443A):
                reply = tag.answer(data, bits)
                if reply:
                    replies.append((tag, reply[0], reply[1]))
        return self._mix(replies) if replies else None

    # Both standards

    def _mix(self, replies):
        """Return several simultaneous answers as the receiver gets them."""
        faults = self.air.faults
        dice = faults.dice
        if faults.lost_reply:
            replies = [each for each in replies if not dice.chance(faults.lost_reply)]
        if not replies:
            return None
        if len(replies) > 1 and dice.chance(faults.capture):
            replies = [dice.choice(replies)]
        tag, some, bits = replies[0]
        every = some
        collision = -1
        if len(replies) > 1:
            for _, number, size in replies[1:]:
                some |= number
                every &= number
                bits = max(bits, size)
            if some != every:
                collision = _lowest(some ^ every)
        if len(self.stacked) == 2:
            for each in replies:
                if each[0] in self.stacked:
                    # Detuned cards: some bits are lost, some look like a collision.
                    wrong = 1 << dice.below(bits) | 1 << dice.below(bits) | 1 << dice.below(bits)
                    some ^= wrong
                    if dice.below(2):
                        at = _lowest(wrong)
                        collision = at if collision < 0 else min(at, collision)
        if dice.chance(faults.bit_error):
            some ^= 1 << dice.below(bits)
        return Reply(tag, some.to_bytes((bits + 7) // 8, "little"), bits, collision)


def _lowest(number):
    """Number of the lowest set bit."""
    return len(bin(number & -number)) - 3
