"""A serial line between the board and a host, with a cable that can be unplugged.

`Port` is the board's end, with the interface of app.link.usb. `Host` is the other end: it splits
the bytes into objects, and follows the log through unplugging and damage. Neither reads a clock.
"""

import json

_RS = 0x1E


class Port:
    """The board's end. `room` is the capacity of the line towards the host, in bytes.

    `keeps` selects the kind of absent host. False: the port is not open; it accepts everything and
    keeps the latest bytes. True: the host is connected but does not read. With `dice`, reads and
    writes are partial.
    """

    def __init__(self, room=256, keeps=False, dice=None):
        self.room = room
        self.keeps = keeps
        self.dice = dice
        self.plugged = True
        self.fails = False  # reads and writes raise OSError
        self.lost = 0  # bytes that were accepted but never delivered
        self._out = b""  # towards the host
        self._in = b""

    # --- for the firmware

    def read(self, limit):
        if self.fails:
            raise OSError(5)
        if not self.plugged:
            return b""
        data = self._in[: self._part(min(limit, len(self._in)))]
        self._in = self._in[len(data) :]
        return data

    def write(self, data):
        if self.fails:
            raise OSError(5)
        data = bytes(data)
        if not self.plugged and not self.keeps:
            both = self._out + data
            self._out = both[-self.room :]
            self.lost += len(both) - len(self._out)
            return len(data)
        size = self._part(max(0, min(len(data), self.room - len(self._out))))
        self._out += data[:size]
        return size

    def _part(self, size):
        return self.dice.below(size + 1) if self.dice and size else size

    # --- for tests

    def unplug(self):
        """Unplug the cable: bytes on the way in either direction are lost."""
        self.plugged = False
        self.lost += len(self._out)
        self._out = self._in = b""

    def plug(self):
        self.plugged = True

    def send(self, data):
        """Send bytes to the board; without a cable they are lost."""
        if self.plugged:
            self._in += data

    def take(self, limit=1 << 20):
        """Take the bytes that have come from the board."""
        if not self.plugged:
            return b""
        data = self._out[:limit]
        self._out = self._out[limit:]
        return data

    @property
    def waiting(self):
        """Number of bytes that the board has not read yet."""
        return len(self._in)

    def disturb(self, data, at=0):
        """Insert stray bytes into those on the way to the host."""
        self._out = self._out[:at] + data + self._out[at:]


class Sequences:
    """Splits a JSON text sequence (RFC 7464) into objects; bad texts are counted and left out."""

    def __init__(self):
        self.bad = 0
        self._rest = None  # start of an incomplete text; None before the first separator

    def feed(self, data):
        """Take in bytes; return the completed objects."""
        found = []
        parts = data.split(b"\x1e")
        for i in range(len(parts)):
            if i:
                if self._rest:
                    self.bad += 1  # the next text begins before the end of this one
                self._rest = b""
            if self._rest is None:
                continue
            self._rest += parts[i]
            end = self._rest.find(b"\n")
            if end >= 0:
                self._parse(self._rest[:end], found)
                if self._rest[end + 1 :].strip():
                    self.bad += 1
                self._rest = None
        return found

    def _parse(self, text, found):
        try:
            thing = json.loads(text.decode())
        except (ValueError, TypeError):
            self.bad += 1
            return
        if isinstance(thing, dict):
            found.append(thing)
        else:
            self.bad += 1


class Host:
    """The host's end: sends commands, keeps the answers and follows the log.

    `log` has the records in order, each once. After `resume()`, records of an earlier stream are
    ignored until the board has answered.
    """

    def __init__(self, port):
        self.port = port
        self.answers = []
        self.log = []
        self.lost = []  # records that the board reports as lost
        self.next = None  # number of the next record; None: any
        self._sequences = Sequences()
        self._awaits = None
        self._number = 0

    @property
    def bad(self):
        return self._sequences.bad

    def ask(self, command, **more):
        """Send a command; return its id."""
        self._number += 1
        more["cmd"] = command
        more["id"] = self._number
        self.port.send(b"\x1e" + json.dumps(more).encode() + b"\n")
        return self._number

    def resume(self):
        """Request the log from the point where it broke off."""
        self._sequences = Sequences()
        if self.next is None:
            self._awaits = self.ask("get")
        else:
            self._awaits = self.ask("get", **{"from": self.next})

    def poll(self, limit=1 << 20):
        """Handle the bytes that have come."""
        for thing in self._sequences.feed(self.port.take(limit)):
            if "re" in thing:
                self.answers.append(thing)
                if self._awaits is not None and thing.get("id") == self._awaits:
                    self._awaits = None
            elif self._awaits is not None:
                continue
            elif "lost" in thing:
                self.lost.append(thing)
                self.next = thing["from"] + thing["lost"]
            else:
                self.log.append(thing)
                self.next = thing["seq"] + 1

    def answer(self, number):
        """Return the last answer to a command, or None."""
        for thing in self.answers[::-1]:
            if thing.get("id") == number:
                return thing
        return None
