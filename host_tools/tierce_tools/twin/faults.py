"""All faults of the modelled table. None happens unless it is set."""


class Dice:
    """Random numbers, the same on every Python for a seed: MicroPython has no random.Random."""

    def __init__(self, seed=1):
        self.seed = seed
        self._state = (seed * 2654435761 + 12345) & 0xFFFFFFFF
        self.below(2)

    def below(self, count):
        """A number from 0 to count - 1; `count` up to 2**24."""
        self._state = state = (self._state * 1664525 + 1013904223) & 0xFFFFFFFF
        return (state >> 8) * count >> 24

    def chance(self, probability):
        """True with that probability; 0 uses no random number."""
        return probability > 0 and self.below(16777216) < int(probability * 16777216)

    def choice(self, things):
        return things[self.below(len(things))]


RATES = (
    "lost_reply",  # a card's reply is not received
    "flicker",  # a card is missing until the field is switched off again
    "bit_error",  # a reply has a wrong bit
    "capture",  # of several replies at once, the strongest is read as if it were alone
    "brownout",  # the reader restarts at a frame
    "busy_sticks",  # after a frame, BUSY stays high until the reader is reset
    "receive_sticks",  # a reply begins and does not end until the reader's command is set to idle
    "slow_transceive",  # WaitTransmit is reached 2 ms late
    "slow_boot",  # a reader boots 20 ms more slowly
    "gain_jump",  # a reading of the gain is a quarter too high
    # No probabilities but shares of the gain:
    "gain_noise",  # what a reading is off at most
    "warm_up",  # what is lost while the reader grows warm, by two thirds in ten minutes
)


class Faults:
    """Probabilities and shares, by the names in RATES, 0 by default: `Faults(7, flicker=0.02)`."""

    def __init__(self, seed=1, **rates):
        self.dice = Dice(seed)
        for name in RATES:
            setattr(self, name, 0)
        self.set(**rates)

    def set(self, **rates):
        for name in rates:
            if name not in RATES:
                raise ValueError(name)
            setattr(self, name, rates[name])

    def __repr__(self):
        text = "Faults(%d" % self.dice.seed
        for name in RATES:
            rate = getattr(self, name)
            if rate:
                text += ", %s=%s" % (name, rate)
        return text + ")"

    # Faults of one reader, at once.

    def busy_stuck(self, reader, on=True, for_good=False):
        """Hold the reader's BUSY high, until it is reset, or for good."""
        reader.busy_stuck = (2 if for_good else 1) if on else 0

    def miso_high(self, reader, on=True):
        reader.miso = 1 if on else None

    def miso_low(self, reader, on=True):
        reader.miso = 0 if on else None

    def deafen(self, reader):
        """Let the reader receive no answer until it is reset; its registers go on answering."""
        reader.deaf = True

    def brown_out(self, reader):
        reader.power_on()
